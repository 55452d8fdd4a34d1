"""Deals entered by hand in every game: the examples of its page can be replayed, and what cannot be is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.cli.games import game_data, records
from companion.events import BadRecord, to_event
from companion.games import everything
from companion.match.match import Match
from companion.match.record import to_header
from tests.companion.replays import play

EXAMPLES = [
    pytest.param(game.id, dict(verb.example), id=f"{game.id}-{number}-{verb.do}")
    for game in everything().values()
    for number, verb in enumerate(game.verbs)
]


def shown_header(name: str) -> dict[str, Any]:
    """The header that ``dalje games NAME`` shows."""
    lines = records(game_data(everything()[name], "en"), "en")
    found: dict[str, Any] = json.loads(next(line for line in lines if '"record"' in line))
    return found


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_an_example_can_be_replayed_under_the_header_shown(name: str, example: dict[str, Any]) -> None:
    """Its players play there, its cards are in the pack, its words are known; a result ends the deal."""
    told = play([shown_header(name), example])
    if example["do"] == "result":
        assert told.verdicts == {}
        assert set(told.deals[1]["points"]) == set(shown_header(name)["players"])
    else:
        assert list(told.events) == [example["id"]]


# What cannot be -----------------------------------------------------------------------------------------------------

TRESENTO = {"aces": {"Ana": 3, "Boris": 1}, "figures": {"Ana": 11, "Boris": 9}, "tricks": {"Ana": 6, "Boris": 4}}
CONTRADICTIONS: list[tuple[str, dict[str, Any], str]] = [
    ("kalabra", {"cards": {"Ana": 30, "Boris": 22}, "TD": "Vera", "2S": "Ana"}, "Vera cannot have taken that"),
    ("kalabra", {"winner": "Boris", "TD": "Boris"}, "Boris has not won on the spot: that makes 1 points, not 11"),
    ("kalabra", {"winner": "Boris", "TD": "Boris", "cards": {"Ana": 52}}, "'cards' does not belong here"),
    ("kvinto", {"tricks": {"Ana": 12}, "last": "Goran"}, "'last' cannot name a side that has no trick"),
    ("kvinto", {"tricks": {"Ana": 12}, "last": "Ana", "quints": {"Boris": ["5H"]}}, "'quints' cannot name a side"),
    (
        "kvinto",
        {"tricks": {"Ana": 8, "Vera": 3, "Boris": 1}, "last": "Ana", "quints": {"Ana": ["5H"], "Goran": ["5H"]}},
        "'quints' names 5H more often",
    ),
    ("kvinto", {"tricks": {"Ana": 12}, "last": "Ana", "quints": {"Ana": ["5H+X"]}}, "a quint is a five"),
    ("lu", {"tricks": {"Boris": 2, "Vera": 1}, "in": ["Boris", "Vera", "Dara"]}, "everybody plays, for himself"),
    ("lu", {"tricks": {"Boris": 2, "Vera": 1}, "last": "Dara"}, "'last' cannot name Dara, who has no trick"),
    (
        "trolistak",
        {"hljust": {"Vera": ["AH", "KH", "8H"], "Ana": ["AH", "AC", "AD"]}, "trump": "S"},
        "'hljust' names AH more often",
    ),
    (
        "trolistak",
        {"hljust": {"Vera": ["AH", "KH", "8H"]}, "trump": "H", "bonus": {"Boris": "AH", "Goran": "QD", "Ana": "TC"}},
        "'bonus' names AH more often",
    ),
    ("trolistak", {"tricks": {"Ana": 2, "Vera": 1}, "trump": "H"}, "only a Hljust has them"),
    ("trolistak", {"hljust": {"Ana": ["AH", "AC", "AD"]}, "trump": "S", "tricks": {"Ana": 3}}, "before the tricks"),
    ("ziletka", {"winners": ["Ana", "Ana"]}, "'winners' names Ana twice"),
    ("dzep_kop", {"points": {"Ana": 125, "Boris": 60, "Vera": 55}, "kings": "Ana", "reserve": "KS"}, "the Cutter's"),
    ("pinc", {"pairs": [["Ana", "Boris", 15], ["Boris", "Ana", 7]]}, "'pairs' names Boris and Ana twice"),
    ("pinc", {"pairs": [["Ana", "Boris", 1]]}, "holds 3 points at least"),
    (
        "tresento",
        {**TRESENTO, "announced": {"Ana": ["3H", "2H", "AH"], "Boris": ["3H", "2H", "AH"]}},
        "'announced' names 3H more often",
    ),
    ("tresento", {**TRESENTO, "announced": {"Ana": ["3H", "2H"]}}, "3H belongs to no combination of Ana"),
    ("tresento", {**TRESENTO, "announced": {"Ana": ["4H", "4S", "4D"]}}, "is worth nothing"),
    ("tresento", {**TRESENTO, "announced": {"Ana": 99}}, "0 to 26, not 99"),
    ("tresento", {**TRESENTO, "tricks": {"Ana": 1, "Vera": 9}}, "Ana cannot have so many figures in 1 tricks"),
    ("tresento", {**TRESENTO, "last": "Goran"}, "'last' cannot name Goran"),
    (
        "tri_sedmice",
        {"shown": {"Ana": ["7S", "7D", "7C"], "Vera": ["7S", "7D", "7C"]}, "tricks": {"Ana": 10}},
        "'shown' names 7S more often",
    ),
    ("tri_sedmice", {"tricks": {"Ana": 10}, "four": {"Ana": 7}}, "there are 24 figures in the pack"),
    ("ziao_pengju", {"leader": "Boris", "friends": ["Ana"], "defence": 600}, "0 to 260, not 600"),
    ("ziao_pengju", {"leader": "Boris", "friends": ["Ana", "Ana"], "defence": 35}, "'friends' names Ana twice"),
    ("dja_bai_fem", {"leader": "Boris", "defence": 200}, "0 to 100, not 200"),
    ("cuhna", {"out": {"Ana": 8, "Boris": 5, "Vera": 2}}, "the last one who holds cards does not go out"),
    ("reversis", {"points": {"Ana": 12, "Goran": 32}, "tricks": {"Boris": 3, "Goran": 8}}, "'points' cannot name Ana"),
    ("reversis", {"tricks": {"Boris": 11}, "rewards": {"Ana": {"Ana": 4}}}, "Ana cannot pay himself"),
    ("trojke_dvojke", {"out": "Ana", "left": {"Boris": 20}}, "Vera has cards left"),
    ("trojke_dvojke", {"out": "Ana", "left": {"Boris": ["3S"], "Vera": ["3S", "3S"]}}, "'left' names 3S more often"),
    ("poker", {"passed": True, "put": {"Ana": 7}}, "all passed, so Ana has put in the ante"),
]


@pytest.mark.parametrize(("name", "facts", "words"), CONTRADICTIONS)
def test_what_contradicts_itself_is_refused(name: str, facts: dict[str, Any], words: str) -> None:
    """One sentence, and nothing is scored: the deal goes on."""
    match = Match()
    match.begin(to_header(shown_header(name)))
    with pytest.raises(BadRecord) as refused:
        match.add(to_event({"id": 1, "do": "result", "facts": facts}))
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)
    assert match.now.deal.outcome is None
    assert set(match.ends()[-1].scores.values()) == {everything()[name].first_score}


@pytest.mark.parametrize("name", sorted(everything()))
def test_what_a_game_does_not_read_is_refused(name: str) -> None:
    """A fact that nobody would count is not passed over."""
    match = Match()
    match.begin(to_header(shown_header(name)))
    with pytest.raises(BadRecord, match="colour"):
        match.add(to_event({"id": 1, "do": "result", "facts": {"colour": "red"}}))
    assert match.now.deal.outcome is None
