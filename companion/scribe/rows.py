"""Cards before a player: hidden ones turned up, hands laid open, and what he puts away of them."""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.cards import Card, Cards
from companion.ports import Sighting
from companion.rules.discards import Discard
from companion.rules.requests import Act, Request
from companion.scribe.found import Found, Question, Told
from companion.scribe.ledger import Account
from companion.scribe.sheet import Sheet
from companion.scribe.weighing import explained, matched
from companion.table.table import Seat, before, hand
from companion.texts import text

PUTTING_MS = 2500
"""so long people may take from one card that they put away to the next"""
PLAIN = 0.8
"""odds from which a card set aside is seen plainly enough to name a discard by itself"""


def new_in_row(sheet: Sheet, seat: Seat) -> list[Sighting]:
    """Cards before a player that are neither accounted for nor explained by what is known to lie there."""
    zone = f"seat {sheet.places[seat]}"
    fresh, known = sheet.fresh(zone), sheet.known(seat)
    for account in sheet.ledger.accounts:  # open cards that have not moved account for themselves: equal ones are new
        if (s := lies(sheet, account)) is not None and sheet.zone(account) == zone:
            explained(s, known)
    return [s for s in fresh if not explained(s, known)]


def lies(sheet: Sheet, account: Account) -> Sighting | None:
    """A card that is accounted for as it lies there; None if it is gone, or only remembered under others.

    When a row is pushed together the eyes may lose a card and remember it where it lay: then it is the one they find
    anew beside. Where there are equal cards both may be there.
    """
    if account.here is None or not account.face:
        return None
    return account.here if account.here.seen or sheet.t.pack[Card.parse(account.face)] > 1 else None


def shown(sheet: Sheet, ask: Request[Any]) -> Found:
    """New cards in a player's row, weighed together with all that is laid open meanwhile."""
    told = ask.awaited(sheet.t)
    fresh = new_in_row(sheet, ask.seat)
    if not fresh:
        return None
    known = told.get("count", told.get("least"))
    if known is None and sheet.patience():
        return None  # (as many as he likes: what lies there when nothing more has come for a while)
    number = len(fresh) if known is None else int(known)
    most = max(number, int(told.get("most", 0)))
    if len(fresh) < number:
        sheet.patience()
        return None
    if len(fresh) > most:
        fresh = possible_ones(sheet, ask, fresh)
    if len(fresh) != number and sheet.patience():
        return None
    if not number <= len(fresh) <= most:
        return which(sheet, ask, fresh, number)
    fresh = sorted(fresh, key=lambda s: (s.x, s.y))
    complete = known is not None and len(fresh) == number > 1
    return sheet.cards(ask, fresh, possible(sheet, ask), ask.seat, beside=elsewhere(sheet, ask), complete=complete)


def possible(sheet: Sheet, ask: Request[Any]) -> Cards:
    """The faces that may lie there: those nobody has seen, and those known to be in the hand."""
    return ask.faces(sheet.t) | sheet.t.known(hand(ask.seat))


def possible_ones(sheet: Sheet, ask: Request[Any], fresh: list[Sighting]) -> list[Sighting]:
    """Without those that look like cards which are known to lie elsewhere: a won trick that is looked at."""
    weighed = sheet.weigh(fresh, possible(sheet, ask), ask)
    return [w.sighting for w in weighed if w.impossible < 0.5]


def elsewhere(sheet: Sheet, ask: Request[Any]) -> list[Sighting]:
    """The new cards in the rows of others who lay their hands open at the same time."""
    others = {r.seat for r in sheet.deal.asking if r.sight == ask.sight and r.seat != ask.seat}
    return [s for seat in others for s in new_in_row(sheet, seat)]


