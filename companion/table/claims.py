"""Obligations as data, what a play claims about a hidden hand, and the proof when the claim breaks.

A game states its obligations as a tuple of ``Duty``, most binding first ("of the suit led", "a trump"). From them
follow three things that can never disagree, because they are one: which cards of a known hand are legal
(``legal_cards``), what a play claims about the cards that stay hidden (``claimed``: upper bounds by face), and when a
claim is broken (``shown``, ``check``).

A claim is about the hidden cards of a hand at the moment of the play. It breaks

* when a card that it denies comes to light from that hand, or
* as soon as the unseen cards cannot fill the hand any more ("earliest proof"). Only physical facts count here: cards
  seen, numbers of cards, packs. What other people claim is never used against a seat; when only the claims of several
  together fit no deal, somebody broke a rule and nobody is named (``somebody``).

Cards taken in unseen loosen a claim by as many (``slack``): each may be the one that is shown later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.cards import Card, Cards
from companion.referee import Finding
from companion.table import worlds
from companion.texts import Text, text

if TYPE_CHECKING:
    from companion.table.table import Seat, Table


@dataclass(frozen=True)
class Duty:
    """One obligation: of these faces as many groups of ``group`` equal cards as the hand can give, up to ``number``.

    ``words`` says what had to be done ("spades had to be followed"); ``rule`` names it in findings.
    """

    rule: str
    kind: frozenset[Card]
    words: Text
    number: int = 1
    group: int = 1
    exempt: frozenset[Card] = frozenset()
    """faces that may always be played instead: playing one claims nothing, holding one binds nobody"""

    def served(self, play: Cards) -> int:
        """How many groups a play gives."""
        return sum(copies // self.group for card, copies in play.items() if card in self.kind)


Duties = Sequence[Duty]


def claimed(duties: Duties, play: Cards) -> list[tuple[Duty, dict[Card, int]]]:
    """What a play says of the cards that stay in the hand: for each duty not fully served, at most so many a face.

    A duty binds only cards of the play that serve no more binding one.
    """
    found: list[tuple[Duty, dict[Card, int]]] = []
    free = play.total()
    for duty in duties:
        served = duty.served(play)
        spare = free - served * duty.group - sum(play[card] for card in duty.exempt)
        if served < duty.number and spare >= duty.group:
            found.append((duty, {card: duty.group - 1 - play[card] % duty.group for card in duty.kind}))
        if duty.group == 1:
            free -= served
    return found


def broken(duties: Duties, play: Cards, rest: Cards) -> tuple[Duty, tuple[Card, ...]] | None:
    """The most binding duty that a play from a known hand breaks, with the cards that prove it; ``rest`` stays."""
    for duty, most in claimed(duties, play):
        over = tuple(card for card, copies in rest.items() if copies > most.get(card, copies))
        if over:
            return duty, over
    return None


def legal_cards(duties: Duties, held: Cards) -> list[Card]:
    """Which cards of a known hand may be played one at a time."""
    return [card for card in held if broken(duties, Counter([card]), held - Counter([card])) is None]


@dataclass(eq=False)
class Claim:
    """What a seat's play or announcement says of its hidden cards.

    ``most``: at most so many of each named face. ``kind`` and ``least``: at least so many of a kind (an announcement
    that cards are held).
    """

    seat: Seat
    rule: str
    event: int
    words: Text
    """what the seat did and what it owed, for the sentence of a finding"""
    most: dict[Card, int] = field(default_factory=dict)
    kind: frozenset[Card] = frozenset()
    least: int = 0
    trick: int = 0
    """in which trick"""
    slack: int = 0
    """unknown cards taken in since: so many denied cards prove nothing"""
    found: Finding | None = None
    """a finding that a better one, about this claim, would replace"""


def claim(t: Table, seat: Seat, duties: Duties, play: Cards, what: Text) -> None:
    """Put down what a play claims about the hidden rest of a hand; ``what`` tells the play in words.

    Called when the play has come to light but still lies in the hand: known cards that stay use up what is allowed.
    """
    if not (owed := claimed(duties, play)):
        return
    rest = t.known(f"hand {seat}") - play
    for duty, most in owed:
        words = text("{what}; {duty}", what=what, duty=duty.words)
        left = {card: max(0, copies - rest[card]) for card, copies in most.items()}
        t.claims.append(Claim(seat, duty.rule, t.event, words, left, trick=t.trick_number))


def denied(t: Table, seat: Seat, card: Card) -> bool:
    """Whether a seat has claimed to hold no such card, and has taken in none since that it may be."""
    if t.known(f"hand {seat}")[card]:
        return False
    return any(one.seat == seat and not one.slack and one.most.get(card, 1) == 0 for one in t.claims)


def holds(t: Table, seat: Seat, rule: str, kind: frozenset[Card], least: int, what: Text) -> None:
    """A seat says that it holds at least so many cards of a kind; those that are open in its hand count now.

    The claim is about the hidden ones: each of the kind that comes to light later leaves one less to be there.
    """
    hidden = least - sum(copies for card, copies in t.known(f"hand {seat}").items() if card in kind)
    if hidden > 0:
        t.claims.append(Claim(seat, rule, t.event, what, kind=kind, least=hidden))


def loosened(t: Table, seat: Seat, number: int) -> None:
    """A hand has taken in cards that nobody saw: they may be denied ones."""
    for one in t.claims:
        if one.seat == seat:
            one.slack += number


def shown(t: Table, seat: Seat, cards: Sequence[Card]) -> None:
    """Hidden cards of a hand come to light: claims that deny them are broken, announced ones are seen to be there."""
    for one in [one for one in t.claims if one.seat == seat and one.event != t.event]:
        for card in cards:
            if card in one.most and one in t.claims:
                take(t, one, card)
            if card in one.kind:
                one.least -= 1
    t.claims = [one for one in t.claims if one.most or one.least > 0]


def take(t: Table, one: Claim, card: Card) -> None:
    """One card that a claim is about has come to light."""
    if one.most[card] > 0:
        one.most[card] -= 1
    elif one.slack > 0:
        one.slack -= 1
    else:
        words = text("{what}; but {card} was in the hand", what=one.words, card=card.pretty)
        accuse(t, one, words, (card,))


def check(t: Table) -> None:
    """After every event: whether each seat's own claims still fit a deal of the unseen cards."""
    if not t.claims:
        return
    unseen = t.unseen()
    by_seat: dict[Seat, list[Claim]] = {}
    for one in t.claims:
        by_seat.setdefault(one.seat, []).append(one)
    for seat, mine in by_seat.items():
        if possible(t, seat, mine, unseen):
            continue
        alone = next((one for one in mine if not possible(t, seat, [one], unseen)), None)
        if alone is not None:
            proof = tuple(sorted(card for card in unseen if card in alone.most or card in alone.kind))
            words = text("{what}; but no deal of the cards not seen fits that", what=alone.words)
            accuse(t, alone, words, proof)
        else:
            told = [one for one in mine if one.found is not None and one.found.among]
            if not told or possible(t, seat, told, unseen):  # (else told already, whatever was claimed since)
                one_of_these(t, mine)


