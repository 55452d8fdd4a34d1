"""Where a card lies, and what can be seen of it under others: plain geometry in table millimetres."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from companion.place.layout import CARD_H, CARD_W

INDEX_W, INDEX_H = 11.0, 20.0
"""the corner of a card that holds its index (mm)"""
GRID = (5, 7)
"""points of a card that are looked at to tell how much of it is covered"""


@dataclass(frozen=True)
class Pose:
    """The middle of a card (mm) and its turn (degrees, clockwise as the camera sees it)."""

    x: float
    y: float
    angle: float = 0.0

    def moved(self, dx: float, dy: float, turn: float = 0.0) -> Pose:
        """So far to the right and down, and turned."""
        return Pose(self.x + dx, self.y + dy, self.angle + turn)

    def turned(self, angle: float) -> Pose:
        """At the same place with another turn."""
        return Pose(self.x, self.y, angle)

    def ahead(self, right: float, down: float) -> tuple[float, float]:
        """A point of the card's own plane: so far right and down from its middle as it is read."""
        return along(self.x, self.y, self.angle, right, down)

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies on the card."""
        turn = math.radians(self.angle)
        dx, dy = x - self.x, y - self.y
        right, down = dx * math.cos(turn) + dy * math.sin(turn), dy * math.cos(turn) - dx * math.sin(turn)
        return abs(right) <= CARD_W / 2 and abs(down) <= CARD_H / 2

    def far(self, other: Pose) -> float:
        """The distance of the middles (mm)."""
        return math.hypot(self.x - other.x, self.y - other.y)


def along(x: float, y: float, angle: float, right: float, down: float) -> tuple[float, float]:
    """The point so far right and down of another, in a plane turned by an angle."""
    turn = math.radians(angle)
    return x + right * math.cos(turn) - down * math.sin(turn), y + right * math.sin(turn) + down * math.cos(turn)


def toward(x: float, y: float, angle: float, far: float) -> tuple[float, float]:
    """The point so far away in a direction (degrees, 0 is up)."""
    return x + far * math.sin(math.radians(angle)), y - far * math.cos(math.radians(angle))


def index_seen(card: Pose, above: Sequence[Pose]) -> bool:
    """Whether one of the two indices lies wholly free under these cards."""
    near = [other for other in above if other.far(card) < CARD_H + CARD_W]
    for sign in (-1, 1):
        corners = [
            card.ahead(sign * (CARD_W / 2 - right), sign * (CARD_H / 2 - down))
            for right in (1.0, INDEX_W)
            for down in (1.0, INDEX_H / 2, INDEX_H)
        ]
        if not any(other.holds(*corner) for other in near for corner in corners):
            return True
    return False


def covered(card: Pose, above: Sequence[Pose]) -> float:
    """The share of a card that others cover."""
    near = [other for other in above if other.far(card) < CARD_H + CARD_W]
    if not near:
        return 0.0
    columns, rows = GRID
    points = [
        card.ahead((i + 0.5) / columns * CARD_W - CARD_W / 2, (j + 0.5) / rows * CARD_H - CARD_H / 2)
        for i in range(columns)
        for j in range(rows)
    ]
    return sum(any(other.holds(*point) for other in near) for point in points) / len(points)


def between(one: Pose, other: Pose, share: float) -> Pose:
    """The pose a share of the way from one to another, turned the shorter way round."""
    turn = (other.angle - one.angle + 180) % 360 - 180
    return Pose(one.x + (other.x - one.x) * share, one.y + (other.y - one.y) * share, one.angle + turn * share)
