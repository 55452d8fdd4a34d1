"""Trojke-dvojke by its rules text alone: written turns for each card, the ends of deals and of matches."""

from __future__ import annotations

from typing import Any

import pytest

from tests.companion.replays import Played
from tests.companion.second.test_trojke_dvojke import PEOPLE, USUAL, Event, Rules, head, points, run, show


def words_to_events(words: str) -> list[Event]:
    """Written short: "A:9S" Ana plays, "A:+2" draws two, "A:=D" names diamonds, "A:dalje", "A:zadnja"."""
    names, events = {name[0]: name for name in PEOPLE}, []
    said: dict[str, Event] = {"dalje": {"do": "pass"}, "zadnja": {"do": "say", "word": "zadnja"}}
    for word in words.split():
        seat, what = names[word[0]], word[2:]
        if what[0] == "+":
            more: Event = {"do": "draw", "count": int(what[1:])}
        elif what[0] == "=":
            more = {"do": "choose", "option": what[1:]}
        else:
            more = said.get(what, {"do": "play", "cards": [what]})
        events.append({"seat": seat, **more})
    return events


def at(hands: str, top: str, words: str, rules: Rules = USUAL, **start: Any) -> Played:
    """A position, Ana's turn: the hands of Ana, Boris (Vera, Goran), the top of the pile, then what they do."""
    held = dict(zip(PEOPLE, (hand.split() for hand in hands.split(" / ")), strict=False))
    people = list(held)
    begin = {"hands": held, "pile": [top], "to_act": "Ana", **start}
    left = {who: list(cards) for who, cards in held.items()}
    for event in words_to_events(words):
        if event["do"] == "play" and event["cards"][0] in left[event["seat"]]:
            left[event["seat"]].remove(event["cards"][0])
    shown = show(left) if any(not cards for cards in left.values()) and "7" not in words[-2:] else []
    return run([head(people, people[-1], rules, start=begin), *words_to_events(words), *shown])


THREE = "9S KH 2H 7H AC X 6C KS / 5D AS X 9H KC 4C / 5C 6C 9D AD"


@pytest.mark.parametrize(("top", "before", "yes", "no"), [
    ("9H", "", "9S KH 2H 7H AC X", "KS 6C"),  # example 1
    ("9H", "A:AC A:=D ", "5D AS X", "9H KC"),  # example 2: the named suit
    ("9H", "A:KH A:zadnja B:9H ", "9D AD", "5C 6C"),
    ("5D", "A:X B:+3 ", "9D AD", "5C 6C"),  # example 4: the suit before the joker, no rank
    ("5D", "A:AC A:=C B:X V:+3 ", "", ""),
])  # fmt: skip
def test_what_fits(top: str, before: str, yes: str, no: str) -> None:
    """Suit, rank, a named suit, the suit before a joker; anything else goes back and costs a card and the turn."""
    before = before.replace("A:zadnja ", "")
    player = {"A:A": "B", "A:K": "V", "A:X": "V", "": "A"}[before[:3]]
    for card in f"{yes} {no}".split():
        played = at(THREE, top, before + f"{player}:{card}")
        n = len(before.split()) + 1
        wanted = "ok" if card in yes.split() else "illegal"
        assert played.verdicts.get(n, "ok") == wanted, (top, before, card)
        assert set(played.verdicts) <= {n}
    for rules, number in (({}, 1), ({"illegal_card": "draw_two"}, 2)):
        fine = at(THREE, "9H", f"A:KS A:+{number} B:9H", rules)
        assert fine.verdicts == {1: "illegal"}


