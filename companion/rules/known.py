"""What everybody has seen already: to show it again changes nothing. And hands that were not played out."""

from __future__ import annotations

from collections import Counter

from companion.cards import Cards
from companion.rules.requests import Act
from companion.table.table import Table, before, hand


def left_over(t: Table, act: Act) -> Cards:
    """Of the cards shown after the end those that were still hidden in a hand; none where that cannot be."""
    assert act.seat is not None
    place, new = hand(act.seat), Counter(act.cards) - t.known(hand(act.seat))
    if "trick" not in t.places or new.total() > t.unknown(place):
        return Counter()
    return new if not new - t.unseen() else Counter()


def known_already(t: Table, act: Act) -> bool:
    """Whether an act only shows, turns up or takes cards that lie open already."""
    if act.do != "show":
        return bool(act.cards) and Counter(act.cards) <= t.known()
    if act.seat is None:
        return False
    shown = t.known(hand(act.seat), before(act.seat))
    return bool(act.cards) and Counter(act.cards) <= shown
