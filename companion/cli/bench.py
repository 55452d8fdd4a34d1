"""``dalje bench``: measure what the program does on this machine."""

from __future__ import annotations

import json
from pathlib import Path

import click

from companion.cli import wiring
from companion.cli.speech import language_option
from companion.cli.table_bench import table
from companion.texts import text

PARTS = ("photos", "rendered", "pasted", "heights", "enrolled", "speed", "beside")


@click.group(invoke_without_command=True)
@click.pass_context
def bench(context: click.Context) -> None:
    """Measure how good and how fast the program is here."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


bench.add_command(table)


@bench.command()
@click.option("--photos", type=click.Path(path_type=Path), metavar="DIR", help="Photographs with a labels.json.")
@click.option("--unseen", type=click.Path(path_type=Path), metavar="DIR", help="Decks of pictures to render as well.")
@click.option("--rival", type=click.Path(path_type=Path), metavar="MODEL.onnx", help="Another detector to time.")
@click.option("--rows", type=click.Path(path_type=Path), metavar="FILE", help="Rendered readings of a long run.")
@click.option("--readings", type=int, default=500, show_default=True, help="Rendered readings, without --rows.")
@click.option("--draw", type=click.Path(path_type=Path), metavar="DIR", help="Write sheets of wrong rendered readings.")
@click.option("--part", "parts", multiple=True, type=click.Choice(PARTS), help="Only this part; can be repeated.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")
@wiring.data_option
@language_option
def reader(
    photos: Path | None,
    unseen: Path | None,
    rival: Path | None,
    rows: Path | None,
    draw: Path | None,
    readings: int,
    parts: tuple[str, ...],
    as_json: bool,
    data: Path | None,
    language: str | None,
) -> None:
    """Measure the card reader: what it gets right, what it would wrongly accept, how long it takes.

    Without options it reads rendered tables of decks that no training used, which takes a few minutes. The
    report itself is in English, whatever the language.
    """
    speech = wiring.language_of(language, data)
    wiring.check_libraries()
    from vision.bench.report import in_words
    from vision.bench.run import Plan, measure
    from vision.reading.reader import CardReader

    plan = Plan(photos, unseen, rival, rows, draw, readings, parts or PARTS)

    def begin(part: str) -> None:
        click.echo(text("measuring: {part}", part=part).say(speech), err=True)

    told = measure(CardReader(), plan, begin)
    if as_json:
        click.echo(json.dumps(told, ensure_ascii=False))
        return
    for line in in_words(told):
        click.echo(line)
