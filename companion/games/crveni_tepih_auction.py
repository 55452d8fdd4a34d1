"""The auction of a lot in Crveni tepih: bids go round, a pass is final, and all that was thrown is paid."""

from __future__ import annotations

from typing import Any

from companion.games.crveni_tepih_hands import words
from companion.games.crveni_tepih_setup import LOT, LOWEST_BID, MOST_CARDS, capped, holds
from companion.rules.bids import Bid, Call
from companion.rules.discards import Discard
from companion.rules.requests import AnyOf, Request
from companion.table.table import Seat, Table


async def auction(t: Table, opener: Seat) -> Seat | None:
    """Bids go round from the opener's neighbour; a pass is final for this lot; all that was thrown is paid."""
    pot = Pot(t)
    bidding = t.round_from(t.after(opener))
    early = t.rules["early_discard"] == "on"
    spoken: set[Seat] = set()
    while True:
        for seat in [s for s in bidding if s != pot.holder and not pot.can_bid(s)]:
            bidding.remove(seat)
            t.passed.add(seat)
            t.barred[seat] = words("{name} has no money to beat what stands", name=t.names[seat])
        if not bidding or bidding == [pot.holder]:
            break
        seat = bidding[0]
        ask: list[Request[Any]] = [pot.request(seat)]
        if early and capped(t) and seat not in spoken and holds(t, seat) >= MOST_CARDS:
            ask.append(Discard(seat, LOT, hidden_face_up=t.rules["hidden_discard"] == "face_up"))
        asked, call = await AnyOf(*ask)
        if isinstance(asked, Discard):
            spoken.add(seat)
            continue
        if call.fault:
            fault(t, pot, bidding, call)
            continue
        spoken.add(seat)
        bidding.pop(0)
        if call.amount is None:
            t.passed.add(seat)
            t.barred[seat] = words("{name} has said Dalje on this lot", name=t.names[seat])
        else:
            pot.throw(call)
            bidding.append(seat)
    pot.settle()
    t.barred = {}
    return pot.holder


class Pot:
    """The money thrown for one lot: what stands, whose it is, and what each has in it."""

    def __init__(self, t: Table) -> None:
        self.t = t
        self.standing: int | None = None
        self.holder: Seat | None = None
        self.thrown: dict[Seat, list[tuple[int, tuple[int, ...]]]] = {}
        self.cumulative = t.rules["bid_size"] == "cumulative"
        t.in_pot = {}

    def in_pot(self, seat: Seat) -> int:
        """What counts towards the seat's bid: his own total, or nothing where each call stands alone."""
        return sum(amount for amount, _ in self.thrown.get(seat, [])) if self.cumulative else 0

    def reach(self, seat: Seat) -> int:
        """The highest bid the seat could make."""
        return self.in_pot(seat) + self.t.purses[seat].units

    def lowest(self, seat: Seat) -> int:
        """The lowest opening bid of this seat: two, or his last unit where the table lets it."""
        lone = self.t.rules["lone_unit_opening"] == "on" and self.reach(seat) == 1
        return 1 if lone else LOWEST_BID

    def low(self, seat: Seat) -> int:
        """The lowest bid open to the seat now."""
        return self.lowest(seat) if self.standing is None else self.standing + 1

    def can_bid(self, seat: Seat) -> bool:
        """Whether his money allows any call at all."""
        return self.reach(seat) >= self.low(seat)

    def request(self, seat: Seat) -> Bid:
        """What this seat is asked."""
        return Bid(
            seat, self.low(seat), self.reach(seat), self.lowest(seat), self.standing, self.holder, self.in_pot(seat),
            faults=self.t.rules["illegal_call"] != "void", secret=self.t.rules["units_held"] == "hidden",
        )  # fmt: skip

    def throw(self, call: Call) -> None:
        """Units leave the purse for the pot; the bid stands."""
        assert call.amount is not None
        seat, purse = call.seat, self.t.purses[call.seat]
        more = call.amount - self.in_pot(seat)
        left = purse.throw(more, call.coins)
        gone = list(purse.coins or ())
        for coin in left.coins or ():
            gone.remove(coin)
        self.t.purses[seat] = left
        self.t.thrown[seat] = self.t.thrown.get(seat, 0) + more
        self.thrown.setdefault(seat, []).append((more, tuple(gone)))
        self.t.in_pot[seat] = (*self.t.in_pot.get(seat, ()), *gone)
        self.standing, self.holder = call.amount, seat
        self.t.bids[seat] = call.amount

    def settle(self) -> None:
        """All that was thrown is out of this deal, unless only the winner pays."""
        self.t.in_pot = {}
        if self.t.rules["money_lost"] == "all_bids":
            return
        for seat, throws in self.thrown.items():
            if seat != self.holder:
                for amount, coins in throws:
                    self.t.purses[seat] = self.t.purses[seat].give_back(amount, coins)
                    self.t.thrown[seat] -= amount


def fault(t: Table, pot: Pot, bidding: list[Seat], call: Call) -> None:
    """An illegal call where the table punishes it: a forced pass for this lot, or the units thrown are forfeited."""
    seat, purse = call.seat, t.purses[call.seat]
    if t.rules["illegal_call"] == "forced_pass":
        if seat in bidding and seat != pot.holder:
            bidding.remove(seat)
            t.passed.add(seat)
            t.barred[seat] = words("{name} must pass on this lot for an illegal call", name=t.names[seat])
        return
    said = sum(call.coins) if call.coins else (call.amount or 0) - pot.in_pot(seat)
    lost = max(0, min(purse.units, said))
    ways = [way for way in purse.ways(lost) if call.coins is None or way == tuple(sorted(call.coins))]
    if lost and ways:
        t.purses[seat] = purse.without(lost, ways[0])
        t.thrown[seat] = t.thrown.get(seat, 0) + lost
