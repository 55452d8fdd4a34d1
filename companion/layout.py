"""Where things lie on the table: seats as zones round it, the lot in the middle, stock and cards set aside.

Everything is in table millimetres (see ``companion.ports``). People sit in their spots: the usual arrangement is along
the two long sides, numbered clockwise from above; or where one card was laid before each at set-up. The watched area
grows with what the game puts down.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from companion.seats import (
    AREA_MM,
    ASIDE_OFF,
    CARD_H,
    CARD_W,
    COIN_STEP,
    EDGE_MM,
    FAN_STEP,
    LEAST_STEP,
    LINE_GAP,
    LOT_DEEP,
    LOT_WIDE,
    OPEN_SLOTS,
    PAIR_GAP,
    POT_GAP,
    ROW_MARGIN,
    SEAT_DEEP,
    STOCK_OFF,
    TRICK_OUT,
    TRICK_REACH,
    TRICK_SQUEEZE,
    WIDEST_STEP,
    WON_WIDE,
    Needs,
    Spot,
    Zone,
    alike,
)  # fmt: skip

__all__ = ["AREA_MM", "CARD_H", "CARD_W", "FAN_STEP", "PAIR_GAP", "Layout", "Needs", "Spot", "Zone"]


@dataclass(frozen=True)
class Layout:
    """The zones for so many places. Half of the people (rounded down) sit along the lower side.

    ``measured``: the spots of the places where they are known, e.g. from one card laid before each player, with the
    size of the area (mm) they were measured in.
    """

    places: int
    needs: Needs = field(default_factory=Needs)
    measured: tuple[Spot, ...] = ()
    measured_area: tuple[float, float] | None = None

    @classmethod
    def from_spots(
        cls, spots: Sequence[tuple[float, float, float]], area: tuple[float, float], needs: Needs | None = None
    ) -> Layout:
        """A layout from where people sit: the middle (mm) and the turn (degrees) of a card before each, clockwise."""
        return cls(len(spots), needs or Needs(), tuple(Spot(*spot) for spot in spots), area)

    # the area -------------------------------------------------------------------------------------------------------

    @cached_property
    def area(self) -> tuple[float, float]:
        """Width and height (mm) of what must be watched; never less than AREA_MM."""
        if self.measured_area is not None:
            return self.measured_area
        side = self.places - self.places // 2
        heaps = self._heaps_off + 40.0 + PAIR_GAP * max(0, self.needs.heaps - 1)
        middle = 2 * max(heaps, self._aside_off + 40.0)
        return max(AREA_MM[0], side * self._seat_wide, middle), max(AREA_MM[1], 2 * (SEAT_DEEP + self._middle_deep))

    @property
    def middle(self) -> tuple[float, float]:
        """The centre of the table."""
        width, height = self.area
        return width / 2, height / 2

    @property
    def _seat_wide(self) -> float:
        """The least width of a seat in which its row can be read."""
        if not self.needs.row:
            return WON_WIDE + 4.0 if self.needs.wins else 0.0
        row = self.needs.coins_wide + 2 * ROW_MARGIN + CARD_W + (self.needs.row - 1) * LEAST_STEP
        return row + (CARD_W + 2 if self.needs.hidden else 0) + (WON_WIDE if self.needs.wins else 0)

    @property
    def _trick_pitch(self) -> float:
        """The distance of neighbours' trick cards at which they are clear of each other."""
        return CARD_W + 6 + FAN_STEP * (self.needs.together - 1)

    @property
    def _trick_out(self) -> float:
        """How far from the middle those at the long sides lay their cards: between them lies a talon, or a lot."""
        if self.needs.coins:
            return CARD_H + POT_GAP
        return TRICK_OUT if not self.needs.talon else (self.lot_rows * LINE_GAP + CARD_H) / 2 + 6

    @property
    def _middle_deep(self) -> float:
        """From the middle to the seats."""
        return self._trick_out + CARD_H / 2 + 10

    @property
    def lot_rows(self) -> int:
        """Rows of cards in an open talon."""
        return 2 if self.needs.talon > OPEN_SLOTS else 1

    @property
    def lot_columns(self) -> int:
        """Cards side by side in the middle."""
        return max(7, self.needs.talon // self.lot_rows + 2) if self.needs.talon else 2

    @cached_property
    def _middle_half(self) -> float:
        """Half the width of what is laid in the middle: cards of a trick, an open talon."""
        side = self.places - self.places // 2
        return max(side * self._trick_pitch / 2, self._lot_half if self.needs.talon else 0.0)

    @cached_property
    def _heaps_off(self) -> float:
        """How far to the right of the middle the stock lies."""
        return max(STOCK_OFF, self._middle_half + 40 + (PAIR_GAP if self.needs.turned else 0.0))

    @cached_property
    def _aside_off(self) -> float:
        """How far to the left of the middle the cards set aside lie, in two columns."""
        return max(ASIDE_OFF, self._middle_half + PAIR_GAP + 40)

    # seats ----------------------------------------------------------------------------------------------------------

    def along(self, place: int) -> int:
        """A place's number along the sides, clockwise from above: the lower side from right to left, then the upper.

        Place 0 sits in the middle of the lower side, as on the screen.
        """
        return (place + (self.places // 2 - 1) // 2) % self.places

    def upside_down(self, place: int) -> bool:
        """Whether the cards of this place are turned by 180 degrees for the camera (more than by 90)."""
        return math.cos(math.radians(self.spot(place).facing)) < -0.01

    def spot(self, place: int) -> Spot:
        """Where a place's own cards lie."""
        return self.spots[place]

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """The spots of all places."""
        return self.measured or tuple(self._usual(place) for place in range(self.places))

    def _usual(self, place: int) -> Spot:
        lower, number = self.places // 2, self.along(place)
        (width, height), deep = self.area, CARD_H / 2 + EDGE_MM
        if number < lower:
            return Spot(width - (number + 0.5) * width / lower, height - deep, 0.0)
        return Spot((number - lower + 0.5) * width / (self.places - lower), deep, 180.0)

    @cached_property
    def _widths(self) -> tuple[float, ...]:
        if not self.measured:
            lower = self.places // 2
            return tuple(
                self.area[0] / (lower if self.along(place) < lower else self.places - lower)
                for place in range(self.places)
            )
        return tuple(self._room(spot) for spot in self.measured)

    def _room(self, spot: Spot) -> float:
        """How wide a measured seat can be: to the middle between neighbours, and not over the edge."""
        width, height = self.area
        ways = [math.radians(spot.facing), math.radians(spot.facing + 180)]
        edge = min(
            min(
                ((width if math.cos(a) > 0 else 0) - spot.x) / math.cos(a) if abs(math.cos(a)) > 0.1 else width,
                ((height if math.sin(a) > 0 else 0) - spot.y) / math.sin(a) if abs(math.sin(a)) > 0.1 else width,
            )
            for a in ways
        )
        beside = [abs(spot.local(o.x, o.y)[0]) for o in self.measured if o != spot and alike(o.facing, spot.facing)]
        return max(CARD_W + 2 * ROW_MARGIN, min([2 * edge, *beside]))

    def seat_wide(self, place: int) -> float:
        """The width of a place's zone (mm), along its row."""
        return self._widths[place]

    def seat_zone(self, place: int) -> Zone:
        """The upright rectangle round a place's own cards."""
        spot, half = self.spot(place), self.seat_wide(place) / 2
        back = CARD_H / 2 + EDGE_MM
        corners = [spot.away(right, ahead) for right in (-half, half) for ahead in (-back, SEAT_DEEP - back)]
        xs, ys = [round(x, 6) for x, _ in corners], [round(y, 6) for _, y in corners]
        return Zone(min(xs), min(ys), max(xs), max(ys))

    # the middle -----------------------------------------------------------------------------------------------------

    @property
    def lot(self) -> Zone:
        """The middle, where the lot is turned up, to the stock."""
        x, y = self.middle
        deep = max(LOT_DEEP, self.lot_rows * LINE_GAP) if self.needs.talon else LOT_DEEP
        return Zone(x - self._lot_half, y - deep / 2, self.stock.left, y + deep / 2)

    @property
    def _lot_half(self) -> float:
        return max(LOT_WIDE, self.lot_columns * PAIR_GAP + 30) / 2 if self.needs.talon else LOT_WIDE / 2

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
        reach = TRICK_REACH + FAN_STEP / 2 * (self.needs.together - 1)
        place = min(range(self.places), key=lambda p: math.hypot(self._slots[p][0] - x, self._slots[p][1] - y))
        return place if math.hypot(self._slots[place][0] - x, self._slots[place][1] - y) <= reach else None

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
