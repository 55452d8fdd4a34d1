"""Where cards lie: singles, rows, fans, cascades, heaps and grids on a table."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Place = tuple[float, float, float]
"""Centre x, y (mm) and clockwise turn (radians) of a card."""


def random_layout(rng: np.random.Generator, wide: float, high: float, most: int) -> list[Place]:
    """Places of up to ``most`` cards on a table of wide x high mm, lowest card first."""
    places: list[Place] = []
    kinds = list(_KINDS)
    while len(places) < most:
        kind = kinds[rng.choice(len(kinds), p=list(_CHANCES.values()))]
        count = int(rng.integers(1, 14))
        centre = np.array([rng.uniform(0, wide), rng.uniform(0, high)])
        turn = rng.uniform(0, 2 * math.pi)
        local = _KINDS[kind](rng, count)
        spin = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
        for x, y, angle in local:
            at = spin @ np.array([x, y]) + centre
            places.append((float(at[0]), float(at[1]), turn + angle))
    return places[:most]


def _scatter(rng: np.random.Generator, count: int) -> NDArray[np.float64]:
    return np.column_stack([rng.uniform(-200, 200, (count, 2)), rng.uniform(0, 2 * math.pi, count)])


def _fan(rng: np.random.Generator, count: int) -> NDArray[np.float64]:
    """A hand of cards spread around a point; sometimes the upper card lies to the left."""
    fan = _arc(count, rng.uniform(70, 260), rng.uniform(8, 24))
    fan[:, 2] += rng.normal(0, 0.025, count)
    return fan[::-1] if rng.random() < 0.15 else fan


def _dense(rng: np.random.Generator, count: int) -> NDArray[np.float64]:
    """A whole hand held or laid in a narrow fan: 10 to 20 cards, 7 to 12 mm of each to be seen at the index."""
    count = int(rng.integers(10, 21))
    radius = rng.uniform(45, 220)
    step = rng.uniform(7, 12) * radius / (radius + 36)
    fan = _arc(count, radius, step)
    fan += rng.normal(0, 1, (count, 3)) * (0.6, 1.2, 0.02)
    return fan[::-1] if rng.random() < 0.12 else fan


def _spread(rng: np.random.Generator, count: int) -> NDArray[np.float64]:
    """A pack swept over the table in a long arc or line, 5 to 14 mm from card to card."""
    count = int(rng.integers(18, 46))
    spread = _arc(count, rng.uniform(250, 2000), rng.uniform(5, 14))
    spread += rng.normal(0, 1, (count, 3)) * (0.8, 1.5, 0.03)
    return spread[::-1] if rng.random() < 0.3 else spread


def _arc(count: int, radius: float, step: float) -> NDArray[np.float64]:
    """Cards that point away from a centre ``radius`` mm below their middles."""
    angle = (np.arange(count) - (count - 1) / 2) * step / radius
    return np.column_stack([radius * np.sin(angle), radius - radius * np.cos(angle), angle])


def _row(rng: np.random.Generator, count: int) -> NDArray[np.float64]:
    step = rng.uniform(10, 72)
    noise = rng.normal(0, 1, (count, 3)) * (1.5, 1.5, 0.05)
    return np.column_stack([np.arange(count) * step, np.zeros((count, 2))]) + noise


def _cascade(rng: np.random.Generator, count: int) -> NDArray[np.float64]:
    noise = rng.normal(0, 1, (count, 3)) * (1.5, 1.5, 0.035)
    return np.column_stack([np.zeros(count), np.arange(count) * rng.uniform(17, 40), np.zeros(count)]) + noise


def _heap(rng: np.random.Generator, count: int) -> NDArray[np.float64]:
    """A trick: cards thrown on each other, at any angle or a quarter turn apart."""
    count = min(count, 6)
    spread = rng.uniform(15, 45)
    if rng.random() < 0.6:
        turns = rng.uniform(0, 2 * math.pi, count)
    else:
        turns = np.arange(count) * math.pi / 2 + rng.normal(0, 0.2, count)
    return np.column_stack([rng.normal(0, spread, (count, 2)), turns])


def _grid(rng: np.random.Generator, count: int) -> NDArray[np.float64]:
    index = np.arange(count)
    columns = int(rng.integers(2, 6))
    return np.column_stack([index % columns * 70.0, index // columns * 95.0, rng.normal(0, 0.04, count)])


_KINDS = {
    "scatter": _scatter,
    "fan": _fan,
    "dense": _dense,
    "row": _row,
    "spread": _spread,
    "cascade": _cascade,
    "heap": _heap,
    "grid": _grid,
}
_CHANCES = {
    "scatter": 0.25,
    "fan": 0.21,
    "dense": 0.11,
    "row": 0.12,
    "spread": 0.05,
    "cascade": 0.09,
    "heap": 0.11,
    "grid": 0.06,
}
