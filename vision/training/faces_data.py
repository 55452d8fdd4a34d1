"""Whole cards for the face net: several views of the same faces, as a reader would cut them from a picture."""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cards import RANKS, SUITS
from companion.ports import CARD_MM
from vision.training.conventions import FACE_HEIGHT, FACE_WIDTH
from vision.training.decks import Deck, DeckSource
from vision.training.light import develop
from vision.training.props import PROP_SCALE, as_random, hand
from vision.training.scenes import BLACK, RED, SceneMaker, Stage, View, camera, project, visible_share

Image = NDArray[np.uint8]
Matrix = NDArray[np.float64]

FACES, VIEWS = 12, 3
"""Faces of a deck in a row, and views of each."""
FOREIGN = 0.35
"""Share of decks without Latin indices: the embedding serves them most."""
FACE_VIEW = View(size=224, low=84.0, high=210.0, tilt=32.0)
JOKER = len(RANKS)
"""Rank of a joker; UNKNOWN that of a foreign face."""
UNKNOWN = -1
LEAST_VISIBLE = 0.4


def class_of(deck: Deck, code: str) -> tuple[int, int]:
    """Rank and suit of a face as the net should say them; UNKNOWN for faces without indices."""
    if not deck.points_of(code):
        return UNKNOWN, UNKNOWN
    if code[0] == "X":
        return JOKER, {"B": BLACK, "R": RED}[code[1]]
    return RANKS.index(code[0]), SUITS.index(code[1])


def cut_card(image: Image, to_px: Matrix) -> Image:
    """The card whose mm ``to_px`` maps to px, upright, FACE_WIDTH x FACE_HEIGHT."""
    wide, high = CARD_MM
    fit = to_px @ np.diag([wide / FACE_WIDTH, high / FACE_HEIGHT, 1.0])
    half, back = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]]), np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    shrink = float(np.hypot(*(project(to_px, [(wide / 2, high)]) - project(to_px, [(wide / 2, 0)]))[0])) / FACE_HEIGHT
    if shrink > 1.25:
        # A copy not much finer than the cut-out, so that it does not alias; its scale goes into the map.
        size = (round(image.shape[1] * 1.25 / shrink), round(image.shape[0] * 1.25 / shrink))
        fit = np.diag([size[0] / image.shape[1], size[1] / image.shape[0], 1.0]) @ fit
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    size = (FACE_WIDTH, FACE_HEIGHT)
    cut = cv2.warpPerspective(image, back @ fit @ half, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)


def wrong_pose(rng: np.random.Generator, to_px: Matrix) -> Matrix:
    """The pose as a reader finds it: 1.2 mm, 1.5 degrees, 2.5% off, now and then far more; either way up."""
    more = 1.0 if rng.random() < 0.75 else 2.6
    wide, high = CARD_MM
    turn = math.radians(rng.normal(0, 1.5 * more)) + (math.pi if rng.random() < 0.5 else 0)
    grow = math.exp(rng.normal(0, 0.025 * more))
    cos, sin = math.cos(turn) * grow, math.sin(turn) * grow
    x, y = rng.normal(0, 1.2 * more, 2)
    move = np.array([[cos, -sin, wide / 2 + x], [sin, cos, high / 2 + y], [0, 0, 1]])
    return np.asarray(to_px @ move @ np.array([[1, 0, -wide / 2], [0, 1, -high / 2], [0, 0, 1.0]]), np.float64)


class FaceMaker:
    """Draws views of faces; two makers with the same seed and sources draw the same ones."""

    def __init__(self, seed: int, art: Path | None = None, decks: DeckSource | None = None) -> None:
        self.rng = np.random.default_rng(seed)
        self.decks = decks or DeckSource(as_random(self.rng), art=art, foreign=FOREIGN)
        self._tables = SceneMaker(seed, FACE_VIEW, decks=self.decks)

    def view(self, deck: Deck, code: str) -> Image:
        """One view of a face: alone, or with cards, or a hand, over part of it."""
        rng = self.rng
        for _ in range(8):
            scale = math.exp(rng.uniform(math.log(FACE_VIEW.low), math.log(FACE_VIEW.high))) / CARD_MM[1]
            stage = Stage(rng, self._tables.table(), camera(rng, FACE_VIEW, scale), scale)
            place = (*rng.normal(0, 4, 2), rng.uniform(0, 2 * math.pi))
            others = [str(other) for other in rng.choice(deck.codes, 3)]
            if rng.random() < 0.3:
                self._lay(stage, deck, others[0], rng.uniform(8, 60), 2)
            to_px = stage.lay(deck.face(code), place, 1)
            if rng.random() < 0.3:
                self._lay(stage, deck, others[1], rng.uniform(28, 80), 3)
            if rng.random() < 0.1:
                self._lay(stage, deck, others[2], rng.uniform(34, 80), 4)
            if rng.random() < 0.08:
                stage.put(hand(rng), PROP_SCALE, (*rng.normal(0, 40, 2), rng.uniform(0, 2 * math.pi)), -1)
            if to_px is None or self._seen(stage, to_px) < LEAST_VISIBLE:
                continue
            return cut_card(develop(rng, stage.image, stage.owner > 0, scale), wrong_pose(rng, to_px))
        raise RuntimeError("no view of a face in eight tries: the layout hides the card")

    def _lay(self, stage: Stage, deck: Deck, code: str, away: float, number: int) -> None:
        angle, turn = self.rng.uniform(0, 2 * math.pi, 2)
        stage.lay(deck.face(code), (away * math.cos(angle), away * math.sin(angle), turn), number)

    @staticmethod
    def _seen(stage: Stage, to_px: Matrix) -> float:
        u, v = np.meshgrid(np.linspace(2, CARD_MM[0] - 2, 8), np.linspace(2, CARD_MM[1] - 2, 11))
        return visible_share(1, np.column_stack([u.ravel(), v.ravel()]), to_px, stage.owner)


def render_faces(maker: FaceMaker, count: int, path: Path) -> None:
    """Write a shard of ``count`` decks: <path>.npz with cards (decks x FACES x VIEWS pictures), ranks, suits."""
    cards = np.empty((count, FACES, VIEWS, FACE_HEIGHT, FACE_WIDTH, 3), np.uint8)
    classes = np.empty((count, FACES, 2), np.int64)
    for i in range(count):
        deck = maker.decks.new()
        codes = [str(code) for code in maker.rng.choice(sorted(set(deck.codes)), FACES, replace=False)]
        for j, code in enumerate(codes):
            classes[i, j] = class_of(deck, code)
            for k in range(VIEWS):
                cards[i, j, k] = maker.view(deck, code)
    part = Path(f"{path}.part.npz")
    np.savez(part, cards=cards, ranks=classes[..., 0], suits=classes[..., 1])
    part.rename(f"{path}.npz")


def load_faces(folder: Path, known: set[str]) -> tuple[Image, NDArray[np.int64], NDArray[np.int64]] | None:
    """Cards, ranks and suits of all shards in a folder not yet ``known`` (then added there), or None."""
    new = [path for path in sorted(folder.glob("*.npz")) if path.name not in known and ".part" not in path.name]
    if not new:
        return None
    known.update(path.name for path in new)
    shards = [np.load(path) for path in new]
    cards, ranks, suits = (np.concatenate([shard[key] for shard in shards]) for key in ("cards", "ranks", "suits"))
    return cards, ranks, suits
