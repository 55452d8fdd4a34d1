"""What the scribe makes of a look: an act with what it rests on, a question for the people, or a doubt of the past."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.cards import Card
from companion.ports import Sighting
from companion.rules.requests import Act
from companion.scribe.ledger import Account
from companion.texts import Text


@dataclass(frozen=True)
class Told:
    """Something happened: the act, and the sightings of its cards in the order it names them."""

    act: Act
    cards: tuple[Sighting, ...] = ()
    odds: tuple[Mapping[str, float], ...] = ()
    """how sure the reader was of each card"""
    backs: tuple[Sighting, ...] = ()
    """cards of the act that lie face down"""
    more: int = 0
    """how many further cards might have been laid with them"""

    @property
    def evidence(self) -> tuple[bytes, ...]:
        """The pictures that it rests on."""
        return tuple(s.crop for s in self.cards if s.crop is not None)


@dataclass(frozen=True)
class Question:
    """What only the people can tell: the words, which faces or options are likely, and the picture of a card.

    ``settle`` turns the answer (cards, option, how many stay hidden) into the act; None: the answer is remembered, and
    the table is looked at again with it.
    """

    words: Text
    choices: tuple[tuple[Card, float], ...] = ()
    count: int = 1
    crop: bytes | None = None
    settle: Callable[[tuple[Card, ...], str, int], Act | None] = lambda cards, option, hidden: None
    sure: tuple[Card, ...] = ()
    """cards that lie with it and are not in doubt"""
    at: tuple[float, float] | None = None
    """where the card lies that is asked about (mm)"""
    options: tuple[tuple[str, Text], ...] = ()
    guessed: bool = False
    """nobody can look at what it is about any more: the answer is from memory, and may be doubted later"""
    track: int = 0
    """the card that it is about, as far as it is followed: if it goes, so does the question"""
    would: Act | None = None
    """what it looks like, though that would be odd: perhaps a card that was told before explains it"""


@dataclass(frozen=True)
class Suspicion:
    """A card that was told before must have been another: it looks otherwise now, or its face is seen elsewhere."""

    event: int
    index: int
    face: Card | None = None
    """what it looks like now; None: any other face"""
    odds: float = 1.0
    would: Act | None = None
    """what cannot be, but has been seen to happen: another face of this card, or of one told before, explains it"""


@dataclass(frozen=True)
class Amended:
    """The newest event as it must have been: with a card that a hand had hidden, or with another for one taken back."""

    event: int
    before: tuple[Card, ...]
    """the cards that it named and keeps"""
    faces: tuple[Card, ...]
    """the cards that come after them"""
    cards: tuple[Sighting, ...]
    odds: tuple[Mapping[str, float], ...]
    gone: Account | None = None
    """the card that was taken back"""
    followed: tuple[int, ...] = ()
    """events that went without saying after it, the newest first: they may follow no more"""


@dataclass(frozen=True)
class Unclear:
    """Something is under way that an arm hides: until it is clear, nothing that came later is told of."""


Found = Told | Question | Suspicion | Amended | Unclear | None
