"""Žiao-Pengju by its rules text alone: written tricks, duties, friends, false leads, tables of points, matches."""

from __future__ import annotations

from typing import Any

import pytest

from tests.companion.replays import Played
from tests.companion.second.ziao_pengju_sheet import (
    NAMES,
    PACKS,
    USUAL,
    Event,
    Law,
    Match,
    Rules,
    head,
    payment,
    run,
)  # fmt: skip

SHORT = {name[0]: name for name in NAMES}
SIX = NAMES[:6]


def position(hands: str, plays: str, rules: Rules = USUAL, calls: str = "1:9H 2:9H", players: int = 6, trump: str = "C",
             level: int = 7) -> Played:  # fmt: skip
    """Boris is Leader and leads; "B: 8H 8H 3D / V: ..." are known hands, "V:6H,6H" plays, "V:!6H" shows it."""
    people, each = NAMES[:players], PACKS[players][3]
    held = {SHORT[hand.strip()[0]]: hand.split()[1:] for hand in hands.split("/")}
    start = {"hands": held, "trump": trump, "leader": "Boris", "to_act": "Boris", "scores": {"Boris": level}}
    lines: list[Event] = [head(people, rules=rules, start=start)]
    assert all(len(hand) <= each for hand in held.values())
    for call in calls.split():
        lines.append({"do": "call", "seat": "Boris", "cards": [call[2:]], "ordinal": int(call[0])})
    for word in plays.split():
        do = "show" if "!" in word else "play"
        lines.append({"do": do, "seat": SHORT[word[0]], "cards": word[2:].strip("!").split(",")})
    return run(lines)


SET_1 = [  # trump C, level 7, lead 8H 8H: the hand, what is legal (wins in capitals of the next column), what is not
    ("AH KH QH 6H", "AH,KH AH,6H QH,6H", "", ""),
    ("AH KH 6H 6H 4H", "6H,6H", "", "AH,KH AH,6H 6H,4H"),
    ("9H 9H 5H 5H", "9H,9H 5H,5H", "9H,9H", "9H,5H"),
    ("5H 5H 5H 4H 2H", "5H,5H", "", "4H,2H 5H,4H"),
    ("KS 3C 3C 9D 9D", "KS,9D 3C,3C 9D,9D KS,3C", "3C,3C", ""),
    ("KH TC TC 6C 6C", "KH,TC KH,6C", "", "TC,TC"),
    ("7H 7S 3C 3C", "3C,3C 7H,7S 7H,3C", "3C,3C", ""),
]
SET_2 = [  # trump S, level 6, lead JD JD TD TD
    ("AD KD JD TD 9D 9D 5D", "9D,9D,AD,KD 9D,9D,JD,5D", "", "AD,KD,JD,TD AD,KD,JD,5D"),
    ("KD KD 9D 9D 4D 3D 2D", "KD,KD,9D,9D", "", "KD,KD,4D,3D 9D,9D,4D,3D KD,9D,4D,3D"),
    ("KD KD 8D 8D 7D 7D", "8D,8D,7D,7D KD,KD,7D,7D", "", "KD,8D,7D,7D"),
    ("QD QD AD AD 8D 8D 5D 5D", "QD,QD,AD,AD 8D,8D,5D,5D", "", "AD,QD,8D,5D AD,AD,8D,5D"),
    ("QD 5S 5S 4S 4S", "QD,5S,5S,4S", "", "5S,5S,4S,4S"),
    ("KD KD KS KS 5S 4S", "KD,KD,KS,KS KD,KD,5S,4S", "", "KS,KS,5S,4S KD,KS,5S,4S"),
    ("KS KS 7S 7S 5S 5S", "7S,7S,5S,5S KS,KS,7S,5S KS,KS,7S,7S", "7S,7S,5S,5S", ""),
    ("6S 6S 6H 6H 5S 5S", "6S,6S,5S,5S 6H,6H,6S,6S", "", ""),
]


@pytest.mark.parametrize(("lead", "trump", "level", "hand", "legal", "wins", "illegal"), [
    *(("8H,8H", "C", 7, *row) for row in SET_1), *(("JD,JD,TD,TD", "S", 6, *row) for row in SET_2)])  # fmt: skip
