"""Žiao-Pengju by its rules text alone: the house rules that change the cards, the trumps, the tricks or the scores."""

from __future__ import annotations

from typing import Any

import pytest

from tests.companion.replays import Played
from tests.companion.second.test_ziao_pengju_table import SIX, found, points, position
from tests.companion.second.ziao_pengju_sheet import NAMES, USUAL, Event, Rules, head, run


def defence(played: Played) -> int:
    """The points of the Defence in the only deal."""
    return int(played.deals[1]["how"]["Boris"]["defence"])


def test_false_leads_taken_back() -> None:
    """Only the lowest card stays led; ten points for each card that goes back, against the leader's team."""
    back = {"false_lead_penalty": "take_back"}
    plays = "B:AH,JH V:QH,2H V:QH G:3H D:4H E:5H A:2H V:2H G:6H D:8H E:9S A:9S B:AH"
    played = position("B: AH JH", plays, back)
    assert defence(played) == 5 + 10 and points(played) == {"Boris": 3}
    assert points(position("B: AH JH", plays.split(" V:QH G")[0])) == {who: 3 for who in SIX if who != "Boris"}
    three = "B:AH,KH,JH V:QH,2H,3H V:QH G:3H D:4H E:5H A:2H V:2H G:6H D:8H E:9S A:9S B:AH"
    three += " B:KH V:3H G:4S D:4S E:6S A:6S"
    assert defence(position("B: AH KH JH", three, back)) == 5 + 20
    pairs = "B:AH,AH,QH,QH V:KH,2H,3H,4H V:KH,2H"  # the lowest pair stays
    assert position("B: AH AH QH QH", pairs, back).events[5]["awaits"]["count"] == 2
    theirs = "B:2D V:AD G:3D D:4D E:5D A:6D V:KH,JH G:AH,2H G:AH D:3H E:4H A:6H B:3S"
    rest = " G:2H D:3S E:4S A:4S B:4H V:KH"
    mine = position("B: 2D 3S 4H", theirs + rest, back)
    assert defence(mine) == 5 + 10 - 10  # 5D, and KH which the Defence wins; ten less
    assert defence(position("B: 2D 3S 4H", (theirs + rest).replace("V:KH,JH G:AH,2H G:AH", "V:JH G:AH"))) == 15


def test_late_proofs() -> None:
    """`retroactive` and `deal_lost`: what is proved in a later trick costs the deal."""
    late = "B:AH,JH V:2H,3H G:2S,3S D:2S,3S E:4S,5S A:4S,5S B:9D V:QH G:4D D:4D E:5D A:5D"
    assert found(position("B: AH JH 9D", late)) == [("Boris", "false_lead", ["QH"])]
    assert points(position("B: AH JH 9D", late)) == {"Boris": 6}
    assert defence(position("B: AH JH 9D", late, {"false_lead_late": "retroactive"})) == 200
    suit = "B:AH V:2D G:2H D:2H E:3H A:3H B:3D V:8H G:4D D:4D E:5D A:JD"
    assert defence(position("B: AH 3D", suit)) == 5
    assert defence(position("B: AH 3D", suit, {"revoke_penalty": "deal_lost"})) == 0
    ours = position("B: AH 3D", suit, {"revoke_penalty": "deal_lost"}, calls="1:2D 2:9S")
    assert defence(ours) == 200 and points(ours) == {who: 3 for who in SIX if who not in ("Boris", "Vera")}


def test_longer_sequences_and_pairs_beaten_by_pairs() -> None:
    """`two_or_more`: three adjacent pairs are a sequence; `by_pairs`: a single higher card does no harm."""
    lead = "B: 8H 8H 9H 9H TH TH"
    plays = "B:8H,8H,9H,9H,TH,TH V:JH,JH,QH,QH,KH,KH"
    assert defence(position(lead, plays)) == 200  # by default top cards, and false
    rest = " G:2S,3S,4S,5S,6S,8S D:2S,3S,4S,5S,6S,8S E:2D,3D,4D,5D,6D,8D A:2D,3D,4D,5D,6D,8D"
    longer = position(lead, plays + rest, {"niz_length": "two_or_more"})
    assert longer.verdicts == {} and defence(longer) == 6 * 10 - 10 * 2 + 4 * 5
    pairs = "B:AH,AH,QH,QH V:KH,2H,3H,4H"
    assert defence(position("B: AH AH QH QH", pairs)) == 200
    assert not position("B: AH AH QH QH", pairs, {"tops_test": "by_pairs"}).deals
    both = position("B: AH AH QH QH", "B:AH,AH,QH,QH V:KH,KH,3H,4H", {"tops_test": "by_pairs"})
    assert defence(both) == 200


def opening(people: list[str], each: int, talon: int, *more: Event, rules: Rules = USUAL) -> Played:
    """Boris shows 2H after his first card, takes the talon and lays as many away; then what follows."""
    lines: list[Event] = [head(people, rules=rules), {"do": "draw", "seat": "Boris", "count": 1},
                          {"do": "show", "seat": "Boris", "cards": ["2H"]},
                          {"do": "draw", "seat": people[0], "count": each},
                          {"do": "draw", "seat": "Boris", "count": talon},
                          {"do": "discard", "seat": "Boris", "count": talon}]  # fmt: skip
    return run([*lines, *more])


