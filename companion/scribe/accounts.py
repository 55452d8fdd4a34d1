"""What has become of what was told: which of the cards that lie there are accounted for, and by which event."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.cards import Card
from companion.deal.deal import Deal
from companion.place.layout import Layout
from companion.ports import Sighting
from companion.scribe import together
from companion.scribe.arms import Arms
from companion.scribe.found import Amended, Told
from companion.scribe.ledger import GONE_MS, RATHER, SAME_SPOT_MM, Account, Ledger, likeliest
from companion.scribe.memory import Memory
from companion.scribe.purse import Pots
from companion.scribe.unread import Unread
from companion.table.table import Seat, hand

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
            for account in self.ledger.of([found.event]):
                account.index -= account.index > found.gone.index
        faces = [str(card) for card in found.faces]
        self.ledger.enter(found.cards, faces, found.event, len(found.before))

    def refused(self, told: Told) -> None:
        """It cannot be: the people are asked about its cards again."""
        self.memory.answers.clear()
        self.wants_look, self.rejected = False, True

    def trust(self, event: int, index: int) -> None:
        """The people have said that this card is what it was told as."""
        self.trusted.add((event, index))

    def _carried(self, deal: Deal) -> None:
        """A card looks new where it lies, but the only such card lay open on the table, and is gone from its place.

        It was carried there while nobody could follow it (an arm lay over the one place or the other). Or it was slid a
        little: then it lies over its old place, and nobody sees that it is gone from there. Or it lies where it lay,
        covered in part, and was read once more.
        """
        t = deal.table
        lie = t.known(*(name for name in t.places if name.partition(" ")[0] in LIES))
        able = t.unseen() + t.known(*(hand(seat) for seat in range(t.seats)))
        for s in list(self.ledger.fresh):
            face = likeliest(s)
            if s.odds.get(face, 0.0) < RATHER or face.startswith("X") or not lie[Card.parse(face)]:
                continue
            own = [a for a in self.ledger.accounts if a.face == face and not a.held and a.event]
            gone = [a for a in own if a.here is None]
            slid = [a for a in own if a.here is not None and not a.here.seen and a.beneath(s)]
            if s.odds[face] < SURELY:
                gone, slid = [], [a for a in slid if math.hypot(a.x - s.x, a.y - s.y) < SAME_SPOT_MM]
            if (gone or slid) and not able[Card.parse(face)]:
                self.ledger.carry(max(gone or slid, key=lambda a: a.gone_ms), s)

    def settled(self, deal: Deal) -> None:
        """The awaited thing has happened (by whatever way): forget doubts, look afresh."""
        self.memory.settled()
        t = deal.table
        held = {str(card) for seat in range(t.seats) if seat not in t.showing for card in t.cards(hand(seat))}
        won = {str(card) for card in t.known(*(place for place in t.places if place.partition(" ")[0] == "taken"))}
        for account in self.ledger.accounts:
            account.held, account.won = account.face in held, account.face in won
        self.ledger.forget_gone(GONE_MS, {str(card) for card in t.known("lot", "pile", "attack", "trick")})

    def begin(self) -> None:
        """A new deal: whatever lies there is of the old one."""
        self.memory = Memory()
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
