"""The tricks of Dja-Bai-Fem: following the effective suit, leads of several top cards, hands without a trump."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.cards import Cards
from companion.referee import Illegal
from companion.rules.dealt import DealtHands, Said, none
from companion.rules.levels import TRUMPS, NoTrump, Trumps, follow, kind, worth
from companion.rules.plays import Play
from companion.rules.requests import Act, Request
from companion.rules.topleads import Refute, TopLead, TopLeads, false_of, top_lead, top_sets, winner
from companion.rules.tricks import Trick, take_trick
from companion.table.sides import side
from companion.table.table import Laid, Seat, Table, hand, taken
from companion.table.truth import Dice, Truth
from companion.texts import Text

HANDS, ALL = 12, 100
DEFAULT = Trumps("2", "S")


def words(english: str, **values: object) -> Text:
    """A sentence of the tricks."""
    return Text(english, values, "games/dja_bai_fem_tricks")


class Ended(Exception):
    """The deal ends at once: a lead was beaten, or a hand without a trump was shown."""


# The tricks ---------------------------------------------------------------------------------------------------------


def bare_seats(t: Table, leader: Seat) -> list[Seat]:
    """Who may show a hand without a trump: everybody, as a house rule not the Leader."""
    return [seat for seat in range(t.seats) if t.rules["no_trump_hand"] != "not_leader" or seat != leader]


@dataclass(frozen=True)
class Lead(Play):
    """One card, or several of one suit that are the highest outstanding. ``bare``: who must show a trumpless hand."""

    trumps: Trumps = DEFAULT
    aside_refutes: bool = False
    bare: tuple[NoTrump, ...] = ()

    def apply(self, t: Table, act: Act, force: bool = False) -> Laid:
        if len({self.trumps.suit_of(card) for card in act.cards}) > 1 and len(act.cards) <= self.most:
            raise Illegal("mixed_lead", words("Several cards are led of one suit only"), act.cards)
        return super().apply(t, act, force)

    def against(self, t: Table, act: Act, held: Cards, truth: Truth) -> bool:
        several = len(act.cards) > 1
        return several and false_of(t, self.trumps, truth, self.seat, act.cards, self.aside_refutes)

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:  # type: ignore[override]
        if any(one.must and one.at_random(t, truth, dice) for one in self.bare):
            return None
        top = top_sets(t, self.trumps, truth, self.seat, self.most, self.aside_refutes)
        if top and dice.random() < 0.6:
            return Act("play", self.seat, dice.choice(top))
        return super().at_random(t, truth, dice)

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        """Several cards that are not the highest, or not of one suit; somebody else leads."""
        held = sorted(truth.hand(t, self.seat).elements())
        if len(held) < 2 or dice.random() < 0.4:
            return super().breach(t, truth, dice)
        card = dice.choice(held)
        suit = [one for one in held if self.trumps.suit_of(one) == self.trumps.suit_of(card)]
        return Act("play", self.seat, tuple(suit[-2:]) if len(suit) > 1 and dice.random() < 0.8 else tuple(held[:2]))


@dataclass
class Playing:
    """Who leads the Declarers, what is trump, and what is watched."""

    leader: Seat
    trumps: Trumps
    leads: TopLeads
    hands: DealtHands = field(default_factory=DealtHands)
    now: TopLead | None = None
    """the lead of several cards in the trick on the table"""
    last: Seat = 0
    """who has won the last trick"""
    opened: bool = False
    """a card has been led in this deal"""

    def declares(self, seat: Seat) -> bool:
        """Whether a seat is of the Declarers."""
        return side(seat) == side(self.leader)

    def card_for(self, t: Table, trick: Trick, seat: Seat) -> Play:
        """Any card may be led, or several top cards; follow the effective suit with as many as one can."""
        self.watch(t, trick)
        if trick.laid:
            number = len(trick.laid[0].cards)
            return Play(seat, (follow(t.faces, self.trumps, trick.led, number),), number)
        most = HANDS if t.rules["max_multi"] == "unlimited" else 3
        several = self.declares(seat) or t.rules["multi_by"] == "anyone"
        return Lead(seat, lead=True, most=min(most, t.size(hand(seat))) if several else 0, trumps=self.trumps,
                    aside_refutes=self.leads.aside_refutes, bare=tuple(self.bare(t, trick)))  # fmt: skip

    def bare(self, t: Table, trick: Trick) -> list[NoTrump]:
        """Before the first lead of the deal everybody may show a hand without a trump."""
        if trick.laid or trick.number > 1:
            return []
        trumps = kind(t.faces, self.trumps, TRUMPS)
        return [NoTrump(seat, trumps, t.rules["no_trump_hand"] != "right") for seat in bare_seats(t, self.leader)]

    def offers(self, t: Table, trick: Trick) -> Sequence[Request[Any]]:
        """A hand without a trump may be shown; a card that beats a lead of several."""
        if self.now is None or not trick.laid:
            return self.bare(t, trick)
        return [Refute(seat, self.now) for seat in trick.players if seat != self.now.seat]

    def heard(self, t: Table, asked: Request[Any], answer: Any) -> None:
        """What was shown."""
        if isinstance(asked, Refute):
            self.leads.watch(t, [answer])
            raise Ended
        if answer:
            raise Ended

    def watch(self, t: Table, trick: Trick) -> None:
        """What the newest card proves; a beaten lead of several ends the deal."""
        if not trick.laid:
            self.now = None
            return
        first, newest = trick.laid[0], trick.laid[-1]
        if newest is first:
            self.began(t, trick)
        self.hands.watch(t, trick)
        self.leads.watch(t, [newest])
        if self.now is not None and newest is not first:
            plain = trick.laid[0].card not in kind(t.faces, self.trumps, TRUMPS)
            ruffed = plain and all(self.trumps.suit_of(card) == TRUMPS for card in newest.cards)
            if self.now.beaten_by(newest) or (ruffed and t.rules["ruffed_multi"] == "beaten"):
                raise Ended

    def began(self, t: Table, trick: Trick) -> None:
        """A trick has been led: several cards claim to be the highest, and the time to show a bare hand is over."""
        first = trick.laid[0]
        if len(first.cards) > 1 and (self.now is None or self.now.laid is not first):
            self.now = top_lead(t, self.trumps, first)
            self.leads.standing.append(self.now)
        if trick.number == 1 and not self.opened and t.rules["no_trump_hand"] != "right":
            for seat in bare_seats(t, self.leader):
                what = words("{name} held no trump and did not show it before the first lead", name=t.names[seat])
                self.hands.say(t, [Said(seat, "no_trump_hand", what, kind(t.faces, self.trumps, TRUMPS), none())])
        self.opened = True

    def finish(self, t: Table, trick: Trick) -> Seat:
        """The winner draws the trick to himself; the point cards of the Defence are counted."""
        self.watch(t, trick)
        self.last = winner(self.trumps, trick.laid).seat
        take_trick(t, self.last)
        t.board["defence"] = words("Defence: {points} points", points=self.defence(t))
        return self.last

    def defence(self, t: Table) -> int:
        """Card points in the tricks of the Defence."""
        return worth(t.known(*(taken(seat) for seat in range(t.seats) if not self.declares(seat))))

    def lost_by(self, seat: Seat) -> int:
        """What the Defence is counted when this player's side has lost the deal."""
        return ALL if self.declares(seat) else 0
