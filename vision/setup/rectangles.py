"""Cards lying apart on a table, faces or backs: outlines that agree on one plane and on the size of a card.

Outlines come from patches of colour with four sides and, if there is one, from the finder's bodies. Two at a time tell
a plane; the plane on which most of the others are as large as a card is taken. Then each card is looked for again, in
its full size, where something was seen, for a frame that is printed on a card has its shape too.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.ports import CARD_MM
from vision.arrays import Matrix, Picture, f32, f64
from vision.optics import apply
from vision.reading.bodies import NO_BODIES, Bodies
from vision.reading.edges import sharpened
from vision.reading.outline import ROUGH, lab_of, refined
from vision.reading.pair import Pose
from vision.setup.foursided import foursided
from vision.setup.plane import Lens, Plane, card_corners, fit_plane

MOST_TRIED = 48
"""So many patches of colour are looked at."""
SAME_PX, ONE_PLACE = 4.0, 2
"""No more outlines with so near a middle are looked at: a card, and the frame that is printed on it."""
MOST_PAIRS = 24
"""So many pairs of outlines are asked for a plane."""
PAIR_STEPS = 15
"""A pair's plane need not be exact."""
SUPPORT = 0.55
"""Share of an outline that must lie on an edge."""
LEAST_BODY = 0.3
"""Heat of a body that is looked at."""
FITS_MM, ASTRAY = 1.5, 4.0
"""Corners of a card are no farther (mm, root mean square) from where a card has them, nor so many times farther than
those of the others, of which the plane follows a bad one a little."""
EXACT_MM = 0.12
"""Corners as near as this are never too far."""
APART = 0.55
"""Middles of two cards that lie apart are farther from each other than this share of a card's height."""
AGAIN = (0.07, 0.03)
"""Strips in which the edges are looked for once it is known how large a card is, in heights of the card."""
SHORTER = 0.6
"""An outline that differs more than so much in size is not tried as a card."""
RIM = 0.3
"""Edges are looked for on a copy of a card that goes so far beyond it, in heights of the card."""


@dataclass(frozen=True)
class Rectangle:
    """A card seen on the picture: its corners (px, clockwise from the upper left) and how clearly its edges show."""

    quad: Matrix
    support: float

    @property
    def middle(self) -> Matrix:
        """Of the outline (px)."""
        return f64(self.quad.mean(0))

    @property
    def height(self) -> float:
        """Along its longer sides (px)."""
        return float(np.linalg.norm(self.quad[0] + self.quad[1] - self.quad[2] - self.quad[3])) / 2

    def apart_from(self, other: Rectangle) -> bool:
        """Whether they are two cards."""
        away = float(np.linalg.norm(self.middle - other.middle))
        return away > APART * max(self.height, other.height)


@dataclass(frozen=True)
class CardsSeen:
    """The plane that the cards of a picture agree on, and their outlines in the order of its ``cards``."""

    plane: Plane
    rectangles: tuple[Rectangle, ...]


