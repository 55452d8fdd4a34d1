"""Where the camera stands over the table: the homography between table millimetres and pixels."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Matrix, f64
from vision.levels import Level

CAMERA_MM = 700.0
"""Distance of the lens from the table that sets how strong the perspective of a tilt is."""


@dataclass(frozen=True)
class View:
    """A pinhole camera over a watched area (mm) that fills a picture of ``size`` (width, height px)."""

    size: tuple[int, int]
    area: tuple[float, float]
    to_px: Matrix
    to_mm: Matrix

    def scale_at(self, x: float, y: float) -> float:
        """Least px per mm in any direction at a point of the table (mm)."""
        here, right, down = apply(self.to_px, [(x, y), (x + 1, y), (x, y + 1)])
        jacobian = np.column_stack([right - here, down - here])
        return float(np.linalg.svd(jacobian, compute_uv=False)[-1])

    @property
    def px_per_mm(self) -> float:
        """Scale at the middle of the watched area."""
        return self.scale_at(self.area[0] / 2, self.area[1] / 2)

    @property
    def worst_px_per_mm(self) -> float:
        """Least scale anywhere in the watched area."""
        w, h = self.area
        return min(self.scale_at(x, y) for x, y in ((0, 0), (w, 0), (0, h), (w, h), (w / 2, h / 2)))


def apply(matrix: Matrix, points: list[tuple[float, float]] | NDArray[np.floating]) -> Matrix:
    """Map points (n x 2) by a homography."""
    flat = f64(points).reshape(-1, 2)
    mapped = np.column_stack([flat, np.ones(len(flat))]) @ matrix.T
    return f64(mapped[:, :2] / mapped[:, 2:])


def look_down(rng: random.Random, level: Level, size: tuple[int, int], area: tuple[float, float]) -> View:
    """Place the camera: the tilt is drawn by the level, the zoom is as large as keeps the watched area in view."""
    tilt, lean = math.radians(rng.uniform(*level.tilt_deg)), rng.uniform(0, 2 * math.pi)
    roll = math.radians(rng.uniform(-level.roll_deg, level.roll_deg))
    low, high = 0.2, max(size[0] / area[0], size[1] / area[1])
    for _ in range(40):
        middle = (low + high) / 2
        corners = apply(_project(middle, tilt, lean, roll, size, area), _corners(area))
        inside = (corners >= 0).all() and (corners <= np.asarray(size)).all()
        low, high = (middle, high) if inside else (low, middle)
    to_px = _project(low, tilt, lean, roll, size, area)
    return View(size, area, to_px, f64(np.linalg.inv(to_px)))


def _corners(area: tuple[float, float]) -> list[tuple[float, float]]:
    return [(0, 0), (area[0], 0), area, (0, area[1])]


def _project(
    scale: float, tilt: float, lean: float, roll: float, size: tuple[int, int], area: tuple[float, float]
) -> Matrix:
    """K [R t] of a pinhole camera above the middle of the area, restricted to the plane z = 0."""
    axis = np.array([math.cos(lean), math.sin(lean), 0.0])
    cross = np.array([[0, 0, axis[1]], [0, 0, -axis[0]], [-axis[1], axis[0], 0]])
    turn = np.eye(3) + math.sin(tilt) * cross + (1 - math.cos(tilt)) * cross @ cross
    spin = np.array([[math.cos(roll), -math.sin(roll), 0], [math.sin(roll), math.cos(roll), 0], [0, 0, 1]])
    pose = spin @ turn
    focal = scale * CAMERA_MM
    lens = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1]])
    centre = np.array([[1, 0, -area[0] / 2], [0, 1, -area[1] / 2], [0, 0, 1]])
    plane = np.column_stack([pose[:, 0], pose[:, 1], [0, 0, CAMERA_MM]])
    return f64(lens @ plane @ centre)
