"""``dalje replay``: play a deal record and say what the referee says."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

import click

from companion import record
from companion.events import BadRecord
from companion.texts import LANGUAGES, SOURCES


@click.command()
@click.argument("path", metavar="RECORD")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, for programs.")
@click.option("--language", type=click.Choice([*LANGUAGES, *SOURCES]), default="en", help="Language of the sentences.")
def replay(path: str, as_json: bool, language: str) -> None:
    """Play the deal record RECORD ('-' for standard input): a verdict for each event, and the score of each deal."""
    lines = lines_of(path)
    try:
        first = next(lines, "")  # a file that cannot be read is told as such, not as a bad line
    except UnicodeDecodeError:
        raise BadRecord("line 1: this is not UTF-8 text") from None
    for told in record.replay(chain([first], lines), language):
        click.echo(json.dumps(told, ensure_ascii=False) if as_json else "\n".join(in_words(told)))


def lines_of(path: str) -> Iterator[str]:
    """The lines of a file or of standard input; raises BadRecord if it cannot be read."""
    if path == "-":
        yield from io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8")
        return
    try:
        with Path(path).open(encoding="utf-8") as source:
            yield from source
    except OSError as error:
        raise BadRecord(f"the record {path} cannot be read ({error.strerror}): check its name") from None


def in_words(told: Mapping[str, Any]) -> Iterator[str]:
    """One answer for people."""
    if "deal" in told:
        note = {"missorted": "void: money cards are among the playing cards", "open": "a question is open"}
        yield f"Deal {told['deal']}" + (f" ({note.get(told['note'], told['note'])})" if told.get("note") else "")
        for name, points in told["points"].items():
            how = told["how"].get(name, {}).get("sentence", "")
            yield f"  {name}: {points} (total {told['scores'][name]})" + (f"  {how}" if how else "")
        if told["match_over"]:
            yield f"  The match is over: {', '.join(told.get('winners', []))}"
        return
    waits = told["awaits"]
    wait = f"; next: {' or '.join(waits['seats'])} {'/'.join(waits['do'])}" if waits else ""
    sentence = told.get("sentence") or ""
    yield f"{told['id']}: {told['verdict']}" + (f": {sentence}" if sentence else "") + wait
    become = {(found["about"], found["rule"]) for found in told.get("also", ())}
    for found in told["findings"]:
        if found["sentence"] not in sentence and (found["about"], found["rule"]) not in become:
            yield f"  {found['sentence']}"
    yield from (f"  {found['sentence']}" for found in told.get("also", ()))
