"""What lies still before the camera: the table top, the cards on it in their light, composed incrementally."""

from __future__ import annotations

import math
import random
from collections import Counter, OrderedDict
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.ports import Placement
from vision.arrays import Float, Matrix, Picture, f32, u8
from vision.decks.printed import PrintedDeck
from vision.optics import View, apply
from vision.rects import Rect, merged, spanned
from vision.scenes.extras import with_coin
from vision.scenes.glare import Glare
from vision.scenes.smear import STILL, Laid, smeared
from vision.scenes.sprites import Sprite, pose_at, put

SHARPER = 2.0
"""Faces are drawn this much finer than the picture, then blurred by the lens."""
KEPT_SPRITES = 120
"""So many cards that are gone are remembered as they lay, to be laid there again."""
CONTACT_MM = 1.1
"""The shadow of a card that lies falls this far beside it."""


@dataclass(frozen=True)
class Light:
    """How one table is lit.

    ``field``: the lamp's strength over the picture (height x width); ``tint`` its colour (BGR); ``shade`` how dark
    the shadow of a card is and how soft (mm); ``lean`` the way it falls (radians); ``slant`` how far, by height;
    ``lamp`` how much softer it becomes with height; ``blur`` that of the lens (px).
    """

    field: Float
    tint: Float
    shade: tuple[float, float]
    lean: float
    slant: float
    lamp: float
    blur: float


class Faces:
    """The faces and backs of the packs on one table, as sharp as the lens leaves them."""

    def __init__(self, packs: tuple[PrintedDeck, ...], px_per_mm: float, blur: float) -> None:
        self.packs, self.fine, self._blur = packs, px_per_mm * SHARPER, blur
        self._drawn: dict[tuple[int, str | None], Picture] = {}

    def face(self, card: Placement) -> Picture:
        """A face or back with premultiplied cover."""
        key = card.pack % len(self.packs), card.card
        if key not in self._drawn:
            pixels = f32(self.packs[key[0]].picture(card.card, self.fine))
            pixels[..., :3] *= pixels[..., 3:] / 255
            padded = cv2.copyMakeBorder(pixels, 4, 4, 4, 4, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0))
            self._drawn[key] = u8(cv2.GaussianBlur(padded, (0, 0), max(0.4, self._blur) * SHARPER))
        return self._drawn[key]


