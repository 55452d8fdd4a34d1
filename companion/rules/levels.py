"""Games in which a level card and the jokers join the trumps (Dja-Bai-Fem, Žiao-Pengju): one suit made of many.

The trump group, high to low: the strong joker, the weak one, the level card of the trump suit, the other level cards
(equal to each other: the first played is higher), the rest of the trump suit. Level cards and jokers belong to no other
suit. Who holds none of the group may have to say so before the first lead (``NoTrump``).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from companion.cards import RANKS, Card, Cards
from companion.referee import Illegal
from companion.rules.plays import SUIT_NAMES
from companion.rules.requests import Act, Request
from companion.rules.turning import Show
from companion.table.claims import Duty
from companion.table.table import Table, hand
from companion.table.truth import Dice, Truth
from companion.texts import Text, text

TRUMPS = "trumps"
"""the effective suit of the trump group"""
POINTS = {"K": 10, "T": 10, "5": 5}


def words(english: str, **values: object) -> Text:
    """A sentence of this module."""
    return Text(english, values, "games/levels")


def rank_of(level: int) -> str:
    """The rank of a level: 2 to 10, then 11 for jacks up to 14 for aces."""
    return RANKS[min(max(level, 2), 14) - 2]


def worth(cards: Cards) -> int:
    """Card points: kings and tens 10, fives 5."""
    return sum(POINTS.get(card.rank, 0) * n for card, n in cards.items())


@dataclass(frozen=True)
class Trumps:
    """What is trump in a deal."""

    level: str
    """the rank that has joined the trumps"""
    suit: str
    strong: str = "XB"
    """which joker is the stronger one"""

    def suit_of(self, card: Card) -> str:
        """The effective suit: one of ``SHDC``, or ``trumps``."""
        return TRUMPS if not card.suit or card.rank == self.level or card.suit == self.suit else card.suit

    def height(self, card: Card) -> int:
        """How high a card is within its effective suit."""
        if not card.suit:
            return 103 if card.rank == self.strong else 102
        if card.rank == self.level:
            return 101 if card.suit == self.suit else 100
        return RANKS.index(card.rank)

    def best_suits(self, led: Card) -> tuple[str, ...]:
        """The effective suits that can win when this card was led, the stronger first."""
        return tuple(dict.fromkeys((TRUMPS, self.suit_of(led))))


@lru_cache(maxsize=64)
def kinds(faces: frozenset[Card], trumps: Trumps) -> dict[str, frozenset[Card]]:
    """The faces of a pack by effective suit."""
    return {suit: frozenset(card for card in faces if trumps.suit_of(card) == suit) for suit in (*SUIT_NAMES, TRUMPS)}


def kind(faces: frozenset[Card], trumps: Trumps, suit: str) -> frozenset[Card]:
    """The faces of an effective suit."""
    return kinds(faces, trumps)[suit]


def higher(faces: frozenset[Card], trumps: Trumps, card: Card) -> frozenset[Card]:
    """The faces of its effective suit that are higher than a card."""
    at = trumps.height(card)
    return frozenset(one for one in kind(faces, trumps, trumps.suit_of(card)) if trumps.height(one) > at)


def suit_words(suit: str) -> Text:
    """An effective suit in words."""
    return words("trumps") if suit == TRUMPS else SUIT_NAMES[suit]


def follow(faces: frozenset[Card], trumps: Trumps, led: Card, number: int = 1, group: int = 1) -> Duty:
    """To follow the effective suit of the card led, with so many cards (or groups of equal ones) as the hand can."""
    suit = trumps.suit_of(led)
    said = text("{suit} had to be followed", suit=suit_words(suit))
    return Duty("follow_suit", kind(faces, trumps, suit), said, number, group)


# A hand without a trump ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class NoTrump(Request[bool]):
    """Who holds no trump lays his whole hand open before the first lead; a claim that is untrue is found at once."""

    trumps: frozenset[Card]
    must: bool
    verbs: ClassVar = ("show",)
    optional: ClassVar = True

    def apply(self, t: Table, act: Act, force: bool = False) -> bool:
        name, number = t.names[self.seat], t.size(hand(self.seat))
        if len(act.cards) != number:
            said = words("{name} lays all {n} cards open, not {seen}", name=name, n=number, seen=len(act.cards))
            raise Illegal("wrong_number", said)
        Show(self.seat).apply(t, act, force)
        held = tuple(sorted(card for card in act.cards if card in self.trumps))
        if held:
            said = words("{name} claimed to hold no trump, but {card} is one", name=name, card=held[0].pretty)
            t.find("no_trump_claim", self.seat, said, held)
        return not held

    def describe(self, t: Table) -> Text:
        return words("{name} may show a hand without a trump", name=t.names[self.seat])

    def against(self, t: Table, act: Act, held: Cards, truth: Truth) -> bool:
        return any(card in self.trumps for card in act.cards)

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        held = truth.hand(t, self.seat)
        if any(card in self.trumps for card in held) or not (self.must or dice.random() < 0.5):
            return None
        return Act("show", self.seat, tuple(sorted(held.elements())))
