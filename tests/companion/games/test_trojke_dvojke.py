"""Every worked example of ``rules/trojke_dvojke.md`` through the deal record; the numbers are those of the page."""

from __future__ import annotations

from typing import Any

import pytest

from tests.companion.replays import play, table_of

Lines = list[dict[str, Any]]


def header(players: int, rules: dict[str, str] | None = None, **start: Any) -> dict[str, Any]:
    """A deal by the last player."""
    names = [f"P{n}" for n in range(1, players + 1)]
    return {"record": 1, "game": "trojke_dvojke", "players": names, "dealer": names[-1], "rules": rules or {},
            "start": start}  # fmt: skip


def put(text: str) -> Lines:
    """``P1 9H, P2 KH``: cards put on the pile."""
    return [{"do": "play", "seat": part.split()[0], "cards": [part.split()[1]]} for part in text.split(",")]


def draw(seat: str, number: int = 1) -> dict[str, Any]:
    """Unseen cards of the stock."""
    return {"do": "draw", "seat": seat, "count": number}


def names(seat: str, suit: str) -> dict[str, Any]:
    """The suit that an ace asks for."""
    return {"do": "choose", "seat": seat, "option": suit}


def dalje(seat: str) -> dict[str, Any]:
    """The turn ends without a card."""
    return {"do": "pass", "seat": seat}


def zadnja(seat: str) -> dict[str, Any]:
    """One card is left."""
    return {"do": "say", "seat": seat, "word": "zadnja"}


def begin(pile: str, players: int = 3, rules: dict[str, str] | None = None, **hands: str) -> Lines:
    """A position: this top card, these hands, the others hidden."""
    held = {name: cards.split() for name, cards in hands.items()} or {"P1": ["2D", "3D", "X", "AC", "9S"]}
    return [header(players, rules, hands=held, pile=pile.split(), stock=40, to_act="P1")]


def seats_after(lines: Lines) -> tuple[dict[int, str], list[str]]:
    """What was not simply taken, and who is awaited."""
    told = play(lines)
    return told.verdicts, told.events[max(told.events)]["awaits"].get("seats", [])


@pytest.mark.parametrize("card", ["9S", "KH", "2H", "7H", "AD", "AS", "X", "KS"])
def test_1_what_fits(card: str) -> None:
    told = play([*begin("9H", P1=f"{card} 4S 4C"), *put(f"P1 {card}")])
    assert told.events[1]["verdict"] == ("illegal" if card == "KS" else "ok")


def test_2_an_ace_names_a_suit() -> None:
    ace = [*begin("9H", P1="AC 4S 4C", P2="5D AS X 9H KC"), *put("P1 AC"), names("P1", "D")]
    assert seats_after(ace[:2]) == ({}, ["P1"]), "he is asked for the suit"
    for card, verdict in {"5D": "ok", "AS": "ok", "X": "ok", "9H": "illegal", "KC": "illegal"}.items():
        assert play([*ace, *put(f"P2 {card}")]).events[3]["verdict"] == verdict, card


def test_3_draws_do_not_add_up() -> None:
    lines = [*begin("5D"), *put("P1 2D"), draw("P2", 2), *put("P2 2S"), draw("P3", 2)]
    assert seats_after(lines) == ({}, ["P3"])
    told = play([*lines[:-1], draw("P3", 4)])
    assert told.verdicts == {4: "illegal"} and "draws 2 cards, not 4" in told.sentence(4)
    add = [*begin("5D", rules={"stacking": "accumulate"}), *put("P1 2D"), *put("P2 2S"), draw("P3", 4)]
    assert seats_after(add) == ({}, ["P3"])


def test_4_a_joker() -> None:
    joker = [*begin("5D"), *put("P1 X"), draw("P2", 3)]
    assert seats_after(joker) == ({}, ["P3"])
    for card, verdict in {"6D": "ok", "AS": "ok", "X": "ok", "5S": "illegal"}.items():
        assert play([*joker, *put(f"P3 {card}")]).events[3]["verdict"] == verdict, card
    assert seats_after([*begin("5D", players=2), *put("P1 X"), draw("P2", 3)]) == ({}, ["P1"])
    assert play([*joker[:2], *put("P2 6D")]).verdicts == {2: "illegal"}, "he loses his turn"


def test_4_a_joker_on_an_ace() -> None:
    lines = [*put("P1 AC"), names("P1", "D"), *put("P2 X"), draw("P3", 3), *put("P1 9S")]
    assert play([*begin("9H"), *lines]).events[5]["verdict"] == "illegal"
    assert play([*begin("9H", rules={"joker_on_ace": "free"}), *lines]).events[5]["verdict"] == "ok"


