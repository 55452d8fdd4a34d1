"""The pattern of a table top in a picture of it, freed of light and of noise."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Float, Matrix, Picture, f32, f64, u8

WORK_PX = 768
"""Width of the copies that are compared."""
FINE_PX, COARSE_PX, LOCAL_PX = 1.0, 10.0, 18.0
"""What is smaller is noise, what is larger is light; contrast is evened out over the last (Gaussian sigmas)."""
FLAT = 0.5
"""Ground with less contrast than this (grey levels) is not stretched to full contrast."""
MOST_CONTRAST, LOUDER, LOUD_PX = 12.0, 5.0, 9
"""Differences beyond so many grey levels, or so many times the ground's contrast, are of other things; so much (px)
around them is left out."""
NEAREST_PX, FARTHEST_PX, AS_ITSELF = 13, 64, 0.8
"""A pattern repeats if, shifted by so much, it correlates with itself like this."""


def averaged(images: Sequence[Picture]) -> Picture:
    """The mean of pictures of a table at rest: so much less noise."""
    if len(images) == 1:
        return images[0]
    total = np.zeros(images[0].shape, np.float32)
    for image in images:
        cv2.accumulate(image, total)
    return u8(total / len(images))


def grey_copy(image: Picture, scale: float) -> Picture:
    """A grey copy of WORK_PX width, ``scale`` times as large."""
    size = (WORK_PX, max(1, round(image.shape[0] * scale)))
    return u8(cv2.cvtColor(cv2.resize(image, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY))


def shrinking(scale: float) -> Matrix:
    """From px of a picture to px of its shrunk copy: pixel centres are whole numbers in both."""
    return f64([[scale, 0, (scale - 1) / 2], [0, scale, (scale - 1) / 2], [0, 0, 1]])


def evened(grey: Picture, usual: float | None = None) -> tuple[Float, Float]:
    """The pattern of the ground without light, at even contrast, and its own contrast (grey levels).

    ``usual``: contrast of the ground; what has much more, as cards and arms, is left out.
    """
    fine = f32(cv2.GaussianBlur(f32(grey), (0, 0), FINE_PX))
    pattern = fine - f32(cv2.GaussianBlur(fine, (0, 0), COARSE_PX))
    most = MOST_CONTRAST if usual is None else LOUDER * max(usual, FLAT)
    calm = np.clip(pattern, -most, most)
    rough = np.sqrt(f32(cv2.GaussianBlur(calm * calm, (0, 0), LOCAL_PX)))
    even = f32(calm / (rough + FLAT))
    if usual is not None:
        loud = u8(np.abs(pattern) >= most)
        even[cv2.dilate(loud, np.ones((LOUD_PX, LOUD_PX), np.uint8)) > 0] = 0
    return even, f32(rough)


def repeats(pattern: Float) -> bool:
    """Whether a pattern looks like itself when it is shifted, not too far."""
    high, wide = pattern.shape
    waves = np.fft.rfft2(pattern * f32(cv2.createHanningWindow((wide, high), cv2.CV_32F)))
    alike = np.fft.fftshift(np.fft.irfft2(np.abs(waves) ** 2, pattern.shape))
    y, x = np.mgrid[-FARTHEST_PX : FARTHEST_PX + 1, -FARTHEST_PX : FARTHEST_PX + 1]
    near = f32(alike[high // 2 + y, wide // 2 + x] / max(float(alike.max()), 1e-9))
    return bool((near[np.hypot(x, y) >= NEAREST_PX] >= AS_ITSELF).any())


def noise(grey: Picture) -> float:
    """Noise that is left in the pattern (grey levels), by differences that no ground has (Immerkaer)."""
    kernel = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
    sigma = math.sqrt(math.pi / 2) / 6 * float(np.median(np.abs(cv2.filter2D(f32(grey), -1, kernel)))) / 0.6745 * 0.8
    return sigma / (2 * FINE_PX * math.sqrt(math.pi))
