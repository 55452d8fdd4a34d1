"""How large the watched part of a table is, and where people sit round it.

Everything is in table millimetres (see ``companion.ports``). People sit in their spots: the usual arrangement is along
the two long sides, numbered clockwise from above; or where one card was laid before each at set-up. The watched area
grows with what the game puts down.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Self

from companion.place.seats import (
    AREA_MM,
    ASIDE_OFF,
    CARD_H,
    CARD_W,
    EDGE_MM,
    FAN_STEP,
    LEAST_STEP,
    LINE_GAP,
    LOT_WIDE,
    OPEN_SLOTS,
    PAIR_GAP,
    POT_GAP,
    ROW_MARGIN,
    SEAT_DEEP,
    STOCK_OFF,
    TRICK_OUT,
    WON_WIDE,
    Needs,
    Spot,
    Zone,
    alike,
)  # fmt: skip


@dataclass(frozen=True)
class Seating:
    """Spots for so many places. Half of the people (rounded down) sit along the lower side.

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
    ) -> Self:
        """From where people sit: the middle (mm) and the turn (degrees) of a card before each, clockwise."""
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

    @property
    def _lot_half(self) -> float:
        return max(LOT_WIDE, self.lot_columns * PAIR_GAP + 30) / 2 if self.needs.talon else LOT_WIDE / 2

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
