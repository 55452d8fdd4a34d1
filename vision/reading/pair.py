"""From corners to cards: where each card lies, and which corners belong to one card."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from companion.ports import CARD_MM
from vision.arrays import Float, Matrix, f64
from vision.reading.bodies import NO_BODIES, Bodies
from vision.reading.find import Corners

OFFSET_MM = (25.4, 31.3)
"""From the middle of a card to the middle of its index, right and up, as most decks print it."""
TRUST_POSE = 0.65
"""How far the centre drawn from OFFSET_MM is trusted against the one the network points to."""
SAME_MM = 15.0
"""Two corners of one card agree on its centre within this."""
TIGHT_MM = 7.0
"""Within this they are one card even if they are read differently."""
LOOSE_MM = 30.0
"""Two corners read alike that face each other are one card within this."""
AGREE = 0.02
"""Least probability that two corners show the same face for them to be joined beyond TIGHT_MM."""
CLEAR, AGREED = 0.6, 1.4
"""A face is clearly shown by corners of this total probability, and agreed on by two from this on."""
BESIDE = 0.5
"""Two indices side by side are one card's only if both show the same face at least so surely: cards of a row can lie as
far apart as the indices of one."""
DIAGONAL_MM = 2 * math.hypot(*OFFSET_MM)
"""Between opposite indices."""
STRAIGHT = 12.0
"""A line that differs less than this (degrees) from a card's diagonal is one."""
SLOPE, SLOPE_ERROR = math.degrees(math.atan2(*OFFSET_MM)), 8.0
"""Angle of that line with the long side of the card, and how much it may differ (degrees)."""
PLACED_MM, FACING_MM = 8.0, 12.0
"""How far decks differ in where they print their indices; more is allowed for indices that face each other, which those
of two cards in a row never do."""
SLANTED_MM = (22.0, 75.0)
"""How far below an index the opposite one lies on a card seen at a slant."""
BODY_HEAT, BODY_MM, BODY_DEGREES = 0.4, 8.0, 18.0
"""An index is in the corner of a body of this heat if it lies on it, no further from its place there, and no more
turned."""
PLAINLY = 0.3
"""An index points plainly to one side if its arrow goes aside by more than this share of its length; 0.6 is usual."""
EDGE_MM = 1.0
"""Nearer to the edge of a body than this, an index may be its neighbour's in a fan."""
ACROSS_MM = (38.0, 96.0)
"""Distance between two indices of one card, whichever corners they are in."""

ABOUT_MM, OPPOSITE_MM = (0.9 * ACROSS_MM[0], LOOSE_MM), (0.6 * ACROSS_MM[0], math.inf)
"""Least distance of indices and greatest of the centres that they point to, on one card; and where indices lie to each
other as opposite ones do, perhaps at a slant, wherever they point."""


@dataclass(frozen=True)
class Pose:
    """Where a card lies in a picture (px): its centre, its turn and its scale."""

    x: float
    y: float
    angle: float
    """Degrees clockwise, above -90 to 90: a card looks the same upside down."""
    px_per_mm: float

    @property
    def quad(self) -> tuple[tuple[float, float], ...]:
        """The four corners (px), clockwise from the upper left."""
        turn, (w, h) = math.radians(self.angle), (CARD_MM[0] / 2, CARD_MM[1] / 2)
        cos, sin = math.cos(turn) * self.px_per_mm, math.sin(turn) * self.px_per_mm
        return tuple(
            (self.x + cos * x - sin * y, self.y + sin * x + cos * y) for x, y in ((-w, -h), (w, -h), (w, h), (-w, h))
        )


@dataclass(frozen=True)
class Group:
    """The corners (rows) that belong to one card and where it lies."""

    rows: tuple[int, ...]
    pose: Pose
    at: tuple[tuple[float, float], ...] = ()
    """Middles of their indices (px)."""


