"""An all-knowing dealer: plays any game at random through what the game asks, and lays the cards on a table.

He knows the order of the stock and every hidden hand, and he is honest when asked. All chance comes from the dice
that are handed in; the same dice and the same table give the same act, so that he can go on after a restart.
"""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from companion.cards import Card
from companion.deal import Deal
from companion.discards import Discard
from companion.layout import ASIDE_AT, LOT_AT, PAIR_GAP, STOCK_AT, Layout
from companion.ports import Placement, Scene
from companion.requests import Act
from companion.table import Seat, Table, before, hand
from companion.tricks import LAID_DOWN
from companion.truth import Dice, Truth, shuffle

MIDDLE_MM = 190.0
"""how far apart the outermost of many open cards lie in the middle"""
FAN_STEP = 18.0
"""mm between cards that are played together"""
PILE_SHIFT = 9.0
"""mm that a card of the pile lies off its middle"""

__all__ = ["Dice", "Truth", "breach", "next_act", "scene", "shuffle"]


def next_act(deal: Deal, truth: Truth, dice: Dice) -> Act:
    """A legal act for what is awaited; announcements and interrupts now and then."""
    truth.follow(deal.table)
    asking = [request for request in deal.asking if not request.silent]
    while asking:
        request = dice.choice(asking)
        act = request.at_random(deal.table, truth, dice)
        if act is not None:
            return act
        asking.remove(request)
    raise IndexError("nothing is awaited that the dealer could do")


def breach(deal: Deal, truth: Truth, dice: Dice) -> Act | None:
    """Something against the rules that a person might do now: his own request's idea, or acting out of turn."""
    truth.follow(deal.table)
    asking = [request for request in deal.asking if not request.silent and not request.optional]
    return dice.choice(asking).breach(deal.table, truth, dice) if asking else None


# The cards on the table ---------------------------------------------------------------------------------------------


def scene(deal: Deal, places: Sequence[int], swept: bool = False) -> Scene:
    """What lies on the table now. ``places`` gives the physical place of each seat.

    ``swept``: the last trick has been drawn to its winner; else it lies there until the next is led. Hands are held,
    unless the game has cards open before each seat: then the hidden ones lie beside them.
    """
    t, layout = deal.table, Layout(deal.table.seats)
    waiting = next((r for r in deal.asking if isinstance(r, Discard) and r.bought), None)
    cards: list[Placement] = [
        Placement(None, STOCK_AT[0] + i, STOCK_AT[1] - i, 2.0 * i) for i in range(stock_height(t))
    ]
    cards += set_aside(t)
    lot = t.cards("lot", "turned") if waiting is None else list(waiting.bought)
    cards += top_of_pile(t)
    gap = min(PAIR_GAP, MIDDLE_MM / max(1, len(lot) - 1)) if len(lot) > 4 else PAIR_GAP
    cards += [tossed(card, LOT_AT[0] + (i - (len(lot) - 1) / 2) * gap, LOT_AT[1], 0.0, i) for i, card in enumerate(lot)]
    for laid in () if swept else t.trick:
        x, y, angle = layout.trick_slot(places[laid.seat])
        cards += [tossed(card, x + i * FAN_STEP, y, angle, i) for i, card in enumerate(laid.cards)]
    for seat in range(t.seats):
        opened = t.cards(before(seat))
        if waiting is not None and waiting.seat == seat:
            for card in waiting.bought:
                opened.reverse()
                opened.remove(card)
                opened.reverse()
        if before(seat) in t.places:
            cards += row(t, layout, seat, places[seat], opened)
        elif t.stage == LAID_DOWN or seat in t.showing or not t.unknown(hand(seat)):  # (hands laid open stay so)
            shown = t.cards(hand(seat))
            cards += [tossed(c, *layout.slot(places[seat], i, len(shown), False), i) for i, c in enumerate(shown)]
    return Scene(tuple(cards))


def row(t: Table, layout: Layout, seat: Seat, place: int, opened: Sequence[Card]) -> list[Placement]:
    """A seat's cards: open ones fanned, the hidden ones (turned up at the end) beside them."""
    found = [tossed(card, *layout.slot(place, i, len(opened), False), i) for i, card in enumerate(opened)]
    for i, lying in enumerate(t.places[hand(seat)]):
        x, y, angle = layout.slot(place, i, len(opened), True)
        found.append(Placement(None, x, y, angle) if lying.card is None else tossed(lying.card, x, y, angle, i))
    return found


def set_aside(t: Table) -> list[Placement]:
    """The newest two cards set aside, side by side on the pile."""
    pile = t.places.get("aside", [])
    found = []
    for i, lying in list(enumerate(pile))[-4:]:
        x = ASIDE_AT[0] + (PAIR_GAP if i % 2 else 0.0)
        if lying.card is None:
            found.append(Placement(None, x, ASIDE_AT[1], 0.0))
        else:
            found.append(tossed(lying.card, x, ASIDE_AT[1], 0.0, i))
    return found


def top_of_pile(t: Table) -> list[Placement]:
    """The newest card of the pile. Nobody lays a card exactly on the one below: it lies a little to one side."""
    pile = t.cards("pile")
    aside = PILE_SHIFT if len(pile) % 2 else -PILE_SHIFT
    return [tossed(card, LOT_AT[0] + aside, LOT_AT[1], 0.0, len(pile)) for card in pile[-1:]]


def stock_height(t: Table) -> int:
    """How many backs to draw for the stock."""
    return min(3, t.size("stock"))


def tossed(card: Card, x: float, y: float, angle: float, salt: int) -> Placement:
    """A card as people lay it: a little off and a little turned, always the same for the same spot."""
    mix = crc32(f"{card}{x:.0f}{y:.0f}{salt}".encode())
    dx, dy, turn = (mix % 61 - 30) / 20, (mix // 61 % 61 - 30) / 20, (mix // 3721 % 61 - 30) / 10
    return Placement(str(card), x + dx, y + dy, angle + turn)
