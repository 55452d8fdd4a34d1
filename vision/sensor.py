"""What the camera makes of the light: noise, JPEG, and lines that bend a little towards the edges."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Float, Picture, f32, u8

NOISE_SLACK = 97
"""The noise bank is larger than a frame by this much, so that no two frames get the same noise."""


class Sensor:
    """Noise from a bank drawn once, then JPEG of a quality (None: an uncompressed stream)."""

    def __init__(self, rng: np.random.Generator, size: tuple[int, int], sigma: float, jpeg: int | None) -> None:
        self._rng, self._jpeg = rng, jpeg
        width, height = size[0] + NOISE_SLACK, size[1] + NOISE_SLACK
        grey = rng.standard_normal((height, width), np.float32) * sigma * 0.8
        coarse = rng.standard_normal((height // 2 + 1, width // 2 + 1, 3), np.float32) * sigma
        noise = f32(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_LINEAR))
        noise += grey[..., None]
        self._brighter, self._darker = u8(np.maximum(noise, 0)), u8(np.maximum(-noise, 0))

    def take(self, image: Picture) -> Picture:
        """The picture that the sensor delivers."""
        height, width = image.shape[:2]
        y, x = (int(v) for v in self._rng.integers(0, NOISE_SLACK, 2))
        noisy = u8(cv2.add(image, self._brighter[y : y + height, x : x + width]))
        cv2.subtract(noisy, self._darker[y : y + height, x : x + width], dst=noisy)
        if self._jpeg is not None:
            packed = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, self._jpeg])[1]
            noisy = u8(cv2.imdecode(packed, cv2.IMREAD_COLOR))
        return noisy


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
