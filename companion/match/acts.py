"""Events as acts and acts as events: names and cards that people wrote are resolved, or said not to exist."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from companion.cards import BadCard, Card, parse_cards
from companion.events import BadRecord, Event, nearest
from companion.rules.requests import Act
from companion.table.table import Seat

if TYPE_CHECKING:
    from companion.match.played import Played


def to_act(played: Played, event: Event) -> Act:
    """The event with seat and cards resolved; raises BadRecord for unknown players and cards."""
    seat = find_seat(played, event.seat, event)
    against = find_seat(played, event.against, event)
    cards = find_cards(played, event.cards or ((event.card,) if event.card is not None else ()), event)
    for name in event.points if isinstance(event.points, dict) else ():
        find_seat(played, name, event)
    word = event.what or event.word or event.option or ""
    number = event.points if event.do == "note" and isinstance(event.points, int) else event.amount
    return Act(
        event.do, seat, cards, event.count or 0, number, word, event.about, against, event.id,
        ordinal=event.ordinal, to=event.to or "",
    )  # fmt: skip


def as_event(act: Act, names: Sequence[str]) -> Event:
    """An act as people would write it down, without an id."""
    word = {"say": "word", "choose": "option", "note": "what"}.get(act.do, "word")
    fields: dict[str, Any] = {
        "seat": None if act.seat is None else names[act.seat],
        "cards": tuple(map(str, act.cards)) or None,
        "count": act.count or None,
        "amount": act.amount,
        "about": act.about if act.do in ("correct", "undo") else None,
        word: act.word or None,
        "ordinal": act.ordinal,
        "to": act.to or None,
    }
    if act.do == "call" and act.cards:
        fields |= {"card": str(act.cards[0]), "cards": None}
    return Event(do=act.do, **fields)


def find_seat(played: Played, name: str | None, event: Event) -> Seat | None:
    """The seat of a name; raises BadRecord."""
    return None if name is None else find_named(played, name, event)


def find_named(played: Played, name: str, event: Event) -> Seat:
    """The seat of a name; raises BadRecord."""
    seat = played.aliases.get(name, played.heard.get(name))
    if seat is None:
        players = ", ".join(played.names)
        raise BadRecord(f"event {event.id}: {name!r} does not play{nearest(name, played.heard)} (players: {players})")
    return seat


def find_cards(played: Played, codes: Iterable[str], event: Event) -> tuple[Card, ...]:
    """Cards of this game's packs; raises BadRecord."""
    if not codes:
        return ()
    try:
        cards = parse_cards(list(codes))
    except BadCard as error:
        raise BadRecord(f"event {event.id}: {error}") from None
    if stray := next((card for card in cards if card not in played.faces), None):
        raise BadRecord(f"event {event.id}: {stray} is not in the pack of {played.game.title}")
    return cards
