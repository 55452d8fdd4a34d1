"""Names drawn beside cards, none over another: a plate near each card's index, with a thin line to it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2

from vision.arrays import Picture

FONT = cv2.FONT_HERSHEY_SIMPLEX
WHITE = (255, 255, 255)
RINGS, DIRECTIONS = 24, 16
"""How many distances and directions are tried for a plate."""
PAD = 2
"""Px around the letters."""

Point = tuple[float, float]
Plate = tuple[int, int, int, int]
"""Left, top, right, bottom (px)."""


@dataclass(frozen=True)
class Label:
    """A text with the place it is about (px), the direction in which there is room for it, and its colour (BGR).

    ``clear``: so far around the place (px) no text should be, so that it can still be seen.
    """

    text: str
    at: Point
    away: Point
    colour: tuple[int, int, int]
    clear: float = 0.0


def draw_labels(picture: Picture, labels: Sequence[Label], size: float, thick: int = 1) -> list[Plate]:
    """Draw them in place, letters ``size`` times as large as OpenCV's; gives the plates in the order of the labels.

    No plate covers another as long as there is room in the picture for all of them.
    """
    plates = place([_extent(label.text, size, thick) for label in labels], labels, (picture.shape[1], picture.shape[0]))
    for label, plate in zip(labels, plates, strict=True):
        x, y = round(label.at[0]), round(label.at[1])
        if not (plate[0] <= x <= plate[2] and plate[1] <= y <= plate[3]):
            nearest = min(max(x, plate[0]), plate[2]), min(max(y, plate[1]), plate[3])
            cv2.line(picture, (x, y), nearest, label.colour, 1, cv2.LINE_AA)
            cv2.circle(picture, (x, y), 1 + thick, label.colour, -1, cv2.LINE_AA)
    for label, plate in zip(labels, plates, strict=True):
        cv2.rectangle(picture, plate[:2], plate[2:], label.colour, -1)
        below = _extent(label.text, size, thick)[2]
        base = plate[3] - PAD - below
        cv2.putText(picture, label.text, (plate[0] + PAD, base), FONT, size, WHITE, thick, cv2.LINE_AA)
    return plates


def place(extents: Sequence[tuple[int, int, int]], labels: Sequence[Label], size: tuple[int, int]) -> list[Plate]:
    """Plates for labels of these widths, heights and descents (px) in a picture of ``size`` (width, height).

    Each gets the first free place in rings around what it is about, its own direction first: over no other plate and,
    if that can be had, over no place that should stay clear.
    """
    shown = [_around(label) for label in labels if label.clear]
    plates: list[Plate] = []
    for (wide, high, _), label in zip(extents, labels, strict=True):
        choices = list(_places(label, wide, high, size))
        free = [one for one in choices if not any(meet(one, other) for other in plates)]
        best = next((one for one in free if not any(meet(one, other) for other in shown)), None)
        plates.append(best or (free or choices)[0])
    return plates


def meet(a: Plate, b: Plate) -> bool:
    """Whether two plates share a px."""
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def _around(label: Label) -> Plate:
    (x, y), far = label.at, label.clear
    return round(x - far), round(y - far), round(x + far), round(y + far)


def _places(label: Label, wide: int, high: int, size: tuple[int, int]) -> Iterator[Plate]:
    first = math.atan2(label.away[1], label.away[0])
    for ring in range(1, RINGS + 1):
        for step in range(DIRECTIONS):
            turn = first + (step + 1) // 2 * (-1) ** step * 2 * math.pi / DIRECTIONS
            far = label.clear + (ring - 0.4) * (high + 2)
            x = label.at[0] + math.cos(turn) * (far + wide / 2 * abs(math.cos(turn)))
            y = label.at[1] + math.sin(turn) * far
            left = min(max(0, round(x - wide / 2)), max(0, size[0] - 1 - wide))
            top = min(max(0, round(y - high / 2)), max(0, size[1] - 1 - high))
            yield left, top, left + wide, top + high


def _extent(text: str, size: float, thick: int) -> tuple[int, int, int]:
    (wide, high), below = cv2.getTextSize(text, FONT, size, thick)
    return wide + 2 * PAD, high + below + 2 * PAD, below
