"""Endless rendered scenes of cards on tables, with the exact place and class of every corner index.

Table coordinates are mm with the origin under the middle of the picture; pictures are square, BGR.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cards import SUITS
from companion.ports import CARD_MM
from vision.decks.styles import Style
from vision.training.backgrounds import background
from vision.training.conventions import GLYPHS
from vision.training.decks import SCALE, Deck, DeckSource, StyleDeck
from vision.training.layouts import random_layout
from vision.training.light import develop
from vision.training.props import PROP_SCALE, as_random, hand, random_prop

Image = NDArray[np.uint8]
Matrix = NDArray[np.float64]
Points = NDArray[np.float64]

COLUMNS = ("x", "y", "cx", "cy", "ux", "uy", "scale", "visible", "glyph", "suit")
"""Columns of a scene's labels: index centre and card centre (px), up (unit vector), px/mm along up at the
index, visible share of the index (0 to 1), index into GLYPHS, index into companion.cards.SUITS (of a joker
BLACK or RED)."""
BLACK, RED = 4, 5

BODY_COLUMNS = ("x", "y", "cos", "sin", "height", "visible", "back")
"""Columns of a scene's bodies, one row a card: its middle (px), cosine and sine of twice its turn (clockwise from the
long side upright), its height (px), the visible share of it, 1 if it lies face down."""


class Scene(NamedTuple):
    """A picture, the labels of its indices (n x COLUMNS) and of its cards (n x BODY_COLUMNS)."""

    image: Image
    labels: NDArray[np.float32]
    bodies: NDArray[np.float32]


@dataclass(frozen=True)
class View:
    """How to look: picture size (px) and the range of card heights (px, before tilt), tilt at most (degrees)."""

    size: int = 512
    low: float = 78.0
    high: float = 190.0
    tilt: float = 36.0
    mixed: float = 0.08
    """Share of scenes in which every card is of another deck."""


FINDER_VIEW = View()
PATCH_VIEW = View(size=704, low=100.0, high=340.0, mixed=0.5)


class SceneMaker:
    """Draws scenes; two makers with the same seed and sources draw the same ones."""

    def __init__(self, seed: int, view: View, art: Path | None = None, decks: DeckSource | None = None) -> None:
        self.rng = np.random.default_rng(seed)
        self.view = view
        self.decks = decks or DeckSource(as_random(self.rng), art=art)
        self._tables = [background(self.rng, view.size) for _ in range(6)]

    def scene(self) -> Scene:
        """A picture and its labels; indices hidden entirely are left out."""
        rng, view = self.rng, self.view
        height = math.exp(rng.uniform(math.log(view.low), math.log(view.high)))
        scale = height / CARD_MM[1]
        stage = Stage(rng, self.table(), camera(rng, view, scale), scale)
        reach = view.size / scale * 1.25
        most = max(2, int((view.size / height) ** 2 * rng.uniform(0.15, 1.7)))
        style = next((deck.style for deck in self.decks.pool if isinstance(deck, StyleDeck)), None)
        if style is not None:
            self._props(stage, style, reach, int(rng.integers(0, 3)))
        labels, cards = [], []
        deck, mixed = self.decks.draw(), rng.random() < view.mixed
        codes = list(rng.permutation(deck.codes))
        for i, (x, y, turn) in enumerate(random_layout(rng, reach, reach, min(most, 45))):
            deck = self.decks.draw() if mixed else deck
            hidden = rng.random() < 0.07
            code = str(rng.choice(deck.codes)) if mixed else codes[i % len(codes)]
            to_px = stage.lay(deck.back() if hidden else deck.face(code), (x - reach / 2, y - reach / 2, turn), i + 1)
            if to_px is None:
                continue
            cards.append((i + 1, to_px, hidden))
            if not hidden:
                labels.append((i + 1, deck, code, to_px))
        if style is not None:
            self._props(stage, style, reach, int(rng.integers(0, 3)))
        found = [row for item in labels for row in corner_labels(*item, stage.owner)]
        bodies = [body_label(*card, stage.owner) for card in cards]
        picture = develop(rng, stage.image, stage.owner > 0, scale)
        return Scene(
            picture,
            np.array(found, np.float32).reshape(-1, len(COLUMNS)),
            np.array(bodies, np.float32).reshape(-1, len(BODY_COLUMNS)),
        )

    def table(self) -> NDArray[np.float32]:
        """A table top, turned and toned anew (size x size, BGR)."""
        if self.rng.random() < 0.35:
            self._tables[self.rng.integers(len(self._tables))] = background(self.rng, self.view.size)
        table = self._tables[self.rng.integers(len(self._tables))]
        return np.ascontiguousarray(np.rot90(table, int(self.rng.integers(4)))) * self.rng.uniform(0.8, 1.15)

    def _props(self, stage: Stage, style: Style, reach: float, count: int) -> None:
        for _ in range(count):
            prop = hand(self.rng) if self.rng.random() < 0.3 else random_prop(self.rng, style)
            x, y = self.rng.uniform(-reach / 2, reach / 2, 2)
            stage.put(prop, PROP_SCALE, (x, y, self.rng.uniform(0, 2 * math.pi)), -1)


def camera(rng: np.random.Generator, view: View, scale: float) -> Matrix:
    """Homography from table mm to px of a pinhole camera that looks at the origin, ``scale`` px/mm there."""
    focal = view.size * rng.uniform(0.8, 1.7)
    tilt = math.radians(rng.uniform(0, 8) if rng.random() < 0.5 else rng.uniform(0, view.tilt))
    turn = rng.uniform(0, 2 * math.pi)
    spin = np.array([[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, 1]])
    away = focal / scale
    lens = np.array([[focal, 0, 0], [0, focal * math.cos(tilt), 0], [0, math.sin(tilt), away]])
    roll = rng.uniform(0, 2 * math.pi)
    half = view.size / 2
    place = np.array([[math.cos(roll), -math.sin(roll), half], [math.sin(roll), math.cos(roll), half], [0, 0, 1]])
    return np.asarray(place @ lens @ spin, np.float64)


def project(matrix: Matrix, points: Points | list[tuple[float, float]]) -> Points:
    """Points (n x 2) through a homography."""
    array = np.asarray(points, np.float64)
    mapped = np.column_stack([array, np.ones(len(array))]) @ matrix.T
    return np.asarray(mapped[:, :2] / mapped[:, 2:], np.float64)


class Stage:
    """The picture being built: ``image`` float BGR, ``owner`` the number of what each pixel shows (0 the table)."""

    def __init__(self, rng: np.random.Generator, table: NDArray[np.float32], view: Matrix, scale: float) -> None:
        self.rng, self.image, self.view, self.scale = rng, table.astype(np.float32), view, scale
        self.owner = np.zeros(table.shape[:2], np.int16)
        self.shadow = (rng.normal(0, 1.5, 2) * scale, rng.uniform(0.15, 0.6), rng.uniform(0.6, 3.0) * scale)

    def lay(self, card: Image, place: tuple[float, float, float], number: int) -> Matrix | None:
        """Put a card down; returns the homography from its mm to px, None when it is out of the picture."""
        wide = CARD_MM[0]
        if self.rng.random() < 0.12:
            wide = self.rng.uniform(56.5, 60)
        return self.put(card, SCALE, place, number, (wide / CARD_MM[0], 1.0))

    def put(
        self,
        sprite: Image,
        density: float,
        place: tuple[float, float, float],
        number: int,
        stretch: tuple[float, float] = (1.0, 1.0),
    ) -> Matrix | None:
        """Composite a BGRA sprite of ``density`` px/mm; returns the homography from sprite mm to px."""
        x, y, turn = place
        height, width = sprite.shape[0] / density, sprite.shape[1] / density
        spin = np.array([[math.cos(turn), -math.sin(turn), x], [math.sin(turn), math.cos(turn), y], [0, 0, 1]])
        centre = np.array([[stretch[0], 0, -width / 2 * stretch[0]], [0, stretch[1], -height / 2], [0, 0, 1.0]])
        to_px = np.asarray(self.view @ spin @ centre, np.float64)
        corners = project(to_px, [(0, 0), (width, 0), (width, height), (0, height)])
        size, pad = self.image.shape[0], int(5 * self.scale + 3)
        low = np.maximum(0, np.floor(corners.min(0)).astype(int) - pad)
        high = np.minimum(size, np.ceil(corners.max(0)).astype(int) + pad)
        if (high - low < 4).any():
            return None
        self._blend(sprite, density, to_px, low, high, number)
        return to_px

    def _blend(
        self, sprite: Image, density: float, to_px: Matrix, low: NDArray[np.int_], high: NDArray[np.int_], number: int
    ) -> None:
        (x0, y0), (x1, y1) = low, high
        shrink = min(1.0, self.scale * 1.2 / density)
        if shrink < 0.9:
            sprite = np.asarray(cv2.resize(sprite, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
            density *= shrink
        move = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]]) @ to_px @ np.diag([1 / density, 1 / density, 1])
        # Half a pixel: pixel centres of the sprite are at (i + 0.5) / density mm.
        half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
        move = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]]) @ move @ half
        box = (int(x1 - x0), int(y1 - y0))
        alpha = cv2.warpPerspective(sprite[..., 3], move, box).astype(np.float32) / 255
        ink = cv2.warpPerspective(sprite[..., :3], move, box, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
        (dx, dy), strength, soft = self.shadow
        part = self.image[y0:y1, x0:x1]
        cast = cv2.GaussianBlur(np.roll(alpha, (round(dy), round(dx)), (0, 1)), (0, 0), max(0.5, soft))
        part *= (1 - strength * cast * (1 - alpha))[..., None]
        tone = self.rng.uniform(0.88, 1.04) + np.linspace(0, self.rng.normal(0, 0.04), box[0], dtype=np.float32)
        ink *= tone[None, :, None]
        part += (ink - part) * alpha[..., None]
        self.owner[y0:y1, x0:x1][alpha > 0.5] = number


def corner_labels(
    number: int, deck: Deck, code: str, to_px: Matrix, owner: NDArray[np.int16]
) -> list[tuple[float, ...]]:
    """Label rows (see COLUMNS) of one card: every index that shows at all."""
    centre = project(to_px, [(CARD_MM[0] / 2, CARD_MM[1] / 2)])[0]
    rows = []
    wide, high = deck.size_of(code)
    u, v = np.meshgrid(np.linspace(-0.48, 0.48, 6), np.linspace(-0.48, 0.48, 10))
    for x, y, up in deck.points_of(code):
        at, above = project(to_px, [(x, y), (x, y - 10.0 * up)])
        grid = np.column_stack([x + u.ravel() * wide, y + v.ravel() * high])
        share = visible_share(number, grid, to_px, owner)
        if not share:
            continue
        length = float(np.hypot(*(above - at)))
        glyph, suit = GLYPHS.index(deck.glyph(code[0])), {"B": BLACK, "R": RED}.get(code[1], -1)
        suit = SUITS.index(code[1]) if suit < 0 else suit
        rows.append((*at, *centre, *((above - at) / length), length / 10, share, glyph, suit))
    return rows


def visible_share(number: int, points: Points, to_px: Matrix, owner: NDArray[np.int16]) -> float:
    """Share of points of a card (mm) that show it, 0 to 1."""
    column, row = np.floor(project(to_px, points)).astype(int).T
    inside = (column >= 0) & (row >= 0) & (column < owner.shape[1]) & (row < owner.shape[0])
    return float((owner[row[inside], column[inside]] == number).sum() / len(points))


def body_label(number: int, to_px: Matrix, back: bool, owner: NDArray[np.int16]) -> tuple[float, ...]:
    """Row (see BODY_COLUMNS) of one card."""
    wide, high = CARD_MM
    centre, top, bottom = project(to_px, [(wide / 2, high / 2), (wide / 2, 0), (wide / 2, high)])
    up = top - bottom
    turn = 2 * math.atan2(up[0], -up[1])
    u, v = np.meshgrid(np.linspace(2, wide - 2, 8), np.linspace(2, high - 2, 11))
    share = visible_share(number, np.column_stack([u.ravel(), v.ravel()]), to_px, owner)
    return (*centre, math.cos(turn), math.sin(turn), float(np.hypot(*up)), share, float(back))
