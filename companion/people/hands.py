"""What one hand does: it comes in from its player's side, lays, pushes or takes up cards, and leaves again."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from companion.people.habits import Habits, drawn
from companion.people.poses import Pose, toward
from companion.people.timeline import Reach, Timeline
from companion.place.layout import Layout
from companion.table.truth import Dice

GRIP_MM = 22.0
"""the fingertips reach so far over the middle of a card that is held"""
OUT_MM = 130.0
"""a hand begins and ends so far outside of what is watched"""
CARRY_MM = 45.0
"""a card in the air is so high"""
LEAN = 35.0
"""an arm leaves at most so many degrees to either side of its player's own direction"""


@dataclass(frozen=True)
class Done:
    """When the last card of a gesture lies still, and when its hand is gone (ms)."""

    rest_ms: int
    clear_ms: int


@dataclass
class Hands:
    """Moves cards of a timeline by the hands of the people in their places."""

    layout: Layout
    timeline: Timeline
    habits: Habits
    dice: Dice

    def way(self, place: int, x: float, y: float) -> float:
        """The direction (degrees) in which the arm of a place leaves from a point."""
        spot = self.layout.spot(place)
        own = spot.facing + 180.0
        edge = spot.away(0.0, -60.0)
        straight = math.degrees(math.atan2(edge[0] - x, -(edge[1] - y)))
        lean = (straight - own + 180) % 360 - 180
        return (own + max(-LEAN, min(LEAN, lean))) % 360

    def outside(self, x: float, y: float, angle: float) -> tuple[float, float]:
        """Where a hand comes from that reaches for a point with its arm in a direction."""
        width, height = self.layout.area
        dx, dy = math.sin(math.radians(angle)), -math.cos(math.radians(angle))
        ways = [(width - x) / dx if dx > 0 else -x / dx for dx in (dx,) if abs(dx) > 0.05]
        ways += [(height - y) / dy if dy > 0 else -y / dy for dy in (dy,) if abs(dy) > 0.05]
        return toward(x, y, angle, max(0.0, min(ways)) + OUT_MM)

    def tip(self, pose: Pose, angle: float) -> tuple[float, float]:
        """Where the fingertips are on a card that is held: a little on its owner's side of the middle."""
        return toward(pose.x, pose.y, angle, GRIP_MM)

    def hold(self, tip: tuple[float, float], angle: float, turn: float) -> Pose:
        """Where the card is that is held at these fingertips."""
        return Pose(*toward(*tip, angle + 180.0, GRIP_MM), turn)

    def free(self, place: int, at: int) -> int:
        """When the hand of a place is free again."""
        return max([at, *(reach.end for reach in self.timeline.hands if reach.place == place)])

    def ready(self, numbers: Sequence[int], at: int) -> int:
        """The first moment from ``at`` on at which all these cards lie still."""
        bodies = [self.timeline.bodies[n] for n in numbers]
        return max([at, *(body.glides[-1].end for body in bodies if body.glides)])

    # gestures -------------------------------------------------------------------------------------------------------

    def lay(
        self,
        place: int,
        cards: Sequence[tuple[int, str, Pose, bool]],
        start: int,
        *,
        stays: int | None = None,
        toss: bool = True,
    ) -> Done:
        """Cards come out of a hand and onto the table: number, code, where to, face up; all in one go."""
        first = cards[0][2]
        angle = self.way(place, first.x, first.y)
        there = start + self.habits.reach(self.dice)
        tip = self.tip(first, angle)
        out = self.outside(*tip, angle)
        short = drawn(self.dice, 10.0, 55.0) if toss else 0.0
        release = toward(*tip, angle, short)
        slide = there + (round(drawn(self.dice, 120.0, 240.0)) if toss else 0)
        for i, (number, code, pose, up) in enumerate(cards):
            held = self.hold(out, angle, pose.angle)
            shift = (pose.x - first.x, pose.y - first.y)
            self.timeline.lay(number, code, held.moved(*shift), False, since=start)
            let_go = self.hold(release, angle, pose.angle).moved(shift[0] * 0.5, shift[1] * 0.5, self._twist())
            self.timeline.glide(number, start, there, let_go, up, CARRY_MM)
            self.timeline.glide(number, there, slide + 30 * i, pose, up, 4.0)
        rest = slide + 30 * (len(cards) - 1)
        linger = self.habits.stays(self.dice) if stays is None else stays
        knots = [(start, *out), (there, *release)]
        if linger:
            knots += [(rest, *tip), (rest + linger, *tip)]
        gone = knots[-1][0] + self._leave()
        self.timeline.hands.append(Reach(place, angle, (*knots, (gone, *out))))
        return Done(rest, gone)

    def lay_and_back(self, place: int, card: tuple[int, str, Pose], start: int, lies: int) -> int:
        """A card is laid, and before the hand has left it goes back into it; when all is over (ms)."""
        number, code, pose = card
        angle = self.way(place, pose.x, pose.y)
        tip = self.tip(pose, angle)
        out = self.outside(*tip, angle)
        there = start + self.habits.reach(self.dice)
        back = there + lies
        gone = back + self._leave()
        held = self.hold(out, angle, pose.angle)
        self.timeline.lay(number, code, held, False, since=start)
        self.timeline.glide(number, start, there, pose, True, CARRY_MM)
        self.timeline.glide(number, back, gone, held, False, CARRY_MM)
        self.timeline.leave(number, gone)
        away = toward(*tip, angle, 45.0)
        knots = ((start, *out), (there, *tip), (there + lies // 2, *away), (back, *tip), (gone, *out))
        self.timeline.hands.append(Reach(place, angle, knots))
        return gone

    def push(
        self,
        place: int,
        cards: Sequence[tuple[int, Pose, bool]],
        start: int,
        *,
        by: Pose | None = None,
        lift: float = 0.0,
        hurry: float = 1.0,
    ) -> Done:
        """Cards on the table are moved to elsewhere on it; through ``by``, where they are pushed together first."""
        now = [self.timeline.bodies[number].pose for number, _, _ in cards]
        middle = Pose(sum(p.x for p in now) / len(now), sum(p.y for p in now) / len(now))
        angle = self.way(place, middle.x, middle.y)
        there = self.ready([n for n, _, _ in cards], start + round(hurry * self.habits.reach(self.dice)))
        out = self.outside(*self.tip(middle, angle), angle)
        knots = [(start, *out), (there, *self.tip(middle, angle))]
        at = there
        if by is not None:
            at = there + round(hurry * drawn(self.dice, 350.0, 600.0))
            for i, (number, _, _) in enumerate(cards):
                body = self.timeline.bodies[number]
                turn = by.angle if len(cards) > 1 else body.pose.angle
                self.timeline.glide(
                    number, there, at, by.moved(3.0 * (i % 5), 2.0 * (i % 5)).turned(turn + self._twist())
                )
            knots.append((at, *self.tip(by, angle)))
        rest = at + round(hurry * drawn(self.dice, 400.0, 700.0))
        for number, pose, up in cards:
            self.timeline.glide(number, at, rest, pose, up, lift)
        last = cards[0][1]
        knots.append((rest, *self.tip(last, angle)))
        gone = rest + self._leave()
        away = self.outside(*self.tip(last, angle), angle)
        self.timeline.hands.append(Reach(place, angle, (*knots, (gone, *away))))
        return Done(rest, gone)

    def take(self, place: int, numbers: Sequence[int], start: int) -> Done:
        """Cards on the table are taken up into a hand."""
        pose = self.timeline.bodies[numbers[0]].pose
        angle = self.way(place, pose.x, pose.y)
        tip = self.tip(pose, angle)
        out = self.outside(*tip, angle)
        there = self.ready(numbers, start + self.habits.reach(self.dice))
        grip = there + 120
        gone = grip + self._leave()
        for number in numbers:
            body = self.timeline.bodies[number]
            held = self.hold(out, angle, body.pose.angle)
            self.timeline.glide(number, grip, gone, held, False if not body.up else None, CARRY_MM)
            self.timeline.leave(number, gone)
        self.timeline.hands.append(Reach(place, angle, ((start, *out), (there, *tip), (grip, *tip), (gone, *out))))
        return Done(gone, gone)

    def touch(self, place: int, pose: Pose, start: int, stays: int) -> Done:
        """A hand comes, rests on a card and leaves."""
        angle = self.way(place, pose.x, pose.y)
        tip = toward(pose.x, pose.y, angle + 180.0, 12.0)
        out = self.outside(*tip, angle)
        there = start + self.habits.reach(self.dice)
        gone = there + stays + self._leave()
        knots = ((start, *out), (there, *tip), (there + stays, *tip), (gone, *out))
        self.timeline.hands.append(Reach(place, angle, knots, rests=True))
        return Done(there, gone)

    def _leave(self) -> int:
        """How long a hand takes to be gone (ms)."""
        return round(drawn(self.dice, 280.0, 460.0))

    def _twist(self) -> float:
        return drawn(self.dice, -6.0, 6.0) * self.habits.sloppy
