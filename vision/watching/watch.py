"""Frames in, a Look out whenever the table has changed and come to rest.

Motion is noticed on a small copy of each frame, evened out against drifting exposure and flicker. A part of the table
is read once it has been still for SETTLE_FRAMES and SETTLE_MS, in two or three frames (`vision.watching.batch`); arms
that move pause reading only where they are. What was read is set against the cards that are followed
(`vision.watching.tracks`): they are remembered while something covers them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.ports import Frame, Look, Reader, Remark, Sighting
from vision.arrays import Matrix, Picture, f64
from vision.pictures import remarks
from vision.watching.bared import Bared, Shown
from vision.watching.batch import IN_DOUBT, READ_FRAMES, Batch
from vision.watching.even_light import evened, nothing_seen
from vision.watching.fresh import beside, fresh_cards
from vision.watching.ground import Ground
from vision.watching.motion import CHANGED, NOISY, Lit, Mask, Stillness, cells, grown, touching_edge
from vision.watching.pushed import Pushes
from vision.watching.put_off import PutOff
from vision.watching.reaches import Reaches
from vision.watching.regions import RegionReader
from vision.watching.scan import CellMap, Scan
from vision.watching.settling import ready, without_noise
from vision.watching.sightings import changed
from vision.watching.tracks import Tracks

__all__ = ["READ_FRAMES", "SETTLE_FRAMES", "TableWatcher"]

SETTLE_FRAMES = 3
"""A place is at rest when it has not moved for so many frames ..."""
SETTLE_MS = 250
"""... and for so long."""
WAIT_MS = 1500
"""So long a card that is not seen any more still counts as lying there while something moves: it may be being slid."""
BACK_FRAMES = 5
"""Every so many frames it is looked whether a camera that was moved has been put back."""


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
        self._read = Lit(np.zeros((0, 0, 3), np.float32), np.zeros((0, 0, 3), np.float32))
        self._stale = np.zeros((0, 0), np.bool_)
        self._touched = self._stale.copy()
        self._ground = Ground.unknown(self._read.even)
        self._batch: Batch | None = None
        self._tracks = Tracks()
        self._refusal: Remark | None = None
        self._pushes = Pushes(self.regions)
        self._to_mm: tuple[float, ...] | None = None
        self._cards_at: tuple[int, Mask] = (-1, self._stale)
        self._bared = Bared()
        self._reaches = Reaches()
        self._put_off = PutOff()
        self._told: tuple[Sighting, ...] | None = None

    @property
    def sightings(self) -> tuple[Sighting, ...]:
        """The cards known to lie there, as in the last Look, the lowest first."""
        return self._tracks.sightings

    def refresh(self) -> None:
        """Read the whole table again, as soon as it is at rest, and give a new Look."""
        self._stale[:] = True
        self._batch, self.regions.own_scale, self._told = None, None, None

    def set_empty(self, empty: Picture | None) -> None:
        """Take another picture of the bare table (None: do without) and look again."""
        self.regions.set_empty(empty)
        self.refresh()

    def watch(self, frame: Frame) -> Look | None:
        """Take the next frame; a Look when something has changed and is at rest again, else None.

        A Look that is refused (`Remark`) comes once when a picture cannot be believed; cards are remembered meanwhile.
        """
        raw = cells(frame.image if frame.small is None else frame.small)
        if (dead := nothing_seen(raw, self._read.even)) is not None:
            return self._refuse(dead, frame)
        if raw.shape != self._read.even.shape or frame.to_mm != self._to_mm:
            self._start(Lit(raw, raw), frame)
        now = evened(raw, self._read.even)
        back = self._refusal is not None and self._refusal.code in ("black", "white")
        if back:  # anything may have happened in the dark
            self._refusal = None
            self.refresh()
        if self._refusal is not None and self._refusal.code == "moved" and not self._back(frame):
            return None
        look = self._watch(frame, now)
        return self._look(frame) if back and look is None else look

    def _back(self, frame: Frame) -> bool:
        """Whether a camera that was moved stands as before again."""
        if frame.number % BACK_FRAMES or not self._pushes.back(frame.image):
            return False
        self._refusal = None
        self.refresh()
        return True

    def _watch(self, frame: Frame, now: Lit) -> Look | None:
        moved = self._still.take(now, frame.at_ms)
        self._touched |= moved
        self._put_off.moved(moved)
        if moved.any() or self._bared:
            self._note_bare(frame, now)
        if moved.any() and (to_mm := self.regions.to_mm(frame)) is not None:
            size = (frame.image.shape[1], frame.image.shape[0])
            self._reaches.see(self._unlike(now), moved, to_mm, size, frame.at_ms)
        # Cards can be swapped for others under a hand that leaves the cells much as they were.
        self._stale |= moved & self._on_cards(frame)
        if self._batch is not None and not self._batch.without(moved):
            self._batch = None
        if self._batch is None:
            differing = self._changed(now)
            where = ready(differing, self._still, frame.at_ms, *self._settle)
            if not where.any():
                gone = self._tracks.missing and self._give_up(frame, differing)
                return self._look(frame) if gone else None
            if self._pushes.noticed(frame.image, self._tracks.cards):
                self._see_anew(now)
                return None
            self._batch = Batch(where)
        found = self.regions.read(frame, self._batch.where, self.sightings)
        if found.in_order is False:
            return self._refuse(remarks.swapped(), frame)
        if found.in_order and self._refusal is not None:  # the camera has been set right: read all anew
            self._refusal = None
            self.refresh()
            return None
        self._batch.add(found)
        return self._finish(frame, now, self._batch) if self._batch.done else None

    def _changed(self, now: Lit) -> Mask:
        """The cells that do not look as when they were read."""
        return without_noise(self._stale | self._unlike(now))

    def _unlike(self, now: Lit) -> Mask:
        return np.asarray(now.apart(self._read) > max(CHANGED, NOISY * self._still.noise))

    def _give_up(self, frame: Frame, differing: Mask) -> bool:
        """What is missing and comes to rest nowhere is gone; whether anything is."""
        still = not differing.any() and not (self._still.frames < self._settle[0]).any()
        return self._tracks.drop_missing(None if still else frame.at_ms - WAIT_MS)

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
        self._told = self.sightings
        return Look(self.sightings, frame.at_ms, frame.number, tuple(extra), self._reaches.told())

    def _start(self, now: Lit, frame: Frame) -> None:
        """A first frame, or one of another size or calibration: nothing is known."""
        self._still, self._told, self._to_mm = Stillness(), None, frame.to_mm
        self._tracks.clear()
        self._pushes.forget()
        self._see_anew(now)

    def _see_anew(self, now: Lit) -> None:
        """Another view: all is to be read."""
        self._read, self._batch = now.copy(), None
        self._stale = np.ones(now.even.shape[:2], np.bool_)
        self._touched, self._ground = self._stale.copy(), Ground.unknown(now.even)
        self._bared, self._tracks.shown = Bared(), Shown()  # (their cells are those of the old view)
        self._tracks.version += 1

    def _map(self, frame: Frame, to_mm: Matrix) -> CellMap:
        return CellMap(self._read.even.shape, (frame.image.shape[1], frame.image.shape[0]), f64(np.linalg.inv(to_mm)))

    def _on_cards(self, frame: Frame) -> Mask:
        """The cells on which known cards lie."""
        if self._cards_at[0] != self._tracks.version or self._cards_at[1].shape != self._stale.shape:
            to_mm = self.regions.to_mm(frame) if self.sightings else None
            mask = np.zeros_like(self._stale) if to_mm is None else self._map(frame, to_mm).under(self.sightings)
            self._cards_at = (self._tracks.version, mask)
        return self._cards_at[1]

    def _note_bare(self, frame: Frame, now: Lit) -> None:
        """A card whose place is bare for a moment is there no more, though another comes to lie there before it is
        read."""
        to_mm = self.regions.to_mm(frame) if self._tracks.cards and self._ground.known.any() else None
        if to_mm is None or self._pushes.unproved:
            return
        bare = self._ground.bare(now) & self._ground.known
        self._bared.see(self.sightings, self._tracks.version, self._map(frame, to_mm), self._touched, bare)

    def _finish(self, frame: Frame, now: Lit, batch: Batch) -> Look | None:
        """Turn what was read into cards, follow them, and remember what was read; a Look if there is news."""
        where = batch.where
        to_mm = self.regions.to_mm(frame)
        again = np.zeros_like(where) if to_mm is None else self._follow(frame, now, batch, to_mm)
        self._read.put(now, where)
        self._stale[where] = self._touched[where & ~again] = False
        self._stale |= again
        self._batch = None
        if to_mm is not None and self._pushes.unproved:
            return self._proved(frame, batch, to_mm)
        self._pushes.learn(frame.image)
        if self._tracks.missing:
            self._give_up(frame, self._changed(now))
        news = self._told is None or batch.remarks or changed(self._told, self.sightings)
        return self._look(frame, tuple(batch.remarks.values())) if news else None

    def _proved(self, frame: Frame, batch: Batch, to_mm: Matrix) -> Look | None:
        """After a push: whether the cards confirm where the camera looks now."""
        cells_of = self._map(frame, to_mm)
        calibrated = f64(to_mm @ np.linalg.inv(self.regions.nudge))
        holds = self._pushes.prove(
            self._tracks.cards, lambda card: cells_of.within(card, batch.where), not self._stale.any(), calibrated
        )
        if holds is None:
            return None
        if holds:
            self.refresh()  # (now as exactly as the cards have told)
            self._pushes.learn(frame.image)
            return self._look(frame, (remarks.moved(True), *batch.remarks.values()))
        self._tracks.put(self._pushes.give_up())
        return self._refuse(remarks.moved(False), frame)

    def _follow(self, frame: Frame, now: Lit, batch: Batch, to_mm: Matrix) -> Mask:
        """Set what was read against the cards that are known, and learn what the bare table looks like.

        Gives the cells that are to be read again.
        """
        cells_of, where = self._map(frame, to_mm), batch.where
        bare, first = self._ground.bare(now), not self._ground.known.any()
        fresh = fresh_cards(batch, frame.image, cells_of, None if first else bare, self.sightings, to_mm)
        places = [cells_of.under([card.sighting]) for card in fresh]
        since = [self._still.rests(place, frame.at_ms, *self._settle) for place in places]
        still = [card.followed(0, 0, at) for card, at in zip(fresh, since, strict=True) if at is not None]
        scan = Scan(still, where, self._touched, bare, frame.at_ms, cells_of, self._bared.tracks)
        late = [card for card, at in zip(fresh, since, strict=True) if at is None]
        late += [*self._tracks.take(scan), *beside(batch, frame.image)]
        self._bared.keep(one.track for one in self.sightings if not cells_of.within(one, where))
        under = grown(cells_of.under(self.sightings), 1)
        arm = touching_edge(~bare & ~under)
        self._ground.learn(now, where & ~under if first else where & ~under & ~arm)
        known = [card for card in self._tracks.cards if card.sighting.seen and cells_of.within(card.sighting, where)]
        if not any(not card.back and card.surest < IN_DOUBT for card in known):
            batch.without_doubts()
        return self._put_off.places(late, self._tracks.cards, scan, self._still, *self._settle)
