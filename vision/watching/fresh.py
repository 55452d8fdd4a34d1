"""The cards that a batch of frames shows, before they are set against those that are known."""

from __future__ import annotations

from collections.abc import Sequence

from companion.ports import Sighting
from vision.arrays import Matrix, Picture
from vision.watching.batch import Batch
from vision.watching.motion import Mask, grown
from vision.watching.scan import CellMap
from vision.watching.shapes import unknown_cards
from vision.watching.sightings import Card, clusters, same, spot

PLAIN = 0.9
"""A reading that is most likely none at all beside one so plain, where that card lies, is a part of its picture once
more."""


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
    """The cards without those that are most likely none, on a card that is plainly read in the same place."""

    def echo(card: Card) -> bool:
        return card.faint and any(other.surest >= PLAIN and same(card.sighting, other.sighting) for other in cards)

    return [card for card in cards if not echo(card)]
