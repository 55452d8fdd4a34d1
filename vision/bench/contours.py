"""A plain reader to compare with: threshold, outlines with four corners, corner templates. No learning.

It knows cards that lie apart on a darker table, upright or turned, whole and unobstructed, and nothing else. Its
templates are cut from our own drawn faces, of the same families of type as the decks it is tried on, which flatters it.
"""

from __future__ import annotations

import random
from functools import lru_cache

import cv2
import numpy as np

from companion.cards import RANKS, SUITS
from companion.ports import CARD_MM, Reading
from vision.arrays import Float, Matrix, Picture, f32, f64, u8
from vision.decks.faces import draw_face
from vision.decks.styles import random_style

PX_PER_MM = 4.0
CORNER_MM = (10.0, 24.0)
"""Width and height of the upper left corner that holds the index."""
GLYPH_PX = (24, 32)
DECKS = 6
"""So many drawn decks give templates."""
LEAST_AREA, MOST_AREA = 0.002, 0.5
"""Shares of the picture a card can have."""
SIDES = (1.2, 1.65)
"""Ratio of a card's sides, seen a little from the side."""
ACCEPT = 0.8
"""Least correlation of both marks for a reading that counts as sure."""


class ContourReader:
    """Satisfies `companion.ports.Reader`; the scale is not needed."""

    def read(self, image: Picture, px_per_mm: float | None = None) -> tuple[Reading, ...]:
        """Cards whose outline is closed and light on dark, the surest first."""
        found = []
        for quad in outlines(image):
            card, score = max((best_match(upright(image, np.roll(quad, 2 * turn, 0))) for turn in (0, 1)), key=_score)
            if card:
                x, y, wide, high = cv2.boundingRect(quad.astype(np.float32))
                corners = tuple((float(a), float(b)) for a, b in quad)
                sure = max(0.0, score)
                found.append(Reading(card, sure, score >= ACCEPT, (x, y, wide, high), corners, {card: sure}))
        return tuple(sorted(found, key=lambda one: -one.p))


def _score(match: tuple[str, float]) -> float:
    return match[1]


def outlines(image: Picture) -> list[Matrix]:
    """Four corners (px, clockwise, the first of a short side) of all light shapes that could be cards."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    light = cv2.threshold(cv2.GaussianBlur(grey, (5, 5), 0), 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[1]
    shapes = cv2.findContours(light, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
    quads = []
    for shape in shapes:
        if not LEAST_AREA < cv2.contourArea(shape) / grey.size < MOST_AREA:
            continue
        rough = cv2.approxPolyDP(shape, 0.04 * cv2.arcLength(shape, True), True)
        if len(rough) == 4 and cv2.isContourConvex(rough):
            quad = f64(rough.reshape(4, 2))
            if cv2.contourArea(rough, oriented=True) < 0:
                quad = quad[::-1]
            first, second = (float(np.linalg.norm(quad[i] - quad[(i + 1) % 4])) for i in (0, 1))
            if SIDES[0] < max(first, second) / max(1.0, min(first, second)) < SIDES[1]:
                quads.append(quad if first < second else np.roll(quad, -1, 0))
    return quads


def upright(image: Picture, quad: Matrix) -> Picture:
    """The card inside an outline, as grey picture of the size of the templates' faces."""
    wide, high = (round(side * PX_PER_MM) for side in CARD_MM)
    onto = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), onto)
    return u8(cv2.warpPerspective(image, matrix, (wide, high)))


def marks(card: Picture) -> tuple[Float, Float, bool] | None:
    """Rank and suit in the upper left corner, as pictures of equal size and zero mean, and whether they are red."""
    corner = card[: round(CORNER_MM[1] * PX_PER_MM), round(1.2 * PX_PER_MM) : round(CORNER_MM[0] * PX_PER_MM)]
    grey = cv2.cvtColor(corner, cv2.COLOR_BGR2GRAY)
    ink = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY_INV + cv2.THRESH_OTSU)[1]
    rows = np.flatnonzero(ink[6:].any(1)) + 6
    if len(rows) < 20:
        return None
    gaps = np.flatnonzero(np.diff(rows) > 1)  # the rank ends at the first empty line that is not too near its top
    ends = [int(rows[gap]) for gap in gaps if rows[gap] - rows[0] > 12]
    if not ends:
        return None
    lower = rows[rows > ends[0]]
    stop = next(
        (int(lower[gap]) for gap in np.flatnonzero(np.diff(lower) > 1) if lower[gap] - lower[0] > 10), lower[-1]
    )
    rank, suit = u8(ink)[rows[0] : ends[0] + 1], u8(ink)[lower[0] : stop + 1]
    if not rank.any() or not suit.any():
        return None
    blue, _, red = corner[ink > 0].astype(np.float32).mean(0)
    return glyph(rank), glyph(suit), bool(red - blue > 40)


def glyph(mask: Picture) -> Float:
    """The ink of a mark, cropped, brought to one size, zero mean and unit length."""
    columns = np.flatnonzero(mask.any(0))
    small = f32(cv2.resize(mask[:, columns[0] : columns[-1] + 1], GLYPH_PX, interpolation=cv2.INTER_AREA)).ravel()
    small = small - small.mean()
    return f32(small / max(1e-6, float(np.linalg.norm(small))))


@lru_cache(maxsize=1)
def templates() -> tuple[tuple[str, ...], Float, Float]:
    """Codes, rank and suit marks of all faces of some drawn decks."""
    codes, ranks, suits = [], [], []
    for number in range(DECKS):
        style = random_style(random.Random(f"templates {number}"), held_out=True)
        for code in (rank + suit for rank in RANKS for suit in SUITS):
            found = marks(draw_face(code, style, PX_PER_MM)[..., :3])
            if found:
                codes.append(code)
                ranks.append(found[0])
                suits.append(found[1])
    return tuple(codes), f32(ranks), f32(suits)


def best_match(card: Picture) -> tuple[str, float]:
    """The likeliest face by both marks and its weaker correlation; "" where the corner holds no two marks."""
    found = marks(card)
    if found is None:
        return "", 0.0
    rank, suit, red = found
    codes, ranks, suits = templates()
    by_rank, by_suit = ranks @ rank, suits @ suit
    right_colour = np.array([(code[1] in "HD") == red for code in codes])
    best_rank = codes[int(by_rank.argmax())][0]
    chosen = int(np.where(right_colour, by_suit, -1).argmax())
    return best_rank + codes[chosen][1], float(min(by_rank.max(), by_suit[chosen]))
