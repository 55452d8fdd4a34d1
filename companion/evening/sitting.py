"""The match that is being played: its people in their places, its deals, and what waits for an answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.deal.deal import Deal
from companion.deal.game import Game
from companion.evening.questions import Odds, Open
from companion.events import BadRecord, Event, to_event
from companion.games import find_game
from companion.kept.journal import Entry, Journal
from companion.match.match import Answer, Match
from companion.match.played import Played
from companion.match.record import to_header
from companion.place.laying import layout_for
from companion.place.layout import Spot
from companion.ports import Trouble
from companion.rules.bids import Bid
from companion.scribe import Scribe
from companion.table.table import Seat
from companion.texts import Text

RULES_VERSION = 1
Measured = tuple[tuple[Spot, ...], tuple[float, float]]
"""Where people sit, and the size of the watched area (mm)."""


@dataclass(frozen=True)
class Acknowledged:
    """An event that is on disk, with what the referee said: safe to show and to print."""

    event: Event
    answer: Answer
    played: Played
    match: Match


class Sitting:
    """The match that is being played: people in their places, its deals, the scribe and the buttons' dials."""

    def __init__(self, name: str, opening: Mapping[str, Any]) -> None:
        self.name = name
        self.game = find_game(str(opening["game"]))
        self.seed: int | None = opening.get("seed")
        self.people: tuple[str, ...] = tuple(opening["names"])
        self.rules = self.game.check_rules(dict(opening["rules"]))
        self.score_only = bool(opening.get("score_only", False))
        self.match = Match()
        self.dials: dict[int, int] = {}
        self.question: Open | None = None
        self.readings: dict[int, Odds] = {}
        """by event of this deal how sure the reader was of its cards"""
        self.hushed: set[tuple[int, int | None, str]] = set()
        """findings that are not spoken while people are asked about a card they may rest on"""
        self.doubts: list[Acknowledged] = []
        """the events because of which people are asked whether a card was misread, the last one first"""
        self.message: Text | None = None
        self.compares: int | None = None
        """how many looks have found the table other than it was left; None: it is not being compared"""
        self.over = False
        self.measured: Measured | None = None
        self.sit(self.people)

    def sit(self, people: Sequence[str]) -> None:
        """These people sit at the table from now on, clockwise from above."""
        self.people = tuple(people)
        spots, area = self.measured if self.measured else ((), None)
        if len(spots) != len(self.people):  # the table was set up for others
            spots, area = (), None
        layout = layout_for(self.game, len(self.people), self.rules, spots, area)
        money = map(str, self.game.money_pack(len(self.people)) if layout.needs.coins else ())
        places = tuple(self.place_of(s) for s in range(len(self.people)))
        self.scribe = Scribe(layout, places, money=frozenset(money))

    def at_table(self, measured: Measured | None) -> None:
        """Sit at a table whose spots and area (mm) were measured at set-up; with other people than then as usual."""
        if measured != self.measured:
            self.measured = measured
            self.sit(self.people)

    def place_of(self, seat: Seat) -> int:
        """The physical place (clockwise from above) of a seat in the order of play."""
        return place_of(seat, len(self.people), self.game)

    def seat_at(self, place: int) -> Seat:
        """The seat in the order of play of a physical place."""
        return self.place_of(place)  # the mapping is its own inverse in both directions

    def place_now(self, played: Played, seat: Seat) -> int | None:
        """Where the player of a seat in an earlier deal sits now; None if he has left the table since."""
        if not any(later.changed for later in self.match.deals[played.number :]):
            return self.place_of(seat)
        now = self.played.aliases.get(played.names[seat])
        return None if now is None else self.place_of(now)

    def by_seat(self) -> tuple[str, ...]:
        """The people in the order of play."""
        return tuple(self.people[self.place_of(seat)] for seat in range(len(self.people)))

    @property
    def played(self) -> Played:
        """The deal that is being played."""
        return self.match.now

    @property
    def deal(self) -> Deal:
        """The table of the deal that is being played."""
        return self.match.now.deal

    def name_at(self, place: int) -> str:
        """Who sits in a physical place now; raises BadRecord."""
        if not 0 <= place < len(self.people):
            raise BadRecord(f"there is no place {place} at this table")
        return self.played.names[self.seat_at(place)]

    @property
    def paused(self) -> bool:
        """Whether nothing counts until somebody goes on."""
        return self.question is not None and self.question.pauses

    def hushes(self, about: int, seat: Seat | None, rule: str) -> bool:
        """Whether a finding is not spoken, for people are still asked about a card that it may rest on."""
        return self.question is not None and (about, seat, rule) in self.hushed

    def waits_on(self, told: Acknowledged) -> bool:
        """Whether what was found with an event still stands, or the event waits to count."""
        rests = {(f.about, f.seat, f.rule) for f in told.answer.verdict.findings}
        stands = any((f.about, f.seat, f.rule) in rests for f in self.deal.table.findings)
        alive = told.played.history.lines[told.event.id].alive
        return alive and (stands or self.deal.waits(told.event.id))

    def still_doubted(self, told: Acknowledged) -> bool:
        """Whether it still matters if a card was misread: of what was refused as long as it is the newest event."""
        lines = self.played.history.lines
        acts = [number for number, line in lines.items() if not line.meta and line.event.do != "note"]
        return told.event.id == max(acts, default=0) or self.waits_on(told)

    def places_to_act(self) -> frozenset[int]:
        """The places that something is awaited from."""
        if not self.match.deals or self.paused:
            return frozenset()
        waited = [request for request in self.deal.asking if not request.silent and not request.optional]
        return frozenset(self.place_of(request.seat) for request in waited)

    def dial(self, place: int, step: int) -> bool:
        """Dial the next bid up or down at a place; whether there was one to dial."""
        asked = next((r for r in self.deal.asking if isinstance(r, Bid)), None)
        sums = asked.steps(self.deal.table) if asked is not None else []
        if not sums:
            return False
        now = self.dials.get(place)
        if now is None or now not in sums:
            self.dials[place] = sums[0] if step > 0 else sums[-1]
        else:
            self.dials[place] = sums[(sums.index(now) + step) % len(sums)]
        return True


