"""What happened at a table, as one value per event: the deal record, the journal and the rules share it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from companion.texts import Text, text

BASE_VERBS = (
    "play", "bid", "pass", "say", "choose", "call", "turn", "show", "take", "draw", "discard", "exchange", "pay",
    "take_back", "claim", "accept", "result", "note",
)  # fmt: skip
META_VERBS = ("undo", "redo", "correct", "insert")
VERBS = BASE_VERBS + META_VERBS
AFTER_THE_END = frozenset({"correct", "insert", "undo", "redo", "claim", "accept", "note"})
"""verbs that stay allowed when the last deal is over"""
NOTES = (
    "misdeal", "redeal", "void", "concede", "rest_mine", "agree", "penalty", "substitute", "pause", "end",
)  # fmt: skip


class BadRecord(ValueError):
    """A record, an event or a header that cannot be read; the text is one sentence."""


class Event(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """One event. Only the fields its verb needs are set; see ``dalje games NAME --json`` for examples.

    ``seat`` is a player's name. ``cards`` are card codes. For ``discard``, ``count`` cards more are put away
    face down. ``about`` names another event (undo, redo, correct, accept, claim). ``money`` and ``hands`` belong
    to ``result``. ``points`` is one number that is added to the score (penalty; usually negative) or a table by
    name (agree).
    """

    do: str
    id: int = 0
    seat: str | None = None
    cards: tuple[str, ...] | None = None
    count: int | None = None
    amount: int | None = None
    word: str | None = None
    option: str | None = None
    card: str | None = None
    ordinal: int | None = None
    to: str | None = None
    what: str | None = None
    about: int | None = None
    after: int | None = None
    event: Mapping[str, Any] | None = None
    name: str | None = None
    against: str | None = None
    rule: str | None = None
    points: int | dict[str, int] | None = None
    hands: dict[str, tuple[str, ...]] | None = None
    money: dict[str, Any] | None = None
    facts: dict[str, Any] | None = None
    """what a game's ``result`` asks for: tricks, melds, chips, by the names that ``dalje games NAME`` tells"""


LONGEST_NAME = 40
FIELDS = tuple(f.name for f in msgspec.structs.fields(Event))


def to_event(data: Mapping[str, Any]) -> Event:
    """An Event from its JSON form; raises BadRecord with one sentence."""
    unknown = [str(key) for key in data if key not in FIELDS]
    if "game" in data and "players" in data:
        raise BadRecord(
            'a header begins with "record": 1, for example '
            '{"record": 1, "game": "crveni_tepih", "players": ["Ana", "Boris", "Vera"]}'
        )
    if unknown:
        near = nearest(unknown[0], FIELDS) or f"; its fields are {', '.join(FIELDS)}"
        raise BadRecord(f"an event has no field {unknown[0][:50]!r}{near}")
    if isinstance(data.get("cards"), str):
        raise BadRecord('cards are a list of codes, for example ["AS", "7H"]')
    try:
        event = msgspec.convert(data, Event)
    except (msgspec.ValidationError, UnicodeError) as error:
        raise BadRecord(f"this event cannot be read: {error}") from None
    if event.id < 0:
        raise BadRecord(f"an id is a number above 0, not {event.id}")
    if event.count is not None and event.count < 0:
        raise BadRecord("count cannot be negative")
    if event.name is not None and not good_name(event.name):
        raise BadRecord(f"a name is up to {LONGEST_NAME} printed characters, not {event.name[:50]!r}")
    if event.do not in VERBS:
        near = nearest(event.do, VERBS) or f"; the verbs are {', '.join(VERBS)}"
        raise BadRecord(f"there is no verb {event.do[:50]!r}{near}")
    if event.do == "note" and event.what is None:
        raise BadRecord(f'a note says what it is about: "what" is one of {", ".join(NOTES)}')
    if event.do == "note" and event.what not in NOTES:
        raise BadRecord(f"there is no note {event.what!r}; a note is one of {', '.join(NOTES)}")
    return event


def nearest(word: str, among: Iterable[str]) -> Text | str:
    """``; did you mean "x"?`` for the nearest of these words, capitals or not, else nothing."""
    known = {one.casefold(): one for one in among}
    close = difflib.get_close_matches(word.casefold(), list(known), 1)
    return text('; did you mean "{word}"?', word=known[close[0]]) if close else ""


def good_name(name: str) -> bool:
    """Whether people can be called that: something to print, on one line and not too long."""
    return bool(name.strip()) and name.isprintable() and len(name) <= LONGEST_NAME


def to_data(event: Event) -> dict[str, Any]:
    """The JSON form of an event, without empty fields."""
    data: dict[str, Any] = msgspec.to_builtins(event)
    return data
