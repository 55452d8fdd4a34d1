"""What is being read: a part of the table that came to rest, over two or three frames."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.ports import Remark
from vision.watching.motion import Mask, parts
from vision.watching.regions import Found
from vision.watching.sightings import Card, Spot, clusters, one_a_stack

READ_FRAMES = (2, 3)
"""Frames read at rest: the first number if all is clear by then, else the second."""
CLEAR = 0.99
"""Odds from which a card needs no third frame."""

OF_DOUBTS = ("blurred", "low_contrast", "too_small")
"""Remarks on what made readings doubtful: told only where a card stays in doubt, and not of a hand's edge."""
IN_DOUBT = 0.9
"""A card that looks less than this like any face is in doubt."""


@dataclass
class Batch:
    """The cells, and the spots and remarks of each frame so far."""

    where: Mask
    frames: list[list[Spot]] = field(default_factory=list)
    beside: list[list[Spot]] = field(default_factory=list)
    """faces that showed beside these cells"""
    remarks: dict[str, Remark] = field(default_factory=dict)

    def add(self, found: Found) -> None:
        """One more frame."""
        self.frames.append(found.spots)
        self.beside.append(found.beside)
        self.remarks |= found.remarks

    def without_doubts(self) -> None:
        """No card stays in doubt: forget what was said of doubtful readings."""
        self.remarks = {code: said for code, said in self.remarks.items() if code not in OF_DOUBTS}

    def without(self, moved: Mask) -> bool:
        """Leave out the parts in which something moved; whether anything is left."""
        for part in parts(self.where):
            if (part & moved).any():
                self.where = self.where & ~part
        return bool(self.where.any())

    @property
    def done(self) -> bool:
        """Whether another frame would tell nothing new."""
        least, most = READ_FRAMES
        return len(self.frames) >= most or (len(self.frames) >= least and self._clear)

    @property
    def _clear(self) -> bool:
        """Whether the frames agree on every card and leave no doubt."""
        groups = clusters(self.frames)
        spots = sum(len(one_a_stack(spots)) for spots in self.frames)
        return spots == sum(map(len, groups)) and all(
            group[0].back or Card.surest_of(group) > CLEAR for group in groups
        )
