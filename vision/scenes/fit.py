"""How large a picture has to be to watch an area: the smallest size in which an index is high enough everywhere."""

from __future__ import annotations

import random
from dataclasses import dataclass

from vision.levels import Level
from vision.optics import Stand, View, random_stand, view_from

SIZES_PX = ((1280, 720), (2304, 1296), (4608, 2592))
"""The pictures a camera gives, the smallest first."""


@dataclass(frozen=True)
class Fit:
    """A view of the watched area.

    ``least_px``: height of the printed rank where it is smallest; ``middle_px``: in the middle of the area.
    ``held``: whether the least height of the level is kept everywhere; no size may be large enough for that.
    """

    view: View
    least_px: float
    middle_px: float
    held: bool

    @property
    def size(self) -> tuple[int, int]:
        """The size taken (px)."""
        return self.view.size

    def __str__(self) -> str:
        wide, high = self.size
        told = f"{wide}x{high} px, index {self.least_px:.0f} px and more"
        return told if self.held else f"{told}: smaller than it should be"


def fit(rng: random.Random, level: Level, area: tuple[float, float], index_mm: float) -> Fit:
    """Place a camera over an area (mm) as the level draws it, in the smallest of SIZES_PX that holds it.

    ``index_mm`` is the height of the deck's printed rank. The height in the picture is drawn between the least of the
    level and what the size has room for; it is at most that of the level in the middle of the area, unless the tilt is
    so strong that it must be larger there to be high enough at the far side.
    """
    stand, share = random_stand(rng, level), rng.random()
    least, most = level.index_px
    for size in SIZES_PX:
        whole = _measured(view_from(stand, size, area), index_mm, least)
        if whole.held:
            lowest = least / whole.least_px
            highest = max(lowest, min(1.0, most / whole.middle_px))
            zoom = min(1.0, (lowest + share * (highest - lowest)) * 1.0001)
            return _measured(view_from(stand, size, area, zoom), index_mm, least)
    return whole


def fixed(stand: Stand, level: Level, size: tuple[int, int], area: tuple[float, float], index_mm: float) -> Fit:
    """The view of a camera of this size, as near as keeps the area in the picture, and what it holds."""
    return _measured(view_from(stand, size, area), index_mm, level.index_px[0])


def _measured(view: View, index_mm: float, least: float) -> Fit:
    """A view with its index heights."""
    low = index_mm * view.worst_px_per_mm
    return Fit(view, low, index_mm * view.px_per_mm, low >= least)