def centres(corners: Corners, scales: Matrix) -> Matrix:
    """Middles of the cards (px): what the network points to, steadied by where decks print their indices.

    An index is in the upper left or the upper right corner of its card; the network's arrow tells which.
    """
    up = corners.up
    right = np.stack([-up[:, 1], up[:, 0]], 1)
    arrow = corners.centre - corners.at
    side = np.where((arrow * right).sum(1) >= -0.1 * np.linalg.norm(arrow, axis=1), 1.0, -1.0)
    pose = corners.at + scales[:, None] * (right * (side * OFFSET_MM[0])[:, None] - up * OFFSET_MM[1])
    return f64(TRUST_POSE * pose + (1 - TRUST_POSE) * corners.centre)


def group(corners: Corners, scales: Matrix, faces: Float, bodies: Bodies = NO_BODIES) -> list[Group]:
    """Join corners that belong to one card, the likeliest pairs first.

    ``faces`` are probabilities of each face, one row a corner; ``scales`` px per mm at each corner.
    """
    count = len(corners)
    if not count:
        return []
    middle = centres(corners, scales)
    body = bodies_of(corners, bodies)
    middle[body >= 0] = bodies.at[body[body >= 0]]
    owner = list(range(count))
    for _, a, b, opposite in sorted(_pairs(corners, middle, scales, faces, body)):
        members = [row for row in range(count) if owner[row] in (owner[a], owner[b])]
        fits = _spread(corners, middle, scales, members, *(OPPOSITE_MM if opposite else ABOUT_MM))
        parts = [[row for row in members if owner[row] == owner[end]] for end in (a, b)]
        if owner[a] != owner[b] and len(members) <= 4 and fits and not _outvoted(faces, *parts):
            target = owner[a]
            for row in members:
                owner[row] = target
    groups = []
    for name in dict.fromkeys(owner):
        rows = tuple(row for row in range(count) if owner[row] == name)
        at = tuple((float(x), float(y)) for x, y in corners.at[list(rows)])
        groups.append(Group(rows, _pose(corners, middle, scales, rows), at))
    return groups


def _outvoted(faces: Float, one: list[int], other: list[int]) -> bool:
    """Whether two sets of corners clearly show different faces, and of one of them two corners agree: in a fan the
    index of a neighbour can lie just where a card's own would."""
    sums = [faces[rows].sum(0) for rows in (one, other)]
    best = [int(total.argmax()) for total in sums]
    support = [float(total[face]) for total, face in zip(sums, best, strict=True)]
    return best[0] != best[1] and min(support) > CLEAR and max(support) > AGREED


def bodies_of(corners: Corners, bodies: Bodies) -> NDArray[np.intp]:
    """The body (row) in whose corner each index lies, -1 where in none's: what shows there is that card's own."""
    owner = np.full(len(corners), -1)
    if not len(bodies) or not len(corners):
        return owner
    line = (corners.at[:, None] - bodies.at[None]) / bodies.px_per_mm[None, :, None]
    right = np.stack([-bodies.tops[:, 1], bodies.tops[:, 0]], 1)
    aside, above = np.abs((line * right[None]).sum(2)), (line * bodies.tops[None]).sum(2)
    straight = (corners.up @ bodies.tops.T) * np.sign(above) > math.cos(math.radians(BODY_DEGREES))
    off = np.hypot(aside - OFFSET_MM[0], np.abs(above) - OFFSET_MM[1])
    on = (aside < CARD_MM[0] / 2 - EDGE_MM) & (np.abs(above) < CARD_MM[1] / 2 - EDGE_MM)
    on &= straight & (bodies.heat > BODY_HEAT)[None] & ~_pointing_off(corners, bodies)
    off = np.where(on, off, np.inf)
    nearest = off.argmin(1)
    fits = off[np.arange(len(corners)), nearest] < BODY_MM
    return np.asarray(np.where(fits, nearest, -1), np.intp)


def _pointing_off(corners: Corners, bodies: Bodies) -> NDArray[np.bool_]:
    """Whether an index (row) plainly points to the other side of itself than where a body (column) has its middle: it
    is a neighbour's in a row, and lies by chance where that body's own would be."""
    right = np.stack([-corners.up[:, 1], corners.up[:, 0]], 1)
    arrow = corners.centre - corners.at
    aside = (arrow * right).sum(1) / np.maximum(np.linalg.norm(arrow, axis=1), 1e-6)
    there = ((bodies.at[None] - corners.at[:, None]) * right[:, None]).sum(2)
    return np.asarray((np.abs(aside) > PLAINLY)[:, None] & (np.sign(aside)[:, None] != np.sign(there)))


