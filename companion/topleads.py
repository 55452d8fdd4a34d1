"""Several cards led at once because nobody else can beat them: a claim about the other hands, checked as cards fall.

No other hand may hold a card of the suit that is higher than the lowest one led. That depends on hands the leader does
not see, so it is no duty but a claim about the table: false as soon as another player shows such a card, or as soon as
the unseen ones have no room left in the leader's own hand and among the cards that are out of play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from companion.cards import Card
from companion.levels import Trumps, higher
from companion.plays import in_hand
from companion.referee import Illegal
from companion.requests import Act, Request
from companion.table import Laid, Seat, Table, hand
from companion.texts import Text
from companion.truth import Dice, Truth

RULE = "false_lead"


def words(english: str, **values: object) -> Text:
    """A sentence of this module."""
    return Text(english, values, "games/topleads")


@dataclass(frozen=True)
class TopLead:
    """A lead of several cards: ``above`` are the faces that must not be in another hand."""

    laid: Laid
    suit: str
    above: frozenset[Card]

    @property
    def seat(self) -> Seat:
        """Who led."""
        return self.laid.seat

    def beaten_by(self, laid: Laid) -> Card | None:
        """The higher card that another player has put or shown, if any."""
        return next((card for card in laid.cards if card in self.above), None) if laid.seat != self.seat else None


def top_lead(t: Table, trumps: Trumps, laid: Laid) -> TopLead:
    """What a lead of several cards claims."""
    lowest = min(laid.cards, key=trumps.height)
    return TopLead(laid, trumps.suit_of(lowest), higher(t.faces, trumps, lowest))


@dataclass
class TopLeads:
    """The leads of several cards in a deal that have not been proved false."""

    standing: list[TopLead] = field(default_factory=list)
    aside_refutes: bool = False
    """as a house rule a higher card among those out of play counts as well"""

    def watch(self, t: Table, laid: Sequence[Laid] = ()) -> None:
        """Whether cards that lie there, or where the unseen ones can be, prove a lead false."""
        for lead in list(self.standing):
            beaten = next((card for one in laid if (card := lead.beaten_by(one)) is not None), None)
            if beaten is not None:
                self.false(t, lead, beaten)
            elif not fits(t, lead, self.aside_refutes):
                self.false(t, lead)

    def false(self, t: Table, lead: TopLead, card: Card | None = None) -> None:
        """A lead is proved false."""
        self.standing.remove(lead)
        led = " ".join(one.pretty for one in lead.laid.cards)
        name = t.names[lead.seat]
        if card is None:
            said = words("{name} led {cards}, but a higher card must be in another hand", name=name, cards=led)
        else:
            said = words("{name} led {cards}, but {card} is higher", name=name, cards=led, card=card.pretty)
        proof = tuple(sorted(one for one in lead.above if t.unseen()[one])) if card is None else (card,)
        t.find(RULE, lead.seat, said, proof, about=lead.laid.event)


def fits(t: Table, lead: TopLead, aside_refutes: bool) -> bool:
    """Whether all higher cards may be where they do no harm; a known one in another hand does."""
    harmful = [hand(seat) for seat in range(t.seats) if seat != lead.seat] + ["aside"] * aside_refutes
    if any(card in lead.above for card in t.known(*harmful)):
        return False
    unseen = t.unseen()
    room = t.unknown(hand(lead.seat)) + (0 if aside_refutes else t.unknown("aside"))
    return sum(unseen[card] for card in lead.above) <= room


def top_sets(
    t: Table, trumps: Trumps, truth: Truth, seat: Seat, most: int, aside_refutes: bool = False
) -> list[tuple[Card, ...]]:
    """Leads of several different cards that are truly the highest, by one who sees all hands."""
    others = elsewhere(t, truth, seat, aside_refutes)
    found = []
    for suit in sorted({trumps.suit_of(card) for card in truth.hand(t, seat)}):
        best = max((trumps.height(card) for card in others if trumps.suit_of(card) == suit), default=-1)
        top = sorted(card for card in truth.hand(t, seat) if trumps.suit_of(card) == suit and
                     trumps.height(card) >= best)  # fmt: skip
        found += [tuple(top[:number]) for number in range(2, min(most, len(top)) + 1)]
    return found


def false_of(
    t: Table, trumps: Trumps, truth: Truth, seat: Seat, cards: Sequence[Card], aside_refutes: bool = False
) -> bool:
    """Whether a lead is false, by one who sees all hands."""
    above = higher(t.faces, trumps, min(cards, key=trumps.height))
    return any(card in above for card in elsewhere(t, truth, seat, aside_refutes))


def elsewhere(t: Table, truth: Truth, seat: Seat, aside_refutes: bool) -> list[Card]:
    """The cards that a lead of this seat must beat, by one who sees them."""
    hands = [card for other in range(t.seats) if other != seat for card in truth.hand(t, other).elements()]
    return hands + ([truth.of(lying) for lying in t.places["aside"]] if aside_refutes else [])


@dataclass(frozen=True)
class Refute(Request[Laid]):
    """Before the trick is complete somebody shows a card that is higher than the lowest one led."""

    lead: TopLead
    verbs: ClassVar = ("show",)
    optional: ClassVar = True

    def apply(self, t: Table, act: Act, force: bool = False) -> Laid:
        if len(act.cards) != 1 or act.cards[0] not in self.lead.above:
            raise Illegal("no_refutation", words("That card does not beat the lead"), act.cards)
        t.reveal(hand(self.seat), in_hand(t, self.seat, act))
        return Laid(self.seat, act.cards, t.event)

    def describe(self, t: Table) -> Text:
        return words("{name} may show a higher card", name=t.names[self.seat])

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        mine = sorted(card for card in truth.hand(t, self.seat) if card in self.lead.above)
        return Act("show", self.seat, (mine[0],)) if mine and dice.random() < 0.5 else None


def winner(trumps: Trumps, laid: Sequence[Laid]) -> Laid:
    """Who wins a trick: the highest trump, else the highest of the suit led; of equal ones the first played.

    Of several cards each, only who has put nothing but trumps beats a lead that is not of trumps.
    """
    led = trumps.suit_of(laid[0].card)
    if len(laid[0].cards) == 1:
        for suit in trumps.best_suits(laid[0].card):
            there = [one for one in laid if trumps.suit_of(one.card) == suit]
            if there:
                return max(there, key=lambda one: trumps.height(one.card))
    ruffs = [one for one in laid if all(trumps.suit_of(card) == "trumps" for card in one.cards)]
    if led == "trumps" or not ruffs:
        return laid[0]
    return max(ruffs, key=lambda one: max(map(trumps.height, one.cards)))
