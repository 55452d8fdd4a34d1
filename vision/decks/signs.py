"""Suit signs in their natural proportions: the shapes that commercial packs print, from a few numbers.

Unlike the older families of `vision.decks.pips` these are not squeezed into a unit square: lobes of clubs are round,
and tightness, hub, stem and foot vary apart from each other, since clubs and spades are what readers mix up.
Units are arbitrary (a club's lobe has radius 1), y points down.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]


def sign_shapes(suit: str, family: str, p: Sequence[float]) -> list[Points]:
    """Filled polygons of a suit sign (S, H, D or C); ``family`` trefoil, poster or fleuron, ``p`` 18 numbers 0 to 1."""
    if suit == "C":
        return _club(family, p)
    if suit == "D":
        return [_diamond(family, p)]
    if suit == "H":
        body = _body(family, p, deep=True)
        return [body * (1.0, -1.0)]
    body = _body(family, p, deep=False)
    low = float(body[:, 1].max())
    return [body, *_stem(p, low * 0.6, low + _mix(0.02, 0.85, p[10]), 0.0)]


def _mix(low: float, high: float, share: float) -> float:
    return low + (high - low) * share


def curve(start: Sequence[float], one: Sequence[float], two: Sequence[float], end: Sequence[float]) -> Points:
    """Points of a cubic Bezier curve."""
    t = np.linspace(0.0, 1.0, 18)[:, None]
    p0, p1, p2, p3 = (np.asarray(point, np.float64) for point in (start, one, two, end))
    bent: Points = (1 - t) ** 3 * p0 + 3 * (1 - t) ** 2 * t * p1 + 3 * (1 - t) * t**2 * p2 + t**3 * p3
    return bent


def mirrored(right: Points) -> Points:
    """A closed outline from its right half (x at least 0, from the top to the bottom)."""
    return np.concatenate([right, right[::-1] * (-1.0, 1.0)])


def _body(family: str, p: Sequence[float], deep: bool) -> Points:
    """The leaf of a spade, point up; with ``deep`` the cleft of a heart."""
    wide, waist = _mix(0.78, 1.16, p[0]), _mix(1.2, 1.5, p[1])
    low = waist + _mix(0.3, 0.55, p[2])
    cleft = _mix(0.2, 0.6, p[3]) if deep else _mix(0.0, 0.42, p[3])
    lobe = wide * _mix(0.42, 0.6, p[4])
    if family == "poster":
        # Straight sides and flat shoulders, as on advertising and school packs.
        side = np.array([(0.0, 0.0), (wide * 0.96, waist)])
    elif family == "fleuron":
        # An ogee: hollow below the tip, full at the shoulder.
        side = curve((0, 0), (0.03, _mix(0.6, 0.85, p[5])), (wide, _mix(0.5, 0.7, p[6])), (wide, waist))
    else:
        tip = (_mix(0.02, 0.34, p[5]), _mix(0.28, 0.62, p[6]))
        side = curve((0, 0), tip, (wide, _mix(0.7, 1.08, p[7])), (wide, waist))
    outer = curve(side[-1], (wide, _mix(waist, low, 0.62)), (lobe + 0.32 * wide, low), (lobe, low))
    inner = curve((lobe, low), (lobe * 0.5, low), (0.06, low - cleft * 0.4), (0.0, low - cleft))
    return mirrored(np.concatenate([side, outer, inner]))


def _stem(p: Sequence[float], top: float, foot_y: float, least: float) -> list[Points]:
    """Neck and foot from ``top`` down to ``foot_y``: straight, flared, a wedge, or with a slab; none if too short."""
    neck, foot = max(least, _mix(0.03, 0.3, p[11] ** 1.5)), _mix(0.14, 0.85, p[12])
    kind = int(p[13] * 5)
    foot = max(foot, neck)
    if kind == 0:
        right = np.array([(neck, top), (neck, foot_y)])
    elif kind == 1:
        right = np.array([(neck, top), (foot, foot_y)])
    elif kind == 2:
        slab = _mix(0.06, 0.16, p[14])
        right = np.array([(neck, top), (neck, foot_y - slab), (foot, foot_y - slab), (foot, foot_y)])
    else:
        # Most packs: a neck that flares to a broad foot, its lower edge straight or hollow.
        reach = _mix(0.35, 0.95, p[14])
        right = curve((neck, top), (neck, _mix(top, foot_y, reach)), (_mix(neck, foot, 0.25), foot_y), (foot, foot_y))
        if kind == 4:
            hollow = curve((foot, foot_y), (foot * 0.6, foot_y - 0.06), (foot * 0.3, foot_y - 0.1), (0, foot_y - 0.1))
            right = np.concatenate([right, hollow])
    return [mirrored(right)]


def _club(family: str, p: Sequence[float]) -> list[Points]:
    tight = _mix(0.8, 1.14, p[0])
    across, down = _mix(0.9, 1.16, p[1]) * tight, _mix(1.38, 1.75, p[2]) * tight
    hub = (0.0, down * _mix(0.58, 0.8, p[3]))
    top = _mix(0.88, 1.12, p[4])
    shapes = []
    for x, y, size in ((0.0, 0.0, top), (across, down, 1.0), (-across, down, 1.0)):
        away = math.atan2(y - hub[1], x)
        shapes.append(_lobe(family, p, x, y, size, away))
        # A bridge keeps separate lobes on the hub.
        side = np.array([-math.sin(away), math.cos(away)]) * _mix(0.1, 0.5, p[5])
        ends = np.array([(x, y), hub])
        shapes.append(np.array([ends[0] - side, ends[0] + side, ends[1] + side, ends[1] - side]))
    radius = _mix(0.15, 0.55, p[6])
    turn = np.linspace(0, 2 * math.pi, 40)
    shapes.append(np.stack([radius * np.cos(turn), hub[1] + radius * np.sin(turn)], 1))
    foot_y = down + _mix(0.75, 1.9, p[10])
    return [*shapes, *_stem(p, hub[1], foot_y, 0.06)]


def _lobe(family: str, p: Sequence[float], x: float, y: float, size: float, away: float) -> Points:
    """A round, oval or (fleuron) heart-shaped lobe whose axis points ``away`` from the hub."""
    turn = np.linspace(0, 2 * math.pi, 60)
    along, across = size * np.cos(turn), size * np.sin(turn)
    if family == "fleuron":
        # Dented outside: a lobe like the end of a clover leaf.
        along = along * (1 - _mix(0.16, 0.36, p[8]) * np.exp(-(((turn - np.pi) / np.pi * 3.0 - 3.0) ** 2) * 2.2))
        along = along * (1 - _mix(0.16, 0.36, p[8]) * np.exp(-(((turn - np.pi) / np.pi * 3.0 + 3.0) ** 2) * 2.2))
    elif family == "poster":
        along, across = along * _mix(0.86, 1.0, p[8]), across * _mix(0.95, 1.1, p[9])
    elif p[7] > 0.6:
        # Egg-shaped: narrower towards the hub, or longer than wide.
        across = across * (1 + _mix(0.0, 0.22, p[8]) * np.cos(turn))
        along = along * _mix(0.92, 1.16, p[9])
    cos, sin = math.cos(away), math.sin(away)
    return np.stack([x + along * cos - across * sin, y + along * sin + across * cos], 1)


def _diamond(family: str, p: Sequence[float]) -> Points:
    wide = _mix(0.68, 1.0, p[0])
    bend = 0.0 if family == "poster" else _mix(-0.04, 0.22, p[3])
    if family == "fleuron":
        bend = _mix(0.24, 0.34, p[3])
    t = np.linspace(0, 1, 20)[:, None]
    start, end = np.array([0.0, -1.0]), np.array([wide, 0.0])
    control = (start + end) / 2 * (1 - 2 * bend)
    side = (1 - t) ** 2 * start + 2 * t * (1 - t) * control + t * t * end
    right = np.concatenate([side, side[::-1] * (1.0, -1.0)])
    return mirrored(right)
