"""The physical cards on the table, each with a number that it keeps while it lies, is covered, pushed or turned over.

What a batch of frames showed is set against what is known: cards found again where they lay, cards turned over, cards
pushed from one place to another, new ones laid on top of others; and of those not found again, which are hidden and
which are gone. A card is gone only when its place is seen and is bare.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from companion.ports import Sighting
from vision.motion import Mask, grown
from vision.scan import INSET_MM, Scan, upwards
from vision.sightings import SAME_CARD_DEGREES, SAME_CARD_MM, STACK_MM, Card, alike, distance, holds, turned

AGREE = 0.1
"""Odds that agree this well (`alike`) may be of one card ..."""
SURELY = 0.5
"""... and a card that lies elsewhere is one that is missing from its place if they agree this well."""
NUDGED_MM = 6.0
"""A card of the same face that lies further than this from its old place is looked at twice: it may be an equal card
of another pack that was laid on it."""
FLIPPED_MM = 80.0
"""A card that is turned over lands no further away than this: people roll it over its long side."""
BACK_SLID_MM = 260.0
"""A back that is missing and one that is new may be one card up to this distance."""
PLAIN = 0.12
"""Share of a card's place that must be seen to tell whether it is gone ..."""
BARE = 0.5
"""... of which this share looks like the table when it is."""
ARRIVED, ARRIVED_BACK = 0.4, 0.7
"""Least share of a new card's place that must have changed; of a back, which partly covered faces are taken for."""
LEAST_SHOWN, SHOWN_BARE = 6, 0.75
"""So many cells of a card that were seen and that nothing covers tell that it is gone if this share of them is bare: of
one that came along under another a narrow strip is seen."""
PEEPS = 0.3
"""A card that nothing covers by more than the rest of this share would have been read if it still lay there."""


