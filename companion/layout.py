"""Where things lie on the table: seats as zones round it, the lot in the middle, stock and cards set aside.

Everything is in table millimetres (see ``companion.ports``). The watched area is as wide as a camera over a
family table can see well; people sit along its two long sides, numbered clockwise from above.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

AREA_MM = (760.0, 420.0)
CARD_W, CARD_H = 63.0, 88.0
ROW_MARGIN = 6.0
LOT_AT = (380.0, 210.0)
STOCK_AT = (590.0, 210.0)
ASIDE_AT = (150.0, 210.0)
TRICK_OUT, TRICK_SQUEEZE, TRICK_REACH = 50.0, 0.35, 45.0
"""how far from the middle, and how near to each other, people lay their cards to a trick; how far off they may lie"""
PAIR_GAP = 72.0
"""distance of the centres of two cards that lie side by side"""
OPEN_SLOTS = 6
WIDEST_STEP = 30.0


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
class Layout:
    """The zones for so many places. Half of the people (rounded down) sit along the lower side."""

    places: int

    def along(self, place: int) -> int:
        """A place's number along the sides, clockwise from above: the lower side from right to left, then the upper.

        Place 0 sits in the middle of the lower side, as on the screen.
        """
        return (place + (self.places // 2 - 1) // 2) % self.places

    def seat_zone(self, place: int) -> Zone:
        """Where a place's own cards lie."""
        lower, number = self.places // 2, self.along(place)
        width, height = AREA_MM
        if number < lower:
            step = width / lower
            return Zone(width - (number + 1) * step, height - 100, width - number * step, height)
        step = width / (self.places - lower)
        return Zone((number - lower) * step, 0, (number - lower + 1) * step, 100)

    def upside_down(self, place: int) -> bool:
        """Whether the cards of this place are turned by 180 degrees for the camera."""
        return self.along(place) >= self.places // 2

    @property
    def lot(self) -> Zone:
        """The middle, where the lot is turned up."""
        return Zone(LOT_AT[0] - 105, 110, LOT_AT[0] + 105, 310)

    @property
    def aside(self) -> Zone:
        """Where cards that are out of the deal lie."""
        return Zone(40, 110, LOT_AT[0] - 105, 310)

    def trick_slot(self, place: int) -> tuple[float, float, float]:
        """Centre and angle of the card that a place plays to a trick: in the middle, on its own side."""
        zone = self.seat_zone(place)
        x = LOT_AT[0] + ((zone.left + zone.right) / 2 - LOT_AT[0]) * TRICK_SQUEEZE
        return (x, LOT_AT[1] - TRICK_OUT, 180.0) if self.upside_down(place) else (x, LOT_AT[1] + TRICK_OUT, 0.0)

    def trick_place(self, x: float, y: float) -> int | None:
        """Whose card to a trick lies at a point: the nearest place's, None outside the middle."""
        slots = {place: self.trick_slot(place) for place in range(self.places)}
        place = min(slots, key=lambda place: math.hypot(slots[place][0] - x, slots[place][1] - y))
        return place if math.hypot(slots[place][0] - x, slots[place][1] - y) <= TRICK_REACH else None

    def zone_of(self, x: float, y: float) -> str:
        """The zone of a point: ``lot``, ``aside``, ``seat N``, or empty."""
        if self.lot.holds(x, y):
            return "lot"
        if self.aside.holds(x, y):
            return "aside"
        for place in range(self.places):
            if self.seat_zone(place).holds(x, y):
                return f"seat {place}"
        return ""

    def slot(self, place: int, index: int, opened: int, hidden: bool) -> tuple[float, float, float]:
        """Centre and angle of a card in a place's row.

        Open cards are fanned from the owner's left so that each index shows; the hidden pair lies clear of them
        at the right. ``index`` counts within the kind; ``opened`` is how many open cards the place has.
        """
        zone = self.seat_zone(place)
        room = zone.width - 2 * ROW_MARGIN - CARD_W
        slots = max(OPEN_SLOTS, opened)
        step = min(WIDEST_STEP, (room - CARD_W - 2) / slots)
        if hidden:
            gap = min(CARD_W + 2, room - slots * step)
            along = slots * step + index * gap
        else:
            along = index * step
        offset = ROW_MARGIN + CARD_W / 2 + along
        if self.upside_down(place):
            return zone.right - offset, zone.top + CARD_H / 2 + 5, 180.0
        return zone.left + offset, zone.bottom - CARD_H / 2 - 5, 0.0
