"""What the bare table looks like, learnt wherever no card lies."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.arrays import Float, f32
from vision.watching.motion import Lit, Mask, differ, differences


@dataclass
class Ground:
    """What the bare table looks like, cell by cell; where it was never seen, like the table around."""

    colours: Float
    known: Mask
    _guess: Float | None = field(default=None, repr=False)
    _loose: Float | None = field(default=None, repr=False)

    TOLERANCE = 14.0
    """A cell is bare when no colour differs by more than this from the table's."""
    AROUND = 9.0
    """What was never seen is guessed from the cells around it (Gaussian sigma in cells)."""

    @classmethod
    def unknown(cls, like: Float) -> Ground:
        """Nothing learnt yet."""
        return cls(like.copy(), np.zeros(like.shape[:2], np.bool_))

    def bare(self, cells: Lit) -> Mask:
        """Cells that look like the table."""
        guess, loose = self._expected()
        return np.asarray(differences(cells.near(guess), guess) <= loose)

    def learn(self, cells: Lit, free: Mask) -> None:
        """Take over the look of cells on which no card lies.

        A cell that was known keeps its look, so that a resting hand does not become table, unless the new look is
        much more like the rest of the table (it was a hand that was learnt).
        """
        now, (usual, _) = cells.near(self.colours), self._usual()
        nearer = np.abs(now - usual).max(2) + self.TOLERANCE < np.abs(self.colours - usual).max(2)
        same = ~differ(now, self.colours, self.TOLERANCE)
        take = free & (~self.known | nearer | same)
        self.colours[take] = now[take]
        self.known |= free
        self._guess = None

    def _expected(self) -> tuple[Float, Float]:
        """The look of each cell, and by how much it may differ."""
        if self._guess is None or self._loose is None:
            usual, spread = self._usual()
            known = self.known.astype(np.float32)
            weight = cv2.GaussianBlur(known, (0, 0), self.AROUND)
            around = cv2.GaussianBlur(f32((self.colours - usual) * known[..., None]), (0, 0), self.AROUND)
            around = f32(around).reshape(self.colours.shape) / (weight[..., None] + 0.02) + usual
            self._guess = f32(np.where(self.known[..., None], self.colours, around))
            loose = self.TOLERANCE + np.where(self.known, 0, 2 * float(spread.max()))
            self._loose = f32(loose)
        return self._guess, self._loose

    def _usual(self) -> tuple[Float, Float]:
        if not self.known.any():
            return f32(np.median(self.colours, axis=(0, 1))), np.zeros(self.colours.shape[2], np.float32)
        seen = self.colours[self.known]
        middle = np.median(seen, axis=0)
        return f32(middle), f32(np.median(np.abs(seen - middle), axis=0))
