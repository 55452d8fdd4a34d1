"""Jokers: what their corners say (a word written downwards, a star, a fool's cap) and the picture between them.

How a deck's jokers look follows from its ``court_seed``; the black and the red one differ in ink and colour only.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.ports import CARD_MM
from vision.decks.canvas import Canvas, Image
from vision.decks.courts import draw_court
from vision.decks.fonts import Mask, resize_mask, text_mask, trim
from vision.decks.schemes import Colour
from vision.decks.styles import Style

Part = tuple[Mask, float, float]
"""A mask (px) and where its middle lies (mm)."""

_WORDS = ("JOKER",) * 8 + ("JOLLY", "JOKER", "WILD", "FOOL", "BOBO", "JOLI", "NARR")
_KINDS = ("stacked", "turned", "star", "cap", "letter and star", "letter and cap", "word and star")
_CHANCES = (0.36, 0.14, 0.14, 0.1, 0.12, 0.06, 0.08)
_SIGN_PX = 240
_LONGEST_MM = 30.0


def joker_box(style: Style) -> tuple[float, float, float, float]:
    """Left, top, right and bottom (mm) of the upper left corner's ink on a joker."""
    scale = 8.0
    parts = _index(style, scale)
    half = [(x, y, mask.shape[1] / scale / 2, mask.shape[0] / scale / 2) for mask, x, y in parts]
    return (
        min(x - w for x, _, w, _ in half),
        min(y - h for _, y, _, h in half),
        max(x + w for x, _, w, _ in half),
        max(y + h for _, y, _, h in half),
    )


def draw_joker(canvas: Canvas, red: bool, picture: Image | None = None) -> None:
    """Ink a joker's picture (``picture`` in place of our own) and its corners, in the deck's red or black."""
    style = canvas.style
    ink = style.colour("H" if red else "S")
    rng = random.Random(f"{style.court_seed} joker")
    _picture(canvas, rng, red, ink, picture)
    wide, high = CARD_MM
    for clear in (0.35, 0.0):
        for mask, x, y in _index(style, canvas.scale):
            canvas.stamp(mask, x, y, ink, False, clear)
            canvas.stamp(mask, wide - x, high - y, ink, True, clear)
            if style.corners == 4:
                canvas.stamp(mask, wide - x, y, ink, False, clear)
                canvas.stamp(mask, x, high - y, ink, True, clear)


def _index(style: Style, scale: float) -> list[Part]:
    """The parts of the upper left corner at ``scale`` px/mm, from top to bottom."""
    rng = random.Random(f"{style.court_seed} joker index")
    kind = rng.choices(_KINDS, _CHANCES)[0]
    word, size = rng.choice(_WORDS), rng.uniform(0.34, 0.62) * style.rank_mm
    if kind == "turned":
        return [_turned(style, word, min(size * 1.4, 6.0), scale)]
    column: list[Mask] = []
    gap = rng.uniform(0.25, 0.9)
    if kind in ("stacked", "word and star"):
        least = min(size, (_LONGEST_MM - gap * len(word)) / (len(word) + 1))
        column = [_text(style, letter, least * scale) for letter in word]
    elif kind.startswith("letter"):
        column, gap = [_text(style, "J", style.rank_mm * scale)], style.gap_mm
    if kind.endswith("star"):
        column.append(_fit(_star(rng.choice([4, 5, 5, 5, 6, 8])), style.suit_mm * scale))
    elif kind.endswith("cap"):
        column.append(_fit(cap_mask(), style.suit_mm * scale * rng.uniform(0.9, 1.2)))
    middle = style.left_mm + max(mask.shape[1] for mask in column) / scale / 2
    parts, top = [], style.top_mm
    for mask in column:
        high = mask.shape[0] / scale
        parts.append((mask, middle, top + high / 2))
        top += high + gap
    return parts


def _text(style: Style, text: str, cap_px: float) -> Mask:
    mask, cap = text_mask(style.font, text)
    return resize_mask(mask, mask.shape[1] * cap_px / cap * style.width, mask.shape[0] * cap_px / cap)


