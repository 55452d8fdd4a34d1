"""What goes over from one deal to the next, and from a match to the next one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from companion import match as match_module
from companion.events import Event
from companion.game import find_game
from companion.match import Header, Match
from companion.outcome import Outcome
from companion.table import Seat, Table

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
