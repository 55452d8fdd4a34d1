"""Cards, suits, packs and multisets of cards: the only vocabulary that vision and rules share.

A card is written as rank then suit, ``TD`` for the ten of diamonds; jokers are ``XB`` (black),
``XR`` (red) and ``X`` where a game has one or they cannot be told apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

RANKS = "23456789TJQKA"
SUITS = "SHDC"
JOKERS = ("XB", "XR", "X")
SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


class BadCard(ValueError):
    """The text names no card."""


class Card(NamedTuple):
    """One face: rank and suit, the suit empty for a joker. Equal cards of two packs are equal."""

    rank: str
    suit: str

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read the text form; raises BadCard when it names no card."""
        return read_card(text)

    def __str__(self) -> str:
        return self.rank + self.suit

    @property
    def red(self) -> bool:
        """Whether hearts, diamonds, or the red joker."""
        return self.suit in ("H", "D") or self.rank == "XR"

    @property
    def pretty(self) -> str:
        """As people write it: ``10♦``."""
        rank = {"T": "10", "XB": "Joker", "XR": "Joker", "X": "Joker"}.get(self.rank, self.rank)
        return rank + SYMBOLS.get(self.suit, "")


class Faces(tuple[Card, ...]):
    """Cards as a value of a sentence: written as people write them, when somebody reads it."""

    def __str__(self) -> str:
        return " ".join(card.pretty for card in self)


@lru_cache(maxsize=1024)
def read_card(text: str) -> Card:
    """The card of a text form; raises BadCard when it names no card."""
    code = text.strip().upper()
    if code in JOKERS:
        return Card(code, "")
    if len(code) == 3 and code.startswith("10"):
        code = "T" + code[2]
    if len(code) == 2 and code[0] in RANKS and code[1] in SUITS:
        return Card(code[0], code[1])
    raise BadCard(f"{text[:20]!r} is no card: write rank and suit, for example TD for the ten of diamonds")


Cards = Counter[Card]
"""A multiset of cards; several packs hold equal cards."""


def parse_cards(text: str | Iterable[str]) -> tuple[Card, ...]:
    """Cards from ``"AS TD"`` or from a list of codes, in order; raises BadCard."""
    return tuple(Card.parse(part) for part in (text.split() if isinstance(text, str) else text))


def pack(ranks: str = RANKS, copies: int = 1, jokers: Iterable[str] = ()) -> Cards:
    """A pack with these ranks in four suits, ``copies`` times, and the named jokers."""
    faces = [Card(rank, suit) for rank in ranks for suit in SUITS] + [Card(joker, "") for joker in jokers]
    return Counter(dict.fromkeys(faces, copies))
