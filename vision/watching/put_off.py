"""Cards that were read but not taken up yet: their places are read again, whole, as soon as they are at rest.

Beside an arm the table is read in pieces. A card of which a piece was read, or the middle lay outside the piece, or
which moved still, is not followed yet; were its cells taken for read, nobody would look at it any more, for they look
the same when the arm has gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from vision.watching.motion import Mask, Stillness
from vision.watching.scan import Scan
from vision.watching.sightings import Card, alike, distance, same

LIKELY = 0.5
"""What looks less than this like any face is not waited for: an edge, a shadow."""
AGREE, NEAR_MM = 0.5, 70.0
"""A card that lies no further away and looks so much alike is the one that was read: what is cut off is put roughly."""


@dataclass
class PutOff:
    """The places that are to be read again."""

    tried: Mask = field(default_factory=lambda: np.zeros((0, 0), np.bool_))
    """cells of places that were at rest when they were put off, and have not moved since: once is enough"""

    def moved(self, cells: Mask) -> None:
        """Where something moves all is open again."""
        if self.tried.shape == cells.shape:
            self.tried &= ~cells

    def places(
        self, cards: Sequence[Card], known: Sequence[Card], scan: Scan, still: Stillness, frames: int, ms: int
    ) -> Mask:
        """The cells under cards that were read, but are not among those that are ``known`` now."""
        if self.tried.shape != scan.where.shape:
            self.tried = np.zeros_like(scan.where)
        found = np.zeros_like(scan.where)
        for card in cards:
            place = scan.place(card.sighting)
            if not place.any() or explained(card, known, bool((scan.touched & place).any())):
                continue
            if (place & ~self.tried).any():
                found |= place
                if still.settled(place, scan.at_ms, frames, ms):
                    self.tried |= place
        return found


def explained(card: Card, known: Sequence[Card], touched: bool) -> bool:
    """Whether a reading is of a card that is followed, or of none."""
    if not card.back and card.surest < LIKELY:
        return True
    for other in known:
        if other.back != card.back:
            continue
        if same(card.sighting, other.sighting) and not touched:
            return True
        near = distance(card.sighting, other.sighting) < NEAR_MM
        if near and (card.back or alike(card.sighting.odds, other.sighting.odds) >= AGREE):
            return True
    return False
