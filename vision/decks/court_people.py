"""Knaves, knights and kings of Italian, Spanish and German packs, drawn by ourselves from curves.

Held out with `vision.decks.latin_suits`: used to measure enrolment, never to train. A figure stands in a box of the
card; who it is (`who`: knave, knight, king, over, under) decides pose and dress, ``rng`` colours and details.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from vision.decks.figures import Box
from vision.decks.latin_suits import BLUE, BROWN, GREEN, PALE, PALETTE, RED, WHITE, YELLOW, smooth
from vision.decks.schemes import Colour
from vision.decks.sheet import Emblem, Points, Sheet, oval

SKIN: Colour = (190, 215, 245)
_DRESSES = ((RED, BLUE, YELLOW), (BLUE, RED, YELLOW), (GREEN, RED, WHITE), (YELLOW, BLUE, RED), (RED, GREEN, PALE))


def courtier(sheet: Sheet, box: Box, who: str, sign: Emblem, sign_mm: float, rng: random.Random) -> None:
    """Draw the figure, holding its suit's sign up beside the head."""
    flip = rng.random() < 0.5
    one, two, three = (PALETTE[i] for i in rng.choice(_DRESSES))
    brush = _Brush(sheet, box, flip)
    if who == "knight":
        _mount(brush, rng, three)
        _rider(brush, one, two)
        head = (0.5, 0.2)
    elif who == "king":
        _robe(brush, rng, one, two, three)
        head = (0.5, 0.2)
    else:
        _tunic(brush, rng, one, two, three)
        head = (0.5, 0.2)
    _head(brush, who, head, rng, two)
    x, y = box.at([(0.85, 0.2)], flip)[0]
    sheet.emblem(sign, float(x), float(y), sign_mm, PALETTE)


class _Brush:
    """Draws shapes given in the unit square of a box, mirrored or not."""

    def __init__(self, sheet: Sheet, box: Box, flip: bool) -> None:
        self.sheet, self.box, self.flip = sheet, box, flip

    def curve(self, points: Sequence[tuple[float, float]], fill: Colour) -> None:
        """A smooth closed shape."""
        self.sheet.shape(self.box.at(smooth(points), self.flip), fill)

    def shape(self, points: Sequence[tuple[float, float]] | Points, fill: Colour | None, closed: bool = True) -> None:
        """A polygon, or an open line."""
        self.sheet.shape(self.box.at(points, self.flip), fill, closed=closed)

    def disc(self, x: float, y: float, rx: float, ry: float, fill: Colour) -> None:
        """An ellipse."""
        self.sheet.shape(self.box.at(oval(x, y, rx, ry, 20), self.flip), fill)


def _tunic(brush: _Brush, rng: random.Random, one: Colour, two: Colour, three: Colour) -> None:
    """A young man: hose of two colours, pointed shoes, a skirted tunic with buttons, puffed sleeves."""
    for side, hose in ((-1, two), (1, three)):
        x = 0.5 + side * 0.09
        out = side * rng.uniform(0.01, 0.06)
        knee = [(x + 0.05 + out, 0.8), (x + 0.04 + out, 0.95), (x - 0.04 + out, 0.95), (x - 0.06 + out, 0.8)]
        brush.curve([(x - 0.07, 0.6), (x + 0.07, 0.6), *knee], hose)
        brush.curve(
            [(x - 0.05 + out, 0.93), (x + 0.05 + out, 0.93), (x + out + side * 0.17, 0.985), (x - 0.05 + out, 0.99)],
            PALETTE[BROWN],
        )
    brush.curve(
        [(0.38, 0.3), (0.62, 0.3), (0.66, 0.42), (0.62, 0.5), (0.74, 0.68), (0.26, 0.68), (0.38, 0.5), (0.34, 0.42)],
        one,
    )
    for i in range(5):
        x = 0.32 + i * 0.09
        brush.shape([(0.44 + i * 0.03, 0.5), (x, 0.67)], None, False)
    brush.shape([(0.37, 0.48), (0.63, 0.48), (0.63, 0.52), (0.37, 0.52)], three)
    for y in (0.34, 0.39, 0.44):
        brush.disc(0.5, y, 0.014, 0.01, PALETTE[YELLOW])
    _sleeve(brush, (0.62, 0.33), (0.84, 0.36), (0.82, 0.28), two)
    low = (0.22, rng.uniform(0.42, 0.56))
    _sleeve(brush, (0.38, 0.33), (0.24, 0.4), low, two)


