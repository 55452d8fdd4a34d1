"""A rendered table: placements of cards in, frames of an overhead camera out.

The picture is composed incrementally: a card is warped once where it lies, and only what changed since the last
frame is put together again. Hands are laid over a copy, sensor noise comes from a bank drawn once.
"""

from __future__ import annotations

import math
import random
from collections import Counter, OrderedDict
from collections.abc import Callable
from types import TracebackType
from typing import Self

import cv2
import numpy as np

from companion.ports import Clock, Frame, Placement, Scene, Trouble
from vision import cloth, optics
from vision.arms import Arms
from vision.arrays import Float, Picture, f32, u8
from vision.cloth_prints import printed
from vision.extras import PLAIN, Extras, with_coin
from vision.levels import LEVELS
from vision.printed import DrawnDeck, PrintedDeck
from vision.sensor import Lens, Sensor
from vision.sprites import Rect, Sprite, covered, merged, pose_at, put
from vision.styles import Style, random_style

AREA_MM = (760.0, 420.0)
SIZE_PX = (2304, 1296)
SHARPER = 2.0
"""Faces are drawn this much finer than the picture, then blurred by the lens."""
KEPT_SPRITES = 160


class TableRenderer:
    """Frames of a table under one camera, with one deck, one table top and one light."""

    def __init__(
        self,
        deck: Style | PrintedDeck,
        level: str = "clean",
        size: tuple[int, int] = SIZE_PX,
        seed: int = 0,
        area: tuple[float, float] = AREA_MM,
        extras: Extras = PLAIN,
    ) -> None:
        if level not in LEVELS:
            raise Trouble(f"there is no level {level!r}: choose one of {', '.join(LEVELS)}")
        self.deck: PrintedDeck = DrawnDeck(deck) if isinstance(deck, Style) else deck
        self.level, self.seed, self.extras = LEVELS[level], seed, extras
        rng = random.Random(f"table {seed}")
        self.view = optics.look_down(rng, self.level, size, area)
        self._rng = np.random.default_rng(rng.getrandbits(63))
        self._tint = cloth.tint(rng.uniform(*self.level.kelvin))
        self._light = cloth.light(
            self._rng, *size, rng.uniform(*self.level.falloff), rng.random() < self.level.cast_shadow
        )
        self._blur = rng.uniform(*self.level.blur_px)
        self._shadow = rng.uniform(*self.level.shadow), rng.uniform(*self.level.shadow_mm)
        lean = rng.uniform(0, 2 * math.pi)
        self._shadow_shift = (1.1 * math.cos(lean), 1.1 * math.sin(lean))
        top = cloth.table_top(self._rng, *size, self.view.px_per_mm)
        if extras.cloth:
            top = printed(np.random.default_rng(seed & 0xFFFFFFFF), top, self.view.px_per_mm, extras.cloth)
        top = top * self._light[..., None] * self._tint
        self._empty = u8(cv2.GaussianBlur(top, (0, 0), self._blur))
        self._sensor = Sensor(self._rng, size, rng.uniform(*self.level.noise), self.level.jpeg)
        self._lens = Lens(size, extras.distortion) if extras.distortion else None
        self._canvas = self._empty.copy()
        self._shown: tuple[Placement, ...] = ()
        self._faces: dict[str | None, Picture] = {}
        self._sprites: OrderedDict[Placement, Sprite] = OrderedDict()
        self._arms = Arms(seed, self._tint)
        self._frames = 0

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of a frame (px)."""
        return self.view.size

    def index_px(self) -> float:
        """Least height of this deck's printed rank anywhere in the watched area (px)."""
        return self.deck.index_mm * self.view.worst_px_per_mm

    def frame(self, scene: Scene, at_ms: int) -> Frame:
        """The picture of a scene; the same renderer gives the same cards at the same place every time."""
        self._lay(scene.cards)
        image = self._canvas
        if scene.hands:
            image = image.copy()
            for cover in scene.hands:
                self._arms.reach(image, self.view, cover)
        if self._lens is not None:
            image = self._lens.bend(image)
        self._frames += 1
        to_mm = tuple(float(v) for v in self.view.to_mm.ravel())
        return Frame(self._sensor.take(image), at_ms, self._frames, to_mm)

    def _lay(self, cards: tuple[Placement, ...]) -> None:
        """Bring the canvas from the cards shown last to these."""
        if cards == self._shown:
            return
        before, after = Counter(self._shown), Counter(cards)
        stay = before & after
        changed = [self._sprite(card).rect for card in ((before - stay) + (after - stay))]
        order_before = [card for card in self._shown if card in stay]
        if order_before != [card for card in cards if card in stay]:
            changed += [self._sprite(card).rect for card in stay]
        for rect in merged(changed):
            self._compose(rect, cards)
        self._shown = cards

    def _compose(self, rect: Rect, cards: tuple[Placement, ...]) -> None:
        left, top, right, bottom = rect
        self._canvas[top:bottom, left:right] = self._empty[top:bottom, left:right]
        for card in cards:
            put(self._canvas, self._sprite(card), rect)

    def _face(self, card: str | None) -> Picture:
        """A face or the back with premultiplied cover, as sharp as the lens leaves it."""
        if card not in self._faces:
            fine = self.view.px_per_mm * SHARPER
            pixels = f32(self.deck.picture(card, fine))
            pixels[..., :3] *= pixels[..., 3:] / 255
            padded = cv2.copyMakeBorder(pixels, 4, 4, 4, 4, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0))
            blurred = cv2.GaussianBlur(padded, (0, 0), max(0.4, self._blur) * SHARPER)
            self._faces[card] = u8(blurred)
        return self._faces[card]

    def _sprite(self, card: Placement) -> Sprite:
        if card in self._sprites:
            self._sprites.move_to_end(card)
            return self._sprites[card]
        sprite = self._warp(card)
        self._sprites[card] = sprite
        if len(self._sprites) > KEPT_SPRITES:
            self._sprites.popitem(last=False)
        return sprite

    def _warp(self, card: Placement) -> Sprite:
        """The card where it lies, in its light, with its shadow."""
        face, fine = self._face(card.card), self.view.px_per_mm * SHARPER
        lot = random.Random(f"coin {self.seed} {card}")
        if lot.random() < self.extras.coins:
            face = with_coin(face, lot, fine)
        height, width = face.shape[:2]
        pose = pose_at(card.x, card.y, card.angle)
        onto = np.array([[1 / fine, 0, (1 - width) / 2 / fine], [0, 1 / fine, (1 - height) / 2 / fine], [0, 0, 1]])
        scale, (strength, soft) = self.view.px_per_mm, self._shadow
        rect = covered(self.view, pose, self.deck.size_mm, 3 * soft + 2)
        if rect[2] <= rect[0] or rect[3] <= rect[1]:
            return Sprite((0, 0, 0, 0), np.zeros((0, 0, 3), np.uint8), np.zeros((0, 0, 3), np.uint8))
        size = (rect[2] - rect[0], rect[3] - rect[1])
        shift = np.array([[1, 0, -rect[0]], [0, 1, -rect[1]], [0, 0, 1.0]])
        warped = cv2.warpPerspective(face, shift @ self.view.to_px @ pose @ onto, size, flags=cv2.INTER_LINEAR)
        cover = warped[..., 3].astype(np.float32) / 255
        move = np.array([[1, 0, self._shadow_shift[0] * scale], [0, 1, self._shadow_shift[1] * scale]], np.float32)
        shade = cv2.GaussianBlur(cv2.warpAffine(cover, move, size), (0, 0), soft * scale) * strength
        light = self._light[rect[1] : rect[3], rect[0] : rect[2], None] * self._tint
        rng = random.Random(f"{self.seed} {card}")
        paper = light * np.float32(rng.uniform(0.95, 1.0)) * self._sheen(size, rng)
        colour = warped[..., :3] * paper + self._glare(size, rng)[..., None] * cover[..., None]
        keep = (1 - shade) * (1 - cover) * 255
        return Sprite(rect, u8(cv2.merge([u8(keep)] * 3)), u8(colour))

    def _sheen(self, size: tuple[int, int], rng: random.Random) -> Float:
        """A card is never quite flat: its brightness leans a little to one side."""
        x = np.linspace(-1, 1, size[0], dtype=np.float32) * np.float32(rng.uniform(-0.02, 0.02))
        y = np.linspace(-1, 1, size[1], dtype=np.float32) * np.float32(rng.uniform(-0.02, 0.02))
        return f32(1 + x[None, :, None] + y[:, None, None])

    def _glare(self, size: tuple[int, int], rng: random.Random) -> Float:
        spot = np.zeros((size[1], size[0]), np.float32)
        if rng.random() < self.level.glare:
            centre = (int(rng.uniform(0.3, 0.7) * size[0]), int(rng.uniform(0.3, 0.7) * size[1]))
            axes = (int(rng.uniform(0.08, 0.2) * size[0]), int(rng.uniform(0.05, 0.14) * size[1]))
            cv2.ellipse(spot, centre, axes, rng.uniform(0, 180), 0, 360, rng.uniform(60, 150), -1)
            spot = f32(cv2.GaussianBlur(spot, (0, 0), 3 * self.view.px_per_mm))
        return spot


def held_out_renderer(seed: int, level: str = "clean", size: tuple[int, int] = SIZE_PX) -> TableRenderer:
    """A table whose deck the reader was not trained on; deck, table top, light and camera come from the seed."""
    return TableRenderer(random_style(random.Random(f"deck {seed}"), held_out=True), level, size, seed)


class TableCamera:
    """The rendered table as a camera: each frame shows the scene of that moment.

    ``scene`` is asked once per frame. The deck is drawn by ``seed`` from those the reader was not trained on.
    Times come from ``clock``, or, without one, count ``interval_ms`` a frame.
    """

    def __init__(
        self,
        scene: Callable[[], Scene],
        seed: int = 0,
        level: str = "clean",
        size: tuple[int, int] = SIZE_PX,
        clock: Clock | None = None,
        interval_ms: int = 100,
    ) -> None:
        self.renderer = held_out_renderer(seed, level, size)
        self._scene, self._clock, self._interval = scene, clock, interval_ms
        self._at = 0

    def read(self) -> Frame | None:
        """The next frame; the rendered table never ends."""
        self._at = self._at + self._interval if self._clock is None else self._clock.now_ms()
        return self.renderer.frame(self._scene(), self._at)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing to let go of."""
