"""Emblems for foreign suits, composed at random: rosettes, fruits, vessels, staffs, shields, fish, birds, flowers.

All lie in the square from -1 to 1; see `vision.decks.sheet.Emblem`. These are for training; the suits of real foreign
patterns are drawn in `vision.decks.foreign_suits` and kept for measuring.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import numpy as np

from vision.decks.sheet import Emblem, Points, both_sides, oval

Layers = list[tuple[Points, int]]


def random_emblem(rng: random.Random, kind: str = "") -> Emblem:
    """An emblem of a kind of EMBLEMS, by default any."""
    layers = EMBLEMS[kind or rng.choice(list(EMBLEMS))](rng)
    every = np.concatenate([points for points, _ in layers])
    reach = float(np.abs(every).max())
    return [(points / reach, colour) for points, colour in layers]


def _rosette(rng: random.Random) -> Layers:
    petals, reach = rng.randint(4, 12), rng.uniform(0.5, 0.7)
    layers: Layers = [(oval(0, 0, 1, 1), 0)] if rng.random() < 0.6 else []
    for i in range(petals):
        turn = 2 * math.pi * i / petals
        size = 2.2 / petals
        layers.append((oval(reach * math.cos(turn), reach * math.sin(turn), size, size, 14), 1 + i % 2))
    rings = rng.randint(1, 3)
    return layers + [(oval(0, 0, 0.45 * (1 - i / 4), 0.45 * (1 - i / 4)), (2 + i) % 4) for i in range(rings)]


def _sun(rng: random.Random) -> Layers:
    tips = rng.randint(5, 18)
    turn = np.arange(2 * tips) * math.pi / tips
    reach = np.where(np.arange(2 * tips) % 2, rng.uniform(0.45, 0.75), 1.0)
    layers: Layers = [(np.stack([reach * np.cos(turn), reach * np.sin(turn)], 1), 0)]
    return [*layers, (oval(0, 0, 0.42, 0.42), 1), (oval(0, 0, 0.2, 0.2), 2)]


def _fruit(rng: random.Random) -> Layers:
    layers: Layers = []
    for _ in range(rng.choice([1, 1, 2, 3, 5])):
        x, y, size = rng.uniform(-0.4, 0.4), rng.uniform(-0.1, 0.5), rng.uniform(0.3, 0.6)
        layers.append((oval(x, y, size, size * rng.uniform(0.8, 1.3)), 0))
        layers.append((oval(x - size * 0.3, y - size * 0.3, size * 0.2, size * 0.2, 10), 3))
    stem = np.array([(-0.05, 0.0), (0.05, 0.0), (0.12, -0.9), (0.02, -0.9)])
    return [(stem, 2), *layers, (_leaf_shape(rng) * 0.45 + (0.4, -0.55), 1)]


def _leaf_shape(rng: random.Random) -> Points:
    wide, full = rng.uniform(0.35, 0.8), rng.uniform(0.3, 0.7)
    t = np.linspace(0, 1, 16)
    x = wide * np.sin(np.pi * t**full) * (1 + rng.uniform(0, 0.15) * np.sin(t * rng.randint(8, 24)))
    return both_sides(np.stack([np.maximum(x, 0.02), 2 * t - 1], 1))


def _leaf(rng: random.Random) -> Layers:
    leaves = rng.choice([1, 1, 3])
    layers: Layers = [(np.array([(-0.05, 0.2), (0.05, 0.2), (0.09, 1), (-0.02, 1)]), 2)]
    shape = _leaf_shape(rng) * 0.8
    for i in range(leaves):
        turn = (i - (leaves - 1) / 2) * 0.9
        spin = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
        leaf = (shape - (0, 0.8)) @ spin + (0, 0.4)
        rib = np.array([(-0.02, -1.4), (0.02, -1.4), (0.03, 0), (-0.03, 0)]) @ spin + (0, 0.4)
        layers += [(leaf, i % 2), (rib, -1)]
    return layers


def _vessel(rng: random.Random) -> Layers:
    """A body of revolution: cups, vases, bells, pawns, lamps."""
    knots = rng.randint(5, 8)
    y = np.linspace(-1, 1, knots)
    x = np.array([rng.uniform(0.12, 0.75) for _ in range(knots)])
    fine = np.linspace(-1, 1, 40)
    # Smooth or stepped between the knots.
    half = np.interp(fine, y, x) if rng.random() < 0.4 else _smooth(fine, y, x)
    layers: Layers = [(both_sides(np.stack([half, fine], 1)), 0)]
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(4, 34)
        band = np.stack([half[at : at + 5], fine[at : at + 5]], 1)
        layers.append((both_sides(band), rng.randint(1, 3)))
    if rng.random() < 0.4:
        layers.insert(0, (oval(0.6, 0, 0.35, 0.4), 1))
        layers.insert(0, (oval(-0.6, 0, 0.35, 0.4), 1))
    return layers


def _smooth(at: Points, knots: Points, values: Points) -> Points:
    step = np.clip((at - knots[0]) / (knots[1] - knots[0]), 0, len(knots) - 1.001)
    low = step.astype(int)
    share = (1 - np.cos((step - low) * math.pi)) / 2
    blended: Points = values[low] * (1 - share) + values[low + 1] * share
    return blended


def _staff(rng: random.Random) -> Layers:
    """Something long: sticks, blades, arrows, keys."""
    thick = rng.uniform(0.05, 0.14)
    taper = rng.uniform(0.2, 1.6)
    layers: Layers = [(np.array([(-thick, 1), (thick, 1), (thick * taper, -0.9), (-thick * taper, -0.9)]), 0)]
    head = rng.randrange(4)
    if head == 0:
        layers.append((both_sides([(0, -1.0), (0.25, -0.6), (thick, -0.55)]), 1))
    elif head == 1:
        layers += [(oval(0, -0.8, 0.22, 0.22), 1), (oval(0, -0.8, 0.1, 0.1), 2)]
    elif head == 2:
        for y in np.linspace(-0.8, 0.5, rng.randint(2, 5)):
            layers.append((oval(rng.choice([-1, 1]) * thick * 1.2, float(y), 0.1, 0.08, 12), 1))
    bar = rng.uniform(0.3, 0.85)
    if rng.random() < 0.6:
        layers.append((both_sides([(0, bar - 0.06), (0.36, bar - 0.06), (0.36, bar + 0.06), (0, bar + 0.06)]), 2))
    return layers


def _shield(rng: random.Random) -> Layers:
    low = rng.uniform(0.1, 0.6)
    outline = both_sides([(0, -0.9), (0.45, -0.85), (0.8, -1.0), (0.8, low), (0.45, 0.75), (0, 1.0)])
    inner = rng.choice([_rosette, _sun, _vessel, _fish])(rng)
    return [(outline, 0), (outline * 0.84, 1), *[(points * 0.45, 2 + colour % 2) for points, colour in inner]]


def _fish(rng: random.Random) -> Layers:
    t = np.linspace(0, 1, 18)
    body = np.stack([1.5 * t - 1.0, rng.uniform(0.25, 0.5) * np.sin(np.pi * t**0.8)], 1)
    outline = np.concatenate([body, body[::-1] * (1.0, -1.0)])
    tail = np.array([(0.4, 0), (1.0, -0.45), (0.8, 0), (1.0, 0.45)])
    stripes: Layers = [(oval(x, 0, 0.06, 0.25, 12), 2) for x in np.linspace(-0.4, 0.3, rng.randint(1, 4))]
    return [(tail, 1), (outline, 0), *stripes, (oval(-0.7, -0.08, 0.06, 0.06, 10), -1)]


def _bird(rng: random.Random) -> Layers:
    wing = np.array([(-0.2, 0.0), (0.5, -0.8), (0.9, -0.7), (0.5, 0.1)]) * rng.uniform(0.7, 1.1)
    neck = oval(-0.55, -0.45, 0.24, 0.24)
    beak = np.array([(-0.75, -0.5), (-1.1, -0.4), (-0.72, -0.35)])
    legs: Layers = [
        (np.array([(x, 0.3), (x + 0.05, 0.3), (x + 0.05, 0.95), (x - 0.12, 0.95)]), 3) for x in (-0.1, 0.15)
    ]
    tail = np.array([(0.35, 0.0), (1.0, 0.2), (0.95, 0.5), (0.3, 0.3)])
    body: Layers = [(tail, 1), (oval(0, 0.05, 0.55, 0.36), 0), (neck, 0), (wing, 1), (beak, 2)]
    return [*legs, *body, (oval(-0.6, -0.5, 0.05, 0.05, 10), -1)]


def _crown(rng: random.Random) -> Layers:
    points = rng.choice([3, 5, 7])
    rim = [(-0.9, 0.5)]
    layers: Layers = []
    for i in range(points):
        x = 2 * i / (points - 1) - 1
        rim += [(x, -0.6), (x + 0.9 / points, 0.0)]
        layers.append((oval(x, -0.62, 0.12, 0.12, 12), 2))
    base = np.array([(-0.9, 0.5), (0.9, 0.5), (0.9, 0.8), (-0.9, 0.8)])
    return [(np.array([*rim[:-1], (0.9, 0.5)]), 0), *layers, (base, 1)]


def _blob(rng: random.Random) -> Layers:
    turn = np.linspace(0, math.pi, 30)
    reach = 0.7 + sum(rng.uniform(-0.22, 0.22) * np.cos(k * turn) for k in range(1, 6))
    half = np.stack([np.maximum(reach, 0.1) * np.sin(turn), -np.maximum(reach, 0.1) * np.cos(turn)], 1)
    outline = both_sides(half)
    layers: Layers = [(outline, 0), (outline * rng.uniform(0.4, 0.75), 1)]
    return [*layers, (outline * 0.25, 2)] if rng.random() < 0.5 else layers


def _moon(rng: random.Random) -> Layers:
    outer = oval(0, 0, 1, 1, 40)
    inner = oval(rng.uniform(0.3, 0.6), 0, 0.8, 0.8, 40)
    keep = np.hypot(outer[:, 0] - inner[:, 0].mean(), outer[:, 1]) > 0.8
    back = inner[np.hypot(inner[:, 0], inner[:, 1]) < 1]
    arc = outer[keep]
    arc = arc[np.argsort(np.arctan2(arc[:, 1], -arc[:, 0]))]
    back = back[np.argsort(-np.arctan2(back[:, 1], -(back[:, 0] - inner[:, 0].mean())))]
    star: Layers = [(points * 0.3 + (0.4, 0), 1) for points, _ in _sun(rng)[:1]]
    return [(np.concatenate([arc, back]), 0), *star]


def _flower(rng: random.Random) -> Layers:
    stem = np.array([(-0.05, -0.2), (0.05, -0.2), (0.05, 1.0), (-0.05, 1.0)])
    head = [(points * 0.55 + (0, -0.4), colour) for points, colour in _rosette(rng)]
    leaf = _leaf_shape(rng) * 0.35
    turn = np.array([[0.6, 0.8], [-0.8, 0.6]])
    return [(stem, 2), (leaf @ turn + (0.35, 0.45), 2), (leaf @ turn.T + (-0.35, 0.6), 2), *head]


EMBLEMS: dict[str, Callable[[random.Random], Layers]] = {
    "rosette": _rosette, "sun": _sun, "fruit": _fruit, "leaf": _leaf, "vessel": _vessel, "staff": _staff,
    "shield": _shield, "fish": _fish, "bird": _bird, "crown": _crown, "blob": _blob, "moon": _moon, "flower": _flower,
}  # fmt: skip