def _sleeve(
    brush: _Brush, shoulder: tuple[float, float], elbow: tuple[float, float], hand: tuple[float, float], colour: Colour
) -> None:
    (sx, sy), (ex, ey), (hx, hy) = shoulder, elbow, hand
    x, y = (sx + ex) / 2, (sy + ey) / 2
    upper = [(sx, sy - 0.04), (x, y - 0.06), (ex, ey - 0.05), (hx + 0.03, hy)]
    lower = [(hx - 0.03, hy + 0.02), (ex - 0.03, ey + 0.05), (x, y + 0.06), (sx, sy + 0.06)]
    brush.curve([*upper, *lower], colour)
    brush.disc(hx, hy, 0.04, 0.025, SKIN)


def _robe(brush: _Brush, rng: random.Random, one: Colour, two: Colour, three: Colour) -> None:
    """An old man in a long robe with an open mantle and a collar of ermine."""
    brush.curve([(0.32, 0.3), (0.68, 0.3), (0.82, 0.6), (0.9, 0.98), (0.1, 0.98), (0.18, 0.6)], two)
    brush.curve([(0.4, 0.3), (0.6, 0.3), (0.64, 0.6), (0.7, 0.97), (0.3, 0.97), (0.36, 0.6)], one)
    for i in range(rng.choice((3, 4, 5))):
        y = 0.56 + i * 0.09
        half = 0.13 + 0.08 * (y - 0.5)
        brush.shape([(0.5 - half, y), (0.5 + half, y), (0.5 + half, y + 0.03), (0.5 - half, y + 0.03)], three)
    brush.curve([(0.3, 0.28), (0.5, 0.26), (0.7, 0.28), (0.74, 0.38), (0.5, 0.45), (0.26, 0.38)], PALETTE[WHITE])
    for x, y in ((0.36, 0.34), (0.44, 0.38), (0.5, 0.35), (0.56, 0.39), (0.64, 0.34)):
        brush.shape([(x, y - 0.012), (x + 0.012, y + 0.02), (x - 0.012, y + 0.02)], brush.sheet.ink)
    _sleeve(brush, (0.66, 0.36), (0.84, 0.4), (0.83, 0.29), two)
    _sleeve(brush, (0.34, 0.36), (0.22, 0.5), (0.34, 0.56), two)
    brush.shape([(0.36, 0.5), (0.3, 0.72), (0.33, 0.72), (0.39, 0.5)], PALETTE[YELLOW])
    brush.disc(0.375, 0.49, 0.035, 0.024, PALETTE[YELLOW])


def _mount(brush: _Brush, rng: random.Random, cloth: Colour) -> None:
    coat = rng.choice(((235, 240, 245), (70, 110, 165), (110, 110, 115), (60, 75, 95)))
    for x, bend in ((0.3, -0.05), (0.4, 0.02), (0.68, 0.1), (0.76, -0.02)):
        brush.curve(
            [
                (x - 0.05, 0.7),
                (x + 0.05, 0.7),
                (x + 0.035 + bend, 0.86),
                (x + 0.04, 0.98),
                (x - 0.03, 0.98),
                (x - 0.03 + bend, 0.86),
            ],
            coat,
        )
    brush.curve([(0.2, 0.58), (0.12, 0.66), (0.1, 0.84), (0.16, 0.9), (0.18, 0.74), (0.24, 0.64)], brush.sheet.ink)
    back = [(0.2, 0.6), (0.42, 0.54), (0.62, 0.56), (0.74, 0.46), (0.8, 0.4), (0.9, 0.44), (0.97, 0.52), (0.93, 0.57)]
    brush.curve([*back, (0.86, 0.54), (0.82, 0.66), (0.72, 0.76), (0.4, 0.77), (0.22, 0.74)], coat)
    brush.shape([(0.79, 0.42), (0.8, 0.35), (0.84, 0.41)], coat)
    brush.disc(0.875, 0.475, 0.012, 0.009, brush.sheet.ink)
    brush.shape([(0.93, 0.55), (0.6, 0.5)], None, False)
    brush.curve([(0.36, 0.55), (0.6, 0.55), (0.64, 0.72), (0.34, 0.72)], cloth)


