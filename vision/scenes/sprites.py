"""Pieces of a composed picture: what a warped thing keeps of what is below it and what it adds."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Float, Matrix, Picture, f32
from vision.rects import Rect


@dataclass(frozen=True)
class Sprite:
    """What one thing does to the picture inside ``rect``: result = picture x keep / 255 + colour."""

    rect: Rect
    keep: Picture
    colour: Picture


def from_edge(shape: tuple[int, ...]) -> Float:
    """Distance of each pixel from the upper, left or right side (px): a hand's shadow must end before its sprite."""
    x, y = np.arange(shape[1], dtype=np.float32), np.arange(shape[0], dtype=np.float32)
    return f32(np.minimum(np.minimum(x, shape[1] - 1 - x)[None], y[:, None]))


def put(canvas: Picture, sprite: Sprite, rect: Rect) -> None:
    """Lay a sprite on the part of the canvas inside ``rect``."""
    left, top = max(sprite.rect[0], rect[0]), max(sprite.rect[1], rect[1])
    right, bottom = min(sprite.rect[2], rect[2]), min(sprite.rect[3], rect[3])
    if right <= left or bottom <= top:
        return
    x, y = sprite.rect[0], sprite.rect[1]
    part = canvas[top:bottom, left:right]
    cv2.multiply(part, sprite.keep[top - y : bottom - y, left - x : right - x], dst=part, scale=1 / 255)
    cv2.add(part, sprite.colour[top - y : bottom - y, left - x : right - x], dst=part)


def pose_at(x: float, y: float, angle: float) -> Matrix:
    """Move and turn (degrees clockwise as seen, y downwards) from a thing's own millimetres to the table's."""
    turn = math.radians(angle)
    return np.array([[math.cos(turn), -math.sin(turn), x], [math.sin(turn), math.cos(turn), y], [0, 0, 1]])
