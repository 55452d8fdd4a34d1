"""Places of cards that are seen bare: while hands are at work, or a narrow strip of one that others cover."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from companion.ports import Sighting
from vision.watching.motion import Mask
from vision.watching.scan import CellMap, Scan
from vision.watching.sightings import Card

LEAST_SHOWN, FEW_SHOWN, SHOWN_BARE = 3, 6, 0.75
"""So many cells of a card that were seen and that nothing covers tell that it is gone if they are bare, all of them if
they are few, else this share: of one that lies under others a narrow strip is seen."""
BARE = 0.8
"""Share of a card's place that looks like the table when no card lies there ..."""
FRAMES = 2
"""... in so many frames one after the other: a sleeve may pass that is like the cloth."""


@dataclass
class Bared:
    """Counts in how many frames the place of each card has been bare."""

    frames: dict[int, int] = field(default_factory=dict)
    _places: tuple[int, dict[int, Mask]] = (-1, {})

    def __bool__(self) -> bool:
        return any(0 < frames < FRAMES for frames in self.frames.values())

    @property
    def tracks(self) -> frozenset[int]:
        """The cards that have left their places."""
        return frozenset(track for track, frames in self.frames.items() if frames >= FRAMES)

    def see(self, lying: Sequence[Sighting], version: int, cells: CellMap, touched: Mask, bare: Mask) -> None:
        """The cells of one more frame. ``touched``: those that have moved since they were read.

        ``version`` changes whenever the cards that are known to lie there do.
        """
        if self._places[0] != version:
            self._places = (version, {one.track: cells.under([one]) for one in lying})
        for track, place in self._places[1].items():
            if self.frames.get(track, 0) >= FRAMES or not touched[place].any():
                continue
            looks_bare = float(bare[place].mean()) >= BARE
            self.frames[track] = self.frames.get(track, 0) + 1 if looks_bare else 0

    def keep(self, tracks: Iterable[int]) -> None:
        """What is known of all others is told by what was read."""
        left = set(tracks)
        self.frames = {track: frames for track, frames in self.frames.items() if track in left}


@dataclass
class Shown:
    """By track the cells in which each card was seen last, and no other card."""

    cells: dict[int, Mask] = field(default_factory=dict)

    def bare(self, card: Card, covers: Sequence[Card], scan: Scan) -> bool:
        """Whether the table shows where a card was seen, as far as none of these lies there now."""
        shown = self.cells.get(card.sighting.track)
        if shown is None or shown.shape != scan.where.shape:
            return False
        free = shown & scan.where & ~scan.cells.under([one.sighting for one in covers])
        count = int(free.sum())
        return count >= LEAST_SHOWN and float(scan.bare[free].mean()) >= (SHOWN_BARE if count >= FEW_SHOWN else 1.0)

    def remember(self, cards: Sequence[Card], scan: Scan) -> None:
        """What a batch showed of the cards that are known now."""
        places = {card.sighting.track: scan.place(card.sighting) for card in cards}
        for card in cards:
            track = card.sighting.track
            if card.sighting.seen and scan.within(card.sighting):
                others = [place for other, place in places.items() if other != track]
                alone = places[track] & ~np.logical_or.reduce(others) if others else places[track]
                self.cells[track] = alone & scan.where & ~scan.bare
        self.cells = {track: cells for track, cells in self.cells.items() if track in places}
