"""Dja-Bai-Fem by its rules text alone: false leads, revokes, making trumps, bare hands, the end of a match."""

from __future__ import annotations

from typing import Any

from tests.companion.replays import Played
from tests.companion.second.dja_bai_fem_sheet import (
    PEOPLE,
    USUAL,
    A,
    B,
    C,
    D,
    Event,
    Rules,
    drawing,
    exchange,
    head,
    next_starter,
    run,
    tricks,
)  # fmt: skip

NAMES = {name[0]: name for name in PEOPLE}


def position(hand: str, plays: str, rules: Rules = USUAL, **start: Any) -> Played:
    """The last tricks: hearts are trumps, Boris is Leader and leads; his cards, and "V:3D,4D" or "V:!2D" (shown)."""
    begin = {"hands": {B: hand.split()}, "trump": "H", "leader": B, "to_act": B, "scores": dict.fromkeys(PEOPLE, 2)}
    return run([head(rules, start=begin | start), *(
        {"do": "show" if "!" in word else "play", "seat": NAMES[word[0]], "cards": word[2:].strip("!").split(",")}
        for word in plays.split()
    )])  # fmt: skip


def found(played: Played) -> list[tuple[str, str, list[str]]]:
    """Seat, rule and proof of the findings of the only deal."""
    return [(f["seat"], f["rule"], f["proof"]) for f in played.deals[1]["findings"]]


def scored(played: Played) -> tuple[int, int]:
    """What Ana's side and Boris's side score in the only deal."""
    return played.deals[1]["points"][A], played.deals[1]["points"][B]


def test_a_false_lead_loses_the_deal_at_once() -> None:
    """Example 7: a higher card of the suit, from an opponent or from the partner, put or shown."""
    for plays in ("B:XR,AH,KH V:2D,3H,4H", "B:XR,AH,KH V:3H,4H,5H G:6H,2D,7H", "B:XR,AH,KH V:3H,4H,5H A:!2D",
                  "B:AS,QS V:KS,3S", "B:AS,QS V:3S,4S G:5S,KS", "B:AS,QS V:!KS"):  # fmt: skip
        hand = "XR AH KH AS QS"
        played = position(hand, plays)
        assert played.verdicts == {} and scored(played) == (2, 0), plays
        assert [(who, rule) for who, rule, _ in found(played)] == [(B, "false_lead")]
        assert played.deals[1]["match_over"] is False
    level_cards = "B:2S,2C,AH V:2D,3H,4H"  # equal to the level cards led, but higher than the ace
    assert scored(position("2S 2C AH", level_cards)) == (2, 0)
    assert found(position("2S 2C AH", level_cards))[0][2] == ["2D"]
    seen = position("XR AH KH", "B:XR,AH,KH", hands={B: ["XR", "AH", "KH"], C: ["2D", "3H", "4H"]})
    assert seen.events[1]["findings"][0]["proof"] == ["2D"]  # everybody knows that Vera holds it
    true = position("2S 2C", "B:2S,2C V:2D,3H G:4H,5H A:6H,7H")  # equal ones do not matter, Boris wins
    assert true.verdicts == {} and found(true) == [] and scored(true) == (0, 2)


def test_several_cards_beaten_by_trumps() -> None:
    """Only trumps, as many as led, win: the highest, of equal ones the first; `beaten`: the deal is lost."""
    plays = "B:AS,KS V:3H,5H G:2C,4D A:TS,TD"
    assert scored(position("AS KS", plays)) == (0, 1)  # Vera: TS TD 5H, 25 for the Defence
    assert scored(position("AS KS", "B:AS,KS V:3H,TH G:2C,4H A:TS,TD")) == (0, 2)  # Goran ruffs higher
    assert scored(position("AS KS", "B:AS,KS V:2D,TH G:2C,4H A:TS,TD")) == (0, 0)  # 2D before 2C: 40 points
    assert found(position("AS KS", plays)) == []
    assert scored(position("AS KS", plays[:15], {"ruffed_multi": "beaten"})) == (2, 0)


