"""Parts of a picture: rectangles of whole pixels, joined, and laid around things on the table."""

from __future__ import annotations

import numpy as np

from vision.arrays import Matrix
from vision.optics import View, apply

Rect = tuple[int, int, int, int]
"""Left, top, right, bottom (px)."""


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
