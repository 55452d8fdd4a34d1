"""What a card takes in Kalabra: one card of its rank, or two or more that add up to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from companion.cards import Card, Cards
from companion.table.table import Table

VALUES = {rank: value for value, rank in enumerate("A23456789TJQK", 1)}


def sets_for(card: Card, talon: list[Card]) -> Iterator[tuple[Card, ...]]:
    """Every single combination a card may take: one card of its rank, or two or more that add up to it."""
    yield from ((other,) for other in talon if other.rank == card.rank)
    for number in range(2, min(len(talon), VALUES[card.rank]) + 1):
        yield from sums(VALUES[card.rank], number, talon)


def sums(value: int, number: int, talon: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """So many cards that add up to a value, in the order of the talon. What is too much already is not gone on with:
    of a talon of 20 cards a million combinations would be tried."""
    if not number:
        if not value:
            yield ()
        return
    for n, card in enumerate(talon):
        left = value - VALUES[card.rank]
        if left >= number - 1:
            yield from ((card, *others) for others in sums(left, number - 1, talon[n + 1 :]))


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