def call(card: str) -> Event:
    """Boris calls the first copy of a card."""
    return {"do": "call", "seat": "Boris", "cards": [card], "ordinal": 1}


@pytest.mark.parametrize(("players", "rules", "each", "talon", "calls", "jokers"), [
    (6, {}, 17, 6, 2, "XB XB XR XR"), (7, {}, 14, 6, 2, ""), (8, {}, 19, 6, 3, "XB XB"), (9, {}, 17, 6, 3, "XB XB XB"),
    (10, {}, 15, 6, 4, ""), (11, {}, 14, 6, 4, "XB XB XR XR"), (12, {}, 17, 6, 5, "XB XB"),
    (8, {"jokers_when_one_kind": "red"}, 19, 6, 3, "XR XR"),
    (6, {"composition": "per_pack"}, 17, 6, 2, "XB XB XR XR"),
    (7, {"composition": "per_pack"}, 14, 10, 2, "XB XB XR XR"),
    (12, {"composition": "per_pack"}, 17, 12, 5, "XB XB XB XB XR XR XR XR"),
    (5, {"five_players": "on"}, 20, 8, 1, "XB XB XR XR"),
])  # fmt: skip
def test_packs(players: int, rules: Rules, each: int, talon: int, calls: int, jokers: str) -> None:
    """Cards each, talon, cards called, and which jokers are there, how often."""
    called = [call(card) for card in ("9S", "9D", "9C", "8S", "8D")[:calls]]
    lead: Event = {"do": "play", "seat": "Boris", "cards": ["3S"]}
    people = NAMES[:players]
    assert opening(people, each, talon, *called, lead, rules=rules).verdicts == {}
    assert set(opening(people, each, talon, *called[1:], lead, rules=rules).verdicts) == {5 + calls}
    for joker in ("XB", "XR"):
        there = jokers.split().count(joker)
        many: Event = {**lead, "cards": [joker] * (there or 1)}
        if there:
            assert opening(people, each, talon, *called, many, rules=rules).verdicts == {}
            more: Event = {**lead, "cards": [joker] * (there + 1)}
            assert opening(people, each, talon, *called, more, rules=rules).verdicts == {6 + calls: "impossible"}
        else:
            with pytest.raises(ValueError, match="not in the pack"):
                opening(people, each, talon, *called, many, rules=rules)


def test_five_players() -> None:
    """Two Attackers at most; else the usual tables of two packs; not without the house rule."""

    def deal(friends: list[str], taken: int) -> dict[str, Any]:
        facts = {"leader": "Boris", "friends": friends, "defence": taken}
        five = head(NAMES[:5], rules={"five_players": "on"})
        return {who: n for who, n in run([five, {"do": "result", "facts": facts}]).deals[1]["points"].items() if n}

    assert deal([], 30) == {"Boris": 2} and deal(["Vera"], 30) == {"Boris": 1, "Vera": 1}
    assert deal([], 0) == {"Boris": 4} and deal(["Vera"], 160) == {"Ana": 2, "Goran": 2, "Dara": 2}
    with pytest.raises(ValueError, match="players"):
        run([head(NAMES[:5])])


def test_trumps_taken_over() -> None:
    """`more_cards`: two equal cards of one's own level beat a single one shown before, until the exchange."""
    first: list[Event] = [{"do": "draw", "seat": "Boris", "count": 2}, {"do": "show", "seat": "Boris", "cards": ["2H"]},
                          {"do": "draw", "seat": "Vera", "count": 1}]  # fmt: skip
    two: Event = {"do": "show", "seat": "Vera", "cards": ["2S", "2S"]}
    rest: list[Event] = [{"do": "draw", "seat": "Ana", "count": 16}, {"do": "draw", "seat": "Vera", "count": 6}]
    over = {"override_trump": "more_cards"}
    assert run([head(SIX, rules=over), *first, two, *rest]).verdicts == {}
    assert run([head(SIX), *first, two]).verdicts == {4: "illegal"}
    for wrong in (["2S"], ["2S", "2D"], ["3S", "3S"]):
        assert run([head(SIX, rules=over), *first, {**two, "cards": wrong}]).verdicts == {4: "illegal"}, wrong


def test_hands_without_a_trump() -> None:
    """They are played; or may be shown before the first lead, and the cards are drawn again."""
    bare = [r + s for r in "3456" for s in "SDC"] + ["7S", "7D", "7C", "8S", "8D"]
    shown: Event = {"do": "show", "seat": "Vera", "cards": bare}
    calls = [call("9S"), call("9D")]
    assert opening(SIX, 17, 6, *calls, shown).verdicts == {8: "illegal"}
    again = opening(SIX, 17, 6, *calls, shown, rules={"no_trump_hand": "redeal"})
    assert again.verdicts == {} and points(again) == {}
