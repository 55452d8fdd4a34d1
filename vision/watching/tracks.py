"""The physical cards on the table, each with a number that it keeps while it lies, is covered, pushed or turned over.

What a batch of frames showed is set against what is known: cards found again where they lay, cards turned over, cards
pushed from one place to another, new ones laid on top of others; and of those not found again, which are hidden and
which are gone. A card is gone only when its place is seen and is bare.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.ports import Sighting
from vision.watching.bared import Shown
from vision.watching.found_again import BARE, READ_BACK, SURELY, found_again, matched
from vision.watching.motion import grown
from vision.watching.scan import INSET_MM, Scan, upwards
from vision.watching.sightings import Card, alike, distance, holds, overlap, same

FLIPPED_MM = 80.0
"""A card that is turned over lands no further away than this: people roll it over its long side."""
BACK_SLID_MM = 260.0
"""A back that is missing and one that is new may be one card up to this distance."""
PLAIN = 0.12
"""Share of a card's place that must be seen to tell that it is gone: by `BARE` of that."""
ARRIVED = 0.4
"""Least share of a new card's place that must have changed; of a back `READ_BACK`."""
PEEPS = 0.3
"""A card that nothing covers by more than the rest of this share would have been read if it still lay there."""
AT_ONCE_MS = 700
"""What one hand has laid comes to light within this, though it is read in several batches."""


