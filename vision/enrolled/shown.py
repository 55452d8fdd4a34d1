"""Cards shown to a camera one after the other: each is reported once, when the table has come to rest."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.ports import Frame
from vision.arrays import Float
from vision.enrolled.enrol import gather
from vision.enrolled.known import CornerReader, FaceLooker
from vision.enrolled.sorting import View
from vision.reading.whole import distance_mm
from vision.watching.motion import CHANGED, Lit, Stillness, cells, differ

STILL_FRAMES, STILL_MS = 3, 250
"""The table is at rest when nothing has moved for so many frames and so long."""
MOVED_MM = 20.0
"""A card that lies farther than this from where one lay is another, or was laid anew."""


class Shown:
    """Takes frames and gives the cards that are new on the table; ``same`` as in
    `vision.enrolled.sorting.sort_views`."""

    def __init__(self, reader: CornerReader, faces: FaceLooker, same: float) -> None:
        self.reader, self.faces, self.same = reader, faces, same
        self.covered = 0
        self._still = Stillness()
        self._read: Float | None = None
        self._lying: tuple[View, ...] = ()
        self._looks = 0

    def take(self, frame: Frame) -> list[View]:
        """The cards that were laid since the last time the table was at rest, if it is now."""
        now = cells(frame.image if frame.small is None else frame.small)
        self._still.take(Lit(now, now), frame.at_ms)
        everywhere = np.ones(now.shape[:2], np.bool_)
        if not self._still.settled(everywhere, frame.at_ms, STILL_FRAMES, STILL_MS):
            return []
        if self._read is not None and self._read.shape == now.shape and not differ(now, self._read, CHANGED).any():
            return []
        self._read = now
        found = gather(self.reader, self.faces, frame.image, self._looks)
        new = [view for view in found.views if self._is_new(view, self._lying)]
        self._lying, self._looks = found.views, self._looks + 1
        self.covered = max(self.covered, found.covered)
        return new

    def _is_new(self, view: View, lying: Sequence[View]) -> bool:
        near = [one for one in lying if distance_mm(view.pose, one.pose) < MOVED_MM]
        return not any(float(view.embedding @ one.embedding) >= self.same for one in near)
