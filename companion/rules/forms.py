"""Reading what a record tells by hand: cards, whole numbers, and the form of a deal's result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.cards import BadCard, Card, parse_cards
from companion.events import BadRecord, Event
from companion.table.table import Seat, Table


def to_cards(codes: Any) -> tuple[Card, ...]:
    """Card codes of a record; raises BadRecord."""
    if not isinstance(codes, str | list | tuple) or not all(isinstance(code, str) for code in codes):
        raise BadRecord('cards are a list of codes, for example ["TD", "7H"]')
    try:
        return parse_cards(codes)
    except BadCard as error:
        raise BadRecord(str(error)) from None


def whole(value: Any, what: str, least: int, most: int | None = None) -> int:
    """A whole number of a record within bounds; raises BadRecord."""
    good = isinstance(value, int) and not isinstance(value, bool)
    if not good or value < least or (most is not None and value > most):
        bounds = f"{least} to {most}" if most is not None else f"at least {least}"
        raise BadRecord(f"{what} is a whole number, {bounds}, not {value!r:.40}")
    return int(value)


class Form:
    """The ``facts`` of a result entered by hand, read field by field; every error is one sentence (BadRecord).

    What a game does not read, or what contradicts the rest, is refused too: nothing that was entered is left out.
    """

    def __init__(self, t: Table, event: Event, keys: Sequence[str], also: Sequence[str] = ()) -> None:
        """``keys``: the facts that the game reads; ``also``: which of the event's fields ``hands`` and ``money``."""
        self.t, self.facts = t, event.facts or {}
        for name, value in (("hands", event.hands), ("money", event.money)):
            if value is not None and name not in also:
                raise BadRecord(f"a result of this game has no {name!r}; its facts are {', '.join(keys)}")
        if unknown := next((key for key in self.facts if key not in keys), None):
            raise BadRecord(f"a result has no fact {unknown!r:.40}; it has {', '.join([*keys, *also])}")

    def seat(self, key: str) -> Seat | None:
        """Who is named, None if nobody is."""
        name = self.facts.get(key)
        return None if name is None else self._seat(name, key)

    def must(self, key: str) -> Seat:
        """Who is named."""
        if self.facts.get(key) is None:
            raise BadRecord(f"a result needs {key!r}, a player's name")
        return self._seat(self.facts[key], key)

    def by_seat(self, key: str) -> dict[Seat, Any]:
        """A table by player."""
        table = self.facts.get(key, {})
        if not isinstance(table, Mapping):
            raise BadRecord(f"{key!r} is a table by player")
        return {self._seat(name, key): value for name, value in table.items()}

    def seats(self, key: str) -> list[Seat]:
        """A list of players, each named once; empty if there is none."""
        names = self.facts.get(key, [])
        if not isinstance(names, list | tuple):
            raise BadRecord(f"{key!r} is a list of players' names")
        found = [self._seat(name, key) for name in names]
        for seat in found:
            if found.count(seat) > 1:
                raise BadRecord(f"{key!r} names {self.t.names[seat]} twice")
        return found

    def yes(self, key: str) -> bool:
        """A fact that is true or false; false if it is not told."""
        value = self.facts.get(key, False)
        if not isinstance(value, bool):
            raise BadRecord(f"{key!r} is true or false, not {value!r:.40}")
        return value

    def not_now(self, keys: Sequence[str], why: str) -> None:
        """Facts that another kind of deal has (left empty they say nothing); ``why`` tells why this one has not."""
        if wrong := next((key for key in keys if self.facts.get(key)), None):
            raise BadRecord(f"{wrong!r} does not belong here: {why}")

    def in_pack(self, key: str, cards: Iterable[Card]) -> None:
        """All cards that a fact names: no card more often than the pack has it."""
        if extra := Counter(cards) - self.t.pack:
            raise BadRecord(f"{key!r} names {next(iter(extra))} more often than the pack has it")

    def need_trick(self, key: str, numbers: Mapping[Seat, int], tricks: Mapping[Seat, int]) -> None:
        """Who has some of ``numbers`` must have a trick."""
        for seat, number in numbers.items():
            if number and not tricks[seat]:
                raise BadRecord(f"{key!r} cannot name {self.t.names[seat]}, who has no trick")

    def numbers(self, key: str, most: int) -> dict[Seat, int]:
        """Whole numbers by player, 0 for who is not named."""
        found = {seat: whole(value, key, 0, most) for seat, value in self.by_seat(key).items()}
        return {seat: found.get(seat, 0) for seat in range(self.t.seats)}

    def _seat(self, name: Any, key: str) -> Seat:
        if not isinstance(name, str) or name not in self.t.names:
            raise BadRecord(f"{key!r} names {name!r:.40}, who does not play")
        return self.t.names.index(name)
