"""What a rendered table can have beyond its level, for measuring: a lens that bends lines, coins, a printed cloth."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.ports import Cover, Placement, Scene
from vision.arrays import Picture, f32, u8
from vision.decks.printed import PrintedDeck
from vision.scenes.measure import random_scene
from vision.scenes.screens import Screen


@dataclass(frozen=True)
class Extras:
    """Additions to a level.

    ``distortion``: how far the corners of the picture are drawn in, as a share (0.02 is a good webcam). ``coins``:
    chance that a coin lies on a card. ``cloth``: one of `vision.scenes.cloth_prints.PRINTS` printed on the table, or
    "". ``screen``: a lit screen that lies on the table.
    """

    distortion: float = 0.0
    coins: float = 0.0
    cloth: str = ""
    screen: Screen | None = None


PLAIN = Extras()

COIN_MM = (16.0, 27.0)
METALS = ((70, 130, 190), (90, 160, 205), (165, 170, 172), (60, 95, 150))
"""BGR of copper, brass, nickel and old bronze."""
COIN_REACH = (0.22, 0.24)
"""A coin's middle is at most this far from the card's, as shares of width and height: it never hides an index."""


def coin(rng: random.Random, px_per_mm: float) -> Picture:
    """A coin as BGRA at this scale: a rim, a worn relief, a highlight."""
    across = rng.uniform(*COIN_MM) * px_per_mm
    size = math.ceil(across) + 2
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    x, y = (x - (size - 1) / 2) / (across / 2), (y - (size - 1) / 2) / (across / 2)
    away = np.hypot(x, y)
    noise = np.random.default_rng(rng.getrandbits(32)).standard_normal((size, size)).astype(np.float32)
    relief = f32(cv2.GaussianBlur(noise, (0, 0), max(0.8, 0.5 * px_per_mm)))
    relief = f32(relief / max(1e-6, float(np.abs(relief).max())))
    turn = rng.uniform(0, 2 * math.pi)
    shade = 0.85 + 0.25 * (x * math.cos(turn) + y * math.sin(turn)) * away + 0.28 * relief * (away < 0.84)
    shade = shade + 0.25 * np.exp(-(((away - 0.92) / 0.05) ** 2))
    body = f32(rng.choice(METALS)) * shade[..., None].astype(np.float32)
    cover = np.clip((1 - away) * across / 2 + 0.5, 0, 1) * 255
    return np.dstack([u8(np.clip(body, 0, 255)), u8(cover)])


def with_coin(face: Picture, rng: random.Random, px_per_mm: float) -> Picture:
    """A face (BGRA) with a coin lying somewhere near its middle, and the coin's shadow."""
    thing, laid = coin(rng, px_per_mm), face.astype(np.float32)
    height, width = face.shape[:2]
    size = thing.shape[0]
    left = round(width * (0.5 + rng.uniform(-1, 1) * COIN_REACH[0]) - size / 2)
    top = round(height * (0.5 + rng.uniform(-1, 1) * COIN_REACH[1]) - size / 2)
    cover = np.zeros((height, width), np.float32)
    cover[top : top + size, left : left + size] = thing[..., 3].astype(np.float32) / 255
    colour = np.zeros((height, width, 3), np.float32)
    colour[top : top + size, left : left + size] = thing[..., :3]
    shift = np.array([[1, 0, 0.9 * px_per_mm], [0, 1, 1.1 * px_per_mm]], np.float32)
    shadow = cv2.GaussianBlur(cv2.warpAffine(cover, shift, (width, height)), (0, 0), 0.7 * px_per_mm) * 0.45
    laid[..., :3] *= 1 - (shadow * (1 - cover))[..., None]
    laid[..., :3] = laid[..., :3] * (1 - cover[..., None]) + colour * cover[..., None]
    return u8(laid)


FINGERS_MM = (-62.0, 58.0)
"""How far to the left and right of the middle finger's tip a hand and its sleeve cover (mm), see
`vision.scenes.hands`."""
CLEAR_MM = 9.0
TIP_CLEAR_MM = 22.0
"""An index this far beside the hand, or ahead of its fingertips, shows whole."""
ARM_MM = 420.0
"""Arm and sleeve reach at least this far from the fingertips (mm)."""


def hand_over(
    rng: random.Random, cards: tuple[Placement, ...], area: tuple[float, float], deck: PrintedDeck
) -> Cover | None:
    """A hand that lies partly on one of the cards and leaves every face-up card an index that shows whole.

    None where none is found: on crowded tables most hands hide some card's only free index.
    """
    for _ in range(60):
        card = rng.choice(cards)
        x, y = card.x + rng.uniform(-26, 26), card.y + rng.uniform(-34, 34)
        # The arm leaves over an edge that is near enough for the sleeve to reach it.
        ways = {0.0: y, 90.0: area[0] - x, 180.0: area[1] - y, 270.0: x}
        hand = Cover(x, y, rng.choice([way for way, far in ways.items() if far < ARM_MM]) + rng.gauss(0, 12))
        if all(_shows(one, hand, deck) for one in cards if one.card is not None):
            return hand
    return None


