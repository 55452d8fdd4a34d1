"""Frames in, a Look out whenever the table has changed and come to rest.

Motion is noticed on a small copy of each frame. A part of the table is read once it has been still for SETTLE_FRAMES
and SETTLE_MS, in two or three frames; the rest is remembered. A card whose place is covered by something that
reaches in from the edge of the picture, as an arm does, is remembered too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from companion.ports import CARD_MM, Frame, Look, Reader, Sighting
from vision.arrays import Float, Matrix, f64
from vision.motion import CHANGED, NOISY, Ground, Mask, Stillness, cells, differ, filled, grown, parts, touching_edge
from vision.sightings import SAME_CARD_MM, Spot, clusters, crop, distance, fuse, spot, turned
from vision.zones import cut_outs, inside, marked, quad_px, scale_at

SETTLE_FRAMES = 3
"""A place is at rest when it has not moved for so many frames ..."""
SETTLE_MS = 250
"""... and for so long."""
READ_FRAMES = (2, 3)
"""Frames read at rest: the first number if all is clear by then, else the second."""
CLEAR = 0.99
"""Odds from which a card needs no third frame."""
MARGIN_MM = 60.0
"""Read so far around what changed: a card whose centre changed is then read whole (half its diagonal is 54 mm)."""
COVERED = 0.2
"""Share of a card's place that an arm must cover for the card to be remembered though it is not seen."""


@dataclass
class _Batch:
    """What is being read: the cells, and the spots of each frame so far."""

    where: Mask
    frames: list[list[Spot]] = field(default_factory=list)


