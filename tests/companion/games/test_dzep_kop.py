"""Every worked example of ``rules/dzep_kop.md`` through the deal record; the numbers are those of the rules page."""

from __future__ import annotations

from typing import Any

import pytest

from companion.events import BadRecord
from tests.companion.replays import play, table_of


def header(names: str, rules: dict[str, str] | None = None, **start: Any) -> dict[str, Any]:
    """A deal by the first player; the last one is the Cutter."""
    players = list(names)
    return {"record": 1, "game": "dzep_kop", "players": players, "dealer": players[0], "rules": rules or {},
            "start": start}  # fmt: skip


def put(seat: str, card: str) -> dict[str, Any]:
    """A card of the hand to the talon."""
    return {"do": "play", "seat": seat, "cards": [card]}


def turn(*cards: str) -> dict[str, Any]:
    """Cards turned up."""
    return {"do": "turn", "cards": list(cards)}


def take(seat: str, *cards: str) -> dict[str, Any]:
    """What a card takes, or what is given to the Cutter."""
    return {"do": "take", "seat": seat, "cards": list(cards)}


def laid(talon: str, card: str, rules: dict[str, str] | None = None) -> list[dict[str, Any]]:
    """A lays a card to this talon."""
    return [header("ABC", rules, hands={"A": [card, "6S"]}, lot=talon.split(), to_act="A"), put("A", card)]


def tried(talon: str, card: str, taken: str) -> tuple[str, int]:
    """What is said of a capture by A, and the points A has then."""
    lines = [*laid(talon, card), take("A", *taken.split())]
    return play(lines).events[2]["verdict"], points_of(lines, 0)


def points_of(lines: list[dict[str, Any]], seat: int) -> int:
    """The card points that a seat has captured so far."""
    shown = table_of(lines).marks.get(seat, {}).get("points")
    return int(str(shown).split()[0]) if shown is not None else 0


def test_1_a_capture_is_one_card() -> None:
    talon = "8S 8D 9C QH"
    assert tried(talon, "2H", "8S") == ("ok", 8) and tried(talon, "2H", "8D") == ("ok", 0)
    assert tried(talon, "2H", "8S 8D") == ("illegal", 0)
    t = table_of([*laid(talon, "2H"), take("A", "8S")])
    assert {str(card) for card in t.cards("taken 0")} == {"8S", "2H"}


def test_2_pictures_and_tens_take_their_own_rank() -> None:
    assert tried("QH KH", "QC", "QH") == ("ok", 15) and tried("QH KH", "QC", "KH") == ("illegal", 0)
    assert tried("TC", "TS", "TC") == ("ok", 30)


def test_3_the_others_take_what_makes_ten() -> None:
    assert tried("9C", "AH", "9C") == ("ok", 10) and tried("AS", "9S", "AS") == ("ok", 25)
    assert tried("5C 2D 3D", "5S", "5C") == ("ok", 10) and tried("5C 2D 3D", "5S", "2D 3D") == ("illegal", 0)


@pytest.mark.parametrize(("names", "sizes"), [("ABC", (7, 10, 20, 1)), ("ABCD", (5, 12, 19, 1))])
def test_4_the_cards_are_52(names: str, sizes: tuple[int, ...]) -> None:
    t = table_of([header(names)])
    assert tuple(t.size(place) for place in ("hand 0", "lot", "stock", "reserve")) == sizes
    assert len(names) * sizes[0] + sum(sizes[1:]) == 52
    assert sizes[2] == len(names) * sizes[0] - 1, "a card fewer than there are turns"


REST = ["2D", "4H", "6S", "7C", "9H", "AD", "8C"]