def test_draws() -> None:
    """Examples 3 and 9: twos and threes make the next player draw, do not add up, and nothing more is drawn."""
    hands = "2D 4D 9C 3D / 2S 6D 4C 3S / 2C 8S 6S 4C"
    assert at(hands, "5D", "A:2D B:+2 B:2S V:+2 V:8S").verdicts == {}
    assert at(hands, "5D", "A:2D B:+2 B:2S V:+4").verdicts == {4: "illegal"}
    assert at(hands, "5D", "A:2D B:6D").verdicts == {2: "illegal"}  # the draw comes first
    assert at(hands, "5D", "A:3D B:+2").verdicts == {2: "illegal"}
    assert at(hands, "5D", "A:3D B:+3 B:dalje V:+1 V:dalje").verdicts == {}
    assert at(hands, "5D", "A:3D B:+3 B:+1").verdicts == {3: "illegal"}
    more = {"draw_after_forced": "yes"}
    assert at(hands, "5D", "A:3D B:+3 B:+1 B:dalje V:+1", more).verdicts == {}
    assert at(hands, "5D", "A:+1 A:4D").verdicts == {}  # (taken to be the card drawn)
    assert at(hands, "5D", "A:+1 A:+1").verdicts == {2: "illegal"}
    assert at(hands, "5D", "A:dalje").verdicts == {1: "illegal"}
    assert at(hands, "5D", "B:6D").verdicts == {1: "illegal"}
    stack = {"stacking": "accumulate"}
    assert at(hands, "5D", "A:2D B:2S V:2C A:+6 A:dalje B:4C", stack).verdicts == {}
    assert at(hands, "5D", "A:3D B:3S V:+6 V:8S", stack).verdicts == {}
    assert at(hands, "5D", "A:2D B:6D", stack).verdicts == {2: "illegal"}
    assert at("2D 9C 8C / X 4C 4D / 4D 4S 6C", "5D", "A:2D B:X", stack).verdicts == {2: "illegal"}


def test_jokers_and_aces() -> None:
    """A joker costs three cards and the turn; two players: its player again; on an ace the named suit holds."""
    hands = "X AS 9C 3D / X 6D 4C 4S / 5S 8D 6S AC"
    assert at(hands, "5D", "A:X B:+3 V:8D").verdicts == {}
    assert at(hands, "5D", "A:X B:+3 V:5S").verdicts == {3: "illegal"}
    assert at(hands, "5D", "A:X B:+3 B:6D").verdicts == {3: "illegal"}
    assert at(hands, "5D", "A:X B:+3 V:AC V:=C A:9C").verdicts == {}
    assert at(hands, "5D", "A:AS A:=S B:X V:+3 A:3D").verdicts == {5: "illegal"}
    assert at(hands, "5D", "A:AS A:=S B:X V:+3 A:3D", {"joker_on_ace": "free"}).verdicts == {}
    assert at("X 9C 8D / 4C 5C 6C", "5D", "A:X B:+3 A:8D A:zadnja").verdicts == {}
    assert at(hands, "5D", "A:AS B:4S").verdicts[2] != "ok"  # no suit was named
    assert at("X 9C 8D / X 5C 6C / X 4C 4D", "5D", "A:X B:+3 V:X A:+3 B:X V:+3 A:8D").verdicts == {}
    assert at("4D 9C / 5C 6C / 6S 7S", "2H", "A:4D", trump="D").verdicts == {}  # a named suit in a position


