"""Cards whose place is seen bare while hands are at work, before anything has come to rest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from companion.ports import Sighting
from vision.motion import Mask
from vision.scan import CellMap

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