def test_following(lead: str, trump: str, level: int, hand: str, legal: str, wins: str, illegal: str) -> None:
    """Both sets of the seed: what Vera may play to the lead, and whether it wins."""
    boris = [*lead.split(","), *["9S", "JC", "QC", "TC", "8S", "TH", "9C"]][: len(hand.split())]
    blank = {"8H,8H": ("2S,3S", "4S,5S"), "JD,JD,TD,TD": ("2C,3C,4C,5C", "2H,3H,4H,8H")}[lead]
    others = " ".join(f"{seat}:{blank[n % 2]}" for n, seat in enumerate("GDEFHA"))
    for cards in legal.split() + illegal.split():
        hands, plays = f"B: {' '.join(boris)} / V: {hand}", f"B:{lead} V:{cards} {others}"
        played = position(hands, plays, calls="1:9H 2:9H 3:9H", players=8, trump=trump, level=level)
        assert played.verdicts.get(5, "ok") == ("illegal" if cards in illegal.split() else "ok"), cards
        if cards in legal.split():
            law, trick = Law("67"[level - 6], trump), [("Boris", lead.split(",")), ("Vera", cards.split(","))]
            won = "Vera" if cards in wins.split() else "Boris"
            assert law.winner(trick) == won
            assert played.events[11]["awaits"]["seats"] == [won], cards


@pytest.mark.parametrize(("cards", "good"), [
    ("AH AH", True), ("AH AH KH KH", True), ("KH KH QH QH", True), ("8H 8H 6H 6H", True), ("AH AH KH", False),
    ("AH AD", False), ("7H 7H 7C 7C", True), ("9C 9C 7C 7C", True), ("AH KH KH", False), ("AH 7H", False),
    ("XB XB", True), ("XB XR", True), ("AC 7H", True), ("5H 5H 4H 4H", True), ("AH", True),
])  # fmt: skip
def test_shapes_of_leads(cards: str, good: bool) -> None:
    """Groups, sequences that skip the level, top cards of one kind; never singles with pairs, or two suits."""
    assert bool(Law("7", "C").kind(cards.split())[0]) == good
    assert position(f"B: {cards}", "B:" + cards.replace(" ", ",")).verdicts.get(3) != ("illegal" if good else "ok")
    if not good:
        assert position(f"B: {cards}", "B:" + cards.replace(" ", ",")).verdicts[3] == "illegal"


def fly(cards: str) -> str:
    """All others put the same blank cards."""
    return " ".join(f"{seat}:{cards}" for seat in "VGDEA")


def points(played: Played) -> dict[str, int]:
    """What each scores, if anything."""
    return {who: n for who, n in played.deals[1]["points"].items() if n}


def found(played: Played) -> list[tuple[str, str, list[str]]]:
    """Seat, rule and proof of the findings of the only deal."""
    return [(f["seat"], f["rule"], f["proof"]) for f in played.deals[1]["findings"]]


def test_friends() -> None:
    """Example 5: the second 9S and the first 8D are one friend's; a Leader's own card; a card that is not played."""
    calls, rest = "1:9S 2:9S 1:8D", "G:2S,3S D:2S,3S E:2S,3S F:4S,5S H:4S,5S I:4S,5S A:6S,8S"
    plays = f"B:KS,KS V:9S,9S {rest} B:AD V:8D G:2D D:2D E:2D F:3D H:3D I:3D A:4D"
    done = position("B: KS KS AD", plays, calls=calls, players=9)
    assert done.verdicts == {} and points(done) == {"Boris": 6, "Vera": 6}  # D = 0: 2 * (1 + 2)
    own = position("B: KS KS 8D", plays.replace("B:AD V:8D", "B:8D V:9D"), calls="1:8D 3:9S 3:KH", players=9)
    assert own.deals[1]["how"]["Boris"]["attackers"] == 1


def test_calls() -> None:
    """So many cards, plain, ordinals of the packs, none twice, all before the first lead."""
    hand = "B: 8H 8H 3D"
    assert position(hand, "", calls="1:8H 2:8H").verdicts == {}
    for calls in ("3:8H", "0:8H", "1:2C", "1:7H", "1:8H 1:8H"):
        assert position(hand, "", calls=calls).verdicts[len(calls.split())] in ("illegal", "question"), calls
    assert position(hand, "B:3D", calls="1:8H").verdicts == {2: "illegal"}
    assert position(hand, "", calls="1:2C 1:7H", rules={"called_trump": "allowed"}).verdicts == {}


