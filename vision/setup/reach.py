"""What a camera reads where: from its lens, its height and the size of its pictures, or from the calibrated plane."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from vision.arrays import Matrix, f64
from vision.optics import apply

INDEX_MM = 8.0
"""Height of an index, rank and suit together, on a usual deck."""
LEAST_PX = 16.0
"""An index of fewer px is not read surely."""
LENSES = {"pi": (66.0, 41.0), "pi-wide": (102.0, 67.0), "usb": (60.0, 36.0)}
"""Degrees that a lens sees across and down: Camera Module 3, its wide variant, a usual webcam."""
STREAMS = ((1280, 720), (2304, 1296), (4608, 2592))
"""Sizes of the pictures that are read (px)."""
SLACK_MM = 12.0
"""An area may reach so far out of the picture on each side: cards are not laid on its rim."""


@dataclass(frozen=True)
class Reach:
    """How a camera sees the table: the homography from mm to px, the size of its pictures, and the point (mm) round
    which the table is watched."""

    to_px: Matrix
    size: tuple[int, int]
    middle: tuple[float, float]

    @classmethod
    def above(cls, across_deg: float, height_mm: float, size: tuple[int, int]) -> Reach:
        """A camera that looks straight down from a height, with a lens that sees so much of it from left to right."""
        scale = size[0] / (2 * height_mm * math.tan(math.radians(across_deg) / 2))
        return cls(f64(np.diag([scale, scale, 1.0])), size, (size[0] / scale / 2, size[1] / scale / 2))

    @classmethod
    def of(cls, to_mm: Matrix, size: tuple[int, int], area: tuple[float, float]) -> Reach:
        """A calibrated camera over an area (mm) whose upper left corner is the origin."""
        return cls(f64(np.linalg.inv(to_mm)), size, (area[0] / 2, area[1] / 2))

    @property
    def seen_mm(self) -> tuple[float, float]:
        """Width and height of what the picture shows, along lines through its middle."""
        wide, high = self.size
        ends = [(0, high / 2), (wide, high / 2), (wide / 2, 0), (wide / 2, high)]
        left, right, top, bottom = apply(f64(np.linalg.inv(self.to_px)), f64(ends))
        return float(np.linalg.norm(right - left)), float(np.linalg.norm(bottom - top))

    def index_px(self, area: tuple[float, float] = (0.0, 0.0)) -> float:
        """Least height of an index anywhere in an area (mm) round the middle."""
        return INDEX_MM * min(self._scale(x, y) for x, y in self._points(area))

    def sees(self, area: tuple[float, float]) -> bool:
        """Whether an area (mm) round the middle is in the picture."""
        inner = max(0.0, area[0] - 2 * SLACK_MM), max(0.0, area[1] - 2 * SLACK_MM)
        at = apply(self.to_px, self._points(inner))
        return bool((at >= 0).all() and (at <= f64(self.size)).all())

    def reads(self, area: tuple[float, float]) -> bool:
        """Whether all of an area (mm) round the middle is seen, and large enough."""
        return self.sees(area) and self.index_px(area) >= LEAST_PX

    def readable_mm(self) -> tuple[float, float]:
        """The largest area (mm) of the picture's shape round the middle in which everything is read; 0, 0: none."""
        low, high = 0.0, max(self.seen_mm)
        shape = self.size[1] / self.size[0]
        if not self.reads((0.0, 0.0)):
            return 0.0, 0.0
        for _ in range(30):
            half = (low + high) / 2
            low, high = (half, high) if self.reads((half, half * shape)) else (low, half)
        return low, low * shape

    def _points(self, area: tuple[float, float]) -> Matrix:
        (x, y), (w, h) = self.middle, area
        return f64([(x + a * w / 2, y + b * h / 2) for a in (-1, 0, 1) for b in (-1, 0, 1)])

    def _scale(self, x: float, y: float) -> float:
        """Least px per mm in any direction at a point (mm)."""
        here, right, down = apply(self.to_px, f64([(x, y), (x + 1, y), (x, y + 1)]))
        return float(np.linalg.svd(np.column_stack([right - here, down - here]), compute_uv=False)[-1])