def test_sevens() -> None:
    """Examples 5 and 6: more sevens, then the suit of the last one, an ace or a joker; who has none draws one."""
    three = " / 2S 6D 4C 4S / 5S 8D 6S AC"
    out = at("7H 7C 4C" + three, "9H", "A:7H A:7C A:4C")
    assert out.verdicts == {} and out.deals[1]["points"] == {"Ana": -10, "Boris": 24, "Vera": 39}
    hand = "7H 7C 4H" + three
    assert at(hand, "9H", "A:7H A:4H A:zadnja B:4C").verdicts == {}
    assert at(hand, "9H", "A:7H A:7C A:+1 A:TC A:zadnja B:4C").verdicts == {}
    kept = at(hand, "9H", "A:7H A:7C A:+1 B:4C V:AC V:=H A:TD")
    assert kept.verdicts == {7: "illegal"}
    assert at(hand, "9H", "A:7H A:7C A:4H").verdicts == {3: "illegal"}
    assert at(hand, "9H", "A:7H B:6D").verdicts == {2: "illegal"}
    assert at(hand, "9H", "A:7H A:7C A:+1 A:+1").verdicts == {4: "illegal"}
    assert at(hand, "9H", "A:7H A:7C A:dalje").verdicts == {3: "illegal"}
    win = at("7S" + three, "KS", "A:7S A:+1 A:QS")
    assert win.verdicts == {} and not at("7S" + three, "KS", "A:7S").deals
    assert not at("7S" + three, "KS", "A:7S A:+1 A:zadnja B:2S").deals
    assert at("7S" + three, "KS", "A:7S A:+1 A:7D A:+1 A:X").verdicts == {}
    strict = {"seven_end": "suit_only"}
    for card, rules, good in (("AH", {}, 1), ("X", {}, 1), ("AH", strict, 0), ("X", strict, 0), ("AC", strict, 1)):
        played = at(f"7C {card} 9S 9H" + three, "8C", f"A:7C A:{card}", rules)
        assert played.verdicts == ({} if good else {2: "illegal"}), (card, rules)
    assert at("7C 2C 9S 9H" + three, "8C", "A:7C A:2C B:+2 B:2S").verdicts == {}


def test_zadnja() -> None:
    """Who does not say it is warned, or draws a card."""
    hands = "9S 8S / 2S 6S 4S / 5S 8D 6S"
    assert at(hands, "5S", "A:9S A:zadnja B:6S").verdicts == {}
    silent = at(hands, "5S", "A:9S B:6S")
    assert [finding["rule"] for finding in silent.events[2]["findings"]] == ["zadnja"]
    assert at(hands, "5S", "A:9S B:zadnja").verdicts[2] == "illegal"
    costs = at(hands, "5S", "A:9S B:6S A:+1 V:5S", {"missing_zadnja": "draw_one"})
    assert set(costs.verdicts) <= {2} and costs.deals == {}


def test_an_empty_stock() -> None:
    """The pile is shuffled; where it has one card only nothing is drawn; or the deal ends and all count."""
    hands = "9S 8S / 2S 6S 4S / 3S 8D 6S"
    assert at(hands, "5S", "A:dalje B:2S V:dalje", stock=0).verdicts == {3: "illegal"}
    assert at(hands, "5S", "A:dalje B:2S V:+1 V:3S A:+1 A:dalje B:6S", stock=0).verdicts == {}
    assert at(hands, "5S", "A:+1", stock=0).verdicts == {1: "illegal"}
    held = {"Ana": ["9S", "8S"], "Boris": ["2S", "4S"], "Vera": ["3H"]}
    start = {"hands": held, "pile": ["KS"], "stock": 1, "to_act": "Ana"}
    begin = head(PEOPLE[:3], "Vera", {"stock_empty": "deal_ends"}, start=start)
    for last, boris in (("B:+1", ["2S", "4S"]), ("B:2S B:zadnja V:+2", ["4S"])):
        left = {"Ana": ["9S", "8S", "TD"], "Boris": boris, "Vera": ["3H"]}
        played = run([begin, *words_to_events("A:+1 A:dalje " + last), *show(left)])
        assert played.verdicts == {} and played.deals[1]["points"] == points(left, False)


def test_the_last_card() -> None:
    """The effect of a last two, three or joker is ignored, or the next player draws before the cards are counted."""
    hands = "2S / 2S 6S 4S / 5S 8D 6S"
    over = at(hands, "5S", "A:2S")
    assert over.deals[1]["points"] == points(
        {"Ana": [], "Boris": ["2S", "6S", "4S"], "Vera": ["5S", "8D", "6S"]}, False
    )
    draws = at(hands, "5S", "A:2S", {"last_card_effect": "next_draws"})
    assert not draws.deals and draws.events[1]["awaits"]["do"] == ["draw"]
    assert draws.events[1]["awaits"]["seats"] == ["Boris"]


