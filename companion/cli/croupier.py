"""Plays at a rendered table: people lay cards before the camera at their own tempo, press buttons, answer the screen.

What they do next depends only on the seed and on what has happened so far, so that they can go on after a restart.
They do not wait for the product, until it asks something or has missed a card for so long that they notice.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from companion.cli.attention import PATIENCE_MS, Attention
from companion.cli.evening import Evening
from companion.cli.ledger import DealLedger, Deed
from companion.cli.mischief import Mischief
from companion.cli.reality import Reality, in_sight
from companion.cli.screen import FRAME_MS, Answers, Panel, Stuck
from companion.deal.deal import Deal
from companion.deal.dealer import next_act
from companion.evening.sitting import Sitting
from companion.people.accidents import Accident
from companion.people.dealing import deal_out, gather
from companion.people.habits import Habits
from companion.people.stage import Stage
from companion.referee import Verdict
from companion.rules.requests import Act
from companion.scribe import forced
from companion.table.table import Seat
from companion.view import NextDeal

__all__ = ["Answers", "Croupier", "Stuck"]

REACH_MS = 500
"""about so long a hand needs to lay a card: the next one begins before the pause is over"""
SEES_MS = 450
"""so long after the last hand has left the table people need to see which card they have to beat"""


class Croupier(Attention):
    """Plays one match at a rendered table through an Evening.

    ``accidents``: what goes wrong in each deal; None: as often as the habits say. For the others see `Screen`.
    """

    def __init__(
        self, evening: Evening, panel: Panel, seed: int, habits: Habits | None = None, answers: Answers = "truth",
        interval_ms: int = FRAME_MS, accidents: Sequence[Accident] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(evening, panel, seed, answers, interval_ms)
        self.habits, self.accidents = habits or Habits(), accidents
        self.reality = Reality(seed)
        self.acts = 0
        """how many acts of this deal have been done"""
        self.first_act = 0
        """and how many of them before a restart"""
        self._first_id = 0
        self._bump = (0.0, 0.0, 0.0)
        """from where the camera looks, since somebody knocked against it"""
        self._free_ms = 0
        """when the next one may begin to act"""

    # the truth ------------------------------------------------------------------------------------------------------

    @property
    def real_deal(self) -> Deal | None:
        """The deal that is being played as it really is; None before the first has begun."""
        return self.reality.now[0] if self.ledgers else None

    def scores(self, sitting: Sitting) -> dict[str, int]:
        """The true totals of the match so far."""
        return self.reality.scores(sitting)

    def same_table(self, sitting: Sitting) -> bool:
        """Whether the product's table is the true one: every known card, every unit, in every deal."""
        return all(self.reality.same_table(played) for played in sitting.match.deals)

    def holder(self, code: str) -> Seat | None:
        """Whose hand really holds a card; None if no hand does."""
        return self.reality.holder(code)

    # a deal ---------------------------------------------------------------------------------------------------------

    def step(self) -> None:
        """One act of the people at the table, at their own tempo; or the end of a deal."""
        sitting = self.session.sitting
        assert sitting is not None
        if sitting.deal.outcome is not None and (not self.ledgers or self.ledger.exact is not None):
            self.evening.inbox.put(NextDeal())
            self.frame()
            return
        if not self.ledgers or self.ledger.number != sitting.played.number:
            self._begin(sitting)
        if not self._over(sitting):
            self.look_at_the_screen(sitting)
        if not self._over(sitting):
            self._act(sitting)
        if self._over(sitting):
            self._end(sitting)

    def _act(self, sitting: Sitting) -> None:
        """What somebody does now."""
        wrong = self._mischief.breach(self.acts)
        if wrong is not None:
            self._mischief.commit(sitting, wrong)
            return
        deal, truth = self.reality.now
        act = next_act(deal, truth, random.Random(f"{self.seed}/{sitting.played.number}/{self.acts}"))
        act = replace(act, cards=self.table.coins.thrown(deal, act) or act.cards)
        if self.seen(act):
            self._play(act)
        else:
            self._by_touch(sitting, act)

    def _over(self, sitting: Sitting) -> bool:
        """Whether the deal is over, on the table or on the screen."""
        return self.reality.now[0].outcome is not None or sitting.deal.outcome is not None

    def _begin(self, sitting: Sitting) -> None:
        """A deal begins: shuffled, cut and dealt; or goes on where it was left."""
        played = sitting.played
        deal, truth = self.reality.begin(played)
        dice = random.Random(f"{self.seed}/{played.game.id}/{played.number}/people")
        places = tuple(sitting.place_of(seat) for seat in range(len(sitting.people)))
        stage = self.stage = Stage(sitting.scribe.layout, places, self.habits, dice)
        self.ledgers.append(DealLedger(played.number, played.names))
        self._mischief = Mischief(self, dice, self.accidents)
        if self._bump != (0.0, 0.0, 0.0):
            stage.timeline.bumps.append((self.at_ms, self._bump))
        lines = played.history.lines
        self.acts = self.first_act = len(lines)
        self._first_id = max(lines, default=0)
        if any(line.fate == "ok" for line, _ in played.history.story()):
            stage.set_out(deal, truth, self.at_ms)
            self._free_ms = self.at_ms + 1000
        else:
            self._free_ms = deal_out(stage, deal, truth, self.at_ms + 300, self._mischief.flash(deal.table.seats))
        self.until(self._free_ms)

    def _end(self, sitting: Sitting) -> None:
        """The deal is over: what lies there is gathered, and the product has to have noticed."""
        deal, stage, ledger = self.reality.now[0], self.table, self.ledger
        if sitting.deal.outcome is None:
            self.catch_up(sitting)
        if stage.behind(deal):
            self.tidy()
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

    # acts -----------------------------------------------------------------------------------------------------------

    def seen(self, act: Act) -> bool:
        """Whether the camera is to see it."""
        return in_sight(self.reality.now[0], act, thrown=bool(self.table.coins.coins))

    def offer(self, act: Act, seen: bool) -> tuple[Deed, Verdict]:
        """The truth takes an act."""
        (deal, truth), ledger = self.reality.now, self.ledger
        deed = Deed(self._first_id + len(ledger.deeds) + 1, act, self.at_ms, self.at_ms, seen)
        deed.follows = forced(deal) == act
        verdict = deal.offer(replace(act, id=deed.id))
        truth.follow(deal.table)
        ledger.deeds.append(deed)
        ledger.adopt(deed)
        self.acts += 1
        ledger.truth_findings |= {(f.about, f.seat, f.rule) for f in verdict.findings if f.seat is not None}
        return deed, verdict

    def _do(self, act: Act, seen: bool, elsewhere: int | None = None) -> Deed:
        """An act takes place: the truth takes it, hands move the cards."""
        (deal, truth), stage = self.reality.now, self.table
        own_slot = any(r.sight == "trick" and act.do in r.verbs for r in deal.asking)
        deed, _ = self.offer(act, seen)
        start = self.at_ms if act.seat is None else stage.hands.free(stage.places[act.seat], self.at_ms)
        if act.do in ("play", "take") and stage.in_place("pile", "attack"):  # (what is to be beaten is looked at first)
            start = max(start, max((one.clear_ms for one in self.ledger.deeds), default=0) + SEES_MS)
        if act.do == "bid" and seen and act.seat is not None:
            done = stage.coins.throw(act.seat, act.cards, start)
        elif act.do == "play":
            done = stage.play(deal, truth, act, start, own_slot=own_slot, elsewhere=elsewhere)
        else:
            done = stage.settle(deal, truth, act, start)
        deed.rest_ms, deed.clear_ms = done.rest_ms, done.clear_ms
        return deed

    def _play(self, act: Act) -> None:
        """It is done on the table; the product sees it or not, and people play on."""
        if act.do != "take":
            self.tidy()
        laid = act.do == "play" and bool(act.cards) and act.seat is not None
        if laid:
            self._mischief.before(act)
        deed = self._do(act, True, self._mischief.other_slot(act) if laid else None)
        if act.do == "bid" and self.habits.bids == "both":
            self.until(deed.rest_ms)
            self._press_too(act)
        self._free_ms = max(self.at_ms, deed.rest_ms + self.habits.pause(self.table.dice) - REACH_MS)
        if laid:
            self._free_ms = max(self._free_ms, self._mischief.after(deed))
            self._bump = self.table.timeline.bump(self._free_ms)
        self.until(self._free_ms)

    def _press_too(self, act: Act) -> None:
        """The bid that was thrown is pressed as well, if the buttons are still for its player."""
        sitting = self.session.sitting
        assert sitting is not None
        if any(r.seat == act.seat and "bid" in r.verbs for r in sitting.deal.asking):
            self.press(sitting, act, random.Random(0))

    def _by_touch(self, sitting: Sitting, act: Act) -> None:
        """What no camera sees is done, and told by buttons or touch when the screen is ready for it."""
        if act.do != "take":
            self.tidy()
        self.catch_up(sitting)
        if self._over(sitting):
            return
        dice = random.Random(f"{self.seed}/{sitting.played.number}/{self.acts}/press")
        deed = self._do(act, seen=False)
        self.until(deed.rest_ms)
        if act.do == "pass" or (act.do == "bid" and not act.word):
            self.press(sitting, act, dice)
        else:
            self.tell(sitting, act)
        if deed.open:
            self.until(self.at_ms + 500)
        if deed.open and sitting.deal.outcome is None:
            raise Stuck(f"{act.do} was told, but it is not taken: {sitting.message}")
        self._free_ms = max(self.at_ms, deed.clear_ms)
        self.until(self._free_ms)

    def tidy(self) -> None:
        """Before the next card a trick that is won goes to its winner; people have looked at it."""
        (deal, truth), stage = self.reality.now, self.table
        if not stage.behind(deal):
            return
        last = self.ledger.deeds[-1].rest_ms if self.ledger.deeds else self.at_ms
        self.until(max(self.at_ms, last) + self.habits.looks(stage.dice))
        done = stage.settle(deal, truth, None, stage.timeline.hands_gone(self.at_ms))
        self.until(max(done.rest_ms, self.at_ms))
