"""Which parts of a frame have changed since they were read and have come to rest."""

from __future__ import annotations

import cv2
import numpy as np

from vision.watching.motion import Mask, Stillness, filled, grown, parts

NEAR = 2
"""So many cells around what changed are read with it, and must be at rest too."""
LEAST_CELLS = 24
"""A part that is at rest beside something that moves is read if it is so large (a card has about 200 cells) ..."""
TINY = 3
"""Fewer cells that touch each other are noise."""
LONGER = 2
"""... and has been still so many times as long as other parts must be."""


def without_noise(changed: Mask) -> Mask:
    """The cells without those that changed nearly alone."""
    count, names, stats, _ = cv2.connectedComponentsWithStats(changed.astype(np.uint8), connectivity=8)
    if count == 1:
        return changed
    large = stats[:, cv2.CC_STAT_AREA] >= TINY
    large[0] = False
    return np.asarray(large[names])


def ready(changed: Mask, still: Stillness, at_ms: int, frames: int, ms: int) -> Mask:
    """The cells to read now: whole parts that are at rest, and what is at rest beside an arm that moves."""
    found = np.zeros_like(changed)
    if not changed.any():
        return found
    for part in parts(filled(grown(changed, NEAR))):
        if still.settled(part, at_ms, frames, ms):
            found |= part
            continue
        calm = part & ~grown(still.unsettled(at_ms, LONGER * frames, LONGER * ms), NEAR)
        for piece in parts(calm) if calm.any() else []:
            if (piece & changed).sum() >= LEAST_CELLS:
                found |= piece
    return found
