"""What is on the table at any moment: cards that lie or glide, hands that reach in, the lamp, the camera's place.

Everything is written down ahead, in virtual milliseconds, and read off by ``scene``. Each physical card keeps its own
pose from where it was to where it is next: nothing jumps.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.people.poses import Pose, between
from companion.ports import Cover, Placement, Scene

TURNED = 0.5
"""the share of a glide after which the other side of a turned card shows"""


@dataclass(frozen=True)
class Glide:
    """A card on its way from one pose to another; ``lift``: how high it is carried (mm)."""

    start: int
    end: int
    a: Pose
    b: Pose
    up_a: bool
    up_b: bool
    lift: float = 0.0

    def at(self, ms: int) -> tuple[Pose, bool, float]:
        """Pose, whether the face shows, and height, at a moment on the way: slow, quick, slow."""
        share = (ms - self.start) / max(1, self.end - self.start)
        eased = share * share * (3 - 2 * share)
        up = self.up_b if share >= TURNED else self.up_a
        return between(self.a, self.b, eased), up, self.lift * 4 * share * (1 - share)


@dataclass
class Body:
    """One physical card while it is on the table or on its way."""

    number: int
    code: str
    pose: Pose
    """where it comes to lie in the end"""
    up: bool
    glides: list[Glide] = field(default_factory=list)
    since: int = 0
    landed: int = 0
    """when it came to rest, before the glides that are still written down"""
    until: int | None = None
    """when it is in a hand again"""
    order: int = 0
    """what is laid later lies higher"""


@dataclass(frozen=True)
class Reach:
    """One hand: where its fingertips are from one moment to the next, and where its arm leaves to."""

    place: int
    angle: float
    knots: tuple[tuple[int, float, float], ...]
    rests: bool = False
    """it lies on a card; its owner's other hand is free"""

    def at(self, ms: int) -> Cover | None:
        """The hand at a moment, None if it is not there."""
        if not self.knots[0][0] <= ms <= self.knots[-1][0]:
            return None
        i = max(1, bisect.bisect_left([knot[0] for knot in self.knots], ms))
        (t0, x0, y0), (t1, x1, y1) = self.knots[i - 1], self.knots[i]
        share = (ms - t0) / max(1, t1 - t0)
        return Cover(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share, self.angle)

    @property
    def end(self) -> int:
        """When it is gone."""
        return self.knots[-1][0]


@dataclass
class Timeline:
    """The cards, hands, lamp and camera of one deal."""

    bodies: dict[int, Body] = field(default_factory=dict)
    hands: list[Reach] = field(default_factory=list)
    lamp: list[tuple[int, float]] = field(default_factory=list)
    """moments from which the lamp has another strength"""
    bumps: list[tuple[int, tuple[float, float, float]]] = field(default_factory=list)
    """moments from which the camera looks from elsewhere"""
    _order: int = 0

    def next_order(self) -> int:
        """On top of all that has been laid so far."""
        self._order += 1
        return self._order

    def lay(self, number: int, code: str, pose: Pose, up: bool, since: int = 0) -> Body:
        """A card that lies there."""
        body = Body(number, code, pose, up, since=since, landed=since, order=self.next_order())
        self.bodies[number] = body
        return body

    def glide(self, number: int, start: int, end: int, to: Pose, up: bool | None = None, lift: float = 0.0) -> None:
        """Move a card; what it was told to do before ends where it is then."""
        body = self.bodies[number]
        shown = body.up if up is None else up
        body.glides.append(Glide(start, end, body.pose, to, body.up, shown, lift))
        body.pose, body.up, body.order = to, shown, self.next_order()

    def leave(self, number: int, at: int) -> None:
        """A card is gone from the table from then on."""
        self.bodies[number].until = at

    def resting(self) -> list[Body]:
        """The cards that lie there when all that is written down has happened, lowest first."""
        return sorted((b for b in self.bodies.values() if b.until is None), key=lambda body: body.order)

    def hands_gone(self, at: int) -> int:
        """When the last hand that is written down is gone; ``at`` if there is none."""
        return max([at, *(reach.end for reach in self.hands)])

    # at a moment ----------------------------------------------------------------------------------------------------

    def scene(self, ms: int) -> Scene:
        """What the camera sees at a moment; moments are asked for in order."""
        self._forget(ms)
        lying: list[tuple[tuple[int, int, int], Placement]] = []
        for body in self.bodies.values():
            if body.since > ms:
                continue
            key, pose, up, lift = self._of(body, ms)
            lying.append((key, Placement(body.code if up else None, pose.x, pose.y, pose.angle, round(lift, 1))))
        lying.sort(key=lambda one: one[0])
        cards = without_hidden(card for _, card in lying)
        hands = tuple(cover for reach in self.hands if (cover := reach.at(ms)) is not None)
        return Scene(cards, hands, self.light(ms), self.bump(ms))

    def _of(self, body: Body, ms: int) -> tuple[tuple[int, int, int], Pose, bool, float]:
        """What lies lower first: resting cards by when they were laid, then those that move."""
        landed = body.landed
        for glide in body.glides:
            if glide.start <= ms < glide.end:
                return (1, glide.start, body.order), *glide.at(ms)
            if ms < glide.start:
                return (0, landed, body.order), glide.a, glide.up_a, 0.0
            landed = glide.end
        return (0, landed, body.order), body.pose, body.up, 0.0

    def pose(self, body: Body, ms: int) -> Pose:
        """Where a card is at a moment."""
        return self._of(body, ms)[1]

    def light(self, ms: int) -> float:
        """The lamp's strength."""
        return next((strength for at, strength in reversed(self.lamp) if at <= ms), 1.0)

    def bump(self, ms: int) -> tuple[float, float, float]:
        """From where the camera looks."""
        return next((shift for at, shift in reversed(self.bumps) if at <= ms), (0.0, 0.0, 0.0))

    def _forget(self, ms: int) -> None:
        """Let go of what is over."""
        for number in [n for n, body in self.bodies.items() if body.until is not None and body.until <= ms]:
            del self.bodies[number]
        for body in self.bodies.values():
            while body.glides and body.glides[0].end < ms:
                body.landed = body.glides.pop(0).end
        self.hands = [reach for reach in self.hands if reach.end >= ms]


def without_hidden(cards: Iterable[Placement]) -> tuple[Placement, ...]:
    """The cards, lowest first, without those that lie exactly under another: a heap shows its top."""
    kept: dict[tuple[float, float, float], Placement] = {}
    for card in cards:
        key = (card.x, card.y, card.angle)
        kept.pop(key, None)
        kept[key] = card
    return tuple(kept.values())
