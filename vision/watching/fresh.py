"""The cards that a batch of frames shows, before they are set against those that are known."""

from __future__ import annotations

import math
from collections.abc import Sequence

from companion.ports import Sighting
from vision.arrays import Matrix, Picture
from vision.watching.batch import Batch
from vision.watching.motion import Mask, grown
from vision.watching.scan import CellMap
from vision.watching.shapes import unknown_cards
from vision.watching.sightings import (
    DOUBTFUL,
    PLAIN,
    SAME_CARD_DEGREES,
    STACK_MM,
    Card,
    clusters,
    distance,
    same,
    spot,
    turned,
)

SECOND_MARK_MM = 5.0
"""So near to where a card's other index must be lies what is read of it: its middle is known by the first one only."""


def fresh_cards(
    batch: Batch, image: Picture, cells: CellMap, bare: Mask | None, known: Sequence[Sighting], to_mm: Matrix
) -> list[Card]:
    """Cards that were read, and shapes of cards of which nothing was. ``bare``: the cells that look like the table,
    None as long as nobody knows what it looks like."""
    where = batch.where
    read = without_echoes([Card.of(group, image) for group in clusters(batch.frames)])
    fresh = [card for card in read if cells.within(card.sighting, where)]
    if bare is None:
        return fresh
    elsewhere = [card for card in known if card.seen and not cells.within(card, where)]
    explained = grown(cells.under([*(card.sighting for card in fresh), *elsewhere]), 1)
    more = unknown_cards(image, where & ~bare & ~explained, to_mm)
    return fresh + [Card.of([spot(one, to_mm)], image) for one in more]


def beside(batch: Batch, image: Picture) -> list[Card]:
    """Faces that showed beside what was to be read."""
    return [Card.of(group, image) for group in clusters(batch.beside)]


def without_echoes(cards: Sequence[Card]) -> list[Card]:
    """The cards without those that are most likely none, on a card that is plainly read in the same place; and without
    the other indices of plain cards, that were read as another's."""

    def echo(card: Card) -> bool:
        plain = [other for other in cards if other is not card and other.surest >= PLAIN]
        if any(other_index(card, other) or card.doubled(other) for other in plain):
            return True
        return card.faint and any(other.surest >= PLAIN and same(card.sighting, other.sighting) for other in cards)

    return [card for card in cards if not echo(card)]


def other_index(card: Card, plain: Card) -> bool:
    """Whether a doubtful card is the second index of one of which one index was read: a card above covers half of it,
    and so it looks like another."""
    if card.back or plain.back or len(card.marks) != 1 or len(plain.marks) != 1 or card.surest >= DOUBTFUL:
        return False
    (x, y), at, own = card.marks[0], plain.sighting, plain.marks[0]
    near = distance(card.sighting, at) < STACK_MM and turned(card.sighting, at) < SAME_CARD_DEGREES
    return near and math.dist((x, y), (2 * at.x - own[0], 2 * at.y - own[1])) < SECOND_MARK_MM
