"""What lies face down, for those who may know it: the dealer of a demo, tests, practice.

Each physical card has a number of its own (``Lying.number``), so that the truth stays true however cards are moved.
The table does not know which of its hidden cards it turns up; ``follow`` swaps the faces so that both agree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from companion.cards import Card, Cards
from companion.table.table import Lying, Seat, Table, hand

T = TypeVar("T")


class Dice(Protocol):
    """A source of chance, such as ``random.Random``."""

    def random(self) -> float: ...

    def randint(self, a: int, b: int) -> int: ...

    def choice(self, seq: Sequence[T]) -> T: ...

    def shuffle(self, x: list[Any]) -> None: ...


@dataclass
class Truth:
    """The face of every card by its number, and where each was last seen by ``follow``."""

    faces: dict[int, Card]
    at: dict[int, str] = field(default_factory=dict)

    def follow(self, t: Table) -> None:
        """Bring the faces to what has come to light since: call it after every event, before asking anything."""
        for pile in t.places.values():
            for lying in pile:
                if lying.card is not None and self.faces.get(lying.number) != lying.card:
                    self._swap(t, lying)
        self.at = {lying.number: place for place, pile in t.places.items() for lying in pile}

    def _swap(self, t: Table, lying: Lying) -> None:
        """A hidden card was turned up as this face: whichever of its old place really has that face is it."""
        place = self.at.get(lying.number)
        told = {other.number: other.card for pile in t.places.values() for other in pile if other.card is not None}
        for number, face in self.faces.items():
            if face == lying.card and told.get(number) != face and self.at.get(number) == place:
                self.faces[number], self.faces[lying.number] = self.faces[lying.number], face
                return

    def of(self, lying: Lying) -> Card:
        """The face of a card, hidden or not."""
        return lying.card if lying.card is not None else self.faces[lying.number]

    def next_cards(self, t: Table, source: str, number: int) -> tuple[Card, ...]:
        """The next cards of a pile as they really are."""
        return tuple(self.of(lying) for lying in t.places[source][:number])

    def unseen_at(self, t: Table, place: str) -> tuple[Card, ...]:
        """The hidden cards of a place, in the order they lie."""
        return tuple(self.faces[lying.number] for lying in t.places[place] if lying.card is None)

    def hidden(self, t: Table, seat: Seat) -> tuple[Card, ...]:
        """The cards a seat holds that nobody else has seen. Hidden cards are put away in the order they were dealt."""
        return self.unseen_at(t, hand(seat))

    def hand(self, t: Table, seat: Seat) -> Cards:
        """All cards in a seat's hand, those that everybody knows among them."""
        return Counter(self.of(lying) for lying in t.places[hand(seat)])


def shuffle(t: Table, dice: Dice) -> Truth:
    """Shuffle what nobody has seen and lay it where the table has unknown cards: hands first, then the piles."""
    cards = sorted(t.unseen().elements())
    dice.shuffle(cards)
    hands = [hand(seat) for seat in range(t.seats)]
    piles = sorted((name for name in t.places if name not in hands), key=lambda name: name != "stock")
    faces = {lying.number: lying.card for pile in t.places.values() for lying in pile if lying.card is not None}
    for place in (*hands, *piles):
        for lying in t.places[place]:
            if lying.card is None:
                faces[lying.number] = cards.pop(0)
    truth = Truth(faces)
    truth.follow(t)
    return truth