def test_a_late_proof_of_a_false_lead_or_a_revoke() -> None:
    """The card that was held back is shown in a later trick; as house rules it costs the deal."""
    late = "B:AS,QS V:3S,4S G:5S,6S A:7S,8S B:9D V:KS G:3D A:4D"
    assert found(position("AS QS 9D", late)) == [(B, "false_lead", ["KS"])]
    assert scored(position("AS QS 9D", late)) == (0, 2)
    assert scored(position("AS QS 9D", late, {"late_false_lead": "retroactive"})) == (2, 0)
    revoke = "B:AS,KS V:3S,4D G:5S,6S A:7S,8S B:9D V:4S G:3D A:6D"
    assert found(position("AS KS 9D", revoke)) == [(C, "follow_suit", ["4S"])]
    assert scored(position("AS KS 9D", revoke)) == (0, 2)
    lost = {"revoke_penalty": "deal_lost"}
    theirs = "B:AS,KS V:3S,4D G:5S,6S A:7S,8S B:TD V:4S G:5D A:AD"
    assert scored(position("AS KS TD", theirs)) == (0, 1) and scored(position("AS KS TD", theirs, lost)) == (0, 2)
    ours = "B:AS V:3S G:4D A:7S B:9D V:3D G:4S A:5D"
    assert scored(position("AS 9D", ours)) == (0, 2) and scored(position("AS 9D", ours, lost)) == (2, 0)
    level = "B:AD V:3D G:2D A:4D G:3C A:4C B:5C V:6C"  # example 9: a level card is no diamond
    assert found(position("AD 5C", level)) == []
    assert found(position("AD 5C", "B:AD V:3C G:4D A:7D B:5C V:2D G:4C A:6C")) == []


def test_illegal_at_once() -> None:
    """Several cards by the Defence, of two suits, too many, too few; out of turn; a card seen elsewhere."""
    assert position("AS KS QS JS", "B:AS,KS,QS,JS").verdicts == {1: "illegal"}
    free = position("AS KS QS JS", "B:AS,KS,QS,JS V:3S,4S,5S,6S", {"max_multi": "unlimited"})
    assert free.verdicts == {}
    assert position("AS KD 4H", "B:AS,KD").verdicts == {1: "illegal"}
    assert position("AS 3H", "B:3H,AH").verdicts[1] == "impossible"
    assert position("AS KS", "V:3S").verdicts == {1: "illegal"}
    assert position("AS KS", "B:AS,KS V:3S,4S G:AS,5S").verdicts == {3: "impossible"}
    assert position("AS KS", "B:AS,KS V:3S").verdicts[2] != "ok"
    assert position("3S 4S", "V:AS,KS", to_act=C).verdicts == {1: "illegal"}
    assert position("3S 4S", "V:AS,KS", {"multi_by": "anyone"}, to_act=C).verdicts == {}
    # as a house rule: a false lead of the Defence loses it the deal
    lost = position("KS 4S", "V:AS,QS G:5S,6S A:7S,8S B:KS,4S", {"multi_by": "anyone"}, to_act=C)
    assert scored(lost) == (0, 2)


# Trumps ---------------------------------------------------------------------------------------------------------------


def test_making_trumps() -> None:
    """Who may show what and when; nobody in the first deal; the talon turned up, one card at a time."""

    def after(*lines: Event, **start: Any) -> Played:
        return run([head(**start), *lines])

    deal = [{"do": "draw", "seat": who, "count": 1} for who in (B, C, D, A)]
    two = {"do": "show", "seat": B, "cards": ["2H"]}
    assert after(deal[0], two).verdicts == {}
    assert after(deal[0], deal[1], two).verdicts == {3: "illegal"}  # not on his turn
    assert after(*deal, deal[0], two).verdicts == {}  # a later turn
    for card in ("3H", "XB"):
        assert after(deal[0], {**two, "cards": [card]}).verdicts == {2: "illegal"}
    assert after(deal[0], two, deal[1], {"do": "show", "seat": C, "cards": ["2S"]}).verdicts == {4: "illegal"}
    assert after(deal[1]).verdicts == {1: "illegal"}
    assert after({"do": "draw", "seat": B, "count": 2}, deal[0]).verdicts[2] == "illegal"
    three = {"declarers": B, "scores": {A: 2, C: 2, B: 3, D: 3}}  # example 3: only a Three of Boris or Goran
    assert after(deal[0], {**two, "cards": ["3D"]}, start=three).verdicts == {}
    assert after(deal[0], two, start=three).verdicts == {2: "illegal"}
    assert after(*deal[:2], {"do": "show", "seat": C, "cards": ["3D"]}, start=three).verdicts == {3: "illegal"}
    turned = [{"do": "turn", "seat": B, "cards": [card]} for card in ("9D", "KS", "3H", "XR", "KD", "4C")]
    rest = {"do": "draw", "seat": A, "count": 12}
    assert after(rest, turned[0]).verdicts == {2: "illegal"}  # not in the first deal
    for level, trump in ((5, "S"), (4, "C"), (3, "H")):  # example 6, and a card of the level
        start = {"declarers": B, "scores": {A: 2, C: 2, B: level, D: level}}
        played = after(rest, *turned, *exchange(B), {"do": "show", "seat": C, "cards": [
            r + s for r in "67QJ" for s in "SHC" if s != trump] + ["7D", "6D", "JD", "QD"]}, start=start)  # fmt: skip
        assert played.verdicts == {} and played.deals[1]["scores"] == start["scores"]
    assert after(rest, {**turned[0], "seat": C}, start=three).verdicts == {2: "illegal"}
    assert after(deal[0], {**two, "cards": ["3D"]}, turned[0], start=three).verdicts == {3: "illegal"}


