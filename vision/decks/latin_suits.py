"""The suit signs of Italian, Spanish and German packs, drawn by ourselves; see `vision.decks.sheet.Emblem`.

Held out: used to measure enrolment, never to train. Colour numbers: 0 yellow, 1 red, 2 blue, 3 green, 4 white,
5 brown, 6 pale (`PALETTE`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from vision.decks.schemes import Colour
from vision.decks.sheet import Emblem, Points, both_sides, oval

PALETTE: tuple[Colour, ...] = (
    (60, 195, 245), (45, 40, 200), (150, 85, 30), (70, 130, 50), (245, 248, 250), (50, 90, 150), (205, 225, 240),
)  # fmt: skip
YELLOW, RED, BLUE, GREEN, WHITE, BROWN, PALE = range(7)
INK = -1


def smooth(points: Sequence[tuple[float, float]] | Points, closed: bool = True, steps: int = 6) -> Points:
    """A Catmull-Rom curve through the points."""
    p = np.asarray(points, np.float64)
    p = np.concatenate([p[-1:], p, p[:2]]) if closed else np.concatenate([p[:1], p, p[-1:]])
    t = np.linspace(0, 1, steps, endpoint=False)[None, :, None]
    a, b, c, d = (p[i : len(p) - 3 + i, None, :] for i in range(4))
    curve: Points = 0.5 * (
        2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3
    )  # fmt: skip
    return curve.reshape(-1, 2)


def _petals(count: int, reach: float, size: float, colour: int, start: float = 0.0) -> list[tuple[Points, int]]:
    turns = [start + 2 * math.pi * i / count for i in range(count)]
    return [(oval(reach * math.cos(a), reach * math.sin(a), size, size, 14), colour) for a in turns]


def coin(spanish: bool) -> Emblem:
    """A gold coin: the Italian one with a rosette, the Spanish one with a face in rays."""
    if spanish:
        layers = [
            (oval(0, 0, 1, 1, 44), YELLOW),
            (oval(0, 0, 0.86, 0.86, 40), PALE),
            (oval(0, 0, 0.8, 0.8, 40), YELLOW),
        ]
        turn = np.arange(32) * math.pi / 16
        reach = np.where(np.arange(32) % 2, 0.5, 0.74)
        layers.append((np.stack([reach * np.cos(turn), reach * np.sin(turn)], 1), RED))
        face = [(oval(0, 0, 0.46, 0.46, 30), YELLOW), (oval(-0.16, -0.1, 0.05, 0.05, 8), INK)]
        return [*layers, *face, (oval(0.16, -0.1, 0.05, 0.05, 8), INK), (oval(0, 0.18, 0.14, 0.04, 10), RED)]
    rings = [(oval(0, 0, 1, 1, 44), YELLOW), (oval(0, 0, 0.84, 0.84, 40), RED), (oval(0, 0, 0.72, 0.72, 40), YELLOW)]
    return [*rings, *_petals(8, 0.46, 0.17, RED), *_petals(8, 0.3, 0.1, BLUE, 0.39), (oval(0, 0, 0.2, 0.2), RED)]


def cup(spanish: bool) -> Emblem:
    """A covered chalice (Spanish) or an open one with a wide foot (Italian)."""
    bowl = both_sides(smooth([(0.0, -0.72), (0.62, -0.72), (0.66, -0.4), (0.5, -0.05), (0.16, 0.12), (0, 0.14)], False))
    foot = both_sides([(0, 0.1), (0.1, 0.1), (0.13, 0.4), (0.3, 0.6), (0.58, 0.72), (0.6, 0.94), (0, 0.94)])
    knob = oval(0, 0.3, 0.24, 0.11)
    band = both_sides([(0, -0.52), (0.655, -0.52), (0.645, -0.36), (0, -0.36)])
    layers: list[tuple[Points, int]] = [(foot, YELLOW), (knob, RED), (bowl, YELLOW if spanish else RED), (band, BLUE)]
    if spanish:
        lid = both_sides(smooth([(0, -0.98), (0.2, -0.95), (0.5, -0.82), (0.66, -0.72), (0, -0.72)], False))
        return [*layers, (lid, RED), (oval(0, -0.95, 0.12, 0.1, 14), YELLOW)]
    rim = oval(0, -0.72, 0.64, 0.14)
    return [*layers, (rim, YELLOW), (oval(0, -0.72, 0.5, 0.09), INK), *_petals(3, 0.0, 0.13, YELLOW)]


def sword(spanish: bool, curved: bool = False) -> Emblem:
    """A short broad sword, or (``curved``) the long bent blade of northern Italian packs; the point is up."""
    if curved:
        t = np.linspace(-1, 1, 24)
        spine = np.stack([0.34 * (1 - t**2) - 0.1, t], 1)
        width = 0.05 + 0.02 * (1 + t)[:, None] * np.array([1.0, 0.0])
        blade = np.concatenate([spine - width, (spine + width)[::-1]])
        grip = np.stack([0.34 * (1 - t[19:] ** 2) - 0.1, t[19:]], 1)
        handle = np.concatenate([grip - (0.09, 0), (grip + np.array([0.09, 0.0]))[::-1]])
        return [(blade, BLUE), (handle, RED), (oval(-0.07, 0.58, 0.2, 0.06, 14), YELLOW)]
    blade = both_sides([(0, -1.0), (0.13, -0.72), (0.13, 0.36), (0, 0.36)])
    ridge = both_sides([(0, -0.85), (0.02, -0.7), (0.02, 0.36), (0, 0.36)])
    guard = both_sides(smooth([(0, 0.34), (0.3, 0.3), (0.46, 0.38), (0.3, 0.46), (0, 0.46)], False))
    grip = both_sides([(0, 0.46), (0.09, 0.46), (0.1, 0.8), (0, 0.8)])
    pommel = oval(0, 0.88, 0.14, 0.11)
    edge = BLUE if not spanish else WHITE
    return [(blade, edge), (ridge, INK), (grip, RED if spanish else GREEN), (guard, YELLOW), (pommel, YELLOW)]


def baton(spanish: bool, straight: bool = False) -> Emblem:
    """A green cudgel with lopped branches, or (``straight``) the turned staff of northern Italian packs."""
    if straight:
        shaft = both_sides([(0, -0.9), (0.08, -0.9), (0.08, 0.9), (0, 0.9)])
        ends = [(oval(0, y, 0.14, 0.1, 16), YELLOW) for y in (-0.9, 0.9)]
        rings = [(both_sides([(0, y), (0.12, y), (0.12, y + 0.12), (0, y + 0.12)]), RED) for y in (-0.5, -0.06, 0.38)]
        return [(shaft, BLUE), *ends, *rings]
    wide = 0.2 if spanish else 0.16
    body = smooth([(-0.08, 1.0), (0.08, 1.0), (wide, 0.2), (wide * 1.25, -0.5), (wide, -0.92), (0, -1.0),
                   (-wide, -0.92), (-wide * 1.25, -0.5), (-wide, 0.2)])  # fmt: skip
    layers: list[tuple[Points, int]] = []
    for x, y, lean in ((wide, -0.55, 1), (-wide, -0.2, -1), (wide * 0.9, 0.2, 1), (-wide * 0.8, 0.5, -1)):
        stump = np.array(
            [(x - lean * 0.1, y + 0.16), (x - lean * 0.1, y), (x + lean * 0.2, y - 0.16), (x + lean * 0.26, y - 0.02)]
        )
        layers.append((stump, GREEN))
        layers.append((oval(x + lean * 0.22, y - 0.09, 0.06, 0.08, 12), YELLOW))
    knots: list[tuple[Points, int]] = [(oval(0.03, y, 0.05, 0.07, 12), RED) for y in (-0.75, -0.35, 0.05, 0.4)]
    return [*layers, (body, GREEN), *knots, (oval(0, -0.94, wide * 0.8, 0.08, 16), YELLOW)]


def acorn() -> Emblem:
    """An acorn hanging from its stalk, the nut below."""
    nut = both_sides(smooth([(0, -0.1), (0.42, -0.1), (0.46, 0.25), (0.3, 0.72), (0.06, 0.92), (0, 1.0)], False))
    cap = both_sides(smooth([(0, -0.6), (0.3, -0.56), (0.55, -0.3), (0.54, -0.04), (0.3, 0.04), (0, 0.06)], False))
    stalk = np.array([(-0.05, -0.55), (0.05, -0.55), (0.16, -1.0), (0.05, -1.0)])
    rows = {-0.4: (-0.2, 0.0, 0.2), -0.18: (-0.36, -0.12, 0.12, 0.36)}
    scales = [(oval(x, y, 0.09, 0.07, 10), YELLOW) for y, places in rows.items() for x in places]
    shine = smooth([(-0.22, 0.05), (-0.14, 0.05), (-0.1, 0.5), (-0.18, 0.5)])
    return [(stalk, GREEN), (nut, GREEN), (shine, WHITE), (cap, RED), *scales]


def leaf() -> Emblem:
    """A heart-shaped leaf, stalk down, with its ribs."""
    body = both_sides(
        smooth([(0, -1.0), (0.3, -0.62), (0.66, -0.1), (0.68, 0.3), (0.42, 0.5), (0.12, 0.36), (0, 0.24)], False)
    )
    stalk = np.array([(-0.05, 0.2), (0.05, 0.2), (0.2, 1.0), (0.06, 1.0)])
    ribs: list[tuple[Points, int]] = [(np.array([(-0.025, -0.8), (0.025, -0.8), (0.03, 0.4), (-0.03, 0.4)]), YELLOW)]
    for side in (-1, 1):
        for y in (-0.4, -0.1, 0.16):
            ribs.append((np.array([(0, y + 0.2), (side * 0.42, y), (side * 0.43, y + 0.05), (0, y + 0.27)]), YELLOW))
    return [(stalk, BROWN), (body, GREEN), *ribs]


def heart() -> Emblem:
    """A red heart with a light at its left shoulder."""
    body = both_sides(
        smooth(
            [(0, -0.5), (0.2, -0.82), (0.56, -0.86), (0.84, -0.55), (0.78, -0.1), (0.4, 0.5), (0.05, 0.92), (0, 0.98)],
            False,
        )
    )
    return [(body, RED), (smooth([(-0.55, -0.5), (-0.4, -0.62), (-0.42, -0.3), (-0.52, -0.2)]), WHITE)]


def bell() -> Emblem:
    """A round hawk's bell with its slit."""
    loop = [(oval(0, -0.86, 0.16, 0.14, 18), YELLOW), (oval(0, -0.86, 0.08, 0.07, 14), WHITE)]
    band = both_sides([(0, -0.12), (0.8, -0.12), (0.8, 0.1), (0, 0.1)])
    slit = both_sides([(0, 0.3), (0.05, 0.3), (0.05, 0.62), (0.13, 0.7), (0.13, 0.82), (0, 0.86)])
    dots = [(oval(x, 0.0, 0.06, 0.06, 10), WHITE) for x in (-0.55, -0.28, 0.0, 0.28, 0.55)]
    return [
        *loop,
        (oval(0, 0.06, 0.84, 0.84, 40), YELLOW),
        (band, RED),
        *dots,
        (slit, INK),
        (oval(-0.36, -0.4, 0.1, 0.16, 12), WHITE),
    ]
