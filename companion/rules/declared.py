"""Hvalež: combinations declared before play, each player in his turn, laid open for a moment or only named.

Shared by the games of the Trešento family: forty cards, 3 2 A K Q J 7 6 5 4 from high to low; *figures* are the six
high ranks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from companion.cards import SUITS, Card, Cards, pack
from companion.events import BadRecord
from companion.referee import Doubtful
from companion.rules.forms import Form, to_cards, whole
from companion.rules.plays import in_hand
from companion.rules.requests import Act, Request, Sight
from companion.table import claims
from companion.table.table import Seat, Table, hand
from companion.table.truth import Dice, Truth
from companion.texts import Text, text

HANDS = 10
ORDER = "32AKQJ7654"
FIGURES = "32AKQJ"
OF_SUIT = {suit: [Card(rank, suit) for rank in ORDER] for suit in SUITS}
OF_RANK = {rank: [Card(rank, suit) for suit in SUITS] for rank in ORDER}


def forty() -> Cards:
    """A pack without eights, nines and tens."""
    return pack("234567JQKA")


def height(card: Card) -> int:
    """Strength in a suit."""
    return -ORDER.index(card.rank)


def figures(cards: Cards) -> int:
    """How many figures these are."""
    return sum(copies for card, copies in cards.items() if card.rank in FIGURES)


def run(cards: Cards, suit: str) -> tuple[Card, ...]:
    """The unbroken run of a suit from 3-2-A down; empty if one of these three is missing."""
    found: list[Card] = []
    for card in OF_SUIT[suit]:
        if not cards.get(card):
            break
        found.append(card)
    return tuple(found) if len(found) >= 3 else ()


def of_rank(cards: Cards, rank: str) -> tuple[Card, ...]:
    """The cards of a rank."""
    return tuple([card for card in OF_RANK[rank] if cards.get(card)])


def combinations(cards: Cards) -> list[tuple[Card, ...]]:
    """All runs, and all sets of three or four of a rank, whatever they are worth."""
    found = [run(cards, suit) for suit in SUITS] + [of_rank(cards, rank) for rank in ORDER]
    return [one for one in found if len(one) >= 3]


def by_hand(form: Form, key: str, most: int, worth: Callable[[Cards], int]) -> dict[Seat, int]:
    """What each player has declared in a deal entered by hand: the cards, or what they were worth, up to ``most``.

    Raises BadRecord for cards that are no combination or cannot lie in these hands.
    """
    found: dict[Seat, int] = {}
    everything: list[Card] = []
    for seat, told in form.by_seat(key).items():
        if isinstance(told, int):
            found[seat] = whole(told, key, 0, most)
            continue
        cards = to_cards(told)
        everything += cards
        name, these = form.t.names[seat], Counter(cards)
        if stray := next((card for card in cards if not any(card in one for one in combinations(these))), None):
            raise BadRecord(f"{stray} belongs to no combination of {name}")
        if len(cards) > HANDS:
            raise BadRecord(f"{name} holds {HANDS} cards, not {len(cards)}")
        found[seat] = worth(these)
        if cards and not found[seat]:
            raise BadRecord(f"what {name} has declared is worth nothing")
    form.in_pack(key, everything)
    return found


@dataclass(frozen=True)
class Declared:
    """What a player has declared in one go."""

    seat: Seat
    cards: tuple[Card, ...]
    event: int


@dataclass(frozen=True)
class Declare(Request[tuple[Card, ...]]):
    """Lay combinations open, one after the other; ``pass``: there are no (more). The cards stay in the hand."""

    declared: frozenset[Card] = frozenset()
    """what has been declared already"""
    verbs: ClassVar[tuple[str, ...]] = ("show", "pass")
    sight: ClassVar[Sight] = "row"

    def apply(self, t: Table, act: Act, force: bool = False) -> tuple[Card, ...]:
        if act.do == "pass":
            return ()
        if not act.cards:
            raise Doubtful("no_cards", text("Which cards does {name} declare?", name=t.names[self.seat]))
        self._tell(t, act)
        return act.cards

    def _tell(self, t: Table, act: Act) -> None:
        t.reveal(hand(self.seat), in_hand(t, self.seat, act))

    def describe(self, t: Table) -> Text:
        return text("{name} declares combinations, or says Dalje", name=t.names[self.seat])

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act:
        fresh = [one for one in combinations(truth.hand(t, self.seat)) if not self.declared >= set(one)]
        if not fresh or dice.random() < 0.25:
            return Act("pass", self.seat)
        return Act(self.verbs[0], self.seat, dice.choice(fresh))

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        other = dice.choice([seat for seat in range(t.seats) if seat != self.seat])
        return Act("pass", other)


@dataclass(frozen=True)
class Name(Declare):
    """The same, but the cards are only named: whether they are held is seen as they are played."""

    verbs: ClassVar[tuple[str, ...]] = ("say", "pass")
    sight: ClassVar[Sight] = ""

    def _tell(self, t: Table, act: Act) -> None:
        for card in act.cards:
            if t.where(card) not in ("", hand(self.seat)):
                t.check_new(hand(self.seat), [card])
        named = " ".join(card.pretty for card in act.cards)
        what = text("{name} declared {cards}", name=t.names[self.seat], cards=named)
        claims.holds(t, self.seat, "combination", frozenset(act.cards), len(set(act.cards)), what)

    def against(self, t: Table, act: Act, held: Cards, truth: Truth) -> bool:
        return any(not held[card] for card in act.cards)

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        held = truth.hand(t, self.seat)
        lacking = [rank for rank in ORDER if 0 < len(of_rank(held, rank)) < 3]
        if not lacking or dice.random() < 0.3:
            return super().breach(t, truth, dice)
        rank = dice.choice(lacking)
        return Act("say", self.seat, tuple(sorted(Card(rank, suit) for suit in dice.choice(("SHD", "HDC", "SHDC")))))


async def declare(
    t: Table,
    first: Seat,
    heard: Callable[[Declared], None],
    stop: Callable[[bool], bool],
    *,
    spoken: bool = False,
) -> bool:
    """Everybody declares in turn. ``stop`` is asked after each player (and told the last): whether the match is won.

    Returns whether it was stopped.
    """
    order = t.round_from(first)
    for seat in order:
        t.stage = f"hvalez {seat}"
        told: frozenset[Card] = frozenset()
        kind: type[Declare] = Name if spoken else Declare
        while cards := await kind(seat, told):
            told |= set(cards)
            if not spoken:
                t.showing.add(seat)
            heard(Declared(seat, cards, t.event))
        t.showing.discard(seat)
        if stop(seat == order[-1]):
            return True
    return False


def proved(t: Table) -> None:
    """Follow up every claim that cards are held, now that all that can be seen has been seen."""
    before = -1
    while before != len(t.findings):
        before = len(t.findings)
        claims.check(t)
