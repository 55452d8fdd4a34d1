"""Frames in, a Look out whenever the table has changed and come to rest.

Motion is noticed on a small copy of each frame. A part of the table is read once it has been still for SETTLE_FRAMES
and SETTLE_MS, in two or three frames; the rest is remembered. A card whose place is covered by something that
reaches in from the edge of the picture, as an arm does, is remembered too. What a card showed in earlier looks counts
on as long as nothing has moved there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from companion.ports import Frame, Look, Reader, Remark, Sighting
from vision import remarks
from vision.arrays import Float, Matrix, Picture, f64
from vision.motion import (
    CHANGED,
    NOISY,
    Ground,
    Mask,
    Stillness,
    blank,
    cells,
    differ,
    filled,
    grown,
    parts,
    touching_edge,
)  # fmt: skip
from vision.regions import Found, RegionReader
from vision.sightings import Card, Spot, clusters, same
from vision.zones import inside, marked, quad_px

SETTLE_FRAMES = 3
"""A place is at rest when it has not moved for so many frames ..."""
SETTLE_MS = 250
"""... and for so long."""
READ_FRAMES = (2, 3)
"""Frames read at rest: the first number if all is clear by then, else the second."""
CLEAR = 0.99
"""Odds from which a card needs no third frame."""
WAIT_MS = 1500
"""So long a card that is not seen any more still counts as lying there while something moves: it may be being slid."""
COVERED = 0.2
"""Share of a card's place that an arm must cover for the card to be remembered though it is not seen."""


@dataclass
class _Batch:
    """What is being read: the cells, and the spots and remarks of each frame so far."""

    where: Mask
    frames: list[list[Spot]] = field(default_factory=list)
    remarks: dict[str, Remark] = field(default_factory=dict)

    def add(self, found: Found) -> None:
        """One more frame."""
        self.frames.append(found.spots)
        self.remarks |= found.remarks

    @property
    def done(self) -> bool:
        """Whether another frame would tell nothing new."""
        least, most = READ_FRAMES
        return len(self.frames) >= most or (len(self.frames) >= least and _clear(self.frames))


