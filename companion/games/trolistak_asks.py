"""What is asked of the people in Trolistak: a Hljust (and which is best), cards exchanged, cards laid face down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.cards import RANKS, Card, Cards
from companion.referee import Illegal, Impossible
from companion.rules.drawing import Draw, LayOff
from companion.rules.plays import Play, in_hand
from companion.rules.requests import Act, Request
from companion.rules.turning import Turn
from companion.table import claims
from companion.table.table import Laid, Seat, Table, hand
from companion.table.truth import Dice, Truth
from companion.texts import Text

HAND = 3
VALUE = {"A": 11, "K": 4, "Q": 3, "J": 2, "T": 10, "9": 9, "8": 8}
BARD, FALJKA = Card("K", "S"), Card("9", "S")
FACE_DOWN = Counter([Card("", "")])
Shown = dict[Seat, tuple[Card, ...]]
"""by seat the Hljust laid open"""


def words(english: str, **values: object) -> Text:
    """A sentence of this game."""
    return Text(english, values, "games/trolistak")


def several(english: str, plural: str, n: int) -> Text:
    """A sentence of this game that counts something."""
    return Text(english, {"n": n}, "games/trolistak", plural)


# The Hljust ---------------------------------------------------------------------------------------------------------


def is_hljust(cards: Sequence[Card]) -> bool:
    """Three cards of one rank or of one suit."""
    return len(cards) == HAND and (len({c.rank for c in cards}) == 1 or len({c.suit for c in cards}) == 1)


def value(card: Card) -> int:
    """A card's value; the Bard (king of spades) counts 11, the Faljka (nine of spades) 10."""
    return {BARD: 11, FALJKA: 10}.get(card, VALUE[card.rank])


def in_trump(t: Table, cards: Sequence[Card]) -> bool:
    """Three cards of the trump suit."""
    return all(card.suit == t.trump for card in cards)


def winners_of(t: Table, shown: Shown) -> list[Seat]:
    """Whose Hljust is best, in turn order; more than one only where equal ones split the pot."""
    order = t.round_from(t.after(t.dealer))
    ranked = t.rules["three_of_kind_vs_suit"] == "kind_first"

    def worth(seat: Seat) -> tuple[bool, int]:
        cards = shown[seat]
        return ranked and len({card.rank for card in cards}) == 1, sum(map(value, cards))

    top = max(map(worth, shown))
    best = [seat for seat in order if seat in shown and worth(seat) == top]
    if t.rules["equal_hljust"] == "split":
        return best
    return [max(best, key=lambda seat: (in_trump(t, shown[seat]), -order.index(seat)))]


@dataclass(frozen=True)
class MayShow(Request[tuple[Card, ...]]):
    """Who holds a Hljust may lay it open."""

    verbs: ClassVar[tuple[str, ...]] = ("show",)
    optional: ClassVar = True
    sight: ClassVar = "row"

    def apply(self, t: Table, act: Act, force: bool = False) -> tuple[Card, ...]:
        if act.do == "pass":
            return ()
        name = t.names[self.seat]
        new = in_hand(t, self.seat, act)
        if not is_hljust(act.cards):
            said = words("{name} must show three cards of one rank or of one suit", name=name)
            raise Illegal("no_hljust", said, act.cards)
        t.reveal(hand(self.seat), new)
        t.showing.add(self.seat)
        return act.cards

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"count": HAND}

    def describe(self, t: Table) -> Text:
        return words("{name} may show a Hljust", name=t.names[self.seat])

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        held = tuple(sorted(truth.hand(t, self.seat).elements()))
        return Act("show", self.seat, held) if is_hljust(held) else None


@dataclass(frozen=True)
class Compare(MayShow):
    """Somebody has shown a Hljust: the others show theirs, or say that they have none to show."""

    verbs: ClassVar[tuple[str, ...]] = ("show", "pass")
    optional: ClassVar = False

    def describe(self, t: Table) -> Text:
        return words("{name} shows a Hljust too, or says Dalje", name=t.names[self.seat])

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act:
        return super().at_random(t, truth, dice) or Act("pass", self.seat)

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        held = tuple(sorted(truth.hand(t, self.seat).elements()))
        return None if is_hljust(held) else Act("show", self.seat, held)


@dataclass(frozen=True)
class Bonus(Turn):
    """A card drawn from the stock and laid open: its value is paid to the winner."""

    def describe(self, t: Table) -> Text:
        return words("{name} draws a card from the stock and pays its value", name=t.names[self.seat])


# The exchange -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Exchange(Request[int]):
    """Exchange exactly so many cards for as many from the stock, unseen, or none."""

    number: int
    verbs: ClassVar = ("exchange", "pass")

    def apply(self, t: Table, act: Act, force: bool = False) -> int:
        seen = len(act.cards) + act.count
        if act.do == "pass":
            return 0
        if seen != self.number:
            values = {"name": t.names[self.seat], "n": self.number, "seen": seen}
            said = words("{name} may exchange {n} or none, not {seen}", **values)
            raise Illegal("exchange_number", said)
        LayOff(self.seat, seen).apply(t, act)
        Draw(self.seat, seen, "stock").apply(t, Act("draw", self.seat, count=seen))
        return seen

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"count": self.number}

    def describe(self, t: Table) -> Text:
        return words("{name} exchanges {n} or none", name=t.names[self.seat], n=self.number)

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act:
        return Act("pass", self.seat) if dice.random() < 0.4 else Act("exchange", self.seat, count=self.number)

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act:
        return Act("exchange", self.seat, count=4 - self.number)


