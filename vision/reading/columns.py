"""Corners that are no cards of their own: halves of large indices, and lower indices of decks that have four.

A large index may be found twice, at its rank and at its suit; no two cards lie so that their indices are one above the
other so near. In a fan of a deck with four indices both on one side of every card show, the lower one upside down and
crowded by its neighbours. Read alike they are joined as one card (`vision.reading.pair`); where the lower one cannot
be made out, it must not be told as a card of its own.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Matrix
from vision.reading.pair import OFFSET_MM
from vision.reading.scale import Seen
from vision.reading.straight import clearness

CLEAR, PROOF = 0.9, 0.8
"""An index read less clearly than CLEAR may be another's lower one; two alike, each PROOF clear, prove the deck."""
NEAR_MM = 8.0
"""How far the lower index may be from where it should be."""
FACING = -0.85
"""Cosine of the directions of two indices that face each other."""
DOUBLE_MM, ASIDE_MM, ALONG = 12.0, 4.0, 0.9
"""An index found so near above or below another, no further aside, and turned alike (cosine), is the same one."""


def without_doubles(seen: Seen) -> Seen:
    """The same corners, of two in one index the one read more clearly."""
    clear = clearness(seen.marks)
    at, up = seen.corners.at, seen.corners.up
    line = (at[None] - at[:, None]) / seen.scales[:, None, None]
    right = np.stack([-up[:, 1], up[:, 0]], 1)
    over, aside = np.abs((line * up[:, None]).sum(2)), np.abs((line * right[:, None]).sum(2))
    same = (over < DOUBLE_MM) & (aside < ASIDE_MM) & (up @ up.T > ALONG)
    kept: list[int] = []
    for row in np.argsort(-clear, kind="stable"):
        if not same[kept, row].any():
            kept.append(int(row))
    if len(kept) == len(clear):
        return seen
    rows = np.sort(kept)
    return replace(seen, corners=seen.corners.take(rows), scales=seen.scales[rows], marks=seen.marks.take(rows))


def without_undersides(seen: Seen) -> Seen:
    """The same corners without those that are but the lower index of a card whose upper one is read clearly."""
    clear = clearness(seen.marks)
    below = under(seen)
    name = seen.marks.glyph.argmax(1) * 4 + seen.marks.suit.argmax(1) if len(clear) else np.zeros(0, np.intp)
    alike = (name[:, None] == name[None]) & (clear > PROOF)[:, None] & (clear > PROOF)[None]
    if not (below & alike).any():
        return seen
    surplus = (below & (clear > CLEAR)[:, None]).any(0) & (clear < CLEAR)
    kept = np.flatnonzero(~surplus)
    return replace(seen, corners=seen.corners.take(kept), scales=seen.scales[kept], marks=seen.marks.take(kept))


def under(seen: Seen) -> NDArray[np.bool_]:
    """Whether each corner (column) lies where the card of another (row) has its lower index on the same side."""
    at, up = seen.corners.at, seen.corners.up
    place: Matrix = at - up * (2 * OFFSET_MM[1] * seen.scales)[:, None]
    away = np.linalg.norm(at[None] - place[:, None], axis=2) / seen.scales[:, None]
    return np.asarray((away < NEAR_MM) & (up @ up.T < FACING))
