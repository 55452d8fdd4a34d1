"""What the camera makes of the light: noise, JPEG, and lines that bend a little towards the edges."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Float, Picture, f32, u8

NOISE_SLACK = 97
"""The noise bank is larger than what is taken of it by this much, so that no two pictures get the same noise."""
TILE_PX = (1280, 720)
"""Larger pictures are covered with pieces of a bank for this size."""
SMALL_PX = (640, 360)
"""The second, small stream of a camera."""


class Sensor:
    """Noise from a bank drawn once, then JPEG of a quality (None: an uncompressed stream)."""

    def __init__(self, rng: np.random.Generator, size: tuple[int, int], sigma: float, jpeg: int | None) -> None:
        self._rng, self._jpeg = rng, jpeg
        width, height = (min(side, tile) + NOISE_SLACK for side, tile in zip(size, TILE_PX, strict=True))
        grey = rng.standard_normal((height, width), np.float32) * sigma * 0.8
        coarse = rng.standard_normal((height // 2 + 1, width // 2 + 1, 3), np.float32) * sigma
        noise = f32(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_LINEAR))
        noise += grey[..., None]
        self._brighter, self._darker = u8(np.maximum(noise, 0)), u8(np.maximum(-noise, 0))

    def take(self, image: Picture, noise: float = 1.0) -> Picture:
        """The picture that the sensor delivers; ``noise``: how many times stronger than usual its noise is."""
        noisy = np.empty_like(image)
        for top in range(0, image.shape[0], TILE_PX[1]):
            for left in range(0, image.shape[1], TILE_PX[0]):
                self._add(noisy[top : top + TILE_PX[1], left : left + TILE_PX[0]], image, (top, left), noise)
        if self._jpeg is not None:
            packed = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, self._jpeg])[1]
            noisy = u8(cv2.imdecode(packed, cv2.IMREAD_COLOR))
        return noisy

    def _add(self, noisy: Picture, image: Picture, corner: tuple[int, int], strength: float) -> None:
        """Fill a part of the noisy picture whose upper left corner (row, column) is given."""
        height, width = noisy.shape[:2]
        part = image[corner[0] : corner[0] + height, corner[1] : corner[1] + width]
        y, x = (int(v) for v in self._rng.integers(0, NOISE_SLACK, 2))
        brighter, darker = (bank[y : y + height, x : x + width] for bank in (self._brighter, self._darker))
        if strength != 1:
            brighter, darker = (u8(cv2.convertScaleAbs(bank, alpha=strength)) for bank in (brighter, darker))
        cv2.add(part, brighter, dst=noisy)
        cv2.subtract(noisy, darker, dst=noisy)


def small_stream(image: Picture) -> Picture:
    """The same moment in the small grey stream: height x width."""
    # Whole steps first: averaging over parts of pixels is slow.
    step = max(1, image.shape[1] // (2 * SMALL_PX[0]) * 2)
    halved = cv2.resize(image, (image.shape[1] // step, image.shape[0] // step), interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(halved, cv2.COLOR_BGR2GRAY)
    return u8(cv2.resize(grey, SMALL_PX, interpolation=cv2.INTER_AREA))


class Lens:
    """Barrel (positive) or pincushion (negative) distortion: r -> r (1 - share r^2), r = 1 in the corners."""

    def __init__(self, size: tuple[int, int], share: float) -> None:
        width, height = size
        x, y = np.meshgrid(f32(np.arange(width)) - (width - 1) / 2, f32(np.arange(height)) - (height - 1) / 2)
        reach = (width**2 + height**2) / 4
        grow = f32(1 + share * (x * x + y * y) / reach)
        self._x: Float = f32(x * grow + (width - 1) / 2)
        self._y: Float = f32(y * grow + (height - 1) / 2)

    def bend(self, image: Picture) -> Picture:
        """The picture as this lens shows it."""
        return u8(cv2.remap(image, self._x, self._y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
