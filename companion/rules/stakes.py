"""Chips and the pot: payments follow from public cards, so the table makes them; people may tell them to be checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.referee import Doubtful, Illegal
from companion.rules.requests import Act, Request
from companion.rules.sums import item
from companion.table.table import Seat, Table
from companion.texts import Text, text


def pay(t: Table, payer: Seat | None, to: Seat | None, amount: int, why: Text | None = None) -> None:
    """Chips move from a seat, or the pot (None), to a seat, or the pot. Balances may go below zero.

    ``why``: what it is paid for, so that a deal's chips can be told one by one (``paid``).
    """
    if why is not None and amount:
        t.payments.append((payer, to, amount, why))
    if payer is None:
        t.pot -= amount
    else:
        t.chips[payer] -= amount
        t.due.setdefault(payer, []).append(amount)
    if to is None:
        t.pot += amount
    else:
        t.chips[to] += amount


def paid(t: Table, seat: Seat) -> list[Text]:
    """What a player has paid and got in this deal, and for what: ``stake -2``, ``pot +9``; the same things together."""
    sums: dict[str, tuple[Text, int]] = {}
    for payer, to, amount, why in t.payments:
        change = amount * ((to == seat) - (payer == seat))
        if change:
            sums[str(why)] = why, sums.get(str(why), (why, 0))[1] + change
    return [item(why, f"{chips:+}") for why, chips in sums.values() if chips]


@dataclass(frozen=True)
class Pay(Request[int]):
    """A payment that has just fallen due, told by those who write it down: it must be the right amount."""

    amounts: tuple[int, ...] = ()
    verbs: ClassVar = ("pay",)
    silent: ClassVar = True

    def apply(self, t: Table, act: Act, force: bool = False) -> int:
        name = t.names[self.seat]
        if act.amount is None:
            raise Doubtful("no_amount", text("How much did {name} pay?", name=name))
        if act.amount not in (*self.amounts, sum(self.amounts)):
            due = " + ".join(map(str, self.amounts))
            words = text("{name} paid {amount}, but owes {due}", name=name, amount=act.amount, due=due)
            raise Illegal("wrong_payment", words)
        return act.amount

    def describe(self, t: Table) -> Text:
        return text("{name} pays", name=t.names[self.seat])


def dues(t: Table) -> list[Pay]:
    """The payments that may be told now."""
    return [Pay(seat, tuple(amounts)) for seat, amounts in t.due.items()]
