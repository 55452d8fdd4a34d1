"""Places on the table as cells of the small copy and as cut-outs of the frame."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from companion.ports import CARD_MM, Sighting
from vision.arrays import Matrix, f64
from vision.optics import apply
from vision.rects import Rect, merged
from vision.watching.motion import Mask, parts

Quad = Sequence[tuple[float, float]]


def quad_px(card: Sighting, to_px: Matrix) -> list[tuple[float, float]]:
    """The outline of a card on the table, in px of the frame."""
    turn, (w, h) = math.radians(card.angle), (CARD_MM[0] / 2, CARD_MM[1] / 2)
    cos, sin = math.cos(turn), math.sin(turn)
    corners = [
        (card.x + cos * x - sin * y, card.y + sin * x + cos * y) for x, y in ((-w, -h), (w, -h), (w, h), (-w, h))
    ]
    return [(float(x), float(y)) for x, y in apply(to_px, corners)]


def marked(shape: tuple[int, ...], quads: Sequence[Quad], size: tuple[int, int]) -> Mask:
    """The cells under outlines given in px of a frame of ``size`` (width, height)."""
    mask = np.zeros(shape[:2], np.uint8)
    factor = np.array([shape[1] / size[0], shape[0] / size[1]])
    for quad in quads:
        points = np.round(f64(quad) * factor - 0.5).astype(np.int32)
        cv2.fillConvexPoly(mask, points, 1)
    return np.asarray(mask > 0)


def inside(mask: Mask, point_mm: tuple[float, float], to_px: Matrix, size: tuple[int, int]) -> bool:
    """Whether a point of the table lies in a cell of the mask."""
    x, y = apply(to_px, [point_mm])[0]
    column, row = int(x * mask.shape[1] / size[0]), int(y * mask.shape[0] / size[1])
    return 0 <= row < mask.shape[0] and 0 <= column < mask.shape[1] and bool(mask[row, column])


def cut_outs(mask: Mask, size: tuple[int, int], to_mm: Matrix, margin_mm: float) -> list[Rect]:
    """Rectangles of the frame that hold the parts of a mask with a margin, joined where they overlap."""
    rects = []
    for part in parts(mask):
        rows, columns = np.nonzero(part)
        x0, x1 = columns.min() * size[0] / mask.shape[1], (columns.max() + 1) * size[0] / mask.shape[1]
        y0, y1 = rows.min() * size[1] / mask.shape[0], (rows.max() + 1) * size[1] / mask.shape[0]
        margin = margin_mm * scale_at(to_mm, ((x0 + x1) / 2, (y0 + y1) / 2))
        rects.append(
            (
                max(0, int(x0 - margin)),
                max(0, int(y0 - margin)),
                min(size[0], int(x1 + margin) + 1),
                min(size[1], int(y1 + margin) + 1),
            )
        )
    return merged(rects)


def scale_at(to_mm: Matrix, point: tuple[float, float]) -> float:
    """Px per mm around a point (px): the root of the area that a square pixel has on the table, inverted."""
    x, y = point
    here, right, down = apply(to_mm, [(x, y), (x + 1, y), (x, y + 1)])
    (a, b), (c, d) = right - here, down - here
    return 1 / math.sqrt(abs(float(a * d - b * c)))
