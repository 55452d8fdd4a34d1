"""How the second opinion writes a deal record: headers, and events that number themselves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Line = dict[str, Any]


def header(game: str, players: Iterable[str], dealer: str | None = None, rules: Any = None, start: Any = None) -> Line:
    """The first line of a deal; without a dealer the match goes on."""
    line: Line = {"record": 1, "game": game, "players": list(players)}
    more = {"dealer": dealer, "rules": rules, "start": start}
    return line | {key: value for key, value in more.items() if value}


def numbered(lines: Iterable[Line]) -> list[Line]:
    """The same lines with ids 1, 2, 3 ... for the events; headers have none."""
    found: list[Line] = []
    events = 0
    for line in lines:
        events += "record" not in line
        found.append(line if "record" in line else {"id": events, **line})
    return found