def place_of(seat: Seat, n: int, game: Game) -> int:
    """The physical place (clockwise from above) of a seat in the order of play, where ``n`` people sit."""
    return -seat % n if game.direction == "right" else seat


# From the journal ---------------------------------------------------------------------------------------------------


def read_sitting(journal: Journal, name: str) -> Sitting:
    """A match as the journal tells it; raises Trouble if there is none or it cannot be read."""
    sitting: Sitting | None = None
    for entry in journal.read(name):
        if entry.kind == "match":
            if int(entry.body.get("rules_version", 1)) > RULES_VERSION:
                raise Trouble("this match was begun under newer rules: update Dalje to go on with it")
            sitting = Sitting(name, entry.body)
        elif sitting is not None:
            replay_entry(sitting, entry)
    if sitting is None:
        raise Trouble(f"there is no match {name!r} in this journal")
    return sitting


def replay_entry(sitting: Sitting, entry: Entry) -> None:
    """Give a journal line back to a match; raises Trouble if the journal does not make sense."""
    try:
        if entry.kind == "deal":
            header = to_header(dict(entry.body))
            sitting.match.begin(header)
            if header.goes_on:
                sitting.sit(header.places)
            sitting.readings, sitting.doubts = {}, []
        elif entry.kind == "event":
            event = to_event(dict(entry.body))
            answer = sitting.match.add(event)
            if answer.verdict.troubled:
                played = sitting.match.deals[answer.deal - 1]
                sitting.doubts.append(Acknowledged(event, answer, played, sitting.match))
        elif entry.kind == "seen":
            sitting.readings[int(entry.body["event"])] = tuple(dict(one) for one in entry.body["odds"])
        elif entry.kind in ("over", "reopened"):
            sitting.over = entry.kind == "over"
    except BadRecord as error:
        raise Trouble(f"line {entry.id} of the journal cannot be read: {error}") from None
