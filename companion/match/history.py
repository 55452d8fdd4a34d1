"""What happened in a deal, as now believed: undo, redo, corrections and insertions are appended, never rewritten.

Each line keeps its id for ever. A live undo kills the line it is about and a live redo the undo it is about, so
that both can be undone and redone without end; who lives is derived anew from all lines. A correction replaces
fields of the line it is about; it may be about another correction, and it may be undone. Nothing is dropped: a
dead line comes back when what killed it is killed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from companion.events import META_VERBS, BadRecord, Event
from companion.match.amends import Amends
from companion.referee import Illegal
from companion.table.table import Seat
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
    moved: bool = False
    """the part bears another name than when it came, since something was inserted or undone before"""
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
    """The lines of one deal in the order they came.

    What one more line changes is derived from what is known: a word about an event costs no more the more have been
    said before.
    """

    lines: dict[int, Line] = field(default_factory=dict)
    amends: Amends = field(init=False)
    _base: list[int] = field(default_factory=list)
    """the events of the table and the insertions, in the order they came"""
    _order: list[int] = field(default_factory=list)
    """the first of them, in the order they happened"""
    _words: list[int] = field(default_factory=list)
    """all but undo and redo"""
    _undos: list[int] = field(default_factory=list)
    _counts: set[int] = field(default_factory=set)
    """the undos and redos that have had an effect"""
    _killers: Counter[int] = field(default_factory=Counter)
    """how many live lines each line is killed by"""

    def __post_init__(self) -> None:
        self.amends = Amends(self.lines)

    def add(self, event: Event) -> Line:
        """Append a line; raises BadRecord if its id is taken."""
        if event.id in self.lines:
            raise BadRecord(f"the id {event.id} is used twice")
        line = self.lines[event.id] = Line(event)
        if event.do in ("undo", "redo"):
            self._undos += [event.id] if event.do == "undo" else []
            return line
        self._words.append(event.id)
        if event.do == "correct":
            self.amends.add(line)
            self._reorder(line)
        else:
            self._base.append(event.id)
        return line

    def drop(self, number: int) -> None:
        """Forget a line that could not be read after all."""
        line = self.lines[number]
        self._live(line, False)
        self._counts.discard(number)
        self.amends.drop(line)
        del self.lines[number]
        for numbers in (self._base, self._order, self._words, self._undos):
            if number in numbers:
                numbers.remove(number)

    def refuse(self, line: Line) -> None:
        """A word about earlier events cannot be: it has no effect."""
        line.fate = "void"
        self._live(line, False)

    def _reorder(self, correction: Line) -> None:
        """A correction of an insertion may say that it happened elsewhere."""
        root = self.lines.get(self.amends.root(correction))
        if root is not None and root is not correction and root.event.do == "insert":
            self._order.clear()

    # undo and redo --------------------------------------------------------------------------------------------------

    def undo(self, event: Event) -> None:
        """Undo what the event is about, else the last effective line; raises Illegal."""
        target = self._line(event.about) if event.about is not None else self._last_effective(event.id)
        if not target.alive:
            raise Illegal("already_undone", text("Event {n} has been undone already", n=target.event.id))
        if target.fate == "void" and not self.corrected(target):
            raise Illegal("had_no_effect", text("Event {n} was refused; there is nothing to undo", n=target.event.id))
        self._kill(event, target)

    def redo(self, event: Event) -> None:
        """Put back what an undo took away, the last undo if none is named; raises Illegal."""
        if event.about is not None:
            target = self._line(event.about)
        else:
            found = self.undone()
            if found is None:
                raise Illegal("nothing_to_redo", text("There is nothing to redo"))
            target = found
        if target.event.do != "undo" or not target.alive:
            raise Illegal("not_an_undo", text("Event {n} is no undo that could be taken back", n=target.event.id))
        self._kill(event, target)

    def undone(self) -> Line | None:
        """The last undo that holds."""
        return next((self.lines[n] for n in reversed(self._undos) if self.lines[n].alive), None)

    def _kill(self, event: Event, target: Line) -> None:
        """An undo or redo has found what it is about."""
        self.lines[event.id].event = msgspec.structs.replace(event, about=target.event.id)
        self._counts.add(event.id)
        self._killers[target.event.id] += 1
        self._live(target, False)

    def _live(self, line: Line, alive: bool) -> None:
        """A line dies or comes back; what it had killed comes back, or dies again, and so on."""
        todo = [(line, alive)]
        while todo:
            line, alive = todo.pop()
            if line.alive == alive:
                continue
            line.alive = alive
            if line.event.do == "correct":
                self.amends.changed(line)
                self._reorder(line)
            if line.event.id in self._counts and line.event.about is not None:
                target = self.lines[line.event.about]
                self._killers[target.event.id] += 1 if alive else -1
                void = target.meta and target.fate == "void"
                todo.append((target, not self._killers[target.event.id] and not void))

    def _last_effective(self, before: int) -> Line:
        found = next((line for line in self._effective() if line.event.id != before), None)
        if found is None:
            raise Illegal("nothing_to_undo", text("There is nothing to undo"))
        return found

    def to_undo(self) -> Line | None:
        """What people mean who say undo and not what: the last effective line but for pauses, which change nothing."""
        return next((line for line in self._effective() if line.event.what != "pause"), None)

    def _effective(self) -> Iterator[Line]:
        """What has an effect, the newest first."""
        for line in (self.lines[n] for n in reversed(self._words)):
            if line.alive and line.fate != "void":
                yield line

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
        return self.amends.corrected(line)

    def reseated(self, line: Line) -> bool:
        """Whether a live correction says who it was."""
        return self.amends.reseated(line)

    def effective(self, line: Line) -> Event:
        """A line's event with all live corrections applied, oldest first; raises BadRecord if that makes no sense."""
        return self.amends.effective(line)

    def told(self, line: Line) -> Event:
        """A line as an event of the table: corrections applied, an insertion unwrapped; raises BadRecord."""
        return self.amends.told(line)

    def base(self, line: Line) -> Line:
        """The line that a correction, or a correction of corrections, is about in the end."""
        return self.lines.get(self.amends.root(line), line)

    # the story ------------------------------------------------------------------------------------------------------

    def story(self) -> list[tuple[Line, Event]]:
        """The live base events in the order they happened, corrections applied, insertions in place.

        Raises BadRecord if the corrections together make no sense.
        """
        return [(line, self.told(line)) for line in self.in_order() if line.alive]

    def base_lines(self) -> list[Line]:
        """The events of the table and the insertions in the order they came: what a story can be made of."""
        return [self.lines[n] for n in self._base]

    def in_order(self) -> list[Line]:
        """The same in the order they happened, also what has been undone; raises BadRecord."""
        for number in self._base[len(self._order) :]:
            line = self.lines[number]
            at = self._position(line) if line.event.do == "insert" else len(self._order)
            self._order.insert(at, number)
        return [self.lines[n] for n in self._order]

    def _position(self, line: Line) -> int:
        """Where an insertion belongs; after an undo or a correction means after what had happened before it."""
        after, order = self.effective(line).after or 0, self._order
        if after == 0:
            return 0
        if after in order:
            return order.index(after) + 1
        numbers = list(self.lines)
        if after not in self.lines or numbers.index(after) >= numbers.index(line.event.id):
            raise BadRecord(f"event {line.event.id}: there is no earlier event {after} to insert it after")
        before = [n for n in numbers[: numbers.index(after)] if not self.lines[n].meta]
        return order.index(before[-1]) + 1 if before else 0
