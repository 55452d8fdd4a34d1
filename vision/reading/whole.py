"""The cards of a picture that lie open as a whole: where exactly, and what the reader says of their corners."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.ports import CARD_MM, Reading
from vision.arrays import Picture, f32
from vision.reading.bodies import Bodies
from vision.reading.embed import pose_of
from vision.reading.outline import EXACT, lab_of, refined
from vision.reading.pair import Pose
from vision.reading.proposals import proposals

LEAST_HEAT = 0.35
"""Bodies that the finder is less sure of are no cards unless their edges show."""
MOST_BACK = 0.5
"""What is likelier than this to be a back is no face."""
CLEAR_EDGES, SOME_EDGES = 0.8, 0.6
"""Support (`vision.reading.outline`) from which edges alone say that there is a card, and from which its outline is
taken."""
SAME_MM, SAME_DEGREES = 14.0, 25.0
"""A reading is about a card whose middle and turn differ by no more than this."""
APART = 0.3
"""Two cards lie at least so many heights of a card apart, or one covers the other."""
SMALLER = 0.8
"""What is smaller than a card by this, and lies on it, is a part of its picture."""
FRAME, FRAME_VOTES = 1.2, 0.2
"""A card is larger than the frame printed on it by no more than this, and shows at least at this share of its cuts."""
NEARER = 1.4
"""Cards of one picture differ in size by no more than this, some lying nearer to the camera."""
OUTSIDE = 0.04
"""Share of a card's length by which a corner of it may lie outside the picture."""
MOST_PROPOSALS = 80


HALF, CROSSWISE = (0.6, 0.82), 75.0
"""A half of a card that lies across it (degrees) is so large against it, taken for a card."""


@dataclass(frozen=True)
class Whole:
    """A card that is mostly visible. ``heat``: of the finder's body, 0 if it saw none; ``support``: of its edges;
    ``reading``: number of the reading that is about it."""

    quad: tuple[tuple[float, float], ...]
    heat: float
    support: float = 0.0
    votes: int = 0
    reading: int | None = None

    @property
    def pose(self) -> Pose:
        """Where it lies, as a rectangle."""
        return pose_of(self.quad)

    @property
    def px_per_mm(self) -> float:
        """Scale along its long side."""
        return self.pose.px_per_mm

    @property
    def weight(self) -> float:
        """How much speaks for it, against others in its place."""
        return self.heat + self.support * float(np.log1p(self.votes)) + self.support


def whole_cards(image: Picture, bodies: Bodies, readings: Sequence[Reading]) -> list[Whole]:
    """The cards that lie face up and are not cut off by the edge of the picture, those with most evidence first.

    They come from the finder's bodies and from patches of colour with the shape of a card, whatever is on them.
    Outlines are moved to the edges of the cards where these show.
    """
    size = (image.shape[1], image.shape[0])
    lab = lab_of(image)
    backs = [pose for pose, heat, back in _bodies(bodies) if back > MOST_BACK and heat >= LEAST_HEAT]
    found = []
    for pose, heat, back in _bodies(bodies):
        if heat >= LEAST_HEAT and back <= MOST_BACK:
            edges = refined(lab, pose.quad)
            if edges is not None and edges.support >= SOME_EDGES:
                found.append(Whole(edges.quad, heat, edges.support))
            else:
                found.append(Whole(pose.quad, heat))
    for one in proposals(image)[:MOST_PROPOSALS]:
        edges = refined(lab, one.pose.quad, EXACT)
        if edges is not None and edges.support >= CLEAR_EDGES:
            found.append(Whole(edges.quad, 0.0, edges.support, one.votes))
    found = [one for one in found if inside(one.pose, size) and not any(_one_place(one.pose, back) for back in backs)]
    return with_readings(_alike_in_size(_best(_without_halves(found))), readings)


def _bodies(bodies: Bodies) -> Iterator[tuple[Pose, float, float]]:
    for row in range(len(bodies)):
        x, y = (float(v) for v in bodies.at[row])
        pose = Pose(x, y, float(bodies.angle[row]), float(bodies.height[row]) / CARD_MM[1])
        yield pose, float(bodies.heat[row]), float(bodies.back[row])


def _without_halves(found: Sequence[Whole]) -> list[Whole]:
    """Without the halves of cards that are divided across, as German ones are: such a half has the shape of a card."""

    def half(one: Whole, other: Whole) -> bool:
        ratio = one.px_per_mm / other.px_per_mm
        on = cv2.pointPolygonTest(f32(other.quad), (one.pose.x, one.pose.y), False) >= 0
        crosswise = abs((one.pose.angle - other.pose.angle + 90) % 180 - 90) > CROSSWISE
        return on and crosswise and HALF[0] < ratio < HALF[1]

    return [one for one in found if not any(half(one, other) for other in found)]


def _best(found: Sequence[Whole]) -> list[Whole]:
    """One card in each place: the one that most speaks for, with the heat of the others.

    A frame that is printed on a card shows at many cuts too: of two outlines the larger is the card's, if it showed at
    not many fewer.
    """
    kept: list[Whole] = []
    for one in sorted(found, key=lambda one: -one.weight):
        same = next((k for k, other in enumerate(kept) if _one_place(one.pose, other.pose)), None)
        if same is None and any(_part_of(one, other) for other in kept):
            continue
        if same is None:
            kept.append(one)
            continue
        other = kept[same]
        outer = one.votes >= FRAME_VOTES * other.votes > 0 and 1 < one.px_per_mm / other.px_per_mm < FRAME
        kept[same] = replace(one if outer else other, heat=max(other.heat, one.heat))
    return kept


def _one_place(one: Pose, other: Pose) -> bool:
    away = float(np.hypot(one.x - other.x, one.y - other.y))
    return away < APART * CARD_MM[1] * max(one.px_per_mm, other.px_per_mm)


def _alike_in_size(found: Sequence[Whole]) -> list[Whole]:
    """Without what only edges speak for if it is not about as large as the cards that the finder saw."""
    scales = [one.px_per_mm for one in found if one.heat > 0]
    if not scales:
        return list(found)
    usual = float(np.median(scales))
    return [one for one in found if one.heat > 0 or 1 / NEARER < one.px_per_mm / usual < NEARER]


def _part_of(one: Whole, other: Whole) -> bool:
    """Whether something is so much smaller than a card it lies on that it is a part of its picture."""
    on = cv2.pointPolygonTest(f32(other.quad), (one.pose.x, one.pose.y), False) >= 0
    return on and one.px_per_mm < SMALLER * other.px_per_mm


def with_readings(wholes: Sequence[Whole], readings: Sequence[Reading]) -> list[Whole]:
    """The same cards, each with the reading that is about it."""
    told = {number: pose_of(reading.quad) for number, reading in enumerate(readings) if reading.quad}
    matched = []
    for one in wholes:
        near = [(distance_mm(one.pose, other), number) for number, other in told.items()]
        near = [item for item in near if item[0] < SAME_MM and turn_apart(one.pose, told[item[1]]) < SAME_DEGREES]
        number = min(near)[1] if near else None
        if number is not None:
            del told[number]
        matched.append(replace(one, reading=number))
    return matched


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
