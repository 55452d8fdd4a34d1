"""Suit signs as masks, from a few numbers and a family of shapes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.decks.fonts import Mask, text_mask, trim
from vision.decks.signs import sign_shapes
from vision.decks.styles import Style

Points = NDArray[np.float64]
_SIZE = 384
NATURAL = ("trefoil", "poster", "fleuron")
"""Families of `vision.decks.signs`."""
_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def suit_mask(suit: str, style: Style) -> tuple[Mask, float]:
    """Ink of a suit sign (uint8, trimmed, 255 = ink) at a fixed large size, and its width over its height."""
    if style.pip_family == "type":
        mask = text_mask(style.pip_font, _SIGNS[suit])[0]
        return mask, mask.shape[1] / mask.shape[0]
    if style.pip_family in NATURAL:
        return _natural_mask(suit, style.pip_family, style.pip_shape)
    return _shape_mask(suit, style.pip_family, style.pip_shape)


def _mix(low: float, high: float, share: float) -> float:
    return low + (high - low) * share


def _cubic(start: Sequence[float], one: Sequence[float], two: Sequence[float], end: Sequence[float]) -> Points:
    """Points of a cubic Bezier curve."""
    t = np.linspace(0.0, 1.0, 24)[:, None]
    p0, p1, p2, p3 = (np.asarray(point, np.float64) for point in (start, one, two, end))
    curve: Points = (1 - t) ** 3 * p0 + 3 * (1 - t) ** 2 * t * p1 + 3 * (1 - t) * t**2 * p2 + t**3 * p3
    return curve


def _mirrored(right: Points) -> Points:
    """A closed outline from its right half (x from 0.5 to 1, running from the top to the bottom)."""
    left = right[::-1].copy()
    left[:, 0] = 1.0 - left[:, 0]
    return np.concatenate([right, left])


def _heart(family: str, p: Sequence[float]) -> list[Points]:
    """Polygons of a heart, point down, in the unit square."""
    if family == "cardioid":
        t = np.linspace(0, 2 * math.pi, 120)
        second, third = _mix(4.5, 6.0, p[0]), _mix(1.5, 3.2, p[1])
        y = -(_mix(12, 14, p[2]) * np.cos(t) - second * np.cos(2 * t) - third * np.cos(3 * t) - np.cos(4 * t))
        outline = np.stack([16 * np.sin(t) ** 3, y], 1)
        low, high = outline.min(0), outline.max(0)
        return [(outline - low) / (high - low)]
    if family == "compass":
        radius = _mix(0.25, 0.29, p[0])
        circles = [_circle(x, radius, radius) for x in (radius, 1 - radius)]
        slant = _mix(0.55, 0.95, p[2])
        side = np.array([[1 - radius + radius * math.cos(slant), radius + radius * math.sin(slant)]])
        return [*circles, _mirrored(np.concatenate([np.array([[0.5, radius * 0.75]]), side, np.array([[0.5, 1.0]])]))]
    cleft, shoulder = _mix(0.1, 0.26, p[0]), _mix(0.22, 0.36, p[1])
    top = _cubic((0.5, cleft), (_mix(0.54, 0.64, p[2]), -0.06), (1.0, -0.1), (1.0, shoulder))
    if family == "gothic":
        bottom = _cubic((1.0, shoulder), (1.0, shoulder + 0.16), (_mix(0.72, 0.8, p[2]), 0.72), (0.5, 1.0))
    elif family == "lancet":
        bottom = _cubic((1.0, shoulder), (1.0, _mix(0.66, 0.76, p[2])), (0.56, 0.66), (0.5, 1.0))
    else:
        bottom = _cubic((1.0, shoulder), (1.0, shoulder + 0.25), (_mix(0.6, 0.7, p[2]), 0.8), (0.5, 1.0))
    return [_mirrored(np.concatenate([top, bottom]))]


def _circle(x: float, y: float, radius: float, stretch: float = 1.0) -> Points:
    t = np.linspace(0, 2 * math.pi, 60)
    return np.stack([x + radius * stretch * np.cos(t), y + radius * np.sin(t)], 1)


def _stem(family: str, p: Sequence[float], top: float) -> Points:
    """The foot of spades and clubs, from height ``top`` down to 1."""
    neck, foot = _mix(0.018, 0.05, p[4]), _mix(0.11, 0.24, p[5])
    if family == "compass":
        right = np.array([[0.5 + neck, top], [0.5 + foot, 1.0]])
    elif family == "gothic":
        right = np.array([[0.5 + neck, top], [0.5 + neck, 0.93], [0.5 + foot, 0.95], [0.5 + foot, 1.0]])
    else:
        right = _cubic((0.5 + neck, top), (0.5 + neck, 0.88), (0.5 + neck + 0.04, 0.96), (0.5 + foot, 1.0))
    return _mirrored(right)


def _club(family: str, p: Sequence[float]) -> list[Points]:
    radius = _mix(0.2, 0.26, p[6])
    low, spread = _mix(0.5, 0.6, p[7]), min(0.5 - radius, _mix(0.22, 0.3, p[8]))
    spots = [(0.5, radius), (0.5 - spread, low), (0.5 + spread, low)]
    if family == "compass":
        radius *= 0.92
    heart = (0.5, (radius + 2 * low) / 3 * 0.95)
    shapes = [_stem(family, p, heart[1]), _circle(*heart, _mix(0.06, 0.13, p[9]))]
    for x, y in spots:
        if family == "lancet":
            away = math.atan2(y - heart[1], x - heart[0])
            shapes.append(_leaf(x, y, radius, away))
        else:
            shapes.append(_circle(x, y, radius, 1.0 if family != "gothic" else _mix(0.9, 1.05, p[3])))
    return shapes


def _leaf(x: float, y: float, radius: float, away: float) -> Points:
    """A drop with its point towards the middle of the club."""
    t = np.linspace(0, 2 * math.pi, 60)
    along, across = radius * np.cos(t), radius * np.sin(t) * (0.55 + 0.45 * np.cos(t / 2) ** 2) * 1.05
    turn = np.array([[math.cos(away), -math.sin(away)], [math.sin(away), math.cos(away)]])
    drop: Points = np.stack([along, across], 1) @ turn.T + np.array([x, y])
    return drop


def _diamond(family: str, p: Sequence[float]) -> list[Points]:
    bend = {"compass": 0.0, "gothic": _mix(-0.05, 0.02, p[8]), "lancet": _mix(0.1, 0.16, p[8])}.get(
        family, _mix(-0.01, 0.1, p[8])
    )
    tips = np.array([(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)])
    sides = []
    for start, end in zip(tips, np.roll(tips, -1, 0), strict=True):
        middle = (start + end) / 2
        control = middle + (0.5 - middle) * 2 * bend
        t = np.linspace(0, 1, 20)[:, None]
        sides.append((1 - t) ** 2 * start + 2 * t * (1 - t) * control + t * t * end)
    return [np.concatenate(sides)]


@lru_cache(maxsize=512)
def _shape_mask(suit: str, family: str, p: tuple[float, ...]) -> tuple[Mask, float]:
    if suit == "H":
        shapes, aspect = _heart(family, p), _mix(0.86, 1.1, p[9])
    elif suit == "D":
        shapes, aspect = _diamond(family, p), _mix(0.68, 0.95, p[3])
    elif suit == "S":
        share = _mix(0.76, 0.9, p[3])
        leaf = [np.stack([part[:, 0], (1 - part[:, 1]) * share], 1) for part in _heart(family, p)]
        shapes, aspect = [*leaf, _stem(family, p, share * 0.6)], _mix(0.78, 1.04, p[9])
    else:
        shapes, aspect = _club(family, p), _mix(0.86, 1.12, p[9])
    canvas = np.zeros((_SIZE + 8, _SIZE + 8), np.uint8)
    for shape in shapes:
        cv2.fillPoly(canvas, [np.round((shape * _SIZE + 4) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return trim(canvas), aspect


@lru_cache(maxsize=512)
def _natural_mask(suit: str, family: str, p: tuple[float, ...]) -> tuple[Mask, float]:
    """A sign of `vision.decks.signs`, stretched a little as packs differ."""
    shapes = sign_shapes(suit, family, p)
    every = np.concatenate(shapes)
    low, high = every.min(0), every.max(0)
    scale = _SIZE / float((high - low).max())
    size = np.ceil((high - low) * scale).astype(int) + 8
    canvas = np.zeros((size[1], size[0]), np.uint8)
    for shape in shapes:
        cv2.fillPoly(canvas, [np.round(((shape - low) * scale + 4) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    mask = trim(canvas)
    least, most = (0.55, 1.06) if suit == "D" else (0.74, 1.14)
    return mask, min(most, max(least, mask.shape[1] / mask.shape[0] * _mix(0.9, 1.08, p[15])))