@dataclass
class Tracks:
    """The cards that are followed, in the order in which they were laid."""

    cards: list[Card] = field(default_factory=list)
    missing: dict[int, int] = field(default_factory=dict)
    """tracks whose place is bare, since when (ms): they may be being pushed"""
    version: int = 0
    """changes whenever a card does"""
    shown: Shown = field(default_factory=Shown)
    _tracks: int = 0
    _order: int = 0

    @property
    def sightings(self) -> tuple[Sighting, ...]:
        """As they are told."""
        return tuple(card.sighting for card in self.cards)

    def take(self, scan: Scan) -> list[Card]:
        """Bring what is known to what a batch showed; what was too little seen to be taken for new, or turned over."""
        left = list(scan.fresh)
        known = [card for card in self.cards if card.sighting.track not in self.missing]
        again = self._again(left, known, scan)
        kept = dict(again)
        rest = [card for card in self.cards if card.sighting.track not in kept]
        lost = self._lost(rest, [*left, *kept.values()], scan)
        moved = self._moved(left, lost, rest, scan)
        kept |= moved
        for card in rest:
            track = card.sighting.track
            if track in moved:
                self.missing.pop(track, None)
            elif track in {one.sighting.track for one in lost}:
                self.missing.setdefault(track, scan.at_ms)
                kept[track] = card.shown(False)
            else:
                kept[track] = self._hidden(card, scan)
        arrived = [card for card in upwards(left) if self._arrived(card, scan) and not self._part(card, kept)]
        cards = sorted([*kept.values(), *map(self._new, arrived)], key=lambda card: card.order)
        self.cards = [card for card in cards if not any(at_once(card, other) for other in cards)]
        self.version += 1
        self.shown.remember(self.cards, scan)
        faces = [card.sighting for card in self.cards if not card.back]
        return [
            card
            for card in left
            if not any(card is other for other in arrived)
            and (not card.back or any(same(card.sighting, face) for face in faces))
        ]

    def clear(self) -> None:
        """Nothing lies there any more, as far as is known; numbers are not given twice."""
        self.put([])

    def put(self, cards: Sequence[Card]) -> None:
        """Take these for what is known."""
        self.cards, self.missing = list(cards), {}
        self.version += 1

    def drop_missing(self, since_ms: int | None = None) -> bool:
        """Forget what has been missing (since then, or at all); whether there was any."""
        gone = {track for track, at in self.missing.items() if since_ms is None or at <= since_ms}
        self.cards = [card for card in self.cards if card.sighting.track not in gone]
        for track in gone:
            del self.missing[track]
        self.version += bool(gone)
        return bool(gone)

    # found again where it lay -------------------------------------------------------------------------------------

    def _again(self, left: list[Card], known: Sequence[Card], scan: Scan) -> dict[int, Card]:
        """Cards that lie where they lay, by track; they are taken out of ``left``."""
        return {
            old.sighting.track: self._same_place(old, one, float(scan.where[scan.place(old.sighting)].mean()))
            for old, one in found_again(left, known, self.cards, scan)
        }

    def _same_place(self, old: Card, one: Card, read: float) -> Card:
        """The old card with what was seen of it now; ``read``: the share of its place that was read."""
        order, since = old.order, old.sighting.since_ms
        if old.back != one.back:
            self._order += 1
            order, since = self._order, one.sighting.since_ms
        new = one.after(old).followed(old.sighting.track, order, since)
        surer_before = (one.corners == 1 and old.corners > 1) or (old.back and one.back and read < READ_BACK)
        return new.lying_as(old) if surer_before else new

    # gone, hidden or pushed ---------------------------------------------------------------------------------------

    def _lost(self, rest: Sequence[Card], found: Sequence[Card], scan: Scan) -> list[Card]:
        """Of cards that were not found again, those whose place is seen and bare."""
        return [card for card in rest if card.sighting.track in self.missing or self._left(card, found, scan)]

    def _left(self, card: Card, found: Sequence[Card], scan: Scan) -> bool:
        """Whether a card has left its place, by what was seen of it."""
        above = [other for other in self.cards if other.order > card.order and not scan.within(other.sighting)]
        x, y, covers = card.sighting.x, card.sighting.y, [*found, *above]
        if any(holds(one.sighting, x, y) for one in covers):
            free = [mark for mark in card.marks if not any(holds(one.sighting, *mark) for one in covers)]
            if self.shown.bare(card, covers, scan) or any(scan.bare_at(card.sighting, mark) for mark in free):
                return True
        return scan.within(card.sighting) and (card.sighting.track in scan.bared or self._gone(card, found, scan))

    def _gone(self, card: Card, found: Sequence[Card], scan: Scan) -> bool:
        """Whether a card has left its place: it is bare, or an index of a card below shows there."""
        below = [one for one in found if 0 < one.order < card.order]
        if any(holds(card.sighting, x, y, INSET_MM) for one in below for x, y in one.marks):
            return True
        place, visible = scan.visible(card, found, self.cards)
        for one in below:
            visible &= ~grown(scan.place(one.sighting), 1)
        return bool(visible.sum() >= PLAIN * place.sum()) and float(scan.bare[visible].mean()) >= BARE

    def _moved(self, left: list[Card], lost: Sequence[Card], rest: Sequence[Card], scan: Scan) -> dict[int, Card]:
        """Cards that were pushed or turned over beside their place, by track; they are taken out of ``left``."""
        pairs = []
        for one in left:
            for old in rest:
                cost = self._move_cost(old, one, old in lost or self._leaving(old, scan), left, scan)
                if cost is not None:
                    pairs.append((cost, old, one))
        found: dict[int, Card] = {}
        for old, one in matched(pairs, left):
            self._order += 1
            track = old.sighting.track
            found[track] = one.after(old).followed(track, self._order, one.sighting.since_ms)
        return found

    def _leaving(self, card: Card, scan: Scan) -> bool:
        """Whether a card's place looks bare already, though it has not come to rest: an arm may still be near it."""
        place = scan.place(card.sighting)
        if scan.within(card.sighting) or not (scan.touched & place).any():
            return False
        _, visible = scan.visible(card, (), self.cards)
        return bool(visible.sum() >= PLAIN * place.sum()) and float(scan.bare[visible].mean()) >= BARE

    def _move_cost(self, old: Card, one: Card, lost: bool, left: Sequence[Card], scan: Scan) -> float | None:
        """How unlikely it is that a card that was not found again is this one elsewhere; None: it is not."""
        away = distance(old.sighting, one.sighting)
        if old.back != one.back:
            return 1000 + away if lost and away < FLIPPED_MM else None
        if old.back:
            return away if lost and away < BACK_SLID_MM else None
        agree = alike(old.sighting.odds, one.sighting.odds)
        if agree < SURELY:
            return None
        if lost:
            return away * (2 - agree)
        place, visible = scan.visible(old, left, self.cards)
        if not scan.within(old.sighting) or not (scan.touched & place).any():
            return None
        over = float(scan.place(one.sighting)[place].mean())
        # Half upon its old place: had another been laid there, the old one would still show, or its index. And one that
        # lay hidden in a pile that was disturbed may have been pulled out; an equal one laid on the pile is another.
        pushed = over > 0 and (visible.sum() >= PEEPS * place.sum() or scan.index_missed(old, visible))
        pulled_out = over == 0 and not old.sighting.seen and agree >= SURELY
        if not pushed and not pulled_out:
            return None
        return away * (2 - agree)

    def _hidden(self, card: Card, scan: Scan) -> Card:
        """A card that was not found again and is not gone."""
        if not scan.within(card.sighting):
            return card
        untouched = not (scan.touched & scan.place(card.sighting)).any()
        return card if untouched else card.shown(False)

    def _arrived(self, card: Card, scan: Scan) -> bool:
        """Whether so much has changed at a card's place that it can be new there."""
        place = scan.place(card.sighting)
        return bool(place.any()) and float(scan.where[place].mean()) >= (READ_BACK if card.back else ARRIVED)

    def _part(self, card: Card, kept: Mapping[int, Card]) -> bool:
        """Whether what is most likely no card is a part of a known face that others cover in part."""
        if not card.faint:
            return False
        there = [old for track, old in kept.items() if track not in self.missing]
        under = [old for old in there if not old.back and same(card.sighting, old.sighting)]
        return any(over.order > old.order and overlap(over.sighting, old.sighting) for old in under for over in there)

    def _new(self, card: Card) -> Card:
        self._tracks += 1
        self._order += 1
        return card.followed(self._tracks, self._order, card.sighting.since_ms)


def at_once(card: Card, plain: Card) -> bool:
    """Whether a doubtful index came to light in one go with the plain card in whose place it lies: it is no card."""
    since = card.sighting.since_ms, plain.sighting.since_ms
    return card.doubled(plain) and abs(since[0] - since[1]) <= AT_ONCE_MS