class CardSearch:
    """Looks for cards of one size on one picture."""

    def __init__(self, image: Picture, card_mm: tuple[float, float] = CARD_MM, lens: Lens | None = None) -> None:
        self.image, self.card_mm, self.lens = image, card_mm, lens
        self._lab = lab_of(image)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture (px)."""
        return self.image.shape[1], self.image.shape[0]

    def cards(self, bodies: Bodies = NO_BODIES) -> CardsSeen | None:
        """All whole cards that lie apart on one plane; None if there is none."""
        found = self.outlines(bodies)
        best = self._agreed(found)
        for _ in range(2):
            if best is None:
                return None
            full = [again for one in found if (again := self._full_size(one, best.plane)) is not None]
            chosen = [self._sharp(one) for one in self._fitting([*best.rectangles, *full], best.plane)]
            best = self._without_astray(self._fit(chosen, best.plane)) if chosen else None
        return best

    def outlines(self, bodies: Bodies = NO_BODIES) -> list[Rectangle]:
        """What has the edges of a card, whatever its size, the clearest first; one card may come several times."""
        tried = foursided(self.image)[:MOST_TRIED]
        for row in np.flatnonzero(bodies.heat >= LEAST_BODY):
            x, y = (float(v) for v in bodies.at[row])
            pose = Pose(x, y, float(bodies.angle[row]), float(bodies.height[row]) / CARD_MM[1])
            tried.append(f64(pose.quad))
        found: list[Rectangle] = []
        for quad in tried:
            middle = quad.mean(0)
            if sum(float(np.linalg.norm(middle - other.middle)) < SAME_PX for other in found) >= ONE_PLACE:
                continue
            one = self._edges(quad, ROUGH)
            if one is not None and all(np.abs(one.quad - other.quad).max() > 1.0 for other in found):
                found.append(one)
        return sorted(found, key=lambda one: -one.support)

    def _edges(self, quad: Matrix, strips: Sequence[float]) -> Rectangle | None:
        """The outline moved to the edges near it, which are looked for on a copy that shows the card from above."""
        wide = (np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])) / 2
        high = (np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])) / 2
        m = RIM * high
        upright = f64([(m, m), (m + wide, m), (m + wide, m + high), (m, m + high)])
        onto = cv2.getPerspectiveTransform(f32(quad), f32(upright))
        size = (math.ceil(wide + 2 * m), math.ceil(high + 2 * m))
        # Beyond the picture is nothing: with another border its end would be taken for the edge of a card near it.
        seen = f32(cv2.warpPerspective(self._lab, onto, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
        edges = refined(seen, [(float(x), float(y)) for x, y in upright], strips)
        if edges is None or edges.support < SUPPORT:
            return None
        return Rectangle(apply(f64(np.linalg.inv(onto)), f64(edges.quad)), edges.support)

    def _sharp(self, one: Rectangle) -> Rectangle:
        return Rectangle(sharpened(self.image, one.quad), one.support)

    def _agreed(self, found: Sequence[Rectangle]) -> CardsSeen | None:
        """The plane of those outlines that most agree with."""
        seeds: list[tuple[Rectangle, ...]] = [
            pair for pair in itertools.combinations(found, 2) if pair[0].apart_from(pair[1])
        ]
        if len(seeds) > MOST_PAIRS:
            seeds = random.Random(len(found)).sample(seeds, MOST_PAIRS)
        best: tuple[int, float, Plane, list[Rectangle]] | None = None
        for seed in seeds or [(one,) for one in found]:
            quads = [one.quad for one in seed]
            plane = fit_plane(quads, self.size, self.card_mm, self.lens, (0.0, 0.0), PAIR_STEPS)
            chosen = self._fitting(found, plane)
            # Frames printed on cards agree with each other too, but they are smaller.
            tall = sum(one.height for one in chosen)
            if chosen and (best is None or (len(chosen), tall) > best[:2]):
                best = (len(chosen), tall, plane, chosen)
        return None if best is None else self._fit(best[3], best[2])

    def _without_astray(self, seen: CardsSeen) -> CardsSeen:
        """Without cards that fit the others badly."""
        off = np.asarray(seen.plane.off_mm)
        good = off <= max(EXACT_MM, ASTRAY * float(np.median(off)))
        if good.all() or len(off) < 3:
            return seen
        return self._fit([one for one, kept in zip(seen.rectangles, good, strict=True) if kept], seen.plane)

    def _fit(self, chosen: Sequence[Rectangle], near: Plane) -> CardsSeen:
        tilt = (float(near.camera[2]), float(near.camera[3]))
        plane = fit_plane([one.quad for one in chosen], self.size, self.card_mm, self.lens, tilt)
        return CardsSeen(plane, tuple(chosen))

    def _fitting(self, found: Sequence[Rectangle], plane: Plane) -> list[Rectangle]:
        """Those that are cards on this plane, one in each place: the one that fits best."""
        off = misfits([one.quad for one in found], plane, self.card_mm)
        kept: list[Rectangle] = []
        for row in np.argsort(off, kind="stable"):
            if off[row] < FITS_MM and all(found[row].apart_from(other) for other in kept):
                kept.append(found[row])
        return kept

    def _full_size(self, one: Rectangle, plane: Plane) -> Rectangle | None:
        """The card around an outline, as large as it is on this plane; None if its edges do not show there."""
        flat = apply(f64(np.linalg.inv(plane.to_px)), one.quad)
        up = (flat[0] + flat[1] - flat[2] - flat[3]) / 2
        if not SHORTER < float(np.linalg.norm(up)) / self.card_mm[1] < 1 / SHORTER:
            return None
        lies = f64([[*flat.mean(0), math.atan2(up[0], -up[1])]])
        return self._edges(apply(plane.to_px, card_corners(lies, self.card_mm)[0]), AGAIN)


def misfits(quads: Sequence[Matrix], plane: Plane, card_mm: tuple[float, float]) -> Matrix:
    """How far the corners of outlines are from those of a card in the same place (mm, root mean square)."""
    if not len(quads):
        return np.zeros(0)
    flat = apply(f64(np.linalg.inv(plane.to_px)), f64(quads).reshape(-1, 2)).reshape(-1, 4, 2)
    own = card_corners(np.zeros((1, 3)), card_mm)[0]
    middle = flat.mean(1)
    line = flat - middle[:, None]
    # The turn that brings a card's corners nearest to these.
    turn = np.arctan2(
        (own[:, 0] * line[..., 1] - own[:, 1] * line[..., 0]).sum(1),
        (own[:, 0] * line[..., 0] + own[:, 1] * line[..., 1]).sum(1),
    )
    off = flat - card_corners(f64(np.column_stack([middle, turn])), card_mm)
    return f64(np.sqrt((off**2).sum(2).mean(1)))
