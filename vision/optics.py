"""Where the camera stands over the table: the homography between table millimetres and pixels."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Matrix, f64
from vision.levels import Level

CAMERA_MM = 700.0
"""Distance of the lens from the table that sets how strong the perspective of a tilt is ..."""
SEEN_MM = (910.0, 520.0)
"""... if the watched area is no larger than what a usual lens sees from there; else the camera hangs higher."""


@dataclass(frozen=True)
class View:
    """A pinhole camera over a watched area (mm) that shows a picture of ``size`` (width, height px).

    ``rise``: what each millimetre above the table adds to the last column of ``to_px``.
    """

    size: tuple[int, int]
    area: tuple[float, float]
    to_px: Matrix
    to_mm: Matrix
    rise: tuple[float, float, float] = (0.0, 0.0, 0.0)

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

    def raised(self, lift: float) -> Matrix:
        """The homography of a plane so many mm above the table."""
        lifted = self.to_px.copy()
        lifted[:, 2] += lift * f64(self.rise)
        return lifted

    def pushed(self, bump: tuple[float, float, float]) -> View:
        """The view of the camera pushed so that what it sees is shifted (mm) and turned (degrees, about the middle)."""
        middle = (self.area[0] / 2, self.area[1] / 2)
        turn = math.radians(bump[2])
        cos, sin = math.cos(turn), math.sin(turn)
        moved = np.array(
            [
                [cos, -sin, middle[0] + bump[0] - cos * middle[0] + sin * middle[1]],
                [sin, cos, middle[1] + bump[1] - sin * middle[0] - cos * middle[1]],
                [0, 0, 1],
            ]
        )
        to_px = self.to_px @ moved
        return replace(self, to_px=f64(to_px), to_mm=f64(np.linalg.inv(to_px)))


@dataclass(frozen=True)
class Stand:
    """How the camera is held: its tilt from the vertical, the way it leans, its turn about its axis (radians)."""

    tilt: float
    lean: float
    roll: float


def apply(matrix: Matrix, points: list[tuple[float, float]] | NDArray[np.floating]) -> Matrix:
    """Map points (n x 2) by a homography."""
    flat = f64(points).reshape(-1, 2)
    mapped = np.column_stack([flat, np.ones(len(flat))]) @ matrix.T
    return f64(mapped[:, :2] / mapped[:, 2:])


def random_stand(rng: random.Random, level: Level) -> Stand:
    """Place the camera: tilt and turn are drawn by the level."""
    tilt, lean = math.radians(rng.uniform(*level.tilt_deg)), rng.uniform(0, 2 * math.pi)
    return Stand(tilt, lean, math.radians(rng.uniform(-level.roll_deg, level.roll_deg)))


def view_from(stand: Stand, size: tuple[int, int], area: tuple[float, float], share: float = 1.0) -> View:
    """What a camera sees: its zoom is ``share`` of the largest that keeps the watched area in the picture."""
    low, high = 0.02, max(size[0] / area[0], size[1] / area[1])
    for _ in range(40):
        middle = (low + high) / 2
        corners = apply(_project(middle, stand, size, area)[0], _corners(area))
        inside = (corners >= 0).all() and (corners <= np.asarray(size)).all()
        low, high = (middle, high) if inside else (low, middle)
    to_px, rise = _project(low * share, stand, size, area)
    return View(size, area, to_px, f64(np.linalg.inv(to_px)), rise)


def look_down(rng: random.Random, level: Level, size: tuple[int, int], area: tuple[float, float]) -> View:
    """Place the camera as the level draws it, as near as keeps the watched area in view."""
    return view_from(random_stand(rng, level), size, area)


def _corners(area: tuple[float, float]) -> list[tuple[float, float]]:
    return [(0, 0), (area[0], 0), area, (0, area[1])]


def _project(
    scale: float, stand: Stand, size: tuple[int, int], area: tuple[float, float]
) -> tuple[Matrix, tuple[float, float, float]]:
    """K [R t] of a pinhole camera above the middle of the area: for the plane z = 0, and what a mm of height adds."""
    axis = np.array([math.cos(stand.lean), math.sin(stand.lean), 0.0])
    cross = np.array([[0, 0, axis[1]], [0, 0, -axis[0]], [-axis[1], axis[0], 0]])
    turn = np.eye(3) + math.sin(stand.tilt) * cross + (1 - math.cos(stand.tilt)) * cross @ cross
    cos, sin = math.cos(stand.roll), math.sin(stand.roll)
    pose = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]]) @ turn
    away = CAMERA_MM * max(1.0, area[0] / SEEN_MM[0], area[1] / SEEN_MM[1])
    focal = scale * away
    lens = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1]])
    centre = np.array([[1, 0, -area[0] / 2], [0, 1, -area[1] / 2], [0, 0, 1]])
    plane = np.column_stack([pose[:, 0], pose[:, 1], [0, 0, away]])
    up = lens @ -pose[:, 2]
    return f64(lens @ plane @ centre), (float(up[0]), float(up[1]), float(up[2]))
