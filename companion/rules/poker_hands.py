"""What five cards are worth at poker: the combination, and what decides between two equal ones.

Suits are equal, the ace is high (and low in A-2-3-4-5 where the table plays it). Only the order of hands stands here;
what a game pays for them, and what it calls them, is its own business.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from companion.cards import RANKS, Card, Cards

FIVE, ACE = 5, 14
ORDER = (
    "high_card", "pair", "two_pairs", "drill", "straight", "flush", "full", "four", "straight_flush", "royal_flush",
)  # fmt: skip
"""combinations, lowest first"""


@dataclass(frozen=True)
class Ranking:
    """How a table ranks hands; the defaults are those of Hungarian póker."""

    four_flush: bool = False
    """four cards of a suit that do not form a sequence are a flush too"""
    wheel: bool = True
    """A-2-3-4-5 is a straight, five high"""
    pair_sum: bool = True
    """equal pairs: the sum of the other three cards counts, not card by card"""
    high_card_only: bool = False
    """without a combination only the highest card counts"""


@dataclass(frozen=True)
class Worth:
    """A combination, and what is compared between two of the same: of two hands the greater ``order`` wins."""

    combination: str
    key: tuple[int, ...]

    @property
    def order(self) -> tuple[int, tuple[int, ...]]:
        """Greater is better; equal orders share."""
        return ORDER.index(self.combination), self.key


def value(card: Card) -> int:
    """2 to 10 as printed, then 11 for the jack up to 14 for the ace."""
    return RANKS.index(card.rank) + 2


def worth(cards: Sequence[Card], ranking: Ranking) -> Worth:
    """What five cards are worth."""
    values = sorted(map(value, cards), reverse=True)
    top = straight_top(values, ranking)
    one_suit = len({card.suit for card in cards}) == 1
    if top and one_suit:
        return Worth("royal_flush", ()) if top == ACE else Worth("straight_flush", (top,))
    counts = Counter(values)
    groups = sorted(counts, key=lambda v: (counts[v], v), reverse=True)  # the most frequent first, then the highest
    shape = [counts[v] for v in groups]
    if shape[0] == 4:
        return Worth("four", (groups[0],))
    if shape == [3, 2]:
        return Worth("full", (groups[0],))
    if suited := flush_values(cards, ranking):
        return Worth("flush", suited)
    if top:
        return Worth("straight", (top,))
    if shape[0] == 3:
        return Worth("drill", (groups[0],))
    if shape[:2] == [2, 2]:
        return Worth("two_pairs", tuple(groups))
    if shape[0] == 2:
        rest = groups[1:]
        return Worth("pair", (groups[0], sum(rest)) if ranking.pair_sum else tuple(groups))
    return Worth("high_card", (values[0],) if ranking.high_card_only else tuple(values))


def straight_top(values: Sequence[int], ranking: Ranking) -> int:
    """The highest card of five consecutive values given from the top; 0 if they are none."""
    if list(values) == [ACE, 5, 4, 3, 2]:
        return 5 if ranking.wheel else 0
    return values[0] if is_run(values) else 0


def is_run(values: Sequence[int]) -> bool:
    """Whether values given from the top are consecutive; the ace counts high."""
    return list(values) == list(range(values[0], values[0] - len(values), -1))


def flush_values(cards: Sequence[Card], ranking: Ranking) -> tuple[int, ...]:
    """The cards that make a flush, from the top (a longer one wins if the shorter runs out); empty if there is none."""
    suit, number = Counter(card.suit for card in cards).most_common(1)[0]
    suited = tuple(sorted((value(card) for card in cards if card.suit == suit), reverse=True))
    if number == FIVE or (ranking.four_flush and number == FIVE - 1 and not is_run(suited)):
        return suited
    return ()


def may_be_combination(known: Sequence[Card], unseen: Cards, ranking: Ranking) -> bool:
    """Whether a hand of five of which these cards are known can be a pair or better; the rest are unseen ones.

    Exact: with two cards hidden a pair of the unseen would do; else there are few enough to try them all.
    """
    hidden = FIVE - len(known)
    by_rank = Counter(card.rank for card in unseen.elements())
    if hidden >= 2 and max(by_rank.values(), default=0) >= 2:
        return True
    if hidden and any(by_rank[card.rank] for card in known):
        return True
    rest: Iterable[tuple[Card, ...]] = combinations(sorted(unseen.elements()), hidden)
    return any(worth([*known, *cards], ranking).combination != "high_card" for cards in rest)
