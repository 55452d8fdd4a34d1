"""What an event says with all that was said about it later: corrections, and corrections of corrections, applied."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from companion.events import META_VERBS, BadRecord, Event, to_data, to_event

if TYPE_CHECKING:
    from companion.match.history import Line


@dataclass
class Amends:
    """The corrections of a deal by what they are about.

    What an event says with them is remembered, so that one more word costs no more than itself.
    """

    lines: Mapping[int, Line]
    _about: dict[int, list[int]] = field(default_factory=dict)
    """the corrections about this very line"""
    _root: dict[int, int] = field(default_factory=dict)
    """for each correction the event that it is about in the end"""
    _all: dict[int, list[int]] = field(default_factory=dict)
    """for each such event all corrections, also those of corrections, in the order they came"""
    _amended: dict[int, Event | BadRecord] = field(default_factory=dict)
    _within: dict[int, tuple[Event, Event]] = field(default_factory=dict)
    """insertions, and the events that they bring"""

    def add(self, line: Line) -> None:
        """One more correction."""
        number, about = line.event.id, line.event.about
        if about is None:
            return
        root = self._root[number] = self._root.get(about, about)
        self._about.setdefault(about, []).append(number)
        self._all.setdefault(root, []).append(number)
        known = self._amended.pop(root, None)
        if isinstance(known, Event) and about == root:
            try:
                self._amended[root] = merge(known, line.event)
            except BadRecord as error:
                self._amended[root] = error

    def drop(self, line: Line) -> None:
        """Forget a correction that could not be read after all."""
        self.changed(line)
        root, about = self._root.pop(line.event.id, None), line.event.about
        if root is not None and about is not None:
            self._about[about].remove(line.event.id)
            self._all[root].remove(line.event.id)

    def changed(self, line: Line) -> None:
        """A correction has been undone or put back."""
        self._amended.pop(self.root(line), None)

    def root(self, line: Line) -> int:
        """The number of the event that a line is about in the end; its own if it is no correction."""
        return self._root.get(line.event.id, line.event.id)

    def corrected(self, line: Line) -> bool:
        """Whether a live correction is about this line."""
        return any(self.lines[n].alive for n in reversed(self._about.get(line.event.id, ())))

    def reseated(self, line: Line) -> bool:
        """Whether a live correction says who it was."""
        about = {line.event.id}
        for correction in self._live(self.root(line)):
            if correction.about in about:
                about.add(correction.id)
                if correction.seat is not None or "seat" in (correction.event or {}):
                    return True
        return False

    def _live(self, root: int) -> list[Event]:
        return [self.lines[n].event for n in self._all.get(root, ()) if self.lines[n].alive]

    def effective(self, line: Line) -> Event:
        """A line's event with all live corrections applied, oldest first; raises BadRecord if that makes no sense."""
        number = line.event.id
        if number not in self._about:
            return line.event
        if number not in self._amended:
            found = self._amend(line)
            if number not in self._root:  # (what a correction says in the end is seldom asked)
                self._amended[number] = found
        else:
            found = self._amended[number]
        if isinstance(found, BadRecord):
            if line.alive:
                raise found
            return line.event  # (what is undone need make no sense)
        return found

    def _amend(self, line: Line) -> Event | BadRecord:
        """The line with its corrections; from the last to the first, for corrections come later."""
        waiting: dict[int | None, list[Event]] = {}
        for correction in reversed(self._live(self.root(line))):
            if correction.id == line.event.id:
                break
            event, _ = self._merged(correction, waiting.pop(correction.id, []))
            waiting.setdefault(correction.about, []).append(event)
        event, error = self._merged(line.event, waiting.pop(line.event.id, []))
        return error or event

    def _merged(self, event: Event, later: list[Event]) -> tuple[Event, BadRecord | None]:
        """The event with these corrections, the last one first, as far as they make sense."""
        try:
            for correction in reversed(later):
                event = merge(event, correction)
        except BadRecord as error:
            return event, error
        return event, None

    def told(self, line: Line) -> Event:
        """A line as an event of the table: corrections applied, an insertion unwrapped; raises BadRecord."""
        event = self.effective(line)
        if event.do != "insert":
            return event
        known = self._within.get(event.id)
        if known is None or known[0] is not event:
            known = self._within[event.id] = (event, inserted(event))
        return known[1]


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
