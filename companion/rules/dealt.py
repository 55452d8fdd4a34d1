"""What people say about the hand they were dealt ("I hold three aces"), and the proof when it was not so.

A rule is given as data: of a kind of cards the hand must not have held certain numbers (``Said``). Facts alone bind:
cards seen from a hand, cards seen elsewhere, how many are hidden where. The proof comes as soon as every number that
is still possible is a wrong one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.cards import Card, Cards
from companion.rules.tricks import Trick
from companion.table.table import Seat, Table, hand
from companion.texts import Text

MANY = 200
"""more cards than any hand holds"""


def words(english: str, **values: object) -> Text:
    """A sentence of this module."""
    return Text(english, values, "games/dealt")


@dataclass(eq=False)
class Said:
    """What a seat did or said, which is against the rules if it held a ``wrong`` number of cards of a kind.

    ``unless``: holding one of these excuses it. ``what`` says what was done and what the rule is.
    """

    seat: Seat
    rule: str
    what: Text
    kind: frozenset[Card]
    wrong: frozenset[int]
    unless: frozenset[Card] = frozenset()
    event: int = 0
    there: int = 0
    """cards of the kind that the hand has shown and played since"""
    excusing: int = 0

    def false_of(self, held: Cards) -> bool:
        """Whether it was against the rules, by one who sees the hand."""
        number = sum(copies for card, copies in held.items() if card in self.kind)
        return number in self.wrong and not any(held[card] for card in self.unless)


def none() -> frozenset[int]:
    """It is wrong to hold none."""
    return frozenset({0})


def any_() -> frozenset[int]:
    """It is wrong to hold any."""
    return frozenset(range(1, MANY))


def all_but(number: int) -> frozenset[int]:
    """It is wrong to hold another number."""
    return frozenset(range(MANY)) - {number}


@dataclass
class DealtHands:
    """What was said about dealt hands, and what has been seen from each since."""

    said: list[Said] = field(default_factory=list)
    shown: dict[Seat, Cards] = field(default_factory=dict)
    face_down: dict[Seat, int] = field(default_factory=dict)
    """cards of a hand that lie elsewhere, still face down"""
    _watched: tuple[int, int] = (0, 0)

    def say(self, t: Table, said: Sequence[Said]) -> None:
        """Put down what has just been said."""
        for one in said:
            one.event = t.event
            seen = self.shown.get(one.seat, Counter())
            one.there = sum(n for card, n in seen.items() if card in one.kind)
            one.excusing = sum(n for card, n in seen.items() if card in one.unless)
        self.said += said

    def watch(self, t: Table, trick: Trick) -> None:
        """Look at what has been played to this trick since it was last looked at."""
        number, done = self._watched
        done = done if number == trick.number else 0
        for laid in trick.laid[done:]:
            self.show(laid.seat, Counter(laid.cards))
            if laid.hidden:
                self.face_down[laid.seat] = laid.hidden
        self._watched = (trick.number, len(trick.laid))
        self.check(t)

    def show(self, seat: Seat, cards: Cards) -> None:
        """Cards have left a hand openly."""
        self.shown.setdefault(seat, Counter()).update(cards)
        for said in self.said:
            if said.seat == seat:
                said.there += sum(n for card, n in cards.items() if card in said.kind)
                said.excusing += sum(n for card, n in cards.items() if card in said.unless)

    def check(self, t: Table) -> None:
        """Whether something that was said is proved to be untrue by now."""
        if not self.said:
            return
        unseen = t.unseen()
        total = unseen.total()
        for seat in {said.seat for said in self.said}:
            known = t.known(hand(seat))
            hidden = t.unknown(hand(seat)) + self.face_down.get(seat, 0)
            for said in [said for said in self.said if said.seat == seat]:
                there = said.there + sum(n for card, n in known.items() if card in said.kind)
                left = sum([unseen[card] for card in said.kind & unseen.keys()])
                numbers = range(there + max(0, left - (total - hidden)), there + min(left, hidden) + 1)
                if said.wrong.issuperset(numbers) and not excused(said, unseen, known, hidden):
                    self.said.remove(said)
                    self._tell(t, said)

    def _tell(self, t: Table, said: Said) -> None:
        seen = t.known()
        proof = tuple(sorted(card for card in said.kind | said.unless if seen[card]))
        told = words("{what}; seen since: {cards}", what=said.what, cards=" ".join(c.pretty for c in proof))
        t.find(said.rule, said.seat, told if proof else said.what, proof, about=said.event)


def excused(said: Said, unseen: Cards, known: Cards, hidden: int) -> bool:
    """Whether a card that excuses what was said is in the hand, was, or may be."""
    if not said.unless:
        return False
    return said.excusing > 0 or any(known[card] or (hidden and unseen[card]) for card in said.unless)
