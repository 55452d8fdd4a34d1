"""Things among the cards: chips, papers, keyboards, phones, printed suit signs, and hands over them.

Each is a BGRA picture at PROP_SCALE px/mm with its own transparency.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.decks.emblems import random_emblem
from vision.decks.faces import draw_face
from vision.decks.fonts import resize_mask, text_mask
from vision.decks.pips import suit_mask
from vision.decks.styles import Style
from vision.scenes.hands import posed_hand
from vision.training.backgrounds import WORDS

Image = NDArray[np.uint8]
PROP_SCALE = 3.0


def random_prop(rng: np.random.Generator, style: Style) -> Image:
    """A decoy that lies on the table or on cards; ``style`` lends its letters and suit signs."""
    kinds = list(_PROPS)
    return kinds[rng.choice(len(kinds), p=list(_PROPS.values()))](rng, style)


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


def _printed_card(rng: np.random.Generator, style: Style) -> Image:
    """An ace or king printed on the cloth in one ink: a frame of a card's size with corners and a sign."""
    drawn = draw_face(str(rng.choice(["AS", "AH", "AC", "AD", "2S", "TH"])), style, PROP_SCALE)
    grey = np.abs(drawn[..., :3].astype(np.int16) - np.array(style.ground, np.int16)).max(2)
    ink = np.clip(grey * 1.5, 0, 255).astype(np.uint8)
    cv2.rectangle(ink, (3, 3), (ink.shape[1] - 4, ink.shape[0] - 4), 255, int(rng.integers(1, 5)))
    size = rng.uniform(0.6, 1.8)
    ink = np.asarray(cv2.resize(ink, None, fx=size, fy=size, interpolation=cv2.INTER_AREA), np.uint8)
    alpha = (ink * rng.uniform(0.5, 1.0)).astype(np.uint8)
    return np.dstack([np.full((*ink.shape, 3), _colour(rng), np.uint8), alpha])


