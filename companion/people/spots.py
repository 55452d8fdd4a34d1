"""Where people lay a card: into the middle, on a heap, into a row. A little off and turned, never the same twice."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.people.habits import Habits, drawn
from companion.people.poses import Pose, covered, index_seen
from companion.people.timeline import Body, Timeline
from companion.place.layout import FAN_STEP, PAIR_GAP, Layout
from companion.table.truth import Dice

TRIES = 30
HEAP = ((0.0, 0.0, 0.0), (1.1, -0.9, 1.6), (-0.9, 0.8, -1.4), (0.6, 1.2, 2.5))
"""how the cards of a heap lie on each other, over and over: only so much of it can be seen"""
WON_HEAP = ((0.0, 0.0, 4.0), (3.0, -2.0, -6.0), (-2.5, 2.0, 9.0), (1.5, 3.0, -2.0))
ASIDE_LINE = 46.0
"""so far from the line of the middle lie cards that are set aside"""
PILE_POSES = 12
"""a pile's cards lie in so many ways, over and over: what lies deeper is not seen"""
SLOPPY_MM = 45.0
"""so far from their places in a trick careless people lay their cards"""
PULL_MM = 75.0
"""how far towards the middle a careless hand throws"""
BACK_MM = 2.0
"""by such steps a card is laid nearer to who lays it where it would hide others"""
BEATEN = (19.0, 24.0)
"""a card that beats another lies so far right and down on it, so that the beaten one's index is seen"""


