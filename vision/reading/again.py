"""A second look at corners: cut out anew where more is known of how the card lies, and several times where in doubt."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Float, Matrix, Picture, f32, f64
from vision.reading.find import Corners
from vision.reading.halves import Halves
from vision.reading.nets import Nets
from vision.reading.pair import OFFSET_MM, Group
from vision.reading.patches import Marks, cut_out, log_softmax, marks_of
from vision.reading.scale import Seen, arms
from vision.reading.steady import steady

RESCALED, TURNED = 0.12, math.radians(6)
"""A corner is cut out again when its scale (logarithm) or its direction proved wrong by this much."""
SURE, DOUBT = 0.98, 0.97
"""... unless what it shows is at least this likely; when it is less likely than DOUBT, in other ways besides: ..."""
OTHERWISE = ((0.92, 0.9), (1.08, -0.9))
"""... so many times larger, and so many mm higher. On hard indices of unknown decks the mean of three such looks has a
tenth less loss than one."""
SLANTED = (0.15, 0.45)
"""Bounds of the logarithm of the ratio between a card's scales across and along it, to be undone: less is the deck's
own way of placing indices, more is no card."""
UNDONE = 1.0
"""What a cut-out with the slant undone weighs against the others."""


@dataclass(frozen=True)
class Better:
    """What is known of corners after pairing."""

    up: Matrix
    """Unit vectors towards the rank."""
    exact: Matrix
    """Px per mm where two opposite corners tell it, else nan."""
    slant: Matrix
    """Logarithm of the ratio between the scales across and along the card; 0 where unknown."""


def look_again(nets: Nets, picture: Halves, seen: Seen, groups: Sequence[Group]) -> Seen:
    """The same corners with better scales and directions and steadier marks."""
    if not len(seen.corners):
        return seen
    better = of_pairs(seen.corners, groups)
    scales = steady(seen.corners.at, arms(seen.corners), seen.corners.heat, better.exact)
    off = np.abs(np.log(scales / seen.scales)) > RESCALED
    off |= (better.up * seen.corners.up).sum(1) < math.cos(TURNED)
    clear = np.exp(seen.marks.glyph.max(1) + seen.marks.suit.max(1))
    doubtful, slanted = clear < DOUBT, (better.slant != 0) & (clear < SURE)
    off &= clear < SURE
    corners = replace(seen.corners, up=better.up)
    tall = np.exp(np.outer(better.slant, [0.5, -0.5])) * scales[:, None]
    views, weights = [seen.marks], [np.ones(len(corners))]
    again: list[tuple[NDArray[np.intp], Picture]] = []
    looks = [(off | doubtful, np.column_stack([scales, scales]), 0.0, 1.0), (slanted, tall, 0.0, UNDONE)]
    looks += [(doubtful, size * tall, higher, 1.0) for size, higher in OTHERWISE]
    for rows, both, higher, weight in looks:
        chosen = np.flatnonzero(rows)
        if len(chosen):
            part = moved(corners.take(chosen), higher * scales[chosen])
            again.append((chosen, cut_out(nets, picture, part, both[chosen])))
            weights.append(weight * rows)
    if not again:
        return replace(seen, corners=corners, scales=scales)
    marks, start = marks_of(nets, np.concatenate([cuts for _, cuts in again]), ink=False), 0
    for chosen, cuts in again:
        views.append(_placed(marks.take(np.arange(start, start + len(cuts))), chosen, seen))
        start += len(cuts)
    return replace(seen, corners=corners, scales=scales, marks=mean_marks(views, weights))


def moved(corners: Corners, higher: Matrix) -> Corners:
    """The same corners so many px further up."""
    return replace(corners, at=f64(corners.at + higher[:, None] * corners.up))


def _placed(marks: Marks, rows: NDArray[np.intp], seen: Seen) -> Marks:
    """Marks of some rows among zeros for the others."""
    of = seen.marks
    full = Marks(np.zeros_like(of.glyph), np.zeros_like(of.suit), np.zeros_like(of.junk), of.red)
    full.glyph[rows], full.suit[rows], full.junk[rows] = marks.glyph, marks.suit, marks.junk
    return full


def mean_marks(views: Sequence[Marks], weights: Sequence[Matrix]) -> Marks:
    """Weighted means of log-probabilities (made to sum to 1 again) and of junk logits, row by row; the first view tells
    the ink."""
    total = f32(np.sum(weights, 0))

    def mean(parts: list[Float]) -> Float:
        stacked = [f32(w).reshape(-1, *[1] * (part.ndim - 1)) * part for w, part in zip(weights, parts, strict=True)]
        return f32(np.sum(stacked, 0) / total.reshape(-1, *[1] * (parts[0].ndim - 1)))

    glyph, suit = mean([view.glyph for view in views]), mean([view.suit for view in views])
    return Marks(log_softmax(glyph), log_softmax(suit), mean([view.junk for view in views]), views[0].red)


def of_pairs(corners: Corners, groups: Sequence[Group]) -> Better:
    """What pairs of opposite corners tell of how their cards lie."""
    better = Better(corners.up.copy(), np.full(len(corners), np.nan), np.zeros(len(corners)))
    for group in groups:
        rows = list(group.rows)
        if len(rows) < 2 or float((corners.up[rows] @ corners.up[rows].T).min()) > 0:
            continue
        sign = np.where(corners.up[rows] @ corners.up[rows[0]] > 0, 1.0, -1.0)
        mean = (sign[:, None] * corners.up[rows]).sum(0)
        mean /= np.linalg.norm(mean)
        turn = math.radians(group.pose.angle)
        top = np.array([math.sin(turn), -math.cos(turn)])
        better.exact[rows] = group.pose.px_per_mm
        if len(rows) == 2:
            better.slant[rows] = _slant(corners.at[rows[0]] - corners.at[rows[1]], mean)
        # The diagonal of a card that lies flat is better known than its indices' directions.
        up = mean if better.slant[rows[0]] else top * (1 if top @ mean > 0 else -1)
        better.up[rows] = sign[:, None] * up
    return better


def _slant(diagonal: Matrix, up: Matrix) -> float:
    """How much smaller (logarithm) a card is along than across, by the line between its opposite indices."""
    across = abs(float(diagonal @ (-up[1], up[0]))) / (2 * OFFSET_MM[0])
    along = abs(float(diagonal @ up)) / (2 * OFFSET_MM[1])
    ratio = math.log(max(across, 1e-3) / max(along, 1e-3))
    return ratio if SLANTED[0] < abs(ratio) < SLANTED[1] else 0.0
