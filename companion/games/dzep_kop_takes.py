"""What Džep-Kop asks of a player: a card of the hand, one of the stock, what it takes; and the triple of the talon."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.cards import Card, Cards
from companion.referee import Doubtful, Illegal
from companion.rules.plays import in_hand
from companion.rules.requests import Act, Request, Sight
from companion.rules.turning import Turn
from companion.table.table import Seat, Table, hand, taken
from companion.table.truth import Dice, Truth
from companion.texts import Text

VALUES = {rank: value for value, rank in enumerate("A23456789", 1)}
SUM = 10


def words(english: str, **values: object) -> Text:
    """A sentence of this game."""
    return Text(english, values, "games/dzep_kop")


def several(english: str, plural: str, n: int) -> Text:
    """A sentence of this game that counts something."""
    return Text(english, {"n": n}, "games/dzep_kop", plural)


def worth(card: Card) -> int:
    """Card points: black cards only; aces, pictures and tens 15, a nine 10, the others their pips."""
    return 0 if card.red else 15 if card.rank in "AKQJT" else 10 if card.rank == "9" else int(card.rank)


def takes(card: Card, other: Card) -> bool:
    """Whether a card takes another: pictures and tens their own rank, the others what makes ten with them."""
    if card.rank in VALUES:
        return other.rank in VALUES and VALUES[card.rank] + VALUES[other.rank] == SUM
    return card.rank == other.rank


def captures(t: Table, card: Card) -> list[Card]:
    """The cards of the talon that the card just laid may take, one of them."""
    return [other for other in t.cards("lot")[:-1] if takes(card, other)]


def triples(t: Table) -> dict[str, list[Card]]:
    """By rank the three equal cards of the talon of which two are the Cutter's."""
    ranks = Counter(card.rank for card in t.cards("lot"))
    may = "TJQK5" if t.rules["triple_fives"] == "yes" else "TJQK"
    return {rank: [card for card in t.cards("lot") if card.rank == rank] for rank in may if ranks[rank] == 3}


def gather(t: Table, seat: Seat, cards: Iterable[Card]) -> None:
    """Captured cards: black ones lie open before the taker; red ones, worth nothing, on a common heap."""
    for card in list(cards):
        t.move("lot", taken(seat), [card])
    points = sum(map(worth, t.cards(taken(seat))))
    t.marks.setdefault(seat, {})["points"] = words("{n} points", n=points)


@dataclass(frozen=True)
class PlayCard(Request[Card]):
    """Lay a card of the hand to the talon.

    ``hasty``: the card before it may still take something. ``left``: three equal cards of which nobody has given the
    Cutter two, for which it is too late then.
    """

    hasty: bool = False
    left: str = ""
    verbs: ClassVar = ("play",)
    sight: ClassVar[Sight] = "middle"

    def apply(self, t: Table, act: Act, force: bool = False) -> Card:
        if len(act.cards) != 1 or act.count:
            raise Doubtful("no_cards", words("Which one card does {name} play?", name=t.names[self.seat]))
        new = in_hand(t, self.seat, act)
        if self.left:
            proof = tuple(triples(t)[self.left])
            said = words("two of {cards} were the Cutter's before the first card", cards=pretty(proof))
            t.find("triple", None, said, proof)
        t.reveal(hand(self.seat), new)
        t.move(hand(self.seat), "lot", act.cards)
        return act.cards[0]

    def faces(self, t: Table) -> Cards:
        return t.unseen() + t.known(hand(self.seat))

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"count": 1}

    def describe(self, t: Table) -> Text:
        return words("{name} plays a card", name=t.names[self.seat])

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        if self.left or (self.hasty and t.rules["must_capture"] == "yes"):
            return None
        return self.any_card(t, truth, dice)

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        return self.any_card(t, truth, dice) if self.left else None

    def any_card(self, t: Table, truth: Truth, dice: Dice) -> Act:
        """A card of the hand."""
        return Act("play", self.seat, (dice.choice(sorted(truth.hand(t, self.seat))),))


