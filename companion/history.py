"""What happened in a deal, as now believed: undo, redo, corrections and insertions are appended, never rewritten.

Each line keeps its id for ever. A live undo kills the line it is about and a live redo the undo it is about, so
that both can be undone and redone without end; who lives is derived anew from all lines. A correction replaces
fields of the line it is about; it may be about another correction, and it may be undone. Nothing is dropped: a
dead line comes back when what killed it is killed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from companion.events import META_VERBS, BadRecord, Event, to_data, to_event
from companion.referee import Illegal
from companion.table import Seat
from companion.texts import Text, text

Fate = Literal["new", "ok", "void"]


@dataclass
class Line:
    """One line of a deal and what became of it.

    ``fate``: what became of it when it came: ``void`` was refused and has no effect unless it is corrected, ``ok``
    had an effect. ``stage``, ``began``, ``player`` and ``seat`` are where and whose it was then: a replay never
    gives it to somebody else or to another part of the deal.
    """

    event: Event
    alive: bool = True
    fate: Fate = "new"
    stage: str = ""
    began: int | None = None
    """the event that opened this part of the deal, see ``Table.began``"""
    player: Seat | None = None
    seat: str | None = None
    named: tuple[str, ...] = ()
    """the cards it named then"""
    refs: tuple[tuple[int, int] | None, ...] = ()
    """for each card it named the event that had shown it and its number there; None for what it showed itself"""
    revealed: int | None = None
    """how many hidden cards it brought to light then: another number later means that they were other cards"""
    clean: bool = True
    """it was taken without a breach when it came"""
    open: bool = False
    """no longer fits after a correction: a question for the people"""
    why: Text | None = None
    """what it clashes with, while it is open"""

    @property
    def meta(self) -> bool:
        """Whether it is about other lines."""
        return self.event.do in META_VERBS


@dataclass
class History:
    """The lines of one deal in the order they came."""

    lines: dict[int, Line] = field(default_factory=dict)
    _amended: dict[int, Event | BadRecord] = field(default_factory=dict)
    _about: set[int | None] = field(default_factory=set)

    def add(self, event: Event) -> Line:
        """Append a line; raises BadRecord if its id is taken."""
        if event.id in self.lines:
            raise BadRecord(f"the id {event.id} is used twice")
        if event.do == "correct":
            self._amended = {}
        elif self._amended:  # (what has just come nobody has corrected yet)
            self._amended[event.id] = event
        line = self.lines[event.id] = Line(event)
        return line

    def drop(self, number: int) -> None:
        """Forget a line that could not be read after all."""
        del self.lines[number]
        self.settle()

    # undo and redo --------------------------------------------------------------------------------------------------

    def undo(self, event: Event) -> None:
        """Undo what the event is about, else the last effective line; raises Illegal."""
        target = self._line(event.about) if event.about is not None else self._last_effective(event.id)
        if not target.alive:
            raise Illegal("already_undone", text("Event {n} has been undone already", n=target.event.id))
        if target.fate == "void" and not self.corrected(target):
            raise Illegal("had_no_effect", text("Event {n} was refused; there is nothing to undo", n=target.event.id))
        self.lines[event.id].event = msgspec.structs.replace(event, about=target.event.id)
        self.settle()

    def redo(self, event: Event) -> None:
        """Put back what an undo took away, the last undo if none is named; raises Illegal."""
        if event.about is not None:
            target = self._line(event.about)
        else:
            undone = [
                ln for ln in self.lines.values() if ln.event.do == "undo" and ln.alive and ln.event.id != event.id
            ]
            if not undone:
                raise Illegal("nothing_to_redo", text("There is nothing to redo"))
            target = undone[-1]
        if target.event.do != "undo" or not target.alive:
            raise Illegal("not_an_undo", text("Event {n} is no undo that could be taken back", n=target.event.id))
        self.lines[event.id].event = msgspec.structs.replace(event, about=target.event.id)
        self.settle()

    def settle(self) -> None:
        """Derive who lives: the last word first, for a line can only be killed by a later one."""
        self._amended = {}
        killed: set[int] = set()
        for number, line in reversed(self.lines.items()):
            line.alive = number not in killed and not (line.meta and line.fate == "void")
            if line.alive and line.event.do in ("undo", "redo") and line.event.about is not None:
                killed.add(line.event.about)

    def _last_effective(self, before: int) -> Line:
        for line in reversed(self.lines.values()):
            effective = line.alive and line.fate != "void" and line.event.do not in ("undo", "redo")
            if effective and line.event.id != before:
                return line
        raise Illegal("nothing_to_undo", text("There is nothing to undo"))

    def _line(self, number: int) -> Line:
        if number not in self.lines:
            raise BadRecord(f"there is no event {number} in this deal")
        return self.lines[number]

    # corrections ----------------------------------------------------------------------------------------------------

    def correct(self, event: Event) -> None:
        """Check that the event may correct what it is about; raises Illegal or BadRecord.

        What has been undone may be corrected too: that counts when it is put back.
        """
        if event.about is None:
            raise BadRecord(f"event {event.id}: a correction says which event it is about")
        target = self._line(event.about)
        if target.event.do in ("undo", "redo"):
            raise Illegal("correct_undo", text("An undo cannot be corrected: redo it instead"))

    def corrected(self, line: Line) -> bool:
        """Whether a live correction is about this line."""
        if not self._amended:
            self._amended = self._amend()
        return line.event.id in self._about

    def reseated(self, line: Line) -> bool:
        """Whether a live correction says who it was."""
        about = {line.event.id}
        for other in self._corrections():
            if other.event.about in about:
                about.add(other.event.id)
                if other.event.seat is not None or "seat" in (other.event.event or {}):
                    return True
        return False

    def _corrections(self) -> list[Line]:
        return [other for other in self.lines.values() if other.event.do == "correct" and other.alive]

    def effective(self, line: Line) -> Event:
        """A line's event with all live corrections applied, oldest first; raises BadRecord if that makes no sense."""
        if not self._amended:
            self._amended = self._amend()
        found = self._amended[line.event.id]
        if isinstance(found, BadRecord):
            raise found
        return found

    def _amend(self) -> dict[int, Event | BadRecord]:
        """All lines with their corrections; from the last to the first, for corrections come later."""
        found: dict[int, Event | BadRecord] = {}
        self._about = {other.event.about for other in self._corrections()}
        waiting: dict[int, list[Event]] = {}
        for number, line in reversed(self.lines.items()):
            event = line.event
            try:
                for correction in reversed(waiting.pop(number, [])):
                    event = merge(event, correction)
                found[number] = event
            except BadRecord as error:
                found[number] = error if line.alive else line.event  # (what is undone need make no sense)
            if line.alive and event.do == "correct" and event.about is not None:
                waiting.setdefault(event.about, []).append(event)
        return found

    def base(self, line: Line) -> Line:
        """The line that a correction, or a correction of corrections, is about in the end."""
        while line.event.do == "correct" and line.event.about in self.lines:
            line = self.lines[line.event.about]
        return line

    # the story ------------------------------------------------------------------------------------------------------

    def story(self) -> list[tuple[Line, Event]]:
        """The live base events in the order they happened, corrections applied, insertions in place.

        Raises BadRecord if the corrections together make no sense.
        """
        return [(line, self.told(line)) for line in self.in_order() if line.alive]

    def in_order(self) -> list[Line]:
        """The base events and insertions in the order they happened, also what has been undone; raises BadRecord."""
        order: list[int] = []
        for number, line in self.lines.items():
            if line.event.do == "insert":
                order.insert(self._position(order, line), number)
            elif not line.meta:
                order.append(number)
        return [self.lines[n] for n in order]

    def _position(self, order: list[int], line: Line) -> int:
        """Where an insertion belongs; after an undo or a correction means after what had happened before it."""
        after = self.effective(line).after or 0
        if after == 0:
            return 0
        if after in order:
            return order.index(after) + 1
        numbers = list(self.lines)
        if after not in self.lines or numbers.index(after) >= numbers.index(line.event.id):
            raise BadRecord(f"event {line.event.id}: there is no earlier event {after} to insert it after")
        before = [n for n in numbers[: numbers.index(after)] if not self.lines[n].meta]
        return order.index(before[-1]) + 1 if before else 0

    def told(self, line: Line) -> Event:
        """A line as an event of the table: corrections applied, an insertion unwrapped; raises BadRecord."""
        event = self.effective(line)
        if event.do == "insert":
            return inserted(event)
        return event