@dataclass
class Tracks:
    """The cards that are followed, in the order in which they were laid."""

    cards: list[Card] = field(default_factory=list)
    missing: dict[int, int] = field(default_factory=dict)
    """tracks whose place is bare, since when (ms): they may be being pushed"""
    version: int = 0
    """changes whenever a card does"""
    shown: dict[int, Mask] = field(default_factory=dict)
    """by track the cells in which it was seen last, and no other card"""
    _tracks: int = 0
    _order: int = 0

    @property
    def sightings(self) -> tuple[Sighting, ...]:
        """As they are told."""
        return tuple(card.sighting for card in self.cards)

    def take(self, scan: Scan) -> None:
        """Bring what is known to what a batch showed."""
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
        new = [self._new(card) for card in upwards(left) if self._arrived(card, scan)]
        self.cards = sorted([*kept.values(), *new], key=lambda card: card.order)
        self.version += 1
        self._remember(scan)

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
        pairs = []
        for old in known:
            touched = bool((scan.touched & scan.place(old.sighting)).any()) or not old.sighting.seen
            here = [one for one in left if distance(one.sighting, old.sighting) < STACK_MM]
            for one in here:
                cost = self._cost(old, one, touched, len(here) > 1, scan)
                if cost is not None:
                    pairs.append((cost, old, one))
        found = self._possible(pairs, left)
        return {
            old.sighting.track: self._same_place(old, one, float(scan.where[scan.place(old.sighting)].mean()))
            for old, one in found
        }

    def _possible(self, pairs: list[tuple[float, Card, Card]], left: list[Card]) -> list[tuple[Card, Card]]:
        """The nearest pairs, without those that cannot be; what was found is taken out of ``left``."""
        while True:
            rest = list(left)
            found = matched(pairs, rest)
            wrong = [pair for pair in found if self._lies_above(pair, found)]
            if not wrong:
                left[:] = rest
                return found
            pairs = [one for one in pairs if not any(one[1] is old and one[2] is new for old, new in wrong)]

    def _lies_above(self, pair: tuple[Card, Card], found: Sequence[tuple[Card, Card]]) -> bool:
        """Whether what was taken for a known card shows an index, as it never did, where a card that was laid over that
        one still lies: then it is an equal card of another pack, laid on top."""
        old, one = pair
        over = [now.sighting for known, now in found if known.order > old.order]
        return any(
            holds(now, x, y, INSET_MM) and not any(holds(now, *mark, INSET_MM) for mark in old.marks)
            for now in over
            for x, y in one.marks
        )

    def _same_place(self, old: Card, one: Card, read: float) -> Card:
        """The old card with what was seen of it now; ``read``: the share of its place that was read."""
        order, since = old.order, old.sighting.since_ms
        if old.back != one.back:
            self._order += 1
            order, since = self._order, one.sighting.since_ms
        new = one.after(old).followed(old.sighting.track, order, since)
        surer_before = (one.corners == 1 and old.corners > 1) or (old.back and one.back and read < ARRIVED_BACK)
        return new.lying_as(old) if surer_before else new

    def _cost(self, old: Card, one: Card, touched: bool, crowded: bool, scan: Scan) -> float | None:
        """How far two findings are from being the same card in the same place; None: they are not.

        ``crowded``: more than one card was found there. Of a card that is partly covered the place is less certain.
        """
        away = distance(old.sighting, one.sighting)
        if old.back and one.back:
            return away
        vague = crowded or one.corners == 1  # (one index tells the middle of its card only roughly)
        if away >= SAME_CARD_MM and not (vague and alike(old.sighting.odds, one.sighting.odds) >= SURELY):
            return None
        if old.back != one.back:  # turned over
            return away + 2 * SAME_CARD_MM if touched and old.sighting.seen else None
        if turned(old.sighting, one.sighting) >= SAME_CARD_DEGREES:
            return None
        agree = alike(old.sighting.odds, one.sighting.odds)
        if not touched:
            return away + SAME_CARD_MM * (1 - agree)
        if agree < AGREE:
            return None
        if away > NUDGED_MM and one.corners != 1 and not crowded and self._laid_upon(old, one, scan):
            return None
        return away + SAME_CARD_MM * (1 - agree)

    def _laid_upon(self, old: Card, one: Card, scan: Scan) -> bool:
        """Whether an equal card was laid a little off on one that still lies there: what it leaves open is not bare.
        A pile shows no bare table either way: more likely one was laid on it than that its top was pushed."""
        strip = scan.place(old.sighting) & ~scan.place(one.sighting)
        if strip.any() and float(scan.bare[strip].mean()) >= BARE:
            return False
        return any(
            other.order < old.order and distance(other.sighting, old.sighting) < STACK_MM for other in self.cards
        )

    # gone, hidden or pushed ---------------------------------------------------------------------------------------

    def _lost(self, rest: Sequence[Card], found: Sequence[Card], scan: Scan) -> list[Card]:
        """Of cards that were not found again, those whose place is seen and bare."""
        return [card for card in rest if card.sighting.track in self.missing or self._left(card, found, scan)]

    def _left(self, card: Card, found: Sequence[Card], scan: Scan) -> bool:
        """Whether a card has left its place, by what was seen of it."""
        if self._bare_where_shown(card, found, scan):
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

    def _bare_where_shown(self, card: Card, found: Sequence[Card], scan: Scan) -> bool:
        """Whether the table shows where the card was seen, as far as no other card lies there now."""
        shown = self.shown.get(card.sighting.track)
        if shown is None or shown.shape != scan.where.shape:
            return False
        above = [other for other in self.cards if other.order > card.order and not scan.within(other.sighting)]
        free = shown & scan.where & ~scan.cells.under([one.sighting for one in (*found, *above)])
        return int(free.sum()) >= LEAST_SHOWN and float(scan.bare[free].mean()) >= SHOWN_BARE

    def _remember(self, scan: Scan) -> None:
        """Where each card was seen, for when it is not found any more."""
        places = {card.sighting.track: scan.place(card.sighting) for card in self.cards}
        for card in self.cards:
            track = card.sighting.track
            if card.sighting.seen and scan.within(card.sighting):
                others = [place for other, place in places.items() if other != track]
                alone = places[track] & ~np.logical_or.reduce(others) if others else places[track]
                self.shown[track] = alone & scan.where & ~scan.bare
        self.shown = {track: cells for track, cells in self.shown.items() if track in places}

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
        # Half upon its old place: had another been laid there, the old one would still show. And one that lay hidden in
        # a pile that was disturbed may have been pulled out; an equal one laid on the pile is another card.
        pushed = over > 0 and visible.sum() >= PEEPS * place.sum()
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
        return bool(place.any()) and float(scan.where[place].mean()) >= (ARRIVED_BACK if card.back else ARRIVED)

    def _new(self, card: Card) -> Card:
        self._tracks += 1
        self._order += 1
        return card.followed(self._tracks, self._order, card.sighting.since_ms)


def matched(pairs: Sequence[tuple[float, Card, Card]], left: list[Card]) -> list[tuple[Card, Card]]:
    """Known cards with what was found of them, the nearest first, each once; these are taken out of ``left``."""
    found: dict[int, tuple[Card, Card]] = {}
    for _, old, one in sorted(pairs, key=lambda pair: (pair[0], pair[1].order, id(pair[2]))):
        track = old.sighting.track
        if track not in found and any(one is other for other in left):
            left[:] = [other for other in left if other is not one]
            found[track] = old, one
    return list(found.values())