def _rider(brush: _Brush, one: Colour, two: Colour) -> None:
    brush.curve([(0.46, 0.55), (0.56, 0.56), (0.58, 0.72), (0.62, 0.82), (0.54, 0.84), (0.48, 0.7)], two)
    brush.shape([(0.52, 0.82), (0.64, 0.82), (0.68, 0.86), (0.52, 0.86)], PALETTE[BROWN])
    brush.curve([(0.38, 0.31), (0.62, 0.31), (0.64, 0.46), (0.6, 0.58), (0.4, 0.58), (0.36, 0.46)], one)
    brush.shape([(0.39, 0.5), (0.61, 0.5), (0.61, 0.53), (0.39, 0.53)], PALETTE[YELLOW])
    _sleeve(brush, (0.6, 0.34), (0.8, 0.36), (0.8, 0.28), two)
    _sleeve(brush, (0.4, 0.34), (0.34, 0.46), (0.54, 0.52), two)


def _head(brush: _Brush, who: str, at: tuple[float, float], rng: random.Random, colour: Colour) -> None:
    x, y = at
    hair: Colour = rng.choice(((40, 60, 90), (60, 170, 220), (50, 50, 55), (150, 150, 155)))
    brush.curve(
        [(x - 0.12, y + 0.07), (x - 0.13, y - 0.04), (x, y - 0.1), (x + 0.13, y - 0.04), (x + 0.12, y + 0.07)], hair
    )
    brush.curve(
        [
            (x - 0.085, y - 0.03),
            (x, y - 0.07),
            (x + 0.085, y - 0.03),
            (x + 0.075, y + 0.05),
            (x, y + 0.095),
            (x - 0.075, y + 0.05),
        ],
        SKIN,
    )
    if who == "king" or rng.random() < 0.2:
        brush.curve(
            [
                (x - 0.085, y + 0.03),
                (x, y + 0.05),
                (x + 0.085, y + 0.03),
                (x + 0.05, y + 0.15),
                (x, y + 0.19),
                (x - 0.05, y + 0.15),
            ],
            hair,
        )
    for side in (-1, 1):
        brush.disc(x + side * 0.035, y - 0.01, 0.012, 0.007, brush.sheet.ink)
        brush.shape([(x + side * 0.02, y - 0.03), (x + side * 0.055, y - 0.032)], None, False)
    brush.shape([(x, y - 0.01), (x + 0.012, y + 0.03), (x - 0.004, y + 0.03)], None, False)
    brush.shape([(x - 0.025, y + 0.055), (x + 0.025, y + 0.055)], None, False)
    if who == "king":
        tips = [(x - 0.12, y - 0.06)]
        for i in range(5):
            tips += [(x - 0.13 + i * 0.065, y - 0.19 + 0.02 * abs(i - 2)), (x - 0.1 + i * 0.065, y - 0.1)]
        brush.shape(np.array([*tips[:-1], (x + 0.12, y - 0.06)]), PALETTE[YELLOW])
    elif who in ("over", "knight"):
        brush.curve([(x - 0.16, y - 0.05), (x - 0.08, y - 0.14), (x + 0.08, y - 0.14), (x + 0.16, y - 0.05)], colour)
        brush.curve([(x - 0.1, y - 0.1), (x - 0.24, y - 0.2), (x - 0.32, y - 0.14), (x - 0.2, y - 0.1)], PALETTE[WHITE])
    else:
        brush.curve([(x - 0.13, y - 0.06), (x - 0.1, y - 0.15), (x + 0.1, y - 0.15), (x + 0.13, y - 0.06)], colour)
        brush.disc(x, y - 0.16, 0.02, 0.014, PALETTE[YELLOW])
