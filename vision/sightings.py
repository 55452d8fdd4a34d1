"""Readings of several frames fused into sightings on the table, in millimetres, with the picture of each card."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.ports import CARD_MM, Reading, Sighting
from vision.arrays import Matrix, Picture, f32, f64
from vision.fuse import Pool
from vision.optics import apply

SAME_CARD_MM, SAME_CARD_DEGREES = 14.0, 30.0
"""Readings nearer than this in two frames are of one card."""
MOST_FRAMES = 12
"""No more frames than this are pooled for one card: they would say nothing new."""
CROP_PX_PER_MM = 2.0
CROP_MARGIN_MM = 2.0


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
                if i not in taken and same(one, group[-1])
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


@dataclass(frozen=True)
class Card:
    """A card known to lie on the table, with what all frames of it said since it came to rest there."""

    sighting: Sighting
    pool: Pool

    @classmethod
    def of(cls, group: Sequence[Spot], image: Picture) -> Card:
        """One card over the frames of a look; ``image`` is the last of them."""
        pool = Pool.of(one.reading.odds for one in group)
        x, y, angle = mean_place(group)
        return cls(Sighting(x, y, angle, pool.odds(), pool.frames, crop(image, group[-1].quad)), pool)

    def after(self, old: Card) -> Card:
        """The card with what was seen of it before, while it lay here untouched."""
        pool = self.pool.joined(old.pool) if old.pool.frames < MOST_FRAMES else old.pool
        return Card(replace(self.sighting, odds=pool.odds(), frames=pool.frames), pool)

    @staticmethod
    def surest_of(group: Sequence[Spot]) -> float:
        """Odds of the likeliest face over some frames of one card."""
        return max(Pool.of(one.reading.odds for one in group).odds().values(), default=0.0)

    @property
    def surest(self) -> float:
        """Odds of its likeliest face."""
        return max(self.sighting.odds.values(), default=0.0)


def same(a: Spot | Sighting, b: Spot | Sighting) -> bool:
    """Whether two findings lie so near each other that they are of one card."""
    return distance(a, b) < SAME_CARD_MM and turned(a, b) < SAME_CARD_DEGREES


def mean_place(group: Sequence[Spot]) -> tuple[float, float, float]:
    """Mean centre (mm) and turn (degrees) of one card over frames."""
    first = group[0].angle
    lean = sum((one.angle - first + 90) % 180 - 90 for one in group) / len(group)
    angle = (first + lean + 90) % 180 - 90
    return sum(one.x for one in group) / len(group), sum(one.y for one in group) / len(group), angle


def crop(image: Picture, quad: Sequence[tuple[float, float]]) -> bytes:
    """The card cut out of a frame and straightened, as PNG of about 134 x 184 px."""
    m, w, h = CROP_MARGIN_MM, *CARD_MM
    size = (round((w + 2 * m) * CROP_PX_PER_MM), round((h + 2 * m) * CROP_PX_PER_MM))
    target = f32([[m, m], [m + w, m], [m + w, m + h], [m, m + h]]) * CROP_PX_PER_MM
    onto = cv2.getPerspectiveTransform(f32(quad), target)
    cut = cv2.warpPerspective(image, onto, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return cv2.imencode(".png", np.asarray(cut), [cv2.IMWRITE_PNG_COMPRESSION, 1])[1].tobytes()
