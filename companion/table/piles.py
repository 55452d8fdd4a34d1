"""Places with known and unknown cards, and the verbs that move them: every card is in exactly one place.

A place is a list, lowest or next card first. A card keeps its identity while it lies face down or is moved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.cards import Card, Cards
from companion.referee import Impossible
from companion.table.money import Purse
from companion.texts import Text, counted, text

Seat = int
"""A player by his number in the order of play."""


def hand(seat: Seat) -> str:
    """The place of a seat's hidden cards."""
    return f"hand {seat}"


def before(seat: Seat) -> str:
    """The place of a seat's open cards."""
    return f"open {seat}"


def taken(seat: Seat) -> str:
    """The place of the cards a seat has won."""
    return f"taken {seat}"


def seat_of(place: str) -> Seat | None:
    """Whose hand a place is, None if it is no hand."""
    kind, _, number = place.partition(" ")
    return int(number) if kind == "hand" else None


@dataclass(frozen=True)
class Lying:
    """One physical card: its face if known, and the event that showed it (0: by the starting position)."""

    card: Card | None = None
    event: int = 0
    number: int = field(default=0, compare=False)
    """which physical card it is, for those who know what lies face down (``companion.table.truth``)"""

    def turned(self, card: Card | None, event: int) -> Lying:
        """The same physical card with this face, shown by this event."""
        return Lying(card, event, self.number)