def inserted(event: Event) -> Event:
    """The event that an insertion brings; raises BadRecord."""
    if event.event is None:
        raise BadRecord(f"event {event.id}: an insert needs an event")
    inner = to_event({**event.event, "id": event.id})
    if inner.do in META_VERBS:
        raise BadRecord(f"event {event.id}: only an event of the table can be inserted, not {inner.do!r}")
    return inner


def merge(event: Event, correction: Event) -> Event:
    """The event with the fields that the correction names replaced; raises BadRecord.

    A verb is corrected through ``event``: ``{"do": "correct", "about": 5, "event": {"do": "pass"}}``.
    """
    changes: dict[str, Any] = {k: v for k, v in to_data(correction).items() if k not in ("id", "do", "about")}
    if event.do == "insert":
        within = {k: v for k, v in changes.items() if k not in ("after", "event")} | dict(changes.get("event") or {})
        after = changes.get("after", event.after)
        return msgspec.structs.replace(event, event={**(event.event or {}), **within}, after=after)
    data = to_data(event)
    if event.do == "correct":  # corrected itself: what it replaces is replaced
        return to_event(data | changes)
    within = {k: v for k, v in changes.items() if k != "event"} | dict(changes.get("event") or {})
    told = to_event(data | within | {"id": event.id})
    if told.do in META_VERBS:
        raise BadRecord(f"event {event.id}: an event of the table cannot be corrected into {told.do!r}")
    return told