def _shows(card: Placement, hand: Cover, deck: PrintedDeck) -> bool:
    """Whether one of the two indices of a card is clear of a hand."""
    turn, away = math.radians(card.angle), math.radians(hand.angle + 180)
    wide, high = deck.size_mm[0] / 2 - 7, deck.size_mm[1] / 2 - 13
    for side in (-1, 1):
        x = card.x + side * (math.cos(turn) * wide - math.sin(turn) * high)
        y = card.y + side * (math.sin(turn) * wide + math.cos(turn) * high)
        # Into the hand's own frame, in which the arm leaves downwards.
        dx, dy = x - hand.x, y - hand.y
        across, along = math.cos(away) * dx + math.sin(away) * dy, -math.sin(away) * dx + math.cos(away) * dy
        beside = across < FINGERS_MM[0] - CLEAR_MM or across > FINGERS_MM[1] + CLEAR_MM
        if beside or along < -TIP_CLEAR_MM:
            return True
    return False


EXTRA_KINDS = ("dense", "hands", "jokers")
"""Scenes beyond `vision.scenes.measure.KINDS`."""


def deck_scene(rng: random.Random, kind: str, area: tuple[float, float], deck: PrintedDeck) -> Scene:
    """A scene of `vision.scenes.measure.KINDS` or of EXTRA_KINDS with cards that the deck has.

    Every face-up card shows at least one whole index, and nothing leaves the area. "dense": a fan of 13 whose cards
    show their index and hardly more. "hands": cards apart from each other, a hand lying on one of them. "jokers":
    cards apart, the jokers of the deck among them (none where it has none).
    """
    codes = [code for code in deck.codes if code[0] != "X"]
    rng.shuffle(codes)
    if kind == "dense":
        return Scene(_dense_fan(rng, codes[:13], area, deck))
    if kind not in EXTRA_KINDS:
        scene = random_scene(rng, kind, area)
        up = [card for card in scene.cards if card.card is not None][: len(codes)]
        backs = tuple(card for card in scene.cards if card.card is None)
        return Scene(tuple(replace(card, card=code) for card, code in zip(up, codes, strict=False)) + backs)
    if kind == "jokers":
        codes = [code for code in deck.codes if code[0] == "X"] + codes
    count = min(rng.randint(3, 6), len(codes))
    cards = tuple(
        Placement(code, x, y, rng.uniform(0, 360))
        for code, (x, y) in zip(rng.sample(codes[:count], count), cells(rng, area), strict=False)
    )
    hand = hand_over(rng, cards, area, deck) if kind == "hands" else None
    return Scene(cards, () if hand is None else (hand,))


def cells(rng: random.Random, area: tuple[float, float]) -> list[tuple[float, float]]:
    """Middles of places at least a card's diagonal apart."""
    columns, rows = max(1, int((area[0] - 20) // 118)), max(1, int((area[1] - 20) // 118))
    wide, high = (area[0] - 20) / columns, (area[1] - 20) / rows
    middles = [(10 + (c + 0.5) * wide, 10 + (r + 0.5) * high) for c in range(columns) for r in range(rows)]
    return rng.sample(middles, len(middles))


def _dense_fan(
    rng: random.Random, codes: list[str], area: tuple[float, float], deck: PrintedDeck
) -> tuple[Placement, ...]:
    """A hand-held fan: each card turned about a point below it so far that the one below shows its index."""
    radius = rng.uniform(90, 150)
    strip = index_width(deck) + rng.uniform(0.5, 3.5)
    step = strip / (radius + deck.size_mm[1] / 2 - 12)
    half = step * (len(codes) - 1) / 2
    turn = rng.choice((0.0, math.pi)) + rng.gauss(0, 0.15)
    lift = radius * (1 + math.cos(half)) / 2
    x, y = area[0] / 2 + rng.gauss(0, 25), area[1] / 2 + rng.gauss(0, 8)
    cards = []
    for i, code in enumerate(codes):
        angle = i * step - half
        dx, dy = radius * math.sin(angle), lift - radius * math.cos(angle)
        across, down = math.cos(turn) * dx - math.sin(turn) * dy, math.sin(turn) * dx + math.cos(turn) * dy
        cards.append(Placement(code, x + across, y + down, math.degrees(turn + angle)))
    return tuple(cards)


def index_width(deck: PrintedDeck) -> float:
    """How far from the left edge the index of a deck reaches (mm): measured if known, else from the rank's height."""
    at = getattr(getattr(deck, "facts", None), "index_at", None)
    if at is not None:
        return float(2 * at[0]) - 1.5
    return 3.0 + 0.85 * (deck.index_mm or 9.0)
