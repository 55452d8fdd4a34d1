"""Bids that are told by throwing money cards before the lot: a raise adds to what a player has there.

A throw is taken when it has settled: no further card of it has come for a moment, or somebody else has acted on it.
Whose bid it is tells the place before which it lies. What the rules leave open is done as people at the table would:
money before a player whose turn it is not is asked about in one tap (they may have said Dalje before him and not
pressed it); money that counts and is drawn back is told at once, since no change is given and nothing comes back
before the lot is sold; money that was refused may lie until its owner is asked again, and then counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from companion.cards import Card, Cards
from companion.ports import Sighting
from companion.rules.bids import Bid
from companion.rules.requests import Act, Request
from companion.scribe.coins import best, cards_of
from companion.scribe.found import Found, Question, Told
from companion.scribe.pot_questions import for_this_lot, how_much, which, whose_money
from companion.scribe.purse import Call
from companion.scribe.sheet import Sheet
from companion.scribe.weighing import EXPLAINS
from companion.scribe.whose import astray, claimants, missing, unseen
from companion.table.table import Seat
from companion.texts import text

THROWN_MS = 1000
"""so long after a money card came to rest another one may belong to the same throw"""
ADDS_MS = 4000
"""so long after his bid a player may still add to it, if nobody has acted on it"""
EARLY_MS = 2500
"""so long people may need to throw all of a bid that is too low as it lies; so long money may lie before somebody who
is not asked: the one before him is still pressing Dalje"""
SWEPT_MS = 3000
"""so long after a throw was last seen the lot may have gone to its buyer"""
BACK_MS = 2000
"""so long money lies before its owner again until it is drawn back for good"""


def thrown(sheet: Sheet, ask: Request[Any], wait: bool = True) -> Found:
    """Money newly thrown: a bid of whoever is asked, or a question whose it is. ``wait``: for more of it to come."""
    if not isinstance(ask, Bid) or not sheet.pots.faces:
        return None
    pots = sheet.pots
    pots.follow(sheet.t, lot_since(sheet), call(ask))
    if wait and (s := pots.unclear()) is not None:
        return None if sheet.patience(EARLY_MS, ("unclear", sheet.key(s))) else for_this_lot(sheet, s)
    new = pots.new(call(ask))
    for seat in list(new):  # the people have said whose it is
        for s in list(new[seat]):
            whose = sheet.memory.seats.get(sheet.key(s), seat)
            if whose != seat:
                new[seat].remove(s)
                new.setdefault(whose, []).append(s)
    for seat in list(new):
        for s in list(new[seat]):
            if seat != ask.seat and astray(sheet, s, seat, ask.seat):
                new[seat].remove(s)
                new.setdefault(ask.seat, []).append(s)
    own = sorted(new.pop(ask.seat, []), key=lambda s: (s.since_ms, s.x))
    left = Counter(sheet.t.purses[ask.seat].coins or ())
    for s in own:
        left[best(s)] -= 1
        if (wait or not missing(sheet, ask.seat, best(s))) and (others_miss := claimants(sheet, s, ask.seat)):
            if not wait or sheet.patience(EARLY_MS, ("whose", sheet.key(s))):
                return None  # (a hand may lie over the other's row)
            return whose_money(sheet, ask, s, others_miss, left[best(s)] >= 0)
    others = {seat: cards for seat, cards in new.items() if cards}
    if own:
        pots.pending = (call(ask), own, sheet.at_ms)
    elif pots.pending is not None and pots.pending[0] == call(ask) and not pots.drawn_back():
        if swept(sheet):
            if wait and not paid(sheet) and sheet.at_ms - pots.pending[2] < SWEPT_MS:
                sheet.wants_look = True  # (the lot may be lifted only to look at it, and the money be in a hand)
                return None
            coins, pots.pending = pots.pending[1], None
            return bid(sheet, ask, coins)
    else:
        pots.pending = None
    if own:
        newest = max(s.since_ms for s in own)
        answered = any(s.since_ms > newest for cards in others.values() for s in cards)
        settled = sheet.at_ms - newest >= (THROWN_MS if enough(sheet, ask, own) else EARLY_MS)
        if wait and not answered and not settled:
            sheet.wants_look = True
            return None
        if wait and not any(s in pots.ledger.fresh for s in own) and sheet.patience(EARLY_MS, "lies there"):
            return None  # (it was refused before: its owner may take it up again, now that he is asked)
        return bid(sheet, ask, own, wait)
    if others and wait:
        seat = min(others, key=lambda seat: min(s.since_ms for s in others[seat]))
        return early(sheet, ask, seat, others[seat])
    return drawn_back(sheet, ask) if wait else None


def swept(sheet: Sheet) -> bool:
    """Whether the lot is gone: together with what was just thrown, it was bought before the throw was told."""
    lot = sheet.ledger.of([sheet.t.began]) if sheet.t.began else []
    return bool(lot) and not any(a.here is not None and sheet.zone(a) == "lot" for a in lot)


def paid(sheet: Sheet) -> bool:
    """Whether the lot lies before a player, or what was just thrown lies neither in the pot nor before anybody."""
    pots = sheet.pots
    lot = {a.face for a in sheet.ledger.of([sheet.t.began])} if sheet.t.began else set()
    if any(
        sheet.zone(s).startswith("seat ") and lot & {name for name in s.odds if s.odds[name] >= EXPLAINS}
        for s in sheet.lying
    ):
        return True
    worth = {best(s) for s in pots.pending[1]} if pots.pending is not None else set()
    return any(pots.place(s) is None and not sheet.zone(s) and best(s) in worth for s in pots.lying)


def enough(sheet: Sheet, ask: Bid, coins: Sequence[Sighting]) -> bool:
    """Whether what was thrown looks like a bid that may be made: else perhaps more is coming."""
    return ask.thrown + sum(best(s) for s in coins) >= ask.low


def added(sheet: Sheet, wait: bool = True) -> Found:
    """The last bidder throws more before anybody has acted on his bid: it is one throw, and his bid is all of it."""
    pots, t = sheet.pots, sheet.t
    told = [a for a in pots.owners if a.event and a.event == t.event and a not in pots.void]
    if not told or any(a.here is None for a in told):
        return None
    seat, since = pots.owners[told[0]], max(a.here.since_ms for a in told if a.here is not None)
    more = [
        s for s in pots.ledger.fresh
        if pots.seat(s) == seat and 0 <= s.since_ms - since <= ADDS_MS and missing(sheet, seat, best(s))
        and sheet.memory.seats.get(sheet.key(s), seat) == seat and not claimants(sheet, s, seat)
    ]  # fmt: skip
    if not more:
        return None
    newest = max(s.since_ms for s in more)
    answered = any(s.since_ms > newest for s in pots.ledger.fresh if pots.seat(s) != seat)
    if wait and not answered and sheet.at_ms - newest < THROWN_MS:
        sheet.wants_look = True
        return None
    weighed = sheet.weigh(more, possible(sheet, seat))
    if not all(w.sure for w in weighed):
        return None
    cards = (*(Card.parse(a.face) for a in told), *(w.faces[0][0] for w in weighed))
    return Told(Act("correct", seat, cards, about=t.event), tuple(more))


def call(ask: Bid) -> Call:
    """What is asked, for telling whether it is still the same."""
    return ask.seat, ask.standing, ask.holder


def lot_since(sheet: Sheet) -> int:
    """When the lot that is bid for came to rest (ms); 0 if that was not seen."""
    lot = sheet.ledger.of([sheet.t.began]) if sheet.t.began else []
    return min((a.here.since_ms for a in lot if a.here is not None), default=0)


def possible(sheet: Sheet, seat: Seat) -> Cards:
    """The money cards that a seat may throw."""
    return Cards(cards_of(sheet.t.purses[seat].coins or ()))


def bid(sheet: Sheet, ask: Bid, coins: Sequence[Sighting], wait: bool = True) -> Found:
    """The sum of what was thrown, if each card of it is sure; else one more look, or a question about one of them.

    Money that is neither before its owner nor in sight in the pot may lie there under the other: that is asked.
    """
    weighed = sheet.weigh(coins, possible(sheet, ask.seat))
    doubtful = [w for w in weighed if not w.sure]
    if not doubtful:
        weighed.sort(key=lambda w: w.faces[0][0].rank)
        worth = [int(w.faces[0][0].rank) for w in weighed]
        if wait and (hidden := unseen(sheet, ask.seat, worth)):
            if sheet.patience(EARLY_MS, ("hidden", *worth)):
                return None  # (a hand lies over it, or it is on its way)
            plain = [rank for s in coins if (rank := best(s)) and sheet.key(s) not in sheet.memory.answers]
            return how_much(sheet, ask, worth, plain, hidden)
        return sheet.told(Act("bid", ask.seat, tuple(w.faces[0][0] for w in weighed)), weighed)
    if sheet.patience():
        sheet.remember(w.sighting for w in doubtful)
        return None
    return which(sheet, ask.seat, doubtful[0].sighting)


def early(sheet: Sheet, ask: Bid, seat: Seat, coins: Sequence[Sighting]) -> Found:
    """Money before somebody who is not asked for a bid: the one who is has said Dalje, or it is his, or it is early."""
    first, weighed = coins[0], sheet.weigh(coins, possible(sheet, seat))
    faces = tuple(w.faces[0][0] for w in weighed if w.faces)
    if sheet.memory.seats.get(sheet.key(first)) == seat and len(faces) == len(coins):
        return sheet.told(Act("bid", seat, faces), weighed)
    if sheet.patience(EARLY_MS, tuple(sheet.key(s) for s in coins)):
        return None
    name, other = sheet.t.names[seat], sheet.t.names[ask.seat]
    options = [
        ("pass", text("{name} has said Dalje", name=other)),
        (f"seat {ask.seat}", text("The bid is {name}'s", name=other)),
    ]
    if len(faces) == len(coins):
        adds = any(a.event == sheet.t.event for a, who in sheet.pots.owners.items() if who == seat and a.event)
        own = text("The bid is {name}'s", name=name) if adds else text("{name} was too early", name=name)
        options.append((f"seat {seat}", own))
    if seat in sheet.t.passed:
        options = options[1:]

    def settle(cards: tuple[Card, ...], option: str, hidden: int) -> Act | None:
        if option not in dict(options):
            return None
        if option == "pass":
            return Act("pass", ask.seat)
        for s in coins:
            sheet.memory.seats[sheet.key(s)] = int(option.split()[1])
        return None

    words = text("Money lies before {name}, but {other} is to bid", name=name, other=other)
    return Question(words, (), 1, first.crop, settle, (), (first.x, first.y), tuple(options))


def drawn_back(sheet: Sheet, ask: Bid) -> Found:
    """Money that counts lies before its owner again."""
    pots = sheet.pots
    for seat in sheet.t.in_pot:
        back = pots.back(sheet.t, seat)
        if back and (seat, *back) not in pots.warned:
            if sheet.patience(BACK_MS, ("back", seat, *back)):
                return None
            pots.warned.add((seat, *back))
            return Told(Act("take_back", seat))
    return None
