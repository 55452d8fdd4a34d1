"""A match goes on though somebody joins or leaves between deals: whoever stays, or comes back, keeps the score."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.evening.session import Session
from companion.evening.viewer import view
from companion.events import BadRecord, Event, to_event
from companion.kept.journal import Journal
from companion.match.match import Header, Match
from companion.match.record import replay, to_header
from companion.view import ChangePeople, MakeNote, NewMatch, TableView


def told(*lines: dict[str, Any]) -> list[dict[str, Any]]:
    """The ends of the deals of a record."""
    return [line for line in replay(json.dumps(line) for line in lines) if "deal" in line and "scores" in line]


def deal(
    players: list[str], number: int, points: dict[str, int], game: str = "cuhna", **more: Any
) -> list[dict[str, Any]]:
    """A deal whose result was agreed."""
    header = {"record": 1, "game": game, "players": players, **more}
    return [header, {"id": number, "do": "note", "what": "agree", "points": points}]


def test_who_joins_begins_at_zero_and_who_comes_back_keeps_the_score() -> None:
    ends = told(
        *deal(["Ana", "Boris", "Vera"], 1, {"Ana": 10, "Boris": 20, "Vera": 30}),
        *deal(["Ana", "Boris", "Zoran"], 2, {"Ana": 1, "Boris": 2, "Zoran": 3}, goes_on=True),
        *deal(["Vera", "Ana", "Boris", "Zoran"], 3, {"Ana": 1, "Boris": 1, "Zoran": 1, "Vera": 1}, goes_on=True),
    )
    assert ends[1]["scores"] == {"Ana": 11, "Boris": 22, "Zoran": 3}
    assert ends[2]["scores"] == {"Ana": 12, "Boris": 23, "Zoran": 4, "Vera": 31}


def test_a_newcomer_may_begin_with_points() -> None:
    ends = told(
        *deal(["Ana", "Boris"], 1, {"Ana": 10, "Boris": 20}),
        *deal(["Ana", "Boris", "Vera"], 2, {"Ana": 0, "Boris": 0, "Vera": 1}, goes_on=True,
              start={"scores": {"Vera": 15}}),
    )  # fmt: skip
    assert ends[1]["scores"] == {"Ana": 10, "Boris": 20, "Vera": 16}


def test_a_correction_of_an_earlier_deal_reaches_who_has_come_back() -> None:
    first = deal(["Ana", "Boris", "Vera"], 1, {"Ana": 10, "Boris": 20, "Vera": 30})
    second = deal(["Ana", "Boris"], 2, {"Ana": 1, "Boris": 1}, goes_on=True)
    third = deal(["Ana", "Boris", "Vera"], 3, {"Ana": 1, "Boris": 1, "Vera": 1}, goes_on=True)
    mend = {"id": 4, "do": "correct", "about": 1, "points": {"Ana": 0, "Boris": 0, "Vera": 5}}
    ends = told(*first, *second, *third, mend)
    assert ends[-1]["scores"] == {"Ana": 2, "Boris": 2, "Vera": 6}


def test_the_deal_passes_over_who_has_left() -> None:
    match = Match()
    match.begin(Header("cuhna", ("Ana", "Boris", "Vera"), "Ana"))
    match.add(Event(id=1, do="note", what="agree", points={"Ana": 0, "Boris": 0, "Vera": 0}))
    played = match.begin(Header("cuhna", ("Ana", "Vera"), goes_on=True))
    assert played.names[played.dealer] == "Vera"


@pytest.mark.parametrize(
    "first, players, why",
    [
        ([], ["Ana", "Boris"], "no unfinished match"),
        (deal(["Ana", "Boris"], 1, {"Ana": 0, "Boris": 0}, game="kalabra"), ["Ana", "Vera"], "no unfinished match"),
    ],
)
def test_there_must_be_a_match_to_go_on_with(first: list[dict[str, Any]], players: list[str], why: str) -> None:
    with pytest.raises(BadRecord, match=why):
        told(*first, *deal(players, 9, dict.fromkeys(players, 0), goes_on=True))


def test_partners_stay_together() -> None:
    four = ["Ana", "Boris", "Vera", "Goran"]
    first = deal(four, 1, dict.fromkeys(four, 0), game="kvinto")
    with pytest.raises(BadRecord, match="substitute"):
        told(*first, *deal([*four[:3], "Zoran"], 2, {}, game="kvinto", goes_on=True))


def test_a_pot_stays_and_money_goes_with_its_owner() -> None:
    """Póker: the one who leaves takes his stake along; the others keep what they sat down with."""
    first = deal(["Ana", "Boris", "Vera"], 1, {"Ana": 5, "Boris": -5, "Vera": 0}, game="poker")
    second = deal(["Boris", "Ana", "Zoran"], 2, {"Ana": 1, "Boris": -1, "Zoran": 0}, game="poker", goes_on=True)
    first[0]["rules"] = second[0]["rules"] = {"stack": "100"}
    ends = told(*first, *second)
    assert ends[1]["scores"]["Ana"] - ends[0]["scores"]["Ana"] == 1
    assert ends[1]["scores"]["Boris"] - ends[0]["scores"]["Boris"] == -1
    match = Match()
    for line in (*first, second[0]):
        match.begin(to_header(line)) if "record" in line else match.add(to_event(line))
    boris, ana, zoran = (match.now.deal.table.chips[seat] for seat in range(3))
    assert ana - boris == 10 and zoran - boris == 5


# Through the session -------------------------------------------------------------------------------------------------


def agreed(session: Session, points: dict[int, int]) -> TableView:
    """The deal is ended by agreement."""
    session.handle(MakeNote("agree", points=points))
    shown = view(session)
    assert isinstance(shown, TableView) and shown.deal_over
    return shown


def test_people_change_between_deals_and_the_journal_knows(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite") as journal:
        session = Session(journal)
        session.handle(NewMatch("cuhna", ("Ana", "Boris", "Vera")))
        agreed(session, {0: 10, 1: 20, 2: 30})
        session.handle(ChangePeople(("Boris", "Zoran", "Una", "Ana"), dealer=1))
        shown = agreed(session, {0: 1, 1: 2, 2: 3, 3: 4})
        assert {seat.name: seat.score for seat in shown.seats} == {"Boris": 21, "Zoran": 2, "Una": 3, "Ana": 14}
        assert [seat.name for seat in shown.seats if seat.dealer] == ["Zoran"]
        assert shown.sheet[0].points == {0: 20, 3: 10} and shown.sheet[0].totals == {0: 20, 3: 10}
        assert session.sitting is not None
        name = session.sitting.name
    again = Session(Journal(tmp_path / "journal.sqlite"))
    again.resume(name)
    seen = view(again)
    assert isinstance(seen, TableView) and seen.seats == shown.seats and seen.sheet == shown.sheet


@pytest.mark.parametrize(
    "names, dealer, why",
    [
        (("Ana", "Ana"), None, "same name"),
        (("Ana",), None, "players"),
        (("Ana", "Vera"), 5, "dealer"),
        (("Ana", " "), None, "name"),
    ],
)
def test_nonsense_changes_nothing(tmp_path: Path, names: tuple[str, ...], dealer: int | None, why: str) -> None:
    with Journal(tmp_path / "journal.sqlite") as journal:
        session = Session(journal)
        session.handle(NewMatch("cuhna", ("Ana", "Boris", "Vera")))
        before = agreed(session, {0: 1, 1: 2, 2: 3})
        session.handle(ChangePeople(names, dealer))
        shown = view(session)
        assert isinstance(shown, TableView) and shown.seats == before.seats and why in shown.message
        assert session.sitting is not None
        assert len(Session(journal).peek(session.sitting.name).match.deals) == 1


def test_nobody_comes_in_the_middle_of_a_deal(tmp_path: Path) -> None:
    session = Session(Journal(tmp_path / "journal.sqlite"))
    session.handle(NewMatch("cuhna", ("Ana", "Boris", "Vera")))
    session.handle(ChangePeople(("Ana", "Boris")))
    shown = view(session)
    assert isinstance(shown, TableView) and len(shown.seats) == 3 and "not over" in shown.message
