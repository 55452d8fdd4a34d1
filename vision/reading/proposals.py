"""Where cards may lie, whatever is printed on them: patches of colour with the shape of a card.

For decks without Latin indices, beside the finder's bodies: each channel of colour is cut at several levels; what is
brighter, or darker, and fills a card-shaped rectangle once its holes are closed is proposed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from companion.ports import CARD_MM
from vision.arrays import Matrix, Picture
from vision.reading.outline import ASPECT
from vision.reading.pair import Pose

LONGEST_PX = 900
"""Larger pictures are shrunk to this."""
LEVELS = 9
"""Thresholds in each channel of colour."""
FILLED = 0.86
"""Share of its rectangle that a card fills: its corners are round."""
SIZES = (0.05, 0.97)
"""Heights of cards that are looked for, in lengths of the picture's longer side."""
SAME_PLACE, SAME_SIZE, SAME_DEGREES = 0.05, 1.04, 5.0
"""Proposals are of one card if they differ by no more: middle (in heights of the card), height, turn."""


@dataclass(frozen=True)
class Proposal:
    """A rectangle that may be a card, and at how many cuts it showed."""

    pose: Pose
    votes: int


def proposals(image: Picture) -> list[Proposal]:
    """What may be a card on a BGR picture, that which showed at most cuts first."""
    factor = min(1.0, LONGEST_PX / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA) if factor < 1 else image
    lab = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2LAB), (0, 0), 1.0)
    groups: list[list[Pose]] = []
    for pose in _rectangles(np.asarray(lab, np.uint8)):
        group = next((group for group in groups if _same(group[0], pose)), None)
        if group is None:
            groups.append([pose])
        else:
            group.append(pose)
    groups.sort(key=len, reverse=True)
    return [Proposal(_enlarged(group[len(group) // 2], 1 / factor), len(group)) for group in groups]


def _rectangles(lab: Picture) -> Iterator[Pose]:
    """Card-shaped patches at each level of each channel."""
    least, most = (size * max(lab.shape[:2]) for size in SIZES)
    for channel in cv2.split(lab):
        for level in np.unique(np.percentile(channel, np.linspace(5, 95, LEVELS)).round()):
            for polarity in (cv2.THRESH_BINARY, cv2.THRESH_BINARY_INV):
                mask = cv2.threshold(channel, float(level), 255, polarity)[1]
                contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
                for contour in contours:
                    if cut_off(contour, (mask.shape[1], mask.shape[0])):
                        continue
                    if len(contour) >= 4 and (pose := _rectangle(np.asarray(contour), least, most)) is not None:
                        yield pose


def cut_off(contour: cv2.typing.MatLike, size: tuple[int, int]) -> bool:
    """Whether a patch reaches the edge of a picture of ``size`` (width, height px): walls do, whole cards do not."""
    x, y, wide, high = cv2.boundingRect(contour)
    return x <= 0 or y <= 0 or x + wide >= size[0] or y + high >= size[1]


def _rectangle(contour: Matrix, least: float, most: float) -> Pose | None:
    """The rectangle around a contour, None if it is not filled like a card."""
    area = cv2.contourArea(contour)
    if area < least * least / 2:
        return None
    (x, y), (wide, high), angle = cv2.minAreaRect(contour)
    if wide > high:
        wide, high, angle = high, wide, angle + 90
    if not least < high < most or not ASPECT[0] < high / max(wide, 1.0) < ASPECT[1] or area < FILLED * wide * high:
        return None
    angle = (angle + 90) % 180 - 90
    return Pose(x, y, angle, high / CARD_MM[1])


def _same(one: Pose, other: Pose) -> bool:
    height = one.px_per_mm * CARD_MM[1]
    near = float(np.hypot(one.x - other.x, one.y - other.y)) < SAME_PLACE * height
    size = max(one.px_per_mm / other.px_per_mm, other.px_per_mm / one.px_per_mm) < SAME_SIZE
    return near and size and abs((one.angle - other.angle + 90) % 180 - 90) < SAME_DEGREES


def _enlarged(pose: Pose, factor: float) -> Pose:
    # pixel centres are whole numbers, so a picture's edge is at -0.5
    x, y = (pose.x + 0.5) * factor - 0.5, (pose.y + 0.5) * factor - 0.5
    return Pose(x, y, pose.angle, pose.px_per_mm * factor)