def test_5_two_of_a_triple_are_the_cutters() -> None:
    lines = [header("ABC"), turn("KS", "KH", "KC", *REST), take("C", "KH", "KC")]
    told, t = play(lines), table_of(lines)
    assert told.verdicts == {} and told.events[2]["awaits"]["seats"] == ["A"]
    assert points_of(lines, 2) == 15 and "KS" in map(str, t.cards("lot"))
    one_black = [header("ABC"), turn("KH", "KD", "KC", *REST)]
    told = play([*one_black, take("C", "KD", "KC")])
    assert told.verdicts == {2: "illegal"} and "a black one stays" in told.sentence(2)
    t = table_of([*one_black, {"do": "take"}])
    assert [str(card) for card in t.cards("lot")] == ["KC", *REST]


def test_5_a_triple_that_nobody_has_given_is_found_with_the_first_card() -> None:
    told = play([header("ABC"), turn("KS", "KH", "KC", *REST), put("A", "3D")])
    finding = told.events[2]["findings"][0]
    assert (finding["rule"], finding["seat"], finding["proof"]) == ("triple", None, ["KS", "KH", "KC"])
    assert told.events[2]["awaits"]["seats"] == ["A"], "the game goes on"


def test_5_house_rules_of_the_talon() -> None:
    t = table_of([header("ABC", {"triple_which_black": "club_stays"}), turn("KS", "KH", "KC", *REST), {"do": "take"}])
    assert "KC" in map(str, t.cards("lot"))
    four, fives = turn("KS", "KH", "KC", "KD", *REST[1:]), turn("5S", "5H", "5C", *REST)
    assert table_of([header("ABC"), four]).size("lot") == 10
    assert points_of([header("ABC", {"four_on_talon": "to_cutter"}), four], 2) == 30
    assert play([header("ABC"), fives]).events[1]["awaits"]["do"] == ["play"]
    assert "take" in play([header("ABC", {"triple_fives": "yes"}), fives]).events[1]["awaits"]["do"]


def by_hand(names: str, rules: dict[str, str] | None = None, **facts: Any) -> dict[str, int]:
    """The points of a result entered by hand."""
    points: dict[str, int] = play([header(names, rules), {"do": "result", "facts": facts}]).deals[1]["points"]
    return points


def test_6_the_figures_of_the_seed() -> None:
    assert by_hand("ABCD", points={"A": 67, "B": 51, "C": 70, "D": 52}) == {"A": 7, "B": -9, "C": 10, "D": -8}


ALL_AWARDS: dict[str, Any] = {"points": {"A": 125, "B": 60, "C": 55}, "kings": "A", "reserve": "9S"}


def test_7_all_awards() -> None:
    told = play([header("ABC"), {"do": "result", "facts": ALL_AWARDS}]).deals[1]
    assert told["points"] == {"A": 75, "B": -50, "C": -25}
    assert [told["how"][name]["base"] for name in "ABC"] == [45, -20, -25]
    assert [told["how"][name]["ke"] for name in "ABC"] == [20, -10, -10]
    assert [told["how"][name]["kings"] for name in "ABC"] == [20, -10, -10]
    assert [told["how"][name]["reserve"] for name in "ABC"] == [-10, -10, 20]


def test_7_forty_over_may_be_too_few() -> None:
    even = {"A": 120, "B": 60, "C": 60}
    assert by_hand("ABC", points=even) == {"A": 60, "B": -30, "C": -30}
    assert by_hand("ABC", {"ke_limit": "over_40"}, points=even) == {"A": 40, "B": -20, "C": -20}


@pytest.mark.parametrize(
    ("reserve", "each"), [("8H", 8), ("3H", 3), ("7H", 0), ("KD", 0), ("KC", 15), ("3S", 3)]
)  # fmt: skip
def test_8_what_the_reserve_brings_from_each_opponent(reserve: str, each: int) -> None:
    even = {"A": 80, "B": 80, "C": 80}
    assert by_hand("ABC", points=even, reserve=reserve) == {"A": -each, "B": -each, "C": 2 * each}
    if reserve in ("8H", "3H"):
        assert by_hand("ABC", {"red_reserve": "none"}, points=even, reserve=reserve) == {"A": 0, "B": 0, "C": 0}


