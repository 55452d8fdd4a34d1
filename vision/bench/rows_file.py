"""Rows of a long run in a file that survives a kill: one JSON line a table, whole or not there."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.ports import Trouble
from vision.bench.tally import Row, pack, unpack
from vision.reading.nets import MODELS


def line_of(number: int, rows: Sequence[Row]) -> str:
    """The line that stands for a table that was read to its end; the facts that all its rows share are told once."""
    facts = [dict(row.facts) for row in rows]
    shared = {
        key: value for key, value in (facts[0] if facts else {}).items() if all(f.get(key) == value for f in facts)
    }
    told = []
    for row in rows:
        data = pack(row)
        data[5] = {key: value for key, value in data[5].items() if key not in shared}
        told.append(data)
    return json.dumps({"table": number, "facts": shared, "rows": told}, separators=(",", ":")) + "\n"


def run_line(facts: Mapping[str, Any]) -> str:
    """The first line of a file: what was measured."""
    return json.dumps({"run": dict(facts)}) + "\n"


def run_facts(path: Path) -> dict[str, Any] | None:
    """What the first line of a file says was measured, None for a file that has not begun."""
    if not path.exists() or not (lines := list(_lines(path))):
        return None
    try:
        facts: dict[str, Any] = json.loads(lines[0][1])["run"]
        return facts
    except (ValueError, KeyError, TypeError) as error:
        raise Trouble(f"{path} is no file of a long run: give another name") from error


def models_mark(folder: Path = MODELS) -> str:
    """A short fingerprint of the models and their calibration: figures of different models must not be mixed."""
    mark = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        if path.suffix in (".onnx", ".json"):
            mark.update(path.name.encode() + path.read_bytes())
    return mark.hexdigest()[:16]


def load_tables(path: Path) -> dict[int, list[Row]]:
    """The tables of a file and their rows; raises Trouble for a file that is none.

    A last line without its end is what a kill left: it is passed over.
    """
    tables: dict[int, list[Row]] = {}
    for number, line in _lines(path):
        try:
            data: dict[str, Any] = json.loads(line)
            if "run" in data:
                continue
            shared = data["facts"]
            tables[int(data["table"])] = [unpack([*row[:5], {**shared, **row[5]}]) for row in data["rows"]]
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise Trouble(f"{path}, line {number}: no table of a long run ({error}): give the file it wrote") from error
    return tables


def load_rows(path: Path) -> list[Row]:
    """All rows of a file, in the order of their tables."""
    tables = load_tables(path)
    return [row for number in sorted(tables) for row in tables[number]]


def cut_to_whole_lines(path: Path) -> None:
    """Take off what a kill left of a last line, so that the next one starts at the beginning of a line."""
    if path.exists():
        whole = path.read_bytes().rfind(b"\n") + 1
        if whole < path.stat().st_size:
            os.truncate(path, whole)


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    try:
        text = path.read_text()
    except (OSError, UnicodeDecodeError) as error:
        raise Trouble(f"{path} cannot be read ({error}): give the file of a long run") from error
    for number, line in enumerate(text.split("\n")[:-1], 1):
        if line.strip():
            yield number, line
