"""Counts the ways to play tiny positions of the fishing games to their end, by the words of the rules pages alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from tests.companion.second.plain_tricks import Hands, Position, without

Cards = tuple[str, ...]


def less(cards: Cards, *gone: str) -> Cards:
    """The cards without some of them (no two are equal here)."""
    return tuple(card for card in cards if card not in gone)


class Kalabra:
    """A card takes one of its rank or two or more that add up to it; then one is drawn. 11 points end the deal."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.at = Position(data)
        self.must = self.at.rules.get("must_capture", "hand")

    def count(self) -> int:
        """The number of ways."""
        start = self.at.start
        scores = tuple(start.get("scores", {}).get(name, 0) for name in self.at.names)
        piles = tuple(start.get("piles", {}).get(name, 0) for name in self.at.names)
        return self.turn(self.at.hands, tuple(start.get("lot", ())), self.at.stock, self.at.first, scores, piles)

    def sets(self, card: str, talon: Cards) -> Iterator[Cards]:
        """What a card may take: one combination."""
        ranks = " A23456789TJQK"
        yield from ((other,) for other in talon if other[0] == card[0])
        for number in range(2, len(talon) + 1):
            for cards in combinations(talon, number):
                if sum(ranks.index(other[0]) for other in cards) == ranks.index(card[0]):
                    yield cards

    def turn(
        self, hands: Hands, talon: Cards, stock: Cards, seat: int, scores: tuple[int, ...], piles: tuple[int, ...]
    ) -> int:
        """The ways from here."""
        if not any(hands):
            return 1
        after = (seat + 1) % self.at.n
        if not hands[seat]:
            return self.turn(hands, talon, stock, after, scores, piles)
        able = {card: list(self.sets(card, talon)) for card in hands[seat]}
        total = 0
        for card, ways in able.items():
            left = without(hands, seat, card)
            filled = (*left[:seat], left[seat] + stock[:1], *left[seat + 1 :])
            for cards in ways:
                now, won = self.counted((*cards, card), seat, scores, piles)
                heap = tuple(n + (len(cards) + 1) * (other == seat) for other, n in enumerate(piles))
                if won:
                    total += 1
                else:
                    total += self.turn(filled, less(talon, *cards), stock[1:], after, now, heap)
            lays = {"hand": not any(able.values()), "card": not ways, "free": True}[self.must]
            if lays:
                total += self.turn(filled, (*talon, card), stock[1:], after, scores, piles)
        return total

    def counted(
        self, cards: Cards, seat: int, scores: tuple[int, ...], piles: tuple[int, ...]
    ) -> tuple[tuple[int, ...], bool]:
        """The scores after a capture, and whether it wins: the ten of diamonds, the two of spades, most cards."""
        heap = [n + len(cards) * (other == seat) for other, n in enumerate(piles)]
        left = 52 - sum(heap)
        before = 52 - sum(piles)
        was_sure = any(all(piles[x] > piles[y] + before for y in range(self.at.n) if y != x) for x in range(self.at.n))
        mine = scores[seat] + ("TD" in cards) + 2 * ("2S" in cards)
        sure = all(heap[seat] > heap[other] + left for other in range(self.at.n) if other != seat) and not was_sure
        mine += sure
        return tuple(mine if other == seat else n for other, n in enumerate(scores)), mine >= 11


class DzepKop:
    """A card of the hand, then one of the stock, each may take one card; the Cutter's last one is the reserve."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.at = Position(data)
        self.must = self.at.rule("must_capture", "yes")

    def count(self) -> int:
        """The number of ways."""
        first = self.at.seat("to_act", self.at.dealer)
        return self.turn(self.at.hands, tuple(self.at.start["lot"]), self.at.stock, first)

    def takes(self, card: str, other: str) -> bool:
        """Pictures and tens their own rank, the others what makes ten with them."""
        low = "-A23456789"
        if card[0] in low and other[0] in low:
            return low.index(card[0]) + low.index(other[0]) == 10
        return card[0] == other[0]

    def lay(self, card: str, talon: Cards) -> list[Cards]:
        """The talons that a card may leave."""
        ways = [less(talon, other) for other in talon if self.takes(card, other)]
        return ways if ways and self.must else [*ways, (*talon, card)]

    def turn(self, hands: Hands, talon: Cards, stock: Cards, seat: int) -> int:
        """The ways from here; whatever the reserve takes, all that is left is the Cutter's."""
        after = (seat + 1) % self.at.n
        if not hands[seat]:
            return self.turn(hands, talon, stock, after)
        total = 0
        for card in hands[seat]:
            left = without(hands, seat, card)
            for one in self.lay(card, talon):
                if not stock:
                    total += 1
                    continue
                total += sum(self.turn(left, two, stock[1:], after) for two in self.lay(stock[0], one))
        return total
