"""What a money card is worth, by how it looks, and how it is told: as a card of spades, whichever suit it has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.cards import Card
from companion.ports import Sighting
from companion.scribe.ledger import looks_like
from companion.scribe.weighing import EXPLAINS
from companion.table.table import Seat

SUIT = "S"
PLAIN = 0.9
"""odds from which a face is plain"""


def face(rank: int) -> str:
    """How a money card is told."""
    return f"{rank}{SUIT}"


def likest(s: Sighting | None, ranks: Mapping[int, int]) -> int | None:
    """Which of these ranks (how many of each) a money card is, if it looks like one of them."""
    if s is None:
        return None
    rank = max((r for r in ranks if ranks[r] > 0), key=lambda r: looks_like(s, face(r)), default=None)
    return rank if rank is not None and looks_like(s, face(rank)) >= EXPLAINS else None


def cards_of(coins: Sequence[int]) -> tuple[Card, ...]:
    """Money cards as a bid names them."""
    return tuple(Card.parse(face(rank)) for rank in coins)


def coin(s: Sighting, faces: frozenset[str]) -> Sighting:
    """A money card by its rank alone; what it may be else stays as it was."""
    odds: dict[str, float] = {}
    for name, p in s.odds.items():
        told = name[0] + SUIT if name in faces else name
        odds[told] = odds.get(told, 0.0) + p
    return replace(s, odds=odds)


def best(s: Sighting) -> int:
    """The rank of a money card that is plainly read, else 0."""
    name, p = max(s.odds.items(), key=lambda item: item[1], default=("", 0.0))
    return int(name[0]) if p >= PLAIN and name[:1].isdigit() else 0


def ranks(odds: Mapping[str, float]) -> list[int]:
    """The ranks a money card may have, likeliest first."""
    told = sorted((-p, int(name[0])) for name, p in odds.items() if name[0].isdigit() and name.endswith(SUIT))
    return [rank for _, rank in told]


def ranks_of(cards: Mapping[Seat, Sequence[Card]]) -> dict[Seat, Counter[int]]:
    """By seat how often each rank of money is among these cards."""
    return {seat: Counter(int(c.rank) for c in mine if c.rank.isdigit()) for seat, mine in cards.items()}
