"""A card that lies where it was laid, but no longer looks like what it was told as."""

from __future__ import annotations

from collections.abc import Collection

from companion.cards import Card
from companion.scribe.found import Suspicion
from companion.scribe.sheet import Sheet
from companion.scribe.weighing import named

CHANGED = 0.95
"""odds from which a card that was told as another is no longer what it was told as"""


def otherwise(sheet: Sheet, trusted: Collection[tuple[int, int]]) -> Suspicion | None:
    """The first such card; none of those that the people vouch for (``trusted``: event, and which of its cards)."""
    for account in sheet.ledger.accounts:
        s = account.here
        if s is None or not s.seen or s.back or not account.face or not account.event or not account.stays:
            continue
        if (account.event, account.index) in trusted or sheet.key(s) in sheet.memory.answers:
            continue
        odds = named(s.odds, sheet.t.pack)
        face = max(odds, key=lambda card: odds[card], default=None)
        told = Card.parse(account.face)
        if face in (None, told) or face is None or face not in sheet.t.pack:
            continue
        if odds[face] >= CHANGED and odds.get(told, 0.0) < 1 - CHANGED:
            return Suspicion(account.event, account.index, face, odds[face])
    return None