class TableWatcher:
    """Satisfies `companion.ports.Watcher`. One watcher follows one camera over one table.

    ``empty``: a picture of the bare table by this camera; what is printed on the cloth is then not read.
    """

    def __init__(
        self,
        reader: Reader,
        settle_frames: int = SETTLE_FRAMES,
        settle_ms: int = SETTLE_MS,
        empty: Picture | None = None,
    ) -> None:
        self.regions, self._settle = RegionReader(reader, empty), (settle_frames, settle_ms)
        self._still = Stillness()
        self._read = np.zeros((0, 0, 3), np.float32)
        self._stale = np.zeros((0, 0), np.bool_)
        self._touched = self._stale.copy()
        self._ground = Ground.unknown(self._read)
        self._batch: _Batch | None = None
        self._known: list[Card] = []
        self._refusal: Remark | None = None
        self._missing, self._missing_since = self._stale.copy(), 0

    @property
    def sightings(self) -> tuple[Sighting, ...]:
        """The cards known to lie face up, as in the last Look."""
        return tuple(card.sighting for card in self._known)

    def refresh(self) -> None:
        """Read the whole table again, as soon as it is at rest, and give a new Look."""
        self._stale[:] = True
        self._batch, self.regions.own_scale = None, None

    def set_empty(self, empty: Picture | None) -> None:
        """Take another picture of the bare table (None: do without) and look again."""
        self.regions.set_empty(empty)
        self.refresh()

    def watch(self, frame: Frame) -> Look | None:
        """Take the next frame; a Look when something has changed and is at rest again, else None.

        A Look that is refused (`Remark`) comes once when a picture cannot be believed; cards are remembered meanwhile.
        """
        now = cells(frame.image if frame.small is None else frame.small)
        if (dead := _dead(now)) is not None:
            return self._refuse(dead, frame)
        if now.shape != self._read.shape:
            self._start(now)
        back = self._refusal is not None and self._refusal.code in ("black", "white")
        if back:
            self._refusal = None
        look = self._watch(frame, now)
        return self._look(frame) if back and look is None else look

    def _watch(self, frame: Frame, now: Float) -> Look | None:
        moved = self._still.take(now, frame.at_ms)
        self._touched |= moved
        # Cards can be swapped for others under a hand that leaves the cells much as they were.
        self._stale |= moved & self._on_cards(frame)
        if self._missing.any() and not self._may_be_sliding(frame.at_ms):
            self._stale |= self._missing
        if self._batch is not None and (moved & self._batch.where).any():
            self._batch = None
        if self._batch is None:
            where = self._at_rest(now, frame.at_ms)
            if where is None:
                return None
            self._batch = _Batch(where)
        found = self.regions.read(frame, self._batch.where, self.sightings)
        if found.in_order is False:
            return self._refuse(remarks.swapped(), frame)
        if found.in_order and self._refusal is not None:  # the camera has been set right: read all anew
            self._refusal = None
            self.refresh()
            return None
        self._batch.add(found)
        return self._finish(frame, now) if self._batch.done else None

    def _refuse(self, why: Remark, frame: Frame) -> Look | None:
        """Believe nothing of what is seen; told once."""
        self._batch = None
        if self._refusal is not None and self._refusal.code == why.code:
            return None
        self._refusal = why
        return Look((), frame.at_ms, frame.number, (why,))

    def _look(self, frame: Frame, extra: Sequence[Remark] = ()) -> Look:
        if self._refusal is not None:
            return Look((), frame.at_ms, frame.number, (self._refusal,))
        return Look(self.sightings, frame.at_ms, frame.number, tuple(extra))

    def _start(self, now: Float) -> None:
        """A first frame, or one of another size: nothing is known."""
        self._still, self._read = Stillness(), now.copy()
        self._stale = np.ones(now.shape[:2], np.bool_)
        self._touched, self._missing = self._stale.copy(), np.zeros_like(self._stale)
        self._ground, self._batch, self._known = Ground.unknown(now), None, []

    def _may_be_sliding(self, at_ms: int) -> bool:
        """Whether what is missing may still come to rest somewhere: something moves, and not yet for too long."""
        late = self._missing.any() and at_ms - self._missing_since > WAIT_MS
        return not late and bool((self._still.frames < self._settle[0]).any())

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

    def _on_cards(self, frame: Frame) -> Mask:
        """The cells on which known cards lie."""
        to_mm = self.regions.to_mm(frame) if self._known else None
        if to_mm is None:
            return np.zeros(self._read.shape[:2], np.bool_)
        return self._cells_of(self._known, f64(np.linalg.inv(to_mm)), frame)

    def _cells_of(self, cards: Sequence[Card], to_px: Matrix, frame: Frame) -> Mask:
        size = (frame.image.shape[1], frame.image.shape[0])
        return marked(self._read.shape[:2], [quad_px(card.sighting, to_px) for card in cards], size)

    def _finish(self, frame: Frame, now: Float) -> Look:
        """Turn what was read into cards and merge them with what is remembered."""
        assert self._batch is not None
        where, batch = self._batch.where, self._batch
        fresh = [Card.of(group, frame.image) for group in clusters(batch.frames)]
        to_mm = self.regions.to_mm(frame)
        if to_mm is not None:
            to_px = f64(np.linalg.inv(to_mm))
            under = grown(self._cells_of(fresh, to_px, frame), 1)
            first = not self._ground.known.any()
            arm = touching_edge(~self._ground.bare(now) & ~under)
            self._known = self._merged(fresh, where, arm, to_px, frame)
            free = where & ~under & ~grown(self._cells_of(self._known, to_px, frame), 1)
            self._ground.learn(now, free if first else free & ~arm)
        self._read[where] = now[where]
        self._stale[where] = self._touched[where] = False
        self._batch = None
        return self._look(frame, tuple(batch.remarks.values()))

    def _merged(self, fresh: list[Card], where: Mask, arm: Mask, to_px: Matrix, frame: Frame) -> list[Card]:
        """What now lies on the table: the fresh cards, and remembered ones that are elsewhere or covered."""
        size = (frame.image.shape[1], frame.image.shape[0])
        result, left = [], list(fresh)
        missing = np.zeros_like(self._missing)
        for old in self._known:
            again = [one for one in left if same(one.sighting, old.sighting)]
            place = self._cells_of([old], to_px, frame)
            covered = place.any() and float(arm[place].mean()) > COVERED
            if again:
                left.remove(again[0])
                untouched = not (self._touched & place).any()
                result.append(_better(old, again[0]) if covered else again[0].after(old) if untouched else again[0])
            elif covered or not inside(where, (old.sighting.x, old.sighting.y), to_px, size):
                result.append(old)
            elif self._may_be_sliding(frame.at_ms):
                result.append(old)
                missing |= place
        if missing.any() and not self._missing.any():
            self._missing_since = frame.at_ms
        self._missing = (self._missing & ~where) | missing
        return result + left


def _dead(now: Float) -> Remark | None:
    """What to say of a frame that shows nothing at all, None if it shows something."""
    return {"black": remarks.black(), "white": remarks.white()}.get(blank(now) or "")


def _clear(frames: list[list[Spot]]) -> bool:
    """Whether the frames agree on every card and leave no doubt."""
    groups = clusters(frames)
    spots = sum(len(spots) for spots in frames)
    return spots == sum(map(len, groups)) and all(Card.surest_of(group) > CLEAR for group in groups)


def _better(old: Card, new: Card) -> Card:
    """Of two findings of a half covered card, the surer one."""
    return new if new.surest >= old.surest else old
