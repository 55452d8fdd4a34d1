"""The sheet that a face or back is drawn on: mm in, px out, its ground, frame and rounded corners."""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.ports import CARD_MM
from vision.decks.fonts import Mask
from vision.decks.prints import printed_ground
from vision.decks.schemes import Colour
from vision.decks.styles import Style

Image = NDArray[np.uint8]
"""BGR, or BGRA where said."""

FINE = 7.0
"""Least px/mm at which a face is drawn before it is shrunk, for smooth edges."""


class Canvas:
    """A card drawn finer than asked for, with lengths in mm."""

    def __init__(self, style: Style, px_per_mm: float) -> None:
        if not 0.5 <= px_per_mm <= 60:
            raise ValueError(f"{px_per_mm} px/mm is no scale for a card: use 0.5 to 60")
        self.style = style
        self.scale = px_per_mm * max(1, math.ceil(FINE / px_per_mm))
        self.image = np.empty((self.px(CARD_MM[1]), self.px(CARD_MM[0]), 3), np.uint8)
        if style.print_:
            height, width = self.image.shape[:2]
            ink, seed = style.print_colour, style.back_seed
            self.image[:] = printed_ground(style.print_, width, height, style.ground, ink, seed)
        else:
            cv2.rectangle(self.image, (0, 0), self.image.shape[1::-1], style.ground, -1)
        self._blank = self.image.copy()
        if style.border:
            inset, thick = self.px(1.1), max(1, self.px(style.border))
            end = (self.image.shape[1] - inset, self.image.shape[0] - inset)
            cv2.rectangle(self.image, (inset, inset), end, style.border_colour, thick, cv2.LINE_AA)

    def px(self, mm: float) -> int:
        """A length in px."""
        return round(mm * self.scale)

    def stamp(self, mask: Mask, x: float, y: float, colour: Colour, flip: bool = False, clear: float = 0.0) -> None:
        """Ink a mask (px) centred on (x, y) mm, upside down if ``flip``; ``clear`` mm around it turn to ground."""
        if flip:
            mask = mask[::-1, ::-1]
        height, width = mask.shape
        left, top = round(x * self.scale - width / 2), round(y * self.scale - height / 2)
        if clear:
            wide = self.px(clear)
            rows = slice(max(0, top - wide), max(0, top + height + wide + 1))
            columns = slice(max(0, left - wide), max(0, left + width + wide + 1))
            self.image[rows, columns] = self._blank[rows, columns]
        x0, y0 = max(0, left), max(0, top)
        x1, y1 = min(self.image.shape[1], left + width), min(self.image.shape[0], top + height)
        if x1 <= x0 or y1 <= y0:
            return
        share = mask[y0 - top : y1 - top, x0 - left : x1 - left, None].astype(np.float32) / 255
        part = self.image[y0:y1, x0:x1]
        part[:] = (part * (1 - share) + np.array(colour, np.float32) * share + 0.5).astype(np.uint8)

    def box(self, x0: float, y0: float, x1: float, y1: float) -> None:
        """The frame of an index, from corner to corner (mm)."""
        start, end = (self.px(x0), self.px(y0)), (self.px(x1), self.px(y1))
        if self.style.index_fill is not None:
            cv2.rectangle(self.image, start, end, self.style.index_fill, -1)
        cv2.rectangle(self.image, start, end, self.style.border_colour, max(1, self.px(self.style.index_line)))

    def finish(self, px_per_mm: float) -> Image:
        """The card at the asked scale with its rounded transparent corners."""
        return rounded(self.image, px_per_mm, self.style.radius_mm)


def rounded(image: Image, px_per_mm: float, radius_mm: float) -> Image:
    """A finely drawn BGR card as BGRA at this scale, transparent outside its rounded corners."""
    size = (round(CARD_MM[0] * px_per_mm), round(CARD_MM[1] * px_per_mm))
    fine = round(image.shape[1] / size[0])
    if image.shape[0] >= fine * size[1] and image.shape[1] >= fine * size[0]:
        # A whole number of fine pixels for each: exact, and much faster.
        image = image[: fine * size[1], : fine * size[0]]
    if size != (image.shape[1], image.shape[0]):
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    card = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2BGRA), np.uint8)
    card[..., 3] = _outline(size, radius_mm * px_per_mm)
    return card


@lru_cache(maxsize=64)
def _outline(size: tuple[int, int], radius: float) -> Mask:
    """Opacity of a card with rounded corners, smooth at the edge."""
    fine = 4
    width, height, bend = size[0] * fine, size[1] * fine, round(radius * fine)
    alpha = np.zeros((height, width), np.uint8)
    cv2.rectangle(alpha, (bend, 0), (width - 1 - bend, height - 1), 255, -1)
    cv2.rectangle(alpha, (0, bend), (width - 1, height - 1 - bend), 255, -1)
    for x in (bend, width - 1 - bend):
        for y in (bend, height - 1 - bend):
            cv2.circle(alpha, (x, y), bend, 255, -1)
    return np.asarray(cv2.resize(alpha, size, interpolation=cv2.INTER_AREA), np.uint8)
