"""The table as everybody can see it: places with known and unknown cards, money, bids, who is who.

Games write it through a few verbs that conserve cards; screens, bots and the scribe only read it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.cards import Card, Cards
from companion.referee import Finding
from companion.table import claims
from companion.table.claims import Claim
from companion.table.money import Purse
from companion.table.piles import Lying, Piles, Seat, before, hand, seat_of, taken
from companion.texts import Text

__all__ = ["Laid", "Lying", "Piles", "Seat", "Table", "before", "hand", "seat_of", "taken"]


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
class Table(Piles):
    """The cards in their places, and what is bid, paid, won, shown and found."""

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

    def _came_to_light(self, seat: Seat, cards: Sequence[Card]) -> None:
        if self.claims:
            claims.shown(self, seat, cards)

    def _took_in(self, seat: Seat, number: int) -> None:
        claims.loosened(self, seat, number)

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