def one_of_these(t: Table, mine: Sequence[Claim]) -> None:
    """A seat's claims together fit no deal: one of its plays broke a rule, and it is not known yet which."""
    tricks = ", ".join(str(n) for n in dict.fromkeys(one.trick for one in mine) if n)
    name = t.names[mine[0].seat]
    words = text(
        "{name} broke a rule in one of the tricks {tricks}: no deal of the cards not seen fits all of them",
        name=name, tricks=tricks,
    )  # fmt: skip
    told = t.find(mine[-1].rule, mine[-1].seat, words, about=mine[-1].event, among=tuple(one.event for one in mine))
    for one in mine:
        one.found = told


def possible(t: Table, seat: Seat, mine: Sequence[Claim], unseen: Cards) -> bool:
    """Whether a seat's hidden cards can be as it claims: facts of the table and its own claims only."""
    room = t.unknown(f"hand {seat}")
    slack = max([one.slack for one in mine], default=0)
    least = max([one.least for one in mine], default=0)
    if least <= 0 and len(set(unseen).difference(*[one.most for one in mine])) + slack >= room:
        return True  # (as a rule there are enough cards that nothing is said of)
    denied: dict[Card, int] = {}  # by face how many of the unseen copies must lie elsewhere
    for one in mine:
        for card in one.most.keys() & unseen.keys():
            over = unseen[card] - one.most[card]
            if over > denied.get(card, 0):
                denied[card] = over
    if unseen.total() - sum(denied.values()) + slack < room:
        return False
    for one in mine:
        if one.least > 0:
            there = sum(unseen[card] - denied.get(card, 0) for card in one.kind) + slack
            if one.least > min(room, there):
                return False
    return True


def accuse(t: Table, one: Claim, words: Text, proof: tuple[Card, ...]) -> None:
    """A claim is broken: put down the finding, in the place of a vaguer one about the same claim.

    Of several duties of one play the more binding stay claimed: if one of them proves broken too, it was the reason.
    """
    if one.found is not None:
        t.findings = [f for f in t.findings if told_of(f) != told_of(one.found)]
        for other in t.claims:  # (if the others still fit no deal, they broke a rule once more)
            if other is not one and other.found is not None and told_of(other.found) == told_of(one.found):
                other.found = None
    told = t.find(one.rule, one.seat, words, proof, about=one.event)
    siblings = [other for other in t.claims if other.seat == one.seat and other.event == one.event]
    later = siblings[siblings.index(one) :]
    for other in siblings:
        other.found = told
    t.claims = [other for other in t.claims if not any(other is gone for gone in later)]


def told_of(found: Finding) -> tuple[int, int | None, str, tuple[int, ...]]:
    """What makes a finding the same though it was let stand since."""
    return found.about, found.seat, found.rule, found.among


def somebody(t: Table) -> bool:
    """Whether all claims together fit no deal: then somebody broke a rule, and it is not known who."""
    room = {place: t.unknown(place) for place in t.places if t.unknown(place)}
    most: dict[str, Mapping[Card, int]] = {}
    for seat in range(t.seats):
        mine = [one for one in t.claims if one.seat == seat and one.most and not one.slack]
        faces = {card for one in mine for card in one.most}
        most[f"hand {seat}"] = {card: min(one.most.get(card, 99) for one in mine) for card in faces}
    least = [
        worlds.Least(f"hand {one.seat}", one.kind, one.least)
        for one in t.claims
        if one.least > 0 and not t.known(f"hand {one.seat}")
    ]
    return not worlds.fits(t.unseen(), room, most, least[:1])
