"""``dalje table``: set up a table for the camera, check it, list, show and forget tables."""

from __future__ import annotations

import json
from pathlib import Path

import click

from companion.cli import wiring
from companion.cli.measures import Measure
from companion.cli.speech import at_terminal, language_option
from companion.cli.stopping import has_done
from companion.cli.table_options import camera_option, card_size, json_option, lens_of, lens_option, name_or_last
from companion.cli.table_words import as_data, in_words
from companion.kept.settings import data_directory, read_settings
from companion.kept.tables import (
    checked_name,
    delete_table,
    last_table,
    load_table,
    save_table,
    table_names,
)
from companion.ports import Trouble
from companion.texts import text


@click.group(name="table", invoke_without_command=True)
@click.pass_context
def table(context: click.Context) -> None:
    """Set up your table for the camera, or see what was set up."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@table.command(name="set")
@click.argument("paths", nargs=-1, metavar="[PICTURE...]")
@camera_option
@click.option("--name", default="table", show_default=True, help="What this table is called.")
@click.option(
    "--players", type=click.IntRange(2, 12), help="How many sit there; others than so many cards are refused."
)
@click.option(
    "--card", default="poker", show_default=True, metavar="poker|bridge|WIDTHxHEIGHT", help="Size of the cards (mm)."
)
@lens_option
@click.option("--empty", metavar="PICTURE", help="The bare table: with it a pushed camera is noticed later.")
@click.option("--screen", metavar="PICTURE", help="The table with our screen showing its pattern: it is masked then.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="For --camera table.")
@click.option("--replace", is_flag=True, help="In place of the table of that name.")
@json_option
@wiring.data_option
@language_option
def set_(
    paths: tuple[str, ...], camera: str | None, name: str, players: int | None, card: str, lens: str | None,
    empty: str | None, screen: str | None, seed: int, replace: bool, as_json: bool, data: Path | None,
    language: str | None,
) -> int:  # fmt: skip
    """Lay one card before each player, and Dalje finds the table's plane and who sits where.

    With a camera you are asked for each step. Or give pictures: the first with one card before each player, the
    others, if any, with further cards anywhere on the table, which make it more exact.
    """
    if paths and camera is not None:
        raise Trouble(text("give pictures or --camera, not both"))
    speech, size, home = wiring.language_of(language, data), card_size(card), data_directory(data)
    if checked_name(name) in table_names(home) and not replace:
        words = text("there is a table {name!r} already: add --replace, or give another --name", name=name)
        raise Trouble(words)
    wiring.check_libraries()
    from companion.cli.table_setup import from_camera, from_pictures, reference
    from vision.setup.setup import set_up

    if paths:
        views = from_pictures(paths, empty, screen)
    else:
        source = camera or read_settings(home).camera.source
        views = from_camera(source, read_settings(home), as_json, speech, seed, players or 4, empty, screen)
    found = set_up(views.cards, views.more, players, size, lens_of(lens))
    stored = views.stored(found)
    path = save_table(home, name, stored, reference(views.bare))
    has_done("The table was set up and is saved.")
    told = as_data(name, stored) | {"file": str(path), "remarks": [remark.say(speech) for remark in found.remarks]}
    told["screen_found"] = views.screen is not None
    if as_json:
        click.echo(json.dumps(told, ensure_ascii=False))
        return 0
    click.echo("\n".join([in_words(name, stored, speech), *(f"  {remark}" for remark in told["remarks"])]))
    if views.screen is None and not paths:
        words = text("Our own screen was not seen in the picture: if it lies there, cards on it may be read (--screen)")
        click.echo(f"  {words.say(speech)}")
    if views.bare is None:
        words = text("Without a picture of the bare table (--empty) nobody notices when the camera is pushed")
        click.echo(f"  {words.say(speech)}")
    return 0


@table.command()
@click.argument("name", required=False)
@click.option("--picture", "path", metavar="PICTURE", help="Check this picture instead of the camera's.")
@click.option("--camera", metavar="pi|usb:N|FILE|FOLDER", help="Where the picture comes from (default: settings.toml).")
@json_option
@wiring.data_option
@language_option
def check(
    name: str | None, path: str | None, camera: str | None, as_json: bool, data: Path | None, language: str | None
) -> int:
    """Is the camera where it was when the table was set up? Status 2 if the table has to be set up again."""
    if path is not None and camera is not None:
        raise Trouble(text("give --picture or --camera, not both"))
    if camera == "table":
        raise Trouble(text("the rendered table is nowhere to be looked at again: check a picture or a real camera"))
    home, speech = data_directory(data), wiring.language_of(language, data)
    stored = load_table(home, name := name_or_last(home, name))
    wiring.check_libraries()
    from companion.cli.table_setup import checked_now, one_picture
    from vision.pictures.pictures import load_picture

    settings = read_settings(home)
    image = load_picture(Path(path)) if path else one_picture(camera or settings.camera.source, settings)
    found = checked_now(home, name, stored, image)
    if found is None:
        words = text("there is no picture of the bare table {name!r}: set it up again with --empty", name=name)
        raise Trouble(words)
    sentence = found.sentence.say(speech)
    if as_json:
        told = {"table": name, "verdict": found.nudge.verdict, "mm": round(found.nudge.mm, 1), "lost": found.lost}
        click.echo(json.dumps({**told, "sentence": sentence}, ensure_ascii=False))
    elif not found.lost:
        click.echo(f"{sentence}.")
    if found.lost and not as_json:
        raise Trouble(sentence)
    return 2 if found.lost else 0


@table.command(name="list")
@json_option
@wiring.data_option
@language_option
def list_(as_json: bool, data: Path | None, language: str | None) -> int:
    """The tables that were set up; the one that is played at is marked."""
    home, speech = data_directory(data), wiring.language_of(language, data)
    names, last = table_names(home), last_table(home)
    if as_json:
        click.echo(json.dumps({"tables": names, "last": last}, ensure_ascii=False))
    elif not names:
        click.echo(text("No table was set up yet: 'dalje table set' does it").say(speech) + ".")
    for name in [] if as_json else names:
        click.echo(("* " if name == last else "  ") + name)
    return 0


@table.command()
@click.argument("name", required=False)
@json_option
@wiring.data_option
@language_option
def show(name: str | None, as_json: bool, data: Path | None, language: str | None) -> int:
    """Who sits where at a table, what of it can be read, and which games can be watched by how many."""
    home, speech = data_directory(data), wiring.language_of(language, data)
    stored = load_table(home, name := name_or_last(home, name))
    from companion.cli.table_reach import at_table, reach_lines

    told = at_table(stored)
    if as_json:
        click.echo(json.dumps(as_data(name, stored) | told, ensure_ascii=False))
    else:
        click.echo("\n".join([in_words(name, stored, speech), *reach_lines(told, speech)]))
    return 0


@table.command()
@lens_option
@click.option("--degrees", type=Measure(10, 150), help="What the lens sees from left to right (for others).")
@click.option("--height", type=click.IntRange(100, 5000), required=True, help="Of the lens over the table (mm).")
@json_option
@wiring.data_option
@language_option
def reach(
    lens: str | None, degrees: float | None, height: int, as_json: bool, data: Path | None, language: str | None
) -> int:
    """What a camera reads from a height, before it is screwed on: how much of the table, which games, how many play."""
    from companion.cli.table_reach import from_lens, reach_lines
    from vision.setup.reach import LENSES

    if lens is not None and degrees is not None:
        raise Trouble(text("give --lens or --degrees, not both"))
    if lens is None and degrees is None:
        raise Trouble(text("give --lens or --degrees: what the camera sees from left to right"))
    speech = wiring.language_of(language, data)
    across = degrees if degrees is not None else LENSES[str(lens)][0]
    told = from_lens(across, height)
    if as_json:
        click.echo(json.dumps({"streams": told}, ensure_ascii=False))
        return 0
    for stream in told:
        click.echo("{}x{} px:".format(*stream["size"]))
        click.echo("\n".join(reach_lines(stream, speech)))
    return 0


@table.command()
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
@wiring.data_option
@language_option
def delete(name: str, yes: bool, data: Path | None, language: str | None) -> int:
    """Forget a table and the picture of it."""
    home, speech = data_directory(data), wiring.language_of(language, data)
    load_table(home, name)
    kept = text("The table is kept.").say(speech)
    has_done(kept)
    if not yes and not at_terminal():
        raise Trouble(text("nobody can be asked here whether the table {name!r} is to go: add --yes", name=name))
    if not yes and not click.confirm(text("Forget the table {name!r}?", name=name).say(speech), err=True):
        click.echo(kept, err=True)
        return 0
    delete_table(home, name)
    click.echo(text("The table {name} is forgotten", name=name).say(speech) + ".")
    return 0
