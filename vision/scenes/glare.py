"""Where cards reflect the lamp: places of the table that stay while cards come and go.

A card is a slightly bent mirror. Whether it throws the lamp into the lens depends on where it lies; slid a little
further it may be free of the reflection, or have it elsewhere on its face.
"""

from __future__ import annotations

import math
import random

import cv2
import numpy as np

from companion.ports import CARD_MM, Placement
from vision.arrays import Float, Matrix, f32
from vision.levels import Level
from vision.optics import apply

CELL_MM = 5.0
"""Step of the map of reflecting places."""
BLOB_MM = 26.0
"""How wide a reflecting place is: standard deviation of the noise it is cut from."""
BEND_MM = 8.0
"""Each card is bent in its own way: its reflection comes from so far beside it (standard deviation)."""
EDGE_MM = 3.5
"""How soft the reflection's edge is (standard deviation)."""
PEAK = (70.0, 190.0)
"""How much light it adds in its middle (grey levels)."""


class Glare:
    """The reflections over one table. ``level.glare`` of the area reflects, on ``level.glare_area`` of a card."""

    def __init__(self, seed: int, level: Level, area: tuple[float, float]) -> None:
        self._seed, self._share = seed, level.glare_area
        self._origin, self._area = CARD_MM[1], area
        self._spots: list[tuple[float, float]] = []
        self._map = np.zeros((0, 0), bool)
        if level.glare <= 0:
            return
        rng = np.random.default_rng([seed & 0xFFFFFFFF, 77])
        rows, columns = (int((side + 2 * self._origin) / CELL_MM) + 1 for side in (area[1], area[0]))
        rough = f32(rng.standard_normal((rows, columns)))
        field = f32(cv2.GaussianBlur(rough, (0, 0), BLOB_MM / CELL_MM))
        self._map = field > np.quantile(self._inner(field), 1 - level.glare)
        highest = field == cv2.dilate(field, np.ones((9, 9), np.uint8))
        self._spots = [
            (float(x) * CELL_MM - self._origin, float(y) * CELL_MM - self._origin)
            for y, x in zip(*np.nonzero(highest & self._map), strict=True)
        ]

    def _inner(self, field: Float) -> Float:
        """The part of the map that lies in the watched area."""
        edge = round(self._origin / CELL_MM)
        return field[edge : edge + round(self._area[1] / CELL_MM), edge : edge + round(self._area[0] / CELL_MM)]

    def spot(self, card: Placement) -> tuple[float, float] | None:
        """Where a card at this place throws the lamp into the lens (mm on the table), None where it does not."""
        if not self._spots:
            return None
        own = random.Random(f"bend {self._seed} {card.card} {card.pack}")
        x, y = card.x + own.gauss(0, BEND_MM), card.y + own.gauss(0, BEND_MM)
        row, column = (round((v + self._origin) / CELL_MM) for v in (y, x))
        inside = 0 <= row < self._map.shape[0] and 0 <= column < self._map.shape[1]
        if not inside or not self._map[row, column]:
            return None
        near = min(self._spots, key=lambda one: math.dist(one, (x, y)))
        return self._onto(card, near)

    def _onto(self, card: Placement, spot: tuple[float, float]) -> tuple[float, float]:
        """The point of a card nearest to a spot that leaves the reflection on the card (mm on the table)."""
        turn = math.radians(card.angle)
        dx, dy = spot[0] - card.x, spot[1] - card.y
        across, down = math.cos(turn) * dx + math.sin(turn) * dy, math.cos(turn) * dy - math.sin(turn) * dx
        wide, high = (side / 2 - reach for side, reach in zip(CARD_MM, self._reach(card), strict=True))
        across, down = max(-wide, min(wide, across)), max(-high, min(high, down))
        return (
            card.x + math.cos(turn) * across - math.sin(turn) * down,
            card.y + math.sin(turn) * across + math.cos(turn) * down,
        )

    def _reach(self, card: Placement) -> tuple[float, float]:
        """Half axes of the reflection along the card's width and height (mm)."""
        area = self._share * CARD_MM[0] * CARD_MM[1]
        long = random.Random(f"shape {self._seed} {card.card} {card.pack}").uniform(1.0, 1.9)
        half = math.sqrt(area / math.pi)
        return min(CARD_MM[0] / 2, half / math.sqrt(long)), half * math.sqrt(long)

    def light(self, card: Placement, to_px: Matrix, size: tuple[int, int], px_per_mm: float) -> Float | None:
        """The light that it adds to a part of the picture: height x width; None for a card without reflection.

        ``to_px`` takes table mm to pixels of that part.
        """
        spot = self.spot(card)
        if spot is None:
            return None
        turn, (half_wide, half_high) = math.radians(card.angle), self._reach(card)
        around = np.linspace(0, 2 * math.pi, 40)
        ring = np.column_stack([half_wide * np.cos(around), half_high * np.sin(around)])
        back = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
        pixels = apply(to_px, ring @ back + spot)
        shine = np.zeros((size[1], size[0]), np.float32)
        peak = random.Random(f"peak {self._seed} {card.card} {card.pack}").uniform(*PEAK)
        cv2.fillPoly(shine, [np.round(pixels).astype(np.int32)], peak)
        return f32(cv2.GaussianBlur(shine, (0, 0), EDGE_MM * px_per_mm))
