"""A lit screen that lies in the picture, such as the product's own with the cards it draws."""

from __future__ import annotations

import random
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Float, Matrix, Picture, f32, u8
from vision.decks.faces import draw_back, draw_face
from vision.decks.styles import random_style
from vision.optics import View, apply
from vision.reading.names import FACES
from vision.scenes.sprites import pose_at

BEZEL_MM = 9.0
BEZEL: Float = f32([26, 25, 24])
FELT = (52, 74, 38)
BAR = (34, 30, 28)
SPREAD_PX = 1.4
"""The light of a screen spreads a little beyond its edge (standard deviation)."""


@dataclass(frozen=True)
class Screen:
    """Where a screen lies: the middle of its glass (mm), its turn (degrees) and its size (mm)."""

    x: float
    y: float
    angle: float = 0.0
    width: float = 170.0
    height: float = 106.0

    def on_table(self, margin: float = 0.0) -> Matrix:
        """The corners of the glass, or of a frame so much wider (mm), clockwise from its upper left one."""
        w, h = self.width / 2 + margin, self.height / 2 + margin
        return apply(pose_at(self.x, self.y, self.angle), [(-w, -h), (w, -h), (w, h), (-w, h)])


def card_screen(seed: int, size: tuple[int, int] = (1280, 800)) -> Picture:
    """What the product's screen may show (BGR, width x height px): rows of drawn cards on felt, a bar of buttons."""
    rng = random.Random(f"screen {seed}")
    style = random_style(rng, held_out=True)
    shown: Picture = np.full((size[1], size[0], 3), FELT, np.uint8)
    faces = rng.sample(FACES, 14)
    for row, (count, high, top) in enumerate(((4, 0.27, 0.05), (2, 0.3, 0.36), (8, 0.24, 0.7))):
        scale = high * size[1] / 88
        step = min(63 * scale * 1.15, size[0] * 0.8 / count)
        left = size[0] * 0.47 - step * count / 2
        for i in range(count):
            code = faces.pop()
            card = draw_back(style, scale) if row == 0 and i % 2 else draw_face(code, style, scale)
            _over(shown, card, round(left + i * step), round(top * size[1]))
    shown[:, round(0.93 * size[0]) :] = BAR
    for i, ink in enumerate(((60, 160, 60), (60, 60, 190), (170, 120, 50))):
        y = round((0.15 + 0.25 * i) * size[1])
        cv2.circle(shown, (round(0.965 * size[0]), y), round(0.025 * size[0]), ink, -1, cv2.LINE_AA)
    return shown


def _over(shown: Picture, card: Picture, left: int, top: int) -> None:
    height, width = min(card.shape[0], shown.shape[0] - top), min(card.shape[1], shown.shape[1] - left)
    part, piece = shown[top : top + height, left : left + width], card[:height, :width]
    share = piece[..., 3:].astype(np.float32) / 255
    part[:] = u8(piece[..., :3] * share + part * (1 - share))


def paint(top: Picture, view: View, screen: Screen, shown: Picture | None, light: Float) -> Picture:
    """The table top with a screen on it: its frame in the lamp's ``light`` (BGR), its glass with a light of its own.

    ``shown`` is its picture (BGR), None while it is dark.
    """
    painted = top.copy()
    frame = np.round(apply(view.to_px, screen.on_table(BEZEL_MM)) * 16).astype(np.int32)
    bezel = np.zeros(top.shape[:2], np.uint8)
    cv2.fillConvexPoly(bezel, frame, 255, cv2.LINE_AA, 4)
    share = cv2.GaussianBlur(bezel, (0, 0), 0.7).astype(np.float32)[..., None] / 255
    painted = u8(painted * (1 - share) + BEZEL * light * share)
    glass = glass_mask(view, screen).astype(np.float32)[..., None] / 255
    picture: Picture = np.full((8, 8, 3), 14, np.uint8) if shown is None else shown
    corners = f32([(0, 0), (picture.shape[1], 0), (picture.shape[1], picture.shape[0]), (0, picture.shape[0])])
    onto = cv2.getPerspectiveTransform(corners, f32(apply(view.to_px, screen.on_table())))
    finer = picture.shape[1] / max(1.0, screen.width * view.px_per_mm)
    shrunk = cv2.GaussianBlur(picture, (0, 0), max(0.3, 0.4 * finer))
    lit = cv2.warpPerspective(shrunk, onto, view.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return u8(painted * (1 - glass) + lit * glass)


def glass_mask(view: View, screen: Screen) -> Picture:
    """Where the picture shows the glass of a screen (0 to 255): height x width."""
    mask: Picture = np.zeros((view.size[1], view.size[0]), np.uint8)
    corners = np.round(apply(view.to_px, screen.on_table()) * 16).astype(np.int32)
    cv2.fillConvexPoly(mask, corners, 255, cv2.LINE_AA, 4)
    return u8(cv2.GaussianBlur(mask, (0, 0), SPREAD_PX))
