"""What a card takes in Kalabra: one card of its rank, or two or more that add up to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations

from companion.cards import Card, Cards
from companion.table import Table

VALUES = {rank: value for value, rank in enumerate("A23456789TJQK", 1)}


def sets_for(card: Card, talon: list[Card]) -> Iterator[tuple[Card, ...]]:
    """Every single combination a card may take: one card of its rank, or two or more that add up to it."""
    yield from ((other,) for other in talon if other.rank == card.rank)
    for number in range(2, len(talon) + 1):
        for cards in combinations(talon, number):
            if sum(VALUES[other.rank] for other in cards) == VALUES[card.rank]:
                yield cards


def may_take(card: Card, cards: tuple[Card, ...], talon: list[Card], rules: Mapping[str, str]) -> bool:
    """Whether a card takes just these: one combination, or as a house rule several that share no card."""
    if not cards or Counter(cards) - Counter(talon):
        return False
    ways = [Counter(way) for way in sets_for(card, list(cards))]
    whole = Counter(cards)
    return whole in ways or (rules["rank_and_sum"] == "all" and covered(whole, ways))


def covered(whole: Cards, ways: list[Cards]) -> bool:
    """Whether combinations that share no card make up the whole."""
    return not whole or any(way <= whole and covered(whole - way, ways) for way in ways)


def takers(t: Table) -> frozenset[Card]:
    """The faces that could take something from the talon."""
    one: set[int] = set()
    sums: set[int] = set()
    for card in t.cards("lot"):
        sums |= {total + VALUES[card.rank] for total in one | sums}
        one.add(VALUES[card.rank])
    values = one | sums
    return frozenset(card for card in t.faces if VALUES[card.rank] in values)