@dataclass
class Spots:
    """Poses for cards that are laid; ``middle`` gives the cards that lie in the middle, lowest first."""

    layout: Layout
    timeline: Timeline
    habits: Habits
    dice: Dice
    heaps: dict[str, int] = field(default_factory=dict)
    """which heap of backs lies where"""
    _pile: list[Pose] = field(default_factory=list)
    _jitter: dict[int, tuple[float, float, float]] = field(default_factory=dict)

    def tossed(self, x: float, y: float, angle: float, careful: bool = False) -> Pose:
        """A card as people lay it: a little off and a little turned."""
        sloppy = 1.0 if careful else self.habits.sloppy
        return Pose(x + self._off(1.8 * sloppy), y + self._off(1.8 * sloppy), angle + self._off(3.5 * sloppy))

    def _off(self, most: float) -> float:
        return drawn(self.dice, -most, most)

    def steady(self, number: int, x: float, y: float, angle: float) -> Pose:
        """The same, always as far off for the same card: it is not laid anew when its neighbours are."""
        if number not in self._jitter:
            self._jitter[number] = (self._off(1.5), self._off(1.5), self._off(2.5))
        dx, dy, turn = self._jitter[number]
        return Pose(x + dx, y + dy, angle + turn)

    # tricks ---------------------------------------------------------------------------------------------------------

    def to_trick(self, place: int, number: int, lying: Sequence[Body], elsewhere: int | None = None) -> list[Pose]:
        """Where ``number`` cards come to lie that a place plays: fanned, on its side of the middle.

        What they cover of the cards there stays within the habits, and one index of each stays visible.
        ``elsewhere``: into another place's slot, by mistake.
        """
        x, y, angle = self.layout.trick_slot(place if elsewhere is None else elsewhere)
        angle = self.layout.trick_slot(place)[2]
        middle = self.layout.middle
        for attempt in range(TRIES):
            share = self.dice.random() * self.habits.overlap * (1 - attempt / TRIES)
            to_middle = (middle[0] - x, middle[1] - y)
            far = max(1.0, (to_middle[0] ** 2 + to_middle[1] ** 2) ** 0.5)
            pull = min(1.0, share * PULL_MM / far)
            base = self.tossed(x + to_middle[0] * pull, y + to_middle[1] * pull, angle)
            poses = fan(base, number)
            mean = (sum(p.x for p in poses) / number, sum(p.y for p in poses) / number)
            near = math.dist(mean, (x, y)) <= SLOPPY_MM + FAN_STEP / 2 * (self.layout.needs.together - 1)
            own = self.layout.trick_place(*mean) == (place if elsewhere is None else elsewhere)
            if near and own and self.fits(poses, lying):
                return poses
        away = (x - middle[0], y - middle[1])
        far = max(1.0, (away[0] ** 2 + away[1] ** 2) ** 0.5)
        for step in range(TRIES):  # (there is no room towards the middle: nearer to who lays them)
            back = step * BACK_MM / far
            poses = fan(Pose(x + away[0] * back, y + away[1] * back, angle), number)
            if self.fits(poses, lying):
                return poses
        return fan(Pose(x, y, angle), number)

    def fits(self, new: Sequence[Pose], lying: Sequence[Body]) -> bool:
        """Whether the cards that lie there stay visible under new ones."""
        for i, body in enumerate(lying):
            if all(body.pose.far(pose) > 110 for pose in new):
                continue
            above = [*(other.pose for other in lying[i + 1 :]), *new]
            if body.up and not index_seen(body.pose, above):
                return False
            if covered(body.pose, new) > max(0.0, self.habits.overlap):
                return False
        return True

    def in_pot(self, place: int, own: int, lying: Sequence[Pose], number: int) -> Pose:
        """Where the ``number``-th money card comes to lie that is thrown before a place; ``own``: that of its owner.

        The cards that lie there keep an index in sight.
        """
        x, y, _ = self.layout.trick_slot(place)
        straight = Pose(x, y, self.layout.trick_slot(own)[2])
        x, y = straight.ahead((number - (self.layout.needs.coins - 1) / 2) * FAN_STEP, 0.0)
        for attempt in range(TRIES):
            on = attempt / 2  # (a little further from the last one, until it can be seen)
            pose = self.tossed(*Pose(x, y, straight.angle).ahead(on, 0.0), straight.angle)
            seen = all(index_seen(one, [*lying[i + 1 :], pose]) for i, one in enumerate(lying))
            if seen and self.layout.trick_place(pose.x, pose.y) == place:
                return pose
        return Pose(x, y, straight.angle)

    # elsewhere in the middle ----------------------------------------------------------------------------------------

    def to_lot(self, index: int, number: int) -> Pose:
        """A card of a lot, or of an open talon."""
        return self.tossed(*self.layout.lot_at(index, number), 0.0, careful=True)

    def free_cell(self, lying: Sequence[Body]) -> int:
        """The first cell of an open talon in which no card lies."""
        cell = 0
        while any(body.pose.far(Pose(*self.layout.lot_at(cell, cell + 1))) < 14 for body in lying):
            cell += 1
        return cell

    def to_pile(self, height: int) -> Pose:
        """The next card of a pile: on the last one, some mm to one side."""
        while len(self._pile) < PILE_POSES:
            side = 1 if len(self._pile) % 2 else -1
            x, y = self.layout.middle
            off = (side * drawn(self.dice, 4.5, 5.0), side * drawn(self.dice, 5.8, 6.6), self._off(2))
            self._pile.append(Pose(x + off[0], y + off[1], off[2]))
        return self._pile[height % PILE_POSES]

    def to_turned(self) -> Pose:
        """A card turned up beside the stock."""
        return self.tossed(*self.layout.turned_at, 0.0, careful=True)

    def beating(self, beaten: Pose) -> Pose:
        """A card half over the one it beats."""
        x, y = beaten.ahead(*BEATEN)
        return self.tossed(x, y, beaten.angle, careful=True)

    def to_aside(self, number: int, up: bool) -> Pose:
        """A card set aside: face up in two columns side by side, face down on one heap below."""
        x, y = self.layout.aside_at
        if not up:
            return self._on_heap(x, y + ASIDE_LINE, 0.0, number, HEAP)
        return self.tossed(x + (PAIR_GAP if number % 2 else 0.0), y - ASIDE_LINE, 0.0, careful=True)

    # heaps and rows -------------------------------------------------------------------------------------------------

    def to_heap(self, place: str, height: int) -> Pose:
        """The next card of a heap of backs."""
        if place not in self.heaps:
            taken = set(self.heaps.values())
            self.heaps[place] = next(i for i in range(len(taken) + 1) if i not in taken)
        return self._on_heap(*self.layout.heap_at(self.heaps[place]), 0.0, height, HEAP)

    def to_won(self, place: int, height: int) -> Pose:
        """The next card of a player's won cards."""
        return self._on_heap(*self.layout.won_at(place), height, WON_HEAP)

    def _on_heap(
        self, x: float, y: float, angle: float, height: int, heap: Sequence[tuple[float, float, float]]
    ) -> Pose:
        dx, dy, turn = heap[height % len(heap)]
        return Pose(x + dx, y + dy, angle + turn)

    def in_row(self, number: int, place: int, index: int, opened: int, hidden: bool) -> Pose:
        """A card of a player's row, open or hidden."""
        return self.steady(number, *self.layout.slot(place, index, opened, hidden))


def fan(base: Pose, number: int) -> list[Pose]:
    """Cards laid together, each index showing, lowest first."""
    step = min(FAN_STEP, 110.0 / max(1, number - 1))
    return [Pose(*base.ahead((i - (number - 1) / 2) * step, 0.0), base.angle) for i in range(number)]
