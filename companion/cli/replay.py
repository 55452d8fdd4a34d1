"""``dalje replay``: play a deal record and say what the referee says."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import click

from companion.cli.retold import in_words
from companion.events import BadRecord
from companion.match import record
from companion.texts import LANGUAGES, SOURCES

language_option = click.option(
    "--language", type=click.Choice([*LANGUAGES, *SOURCES]), default="en",
    help="Language of the sentences: en and sr are complete; hu and ru speak the games that come from there, "
    "else English.",
)  # fmt: skip


@click.command()
@click.argument("path", metavar="RECORD")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, for programs.")
@language_option
def replay(path: str, as_json: bool, language: str) -> None:
    """Play the deal record RECORD ('-' for standard input): a verdict for each event, and the score of each deal.

    \b
    ok          taken
    illegal     against the rules. What was said or bid is refused: nothing changes.
                "illegal, counts": the card lies there and counts, and the breach is
                on record. A card before its turn lies there and waits: its sentence
                says so, and a later event tells when it counts.
    impossible  a card that is elsewhere, or more cards than there are: refused
    question    only the people can tell which it was: refused, nobody is accused

    The exit status is 0 whatever the verdicts, and 2 if the record cannot be read on. Each deal begins with its own
    header; 'dalje games NAME' shows one, and all that a record of that game may hold.
    """
    lines = lines_of(path)
    try:
        first = next(lines, "")  # a file that cannot be read is told as such, not as a bad line
    except UnicodeDecodeError:
        raise BadRecord("line 1: this is not UTF-8 text") from None
    for told in record.replay(chain([first], lines), language, beginnings=not as_json):
        click.echo(json.dumps(told, ensure_ascii=False) if as_json else "\n".join(in_words(told, language)))


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
