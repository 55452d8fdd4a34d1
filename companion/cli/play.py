"""``dalje play``: the real thing, with a camera over the table, buttons and the touchscreen."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from companion.cli import options, wiring
from companion.cli.keep import MOST_GB, Keeper, keeper_for, keeping
from companion.cli.kept import is_kept, show_again
from companion.cli.measures import Measure
from companion.cli.real_table import PACKS, What, at_real_table, telling
from companion.cli.told import told_line, told_words
from companion.evening.session import Session
from companion.evening.sitting import Acknowledged
from companion.kept.crops import Crops
from companion.kept.journal import Journal
from companion.kept.settings import Settings, data_directory, read_settings, write_default
from companion.ports import Trouble


@click.command()
@click.option(
    "--camera", metavar="pi|usb:N|FILE|FOLDER|table", help="Where pictures come from (default: settings.toml)."
)
@click.option("--game", default="crveni_tepih", show_default=True, help="Which game ('dalje games' lists them).")
@options.players_option("How many play, where no screen asks (default: three if they can).")
@options.rule_option
@click.option("--deals", type=click.IntRange(1), help="Stop after so many deals (default: a whole match).")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="For --camera table.")
@click.option("--resume", is_flag=True, help="Go on with the latest unfinished match.")
@click.option("--headless", is_flag=True, help="No window.")
@click.option(
    "--size", type=click.Choice(list(wiring.WINDOWS)), default="small", show_default=True, help="Window size."
)
@click.option("--json", "as_json", is_flag=True, help="Acknowledged events as JSON lines.")
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder for journal and settings.toml (default: where this system keeps application data).",
)
@wiring.deck_option
@click.option(
    "--keep",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Write frames, presses and events to this new folder; --camera DIR plays them again. Asks first.",
)
@click.option(
    "--keep-most",
    default=MOST_GB,
    show_default=True,
    type=Measure(0.01),
    metavar="GB",
    help="Keep no more than so much.",
)
@click.option("--agreed", is_flag=True, help="All at the table have agreed that pictures are kept: do not ask.")
def play(
    camera: str | None, game: str, players: int | None, rules: tuple[str, ...], deals: int | None, seed: int,
    resume: bool, headless: bool, size: str, as_json: bool, data: Path | None, deck: str | None,
    keep: Path | None, keep_most: float, agreed: bool,
) -> None:  # fmt: skip
    """Play at your table. Each event printed or shown is safe on disk; --resume goes on after a power cut.

    With --camera DIR, a folder that --keep wrote, that evening is played again: nothing is written, and the exit
    status is 1 if other events came out than then.
    """
    if camera is not None and is_kept(camera):
        if resume or keep or deck:
            raise Trouble("a kept evening is played again as it was: leave --resume, --keep and --deck")
        play_again(Path(camera), headless, size, as_json, data)
        return
    if resume:
        check_resumed()
    house = options.house_rules(game, rules)
    if camera == "table":
        options.check_has_cards(game)
    players = options.check_players(game, players, house)
    if deck is not None and camera == "table":
        raise Trouble("--deck is for cards of your own: the rendered table brings its deck along")
    wiring.check_libraries()
    home = data_directory(data)
    write_default(home / "settings.toml")
    settings = read_settings(home)
    if not headless and not wiring.has_screen():
        raise Trouble("there is no screen here: use --headless, or start a desktop")
    what = What(game, players, house, deals)
    keeper = keeper_for(keep, keep_most, agreed, home, settings, deck)
    with Journal(home / "journal.sqlite") as journal:
        session = Session(journal, settings.language, Crops(home / "crops"))
        hear = hearing(as_json, settings.language)
        if keeper is not None:
            keeper.say = telling(session, headless)
        if camera == "table":
            at_rendered_table(session, settings, what, seed, resume, headless, size, hear, keeper)
        else:
            session.on_event = hear
            empty = wiring.empty_table(settings, home)
            source = camera or settings.camera.source
            reader = wiring.card_reader(deck, home, packs=PACKS)
            at_real_table(session, settings, source, what, resume, headless, size, empty, reader, keeper, home)


def check_resumed() -> None:
    """Raises Trouble for an option that a match which goes on has already."""
    for name in ("game", "rules"):
        if click.get_current_context().get_parameter_source(name) is ParameterSource.COMMANDLINE:
            option = {"rules": "rule"}.get(name, name)
            raise Trouble(f"--{option} does not go with --resume: a match goes on as it began; leave --{option} away")


def play_again(folder: Path, headless: bool, size: str, as_json: bool, data: Path | None) -> None:
    """A kept evening again; leaves with status 1 if other events came out."""
    wiring.check_libraries()
    if not headless and not wiring.has_screen():
        raise Trouble("there is no screen here: use --headless, or start a desktop")
    language = read_settings(data_directory(data)).language
    same = show_again(folder, as_json, headless, wiring.WINDOWS[size], hearing(as_json, language), language)
    click.get_current_context().exit(0 if same else 1)


def hearing(as_json: bool, language: str) -> Callable[[Acknowledged], None]:
    """Prints each acknowledged event."""
    import json

    def hear(told: Acknowledged) -> None:
        line = json.dumps(told_line(told, language), ensure_ascii=False) if as_json else None
        wiring.echo(line or told_words(told, language))

    return hear


def at_rendered_table(
    session: Session, settings: Settings, what: What, seed: int, resume: bool, headless: bool, size: str,
    hear: Callable[[Acknowledged], None], keeper: Keeper | None,
) -> None:  # fmt: skip
    """The dealer plays and presses the mock pins; ends with the demo's JSON line."""
    from companion.cli.rendered import Plan, last_line, open_match, packs, play_on, rendered_table

    plan = Plan(what.game, what.players, seed, what.deals, hear=hear, rules=what.rules)
    plan.seed = open_match(session, plan, wiring.NAMES, resume)
    assert session.sitting is not None
    plan.game, plan.rules = session.sitting.game.id, session.sitting.rules
    plan.players = len(session.sitting.people)
    with rendered_table(session, plan) as croupier, keeping(keeper, croupier.evening, packs(plan)):
        told: dict[str, Any] = {}

        def loop(stop: threading.Event) -> None:
            told.update(play_on(croupier, plan, stop.is_set))

        if headless:
            loop(threading.Event())
        else:
            croupier.evening.pace_s = wiring.FRAME_S
            wiring.with_screen(croupier.evening, loop, settings.language, wiring.WINDOWS[size], settings)
    wiring.echo(last_line(told))
