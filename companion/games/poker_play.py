"""A deal of Póker as it goes on: who is in, what each has put in, whose bet stands, and what the opener must hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.poker_asks import ShowFolded, ranking, words
from companion.rules.poker_hands import may_be_combination
from companion.rules.requests import AnyOf, Request
from companion.rules.stakes import pay
from companion.table.table import Seat, Table, hand

DEALS_EACH, UNCOUNTED = 3, 10**6
"""units, where nobody has said how many there are"""


def base_of(t: Table) -> Mapping[Seat, int]:
    """With how much each has sat down, for those whose money is counted: his score comes to that."""
    found: Mapping[Seat, int] = t.carried["base"]
    return found


def can_ante(t: Table) -> list[Seat]:
    """Who can pay the next ante, as far as money is counted."""
    return [seat for seat in range(t.seats) if seat not in base_of(t) or t.chips[seat] >= int(t.rules["ante"])]


@dataclass
class Play:
    """What is remembered of a deal: who is in, what each has put in, and whose bet stands."""

    t: Table
    inside: list[Seat]
    """who has not folded, from the dealer's left"""
    put: dict[Seat, int] = field(default_factory=dict)
    """units in the pot, the ante included"""
    in_round: dict[Seat, int] = field(default_factory=dict)
    standing: int = 0
    raises: int = 0
    bettor: Seat | None = None
    """who bet or raised last"""
    opener: Seat | None = None
    opened: int | None = None
    """the event of the first bet, while what the opener was dealt is still all in his hand"""
    disproved: bool = False
    laid: dict[Seat, set[int]] = field(default_factory=dict)
    """which physical cards each has laid off"""

    def money(self, seat: Seat) -> int | None:
        """What a seat has left, None where it is not counted."""
        return self.t.chips[seat] if seat in base_of(self.t) else None

    def pays(self, seat: Seat, amount: int) -> None:
        """Units go into the pot."""
        pay(self.t, seat, None, amount)
        self.t.due.clear()
        self.put[seat] = self.put.get(seat, 0) + amount
        self.in_round[seat] = self.in_round.get(seat, 0) + amount
        self.t.bids[seat] = self.in_round[seat]
        self.t.marks.setdefault(seat, {})["put"] = words("{n} in the pot", n=self.put[seat])

    def speaks(self, seat: Seat) -> bool:
        """Whether a seat has a say in the betting: who has put in his last unit has none."""
        return self.t.rules["short_money"] == "fold" or self.money(seat) != 0

    def order(self) -> list[Seat]:
        """Those still in, the first speaker first."""
        first = {"last_raiser": self.bettor, "opener": self.opener}.get(self.t.rules["later_first"])
        return [s for s in self.t.round_from(first if first is not None else self.t.after(self.t.dealer))
                if s in self.inside]  # fmt: skip

    def fold(self, seat: Seat) -> None:
        """A seat leaves the deal."""
        self.inside.remove(seat)
        self.t.passed.add(seat)
        self.t.barred[seat] = words("{name} has folded", name=self.t.names[seat])
        self.t.marks.setdefault(seat, {})["folded"] = words("folded")

    async def ask(self, *requests: Request[Any]) -> tuple[Request[Any], Any]:
        """What comes first; meanwhile folded cards may be named, and the opener's hand is looked at."""
        t = self.t
        while True:
            self.look_at_opener()
            open_ = [ShowFolded(s) for s in sorted(t.passed) if t.unknown(hand(s))]
            asked, answer = await AnyOf(*requests, *(open_ if t.rules["folded_cards"] == "face_up" else ()))
            if not isinstance(asked, ShowFolded):
                return asked, answer

    def look_at_opener(self) -> None:
        """Whether it is proved by now that the opener was not dealt a pair: no deal of the unseen cards has one."""
        t, seat = self.t, self.opener
        if seat is None or self.opened is None or t.rules["openers"] == "none":
            return
        cards = t.cards(hand(seat))
        if len(cards) < 3 or may_be_combination(cards, t.unseen(), ranking(t.rules)):
            return
        told = words("{name} made the first bet; a pair or better had to be held, but the hand was {cards}",
                     name=t.names[seat], cards=" ".join(card.pretty for card in cards))  # fmt: skip
        t.find("openers", seat, told, tuple(cards), about=self.opened)
        self.opened, self.disproved = None, True