def _pairs(
    corners: Corners, middle: Matrix, scales: Matrix, faces: Float, body: NDArray[np.intp]
) -> list[tuple[float, int, int, bool]]:
    """Pairs of corners that may be one card, with a cost and whether they are read alike and lie as opposite indices.

    ``body``: the card's body that each corner is in, -1 for none.

    The cost is how far apart they see the card's centre and how differently they read.
    """
    scale = (scales[:, None] + scales[None]) / 2
    off = np.linalg.norm(middle[:, None] - middle[None], axis=2) / scale
    across = np.linalg.norm(corners.at[:, None] - corners.at[None], axis=2) / scale
    facing = corners.up @ corners.up.T
    same = faces @ faces.T
    likely = (faces.argmax(1)[:, None] == faces.argmax(1)[None]) & (facing < -0.8)
    turned = np.abs(facing) > 0.8
    # Of two that read differently neither is in the corner of a card, or both are in those of the same one: else one of
    # them is another card's, which shows from under it on a pile.
    tight = (off < TIGHT_MM) & (facing < -0.9) & (body[:, None] == body[None])
    possible = (off < SAME_MM) & (same > AGREE) | tight | (off < LOOSE_MM) & likely
    possible &= turned & (across > ACROSS_MM[0]) & (across < ACROSS_MM[1])
    # Two indices side by side on one card (four-corner decks) are as far apart as the card is wide.
    possible &= (facing < 0) | (off < TIGHT_MM) & (across < CARD_MM[0])
    opposite = likely & _opposite(corners) & (across > 0.7 * DIAGONAL_MM) & (across < 1.5 * DIAGONAL_MM)
    opposite |= likely & _slanted(corners, scale)
    alike = faces.argmax(1)[:, None] == faces.argmax(1)[None]
    opposite |= _placed(corners, scale, facing) & alike & ((facing < 0) | (same > BESIDE))
    held = (body[:, None] == body[None]) & (body >= 0)[:, None] & (across > ACROSS_MM[0])
    opposite |= held & (same > AGREE)
    rows, columns = np.nonzero(np.triu(possible | opposite, 1))
    costs = np.minimum(off, SAME_MM)[rows, columns] / SAME_MM
    costs -= 0.5 * np.log(np.maximum(same[rows, columns], 1e-4) / 1e-4) / 9.2
    return [
        (float(cost), int(a), int(b), bool(opposite[a, b])) for cost, a, b in zip(costs, rows, columns, strict=True)
    ]


def _placed(corners: Corners, scale: Matrix, facing: Matrix) -> NDArray[np.bool_]:
    """Pairs that lie as two indices of one card of this scale do, whichever corners they are in (decks with four
    indices), wherever their arrows point."""
    line = (corners.at[None] - corners.at[:, None]) / scale[..., None]
    # The mean direction of both is better known than each: they are the same or opposite.
    up = corners.up[:, None] + np.sign(facing)[..., None] * corners.up[None]
    up = up / np.maximum(np.linalg.norm(up, axis=2, keepdims=True), 1e-6)
    below = -(line * up).sum(2)
    aside = np.abs(line[..., 1] * up[..., 0] - line[..., 0] * up[..., 1])
    beside = (facing > 0.85) & (np.abs(aside - 2 * OFFSET_MM[0]) < PLACED_MM) & (np.abs(below) < PLACED_MM)
    far, near = np.abs(aside - 2 * OFFSET_MM[0]) < FACING_MM, aside < FACING_MM
    across = (facing < -0.85) & (far | near) & (np.abs(below - 2 * OFFSET_MM[1]) < FACING_MM)
    return np.asarray(beside & beside.T | across & across.T)


def _slanted(corners: Corners, scale: Matrix) -> NDArray[np.bool_]:
    """Pairs that face each other as the indices of one card seen at a slant do: each ahead of the other, on the side
    to which its arrow points, nearer than they would be on a card that lies flat."""
    line = (corners.at[None] - corners.at[:, None]) / scale[..., None]
    right = np.stack([-corners.up[:, 1], corners.up[:, 0]], 1)
    below = -(line * corners.up[:, None]).sum(2)
    aside = (line * right[:, None]).sum(2)
    arrow = ((corners.centre - corners.at) * right).sum(1)
    seen = (below > SLANTED_MM[0]) & (below < SLANTED_MM[1]) & (aside * arrow[:, None] > 0)
    seen &= np.abs(aside) < 2 * OFFSET_MM[0] + PLACED_MM
    return np.asarray(seen & seen.T)


