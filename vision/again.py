"""A second look at corners: cut out anew where more is known of how the card lies, and several times where in doubt."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.arrays import Float, Matrix, f32, f64
from vision.find import Corners
from vision.halves import Halves
from vision.nets import Nets
from vision.pair import Group
from vision.patches import Marks, log_softmax, read_patches
from vision.scale import Seen, arms
from vision.steady import steady

RESCALED, TURNED = 0.12, math.radians(6)
"""A corner is cut out again when its scale (logarithm) or its direction proved wrong by this much."""
DOUBT = 0.9
"""... or when what it shows is less likely than this: then at two sizes besides."""
SIZES = (0.9, 1.12)
WORTH = 1.0
"""A cut-out with the better scale weighs as much as so many of the first."""


def look_again(nets: Nets, picture: Halves, seen: Seen, groups: Sequence[Group]) -> Seen:
    """The same corners with better scales and directions and steadier marks."""
    if not len(seen.corners):
        return seen
    up, exact = _of_pairs(seen.corners, groups)
    scales = steady(seen.corners.at, arms(seen.corners), seen.corners.heat, exact)
    off = np.abs(np.log(scales / seen.scales)) > RESCALED
    off |= (up * seen.corners.up).sum(1) < math.cos(TURNED)
    clear = np.exp(seen.marks.glyph.max(1) + seen.marks.suit.max(1))
    doubtful = clear < DOUBT
    corners = replace(seen.corners, up=up)
    views, weights = [seen.marks], [np.where(off, 1 / WORTH, 1.0)]
    for size, rows in ((1.0, off | doubtful), *((size, doubtful) for size in SIZES)):
        chosen = np.flatnonzero(rows)
        views.append(_placed(read_patches(nets, picture, corners.take(chosen), size * scales[chosen]), chosen, seen))
        weights.append(rows.astype(np.float64))
    return replace(seen, corners=corners, scales=scales, marks=mean_marks(views, weights))


def _placed(marks: Marks, rows: np.ndarray, seen: Seen) -> Marks:
    """Marks of some rows among zeros for the others."""
    full = Marks(*(np.zeros_like(part) for part in (seen.marks.glyph, seen.marks.suit, seen.marks.junk)))
    full.glyph[rows], full.suit[rows], full.junk[rows] = marks.glyph, marks.suit, marks.junk
    return full


def mean_marks(views: Sequence[Marks], weights: Sequence[Matrix]) -> Marks:
    """Weighted means of log-probabilities (made to sum to 1 again) and of junk logits, row by row."""
    total = f32(np.sum(weights, 0))

    def mean(parts: list[Float]) -> Float:
        stacked = [f32(w).reshape(-1, *[1] * (part.ndim - 1)) * part for w, part in zip(weights, parts, strict=True)]
        return f32(np.sum(stacked, 0) / total.reshape(-1, *[1] * (parts[0].ndim - 1)))

    glyph, suit = mean([view.glyph for view in views]), mean([view.suit for view in views])
    return Marks(log_softmax(glyph), log_softmax(suit), mean([view.junk for view in views]))


def _of_pairs(corners: Corners, groups: Sequence[Group]) -> tuple[Matrix, Matrix]:
    """Directions (unit vectors) of the corners, exact where two opposite ones belong to a card, and their scale."""
    up, exact = corners.up.copy(), np.full(len(corners), np.nan)
    for group in groups:
        rows = list(group.rows)
        if len(rows) < 2 or float((corners.up[rows] @ corners.up[rows].T).min()) > 0:
            continue
        turn = math.radians(group.pose.angle)
        top = np.array([math.sin(turn), -math.cos(turn)])
        up[rows] = np.where(corners.up[rows] @ top > 0, 1.0, -1.0)[:, None] * top
        exact[rows] = group.pose.px_per_mm
    return f64(up), f64(exact)
