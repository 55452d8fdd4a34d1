"""Brightness over time: exposure that wanders, mains bands that roll, a lamp that is dimmed, goes off and on again."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import Float, Picture, f32, u8
from vision.levels import Level

SLOW_S, QUICK_S = (15.0, 60.0), (4.0, 9.0)
"""Periods of the two waves that the exposure follows."""
WARMER = 0.25
"""The colour balance wanders by this share of the exposure, red against blue."""
BANDS = (2.0, 4.5)
"""How many bands of mains light a picture shows ..."""
ROLL_HZ = (0.4, 3.0)
"""... and how many of them pass in a second."""
STRIPS = 180
"""A picture is lit in so many rows of equal brightness."""
DARKEST = 0.004
"""The lamp's light that is left when it is off: a window, a lamp next door."""
MOST_GAIN = 6.0
"""How far the camera opens in the dark."""
SETTLE_MS = 350.0
"""Time in which its exposure comes near to what a change of the light needs."""
BLACK = 3.0
"""The black of a dark picture (grey levels)."""


@dataclass(frozen=True)
class Shot:
    """How one picture is exposed: gain by colour (BGR), how strong its noise is, the phase of the bands.

    ``opened`` is the exposure's gain alone, without the lamp.
    """

    gain: tuple[float, float, float]
    opened: float
    noise: float
    phase: float
    bands: float
    black: float


class Exposure:
    """The camera's exposure from picture to picture."""

    def __init__(self, seed: int, level: Level) -> None:
        rng = random.Random(f"exposure {seed}")
        self._drift = level.drift
        self._waves = [(rng.uniform(*span), rng.uniform(0, 2 * math.pi)) for span in (SLOW_S, QUICK_S)]
        self._bands, self._count = rng.uniform(*level.bands), rng.uniform(*BANDS)
        self._roll = rng.choice((-1, 1)) * rng.uniform(*ROLL_HZ)
        self._gain: float | None = None
        self._at_ms = 0

    def shot(self, at_ms: int, light: float) -> Shot:
        """How the picture of this moment is exposed; ``light``: the lamp's strength, 1 as usual."""
        seconds, lamp = at_ms / 1000, max(DARKEST, light)
        slow, quick = (math.sin(2 * math.pi * seconds / period + phase) for period, phase in self._waves)
        drift = self._drift * (0.65 * slow + 0.35 * quick)
        warm = WARMER * self._drift * quick
        opened = lamp * self._opened(at_ms, lamp)
        gain = (1 + drift - warm) * opened, (1 + drift) * opened, (1 + drift + warm) * opened
        noise = math.sqrt(opened / lamp)
        dark = BLACK if opened < 0.5 else 0.0
        return Shot(gain, opened / lamp, noise, self._roll * seconds, self._bands if light > 0 else 0.0, dark)

    def _opened(self, at_ms: int, lamp: float) -> float:
        """The exposure's gain: it follows the light a little late."""
        wanted = min(MOST_GAIN, 1 / lamp)
        if self._gain is None:
            self._gain = wanted
        late = math.exp(-max(0, at_ms - self._at_ms) / SETTLE_MS)
        self._gain = wanted * (self._gain / wanted) ** late
        if abs(self._gain / wanted - 1) < 0.004:
            self._gain = wanted
        self._at_ms = at_ms
        return self._gain

    def lit_alone(self, shot: Shot) -> Shot:
        """The same exposure of what shines by itself."""
        return replace(shot, gain=(shot.opened,) * 3, bands=0.0, black=0.0)

    def expose(self, picture: Picture, shot: Shot) -> Picture:
        """The picture as bright as this shot makes it; the same array where that changes nothing."""
        if shot.bands:
            lit = np.empty_like(picture)
            step = math.ceil(picture.shape[0] / STRIPS)
            tops = np.arange(0, picture.shape[0], step)
            turns = self._count * tops / picture.shape[0] + shot.phase
            tables = _tables(shot, f32(1 - shot.bands * (0.5 + 0.5 * np.cos(2 * math.pi * turns))))
            for top, table in zip(tops.tolist(), tables, strict=True):
                cv2.LUT(picture[top : top + step], table[None], dst=lit[top : top + step])
            return lit
        if shot.gain == (1.0, 1.0, 1.0) and not shot.black:
            return picture
        return u8(cv2.LUT(picture, _tables(shot, f32([1.0]))))


GREYS: Float = f32(np.arange(256))


def _tables(shot: Shot, shares: Float) -> Picture:
    """What becomes of each grey level by colour, for rows that get a share of the light each: n x 256 x 3."""
    gains = f32(shot.gain) * shares[:, None]
    return u8(GREYS[None, :, None] * gains[:, None, :] + np.float32(shot.black))
