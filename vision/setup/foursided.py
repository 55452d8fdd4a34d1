"""Patches of a picture with four straight sides, as cards have them from any angle: where cards may lie.

Each channel of colour, and the brightness against that of the surroundings, is cut at several levels; what is brighter,
or darker, and fills a quadrilateral of about the shape of a card once its holes are closed is proposed. Where cards
are seen straight from above `vision.reading.proposals` does the same with rectangles.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from vision.arrays import Matrix, Picture, f64

LONGEST_PX = 900
"""Larger pictures are shrunk to this."""
LEVELS = 11
"""Thresholds in each channel."""
AROUND_PX = 75
"""Brightness is compared with the mean this far around."""
CLOSING = np.ones((9, 9), np.uint8)
"""Gaps so wide (px) are closed too: a pattern printed to the edge of a back leaves it in pieces."""
FILLED = 0.87
"""Share of its quadrilateral that a card fills: its corners are round."""
SIZES = (0.035, 0.6)
"""Heights of cards that are looked for, in lengths of the picture's longer side."""
SHAPES = (1.05, 2.2)
"""Long sides over short ones, seen from the side too."""
EVEN = 1.6
"""Most that opposite sides may differ."""
SAME = 0.05
"""Corners of proposals of one card are no farther apart than this share of its longer sides."""


def foursided(image: Picture) -> list[Matrix]:
    """Corners (4 x 2, px, clockwise) of what may be a card, that which showed at most cuts first."""
    factor = min(1.0, LONGEST_PX / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA) if factor < 1 else image
    groups: list[list[Matrix]] = []
    for quad in _quads(np.asarray(small, np.uint8)):
        long = np.linalg.norm(quad[0] - quad[3])
        near = (group for group in groups if np.abs(group[0] - quad).max() < SAME * long)
        group = next(near, None)
        if group is None:
            groups.append([quad])
        else:
            group.append(quad)
    groups.sort(key=len, reverse=True)
    # Pixel centres are whole numbers, so a picture's edge is at -0.5.
    return [f64((group[len(group) // 2] + 0.5) / factor - 0.5) for group in groups]


def _quads(small: Picture) -> Iterator[Matrix]:
    least, most = (size * max(small.shape[:2]) for size in SIZES)
    lab = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2LAB), (0, 0), 0.8)
    bright = lab[..., 0].astype(np.float32)
    around = cv2.blur(bright, (2 * AROUND_PX + 1, 2 * AROUND_PX + 1))
    against = np.clip(128 + bright - around, 0, 255).astype(np.uint8)
    for channel in (*cv2.split(lab), against):
        levels = np.percentile(channel, np.linspace(5, 97, LEVELS)).round()
        # Cards may be a small part of the picture: levels between the table and the brightest matter too.
        levels = np.unique(np.concatenate([levels, np.linspace(levels[0], float(channel.max()), 6)[1:-1].round()]))
        for level in levels:
            for polarity in (cv2.THRESH_BINARY, cv2.THRESH_BINARY_INV):
                cut = cv2.threshold(channel, float(level), 255, polarity)[1]
                for mask in (cut, cv2.morphologyEx(cut, cv2.MORPH_CLOSE, CLOSING)):
                    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
                    for contour in contours:
                        if len(contour) >= 4 and (quad := _quad(np.asarray(contour), least, most)) is not None:
                            yield quad


def _quad(contour: Matrix, least: float, most: float) -> Matrix | None:
    """The quadrilateral around a contour, None if it is not filled like a card or shaped like one."""
    box = cv2.boundingRect(contour)
    if not least < max(box[2:]) < most or min(box[2:]) < least / 2:
        return None
    hull = cv2.convexHull(contour)
    area, length = cv2.contourArea(hull), cv2.arcLength(hull, True)
    corners = cv2.approxPolyDP(hull, 0.035 * length, True)
    if len(corners) != 4 or cv2.contourArea(contour) < FILLED * area:
        return None
    quad = f64(corners).reshape(4, 2)
    if cv2.contourArea(np.asarray(quad, np.float32)) * FILLED > area or area < least * least / 2:
        return None
    sides = np.linalg.norm(np.roll(quad, -1, 0) - quad, axis=1)
    across, along = sorted([(sides[0], sides[2]), (sides[1], sides[3])], key=sum)
    if not SHAPES[0] < sum(along) / sum(across) < SHAPES[1] or max(along) > EVEN * min(along):
        return None
    return None if max(across) > EVEN * min(across) else upright(quad)


def upright(quad: Matrix) -> Matrix:
    """The corners clockwise on the picture from the upper left one of a card that stands or leans to a side."""
    x, y = quad[:, 0], quad[:, 1]
    if (x * np.roll(y, -1) - y * np.roll(x, -1)).sum() < 0:
        quad = quad[::-1]
    sides = np.linalg.norm(np.roll(quad, -1, 0) - quad, axis=1)
    first = 0 if sides[0] + sides[2] < sides[1] + sides[3] else 1
    top, bottom = quad[first] + quad[(first + 1) % 4], quad[(first + 2) % 4] + quad[(first + 3) % 4]
    return f64(np.roll(quad, -first if top[1] <= bottom[1] else -first - 2, 0))
