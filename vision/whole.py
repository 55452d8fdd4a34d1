"""The cards of a picture that lie open as a whole: where, and what the reader says of their corners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.ports import CARD_MM, Reading
from vision.bodies import Bodies
from vision.embed import pose_of
from vision.pair import Pose

LEAST_HEAT = 0.4
MOST_BACK = 0.5
"""What is likelier than this to be a back is no face."""
SAME_MM, SAME_DEGREES = 14.0, 25.0
"""A reading is about a card whose middle and turn differ by no more than this."""
OUTSIDE = 0.04
"""Share of a card's length by which a corner of it may lie outside the picture."""


@dataclass(frozen=True)
class Whole:
    """A card that is mostly visible; ``reading`` is the number of the reading that is about it."""

    pose: Pose
    heat: float
    reading: int | None


def whole_cards(bodies: Bodies, readings: Sequence[Reading], size: tuple[int, int]) -> list[Whole]:
    """The cards that the finder saw face up and not cut off by the edge of the picture (``size`` px), surest first."""
    found, taken = [], set[int]()
    told = [(number, pose_of(reading.quad)) for number, reading in enumerate(readings) if reading.quad]
    for row in np.argsort(-bodies.heat, kind="stable"):
        if bodies.heat[row] < LEAST_HEAT or bodies.back[row] > MOST_BACK:
            continue
        x, y = (float(v) for v in bodies.at[row])
        pose = Pose(x, y, float(bodies.angle[row]), float(bodies.height[row]) / CARD_MM[1])
        if not inside(pose, size):
            continue
        near = [(distance_mm(pose, other), number) for number, other in told if number not in taken]
        near = [one for one in near if one[0] < SAME_MM and turn_apart(pose, told_pose(told, one[1])) < SAME_DEGREES]
        number = min(near)[1] if near else None
        if number is not None:
            taken.add(number)
        found.append(Whole(pose, float(bodies.heat[row]), number))
    return found


def told_pose(told: Sequence[tuple[int, Pose]], number: int) -> Pose:
    """The pose with this number."""
    return dict(told)[number]


def distance_mm(one: Pose, other: Pose) -> float:
    """Between the middles of two cards, in mm at the scale of the first."""
    return float(np.hypot(one.x - other.x, one.y - other.y)) / one.px_per_mm


def turn_apart(one: Pose, other: Pose) -> float:
    """Degrees between two turns, 0 to 90: a card looks alike on its head."""
    return abs((one.angle - other.angle + 90) % 180 - 90)


def inside(pose: Pose, size: tuple[int, int]) -> bool:
    """Whether a card lies within the picture, but for a sliver."""
    slack = OUTSIDE * CARD_MM[1] * pose.px_per_mm
    at = np.asarray(pose.quad)
    return bool((at >= -slack).all() and (at <= np.asarray(size) + slack).all())


def in_reading_order(poses: Sequence[Pose]) -> list[int]:
    """Rows in the order in which people read: line by line from the top, each from the left."""
    left = sorted(range(len(poses)), key=lambda row: poses[row].y)
    order: list[int] = []
    while left:
        first = poses[left[0]]
        half = 0.5 * CARD_MM[1] * first.px_per_mm
        line = [row for row in left if poses[row].y - first.y < half]
        order += sorted(line, key=lambda row: poses[row].x)
        left = [row for row in left if row not in line]
    return order
