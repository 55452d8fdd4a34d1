"""Index letters drawn with a pen: the narrow, even-stroked type of commercial packs, from a few random numbers.

A font of this kind is named ``drawn:SEED`` (training) or ``drawn-deco:SEED`` (high or low waists, held out).
Glyphs are strokes in the unit square, x to the right, y down; the pen has a width, joints are round.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.decks.penstrokes import GLYPHS, Hand, Stroke

Mask = NDArray[np.uint8]
HELD_OUT_KIND = "drawn-deco"
KINDS = ("drawn", HELD_OUT_KIND)
_HEIGHT = 150


@dataclass(frozen=True)
class Pen:
    """Proportions of a drawn type, as shares of the letters' height but for ``narrow`` (width over height)."""

    narrow: float
    thick: float
    contrast: float
    serif: float
    gap: float
    hand: Hand


def is_drawn(font: str) -> bool:
    """Whether this names a drawn type."""
    return font.partition(":")[0] in KINDS


def is_held_out_type(font: str) -> bool:
    """Whether this drawn type belongs to measuring alone."""
    return font.partition(":")[0] == HELD_OUT_KIND


@lru_cache(maxsize=64)
def pen_of(font: str) -> Pen:
    """The pen of a drawn type; the same name gives the same pen."""
    rng = random.Random(font)
    waist = rng.choice([rng.uniform(0.3, 0.38), rng.uniform(0.6, 0.68)]) if is_held_out_type(font) else None
    return Pen(
        narrow=rng.uniform(0.42, 0.78),
        thick=rng.choice([rng.uniform(0.05, 0.1), rng.uniform(0.09, 0.15), rng.uniform(0.14, 0.22)]),
        contrast=rng.choice([1.0, 1.0, rng.uniform(1.0, 1.7), rng.uniform(0.8, 1.0)]),
        serif=rng.choice([0.0, 0.0, rng.uniform(0.08, 0.2), rng.uniform(0.08, 0.16)]),
        gap=rng.uniform(0.05, 0.16),
        hand=Hand(
            waist=waist if waist is not None else rng.uniform(0.44, 0.54),
            square=rng.choice([2.0, 2.0, rng.uniform(2.0, 2.8), rng.uniform(2.6, 4.0)]),
            three=rng.choice(("round", "round", "flat")),
            four=rng.choice(("closed", "closed", "open")),
            six=rng.choice(("curled", "curled", "straight")),
            seven=rng.choice(("straight", "curved", "curved", "barred")),
            jack=rng.choice(("bare", "left", "both")),
            queen=rng.choice(("short", "long", "curl")),
            ace=rng.choice(("sharp", "sharp", "flat")),
            one=rng.choice(("flag", "flag", "bare", "footed")),
        ),
    )


def drawn_text(font: str, text: str) -> tuple[Mask, float]:
    """Ink of a text (uint8, trimmed at its sides, 255 = ink) and the cap height there in px."""
    pen = pen_of(font)
    letters = [_letter(font, letter) for letter in text.upper()]
    high = max(letter.shape[0] for letter in letters)
    gap = np.zeros((high, max(1, round(pen.gap * _HEIGHT))), np.uint8)
    row: list[Mask] = []
    for letter in letters:
        drop = np.zeros((high, letter.shape[1]), np.uint8)
        drop[: letter.shape[0]] = letter
        row += [drop, gap]
    return np.hstack(row[:-1]), _HEIGHT * (1 + pen.thick)


@lru_cache(maxsize=512)
def _letter(font: str, letter: str) -> Mask:
    """One letter as high as the cap height, or lower where its tail hangs; an unknown one is a blank."""
    pen = pen_of(font)
    if letter not in GLYPHS:
        return np.zeros((_HEIGHT, round(_HEIGHT * pen.narrow * 0.6)), np.uint8)
    strokes, feet, width = GLYPHS[letter](pen.hand)
    # The pen is round, so a wider stem comes from drawing narrow and stretching.
    wide = _HEIGHT * pen.narrow * width / pen.contrast
    thick = max(3, round(pen.thick * _HEIGHT / max(1.0, pen.contrast) ** 0.5))
    ink = thick / 2 + 3
    size = (round(_HEIGHT * 1.25 + 2 * ink), round(wide * 1.3 + 2 * ink + pen.serif * _HEIGHT * 2))
    canvas = np.zeros(size, np.uint8)
    left = ink + pen.serif * _HEIGHT / pen.contrast
    scale = np.array([wide, _HEIGHT], np.float64)
    for stroke in (*strokes, *_slabs(pen, feet, wide)):
        points = np.round((stroke * scale + (left, ink)) * 16).astype(np.int32)
        cv2.polylines(canvas, [points], False, 255, thick, cv2.LINE_AA, 4)
    columns = np.flatnonzero((canvas > 60).any(0))
    rows = np.flatnonzero((canvas > 60).any(1))
    inked = canvas[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    size = (max(1, round(inked.shape[1] * pen.contrast)), inked.shape[0])
    return np.asarray(cv2.resize(inked, (size[0], size[1]), interpolation=cv2.INTER_LINEAR), np.uint8)


def _slabs(pen: Pen, feet: Sequence[tuple[float, float]], wide: float) -> list[Stroke]:
    """Serifs across the ends of stems."""
    if not pen.serif:
        return []
    half = pen.serif * _HEIGHT / pen.contrast / wide
    return [np.array([(x - half, y), (x + half, y)]) for x, y in feet]


def random_type(rng: random.Random, held_out: bool = False) -> str:
    """The name of a new drawn type."""
    return f"{HELD_OUT_KIND if held_out else 'drawn'}:{rng.randrange(1 << 24)}"
