"""Whose money lies in the pot: his from whose row it is gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.ports import Sighting
from companion.scribe.coins import best, face
from companion.scribe.sheet import Sheet
from companion.table.table import Seat


def astray(sheet: Sheet, s: Sighting, seat: Seat, asked: Seat) -> bool:
    """Whether money before another player is plainly his who is asked: only from his row is such a card gone."""
    rank = best(s)
    return rank > 0 and missing(sheet, asked, rank) and not missing(sheet, seat, rank)


def claimants(sheet: Sheet, s: Sighting, seat: Seat) -> list[Seat]:
    """Who else may have thrown what lies before a seat: such a card is gone from his row, and seen nowhere else."""
    pots, rank = sheet.pots, best(s)
    if not rank or sheet.key(s) in sheet.memory.seats or s not in pots.ledger.fresh:
        return []
    seats = [other for other in sorted(pots.open_rows - {seat}) if missing(sheet, other, rank)]
    lies = {pots.seat(one) for one in pots.ledger.fresh if one is not s and best(one) in (0, rank)}
    idle = [a for a in pots.ledger.accounts if a not in pots.owners or a in pots.void]
    lies |= {pots.seat(a) for a in idle if a.here is not None and a.face == face(rank)}
    return [other for other in seats if other not in lies]


def missing(sheet: Sheet, seat: Seat, rank: int) -> bool:
    """Whether a seat has such a money card, but no longer in its row, in which all it has not thrown is seen."""
    return sheet.pots.gone_from_row(sheet.t, seat, rank)


def unseen(sheet: Sheet, seat: Seat, coins: Sequence[int]) -> list[int]:
    """The money that its owner holds, has not thrown as far as is seen, and does not lie before him in sight."""
    if seat not in sheet.pots.open_rows:
        return []
    held = Counter(sheet.t.purses[seat].coins or ())
    return sorted((held - Counter(coins) - Counter(sheet.pots.row(seat, seen=True))).elements())
