"""Two sides of partners who sit opposite: seats 0, 2, ... against 1, 3, ..."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.table.table import Seat

Side = int


def side(seat: Seat) -> Side:
    """The side of a seat."""
    return seat % 2


def members(seats: int) -> tuple[frozenset[Seat], ...]:
    """Who plays together."""
    return tuple(frozenset(range(one, seats, 2)) for one in (0, 1))


def by_seat(values: Sequence[int], seats: int) -> dict[Seat, int]:
    """What each side has, written to each of its players."""
    return {seat: values[side(seat)] for seat in range(seats)}


def first_to(target: int, scores: Mapping[Seat, int], shared: bool) -> tuple[Seat, ...]:
    """The players of the side that has reached the target, the higher total if both have.

    Equal totals share the win, or nobody has won yet.
    """
    top = max(scores.values())
    if top < target:
        return ()
    best = tuple(seat for seat, score in scores.items() if score == top)
    return best if shared or len({side(seat) for seat in best}) == 1 else ()
