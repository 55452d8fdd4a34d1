"""What Velika budala asks of a player: to lead, to beat the top card of the pile, or to take it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.cards import Card, Cards
from companion.referee import Doubtful, Illegal
from companion.rules.plays import in_hand
from companion.rules.requests import Act, Request, Sight
from companion.table.table import Seat, Table, hand
from companion.table.truth import Dice, Truth
from companion.texts import Text

RANKS = "6789TJQKA"
SAME_COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}


def words(english: str, **values: object) -> Text:
    """A sentence of this game."""
    return Text(english, values, "games/velika_budala")


def power(card: Card, great: str) -> int:
    """2 for the great trump, 1 for the small one (the other suit of its colour), 0 for the plain suits."""
    return 2 if card.suit == great else 1 if card.suit == SAME_COLOUR.get(great) else 0


def beats(card: Card, top: Card, great: str) -> bool:
    """Whether a card beats another: a higher one of its suit, or any card of a stronger kind of suit."""
    if card.suit == top.suit:
        return RANKS.index(card.rank) > RANKS.index(top.rank)
    return power(card, great) > power(top, great)


def may_beat(t: Table, card: Card) -> bool:
    """Whether a card beats the top of the pile; a top whose face is a question may be any."""
    top = t.places["pile"][-1].card
    return top is None or beats(card, top, t.trump)


@dataclass(frozen=True)
class Lead(Request[str]):
    """Lead any card of the hand."""

    verbs: ClassVar = ("play",)
    sight: ClassVar[Sight] = "lot"

    def apply(self, t: Table, act: Act, force: bool = False) -> str:
        if len(act.cards) != 1 or act.count:
            raise Doubtful("no_cards", words("Which one card does {name} play?", name=t.names[self.seat]))
        new, card = in_hand(t, self.seat, act), act.cards[0]
        if not self.fits(t, card):
            top = t.cards("pile")[-1]
            said = words("{card} does not beat {top}: it goes back", card=card.pretty, top=top.pretty)
            raise Illegal("does_not_beat", said, act.cards)
        t.reveal(hand(self.seat), new)
        t.move(hand(self.seat), "pile", act.cards)
        return "play"

    def fits(self, t: Table, card: Card) -> bool:
        """Whether the card may be played."""
        return True

    def faces(self, t: Table) -> Cards:
        return t.unseen() + t.known(hand(self.seat))

    def unlikely(self, t: Table, card: Card) -> bool:
        return not self.fits(t, card)

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"count": 1}

    def describe(self, t: Table) -> Text:
        return words("{name} leads a card", name=t.names[self.seat])

    def fitting(self, t: Table, truth: Truth, may: bool) -> Sequence[Card]:
        """The cards of the hand that may be played, or those that may not."""
        return sorted(card for card in truth.hand(t, self.seat) if self.fits(t, card) is may)

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        cards = self.fitting(t, truth, True)
        return Act("play", self.seat, (dice.choice(cards),)) if cards else None

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        """A card that does not beat the top one, or somebody plays before his turn."""
        wrong = self.fitting(t, truth, False)
        if wrong and dice.random() < 0.6:
            return Act("play", self.seat, (dice.choice(wrong),))
        others = [seat for seat in range(t.seats) if seat != self.seat and t.size(hand(seat))]
        other = dice.choice(others) if others else self.seat
        return Act("play", other, (dice.choice(sorted(truth.hand(t, other))),)) if others else None


@dataclass(frozen=True)
class Beat(Lead):
    """Put a card on the pile that beats its top one."""

    def fits(self, t: Table, card: Card) -> bool:
        return may_beat(t, card)

    def describe(self, t: Table) -> Text:
        return words("{name} beats the top card", name=t.names[self.seat])

    def punished(self, t: Table, act: Act, seat: Seat) -> str | None:
        if seat != self.seat or act.do != "play" or t.rules["illegal_beat"] != "counts_as_take":
            return None
        t.reveal(hand(seat), in_hand(t, seat, act))  # (everybody has seen it)
        take_up(t, seat)
        return "take"


@dataclass(frozen=True)
class TakeUp(Request[str]):
    """Take the top card of the pile into the hand (as a house rule all of it), able to beat it or not."""

    verbs: ClassVar = ("take",)
    sight: ClassVar[Sight] = "taken up"
    takes_from: ClassVar = "pile"

    def takes_all(self, t: Table) -> bool:
        return t.rules["take"] == "pile"

    def apply(self, t: Table, act: Act, force: bool = False) -> str:
        owed = t.cards("pile") if t.rules["take"] == "pile" else t.cards("pile")[-1:]
        if act.cards and sorted(act.cards) != sorted(owed):
            cards = " ".join(card.pretty for card in owed)
            said = words("{name} takes {cards}, no more and no less", name=t.names[self.seat], cards=cards)
            raise Illegal("wrong_take", said, tuple(owed))
        take_up(t, self.seat)
        return "take"

    def describe(self, t: Table) -> Text:
        return words("{name} takes it instead", name=t.names[self.seat])

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        able = any(may_beat(t, card) for card in truth.hand(t, self.seat))
        return None if able and dice.random() < 0.85 else Act("take", self.seat)

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        pile = t.cards("pile")
        wrong = pile[-1:] if t.rules["take"] == "pile" else pile
        return Act("take", self.seat, tuple(wrong)) if len(pile) > 1 else None


def take_up(t: Table, seat: Seat) -> None:
    """The top card goes to the hand, what lies under it out of play; or all of it to the hand."""
    if t.rules["take"] == "top":
        t.move_this("pile", hand(seat), t.places["pile"][-1])
        t.move_all("pile", "aside")
    t.move_all("pile", hand(seat))
