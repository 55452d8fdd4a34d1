"""Noticing what moved and what changed, on a small copy of the frame: one number per colour and cell."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Float, Picture, f32

Mask = NDArray[np.bool_]

COLUMNS = 144
"""Cells across a frame; on a table of 760 mm a cell is 5 mm wide."""
NOISY = 5.0
"""So many times the usual difference by noise are no motion; a frame has thousands of cells."""
SUBSAMPLE = 4
"""Only every so many pixels of the frame are looked at, more of a small one."""
MOVED = 6.0
"""A cell moves when a colour changes by more than this (grey levels) from frame to frame."""
CHANGED = 7.0
"""A cell has changed when a colour differs by more than this from when it was last read."""
RESTLESS = 0.35
"""A thing is not at rest while more of its place than this share moves."""
BLACK, WHITE = 14.0, 250.0
"""Grey levels: a frame without a brighter, or without a darker cell shows nothing."""


def cells(image: Picture) -> Float:
    """Mean colours of the cells of a BGR or grey picture: rows x COLUMNS x 3 or 1."""
    step = max(1, min(SUBSAMPLE, image.shape[1] // (2 * COLUMNS)))
    rows = max(2, round(COLUMNS * image.shape[0] / image.shape[1]))
    size = (image.shape[1] // step, image.shape[0] // step)
    thin = cv2.resize(image, size, interpolation=cv2.INTER_NEAREST) if step > 1 else image
    return f32(cv2.resize(thin, (COLUMNS, rows), interpolation=cv2.INTER_AREA)).reshape(rows, COLUMNS, -1)


def blank(now: Float) -> str | None:
    """ "black" or "white" if all cells are (a covered lens, a lamp shining into it), else None."""
    if float(now.max()) <= BLACK:
        return "black"
    return "white" if float(now.min()) >= WHITE else None


def differ(a: Float, b: Float, by: float | Float) -> Mask:
    """Cells in which some colour differs by more than ``by``."""
    return differences(a, b) > by


def differences(a: Float, b: Float) -> Float:
    """The largest difference of any colour, cell by cell."""
    return largest(f32(np.abs(a - b)))


def largest(colours: Float) -> Float:
    """The largest number of each cell."""
    # Channel by channel: a reduction along an axis of three is ten times slower.
    return f32(np.maximum.reduce([colours[..., channel] for channel in range(colours.shape[2])]))


def grown(mask: Mask, by: int) -> Mask:
    """The mask with ``by`` cells more on every side."""
    kernel = np.ones((2 * by + 1, 2 * by + 1), np.uint8)
    return np.asarray(cv2.dilate(mask.astype(np.uint8), kernel) > 0)


def parts(mask: Mask) -> list[Mask]:
    """The connected parts of a mask (touching at a corner counts)."""
    count, names = cv2.connectedComponents(mask.astype(np.uint8), connectivity=8)
    return [np.asarray(names == name) for name in range(1, count)]


def filled(mask: Mask) -> Mask:
    """The mask with its holes closed: the blank middle of a card looks like a light table."""
    outlines, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    solid = cv2.drawContours(np.zeros(mask.shape, np.uint8), outlines, -1, 1, -1)
    return np.asarray(solid > 0)


def touching_edge(mask: Mask) -> Mask:
    """The parts of a mask that reach the edge of the frame, as arms do."""
    edge = np.zeros_like(mask)
    edge[[0, -1]] = True
    edge[:, [0, -1]] = True
    reaching = np.zeros_like(mask)
    for part in parts(mask):
        if (part & edge).any():
            reaching |= part
    return reaching


@dataclass(frozen=True)
class Lit:
    """The cells of a frame as they are, and as they would look in the light of an earlier one.

    Paper that is clipped changes less than the light does, and a cell may hold some: what it truly shows lies between
    the two, and is given the benefit of the doubt.
    """

    raw: Float
    even: Float

    def near(self, colours: Float) -> Float:
        """The cells as like these colours as what they hold allows."""
        return f32(np.clip(colours, np.minimum(self.raw, self.even), np.maximum(self.raw, self.even)))

    def apart(self, then: Lit) -> Float:
        """By how much each cell differs at least from another frame of the same view, whatever part of what it shows is
        clipped, the same in both: where it became brighter as it is and darker in even light, or the other way round,
        the light alone may have done it."""
        raw, even = self.raw - then.raw, self.even - then.even
        least = np.where(raw * even < 0, 0, np.minimum(np.abs(raw), np.abs(even)))
        return largest(f32(least))

    def copy(self) -> Lit:
        """Cells of their own."""
        return Lit(self.raw.copy(), self.even.copy())

    def put(self, other: Lit, where: Mask) -> None:
        """Take over some cells of another frame."""
        self.raw[where], self.even[where] = other.raw[where], other.even[where]


@dataclass
class Stillness:
    """How long each cell has not moved."""

    last: Lit | None = None
    noise: float = 0.0
    """Usual difference of a cell from frame to frame on a table at rest (grey levels)."""
    frames: NDArray[np.int32] = field(default_factory=lambda: np.zeros((0, 0), np.int32))
    since: NDArray[np.int64] = field(default_factory=lambda: np.zeros((0, 0), np.int64))

    def take(self, now: Lit, at_ms: int) -> Mask:
        """Take the next frame's cells; gives those that moved."""
        if self.last is None or self.last.even.shape != now.even.shape:
            self.frames = np.zeros(now.even.shape[:2], np.int32)
            self.since = np.full(now.even.shape[:2], at_ms, np.int64)
            self.last = now
            return np.ones(now.even.shape[:2], np.bool_)
        # Half of the cells differ by noise alone even while something moves: the median tells how noisy it is.
        self.noise = float(np.median(differences(now.even, self.last.even)))
        moved = grown(now.apart(self.last) > max(MOVED, NOISY * self.noise), 1)
        self.last = now
        self.frames += 1
        self.frames[moved] = 0
        self.since[moved] = at_ms
        return moved

    def unsettled(self, at_ms: int, frames: int, ms: int) -> Mask:
        """The cells that have not been still for so many frames and so long."""
        return np.asarray((self.frames < frames) | (at_ms - self.since < ms))

    def settled(self, where: Mask, at_ms: int, frames: int, ms: int) -> bool:
        """Whether all these cells have been still for so many frames and so long."""
        return bool(self.frames[where].min() >= frames and at_ms - int(self.since[where].max()) >= ms)

    def rests(self, place: Mask, at_ms: int, frames: int, ms: int) -> int | None:
        """Since when (ms) what has this place lies still, None if it does not."""
        if not place.any():
            return at_ms
        if float(self.unsettled(at_ms, frames, ms)[place].mean()) > RESTLESS:
            return None
        return int(self.since[place].max())
