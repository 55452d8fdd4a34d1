"""Plays at a rendered table: the dealer lays cards before the camera, presses the mock pins, answers truthfully.

What he does next depends only on the seed and on what has happened so far, so he can go on after a restart.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import msgspec

from companion.acts import to_act
from companion.bids import Bid
from companion.cards import Card
from companion.cli.evening import Evening
from companion.deal import Deal
from companion.dealer import Truth, next_act, scene, shuffle
from companion.events import Event
from companion.played import Played
from companion.plays import Play
from companion.ports import Cover, Key, Placement, Press, Scene, Trouble
from companion.requests import Act, Show, Turn
from companion.session import Session
from companion.sitting import Acknowledged, Sitting
from companion.table import before
from companion.view import AnswerQuestion, EnterCards, NextDeal, SayWord

PATIENCE = 80
"""frames without an event or a question after which people help by touch"""
PAUSE = 20
"""frames (2 s) between taking a lot and turning the next, unless it was seen before"""
MISCHIEF = 0.02
"""how often somebody says Dalje though it is not his turn"""


class Panel(Protocol):
    """The mock pins, as far as the dealer uses them."""

    def press(self, place: int | None, key: Key, long: bool = False) -> None: ...

    def presses(self) -> Sequence[Press]: ...


@dataclass
class Tally:
    """What the demo's last line tells."""

    cards_read: int = 0
    questions: int = 0
    wrong_accepted: int = 0
    asked: list[str] = field(default_factory=list)


