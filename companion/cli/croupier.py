"""Plays at a rendered table: people lay cards before the camera at their own tempo, press buttons, answer the screen.

What they do next depends only on the seed and on what has happened so far, so that they can go on after a restart.
They do not wait for the product, until it asks something or has missed a card for so long that they notice.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal, Protocol

from companion.bids import Bid
from companion.cli import truthful
from companion.cli.evening import Evening
from companion.cli.ledger import DealLedger, Deed, Tally
from companion.cli.reality import Reality
from companion.dealer import breach, next_act
from companion.people.dealing import deal_out, gather
from companion.people.habits import Habits
from companion.people.stage import Stage
from companion.ports import Key, Press, Scene, Trouble
from companion.referee import Verdict
from companion.requests import Act, Request
from companion.session import Session
from companion.scribe import forced
from companion.sitting import Acknowledged, Sitting
from companion.table import before, hand
from companion.view import AnswerQuestion, EnterCards, MakeBid, NextDeal, SayWord, UndoEvent

FRAME_MS = 100
PATIENCE_MS = 8000
"""so long after a card lies still people notice that the screen does not know of it, and help by touch"""
AGAIN_MS = 2500
"""the same, for the next card, once they watch the screen"""
TAKEN_BACK_MS = 2500
"""so long a card lies there that does not count before it is taken back"""
THINK_MS = 800
"""so long people read a question before they answer"""
MISCHIEF = 0.02
"""how often somebody says Dalje though it is not his turn"""
BREACH_AMONG = 24
"""a breach is planted at one of so many acts of a deal, or at the first later one at which it can be"""

Answers = Literal["truth", "first"]


class Stuck(Trouble):
    """The product will not take what lies on the table."""


class Panel(Protocol):
    """The buttons, as far as the people use them."""

    def press(self, place: int | None, key: Key, long: bool = False) -> None: ...

    def presses(self) -> Sequence[Press]: ...


class Croupier:
    """Plays one match at a rendered table through an Evening.

    ``answers``: whether people answer the screen truthfully, or by the product's own first choice (then a deal may
    end wrong). ``interval_ms``: virtual time from frame to frame.
    """

    def __init__(
        self,
        evening: Evening,
        panel: Panel,
        seed: int,
        habits: Habits | None = None,
        answers: Answers = "truth",
        interval_ms: int = FRAME_MS,
    ) -> None:
        self.evening, self.panel, self.seed = evening, panel, seed
        self.habits, self.answers, self.interval_ms = habits or Habits(), answers, interval_ms
        self.session: Session = evening.session
        self.reality = Reality(seed)
        self.tally = Tally()
        self.ledgers: list[DealLedger] = []
        self.events = 0
        self.at_ms = 0
        self.stage: Stage | None = None
        self._free_ms = 0
        """when the next one may begin to act"""
        self._answering = False
        self._wary = False
        """people watch the screen, for it has missed something"""

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
        if sitting is not None and sitting.question is not None and not self._answering:
            self._answer(sitting)

    def until(self, ms: int) -> None:
        """Let time pass up to a moment."""
        while self.at_ms < ms:
            self.frame()

    def heard(self, told: Acknowledged) -> None:
        """An event was acknowledged."""
        self.events += 1
        if not self.ledgers or told.played.number != self.ledgers[-1].number:
            return
        deed = self.ledgers[-1].hear(told, self.at_ms)
        if deed is not None and deed.event is not None and deed.seen and deed.act.cards:
            self.tally.cards_read += len(deed.act.cards)
            if not deed.touched:
                self.tally.wrong_accepted += deed.wrong_cards
                self.tally.wrong_seats += deed.wrong_seat

    # the truth ------------------------------------------------------------------------------------------------------

    def scores(self, sitting: Sitting) -> dict[str, int]:
        """The true totals of the match so far."""
        return self.reality.scores(sitting)

    def same_table(self, sitting: Sitting) -> bool:
        """Whether the product's table is the true one: every known card, every unit, in every deal."""
        return all(self.reality.same_table(played) for played in sitting.match.deals)

    # playing --------------------------------------------------------------------------------------------------------

    def step(self) -> None:
        """One act of the people at the table, at their own tempo; or the end of a deal."""
        sitting = self.session.sitting
        assert sitting is not None
        if sitting.deal.outcome is not None and (not self.ledgers or self.ledgers[-1].exact is not None):
            self.evening.inbox.put(NextDeal())
            self.frame()
            return
        if not self.ledgers or self.ledgers[-1].number != sitting.played.number:
            self._begin(sitting)
        if not self._over(sitting):
            self._look_at_the_screen(sitting)
        if not self._over(sitting):
            act, wrong = self._next(sitting)
            if wrong:
                self._breach(sitting, act)
            elif self.seen(act):
                self._play(act)
            else:
                self._by_touch(sitting, act)
        if self._over(sitting):
            self._end(sitting)

    def _over(self, sitting: Sitting) -> bool:
        """Whether the deal is over, on the table or on the screen."""
        return self.reality.now[0].outcome is not None or sitting.deal.outcome is not None

    def _begin(self, sitting: Sitting) -> None:
        """A deal begins: shuffled, cut and dealt; or goes on where it was left."""
        played = sitting.played
        deal, truth = self.reality.begin(played)
        dice = random.Random(f"{self.seed}/{played.number}/people")
        places = tuple(sitting.place_of(seat) for seat in range(len(sitting.people)))
        self.stage = Stage(sitting.scribe.layout, places, self.habits, dice)
        self.ledgers.append(DealLedger(played.number))
        self._breach_at = dice.randint(0, BREACH_AMONG) if dice.random() < self.habits.breaches else None
        lines = played.history.lines
        self._acts, self._first_id = len(lines), max(lines, default=0)
        if any(line.fate == "ok" for line, _ in played.history.story()):
            self.stage.set_out(deal, truth, self.at_ms)
            self._free_ms = self.at_ms + 1000
        else:
            self._free_ms = deal_out(self.stage, deal, truth, self.at_ms + 300)
        self.until(self._free_ms)

    def _next(self, sitting: Sitting) -> tuple[Act, bool]:
        """What somebody does now, and whether it is against the rules."""
        deal, truth = self.reality.now
        dice = random.Random(f"{self.seed}/{sitting.played.number}/{self._acts}")
        if self._breach_at is not None and self._acts >= self._breach_at:
            act = breach(deal, truth, random.Random(f"{self.seed}/{sitting.played.number}/breach/{self._acts}"))
            if act is not None and act.seat is not None and (act.do == "play" or not self.seen(act)):
                self._breach_at = None
                return act, True
        return next_act(deal, truth, dice), False

    def seen(self, act: Act) -> bool:
        """Whether the camera is to see it."""
        deal, _ = self.reality.now
        if act.do == "pass" or (act.do == "bid" and not act.word):
            return False
        seen = any(r.sight and act.do in r.verbs and act.seat in (r.seat, None) for r in deal.asking)
        seen = seen or (act.do == "play" and any(r.sight and "play" in r.verbs for r in deal.asking))
        rows = act.do != "play" and act.seat is not None and before(act.seat) in deal.table.places
        if forced(deal) == act or (act.do == "take" and any(r.takes_from and r.seat == act.seat for r in deal.asking)):
            return True
        backs = bool(act.count) and any(act.do in r.verbs and sees_backs(r) for r in deal.asking)
        return seen and bool(act.cards or backs or rows)

    def _play(self, act: Act) -> None:
        """It is done on the table; the product sees it or not, and people play on."""
        if act.do != "take":
            self._tidy()
        deed = self._do(act, seen=True)
        self._free_ms = self._after(deed)
        self.until(self._free_ms)

    def _do(self, act: Act, seen: bool) -> Deed:
        """An act takes place: the truth takes it, hands move the cards."""
        deal, truth = self.reality.now
        stage = self._stage()
        own_slot = any(r.sight == "trick" and act.do in r.verbs for r in deal.asking)
        deed, _ = self._offer(act, seen)
        start = self.at_ms if act.seat is None else stage.hands.free(stage.places[act.seat], self.at_ms)
        if act.do == "play":
            done = stage.play(deal, truth, act, start, own_slot=own_slot)
        else:
            done = stage.settle(deal, truth, act, start)
        deed.rest_ms, deed.clear_ms = done.rest_ms, done.clear_ms
        return deed

    def _offer(self, act: Act, seen: bool) -> tuple[Deed, Verdict]:
        """The truth takes an act."""
        (deal, truth), ledger = self.reality.now, self.ledgers[-1]
        deed = Deed(self._first_id + len(ledger.deeds) + 1, act, self.at_ms, self.at_ms, seen)
        verdict = deal.offer(replace(act, id=deed.id))
        truth.follow(deal.table)
        ledger.deeds.append(deed)
        self._acts += 1
        ledger.truth_findings |= {(f.about, f.seat, f.rule) for f in verdict.findings if f.seat is not None}
        return deed, verdict

    def _after(self, deed: Deed) -> int:
        """When the next one begins to act: so that his card lies still a pause after this one."""
        assert self.stage is not None
        return max(self.at_ms, deed.rest_ms + self.habits.pause(self.stage.dice) - 500)

    def _tidy(self) -> None:
        """Before the next card a trick that is won goes to its winner; people have looked at it."""
        deal, truth = self.reality.now
        stage = self._stage()
        if not stage.behind(deal):
            return
        self.until(max(self.at_ms, self.ledgers[-1].deeds[-1].rest_ms) + self.habits.looks(stage.dice))
        done = stage.settle(deal, truth, None, stage.timeline.hands_gone(self.at_ms))
        self.until(max(done.rest_ms, self.at_ms))

    def _stage(self) -> Stage:
        assert self.stage is not None
        return self.stage

    def _end(self, sitting: Sitting) -> None:
        """The deal is over: what lies there is gathered, and the product has to have noticed."""
        deal, truth = self.reality.now
        stage, ledger = self._stage(), self.ledgers[-1]
        self._catch_up(sitting)
        if stage.behind(deal):
            self._tidy()
        waited = self.at_ms + PATIENCE_MS
        while sitting.deal.outcome is None and self.at_ms < waited:
            self.frame()
        if sitting.deal.outcome is None:
            raise Stuck(f"the deal is over on the table, but not on the screen: {sitting.deal.describe()}")
        self.until(gather(stage, deal.table.dealer, stage.timeline.hands_gone(self.at_ms) + 500) + 300)
        played = sitting.played
        ledger.exact = self.reality.same_table(played) and self.reality.same_points(played)
        ledger.truth_findings |= {(f.about, f.seat, f.rule) for f in deal.table.findings if f.seat is not None}
        ledger.note(played.deal.table.findings)

    # against the rules ----------------------------------------------------------------------------------------------

    def _breach(self, sitting: Sitting, act: Act) -> None:
        """Somebody does what he may not, or before his turn. What does not count is taken back, or lies there."""
        seen = self.seen(act)
        if not seen:
            self._catch_up(sitting)
        self._tidy()
        ledger, stage, (deal, truth) = self.ledgers[-1], self._stage(), self.reality.now
        assert act.seat is not None
        place = stage.places[act.seat]
        onto_pile = any(r.sight == "lot" and "play" in r.verbs for r in deal.asking)
        held = {n for n, at in stage.at.items() if at == hand(act.seat)}
        deed, verdict = self._offer(act, seen)
        rule = next((f.rule for f in verdict.findings), "")
        ledger.planted.append((deed.id, act.seat, rule))
        deed.refused = not (verdict.taken or deal.waits(deed.id))
        if not seen:
            self._tell_wrong(sitting, act)
            return
        start = stage.hands.free(place, self.at_ms)
        if verdict.taken:
            done = stage.play(deal, truth, act, start)
        else:
            done = stage.offer(deal, truth, act, held, start, onto_pile=onto_pile)
        deed.rest_ms, deed.clear_ms = done.rest_ms, done.clear_ms
        self.until(done.rest_ms + self.habits.pause(stage.dice))
        if not verdict.taken and (deed.refused or stage.dice.random() < 0.5):
            self._take_back(sitting, deed)

    def _take_back(self, sitting: Sitting, deed: Deed) -> None:
        """What does not count goes back into the hand; the screen is told if it does not see that."""
        stage, (deal, truth), act = self._stage(), self.reality.now, deed.act
        assert act.seat is not None
        self.until(deed.rest_ms + TAKEN_BACK_MS)
        done = stage.withdraw(act.seat, stage.hands.free(stage.places[act.seat], self.at_ms))
        if deal.waits(deed.id):
            deal.offer(Act("take_back", act.seat))
            truth.follow(deal.table)
            deed.refused = True
        self.until(done.clear_ms + AGAIN_MS)
        if deed.event is not None and sitting.deal.waits(deed.event):
            self._touched("taken back")
            self.evening.inbox.put(EnterCards("take_back", sitting.place_of(act.seat), ()))
            self.until(self.at_ms + 500)

    def _tell_wrong(self, sitting: Sitting, act: Act) -> None:
        """A bid or a word that cannot be, told all the same."""
        assert act.seat is not None
        place = sitting.place_of(act.seat)
        if act.do == "bid" and not act.word and act.amount is not None:
            self.evening.inbox.put(MakeBid(place, act.amount))
            self.until(self.at_ms + 1000)
        elif act.do == "pass":
            self._tap(place, "pass")
            self.until(self.at_ms + 1000)
        else:
            self._tell(sitting, act)
            self.until(self.at_ms + 1000)

    # the screen -----------------------------------------------------------------------------------------------------

    def _look_at_the_screen(self, sitting: Sitting) -> None:
        """People stop when the screen has not taken note of a card for long, and enter it."""
        waiting = self.ledgers[-1].waiting
        patience = AGAIN_MS if self._wary else PATIENCE_MS
        if waiting and self.at_ms - waiting[0].rest_ms > patience:
            self._catch_up(sitting)

    def _catch_up(self, sitting: Sitting) -> None:
        """Wait until the product knows all that the camera was to see; what it misses is entered by touch."""
        ledger = self.ledgers[-1]
        helped: Counter[int] = Counter()
        began = self.at_ms
        while waiting := ledger.waiting:
            deed = waiting[0]
            patience = AGAIN_MS if self._wary else PATIENCE_MS
            if self.at_ms - max(deed.rest_ms, began) <= patience and not helped[deed.id]:
                self.frame()
                continue
            if helped[deed.id] == 3:
                raise Stuck(
                    f"the table shows {deed.act.do} {' '.join(map(str, deed.act.cards))}, but it is not taken: "
                    "please report this"
                )
            helped[deed.id] += 1
            self._wary = True
            self._help(sitting, deed)
        self._wary = False

    def _help(self, sitting: Sitting, deed: Deed) -> None:
        """The camera does not get it: people enter it by touch, and undo what nobody did."""
        ledger, act = self.ledgers[-1], deed.act
        for event in list(ledger.phantoms):
            self._touched(f"undone: event {event}")
            self.evening.inbox.put(UndoEvent(event))
            ledger.phantoms.remove(event)
        self._touched(f"entered by touch: {act.do} {' '.join(map(str, act.cards))}")
        deed.touched = True
        place = None if act.seat is None else sitting.place_of(act.seat)
        self.evening.inbox.put(EnterCards(act.do, place, tuple(map(str, act.cards)), act.count))
        for _ in range(10):
            self.frame()

    def _touched(self, what: str) -> None:
        ledger = self.ledgers[-1]
        ledger.touches += 1
        ledger.questions += 1
        ledger.asked.append(what)
        self.tally.touches += 1
        self.tally.questions += 1
        self.tally.asked.append(what)

    def _answer(self, sitting: Sitting) -> None:
        """Read the question, and answer it."""
        self._answering = True
        try:
            question = sitting.question
            waited = self.at_ms + THINK_MS
            while self.at_ms < waited and sitting.question is question:
                self.frame()
            if question is None or sitting.question is not question:
                return
            self.evening.inbox.put(self._said(question))
            self.frame()
        finally:
            self._answering = False

    def _said(self, question: truthful.Open) -> AnswerQuestion:
        ledger = self.ledgers[-1]
        first = truthful.by_first_choice(question)
        answer = first if self.answers == "first" else truthful.truthfully(question, ledger, self._stage())
        self._touched(f"{question.words} {' '.join(answer.cards)}{answer.option}".strip())
        for deed in ledger.waiting[:1]:
            deed.touched = True
        return answer

    # by touch and buttons -------------------------------------------------------------------------------------------

    def _by_touch(self, sitting: Sitting, act: Act) -> None:
        """What no camera sees is done, and told by buttons or touch when the screen is ready for it."""
        if act.do != "take":
            self._tidy()
        self._catch_up(sitting)
        dice = random.Random(f"{self.seed}/{sitting.played.number}/{self._acts}/press")
        deed = self._do(act, seen=False)
        self.until(deed.rest_ms)
        if act.do == "pass" or (act.do == "bid" and not act.word):
            self._press(sitting, act, dice)
        else:
            self._tell(sitting, act)
        if deed.open:
            self.until(self.at_ms + 500)
        if deed.open and sitting.deal.outcome is None:
            raise Stuck(f"{act.do} was told, but it is not taken: {sitting.message}")
        self._free_ms = max(self.at_ms, deed.clear_ms)
        self.until(self._free_ms)

    def _tell(self, sitting: Sitting, act: Act) -> None:
        """What no camera sees is told by touch."""
        assert act.seat is not None
        place = sitting.place_of(act.seat)
        if act.word or act.do == "call":
            self.evening.inbox.put(SayWord(place, act.word, act.do, tuple(map(str, act.cards)), act.ordinal))
        else:
            self.ledgers[-1].touches += act.do not in ("say", "choose", "pass")
            self.evening.inbox.put(EnterCards(act.do, place, tuple(map(str, act.cards)), act.count))
        self.frame()

    def _press(self, sitting: Sitting, act: Act, dice: random.Random) -> None:
        """Dial with plus and say it with OK, or Dalje; now and then somebody presses out of turn."""
        assert act.seat is not None
        place = sitting.place_of(act.seat)
        if dice.random() < MISCHIEF and len(sitting.people) > 2:
            other = dice.choice([p for p in range(len(sitting.people)) if p != place])
            if not any(r.seat == sitting.seat_at(other) and "pass" in r.verbs for r in sitting.deal.asking):
                self._tap(other, "pass")
        if act.do == "pass":
            self._tap(place, "pass")
            return
        request = next(r for r in sitting.deal.asking if isinstance(r, Bid))
        steps = request.steps(sitting.deal.table)
        for _ in range(steps.index(act.amount or 0) + 1):
            self._tap(place, "plus")
        self._answering = True
        self._tap(place, "ok")
        self._answering = False
        if sitting.question is not None and sitting.question.options:
            coins = "+".join(card.rank for card in act.cards)
            self.evening.inbox.put(AnswerQuestion(sitting.question.number, (), coins))
            self.frame()

    def _tap(self, place: int, key: Key) -> None:
        self.panel.press(place, key)
        self.frame()


def sees_backs(request: Request[Any]) -> bool:
    """Whether cards that are laid face down for a request are noticed by the camera."""
    return bool(getattr(request, "lays_backs", bool)())
