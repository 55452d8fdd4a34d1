"""People before the screen of a rendered table: they press and touch, hear what it tells, and answer it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import Literal, Protocol

from companion.cli import truthful
from companion.cli.evening import Evening
from companion.cli.ledger import DealLedger, Deed, Tally
from companion.evening.questions import Open
from companion.evening.session import Session
from companion.evening.sitting import Acknowledged, Sitting
from companion.events import META_VERBS
from companion.people.stage import Stage
from companion.ports import Key, Press, Scene, Trouble
from companion.rules.bids import Bid
from companion.rules.requests import Act
from companion.table.table import Seat
from companion.view import AnswerQuestion, EnterCards, SayWord

FRAME_MS = 100
THINK_MS = 800
"""so long people read a question before they answer"""
LATER_MS = 1500
"""so long people leave a question alone that is about a card which lies there by mistake"""
MISCHIEF = 0.02
"""how often somebody says Dalje though it is not his turn"""

Answers = Literal["truth", "first"]


class Stuck(Trouble):
    """The product will not take what lies on the table."""


class Panel(Protocol):
    """The buttons, as far as the people use them."""

    def press(self, place: int | None, key: Key, long: bool = False) -> None: ...

    def presses(self) -> Sequence[Press]: ...


class Screen:
    """Virtual time, frame by frame, and what people do with the product in it while all goes well.

    ``answers``: whether they answer truthfully, or by the product's own first choice (then a deal may end wrong).
    ``interval_ms``: virtual time from frame to frame.
    """

    def __init__(
        self, evening: Evening, panel: Panel, seed: int, answers: Answers = "truth", interval_ms: int = FRAME_MS
    ) -> None:
        self.evening, self.panel, self.seed = evening, panel, seed
        self.answers, self.interval_ms = answers, interval_ms
        self.session: Session = evening.session
        self.tally = Tally()
        self.ledgers: list[DealLedger] = []
        self.events = 0
        self.at_ms = 0
        self.stage: Stage | None = None
        self.answering = False
        self.answered_ms = 0
        """when people last answered a question: they see then that the screen is at it"""
        self._later_ms = 0
        """until then people leave a question alone: what it is about is being taken away"""
        self.startled = False
        """the screen has objected to something that was in order"""

    @property
    def ledger(self) -> DealLedger:
        """The deal that is being played, or was last."""
        return self.ledgers[-1]

    @property
    def table(self) -> Stage:
        """The cards and hands of that deal."""
        assert self.stage is not None
        return self.stage

    def holder(self, code: str) -> Seat | None:
        """Whose hand really holds a card; None if no hand does."""
        raise NotImplementedError

    # time -----------------------------------------------------------------------------------------------------------

    def now(self) -> Scene:
        """What the camera sees."""
        return Scene() if self.stage is None else self.stage.scene(self.at_ms)

    def now_ms(self) -> int:
        """Virtual time: a clock for the camera."""
        return self.at_ms

    def frame(self) -> None:
        """One frame later; whatever the screen asks is answered."""
        self.at_ms += self.interval_ms
        self.evening.step()
        sitting = self.session.sitting
        if sitting is not None and sitting.question is not None and not self.answering and self.at_ms >= self._later_ms:
            self.answer(sitting)

    def until(self, ms: int) -> None:
        """Let time pass up to a moment."""
        while self.at_ms < ms:
            self.frame()

    # what the screen says ---------------------------------------------------------------------------------------------

    def heard(self, told: Acknowledged) -> None:
        """An event was acknowledged."""
        self.events += 1
        if not self.ledgers or told.played.number != self.ledger.number:
            return
        deed = self.ledger.hear(told, self.at_ms)
        self.mind(told, deed)
        if deed is not None and deed.event is not None and deed.seen and deed.act.cards:
            self.tally.cards_read += len(deed.act.cards)
            if not deed.touched:
                self.tally.wrong_accepted += deed.wrong_cards
                self.tally.wrong_seats += deed.wrong_seat

    def mind(self, told: Acknowledged, deed: Deed | None) -> None:
        """People look up when the screen objects to something that was in order."""
        ledger = self.ledger
        if told.answer.verdict.kind in ("ok", "question") or told.event.do in (*META_VERBS, "note", "take_back"):
            return
        if deed is None or deed.id not in [number for number, _, _ in ledger.planted]:
            self.startled = True

    def answer(self, sitting: Sitting) -> None:
        """Read the question, and answer it."""
        self.answering = True
        try:
            question = sitting.question
            shown = None if question is None else truthful.shown(question, self.table, self.ledger, self.at_ms)
            waited = self.at_ms + THINK_MS
            while self.at_ms < waited and sitting.question is question:
                self.frame()
            if question is None or sitting.question is not question:
                return
            if self.answers == "truth" and truthful.by_mistake(question, self.table, self.at_ms):
                self._later_ms = self.at_ms + LATER_MS
                return
            self.evening.inbox.put(self._said(question, shown))
            self.answered_ms = self.at_ms
            self.frame()
        finally:
            self.answering = False

    def _said(self, question: Open, shown: str | None) -> AnswerQuestion:
        ledger = self.ledger
        first = truthful.by_first_choice(question)
        truly = partial(truthful.truthfully, question, ledger, self.table, self.holder, shown)
        answer = first if self.answers == "first" else truly()
        self.touched(f"{question.words} {' '.join(answer.cards)}{answer.option}".strip())
        for deed in ledger.waiting[:1]:
            deed.touched = True
        return answer

    # by touch and buttons ---------------------------------------------------------------------------------------------

    def touched(self, what: str) -> None:
        ledger = self.ledger
        ledger.touches += 1
        ledger.questions += 1
        ledger.asked.append(what)
        self.tally.touches += 1
        self.tally.questions += 1
        self.tally.asked.append(what)

    def tell(self, sitting: Sitting, act: Act) -> None:
        """What no camera sees is told by touch."""
        assert act.seat is not None
        place = sitting.place_of(act.seat)
        if act.word or act.do == "call":
            self.evening.inbox.put(SayWord(place, act.word, act.do, tuple(map(str, act.cards)), act.ordinal))
        else:
            self.ledger.touches += act.do not in ("say", "choose", "pass")
            self.evening.inbox.put(EnterCards(act.do, place, tuple(map(str, act.cards)), act.count))
        self.frame()

    def press(self, sitting: Sitting, act: Act, dice: random.Random) -> None:
        """Dial with plus and say it with OK, or Dalje; now and then somebody presses out of turn."""
        assert act.seat is not None
        place = sitting.place_of(act.seat)
        if dice.random() < MISCHIEF and len(sitting.people) > 2:
            other = dice.choice([p for p in range(len(sitting.people)) if p != place])
            if not any(r.seat == sitting.seat_at(other) and "pass" in r.verbs for r in sitting.deal.asking):
                self.tap(other, "pass")
        if act.do == "pass":
            self.tap(place, "pass")
            return
        request = next(r for r in sitting.deal.asking if isinstance(r, Bid))
        steps = request.steps(sitting.deal.table)
        for _ in range(steps.index(act.amount or 0) + 1):
            self.tap(place, "plus")
        self.answering = True
        self.tap(place, "ok")
        self.answering = False
        if sitting.question is not None and sitting.question.options:
            coins = "+".join(card.rank for card in act.cards)
            self.evening.inbox.put(AnswerQuestion(sitting.question.number, (), coins))
            self.frame()

    def tap(self, place: int, key: Key) -> None:
        self.panel.press(place, key)
        self.frame()
