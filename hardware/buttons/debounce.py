"""From the edges of a contact to presses: debounce and long-press as pure functions of timestamps.

A press begins with the first edge down. It ends when the contact has stayed open for ``debounce_ms``; any
chatter before that, of whatever length, belongs to the same press. It is told once:

* a short press when it has ended (with ``long_ms`` = 0, which turns long presses off, as soon as it begins),
* a long press as soon as the contact has been down, or chattering, until ``long_ms`` after its beginning.

A contact that never opens is therefore one long press and no more, and every line has a state of its own: what
is stuck at one seat takes nothing from the others.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Generic, TypeVar

Line = TypeVar("Line", bound=Hashable)


@dataclass(frozen=True)
class Timing:
    """``debounce_ms``: how long a contact must stay open to count as released; ``long_ms``: 0 for never."""

    debounce_ms: int = 30
    long_ms: int = 800


@dataclass(frozen=True)
class Edge(Generic[Line]):
    """A contact closed (``down``) or opened at ``at_ms``; a repeated level is no edge and does no harm."""

    line: Line
    down: bool
    at_ms: int


@dataclass(frozen=True)
class Tap(Generic[Line]):
    """One press of a line; ``at_ms`` is when it began."""

    line: Line
    at_ms: int
    long: bool = False


class Phase(Enum):
    """What the last edges mean: nothing pressed, a press not told yet, a press told and not ended."""

    OPEN = "open"
    PRESSED = "pressed"
    TOLD = "told"


@dataclass(frozen=True)
class Contact:
    """The state of one line: its level since ``since_ms``, and the press that ``began_ms``."""

    down: bool = False
    since_ms: int = 0
    phase: Phase = Phase.OPEN
    began_ms: int = 0


OPEN = Contact()


def held(since_ms: int) -> Contact:
    """A contact that was down when we began to look: it counts from its next press on."""
    return Contact(down=True, since_ms=since_ms, phase=Phase.TOLD)


@dataclass(frozen=True)
class Contacts(Generic[Line]):
    """The state of all lines; those not named are open."""

    state: Mapping[Line, Contact] = field(default_factory=dict)


def step(
    lines: Contacts[Line], edges: Iterable[Edge[Line]], until_ms: int, timing: Timing
) -> tuple[Contacts[Line], list[Tap[Line]]]:
    """The lines after ``edges`` (in order of time, none later than ``until_ms``), and the presses told by then.

    The presses come in the order in which they began. Stepping in any number of parts gives the same presses
    as stepping once.
    """
    contacts = dict(lines.state)
    taps: list[Tap[Line]] = []
    for edge in edges:
        contact = _advance(edge.line, contacts.get(edge.line, OPEN), edge.at_ms, timing, taps)
        contacts[edge.line] = _turn(edge, contact, timing, taps)
    for line, contact in contacts.items():
        contacts[line] = _advance(line, contact, until_ms, timing, taps)
    taps.sort(key=lambda tap: tap.at_ms)
    return Contacts(contacts), taps


def debounce(edges: Iterable[Edge[Line]], until_ms: int, timing: Timing) -> list[Tap[Line]]:
    """All presses that ``edges`` tell by ``until_ms``, of lines that were open at first."""
    return step(Contacts(), edges, until_ms, timing)[1]


def stuck(lines: Contacts[Line], now_ms: int, after_ms: int) -> list[Line]:
    """The lines that have been down without a break for ``after_ms`` or longer."""
    return [line for line, contact in lines.state.items() if contact.down and now_ms - contact.since_ms >= after_ms]


def _advance(line: Line, contact: Contact, now_ms: int, timing: Timing, taps: list[Tap[Line]]) -> Contact:
    """What becomes of a contact whose level does not change until ``now_ms``."""
    if contact.down:
        if contact.phase is Phase.PRESSED and now_ms - contact.began_ms >= timing.long_ms:
            taps.append(Tap(line, contact.began_ms, long=True))
            return replace(contact, phase=Phase.TOLD)
        return contact
    if contact.phase is Phase.OPEN or now_ms - contact.since_ms < timing.debounce_ms:
        return contact
    if contact.phase is Phase.PRESSED:
        taps.append(Tap(line, contact.began_ms))
    return replace(contact, phase=Phase.OPEN)


def _turn(edge: Edge[Line], contact: Contact, timing: Timing, taps: list[Tap[Line]]) -> Contact:
    """The contact after an edge; the first one down begins a press."""
    if edge.down == contact.down:
        return contact
    contact = replace(contact, down=edge.down, since_ms=edge.at_ms)
    if not edge.down or contact.phase is not Phase.OPEN:
        return contact
    if timing.long_ms == 0:
        taps.append(Tap(edge.line, edge.at_ms))
        return replace(contact, phase=Phase.TOLD)
    return replace(contact, phase=Phase.PRESSED, began_ms=edge.at_ms)
