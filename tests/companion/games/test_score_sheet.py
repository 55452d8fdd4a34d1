"""The free score sheet: points entered by hand for any game, added up, corrected and journaled like everything else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cli.games import games
from companion.evening.session import Session
from companion.evening.viewer import view
from companion.events import BadRecord
from companion.games import all_games, find_game
from companion.kept.journal import Journal
from companion.match.match import Header
from companion.view import EnterResult, NewMatch, NextDeal, StartView, TableView, UndoEvent
from tests.companion import house
from tests.companion.house import Told
from tests.companion.replays import Played, play

NAMES = ("Ana", "Boris", "Vera")


def header(rules: dict[str, str] | None = None, **start: Any) -> dict[str, Any]:
    """A deal of the three."""
    return {"record": 1, "game": "score_sheet", "players": list(NAMES), "rules": rules or {}, "start": start}


def deals(*rows: dict[str, Any], rules: dict[str, str] | None = None) -> Played:
    """One deal after the other; each row is the points by player."""
    lines: list[dict[str, Any]] = []
    for row in rows:
        lines += [header(rules), {"do": "result", "facts": {"points": row}}]
    return play(lines)


def test_it_adds_up() -> None:
    told = deals({"Ana": 12, "Boris": -3}, {"Vera": 7, "Ana": 1})
    assert told.verdicts == {} and told.deals[1]["points"] == {"Ana": 12, "Boris": -3, "Vera": 0}
    assert told.deals[2]["scores"] == {"Ana": 13, "Boris": -3, "Vera": 7} and not told.deals[2]["match_over"]


def test_a_target_ends_the_match() -> None:
    told = deals({"Ana": 9, "Boris": 4}, {"Ana": 3, "Boris": 2}, rules={"target": "11"})
    assert not told.deals[1]["match_over"] and told.deals[2]["winners"] == ["Ana"]
    told = deals({"Ana": 12, "Boris": 4}, rules={"target": "11", "best": "lowest"})
    assert told.deals[1]["winners"] == ["Vera"]
    told = deals({"Ana": 21, "Boris": 21}, rules={"target": "21"})
    assert told.deals[1]["winners"] == ["Ana", "Boris"], "equal ones share"


@pytest.mark.parametrize(("best", "winner"), [("highest", "Ana"), ("lowest", "Boris")])
def test_people_end_it_when_they_like(best: str, winner: str) -> None:
    told = play([header({"best": best}), {"do": "result", "facts": {"points": {"Ana": 5, "Boris": -5}}},
                 {"do": "note", "what": "end"}])  # fmt: skip
    assert told.deals[1]["match_over"] and told.deals[1]["winners"] == [winner]


def test_a_note_says_what_it_was() -> None:
    told = play([header(), {"do": "result", "facts": {"points": {"Ana": 5}, "note": "Tablanet, 3 table"}}])
    assert told.deals[1]["how"]["Ana"]["sentence"] == "Tablanet, 3 table"


def test_a_wrong_number_is_corrected_or_undone_later() -> None:
    told = Told()
    for points in ({"Ana": 5}, {"Boris": 7}):
        told.begin(Header("score_sheet", NAMES))
        told.tell({"do": "result", "facts": {"points": points}})
    answer = told.tell({"do": "correct", "about": 1, "facts": {"points": {"Ana": 50, "Vera": 1}}})
    assert answer.verdict.kind == "ok" and told.match.ends()[-1].scores == {0: 50, 1: 7, 2: 1}
    told.tell({"do": "undo", "about": told.last})
    assert told.match.ends()[-1].scores == {0: 5, 1: 7, 2: 0}
    told.tell({"do": "undo", "about": 1})
    assert told.match.ends()[0].outcome.note == "open" and told.match.ends()[-1].scores == {0: 0, 1: 7, 2: 0}
    told.tell({"do": "redo", "about": told.last})
    assert told.match.ends()[-1].scores == {0: 5, 1: 7, 2: 0}
    house.same(told)


@pytest.mark.parametrize("facts", [
    {}, {"points": {}}, {"points": {"Nobody": 1}}, {"points": {"Ana": "x"}}, {"points": {"Ana": True}}, {"points": 5},
    {"points": {"Ana": 10**9}}, {"points": {"Ana": 1}, "note": "a\nb"}, {"points": {"Ana": 1}, "note": 5}, {"sum": 1},
])  # fmt: skip
def test_bad_results_are_one_sentence_and_change_nothing(facts: dict[str, Any]) -> None:
    told = Told()
    told.begin(Header("score_sheet", NAMES))
    before = house.state(told.match)
    with pytest.raises(BadRecord) as refusal:
        told.tell({"do": "result", "facts": facts})
    assert "\n" not in str(refusal.value) and house.state(told.match) == before


def test_cards_have_no_place_on_it() -> None:
    told = Told()
    told.begin(Header("score_sheet", NAMES))
    assert told.tell({"do": "pass", "seat": "Ana"}).verdict.kind == "illegal"
    with pytest.raises(BadRecord):
        told.tell({"do": "play", "seat": "Ana", "cards": ["AS"]})
    assert told.match.now.deal.awaits()["do"] == ["result"]


def test_a_match_on_the_sheet_through_the_session_and_after_a_restart(tmp_path: Path) -> None:
    session = Session(Journal(tmp_path / "journal"))
    shown = view(session)
    assert isinstance(shown, StartView) and shown.games[-1].id == "score_sheet"
    session.handle(NewMatch("score_sheet", NAMES, rules={"target": "21"}))
    shown = view(session)
    assert isinstance(shown, TableView) and shown.score_only and shown.camera == "none"
    session.handle(EnterResult(facts={"points": {"Ana": 12}}))
    session.handle(NextDeal())
    session.handle(EnterResult(facts={"points": {"Ana": 90}}))
    session.handle(UndoEvent())
    session.handle(EnterResult(facts={"points": {"Boris": 3}}))
    shown = view(session)
    assert isinstance(shown, TableView) and [row.totals[0] for row in shown.sheet] == [12, 12] and not shown.match_over
    assert session.sitting is not None
    again = session.peek(session.sitting.name)
    assert again.match.ends()[-1].scores == session.sitting.match.ends()[-1].scores


def test_it_is_told_of_but_is_no_game() -> None:
    assert "score_sheet" not in all_games() and find_game("score_sheet").sheet
    listed = CliRunner().invoke(games, []).output
    assert "score_sheet: Score sheet, players: 2 to 12" in listed
    assert "score_sheet" not in CliRunner().invoke(games, ["--json"]).output
    page = CliRunner().invoke(games, ["score_sheet", "--language", "sr"]).output
    assert "Za svaku igru koje nema na spisku" in page and '"facts"' in page


@settings(max_examples=50, deadline=None, derandomize=True)
@given(st.lists(st.dictionaries(st.sampled_from(NAMES), st.integers(-500, 500), min_size=1), min_size=1, max_size=6))
def test_totals_are_sums(rows: list[dict[str, int]]) -> None:
    told = deals(*rows)
    assert told.deals[len(rows)]["scores"] == {name: sum(row.get(name, 0) for row in rows) for name in NAMES}
