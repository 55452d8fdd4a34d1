"""Whole cards as the finder sees them, whatever is printed on them: where, how turned, how tall, and which side up.

They say of a reading whether there is a card at all and where it lies, and of foreign packs (no Latin index) where
there is something to recognise.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from companion.ports import CARD_MM
from vision.arrays import Float, Matrix, f32, f64
from vision.reading.crests import apart, crests
from vision.reading.halves import resized

STRIDE = 8
CELL_MIDDLE = 3.5
"""Cell i stands for px STRIDE x i + this (pixel centres are whole numbers here)."""
VECTOR_UNIT = 32.0
HEIGHT_UNIT = 120.0
"""The network gives the logarithm of a card's height over this many px."""
LEAST_HEAT = 0.3
APART_PX = 11.0
"""Two middles nearer than this (finder px) are one card's: neighbours in a dense fan are about 14 px apart."""


@dataclass(frozen=True)
class Bodies:
    """Cards of one picture, the surest first; one row each, lengths are px."""

    at: Matrix
    """Middle of the card."""
    angle: Matrix
    """Turn of the long side from upright (degrees clockwise, -90 to 90)."""
    height: Matrix
    """Length of the long side."""
    heat: Float
    """How sure it is that a mostly visible card lies here, 0 to 1."""
    back: Float
    """How likely it lies face down."""

    def __len__(self) -> int:
        return len(self.heat)

    @cached_property
    def tops(self) -> Matrix:
        """Unit vectors along the long sides, upwards."""
        turn = np.radians(self.angle)
        return f64(np.stack([np.sin(turn), -np.cos(turn)], 1))

    @cached_property
    def px_per_mm(self) -> Matrix:
        """Scale of the picture at each card."""
        return f64(self.height / CARD_MM[1])

    def scaled(self, factor: float) -> Bodies:
        """The same cards in a picture ``factor`` times as large."""
        return Bodies(resized(self.at, factor), self.angle, self.height * factor, self.heat, self.back)

    def take(self, index: NDArray[np.intp] | list[int]) -> Bodies:
        """A choice of rows."""
        rows = np.asarray(index, np.intp)
        return Bodies(self.at[rows], self.angle[rows], self.height[rows], self.heat[rows], self.back[rows])


NO_BODIES = Bodies(np.zeros((0, 2)), np.zeros(0), np.zeros(0), np.zeros(0, np.float32), np.zeros(0, np.float32))


def body_peaks(maps: Float, least_heat: float = LEAST_HEAT) -> Bodies:
    """Cards from the maps of the finder, 7 x H/8 x W/8: heat, vector to the middle, turn, height, back."""
    tops = crests(maps[0], least_heat)
    if not len(tops):
        return NO_BODIES
    said = tops.mean(tops.read(maps[1:7]))
    at = tops.mean(tops.cells(STRIDE, CELL_MIDDLE)) + said[:, :2] * VECTOR_UNIT
    angle = f64(np.degrees(np.arctan2(said[:, 3], said[:, 2])) / 2)
    height = f64(np.exp(said[:, 4]) * HEIGHT_UNIT)
    found = Bodies(at, angle, height, tops.heat, f32(said[:, 5]))
    return found.take(apart(found.at, APART_PX))


def joined(several: list[Bodies], apart_px: list[float]) -> Bodies:
    """One list of several looks at a picture, the surest view of each card; ``apart_px`` as APART_PX, per look."""
    if not several:
        return NO_BODIES
    heat = np.concatenate([one.heat for one in several])
    order = np.argsort(-heat, kind="stable")
    least = np.concatenate([np.full(len(one), px) for one, px in zip(several, apart_px, strict=True)])[order]
    every = Bodies(
        np.concatenate([one.at for one in several]),
        np.concatenate([one.angle for one in several]),
        np.concatenate([one.height for one in several]),
        heat,
        np.concatenate([one.back for one in several]),
    ).take(order)
    return every.take(apart(every.at, f64(least)))
