"""Bidding units of a purse: a bid or a pass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from companion.cards import Card
from companion.referee import Doubtful, Illegal
from companion.rules.requests import Act, Request, Sight
from companion.table.money import NoSuchSum, SeveralWays
from companion.table.table import Seat, Table
from companion.table.truth import Dice, Truth
from companion.texts import Text, text


@dataclass(frozen=True)
class Call:
    """A bid or a pass (amount None); ``fault`` marks a call against the rules that the table punishes."""

    seat: Seat
    amount: int | None
    coins: tuple[int, ...] | None = None
    fault: bool = False


@dataclass(frozen=True)
class Bid(Request[Call]):
    """Bid more than what stands, at most ``high``, or pass. ``thrown`` is what the seat has in the pot that counts.

    ``faults``: an illegal bid by anybody is handed to the game as a fault instead of being void.
    """

    low: int
    high: int
    lowest: int
    standing: int | None = None
    holder: Seat | None = None
    thrown: int = 0
    faults: bool = False
    secret: bool = False
    """the table keeps secret how much each holds"""
    verbs: ClassVar[tuple[str, ...]] = ("bid", "pass")
    sight: ClassVar[Sight] = "pot"

    def apply(self, t: Table, act: Act, force: bool = False) -> Call:
        if act.do == "pass":
            return Call(self.seat, None)
        name = t.names[self.seat]
        if stray := next((card for card in act.cards if card in t.pack), None):
            raise Illegal("not_money", text("{name} threw {card}, which is not money", name=name, card=stray.pretty))
        coins = money_cards(act)
        amount = act.amount
        if coins is not None:
            thrown = self.thrown + sum(coins)
            if amount not in (None, thrown):
                words = text("{name} bid {amount}, but the cards thrown make {thrown}: how much is the bid?",
                             name=name, amount=amount, thrown=thrown)  # fmt: skip
                raise Doubtful("amount_or_cards", words)
            amount = thrown
        if amount is None:
            raise Doubtful("no_amount", text("How much did {name} bid?", name=name))
        self._check(t, amount, coins)
        return Call(self.seat, amount, coins)

    def _check(self, t: Table, amount: int, coins: tuple[int, ...] | None) -> None:
        name, purse = t.names[self.seat], t.purses[self.seat]
        if amount < self.low and (self.standing is None or amount < self.lowest):
            raise Illegal(
                "bid_too_low",
                text("{name} bid {amount}, but the lowest bid is {low}: bid again, or Dalje",
                     name=name, amount=amount, low=self.low),
            )  # fmt: skip
        values = {"name": name, "amount": amount, "standing": self.standing, "low": self.low, "high": self.high}
        if self.standing is not None and amount <= self.standing:
            words = text("{name} bid {amount}, but {standing} already stands: at least {low}, or Dalje", **values)
            raise Illegal("bid_not_higher", words)
        if amount - self.thrown > purse.units:
            words = text("{name} bid {amount}, but does not have that much: {low} to {high}, or Dalje", **values)
            if self.secret:
                words = text("{name} bid {amount}, but does not have that much: at least {low}, or Dalje", **values)
            raise Illegal("overspent", words)
        try:
            purse.throw(amount - self.thrown, coins)
        except NoSuchSum:
            sums = ", ".join(str(self.thrown + n) for n in sorted(purse.sums()) if self.thrown + n >= self.low)
            values |= {"sums": sums}
            words = text("{name} bid {amount}, which these money cards do not make: {sums}, or Dalje", **values)
            if self.secret:
                words = text("{name} bid {amount}, which these money cards do not make: bid again, or Dalje", **values)
            raise Illegal("no_such_sum", words) from None
        except SeveralWays:
            raise Doubtful(
                "several_ways",
                text("{name} can throw {n} in several ways: which cards?", name=name, n=amount - self.thrown),
            ) from None

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"low": self.low, "high": self.high}

    def steps(self, t: Table) -> list[int]:
        """The bids that the buttons step through: every sum the purse can throw that beats what stands."""
        return sorted(s for s in (s + self.thrown for s in t.purses[self.seat].sums()) if self.low <= s <= self.high)

    def describe(self, t: Table) -> Text:
        return text("{name} bids {low} or more, or says Dalje", name=t.names[self.seat], low=self.low)

    def punished(self, t: Table, act: Act, seat: Seat) -> Call | None:
        if act.do != "bid" or not self.faults:
            return None
        return Call(seat, act.amount, money_cards(act), fault=True)

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        """Pass half of the time, else a small raise, now and then a jump."""
        purse = t.purses[self.seat]
        sums = sorted(s + self.thrown for s in purse.sums() if self.low <= s + self.thrown <= self.high)
        if not sums or dice.random() < (0.35 if self.standing is None else 0.6):
            return Act("pass", self.seat)
        amount = sums[min(len(sums) - 1, dice.randint(0, 2) if dice.random() < 0.9 else dice.randint(0, 6))]
        ways = purse.ways(amount - self.thrown)
        coins = tuple(Card(str(coin), "S") for coin in ways[0]) if len(ways) > 1 else ()
        return Act("bid", self.seat, coins, amount=amount)

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act:
        return Act("bid", self.seat, amount=dice.choice((0, self.low - 1, self.high + 1)))


def money_cards(act: Act) -> tuple[int, ...] | None:
    """The face values of the money cards thrown with a bid, None if none are named."""
    return tuple(int(card.rank) for card in act.cards if card.rank.isdigit()) if act.cards else None
