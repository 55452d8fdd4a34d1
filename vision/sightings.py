"""Readings of several frames fused into sightings on the table, in millimetres, with the picture of each card."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.ports import CARD_MM, Reading, Sighting
from vision.arrays import Matrix, Picture, f32, f64
from vision.optics import apply

SAME_CARD_MM = 14.0
"""Readings nearer than this in two frames are of one card."""
CROP_PX_PER_MM = 2.0
CROP_MARGIN_MM = 2.0
LEAST_ODDS = 5e-4


@dataclass(frozen=True)
class Spot:
    """A reading on the table: centre (mm), turn (degrees clockwise, above -90 to 90) and the outline in px."""

    x: float
    y: float
    angle: float
    reading: Reading
    quad: tuple[tuple[float, float], ...]


def spot(reading: Reading, to_mm: Matrix, shift: tuple[float, float] = (0.0, 0.0)) -> Spot:
    """Place a reading; ``shift`` is where the cut-out that was read begins in the frame (px)."""
    x, y, w, h = reading.box
    outline = reading.quad or ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
    quad = tuple((px + shift[0], py + shift[1]) for px, py in outline)
    corners = apply(to_mm, f64(quad))
    centre, up = corners.mean(0), (corners[0] + corners[1] - corners[2] - corners[3]) / 2
    angle = math.degrees(math.atan2(up[0], -up[1]))
    angle = angle - 180 if angle > 90 else angle + 180 if angle <= -90 else angle
    return Spot(float(centre[0]), float(centre[1]), angle, reading, quad)


def distance(a: Spot | Sighting, b: Spot | Sighting) -> float:
    """Between the centres (mm)."""
    return math.hypot(a.x - b.x, a.y - b.y)


def clusters(frames: Sequence[Sequence[Spot]]) -> list[list[Spot]]:
    """Spots of several frames, those of one card together; cards seen in half of the frames or less are left out."""
    groups: list[list[Spot]] = []
    for spots in frames:
        taken: set[int] = set()
        for one in sorted(spots, key=lambda s: -s.reading.p):
            near = [
                (distance(one, group[-1]), i)
                for i, group in enumerate(groups)
                if i not in taken and distance(one, group[-1]) < SAME_CARD_MM and turned(one, group[-1]) < 30
            ]
            if near:
                taken.add(min(near)[1])
                groups[min(near)[1]].append(one)
            else:
                taken.add(len(groups))
                groups.append([one])
    return [group for group in groups if 2 * len(group) > len(frames)]


def turned(a: Spot | Sighting, b: Spot | Sighting) -> float:
    """Angle between two cards (degrees, 0 to 90), which look the same upside down."""
    return abs((a.angle - b.angle + 90) % 180 - 90)


def fuse(group: Sequence[Spot]) -> tuple[float, float, float, dict[str, float]]:
    """Mean place, turn and odds of one card over frames.

    The frames show the same view and err together, so their odds are averaged, not multiplied.
    """
    names = {name for one in group for name in one.reading.odds}
    odds = {name: sum(one.reading.odds.get(name, 0.0) for one in group) / len(group) for name in names}
    ordered = dict(sorted(((n, p) for n, p in odds.items() if p >= LEAST_ODDS), key=lambda item: (-item[1], item[0])))
    first = group[0].angle
    lean = sum((one.angle - first + 90) % 180 - 90 for one in group) / len(group)
    angle = (first + lean + 90) % 180 - 90
    return sum(one.x for one in group) / len(group), sum(one.y for one in group) / len(group), angle, ordered


def crop(image: Picture, quad: Sequence[tuple[float, float]]) -> bytes:
    """The card cut out of a frame and straightened, as PNG of about 134 x 184 px."""
    m, w, h = CROP_MARGIN_MM, *CARD_MM
    size = (round((w + 2 * m) * CROP_PX_PER_MM), round((h + 2 * m) * CROP_PX_PER_MM))
    target = f32([[m, m], [m + w, m], [m + w, m + h], [m, m + h]]) * CROP_PX_PER_MM
    onto = cv2.getPerspectiveTransform(f32(quad), target)
    cut = cv2.warpPerspective(image, onto, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return cv2.imencode(".png", np.asarray(cut))[1].tobytes()
