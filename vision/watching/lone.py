"""Where a card lies of which one index shows, on a table whose scale is known.

The finder tells its middle only roughly: it guesses the arm from the index to the middle where the rest is covered.
That arm is known: the table tells the mm, and cards of the same deck of which two indices show tell where the deck
prints them. What is left is the turn, which a long arm magnifies: the two edges that meet beside the index tell it,
and where the card ends.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from companion.cards import JOKERS
from companion.ports import CARD_MM
from vision.arrays import Float, Matrix, Picture, f32, f64
from vision.optics import apply
from vision.reading.pair import OFFSET_MM
from vision.watching.sightings import Spot

LEARNED, REMEMBERED = 3, 40
"""So many cards tell where a deck prints its indices, and so many of the newest are remembered."""
SURE_P, UNUSUAL_MM = 0.9, 8.0
"""Cards read less surely, or with indices further from their usual place than this, tell nothing."""
KNOWN_MM, UNKNOWN_MM = 1.4, 3.0
"""How far off an edge may be where the deck's indices are known, and where they are not."""
LEAST_ARM_MM = 8.0
"""An index nearer to the middle of its card, across or along it, is none."""
MOST_LEAN, LEAN_STEP = 14.0, 0.5
"""Turns are tried so far to both sides, so finely (degrees) ..."""
DOUBT, SPREAD = 0.04, 5.0
"""... and one that is so many degrees off costs so much of what a whole edge counts."""
CLEAR = 60.0
"""A step of colour (grey levels of the three together over two GRID_MM) that counts in full."""
GRID_MM, SMOOTH = 0.4, 0.9
"""The picture is laid out so finely on the table, and smoothed by this (Gaussian sigma, steps) across an edge."""
SIDE_MM, NEAR_MM, FAR = 62.0, 12.0, 0.5
"""The long edge is followed so far from the index; beyond NEAR_MM it counts FAR: there it is covered more often."""
END_MM, END = 16.0, 0.5
"""The short one so far, and what it counts."""
ROUND_MM = 2.5
"""Corners are round: edges begin so far from them."""
SHOWS = 0.35
"""An edge of which less shows does not tell where the card ends."""


@dataclass
class IndexPlaces:
    """Where a deck prints its indices, learned from cards of which two opposite ones show; jokers by themselves."""

    _seen: dict[bool, deque[tuple[float, float]]] = field(default_factory=dict)

    def learn(self, spots: Sequence[Spot]) -> None:
        """Take in what was read."""
        for one in spots:
            if one.back or len(one.marks) != 2 or one.reading.p < SURE_P:
                continue
            (ax, ay), (bx, by) = one.marks
            across, along = (abs(v) / 2 for v in _turned((ax - bx, ay - by), -one.angle))
            if math.hypot(across - OFFSET_MM[0], along - OFFSET_MM[1]) < UNUSUAL_MM:
                seen = self._seen.setdefault(one.reading.card in JOKERS, deque(maxlen=REMEMBERED))
                seen.append((across, along))

    def of(self, card: str) -> tuple[tuple[float, float], bool]:
        """From the middle of a card to its index, across and along it (mm), and whether that was learned."""
        seen = self._seen.get(card in JOKERS, ())
        if len(seen) < LEARNED:
            return OFFSET_MM, False
        across, along = np.median(f64(seen), axis=0)
        return (float(across), float(along)), True


def settled(one: Spot, image: Picture, to_mm: Matrix, places: IndexPlaces) -> Spot:
    """The spot where its index tells that it lies; others than faces of one index are left as they are.

    ``image`` is the whole frame, ``to_mm`` leads from its px to mm of the table.
    """
    if one.back or len(one.marks) != 1:
        return one
    mark, (across, along) = one.marks[0], _turned((one.x - one.marks[0][0], one.y - one.marks[0][1]), -one.angle)
    if min(abs(across), abs(along)) < LEAST_ARM_MM:
        return one
    offset, learned = places.of(one.reading.card)
    if one.reading.card in JOKERS and not learned:
        return one  # (words and signs of jokers are printed anywhere)
    signs = math.copysign(1, across), math.copysign(1, along)
    # The index's own direction and that to the middle err apart.
    arm = math.degrees(math.atan2(along, across) - math.atan2(signs[1] * offset[1], signs[0] * offset[0]))
    turn = one.angle + ((arm + 90) % 180 - 90) / 2
    corner = Corner(image, f64(np.linalg.inv(to_mm)), mark, turn, signs)
    lean, offset = corner.edges(offset, KNOWN_MM if learned else UNKNOWN_MM)
    turn += lean
    dx, dy = _turned((signs[0] * offset[0], signs[1] * offset[1]), turn)
    angle = (turn + 90) % 180 - 90
    x, y = mark[0] + dx, mark[1] + dy
    return replace(one, x=x, y=y, angle=angle, quad=_outline(x, y, angle, corner.to_px))


