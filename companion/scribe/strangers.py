"""Cards that lie there and are none of this game: they are told of, and nothing is made of them."""

from __future__ import annotations

from collections.abc import Iterable

from companion.cards import Card, Cards
from companion.ports import Sighting
from companion.scribe.weighing import named
from companion.texts import Text, text

PLAIN = 0.6
"""odds from which a card is told of as what it looks like: people look, and it goes"""
LIES_MS = 700
"""so long it lies there before it is told of: it may be taken back at once"""


def stranger(lying: Iterable[Sighting], pack: Cards, at_ms: int, told: set[int]) -> Text | None:
    """What to say of a card that the game does not have; once a card. ``told``: the tracks it was said of."""
    for s in lying:
        if not s.track or s.track in told or at_ms - s.since_ms < LIES_MS:
            continue
        odds = named(s.odds, pack)
        face = max(odds, key=lambda card: odds[card], default=None)
        if face is not None and face not in pack and odds[face] >= PLAIN:
            told.add(s.track)
            return words(face)
    return None


def words(face: Card) -> Text:
    """That a card is none of this game."""
    return text("{card} is no card of this game: take it away", card=face.pretty)
