"""What goes over from one deal to the next, and from a match to the next one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.events import Event
from companion.games import find_game
from companion.match import match as match_module
from companion.match.match import Header, Match
from companion.table.outcome import Outcome
from companion.table.table import Seat, Table
from tests.companion.replays import play

NAMES = ("Ana", "Boris")


async def script(t: Table) -> Outcome:
    """A deal that is over at once: the bank grows by what it was, Boris wins what has gathered."""
    bank = int(t.carried.get("bank", 1))
    points = {0: t.scores[0] + 1, 1: bank}
    return Outcome(points, carry={"bank": bank * 2}, next_dealer=1)


def surplus(
    scores: Mapping[Seat, int], winners: tuple[Seat, ...], outcome: Outcome, rules: Mapping[str, str]
) -> dict[Seat, int]:
    """What is above ten."""
    return {seat: max(0, score - 10) for seat, score in scores.items()}


@pytest.fixture
def gathering(monkeypatch: pytest.MonkeyPatch) -> Header:
    """Deals of a game that looks back."""
    game = replace(
        find_game("rok2"), deal=script, looks_back=True, surplus=surplus,
        winners=lambda scores, rules: tuple(s for s, n in scores.items() if n >= 10),
    )  # fmt: skip
    monkeypatch.setattr(match_module, "find_game", lambda name: game)
    return Header("rok2", NAMES, "Ana")


def test_scores_and_the_bank_go_on_and_a_correction_runs_through(gathering: Header) -> None:
    match = Match()
    match.begin(gathering)
    assert match.next_dealer() == 1
    for _ in range(2):
        match.begin(replace(gathering, dealer=None))
    assert [end.outcome.points for end in match.ends()] == [{0: 1, 1: 1}, {0: 2, 1: 2}, {0: 4, 1: 4}]
    assert [end.scores for end in match.ends()] == [{0: 1, 1: 1}, {0: 3, 1: 3}, {0: 7, 1: 7}]
    assert match.deals[1].dealer == 1 and match.deals[2].entry.deals == 2
    match.deals[0].take(Event(id=1, do="note", what="void"))
    match._settle(1)
    assert [end.scores for end in match.ends()] == [{0: 0, 1: 0}, {0: 1, 1: 1}, {0: 3, 1: 3}]


def test_the_next_match_begins_with_what_was_left_over(gathering: Header) -> None:
    match = Match()
    for _ in range(4):
        match.begin(replace(gathering, dealer=None))
    assert match.ends()[-1].match_over and match.ends()[-1].scores == {0: 15, 1: 15}
    match.begin(replace(gathering, dealer=None))
    assert match.ends()[-1].begun == {0: 5, 1: 5} and match.deals[-1].entry.carried == {}


# Sides ---------------------------------------------------------------------------------------------------------------


def told_totals(game: str, names: list[str], scores: dict[str, int], *events: dict[str, Any]) -> dict[str, Any]:
    """The end of the only deal of a record that begins with these totals."""
    begun = {"record": 1, "game": game, "players": names, "dealer": names[0], "start": {"scores": scores}}
    return play([begun, *({"id": i, **event} for i, event in enumerate(events, 1))]).deals[1]


@pytest.mark.parametrize("game", ["rok4", "kvinto", "tresento", "tri_sedmice", "dja_bai_fem"])
def test_who_gives_up_gives_up_for_his_partner_too(game: str) -> None:
    scores = {"Ana": 5, "Vera": 5, "Boris": 2, "Goran": 2}
    end = told_totals(game, ["Ana", "Boris", "Vera", "Goran"], scores, concede("Ana"))
    assert end["winners"] == ["Boris", "Goran"]


def test_a_penalty_is_charged_to_the_side() -> None:
    scores = {"Ana": 6, "Vera": 6, "Boris": 5, "Goran": 5}
    fined = {"do": "note", "what": "penalty", "seat": "Ana", "points": -1}
    end = told_totals("rok4", ["Ana", "Boris", "Vera", "Goran"], scores, fined, tricks(Ana=7, Boris=3))
    assert end["scores"] == {"Ana": 6, "Vera": 6, "Boris": 5, "Goran": 5} and not end["match_over"]
    alone = told_totals("rok2", ["Ana", "Boris"], {"Ana": 1}, fined, tricks(Ana=7, Boris=3))
    assert alone["scores"] == {"Ana": 1, "Boris": 0}


def test_who_has_given_up_has_lost_whatever_is_said_after_it() -> None:
    end = told_totals("rok2", ["Ana", "Boris"], {"Ana": 4}, concede("Ana"), {"do": "note", "what": "end"})
    assert end["winners"] == ["Boris"]


def test_redo_finds_the_last_undo_in_an_earlier_deal() -> None:
    head = {"record": 1, "game": "rok2", "players": ["Ana", "Boris"], "dealer": "Ana"}
    told = play([head, {"id": 1, **tricks(Ana=7, Boris=3)}, {**head, "dealer": "Boris"},
                 {"id": 2, "do": "undo", "about": 1}, {"id": 3, "do": "redo"}])  # fmt: skip
    assert told.verdicts == {} and told.deals[1]["points"] == {"Ana": 1, "Boris": 0}


def concede(name: str) -> dict[str, Any]:
    """Somebody gives up."""
    return {"do": "note", "what": "concede", "seat": name}


def tricks(**number: int) -> dict[str, Any]:
    """A result by hand: tricks of each side."""
    return {"do": "result", "facts": {"tricks": number}}