def _opposite(corners: Corners) -> NDArray[np.bool_]:
    """Pairs that lie to each other like opposite indices of one card, whatever its scale: both see the other ahead
    of their arrow, at the angle that the diagonal between the indices makes with the card's side."""
    line = corners.at[None] - corners.at[:, None]
    line = line / np.maximum(np.linalg.norm(line, axis=2, keepdims=True), 1e-9)
    right = np.stack([-corners.up[:, 1], corners.up[:, 0]], 1)
    below = -(line * corners.up[:, None]).sum(2)
    aside = (line * right[:, None]).sum(2)
    arrow = ((corners.centre - corners.at) * right).sum(1)
    low, high = (math.cos(math.radians(SLOPE + side * SLOPE_ERROR)) for side in (1, -1))
    seen = (below > low) & (below < high) & (aside * arrow[:, None] > 0)
    return np.asarray(seen & seen.T)


def _spread(corners: Corners, middle: Matrix, scales: Matrix, rows: list[int], apart: float, about: float) -> bool:
    """Whether all these corners can be on one card: at least ``apart`` mm from each other, their centres within
    ``about`` mm."""
    scale = float(scales[rows].mean())
    at, centre = corners.at[rows] / scale, middle[rows] / scale
    between = np.linalg.norm(at[:, None] - at[None], axis=2)[np.triu_indices(len(rows), 1)]
    return bool(between.min() > apart and np.linalg.norm(centre - centre.mean(0), axis=1).max() < about)


def _pose(corners: Corners, middle: Matrix, scales: Matrix, rows: tuple[int, ...]) -> Pose:
    """Centre, turn and scale of a card: opposite corners fix the centre exactly."""
    # Plain numbers: of so few, numpy takes ten times longer.
    ups, at, own, middles, heat = (
        values[list(rows)].tolist() for values in (corners.up, corners.at, scales, middle, corners.heat)
    )
    signs = [1 if ups[0][0] * x + ups[0][1] * y > 0 else -1 for x, y in ups]
    up = [sum(sign * one[k] for sign, one in zip(signs, ups, strict=True)) / len(rows) for k in (0, 1)]
    angle = math.degrees(math.atan2(up[0], -up[1]))
    scale = sum(own) / len(rows)
    centre = [sum(weight * one[k] for weight, one in zip(heat, middles, strict=True)) / sum(heat) for k in (0, 1)]
    for a, b in combinations(range(len(rows)), 2):
        line, between = [at[a][k] - at[b][k] for k in (0, 1)], [(at[a][k] + at[b][k]) / 2 for k in (0, 1)]
        diagonal, facing = math.hypot(*line) / own[a], ups[a][0] * ups[b][0] + ups[a][1] * ups[b][1]
        if facing > 0.8 and len(rows) == 2:
            centre = [between[k] - up[k] / math.hypot(*up) * OFFSET_MM[1] * scale for k in (0, 1)]
        lean = _diagonal_lean(line, angle)
        if facing < 0 and abs(lean) < STRAIGHT and diagonal > 0.7 * DIAGONAL_MM:
            centre = between
            scale = diagonal * own[a] / DIAGONAL_MM
            angle += lean / 2
            break
    angle = angle - 180 if angle > 90 else angle + 180 if angle <= -90 else angle
    return Pose(centre[0], centre[1], angle, scale)


def _diagonal_lean(diagonal: Sequence[float], angle: float) -> float:
    """How much further (degrees) a card is turned than ``angle`` by the line between its opposite indices.

    That line runs from the lower right index to the upper left one, or from the lower left to the upper right.
    """
    line = math.degrees(math.atan2(diagonal[0], -diagonal[1])) - angle
    leans = [(line + side * SLOPE + 90) % 180 - 90 for side in (1, -1)]
    return min(leans, key=abs)