def test_9_the_last_turn_is_the_cutters() -> None:
    hands: dict[str, list[str]] = {"A": [], "B": [], "C": [], "D": ["4C"]}
    start = header("ABCD", hands=hands, lot=["6H", "JD", "2S"], to_act="D")
    lines = [start, put("D", "4C"), take("D", "6H"), turn("JC"), take("D", "JD")]
    told = play(lines)
    assert told.verdicts == {} and told.deals[1]["how"]["D"]["points"] == 21
    assert points_of(lines[:3], 3) == 4
    early = header("ABCD", hands={"A": [], "B": [], "C": ["9H"], "D": ["4C"]}, lot=["6H"], to_act="C")
    told = play([early, put("C", "9H"), turn("JC") | {"to": "reserve"}])
    assert told.verdicts == {2: "illegal"} and "played last" in told.sentence(2)


def test_a_card_that_can_take_may_be_left_or_must_take() -> None:
    left = [*laid("8S", "2H"), turn("KD")]
    assert play(left).events[2]["findings"] == []
    told = play([*laid("8S", "2H", {"must_capture": "yes"}), turn("KD")])
    assert told.verdicts == {2: "illegal"} and told.sentence(2) == "A laid 2♥ though it takes 8♠"
    stock = [*laid("8S KC", "JH", {"must_capture": "yes"}), turn("KD"), put("B", "3H")]
    finding = play(stock).events[3]["findings"][0]
    assert (finding["about"], finding["seat"], finding["proof"]) == (2, "A", ["KC"])


def test_a_turn_is_a_card_of_the_hand_and_one_of_the_stock() -> None:
    told = play([*laid("8S", "JH"), put("B", "3H")])
    assert told.verdicts == {2: "illegal"} and "then the top card of the stock" in told.sentence(2)
    told = play([*laid("8S", "JH")[:1], turn("KD")])
    assert told.verdicts == {1: "illegal"}


def test_the_match_is_twelve_deals_or_open() -> None:
    even: dict[str, Any] = {"do": "result", "facts": {"points": {"A": 80, "B": 80, "C": 80}}}
    plain = {"record": 1, "game": "dzep_kop", "players": ["A", "B", "C"]}
    twelve = [line for _ in range(12) for line in (plain, even)]
    told = play(twelve)
    assert told.deals[12]["match_over"] and not told.deals[11]["match_over"]
    assert told.deals[12]["winners"] == ["A", "B", "C"], "equal ones share"
    told = play([{**line, "rules": {"deals": "open_end"}} if "record" in line else line for line in twelve])
    assert not told.deals[12]["match_over"]


def test_chips_change_hands_or_the_score_is_written() -> None:
    hands: dict[str, list[str]] = {"A": [], "B": [], "C": ["4C"]}
    lines = [put("C", "4C"), turn("JC")]
    t = table_of([header("ABC", hands=hands, lot=["6H"], to_act="C"), *lines])
    assert t.chips == {0: -95, 1: -95, 2: -31} and t.pot == 221
    t = table_of([header("ABC", {"score_form": "written"}, hands=hands, lot=["6H"], to_act="C"), *lines])
    assert t.chips == {0: 0, 1: 0, 2: 0}


@pytest.mark.parametrize("facts", [
    {"points": {"A": 80, "B": 80, "C": 79}}, {"points": {"A": 240}, "kings": "B"},
    {"points": {"A": 240}, "reserve": "ZZ"},
    {"points": {"A": 240}, "reserve": "X"}, {"points": {"A": 240}, "jacks": "A"},
    {"points": {"A": 190, "B": 50}, "kings": "B", "aces": "B"},
])  # fmt: skip
def test_a_result_that_cannot_be_is_refused(facts: dict[str, Any]) -> None:
    with pytest.raises(BadRecord):
        play([header("ABC"), {"do": "result", "facts": facts}])
