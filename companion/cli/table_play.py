"""Playing at a table that was set up: frames on its plane, people in their spots, our screen masked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.cli.table_setup import checked_now, fixed, picture_of
from companion.evening.session import Session
from companion.evening.sitting import Measured
from companion.kept.tables import load_table
from companion.place.layout import Spot
from companion.ports import Camera, Frame
from companion.texts import Text
from vision.setup.checked import Fixed


class AtTable:
    """The table ``name`` as it was set up; raises Trouble if its file is damaged."""

    def __init__(self, session: Session, home: Path, name: str) -> None:
        self.session, self._home, self._name = session, home, name
        self.stored = load_table(home, name)
        self.measured: Measured = (tuple(Spot(*spot) for spot in self.stored.spots), self.stored.area)
        self._fixed: Fixed = fixed(home, name, self.stored, None)

    def look(self, camera: Camera, tell: Callable[[Text], None]) -> None:
        """Compare what the camera shows with the table as it was set up; says so if it was pushed.

        Nothing is said while all is as it was, nor where no picture of the bare table was kept.
        """
        found = checked_now(self._home, self._name, self.stored, picture_of(camera))
        if found is None or found.nudge.verdict == "same":
            return
        tell(found.sentence)
        self._fixed = fixed(self._home, self._name, self.stored, found)

    def fix(self, frame: Frame) -> Frame:
        """The frame on the table's plane; people whose number it was not set up for sit as usual, round its middle."""
        sitting = self.session.sitting
        shift = (0.0, 0.0)
        if sitting is not None:
            sitting.at_table(self.measured)
            area, own = self.stored.area, sitting.scribe.layout.area
            shift = ((own[0] - area[0]) / 2, (own[1] - area[1]) / 2)
        return self._fixed.fix(frame, shift)
