"""A sheet to draw a foreign face on: lengths in mm, polygons with outlines, emblems, letters."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.ports import CARD_MM
from vision.decks.canvas import FINE, Image, rounded
from vision.decks.fonts import resize_mask, text_mask
from vision.decks.schemes import Colour

Points = NDArray[np.float64]
Emblem = Sequence[tuple[Points, int]]
"""Layers from the lowest to the highest: a polygon in the square from -1 to 1 and its colour's number; -1 is ink."""

_SHIFT = 4


class Sheet:
    """One card; ``ink`` draws outlines of ``line`` mm."""

    def __init__(self, px_per_mm: float, ground: Colour, ink: Colour, line: float, radius_mm: float) -> None:
        if not 0.5 <= px_per_mm <= 60:
            raise ValueError(f"{px_per_mm} px/mm is no scale for a card: use 0.5 to 60")
        self.px_per_mm, self.ink, self.radius_mm = px_per_mm, ink, radius_mm
        self.scale = px_per_mm * max(1, math.ceil(FINE / px_per_mm))
        self.line = max(1, round(line * self.scale))
        size = (round(CARD_MM[1] * self.scale), round(CARD_MM[0] * self.scale), 3)
        self.image = np.empty(size, np.uint8)
        self.image[:] = ground

    def shape(self, points: Points, fill: Colour | None, edge: bool = True, closed: bool = True) -> None:
        """A polygon (mm), filled unless ``fill`` is None, outlined in ink if ``edge``."""
        corners = [np.round(points * (self.scale * (1 << _SHIFT))).astype(np.int32)]
        if fill is not None:
            cv2.fillPoly(self.image, corners, fill, cv2.LINE_AA, _SHIFT)
        if edge:
            cv2.polylines(self.image, corners, closed, self.ink, self.line, cv2.LINE_AA, _SHIFT)

    def emblem(
        self, emblem: Emblem, x: float, y: float, size: float, palette: Sequence[Colour], turn: float = 0.0,
        edge: bool = True,
    ) -> None:  # fmt: skip
        """An emblem ``size`` mm high centred on (x, y) mm, turned clockwise by ``turn`` degrees."""
        angle = math.radians(turn)
        half = size / 2
        spin = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]]) * half
        for points, colour in emblem:
            fill = self.ink if colour < 0 else palette[colour % len(palette)]
            self.shape(points @ spin + (x, y), fill, edge)

    def text(self, text: str, font: str, x: float, y: float, size: float, colour: Colour, flip: bool = False) -> None:
        """Letters of ``size`` mm cap height centred on (x, y) mm."""
        mask, cap = text_mask(font, text)
        factor = size * self.scale / cap
        mask = resize_mask(mask, mask.shape[1] * factor, mask.shape[0] * factor)
        if flip:
            mask = mask[::-1, ::-1]
        left, top = round(x * self.scale - mask.shape[1] / 2), round(y * self.scale - mask.shape[0] / 2)
        x0, y0 = max(0, left), max(0, top)
        part = self.image[y0 : max(y0, top + mask.shape[0]), x0 : max(x0, left + mask.shape[1])]
        share = mask[y0 - top : y0 - top + part.shape[0], x0 - left : x0 - left + part.shape[1], None] / 255.0
        part[:] = (part * (1 - share) + np.array(colour) * share + 0.5).astype(np.uint8)

    def twice(self) -> None:
        """The upper half once more below, upside down."""
        half = self.image.shape[0] // 2
        self.image[-half:] = self.image[:half][::-1, ::-1]

    def finish(self) -> Image:
        """The face as BGRA at the asked scale, transparent outside its rounded corners."""
        return rounded(self.image, self.px_per_mm, self.radius_mm)


def rect(x0: float, y0: float, x1: float, y1: float) -> Points:
    """The corners of a rectangle."""
    return np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])


def oval(x: float, y: float, rx: float, ry: float, count: int = 28) -> Points:
    """An ellipse as a polygon."""
    turn = np.linspace(0, 2 * math.pi, count, endpoint=False)
    return np.stack([x + rx * np.cos(turn), y + ry * np.sin(turn)], 1)


def both_sides(right: Sequence[tuple[float, float]] | Points) -> Points:
    """A closed outline from its right half (x at least 0, from the top down)."""
    half = np.asarray(right, np.float64)
    return np.concatenate([half, half[::-1] * (-1.0, 1.0)])
