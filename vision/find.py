"""Finding corner indices: where rank and suit are printed, which way is up, and where the card's centre is."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Float, Matrix, f32, f64, u8
from vision.halves import Halves
from vision.nets import Nets, rgb_planes, run

FINDER_PX_PER_MM = 120 / 88
"""The network sees cards 120 px tall, the middle of what it was trained on."""
STRIDE = 4
CELL_MIDDLE = 1.5
"""Cell i of a map stands for px STRIDE x i + this (pixel centres are whole numbers here)."""
VECTOR_UNIT = 32.0
"""The network gives vectors to card centres in units of this many px."""
MULTIPLE = 16
"""Sides of a picture for the network are multiples of this."""
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
        return replace(self, at=_resized(self.at, factor), centre=_resized(self.centre, factor))

    def take(self, index: NDArray[np.intp] | list[int]) -> Corners:
        """A choice of rows."""
        rows = np.asarray(index, np.intp)
        return Corners(self.at[rows], self.up[rows], self.centre[rows], self.heat[rows])


NO_CORNERS = Corners(np.zeros((0, 2)), np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(0, np.float32))


def _resized(points: Matrix, factor: float) -> Matrix:
    """Pixel centres are whole numbers, so a picture's edge is at -0.5."""
    return f64((points + 0.5) * factor - 0.5)


def find_corners(nets: Nets, picture: Halves, px_per_mm: float, least_heat: float = LEAST_HEAT) -> Corners:
    """Corner indices of a picture of this scale, in its px: the network looks at a copy with FINDER_PX_PER_MM."""
    small, factor = picture.scaled(FINDER_PX_PER_MM / px_per_mm)
    padded = cv2.copyMakeBorder(
        small, 0, -small.shape[0] % MULTIPLE, 0, -small.shape[1] % MULTIPLE, cv2.BORDER_REPLICATE
    )
    maps = run(nets.finder, rgb_planes(u8(padded)[None]))[0]
    return peaks(maps, least_heat).scaled(1 / factor)


def peaks(maps: Float, least_heat: float) -> Corners:
    """Local maxima of the heat map (channel 0) with the vectors read off around them."""
    heat = np.ascontiguousarray(maps[0])
    crest = (heat >= f32(cv2.dilate(heat, np.ones((3, 3), np.uint8)))) & (heat > least_heat)
    rows, columns = np.nonzero(crest)
    if not len(rows):
        return NO_CORNERS
    order = np.argsort(-heat[rows, columns], kind="stable")
    rows, columns = rows[order], columns[order]
    near_y = np.clip(rows[:, None] + np.repeat([-1, 0, 1], 3), 0, heat.shape[0] - 1)
    near_x = np.clip(columns[:, None] + np.tile([-1, 0, 1], 3), 0, heat.shape[1] - 1)
    weight = heat[near_y, near_x].astype(np.float64)
    weight /= weight.sum(1, keepdims=True)
    cell = np.stack([near_x, near_y], 2) * STRIDE + CELL_MIDDLE
    at = (weight[..., None] * cell).sum(1)
    toward = np.stack([maps[1][near_y, near_x], maps[2][near_y, near_x]], 2) * VECTOR_UNIT
    centre = (weight[..., None] * (cell + toward)).sum(1)
    up = (weight[..., None] * np.stack([maps[3][near_y, near_x], maps[4][near_y, near_x]], 2)).sum(1)
    up /= np.maximum(np.linalg.norm(up, axis=1, keepdims=True), 1e-6)
    found = Corners(f64(at), f64(up), f64(centre), heat[rows, columns])
    return found.take(apart(found.at, APART_PX))


def apart(points: Matrix, least: float | Matrix) -> list[int]:
    """Rows to keep so that no two points are nearer than ``least``; earlier rows win."""
    kept: list[int] = []
    for row, point in enumerate(points):
        limit = least if isinstance(least, float) else least[row]
        if not kept or float(np.min(np.linalg.norm(points[kept] - point, axis=1))) > limit:
            kept.append(row)
    return kept
