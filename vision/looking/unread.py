"""Cards that lie open in a picture, but of which nothing was read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import cv2
import numpy as np

from companion.ports import CARD_MM, Reading
from vision.arrays import Matrix, Picture, f32, f64
from vision.reading.bodies import Bodies
from vision.reading.scale import Seen

LEAST_HEAT, MOST_BACK = 0.5, 0.5
"""The finder is at least this sure of such a card, and it is no likelier than this to be a back."""
READ_MM = 25.0
"""A reading whose middle is nearer to a card's than this may be about it."""
SAME_SIZE = 1.3
"""Cards of a pack in one picture differ in length by no more than this ratio; other bodies are parts of cards."""
PART = 0.87
"""What lies on a card that was read and is smaller than this share of it is a part of its picture, as the halves of
German cards are."""
LIKELY = 0.7
"""What is less sure than this may well be a card of another deck: on 7 to 31 German cards no more than 2 were likelier,
on photographs of known decks nearly all are."""
ONE_CARD = 0.45
"""Bodies nearer to each other than this share of a card's length are one card."""


@runtime_checkable
class Looker(Protocol):
    """A reader that tells apart what it sees and what it reads."""

    def look(self, image: Picture, px_per_mm: float | None = None) -> Seen: ...
    def tell(self, seen: Seen, image: Picture) -> tuple[Reading, ...]: ...


def unread(bodies: Bodies, readings: Sequence[Reading]) -> int:
    """How many cards lie face up where nothing was read."""
    told = [f64(one.quad).mean(0) for one in readings if one.quad]
    likely = [f64(one.quad) for one in readings if one.quad and one.p >= LIKELY]
    lengths = [float(np.linalg.norm(quad[0] - quad[3])) for quad in likely]
    usual = float(np.median(lengths)) if lengths else None
    kept: list[tuple[Matrix, float]] = []
    for row in np.argsort(-bodies.heat):
        at, high = f64(bodies.at[row]), float(bodies.height[row])
        if bodies.heat[row] < LEAST_HEAT or bodies.back[row] > MOST_BACK:
            continue
        if usual is not None and not 1 / SAME_SIZE < high / usual < SAME_SIZE:
            continue
        if any(high < PART * size and holds(quad, at) for quad, size in zip(likely, lengths, strict=True)):
            continue
        read = any(np.hypot(*(at - other)) < READ_MM * high / CARD_MM[1] for other in told)
        if not read and not any(np.hypot(*(at - other)) < ONE_CARD * max(high, size) for other, size in kept):
            kept.append((at, high))
    return len(kept)


def holds(quad: Matrix, at: Matrix) -> bool:
    """Whether a point (px) lies on a card."""
    return cv2.pointPolygonTest(f32(quad), (float(at[0]), float(at[1])), False) >= 0


def mostly_unread(bodies: Bodies, readings: Sequence[Reading]) -> bool:
    """Whether most of the cards that lie face up say nothing, or nothing likely: their deck may be an unknown one."""
    likely = [one for one in readings if one.p >= LIKELY]
    return unread(bodies, likely) > len(likely)
