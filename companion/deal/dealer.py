"""An all-knowing dealer: plays any game at random through what the game asks.

He knows the order of the stock and every hidden hand, and he is honest when asked. All chance comes from the dice
that are handed in; the same dice and the same table give the same act, so that he can go on after a restart.
"""

from __future__ import annotations

from companion.deal.deal import Deal
from companion.rules.requests import Act
from companion.table.truth import Dice, Truth, shuffle

__all__ = ["Dice", "Truth", "breach", "next_act", "shuffle"]


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
