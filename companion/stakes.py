"""Chips and the pot: payments follow from public cards, so the table makes them; people may tell them to be checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.referee import Doubtful, Illegal
from companion.requests import Act, Request
from companion.table import Seat, Table
from companion.texts import Text, text


def pay(t: Table, payer: Seat | None, to: Seat | None, amount: int) -> None:
    """Chips move from a seat, or the pot (None), to a seat, or the pot. Balances may go below zero."""
    if payer is None:
        t.pot -= amount
    else:
        t.chips[payer] -= amount
        t.due.setdefault(payer, []).append(amount)
    if to is None:
        t.pot += amount
    else:
        t.chips[to] += amount


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
