"""What is known of one card before it is turned into odds: corners, body, whole face."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from vision.arrays import Float, f32

FLOOR = math.log(1e-5)
"""Least log-probability: no corner alone may rule out what the others say."""
INDEX_MM = 7.0
"""Usual height of an index rank."""
NOTHING = f32(np.zeros(18))


@dataclass(frozen=True)
class Evidence:
    """Of one card. Log-probabilities are of 13 ranks and the joker, and of 4 suits, 18 numbers in all."""

    corner: Float
    """Mean over the card's corners, the clearer ones counting more; zeros where none was found."""
    corners: int
    heat: float
    """Probability that there is an index, by the finder, of the best corner."""
    index: float
    """Logit that there is an index, by the patch network, of the best corner."""
    conflict: bool
    """Whether two corners, each by itself, would name different cards."""
    clarity: float
    """Mean log-probability of the best glyph and suit over all corners of the picture: is this deck easy to read?"""
    index_px: float
    """Height of an index (px) as large as most decks have it."""
    body: float = 0.0
    """Probability that a card lies open here, by the finder; 0 where it saw none."""
    lonely: bool = False
    """A single index on a place where nothing could cover the rest of its card, and yet no card was seen there."""
    red: float | None = None
    """How red the ink of its indices is against the reddest in the picture, None where it does not show."""
    face: Float | None = None
    """What the whole face says, None where it was not asked."""
    off_mm: float = 0.0
    inside: float = 0.0
    back: float = 0.0
    short: float = 0.0
    """Where its corners lie, as `vision.reading.places.Places` tells."""


def floored(ranks: Float, suits: Float) -> Float:
    """Log-probabilities n x 18 from probabilities of ranks and joker (n x 14) and log-probabilities of suits."""
    return f32(np.concatenate([np.log(np.maximum(ranks, math.exp(FLOOR))), np.maximum(suits, FLOOR)], 1))


def suit_kind(first: str, second: str) -> str:
    """How two faces differ: in "rank" only, in suit only and then within "black" or "red", or in more ("other")."""
    if first[0] == "X" or second[0] == "X":
        return "other"
    if first[1] == second[1]:
        return "rank"
    if first[0] != second[0]:
        return "other"
    pair = {first[1], second[1]}
    return "black" if pair == {"S", "C"} else "red" if pair == {"H", "D"} else "other"
