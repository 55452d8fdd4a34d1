"""What Trojke-dvojke asks of a player: to put a card on the pile, to draw, to say Dalje; and which card fits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.cards import Card, Cards
from companion.referee import Doubtful, Illegal
from companion.rules.drawing import Draw
from companion.rules.plays import in_hand
from companion.rules.requests import Act, Request, Sight
from companion.table.table import Table, hand
from companion.table.truth import Dice, Truth
from companion.texts import Text

JOKER, EMPTY = Card("X", ""), -1


def words(english: str, **values: object) -> Text:
    """A sentence of this game."""
    return Text(english, values, "games/trojke_dvojke")


@dataclass(frozen=True)
class Wanted:
    """What the next card has to be: of this suit, of this rank (none after an ace or a joker), or anything.

    ``seven``: after a seven of one's own only another seven, its suit, an ace or a joker; ``strict``: its suit only,
    as a house rule. ``stack``: only a two or three, on top of another, as a house rule.
    """

    suit: str
    rank: str = ""
    anything: bool = False
    seven: bool = False
    strict: bool = False
    stack: bool = False

    def fits(self, card: Card) -> bool:
        """Whether a card may be put on the pile."""
        if self.stack and card.rank not in "23":
            return False
        if self.seven and self.strict:
            return card.rank == "7" or card.suit == self.suit
        return self.anything or card == JOKER or card.rank in ("A", self.rank) or card.suit == self.suit


@dataclass(frozen=True)
class Put(Request[Card | None]):
    """Put a fitting card on the pile; None if it did not fit, and went back.

    ``drawn``: after a draw, when only the card just drawn may be played. ``waits``: somebody has not said Zadnja yet.
    ``free``: any card but a joker, for the start of the pile.
    """

    wanted: Wanted
    drawn: bool = False
    waits: bool = False
    free: bool = False
    verbs: ClassVar = ("play",)
    sight: ClassVar[Sight] = "lot"

    def apply(self, t: Table, act: Act, force: bool = False) -> Card | None:
        if len(act.cards) != 1 or act.count:
            raise Doubtful("no_cards", words("Which one card does {name} play?", name=t.names[self.seat]))
        new, card = in_hand(t, self.seat, act), act.cards[0]
        if not self.fits(card):
            said = words("{card} does not fit: it goes back", card=card.pretty)
            raise Illegal("does_not_fit", said, act.cards)
        t.reveal(hand(self.seat), new)
        t.move(hand(self.seat), "pile", act.cards)
        return card

    def fits(self, card: Card) -> bool:
        """Whether a card may be put down now."""
        return card != JOKER if self.free else self.wanted.fits(card)

    def punished(self, t: Table, act: Act, seat: int) -> Any | None:
        excused = self.free or self.wanted.stack  # (before a forced draw a wrong card is only put right)
        if seat != self.seat or act.do != "play" or excused:
            return None
        t.reveal(hand(self.seat), in_hand(t, self.seat, act))  # (everybody has seen it)
        return "back"

    def faces(self, t: Table) -> Cards:
        return t.unseen() + t.known(hand(self.seat))

    def unlikely(self, t: Table, card: Card) -> bool:
        return not self.fits(card)

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"count": 1}

    def describe(self, t: Table) -> Text:
        return words("{name} puts a fitting card", name=t.names[self.seat])

    def candidates(self, t: Table, truth: Truth) -> list[Card]:
        """The cards that an honest player would put down now, in any order."""
        held = [truth.of(lying) for lying in t.places[hand(self.seat)]]
        if self.drawn and held:
            kept, new = held[:-1], held[-1]
            return [] if any(map(self.fits, kept)) else [card for card in (new,) if self.fits(card)]
        return sorted(filter(self.fits, held))

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        cards = [] if self.waits else self.candidates(t, truth)
        return Act("play", self.seat, (dice.choice(cards),)) if cards else None

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        """A card that does not fit, or somebody plays before his turn."""
        wrong = sorted(card for card in truth.hand(t, self.seat) if not self.fits(card))
        others = [seat for seat in range(t.seats) if seat != self.seat and t.size(hand(seat))]
        if self.waits or not (wrong or others):
            return None
        if wrong and dice.random() < 0.6:
            return Act("play", self.seat, (dice.choice(wrong),))
        other = dice.choice(others)
        return Act("play", other, (dice.choice(sorted(truth.hand(t, other))),))


@dataclass(frozen=True)
class GoOn(Put):
    """After a seven and a draw: the card drawn, if it fits; else the turn is over without a word."""

    optional: ClassVar = True  # (the next player may put his card there too)


@dataclass(frozen=True)
class DrawCards(Draw):
    """Draw from the stock; EMPTY if there is none and the table ends the deal then.

    ``instead``: instead of putting a card, which this is what had to fit.
    """

    instead: Wanted | None = None
    waits: bool = False

    def follows(self, t: Table) -> bool:
        return self.instead is None and not self.waits and self.number <= t.size("stock")

    def apply(self, t: Table, act: Act, force: bool = False) -> int:
        number, short = self.there(t), self.number > t.size("stock")
        if short and t.rules["stock_empty"] == "deal_ends" and len(act.cards) + act.count in (0, number, self.number):
            return EMPTY
        if number > t.size("stock") and (len(act.cards) + act.count) in (0, number):
            for lying in t.places["pile"][:-1]:  # shuffled into a new stock
                t.move_this("pile", "stock", lying)
            t.forget("stock")
        return Draw(self.seat, number, self.source).apply(t, act, force)

    @staticmethod
    def skipped(t: Table) -> bool:
        """The stock is empty and so is the pile below its top card: what had to be drawn is skipped."""
        return t.rules["stock_empty"] == "reshuffle" and not t.size("stock") and t.size("pile") < 2

    def there(self, t: Table) -> int:
        """How many can be drawn: the stock, then the pile below its top card; what is missing is skipped."""
        pile = t.size("pile") - 1 if t.rules["stock_empty"] == "reshuffle" else 0
        return min(self.number, t.size("stock") + pile)

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        able = self.instead is not None and any(map(self.instead.fits, truth.hand(t, self.seat)))
        if self.waits or (able and self.instead is not None and (self.instead.seven or dice.random() < 0.9)):
            return None
        return Act("draw", self.seat, count=self.there(t))


@dataclass(frozen=True)
class Dalje(Request[str]):
    """Say Dalje: the turn ends without a card. ``put``: the card just drawn, or any fitting one, may still be put."""

    put: Put
    verbs: ClassVar = ("pass",)

    def apply(self, t: Table, act: Act, force: bool = False) -> str:
        return "pass"

    def describe(self, t: Table) -> Text:
        return words("{name} may say Dalje", name=t.names[self.seat])

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        keeps = t.rules["drawn_card"] == "may_keep" and dice.random() < 0.3
        return None if self.put.candidates(t, truth) and not keeps else Act("pass", self.seat)

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        other = dice.choice([seat for seat in range(t.seats) if seat != self.seat])
        return Act("pass", other)


def worth(cards: Iterable[Card]) -> int:
    """Penalty points of cards left in the hand."""
    values = {"X": 30, "A": 20, "3": 15, "2": 10, "T": 10, "J": 10, "Q": 10, "K": 10}
    return sum(values.get(card.rank) or int(card.rank) for card in cards)
