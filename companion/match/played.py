"""One deal of a match: its lines, and the table that they tell. Corrections tell the story anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.cards import Card
from companion.deal.deal import Deal
from companion.deal.game import Game, Start
from companion.events import META_VERBS, BadRecord, Event
from companion.match.acts import find_named, to_act
from companion.match.amends import inserted, merge
from companion.match.history import History, Line
from companion.match.pins import pin
from companion.match.retelling import Retelling
from companion.referee import Doubtful, Finding, Illegal, Refusal, Verdict
from companion.rules.requests import Act
from companion.table.outcome import Outcome
from companion.table.table import Seat, Table
from companion.texts import counted, text


@dataclass(frozen=True)
class Entry:
    """What the deals before leave to a deal: the scores, how many have counted, and what the last one passes on."""

    scores: Mapping[Seat, int] = field(default_factory=dict)
    deals: int = 0
    carried: Mapping[str, Any] = field(default_factory=dict)


@dataclass
class Played:
    """One deal of the match: its header, its lines, its table."""

    number: int
    dealer: Seat
    game: Game
    rules: dict[str, str]
    start: Start
    base: dict[Seat, int] | None
    """scores given by the header; None: those of the deal before"""
    new_match: bool
    history: History = field(default_factory=History)
    deal: Deal = field(init=False)
    names: list[str] = field(default_factory=list)
    first_names: tuple[str, ...] = ()
    aliases: dict[str, Seat] = field(default_factory=dict)
    """every name a seat has had, as the story is told now"""
    faces: frozenset[Card] = frozenset()
    """the cards that may be named"""
    heard: dict[str, Seat] = field(default_factory=dict)
    """the same with names that were undone or corrected since"""
    by_hand: bool = False
    """its result was entered by hand or agreed: then nothing that does not fit matters"""
    _retold: bool = False
    """its story has been told again since it began: only then can anything no longer fit"""
    follows: bool = False
    """it begins a new match of the people who have just finished one"""
    changed: bool = False
    """people have come or left since the deal before, in the same match"""
    ended: bool = False
    """it has been over once, though a correction may have opened it again"""
    entry: Entry = field(default_factory=lambda: Entry())
    """what the deals before have left to this one"""

    def __post_init__(self) -> None:
        self.first_names = tuple(self.names)
        self.aliases = {name: seat for seat, name in enumerate(self.names)}
        self.heard = dict(self.aliases)
        self.deal = Deal(self.game.deal, self.new_table)
        self.faces = frozenset(self.deal.table.pack) | frozenset(self.game.money_pack(len(self.names)))

    def new_table(self) -> Table:
        """The table at the start of this deal."""
        table = Table(self.names, self.dealer, self.game.pack(len(self.names), self.rules), self.rules)
        table.scores = {seat: self.entry.scores.get(seat, 0) for seat in range(len(self.names))}
        table.deals_before, table.carried = self.entry.deals, self.entry.carried
        self.game.set_up(table, self.start)
        table.number_cards()
        return table

    def enter(self, entry: Entry) -> None:
        """What came before has changed: tell this deal again if that matters to its game."""
        self.entry = entry
        if self.game.looks_back:
            self.retell()

    @property
    def misfits(self) -> tuple[int, ...]:
        """The events that no longer fit: questions for the people."""
        if self.by_hand or not self._retold:
            return ()
        return tuple([line.event.id for line in self.history.base_lines() if line.open and line.alive])

    # taking events --------------------------------------------------------------------------------------------------

    def take(self, event: Event) -> Verdict:
        """Take one event; raises BadRecord and changes nothing if it cannot be read."""
        act = self._check(event)
        line = self.history.add(event)
        try:
            if event.do in META_VERBS:
                verdict = self._rewrite(line, event)
            elif self.misfits:
                verdict = self._append_anew(line, event)
            else:
                verdict = self._offer(line, event, act)
        except BadRecord:
            self.history.drop(event.id)
            if self.misfits and event.do not in META_VERBS:
                self.retell()
            raise
        self.ended = self.ended or self.deal.outcome is not None
        for other in self.history.base_lines() if self.by_hand else ():
            other.open, other.why = False, None
        return verdict

    def _check(self, event: Event) -> Act:
        """The event as an act: names and cards must exist, whatever the verdict; raises BadRecord."""
        act = to_act(self, event)
        if event.do == "insert":
            to_act(self, inserted(event))
        return act

    def _append_anew(self, line: Line, event: Event) -> Verdict:
        """While something does not fit, a new event may be what it waited for: tell the story again."""
        verdicts = self.retell()
        if event.id in verdicts:
            return verdicts[event.id]
        line.open, line.why = False, None
        return self._offer(line, event, to_act(self, event))

    def _offer(self, line: Line, event: Event, act: Act) -> Verdict:
        """Take an event in its turn, and pin it to where and whose it is."""
        stage, began = self.deal.table.stage, self.deal.table.began
        try:
            verdict = self.tell(event, act)
        except Refusal as refusal:
            verdict = refused(event, refusal)
        line.fate = "ok" if self.counts(event, verdict) else "void"
        line.clean = verdict.kind == "ok"
        pin(self, line, event, stage, began)
        return verdict

    def counts(self, event: Event, verdict: Verdict) -> bool:
        """Whether the event had an effect: taken, punished, or lying there as a pending breach."""
        found = any(f.about == event.id for f in self.deal.table.findings)
        return verdict.taken or self.deal.waits(event.id) or found

    def tell(self, event: Event, act: Act) -> Verdict:
        """Give one event to the deal; raises a Refusal, or BadRecord."""
        if event.do == "result" or (event.do == "note" and event.what == "agree"):
            agreed = event.do == "note"
            outcome = self._agreed(event) if agreed else self.game.result(self.new_table(), event)
            taken_before = self.history.lines[event.id].fate == "ok"
            self.deal.finish(outcome, anew=taken_before or bool(self.misfits))
            self.by_hand = True
            return Verdict("ok")
        if event.do == "note" and event.what == "substitute":
            self._substitute(act, event)
            return Verdict("ok")
        return self.deal.offer(act)

    def _agreed(self, event: Event) -> Outcome:
        """The points that the people agree on, zero for who is not named."""
        if not isinstance(event.points, dict):
            raise Doubtful("agree", text("How many points does each player get?"))
        agreed = dict.fromkeys(range(len(self.names)), 0)
        for name, points in event.points.items():
            agreed[find_named(self, name, event)] += points
        return Outcome(agreed, note="agree")

    def _substitute(self, act: Act, event: Event) -> None:
        if act.seat is None or not (event.name or "").strip():
            raise Doubtful("substitute", text("Who leaves, and who takes the place?"))
        assert event.name is not None
        if self.aliases.get(event.name, act.seat) != act.seat:
            raise Illegal("substitute", text("{name} sits at this table already", name=event.name))
        self.aliases[event.name] = self.heard[event.name] = act.seat
        self.names[act.seat] = event.name

    # words about earlier events -------------------------------------------------------------------------------------

    def _rewrite(self, line: Line, event: Event) -> Verdict:
        history = self.history
        try:
            if event.do == "undo":
                history.undo(event)
            elif event.do == "redo":
                history.redo(event)
            elif event.do == "correct":
                history.correct(event)
            line.fate = "ok"
            if event.do == "correct":
                base = history.base(line)
                amended = history.effective(base) if base.alive else merge(base.event, event)
                to_act(self, inserted(amended) if amended.do == "insert" else amended)
            story = history.story()
            for _, told in story if event.do != "insert" else ():  # what it makes must be readable
                to_act(self, told)
        except Refusal as refusal:
            history.refuse(line)
            return refused(event, refusal)
        self.retell()
        misfits = self.misfits
        if not misfits:
            return Verdict("ok")
        first = history.lines[misfits[0]]
        words = text("Event {n} no longer fits", n=misfits[0])
        if first.why is not None:
            words = text("Event {n} no longer fits: {why}", n=misfits[0], why=first.why)
        if more := len(misfits) - 1:
            words = counted("{words}; and {n} more event", "{words}; and {n} more events", more, words=words)
        return Verdict("question", (), words)

    def retell(self) -> dict[int, Verdict]:
        """Play the story again from the start; the verdicts by event."""
        self.deal.close()
        self.names[:] = self.first_names
        self.aliases = {name: seat for seat, name in enumerate(self.first_names)}
        self.deal = Deal(self.game.deal, self.new_table)
        self.by_hand, self._retold = False, self._retold or bool(self.history.lines)
        return Retelling(self).tell()


def refused(event: Event, refusal: Refusal) -> Verdict:
    """The verdict on words that cannot be; a question accuses nobody."""
    found = () if isinstance(refusal, Doubtful) else (Finding(event.id, None, refusal.rule, refusal.text),)
    return Verdict(refusal.kind, found, refusal.text)
