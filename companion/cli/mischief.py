"""What people at a rendered table do wrong: accidents as they are planned, and now and then a breach of the rules."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.cards import Card
from companion.cli.attention import AGAIN_MS
from companion.cli.ledger import Deed
from companion.deal.deal import Deal
from companion.deal.dealer import breach
from companion.evening.sitting import Sitting
from companion.people.accidents import AFTER, BEFORE, Accident, Kind, planned
from companion.people.mishaps import Mishaps
from companion.people.poses import Pose
from companion.rules.requests import Act
from companion.table.table import hand
from companion.view import EnterCards, MakeBid

if TYPE_CHECKING:
    from companion.cli.croupier import Croupier

TAKEN_BACK_MS = 2500
"""so long a card lies there that does not count before it is taken back"""
OBJECTED_MS = 4500
"""so long money lies there that is no bid before everybody agrees on that"""
BREACH_AMONG = 24
"""a breach is planted at one of so many acts of a deal, or at the first later one at which it can be"""
EMPTY_MM = 70.0
"""a slot is empty if no card lies so near to its middle"""


class Mischief:
    """What goes wrong in one deal, on purpose or not. ``accidents``: these; None: as often as the habits say."""

    def __init__(self, croupier: Croupier, dice: random.Random, accidents: Sequence[Accident] | None) -> None:
        self.people, self.dice = croupier, dice
        habits = croupier.habits
        self.breach_at = dice.randint(0, BREACH_AMONG) if dice.random() < habits.breaches else None
        self.mishaps = Mishaps(croupier.table)
        self.left = sorted(
            planned(dice, habits.accidents) if accidents is None else accidents, key=lambda accident: accident.act
        )

    # accidents ------------------------------------------------------------------------------------------------------

    def flash(self, seats: int) -> tuple[int, int] | None:
        """Whose card falls face up in the deal, if that is planned."""
        accident = next((one for one in self.left if one.kind == "flashed"), None)
        if accident is None:
            return None
        self.left.remove(accident)
        self.people.ledger.accidents.append("flashed")
        return (self.dice.randint(0, seats - 1) if accident.seat is None else accident.seat), 1

    def _due(self, act: Act, kinds: Iterable[Kind]) -> Accident | None:
        """An accident of these kinds that is to happen at this act."""
        began = self.people.acts - self.people.first_act
        for accident in self.left:
            if accident.kind in kinds and accident.act <= began and accident.seat in (None, act.seat):
                return accident
        return None

    def _happened(self, accident: Accident) -> None:
        """An accident is over, or nothing can come of it any more."""
        self.left.remove(accident)
        self.people.ledger.accidents.append(accident.kind)

    def before(self, act: Act) -> None:
        """The wrong card is laid first, and goes back."""
        accident = self._due(act, BEFORE)
        if accident is None or act.seat is None:
            return
        (deal, truth), stage = self.people.reality.now, self.people.table
        start = stage.hands.free(stage.places[act.seat], self.people.at_ms)
        busy = self.mishaps.before(accident.kind, deal, truth, act, start)
        if busy is not None:
            self._happened(accident)
            self._mistake(act)
            self.people.until(busy + 300)

    def _mistake(self, act: Act, again: bool = False) -> None:
        """The card that has just come to lie there by accident: what a referee would say who sees it played.

        ``again``: instead of the newest act.
        """
        people, bodies = self.people, self.people.table.timeline.bodies
        sitting, code = people.session.sitting, bodies[min(bodies)].code
        if sitting is None or code is None or act.seat is None:
            return
        real = people.reality.now[0]
        trial = Deal(sitting.played.game.deal, sitting.played.new_table)
        for earlier in real.story[: -1 if again else None]:
            trial.offer(earlier)
        verdict = trial.offer(Act(act.do, act.seat, (Card.parse(code),)))
        trial.close()
        people.ledger.mistakes += [(f.seat, f.rule) for f in verdict.findings if f.seat is not None]

    def other_slot(self, act: Act) -> int | None:
        """The place of somebody else in whose empty slot a trick card may come to lie by mistake."""
        stage = self.people.table
        accident = self._due(act, ("other_zone",))
        if (
            accident is None
            or act.seat is None
            or not any(r.sight == "trick" for r in self.people.reality.now[0].asking)
        ):
            return None
        own, number = stage.places[act.seat], len(stage.places)
        lying = [body.pose for body in stage.middle()]
        for place in [(own + 1) % number, (own - 1) % number]:
            x, y, _ = stage.layout.trick_slot(place)
            if all(pose.far(Pose(x, y)) > EMPTY_MM for pose in lying):
                self._happened(accident)
                return place
        return None

    def after(self, deed: Deed) -> int:
        """What happens once a card has been laid; until when people are busy with it (ms)."""
        people, act, busy = self.people, deed.act, deed.rest_ms
        busy = max(busy, self._gather_early(deed))
        accident = self._due(act, AFTER)
        if accident is not None:
            deal, truth = people.reality.now
            over = self.mishaps.after(accident.kind, deal, truth, act, deed.rest_ms)
            if over is not None:
                self._happened(accident)
                if accident.kind == "stuck":
                    self._mistake(act, again=True)
                busy = max(busy, over)
        return busy

    def _gather_early(self, deed: Deed) -> int:
        """The last card of a trick has hardly come to lie when the trick is gathered."""
        (deal, truth), stage = self.people.reality.now, self.people.table
        accident = self._due(deed.act, ("gathered_early",))
        if accident is None or not stage.won(deal):
            return deed.rest_ms
        self._happened(accident)
        return stage.settle(deal, truth, None, deed.rest_ms - 250, hurry=0.6).rest_ms

    # against the rules ------------------------------------------------------------------------------------------------

    def breach(self, acts: int) -> Act | None:
        """Something against the rules that somebody does now, if one is planned and comes to mind."""
        people = self.people
        if self.breach_at is None or acts < self.breach_at:
            return None
        deal, truth = people.reality.now
        act = breach(deal, truth, random.Random(f"{people.seed}/{people.ledger.number}/breach/{acts}"))
        if act is None or act.seat is None:
            return None
        act = replace(act, cards=people.table.coins.thrown(deal, act) or act.cards)
        if act.do not in ("play", "bid") and people.seen(act):
            return None
        if act.do == "choose" and act.amount is not None:
            return None  # (the screen takes a word; how much somebody puts in for it nobody tells)
        self.breach_at = None
        return act

    def commit(self, sitting: Sitting, act: Act) -> None:
        """Somebody does what he may not, or before his turn. What does not count is taken back, or lies there."""
        seen = self.people.seen(act)
        if not seen:
            self.people.catch_up(sitting)
        self.people.tidy()
        ledger, stage, (deal, truth) = self.people.ledger, self.people.table, self.people.reality.now
        assert act.seat is not None
        place = stage.places[act.seat]
        onto_pile = any(r.sight == "lot" and "play" in r.verbs for r in deal.asking)
        held = {n for n, at in stage.at.items() if at == hand(act.seat)}
        deed, verdict = self.people.offer(act, seen)
        rule = next((f.rule for f in verdict.findings), "")
        ledger.planted.append((deed.id, act.seat, rule))
        deed.refused = not (verdict.taken or deal.waits(deed.id))
        if not seen:
            self._tell_wrong(sitting, act)
            return
        start = stage.hands.free(place, self.people.at_ms)
        if act.do == "bid":
            self._throw_wrong(deed, start)
            return
        if verdict.taken:
            done = stage.play(deal, truth, act, start)
        else:
            done = stage.offer(deal, truth, act, held, start, onto_pile=onto_pile)
        deed.rest_ms, deed.clear_ms = done.rest_ms, done.clear_ms
        self.people.until(done.rest_ms + self.people.habits.pause(stage.dice))
        if not verdict.taken and (deed.refused or stage.dice.random() < 0.5):
            self._take_back(sitting, deed)

    def _throw_wrong(self, deed: Deed, start: int) -> None:
        """Money is thrown that is no bid; its owner takes it to himself again when everybody has seen that."""
        people, stage, act = self.people, self.people.table, deed.act
        assert act.seat is not None
        done = stage.coins.throw(act.seat, act.cards, start)
        deed.rest_ms, deed.clear_ms = done.rest_ms, done.clear_ms
        people.until(done.rest_ms + OBJECTED_MS)
        if deed.refused:
            begin = stage.hands.free(stage.places[act.seat], people.at_ms)
            people.until(stage.coins.bring(people.reality.now[0].table, act.seat, begin).rest_ms)

    def _take_back(self, sitting: Sitting, deed: Deed) -> None:
        """What does not count goes back into the hand; the screen is told if it does not see that."""
        stage, (deal, truth), act = self.people.table, self.people.reality.now, deed.act
        assert act.seat is not None
        self.people.until(deed.rest_ms + TAKEN_BACK_MS)
        done = stage.withdraw(act.seat, stage.hands.free(stage.places[act.seat], self.people.at_ms))
        if deal.waits(deed.id):
            deal.offer(Act("take_back", act.seat))
            truth.follow(deal.table)
            deed.refused = True
        self.people.until(done.clear_ms + AGAIN_MS)
        if deed.event is not None and sitting.deal.waits(deed.event):
            self.people.touched("taken back")
            self.people.evening.inbox.put(EnterCards("take_back", sitting.place_of(act.seat), ()))
            self.people.until(self.people.at_ms + 500)

    def _tell_wrong(self, sitting: Sitting, act: Act) -> None:
        """A bid or a word that cannot be, told all the same."""
        assert act.seat is not None
        place = sitting.place_of(act.seat)
        if act.do == "bid" and not act.word and act.amount is not None:
            self.people.evening.inbox.put(MakeBid(place, act.amount))
            self.people.until(self.people.at_ms + 1000)
        elif act.do == "pass":
            self.people.tap(place, "pass")
            self.people.until(self.people.at_ms + 1000)
        else:
            self.people.tell(sitting, act)
            self.people.until(self.people.at_ms + 1000)
