"""What has become of what was told: which of the cards that lie there are accounted for, and by which event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.cards import Card, Cards
from companion.deal.deal import Deal
from companion.place.layout import Layout
from companion.ports import Sighting
from companion.rules.requests import Act
from companion.scribe import together
from companion.scribe.arms import Arms
from companion.scribe.found import Amended, Told
from companion.scribe.ledger import GONE_MS, Account, Ledger, likeliest
from companion.scribe.purse import Pots
from companion.scribe.sheet import Memory
from companion.scribe.unread import Unread
from companion.scribe.weighing import EXPLAINS, named
from companion.table.table import Seat, hand

COMING_MS = 6000
"""so long a card that was told by touch may take to come to rest on the table"""
ABOUT_MS = 2500
"""so long before or after a card is told by touch it comes to rest"""
SURELY = 0.95
"""odds from which a card is known again where it was carried"""
LIES = {
    "lot": "middle", "turned": "middle", "pile": "middle", "trick": "middle", "attack": "middle", "talon": "middle",
    "open": "seat", "aside": "aside",
}  # fmt: skip
"""by kind of place where its cards lie on the table"""


@dataclass
class Accounts:
    """The books that are kept of one table."""

    layout: Layout
    places: Sequence[int]
    """the physical place of each seat"""
    ledger: Ledger = field(default_factory=Ledger)
    memory: Memory = field(default_factory=Memory)
    wants_look: bool = False
    """the camera should look again, though nothing moved"""
    coming: list[tuple[Card, int, int]] = field(default_factory=list)
    """cards told by touch that have not been seen yet: by which event, and until when they may come (ms; 0: nobody has
    looked since, and how long ago they were told is not known)"""
    unseen: list[Card] = field(default_factory=list)
    """cards that were drawn to lie open, as told by touch, and have not been seen there"""
    rejected: bool = False
    """what was last told could not be"""
    last: together.Last | None = None
    """what was told last, if more cards might have been laid with it"""
    strange: set[int] = field(default_factory=set)
    """tracks of cards that are none of this game, and that people have been told of"""
    trusted: set[tuple[int, int]] = field(default_factory=set)
    """cards of events that the people vouch for"""
    money: frozenset[str] = frozenset()
    """the faces of money cards, where people pay with them"""
    cards: Sequence[Sighting] = ()
    """what was last seen to lie there, without the money"""

    unread: Unread = field(default_factory=Unread)
    """new cards that were taken up before they were told of"""

    def __post_init__(self) -> None:
        self.pots = Pots(self.layout, self.places, self.money)
        self.arms = Arms(self.layout, self.places)

    def _kind(self, at: tuple[float, float]) -> str:
        """What kind of place a card lies in."""
        zone = self.layout.zone_of(*at)
        return zone if zone == "aside" else "middle" if self._middle(at, zone) else zone.partition(" ")[0]

    def _middle(self, at: tuple[float, float], zone: str) -> bool:
        return zone == "lot" or self.layout.trick_place(*at) is not None

    def taken(self, event: int, told: Told) -> None:
        """What was told is this event now: it counts, or lies there."""
        if told.act.do in ("bid", "correct"):
            self.pots.taken(event, told)
            return
        faces = [] if told.act.do == "discard" else [str(card) for card in told.act.cards]
        self.ledger.enter(told.cards, faces, event)
        self.unread.told(self.ledger)
        self.ledger.enter(told.backs, [""] * len(told.backs), event)
        self.memory.lay.clear()
        self.last = together.last_of(event, told) or self.last
        if told.act.do in ("take", "take_back"):
            self.ledger.forget_gone()

    def amended(self, found: Amended, fits: bool) -> None:
        """Cards have been added to an event, or replaced in it; or they do not fit it, and stay new."""
        self.last = replace(self.last, more=0) if self.last and (fits or found.gone is None) else None
        if not fits:
            return
        if found.gone is not None and found.gone in self.ledger.accounts:
            self.ledger.accounts.remove(found.gone)
        faces = [str(card) for card in found.faces]
        self.ledger.enter(found.cards, faces, found.event, len(found.before))

    def refused(self, told: Told) -> None:
        """It cannot be: the people are asked about its cards again."""
        self.memory.answers.clear()
        self.wants_look, self.rejected = False, True

    def trust(self, event: int, index: int) -> None:
        """The people have said that this card is what it was told as."""
        self.trusted.add((event, index))

    def entered(self, event: int, act: Act, deal: Deal) -> None:
        """Something was told otherwise, by touch: which of the new cards it is needs no telling again."""
        self.memory.lay.clear()
        if act.do == "take":
            self.ledger.forget_gone()
            return
        if act.do == "bid" and act.seat is not None and self.money:
            self.pots.entered(event, act.seat, [str(card) for card in act.cards])
            return
        zones = {"lot", "aside", f"seat {self.places[act.seat]}"} if act.seat is not None else {"lot", "aside"}
        own = None if act.seat is None else self.places[act.seat]
        left = Counter(act.cards)
        mine = [
            s for s in self.ledger.fresh
            if self.layout.trick_place(s.x, s.y) == own or self.layout.zone_of(s.x, s.y) in zones
        ]  # fmt: skip
        self._found(mine, left, event)
        own_new = [s for s in self.ledger.fresh if self.layout.trick_place(s.x, s.y) == own]
        for s in own_new[: 0 if self.memory.missed else left.total()]:
            card = next(left.elements())
            left[card] -= 1
            self.ledger.enter([s], [str(card)], event)
        self.coming = [*self.coming, *((card, event, 0) for card in left.elements())]

    def _found(self, cards: Sequence[Sighting], left: Cards, event: int) -> None:
        """These new cards are the ones told of by an event, as far as they look like them."""
        for s in cards:
            odds = named(s.odds, left)
            best = max((card for card in left if left[card] > 0), key=lambda card: odds.get(card, 0.0), default=None)
            if best is not None and odds.get(best, 0.0) >= EXPLAINS:
                left[best] -= 1
                self.ledger.enter([s], [str(best)], event)

    def _arrived(self, deal: Deal) -> None:
        """Cards that were told by touch before they came to rest, or while something lay over them.

        One that came to lie there later is another, equal one of a second pack.
        """
        still: list[tuple[Card, int, int]] = []
        for card, event, told_until in self.coming:
            left, until = Counter([card]), told_until or self.ledger.at_ms + COMING_MS
            able = [s for s in self.ledger.fresh if s.since_ms <= until and self._belongs(deal, card, s)]
            self._found(able, left, event)
            if left[card] and (other := self._instead(deal, card, until - COMING_MS)) is not None:
                self.ledger.enter([other], [str(card)], event)  # (that it looks otherwise is asked about)
            elif left[card] and until > self.ledger.at_ms:
                still.append((card, event, until))
            elif left[card] and any(act.id == event and act.do == "draw" for act in deal.story):
                self.unseen.append(card)
            elif left[card] and self._covered(deal, card):
                still.append((card, event, until))
        self.coming = still

    def _carried(self, deal: Deal) -> None:
        """A card looks new where it lies, but the only such card lay open on the table, and is gone from its place.

        It was carried there while nobody could follow it (an arm lay over the one place or the other).
        """
        t = deal.table
        lie = t.known(*(name for name in t.places if name.partition(" ")[0] in LIES))
        able = t.unseen() + t.known(*(hand(seat) for seat in range(t.seats)))
        for s in list(self.ledger.fresh):
            face = likeliest(s)
            if s.odds.get(face, 0.0) < SURELY or face.startswith("X") or not lie[Card.parse(face)]:
                continue
            gone = [a for a in self.ledger.gone if a.face == face and not a.held and a.event]
            if gone and not able[Card.parse(face)]:
                self.ledger.carry(max(gone, key=lambda a: a.gone_ms), s)

    def _instead(self, deal: Deal, card: Card, told_ms: int) -> Sighting | None:
        """What has come to lie on the pile, or among the cards in the middle, at about the time when another was told
        by touch to come there; None if that is not one card."""
        if not deal.table.known("pile", "lot")[card]:
            return None
        able = [s for s in self.ledger.fresh if self._belongs(deal, card, s) and abs(s.since_ms - told_ms) <= ABOUT_MS]
        return able[0] if len(able) == 1 else None

    def _covered(self, deal: Deal, card: Card) -> bool:
        """Whether the table has more of such cards lying open than are accounted for: one lies under something."""
        there = (name for name in deal.table.places if name.partition(" ")[0] in LIES)
        return deal.table.known(*there)[card] > sum(a.face == str(card) for a in self.ledger.accounts)

    def _belongs(self, deal: Deal, card: Card, s: Sighting) -> bool:
        """Whether the table has such a card about where a new one lies."""
        kind = self._kind((s.x, s.y))
        there = (name for name in deal.table.places if LIES.get(name.partition(" ")[0], "") == kind)
        return deal.table.known(*there)[card] > 0 if kind in LIES.values() else False

    def settled(self, deal: Deal) -> None:
        """The awaited thing has happened (by whatever way): forget doubts, look afresh."""
        self.memory.settled()
        t = deal.table
        held = {str(card) for seat in range(t.seats) if seat not in t.showing for card in t.cards(hand(seat))}
        won = {str(card) for card in t.known(*(place for place in t.places if place.startswith("taken ")))}
        for account in self.ledger.accounts:
            account.held, account.won = account.face in held, account.face in won
        self.ledger.forget_gone(GONE_MS, {str(card) for card in t.known("lot", "pile", "attack")})

    def begin(self) -> None:
        """A new deal: whatever lies there is of the old one."""
        self.memory, self.coming = Memory(), []
        self.unread.forget()
        self.pots.begin()
        self.ledger.enter([*self.ledger.fresh, *self.ledger.backs])

    def account_for(
        self, lying: Sequence[Sighting], deal: Deal, covered: Sequence[Card] = (), gone: Sequence[Card] = (),
        void: Mapping[Seat, Sequence[Card]] | None = None, thrown: Mapping[Seat, Sequence[Card]] | None = None,
    ) -> None:  # fmt: skip
        """These cards, and no others, are what is known to lie there; those of the trick are known by their events.

        ``covered``: faces under cards that nobody has told of yet. What was known of all these before still is.
        ``gone``: faces that the table has in the middle and that people know to lie there no more. ``void``: by seat
        the cards of bids that do not count, for who has forgotten them in the break; ``thrown``: of those that do
        count, and were seen.
        """
        faces, left = {str(card) for card in covered}, list(lying)
        known = [a for a in self.ledger.accounts if (a.face in faces if a.here is None else a.here in left)]
        left = [s for s in left if all(a.here is not s for a in known)]
        self.ledger.accounts, self.memory = known, Memory()
        self.pots.remember(void or {}, thrown or {})
        self.ledger.enter(left)
        (x, y), at = self.layout.middle, self.ledger.at_ms
        for card in gone:  # (gone before anything that is new was laid)
            self.ledger.accounts.append(Account(x, y, str(card), gone_ms=at, left_ms=at, missed_ms=1))
        for account in self.ledger.accounts:
            place = self.layout.trick_place(account.x, account.y)
            for laid in deal.table.trick:
                codes = [str(card) for card in laid.cards]
                if account.face in codes and self.places[laid.seat] == place:
                    account.event, account.index = laid.event, codes.index(account.face)

    def corrected(self, event: int, cards: Sequence[str]) -> None:
        """The cards of an event are others than they were told as."""
        for account in self.ledger.of([event]):
            self.trusted.add((event, account.index))
        for account in (*self.ledger.of([event]), *self.pots.ledger.of([event])):
            if account.face and account.index < len(cards):
                account.face = cards[account.index]
