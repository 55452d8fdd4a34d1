"""``dalje see``: read the cards on photographs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from companion.cli import wiring
from companion.cli.speech import language_option
from companion.texts import text

LEAST_P = 0.01
"""People are not told what is less likely than this: with --deck, what lies there is then hardly a card of the deck."""


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a picture, for programs.")
@click.option(
    "--draw", type=click.Path(path_type=Path, file_okay=False), help="Write copies with the readings drawn in."
)
@click.option(
    "--empty",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A picture of the bare table by the same camera: what is printed on it is not read.",
)
@wiring.deck_option
@wiring.data_option
@language_option
def see(
    paths: tuple[str, ...], as_json: bool, draw: Path | None, empty: Path | None, deck: str | None, data: Path | None,
    language: str | None,
) -> int:  # fmt: skip
    """Read the cards on the pictures PATH... (files or folders): what they are, how sure, and where.

    A "?" marks a reading that would be asked about in a game (orange in the drawings; green ones are taken). What makes
    a picture hard to read is said after the cards. Red and blue swapped: nothing is read, and the exit status is 2.
    """
    speech = wiring.language_of(language, data)
    wiring.check_libraries()
    from vision.looking.see import see as read_all

    failed = False
    for told in read_all(paths, draw, wiring.card_reader(deck, data), empty, speech):
        failed |= "error" in told or "swapped" in told
        click.echo(
            json.dumps(told, ensure_ascii=False) if as_json else in_words(told, speech),
            err="error" in told and not as_json,
        )
    return 2 if failed else 0


def in_words(told: dict[str, Any], language: str) -> str:
    """One picture for people."""
    if "error" in told:
        return f"dalje: {told['error']}"
    likely = [c for c in told["cards"] if c["p"] >= LEAST_P]
    cards = [f"{c['card']} {c['p']:.1%}" + ("" if c["accepted"] else "?") for c in likely]
    nothing = text("not read") if "swapped" in told or told["cards"] else text("no cards")
    found = ", ".join(cards) or nothing.say(language)
    return "\n  ".join([f"{told['file']}: {found}", *(remark["sentence"] for remark in told["remarks"])])
