"""A table that was set up, looked at again when people sit down: is the camera where it was, and what is masked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.ports import Frame
from companion.texts import Text, text
from vision.arrays import Matrix, Picture, f64
from vision.optics import apply
from vision.setup.nudge import Nudge, NudgeCheck
from vision.setup.screen import Mask


@dataclass(frozen=True)
class Checked:
    """The homography (px to mm) that holds now, what is masked now, and what was found; ``lost``: the homography that
    was stored does not hold any more, and no other is known."""

    to_mm: Matrix
    screens: tuple[Matrix, ...]
    nudge: Nudge
    lost: bool
    repeats: bool = False
    """the table's pattern comes again a little farther on: a push by just so much would not be seen"""

    @property
    def sentence(self) -> Text:
        """What to tell people."""
        if self.nudge.verdict == "same" and self.repeats:
            return text("The camera is where it was, as far as a pattern that comes again and again tells")
        if self.nudge.verdict == "same":
            return text("The camera is where it was")
        if self.nudge.verdict == "plain":
            return text("Whether the camera was pushed cannot be told: the table top has no pattern to tell by")
        if self.nudge.verdict == "unlike":
            return text("The camera shows another view than at set-up: set the table up again ('dalje table set')")
        if self.lost:
            return text(
                "The camera was pushed by about {mm} mm: put it back, or set the table up again ('dalje table set')",
                mm=round(self.nudge.mm),
            )
        return text("The camera was pushed by {mm} mm: that is taken into account", mm=round(self.nudge.mm))


def check_again(bare: Picture, image: Picture, to_mm: Matrix, screens: Sequence[Matrix] = ()) -> Checked:
    """Compare a picture with the one of the bare table that was kept at set-up (same size)."""
    compared = NudgeCheck(bare, to_mm, screens)
    nudge = compared.check(image)
    onto = nudge.onto if nudge.verdict == "pushed" else None
    if onto is None:
        return Checked(to_mm, tuple(screens), nudge, nudge.verdict in ("pushed", "unlike"), compared.repeats)
    moved = tuple(apply(onto, f64(quad)) for quad in screens)
    return Checked(f64(to_mm @ np.linalg.inv(onto)), moved, nudge, False)


@dataclass(frozen=True)
class Fixed:
    """Puts frames on the table's plane and hides what is masked; ``size`` of the pictures it was set up with (px)."""

    to_mm: Matrix
    mask: Mask
    size: tuple[int, int]

    def fix(self, frame: Frame, shift: tuple[float, float] = (0.0, 0.0)) -> Frame:
        """The frame, calibrated; ``shift`` (mm) is added to all places. Pictures of another size are scaled."""
        wide, high = frame.image.shape[1], frame.image.shape[0]
        scale = np.diag([self.size[0] / wide, self.size[1] / high, 1.0])
        moved = np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1]]) @ self.to_mm @ scale
        hidden = self.mask.hide(frame)
        to_mm = tuple(float(v) for v in moved.ravel())
        return Frame(hidden.image, hidden.at_ms, hidden.number, to_mm, hidden.small)
