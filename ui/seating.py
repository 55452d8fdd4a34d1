"""Where people's places lie on the table screen, as they sit: place 0 nearest the screen, then clockwise.

Clockwise from above, from the near edge, is first to the left, then the far edge, then the right.
Boxes are (x, y, width, height) in design px, the origin in the lower left corner of the screen.
"""

from __future__ import annotations

from dataclasses import dataclass

Box = tuple[float, float, float, float]
PANEL = 120.0
"""height of the panel below the table"""
BAR = 54.0
"""height of the bar above it"""
GAP = 5.0
SIDE = 200.0
"""width of the boxes at the short edges of the table"""
PICTURE = 172.0
SMALL_PICTURE = 156.0


@dataclass(frozen=True)
class Seating:
    """The boxes of all places, the middle of the table, and the place for the camera's picture."""

    boxes: tuple[Box, ...]
    middle: Box
    picture: Box


ROWS = {
    2: ("n", "", "f", ""),
    3: ("n", "", "l.r", ""),
    4: ("n", "w", "f", "e"),
    5: ("n", "w", "lr", "e"),
    6: ("lnr", "", "lfr", ""),
    7: ("lnr", "w", "lr", "e"),
    8: ("lnr", "w", "lfr", "e"),
}
"""By number of people: the near edge, west, the far edge, east."""


def seating(people: int, wide: float) -> Seating:
    """Lay out a table of two to eight people on a screen ``wide`` design px across (480 high)."""
    near, west, far, east = ROWS[people]
    high = (480 - BAR - PANEL - 4 * GAP) / 3
    y = [PANEL + GAP + row * (high + GAP) for row in range(3)]
    third = (wide - 4 * GAP) / 3
    middle_width = 330.0 if people == 2 else third
    centre = (wide - middle_width) / 2
    left, right = GAP, wide - GAP - third
    order: list[Box] = [(centre, y[0], middle_width, high)]
    if "l" in near:
        order.append((left, y[0], third, high))
    if west:
        order.append((GAP, y[1], SIDE, high))
    if far == "f":
        order.append((centre, y[2], middle_width, high))
    elif far == "lr":
        order += [(wide / 2 - third - GAP / 2, y[2], third, high), (wide / 2 + GAP / 2, y[2], third, high)]
    elif far == "l.r":
        order += [(left, y[2], third, high), (right, y[2], third, high)]
    else:
        order += [(left, y[2], third, high), (centre, y[2], third, high), (right, y[2], third, high)]
    if east:
        order.append((wide - GAP - SIDE, y[1], SIDE, high))
    if "r" in near:
        order.append((right, y[0], third, high))
    edge = SIDE + 2 * GAP if west else GAP
    if people in (4, 5):
        picture = (wide - GAP - PICTURE, y[0], PICTURE, high)
        return Seating(tuple(order), (edge, y[1], wide - 2 * edge, high), picture)
    across = PICTURE if people < 7 else SMALL_PICTURE
    picture = (wide - edge - across, y[1], across, high)
    return Seating(tuple(order), (edge, y[1], wide - 2 * edge - across - GAP, high), picture)
