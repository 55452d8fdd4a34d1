"""Cards new in the middle: turned up, laid on a pile, laid to attack or to beat; and cards that have left it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.cards import Card
from companion.ports import Sighting
from companion.rules.requests import Act, Request
from companion.scribe.found import Found, Question, Told
from companion.scribe.ledger import Account
from companion.scribe.sheet import NOTHING_NEW, Sheet, no_new_card
from companion.texts import text

TOGETHER_MS = 350
"""cards of one go come to rest at most so long one after the other"""
AGAIN_MM = 4.0
"""a card that is found once more lies at most so far from where it lay"""
UNSEEN_MS = 1200
"""so long a card that only a hand hides may stay out of sight"""
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


def came_with(s: Sighting, account: Account) -> bool:
    """Whether a card came to rest in one go with one that has been told of since, stuck to it: it goes back."""
    together = bool(account.event) and abs(s.since_ms - account.since_ms) <= TOGETHER_MS
    return together and math.dist((s.x, s.y), account.laid) <= STUCK_MM


def whose(sheet: Sheet, ask: Request[Any], found: Found) -> Found:
    """Who laid a card on a common place, where several may and it fits them all: only the people know.

    So it is with one on a pile that breaks a rule, if he laid it who is to play: another may have, before his turn. It
    is not asked where a hand was seen that may have laid it; but a breach is never inferred from that.
    """
    if not isinstance(found, Told) or not found.cards:
        return found
    able = [
        r for r in sheet.deal.asking
        if (r.sight, r.sight_verb, r.silent) == (ask.sight, ask.sight_verb, False) and r.seat is not None
        and not any(r.unlikely(sheet.t, card) for card in found.act.cards)
    ]  # fmt: skip
    seats = [*dict.fromkeys(r.seat for r in able)]
    key, first = sheet.key(found.cards[0]), found.cards[0]
    hand = sheet.arms.at(first.x, first.y, first.since_ms)
    told = sheet.memory.seats.get(key, hand if hand in seats else None)
    if told is not None:
        return replace(found, act=replace(found.act, seat=told))
    against = ask.sight == "lot" and not able
    if ask.sight_verb == "play" and (hand is not None or against):
        going = any(vanished(sheet, r.takes_from) for r in sheet.deal.asking if r.takes_from)
        if going and sheet.patience(UNSEEN_MS, ("whose", key)):
            return None  # (what lies there is being taken up, and this is laid after that)
        likely = [ask.seat] if hand is None else [hand, ask.seat]
        seats = [*dict.fromkeys([*likely, *seats, *(sheet.t.round_from(ask.seat) if against else ())])]
    if len(seats) < 2:
        return found
    options = [(f"seat {seat}", text("{name}", name=sheet.t.names[seat])) for seat in seats]
    if first.track:
        options.insert(0 if again(sheet, first, found.act.cards) else len(options), no_new_card())

    def settle(cards: tuple[Card, ...], option: str, hidden: int) -> Act | None:
        if option.startswith("seat "):
            sheet.memory.seats[key] = int(option.split()[1])
        elif option == NOTHING_NEW:
            sheet.memory.is_nothing(first)
        return None

    words = text("Who plays {card}?", card=" ".join(card.pretty for card in found.act.cards))
    return Question(words, (), 1, first.crop, settle, (), (first.x, first.y), tuple(options), track=first.track)


def again(sheet: Sheet, s: Sighting, cards: Sequence[Card]) -> bool:
    """Whether a card that was told of lies just there, covered in part, and looks alike: most likely it is that one."""
    faces = [str(card) for card in cards]
    return any(
        account.face in faces and account.here is not None and not account.here.seen
        and math.hypot(account.x - s.x, account.y - s.y) < AGAIN_MM
        for account in sheet.ledger.accounts
    )  # fmt: skip


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
