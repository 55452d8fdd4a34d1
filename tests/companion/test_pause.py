"""In a pause nothing that happens on the table counts; what was wrong before it may be put right all the same."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cards import Card
from companion.deal import dealer
from companion.evening.session import Session
from companion.evening.sitting import Sitting
from companion.kept.journal import Journal
from companion.people.habits import Habits
from companion.people.stage import Stage
from companion.ports import Press, Sighting, Trouble
from companion.rules.requests import Act
from companion.view import (
    AnswerQuestion,
    CorrectCard,
    EnterCards,
    Intent,
    MakeBid,
    MakeNote,
    NewMatch,
    RedoEvent,
    SayPass,
    SayWord,
    UndoEvent,
)
from tests.companion.house import NAMES
from tests.companion.seen_tricks import laying, look_on, table


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.sqlite") as opened:
        yield opened


def bidding(journal: Journal) -> tuple[Session, int]:
    """Three who bid on a lot, and who speaks first."""
    session = Session(journal)
    session.handle(NewMatch("crveni_tepih", NAMES[:3]))
    session.handle(EnterCards("turn", None, ("AS", "KD")))
    return session, min(session.places_to_act())


def go_on(session: Session) -> None:
    """Everybody is back."""
    question = table(session).question
    assert question is not None and dict(question.options).keys() == {"go_on"}
    session.handle(AnswerQuestion(question.number, (), "go_on"))


def paused(session: Session) -> bool:
    return session.sitting is not None and session.sitting.paused


# Undo and redo -------------------------------------------------------------------------------------------------------


def test_undo_in_a_pause_takes_back_what_happened_before_it_and_the_pause_lasts(journal: Journal) -> None:
    session, place = bidding(journal)
    session.handle(MakeBid(place, 3))
    session.handle(MakeNote("pause"))
    asked = table(session).question
    assert table(session).can_undo
    session.handle(UndoEvent())
    shown = table(session)
    assert shown.seats[place].bid is None and shown.can_redo
    assert paused(session) and shown.question == asked and not session.places_to_act()
    session.handle(MakeBid(place, 4))
    session.press(Press("plus", place, 0))
    assert "go on first" in table(session).message and table(session).seats[place].bid is None
    go_on(session)
    assert session.places_to_act() == {place}
    session.handle(MakeBid(place, 4))
    assert table(session).seats[place].bid == 4


def test_what_was_undone_in_a_pause_may_be_put_back_in_it(journal: Journal) -> None:
    session, place = bidding(journal)
    session.handle(MakeBid(place, 3))
    session.handle(MakeNote("pause"))
    session.handle(UndoEvent())
    session.handle(RedoEvent())
    assert paused(session) and table(session).seats[place].bid == 3


def test_a_pause_is_not_what_undo_is_about_afterwards(journal: Journal) -> None:
    session, place = bidding(journal)
    session.handle(MakeBid(place, 3))
    session.handle(MakeNote("pause"))
    go_on(session)
    session.handle(UndoEvent())
    assert table(session).seats[place].bid is None


def test_with_nothing_but_a_pause_there_is_nothing_to_undo(journal: Journal) -> None:
    session = Session(journal)
    session.handle(NewMatch("crveni_tepih", NAMES[:3]))
    session.handle(MakeNote("pause"))
    logged = table(session).log
    assert not table(session).can_undo
    session.handle(UndoEvent())
    assert table(session).log == logged and "nothing to undo" in table(session).message and paused(session)


def test_an_undo_that_cannot_be_written_leaves_the_pause(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    session, place = bidding(journal)
    session.handle(MakeBid(place, 3))
    session.handle(MakeNote("pause"))

    def full(*_: object) -> int:
        raise Trouble("there is no room left to write the journal")

    with monkeypatch.context() as patch:
        patch.setattr(journal, "append", full)
        session.handle(UndoEvent())
    shown = table(session)
    assert "no room left" in shown.message and paused(session) and shown.seats[place].bid == 3
    go_on(session)
    assert not paused(session)


# Corrections, with cards that lie there ------------------------------------------------------------------------------


def test_a_card_that_was_corrected_in_a_pause_is_not_asked_back_when_play_goes_on(journal: Journal) -> None:
    session, lying = laying(journal, "7H", "9H")
    event = table(session).log[-1].event
    session.handle(MakeNote("pause"))
    session.handle(CorrectCard(event, "9H", "8H"))
    assert paused(session) and [card.code for card in table(session).trick[1].cards] == ["8H"]
    look_on(session, lying)
    go_on(session)
    look_on(session, lying, 2_000_000)
    shown = table(session)
    assert shown.question is None and [laid.cards[0].code for laid in shown.trick] == ["7H", "8H"]
    assert session.sitting is not None and session.sitting.compares is None


def test_a_correction_that_is_taken_back_in_a_pause_leaves_the_card_as_it_lies(journal: Journal) -> None:
    session, lying = laying(journal, "7H", "9H")
    session.handle(CorrectCard(table(session).log[-1].event, "9H", "8H"))
    session.handle(MakeNote("pause"))
    session.handle(UndoEvent())
    assert [laid.cards[0].code for laid in table(session).trick] == ["7H", "9H"]
    go_on(session)
    look_on(session, lying)
    shown = table(session)
    assert shown.question is None and [laid.cards[0].code for laid in shown.trick] == ["7H", "9H"]


def test_a_card_that_was_undone_in_a_pause_and_lies_there_is_not_played_again(journal: Journal) -> None:
    session, lying = laying(journal, "7H", "9H")
    session.handle(MakeNote("pause"))
    session.handle(UndoEvent())
    go_on(session)
    look_on(session, lying)
    shown = table(session)
    assert shown.question is None and [laid.cards[0].code for laid in shown.trick] == ["7H"]


def test_a_card_that_was_undone_in_a_pause_and_taken_up_may_be_another(journal: Journal) -> None:
    session, lying = laying(journal, "7H", "9H")
    session.handle(MakeNote("pause"))
    session.handle(UndoEvent())
    look_on(session, lying[:1])
    go_on(session)
    look_on(session, lying[:1], 2_000_000)
    other = replace(lying[1], odds={"JH": 0.999}, track=9, since_ms=2_002_000)
    look_on(session, (lying[0], other), 2_002_000)
    assert [laid.cards[0].code for laid in table(session).trick] == ["7H", "JH"]


def test_a_card_that_has_gone_during_a_pause_is_asked_back_though_another_was_corrected(journal: Journal) -> None:
    session, lying = laying(journal, "7H", "9H")
    session.handle(MakeNote("pause"))
    session.handle(CorrectCard(table(session).log[-2].event, "9H", "8H"))
    look_on(session, lying[1:])
    go_on(session)
    look_on(session, lying[1:], 2_000_000)
    asked = table(session).question
    assert asked is not None and f"put back {Card.parse('7H').pretty}" in asked.sentence
    assert Card.parse("8H").pretty not in asked.sentence


def doubting(journal: Journal) -> Session:
    """Somebody who had no spade plays one by touch: people are asked about a card before; then a pause."""
    session, _ = laying(journal, "7S", "JC", "9S", "KS", "QD", "9D", "8D", "KD", "QS", second=0.01)
    session.handle(EnterCards("play", min(session.places_to_act()), ("8S",)))
    asked = table(session).question
    assert asked is not None and "Is this the" in asked.sentence and not table(session).findings
    session.handle(MakeNote("pause"))
    return session


def test_a_doubt_about_a_card_comes_back_after_a_pause(journal: Journal) -> None:
    session = doubting(journal)
    go_on(session)
    asked = table(session).question
    assert asked is not None and "Is this the" in asked.sentence and not table(session).findings


def test_a_doubt_about_a_card_goes_with_what_is_undone_in_a_pause(journal: Journal) -> None:
    session = doubting(journal)
    session.handle(UndoEvent())
    go_on(session)
    shown = table(session)
    assert shown.question is None and not shown.findings and not shown.message


# Whatever is put right ------------------------------------------------------------------------------------------------

CODES = st.sampled_from([f"{rank}{suit}" for rank in "79JKA" for suit in "SHDC"])
CORRECTION = st.tuples(st.just("correct"), st.integers(0, 30), CODES)
UNDO = st.tuples(st.just("undo"), st.integers(0, 30), st.just(""))
LAST = st.sampled_from([("undo", -1, ""), ("redo", -1, "")])
WORDS = st.lists(st.one_of(LAST, UNDO, CORRECTION), min_size=1, max_size=6)
"""words about what has happened: which event each is about (none: the last one), and what a card becomes"""


def played(journal: Journal, game: str, seed: int, stop: int) -> Session:
    """A deal told by touch up to somewhere in its middle, and what lies there then seen."""
    session = Session(journal)
    session.handle(NewMatch(game, NAMES[:4]))
    sitting = session.sitting
    assert sitting is not None
    dice = random.Random(seed)
    truth = dealer.shuffle(sitting.deal.table, random.Random(seed))
    for _ in range(stop):
        if sitting.deal.outcome is not None:
            break
        session.handle(asked_for(sitting, dealer.next_act(sitting.deal, truth, dice)))
    places = tuple(sitting.place_of(seat) for seat in range(4))
    stage = Stage(sitting.scribe.layout, places, Habits(), random.Random(1))
    stage.set_out(sitting.deal, dealer.shuffle(sitting.deal.table, random.Random(2)), 0)
    cards = [card for card in stage.scene(0).cards if card.card is not None]
    lying = tuple(Sighting(c.x, c.y, c.angle, {c.card or "": 0.999}, track=n) for n, c in enumerate(cards, 1))
    look_on(session, lying)
    return session


def asked_for(sitting: Sitting, act: Act) -> Intent:
    """What a screen asks for when this is told by touch."""
    place = None if act.seat is None else sitting.place_of(act.seat)
    if act.do == "bid" and place is not None:
        return MakeBid(place, act.amount or 0)
    if act.do == "pass" and place is not None:
        return SayPass(place)
    if act.word or act.do in ("say", "choose", "call"):
        assert place is not None
        return SayWord(place, act.word, act.do, tuple(map(str, act.cards)), act.ordinal)
    return EnterCards(act.do, place, tuple(map(str, act.cards)), act.count)


def put_right(session: Session, words: list[tuple[str, int, str]]) -> None:
    """Say these words about what has happened."""
    sitting = session.sitting
    assert sitting is not None
    told = [line.event for line in sitting.played.history.base_lines() if line.event.do != "note"]
    for do, number, card in words:
        event = told[number % len(told)]
        if do == "redo":
            session.handle(RedoEvent())
        elif do == "undo":
            session.handle(UndoEvent(None if number < 0 else event.id))
        elif event.cards:
            session.handle(CorrectCard(event.id, event.cards[0], card))


def state(session: Session) -> tuple[object, ...]:
    """What the table is, whatever is said or asked about it; lines of the log without the pause."""
    shown = table(session)
    log = [(line.cards, line.undone, line.open) for line in shown.log if line.sentence != "Pause"]
    return replace(shown, log=(), message="", question=None), log


@pytest.mark.parametrize("game", ["kvinto", "crveni_tepih", "velika_budala"])
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6), stop=st.integers(1, 25), words=WORDS)
def test_what_is_put_right_in_a_pause_is_as_if_there_had_been_none(
    game: str, seed: int, stop: int, words: list[tuple[str, int, str]]
) -> None:
    with TemporaryDirectory() as folder, Journal(Path(folder) / "a") as one, Journal(Path(folder) / "b") as other:
        straight, rested = played(one, game, seed, stop), played(other, game, seed, stop)
        rested.handle(MakeNote("pause"))
        put_right(straight, words)
        put_right(rested, words)
        assert paused(rested) and not rested.places_to_act()
        go_on(rested)
        assert state(straight) == state(rested) and not paused(rested)


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6), stop=st.integers(1, 25), words=st.lists(CORRECTION, min_size=1, max_size=4))
def test_cards_that_lie_where_they_lay_tell_nothing_anew_after_a_pause_with_corrections(
    seed: int, stop: int, words: list[tuple[str, int, str]]
) -> None:
    with TemporaryDirectory() as folder, Journal(Path(folder) / "journal") as journal:
        session = played(journal, "kvinto", seed, stop)
        session.handle(MakeNote("pause"))
        put_right(session, words)
        go_on(session)
        told = state(session)
        assert session.last_look is not None
        look_on(session, session.last_look.sightings, 3_000_000)
        assert state(session) == told