def test_the_exchange_and_hands_without_trumps() -> None:
    """Six cards, by the Leader, before the first lead; twelve cards without a trump, true or not, shown or not."""
    begin = [head(), *drawing(B, B, "2H", 3)]
    bare: Event = {
        "do": "show",
        "seat": C,
        "cards": ["AS", "KS", "QS", "JS", "TS", "9S", "AD", "KD", "QD", "JD", "TD", "9D"],
    }
    n = len(begin)
    for five in ({"do": "discard", "seat": B, "count": 5}, {"do": "discard", "seat": C, "count": 6},
                 {"do": "play", "seat": B, "cards": ["AS"]}):  # fmt: skip
        assert run([*begin, exchange(B)[0], five]).verdicts == {n + 1: "illegal"}
    taken = [*begin, *exchange(B)]
    anew: list[Event] = [{"do": "draw", "seat": B, "count": 1}, {"do": "show", "seat": B, "cards": ["2S"]}]
    again = run([*taken, bare, head(dealer=None), *anew])
    assert again.verdicts == {} and again.deals[1]["points"] == dict.fromkeys(PEOPLE, 0)
    assert run([*taken, {**bare, "cards": [*bare["cards"][1:], "2C"]}]).deals == {}  # untrue: the deal goes on
    assert run([*taken, {**bare, "cards": bare["cards"][1:]}]).verdicts == {n + 2: "illegal"}
    assert run([*taken, {"do": "play", "seat": B, "cards": ["3C"]}, bare]).verdicts == {n + 3: "illegal"}
    leaders = {**bare, "seat": B}
    assert run([*taken, leaders]).deals
    assert not run([head({"no_trump_hand": "not_leader"}), *taken[1:], leaders]).deals


def test_hands_without_a_trump_that_were_not_shown() -> None:
    """Known when the deal ends; `right`: nobody need show it."""
    hands = {B: ["XB", "2C", "AC", "KC", "QC", "JC", "TC", "9C", "8C", "7C", "6C", "5C"],
             C: [r + s for r in "34" for s in "SHD"] + ["5S", "5H", "5D", "6S", "6H", "6D"],
             D: ["XR", "4C", *(r + s for r in "789" for s in "SHD"), "TS"],
             A: ["2S", "3C", *(r + s for r in "JQK" for s in "SHD"), "TD"]}  # fmt: skip
    plays = [(who, [hands[who][n]]) for n in range(12) for who in (B, C, D, A)]
    for rules, number in (({}, 1), ({"no_trump_hand": "right"}, 0)):
        played = run([head(rules), *drawing(B, B, "2C", 1), *exchange(B), *tricks(plays)])
        assert [f[:2] for f in found(played)] == [(C, "no_trump_hand")] * number
        assert played.deals[1]["points"] == {A: 0, B: 2, C: 0, D: 2}


# Matches --------------------------------------------------------------------------------------------------------------


def by_hand(leader: str, taken: int, scores: tuple[int, int], rules: Rules = USUAL) -> Any:
    """A deal entered by hand at these scores of Ana's and Boris's side: points, scores, whether the match is over."""
    start = {"scores": {who: scores[n % 2] for n, who in enumerate(PEOPLE)}}
    facts = {"leader": leader, "defence": taken}
    deal = run([head(rules, start=start), {"do": "result", "facts": facts}]).deals[1]
    return [deal["scores"][A], deal["scores"][B]], deal.get("winners", [])


def test_the_end_of_a_match() -> None:
    """15 wins, or as a house rule a deal won by the Declarers at level 14."""
    assert by_hand(A, 35, (14, 7)) == ([15, 7], [A, C])
    assert by_hand(A, 0, (14, 14)) == ([16, 14], [A, C])
    assert by_hand(A, 95, (14, 14)) == ([14, 15], [B, D])
    assert by_hand(A, 75, (14, 14)) == ([14, 14], [])
    finish = {"match_to": "win_at_14"}
    assert by_hand(A, 0, (13, 7), finish)[1] == [] and by_hand(A, 100, (7, 14), finish)[1] == []
    assert by_hand(B, 30, (7, 14), finish)[1] == [B, D]
    some = [head(start={"scores": {A: 13, C: 13}}), {"do": "result", "facts": {"leader": A, "defence": 0}}]
    assert run(some).deals[1]["scores"] == {A: 15, C: 15, B: 2, D: 2}  # who is not named has begun with 2
    for taken, starter in ((0, D), (35, D), (40, C), (80, C), (100, C)):
        lines = [head(), {"do": "result", "facts": {"leader": B, "defence": taken}}, head(dealer=None),
                 {"do": "draw", "seat": starter, "count": 1}]  # fmt: skip
        assert run(lines).verdicts == {} and next_starter(B, taken >= 40) == starter
