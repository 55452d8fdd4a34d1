"""A match: deals until somebody has won, who deals next, and everything that may be said about them later.

``add`` takes one event and answers with what the referee says and which deals ended (again). Later deals keep
their events when an earlier one is corrected; only sums are made anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.deal.game import Fields, Start
from companion.events import AFTER_THE_END, LONGEST_NAME, BadRecord, Event, good_name, nearest
from companion.games import find_game
from companion.match.played import Entry, Played
from companion.match.retelling import shown_again
from companion.match.totals import DealEnd, changed_ends, deal_ends, left_by
from companion.referee import Verdict
from companion.table.table import Seat


class DealOver(BadRecord):
    """An event of play that comes when the deal is over."""


@dataclass(frozen=True)
class Header:
    """How a deal begins. ``players`` in the order of play; ``places`` their seats clockwise from above."""

    game: str
    players: tuple[str, ...]
    dealer: str | None = None
    places: tuple[str, ...] = ()
    rules: Mapping[str, str] = field(default_factory=dict)
    start: Mapping[str, Any] = field(default_factory=dict)
    goes_on: bool = False
    """the match goes on though people have come or left: who stays, or comes back, keeps the score"""


@dataclass(frozen=True)
class Answer:
    """What the referee says of an event, and the deals that ended by it or anew."""

    verdict: Verdict
    ended: tuple[DealEnd, ...] = ()
    open: tuple[int, ...] = ()
    deal: int = 1
    """the deal that the event was about"""


class Match:
    """Deals one after the other, at one table, in one game."""

    def __init__(self) -> None:
        self.deals: list[Played] = []

    # beginning a deal -----------------------------------------------------------------------------------------------

    def begin(self, header: Header) -> Played:
        """A new deal; raises BadRecord. The same people and game go on with the match unless it is over."""
        game = find_game(header.game)
        rules = game.check_rules(header.rules)
        names = check_names(header)
        game.check_players(len(names), rules)
        if unknown := next((key for key in header.start if key not in game.start_keys), None):
            raise BadRecord(f"start has no key {unknown!r} in {game.title}{nearest(unknown, game.start_keys)}")
        seats = {name: seat for seat, name in enumerate(names)}
        start = Start(Fields(header.start), seats)
        last = self.deals[-1] if self.deals else None
        goes_on = last is not None and last.game.id == game.id and (header.goes_on or same_people(last, names))
        over = goes_on and self.ends()[-1].match_over
        if header.goes_on and (not goes_on or over):
            raise BadRecord(f"there is no unfinished match of {game.title} that could go on with other people")
        dealer = self._dealer(header, names, last if goes_on and not over else None)
        scores = {seat: check_score(value) for seat, value in start.by_seat("scores").items()}
        changed = goes_on and last is not None and not same_people(last, names)
        given = "scores" in header.start
        others = {} if changed else dict.fromkeys(range(len(names)), game.first_score)
        base = others | scores if given else None
        played = Played(
            len(self.deals) + 1, dealer, game, rules, start, base, not goes_on or over,
            names=list(names), follows=goes_on and over, changed=changed,
        )  # fmt: skip
        if changed and played.deal.table.partners:
            raise BadRecord(
                f"partners play {game.title} together to the end: let somebody substitute, or begin a new match"
            )
        if idle := next((key for key in header.start if key not in start.fields.seen), None):
            raise BadRecord(f"start: {idle!r} means nothing in this position of {game.title}")
        self.deals.append(played)
        self._settle(played.number - 1)
        return played

    def _dealer(self, header: Header, names: tuple[str, ...], last: Played | None) -> Seat:
        named = header.dealer if header.dealer is not None else header.start.get("dealer")
        if named is not None:
            if named not in names:
                raise BadRecord(f"the dealer {named!r} does not play")
            return names.index(named)
        if last is None:
            return 0
        turns = [(self.next_dealer() + i) % len(last.names) for i in range(len(last.names))]
        seats = {last.aliases[name]: seat for seat, name in enumerate(names) if name in last.aliases}
        return next((seats[seat] for seat in turns if seat in seats), 0)  # (who has left is passed over)

    def next_dealer(self) -> Seat:
        """Who deals next: the next in the order of play, or the same again after a void deal."""
        last = self.deals[-1]
        void = last.deal.outcome is not None and last.deal.outcome.void
        if last.deal.outcome is not None and last.deal.outcome.next_dealer is not None:
            return last.deal.outcome.next_dealer
        return last.dealer if void else (last.dealer + 1) % len(last.names)

    @property
    def now(self) -> Played:
        """The deal that is being played, or the last one."""
        if not self.deals:
            raise BadRecord("a record begins with its header")
        return self.deals[-1]

    # events ---------------------------------------------------------------------------------------------------------

    def add(self, event: Event) -> Answer:
        """Take an event of the current deal, or a later word about an earlier one.

        Raises BadRecord for what cannot be read or has no place; everything else gets a verdict.
        """
        played = self._about(event)
        if self._taken(event.id):
            raise BadRecord(f"the id {event.id} is used twice")
        over = played.deal.outcome is not None and not (played.misfits and event.do == "result")
        if over and event.do not in AFTER_THE_END and not shown_again(played, event):
            raise DealOver(f"event {event.id}: the deal is over; there is nothing to {event.do}")
        first, playing = played.number - 1, self._playing(played)
        was = [] if playing else self.ends()[first:]
        verdict = played.take(event)
        self._settle(played.number)
        ended = () if playing and self._playing(played) else changed_ends(was, self.ends()[first:])
        return Answer(verdict, ended, played.misfits, played.number)

    def _playing(self, played: Played) -> bool:
        """Whether this is the last deal, and not over: then no deal ends, or ends otherwise, by what happens in it."""
        return played is self.deals[-1] and played.deal.outcome is None

    def _settle(self, first: int) -> None:
        """Pass on to the deals from this index what the ones before have left, where that has changed."""
        for i in range(first, len(self.deals)):
            entry = self._entry(i)
            if entry != self.deals[i].entry:
                self.deals[i].enter(entry)

    def _entry(self, index: int) -> Entry:
        """What a deal begins with: the scores before it, and what the last deal passes on."""
        ends, first = self.ends(), self.deals[index].new_match
        last = None if first else ends[index - 1]
        left = {} if first else left_by(self.deals, index - 1)
        if self.deals[index].changed:
            left = {key: self._moved(index, value) for key, value in left.items()}
        return Entry(ends[index].begun, last.counted if last else 0, left)

    def _moved(self, index: int, value: Any) -> Any:
        """What a deal leaves to each seat, by the seats that the same people have in the next one."""
        if not isinstance(value, Mapping) or not all(isinstance(key, int) for key in value):
            return value
        last, now = self.deals[index - 1], self.deals[index]
        then = {seat: last.aliases.get(name) for seat, name in enumerate(now.first_names)}
        return {seat: value[old] for seat, old in then.items() if old in value}

    def _taken(self, number: int) -> bool:
        return any(number in played.history.lines for played in self.deals)

    def _about(self, event: Event) -> Played:
        """The deal an event belongs to: that of the event it is about, else the current one."""
        about = event.after if event.do == "insert" and event.after else event.about
        if event.do == "redo" and about is None:
            return next((played for played in reversed(self.deals) if played.history.undone()), self.now)
        if about is None:
            return self.now
        for played in self.deals:
            if about in played.history.lines:
                return played
        raise BadRecord(f"event {event.id} is about event {about}, which does not exist")

    # scores ---------------------------------------------------------------------------------------------------------

    def ends(self) -> list[DealEnd]:
        """Every deal so far with the totals after it (unfinished deals have an empty outcome)."""
        return deal_ends(self.deals)


def same_people(last: Played, names: Sequence[str]) -> bool:
    """Whether these are the people of the deal before, substitutes counted as those they sit for."""
    return sorted(last.aliases.get(name, -1) for name in names) == list(range(len(last.names)))


def check_names(header: Header) -> tuple[str, ...]:
    """The players' names; raises BadRecord if two are the same or places differ from players."""
    names = header.players
    if len(set(names)) != len(names):
        raise BadRecord("no two players may have the same name")
    if bad := next((name for name in names if not good_name(name)), None):
        raise BadRecord(f"a name is up to {LONGEST_NAME} printed characters, not {bad[:50]!r}")
    if "" in names:
        raise BadRecord("every player needs a name")
    if header.places and sorted(header.places) != sorted(names):
        raise BadRecord("places must name the same people as players")
    return names


def check_score(value: Any) -> int:
    """A score of a header; raises BadRecord."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadRecord(f"a score is a whole number, not {value!r}")
    return value
