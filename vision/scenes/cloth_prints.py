"""Prints on a table that are not cards: blooms and leaves, or large aces and suit signs as game cloths bear them."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import cv2
import numpy as np

from vision.arrays import Float, Picture, f32
from vision.decks.fonts import text_mask
from vision.decks.pips import suit_mask
from vision.decks.styles import SUIT_ORDER, random_style

INKS = ((40, 40, 170), (110, 50, 30), (40, 110, 50), (30, 30, 30), (60, 150, 210), (200, 200, 205), (120, 60, 130))
FADED = (0.45, 0.85)
"""How much of the cloth a print covers."""


def printed(rng: np.random.Generator, top: Float, px_per_mm: float, kind: str) -> Float:
    """The table top (BGR, 0 to 255) with prints of a kind of PRINTS all over it."""
    ink = np.zeros(top.shape[:2], np.float32)
    colour = np.zeros(3, np.float32) + INKS[rng.integers(len(INKS))]
    other = f32(INKS[rng.integers(len(INKS))])
    tone = np.tile(colour, (*top.shape[:2], 1)).astype(np.float32)
    draw, pitch = PRINTS[kind]
    step = rng.uniform(*pitch) * px_per_mm
    for row, y in enumerate(np.arange(step / 2, top.shape[0], step)):
        for x in np.arange(step / 2 + (row % 2) * step / 2, top.shape[1], step):
            mask = draw(rng, px_per_mm)
            _stamp(ink, tone, mask, (float(x), float(y)), other if rng.random() < 0.4 else colour)
    share = ink[..., None] * rng.uniform(*FADED)
    return f32(top * (1 - share) + tone * share)


def _stamp(ink: Float, tone: Float, mask: Picture, centre: tuple[float, float], colour: Float) -> None:
    """Put a mask (0 to 255) down with its middle at ``centre`` (px)."""
    height, width = mask.shape
    left, top = round(centre[0] - width / 2), round(centre[1] - height / 2)
    x0, y0, x1, y1 = max(0, left), max(0, top), min(ink.shape[1], left + width), min(ink.shape[0], top + height)
    if x1 <= x0 or y1 <= y0:
        return
    part = mask[y0 - top : y1 - top, x0 - left : x1 - left].astype(np.float32) / 255
    np.maximum(ink[y0:y1, x0:x1], part, out=ink[y0:y1, x0:x1])
    tone[y0:y1, x0:x1][part > 0] = colour


def _sized(mask: Picture, height: float, turn: float) -> Picture:
    """A mask at a height (px), turned by an angle (degrees)."""
    scale = height / mask.shape[0]
    reach = math.hypot(*mask.shape) * scale + 2
    matrix = cv2.getRotationMatrix2D((mask.shape[1] / 2, mask.shape[0] / 2), turn, scale)
    matrix[:, 2] += (reach / 2 - mask.shape[1] / 2, reach / 2 - mask.shape[0] / 2)
    return np.asarray(cv2.warpAffine(mask, matrix, (int(reach), int(reach)), flags=cv2.INTER_AREA), np.uint8)


def _bloom(rng: np.random.Generator, px_per_mm: float) -> Picture:
    """A flower of five to eight petals with two leaves."""
    size = int(rng.uniform(16, 42) * px_per_mm) + 8
    mask, middle = np.zeros((size, size), np.uint8), size // 2
    petals, turn = int(rng.integers(5, 9)), rng.uniform(0, 360)
    for i in range(petals):
        angle = turn + 360 * i / petals
        at = [int(middle + 0.22 * size * trig(math.radians(angle))) for trig in (math.cos, math.sin)]
        cv2.ellipse(mask, (at[0], at[1]), (int(0.16 * size), int(0.09 * size)), angle, 0, 360, 255, -1, cv2.LINE_AA)
    cv2.circle(mask, (middle, middle), int(0.07 * size), 60, -1, cv2.LINE_AA)
    for side in (-1, 1):
        leaf = (int(middle + side * 0.34 * size), int(middle + 0.36 * size))
        cv2.ellipse(mask, leaf, (int(0.13 * size), int(0.05 * size)), side * 40, 0, 360, 200, -1, cv2.LINE_AA)
    return mask


def _ace(rng: np.random.Generator, px_per_mm: float) -> Picture:
    """A large ace: the letter over a suit sign as on a card's corner, a lone sign, or the outline of a card."""
    style = random_style(random.Random(int(rng.integers(1 << 30))), held_out=True)
    sign = suit_mask(SUIT_ORDER[rng.integers(4)], style)[0]
    turn, kind = float(rng.choice([0, 90, 180, 270, rng.uniform(0, 360)])), rng.random()
    if kind < 0.4:
        return _sized(sign, rng.uniform(12, 45) * px_per_mm, turn)
    letter = text_mask(style.font, str(rng.choice(["A", "A", "A", "K", "Q", "J"])))[0]
    wide = max(letter.shape[1], 200)
    gap, both = 30, [cv2.resize(part, (wide, round(part.shape[0] * wide / part.shape[1]))) for part in (letter, sign)]
    mask = np.vstack([both[0], np.zeros((gap, wide), np.uint8), both[1]])
    if kind < 0.7:
        card = np.zeros((mask.shape[0] * 2, int(mask.shape[0] * 1.4)), np.uint8)
        card[60 : 60 + mask.shape[0], 50 : 50 + wide] = mask
        cv2.rectangle(card, (4, 4), (card.shape[1] - 5, card.shape[0] - 5), 255, 10, cv2.LINE_AA)
        return _sized(card, rng.uniform(60, 110) * px_per_mm, turn)
    return _sized(np.ascontiguousarray(mask), rng.uniform(16, 60) * px_per_mm, turn)


PRINTS: dict[str, tuple[Callable[[np.random.Generator, float], Picture], tuple[float, float]]] = {
    "blooms": (_bloom, (45, 90)),
    "aces": (_ace, (90, 160)),
}
"""What is printed and how far apart (mm)."""
