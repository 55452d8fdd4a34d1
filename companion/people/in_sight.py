"""What of a card a camera can see, with other cards and hands over it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from companion.ports import CARD_MM, Cover, Placement

INDEX_MM = ((-25.0, -36.0), (-25.0, -26.0), (-21.0, -31.0))
"""points of the upper left index from the middle of a card; the other index lies opposite"""
HAND_MM = (38.0, 60.0)
"""half the width and half the length of a hand beyond its fingertips"""


def turned(x: float, y: float, angle: float) -> tuple[float, float]:
    """A vector turned clockwise as the camera sees it."""
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return x * cos - y * sin, x * sin + y * cos


def lies_on(card: Placement, x: float, y: float) -> bool:
    """Whether a card covers a point."""
    dx, dy = turned(x - card.x, y - card.y, -card.angle)
    return abs(dx) <= CARD_MM[0] / 2 and abs(dy) <= CARD_MM[1] / 2


def under(hand: Cover, x: float, y: float) -> bool:
    """Whether a hand or its arm covers a point."""
    dx, dy = turned(x - hand.x, y - hand.y, -hand.angle)
    return abs(dx) <= HAND_MM[0] and dy <= HAND_MM[0]


def read(card: Placement, above: Sequence[Placement], hands: Iterable[Cover]) -> bool:
    """Whether one index of a card at least is in plain sight."""
    hands = tuple(hands)
    near = [one for one in above if math.hypot(one.x - card.x, one.y - card.y) < 110]
    for side in (1.0, -1.0):
        clear = True
        for ox, oy in INDEX_MM:
            dx, dy = turned(side * ox, side * oy, card.angle)
            x, y = card.x + dx, card.y + dy
            if any(lies_on(one, x, y) for one in near) or any(under(hand, x, y) for hand in hands):
                clear = False
                break
        if clear:
            return True
    return False
