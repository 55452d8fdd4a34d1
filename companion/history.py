"""What happened in a deal, as now believed: undo, redo, corrections and insertions are appended, never rewritten.

Each line keeps its id for ever. An undo kills the line it is about and a redo kills the undo, so that both can be
undone and redone without end. A correction replaces fields of the line it is about; it may be about another
correction, and it may be undone. Nothing is dropped: a dead line comes back when what killed it is killed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from companion.events import META_VERBS, BadRecord, Event, to_data, to_event
from companion.referee import Illegal
from companion.texts import text

Fate = Literal["new", "ok", "void"]


@dataclass
class Line:
    """One line of a deal and what became of it.

    ``fate``: ``void`` was refused when it came and has no effect; ``ok`` had an effect. ``stage`` and ``seat``
    are where and whose it was then: a replay never gives it to somebody else or to another part of the deal.
    """

    event: Event
    alive: bool = True
    fate: Fate = "new"
    stage: str = ""
    seat: str | None = None
    open: bool = False
    """no longer fits after a correction: a question for the people"""

    @property
    def meta(self) -> bool:
        """Whether it is about other lines."""
        return self.event.do in META_VERBS


@dataclass
class History:
    """The lines of one deal in the order they came."""

    lines: dict[int, Line] = field(default_factory=dict)

    def add(self, event: Event) -> Line:
        """Append a line; raises BadRecord if its id is taken."""
        if event.id in self.lines:
            raise BadRecord(f"the id {event.id} is used twice")
        line = self.lines[event.id] = Line(event)
        return line

    # undo and redo --------------------------------------------------------------------------------------------------

    def undo(self, event: Event) -> None:
        """Undo what the event is about, else the last effective line; raises Illegal."""
        target = self._line(event.about) if event.about is not None else self._last_effective(event.id)
        if not target.alive:
            raise Illegal("already_undone", text("Event {n} has been undone already", n=target.event.id))
        if target.fate == "void":
            raise Illegal("had_no_effect", text("Event {n} was refused; there is nothing to undo", n=target.event.id))
        self.lines[event.id].event = msgspec.structs.replace(event, about=target.event.id)
        self._kill(target)

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
        self._kill(target)

    def _kill(self, line: Line) -> None:
        line.alive = False
        if line.event.do in ("undo", "redo") and line.event.about is not None:
            self._revive(self.lines[line.event.about])

    def _revive(self, line: Line) -> None:
        line.alive = True
        if line.event.do in ("undo", "redo") and line.event.about is not None:
            self._kill(self.lines[line.event.about])

    def _last_effective(self, before: int) -> Line:
        for line in reversed(self.lines.values()):
            if line.event.id != before and line.alive and line.fate != "void" and line.event.do not in ("undo", "redo"):
                return line
        raise Illegal("nothing_to_undo", text("There is nothing to undo"))

    def _line(self, number: int) -> Line:
        if number not in self.lines:
            raise BadRecord(f"there is no event {number} in this deal")
        return self.lines[number]

    # corrections ----------------------------------------------------------------------------------------------------

    def correct(self, event: Event) -> None:
        """Check that the event may correct what it is about; raises Illegal or BadRecord."""
        target = self._line(event.about if event.about is not None else -1)
        if target.event.do in ("undo", "redo"):
            raise Illegal("correct_undo", text("An undo cannot be corrected: redo it instead"))
        if target.event.id == event.id:
            raise Illegal("correct_itself", text("A correction cannot be about itself"))

    def effective(self, line: Line) -> Event:
        """A line's event with all live corrections applied, oldest first."""
        event = line.event
        for other in self.lines.values():
            if (
                other.alive
                and other.fate != "void"
                and other.event.do == "correct"
                and other.event.about == line.event.id
            ):
                event = merge(event, self.effective(other))
        return event

    def corrected(self, line: Line) -> bool:
        """Whether a live correction is about this line."""
        return any(
            other.alive and other.fate != "void" and other.event.do == "correct" and other.event.about == line.event.id
            for other in self.lines.values()
        )

    # the story ------------------------------------------------------------------------------------------------------

    def story(self) -> list[tuple[Line, Event]]:
        """The live base events in the order they happened, corrections applied, insertions in place."""
        order: list[int] = []
        for number, line in self.lines.items():
            if line.event.do == "insert":
                after = self.effective(line).after or 0
                order.insert(order.index(after) + 1 if after in order else 0, number)
            elif not line.meta:
                order.append(number)
        return [(self.lines[n], self._told(self.lines[n])) for n in order if self.lines[n].alive]

    def _told(self, line: Line) -> Event:
        event = self.effective(line)
        if event.do == "insert":
            inner = dict(event.event or {})
            inner["id"] = event.id
            return to_event(inner)
        return event


def merge(event: Event, correction: Event) -> Event:
    """The event with the fields that the correction names replaced; raises BadRecord."""
    changes: dict[str, Any] = {k: v for k, v in to_data(correction).items() if k not in ("id", "do", "about")}
    if event.do == "insert" and "event" not in changes and "after" not in changes:
        return msgspec.structs.replace(event, event={**(event.event or {}), **changes})
    data = to_data(event) | changes
    return to_event(data)