class Croupier:
    """Plays one match at a rendered table through an Evening."""

    def __init__(self, evening: Evening, panel: Panel, seed: int) -> None:
        self.evening, self.panel, self.seed = evening, panel, seed
        self.session: Session = evening.session
        self.tally = Tally()
        self.scene = Scene()
        self.events = 0
        self._helped = False
        self._told: list[Acknowledged] = []
        self._now: tuple[int, Deal, Truth] | None = None

    def now(self) -> Scene:
        """What the camera sees."""
        return self.scene

    def heard(self, told: Acknowledged) -> None:
        """An event was acknowledged."""
        self.events += 1
        self._told.append(told)

    # the truth ------------------------------------------------------------------------------------------------------

    def truth_of(self, played: Played) -> tuple[Deal, Truth]:
        """The deal as it really was, told again from what happened with the faces that really lay there."""
        deal = Deal(played.game.deal, played.new_table)
        truth = shuffle(deal.table, random.Random(f"{self.seed}/{played.number}"))
        for line, event in played.history.story():
            if line.fate == "ok":
                deal.offer(self.really(deal, truth, to_act(played, replace_seat(event, line.seat))))
                truth.follow(deal.table)
        return deal, truth

    def really(self, deal: Deal, truth: Truth, act: Act) -> Act:
        """An act with the faces that really were shown."""
        if act.do == "turn":
            request = next(r for r in deal.asking if isinstance(r, Turn))
            return replace(act, cards=truth.next_cards(deal.table, request.source, request.number))
        if act.do == "show" and any(isinstance(r, Show) and r.seat == act.seat for r in deal.asking):
            assert act.seat is not None
            hidden = truth.hidden(deal.table, act.seat)
            return replace(act, cards=hidden) if len(act.cards) >= len(hidden) else act  # (else a part of the hand)
        return act

    def scores(self, sitting: Sitting) -> dict[str, int]:
        """The true totals of the match so far."""
        totals = dict.fromkeys(sitting.people, sitting.played.game.first_score)
        for played in sitting.match.deals:
            deal, _ = self.truth_of(played)
            for seat, points in (deal.outcome.points if deal.outcome else {}).items():
                totals[played.names[seat]] += points
        return totals

    def same_table(self, sitting: Sitting) -> bool:
        """Whether the product's table is the true one: every known card, every unit, in every deal."""
        for played in sitting.match.deals:
            deal, _ = self.truth_of(played)
            t = played.deal.table
            if any(t.known(place) != deal.table.known(place) for place in t.places) or t.purses != deal.table.purses:
                return False
        return True

    # playing --------------------------------------------------------------------------------------------------------

    def step(self) -> None:
        """One act of the people at the table, until it is acknowledged."""
        sitting = self.session.sitting
        assert sitting is not None
        if sitting.deal.outcome is not None:
            self.evening.inbox.put(NextDeal())
            self.evening.step()
            return
        played = sitting.played
        if self._now is None or self._now[0] != played.number:
            deal, truth = self.truth_of(played)
            self._now = (played.number, deal, truth)
            self._lay(sitting, hand=False)
        _, deal, truth = self._now
        dice = random.Random(f"{self.seed}/{played.number}/{len(played.history.lines)}")
        act = next_act(deal, truth, dice)
        before = len(self._told)
        pressed = act.do == "pass" or (act.do == "bid" and not act.word)
        seen = not pressed and any(r.sight and act.do in r.verbs and r.seat == act.seat for r in deal.asking)
        if pressed:
            self._press(sitting, act, dice)
        elif seen and (act.cards or before_row(deal, act)):
            self._sweep(sitting, deal)
            self._play(sitting, deal, act)
        else:
            self._tell(sitting, act)
            seen = False
        told = [t for t in self._told[before:] if t.event.do == act.do and t.answer.verdict.kind == "ok"]
        if told:
            self._compare(act, told[-1])
            if not seen:
                deal.offer(act)
                self._settle(sitting)

    def _tell(self, sitting: Sitting, act: Act) -> None:
        """What no camera sees is told by touch."""
        assert act.seat is not None
        place = sitting.place_of(act.seat)
        if act.word or act.do == "call":
            self.evening.inbox.put(SayWord(place, act.word, act.do, tuple(map(str, act.cards)), act.ordinal))
        else:
            self.evening.inbox.put(EnterCards(act.do, place, tuple(map(str, act.cards)), act.count))
        self.evening.step()

    def _sweep(self, sitting: Sitting, deal: Deal) -> None:
        """Before a lead the last trick is drawn to its winner."""
        if not any(isinstance(r, Play) and r.lead for r in deal.asking) or not deal.table.trick:
            return
        self._lay(sitting, hand=True, swept=True)
        for _ in range(PAUSE):
            self.evening.step()

    def _settle(self, sitting: Sitting) -> None:
        """The buyer draws the lot to himself; the next one comes when all is at rest."""
        was, look = self.scene, self.session.last_look
        self._lay(sitting, hand=True)
        if self.scene.cards == was.cards:
            return
        for _ in range(PAUSE):
            self.evening.step()
            if self.session.last_look is not look:
                return

    def _press(self, sitting: Sitting, act: Act, dice: random.Random) -> None:
        """Dial the bid on the seat's own buttons, or press Dalje."""
        assert act.seat is not None
        place = sitting.place_of(act.seat)
        if dice.random() < MISCHIEF:
            other = (place + 1 + dice.randint(0, len(sitting.people) - 2)) % len(sitting.people)
            if not any(r.seat == sitting.seat_at(other) and "pass" in r.verbs for r in sitting.deal.asking):
                self._tap(other, "pass")
        if act.do == "pass":
            self._tap(place, "pass")
            return
        request = next(r for r in sitting.deal.asking if isinstance(r, Bid))
        steps = request.steps(sitting.deal.table)
        for _ in range(steps.index(act.amount or 0) + 1):
            self._tap(place, "plus")
        self._tap(place, "ok")
        if sitting.question is not None and sitting.question.options:
            coins = "+".join(card.rank for card in act.cards)
            self.evening.inbox.put(AnswerQuestion(sitting.question.number, (), coins))
            self.evening.step()

    def _tap(self, place: int, key: Key) -> None:
        self.panel.press(place, key)
        self.evening.step()

    def _play(self, sitting: Sitting, deal: Deal, act: Act) -> None:
        """Do it on the table, then wait for the product to see it."""
        before = len(self._told)
        deal.offer(act)
        self._helped = False
        self._lay(sitting, hand=True)
        for waited in range(10 * PATIENCE):
            self.evening.step()
            if any(t.answer.verdict.kind == "ok" for t in self._told[before:]):
                return
            if sitting.question is not None:
                self._answer(sitting, act)
            elif waited % PATIENCE == PATIENCE - 1:
                self._help(sitting, act)
        raise Trouble(
            f"the table shows {act.do} {' '.join(map(str, act.cards))}, but it is not taken: please report this"
        )

    def _answer(self, sitting: Sitting, act: Act) -> None:
        """The truth, as a person would tap it."""
        question = sitting.question
        assert question is not None
        left = Counter(act.cards) - Counter(question.sure)
        cards = tuple(str(card) for card in left.elements())[: question.count]
        self.tally.questions += 1
        self.tally.asked.append(f"{question.words} {' '.join(cards)}")
        self._helped = True
        self.evening.inbox.put(AnswerQuestion(question.number, cards))

    def _help(self, sitting: Sitting, act: Act) -> None:
        """The camera does not get it: people enter it by touch."""
        self.tally.questions += 1
        self.tally.asked.append(f"entered by touch: {act.do} {' '.join(map(str, act.cards))}")
        self._helped = True
        place = None if act.seat is None else sitting.place_of(act.seat)
        self.evening.inbox.put(EnterCards(act.do, place, tuple(map(str, act.cards)), act.count))

    def _compare(self, act: Act, told: Acknowledged) -> None:
        if act.do not in ("turn", "show", "discard", "play"):
            return
        seen = Counter(Card.parse(code) for code in told.event.cards or ())
        self.tally.cards_read += len(act.cards)
        if not self._helped:
            self.tally.wrong_accepted += (seen - Counter(act.cards)).total()

    def _lay(self, sitting: Sitting, hand: bool, swept: bool = False) -> None:
        """Bring the table to the true state; with a hand that reaches in while it changes."""
        assert self._now is not None
        places = [sitting.place_of(seat) for seat in range(len(sitting.people))]
        after = scene(self._now[1], places, swept)
        moved = [card for card in after.cards if card not in self.scene.cards]
        if hand and (moved or swept):
            at = moved[-1] if moved else self.scene.cards[-1]
            for cards in (self.scene.cards, after.cards):
                self.scene = Scene(cards, (reach(at),))
                self.evening.step()
        self.scene = after


def before_row(deal: Deal, act: Act) -> bool:
    """Whether a player's cards lie before him, so that what he puts away is missed there."""
    return act.do != "play" and act.seat is not None and before(act.seat) in deal.table.places


def reach(card: Placement) -> Cover:
    """A hand over a card, its arm leaving towards the nearer long side."""
    return Cover(card.x, card.y, 180.0 if card.y > 210 else 0.0)


def replace_seat(event: Event, seat: str | None) -> Event:
    """The event with its seat filled in."""
    return event if event.seat is not None else msgspec.structs.replace(event, seat=seat)