def which(sheet: Sheet, ask: Request[Any], fresh: list[Sighting], number: int) -> Question:
    """More lies there than is to be shown: which of it is meant."""
    words = text("Which cards does {name} show?", name=sheet.t.names[ask.seat])
    weighed = sheet.weigh(fresh, possible(sheet, ask), ask)
    likely = tuple(face for w in weighed for face in w.faces[:1])

    def settle(cards: tuple[Card, ...], option: str, hidden: int) -> Act | None:
        return Act("show", ask.seat, cards)

    return Question(words, likely, number, fresh[0].crop, settle)


# Discards -----------------------------------------------------------------------------------------------------------


def discarded(sheet: Sheet, ask: Request[Any]) -> Found:
    """Open cards that are gone from their row and newly lie aside; hidden ones only if all open ones are seen.

    When all that must go lies aside in plain sight, the row need not be seen card by card.
    """
    if not isinstance(ask, Discard) or not ask.bought:
        return None
    t, mine = sheet.t, Counter(sheet.t.cards(before(ask.seat)))
    zone = f"seat {sheet.places[ask.seat]}"
    if any(sheet.zone(s) == "lot" for s in sheet.lying if not s.back):
        return None  # he has not made up his mind: the lot still lies there
    aside, backs = new_aside(sheet), [s for s in sheet.ledger.backs if sheet.zone(s) == "aside"]
    row = [s for s in sheet.lying if sheet.zone(s) == zone and not s.back]
    in_row = matched([s for s in row if s.seen], mine)
    # What is only remembered under others is no longer there if it lies aside: the row was pushed together over it.
    in_row += matched([s for s in row if not s.seen], mine - in_row - matched(aside, mine, PLAIN))
    away, gone = matched(aside, mine), mine - in_row
    if sheet.ledger.tells_backs and not aside and not backs:
        return None  # (nothing has come to lie there yet)
    plain = matched(aside, mine, PLAIN)
    complete = plain.total() == ask.number and in_row <= mine - plain
    if complete:
        gone = away = plain
    left = Counter(mine)
    turned = sheet.weigh([s for s in aside if not explained(s, left)], t.unseen(), ask)
    hidden = ask.number - gone.total() - len(turned)
    # A card laid face down on another one is not seen there, but it is missing in its row.
    still = sum(s.back and sheet.zone(s) == zone for s in sheet.lying)
    fewer = bool(away) and still == t.unknown(hand(ask.seat)) - hidden
    told = complete or hidden == len(backs) or fewer or not sheet.ledger.tells_backs
    clear = gone == away and hidden >= 0 and told
    if clear and legal(sheet, ask, gone) and all(w.sure for w in turned):
        faces = (*gone.elements(), *(w.faces[0][0] for w in turned))
        return Told(Act("discard", ask.seat, faces, hidden), tuple(aside), backs=tuple(backs))
    if sheet.patience(PUTTING_MS, (len(aside), len(backs))):
        return None
    likely = tuple((card, 0.5) for card in (away | gone))
    words = text("Which {n} cards did {name} discard?", n=ask.number, name=t.names[ask.seat])

    def settle(cards: tuple[Card, ...], option: str, hidden: int) -> Act | None:
        return Act("discard", ask.seat, cards, hidden)

    return Question(words, likely, ask.number, None, settle)


def new_aside(sheet: Sheet) -> list[Sighting]:
    """Cards that have come to lie aside, without those that the table knows to lie there (a lot that nobody bought)."""
    known = Counter(sheet.t.cards("aside"))
    for account in sheet.ledger.accounts:
        if (s := lies(sheet, account)) is not None and sheet.zone(account) == "aside":
            explained(s, known)
    return [s for s in sheet.fresh("aside") if not explained(s, known)]


def legal(sheet: Sheet, ask: Discard, gone: Cards) -> bool:
    """A discard that would be a breach is never inferred: it is asked."""
    bought = Counter(ask.bought)
    mine = sheet.t.known(before(ask.seat))
    return (gone.total() == ask.number and gone <= bought) or gone <= mine - bought
