"""How large the cards in a picture are, found by the reader itself."""

from __future__ import annotations

import numpy as np

from companion.ports import CARD_MM
from vision.arrays import Matrix, Picture, f64
from vision.find import FINDER_PX_PER_MM, Corners, find_corners
from vision.nets import Nets
from vision.pair import OFFSET_MM
from vision.patches import Marks, read_patches

LEAST_CARD_PX = 64.0
"""Indices of smaller cards cannot be read."""
LEAST_CARD_SHARE = 1 / 18
"""Cards smaller than this share of the picture's longer side are not looked for."""
MOST_MEGAPIXELS = 2.2
"""The finder is not run on more than this at once: it would take too long."""
STEP = 1.3
"""Ratio between the card heights that are tried; the finder bears a third more or less."""
ARM_MM = float(np.hypot(*OFFSET_MM))
"""From an index to the middle of its card."""


def card_heights(size: tuple[int, int]) -> list[float]:
    """Card heights (px) worth trying in a picture of this size (width, height), the largest first."""
    finder_px = FINDER_PX_PER_MM * CARD_MM[1]
    affordable = finder_px * float(np.sqrt(size[0] * size[1] / (MOST_MEGAPIXELS * 1e6)))
    least = max(LEAST_CARD_PX, LEAST_CARD_SHARE * max(size), affordable)
    heights = [1.05 * float(min(size))]
    while heights[-1] / STEP > least:
        heights.append(heights[-1] / STEP)
    return heights


def own_scales(corners: Corners, px_per_mm: float) -> Matrix:
    """Px per mm at each corner: the picture's, moved towards what the arrow to the card's centre says."""
    arrows = np.linalg.norm(corners.centre - corners.at, axis=1) / ARM_MM
    return f64(px_per_mm * np.clip(arrows / px_per_mm, 0.75, 1.33) ** 0.6)


def evidence(corners: Corners, marks: Marks) -> float:
    """How much a scale explains: corners that are found, look like an index and read clearly."""
    index = 1 / (1 + np.exp(np.clip(marks.junk, -30, 30)))
    clear = np.exp(marks.glyph.max(1) + marks.suit.max(1))
    return float((corners.heat * index * clear**2).sum())


def find_scale(nets: Nets, image: Picture) -> tuple[Corners, Matrix, float]:
    """Corners of a picture of unknown scale, px per mm at each, and the scale at which most was read."""
    tried: list[tuple[float, float, Corners]] = []
    for height in card_heights((image.shape[1], image.shape[0])):
        scale = height / CARD_MM[1]
        corners = find_corners(nets, image, scale)
        marks = read_patches(nets, image, corners, own_scales(corners, scale))
        tried.append((evidence(corners, marks), scale, corners))
    best, scale, corners = max(tried, key=lambda one: one[0])
    if not len(corners):
        return corners, np.zeros(0), scale
    scale *= float(np.median(own_scales(corners, scale))) / scale
    final = find_corners(nets, image, scale)
    marks = read_patches(nets, image, final, own_scales(final, scale))
    if evidence(final, marks) < best:
        final = corners
    return final, own_scales(final, scale), scale
