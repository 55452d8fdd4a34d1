"""The table as everybody can see it: places with known and unknown cards, money, bids, who is who.

Games write it through a few verbs that conserve cards; screens, bots and the scribe only read it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion import claims
from companion.cards import Card, Cards
from companion.claims import Claim
from companion.money import Purse
from companion.referee import Finding, Impossible
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
    """which physical card it is, for those who know what lies face down (``companion.truth``)"""

    def turned(self, card: Card | None, event: int) -> Lying:
        """The same physical card with this face, shown by this event."""
        return Lying(card, event, self.number)


@dataclass(frozen=True)
class Laid:
    """What a seat has put down in one go: its open cards, how many face down, and the event."""

    seat: Seat
    cards: tuple[Card, ...]
    event: int = 0
    hidden: int = 0

    @property
    def card(self) -> Card:
        """The card, where one is played at a time."""
        return self.cards[0]


@dataclass
class Table:
    """Every card is in exactly one place; a place is a list, lowest or next card first."""

    names: list[str]
    dealer: Seat
    pack: Cards
    """the cards of the deal: they stay the same to its end"""
    rules: Mapping[str, str]
    places: dict[str, list[Lying]] = field(default_factory=dict)
    purses: list[Purse] = field(default_factory=list)
    bids: dict[Seat, int] = field(default_factory=dict)
    passed: set[Seat] = field(default_factory=set)
    barred: dict[Seat, Text] = field(default_factory=dict)
    """why a seat may not act now, in words: used when it acts all the same"""
    reasons: dict[str, Text] = field(default_factory=dict)
    """by verb: when it is done in this game, in words: used when somebody does it at another time"""
    stage: str = ""
    """which part of the deal this is ("lot 3"): an event is pinned to it and never slips into another part"""
    began: int | None = None
    """where parts repeat, the event that opened this one (0: not opened yet); a part keeps its events by that, so
    that a part inserted or undone before it does not shift them; None where the name of the part is enough"""
    thrown: dict[Seat, int] = field(default_factory=dict)
    """units out of the purse in this deal, in the pot or set aside"""
    in_pot: dict[Seat, tuple[int, ...]] = field(default_factory=dict)
    """by seat the money cards that lie in the pot of what is being bought now"""
    findings: list[Finding] = field(default_factory=list)
    event: int = 0
    """the event being applied"""
    moved: list[Lying] = field(default_factory=list)
    """the cards that its answer has moved, in the order it names them"""
    claims: list[Claim] = field(default_factory=list)
    """what the hidden hands cannot hold if everybody has kept the rules"""
    scores: dict[Seat, int] = field(default_factory=dict)
    """everybody's score when the deal begins"""
    deals_before: int = 0
    """how many deals of the match have counted before this one"""
    carried: Mapping[str, Any] = field(default_factory=dict)
    """what the deal before has left to this one (``Outcome.carry``): a bank, levels, who declares"""
    trick: list[Laid] = field(default_factory=list)
    """the trick on the table, or the last one until the next is led"""
    trick_number: int = 0
    tricks: dict[Seat, int] = field(default_factory=dict)
    """tricks won"""
    to_act: Seat | None = None
    """who acts first where a deal begins from a position"""
    trump: str = ""
    """the trump suit, when there is one"""
    said: list[tuple[Seat, str]] = field(default_factory=list)
    """announcements that hold, in the order they were made"""
    chips: dict[Seat, int] = field(default_factory=dict)
    """chips held, or the balance of the deal where people may owe"""
    payments: list[tuple[Seat | None, Seat | None, int, Text]] = field(default_factory=list)
    """who has paid whom how much for what in this deal, the pot being None; where a game tells it"""
    pot: int = 0
    due: dict[Seat, list[int]] = field(default_factory=dict)
    """what each seat has just paid, as the rules have it: a payment that is told otherwise is found out"""
    partners: tuple[frozenset[Seat], ...] = ()
    """who plays together, as far as it is public"""
    showing: set[Seat] = field(default_factory=set)
    """who has known cards of his hand lying open before him for a moment"""
    board: dict[str, Text] = field(default_factory=dict)
    """what else a screen shows of the deal, in words: trump, level, contract, what stands"""
    marks: dict[Seat, dict[str, Text]] = field(default_factory=dict)
    """what else a screen shows of a seat: its melds, what it announced, in or out"""
    faces: frozenset[Card] = field(init=False)
    """the faces of the pack, each once"""
    _unseen: Cards | None = None
    """kept between events; faces come to light only by ``uncover``"""

    def __post_init__(self) -> None:
        self.faces = frozenset(self.pack)

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.names)

    def after(self, seat: Seat) -> Seat:
        """The next seat in the order of play."""
        return (seat + 1) % self.seats

    def round_from(self, seat: Seat) -> list[Seat]:
        """All seats in the order of play, this one first."""
        return [(seat + i) % self.seats for i in range(self.seats)]

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
        if self.claims and (seat := seat_of(place)) is not None:
            claims.shown(self, seat, cards)

    def move(self, source: str, target: str, cards: Iterable[Card] = (), unknown: int = 0) -> None:
        """Move known cards and a number of unknown ones; raises KeyError if they are not there."""
        pile = self.places[source]
        for face in [*cards, *[None] * unknown]:
            at = next((i for i, lying in enumerate(pile) if lying.card == face), None)
            if at is None:
                raise KeyError(f"{face} is not at {source}")
            self._carry(pile.pop(at), target)
        if unknown and (seat := seat_of(target)) is not None:
            claims.loosened(self, seat, unknown)

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

    def find(
        self,
        rule: str,
        seat: Seat | None,
        words: Text,
        proof: tuple[Card, ...] = (),
        about: int | None = None,
        among: tuple[int, ...] = (),
    ) -> Finding:
        """Put down a finding about the event being applied, or about an earlier one, or about one of several."""
        finding = Finding(self.event if about is None else about, seat, rule, words, proof, among=among)
        self.findings.append(finding)
        return finding
