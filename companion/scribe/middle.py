"""Cards new in the middle: turned up, laid on a pile, laid to attack or to beat; and cards that have left it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.cards import Card, parse_cards
from companion.ports import Sighting
from companion.requests import Act, Request
from companion.scribe.found import Found, Question, Suspicion, Told
from companion.scribe.ledger import Account
from companion.scribe.sheet import Sheet
from companion.texts import text

MOST_WAYS = 6
"""so many captures are offered"""
TOGETHER_MS = 350
"""cards of one go come to rest at most so long one after the other"""
BARE_MS = 400
"""what is taken up has been gone for so long when the next card comes to rest there"""
LATE_MS = 3000
"""so long people may take to lay another card instead of one that has been told of"""
UNSEEN_MS = 1200
"""so long a card that only a hand hides may stay out of sight"""
TAKEN_MS = 2000
"""cards that are captured go at most so long one after the other"""
STUCK_MM = 30.0
"""a card that came along under another lies so near to it"""
STUCK_MS = 4500
"""so long people may take to notice that two cards were stuck together"""


def turned(sheet: Sheet, ask: Request[Any]) -> Found:
    """As many cards as are turned up, new in the middle."""
    fresh, number = sheet.fresh("lot"), int(ask.awaited(sheet.t)["count"])
    if len(fresh) < number:
        if fresh:
            sheet.patience()
        return None
    if stuck(fresh, number) and sheet.patience(STUCK_MS, ("stuck", len(fresh))):
        return None
    cards = sorted(fresh[:number], key=lambda s: (s.x, s.y))
    return sheet.cards(ask, cards, ask.faces(sheet.t), ask.seat)


def middle(sheet: Sheet) -> list[Sighting]:
    """New cards in the middle of the table or before a player in it."""
    return [s for s in sheet.ledger.fresh if in_middle(sheet, s)]


def in_middle(sheet: Sheet, s: Sighting | Account) -> bool:
    """Whether a card lies in the middle."""
    return sheet.zone(s) == "lot" or sheet.layout.trick_place(s.x, s.y) is not None


def added(sheet: Sheet, ask: Request[Any]) -> Found:
    """Cards laid among those in the middle: one, or as many as may be laid in one go."""
    told = ask.awaited(sheet.t)
    number, most = int(told["count"]), max(int(told["count"]), int(told.get("most", 0)))
    fresh = middle(sheet)
    if len(fresh) < number:
        if fresh:
            sheet.patience()
        return None
    if len(fresh) < most and sheet.memory.looks == 0:
        sheet.patience()  # (perhaps more are being laid)
        return None
    if stuck(fresh, most) and sheet.patience(STUCK_MS, ("stuck", len(fresh))):
        return None
    fresh = [s for n, s in enumerate(fresh) if n < number or s.since_ms <= fresh[0].since_ms + TOGETHER_MS]
    cards = sorted(fresh[:most], key=lambda s: over(sheet, s))
    return sheet.cards(ask, cards, ask.faces(sheet.t), ask.seat, more=most - len(cards))


def stuck(cards: Sequence[Sighting], most: int) -> bool:
    """Whether more cards came to rest in one go, one on the other, than may be laid."""
    first = cards[0]
    with_it = [
        s for s in cards
        if abs(s.since_ms - first.since_ms) <= TOGETHER_MS and math.hypot(s.x - first.x, s.y - first.y) <= STUCK_MM
    ]  # fmt: skip
    return len(with_it) > most


def whose(sheet: Sheet, ask: Request[Any], found: Found) -> Found:
    """Who laid a card on a common place, where several may and it fits them all: only the people know.

    So it is with one on a pile that breaks a rule, if he laid it who is to play: another may have, before his turn.
    """
    if not isinstance(found, Told) or not found.cards:
        return found
    able = [
        r for r in sheet.deal.asking
        if (r.sight, r.sight_verb, r.silent) == (ask.sight, ask.sight_verb, False) and r.seat is not None
        and not any(r.unlikely(sheet.t, card) for card in found.act.cards)
    ]  # fmt: skip
    seats = [*dict.fromkeys(r.seat for r in able)]
    if (ask.sight, ask.sight_verb) == ("lot", "play") and not able:
        seats = [ask.seat, *(seat for seat in sheet.t.round_from(ask.seat) if seat != ask.seat)]
    key, first = sheet.key(found.cards[0]), found.cards[0]
    told = sheet.memory.seats.get(key)
    if told in seats:
        return replace(found, act=replace(found.act, seat=told))
    if len(seats) < 2:
        return found
    options = tuple((f"seat {seat}", text("{name}", name=sheet.t.names[seat])) for seat in seats)

    def settle(cards: tuple[Card, ...], option: str, hidden: int) -> Act | None:
        if option.startswith("seat "):
            sheet.memory.seats[key] = int(option.split()[1])
        return None

    words = text("Who plays {card}?", card=" ".join(card.pretty for card in found.act.cards))
    return Question(words, (), 1, first.crop, settle, (), (first.x, first.y), options, track=first.track)


def over(sheet: Sheet, s: Sighting) -> tuple[int, float, float]:
    """For ordering: which of the cards that lie there a new one lies upon, then from left to right."""
    there = sorted((a for a in sheet.ledger.accounts if a.here and in_middle(sheet, a)), key=lambda a: (a.x, a.y))
    near = min(range(len(there)), key=lambda n: math.hypot(there[n].x - s.x, there[n].y - s.y), default=0)
    return near, s.x, s.y


def vanished(sheet: Sheet, place: str) -> list[Account]:
    """The accounts of cards that the table still has in a place of the middle, and that lie there no more."""
    left = [lying for lying in sheet.t.places.get(place, ()) if lying.card is not None]
    faces = {str(lying.card) for lying in left}
    return [
        a for a in sheet.ledger.accounts
        if a.face in faces and (a.missed_ms or a.here is None or not in_middle(sheet, a))
    ]  # fmt: skip


def taken_up(sheet: Sheet, ask: Request[Any]) -> Found:
    """What lies there has gone to a hand, before anything was laid to it, or before the next card was laid.

    The newest card alone, where others lie still, is perhaps taken back by who laid it.
    """
    place = ask.takes_from
    there = [lying for lying in sheet.t.places.get(place, ()) if lying.card is not None]
    if not there:
        return None
    gone, laid = vanished(sheet, place), middle(sheet)
    late = newest_alone(sheet, gone)
    if laid:
        bare = min(s.since_ms for s in laid) - (LATE_MS if late else BARE_MS)
        gone = [a for a in gone if 0 < a.missed_ms <= bare]
    wanted = there if ask.takes_all(sheet.t) else there[-1:]
    faces = [a.face for a in gone]
    if any(str(lying.card) not in faces for lying in wanted):
        return None
    if not laid and sheet.patience(LATE_MS if late else 0, ("late", late)):
        return None
    return Told(Act("take", ask.seat))


def newest_alone(sheet: Sheet, gone: Sequence[Account]) -> bool:
    """Whether of all that was laid in the middle only the newest card is gone, or it went well before the others."""
    newest = next((act for act in reversed(sheet.deal.story) if act.do != "draw" or act.cards), None)
    if newest is None or len(newest.cards) != 1 or any(a.event != newest.id for a in gone):
        return False
    first = max((a.missed_ms for a in sheet.ledger.of([newest.id])), default=0)
    trump = {str(lying.card) for lying in sheet.t.places.get("turned", ())}  # (it lies there all the time)
    others = [a for a in sheet.ledger.accounts if a.event != newest.id and a.face not in trump and in_middle(sheet, a)]
    return first > 0 and any(a.here is not None or a.missed_ms > first + BARE_MS for a in others)


def captured(sheet: Sheet, ask: Request[Any]) -> Found:
    """What has left the middle together with the card that takes it."""
    there = [lying.card for lying in sheet.t.places.get(ask.takes_from, ()) if lying.card is not None]
    accounts, laid = vanished(sheet, ask.takes_from), middle(sheet)
    if laid:  # (what is gone made room for what is new)
        bare = min(s.since_ms for s in laid) - BARE_MS
        accounts = [a for a in accounts if 0 < (a.missed_ms or a.left_ms) <= bare]
    gone = [a.face for a in accounts]
    if not gone or not there:
        return None
    if ask.takes_with:
        if str(there[-1]) not in gone:
            return None  # (he has not taken it up yet)
        gone.remove(str(there[-1]))
    ways = ask.ways(sheet.t)
    taken = may_be_gone(sheet, ask.takes_from, ways, gone)
    if taken is not None:  # (what others lay upon may have gone unseen; under a hand it is seen again)
        return None if sheet.patience(UNSEEN_MS, taken) else Told(Act("take", ask.seat, taken))
    if (not laid or not gone) and sheet.patience(
        0 if gone else STUCK_MS, bool(gone)
    ):  # (it alone: perhaps it is taken back)
        return None
    for way in ways:
        if sorted(map(str, way)) == sorted(gone):
            return Told(Act("take", ask.seat, way))
    if len(ways) == 1 and not Counter(map(str, ways[0])) - Counter(gone):
        return Told(Act("take", ask.seat, ways[0]))  # (at the end of a deal what is left goes with the last capture)
    return which(sheet, ask, sorted(ways, key=lambda way: -overlap(way, gone)))


def unexplained(sheet: Sheet) -> Suspicion | None:
    """A card has left the middle with others and cannot have taken them: it, or one of them, was another."""
    laid = next((act for act in reversed(sheet.deal.story) if act.do != "draw" or act.cards), None)
    if laid is None or laid.do != "play" or len(laid.cards) != 1 or any(r.takes_from for r in sheet.deal.asking):
        return None
    gone = [a for a in vanished(sheet, "lot") if a.missed_ms]
    taken = [a for a in gone if a.event != laid.id]
    mine = [a for a in gone if a.event == laid.id and any(abs(a.missed_ms - o.missed_ms) <= TAKEN_MS for o in taken)]
    if not mine or sheet.patience(UNSEEN_MS, ("unexplained", len(taken))):
        return None
    cards = tuple(Card.parse(a.face) for a in taken)
    return Suspicion(laid.id, 0, would=Act("take", laid.seat, cards))


def may_be_gone(
    sheet: Sheet, place: str, ways: Sequence[tuple[Card, ...]], gone: Sequence[str]
) -> tuple[Card, ...] | None:
    """The only capture of all that is gone and, beside that, of cards out of sight; None if what is gone is one by
    itself, or several are possible."""
    lying = [str(lying.card) for lying in sheet.t.places.get(place, ()) if lying.card is not None]
    hidden = [a.face for a in sheet.ledger.accounts if a.face in lying and a.here is not None and not a.here.seen]
    able = [
        way for way in ways
        if not Counter(gone) - Counter(map(str, way)) and not Counter(map(str, way)) - Counter([*gone, *hidden])
    ]  # fmt: skip
    return able[0] if len(able) == 1 and sorted(map(str, able[0])) != sorted(gone) else None


def overlap(way: Sequence[Card], gone: Sequence[str]) -> int:
    """How well a capture agrees with what is gone."""
    here, missing = Counter(map(str, way)), Counter(gone)
    return (here & missing).total() - (here - missing).total() - (missing - here).total()


def which(sheet: Sheet, ask: Request[Any], ways: Sequence[tuple[Card, ...]]) -> Question:
    """Which cards are taken, where what is gone is none of the possible captures."""
    options = tuple(
        (" ".join(sorted(map(str, way))), text("{what}", what=" ".join(card.pretty for card in way)))
        for way in ways[:MOST_WAYS]
    )

    def settle(cards: tuple[Card, ...], option: str, hidden: int) -> Act | None:
        return Act("take", ask.seat, cards or parse_cards(option))

    return Question(text("Which cards does {name} take?", name=sheet.t.names[ask.seat]), options=options, settle=settle)