def _turned(style: Style, word: str, size_mm: float, scale: float) -> Part:
    """The word written downwards, its letters lying."""
    mask = _text(style, word, size_mm * scale)
    shrink = min(1.0, _LONGEST_MM * scale / mask.shape[1])
    lying = np.rot90(resize_mask(mask, mask.shape[1] * shrink, mask.shape[0] * shrink), -1)
    high, wide = lying.shape[0] / scale, lying.shape[1] / scale
    return np.ascontiguousarray(lying), style.left_mm + wide / 2, style.top_mm + high / 2


def _fit(mask: Mask, height: float) -> Mask:
    return resize_mask(mask, height * mask.shape[1] / mask.shape[0], height)


def _filled(polygons: Sequence[NDArray[np.float64]]) -> Mask:
    """Polygons in the unit square as a trimmed mask."""
    canvas = np.zeros((_SIGN_PX + 8, _SIGN_PX + 8), np.uint8)
    for polygon in polygons:
        cv2.fillPoly(canvas, [np.round((polygon * _SIGN_PX + 4) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return trim(canvas)


@lru_cache(maxsize=8)
def _star(tips: int) -> Mask:
    turn = np.arange(2 * tips) * math.pi / tips - math.pi / 2
    reach = np.where(np.arange(2 * tips) % 2, 0.21 if tips < 6 else 0.3, 0.5)
    return _filled([np.stack([0.5 + reach * np.cos(turn), 0.5 + reach * np.sin(turn)], 1)])


@lru_cache(maxsize=1)
def cap_mask() -> Mask:
    """A fool's cap with three horns and bells."""
    horns = np.array([
        (0.25, 0.85), (0.2, 0.5), (0.05, 0.42), (0.2, 0.3), (0.38, 0.45), (0.5, 0.08), (0.62, 0.45), (0.8, 0.3),
        (0.95, 0.42), (0.8, 0.5), (0.75, 0.85),
    ])  # fmt: skip
    turn = np.linspace(0, 2 * math.pi, 24)
    ring = np.stack([np.cos(turn), np.sin(turn)], 1) * 0.065
    bells = [ring + tip for tip in ((0.07, 0.47), (0.5, 0.07), (0.93, 0.47))]
    band = np.array([(0.22, 0.88), (0.78, 0.88), (0.78, 0.98), (0.22, 0.98)])
    return _filled([horns, *bells, band])


def _picture(canvas: Canvas, rng: random.Random, red: bool, ink: Colour, picture: Image | None) -> None:
    """A two-headed or standing jester, a large sign, or the word across the card."""
    kind = rng.choice(("two heads", "two heads", "jester", "jester", "jester", "cap", "star", "word", "stars"))
    wide, high = CARD_MM
    x0, y0 = rng.uniform(9, 16), rng.uniform(7, 20)
    if picture is not None or kind in ("two heads", "jester"):
        size = (canvas.px(wide - 2 * x0), canvas.px(high - 2 * y0))
        drawn = picture if picture is not None else _jester(canvas.style, kind, *size)
        drawn = np.asarray(cv2.resize(drawn, size, interpolation=cv2.INTER_AREA), np.uint8)
        if not red and rng.random() < 0.6:
            drawn = np.asarray(cv2.cvtColor(cv2.cvtColor(drawn, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)
        left, top = canvas.px(x0), canvas.px(y0)
        canvas.image[top : top + size[1], left : left + size[0]] = drawn
        return
    if kind == "word":
        mask = _turned(canvas.style, "JOKER", 11.0, canvas.scale)[0]
        canvas.stamp(_fit(mask, 55 * canvas.scale), wide / 2, high / 2, ink)
        return
    mask = cap_mask() if kind == "cap" else _star(rng.choice([5, 6, 8]))
    if kind == "stars":
        for i in range(count := rng.choice([2, 3, 4, 6])):
            at = high / 2 + (i - (count - 1) / 2) * 52 / count
            canvas.stamp(_fit(mask, 40 / count * canvas.scale), wide / 2, at, ink, at > high / 2 + 1)
        return
    canvas.stamp(_fit(mask, rng.uniform(22, 40) * canvas.scale), wide / 2, high / 2, ink)


def _jester(style: Style, kind: str, width: int, height: int) -> Image:
    """A fool as a court figure, or standing upright in the whole picture."""
    if kind == "two heads":
        return draw_court("X", "", style, width, height)
    twice = draw_court("X", "", style, width, 2 * height)
    return np.ascontiguousarray(twice[:height])
