"""Card backs: a white margin around a printed pattern."""

from __future__ import annotations

import math
import random
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.decks.schemes import Colour

Image = NDArray[np.uint8]


class Backed(Protocol):
    """What a back follows from: a kind of `vision.decks.styles.BACKS`, a seed and an ink."""

    @property
    def back(self) -> str:
        """The kind."""

    @property
    def back_seed(self) -> int:
        """The seed."""

    @property
    def back_colour(self) -> Colour:
        """The ink."""


def draw_pattern(style: Backed, width: int, height: int) -> Image:
    """The printed part of a back as a BGR picture of this size."""
    rng = random.Random(style.back_seed)
    ink = np.array(style.back_colour, np.float32)
    paper = np.array([rng.randint(215, 255) for _ in range(3)], np.float32)
    tone = _TONES[style.back](rng, width, height)[..., None]
    return np.clip(ink * tone + paper * (1 - tone), 0, 255).astype(np.uint8)


def _grid(width: int, height: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Coordinates in card widths, the origin in the middle."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    return np.asarray((x - width / 2) / width, np.float32), np.asarray((y - height / 2) / width, np.float32)


def _sharp(field: NDArray[np.float32], width: int, period: float) -> NDArray[np.float32]:
    """A periodic field to ink with edges about a pixel wide."""
    return np.asarray(np.clip(field * width * period * 0.15 + 0.5, 0, 1), np.float32)


def _lattice(rng: random.Random, width: int, height: int) -> NDArray[np.float32]:
    x, y = _grid(width, height)
    count = rng.uniform(6, 16) * math.pi
    return _sharp(np.abs(np.sin((x + y) * count) * np.sin((x - y) * count)) - rng.uniform(0.1, 0.35), width, 1 / count)


def _diamonds(rng: random.Random, width: int, height: int) -> NDArray[np.float32]:
    x, y = _grid(width, height)
    count = rng.uniform(5, 12) * math.pi
    return _sharp(np.sin((x + y) * count) * np.sin((x - y) * count) - rng.uniform(-0.3, 0.3), width, 1 / count)


def _waves(rng: random.Random, width: int, height: int) -> NDArray[np.float32]:
    x, y = _grid(width, height)
    count, bend = rng.uniform(20, 60), rng.uniform(0.02, 0.08)
    return _sharp(np.sin((y + bend * np.sin(x * rng.uniform(10, 30))) * count) + 0.2, width, 1 / count)


def _rings(rng: random.Random, width: int, height: int) -> NDArray[np.float32]:
    x, y = _grid(width, height)
    count, step = rng.uniform(40, 90), rng.uniform(0.15, 0.3)
    near: NDArray[np.float32] = np.hypot((x / step + 0.5) % 1 - 0.5, (y / step + 0.5) % 1 - 0.5)
    return _sharp(np.cos(near * step * count) + rng.uniform(-0.2, 0.5), width, 1 / count)


def _plain(rng: random.Random, width: int, height: int) -> NDArray[np.float32]:
    tone = np.full((height, width), rng.uniform(0.8, 1.0), np.float32)
    cv2.rectangle(tone, (width // 9, width // 9), (width - width // 9, height - width // 9), 0.2, max(1, width // 60))
    return tone


def _medallion(rng: random.Random, width: int, height: int) -> NDArray[np.float32]:
    x, y = _grid(width, height)
    petals = rng.choice([5, 6, 8, 12])
    radius, angle = np.hypot(x, y), np.arctan2(y, x)
    flower = np.cos(radius * rng.uniform(30, 50) + np.cos(angle * petals) * rng.uniform(1, 2.5))
    rays = np.sin(angle * petals * 4) * np.clip(radius * 3 - 0.9, 0, 1)
    return _sharp(flower * np.clip(1.2 - radius * 2, 0, 1) + rays + 0.15, width, 0.02)


_TONES = {
    "lattice": _lattice,
    "diamonds": _diamonds,
    "waves": _waves,
    "rings": _rings,
    "plain": _plain,
    "medallion": _medallion,
}