class Stage:
    """The table under one view. ``canvas``: what was laid last; ``strength``: the lamp over the picture (0 to 255)."""

    def __init__(self, view: View, empty: Picture, light: Light, faces: Faces, glare: Glare, coins: float, seed: int):
        self.view, self.light, self.canvas = view, light, empty.copy()
        self._empty, self._faces, self._glare, self._coins, self._seed = empty, faces, glare, coins, seed
        self.strength = u8(light.field * 255)
        self._shown: tuple[Laid, ...] = ()
        self._lying: dict[Laid, Sprite] = {}
        self._gone: OrderedDict[Laid, Sprite] = OrderedDict()
        self._fresh: set[Laid] = set()

    def pushed(self, view: View) -> Stage:
        """The same table as another view shows it, nothing laid on it yet."""
        onto = view.to_px @ self.view.to_mm
        empty = cv2.warpPerspective(self._empty, onto, view.size, borderMode=cv2.BORDER_REFLECT_101)
        field = cv2.warpPerspective(self.light.field, onto, view.size, borderMode=cv2.BORDER_REPLICATE)
        light = replace(self.light, field=f32(field))
        return Stage(view, u8(empty), light, self._faces, self._glare, self._coins, self._seed)

    def repaint(self, empty: Picture) -> None:
        """Another table top; what lies on it stays."""
        self._empty = empty
        self._compose((0, 0, *self.view.size), self._shown)

    def lay(self, cards: tuple[Laid, ...]) -> None:
        """Bring the canvas from the cards shown last to these, lowest first."""
        if cards == self._shown:
            self._fresh = set()
            return
        before, after = Counter(self._shown), Counter(cards)
        stay = before & after
        left, come = before - stay, after - stay
        changed = [self._lying[laid].rect for laid in left]
        for laid in left:
            if laid not in after:
                self._put_away(laid)
        for laid in come:
            if laid not in self._lying:
                self._lying[laid] = self._gone.pop(laid) if laid in self._gone else self._warp(laid)
            changed.append(self._lying[laid].rect)
        if [laid for laid in self._shown if laid in stay] != [laid for laid in cards if laid in stay]:
            changed += [self._lying[laid].rect for laid in stay]
        for rect in merged(changed):
            self._compose(rect, cards)
        self._shown, self._fresh = cards, set(come)

    def put(self, image: Picture, laid: Laid) -> None:
        """Put a card that is in the air into a picture; nothing of it is kept."""
        put(image, self._warp(laid), (0, 0, *self.view.size))

    def _put_away(self, laid: Laid) -> None:
        """Remember a card as it lay; one that was there for a single picture was moving and is forgotten."""
        sprite = self._lying.pop(laid)
        if laid.smear == STILL and laid not in self._fresh:
            self._gone[laid] = sprite
            if len(self._gone) > KEPT_SPRITES:
                self._gone.popitem(last=False)

    def _compose(self, rect: Rect, cards: tuple[Laid, ...]) -> None:
        left, top, right, bottom = rect
        self.canvas[top:bottom, left:right] = self._empty[top:bottom, left:right]
        for laid in cards:
            put(self.canvas, self._lying[laid], rect)

    def _warp(self, laid: Laid) -> Sprite:
        """A card where it is, in its light, with its shadow."""
        card, (smear_x, smear_y) = laid
        face, fine = self._faces.face(card), self._faces.fine
        lot = random.Random(f"coin {self._seed} {card}")
        if self._coins and lot.random() < self._coins:
            face = with_coin(face, lot, fine)
        height, width = face.shape[:2]
        size_mm = ((width - 8) / fine, (height - 8) / fine)
        onto = np.array([[1 / fine, 0, (1 - width) / 2 / fine], [0, 1 / fine, (1 - height) / 2 / fine], [0, 0, 1]])
        matrix = self.view.raised(card.lift) @ pose_at(card.x, card.y, card.angle)
        rect = self._reach(card, matrix, size_mm, math.hypot(smear_x, smear_y))
        size = (rect[2] - rect[0], rect[3] - rect[1])
        if min(size) <= 0:
            return Sprite((0, 0, 0, 0), np.zeros((0, 0, 3), np.uint8), np.zeros((0, 0, 3), np.uint8))
        shift = np.array([[1, 0, -rect[0]], [0, 1, -rect[1]], [0, 0, 1.0]])
        warped = u8(cv2.warpPerspective(face, shift @ matrix @ onto, size, flags=cv2.INTER_LINEAR))
        if laid.smear != STILL:
            ends = apply(self.view.to_px, [(card.x, card.y), (card.x + smear_x, card.y + smear_y)])
            warped = smeared(warped, *(float(v) for v in ends[1] - ends[0]))
        cover = f32(warped[..., 3]) / np.float32(255)
        shade = self._shade(card, cover, shift, size_mm)
        light = self.light.field[rect[1] : rect[3], rect[0] : rect[2], None] * self.light.tint
        # How a card is bent shows when it lies; in motion it keeps its brightness from picture to picture.
        moving = card.lift or laid.smear != STILL
        rng = random.Random(f"{self._seed} {card.card} {card.pack}" if moving else f"{self._seed} {card}")
        colour = warped[..., :3] * (light * np.float32(rng.uniform(0.95, 1.0)) * _sheen(size, rng))
        shine = self._glare.light(card, shift @ self.view.to_px, size, self.view.px_per_mm)
        if shine is not None:
            colour += (shine * cover)[..., None]
        keep = (1 - shade) * (1 - cover) * 255
        return Sprite(rect, u8(cv2.merge([u8(keep)] * 3)), u8(colour))

    def _fall(self, card: Placement) -> tuple[float, float, float, float]:
        """The shadow of a card: how far it falls to the right and down (mm), how soft it is (mm), how dark."""
        dark, soft = self.light.shade
        away = CONTACT_MM + card.lift * self.light.slant
        spread = math.hypot(soft, card.lift * self.light.lamp)
        return away * math.cos(self.light.lean), away * math.sin(self.light.lean), spread, dark / (1 + card.lift / 90)

    def _reach(self, card: Placement, matrix: Matrix, size_mm: tuple[float, float], smear: float) -> Rect:
        """The part of the picture that a card and its shadow change."""
        right, down, soft, _ = self._fall(card)
        rect = spanned(self.view.size, matrix, size_mm, 3 * self.light.shade[1] + 2 + smear)
        if not card.lift:
            return rect
        pose = pose_at(card.x + right, card.y + down, card.angle)
        other = spanned(self.view.size, self.view.to_px @ pose, size_mm, 3 * soft + 2)
        return min(rect[0], other[0]), min(rect[1], other[1]), max(rect[2], other[2]), max(rect[3], other[3])

    def _shade(self, card: Placement, cover: Float, shift: Matrix, size_mm: tuple[float, float]) -> Float:
        """How much darker a card makes the table beside it."""
        right, down, soft, dark = self._fall(card)
        scale, size = self.view.px_per_mm, (cover.shape[1], cover.shape[0])
        if not card.lift:
            move = np.array([[1, 0, right * scale], [0, 1, down * scale]], np.float32)
            return f32(cv2.GaussianBlur(cv2.warpAffine(cover, move, size), (0, 0), soft * scale) * dark)
        # A soft shadow needs few pixels.
        coarse = max(1.0, soft * scale / 2)
        small = (math.ceil(size[0] / coarse), math.ceil(size[1] / coarse))
        wide, high = size_mm[0] / 2, size_mm[1] / 2
        pose = np.diag([1 / coarse, 1 / coarse, 1]) @ shift @ self.view.to_px
        corners = apply(
            pose @ pose_at(card.x + right, card.y + down, card.angle),
            [(-wide, -high), (wide, -high), (wide, high), (-wide, high)],
        )
        shape = np.zeros((small[1], small[0]), np.uint8)
        cv2.fillConvexPoly(shape, np.round(corners * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        blurred = cv2.GaussianBlur(shape.astype(np.float32) * (dark / 255), (0, 0), soft * scale / coarse)
        return f32(cv2.resize(blurred, size))


def _sheen(size: tuple[int, int], rng: random.Random) -> Float:
    """A card is never quite flat: its brightness leans a little to one side."""
    x = np.linspace(-1, 1, size[0], dtype=np.float32) * np.float32(rng.uniform(-0.02, 0.02))
    y = np.linspace(-1, 1, size[1], dtype=np.float32) * np.float32(rng.uniform(-0.02, 0.02))
    return f32(1 + x[None, :, None] + y[:, None, None])
