"""How a deal ended: the points of everybody, how they came about, and what it leaves to the next deal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.cards import Card
from companion.table.table import Seat
from companion.texts import Text


@dataclass(frozen=True)
class How:
    """How a player's points came about: the cards kept, what they are called, and a sum in words."""

    cards: tuple[Card, ...]
    parts: Mapping[str, Any]
    words: Text


@dataclass(frozen=True)
class Outcome:
    """How a deal ended: points by seat; ``void`` deals give none and are dealt again by the same dealer."""

    points: Mapping[Seat, int] = field(default_factory=dict)
    how: Mapping[Seat, How] = field(default_factory=dict)
    void: bool = False
    note: str = ""
    ends_match: bool = False
    conceded: Seat | None = None
    winners: tuple[Seat, ...] = ()
    """who has won the match by this deal, where the scores alone do not tell"""
    next_dealer: Seat | None = None
    """who deals next, where it is not simply the next in order (after a void deal: the same again)"""
    carry: Mapping[str, Any] = field(default_factory=dict)
    """what the next deal finds (``Table.carried``): a bank that was not won, levels, who declares"""
    anew: Callable[[], Outcome] | None = field(default=None, compare=False)
    """the score again, where hands shown after the end may prove what costs points"""
