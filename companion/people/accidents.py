"""What goes wrong at a real table, as data: which accident, at which act of the deal, by whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from companion.table.table import Seat
from companion.table.truth import Dice

Kind = Literal[
    "taken_back", "taken_back_late", "stuck", "dropped", "gathered_early", "bumped", "lights", "hand_rests",
    "other_zone", "looked_at", "joker", "slid", "flashed",
]  # fmt: skip
KINDS: tuple[Kind, ...] = get_args(Kind)
BEFORE: frozenset[Kind] = frozenset({"taken_back", "taken_back_late", "joker"})
"""before a card is played: another one is laid and taken back"""
AFTER: frozenset[Kind] = frozenset({"stuck", "dropped", "bumped", "lights", "hand_rests", "looked_at", "slid"})
"""after a card has been laid"""
FIRST, LAST = 2, 22
"""between which acts of a deal accidents are planned"""


@dataclass(frozen=True)
class Accident:
    """One accident: at this act of the deal (counted from 0), or at the first later one at which it can happen.

    ``seat``: to whom; None: to whoever acts then.
    """

    kind: Kind
    act: int
    seat: Seat | None = None


def planned(dice: Dice, a_deal: float, kinds: Sequence[Kind] = KINDS) -> list[Accident]:
    """The accidents of one deal, so many on average."""
    number = int(a_deal) + (dice.random() < a_deal % 1)
    return [Accident(dice.choice(kinds), dice.randint(FIRST, LAST)) for _ in range(number)]
