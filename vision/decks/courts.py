"""Court figures of our own: a double-headed person built from polygons, filled in one of several looks.

They need not be beautiful; they have to be as busy, as colourful and as framed as printed courts,
because that is what a reader of corner indices meets beside the index.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.decks.schemes import Colour
from vision.decks.styles import Style

Image = NDArray[np.uint8]
_SKIN: tuple[Colour, ...] = ((215, 228, 250), (180, 205, 240), (235, 240, 250), (120, 160, 205))
_SHIFT = 4


class Easel:
    """One half of a court, drawn in units of its width: x from 0 to 1, y downwards from 0."""

    def __init__(self, width: int, height: int, ground: Colour, rng: random.Random) -> None:
        self.width, self.height, self.rng = width, height, rng
        self.image = np.full((height, width, 3), ground, np.uint8)
        self.line = max(1, round(width / 130))

    def pixels(self, points: Sequence[tuple[float, float]]) -> NDArray[np.int32]:
        """Fixed-point pixel coordinates for OpenCV."""
        return np.round(np.asarray(points, np.float64) * self.width * (1 << _SHIFT)).astype(np.int32)

    def shape(self, points: Sequence[tuple[float, float]], fill: Colour, edge: Colour | None = (25, 25, 25)) -> None:
        """A filled polygon with an outline."""
        corners = [self.pixels(points)]
        cv2.fillPoly(self.image, corners, fill, cv2.LINE_AA, _SHIFT)
        if edge is not None:
            cv2.polylines(self.image, corners, True, edge, self.line, cv2.LINE_AA, _SHIFT)

    def pattern(self, points: Sequence[tuple[float, float]], colours: Sequence[Colour]) -> None:
        """Fill a polygon with stripes, checks, dots or scales."""
        turn, size = self.rng.uniform(0, math.pi), self.rng.uniform(0.03, 0.09)
        kind = self.rng.randrange(4)
        outline = self.pixels(points)
        # Only the polygon's own box is computed.
        (left, top), (right, bottom) = outline.min(0) >> _SHIFT, (outline.max(0) >> _SHIFT) + 2
        left, top, right, bottom = max(0, left), max(0, top), min(self.width, right), min(self.height, bottom)
        if right <= left or bottom <= top:
            return
        mask = np.zeros((bottom - top, right - left), np.uint8)
        cv2.fillPoly(mask, [outline - np.array([left, top], np.int32) * (1 << _SHIFT)], 255, cv2.LINE_8, _SHIFT)
        x = (np.arange(left, right, dtype=np.float32) / self.width)[None]
        y = (np.arange(top, bottom, dtype=np.float32) / self.width)[:, None]
        u, v = (x * math.cos(turn) + y * math.sin(turn)) / size, (y * math.cos(turn) - x * math.sin(turn)) / size
        if kind == 0:
            index = np.floor(u)
        elif kind == 1:
            index = np.floor(u) + np.floor(v)
        elif kind == 2:
            index = (np.hypot(u % 1 - 0.5, v % 1 - 0.5) < 0.3).astype(np.float32)
        else:
            index = np.floor(u + 0.5 * np.abs(v % 2 - 1) * 2)
        palette = np.array(colours, np.uint8)
        inside = mask > 0
        self.image[top:bottom, left:right][inside] = palette[(index.astype(np.int32) % len(palette))[inside]]
        cv2.polylines(self.image, [self.pixels(points)], True, (25, 25, 25), self.line, cv2.LINE_AA, _SHIFT)


def draw_court(rank: str, suit: str, style: Style, width: int, height: int) -> Image:
    """The picture of a jack, queen, king or jester (``rank`` J, Q, K or X) as BGR, width x height px, two-headed."""
    rng = random.Random(f"{style.court_seed} {rank} {suit}")
    half = (height + 1) // 2
    easel = Easel(width, half, style.ground, rng)
    tall = half / width
    if style.court == "bands":
        _backdrop(easel, style.court_colours, tall)
    _robe(easel, style, tall)
    _head(easel, rank, style, tall)
    _attribute(easel, style, tall)
    if style.court == "glass":
        _leading(easel, tall)
    picture = np.empty((height, width, 3), np.uint8)
    picture[:half] = easel.image
    picture[height - half :][-(height // 2) :] = easel.image[::-1, ::-1][-(height // 2) :]
    return picture


def _backdrop(easel: Easel, colours: Sequence[Colour], tall: float) -> None:
    count = easel.rng.randint(3, 7)
    for i in range(count):
        low, high = i / count, (i + 1) / count
        if i % 2:
            easel.shape([(low, 0), (high, 0), (high, tall), (low, tall)], easel.rng.choice(colours), None)


def _robe(easel: Easel, style: Style, tall: float) -> None:
    """Shoulders, sleeves and breast as patterned polygons meeting at the waist (the lower edge)."""
    rng, colours = easel.rng, style.court_colours
    neck, shoulder = tall * rng.uniform(0.5, 0.6), tall * rng.uniform(0.62, 0.74)
    left, right = rng.uniform(0.0, 0.12), rng.uniform(0.88, 1.0)
    outline = [(0.42, neck), (0.58, neck), (right, shoulder), (1.0, tall), (0.0, tall), (left, shoulder)]
    if style.court == "lines":
        easel.shape(outline, style.ground)
        for _ in range(rng.randint(25, 50)):
            x, y = rng.uniform(left, right), rng.uniform(shoulder, tall)
            end = (x + rng.uniform(-0.25, 0.25), min(tall, y + rng.uniform(0.0, 0.3)))
            easel.shape([(x, y), end], style.ground, rng.choice(colours))
        return
    easel.shape(outline, rng.choice(colours))
    panels = rng.randint(2, 4) if style.court == "robes" else rng.randint(5, 9)
    for i in range(panels):
        low = left + (right - left) * i / panels
        high = left + (right - left) * (i + 1) / panels
        lift = tall * rng.uniform(0.0, 0.05) + shoulder
        panel = [(low, lift), (high, lift + rng.uniform(-0.03, 0.03)), (high, tall), (low, tall)]
        picked = rng.sample(colours, min(len(colours), rng.choice([2, 2, 3])))
        if style.court == "mosaic":
            _tiles(easel, panel, picked)
        else:
            easel.pattern(panel, picked)
    collar = [(0.36, neck * 0.97), (0.64, neck * 0.97), (0.6, neck + 0.09), (0.5, neck + 0.16), (0.4, neck + 0.09)]
    easel.pattern(collar, rng.sample(colours, 2))


def _tiles(easel: Easel, panel: Sequence[tuple[float, float]], colours: Sequence[Colour]) -> None:
    """Triangles thrown over a panel."""
    for _ in range(14):
        x = easel.rng.uniform(panel[0][0], panel[1][0])
        y = easel.rng.uniform(panel[0][1], panel[2][1])
        size = easel.rng.uniform(0.03, 0.12)
        corners = [(x + easel.rng.uniform(-size, size), y + easel.rng.uniform(-size, size)) for _ in range(3)]
        easel.shape(corners, easel.rng.choice(colours))


def _head(easel: Easel, rank: str, style: Style, tall: float) -> None:
    """Hair, face, features and what the rank wears: crown, diadem or cap."""
    rng, colours = easel.rng, style.court_colours
    middle, level = rng.uniform(0.46, 0.54), tall * rng.uniform(0.38, 0.43)
    wide, high = rng.uniform(0.1, 0.13), tall * rng.uniform(0.13, 0.17)
    hair = rng.choice([(40, 190, 235), (30, 60, 110), (25, 25, 25), (170, 170, 175), colours[0]])
    round_ = [(math.cos(a), math.sin(a)) for a in np.linspace(0, 2 * math.pi, 28)]
    easel.shape([(middle + wide * 1.5 * c, level + high * (1.15 if rank != "Q" else 1.4) * s) for c, s in round_], hair)
    easel.shape([(middle + wide * c, level + high * s) for c, s in round_], rng.choice(_SKIN))
    if rank == "K":
        beard = [
            (middle - wide, level + high * 0.2),
            (middle, level + high * 0.45),
            (middle + wide, level + high * 0.2),
        ]
        easel.shape(
            [*beard, (middle + wide * 0.6, level + high * 1.5), (middle - wide * 0.6, level + high * 1.5)], hair
        )
    for side in (-1, 1):
        eye = middle + side * wide * 0.45
        easel.shape([(eye - 0.025, level - 0.01), (eye, level - 0.025), (eye + 0.025, level - 0.01)], (25, 25, 25))
    easel.shape([(middle, level), (middle + 0.02, level + high * 0.35)], (25, 25, 25), (25, 25, 25))
    easel.shape(
        [(middle - 0.03, level + high * 0.55), (middle + 0.03, level + high * 0.55)], (40, 40, 190), (40, 40, 190)
    )
    brim, top = level - high * 0.75, level - high * (2.0 if rank == "K" else 1.6)
    if rank == "X":
        _fools_cap(easel, (middle, brim), wide, high, colours)
        return
    if rank == "J":
        cap = [(middle - wide * 1.6, brim), (middle - wide * 1.3, top), (middle + wide * 1.6, top + 0.03)]
        easel.shape([*cap, (middle + wide * 1.3, brim)], colours[1 % len(colours)])
        easel.shape([(middle + wide, top), (middle + wide * 2.8, top - 0.03), (middle + wide * 2.2, brim)], colours[0])
        return
    points = rng.choice([3, 5]) if rank == "K" else rng.choice([5, 7])
    crown = [(middle - wide * 1.4, brim)]
    for i in range(points):
        x = middle + wide * 1.5 * (2 * i / (points - 1) - 1)
        crown += [(x, top), (x + wide * 1.3 / points, (top + brim) / 2)]
    easel.shape([*crown[:-1], (middle + wide * 1.4, brim)], (50, 200, 240) if rng.random() < 0.6 else colours[0])


def _fools_cap(easel: Easel, brim: tuple[float, float], wide: float, high: float, colours: Sequence[Colour]) -> None:
    """Horns of alternating colours with a bell at each tip, above a zigzag brim."""
    (middle, level), horns = brim, easel.rng.choice([2, 3, 3, 5])
    bells = []
    for i in range(horns):
        side = 2 * i / (horns - 1) - 1
        tip = (middle + side * wide * 3.0, level - high * (2.1 - 1.3 * abs(side)))
        base = middle + side * wide * 0.9
        half = wide * 1.7 / horns
        knee = (base + side * wide * 1.2, level - high * 1.5)
        easel.shape([(base - half, level), knee, tip, (base + half, level)], colours[i % len(colours)])
        bells.append(tip)
    ring = [(math.cos(a), math.sin(a)) for a in np.linspace(0, 2 * math.pi, 12)]
    for x, y in bells:
        easel.shape([(x + 0.03 * c, y + 0.03 * s) for c, s in ring], (50, 200, 240))
    teeth = np.linspace(middle - wide * 1.3, middle + wide * 1.3, 7)
    zigzag = [(float(x), level + (high * 0.25 if i % 2 else 0.0)) for i, x in enumerate(teeth)]
    easel.shape([(teeth[0], level - high * 0.15), *zigzag, (teeth[-1], level - high * 0.15)], colours[-1])


def _attribute(easel: Easel, style: Style, tall: float) -> None:
    """A sword, staff, or flower held up at one side, sometimes on both."""
    rng, colours = easel.rng, style.court_colours
    for side in rng.choice([(0.1,), (0.9,), (0.1, 0.9)]):
        x, top = side + rng.uniform(-0.03, 0.03), tall * rng.uniform(0.05, 0.35)
        thick = rng.uniform(0.012, 0.04)
        easel.shape([(x - thick, top), (x + thick, top), (x + thick, tall), (x - thick, tall)], rng.choice(colours))
        size = rng.uniform(0.04, 0.09)
        leaves = rng.choice([3, 4, 6, 9])
        star = []
        for i in range(2 * leaves):
            reach, angle = size * (1.0 if i % 2 else 0.5), math.pi * i / leaves
            star.append((x + reach * math.cos(angle), top + reach * math.sin(angle)))
        easel.shape(star, rng.choice(colours))
        hand = tall * rng.uniform(0.72, 0.88)
        easel.shape(
            [(x - 0.07, hand), (x + 0.05, hand - 0.04), (x + 0.07, hand + 0.04), (x - 0.05, hand + 0.06)], _SKIN[0]
        )


def _leading(easel: Easel, tall: float) -> None:
    """Stained glass: dark lines across everything."""
    for _ in range(easel.rng.randint(7, 12)):
        start = (easel.rng.uniform(0, 1), easel.rng.uniform(0.1, tall))
        end = (start[0] + easel.rng.uniform(-0.5, 0.5), start[1] + easel.rng.uniform(-0.4, 0.4))
        easel.shape([start, end], (30, 30, 30), (30, 30, 30))
