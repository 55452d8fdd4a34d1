"""The edges of a card to a fraction of a pixel, once its outline is known to a pixel or two.

Along each side, profiles across it are projected onto the colour that tells the card from the table there; the edge is
where they rise most. A line printed close to the edge, as many decks have it, then moves it less than where the step of
colour is measured with a wide reach.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.arrays import Float, Matrix, Picture, f32, f64

POINTS, INSET = 48, 0.09
"""Profiles a side, this share of it away from the round corners."""
REACH, STEP = 5.0, 0.25
"""Profiles are so long to each side, and so fine (px)."""
NEAR = 2.0
"""The edge is looked for so near the outline (px)."""
SMOOTH, NEIGHBOURS = 0.8, 5
"""Profiles are smoothed so much (Gaussian sigma, px), and with so many of their neighbours."""
FAINT = 6.0
"""Between card and table (grey levels): a side with less contrast is left where it is."""
BLURRED = 1.1
"""Softer edges (Gaussian sigma, px) run into what is printed near them: such a side is left where it is too."""
ASTRAY = 0.8
"""Points farther from the line through the others (px) are left out."""


def sharpened(image: Picture, quad: Matrix) -> Matrix:
    """The outline (4 x 2, px, clockwise) with each side on the edge near it, where one shows."""
    lines = [_side(image, quad[i], quad[(i + 1) % 4]) for i in range(4)]
    return f64([_meet(lines[i - 1], lines[i]) for i in range(4)])


def _side(image: Picture, start: Matrix, end: Matrix) -> tuple[Matrix, Matrix]:
    """Two points of the line along the edge; clockwise, so that outside is to the left."""
    along = (end - start) / np.linalg.norm(end - start)
    out = np.array([along[1], -along[0]])
    u = np.linspace(INSET, 1 - INSET, POINTS)
    offsets = np.arange(-REACH, REACH + STEP / 2, STEP)
    at = start + u[:, None] * (end - start)
    grid = at[:, None] + offsets[None, :, None] * out
    seen = f32(
        cv2.remap(image, f32(grid[..., 0]), f32(grid[..., 1]), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    )
    colour = seen[:, offsets < -NEAR].mean((0, 1)) - seen[:, offsets > NEAR].mean((0, 1))
    contrast = float(np.linalg.norm(colour))
    if contrast < FAINT:
        return start, end
    away, fall = _steepest(f32(seen @ (colour / contrast)), offsets)
    softness = math.sqrt(max(0.0, (contrast / (fall * math.sqrt(2 * math.pi))) ** 2 - SMOOTH**2)) if fall > 0 else 9.0
    if softness > BLURRED:
        return start, end
    use = np.ones(POINTS, bool)
    slope = middle = 0.0
    for _ in range(3):
        slope, middle = (float(v) for v in np.polyfit(u[use] - 0.5, away[use], 1))
        off = np.abs(away - middle - slope * (u - 0.5))
        use = off <= max(ASTRAY, float(np.median(off)))
    return f64(start + out * (middle - slope / 2)), f64(end + out * (middle + slope / 2))


def _steepest(profiles: Float, offsets: Matrix) -> tuple[Matrix, float]:
    """Where each profile (a row; bright inside) falls most steeply outwards, to a part of STEP, and how steeply (grey
    levels a px)."""
    smooth = cv2.blur(profiles, (1, NEIGHBOURS), borderType=cv2.BORDER_REPLICATE)
    smooth = cv2.GaussianBlur(smooth, (0, 0), sigmaX=SMOOTH / STEP, sigmaY=1e-6, borderType=cv2.BORDER_REPLICATE)
    fall = -np.gradient(f64(smooth), axis=1)
    fall[:, np.abs(offsets) > NEAR] = -np.inf
    best = fall.argmax(1).clip(1, len(offsets) - 2)
    rows = np.arange(len(profiles))
    left, top, right = fall[rows, best - 1], fall[rows, best], fall[rows, best + 1]
    bend = left - 2 * top + right
    ok = np.isfinite(bend) & (bend < 0)
    shift = np.where(ok, 0.5 * (left - right) / np.where(ok, bend, 1.0), 0.0)
    return f64(offsets[best] + STEP * np.clip(np.nan_to_num(shift), -1, 1)), float(np.median(top)) / STEP


def _meet(one: tuple[Matrix, Matrix], other: tuple[Matrix, Matrix]) -> Matrix:
    """Where two lines cross; sides of a card always do."""
    (a, b), (c, d) = one, other
    return f64(a + np.linalg.solve(np.column_stack([b - a, c - d]), c - a)[0] * (b - a))
