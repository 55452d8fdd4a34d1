"""What light, lens and camera do to a picture: fall-off, shadow, glare, casts, blur, noise, sharpening, JPEG."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.backgrounds import noise

Image = NDArray[np.uint8]
Field = NDArray[np.float32]


def develop(rng: np.random.Generator, image: Field, on_card: NDArray[np.bool_], px_per_mm: float) -> Image:
    """The picture a camera takes of a square scene (float BGR): light, glare (strongest on cards), optics, sensor."""
    gain = (1 + rng.normal(0, 0.05, 3)) * _warmth(rng)
    if rng.random() < 0.16:
        image = _gloss(rng, image, on_card, px_per_mm)
    image = np.asarray(image * _light(rng, image.shape[0])[..., None] * gain, np.float32)
    if rng.random() < 0.08:
        image = image * _coloured(rng, image.shape[0])
    image = image * (rng.uniform(0.3, 0.7) if rng.random() < 0.25 else rng.uniform(0.65, 1.15))
    if rng.random() < 0.45:
        image = _glare(rng, image, on_card, px_per_mm)
    if rng.random() < 0.3:
        image = np.asarray(255 * (np.clip(image, 0, 255) / 255) ** rng.uniform(0.7, 1.4), np.float32)
    if rng.random() < 0.3:
        image = image * rng.uniform(0.6, 0.95) + rng.uniform(0, 50)
    image = _optics(rng, image.astype(np.float32), px_per_mm)
    image = _sensor(rng, image)
    picture: Image = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.75:
        data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 97))])[1]
        picture = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return picture


def _warmth(rng: np.random.Generator) -> NDArray[np.float64]:
    """White balance error along the way from lamp light (less blue) to shade (less red)."""
    warm = rng.normal(0, 0.09)
    if rng.random() < 0.15:
        warm = rng.uniform(0.1, 0.35)
    return np.array([1 - warm, 1.0, 1 + warm])


def _gloss(rng: np.random.Generator, image: Field, on_card: NDArray[np.bool_], px_per_mm: float) -> Field:
    """A sheen on glossy cards that lifts the ink towards the paper: black turns grey, red pink."""
    size = image.shape[0]
    field = noise(rng, size, rng.uniform(12, 90) * px_per_mm)
    share = np.clip(field * 0.4 + rng.uniform(-0.1, 0.5), 0, rng.uniform(0.25, 0.75)) * on_card
    return np.asarray(image + (rng.uniform(190, 255) - image) * share[..., None], np.float32)


def _coloured(rng: np.random.Generator, size: int) -> Field:
    """A second lamp of another colour from one side."""
    y, x = np.mgrid[0:size, 0:size].astype(np.float32) / size
    angle = rng.uniform(0, 2 * math.pi)
    share = np.clip(0.5 + (x - 0.5) * math.cos(angle) + (y - 0.5) * math.sin(angle), 0, 1)[..., None]
    one, two = 1 + rng.uniform(-0.3, 0.15, 3), 1 + rng.uniform(-0.3, 0.15, 3)
    return np.asarray(one * (1 - share) + two * share, np.float32)


def _hard_shadow(rng: np.random.Generator, size: int) -> Field:
    """Sun through a window: light falls in bars or past one straight edge, with a crisp border."""
    y, x = np.mgrid[0:size, 0:size].astype(np.float32) / size
    angle = rng.uniform(0, 2 * math.pi)
    across = (x - rng.uniform(0.2, 0.8)) * math.cos(angle) + (y - rng.uniform(0.2, 0.8)) * math.sin(angle)
    if rng.random() < 0.5:
        across = np.abs((across / rng.uniform(0.15, 0.7)) % 1 - 0.5) - rng.uniform(0.1, 0.4)
    soft = rng.uniform(0.002, 0.03)
    return np.asarray(1 - rng.uniform(0.25, 0.7) * np.clip(across / soft + 0.5, 0, 1), np.float32)


def _light(rng: np.random.Generator, size: int) -> Field:
    y, x = np.mgrid[0:size, 0:size].astype(np.float32) / size
    angle = rng.uniform(0, 2 * math.pi)
    light = 1 + rng.uniform(0, 0.35) * ((x - 0.5) * math.cos(angle) + (y - 0.5) * math.sin(angle)) * 2
    if rng.random() < 0.5:
        light *= 1 - rng.uniform(0, 0.4) * ((x - rng.uniform(0.2, 0.8)) ** 2 + (y - rng.uniform(0.2, 0.8)) ** 2)
    for _ in range(int(rng.integers(0, 3)) if rng.random() < 0.6 else 0):
        shadow = np.zeros((size, size), np.float32)
        corners = rng.uniform(-0.2, 1.2, (int(rng.integers(3, 7)), 2)) * size
        cv2.fillPoly(shadow, [corners.astype(np.int32)], 1.0)
        soft = int(rng.integers(3, 70))
        light *= 1 - rng.uniform(0.1, 0.6) * cv2.blur(cv2.blur(shadow, (soft, soft)), (soft, soft))
    if rng.random() < 0.09:
        light *= _hard_shadow(rng, size)
    return np.asarray(light, np.float32)


def _glare(rng: np.random.Generator, image: Field, on_card: NDArray[np.bool_], px_per_mm: float) -> Field:
    size = image.shape[0]
    for _ in range(int(rng.integers(1, 3))):
        spot = np.zeros((size // 4, size // 4), np.float32)
        axes = (int(rng.uniform(3, 28) * px_per_mm / 4) + 2, int(rng.uniform(3, 18) * px_per_mm / 4) + 2)
        at = (int(rng.integers(size // 4)), int(rng.integers(size // 4)))
        cv2.ellipse(spot, at, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
        spot = cv2.resize(cv2.GaussianBlur(spot, (0, 0), rng.uniform(2, 9)), (size, size))
        image = image + (spot * np.where(on_card, 1.0, 0.35) * rng.uniform(40, 190))[..., None]
    return np.asarray(image, np.float32)


def _optics(rng: np.random.Generator, image: Field, px_per_mm: float) -> Field:
    """Defocus, motion, a soft or an over-sharpened picture."""
    size = image.shape[0]
    blur = rng.uniform(0, 0.72) * px_per_mm
    if blur > 0.35:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), blur), np.float32)
    if rng.random() < 0.2:
        length, angle = rng.uniform(1.5, 3.6) * max(1.0, px_per_mm), rng.uniform(0, math.pi)
        span = int(length) + 2
        kernel, half = np.zeros((span, span), np.float32), length / 2
        dx, dy = half * math.cos(angle), half * math.sin(angle)
        start, end = (round(span / 2 - dx), round(span / 2 - dy)), (round(span / 2 + dx), round(span / 2 + dy))
        cv2.line(kernel, start, end, 1.0)
        image = np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.float32)
    if rng.random() < 0.2:
        small = round(size * rng.uniform(0.55, 0.9))
        coarse = cv2.resize(image, (small, small), interpolation=cv2.INTER_AREA)
        image = np.asarray(cv2.resize(coarse, (size, size)), np.float32)
    if rng.random() < 0.4:
        image = image + (image - cv2.GaussianBlur(image, (0, 0), rng.uniform(0.8, 2.0))) * rng.uniform(0.2, 1.3)
    return np.asarray(image, np.float32)


def _sensor(rng: np.random.Generator, image: Field) -> Field:
    size, strength = image.shape[0], rng.uniform(0, 9)
    grain = rng.standard_normal((size, size), np.float32)[..., None] * strength
    spots = cv2.resize(rng.standard_normal((size // 2, size // 2, 3), np.float32), (size, size)) * strength * 0.5
    if rng.random() < 0.1:
        image = image + noise(rng, size, 3)[..., None] * rng.uniform(2, 6)
    return np.asarray(image + grain + spots, np.float32)
