"""Who may win which part of a pot (table stakes), and how it is shared: pure sums over what each has put in."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from companion.table.table import Seat


@dataclass(frozen=True)
class Pot:
    """So many units, and who may win them."""

    units: int
    eligible: tuple[Seat, ...]


def side_pots(put: Mapping[Seat, int], inside: Collection[Seat], before: int = 0) -> list[Pot]:
    """The main pot and the side pots: one for each different total of the players still in.

    Units of folded players above the highest of these join the last pot; ``before`` is what lay in the pot already.
    """
    found: list[Pot] = []
    below = 0
    levels = sorted({put[seat] for seat in inside})
    for level in levels:
        cap = level if level != levels[-1] else max(put.values())
        units = sum(min(units, cap) - min(units, below) for units in put.values())
        eligible = tuple(seat for seat in put if seat in inside and put[seat] >= level)
        found.append(Pot(units + (before if level == levels[0] else 0), eligible))
        below = level
    return found


def shared(units: int, among: Collection[Seat], nearest: Sequence[Seat], odd_stays: bool) -> dict[Seat, int]:
    """Equal shares; odd units go one each to those who come first in ``nearest``, or stay in the pot."""
    each, odd = divmod(units, len(among))
    first = [seat for seat in nearest if seat in among][: 0 if odd_stays else odd]
    return {seat: each + (seat in first) for seat in among}
