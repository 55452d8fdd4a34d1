"""One picture at many sizes, each made from the next larger half instead of from the whole."""

from __future__ import annotations

import math

import cv2

from vision.arrays import Matrix, Picture, f64, u8

NEARLY = 0.75
"""Copies this large, against what they are made from, come out the same (within a grey level) by straight lines between
pixels as by areas, in a fifth of the time."""


class Halves:
    """A picture with its half, quarter, ... made when first asked for."""

    def __init__(self, image: Picture) -> None:
        self._levels = [image]

    @property
    def image(self) -> Picture:
        """The whole picture."""
        return self._levels[0]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the whole (px)."""
        return self.image.shape[1], self.image.shape[0]

    def scaled(self, factor: float) -> tuple[Picture, float]:
        """A copy about ``factor`` times as large, and by how much it really is."""
        if abs(factor - 1) <= 0.02:
            return self.image, 1.0
        wide, high = self.size
        size = (max(1, round(wide * factor)), max(1, round(high * factor)))
        source = self._at_least(factor)
        fine = cv2.INTER_LINEAR if size[0] >= NEARLY * source.shape[1] else cv2.INTER_AREA
        way = fine if factor < 1 else cv2.INTER_CUBIC
        return u8(cv2.resize(source, size, interpolation=way)), size[1] / high

    def _at_least(self, factor: float) -> Picture:
        """The smallest half that is not smaller than ``factor`` of the whole."""
        steps = max(0, math.floor(-math.log2(factor) + 1e-9))
        while len(self._levels) <= steps and min(self._levels[-1].shape[:2]) >= 2:
            last = self._levels[-1]
            size = (last.shape[1] // 2, last.shape[0] // 2)
            self._levels.append(u8(cv2.resize(last, size, interpolation=cv2.INTER_AREA)))
        return self._levels[min(steps, len(self._levels) - 1)]


def resized(points: Matrix, factor: float) -> Matrix:
    """Points (px) of a picture in a copy ``factor`` times as large.

    Pixel centres are whole numbers, so a picture's edge is at -0.5.
    """
    return f64((points + 0.5) * factor - 0.5)
