"""The reader is suspected before the player; what people then say of the card is taken at its word."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.evening.session import Session
from companion.games import find_game
from companion.kept.journal import Journal
from companion.view import AnswerQuestion, EnterCards, NewMatch, QuestionView, ResumeMatch, UndoEvent
from tests.companion.house import NAMES
from tests.companion.oracle import misread_deal
from tests.companion.seen_tricks import BLACK, laying, table


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


def several_doubted(folder: Path, *odds: float, fourth: str = "2S") -> tuple[Session, QuestionView]:
    """Spades were led, Vera laid a jack of clubs and plays a spade now: was the ace or the jack read rightly?

    ``odds``: of the other black suit, for the ace and the jack; ``fourth``: what was laid after the jack.
    """
    session = Session(Journal(folder / "journal.sqlite"))
    session.handle(NewMatch("kvinto", NAMES[:4]))
    for code in ("7S", "8S", "9S", "KS", "AS", "TS", "JC", fourth, "QS"):
        second = {"AS": odds[0], "JC": odds[1], "JD": 0.01}.get(code, 0.0)
        lay(session, code, {code.translate(BLACK) if code != "JD" else "JS": second})
        if table(session).question is not None:
            break
    asked = table(session).question
    assert asked is not None and not table(session).findings and not table(session).message
    return session, asked


def lay(session: Session, code: str, otherwise: dict[str, float]) -> None:
    """Whoever is to play lays a card that the camera has read so; what else it may be."""
    sitting = session.sitting
    assert sitting is not None
    seat = next(r.seat for r in sitting.deal.asking if r.sight == "trick")
    session.handle(EnterCards("play", sitting.place_of(seat), (code,)))
    event = table(session).log[-1].event
    if event not in sitting.readings:
        one = {code: 0.99 - sum(otherwise.values()), **otherwise}
        sitting.readings[event] = (one,)
        session.journal.append(sitting.name, "seen", {"event": event, "odds": [one]})


def test_cards_that_are_as_doubtful_are_one_question(tmp_path: Path) -> None:
    session, asked = several_doubted(tmp_path, 0.01, 0.01)
    assert asked.sentence == "Was one of these read wrongly?" and not asked.choices
    assert {label for _, label in asked.options} == {"No, none of them", "J♣ (Vera)", "A♠ (Ana)"}
    session.handle(AnswerQuestion(asked.number, (), "as_read"))
    shown = table(session)
    assert shown.question is None and "spades had to be followed" in shown.message
    assert len(shown.findings) == 1


@pytest.mark.parametrize(
    ("label", "codes", "face"), [("J♣ (Vera)", ("JC", "JS"), "JS"), ("A♠ (Ana)", ("AS", "AC"), "AC")]
)
def test_the_card_that_was_misread_is_put_right_and_nobody_accused(
    tmp_path: Path, label: str, codes: tuple[str, ...], face: str
) -> None:
    session, asked = several_doubted(tmp_path, 0.01, 0.01)
    word = next(word for word, one in asked.options if one == label)
    session.handle(AnswerQuestion(asked.number, (), word))
    which = table(session).question
    assert which is not None and {choice.code for choice in which.choices} == set(codes)
    session.handle(AnswerQuestion(which.number, (face,)))
    shown = table(session)
    assert shown.question is None and not shown.findings and not shown.message
    assert any(line.cards == (face,) for line in shown.log)


def test_a_card_that_is_likelier_misread_than_the_others_together_is_asked_about_first(tmp_path: Path) -> None:
    session, asked = several_doubted(tmp_path, 0.001, 0.2)
    assert asked.sentence == "Is this the J♠?"
    session.handle(AnswerQuestion(asked.number, ("JC",)))
    other = table(session).question
    assert other is not None and other.sentence == "Is this the A♣?" and not table(session).findings
    session.handle(AnswerQuestion(other.number, ("AS",)))
    assert table(session).question is None and len(table(session).findings) == 1


def test_a_word_that_is_none_of_the_choices_leaves_the_question(tmp_path: Path) -> None:
    session, asked = several_doubted(tmp_path, 0.01, 0.01)
    session.handle(AnswerQuestion(asked.number, (), "nonsense"))
    assert table(session).question is not None and not table(session).findings


def test_the_question_about_several_stays_while_play_goes_on(tmp_path: Path) -> None:
    session, asked = several_doubted(tmp_path, 0.01, 0.01)
    session.handle(EnterCards("play", min(session.places_to_act()), ("3S",)))
    shown = table(session)
    assert any(line.cards == ("3S",) for line in shown.log)
    assert shown.question is not None and shown.question.options == asked.options and not shown.findings
    session.handle(AnswerQuestion(shown.question.number, (), "as_read"))
    assert table(session).question is None and len(table(session).findings) == 1


def test_the_question_about_several_goes_with_the_event_that_raised_it(tmp_path: Path) -> None:
    session, _ = several_doubted(tmp_path, 0.01, 0.01)
    session.handle(UndoEvent())
    assert table(session).question is None and not table(session).findings and not table(session).message


@pytest.mark.parametrize("seed", [87, 477])
def test_a_refusal_that_puts_in_order_what_waited_is_doubted_all_the_same(seed: int) -> None:
    """Deals of Trojke-dvojke with a misread card, in which a draw had waited."""
    one = misread_deal(find_game("trojke_dvojke"), seed)
    assert one is not None and one.noticed
    assert one.doubted is not None and one.doubted.event == one.event


# After a restart ------------------------------------------------------------------------------------------------------


def restarted(session: Session) -> Session:
    """Another session that goes on with the same journal."""
    sitting = session.sitting
    assert sitting is not None
    again = Session(session.journal)
    again.handle(ResumeMatch(sitting.name))
    return again


def test_what_was_doubted_is_doubted_after_a_restart(tmp_path: Path) -> None:
    session, asked = doubting(tmp_path)
    again = restarted(session)
    shown = table(again)
    assert shown.question is not None and shown.question.sentence == asked.sentence
    assert not shown.findings and not shown.message
    again.handle(AnswerQuestion(shown.question.number, ("7C",)))
    assert table(again).question is None and not table(again).findings


def test_what_was_answered_is_not_asked_again_after_a_restart(tmp_path: Path) -> None:
    session, asked = doubting(tmp_path)
    session.handle(AnswerQuestion(asked.number, ("7S",)))
    for again in (restarted(session), restarted(restarted(session))):
        assert table(again).question is None
        assert [finding.place for finding in table(again).findings] == [2]


def test_several_that_were_doubted_are_one_question_after_a_restart_too(tmp_path: Path) -> None:
    session, asked = several_doubted(tmp_path, 0.01, 0.01)
    again = restarted(session)
    shown = table(again)
    assert shown.question is not None and shown.question.options == asked.options and not shown.findings
    again.handle(AnswerQuestion(shown.question.number, (), "as_read"))
    assert len(table(again).findings) == 1
    assert table(restarted(again)).question is None and len(table(restarted(again)).findings) == 1


def test_a_doubt_that_went_with_what_was_undone_does_not_come_back_after_a_restart(tmp_path: Path) -> None:
    session, _ = doubting(tmp_path)
    session.handle(UndoEvent())
    shown = table(restarted(session))
    assert shown.question is None and not shown.findings


# Two doubts at once ---------------------------------------------------------------------------------------------------


@pytest.fixture(params=["at once", "after a restart"])
def twice_doubted(tmp_path: Path, request: pytest.FixtureRequest) -> Session:
    """Boris has not followed suit either and plays a spade now; perhaps somebody pulls the plug then."""
    session, _ = several_doubted(tmp_path, 0.01, 0.01, fourth="JD")
    lay(session, "3S", {})
    return session if request.param == "at once" else restarted(session)


def test_one_answer_may_be_enough_for_two_doubts(twice_doubted: Session) -> None:
    asked = table(twice_doubted).question
    assert asked is not None and not table(twice_doubted).findings
    assert {label for _, label in asked.options} == {"A♠ (Ana)", "J♣ (Vera)", "J♦ (Boris)", "No, none of them"}
    twice_doubted.handle(AnswerQuestion(asked.number, (), "as_read"))
    shown = table(twice_doubted)
    assert shown.question is None and len(shown.findings) == 2


def test_what_was_doubted_first_is_asked_about_again_after_the_second_doubt(twice_doubted: Session) -> None:
    asked = table(twice_doubted).question
    assert asked is not None
    word = next(word for word, label in asked.options if label == "J♦ (Boris)")
    twice_doubted.handle(AnswerQuestion(asked.number, (), word))
    which = table(twice_doubted).question
    assert which is not None
    twice_doubted.handle(AnswerQuestion(which.number, ("JS",)))
    first = table(twice_doubted).question
    assert first is not None and not table(twice_doubted).findings
    assert first.sentence == "Is this the A♣?", "the jack of spades is known to be Boris'"
    twice_doubted.handle(AnswerQuestion(first.number, ("AS",)))
    shown = table(twice_doubted)
    assert shown.question is None and [finding.place for finding in shown.findings] == [2]
