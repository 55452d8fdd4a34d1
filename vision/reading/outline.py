"""The edges of a card: a rough outline is moved to where the picture has four straight edges.

Along each side, lines across a strip around it are tried; a line counts by how many of its points lie on a clear step
of colour, so that pips, which break off, count little, and of lines that count alike the outermost is taken, for a
card's frame lies inside its edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Float, Matrix, Picture, f32, f64
from vision.reading.embed import pose_of
from vision.reading.pair import Pose

POINTS = 28
"""Samples along a side ..."""
INSET = 0.1
"""... this share of it away from the corners, which are round."""
ROUGH, EXACT = (0.11, 0.05), (0.03, 0.03)
"""How far from a rough and from a nearly exact outline edges are looked for, in heights of the card, twice each."""
LEAN = 0.12
"""Most that a side may differ in direction from the outline's (tangent)."""
CLEAR = 20.0
"""Difference of colour (CIE Lab) between the two sides of an edge that counts in full."""
OUTERMOST = 0.9
"""A line farther out is taken if it counts at least so much of the best."""
ON_EDGE = 2.5
"""The step of colour at an edge is so wide (px to each side) after smoothing."""
ASPECT = (1.15, 2.05)
"""Long side over short side: bridge, poker, patience and tarot cards, seen a little from the side."""
SQUARE = 0.17
"""How far (cosine) corners may be from right angles, for perspective."""


@dataclass(frozen=True)
class Outline:
    """The four corners of a card (px), clockwise from the upper left, and how clearly its edges show, 0 to 1."""

    quad: tuple[tuple[float, float], ...]
    support: float

    @property
    def pose(self) -> Pose:
        """Where the card lies, as a rectangle."""
        return pose_of(self.quad)

    @property
    def px_per_mm(self) -> float:
        """Scale along its long side."""
        return self.pose.px_per_mm


def lab_of(image: Picture) -> Float:
    """The picture in CIE Lab (L 0 to 100), lightly smoothed."""
    return f32(cv2.GaussianBlur(cv2.cvtColor(f32(image) / 255, cv2.COLOR_BGR2LAB), (0, 0), 1.0))


def refined(lab: Float, quad: Sequence[tuple[float, float]], strips: Sequence[float] = ROUGH) -> Outline | None:
    """The outline moved to the edges near it; None if there is no card-like quadrilateral of edges."""
    at, support = f64(quad), 0.0
    for strip in strips:
        height = float(np.linalg.norm((at[0] + at[1] - at[2] - at[3]) / 2))
        lines = [_side(lab, at[i], at[(i + 1) % 4], max(4.0, strip * height)) for i in range(4)]
        corners = [_meet(lines[i - 1][0], lines[i][0]) for i in range(4)]
        if any(corner is None for corner in corners):
            return None
        at, support = f64(corners), float(np.mean([min(1.0, line[1]) for line in lines]))
    if not card_like(at):
        return None
    return Outline(tuple((float(x), float(y)) for x, y in at), support)


def card_like(at: Matrix) -> bool:
    """Whether four corners are those of a card seen from not too flat an angle."""
    sides = np.roll(at, -1, 0) - at
    lengths = np.linalg.norm(sides, axis=1)
    if lengths.min() < 8:
        return False
    unit = sides / lengths[:, None]
    square = np.abs((unit * np.roll(unit, -1, 0)).sum(1)).max() < SQUARE
    across, along = lengths[[0, 2]], lengths[[1, 3]]
    even = max(across.max() / across.min(), along.max() / along.min()) < 1.3
    return bool(square and even and ASPECT[0] < along.mean() / across.mean() < ASPECT[1])


def _side(lab: Float, start: Matrix, end: Matrix, reach: float) -> tuple[tuple[Matrix, Matrix], float]:
    """The best line near a side (two points on it) and the share of it that lies on an edge."""
    along = (end - start) / np.linalg.norm(end - start)
    out = np.array([along[1], -along[0]])
    u = np.linspace(INSET, 1 - INSET, POINTS)
    base = start + u[:, None] * (end - start)
    offsets = np.arange(-np.ceil(reach), np.ceil(reach) + 1)
    grid = f32(base[:, None] + offsets[None, :, None] * out)
    steps = 1.5 * out
    outer = cv2.remap(lab, grid[..., 0] + f32(steps[0]), grid[..., 1] + f32(steps[1]), cv2.INTER_LINEAR)
    inner = cv2.remap(lab, grid[..., 0] - f32(steps[0]), grid[..., 1] - f32(steps[1]), cv2.INTER_LINEAR)
    step = np.linalg.norm(f32(outer) - f32(inner), axis=2)
    strength = np.minimum(1.0, step / CLEAR)
    length = float(np.linalg.norm(end - start))
    slopes = np.linspace(-LEAN, LEAN, 25) * length
    # line: offset a in the middle, slope over the whole side
    place = offsets[:, None, None] + slopes[None, :, None] * (u - 0.5)[None, None]
    column = np.round(place - offsets[0]).astype(int)
    valid = (column >= 0) & (column < len(offsets))
    rows = np.broadcast_to(np.arange(POINTS), column.shape)
    votes = np.where(valid, strength[rows, np.clip(column, 0, len(offsets) - 1)], 0.0).mean(2)
    best = votes.max(1)
    outermost = int(np.flatnonzero(best >= OUTERMOST * best.max())[-1])
    # a ridge is a few px wide: its middle counts
    ridge = [row for row in range(max(0, outermost - 4), outermost + 1) if best[row] >= OUTERMOST * best.max()]
    row = ridge[len(ridge) // 2]
    slope = slopes[int(votes[row].argmax())]
    bend, middle = _settled(step, offsets, u - 0.5, slope, float(offsets[row]))
    first, second = start + out * (middle - bend / 2), end + out * (middle + bend / 2)
    return (f64(first), f64(second)), float(best[row])


def _settled(step: Matrix, offsets: Matrix, u: Matrix, slope: float, middle: float) -> tuple[float, float]:
    """Slope and middle of a line moved to the middles of the steps of colour that it runs along."""
    for _ in range(2):
        away = offsets[None] - (middle + slope * u)[:, None]
        weight = step**2 * (np.abs(away) <= ON_EDGE)
        sums = weight.sum(1)
        if (sums > 0).sum() < POINTS // 2:
            break
        at = middle + slope * u + (weight * away).sum(1) / np.maximum(sums, 1e-9)
        # steps of unlike strength count alike: pips that touch the line must not pull it
        trust = (sums > np.median(sums) / 4) & (sums > 0)
        slope, middle = (float(v) for v in np.polyfit(u[trust], at[trust], 1))
    return slope, middle


def _meet(one: tuple[Matrix, Matrix], other: tuple[Matrix, Matrix]) -> Matrix | None:
    """Where two lines cross."""
    (a, b), (c, d) = one, other
    matrix = np.column_stack([b - a, c - d])
    if abs(float(np.linalg.det(matrix))) < 1e-6:
        return None
    return f64(a + np.linalg.solve(matrix, c - a)[0] * (b - a))
