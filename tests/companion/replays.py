"""Plays deal records for the tests and finds their answers again."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.match.match import Header, Match
from companion.match.record import parse_line, replay
from companion.table.table import Table

RECORDS = Path(__file__).parents[1] / "records"
CRVENI_TEPIH = RECORDS / "crveni_tepih"


@dataclass
class Played:
    """The answers of a record: by id the last word on each event, by number the last word on each deal."""

    events: dict[int, dict[str, Any]] = field(default_factory=dict)
    deals: dict[int, dict[str, Any]] = field(default_factory=dict)
    lines: list[dict[str, Any]] = field(default_factory=list)

    @property
    def verdicts(self) -> dict[int, str]:
        """Everything that was not simply taken."""
        return {n: line["verdict"] for n, line in self.events.items() if line["verdict"] != "ok"}

    def sentence(self, event: int) -> str:
        """What the referee said in words."""
        return str(self.events[event].get("sentence", ""))

    def hand(self, deal: int, name: str) -> tuple[str, int]:
        """What a player's cards were called and worth."""
        how = self.deals[deal]["how"][name]
        return how["category"], how["value"]

    def money(self, deal: int) -> dict[str, int]:
        """Units left at the end of a deal."""
        return {name: how["money"] for name, how in self.deals[deal]["how"].items()}


def play(lines: Any) -> Played:
    """Replay lines of a record, given as text or as JSON values."""
    played = Played()
    for line in replay([line if isinstance(line, str) else json.dumps(line) for line in lines]):
        played.lines.append(line)
        if "deal" in line:
            played.deals[line["deal"]] = line
        else:
            played.events[line["id"]] = line
    return played


def play_file(path: Path) -> Played:
    """Replay a record file."""
    return play(path.read_text(encoding="utf-8").splitlines())


def find(number: int | str, folder: Path = CRVENI_TEPIH) -> Path:
    """The record whose name begins with this number."""
    prefix = number if isinstance(number, str) else f"{number:02}_"
    return next(path for path in sorted(folder.glob("*.jsonl")) if path.name.startswith(prefix))


def header(players: list[str], **more: Any) -> dict[str, Any]:
    """A header of Crveni tepih; the first player deals."""
    return {"record": 1, "game": "crveni_tepih", "players": players, "dealer": players[0], **more}


def table_of(lines: Any) -> Table:
    """The table after the last line of a record (the last deal's)."""
    match = Match()
    for number, line in enumerate(lines):
        item = parse_line(json.dumps(line if "record" in line else {"id": number, **line}))
        if isinstance(item, Header):
            match.begin(item)
        else:
            match.add(item)
    return match.now.deal.table
