"""What really happened at a rendered table, act by act, beside what the product made of it and when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.cards import Card
from companion.evening.sitting import Acknowledged
from companion.events import META_VERBS, Event
from companion.referee import Finding
from companion.rules.requests import Act
from companion.table.table import Seat

FindingKey = tuple[int, Seat | None, str]
"""a finding by the act it is about, who and which rule"""


@dataclass
class Deed:
    """One act of the people: what it was, when its cards lay still, and the event that the product made of it."""

    id: int
    act: Act
    rest_ms: int
    clear_ms: int
    seen: bool
    """the camera is to see it; else it was told by buttons or touch"""
    touched: bool = False
    """people had to enter it, or to answer a question about it"""
    follows: bool = False
    """the rules left no choice: the product may know it before it is done, and nobody waits until it does"""
    refused: bool = False
    """it was against the rules and does not count"""
    event: int | None = None
    told_ms: int | None = None
    told_seat: Seat | None = None
    told_cards: tuple[Card, ...] = ()

    @property
    def open(self) -> bool:
        """Whether the product has yet to take note of it."""
        return self.event is None and not self.refused

    @property
    def wrong_cards(self) -> int:
        """How many cards were accepted that were not there."""
        return (Counter(self.told_cards) - Counter(self.act.cards)).total() if self.event is not None else 0

    @property
    def wrong_seat(self) -> bool:
        """Whether it was put down to somebody else."""
        return (
            self.event is not None and None not in (self.act.seat, self.told_seat) and self.told_seat != self.act.seat
        )


@dataclass
class DealLedger:
    """One deal: its deeds, what was planted into it, and what the product said."""

    number: int
    names: Sequence[str] = ()
    """the people by seat"""
    deeds: list[Deed] = field(default_factory=list)
    questions: int = 0
    asked: list[str] = field(default_factory=list)
    touches: int = 0
    """touches beyond the bids and announcements of the game: answers, cards entered, events undone"""
    planted: list[tuple[int, Seat | None, str]] = field(default_factory=list)
    """breaches: the deed, who, and which rule by the word of a referee that saw everything rightly"""
    accidents: list[str] = field(default_factory=list)
    mistakes: list[tuple[Seat, str]] = field(default_factory=list)
    """what lay there for a while by accident and was against the rules: who and which, as the referee would say it"""
    phantoms: dict[int, tuple[str, Seat | None, tuple[str, ...]]] = field(default_factory=dict)
    """events that nobody made: what, who and which cards the product has told"""
    strays: list[int] = field(default_factory=list)
    """events that the product has told and refused itself, and that nobody made: they may have had consequences"""
    _away: dict[int, tuple[str, Seat | None, tuple[str, ...]]] = field(default_factory=dict)
    """events that the product has refused at first, as it told them: a correction may let them count"""
    objected: set[int] = field(default_factory=set)
    """events that the product has objected to"""
    foreseen: dict[tuple[str, Seat | None], int] = field(default_factory=dict)
    """by verb and player the event that came before its deed, since the rules leave no choice"""
    truth_findings: set[FindingKey] = field(default_factory=set)
    told_findings: set[FindingKey] = field(default_factory=set)
    exact: bool | None = None
    """None until the deal is over"""

    @property
    def waiting(self) -> list[Deed]:
        """What the camera was to see and the product has not taken note of, oldest first."""
        return [deed for deed in self.deeds if deed.seen and deed.open and not deed.follows]

    @property
    def found(self) -> int:
        """How many of the planted breaches the product has found."""
        told = {(about, rule) for about, _, rule in self.told_findings}
        return sum(self.turned_down(deed) or (deed, self.rule_of(deed, rule)) in told for deed, _, rule in self.planted)

    def name_of(self, deed: Deed) -> str | None:
        """Who has done something; None if nobody in particular."""
        return None if deed.act.seat is None else next(iter(self.names[deed.act.seat :]), None)

    def rule_of(self, number: int, rule: str) -> str:
        """Which rule a planted breach breaks, as was found at once or when later cards proved it; empty: none did."""
        return rule or next((broken for deed, _, broken in self.truth_findings if deed == number), "")

    def turned_down(self, number: int) -> bool:
        """Whether the product has refused a deed that does not count, by whatever rule.

        What the rules leave no choice about the product may know before it is done: somebody who then draws too many
        cards has, as far as it knows, drawn already, and it says that instead.
        """
        return any(deed.id == number and deed.refused and deed.event in self.objected for deed in self.deeds)

    @property
    def false_findings(self) -> set[FindingKey]:
        """What the product holds against people that the truth does not."""
        return {key for key in self.told_findings if not any(k[1:] == key[1:] for k in self.truth_findings)}

    @property
    def delays_ms(self) -> list[int]:
        """From the moment the cards lay still to the event, where nobody had to touch anything."""
        return [d.told_ms - d.rest_ms for d in self.deeds if d.seen and d.told_ms is not None and not d.touched]

    # taking note ----------------------------------------------------------------------------------------------------

    def hear(self, told: Acknowledged, at_ms: int) -> Deed | None:
        """Which deed an acknowledged event is; None if it is none, or one that was refused."""
        event, names = told.event, told.played.names
        seat = names.index(event.seat) if event.seat in names else None
        if event.do in META_VERBS:
            if event.about in self._away and any(act.id == event.about for act in told.played.deal.story):
                self.phantoms[event.about] = self._away.pop(event.about)  # (it counts now, as something else)
            self._amended(event, names)
            return None
        counts = told.answer.verdict.taken or told.played.deal.waits(event.id)
        deed = self._match(event, seat)
        if told.answer.verdict.kind != "ok":
            self.objected.add(event.id)
        if deed is None:
            if counts and event.do not in ("note", "accept", "claim", "take_back"):
                if event.do in ("draw", "discard") and not event.cards:
                    self.foreseen[event.do, seat] = event.id
                else:
                    self.phantoms[event.id] = (event.do, seat, event.cards or ())
            return None
        if counts or deed.refused:
            deed.event, deed.told_ms, deed.told_seat = event.id, at_ms, seat
            deed.told_cards = tuple(Card.parse(code) for code in event.cards or ())
        else:
            self._away[event.id] = (event.do, seat, event.cards or ())
            if not deed.touched:
                self.strays.append(event.id)
        self.note(told.answer.verdict.findings)
        return deed

    def adopt(self, deed: Deed) -> None:
        """An event that came before its deed, since the rules left no choice."""
        event = self.foreseen.pop((deed.act.do, deed.act.seat), None) if deed.follows else None
        if event is not None:
            deed.event, deed.told_ms, deed.told_seat = event, deed.rest_ms, deed.act.seat

    def _match(self, event: Event, seat: Seat | None) -> Deed | None:
        """The deed that an event tells of: of the same kind, best with the same cards and by the same player."""
        same = [deed for deed in self.deeds if deed.event is None and deed.act.do == event.do]
        cards = Counter(event.cards or ())

        def far(deed: Deed) -> tuple[bool, int, bool, int]:
            own = Counter(map(str, deed.act.cards))
            apart = ((own - cards) + (cards - own)).total()
            return (seat is not None and deed.act.seat != seat, apart, deed.refused, deed.id)

        near = [deed for deed in same if far(deed)[1] == 0 or not far(deed)[0]]
        return min(near, key=far, default=None)

    def _amended(self, event: Event, names: Sequence[str]) -> None:
        if event.do == "correct" and event.about in self.phantoms:
            self._turned_real(event)
        if event.do == "correct" and event.about is not None:
            for deed in self.deeds:
                if deed.event == event.about:
                    if event.cards is not None:
                        deed.told_cards = tuple(Card.parse(code) for code in event.cards)
                    if event.seat in names:
                        deed.told_seat = names.index(event.seat)
        if event.do == "undo" and event.about in self.phantoms:
            del self.phantoms[event.about]

    def _turned_real(self, event: Event) -> None:
        """What nobody had done has been corrected: by now somebody may have."""
        assert event.about is not None
        do, seat, cards = self.phantoms.pop(event.about)
        told = event.cards if event.cards is not None else cards
        deed = self._match(Event(do=do, cards=told), seat)
        if deed is None or Counter(map(str, deed.act.cards)) != Counter(told):
            self.phantoms[event.about] = (do, seat, told)
            return
        deed.event, deed.told_ms, deed.told_seat = event.about, deed.rest_ms, seat

    def meant(self, event: int) -> Deed | None:
        """What really happened where the product has told of something else: the same player's next act of the kind."""
        do, seat, cards = self.phantoms[event]
        for deed in self.deeds:
            unsettled = deed.event is None or deed.event in self.objected
            if unsettled and not deed.refused and (deed.act.do, deed.act.seat) == (do, seat):
                return deed if len(cards) == len(deed.act.cards) == 1 else None
        return None

    def note(self, findings: Sequence[Finding]) -> None:
        """Findings of the product, put down by the deed they are about."""
        deeds = {deed.event: deed.id for deed in self.deeds if deed.event is not None}
        self.told_findings |= {(deeds.get(f.about, 0), f.seat, f.rule) for f in findings if f.seat is not None}


@dataclass
class Tally:
    """What the demo's last line tells."""

    cards_read: int = 0
    questions: int = 0
    wrong_accepted: int = 0
    wrong_seats: int = 0
    touches: int = 0
    asked: list[str] = field(default_factory=list)
