"""Money at the table: loose units (chips), or money cards that cannot be changed."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations


class NoSuchSum(ValueError):
    """The purse cannot throw exactly this much."""


class SeveralWays(ValueError):
    """Several throws of cards make this sum."""


@dataclass(frozen=True)
class Purse:
    """What a player holds. ``coins`` is None for chips, else the face values of his money cards."""

    units: int
    coins: tuple[int, ...] | None = None

    @classmethod
    def of_cards(cls, coins: tuple[int, ...]) -> Purse:
        """A purse of money cards."""
        return cls(sum(coins), tuple(sorted(coins)))

    def ways(self, amount: int) -> list[tuple[int, ...]]:
        """The throws of coins that make the amount; one empty throw for chips if there are enough."""
        if self.coins is None:
            return [()] if 0 <= amount <= self.units else []
        return sorted(
            {c for k in range(1, len(self.coins) + 1) for c in combinations(self.coins, k) if sum(c) == amount}
        )

    def sums(self) -> set[int]:
        """Every amount this purse can throw."""
        if self.coins is None:
            return set(range(1, self.units + 1))
        return {sum(c) for k in range(1, len(self.coins) + 1) for c in combinations(self.coins, k)}

    def throw(self, amount: int, coins: tuple[int, ...] | None = None) -> Purse:
        """The purse after throwing; coins name the cards when several throws are possible.

        Raises NoSuchSum or SeveralWays.
        """
        ways = self.ways(amount)
        if coins is not None and self.coins is not None:
            ways = [way for way in ways if way == tuple(sorted(coins))]
        if not ways:
            raise NoSuchSum(amount)
        if len(ways) > 1:
            raise SeveralWays(amount)
        return self.without(amount, ways[0])

    def without(self, amount: int, coins: tuple[int, ...]) -> Purse:
        """The purse less these coins (less this amount for chips)."""
        if self.coins is None:
            return Purse(self.units - amount)
        left = list(self.coins)
        for coin in coins:
            left.remove(coin)
        return Purse.of_cards(tuple(left))

    def give_back(self, amount: int, coins: tuple[int, ...]) -> Purse:
        """The purse with a throw returned."""
        if self.coins is None:
            return Purse(self.units + amount)
        return Purse.of_cards(self.coins + coins)
