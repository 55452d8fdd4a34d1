"""What Čuhna asks of a player: to draw, to put a card on the pile or lead one, to take the top card."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.cards import RANKS, Card, Cards
from companion.referee import Doubtful, Illegal
from companion.rules.plays import in_hand
from companion.rules.requests import Act, Request, Sight
from companion.table import claims
from companion.table.claims import Duty
from companion.table.table import Seat, Table, hand
from companion.table.truth import Dice, Truth
from companion.texts import Text


def words(english: str, **values: object) -> Text:
    """A sentence of this game."""
    return Text(english, values, "games/cuhna")


def several(english: str, plural: str, n: int) -> Text:
    """A sentence of this game that counts something."""
    return Text(english, {"n": n}, "games/cuhna", plural)


def successors(t: Table) -> frozenset[Card]:
    """The faces that may go on the pile now; nothing goes on an ace."""
    top = t.places["pile"][-1].card
    if top is None:  # (its face is a question)
        return frozenset(t.pack)
    at = RANKS.index(top.rank) + 1
    return frozenset(Card(RANKS[at], suit) for suit in "SHDC") if at < len(RANKS) else frozenset()


def duty(t: Table) -> Duty:
    """To put the next higher card on the pile."""
    return Duty("successor", successors(t), words("the next higher card had to be played"))


def open_to_lead(t: Table) -> bool:
    """Whether there is no pile to build on: none at all, or an ace has cleared it."""
    top = t.places["pile"][-1].card if t.size("pile") else None
    return not t.size("pile") or (top is not None and top.rank == "A")


def clear_below(t: Table) -> None:
    """A new pile has been begun: what lay there goes out of play."""
    for lying in t.places["pile"][:-1]:
        t.move_this("pile", "aside", lying)


@dataclass(frozen=True)
class DrawOne(Request[None]):
    """Draw the top card. If it is named it was seen: it goes on the pile if it fits, else into the hand."""

    verbs: ClassVar = ("draw",)

    def apply(self, t: Table, act: Act, force: bool = False) -> None:
        name = t.names[self.seat]
        if len(act.cards) + act.count > 1:
            raise Illegal("wrong_number", words("{name} draws one card, not {n}", name=name,
                                                n=len(act.cards) + act.count))  # fmt: skip
        fits, empty = successors(t), not t.unknown(hand(self.seat))
        if act.cards:
            if t.places["stock"][0].card != act.cards[0]:
                t.reveal("stock", act.cards)
            t.move("stock", "pile" if act.cards[0] in fits else hand(self.seat), act.cards)
            return
        t.move("stock", hand(self.seat), unknown=1)
        if empty and fits and t.rules["drawn_successor"] == "must":
            what = words("{name} drew a card and kept it", name=name)
            claims.claim(t, self.seat, (duty(t),), Counter([Card("", "")]), what)

    def against(self, t: Table, act: Act, held: Cards, truth: Truth) -> bool:
        top = truth.next_cards(t, "stock", 1)[0]
        kept = not act.cards and top in successors(t) and t.rules["drawn_successor"] == "must"
        return kept and not t.unknown(hand(self.seat))  # (else nothing can ever prove it)

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"count": 1}

    def describe(self, t: Table) -> Text:
        return words("{name} draws a card", name=t.names[self.seat])

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act:
        top = truth.next_cards(t, "stock", 1)[0]
        return Act("draw", self.seat, (top,)) if top in successors(t) else Act("draw", self.seat, count=1)

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act:
        top = truth.next_cards(t, "stock", 1)[0]
        keeps = top in successors(t) and not t.unknown(hand(self.seat))
        return Act("draw", self.seat, count=1 if keeps else 2)


@dataclass(frozen=True)
class Lead(Request[str]):
    """Lead any card of the hand to an empty pile."""

    verbs: ClassVar = ("play",)
    sight: ClassVar = "lot"
    begins: ClassVar = True
    """a new pile, or else on the one that lies there"""

    def apply(self, t: Table, act: Act, force: bool = False) -> str:
        if len(act.cards) != 1 or act.count:
            raise Doubtful("no_cards", words("Which one card does {name} play?", name=t.names[self.seat]))
        new = in_hand(t, self.seat, act)
        if not self.fits(t, act.cards[0]):
            top = t.cards("pile")[-1]
            said = words("{card} does not go on {top}: it goes back", card=act.cards[0].pretty, top=top.pretty)
            raise Illegal("not_the_successor", said, act.cards)
        t.reveal(hand(self.seat), new)
        t.move(hand(self.seat), "pile", act.cards)
        if self.begins:
            clear_below(t)
        return "play"

    def fits(self, t: Table, card: Card) -> bool:
        """Whether the card may lie on the pile."""
        return True

    def faces(self, t: Table) -> Cards:
        return t.unseen() + t.known(hand(self.seat))

    def unlikely(self, t: Table, card: Card) -> bool:
        return not self.fits(t, card)

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"count": 1}

    def describe(self, t: Table) -> Text:
        return words("{name} leads a card", name=t.names[self.seat])

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        fitting = sorted(card for card in truth.hand(t, self.seat) if self.fits(t, card))
        return Act("play", self.seat, (dice.choice(fitting),)) if fitting else None

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        wrong = sorted(card for card in truth.hand(t, self.seat) if not self.fits(t, card))
        return Act("play", self.seat, (dice.choice(wrong),)) if wrong else None


@dataclass(frozen=True)
class PlayOn(Lead):
    """Put the next higher card on the pile. ``beats``: in part two, where a wrong card may count as a take."""

    beats: bool = False
    begins: ClassVar = False

    def fits(self, t: Table, card: Card) -> bool:
        return card in successors(t)

    def describe(self, t: Table) -> Text:
        return words("{name} plays the next higher card", name=t.names[self.seat])

    def punished(self, t: Table, act: Act, seat: Seat) -> str | None:
        if not self.beats or seat != self.seat or act.do != "play" or t.rules["illegal_card"] != "counts_as_take":
            return None
        t.reveal(hand(seat), in_hand(t, seat, act))  # (everybody has seen it)
        take_top(t, seat)
        return "take"


@dataclass(frozen=True)
class TakeTop(Request[None]):
    """Take the top card of the pile into the hand; the rest goes out. It says that no higher card is held."""

    verbs: ClassVar = ("take",)
    sight: ClassVar[Sight] = "taken up"
    takes_from: ClassVar = "pile"

    def takes_all(self, t: Table) -> bool:
        return False

    def apply(self, t: Table, act: Act, force: bool = False) -> None:
        top, name = t.places["pile"][-1].card, t.names[self.seat]
        if top is None:  # (its face is a question: then the taking says nothing of the hand)
            t.reveal("pile", act.cards[:1])
            take_top(t, self.seat)
            return
        if act.cards not in ((), (top,)):
            said = words("{name} takes only the top card, {card}", name=name, card=top.pretty)
            raise Illegal("only_the_top", said, (top,))
        owed = (duty(t),) if successors(t) and t.rules["part_two_duty"] == "must" else ()
        if held := [card for card in t.cards(hand(self.seat)) if owed and card in owed[0].kind]:
            said = words("{name} holds {card} and must play it", name=name, card=held[0].pretty)
            raise Illegal("successor", said, tuple(held))
        what = words("{name} took {card}", name=name, card=top.pretty)
        claims.claim(t, self.seat, owed, Counter([top]), what)
        take_top(t, self.seat)

    def against(self, t: Table, act: Act, held: Cards, truth: Truth) -> bool:
        known = t.places["pile"][-1].card is not None
        return known and t.rules["part_two_duty"] == "must" and any(card in successors(t) for card in held)

    def describe(self, t: Table) -> Text:
        return words("{name} takes the top card", name=t.names[self.seat])

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        return None if self.against(t, Act("take"), truth.hand(t, self.seat), truth) else Act("take", self.seat)

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act:
        return Act("take", self.seat)


def take_top(t: Table, seat: Seat) -> None:
    """The top card goes to the hand, what lies under it out of play."""
    t.move_this("pile", hand(seat), t.places["pile"][-1])
    t.move_all("pile", "aside")