def test_top_cards_and_false_leads() -> None:
    """Example 8 and the consequences: the deal is lost at once, by the team of the leader as it is known then."""
    hand = "B: AH AH KH JH 2D"
    everybody = {who: 3 for who in SIX if who != "Boris"}  # D = 200
    for plays in ("B:AH,JH V:QH,2H", "B:AH,JH V:2H,3H G:KH,4H", "B:AH,JH V:2H,3H G:4H,5H A:!QH", "B:AH,JH V:!KH"):
        lost = position(hand, plays)
        assert points(lost) == everybody and found(lost)[0][:2] == ("Boris", "false_lead"), plays
    equal = position(hand, "B:AH,KH V:KH,2H G:3H,4H D:3H,4H E:5H,6H A:5H,6H")
    assert equal.verdicts == {} and not equal.deals and equal.events[8]["awaits"]["seats"] == ["Boris"]
    friend = position(hand, "B:AH,JH V:QH,4H", calls="1:QH 2:9S")  # revealed up to and including the queen
    assert points(friend) == {who: 3 for who in everybody if who != "Vera"}
    assert points(position(hand, "B:AH,JH V:4H,QH", calls="1:4H 2:9S")) == points(friend)
    assert points(position(hand, "B:AH,JH V:QH,4H", calls="1:4H 2:9S")) == everybody
    # ruffs: trumps only, the highest wins, of equal ones the first
    ruff = position("B: AH KH 2D", "B:AH,KH V:2C,9C G:AC,3D D:AC,3C E:KC,4C A:2H,3H")
    assert ruff.events[8]["awaits"]["seats"] == ["Dara"]


def test_a_defender_leads_falsely() -> None:
    """D becomes 0: the Attackers score twofold, and for every friend who has not come."""
    plays = "B:2D V:AD G:3D D:4D E:5D A:6D V:KH,JH G:AH,2H"
    assert points(position("B: 2D 3S 4H", plays)) == {"Boris": 6}
    assert points(position("B: 2D 3S 4H", plays, calls="1:AD 2:9S")) == {
        w: 3 for w in SIX if w not in ("Boris", "Vera")
    }
    # a friend whose card has not been played counts as Defence; `opened`: he holds a called card
    hand = "B: 2D 3S 4H / V: AD KH JH"
    opened = {"false_lead_team": "opened"}
    assert points(position(hand, plays, calls="2:9S 1:9H", rules=opened)) == {"Boris": 6}


def test_revokes() -> None:
    """Found when the card is shown: the suit, a pair that was held."""
    suit = "B:AH V:2D G:2H D:2H E:3H A:3H B:KD V:9H G:4D D:4D E:5D A:5D"
    assert found(position("B: AH KD", suit)) == [("Vera", "follow_suit", ["9H"])]
    pair = "B:8H,8H V:6H,4H G:2S,3S D:2S,3S E:4S,5S A:4S,5S B:9H V:6H G:6S D:6S E:8S A:8S"
    assert [(seat, proof) for seat, _, proof in found(position("B: 8H 8H 9H", pair))] == [("Vera", ["6H"])]
    level = "B:AH V:7H G:2H D:2H E:3H A:3H V:KD G:4D D:4D E:5D A:5D B:6D"  # a level card is no heart
    assert found(position("B: AH 6D", level)) == []


def by_hand(people: list[str], deals: list[tuple[str, list[str], int]], rules: Rules = USUAL, **start: Any) -> Played:
    """Deals entered by hand: the Leader, his friends, the points of the Defence."""
    lines: list[Event] = []
    for n, (leader, friends, taken) in enumerate(deals):
        more = {"start": start} if start and not n else {}
        facts = {"leader": leader, "friends": friends, "defence": taken}
        lines += [head(people, None if n else "Ana", rules, **more), {"do": "result", "facts": facts}]
    return run(lines)


