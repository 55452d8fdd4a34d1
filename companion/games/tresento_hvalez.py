"""The Hvalež of Trešento: what the combinations that players declare are worth, and when they end the match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from companion.cards import SUITS, Cards
from companion.rules.declared import ORDER, Declared, height, of_rank, run
from companion.rules.tricks import breaches
from companion.table.sides import side
from companion.table.table import Seat, Table
from companion.texts import Text

TARGET, KALADONDRINA = 21, 16
THREE = {"3": 3, "2": 3, "A": 3, "7": 3, "K": 1, "Q": 1, "J": 1}
FOUR = 4


def words(english: str, **values: object) -> Text:
    """A sentence of this game."""
    return Text(english, values, "games/tresento")


@dataclass
class Hvalez:
    """What has been declared, and what it is worth now."""

    t: Table
    declared: list[Declared] = field(default_factory=list)

    def hear(self, one: Declared) -> None:
        """Somebody has declared; his side scores at once."""
        self.declared.append(one)
        cards = " ".join(card.pretty for card in sorted(self.cards(one.seat), key=lambda c: (c.suit, -height(c))))
        self.t.marks[one.seat] = {"hvalez": words("{cards}: {n}", cards=cards, n=self.worth(one.seat))}

    def cards(self, seat: Seat, but: Sequence[int] = ()) -> Cards:
        """The cards that a player has declared, without what these events declared."""
        return Counter({c: 1 for one in self.declared if one.seat == seat and one.event not in but for c in one.cards})

    def worth(self, seat: Seat, but: Sequence[int] = ()) -> int:
        """What a player's combinations are worth."""
        return worth(self.cards(seat, but), self.t.rules)

    def points(self) -> list[int]:
        """The points of both sides; a disproved combination is struck, or goes to the other side."""
        false = tuple(breaches(self.t, "combination"))
        points = [0, 0]
        for seat in range(self.t.seats):
            points[side(seat)] += self.worth(seat, false)
            if self.t.rules["false_announcement"] == "to_opponents":
                points[1 - side(seat)] += self.worth(seat) - self.worth(seat, false)
        return points

    def stops(self, last: bool) -> bool:
        """Whether a side has won the match by now; at equal totals nobody has."""
        if self.t.rules["hvalez_end"] == "after_all" and not last:
            return False
        totals = [self.t.scores[one] + points for one, points in enumerate(self.points())]
        enough = TARGET + (self.t.rules["hvalez_end"] == "over_21")
        return max(totals) >= enough and totals[0] != totals[1]

    def kaladondrina(self) -> Seat | None:
        """Who has declared all ten cards of a suit: he leads."""
        return next((s for s in range(self.t.seats) if any(whole_suit(self.cards(s), suit) for suit in SUITS)), None)


def whole_suit(cards: Cards, suit: str) -> bool:
    """All ten cards of a suit."""
    return len(run(cards, suit)) == len(ORDER)


def worth(cards: Cards, rules: Mapping[str, str]) -> int:
    """What declared cards are worth; where none may serve twice, put to the best use."""
    runs = [run(cards, suit) for suit in SUITS]
    ten = KALADONDRINA * sum(whole_suit(cards, suit) for suit in SUITS)
    if rules["shared_cards"] == "allowed":
        return ten + sum(map(len, runs)) + sets(cards, rules)
    cuts = [(0, *range(3, len(one) + 1)) for one in runs]
    best = 0
    for lengths in product(*cuts):
        used = Counter(card for one, n in zip(runs, lengths, strict=True) for card in one[:n])
        best = max(best, sum(lengths) + sets(cards - used, rules))
    return ten + best


def sets(cards: Cards, rules: Mapping[str, str]) -> int:
    """Four of a rank 4; three of it 3 or 1. Four are not counted as three as well."""
    total = 0
    for rank in ORDER:
        number = len(of_rank(cards, rank))
        if number == 4 and (rank in THREE or rules["four_of_rank"] == "any"):
            total += FOUR
        elif number == 3:
            total += THREE.get(rank, 0)
    return total