class TableWatcher:
    """Satisfies `companion.ports.Watcher`. One watcher follows one camera over one table."""

    def __init__(self, reader: Reader, settle_frames: int = SETTLE_FRAMES, settle_ms: int = SETTLE_MS) -> None:
        self.reader, self._settle = reader, (settle_frames, settle_ms)
        self._still = Stillness()
        self._read = np.zeros((0, 0, 3), np.float32)
        self._stale = np.zeros((0, 0), np.bool_)
        self._ground = Ground.unknown(self._read)
        self._batch: _Batch | None = None
        self._known: list[Sighting] = []
        self._own_scale: float | None = None

    @property
    def sightings(self) -> tuple[Sighting, ...]:
        """The cards known to lie face up, as in the last Look."""
        return tuple(self._known)

    def refresh(self) -> None:
        """Read the whole table again, as soon as it is at rest, and give a new Look."""
        self._stale[:] = True
        self._batch, self._own_scale = None, None

    def watch(self, frame: Frame) -> Look | None:
        """Take the next frame; a Look when something has changed and is at rest again, else None."""
        now = cells(frame.image if frame.small is None else frame.small)
        if now.shape != self._read.shape:
            self._start(now)
        moved = self._still.take(now, frame.at_ms)
        # Cards can be swapped for others under a hand that leaves the cells much as they were.
        self._stale |= moved & self._on_cards(frame)
        if self._batch is not None and (moved & self._batch.where).any():
            self._batch = None
        if self._batch is None:
            where = self._at_rest(now, frame.at_ms)
            if where is None:
                return None
            self._batch = _Batch(where)
        self._batch.frames.append(self._spots(frame, self._batch.where))
        least, most = READ_FRAMES
        done = len(self._batch.frames) >= most or (len(self._batch.frames) >= least and _clear(self._batch.frames))
        return self._finish(frame, now) if done else None

    def _start(self, now: Float) -> None:
        """A first frame, or one of another size: nothing is known."""
        self._still, self._read = Stillness(), now.copy()
        self._stale = np.ones(now.shape[:2], np.bool_)
        self._ground, self._batch, self._known = Ground.unknown(now), None, []

    def _at_rest(self, now: Float, at_ms: int) -> Mask | None:
        """The cells that have changed since they were read and have settled."""
        changed = self._stale | differ(now, self._read, max(CHANGED, NOISY * self._still.noise))
        if not changed.any():
            return None
        ready = np.zeros_like(changed)
        for part in parts(filled(grown(changed, 2))):
            if self._still.settled(part, at_ms, *self._settle):
                ready |= part
        return ready if ready.any() else None

    def _spots(self, frame: Frame, where: Mask) -> list[Spot]:
        """Read the frame around ``where``: cards whose centre lies in it."""
        to_mm = self._to_mm(frame)
        if to_mm is None:
            return []
        found: list[Spot] = []
        height, width = frame.image.shape[:2]
        for left, top, right, bottom in cut_outs(where, (width, height), to_mm, MARGIN_MM):
            scale = scale_at(to_mm, ((left + right) / 2, (top + bottom) / 2))
            readings = self.reader.read(frame.image[top:bottom, left:right], scale)
            found += [spot(one, to_mm, (left, top)) for one in readings]
        to_px = f64(np.linalg.inv(to_mm))
        return [one for one in found if inside(where, (one.x, one.y), to_px, (width, height))]

    def _to_mm(self, frame: Frame) -> Matrix | None:
        """The frame's homography to the table; without calibration, px over the scale that its cards have."""
        if frame.to_mm is not None:
            return f64(frame.to_mm).reshape(3, 3)
        if self._own_scale is None:
            sides = [np.linalg.norm(np.subtract(r.quad[0], r.quad[3])) for r in self.reader.read(frame.image) if r.quad]
            if not sides:
                return None
            self._own_scale = float(np.median(sides)) / CARD_MM[1]
        return f64(np.diag([1 / self._own_scale, 1 / self._own_scale, 1.0]))

    def _on_cards(self, frame: Frame) -> Mask:
        """The cells on which known cards lie."""
        to_mm = self._to_mm(frame) if self._known else None
        if to_mm is None:
            return np.zeros(self._read.shape[:2], np.bool_)
        return self._cells_of(self._known, f64(np.linalg.inv(to_mm)), frame)

    def _cells_of(self, cards: Sequence[Sighting], to_px: Matrix, frame: Frame) -> Mask:
        size = (frame.image.shape[1], frame.image.shape[0])
        return marked(self._read.shape[:2], [quad_px(card, to_px) for card in cards], size)

    def _finish(self, frame: Frame, now: Float) -> Look:
        """Turn what was read into sightings and merge them with what is remembered."""
        assert self._batch is not None
        where, groups = self._batch.where, clusters(self._batch.frames)
        fresh = [_sighting(group, frame) for group in groups]
        to_mm = self._to_mm(frame)
        if to_mm is not None:
            to_px = f64(np.linalg.inv(to_mm))
            under = grown(self._cells_of(fresh, to_px, frame), 1)
            first = not self._ground.known.any()
            arm = touching_edge(~self._ground.bare(now) & ~under)
            self._known = self._merged(fresh, where, arm, to_px, frame)
            free = where & ~under & ~grown(self._cells_of(self._known, to_px, frame), 1)
            self._ground.learn(now, free if first else free & ~arm)
        self._read[where] = now[where]
        self._stale[where] = False
        self._batch = None
        return Look(tuple(self._known), frame.at_ms, frame.number)

    def _merged(self, fresh: list[Sighting], where: Mask, arm: Mask, to_px: Matrix, frame: Frame) -> list[Sighting]:
        """What now lies on the table: the fresh sightings, and remembered ones that are elsewhere or covered."""
        size = (frame.image.shape[1], frame.image.shape[0])
        result, left = [], list(fresh)
        for old in self._known:
            again = [one for one in left if distance(one, old) < SAME_CARD_MM and turned(one, old) < 30]
            place = self._cells_of([old], to_px, frame)
            covered = place.any() and float(arm[place].mean()) > COVERED
            if again:
                left.remove(again[0])
                result.append(_better(old, again[0]) if covered else again[0])
            elif covered or not inside(where, (old.x, old.y), to_px, size):
                result.append(old)
        return result + left


def _clear(frames: list[list[Spot]]) -> bool:
    """Whether the frames agree on every card and leave no doubt."""
    groups = clusters(frames)
    spots = sum(len(spots) for spots in frames)
    return spots == sum(map(len, groups)) and all(max(fuse(group)[3].values(), default=0) > CLEAR for group in groups)


def _sighting(group: list[Spot], frame: Frame) -> Sighting:
    x, y, angle, odds = fuse(group)
    return Sighting(x, y, angle, odds, len(group), crop(frame.image, group[-1].quad))


def _better(old: Sighting, new: Sighting) -> Sighting:
    """Of two sightings of a half covered card, the surer one."""
    return new if max(new.odds.values(), default=0) >= max(old.odds.values(), default=0) else old