def test_5_sevens() -> None:
    sevens = begin("9H", P1="7H 7C 4C")
    told = play([*sevens, *put("P1 7H,P1 7C,P1 4C"), {"do": "show", "seat": "P2", "cards": ["4S", "4D", "5S"]},
                 {"do": "show", "seat": "P3", "cards": ["6S", "6D", "6H"]}])  # fmt: skip
    assert told.verdicts == {} and told.deals[1]["points"]["P1"] == -10
    other = begin("9H", P1="7H 7C 4H")
    told = play([*other, *put("P1 7H,P1 4H"), zadnja("P1"), *put("P2 5H")])
    assert told.verdicts == {} and told.deals == {} and told.events[4]["findings"] == []
    both = [*other, *put("P1 7H,P1 7C"), draw("P1")]
    assert seats_after([*both, *put("P1 TC"), zadnja("P1")]) == ({}, ["P2"])
    kept = [*both, *put("P2 QC")]
    assert seats_after(kept) == ({}, ["P3"]) and table_of(kept).size("hand 0") == 2
    told = play([*other, *put("P1 7H,P1 7C,P1 4H")])
    assert told.verdicts == {3: "illegal"} and told.events[3]["awaits"]["seats"] == ["P1"]
    assert seats_after([*other, *put("P1 7H,P1 7C,P1 4H"), draw("P1")])[1] == ["P2"], "one drawn, the turn is over"


def last_seven(rules: dict[str, str] | None = None) -> Lines:
    """P2, whose turn it is, has a seven left."""
    start: dict[str, Any] = {"hands": {"P2": ["7S"], "P1": ["4D", "5D"]}, "pile": ["KS"], "stock": 40, "to_act": "P2"}
    return [header(2, rules, **start), *put("P2 7S"), draw("P2")]


def test_6_a_seven_is_never_the_last_card() -> None:
    assert play(last_seven()[:2]).deals == {}
    assert play(
        [
            *last_seven(),
            *put("P2 QS"),
        ]
    ).deals[1]["points"] == {"P1": 9, "P2": -10}
    told = play([*last_seven(), zadnja("P2"), *put("P1 4D")])
    assert told.verdicts == {4: "illegal"} and told.deals == {}, "the top is the seven of spades"
    told = play([*last_seven(), zadnja("P2"), draw("P1"), *put("P1 5S")])
    assert told.verdicts == {} and all(not line["findings"] for line in told.events.values())
    assert play([*last_seven({"seven_end": "suit_only"}), *put("P2 AD")]).verdicts == {3: "illegal"}
    assert play([*last_seven(), *put("P2 7D"), draw("P2"), *put("P2 QD")]).deals[1]["points"]["P2"] == -10


def test_7_the_score_of_a_deal_and_the_end_of_the_match() -> None:
    start: dict[str, Any] = {"hands": {"P1": ["5S"], "P2": ["X", "3S", "KH", "5D"], "P3": ["AC", "2D"]}, "pile": ["KS"],
                             "to_act": "P1", "scores": {"P1": 45, "P2": 44, "P3": 12}}  # fmt: skip
    told = play([header(3, **start), *put("P1 5S")]).deals[1]
    assert told["points"] == {"P1": -10, "P2": 60, "P3": 30}
    assert told["scores"] == {"P1": 35, "P2": 104, "P3": 42} and told["winners"] == ["P1"]
    facts = {"out": "P1", "left": {"P2": ["X", "3S", "KH", "5D"], "P3": 30}}
    assert play([header(3), {"do": "result", "facts": facts}]).deals[1]["points"] == told["points"]


PAIRS = {"out": "P2", "left": {"P4": ["AS", "AS"], "P1": ["4S", "9D"], "P3": ["JH"]}}


def test_8_two_pairs() -> None:
    told = play([header(4), {"do": "result", "facts": PAIRS}]).deals[1]["points"]
    assert told == {"P1": 23, "P2": 30, "P3": 23, "P4": 30}
    told = play([header(4, {"four_players": "singles"}), {"do": "result", "facts": PAIRS}]).deals[1]["points"]
    assert told == {"P1": 13, "P2": -10, "P3": 10, "P4": 40}


def test_9_draws_and_dalje() -> None:
    start = begin("5D")
    assert seats_after([*start, draw("P1"), dalje("P1")]) == ({}, ["P2"]), "nobody has to put a card"
    forced = [*start, *put("P1 3D"), draw("P2", 3)]
    assert seats_after([*forced, dalje("P2")]) == ({}, ["P3"])
    told = play([*forced, draw("P2")])
    assert told.verdicts == {3: "illegal"} and told.events[3]["awaits"]["seats"] == ["P2"]
    more = [*begin("5D", rules={"draw_after_forced": "yes"}), *forced[1:], draw("P2"), dalje("P2")]
    assert seats_after(more) == ({}, ["P3"])
    assert play([*start, dalje("P1")]).verdicts == {1: "illegal"}, "first he draws"


