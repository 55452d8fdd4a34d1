"""Which of the known cards are found again where they lay: the nearest that may be one card, and cannot be another."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from vision.watching.scan import INSET_MM, Scan
from vision.watching.sightings import (
    DOUBTFUL,
    SAME_CARD_DEGREES,
    SAME_CARD_MM,
    STACK_MM,
    Card,
    alike,
    distance,
    holds,
    turned,
)

AGREE = 0.1
"""Odds that agree this well (`alike`) may be of one card ..."""
SURELY = 0.5
"""... and a card that lies elsewhere is one that is missing from its place if they agree this well."""
NUDGED_MM = 6.0
"""A card of the same face that lies further than this from its old place is looked at twice: it may be an equal card
of another pack that was laid on it."""
SAME_MARK_MM = 2.5
"""An index this near to where one of a known card lay, and read doubtfully, is that one, read badly."""
READ_BACK = 0.7
"""Least share of a back's place that must have been read to believe it: a face partly read, or shining, is taken for
one."""
BARE = 0.5
"""Where no card lies, at least this share of what is seen looks like the table."""


def found_again(left: list[Card], known: Sequence[Card], cards: Sequence[Card], scan: Scan) -> list[tuple[Card, Card]]:
    """Known cards with what was found of them, which is taken out of ``left``. ``cards``: all that lie there."""
    pairs, untouched = [], set()
    for old in known:
        touched = bool((scan.touched & scan.place(old.sighting)).any()) or not old.sighting.seen
        if not touched:
            untouched.add(old.sighting.track)
        here = [one for one in left if distance(one.sighting, old.sighting) < STACK_MM]
        for one in here:
            cost = cost_of(old, one, touched, len(here) > 1, cards, scan)
            if cost is not None:
                pairs.append((cost, old, one))
    return possible(pairs, left, cards, untouched)


def possible(
    pairs: list[tuple[float, Card, Card]], left: list[Card], cards: Sequence[Card], untouched: Collection[int]
) -> list[tuple[Card, Card]]:
    """The nearest pairs, without those that cannot be: an equal card of another pack was laid on top. What was found is
    taken out of ``left``. ``untouched``: tracks where nothing has moved since they were read: none was laid there."""
    while True:
        rest = list(left)
        found = matched(pairs, rest)
        moved = [pair for pair in found if pair[0].sighting.track not in untouched]
        wrong = [pair for pair in moved if lies_above(pair, found) or buried(pair, found, cards)]
        if not wrong:
            left[:] = rest
            return found
        pairs = [one for one in pairs if not any(one[1] is old and one[2] is new for old, new in wrong)]


def lies_above(pair: tuple[Card, Card], found: Sequence[tuple[Card, Card]]) -> bool:
    """Whether what was taken for a known card shows an index, as it never did, where a card that was laid over that one
    still lies."""
    old, one = pair
    over = [now.sighting for known, now in found if known.order > old.order]
    return any(
        holds(now, x, y, INSET_MM) and not any(holds(now, *mark, INSET_MM) for mark in old.marks)
        for now in over
        for x, y in one.marks
    )


def buried(pair: tuple[Card, Card], found: Sequence[tuple[Card, Card]], cards: Sequence[Card]) -> bool:
    """Whether the known card lay hidden in a pile whose top lies there still, below others that are not found: those
    cannot have gone from between."""
    old, _ = pair
    if old.sighting.seen:
        return False
    there = {known.sighting.track for known, _ in found}
    pile = [card for card in cards if card.order > old.order and distance(card.sighting, old.sighting) < STACK_MM]
    top = max((card.order for card in pile if card.sighting.track in there), default=0)
    return any(card.order < top and card.sighting.track not in there for card in pile)


def cost_of(old: Card, one: Card, touched: bool, crowded: bool, cards: Sequence[Card], scan: Scan) -> float | None:
    """How far two findings are from being the same card in the same place; None: they are not.

    ``crowded``: more than one card was found there. Of a card that is partly covered the place is less certain.
    """
    by_index = off_by_index(old, one)
    away = distance(old.sighting, one.sighting) if by_index is None else by_index
    if old.back and one.back:
        return away
    vague = crowded or (one.corners == 1 and by_index is None)  # (one index tells its card's middle only roughly)
    if away >= SAME_CARD_MM and not (vague and alike(old.sighting.odds, one.sighting.odds) >= SURELY):
        return None
    if old.back != one.back:  # turned over
        plain = not one.back or float(scan.where[scan.place(one.sighting)].mean()) >= READ_BACK
        return away + 2 * SAME_CARD_MM if touched and old.sighting.seen and plain else None
    if turned(old.sighting, one.sighting) >= SAME_CARD_DEGREES:
        return None
    agree = alike(old.sighting.odds, one.sighting.odds)
    if not touched:
        return away + SAME_CARD_MM * (1 - agree)
    if agree < AGREE and not misread_mark(one, by_index):
        return None
    if away > NUDGED_MM and one.corners != 1 and not crowded and laid_upon(old, one, cards, scan):
        return None
    return away + SAME_CARD_MM * (1 - agree)


def misread_mark(one: Card, by_index: float | None) -> bool:
    """Whether a doubtful index is that of the known card, half under another by now: it lies where that one's lay."""
    return by_index is not None and by_index < SAME_MARK_MM and max(one.sighting.odds.values(), default=0.0) < DOUBTFUL


def laid_upon(old: Card, one: Card, cards: Sequence[Card], scan: Scan) -> bool:
    """Whether an equal card was laid a little off on one that still lies there: what it leaves open is not bare.
    A pile shows no bare table either way: more likely one was laid on it than that its top was pushed."""
    strip = scan.place(old.sighting) & ~scan.place(one.sighting)
    if strip.any() and float(scan.bare[strip].mean()) >= BARE:
        return False
    return any(other.order < old.order and distance(other.sighting, old.sighting) < STACK_MM for other in cards)


def off_by_index(old: Card, one: Card) -> float | None:
    """How far (mm) the one index that shows of a card lies from where a known card's indices are: more exact than the
    middle that it tells of. None where more than one shows, or none is known."""
    if old.back or len(one.marks) != 1 or old.corners < 2:
        return None
    (x, y), at = one.marks[0], old.sighting
    mirrored = [(2 * at.x - mx, 2 * at.y - my) for mx, my in old.marks]
    return min((math.dist((x, y), mark) for mark in (*old.marks, *mirrored)), default=None)


def matched(pairs: Sequence[tuple[float, Card, Card]], left: list[Card]) -> list[tuple[Card, Card]]:
    """Known cards with what was found of them, the nearest first, each once; these are taken out of ``left``."""
    found: dict[int, tuple[Card, Card]] = {}
    for _, old, one in sorted(pairs, key=lambda pair: (pair[0], pair[1].order, id(pair[2]))):
        track = old.sighting.track
        if track not in found and any(one is other for other in left):
            left[:] = [other for other in left if other is not one]
            found[track] = old, one
    return list(found.values())