def _turned(vector: tuple[float, float], degrees: float) -> tuple[float, float]:
    """A vector turned clockwise (y goes down)."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return cos * vector[0] - sin * vector[1], sin * vector[0] + cos * vector[1]


def _outline(x: float, y: float, angle: float, to_px: Matrix) -> tuple[tuple[float, float], ...]:
    """The corners (px) of a card on the table, clockwise from the upper left."""
    wide, high = CARD_MM[0] / 2, CARD_MM[1] / 2
    around = [_turned(one, angle) for one in ((-wide, -high), (wide, -high), (wide, high), (-wide, high))]
    return tuple((float(px), float(py)) for px, py in apply(to_px, [(x + dx, y + dy) for dx, dy in around]))


@dataclass(frozen=True)
class Corner:
    """The corner of a card about its index: ``mark`` (mm), the card's turn (degrees), and to which side of the index
    (1: right, down; on the card as it is turned) its middle lies."""

    image: Picture
    to_px: Matrix
    mark: tuple[float, float]
    turn: float
    signs: tuple[float, float]

    def edges(self, offset: tuple[float, float], window: float) -> tuple[float, tuple[float, float]]:
        """How much further (degrees) the card is turned by its edges, and from its middle to the index by where they
        are; ``offset`` is where the index should be, ``window`` how far an edge may be off (mm)."""
        beside, above = CARD_MM[0] / 2 - offset[0], CARD_MM[1] / 2 - offset[1]
        side = np.arange(ROUND_MM - above, SIDE_MM, 1.0)
        end = np.arange(ROUND_MM - beside, END_MM, 0.5)
        leans = np.arange(-MOST_LEAN, MOST_LEAN + LEAN_STEP / 2, LEAN_STEP)
        slopes = np.tan(np.radians(leans))
        weights = np.where(side < NEAR_MM, 1.0, FAR)
        long, off_long = self._votes(-beside, window, side, slopes, weights, False)
        short, off_short = self._votes(-above, window, end, -slopes, np.ones(len(end)), True)
        score = long + END * short - DOUBT * (leans / SPREAD) ** 2 / 2
        best = int(score.argmax())
        # A card that is turned clockwise leans to its middle where that is to the left of and below the index.
        lean = -self.signs[0] * self.signs[1] * (float(leans[best]) + LEAN_STEP * _between(score, best))
        across = offset[0] + (float(off_long[best]) if long[best] > SHOWS else 0.0)
        along = offset[1] + (float(off_short[best]) if short[best] > SHOWS else 0.0)
        return lean, (across, along)

    def _votes(
        self, edge: float, window: float, along: Matrix, slopes: Matrix, weights: Matrix, short: bool
    ) -> tuple[Matrix, Matrix]:
        """For each slope what share of the best line shows an edge, and how far it is from ``edge`` (mm from the
        index). ``along``: points along it (mm from the index), which count by ``weights``."""
        reach = window + float(np.abs(along).max() * np.abs(slopes).max()) + GRID_MM
        across = np.arange(edge - reach, edge + reach + GRID_MM, GRID_MM)
        strength = self._strength(across, along, short)
        offs = np.arange(-window, window + GRID_MM / 2, GRID_MM)
        line = edge + offs[None, :, None] + slopes[:, None, None] * along[None, None]
        column = np.clip(np.round((line - across[0]) / GRID_MM).astype(np.intp), 0, len(across) - 1)
        votes = (strength[np.arange(len(along)), column] * weights).sum(2) / weights.sum()
        return f64(votes.max(1)), f64(offs[votes.argmax(1)])

    def _strength(self, across: Matrix, along: Matrix, short: bool) -> Float:
        """How clear an edge is at each point (rows: along the edge), 0 to 1; ``short``: the edge runs across the
        card."""
        (cos, sin), away = _turned((1.0, 0.0), self.turn), self.signs
        right, down = away[0] * f64([cos, sin]), away[1] * f64([-sin, cos])
        first, second = (down, right) if short else (right, down)
        at = f64(self.mark) + across[None, :, None] * first + along[:, None, None] * second
        px = f32(apply(self.to_px, at.reshape(-1, 2)).reshape(at.shape))
        seen = f32(cv2.remap(self.image, px[..., 0], px[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
        seen = f32(cv2.GaussianBlur(seen, (5, 1), SMOOTH))
        steps = np.zeros(seen.shape[:2], np.float32)
        steps[:, 1:-1] = np.linalg.norm(seen[:, 2:] - seen[:, :-2], axis=2)
        return f32(np.minimum(1.0, steps / CLEAR))


def _between(score: Matrix, best: int) -> float:
    """The top of a parabola through the best score and its neighbours, in steps from the best."""
    if not 0 < best < len(score) - 1:
        return 0.0
    left, top, right = (float(v) for v in score[best - 1 : best + 2])
    bend = left - 2 * top + right
    return 0.5 * (left - right) / bend if bend < 0 else 0.0
