"""The tricks of Žiao-Pengju: leads of several cards, friends who join when their card falls, false leads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.cards import Card, Cards
from companion.games.ziao_pengju_leads import Shape, duties, leads_of, refuted_by, shape_of, tops_of, winner
from companion.referee import Illegal
from companion.rules.levels import TRUMPS, NoTrump, Trumps, kind, worth
from companion.rules.plays import Play
from companion.rules.requests import Act, Request
from companion.rules.spoken import CallCard, Called
from companion.rules.topleads import Refute, TopLead, TopLeads, false_of, top_lead
from companion.rules.tricks import Trick, take_back, take_trick
from companion.table.table import Laid, Seat, Table, hand, taken
from companion.table.truth import Dice, Truth
from companion.texts import Text

DEFAULT = Trumps("2", "S")
FINE = 10
"""points for each card that a false lead takes back, as a house rule"""


def words(english: str, **values: object) -> Text:
    """A sentence of the tricks."""
    return Text(english, values, "games/ziao_pengju_tricks")


class Ended(Exception):
    """The deal ends at once: a lead of top cards is beaten in its trick, or a hand without a trump was shown."""


# Friends ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CallFriend(CallCard):
    """Name the k-th copy of a card whose player will be a friend; no copy is named twice."""

    before: tuple[Called, ...] = ()

    def apply(self, t: Table, act: Act, force: bool = False) -> Called:
        called = super().apply(t, act, force)
        if called in self.before:
            said = words("{card} number {n} is called already", card=called.card.pretty, n=called.ordinal)
            raise Illegal("called_twice", said, (called.card,))
        return called

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act:
        while True:
            act = super().at_random(t, truth, dice)
            if Called(act.cards[0], act.ordinal or 1) not in self.before:
                return act

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act:
        """Another player calls, or a card that may not be called, or one that has been."""
        wrong = sorted(set(t.pack) - self.faces_allowed)
        if self.before and dice.random() < 0.4:
            return Act("call", self.seat, (self.before[-1].card,), ordinal=self.before[-1].ordinal)
        if wrong and dice.random() < 0.6:
            return Act("call", self.seat, (dice.choice(wrong),), ordinal=1)
        other = dice.choice([seat for seat in range(t.seats) if seat != self.seat])
        return Act("call", other, (min(self.faces_allowed),), ordinal=1)


# Plays --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lead(Play):
    """One card, a group, a sequence, or several top cards."""

    trumps: Trumps = DEFAULT
    longer: bool = False
    by_pairs: bool = False

    def apply(self, t: Table, act: Act, force: bool = False) -> Laid:
        if 1 < len(act.cards) <= self.most and shape_of(self.trumps, act.cards, self.longer) is None:
            said = words("Together are led: equal cards, adjacent groups of a suit, or its highest cards (or pairs)")
            raise Illegal("bad_lead", said, act.cards)
        return super().apply(t, act, force)

    def against(self, t: Table, act: Act, held: Cards, truth: Truth) -> bool:
        shape = shape_of(self.trumps, act.cards, self.longer)
        if shape is None or shape.kind != "tops":
            return False
        return false_of(t, self.trumps, truth, self.seat, act.cards, size=refuted_by(shape, self.by_pairs))

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act:
        for several in (tops_of(t, self.trumps, truth, self.seat, self.longer, self.by_pairs),
                        leads_of(self.trumps, truth.hand(t, self.seat), self.longer)):  # fmt: skip
            if several and dice.random() < 0.5:
                return Act("play", self.seat, dice.choice(several))
        return super().at_random(t, truth, dice)

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        """Several cards that are not the highest, or that do not go together; somebody else leads."""
        held = sorted(truth.hand(t, self.seat))
        if len(held) < 2 or dice.random() < 0.4:
            return super().breach(t, truth, dice)
        card = dice.choice(held)
        suit = [one for one in held if self.trumps.suit_of(one) == self.trumps.suit_of(card)]
        return Act("play", self.seat, tuple(suit[-2:]) if len(suit) > 1 and dice.random() < 0.8 else tuple(held[:2]))


@dataclass(frozen=True)
class Follow(Play):
    """As many cards as were led."""

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        """Cards at random, whatever had to be played; one card too few; somebody else plays."""
        held = sorted(truth.hand(t, self.seat).elements())
        if self.number == 1 or dice.random() < 0.3:
            return super().breach(t, truth, dice)
        dice.shuffle(held)
        return Act("play", self.seat, tuple(held[: self.number - (dice.random() < 0.2)]))


# A deal being played ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TakenBack:
    """A false lead of top cards: who led it, how many cards he takes back, and whether he was known as Attacker."""

    seat: Seat
    cards: int
    attacks: bool

    @property
    def points(self) -> int:
        """What that adds to the points of the Defence."""
        return FINE * self.cards * (1 if self.attacks else -1)


@dataclass
class Playing:
    """Who leads the Attackers, what is trump, who has joined, and what is watched."""

    leader: Seat
    trumps: Trumps
    longer: bool = False
    """a sequence may have more than two groups"""
    by_pairs: bool = False
    """top pairs are beaten by a pair only"""
    leads: TopLeads = field(default_factory=TopLeads)
    called: list[Called] = field(default_factory=list)
    attackers: list[Seat] = field(default_factory=list)
    """in the order they joined"""
    fallen: Cards = field(default_factory=Counter)
    """copies that have been played in this deal"""
    now: TopLead | None = None
    """the lead of top cards in the trick on the table"""
    shape: Shape = field(default_factory=lambda: Shape("group"))
    last: Seat = 0
    """who has won the last trick"""
    led: dict[int, int] = field(default_factory=dict)
    """by event of each lead of top cards: how many cards he takes back if it is false"""
    taken_back: dict[int, TakenBack] = field(default_factory=dict)
    """by their events the false leads that were taken back"""
    trick: Trick | None = None
    """the trick on the table"""
    _joined: tuple[Seat, ...] = ()
    """who had joined when it began, and what had fallen by then"""
    _fell: Cards = field(default_factory=Counter)
    _watched: tuple[int, int] = (0, 0)

    def card_for(self, t: Table, trick: Trick, seat: Seat) -> Play:
        """Any legal lead; then as many cards as were led, of the suit and in groups as far as one can."""
        if not trick.laid:
            self.now, self.trick, self._joined, self._fell = None, trick, tuple(self.attackers), Counter(self.fallen)
            return Lead(seat, lead=True, most=t.size(hand(seat)), trumps=self.trumps, longer=self.longer,
                        by_pairs=self.by_pairs)  # fmt: skip
        first = trick.laid[0]
        return Follow(seat, duties(t.faces, self.trumps, first.card, self.shape), len(first.cards))

    def offers(self, t: Table, trick: Trick) -> Sequence[Request[Any]]:
        """A card that beats a lead of top cards may be shown; as a house rule a hand without a trump."""
        if t.rules["no_trump_hand"] == "redeal" and trick.number == 1 and not trick.laid:
            return [NoTrump(seat, kind(t.faces, self.trumps, TRUMPS), must=False) for seat in trick.players]
        if self.now is None or not trick.laid:
            return []
        return [Refute(seat, self.now) for seat in trick.players if seat != self.now.seat]

    def heard(self, t: Table, asked: Request[Any], answer: Any) -> None:
        """A higher card was shown, or a hand without a trump (else it lies open and is played)."""
        if isinstance(asked, Refute) and self.trick is not None:
            self.leads.false(t, asked.lead, asked.lead.beaten_by(answer))
            self.leads.watch(t)
            self.beaten(t, self.trick)
        elif answer:
            raise Ended

    def watch(self, t: Table, trick: Trick) -> None:
        """What the newest cards bring: a friend, the proof of a false lead."""
        number, done = self._watched
        done = done if number == trick.number else 0
        self._watched = (trick.number, len(trick.laid))
        for laid in trick.laid[done:]:
            self.join(t, laid)
            if laid is trick.laid[0]:
                self.began(t, laid)
            self.leads.watch(t, [laid])
            if self.now is not None and self.now.beaten_by(laid):
                self.beaten(t, trick)
                break

    def began(self, t: Table, first: Laid) -> None:
        """A trick has been led: its kind follows from the cards; top cards claim to be the highest."""
        self.shape = shape_of(self.trumps, first.cards, self.longer) or Shape("group")
        self.now = None
        if self.shape.kind == "tops":
            self.now = top_lead(t, self.trumps, first, refuted_by(self.shape, self.by_pairs))
            self.leads.standing.append(self.now)
            self.led[first.event] = len(first.cards) - self.shape.size

    def beaten(self, t: Table, trick: Trick) -> None:
        """A lead of top cards was beaten in its trick: the deal is over, or all but its lowest card is taken back.

        Who had joined by a card of this trick that goes back to his hand has not played it yet.
        """
        if t.rules["false_lead_penalty"] == "deal_lost":
            raise Ended
        first = trick.laid[0]
        attacks = first.seat in self.attackers
        self.taken_back[first.event] = TakenBack(first.seat, self.led[first.event], attacks)
        for laid in trick.laid:
            self.leads.took_back(laid)
        self.attackers[:], self.fallen = self._joined, Counter(self._fell)
        take_back(t, trick, (min(first.cards, key=self.trumps.height),) * self.shape.size)
        self._watched = (trick.number, 0)
        self.watch(t, trick)
        self.show(t)

    def join(self, t: Table, laid: Laid) -> None:
        """Copies are counted as they are played; who plays one that was called joins the Attackers."""
        for card in self.counted(t, laid):
            self.fallen[card] += 1
            if Called(card, self.fallen[card]) in self.called and laid.seat not in self.attackers:
                self.attackers.append(laid.seat)
                self.show(t)

    def counted(self, t: Table, laid: Laid) -> Sequence[Card]:
        """The cards that count for that, left to right: where the deal is lost, up to the one that beats its lead."""
        card = self.now.beaten_by(laid) if self.now is not None else None
        if self.now is None or card is None or t.rules["false_lead_penalty"] != "deal_lost":
            return laid.cards
        there = [number for number, one in enumerate(laid.cards, 1) if one == card]
        return laid.cards[: there[self.now.size - 1]]

    def show(self, t: Table) -> None:
        """What everybody knows of the sides."""
        t.partners = (frozenset(self.attackers),)
        for seat in range(t.seats):
            t.marks.setdefault(seat, {}).pop("side", None)
        for seat in self.attackers:
            t.marks[seat]["side"] = words("Leader") if seat == self.leader else words("friend")
        if fine := sum(one.points for one in self.taken_back.values()):
            t.board["false_leads"] = words("false leads: {points} points for the Defence", points=f"{fine:+}")
        t.board["defence"] = words("before the Defence: {points} points", points=self.defence(t))

    def finish(self, t: Table, trick: Trick) -> Seat:
        """The winner draws the trick to himself; the point cards that lie before the Defence are counted."""
        self.last = winner(self.trumps, self.shape, trick.laid, self.longer).seat
        take_trick(t, self.last)
        self.show(t)
        return self.last

    def defence(self, t: Table) -> int:
        """Card points in the tricks of those who have not joined the Attackers."""
        return worth(t.known(*(taken(seat) for seat in range(t.seats) if seat not in self.attackers)))


def callable_faces(t: Table, trumps: Trumps) -> frozenset[Card]:
    """The cards that may be called: no trumps, unless the table allows it."""
    faces = frozenset(t.pack)
    return faces if t.rules["called_trump"] == "allowed" else faces - kind(t.faces, trumps, TRUMPS)
