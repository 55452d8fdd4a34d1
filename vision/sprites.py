"""Pieces of a composed picture: what a warped thing keeps of what is below it and what it adds."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Float, Matrix, Picture, f32
from vision.optics import View, apply

Rect = tuple[int, int, int, int]
"""Left, top, right, bottom (px)."""


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


def merged(rects: list[Rect]) -> list[Rect]:
    """Join rectangles that overlap, so that nothing is composed twice."""
    done: list[Rect] = []
    for rect in rects:
        if rect[2] <= rect[0] or rect[3] <= rect[1]:
            continue
        found = True
        while found:
            found = False
            for other in done:
                if rect[0] < other[2] and other[0] < rect[2] and rect[1] < other[3] and other[1] < rect[3]:
                    rect = (
                        min(rect[0], other[0]), min(rect[1], other[1]), max(rect[2], other[2]), max(rect[3], other[3])
                    )  # fmt: skip
                    done.remove(other)
                    found = True
                    break
        done.append(rect)
    return done


def covered(view: View, pose: Matrix, size_mm: tuple[float, float], margin_mm: float) -> Rect:
    """The part of the picture around a thing of this size whose middle is at the origin of ``pose``."""
    return spanned(view.size, view.to_px @ pose, size_mm, margin_mm)


def spanned(size: tuple[int, int], to_px: Matrix, size_mm: tuple[float, float], margin_mm: float) -> Rect:
    """The part of a picture of this size (px) around a thing whose own millimetres ``to_px`` maps into it."""
    w, h = size_mm[0] / 2 + margin_mm, size_mm[1] / 2 + margin_mm
    corners = apply(to_px, [(-w, -h), (w, -h), (w, h), (-w, h)])
    low, high = np.floor(corners.min(0)).astype(int), np.ceil(corners.max(0)).astype(int) + 1
    wide, tall = size
    return max(0, int(low[0])), max(0, int(low[1])), min(wide, int(high[0])), min(tall, int(high[1]))
