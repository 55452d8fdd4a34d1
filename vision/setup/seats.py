"""Who sits where: from one card lying before each player to the seats round the table, clockwise."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Matrix, f64
from vision.optics import apply
from vision.setup.plane import Plane

SIDEWAYS_DEGREES = 40.0
"""People lay their card upright before them: that it lies sideways is believed when it fits so much better."""
LOWER_DEGREES = 45.0
"""Whose cards are turned less than this sits at the lower side."""

EDGE_MM = 49.0
"""From the middle of a card to the edge of the table behind it: half the card, and a little."""
WIDE_MM = 350.0
"""Seats that span so much tell where the middle of the table is."""


@dataclass(frozen=True)
class Seat:
    """Where a player's card lies (mm), and how it is turned for the camera when he looks at it upright: degrees
    clockwise, 0 at the lower side of the picture, 90 at the left, 180 at the upper side."""

    x: float
    y: float
    facing: float


@dataclass(frozen=True)
class SeatPlan:
    """The seats by place, and the homography (px to mm) to the same millimetres; ``area``: width and height (mm) of the
    part of the table that is watched, its upper left corner is the origin."""

    seats: tuple[Seat, ...]
    to_mm: Matrix
    area: tuple[float, float]


def plan_seats(plane: Plane, cards: int | None = None) -> SeatPlan:
    """Seats of the first ``cards`` cards of a plane (all): clockwise from above, place 0 at the lower side.

    The axes are turned along the table as the players face it. The area is as much of what the camera sees as lies
    evenly round the middle between the seats, and reaches as far as their cards and EDGE_MM.
    """
    lying = plane.cards[:cards]
    centre = lying[:, :2].mean(0)
    turns = [facing(float(turn), *(centre - (x, y))) for x, y, turn in lying]
    # Players sit along the table's sides: their cards agree on its direction up to quarters of a turn.
    lean = math.degrees(math.atan2(*np.sum([(_sin4(turn), _cos4(turn)) for turn in turns], axis=0))) / 4
    angle = math.radians(-lean)
    rotation = np.array([[math.cos(angle), -math.sin(angle), 0], [math.sin(angle), math.cos(angle), 0], [0, 0, 1]])
    at, turns = lying[:, :2] @ rotation[:2, :2].T, [(turn - lean) % 360 for turn in turns]
    (wide, high), to_mm = plane.size, rotation @ np.linalg.inv(plane.to_px)
    rim = apply(f64(to_mm), [(0, 0), (wide, 0), (wide, high), (0, high)])
    sides = [{round(turn / 90) % 4 for turn in turns} >= pair for pair in ({1, 3}, {0, 2})]
    middle, half = np.zeros(2), np.zeros(2)
    for axis, ends in enumerate(((rim[[0, 3], 0].max(), rim[[1, 2], 0].min()), (rim[:2, 1].max(), rim[2:, 1].min()))):
        near, far = at[:, axis].min() - EDGE_MM, at[:, axis].max() + EDGE_MM
        across = sides[axis]  # people face each other along this axis: their cards tell where the table ends
        middle[axis] = (near + far) / 2 if across or far - near > WIDE_MM else sum(ends) / 2
        seen = min(middle[axis] - ends[0], ends[1] - middle[axis])
        reach = max(middle[axis] - near, far - middle[axis])
        half[axis] = reach if across else max(reach, seen)
    rotation[:2, 2] = half - middle
    at += rotation[:2, 2]
    seats = [Seat(float(x), float(y), float(turn)) for (x, y), turn in zip(at, turns, strict=True)]
    area = (float(2 * half[0]), float(2 * half[1]))
    return SeatPlan(clockwise(seats), f64(rotation @ np.linalg.inv(plane.to_px)), area)


def facing(turn: float, x: float, y: float) -> float:
    """How a card turned by ``turn`` (radians, or upside down) is for a player who looks towards (x, y) (degrees)."""
    towards = math.degrees(math.atan2(x, -y))
    ways = [(math.degrees(turn) + quarter * 90, SIDEWAYS_DEGREES * (quarter % 2)) for quarter in range(4)]
    return min(ways, key=lambda way: abs((way[0] - towards + 180) % 360 - 180) + way[1])[0] % 360


def clockwise(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """The seats clockwise as seen from above, beginning in the middle of the lower side (of two the right one)."""
    x, y = np.mean([(seat.x, seat.y) for seat in seats], axis=0)
    # From straight down, clockwise on the picture: left, up, right.
    order = sorted(seats, key=lambda seat: math.atan2(x - seat.x, seat.y - y) % (2 * math.pi))
    lower = [seat for seat in seats if min(seat.facing, 360 - seat.facing) < LOWER_DEGREES]
    from_right = sorted(lower or [max(seats, key=lambda seat: seat.y)], key=lambda seat: -seat.x)
    first = order.index(from_right[(len(from_right) - 1) // 2])
    return tuple(order[first:] + order[:first])


def _sin4(degrees: float) -> float:
    return math.sin(4 * math.radians(degrees))


def _cos4(degrees: float) -> float:
    return math.cos(4 * math.radians(degrees))
