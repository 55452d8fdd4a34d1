"""Finding corner indices: where rank and suit are printed, which way is up, and where the card's centre is.

The same run of the network tells where whole cards lie (`vision.reading.bodies`), if the models have that output.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Float, Matrix, Picture, f32, f64, u8
from vision.reading.bodies import NO_BODIES, Bodies, body_peaks
from vision.reading.crests import apart, crests
from vision.reading.halves import Halves, resized
from vision.reading.nets import Nets, rgb_planes

FINDER_PX_PER_MM = 120 / 88
"""The network sees cards 120 px tall, the middle of what it was trained on."""
STRIDE = 4
CELL_MIDDLE = 1.5
"""Cell i of a map stands for px STRIDE x i + this (pixel centres are whole numbers here)."""
VECTOR_UNIT = 32.0
"""The network gives vectors to card centres in units of this many px."""
MULTIPLE = 16
"""Sides of a picture for the network are multiples of this."""
MOST_PIXELS, OVERLAP = 1_050_000, 128
"""Larger pictures go through the network in strips of at most so many pixels, which overlap by so many rows on each
side."""
LEAST_HEAT = 0.25
APART_PX = 7.0
"""Two peaks nearer than this (finder px) are one index."""


@dataclass(frozen=True)
class Corners:
    """Corner indices of one picture, best first; all arrays have one row per corner, lengths are px."""

    at: Matrix
    """Middle of the index (rank and suit together)."""
    up: Matrix
    """Unit vector from the suit towards the rank."""
    centre: Matrix
    """Where the network thinks the middle of the card is."""
    heat: Float
    """How sure it is, 0 to 1."""

    def __len__(self) -> int:
        return len(self.heat)

    def scaled(self, factor: float) -> Corners:
        """The same corners in a picture ``factor`` times as large."""
        return replace(self, at=resized(self.at, factor), centre=resized(self.centre, factor))

    def take(self, index: NDArray[np.intp] | list[int]) -> Corners:
        """A choice of rows."""
        rows = np.asarray(index, np.intp)
        return Corners(self.at[rows], self.up[rows], self.centre[rows], self.heat[rows])


NO_CORNERS = Corners(np.zeros((0, 2)), np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(0, np.float32))


@dataclass(frozen=True)
class Found:
    """What the finder saw in a picture (px of that picture)."""

    corners: Corners
    bodies: Bodies


def find(nets: Nets, picture: Halves, px_per_mm: float, least_heat: float = LEAST_HEAT) -> Found:
    """Corner indices and cards of a picture of this scale: the network looks at a copy with FINDER_PX_PER_MM."""
    small, factor = picture.scaled(FINDER_PX_PER_MM / px_per_mm)
    below, beside = -small.shape[0] % MULTIPLE, -small.shape[1] % MULTIPLE
    small = u8(cv2.copyMakeBorder(small, 0, below, 0, beside, cv2.BORDER_REPLICATE))
    maps = run_finder(nets, small)
    bodies = body_peaks(maps[1][0]) if len(maps) > 1 else NO_BODIES
    return Found(peaks(maps[0][0], least_heat).scaled(1 / factor), bodies.scaled(1 / factor))


def run_finder(nets: Nets, image: Picture) -> list[Float]:
    """The outputs of the finder ("maps" and, of newer models, "bodies") for a BGR picture whose sides it can take.

    Large pictures go through in strips that overlap by more than the network looks around, so that memory does not
    grow with the picture; the outputs are the same.
    """
    height, width = image.shape[:2]
    if height * width <= MOST_PIXELS:
        return _run(nets, rgb_planes(image[None]))
    strip, pieces = strip_rows(height, width), []
    for start in range(0, height, strip):
        low, high, end = max(0, start - OVERLAP), min(height, start + strip + OVERLAP), min(height, start + strip)
        outputs = _run(nets, rgb_planes(image[None, low:high]))
        cut = [slice(*((row - low) * out.shape[2] // (high - low) for row in (start, end))) for out in outputs]
        pieces.append([out[:, :, rows] for out, rows in zip(outputs, cut, strict=True)])
    return [f32(np.concatenate(parts, 2)) for parts in zip(*pieces, strict=True)]


def strip_rows(height: int, width: int) -> int:
    """Rows of each strip (a multiple of MULTIPLE) if a picture is cut into as few strips of like height as will do.

    With what they overlap they have at most MOST_PIXELS, but no fewer rows than they overlap by: strips of very wide
    pictures would cost too much else.
    """
    for count in range(2, height // (2 * OVERLAP) + 1):
        rows = math.ceil(height / count / MULTIPLE) * MULTIPLE
        if (rows + OVERLAP * min(count - 1, 2)) * width <= MOST_PIXELS:
            return rows
    return 2 * OVERLAP


def _run(nets: Nets, batch: Float) -> list[Float]:
    session = nets.finder
    names = [output.name for output in session.get_outputs()]
    made = dict(zip(names, session.run(names, {session.get_inputs()[0].name: batch}), strict=True))
    return [f32(made[name]) for name in ("maps", "bodies") if name in made]


def peaks(maps: Float, least_heat: float) -> Corners:
    """Local maxima of the heat map (channel 0) with the vectors read off around them."""
    tops = crests(maps[0], least_heat)
    if not len(tops):
        return NO_CORNERS
    at, vectors = tops.mean(tops.cells(STRIDE, CELL_MIDDLE)), tops.mean(tops.read(maps[1:5]))
    up = vectors[:, 2:]
    up /= np.maximum(np.linalg.norm(up, axis=1, keepdims=True), 1e-6)
    found = Corners(at, f64(up), at + vectors[:, :2] * VECTOR_UNIT, tops.heat)
    return found.take(apart(found.at, APART_PX))