@pytest.mark.parametrize("number", [2, 3, 4])
def test_a_joker_turned_up(number: int) -> None:
    """The dealer takes it and puts another card, or the next card is turned up; its effect may count."""
    people = PEOPLE[:number]
    first = [head(people), {"do": "turn", "cards": ["X"]}]
    put = {"do": "play", "seat": "Ana", "cards": ["2H"]}
    assert run([*first, put, {"do": "play", "seat": "Boris", "cards": ["9H"]}]).verdicts == {}
    assert run([*first, {**put, "cards": ["X"]}]).verdicts == {2: "illegal"}
    assert run([*first, {**put, "seat": "Boris"}]).verdicts == {2: "illegal"}
    for card, event in (("2H", {"do": "draw", "seat": "Boris", "count": 2}), ("7H", {"do": "draw", "seat": "Boris"}),
                        ("AH", {"do": "choose", "seat": "Boris", "option": "S"})):  # fmt: skip
        lines = [head(people, rules={"start_effect": "on_first"}), {"do": "turn", "cards": [card]}, event]
        assert run(lines).verdicts == {}


# Scores ---------------------------------------------------------------------------------------------------------------


def by_hand(totals: dict[str, int], out: str, left: dict[str, list[str]], rules: Rules = USUAL) -> dict[str, Any]:
    """A deal entered by hand; the product's line of it, whose points the scorer has found too."""
    people = list(totals)
    facts = {"out": out, "left": left}
    deal = run([head(people, rules=rules, start={"scores": totals}), {"do": "result", "facts": facts}]).deals[1]
    pairs = len(people) == 4 and rules.get("four_players") != "singles"
    assert deal["points"] == points({who: left.get(who, []) for who in people}, pairs)
    return deal


def test_matches() -> None:
    """Examples 7 and 8; at 100 the lowest total wins; equal lowest totals; the deal goes round to the right."""
    left = {"Boris": ["X", "3S", "KH", "5D"], "Vera": ["AC", "2D"]}
    deal = by_hand({"Ana": 45, "Boris": 44, "Vera": 12}, "Ana", left)
    assert deal["scores"] == {"Ana": 35, "Boris": 104, "Vera": 42} and deal["winners"] == ["Ana"]
    assert by_hand({"Ana": 45, "Boris": 39, "Vera": 12}, "Ana", left)["match_over"] is False
    tie = {"Ana": 52, "Boris": 44, "Vera": 12}
    assert by_hand(tie, "Ana", left)["match_over"] is False
    assert by_hand(tie, "Ana", left, {"lowest_tied": "shared"})["winners"] == ["Ana", "Vera"]
    four = {"Goran": ["AS", "AD"], "Ana": ["4S", "9D"], "Vera": ["JH"]}
    pairs = by_hand(dict.fromkeys(PEOPLE, 71), "Boris", four)
    assert pairs["scores"] == {"Ana": 94, "Boris": 101, "Vera": 94, "Goran": 101}
    assert pairs["winners"] == ["Ana", "Vera"]
    alone = by_hand(dict.fromkeys(PEOPLE, 71), "Boris", four, {"four_players": "singles"})
    assert alone["scores"] == {"Ana": 84, "Boris": 61, "Vera": 81, "Goran": 111} and alone["winners"] == ["Boris"]
    nine = {"do": "play", "seat": "Vera", "cards": ["9H"]}
    rest = {"Boris": ["4S"], "Vera": ["JH"], "Goran": ["5S"]}
    lines = [head(PEOPLE), {"do": "result", "facts": {"out": "Ana", "left": rest}}, head(PEOPLE, None)]
    assert run([*lines, {"do": "turn", "cards": ["8H"]}, nine]).verdicts == {}
