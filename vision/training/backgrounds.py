"""Table tops: felt, wood, cloth, carpet, stone, prints and clutter, as float32 BGR pictures."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Field = NDArray[np.float32]
_FELT = ((40, 90, 20), (30, 100, 40), (90, 40, 20), (30, 30, 120), (50, 60, 60), (100, 30, 60))
_WOOD = ((60, 100, 150), (40, 70, 110), (110, 160, 200), (30, 45, 70), (140, 180, 210), (20, 30, 60))
WORDS = "AKQJ0123456789VDRBHTOIMNSXY abcdefghknorstu"


def noise(rng: np.random.Generator, size: int, grain: float) -> Field:
    """Smooth unit noise of this grain (px)."""
    small = max(2, int(size / grain) + 2)
    return np.asarray(
        cv2.resize(rng.standard_normal((small, small), np.float32), (size, size), interpolation=cv2.INTER_CUBIC)
    )


def background(rng: np.random.Generator, size: int) -> Field:
    """A square table top, values 0 to 255."""
    kind = rng.choice(list(_KINDS), p=[0.14, 0.2, 0.2, 0.1, 0.12, 0.06, 0.08, 0.1])
    image = _KINDS[kind](rng, size)
    if rng.random() < 0.3:
        image = image + noise(rng, size, rng.uniform(60, 250))[..., None] * rng.uniform(2, 14)
    return np.asarray(np.clip(np.rot90(image, int(rng.integers(4))), 0, 255), np.float32)


def _plain(rng: np.random.Generator, size: int) -> Field:
    base = rng.uniform(60, 245) + rng.normal(0, 12, 3) if rng.random() < 0.6 else rng.uniform(10, 245, 3)
    return np.full((size, size, 3), base, np.float32)


def _near(rng: np.random.Generator, palette: tuple[tuple[int, int, int], ...], size: int) -> Field:
    base = np.array(palette[rng.integers(len(palette))]) + rng.normal(0, 18, 3)
    return np.full((size, size, 3), base, np.float32)


def _felt(rng: np.random.Generator, size: int) -> Field:
    pile = noise(rng, size, 1) * rng.uniform(2, 9) + noise(rng, size, 60) * 5
    return np.asarray(_near(rng, _FELT, size) + pile[..., None], np.float32)


def _wood(rng: np.random.Generator, size: int) -> Field:
    rows = np.arange(size, dtype=np.float32)[:, None] + noise(rng, size, 120) * 25 + noise(rng, size, 30) * 3
    grain = np.sin(rows / rng.uniform(3, 14)) + 0.5 * np.sin(rows / rng.uniform(1.2, 4) + noise(rng, size, 80))
    streaks = cv2.resize(rng.standard_normal((size, 8), np.float32), (size, size))
    figure = grain * rng.uniform(3, 18) + streaks * rng.uniform(2, 10)
    image = np.asarray(_near(rng, _WOOD, size) + figure[..., None], np.float32)
    if rng.random() < 0.4:
        step, width = int(rng.integers(40, 160)), int(rng.integers(1, 5))
        for row in range(int(rng.integers(step)), size, step):
            image[row : row + width] *= rng.uniform(0.25, 0.7)
    return image


def _cloth(rng: np.random.Generator, size: int) -> Field:
    """Checks, stripes or dots of two colours."""
    period = int(rng.integers(8, 90))
    y, x = np.mgrid[0:size, 0:size]
    choice = rng.integers(3)
    if choice == 0:
        share = (x // period + y // period) % 2
    elif choice == 1:
        share = x // period % 2
    else:
        share = np.hypot(x % period - period / 2, y % period - period / 2) < period * 0.3
    one, two = rng.uniform(20, 240, 3), rng.uniform(20, 240, 3)
    share = share.astype(np.float32)[..., None] * rng.uniform(0.3, 1.0)
    return np.asarray(one * (1 - share) + two * share + noise(rng, size, 1)[..., None] * 4, np.float32)


def _carpet(rng: np.random.Generator, size: int) -> Field:
    """Coarse loops, knitwear, fur: strong structure of a few px."""
    base = np.full((size, size, 3), rng.uniform(60, 220) + rng.normal(0, 20, 3), np.float32)
    grain, strength = rng.uniform(2, 9), rng.uniform(15, 50)
    loops = noise(rng, size, grain) * strength + noise(rng, size, grain * 3) * strength * 0.5
    return np.asarray(base + loops[..., None], np.float32)


def _stone(rng: np.random.Generator, size: int) -> Field:
    veins = np.abs(noise(rng, size, 90) + 0.5 * noise(rng, size, 30) + 0.25 * noise(rng, size, 12))
    return np.asarray(_plain(rng, size) + veins[..., None] * rng.uniform(10, 40), np.float32)


def _print(rng: np.random.Generator, size: int) -> Field:
    """A poster, newspaper or flyer: blocks of colour and letters of all sizes."""
    image = np.clip(_plain(rng, size), 0, 255).astype(np.uint8)
    for _ in range(int(rng.integers(10, 50))):
        colour = tuple(float(v) for v in rng.uniform(0, 255, 3))
        x, y = (int(v) for v in rng.integers(0, size, 2))
        if rng.random() < 0.4:
            end = (x + int(rng.integers(10, 200)), y + int(rng.integers(10, 150)))
            cv2.rectangle(image, (x, y), end, colour, -1 if rng.random() < 0.7 else 2)
        else:
            text = "".join(rng.choice(list(WORDS), int(rng.integers(1, 12))))
            font, thick = int(rng.choice([0, 2, 3, 4, 6])), int(rng.integers(1, 6))
            cv2.putText(image, text, (x, y), font, rng.uniform(0.4, 3), colour, thick, cv2.LINE_AA)
    return image.astype(np.float32)


def _clutter(rng: np.random.Generator, size: int) -> Field:
    image = _plain(rng, size)
    for _ in range(int(rng.integers(20, 150))):
        colour = tuple(float(v) for v in rng.uniform(0, 255, 3))
        x, y = (int(v) for v in rng.integers(0, size, 2))
        reach = rng.integers(-70, 70, 4)
        if rng.random() < 0.5:
            radii = (int(abs(reach[0])) + 2, int(abs(reach[1])) + 2)
            cv2.ellipse(image, (x, y), radii, int(rng.integers(180)), 0, 360, colour, int(rng.choice([-1, 1, 3])))
        else:
            cv2.line(image, (x, y), (x + int(reach[2]), y + int(reach[3])), colour, int(rng.integers(1, 7)))
    return image


_KINDS = {
    "plain": _plain,
    "felt": _felt,
    "wood": _wood,
    "cloth": _cloth,
    "carpet": _carpet,
    "stone": _stone,
    "print": _print,
    "clutter": _clutter,
}
