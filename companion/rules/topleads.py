"""Several cards led at once because nobody else can beat them: a claim about the other hands, checked as cards fall.

No other hand may hold a card of the suit that is higher than the lowest one led. That depends on hands the leader does
not see, so it is no duty but a claim about the table: false as soon as another player shows such a card, or as soon as
the unseen ones have no room left in the leader's own hand and among the cards that are out of play. Where pairs were
led it may be that only a higher pair in one hand does harm.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from companion.cards import Card, Cards
from companion.referee import Illegal
from companion.rules.levels import Trumps, higher
from companion.rules.plays import in_hand
from companion.rules.requests import Act, Request
from companion.table import worlds
from companion.table.table import Laid, Seat, Table, hand
from companion.table.truth import Dice, Truth
from companion.texts import Text

RULE = "false_lead"


def words(english: str, **values: object) -> Text:
    """A sentence of this module."""
    return Text(english, values, "games/topleads")


@dataclass(frozen=True)
class TopLead:
    """A lead of several cards: ``above`` are the faces of which no other hand may hold ``size`` equal ones."""

    laid: Laid
    suit: str
    above: frozenset[Card]
    size: int = 1
    played: dict[Seat, Cards] = field(default_factory=dict, compare=False)
    """what the others have played since, where one card alone does no harm"""

    @property
    def seat(self) -> Seat:
        """Who led."""
        return self.laid.seat

    def beaten_by(self, laid: Laid) -> Card | None:
        """The higher card (or pair) that another player has put or shown, if any."""
        there = Counter(laid.cards) if laid.seat != self.seat else Counter()
        return next((card for card, copies in there.items() if card in self.above and copies >= self.size), None)

    def held(self, t: Table, seat: Seat) -> Cards:
        """The cards that another player is known to hold, or has played since."""
        return t.known(hand(seat)) + self.played.get(seat, Counter())


def top_lead(t: Table, trumps: Trumps, laid: Laid, size: int = 1) -> TopLead:
    """What a lead of several cards claims; ``size``: only so many equal higher cards in one hand make it false."""
    lowest = min(laid.cards, key=trumps.height)
    return TopLead(laid, trumps.suit_of(lowest), higher(t.faces, trumps, lowest), size)


@dataclass
class TopLeads:
    """The leads of several cards in a deal that have not been proved false."""

    standing: list[TopLead] = field(default_factory=list)
    aside_refutes: bool = False
    """as a house rule a higher card among those out of play counts as well"""

    def watch(self, t: Table, laid: Sequence[Laid] = ()) -> None:
        """Whether cards that lie there, or where the unseen ones can be, prove a lead false."""
        for lead in list(self.standing):
            for one in laid if lead.size > 1 else ():
                lead.played.setdefault(one.seat, Counter()).update(one.cards)
            beaten = next((card for one in laid if (card := lead.beaten_by(one)) is not None), None)
            if beaten is None and lead.size == 1:
                beaten = known_elsewhere(t, lead, self.aside_refutes)
            if beaten is not None:
                self.false(t, lead, beaten)
            elif not fits(t, lead, self.aside_refutes):
                self.false(t, lead)

    def took_back(self, laid: Laid) -> None:
        """These cards are in the hand again."""
        for lead in self.standing:
            if laid.seat in lead.played:
                lead.played[laid.seat].subtract(laid.cards)

    def false(self, t: Table, lead: TopLead, card: Card | None = None) -> None:
        """A lead is proved false, if it has not been."""
        if lead not in self.standing:
            return
        self.standing.remove(lead)
        led = " ".join(one.pretty for one in lead.laid.cards)
        said = higher_words(lead, card)
        proof = tuple(sorted(one for one in lead.above if t.unseen()[one])) if card is None else (card,) * lead.size
        what = words("{name} led {cards}, but {what}", name=t.names[lead.seat], cards=led, what=said)
        t.find(RULE, lead.seat, what, proof, about=lead.laid.event)


def higher_words(lead: TopLead, card: Card | None) -> Text:
    """What proves a lead false: a card or a pair that was seen, or one that must be there."""
    if card is None and lead.size == 1:
        return words("a higher card must be in another hand")
    if card is None:
        return words("a higher pair must be in another hand")
    if lead.size == 1:
        return words("{card} is higher", card=card.pretty)
    return words("{cards} are higher", cards=" ".join([card.pretty] * lead.size))


def fits(t: Table, lead: TopLead, aside_refutes: bool) -> bool:
    """Whether all higher cards may be where they do no harm; a known one in another hand does."""
    if lead.size > 1:
        return fit_apart(t, lead)
    if known_elsewhere(t, lead, aside_refutes) is not None:
        return False
    unseen, there = t.unseen(), harmful(t, lead, aside_refutes)
    room = sum(t.unknown(place) for place in t.places if place not in there)
    return sum(unseen[card] for card in lead.above) <= room


def known_elsewhere(t: Table, lead: TopLead, aside_refutes: bool) -> Card | None:
    """A higher card that everybody knows to be where it does harm."""
    return min((card for card in t.known(*harmful(t, lead, aside_refutes)) if card in lead.above), default=None)


def harmful(t: Table, lead: TopLead, aside_refutes: bool) -> list[str]:
    """The places where a higher card makes a lead false: the other hands; as a house rule what was laid away."""
    return [hand(seat) for seat in range(t.seats) if seat != lead.seat] + ["aside"] * aside_refutes


def fit_apart(t: Table, lead: TopLead) -> bool:
    """Whether the higher cards can be so dealt that no other hand holds, or held, ``size`` equal ones of them."""
    most = {}
    for seat in (seat for seat in range(t.seats) if seat != lead.seat):
        held = lead.held(t, seat)
        most[hand(seat)] = {card: lead.size - 1 - held[card] for card in lead.above}
    if any(left < 0 for limits in most.values() for left in limits.values()):
        return False
    unseen = t.unseen()
    if all(unseen[card] <= left for limits in most.values() for card, left in limits.items()):
        return True  # (wherever they are)
    return worlds.fits(unseen, {place: t.unknown(place) for place in t.places if t.unknown(place)}, most)


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
    t: Table,
    trumps: Trumps,
    truth: Truth,
    seat: Seat,
    cards: Sequence[Card],
    aside_refutes: bool = False,
    size: int = 1,
) -> bool:
    """Whether a lead is false, by one who sees all hands."""
    above = higher(t.faces, trumps, min(cards, key=trumps.height))
    return any(card in above for card in elsewhere(t, truth, seat, aside_refutes, size))


def elsewhere(t: Table, truth: Truth, seat: Seat, aside_refutes: bool, size: int = 1) -> list[Card]:
    """The cards that a lead of this seat must beat, by one who sees them; of which a hand holds ``size`` equal ones."""
    others = [truth.hand(t, other) for other in range(t.seats) if other != seat]
    hands = [card for held in others for card, copies in held.items() for _ in range(copies) if copies >= size]
    return hands + ([truth.of(lying) for lying in t.places["aside"]] if aside_refutes else [])


@dataclass(frozen=True)
class Refute(Request[Laid]):
    """Before the trick is complete somebody shows a card that is higher than the lowest one led."""

    lead: TopLead
    verbs: ClassVar = ("show",)
    optional: ClassVar = True

    def apply(self, t: Table, act: Act, force: bool = False) -> Laid:
        size = self.lead.size
        if len(set(act.cards)) != 1 or len(act.cards) > size or act.cards[0] not in self.lead.above:
            raise Illegal("no_refutation", words("That card does not beat the lead"), act.cards)
        played = self.played(t)[act.cards[0]]
        if len(act.cards) + played < size:
            raise Illegal("no_refutation", words("Only a higher pair beats the lead"), act.cards)
        t.reveal(hand(self.seat), in_hand(t, self.seat, act))
        return Laid(self.seat, act.cards[:1] * size, t.event)

    def played(self, t: Table) -> Cards:
        """What he has put to this trick: one of a pair may lie there, the other be shown."""
        return Counter(card for laid in t.trick if laid.seat == self.seat for card in laid.cards)

    def describe(self, t: Table) -> Text:
        if self.lead.size > 1:
            return words("{name} may show a higher pair", name=t.names[self.seat])
        return words("{name} may show a higher card", name=t.names[self.seat])

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        size, held = self.lead.size, truth.hand(t, self.seat)
        mine = sorted(card for card, copies in held.items() if card in self.lead.above and copies >= size)
        return Act("show", self.seat, (mine[0],) * size) if mine and dice.random() < 0.5 else None


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
