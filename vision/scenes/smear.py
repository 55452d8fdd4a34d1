"""Motion: which cards moved since the last picture, and how that smears them while the shutter is open."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np

from companion.ports import Placement
from vision.arrays import Picture, u8

LONGEST_GAP_MS = 400
"""Over a longer time nothing is known of how a card came where it is."""
FASTEST = 6.0
"""mm a millisecond: what moved faster was not the same card."""
STEP_MM = 0.5
"""Smears are told in steps of this; shorter ones do not show."""
LONGEST_MM = 70.0

Shift = tuple[float, float]
"""How far a thing moved while the shutter was open (mm on the table); (0, 0) at rest."""
STILL: Shift = (0.0, 0.0)


class Laid(NamedTuple):
    """A card as a picture shows it: where it is and how it is smeared."""

    card: Placement
    smear: Shift = STILL


@dataclass
class Motion:
    """Compares the cards of each moment with those of the moment before."""

    shutter_ms: float
    _before: tuple[Placement, ...] = ()
    _at_ms: int = 0

    def step(self, cards: tuple[Placement, ...], at_ms: int) -> tuple[Laid, ...]:
        """The cards, lowest first, each with the way it moved while the shutter was open."""
        before, gap = self._before, at_ms - self._at_ms
        self._before, self._at_ms = cards, at_ms
        if cards == before or not 0 < gap <= LONGEST_GAP_MS:
            return tuple(Laid(card) for card in cards)
        stay = Counter(cards) & Counter(before)
        gone = list((Counter(before) - stay).elements())
        laid = []
        for card in cards:
            if stay[card]:
                stay[card] -= 1
                laid.append(Laid(card))
                continue
            origin = _same(card, gone, FASTEST * gap)
            if origin is None:
                laid.append(Laid(card))
                continue
            gone.remove(origin)
            laid.append(Laid(card, smear_of((origin.x, origin.y), (card.x, card.y), self.shutter_ms / gap)))
        return tuple(laid)


def _same(card: Placement, gone: Sequence[Placement], reach: float) -> Placement | None:
    """The nearest of the placements that are gone that may have been this card."""
    like = [one for one in gone if (one.card, one.pack) == (card.card, card.pack)]
    near = min(like, key=lambda one: math.dist((one.x, one.y), (card.x, card.y)), default=None)
    return None if near is None or math.dist((near.x, near.y), (card.x, card.y)) > reach else near


def smear_of(before: tuple[float, float], now: tuple[float, float], share: float) -> Shift:
    """The last ``share`` of a way (mm), in steps of STEP_MM, at most LONGEST_MM long."""
    dx, dy = (now[0] - before[0]) * min(1.0, share), (now[1] - before[1]) * min(1.0, share)
    length = math.hypot(dx, dy)
    if length < STEP_MM:
        return STILL
    short = min(1.0, LONGEST_MM / length)
    return round(dx * short / STEP_MM) * STEP_MM, round(dy * short / STEP_MM) * STEP_MM


def smeared(picture: Picture, dx: float, dy: float) -> Picture:
    """The mean of a picture and of where it came from, over a way that ends here (px); its border goes on outside.

    The way is halved and halved again, each time the mean of two: a dozen pixels cost four passes.
    """
    while max(abs(dx), abs(dy)) >= 1:
        dx, dy = dx / 2, dy / 2
        across, down = -round(dx), -round(dy)
        if (across, down) == (0, 0):
            break
        moved = cv2.copyMakeBorder(
            picture, max(0, down), max(0, -down), max(0, across), max(0, -across), cv2.BORDER_REPLICATE
        )
        top, left = max(0, -down), max(0, -across)
        moved = moved[top : top + picture.shape[0], left : left + picture.shape[1]]
        picture = u8(cv2.addWeighted(picture, 0.5, np.ascontiguousarray(moved), 0.5, 0))
    return picture
