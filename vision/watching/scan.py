"""What a batch of frames showed, and where cards lie among the cells of the small copy."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.ports import Sighting
from vision.arrays import Matrix
from vision.watching.motion import Mask, grown
from vision.watching.sightings import Card, holds
from vision.watching.zones import inside, marked, quad_px

INSET_MM = 6.0
"""An index that shows so far inside a card's place proves that nothing lies upon it there."""


HALF_INDEX_MM = 5.0
"""From the middle of an index to its ends, well within it."""


@dataclass(frozen=True)
class CellMap:
    """From the table to the cells: ``shape`` of the cells, ``size`` (px) of the frame, mm to px."""

    shape: tuple[int, ...]
    size: tuple[int, int]
    to_px: Matrix

    def under(self, cards: Sequence[Sighting]) -> Mask:
        """The cells under cards."""
        return marked(self.shape[:2], [quad_px(card, self.to_px) for card in cards], self.size)

    def within(self, card: Sighting, where: Mask) -> bool:
        """Whether the middle of a card lies in some cells."""
        return inside(where, (card.x, card.y), self.to_px, self.size)


@dataclass(frozen=True)
class Scan:
    """What a batch of frames showed."""

    fresh: Sequence[Card]
    where: Mask
    """cells that were read"""
    touched: Mask
    """cells that have moved since they were last read"""
    bare: Mask
    """cells that look like the table"""
    at_ms: int
    cells: CellMap
    bared: frozenset[int] = frozenset()
    """tracks whose place was seen bare meanwhile, though something may lie there again"""

    def place(self, card: Sighting) -> Mask:
        """The cells under a card."""
        return self.cells.under([card])

    def within(self, card: Sighting) -> bool:
        """Whether the middle of a card was read."""
        return self.cells.within(card, self.where)

    def bare_at(self, card: Sighting, mark: tuple[float, float]) -> bool:
        """Whether the table shows where an index of a card was (mm): hands were there since, and it looks bare."""
        turn = math.radians(card.angle)
        along = (-math.sin(turn) * HALF_INDEX_MM, math.cos(turn) * HALF_INDEX_MM)
        points = [(mark[0] + side * along[0], mark[1] + side * along[1]) for side in (-1, 0, 1)]
        masks = (self.where, self.touched, self.bare)
        return all(inside(mask, point, self.cells.to_px, self.cells.size) for mask in masks for point in points)

    def index_missed(self, card: Card, visible: Mask) -> bool:
        """Whether the place of an index of a card that was not found is seen whole, and nothing covers it."""
        turn = math.radians(card.sighting.angle)
        across, along = (math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))
        ends = [(a * HALF_INDEX_MM, b * HALF_INDEX_MM) for a, b in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))]
        return any(
            all(
                inside(visible, (x + a * across[0] + b * along[0], y + a * across[1] + b * along[1]), *self._onto)
                for a, b in ends
            )
            for x, y in card.marks
        )

    @property
    def _onto(self) -> tuple[Matrix, tuple[int, int]]:
        return self.cells.to_px, self.cells.size

    def visible(self, card: Card, found: Sequence[Card], known: Sequence[Card]) -> tuple[Mask, Mask]:
        """The cells of a card's place, and those of them that no card above it covers, found now or known before."""
        place = self.place(card.sighting)
        covers = np.zeros_like(place)
        for one in found:
            if one.order == 0 or one.order > card.order:
                covers |= self.place(one.sighting)
        for other in known:
            if other.order > card.order and not self.within(other.sighting):
                covers |= self.place(other.sighting)
        return place, place & ~grown(covers, 1)


def upwards(cards: Sequence[Card]) -> list[Card]:
    """New cards from the lowest to the highest: one of which an index shows within another's place lies above it."""

    def above(one: Card) -> int:
        return sum(holds(other.sighting, x, y, INSET_MM) for other in cards if other is not one for x, y in one.marks)

    return sorted(cards, key=above)