@pytest.mark.parametrize("players", sorted(PACKS))
@pytest.mark.parametrize("table", ["classic", "modern"])
def test_tables_of_points(players: int, table: str) -> None:
    """Every line of the resulting tables, for every size of the team; example 7."""
    people, (packs, _, _, _, most), rules = NAMES[:players], PACKS[players], {"score_table": table}
    for share in (0, 5 / packs, 20 - 5 / packs, 20, 40 - 5 / packs, 40, 60, 80 - 5 / packs, 80, 100 - 5 / packs, 100):
        for size in (1, 2, most):
            taken = round(share * packs)
            ours, theirs, _ = payment(taken, size, players, rules)
            deal = by_hand(people, [("Boris", people[2 : 1 + size], taken)], rules).deals[1]
            team = people[1 : 1 + size]
            assert deal["points"] == {who: ours if who in team else theirs for who in people}, (taken, size)
    assert [payment(30, 2, 6)[:2], payment(400, 6, 12)[:2], payment(120, 4, 8)[:2], payment(115, 4, 8)[:2]] == [
        (2, 0), (0, 3), (0, 1), (1, 0)]  # fmt: skip


def test_who_starts_and_who_is_active() -> None:
    """The Leader, or the first of the Defence on his right; only winners may make trumps; nobody at first: all."""
    for deal in (("Boris", ["Vera"], 30), ("Boris", ["Vera"], 80), ("Boris", [], 195), ("Emil", ["Ana", "Boris"], 90)):
        match = Match(SIX)
        match.deal(deal[0], deal[2], {deal[0], *deal[1]})
        for who in SIX:
            facts = {"leader": deal[0], "friends": deal[1], "defence": deal[2]}
            lines: list[Event] = [head(SIX), {"do": "result", "facts": facts}, head(SIX, None)]
            for seat in match.around(match.starter):
                lines.append({"do": "draw", "seat": seat, "count": 1})
                if seat == who:
                    break
            lines.append({"do": "show", "seat": who, "cards": [match.level(who) + "D"]})
            n = len(lines) - 1
            assert run(lines).verdicts == ({} if who in match.active else {n: "illegal"}), (deal, who)
    each = PACKS[6][3]
    none = [head(SIX), {"do": "draw", "seat": "Ana", "count": each}, {"do": "pass", "seat": "Ana"}, head(SIX, None)]
    again = run([*none, {"do": "draw", "seat": "Boris", "count": 1}])
    assert again.verdicts == {} and set(again.deals[1]["points"].values()) == {0}


def test_the_end_of_a_match() -> None:
    """Example 10: of several with 15 who was Leader last; nobody was: the highest, then shared."""
    scores = {**dict.fromkeys(SIX, 2), "Boris": 13, "Emil": 13}
    for first, second in (("Emil", "Boris"), ("Boris", "Emil")):
        deals: list[tuple[str, list[str], int]] = [(first, [], 80), (second, [], 80), ("Ana", ["Boris", "Emil"], 30)]
        played = by_hand(SIX, deals, scores=scores)
        assert [deal["match_over"] for deal in played.deals.values()] == [False, False, True]
        assert played.deals[3]["winners"] == [second]
    high = {**scores, "Boris": 14, "Emil": 14, "Vera": 14}
    assert by_hand(SIX, [("Vera", ["Boris", "Emil"], 30)], scores=high).deals[1]["winners"] == ["Vera"]
    assert by_hand(SIX, [("Ana", ["Boris", "Emil"], 30)], scores=high).deals[1]["winners"] == ["Boris", "Emil"]
    assert by_hand(SIX, [("Ana", ["Boris"], 0)], scores={**high, "Boris": 13}).deals[1]["winners"] == ["Boris"]
    more = by_hand(SIX, [("Ana", ["Boris", "Emil"], 30)], {"equal_top_tie": "another_deal"}, scores=high).deals[1]
    assert more["match_over"] is False


def test_house_rules_of_scores() -> None:
    """`passive_point`: who lost the deal before gives up his first point."""
    played = by_hand(SIX, [("Ana", [], 80), ("Boris", ["Ana"], 30)], {"passive_point": "activates"})
    assert played.deals[1]["points"] == {who: int(who != "Ana") for who in SIX}
    assert played.deals[2]["points"] == {who: {"Ana": 1, "Boris": 2}.get(who, 0) for who in SIX}
