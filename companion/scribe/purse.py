"""Money cards on the table, kept apart from the cards of the game: in their owner's row, in the pot, or paid.

Their faces are another set than those of the cards that are dealt, so that neither is ever taken for the other. Of a
money card only the rank counts: it is told as a card of spades, whichever suit it has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.cards import Card
from companion.place.layout import Layout
from companion.ports import Sighting
from companion.scribe.coins import PLAIN, best, coin, face, likest, ranks_of
from companion.scribe.found import Told
from companion.scribe.ledger import Account, Ledger, looks_like
from companion.table.table import Seat, Table

MONEY = 0.5
"""odds from which a card is money and none of the game"""
FAINT = 0.1
"""the same of one that lies where only money is thrown"""

Call = tuple[Seat, int | None, Seat | None]
"""who is asked for a bid, what stands, and whose that is"""


@dataclass
class Pots:
    """The money cards that the eyes tell of. ``faces``: which cards are money (none: people pay with chips)."""

    layout: Layout
    places: Sequence[int]
    faces: frozenset[str] = frozenset()
    ledger: Ledger = field(default_factory=Ledger)
    """of the money that lies in pots: what has been told of, and what is new"""
    lying: list[Sighting] = field(default_factory=list)
    """all the money that is seen"""
    owners: dict[Account, Seat] = field(default_factory=dict)
    """whose bid an account was told as"""
    void: dict[Account, Call] = field(default_factory=dict)
    """what was thrown and does not count: what was asked then"""
    lot: tuple[str, int | None] = ("", None)
    """for which lot the accounts are"""
    warned: set[tuple[int, ...]] = field(default_factory=set)
    """seats and ranks of what was drawn back, and told"""
    open_rows: set[Seat] = field(default_factory=set)
    """who has laid the money that he holds open before him"""
    pending: tuple[Call, Sequence[Sighting], int] | None = None
    """what was thrown and not told yet: what was asked, and when it was last seen"""
    void_before: dict[Seat, Counter[int]] | None = None
    """after a restart: by seat the ranks of bids on this lot that do not count"""
    thrown_before: dict[Seat, Counter[int]] = field(default_factory=dict)
    """after a restart: by seat the ranks of bids on this lot that were seen and count"""
    stale: list[Sighting] = field(default_factory=list)
    """what was thrown after the lot before was sold and before this one lay there"""
    idle_ms: int = 0
    """when people were last seen doing something else than bidding"""

    # what lies there ------------------------------------------------------------------------------------------------

    def apart(self, sightings: Sequence[Sighting], at_ms: int) -> list[Sighting]:
        """Keep up with the money; what is left are cards of the game."""
        if not self.faces:
            return list(sightings)
        self.lying, cards = [], []
        for s in sightings:
            if self._money(s):
                self.lying.append(coin(s, self.faces))
            else:
                cards.append(s)
        self.ledger.see([s for s in self.lying if self.place(s) is not None], at_ms)
        self.open_rows |= {seat for seat in range(len(self.places)) if self.row(seat, seen=True)}
        for account in [a for a in self.void if self._again_in_row(a)]:  # (thrown again it is a new throw)
            self._forget(account)
        return cards

    def _money(self, s: Sighting) -> bool:
        """Whether a card is money: by its face, and by where it lies."""
        share, place = sum(p for name, p in s.odds.items() if name in self.faces), self.place(s)
        zone = self.layout.zone_of(s.x, s.y)
        if place is not None:  # (what cannot be read there was thrown there)
            return share >= FAINT or sum(s.odds.values()) < PLAIN
        own = zone.startswith("seat ") and self.layout.among_coins(int(zone.split()[1]), s.x, s.y)
        return share >= (FAINT if own else MONEY) and zone != "lot"

    def _again_in_row(self, account: Account) -> bool:
        """Whether money that has been told of lies before its owner again in plain sight."""
        s = account.here
        if s is None:
            return int(account.face[0]) in self.row(self.owners[account], seen=True)
        return s.seen and self.place(s) is None

    def _forget(self, account: Account) -> None:
        self.ledger.accounts = [a for a in self.ledger.accounts if a is not account]
        del self.void[account], self.owners[account]

    def drawn_back(self) -> bool:
        """Whether some of what was thrown and not told yet lies before its owner again in plain sight."""
        if self.pending is None:
            return False
        return any(best(s) in self.row(self.pending[0][0], seen=True) for s in self.pending[1])

    def place(self, s: Sighting | Account) -> int | None:
        """In front of which place a money card has been thrown; None if it lies elsewhere."""
        if self.layout.zone_of(s.x, s.y).startswith("seat "):
            return None
        return self.layout.trick_place(s.x, s.y)

    def seat(self, s: Sighting | Account) -> Seat | None:
        """Whose throw it is, by where it lies."""
        place = self.place(s)
        return None if place is None else list(self.places).index(place)

    # what is new ----------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """A new deal: what lies there is of the old one."""
        self.ledger, self.lot, self.void_before, self.thrown_before = Ledger(), ("", None), None, {}
        self.owners, self.void, self.warned, self.open_rows, self.pending = {}, {}, set(), set(), None

    def rest(self, at_ms: int) -> None:
        """Nobody bids now."""
        self.idle_ms, self.void_before, self.thrown_before = at_ms, None, {}

    def remember(self, void: Mapping[Seat, Sequence[Card]], thrown: Mapping[Seat, Sequence[Card]]) -> None:
        """A match goes on after a restart: by seat the cards of bids on this lot that do not count, or do (thrown)."""
        if self.faces and self.lot == ("", None):
            self.void_before, self.thrown_before = ranks_of(void), ranks_of(thrown)

    def _restarted(self, t: Table, asked: Call) -> None:
        """What was refused or undone does not count now either; what its owner has not is of an older lot."""
        before, self.void_before = self.void_before, None
        for s in list(self.ledger.fresh) if before is not None else ():
            seat, rank = self.seat(s), best(s)
            if before is None or seat is None or not rank:
                continue
            if before.get(seat, Counter())[rank] > 0:
                self._enter([s], [face(rank)], seat)
                self.void[self.ledger.accounts[-1]] = asked
            elif rank not in (t.purses[seat].coins or ()) and not any(
                self.gone_from_row(t, who, rank) for who in self.open_rows
            ):
                self.ledger.enter([s])

    def unclear(self) -> Sighting | None:
        """Money of which nobody can see whether it is for this lot."""
        spots = {(s.track, s.since_ms) for s in self.stale}
        return next((s for s in self.ledger.fresh if (s.track, s.since_ms) in spots), None)

    def gone_from_row(self, t: Table, seat: Seat, rank: int) -> bool:
        """Whether a seat has such a money card, but no longer in its row, in which all it has not thrown is seen."""
        away = Counter(t.purses[seat].coins or ()) - Counter(self.row(seat, seen=True))
        return away[rank] > 0 and away.total() <= len(self.ledger.fresh)

    def follow(self, t: Table, since_ms: int, asked: Call) -> None:
        """What the table knows of is no news: bids that were pressed, money of the lot before.

        ``since_ms``: when the lot came to rest; money that lay there before has nothing to do with it. What was told
        and undone since does not count for now.
        """
        if self.lot != (t.stage, t.began):
            first = self.lot == ("", None)
            self.lot, self.owners, self.void, self.warned = (t.stage, t.began), {}, {}, set()
            self.ledger.forget_gone()
            old = [s for s in self.ledger.fresh if s.since_ms < (since_ms or self.idle_ms)]
            mine = [s for s in old if (seat := self.seat(s)) is not None and self.gone_from_row(t, seat, best(s))]
            self.stale = [] if first else mine
            self.ledger.enter([s for s in old if s not in self.stale])
        for seat in range(t.seats):
            coins = t.in_pot.get(seat, ())
            undone = Counter(self.told(seat)) - Counter(coins)
            unseen = Counter(coins) - Counter(self.told(seat))
            for account in [a for a, who in self.owners.items() if who == seat and a not in self.void]:
                if undone[int(account.face[0])] > 0:
                    undone[int(account.face[0])] -= 1
                    if (rank := likest(account.here, unseen)) is None:
                        self.void[account] = asked
                    else:  # (it was told as another, and that has been corrected)
                        unseen[rank] -= 1
                        account.face = face(rank)
            left = Counter(coins) - Counter(self.told(seat))
            for s in [s for s in self.ledger.fresh if self.seat(s) == seat]:
                if (rank := likest(s, left)) is not None:
                    left[rank] -= 1
                    self._enter([s], [face(rank)], seat)
        self._restarted(t, asked)

    def entered(self, event: int, seat: Seat, faces: Sequence[str]) -> None:
        """A bid was told by touch: what lies there for it is no news, and a correction of it finds its card."""
        for index, name in enumerate(faces):
            mine = [s for s in self.ledger.fresh if self.seat(s) == seat and best(s) in (0, int(name[0]))]
            if mine:
                s = max(mine, key=lambda s: looks_like(s, name))
                self._enter([s], [name], seat, event, index)

    def _enter(
        self, cards: Sequence[Sighting], faces: Sequence[str], seat: Seat, event: int = 0, first: int = 0
    ) -> None:
        self.ledger.enter(cards, faces, event, first)
        for account in self.ledger.accounts[len(self.ledger.accounts) - len(cards) :]:
            self.owners[account] = seat

    def told(self, seat: Seat) -> list[int]:
        """The ranks of the money cards of this lot that were seen and count for a seat."""
        return [int(a.face[0]) for a, who in self.owners.items() if who == seat and a not in self.void]

    def new(self, asked: Call) -> dict[Seat, list[Sighting]]:
        """By seat what has been thrown and was not told of; what did not count then may count when he is asked anew."""
        found: dict[Seat, list[Sighting]] = {}
        for s in self.ledger.fresh:
            seat = self.seat(s)
            if seat is not None:
                found.setdefault(seat, []).append(s)
        for account, call in self.void.items():
            seat = self.owners[account]
            if account.here is not None and seat == asked[0] and (seat in found or call != asked):
                found.setdefault(seat, []).append(account.here)
        return found

    def taken(self, event: int, told: Told) -> None:
        """What was thrown is a bid now; if it was refused, `follow` finds that it does not count."""
        assert told.act.seat is not None
        cards, first = told.act.cards, 0
        if told.act.do == "correct":
            event, first = told.act.about or event, len(cards) - len(told.cards)
        for account in [a for a in self.void if a.here in told.cards]:
            self._forget(account)
        self._enter(told.cards, list(map(str, cards[first:])), told.act.seat, event, first)

    def back(self, t: Table, seat: Seat) -> list[int]:
        """Ranks of money that counts in the pot and lies before its owner again in plain sight."""
        counted = {a for a, who in self.owners.items() if who == seat and a not in self.void}
        there = Counter(int(a.face[0]) for a in counted if a.here is not None and self.place(a) is not None)
        seen = Counter(self.told(seat)) + self.thrown_before.get(seat, Counter())
        gone = (Counter(t.in_pot.get(seat, ())) & seen) - there
        return sorted((gone & Counter(self.row(seat, seen=True))).elements())

    def row(self, seat: Seat, seen: bool = False) -> list[int]:
        """Ranks of the money that lies before its owner; ``seen``: now, in plain sight."""
        zone = f"seat {self.places[seat]}"
        mine = [s for s in self.lying if self.layout.zone_of(s.x, s.y) == zone and (s.seen or not seen)]
        return [rank for s in mine if (rank := best(s))]

    def coins(self, seat: Seat) -> tuple[int, ...]:
        """The ranks of what a seat has newly thrown, as far as each is plain: for a bid that is pressed as well."""
        ranks = [best(s) for s in self.ledger.fresh if self.seat(s) == seat]
        return tuple(ranks) if all(ranks) else ()
