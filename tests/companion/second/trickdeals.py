"""What the second opinions on trick games share: a record of events, and following suit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tests.companion.replays import Played, play

FOUR = ("Ana", "Boris", "Vera", "Goran")
"""Players in order of play: the last one deals, so Ana leads."""

Event = dict[str, Any]
Trick = list[tuple[int, str]]
"""Who (by number, in order of play) played what, in the order played."""


def follow(hand: Sequence[str], led: str | None) -> list[str]:
    """The cards of the suit led, or all when there are none (or nothing is led)."""
    return [card for card in hand if led and card[-1] == led] or list(hand)


def plays(tricks: Iterable[Trick], players: Sequence[str] = FOUR) -> list[Event]:
    """The events of these tricks."""
    return [{"do": "play", "seat": players[who], "cards": [card]} for trick in tricks for who, card in trick]


def lay(text: str, players: Sequence[str] = FOUR) -> list[Event]:
    """Plays written as 'A:KC B:QC', by first letters of the names."""
    names = {name[0]: name for name in players}
    return [{"do": "play", "seat": names[part[0]], "cards": [part[2:]]} for part in text.split()]


def say(seat: str, word: str) -> Event:
    """A spoken announcement."""
    return {"do": "say", "seat": seat, "word": word}


def record(game: str, *deals: Sequence[Event], players: Sequence[str] = FOUR, **header: Any) -> list[Event]:
    """A record of one deal or more: events numbered from 1 on; the last player deals first, then the game says."""
    lines: list[Event] = []
    number = 0
    for index, events in enumerate(deals):
        more = {"dealer": players[-1], **header} if index == 0 else {"rules": header.get("rules", {})}
        lines.append({"record": 1, "game": game, "players": list(players), **more})
        for event in events:
            number += 1
            lines.append({"id": number, **event})
    return lines


def run(game: str, *deals: Sequence[Event], players: Sequence[str] = FOUR, **header: Any) -> Played:
    """What the product says to such a record."""
    return play(record(game, *deals, players=players, **header))


def by_side(values: dict[str, int], players: Sequence[str] = FOUR) -> tuple[int, int]:
    """Two partners' values as one each side (partners sit opposite and have the same)."""
    a, b, c, d = (values[name] for name in players)
    assert (a, b) == (c, d)
    return a, b


def findings(played: Played) -> list[tuple[int, int, str, list[str]]]:
    """All findings as (the event that brought it, the event it is about, the seat, its proof), each once."""
    seen: dict[tuple[int, str], tuple[int, int, str, list[str]]] = {}
    for line in played.lines:
        for found in line.get("findings", ()):
            one = (line.get("id", 0), found["about"], found["seat"], found["proof"])
            seen.setdefault((found["about"], found["rule"]), one)
    return list(seen.values())
