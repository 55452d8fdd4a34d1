"""Things among the cards: chips, papers, keyboards, phones, printed suit signs, and hands over them.

Each is a BGRA picture at PROP_SCALE px/mm with its own transparency.
"""

from __future__ import annotations

import math
import random

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.fonts import resize_mask, text_mask
from vision.pips import suit_mask
from vision.styles import Style
from vision.training.backgrounds import WORDS

Image = NDArray[np.uint8]
PROP_SCALE = 3.0
_SKINS = ((150, 180, 225), (120, 150, 205), (90, 120, 180), (60, 80, 120), (40, 50, 80))


def random_prop(rng: np.random.Generator, style: Style) -> Image:
    """A decoy that lies on the table or on cards; ``style`` lends its letters and suit signs."""
    kind = rng.integers(6)
    return (_chip, _paper, _keyboard, _slab, _sign, _slab)[kind](rng, style)


def _blank(height_mm: float, width_mm: float, colour: NDArray[np.float64]) -> Image:
    size = (max(4, int(height_mm * PROP_SCALE)), max(4, int(width_mm * PROP_SCALE)))
    return np.dstack([np.full((*size, 3), np.clip(colour, 0, 255), np.uint8), np.full(size, 255, np.uint8)])


def _colour(rng: np.random.Generator) -> tuple[int, int, int]:
    blue, green, red = (int(v) for v in rng.integers(0, 256, 3))
    return blue, green, red


def _chip(rng: np.random.Generator, style: Style) -> Image:
    """A poker chip or coin with a number, a letter or a suit sign."""
    image = _blank(40, 40, rng.uniform(20, 255, 3))
    radius = image.shape[0] // 2
    alpha = np.zeros(image.shape[:2], np.uint8)
    cv2.circle(alpha, (radius, radius), radius - 1, 255, -1, cv2.LINE_AA)
    face = np.ascontiguousarray(image[..., :3])
    edge = _colour(rng)
    for start in range(0, 360, int(rng.choice([30, 45, 60]))):
        cv2.ellipse(face, (radius, radius), (radius - 5, radius - 5), start, 0, 14, edge, 9)
    if rng.random() < 0.5:
        _letters(face, rng, style, str(rng.choice(["1", "5", "10", "25", "50", "100", "A", "K", "2"])), radius * 0.7)
    else:
        _stamp(face, suit_mask(str(rng.choice(list("SHDC"))), style)[0], radius, radius, radius, _colour(rng))
    return np.dstack([face, alpha])


def _paper(rng: np.random.Generator, _: Style) -> Image:
    """A score sheet or receipt: lines of letters and figures."""
    image = _blank(rng.uniform(30, 120), rng.uniform(40, 150), rng.uniform(200, 255) + rng.normal(0, 6, 3))
    face = np.ascontiguousarray(image[..., :3])
    for row in range(16, image.shape[0] - 5, int(rng.integers(14, 34))):
        text = "".join(rng.choice(list(WORDS), int(rng.integers(3, 26))))
        thick = int(rng.integers(1, 3))
        cv2.putText(face, text, (8, row), int(rng.choice([0, 2, 3, 4, 6])), rng.uniform(0.4, 1.1), _colour(rng), thick)
    image[..., :3] = face
    return image


