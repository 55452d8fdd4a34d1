"""Where the corner index of a deck of pictures is, and how high its rank: measured on the number cards."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]

REACH_MM = (17.0, 34.0)
"""The corner that is looked at."""
EDGE_MM = 1.2
"""Frames at the edge of the card are not the index."""
LEAST_MM = 2.6
"""Nothing lower than this is a rank."""


def _ink(card: Image, scale: float) -> Image:
    """What stands out from the paper in the upper left corner."""
    edge = round(EDGE_MM * scale)
    corner = card[edge : round(REACH_MM[1] * scale), edge : round(REACH_MM[0] * scale), :3].astype(np.int16)
    paper = np.median(corner.reshape(-1, 3), axis=0)
    return np.asarray(np.abs(corner - paper).max(2) > 70, np.uint8)


def _box(card: Image, scale: float) -> tuple[float, float, float] | None:
    """Height of the rank and the middle of rank and suit together (mm): the two uppermost blobs of the corner."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(_ink(card, scale))
    blobs = [
        (x, y, wide, high)
        for x, y, wide, high, _ in stats[1:count].tolist()
        # What touches both sides is the rounded corner itself.
        if high >= LEAST_MM * scale and x < 9 * scale and (x > 0 or y > 0)
    ]
    if not blobs:
        return None
    x, y, wide, high = min(blobs, key=lambda blob: blob[1])
    near = 4 * scale
    below = [one for one in blobs if one[1] >= y + high * 0.8 and abs(one[0] + one[2] / 2 - x - wide / 2) < near]
    if not below:
        return None
    suit = min(below, key=lambda blob: blob[1])
    left, right = min(x, suit[0]), max(x + wide, suit[0] + suit[2])
    return high / scale, (left + right) / 2 / scale + EDGE_MM, (y + suit[1] + suit[3]) / 2 / scale + EDGE_MM


def measure_index(cards: Mapping[str, Image], scale: float) -> tuple[float, tuple[float, float] | None]:
    """Height of the printed rank and the middle of rank and suit together (mm), medians over the number cards.

    (0, None) for a deck without an index of rank above suit.
    """
    found = [box for code, card in cards.items() if code[0] in "23456789" and (box := _box(card, scale)) is not None]
    if len(found) < 8:
        return 0.0, None
    high, x, y = np.median(np.array(found), axis=0)
    return round(float(high), 1), (round(float(x), 1), round(float(y), 1))