class Piles:
    """The cards of a table. What the hands they come from or go to have claimed is the table's (`_came_to_light`)."""

    names: list[str]
    pack: Cards
    """the cards of the deal: they stay the same to its end"""
    places: dict[str, list[Lying]]
    purses: list[Purse]
    event: int
    """the event being applied"""
    moved: list[Lying]
    """the cards that its answer has moved, in the order it names them"""
    _unseen: Cards | None
    """kept between events; faces come to light only by ``uncover``"""

    def _came_to_light(self, seat: Seat, cards: Sequence[Card]) -> None:
        """Hidden cards of a hand have been shown."""
        raise NotImplementedError

    def _took_in(self, seat: Seat, number: int) -> None:
        """A hand has taken in cards that nobody saw."""
        raise NotImplementedError

    def known(self, *places: str) -> Cards:
        """The known cards of these places, of all when none is named."""
        piles = [self.places.get(name, []) for name in places] if places else self.places.values()
        return Counter([lying.card for pile in piles for lying in pile if lying.card is not None])

    def unknown(self, place: str) -> int:
        """How many cards of a place nobody has seen."""
        return [lying.card for lying in self.places.get(place, ())].count(None)

    def unseen(self) -> Cards:
        """The faces that have not come to light, now: to read only, not to keep."""
        if self._unseen is None:
            self._unseen = self.pack - self.known()
        return self._unseen

    def infer(self, place: str) -> None:
        """What nobody has seen can lie only here: then it is known without being turned up."""
        unseen = list(self.unseen().elements())
        if len(unseen) == self.unknown(place):
            event, self.event = self.event, 0
            self.reveal(place, unseen)
            self.event = event

    def forget(self, place: str) -> None:
        """Known cards of a place become unknown again: cards went away or were mixed that nobody saw."""
        self.places[place] = [lying.turned(None, 0) for lying in self.places[place]]
        self._unseen = None

    def lay_out(self, dealt: Mapping[str, int], stock: str = "") -> None:
        """Make the places and put so many hidden cards into each; the rest of the pack into ``stock`` if named."""
        for place, number in dealt.items():
            self.places[place] = [Lying()] * number
        if stock:
            self.places[stock] = [Lying()] * (self.pack.total() - self.size(*self.places))

    def number_cards(self) -> None:
        """Give every physical card a number of its own."""
        numbers = iter(range(1, self.size(*self.places) + 1))
        for place, pile in self.places.items():
            self.places[place] = [Lying(lying.card, lying.event, next(numbers)) for lying in pile]
        self._unseen = None

    def cards(self, *places: str) -> list[Card]:
        """The known cards of these places, in the order they lie."""
        return [lying.card for name in places for lying in self.places.get(name, ()) if lying.card is not None]

    def where(self, card: Card) -> str:
        """The place of a known card, the first if several packs hold it; empty if it has not been seen."""
        return next((name for name, pile in self.places.items() for lying in pile if lying.card == card), "")

    def describe(self, place: str) -> Text:
        """A place in words."""
        kind, _, number = place.partition(" ")
        if kind == "hand":
            return text("in the hand of {name}", name=self.names[int(number)])
        if kind == "open":
            return text("before {name}", name=self.names[int(number)])
        if kind == "taken" and number:
            return text("in a trick of {name}", name=self.names[int(number)])
        words = {
            "lot": text("in the lot") if self.purses else text("in the middle"),
            "aside": text("among the cards set aside"), "stock": text("in the stock"),
            "trick": text("in this trick"), "talon": text("in the talon"), "pile": text("in the pile"),
            "turned": text("turned up beside the stock"), "attack": text("in this attack"),
            "taken": text("in a trick that nobody won"),
        }  # fmt: skip
        return words.get(place, text("at {place}", place=place))

    def check_new(self, place: str, cards: Sequence[Card]) -> None:
        """Whether these cards can come to light at this place; raises Impossible."""
        if len(cards) > self.unknown(place):
            raise Impossible(
                "too_many_cards",
                counted("There is only {n} unseen card {place}", "There are only {n} unseen cards {place}",
                        self.unknown(place), place=self.describe(place)),
            )  # fmt: skip
        unseen = self.unseen()
        for card in [card for card in cards if cards.count(card) > unseen.get(card, 0)]:
            if card not in self.pack:
                raise Impossible(
                    "not_in_pack", text("{card} is not in the pack of this game", card=card.pretty), (card,)
                )
            if not self.where(card):
                raise Impossible(
                    "card_seen_twice",
                    text("{card} is named more often than the pack has it: which card is the other?", card=card.pretty),
                    (card,),
                )
            seen = self.describe(self.where(card))
            raise Impossible(
                "card_seen_twice",
                text("{card} was already seen {place}: is this another card?", card=card.pretty, place=seen),
                (card,),
            )

    def reveal(self, place: str, cards: Iterable[Card]) -> None:
        """Unknown cards of a place come to light; raises Impossible and changes nothing if they cannot."""
        cards = list(cards)
        self.check_new(place, cards)
        self.uncover(place, cards)

    def uncover(self, place: str, cards: Sequence[Card]) -> None:
        """Unknown cards of a place come to light, after ``check_new`` has let them through."""
        pile = self.places.get(place, [])
        hidden = (i for i, lying in enumerate(pile) if lying.card is None)
        for face, i in zip(cards, hidden, strict=False):
            pile[i] = pile[i].turned(face, self.event)
        if self._unseen is not None:
            for card in cards:
                self._unseen[card] -= 1
                if not self._unseen[card]:
                    del self._unseen[card]
        if (seat := seat_of(place)) is not None:
            self._came_to_light(seat, cards)

    def move(self, source: str, target: str, cards: Iterable[Card] = (), unknown: int = 0) -> None:
        """Move known cards and a number of unknown ones; raises KeyError if they are not there."""
        pile = self.places[source]
        for face in [*cards, *[None] * unknown]:
            at = next((i for i, lying in enumerate(pile) if lying.card == face), None)
            if at is None:
                raise KeyError(f"{face} is not at {source}")
            self._carry(pile.pop(at), target)
        if unknown and (seat := seat_of(target)) is not None:
            self._took_in(seat, unknown)

    def move_this(self, source: str, target: str, lying: Lying) -> None:
        """Move one physical card."""
        pile = self.places[source]
        self._carry(pile.pop(pile.index(lying)), target)

    def _carry(self, lying: Lying, target: str) -> None:
        self.places[target].append(lying)
        self.moved.append(lying)

    def move_all(self, source: str, target: str) -> None:
        """Move a whole place."""
        self.places[target].extend(self.places[source])
        self.places[source].clear()

    def size(self, *places: str) -> int:
        """How many cards lie in these places."""
        return sum([len(self.places.get(name, ())) for name in places])