@dataclass(frozen=True)
class Flip(Turn):
    """Turn the top card of the stock, in the Cutter's last turn the reserve, and play it.

    ``leaves``: what the card of the hand could have taken, which stays then.
    """

    leaves: tuple[Card, ...] = ()

    def apply(self, t: Table, act: Act, force: bool = False) -> tuple[Card, ...]:
        if act.to == "reserve" and self.source != "reserve":
            raise Illegal("reserve_last", words("the reserve is played last, after the Cutter's last card"))
        return super().apply(t, act, force)

    def describe(self, t: Table) -> Text:
        if self.source == "reserve":
            return words("{name} plays the reserve", name=t.names[self.seat])
        return words("{name} turns up the top card of the stock", name=t.names[self.seat])

    def against(self, t: Table, act: Act, held: Cards, truth: Truth) -> bool:
        return bool(self.leaves) and t.rules["must_capture"] == "yes"

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act:
        if self.leaves and t.rules["must_capture"] == "yes":
            return Act("take", self.seat, (dice.choice(self.leaves),))
        return super().at_random(t, truth, dice)

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act:
        return super().at_random(t, truth, dice) if self.leaves else super().breach(t, truth, dice)


@dataclass(frozen=True)
class Capture(Request[Card]):
    """Which card of the talon the card just laid takes."""

    card: Card
    verbs: ClassVar = ("take",)
    sight: ClassVar[Sight] = "captured"
    takes_from: ClassVar = "lot"
    takes_with: ClassVar = True

    def ways(self, t: Table) -> Sequence[tuple[Card, ...]]:
        return [(other,) for other in captures(t, self.card)]

    def apply(self, t: Table, act: Act, force: bool = False) -> Card:
        able = captures(t, self.card)
        if not act.cards and len(able) == 1:
            return able[0]
        if not act.cards:
            raise Doubtful("no_cards", words("Which card does {card} take?", card=self.card.pretty))
        if len(act.cards) != 1 or act.cards[0] not in able:
            said = words("{card} does not take {cards}: one card, of its rank or that makes ten with it",
                         card=self.card.pretty, cards=pretty(act.cards))  # fmt: skip
            raise Illegal("wrong_capture", said, act.cards)
        return act.cards[0]

    def describe(self, t: Table) -> Text:
        return words("{name} may take a card", name=t.names[self.seat])

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act:
        return Act("take", self.seat, (dice.choice(captures(t, self.card)),))

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        able = captures(t, self.card)
        if len(able) > 1:
            return Act("take", self.seat, tuple(able))
        wrong = sorted(set(t.cards("lot")[:-1]) - set(able))
        return Act("take", self.seat, (dice.choice(wrong),)) if wrong else None


@dataclass(frozen=True)
class Triple(Request[tuple[Card, ...]]):
    """Two of three equal cards of the talon are given to the Cutter before the first card; a black one stays."""

    verbs: ClassVar = ("take",)
    sight: ClassVar[Sight] = "captured"
    takes_from: ClassVar = "lot"

    def ways(self, t: Table) -> Sequence[tuple[Card, ...]]:
        return [
            tuple(card for card in three if card != stays)
            for three in triples(t).values() for stays in three if not stays.red
        ]  # fmt: skip

    def apply(self, t: Table, act: Act, force: bool = False) -> tuple[Card, ...]:
        there = triples(t)
        rank = act.cards[0].rank if act.cards else next(iter(there))
        three = there.get(rank, [])
        if not act.cards:
            stays = self.stays(t, three)
            return tuple(card for card in three if card != stays)
        left = [card for card in three if card not in act.cards]
        if len(act.cards) != 2 or len(left) != 1 or left[0].red:
            said = words("{cards} go back: the Cutter gets two of three equal cards, and a black one stays",
                         cards=pretty(act.cards))  # fmt: skip
            raise Illegal("triple", said, act.cards)
        return act.cards

    def stays(self, t: Table, three: Sequence[Card]) -> Card:
        """The black card that stays where nobody tells; of two that of the suit the table has agreed on."""
        first = "S" if t.rules["triple_which_black"] == "spade_stays" else "C"
        return min((card for card in three if not card.red), key=lambda card: card.suit != first)

    def describe(self, t: Table) -> Text:
        ranks = " ".join(rank.replace("T", "10") for rank in triples(t))
        return words("{name} gets two of three equal cards ({ranks})", name=t.names[self.seat], ranks=ranks)

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act:
        three = dice.choice(list(triples(t).values()))
        return Act("take", self.seat, tuple(card for card in three if card != self.stays(t, three)))

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act:
        return Act("take", self.seat, tuple(next(iter(triples(t).values()))))


def pretty(cards: Iterable[Card]) -> str:
    """Cards in a row, for people."""
    return " ".join(card.pretty for card in cards)