@pytest.mark.parametrize(("rule", "number"), [("draw_one", 1), ("draw_two", 2)])
def test_a_card_that_does_not_fit_costs_a_draw_and_the_turn(rule: str, number: int) -> None:
    lines = [*begin("9H", rules={"illegal_card": rule}, P1="4S 4C 4D 5S 6S"), *put("P1 4S"), draw("P1", number)]
    told = play(lines)
    assert told.sentence(1) == "4♠ does not fit: it goes back" and told.events[2]["awaits"]["seats"] == ["P2"]
    assert table_of(lines).size("hand 0") == 5 + number


def test_zadnja_has_to_be_said() -> None:
    silent = [*put("P1 4H,P2 5H")]
    told = play([*begin("9H", P1="4H 4C"), *silent])
    finding = told.events[2]["findings"][0]
    assert (finding["rule"], finding["seat"], finding["about"]) == ("zadnja", "P1", 1)
    assert told.events[2]["awaits"]["seats"] == ["P3"]
    told = play([*begin("9H", rules={"missing_zadnja": "draw_one"}, P1="4H 4C"), *silent])
    assert told.events[2]["awaits"] == {"do": ["draw"], "seats": ["P1"], "count": 1}


def test_the_first_card() -> None:
    joker = {"do": "turn", "cards": ["X"]}
    told = play([header(2), joker, *put("P2 X"), *put("P2 9H"), *put("P1 9S")])
    assert told.verdicts == {2: "illegal"} and table_of([header(2), joker]).size("hand 1") == 11
    turned = [header(2, {"start_joker": "turn_next"}), joker, {"do": "turn", "cards": ["9H"]}, *put("P1 9S")]
    assert play(turned).verdicts == {} and table_of(turned).size("hand 1") == 11
    two = {"do": "turn", "cards": ["2H"]}
    assert play([header(2), two]).events[1]["awaits"]["do"] == ["play", "draw"]
    assert play([header(2, {"start_effect": "on_first"}), two]).events[1]["awaits"]["count"] == 2


def test_an_empty_stock() -> None:
    hands = {"P1": ["4H", "4S"], "P2": ["5S", "6D"]}
    lines = [*put("P1 4H"), zadnja("P1"), draw("P2")]
    start: dict[str, Any] = {"hands": hands, "pile": ["5D", "9D", "9H"], "stock": 0, "to_act": "P1"}
    t = table_of([header(2, **start), *lines])
    assert t.size("stock") == 2 and [str(card) for card in t.cards("pile")] == ["4H"] and not t.cards("stock")
    told = play([header(2, {"stock_empty": "deal_ends"}, **start), *lines])
    assert told.deals[1]["points"] == {"P1": 4, "P2": 11}


def test_a_stock_that_is_empty_ends_the_deal_though_the_pile_is_but_one_card() -> None:
    start: dict[str, Any] = {"hands": {"P1": ["4S"], "P2": ["5S"]}, "pile": ["9H"], "stock": 0, "to_act": "P1"}
    told = play([header(2, {"stock_empty": "deal_ends"}, **start), draw("P1")])
    assert told.deals[1]["points"] == {"P1": 4, "P2": 5}


def test_a_last_card_may_still_make_the_next_one_draw() -> None:
    start: dict[str, Any] = {"hands": {"P1": ["2H"], "P2": ["5S"]}, "pile": ["9H"], "stock": 40, "to_act": "P1"}
    assert play([header(2, **start), *put("P1 2H")]).deals[1]["points"] == {"P1": -10, "P2": 5}
    told = play([header(2, {"last_card_effect": "next_draws"}, **start), *put("P1 2H"), draw("P2", 2),
                 {"do": "show", "seat": "P2", "cards": ["KS", "KD"]}])  # fmt: skip
    assert told.deals[1]["points"] == {"P1": -10, "P2": 25}


def test_equal_lowest_totals() -> None:
    scores = {"P1": 50, "P2": 40, "P3": 30}
    facts = {"out": "P1", "left": {"P2": 70, "P3": 10}}
    lines: Lines = [header(3, scores=scores), {"do": "result", "facts": facts}]
    assert not play(lines).deals[1]["match_over"]
    lines[0]["rules"] = {"lowest_tied": "shared"}
    assert play(lines).deals[1]["winners"] == ["P1", "P3"]