def _keyboard(rng: np.random.Generator, _: Style) -> Image:
    """Rows of keys with letters."""
    light = rng.random() < 0.5
    image = _blank(60, 180, np.full(3, 60 if light else 20.0))
    face = np.ascontiguousarray(image[..., :3])
    step, tone = int(18 * PROP_SCALE), int(rng.integers(190, 235) if light else rng.integers(25, 70))
    ink = (40, 40, 40) if light else (210, 210, 210)
    for top in range(3, face.shape[0] - step // 2, step):
        for left in range(3 + int(rng.integers(0, 20)), face.shape[1] - step // 2, step):
            cv2.rectangle(face, (left, top), (left + step - 6, top + step - 6), (tone, tone, tone), -1)
            cv2.putText(face, str(rng.choice(list(WORDS))), (left + 6, top + 22), 0, 0.6, ink, 1, cv2.LINE_AA)
    image[..., :3] = face
    return image


def _slab(rng: np.random.Generator, _: Style) -> Image:
    """A phone, a pen, a box, a glass mat: plain bodies that cover cards."""
    size = [(146, 72), (140, 9), (60, 60), (30, 90), (25, 25)][rng.integers(5)]
    image = _blank(*size, rng.uniform(0, 255, 3))
    shade = np.linspace(rng.uniform(0.6, 1.0), 1.0, image.shape[1])[None, :, None]
    image[..., :3] = (image[..., :3] * shade).astype(np.uint8)
    if rng.random() < 0.4:
        image[..., 3] = 0
        middle = (image.shape[1] // 2, image.shape[0] // 2)
        alpha = np.zeros(image.shape[:2], np.uint8)
        cv2.ellipse(alpha, middle, middle, 0, 0, 360, 255, -1, cv2.LINE_AA)
        image[..., 3] = alpha
    return image


def _sign(rng: np.random.Generator, style: Style) -> Image:
    """A suit sign or a large letter printed on the cloth, as on game tables: it is no card."""
    image = _blank(rng.uniform(15, 70), 60, np.zeros(3))
    face, size = np.full_like(image[..., :3], _colour(rng)), min(image.shape[:2])
    alpha = np.zeros((*image.shape[:2], 3), np.uint8)
    if rng.random() < 0.6:
        sign = suit_mask(str(rng.choice(list("SHDC"))), style)[0]
        _stamp(alpha, sign, image.shape[1] // 2, image.shape[0] // 2, size * 0.9, (255, 255, 255))
    else:
        _letters(alpha, rng, style, str(rng.choice(["A", "K", "Q", "J", "10", "7", "2"])), size * 0.8, (255, 255, 255))
    return np.dstack([face, alpha[..., 0]])


def _stamp(face: Image, mask: Image, x: float, y: float, size: float, colour: tuple[int, int, int]) -> None:
    small = resize_mask(mask, size * mask.shape[1] / mask.shape[0], size)
    left, top = max(0, int(x - small.shape[1] / 2)), max(0, int(y - small.shape[0] / 2))
    part = face[top : top + small.shape[0], left : left + small.shape[1]]
    share = small[: part.shape[0], : part.shape[1], None] / 255.0
    part[:] = (part * (1 - share) + np.array(colour) * share).astype(np.uint8)


def _letters(
    face: Image,
    rng: np.random.Generator,
    style: Style,
    text: str,
    size: float,
    colour: tuple[int, int, int] | None = None,
) -> None:
    mask = text_mask(style.font, text)[0]
    size = min(size, size * face.shape[1] * 0.8 / (size * mask.shape[1] / mask.shape[0] + 1))
    _stamp(face, mask, face.shape[1] / 2, face.shape[0] / 2, size, colour or _colour(rng))


def hand(rng: np.random.Generator) -> Image:
    """A hand with its sleeve, fingers towards the top of the picture, the thumb at one side."""
    image = _blank(260, 120, np.zeros(3))
    alpha = np.zeros(image.shape[:2], np.uint8)
    face = np.zeros((*image.shape[:2], 3), np.uint8)
    skin = np.clip(np.array(_SKINS[rng.integers(len(_SKINS))]) + rng.normal(0, 10, 3), 0, 255)
    middle = 60 * PROP_SCALE
    spread = rng.uniform(0.05, 0.25)
    for i in range(5):
        angle = -math.pi / 2 + (i - 2) * spread if i < 4 else -math.pi / 2 + 0.9
        reach, base = (rng.uniform(50, 80), 70.0) if i < 4 else (rng.uniform(45, 60), 95.0)
        start = (int(middle + (i - 1.5) * 17 * PROP_SCALE) if i < 4 else int(middle + 25 * PROP_SCALE), int(base * 3))
        end = (int(start[0] + reach * 3 * math.cos(angle)), int(start[1] + reach * 3 * math.sin(angle)))
        cv2.line(alpha, start, end, 255, int(17 * PROP_SCALE), cv2.LINE_AA)
        cv2.line(face, start, end, (210 - 10 * i,) * 3, int(17 * PROP_SCALE), cv2.LINE_AA)
    palm = (int(middle), int(100 * PROP_SCALE))
    axes = (int(36 * PROP_SCALE), int(48 * PROP_SCALE))
    for picture, tone in ((alpha, 255), (face, (215, 215, 215))):
        cv2.ellipse(picture, palm, axes, 0, 0, 360, tone, -1, cv2.LINE_AA)
        cv2.rectangle(picture, (int(middle - 75), palm[1]), (int(middle + 75), image.shape[0]), tone, -1)
    shade = cv2.GaussianBlur(face, (0, 0), 7).astype(np.float32) / 255
    painted = shade * skin
    sleeve = int(rng.uniform(150, 230) * PROP_SCALE)
    painted[sleeve:] = shade[sleeve:] * rng.uniform(10, 255, 3)
    alpha[sleeve:, int(middle - 95) : int(middle + 95)] = 255
    return np.dstack([np.clip(painted, 0, 255).astype(np.uint8), alpha])


def as_random(rng: np.random.Generator) -> random.Random:
    """A `random.Random` that continues this generator's stream."""
    return random.Random(int(rng.integers(1 << 62)))