@dataclass(frozen=True)
class Swap(Request[None]):
    """The dealer may take the turned card for one of his hand; the trump suit stays."""

    verbs: ClassVar = ("take", "pass")

    def apply(self, t: Table, act: Act, force: bool = False) -> None:
        turned = t.cards("turned")
        if act.do == "pass":
            return
        if act.cards not in ((), tuple(turned)):
            said = words("only the turned card may be taken: {card}", card=turned[0].pretty)
            raise Illegal("turned_card", said, tuple(turned))
        LayOff(self.seat, 1).apply(t, Act("discard", self.seat, count=1))
        t.move("turned", hand(self.seat), turned)

    def describe(self, t: Table) -> Text:
        return words("{name} takes the turned card for one of his own, or says Dalje", name=t.names[self.seat])

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act:
        return Act(dice.choice(("take", "pass")), self.seat)


# The tricks ---------------------------------------------------------------------------------------------------------


def beats(card: Card, other: Card, trump: str) -> bool:
    """Higher rank; or equal rank and trump."""
    if card.rank != other.rank:
        return RANKS.index(card.rank) > RANKS.index(other.rank)
    return card.suit == trump != other.suit


def strongest(laid: Sequence[Laid], trump: str) -> Laid:
    """The card that wins: each must beat the strongest before it."""
    best = laid[0]
    for one in laid[1:]:
        if one.cards and beats(one.card, best.card, trump):
            best = one
    return best


@dataclass(frozen=True)
class Put(Play):
    """Play a card face up if it is ``stronger`` than all before it, else face down (told as a number)."""

    stronger: frozenset[Card] = frozenset()

    def lays_backs(self) -> bool:
        return not self.lead

    def unlikely(self, t: Table, card: Card) -> bool:
        return (not self.lead and card not in self.stronger) or super().unlikely(t, card)

    def apply(self, t: Table, act: Act, force: bool = False) -> Laid:
        seat = self.seat if act.seat is None else act.seat
        if act.cards or act.count != 1:
            return super().apply(t, act, force)
        name = t.names[seat]
        if self.lead:
            raise Illegal("face_up_lead", words("{name} leads face up", name=name))
        if not t.size(hand(seat)):
            raise Impossible("no_cards_left", words("{name} has no cards left", name=name))
        what = words("{name} laid a card face down in trick {n}", name=name, n=t.trick_number)
        if wrong := claims.broken(self.duties, FACE_DOWN, t.known(hand(seat))):
            said = words("{what}; {duty}; {card} was in the hand", what=what, duty=wrong[0].words,
                         card=wrong[1][0].pretty)  # fmt: skip
            t.find(wrong[0].rule, seat, said, wrong[1])
        t.forget(hand(seat))  # (it may be a card that everybody knows)
        claims.claim(t, seat, self.duties, FACE_DOWN, what)
        t.move(hand(seat), self.target, unknown=1)
        return Laid(seat, (), t.event, hidden=1)

    def _judge(self, t: Table, seat: Seat, play: Cards, rest: Cards) -> None:
        super()._judge(t, seat, play, rest)
        if not self.lead and (weak := tuple(card for card in play if card not in self.stronger)):
            said = words("{card} does not beat what lies there: it goes face down and has lost", card=weak[0].pretty)
            t.find("face_up", seat, said, weak)

    def describe(self, t: Table) -> Text:
        if self.lead:
            return super().describe(t)
        return words("{name} plays a stronger card face up, or any face down", name=t.names[self.seat])

    def against(self, t: Table, act: Act, held: Cards, truth: Truth) -> bool:
        seat = self.seat if act.seat is None else act.seat
        if t.rules["hljust_optional"] == "must_show" and is_hljust(list(truth.hand(t, seat).elements())):
            return True
        if self.lead:
            return False
        if act.cards and act.cards[0] not in self.stronger:
            return True
        return bool(self.duties) and not act.cards and any(card in self.stronger for card in held)

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act:
        if self.lead and t.trick_number == 1 and t.rules["hljust_optional"] == "must_show":
            for seat in range(t.seats):
                if (shown := MayShow(seat).at_random(t, truth, dice)) is not None:
                    return shown
        held = truth.hand(t, self.seat)
        fitting = sorted(held if self.lead else [card for card in held if card in self.stronger])
        if fitting and (self.lead or self.duties or dice.random() < 0.8):
            return Act("play", self.seat, (dice.choice(fitting),))
        return Act("play", self.seat, count=1)

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        weak = sorted(card for card in truth.hand(t, self.seat) if card not in self.stronger)
        if self.lead or not weak or dice.random() < 0.5:
            return Act("play", self.seat, count=1)
        return Act("play", self.seat, (dice.choice(weak),))
