"""A rendered table: placements of cards in, frames of an overhead camera out.

The picture is composed incrementally: a card is warped once where it lies, and only what changed since the last
frame is put together again. Cards in the air and hands are laid over a copy, then the camera exposes it: brightness
that wanders, bands, noise from a bank drawn once, JPEG.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self

import cv2
import numpy as np

from companion.ports import Clock, Frame, Scene, Trouble
from vision.arrays import Picture, f32, u8
from vision.decks.printed import DrawnDeck, PrintedDeck
from vision.decks.styles import Style, random_style
from vision.levels import LEVELS
from vision.optics import random_stand
from vision.scenes import cloth, screens
from vision.scenes.arms import Arms
from vision.scenes.cloth_prints import printed
from vision.scenes.exposure import Exposure, Shot
from vision.scenes.extras import PLAIN, Extras
from vision.scenes.fit import SIZES_PX, Fit, fit, fixed
from vision.scenes.glare import Glare
from vision.scenes.sensor import Lens, Sensor, small_stream
from vision.scenes.smear import LONGEST_GAP_MS, Motion, smeared
from vision.scenes.stage import Faces, Light, Stage

AREA_MM = (760.0, 420.0)
SIZE_PX = (2304, 1296)
NO_INDEX_MM = 8.0
"""A deck without printed ranks is watched as one with ranks of this height."""
FINE_PX = 2400
"""The tops of wider pictures are drawn half as fine and enlarged: the lens leaves nothing finer."""
STRIP_PX = 240
UNMOVED = (0.0, 0.0, 0.0)

Deck = Style | PrintedDeck


class TableRenderer:
    """Frames of a table under one camera, with one deck or several packs, one table top and one light.

    ``deck``: a style, a deck, or one for each pack. ``size`` (px): the camera comes as near as it can; None: the
    smallest of `vision.scenes.fit.SIZES_PX` that holds the ``area`` (mm) at the level's index height. ``fit`` says
    which size was taken and how high the index is in it. Raises Trouble for a level that is none.
    """

    def __init__(
        self,
        deck: Deck | Sequence[Deck],
        level: str = "clean",
        size: tuple[int, int] | None = SIZE_PX,
        seed: int = 0,
        area: tuple[float, float] = AREA_MM,
        extras: Extras = PLAIN,
    ) -> None:
        if level not in LEVELS:
            raise Trouble(f"there is no level {level!r}: choose one of {', '.join(LEVELS)}")
        decks = deck if isinstance(deck, Sequence) else (deck,)
        packs = tuple(DrawnDeck(one) if isinstance(one, Style) else one for one in decks)
        self.deck: PrintedDeck = packs[0]
        self.level, self.seed, self.extras = LEVELS[level], seed, extras
        rng = random.Random(f"table {seed}")
        self.fit = _placed(rng, level, size, area, min(one.index_mm or NO_INDEX_MM for one in packs))
        self.view = self.fit.view
        self._rng = np.random.default_rng(rng.getrandbits(63))
        light = self._lamp(rng)
        self._bare = self._top(light)
        self.stage = self._home = Stage(
            self.view, self._bare, light, Faces(packs, self.view.px_per_mm, light.blur),
            Glare(seed, self.level, area), extras.coins, seed,
        )  # fmt: skip
        self._sensor = Sensor(self._rng, self.size, rng.uniform(*self.level.noise), self.level.jpeg)
        self._lens = Lens(self.size, extras.distortion) if extras.distortion else None
        self.shutter_ms = rng.uniform(*self.level.shutter_ms)
        self._motion = Motion(self.shutter_ms)
        self._arms = Arms(seed, light, area, self.shutter_ms)
        self._exposure = Exposure(seed, self.level)
        self._bump, self._at_ms, self._frames = UNMOVED, 0, 0
        if extras.screen is not None:
            self.show(None)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of a frame (px)."""
        return self.view.size

    def index_px(self) -> float:
        """Least height of this deck's printed rank anywhere in the watched area (px)."""
        return self.deck.index_mm * self.view.worst_px_per_mm

    def show(self, picture: Picture | None) -> None:
        """Show a picture (BGR) on the screen that lies on the table, None for a dark one; without a screen nothing."""
        if self.extras.screen is not None:
            light = self._home.light
            lit = light.field[..., None] * light.tint
            self._home.repaint(screens.paint(self._bare, self.view, self.extras.screen, picture, f32(lit)))
            self.stage, self._bump = self._home, UNMOVED

    def frame(self, scene: Scene, at_ms: int) -> Frame:
        """The picture of a scene; the same renderer gives the same cards at the same place every time.

        What moved since the last frame is smeared as its speed makes it.
        """
        nudge = self._pushed(scene, at_ms)
        cards, reaches = self._motion.step(scene.cards, at_ms), self._arms.step(scene.hands, at_ms)
        stage = self.stage
        stage.lay(tuple(laid for laid in cards if not laid.card.lift))
        image, flying = stage.canvas, [laid for laid in cards if laid.card.lift]
        if flying or reaches:
            image = image.copy()
            for laid in sorted(flying, key=lambda laid: laid.card.lift):
                stage.put(image, laid)
            for reach in reaches:
                self._arms.lay(image, stage.view, reach, stage.strength)
        if self._lens is not None:
            image = self._lens.bend(image)
        image = smeared(image, *nudge)
        shot = self._exposure.shot(at_ms, scene.light)
        taken = self._sensor.take(self._exposed(image, shot, scene), shot.noise)
        self._frames += 1
        to_mm = tuple(float(v) for v in self.view.to_mm.ravel())
        small = small_stream(taken) if self.size[0] > SIZES_PX[0][0] else None
        return Frame(taken, at_ms, self._frames, to_mm, small)

    def _lamp(self, rng: random.Random) -> Light:
        level, (width, height) = self.level, self.size
        tint = cloth.tint(rng.uniform(*level.kelvin))
        falloff, shadow = rng.uniform(*level.falloff), rng.random() < level.cast_shadow
        edge = tuple(mm * self.view.px_per_mm for mm in level.edge_mm) if shadow else None
        field = cloth.light(self._rng, width, height, falloff, (edge[0], edge[1]) if edge else None)
        blur = rng.uniform(*level.blur_px)
        shade = rng.uniform(*level.shadow), rng.uniform(*level.shadow_mm)
        lean = rng.uniform(0, 2 * math.pi)
        # A lamp whose shadows are soft on the table is a large one.
        return Light(field, tint, shade, lean, 0.35 + 0.1 * math.sin(5 * lean), 0.04 + 0.08 * shade[1], blur)

    def _top(self, light: Light) -> Picture:
        """The empty table in its light."""
        (width, height), fine = self.size, self.view.px_per_mm
        halved = 2 if width > FINE_PX else 1
        top = cloth.table_top(self._rng, width // halved, height // halved, fine / halved)
        if self.extras.cloth:
            top = printed(np.random.default_rng(self.seed & 0xFFFFFFFF), top, fine / halved, self.extras.cloth)
        whole = top if halved == 1 else u8(cv2.resize(u8(top), (width, height), interpolation=cv2.INTER_CUBIC))
        lit = np.empty((height, width, 3), np.float32 if halved == 1 else np.uint8)
        for first in range(0, height, STRIP_PX):  # a large picture of floats takes much memory
            strip = slice(first, first + STRIP_PX)
            part = whole[strip] * light.field[strip, :, None] * light.tint
            lit[strip] = part if halved == 1 else u8(part)
        return u8(cv2.GaussianBlur(lit, (0, 0), light.blur))

    def _pushed(self, scene: Scene, at_ms: int) -> tuple[float, float]:
        """Take the stage that a pushed camera sees; returns its way while the shutter is open (px)."""
        before, self._bump = self._bump, scene.bump
        gap, self._at_ms = at_ms - self._at_ms, at_ms
        if scene.bump == before:
            return 0.0, 0.0
        still = scene.bump == UNMOVED
        self.stage = self._home if still else self._home.pushed(self.view.pushed(scene.bump))
        share = min(1.0, self.shutter_ms / gap) if 0 < gap <= LONGEST_GAP_MS else 0.0
        scale = self.view.px_per_mm * share
        return (scene.bump[0] - before[0]) * scale, (scene.bump[1] - before[1]) * scale

    def _exposed(self, image: Picture, shot: Shot, scene: Scene) -> Picture:
        """The picture as bright as the camera makes it; a screen shines by itself."""
        lit = self._exposure.expose(image, shot)
        screen = self.extras.screen
        if screen is None or scene.light >= 1:
            return lit
        glass = screens.glass_mask(self.stage.view, screen)
        return u8(cv2.copyTo(self._exposure.expose(image, self._exposure.lit_alone(shot)), glass, lit.copy()))


def _placed(
    rng: random.Random, level: str, size: tuple[int, int] | None, area: tuple[float, float], index_mm: float
) -> Fit:
    """The camera over the table, in a given size or the smallest that is large enough."""
    if size is None:
        return fit(rng, LEVELS[level], area, index_mm)
    return fixed(random_stand(rng, LEVELS[level]), LEVELS[level], size, area, index_mm)


def held_out_renderer(seed: int, level: str = "clean", size: tuple[int, int] | None = SIZE_PX) -> TableRenderer:
    """A table whose deck the reader was not trained on; deck, table top, light and camera come from the seed."""
    return TableRenderer(random_style(random.Random(f"deck {seed}"), held_out=True), level, size, seed)


class TableCamera:
    """The rendered table as a camera: each frame shows the scene of that moment.

    ``scene`` is asked once per frame. Without a ``deck`` one is drawn by ``seed`` from those the reader was not
    trained on. ``size``, ``area`` and ``extras`` as for `TableRenderer`. Times come from ``clock``, or, without one,
    count ``interval_ms`` a frame.
    """

    def __init__(
        self,
        scene: Callable[[], Scene],
        seed: int = 0,
        level: str = "clean",
        size: tuple[int, int] | None = None,
        clock: Clock | None = None,
        interval_ms: int = 100,
        area: tuple[float, float] = AREA_MM,
        deck: Deck | Sequence[Deck] | None = None,
        extras: Extras = PLAIN,
    ) -> None:
        drawn = random_style(random.Random(f"deck {seed}"), held_out=True) if deck is None else deck
        self.renderer = TableRenderer(drawn, level, size, seed, area, extras)
        self._scene, self._clock, self._interval = scene, clock, interval_ms
        self._at = 0

    @property
    def fit(self) -> Fit:
        """The picture's size and how high an index is in it."""
        return self.renderer.fit

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
