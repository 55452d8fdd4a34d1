"""What the eyes take for a card and is none: people say so in one tap, and are not asked about it again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.evening.session import Session
from companion.kept.journal import Journal
from companion.ports import Sighting
from companion.view import AnswerQuestion
from tests.companion.seen_tricks import laying, look_on, table


@pytest.fixture
def phantom(tmp_path: Path) -> tuple[Session, tuple[Sighting, ...]]:
    """Two cards of a trick, and where the third player's would lie something that looks like no card for sure."""
    session, lying = laying(Journal(tmp_path / "journal.sqlite"), "7S", "8S")
    sitting = session.sitting
    assert sitting is not None
    seat = next(r.seat for r in sitting.deal.asking if r.sight == "trick")
    x, y, angle = sitting.scribe.layout.trick_slot(sitting.place_of(seat))
    nothing = Sighting(x, y, angle, {"4H": 0.1, "6H": 0.05}, track=9, since_ms=30_000)
    look_on(session, (*lying, nothing), 30_000)
    return session, (*lying, nothing)


def answered(session: Session) -> None:
    """Somebody says that no new card lies there."""
    asked = table(session).question
    assert asked is not None and [label for _, label in asked.options] == ["No new card lies there"]
    assert asked.choices, "it may be a card all the same"
    session.handle(AnswerQuestion(asked.number, (), asked.options[0][0]))


def test_what_is_no_new_card_is_not_asked_about_again(phantom: tuple[Session, tuple[Sighting, ...]]) -> None:
    session, lying = phantom
    answered(session)
    look_on(session, lying, 33_000)
    shown = table(session)
    assert shown.question is None and [line.cards for line in shown.log] == [("7S",), ("8S",)]


def test_a_card_that_is_laid_there_then_is_told(phantom: tuple[Session, tuple[Sighting, ...]]) -> None:
    session, lying = phantom
    answered(session)
    look_on(session, (*lying, replace(lying[-1], odds={"9S": 0.999}, track=10, since_ms=34_000)), 34_000)
    assert table(session).log[-1].cards == ("9S",)


def test_what_comes_to_rest_anew_is_looked_at_again(phantom: tuple[Session, tuple[Sighting, ...]]) -> None:
    session, lying = phantom
    answered(session)
    look_on(session, (*lying[:-1], replace(lying[-1], odds={"9S": 0.999}, since_ms=34_000)), 34_000)
    assert table(session).log[-1].cards == ("9S",)


def test_it_is_no_card_that_somebody_has_taken_up(phantom: tuple[Session, tuple[Sighting, ...]]) -> None:
    session, lying = phantom
    answered(session)
    look_on(session, lying, 33_000)
    look_on(session, (), 36_000)
    assert table(session).question is None, "who has won it may lead, and that would tell most"
    look_on(session, (), 39_000)
    asked = table(session).question
    assert asked is not None and "The trick is gone" in asked.sentence
    assert {choice.code for choice in asked.choices} != {"4H", "6H"}, "what was seen of it is forgotten"


def test_the_only_such_card_slid_over_its_old_place_is_no_new_one(tmp_path: Path) -> None:
    session, lying = laying(Journal(tmp_path / "journal.sqlite"), "7S", "8S", "9S")
    old = lying[0]
    slid = replace(old, x=old.x + 5, y=old.y + 22, track=9, since_ms=34_000)
    there = (replace(old, seen=False), *lying[1:], slid)
    look_on(session, there, 34_000)
    seat = min(session.places_to_act())
    assert session.sitting is not None
    x, y, angle = session.sitting.scribe.layout.trick_slot(seat)
    last = Sighting(x, y, angle, {"KS": 0.999}, track=10, since_ms=40_000)
    look_on(session, (*there, last), 40_000)
    look_on(session, (), 43_000)
    look_on(session, (replace(last, odds={"TH": 0.999}, track=11, since_ms=46_000),), 46_000)
    shown = table(session)
    assert shown.question is None and not shown.findings
    assert [line.cards for line in shown.log] == [("7S",), ("8S",), ("9S",), ("KS",), ("TH",)]
