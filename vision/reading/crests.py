"""Reading the networks' heat maps: local maxima, their place between the cells, and other maps read off around them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Float, Matrix, f32, f64


@dataclass(frozen=True)
class Crests:
    """Local maxima of a heat map, the highest first."""

    heat: Float
    rows: NDArray[np.intp]
    """Cells around each crest, n x 9 ..."""
    columns: NDArray[np.intp]
    weight: Matrix
    """... and their share of the heat there, n x 9; each row sums to 1."""

    def __len__(self) -> int:
        return len(self.heat)

    def cells(self, stride: int, middle: float) -> Matrix:
        """Middles (px) of the cells around each crest, n x 9 x 2; cell i lies at stride x i + middle."""
        return f64(np.stack([self.columns, self.rows], 2) * stride + middle)

    def mean(self, values: Matrix) -> Matrix:
        """Weighted mean of values n x 9 (x k) over the cells around each crest: n (x k)."""
        weight = self.weight if values.ndim == 2 else self.weight[..., None]
        return f64((weight * values).sum(1))

    def read(self, maps: Float) -> Matrix:
        """Values of maps (number x rows x columns) around each crest, n x 9 x number."""
        return f64(np.moveaxis(maps[:, self.rows, self.columns], 0, 2))


def crests(heat: Float, least: float) -> Crests:
    """Cells that are no lower than their neighbours and above ``least``."""
    heat = np.ascontiguousarray(heat)
    top = (heat >= f32(cv2.dilate(heat, np.ones((3, 3), np.uint8)))) & (heat > least)
    rows, columns = np.nonzero(top)
    order = np.argsort(-heat[rows, columns], kind="stable")
    rows, columns = rows[order], columns[order]
    near_rows = np.clip(rows[:, None] + np.repeat([-1, 0, 1], 3), 0, heat.shape[0] - 1)
    near_columns = np.clip(columns[:, None] + np.tile([-1, 0, 1], 3), 0, heat.shape[1] - 1)
    weight = heat[near_rows, near_columns].astype(np.float64)
    weight /= np.maximum(weight.sum(1, keepdims=True), 1e-12)
    return Crests(heat[rows, columns], near_rows, near_columns, weight)


def apart(points: Matrix, least: float | Matrix) -> list[int]:
    """Rows to keep so that no two points are nearer than ``least``; earlier rows win."""
    if not len(points):
        return []
    limit = np.broadcast_to(np.asarray(least, np.float64), len(points))
    free = np.ones(len(points), np.bool_)
    kept: list[int] = []
    for row in range(len(points)):
        if free[row]:
            kept.append(row)
            free &= np.hypot(*(points - points[row]).T) > limit
    return kept