def _coin(rng: np.random.Generator, _: Style) -> Image:
    """A coin: metal with a rim, a worn relief and a figure."""
    radius = rng.uniform(8, 14)
    image = _blank(2 * radius, 2 * radius, np.array([(60, 130, 190), (180, 185, 190), (90, 180, 205)][rng.integers(3)]))
    face, middle = np.ascontiguousarray(image[..., :3]), image.shape[0] // 2
    shade = np.linspace(rng.uniform(0.6, 0.9), 1.1, image.shape[1])[None, :, None]
    face[:] = np.clip(face * shade, 0, 255).astype(np.uint8)
    dark = tuple(int(v * 0.55) for v in face[middle, middle])
    cv2.circle(face, (middle, middle), int(middle * 0.86), dark, 1, cv2.LINE_AA)
    cv2.putText(face, str(rng.choice(["1", "2", "5", "10", "20", "50"])), (middle // 2, middle + middle // 3),
                int(rng.choice([0, 2, 3, 4])), middle / 32, dark, 2, cv2.LINE_AA)  # fmt: skip
    alpha = np.zeros(image.shape[:2], np.uint8)
    cv2.circle(alpha, (middle, middle), middle - 1, 255, -1, cv2.LINE_AA)
    return np.dstack([face, alpha])


def _die(rng: np.random.Generator, _: Style) -> Image:
    """A die seen from above."""
    image = _blank(16, 16, rng.uniform(150, 255) + rng.normal(0, 25, 3))
    face, size = np.ascontiguousarray(image[..., :3]), image.shape[0]
    spots = {1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8]}
    ink = (30, 30, 30) if rng.random() < 0.7 else (40, 40, 200)
    for spot in spots[int(rng.integers(1, 7))]:
        at = (size * (1 + spot % 3) // 4, size * (1 + spot // 3) // 4)
        cv2.circle(face, at, size // 11, ink, -1, cv2.LINE_AA)
    cv2.rectangle(face, (0, 0), (size - 1, size - 1), (120, 120, 120), 2)
    return np.dstack([face, image[..., 3]])


def _bloom(rng: np.random.Generator, _: Style) -> Image:
    """A flower, a leaf or a fruit that lies about, or is printed on the cloth."""
    size = rng.uniform(14, 60)
    image = _blank(size, size, np.zeros(3))
    source = as_random(rng)
    emblem = random_emblem(source, source.choice(("rosette", "sun", "leaf", "fruit", "flower", "crown", "shield")))
    palette = [_colour(rng) for _ in range(4)]
    face, alpha = np.ascontiguousarray(image[..., :3]), np.zeros(image.shape[:2], np.uint8)
    for points, colour in emblem:
        corners = [np.round((points * 0.48 + 0.5) * image.shape[0] * 16).astype(np.int32)]
        cv2.fillPoly(face, corners, palette[colour % 4], cv2.LINE_AA, 4)
        cv2.fillPoly(alpha, corners, 255, cv2.LINE_AA, 4)
    return np.dstack([face, alpha])


def _phone(rng: np.random.Generator, style: Style) -> Image:
    """A phone whose screen shows small cards, or lines of text."""
    image = _blank(146, 70, np.full(3, rng.uniform(5, 60)))
    top, left = int(5 * PROP_SCALE), int(3 * PROP_SCALE)
    screen = np.ascontiguousarray(image[top:-top, left:-left, :3])
    screen[:] = _colour(rng)
    for row in range(int(rng.integers(1, 4))):
        for column in range(int(rng.integers(1, 4))):
            card = draw_face(str(rng.choice(["AS", "KH", "7C", "TD", "QS"])), style, rng.uniform(0.9, 1.2))[..., :3]
            y, x = 20 + row * (card.shape[0] + 6), 6 + column * (card.shape[1] + 5)
            part = screen[y : y + card.shape[0], x : x + card.shape[1]]
            part[:] = card[: part.shape[0], : part.shape[1]]
    image[top:-top, left:-left, :3] = screen
    return image


def _sleeve(rng: np.random.Generator, _: Style) -> Image:
    """A forearm in its sleeve across the table."""
    image = _blank(300, rng.uniform(70, 110), np.zeros(3))
    high, wide = image.shape[:2]
    x = np.abs(np.linspace(-1, 1, wide))
    body = np.sqrt(np.clip(1 - x * x, 0, 1))[None, :, None] * 0.5 + 0.5
    folds = cv2.GaussianBlur(rng.standard_normal((high, wide)).astype(np.float32), (0, 0), 16, sigmaY=6)
    cloth = np.array(_colour(rng)) * (body + 3.5 * folds[..., None])
    edge = np.clip((1 - x) * wide / 4, 0, 1) * 255
    alpha = np.repeat(edge[None, :], high, 0).astype(np.uint8)
    return np.dstack([np.clip(cloth, 0, 255).astype(np.uint8), alpha])


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
    colour, cover = _hand(int(rng.integers(_HANDS)))
    gain = rng.uniform(0.6, 1.15) * (1 + rng.normal(0, 0.08, 3))
    painted = np.clip(colour * gain, 0, 255).astype(np.uint8)
    reach = int(cover.shape[0] * rng.uniform(0.72, 1.0))
    picture = np.dstack([painted, cover])[:reach]
    return np.ascontiguousarray(picture[:, ::-1] if rng.random() < 0.5 else picture)


_HANDS = 24
"""Hands that one process draws; where they lie, their colour and how much of the arm shows differs each time."""


@lru_cache(maxsize=_HANDS)
def _hand(number: int) -> tuple[Image, Image]:
    """One of the hands: colour and cover at PROP_SCALE, drawn coarsely and enlarged."""
    colour, cover = posed_hand(np.random.default_rng(7000 + number), 1.2, 330.0)
    size = (round(cover.shape[1] * PROP_SCALE / 1.2), round(cover.shape[0] * PROP_SCALE / 1.2))
    smooth = [np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_CUBIC), np.uint8) for part in (colour, cover)]
    return smooth[0], smooth[1]


def as_random(rng: np.random.Generator) -> random.Random:
    """A `random.Random` that continues this generator's stream."""
    return random.Random(int(rng.integers(1 << 62)))


_PROPS: dict[Callable[[np.random.Generator, Style], Image], float] = {
    _chip: 0.15, _paper: 0.11, _keyboard: 0.1, _slab: 0.2, _sign: 0.12, _printed_card: 0.07, _coin: 0.08, _die: 0.03,
    _bloom: 0.07, _phone: 0.03, _sleeve: 0.04,
}  # fmt: skip
