"""Where things lie on the table: lot and tricks in the middle, rows and coins before the players, cards set aside.

Everything is in table millimetres (see ``companion.ports``); where people sit is told by ``companion.place.seating``.
"""

from __future__ import annotations

import math
from functools import cached_property
from itertools import pairwise

from companion.place.seating import Seating
from companion.place.seats import (
    AREA_MM,
    CARD_H,
    CARD_W,
    COIN_STEP,
    EDGE_MM,
    FAN_STEP,
    LINE_GAP,
    LOT_DEEP,
    OPEN_SLOTS,
    PAIR_GAP,
    ROW_MARGIN,
    SEAT_DEEP,
    TRICK_INWARDS,
    TRICK_REACH,
    TRICK_SQUEEZE,
    WIDEST_STEP,
    WON_WIDE,
    Needs,
    Spot,
    Zone,
)  # fmt: skip

__all__ = ["AREA_MM", "CARD_H", "CARD_W", "FAN_STEP", "PAIR_GAP", "Layout", "Needs", "Spot", "Zone"]


class Layout(Seating):
    """The zones of a table at which people sit so."""

    # the middle -----------------------------------------------------------------------------------------------------

    @property
    def lot(self) -> Zone:
        """The middle, where the lot is turned up, to the stock."""
        x, y = self.middle
        deep = max(LOT_DEEP, self.lot_rows * LINE_GAP) if self.needs.talon else LOT_DEEP
        return Zone(x - self._lot_half, y - deep / 2, self.stock.left, y + deep / 2)

    @property
    def turned_at(self) -> tuple[float, float]:
        """Where a card is turned up beside the stock."""
        x, y = self.stock_at
        return x - PAIR_GAP, y

    @property
    def aside(self) -> Zone:
        """Where cards that are out of the deal lie."""
        y = self.middle[1]
        return Zone(max(0.0, self.aside_at[0] - 110), y - LOT_DEEP / 2, self.lot.left, y + LOT_DEEP / 2)

    @property
    def stock(self) -> Zone:
        """Where the stock and other heaps of backs lie."""
        y = self.middle[1]
        return Zone(self.stock_at[0] - 45, y - 60, self.area[0], y + 60)

    @property
    def stock_at(self) -> tuple[float, float]:
        """The middle of the stock."""
        x, y = self.middle
        return x + self._heaps_off, y

    @property
    def aside_at(self) -> tuple[float, float]:
        """The middle of the cards set aside."""
        x, y = self.middle
        return x - self._aside_off, y

    def heap_at(self, number: int) -> tuple[float, float]:
        """The middle of a heap of backs: the stock is heap 0."""
        x, y = self.stock_at
        return x + number * PAIR_GAP, y

    def lot_at(self, index: int, number: int) -> tuple[float, float]:
        """The middle of the ``index``-th of ``number`` cards that lie open in the middle."""
        x, y = self.middle
        if not self.needs.talon:
            gap = min(PAIR_GAP, 190.0 / max(1, number - 1)) if number > 4 else PAIR_GAP
            return x + (index - (number - 1) / 2) * gap, y
        layer, cell = divmod(index, self.lot_rows * self.lot_columns)
        row, column = divmod(cell, self.lot_columns)
        centred = (column + 1) // 2 * (1 if column % 2 else -1)  # from the middle outwards
        at = x + (centred - (0 if self.lot_columns % 2 else 0.5)) * PAIR_GAP
        return at + FAN_STEP * layer, y + (row - (self.lot_rows - 1) / 2) * LINE_GAP + 20.0 * layer

    # tricks ---------------------------------------------------------------------------------------------------------

    def trick_slot(self, place: int) -> tuple[float, float, float]:
        """Centre and angle of the card that a place plays to a trick: in the middle, on its own side."""
        return self._slots[place]

    @cached_property
    def _slots(self) -> tuple[tuple[float, float, float], ...]:
        """By place. Cards of those at the short ends lie outside of the others'."""
        (x, y), sides = self.middle, [round(spot.facing / 90) % 4 for spot in self.spots]
        squeeze: list[float] = []
        for side in range(4):
            here = sorted(spot.local(x, y)[0] for spot, s in zip(self.spots, sides, strict=True) if s == side)
            gaps = [b - a for a, b in pairwise(here)]
            squeeze.append(max(TRICK_SQUEEZE, self._trick_pitch / max(1.0, min(gaps))) if gaps else TRICK_SQUEEZE)
        across = [
            abs(spot.local(x, y)[0]) * squeeze[side]
            for spot, side in zip(self.spots, sides, strict=True)
            if side % 2 == 0
        ]
        out = {0: self._trick_out, 1: max([0.0, *across]) + self._trick_pitch / 2 + CARD_H / 2}
        found = []
        for spot, side in zip(self.spots, sides, strict=True):
            level = Spot(x, y, side * 90.0)
            sideways = -spot.local(x, y)[0] * squeeze[side]
            found.append((*level.away(sideways, -out[side % 2]), spot.facing % 360))
        return tuple(found)

    def trick_place(self, x: float, y: float) -> int | None:
        """Whose card to a trick lies at a point: the nearest place's, None outside the middle."""
        place = min(range(self.places), key=lambda p: math.hypot(self._slots[p][0] - x, self._slots[p][1] - y))
        slot, spot = self._slots[place][:2], self.spots[place]
        inwards = spot.local(x, y)[1] > spot.local(*slot)[1]
        reach = (TRICK_INWARDS if inwards else TRICK_REACH) + FAN_STEP / 2 * (self.needs.together - 1)
        return place if math.dist(slot, (x, y)) <= reach else None

    # zones ----------------------------------------------------------------------------------------------------------

    def won_at(self, place: int) -> tuple[float, float, float]:
        """Centre and angle of the pile of cards that a place has won: at its owner's right."""
        spot = self.spot(place)
        return (*spot.away(self.seat_wide(place) / 2 - WON_WIDE / 2, 0.0), spot.facing)

    def zone_of(self, x: float, y: float) -> str:
        """The zone of a point: ``lot``, ``stock``, ``aside``, ``won N``, ``seat N``, or empty."""
        for place in range(self.places):
            right, forward = self.spot(place).local(x, y)
            half, back = self.seat_wide(place) / 2, CARD_H / 2 + EDGE_MM
            if -half <= right <= half and -back <= forward < SEAT_DEEP - back:
                won = self.needs.wins and right >= half - WON_WIDE
                return f"won {place}" if won else f"seat {place}"
        for name, zone in (("lot", self.lot), ("aside", self.aside), ("stock", self.stock)):
            if zone.holds(x, y):
                return name
        return ""

    def slot(self, place: int, index: int, opened: int, hidden: bool) -> tuple[float, float, float]:
        """Centre and angle of a card in a place's row.

        Open cards are fanned from the owner's left so that each index shows; the hidden pair lies clear of them
        at the right. ``index`` counts within the kind; ``opened`` is how many open cards the place has.
        """
        spot, width = self.spot(place), self.seat_wide(place)
        room = width - 2 * ROW_MARGIN - CARD_W - (WON_WIDE if self.needs.wins else 0) - self.needs.coins_wide
        beside = CARD_W + 2 if self.needs.hidden else 0
        slots = max(min(OPEN_SLOTS, self.needs.row or OPEN_SLOTS), opened)
        step = min(WIDEST_STEP, (room - beside) / slots)
        along = slots * step + index * min(CARD_W + 2, room - slots * step) if hidden else index * step
        return (*spot.away(ROW_MARGIN + CARD_W / 2 + along - width / 2, 0.0), spot.facing)

    # money cards ----------------------------------------------------------------------------------------------------

    def coin_slot(self, place: int, index: int) -> tuple[float, float, float]:
        """Centre and angle of a money card that its owner has not thrown: fanned at the right of his row."""
        spot, right = self.spot(place), self.seat_wide(place) / 2 - ROW_MARGIN - CARD_W / 2
        return (*spot.away(right - (self.needs.coins - 1 - index) * COIN_STEP, 0.0), spot.facing)

    def among_coins(self, place: int, x: float, y: float) -> bool:
        """Whether a point lies where a place keeps the money cards it has not thrown."""
        if self.zone_of(x, y) != f"seat {place}":
            return False
        right, _ = self.spot(place).local(x, y)
        return right > self.seat_wide(place) / 2 - ROW_MARGIN - self.needs.coins_wide

    @property
    def paid_at(self) -> tuple[float, float]:
        """The middle of the heap of money that is out of the deal: beside the stock."""
        return self.heap_at(1)
