"""From what the camera sees to what happened: an event, a question for the people, or patience.

The scribe weighs each reading with what is possible (which faces are still unseen, what the game awaits, in whose
place it lies). A reading that only an impossible face explains is not bent into a possible one: it is looked at
again, and then asked. He never says who broke a rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.cards import Card, Cards
from companion.deal import Deal
from companion.layout import Layout
from companion.ports import Look, Sighting
from companion.requests import Act, Request
from companion.scribe import bids, middle, rows, strangers, together, tricks
from companion.scribe.found import Amended, Found, Told
from companion.scribe.ledger import GONE_MS, Account, Ledger
from companion.scribe.otherwise import otherwise
from companion.scribe.purse import Pots
from companion.scribe.sheet import Memory, Sheet
from companion.scribe.unread import Unread
from companion.table import Seat, hand
from companion.texts import Text, text
from companion.weighing import EXPLAINS, named

COMING_MS = 6000
"""so long a card that was told by touch may take to come to rest on the table"""
ABOUT_MS = 2500
"""so long before or after a card is told by touch it comes to rest"""
LIES = {
    "lot": "middle", "turned": "middle", "pile": "middle", "trick": "middle", "attack": "middle", "talon": "middle",
    "open": "seat", "aside": "aside",
}  # fmt: skip
"""by kind of place where its cards lie on the table"""
PUT_DOWN = {("seat", "middle"), ("seat", "aside"), ("middle", "aside")}
"""from where to where a known card goes when something is done with it"""

Reading = Callable[[Sheet, Request[Any]], Found]
READINGS: Mapping[str, Reading] = {
    "lot": middle.turned,
    "trick": tricks.laid,
    "row": rows.shown,
    "aside": rows.discarded,
    "middle": middle.added,
    "taken up": middle.taken_up,
    "captured": middle.captured,
    "pot": bids.thrown,
}
"""by where a request is answered on the table how it is read"""


@dataclass
class Scribe:
    """Remembers where known cards lie, so that only what is new is weighed."""

    layout: Layout
    places: Sequence[int]
    """the physical place of each seat"""
    ledger: Ledger = field(default_factory=Ledger)
    memory: Memory = field(default_factory=Memory)
    wants_look: bool = False
    """the camera should look again, though nothing moved"""
    coming: list[tuple[Card, int, int]] = field(default_factory=list)
    """cards told by touch that have not been seen yet: by which event, and until when they may come (ms)"""
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

    def look(self, look: Look, deal: Deal) -> Found:
        """What this look says happened, a question, or None while nothing (or not enough) has."""
        self.see(look)
        self._unseen_again(deal)
        self._taken_up(deal)
        self._arrived(deal)
        self.rejected = False
        if not any(r.sight == "pot" for r in deal.asking):
            self.pots.rest(look.at_ms)
        sheet = self._sheet(deal)
        found = (
            together.taken_back(sheet)
            or bids.added(sheet)
            or otherwise(sheet, self.trusted)
            or together.amended(sheet, self.last)
            or (None if self._unclear(sheet) else self._answered(sheet))
        )
        self.wants_look = sheet.wants_look or isinstance(found, Told | Amended)
        return found

    def stranger(self, deal: Deal) -> Text | None:
        """What to say of a card that lies there and is none of this game, or of one that was told and does not."""
        if self.unseen:
            return text("{card} was told, but does not lie there", card=self.unseen.pop(0).pretty)
        return strangers.stranger(self.ledger.fresh, deal.table.pack, self.ledger.at_ms, self.strange)

    def _unclear(self, sheet: Sheet) -> bool:
        """Whether to wait until one of two cards that were stuck together goes back."""
        return together.unclear(sheet, self.last) and sheet.patience(middle.STUCK_MS, "stuck")

    def others_lie(self, deal: Deal) -> bool:
        """Whether what lies in the middle beside a card that has gone lies there still: only that was taken away."""
        trick = {laid.event for laid in deal.table.trick} if deal.table.size("trick") else set()
        mine = [a for a in self.ledger.accounts if (a.event in trick if trick else self._kind(a.rest) == "middle")]
        return all(a.here is not None for a in mine) if trick or mine else True

    def _taken_up(self, deal: Deal) -> None:
        """What was taken up before anybody could tell what it was is still to be told of."""
        t = deal.table
        hands = [hand(seat) for seat in range(t.seats)]
        piles = [place for place in ("pile", "attack") if place in t.places]
        pile = t.known(*piles) if piles else None
        self.unread.among(self.ledger, t.pack - t.unseen() - t.known(*hands), pile)

    def see(self, look: Look) -> None:
        """Keep up with what lies where, though nothing is made of it now."""
        self.wants_look = False
        self.cards = self.pots.apart(look.sightings, look.at_ms)
        self.ledger.see(self.cards, look.at_ms)
        self.unread.see(self.ledger, self.cards, lambda at: self._kind(at) == "middle")
        for account in list(self.ledger.accounts):
            s = account.here
            if s is None or not s.seen:
                continue
            was, now = self._kind(account.rest), self._kind((s.x, s.y))
            account.rest = (s.x, s.y)
            if (was, now) in PUT_DOWN and (not s.back or now == "aside" != was):
                self.ledger.release(account)

    def _sheet(self, deal: Deal) -> Sheet:
        """The last look beside the table."""
        return Sheet(deal, self.layout, self.places, self.ledger, self.memory, self.cards, self.ledger.at_ms, self.pots)

    def thrown(self, deal: Deal, seat: Seat) -> Told | None:
        """The bid that lies there when a seat speaks and was not told of yet, because more money might have come."""
        sheet = self._sheet(deal)
        found = bids.added(sheet, wait=False)
        for ask in deal.asking:
            if found is None and ask.sight == "pot" and ask.seat != seat:
                found = bids.thrown(sheet, ask, wait=False)
        return found if isinstance(found, Told) else None

    def _unseen_again(self, deal: Deal) -> None:
        """Cards that the table has shuffled are accounted for no longer, nor backs of tricks that are over: one that is
        laid where such a one lay is new."""
        self.ledger.forget_unseen({str(card): number for card, number in deal.table.known().items()})
        if deal.table.trick:
            self.ledger.forget_backs({laid.event for laid in deal.table.trick})

    def _kind(self, at: tuple[float, float]) -> str:
        """What kind of place a card lies in."""
        zone = self.layout.zone_of(*at)
        return zone if zone == "aside" else "middle" if self._middle(at, zone) else zone.partition(" ")[0]

    def _middle(self, at: tuple[float, float], zone: str) -> bool:
        return zone == "lot" or self.layout.trick_place(*at) is not None

    def _answered(self, sheet: Sheet) -> Found:
        """The first thing asked that is answered on the table, by where its answer is to be seen."""
        follows = forced(sheet.deal)
        if follows is not None:
            return Told(follows) if self.ledger.fresh or self.ledger.backs else None
        first = sorted(sheet.deal.asking, key=lambda request: request.sight not in ("taken up", "captured"))
        for request in first if middle.middle(sheet) else sheet.deal.asking:  # (what is gone made room for what is new)
            if request.sight and not request.silent:
                found = READINGS[request.sight](sheet, request)
                if found is not None:
                    return middle.whose(sheet, request, found) if request.sight in ("lot", "middle") else found
        odd = middle.unexplained(sheet)
        return None if odd is not None and (odd.event, odd.index) in self.trusted else odd

    # what has become of it ------------------------------------------------------------------------------------------

    def taken(self, event: int, told: Told) -> None:
        """What was told is this event now: it counts, or lies there."""
        if told.act.do in ("bid", "correct"):
            self.pots.taken(event, told)
            return
        faces = [] if told.act.do == "discard" else [str(card) for card in told.act.cards]
        self.ledger.enter(told.cards, faces, event)
        self.unread.told(self.ledger)
        self.ledger.enter(told.backs, [""] * len(told.backs), event)
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
        until = self.ledger.at_ms + COMING_MS
        self.coming = [*self.coming, *((card, event, until) for card in left.elements())]

    def _found(self, cards: Sequence[Sighting], left: Cards, event: int) -> None:
        """These new cards are the ones told of by an event, as far as they look like them."""
        for s in cards:
            odds = named(s.odds, left)
            best = max((card for card in left if left[card] > 0), key=lambda card: odds.get(card, 0.0), default=None)
            if best is not None and odds.get(best, 0.0) >= EXPLAINS:
                left[best] -= 1
                self.ledger.enter([s], [str(best)], event)

    def _arrived(self, deal: Deal) -> None:
        """Cards that were told by touch before they came to rest."""
        still: list[tuple[Card, int, int]] = []
        for card, event, until in self.coming:
            left = Counter([card])
            self._found([s for s in self.ledger.fresh if self._belongs(deal, card, s)], left, event)
            if left[card] and (other := self._instead(deal, card, until - COMING_MS)) is not None:
                self.ledger.enter([other], [str(card)], event)  # (that it looks otherwise is asked about)
            elif left[card] and until > self.ledger.at_ms:
                still.append((card, event, until))
            elif left[card] and any(act.id == event and act.do == "draw" for act in deal.story):
                self.unseen.append(card)
        self.coming = still

    def _instead(self, deal: Deal, card: Card, told_ms: int) -> Sighting | None:
        """What has come to lie on the pile, or among the cards in the middle, at about the time when another was told
        by touch to come there; None if that is not one card."""
        if not deal.table.known("pile", "lot")[card]:
            return None
        able = [s for s in self.ledger.fresh if self._belongs(deal, card, s) and abs(s.since_ms - told_ms) <= ABOUT_MS]
        return able[0] if len(able) == 1 else None

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
        void: Mapping[Seat, Sequence[Card]] | None = None,
    ) -> None:  # fmt: skip
        """These cards, and no others, are what is known to lie there; those of the trick are known by their events.

        ``covered``: faces under cards that nobody has told of yet. What was known of all these before still is.
        ``gone``: faces that the table has in the middle and that people know to lie there no more. ``void``: by seat
        the cards of bids that do not count, for who has forgotten them in the break.
        """
        faces, left = {str(card) for card in covered}, list(lying)
        known = [a for a in self.ledger.accounts if (a.face in faces if a.here is None else a.here in left)]
        left = [s for s in left if all(a.here is not s for a in known)]
        self.ledger.accounts, self.memory = known, Memory()
        self.pots.remember(void or {})
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


def forced(deal: Deal) -> Act | None:
    """What is awaited, if the rules leave but one answer and nothing else may be done: nobody need tell it."""
    waited = [r for r in deal.asking if not r.silent and not r.optional]
    if len(waited) != 1 or not waited[0].follows(deal.table):
        return None
    return Act(waited[0].verbs[0], waited[0].seat, count=int(waited[0].awaited(deal.table)["count"]))
