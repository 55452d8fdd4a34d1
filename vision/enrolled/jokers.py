"""Jokers: told apart where they were shown apart and look apart, one face X where they look alike."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.cards import JOKERS
from companion.texts import text
from vision.arrays import Picture
from vision.enrolled.sorting import Learned
from vision.reading.pair import Pose

REACH_MM = 22.0
"""Redness is looked for this far around the middle of a card: its figure, not the table."""
RED = 50
"""A pixel is red when its red exceeds the other colours by more than this."""


def redness(image: Picture, pose: Pose) -> float:
    """Share of a card's pixels that are clearly redder than grey."""
    x, y = round(pose.x), round(pose.y)
    reach = max(2, round(REACH_MM * pose.px_per_mm))
    part = image[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach].astype(np.int16)
    if not part.size:
        return 0.0
    return float((part[..., 2] - np.maximum(part[..., 1], part[..., 0]) > RED).mean())


def name_jokers(faces: Sequence[Learned]) -> None:
    """Jokers that were shown apart are told apart, in place: by their names if they differ, else the redder is XR.

    A single one that says no colour stays X.
    """
    jokers = [face for face in faces if face.card in JOKERS]
    plain = [face for face in jokers if face.card == "X"]
    if len(jokers) == 2 and len(plain) == 1:
        (other,) = (face for face in jokers if face.card != "X")
        plain[0].card = "XR" if other.card == "XB" else "XB"
    elif len(jokers) == 2 and jokers[0].card == jokers[1].card:
        black, red = sorted(jokers, key=lambda face: float(np.mean([view.redness for view in face.views])))
        black.card, red.card = "XB", "XR"
    elif len(jokers) > 2:
        for face in jokers:
            face.card, face.doubt = "", text("more than two jokers: name two of them")


def joined_jokers(faces: Sequence[Learned]) -> list[Learned]:
    """The faces with all jokers as one that is called X."""
    jokers = [face for face in faces if face.card in JOKERS]
    views = [view for face in jokers for view in face.views]
    return sorted([*(face for face in faces if face not in jokers), Learned(views, "X")], key=lambda face: face.first)
