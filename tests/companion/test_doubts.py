"""The reader is suspected before the player; what people then say of the card is taken at its word."""

from __future__ import annotations

from pathlib import Path

from companion.evening.session import Session
from companion.kept.journal import Journal
from companion.view import AnswerQuestion, EnterCards, QuestionView, UndoEvent
from tests.companion.seen_tricks import laying, table


def doubting(folder: Path) -> tuple[Session, QuestionView]:
    """Somebody who played a jack of clubs where spades were led plays a spade: was the lead read rightly?"""
    session, _ = laying(
        Journal(folder / "journal.sqlite"), "7S", "JC", "9S", "KS", "QD", "9D", "8D", "KD", "QS", second=0.01
    )
    session.handle(EnterCards("play", min(session.places_to_act()), ("8S",)))
    asked = table(session).question
    assert asked is not None and asked.sentence == "Is this the 7♣?"
    assert not table(session).findings and not table(session).message
    return session, asked


def test_a_finding_is_spoken_when_the_card_was_what_it_had_been_read_as(tmp_path: Path) -> None:
    session, asked = doubting(tmp_path)
    session.handle(AnswerQuestion(asked.number, ("7S",)))
    shown = table(session)
    assert shown.question is None and "spades had to be followed" in shown.message
    assert [finding.place for finding in shown.findings] == [2]


def test_no_finding_is_spoken_when_the_card_was_another(tmp_path: Path) -> None:
    session, asked = doubting(tmp_path)
    session.handle(AnswerQuestion(asked.number, ("7C",)))
    shown = table(session)
    assert shown.question is None and not shown.findings and not shown.message


def test_a_finding_that_rests_on_a_doubted_card_goes_with_what_is_undone(tmp_path: Path) -> None:
    session, _ = doubting(tmp_path)
    session.handle(UndoEvent())
    assert not table(session).findings and not table(session).message


def test_a_finding_is_not_hushed_for_ever_when_its_question_goes_otherwise(tmp_path: Path) -> None:
    session, _ = doubting(tmp_path)
    session.handle(EnterCards("play", min(session.places_to_act()), ("9H",)))
    shown = table(session)
    assert shown.question is not None or [finding.place for finding in shown.findings] == [2]
