"""Money cards of a physical table: they lie before their owner, are thrown before the lot, and are paid on a heap.

Where each belongs follows from the game's table: what a purse holds lies in its owner's row, what is in the pot before
the lot on his side, and what is neither was paid.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.cards import SUITS, Card
from companion.deal.deal import Deal
from companion.people.hands import Done
from companion.people.poses import Pose
from companion.people.spots import HEAP
from companion.rules.bids import Bid
from companion.rules.requests import Act
from companion.table.table import Seat, Table

if TYPE_CHECKING:
    from companion.people.stage import Stage

FIRST_NUMBER = 10_000
"""money cards are numbered upwards from here, so that they are none of the game's"""
AT_ONCE = 0.7
"""so often several money cards are thrown in one go, else one after the other"""
BETWEEN_MS = 150
"""then the hand comes again so soon after it has gone"""


@dataclass
class Coin:
    """One money card: whose it was dealt as, its worth, and where it lies ("row", "pot" or "paid")."""

    number: int
    seat: Seat
    worth: int
    index: int
    at: str = "row"


@dataclass
class Coins:
    """The money cards of one stage; none until they are laid out."""

    stage: Stage
    coins: list[Coin] = field(default_factory=list)
    paid: int = 0
    """how many lie on the heap"""

    def set_out(self, t: Table, now: int) -> None:
        """Everybody's money lies where it belongs: before him at the start of a deal; thrown or paid in the midst."""
        self.coins, self.paid = [], 0
        if self.stage.habits.bids == "pressed" or not t.purses:
            return
        for seat in range(t.seats):
            worths = sorted((*(t.purses[seat].coins or ()), *t.in_pot.get(seat, ())))
            for index, worth in enumerate(worths):
                coin = Coin(FIRST_NUMBER + len(self.coins), seat, worth, index)
                self.coins.append(coin)
        for coin, place in self._wanted(t):
            coin.at = place
            pose = self._pose(coin)
            self.stage.timeline.lay(coin.number, f"{coin.worth}{SUITS[coin.seat % len(SUITS)]}", pose, True, now)

    def thrown(self, deal: Deal, act: Act) -> tuple[Card, ...]:
        """The money cards that a bid is thrown with: those it names, else any that make its amount; none if none do."""
        if act.do != "bid" or not self.coins or act.seat is None:
            return ()
        if act.cards:
            return act.cards
        asked = next((r for r in deal.asking if isinstance(r, Bid) and r.seat == act.seat), None)
        if asked is None or act.amount is None:
            return ()
        ways = deal.table.purses[act.seat].ways(act.amount - asked.thrown) if act.amount > asked.thrown else []
        return tuple(Card(str(worth), "S") for worth in ways[0]) if ways else ()

    def throw(self, seat: Seat, cards: Sequence[Card], start: int, *, astray: int | None = None) -> Done:
        """A player throws money before the lot; ``astray``: before another place than his own, by mistake."""
        mine = [coin for coin in self.coins if coin.seat == seat and coin.at == "row"]
        chosen = []
        for card in cards:
            coin = next((one for one in mine if str(one.worth) == card.rank), None)
            if coin is not None:
                mine.remove(coin)
                chosen.append(coin)
        stage, dice = self.stage, self.stage.dice
        place = stage.places[seat]
        done = Done(start, start)
        goes = [chosen] if dice.random() < AT_ONCE else [[coin] for coin in chosen]
        for go in goes:
            targets: list[tuple[int, Pose, bool]] = []
            for coin in go:
                coin.at = "pot"
                targets.append((coin.number, self._in_pot(coin, astray, [pose for _, pose, _ in targets]), True))
            done = stage.hands.push(place, targets, done.clear_ms + BETWEEN_MS * (done.clear_ms > start), lift=25.0)
        return done

    def draw_back(self, seat: Seat, start: int) -> Done:
        """A player takes back what he has thrown last, though it counts or not."""
        mine = [coin for coin in self.coins if coin.seat == seat and coin.at == "pot"]
        return self._back(seat, mine, start)

    def behind(self, t: Table) -> bool:
        """Whether money lies elsewhere than it belongs."""
        return any(coin.at != place for coin, place in self._wanted(t))

    def bring(self, t: Table, seat: Seat, start: int) -> Done:
        """What was paid is put on the heap by a player (the buyer); what others get back they take to themselves."""
        wanted = self._wanted(t)
        done = Done(start, start)
        paid = [coin for coin, place in wanted if place == "paid" and coin.at != place]
        if paid:
            for coin in paid:
                coin.at = "paid"
            targets = [(coin.number, self._pose(coin), True) for coin in paid]
            done = self.stage.hands.push(self.stage.places[seat], targets, start, lift=10.0)
        for owner in range(t.seats):
            back = [coin for coin, place in wanted if place == "row" and coin.at != place and coin.seat == owner]
            if back:
                one = self._back(owner, back, done.rest_ms)
                done = Done(max(done.rest_ms, one.rest_ms), max(done.clear_ms, one.clear_ms))
        return done

    def _back(self, seat: Seat, coins: Sequence[Coin], start: int) -> Done:
        if not coins:
            return Done(start, start)
        for coin in coins:
            coin.at = "row"
        targets = [(coin.number, self._pose(coin), True) for coin in coins]
        return self.stage.hands.push(self.stage.places[seat], targets, start, lift=15.0)

    # where to -------------------------------------------------------------------------------------------------------

    def _wanted(self, t: Table) -> list[tuple[Coin, str]]:
        """Where each money card belongs."""
        found: list[tuple[Coin, str]] = []
        if not self.coins:
            return found
        for seat in range(t.seats):
            mine = [coin for coin in self.coins if coin.seat == seat]
            for place, worths in (("row", t.purses[seat].coins or ()), ("pot", t.in_pot.get(seat, ()))):
                for worth in worths:
                    able = [coin for coin in mine if coin.worth == worth]
                    coin = next((one for one in able if one.at == place), able[0])
                    mine.remove(coin)
                    found.append((coin, place))
            found += [(coin, "paid") for coin in mine]
        return found

    def _pose(self, coin: Coin) -> Pose:
        """Where a money card lies that is where it belongs."""
        stage = self.stage
        if coin.at == "pot":
            return self._in_pot(coin)
        if coin.at == "row":
            place = stage.places[coin.seat]
            return stage.spots.steady(coin.number, *stage.layout.coin_slot(place, coin.index))
        self.paid += 1
        dx, dy, turn = HEAP[self.paid % len(HEAP)]
        x, y = stage.layout.paid_at
        return Pose(x + 3 * dx, y + 3 * dy, 6 * turn)

    def _in_pot(self, coin: Coin, astray: int | None = None, with_it: Sequence[Pose] = ()) -> Pose:
        """Where a money card comes to lie that is thrown before the lot, beside those that its owner has there."""
        stage = self.stage
        own = stage.places[coin.seat]
        there = [one for one in self.coins if one.seat == coin.seat and one.at == "pot" and one is not coin]
        lie = [stage.timeline.bodies[one.number].pose for one in there if one.number in stage.timeline.bodies]
        middle = [body.pose for body in stage.middle()]
        return stage.spots.in_pot(own if astray is None else astray, own, [*middle, *lie, *with_it], len(there))
