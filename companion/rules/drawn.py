"""Drawing a pack card by card, and making trumps by showing a level card meanwhile (Dja-Bai-Fem, Žiao-Pengju).

Everybody draws in turn; who has just drawn may show a card of the rank he needs. The first show is final, or more
equal cards take trumps over from fewer. Draws may be told one by one, or many at once: ``count`` 5 of a seat means that
all draw on until that seat has drawn five more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.cards import Card
from companion.referee import Illegal
from companion.rules.drawing import Draw, LayOff
from companion.rules.plays import in_hand
from companion.rules.requests import Act, AnyOf, Request
from companion.table.table import Seat, Table, hand
from companion.table.truth import Dice, Truth
from companion.texts import Text

STOCK = "stock"


def words(english: str, **values: object) -> Text:
    """A sentence of this module."""
    return Text(english, values, "games/drawn")


@dataclass(frozen=True)
class Declared:
    """Who made trumps, with which card, by which event, and how many cards each had drawn then."""

    seat: Seat
    card: Card
    event: int
    held: tuple[int, ...]
    number: int = 1
    """how many equal ones were shown"""


def drawn(t: Table) -> int:
    """How many cards have been drawn."""
    return sum(t.size(hand(seat)) for seat in range(t.seats))


def draw_one(t: Table, seat: Seat) -> None:
    """The next card of the stock goes into a hand, unseen."""
    top = t.places[STOCK][0].card
    t.move(STOCK, hand(seat), [] if top is None else [top], unknown=top is None)


# Requests -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DrawTurn(Draw):
    """One card, by the player whose turn it is. ``owing``: who must show one of these cards first, if he has it."""

    each: int = 0
    owing: tuple[Seat, frozenset[Card]] | None = None

    def takes(self, act: Act) -> bool:
        return act.count <= 1

    def follows(self, t: Table) -> bool:
        return False  # (when in the drawing somebody shows a card, nobody could tell afterwards)

    def describe(self, t: Table) -> Text:
        return words("{name} draws a card", name=t.names[self.seat])

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        if self.owing is not None:
            seat, cards = self.owing
            if any(truth.hand(t, seat)[card] for card in cards):
                return None
        elif dice.random() < 0.3 and (left := self.each - t.size(hand(self.seat))) > 1:
            return Act("draw", self.seat, count=dice.randint(2, left))
        return Act("draw", self.seat, count=1)

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act:
        return Act("draw", dice.choice([seat for seat in range(t.seats) if seat != self.seat]), count=1)


@dataclass(frozen=True)
class DrawOn(Request[None]):
    """All draw on in turn until this seat has drawn so many more."""

    each: int
    turn: Seat
    verbs: ClassVar = ("draw",)
    silent: ClassVar = True

    def takes(self, act: Act) -> bool:
        return act.count > 1

    def apply(self, t: Table, act: Act, force: bool = False) -> None:
        name = t.names[self.seat]
        if act.count <= 1 or act.cards:
            raise Illegal("out_of_turn", words("{name} is not to draw: {other} draws a card",
                                               name=name, other=t.names[self.turn]))  # fmt: skip
        until = t.size(hand(self.seat)) + act.count
        if until > self.each:
            raise Illegal("wrong_number", words("Nobody draws more than {n} cards", n=self.each))
        seat = self.turn
        while t.size(hand(self.seat)) < until:
            draw_one(t, seat)
            seat = t.after(seat)

    def describe(self, t: Table) -> Text:
        return words("{name} draws a card", name=t.names[self.turn])


@dataclass(frozen=True)
class Declare(Request[Declared]):
    """Who has just drawn may show a card of this rank: its suit is trump. ``must``: he has to, if he holds one.

    Where more cards take trumps over from fewer: ``least`` to ``most`` equal ones.
    """

    rank: str
    must: bool = False
    least: int = 1
    most: int = 1
    verbs: ClassVar = ("show",)
    optional: ClassVar = True

    def apply(self, t: Table, act: Act, force: bool = False) -> Declared:
        name, number = t.names[self.seat], len(act.cards)
        faces = {card for card in act.cards if card.rank == self.rank and card.suit}
        if not self.least <= number <= self.most or len(faces) != 1 or set(act.cards) != faces:
            rank = self.rank.replace("T", "10")
            card = words("one card of rank {rank}", rank=rank)
            if self.most > 1:
                card = words("equal cards of rank {rank}, at least {n}", rank=rank, n=self.least)
            raise Illegal("wrong_rank", words("{name} makes trumps with {card}", name=name, card=card), act.cards)
        t.reveal(hand(self.seat), in_hand(t, self.seat, act))
        held = tuple(t.size(hand(seat)) for seat in range(t.seats))
        return Declared(self.seat, act.cards[0], t.event, held, number)

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"rank": self.rank} | ({"least": self.least, "most": self.most} if self.most > 1 else {})

    def describe(self, t: Table) -> Text:
        return words("{name} may make trumps", name=t.names[self.seat])

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        held = truth.hand(t, self.seat)
        mine = sorted(card for card, copies in held.items() if card.rank == self.rank and copies >= self.least)
        if not mine or (not self.must and dice.random() < 0.5):
            return None
        card, most = dice.choice(mine), min(self.most, max(held[card] for card in mine))
        number = dice.randint(self.least, min(most, held[card])) if most > self.least else self.least
        return Act("show", self.seat, (card,) * number)


@dataclass(frozen=True)
class NoShow(Request[None]):
    """The last to draw does not make trumps either."""

    owing: frozenset[Card] = frozenset()
    verbs: ClassVar = ("pass",)

    def apply(self, t: Table, act: Act, force: bool = False) -> None:
        """Nothing changes."""

    def describe(self, t: Table) -> Text:
        return words("{name} makes trumps or passes", name=t.names[self.seat])

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        return None if any(truth.hand(t, self.seat)[card] for card in self.owing) else Act("pass", self.seat)


# Drawing, and the exchange ------------------------------------------------------------------------------------------


async def draw_all(
    t: Table,
    first: Seat,
    each: int,
    may: Mapping[Seat, str],
    must: bool = False,
    last_passes: bool = False,
    most: int = 1,
) -> Declared | None:
    """Everybody draws in turn until all have so many; who has made trumps by then, if anybody.

    ``may``: by player the rank with which he may make trumps. ``must``: the first such card drawn has to be shown.
    ``last_passes``: the last one says that he does not (else what follows tells it). ``most``: so many equal cards may
    be shown, and more of them take trumps over from fewer; with 1 the first show is final.
    """
    found: Declared | None = None
    order = t.round_from(first)
    once = words("trumps are made by a player who may, right after drawing, once")
    more = words("trumps are made by a player who may, right after drawing; more equal cards take them over from fewer")
    t.reasons["show"] = once if most == 1 else more
    t.reasons["play"] = words("the cards are still being drawn")
    while (number := drawn(t)) < each * t.seats:
        t.stage = f"draw {number + 1}"
        turn, last = order[number % t.seats], order[(number - 1) % t.seats] if number else None
        watched = must and found is None  # (then nobody draws on before all have looked at each card)
        ask: list[Request[Any]] = [DrawTurn(turn, 1, STOCK, 0 if watched else each, owing(t, last, may, watched))]
        ask += declares(last, may, must, found, most)
        asked, answer = await AnyOf(*ask, *(DrawOn(seat, each, turn) for seat in order))
        if isinstance(asked, Declare):
            found = made(t, answer, found)
    if last_passes and (last_ask := declares(order[-1], may, must, found, most)):
        t.stage = "last show"
        owed = owing(t, order[-1], may, must and found is None)
        asked, answer = await AnyOf(NoShow(order[-1], owed[1] if owed else frozenset()), *last_ask)
        if isinstance(asked, Declare):
            found = made(t, answer, found)
    del t.reasons["play"]
    rest_to_talon(t)
    return found


def declares(
    last: Seat | None, may: Mapping[Seat, str], must: bool, standing: Declared | None, most: int
) -> list[Declare]:
    """Who has just drawn may make trumps, with more cards than they have been made with."""
    least = 1 + (standing.number if standing else 0)
    return [] if last is None or last not in may or least > most else [Declare(last, may[last], must, least, most)]


def made(t: Table, now: Declared, before: Declared | None) -> Declared:
    """Trumps are made, or taken over."""
    if before is not None:
        del t.marks[before.seat]["shown"]
    t.trump = now.card.suit
    shown = " ".join([now.card.pretty] * now.number)
    t.marks.setdefault(now.seat, {})["shown"] = words("{card} shown", card=shown)
    return now


def owing(t: Table, last: Seat | None, may: Mapping[Seat, str], must: bool) -> tuple[Seat, frozenset[Card]] | None:
    """Who has to show one of which cards before the next is drawn."""
    if not must or last is None or last not in may:
        return None
    return last, frozenset(card for card in t.pack if card.rank == may[last])


def rest_to_talon(t: Table) -> None:
    """What has not been drawn is the talon."""
    t.places["talon"] = t.places.get("talon", []) + t.places[STOCK]
    t.places[STOCK] = []


async def exchange(t: Table, leader: Seat, number: int) -> None:
    """The leader takes the talon and lays as many cards of his choice face down."""
    t.reasons["play"] = words("the talon is exchanged first")
    t.stage = "talon taken"
    await Draw(leader, t.size("talon"), "talon")
    t.stage = "exchange"
    await LayOff(leader, number)
    del t.reasons["play"]
