"""What a table is made of: zones, the spots that people sit at, what a game needs, the measures of laid cards (mm)."""

from __future__ import annotations

import math
from dataclasses import dataclass

AREA_MM = (760.0, 420.0)
"""The least that is watched: as much as a camera over a family table sees well."""
CARD_W, CARD_H = 63.0, 88.0
ROW_MARGIN = 6.0
EDGE_MM = 5.0
"""between a card before its owner and the edge of the table"""
SEAT_DEEP = 100.0
"""how far a seat's zone reaches from the edge"""
LOT_WIDE, LOT_DEEP = 210.0, 200.0
STOCK_OFF, ASIDE_OFF = 210.0, 230.0
"""how far from the middle the stock and the cards set aside lie, at least"""
TRICK_OUT, TRICK_SQUEEZE = 50.0, 0.35
"""how far from the middle, and how near to each other, people lay their cards to a trick"""
TRICK_REACH, TRICK_INWARDS = 45.0, 60.0
"""how far off one may lie that still is of a trick; and on the side of the middle, where nothing else lies: careless
people lay them too near to it, and then they are pushed, or their place is told badly"""
PAIR_GAP = 72.0
"""distance of the centres of two cards that lie side by side"""
LINE_GAP = 97.0
"""the same, one below the other"""
POT_GAP = 8.0
"""mm between the lot and the money cards that are thrown before it: neither covers the other"""
COIN_STEP = 17.0
"""mm from one money card of a fan to the next"""
FAN_STEP = 18.0
"""mm between cards that are laid together"""
WON_WIDE = 75.0
"""what a pile of won cards takes of a seat's width"""
OPEN_SLOTS = 6
WIDEST_STEP, LEAST_STEP = 30.0, 14.0
"""mm from one card of a row to the next; an index is seen from the least on"""


@dataclass(frozen=True)
class Zone:
    """An upright rectangle of the table."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in it."""
        return self.left <= x < self.right and self.top <= y < self.bottom

    @property
    def width(self) -> float:
        """mm."""
        return self.right - self.left


@dataclass(frozen=True)
class Spot:
    """Where a player's own cards lie: the middle of his row (mm) and the turn of his cards (degrees)."""

    x: float
    y: float
    facing: float = 0.0

    def away(self, right: float, forward: float) -> tuple[float, float]:
        """The point so far to the owner's right and towards the middle of the table."""
        turn = math.radians(self.facing)
        return (
            self.x + right * math.cos(turn) + forward * math.sin(turn),
            self.y + right * math.sin(turn) - forward * math.cos(turn),
        )

    def local(self, x: float, y: float) -> tuple[float, float]:
        """A point as its owner sees it: so far to his right, so far forward."""
        turn = math.radians(self.facing)
        dx, dy = x - self.x, y - self.y
        return dx * math.cos(turn) + dy * math.sin(turn), dx * math.sin(turn) - dy * math.cos(turn)


@dataclass(frozen=True)
class Needs:
    """What a game puts on the table: how much of it must be watched."""

    row: int = 0
    """most cards that lie open before a seat (a row, or a hand laid open)"""
    hidden: int = 2
    """cards that lie face down beside the row"""
    together: int = 1
    """most cards laid to a trick in one go"""
    talon: int = 0
    """cards that lie open in the middle while people play (0: none)"""
    wins: bool = False
    """cards are won, and lie before their winner"""
    heaps: int = 1
    """heaps of backs in the middle (stock, talon, reserve)"""
    turned: bool = False
    """a card lies face up beside the stock (the trump)"""
    coins: int = 0
    """money cards that each player begins with (0: chips, or no money): they lie before him and are thrown as a bid"""

    @property
    def coins_wide(self) -> float:
        """What a player's money cards, fanned beside his row, take of his seat's width (mm)."""
        return CARD_W + (self.coins - 1) * COIN_STEP + 4.0 if self.coins else 0.0


def alike(one: float, other: float) -> bool:
    """Whether two angles (degrees) are nearer than 45 to each other."""
    return abs((one - other + 180) % 360 - 180) < 45
