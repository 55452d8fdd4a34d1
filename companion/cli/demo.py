"""``dalje demo``: a whole match at a rendered table, through the real reader, scribe, session and screen."""

from __future__ import annotations

import contextlib
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from companion.cli import options, wiring
from companion.cli.told import told_words
from companion.evening.session import Session
from companion.kept.crops import Crops
from companion.kept.journal import Journal
from companion.kept.settings import read_settings


@click.command()
@click.option("--game", default="crveni_tepih", show_default=True, help="Which game ('dalje games' lists them).")
@options.players_option("How many play (default: three if they can).")
@options.rule_option
@click.option("--deals", type=click.IntRange(1), help="Stop after so many deals (default: a whole match).")
@click.option("--stop-after", type=click.IntRange(1), metavar="EVENTS", help="Stop after so many events.")
@click.option(
    "--seed", default=1, show_default=True, type=click.IntRange(0), help="Another seed, another match and deck."
)
@click.option(
    "--level",
    default="clean",
    show_default=True,
    type=click.Choice(["clean", "home", "pub"]),
    help="How hard the pictures are to read.",
)
@options.art_option
@click.option("--mishaps", is_flag=True, help="Accidents and breaches of the rules happen, as often as at that level.")
@click.option("--headless", is_flag=True, help="No window: everything but the screen.")
@click.option(
    "--pictures", type=click.Path(path_type=Path, file_okay=False), help="Keep camera frames with the readings."
)
@click.option(
    "--size", type=click.Choice(list(wiring.WINDOWS)), default="small", show_default=True, help="Window size."
)
@click.option("--json", "as_json", is_flag=True, help="Print the last line only.")
@click.option(
    "--data", type=click.Path(path_type=Path, file_okay=False), help="Keep the journal there, as demo.sqlite."
)
def demo(
    game: str, players: int | None, deals: int | None, stop_after: int | None, seed: int, level: str, art: str,
    faces: Path | None, mishaps: bool, headless: bool, pictures: Path | None, size: str, as_json: bool,
    data: Path | None, rules: tuple[str, ...],
) -> None:  # fmt: skip
    """Play at a rendered table: cards are dealt and read by the camera, bids come from buttons, the score is kept.

    Now and then somebody presses Dalje out of turn, on purpose: it is refused. The last line is JSON.
    """
    house = options.house_rules(game, rules)
    options.check_has_cards(game)
    players = options.check_players(game, players, house)
    wiring.check_libraries()
    from companion.cli.rendered import Plan, last_line

    faces = options.faces_for(art, faces)
    if not headless and not wiring.has_screen():
        click.echo("There is no screen here: the demo plays without one (as with --headless).", err=True)
        headless = True
    with folder(data) as home:
        settings = read_settings(home)
        if headless and pictures is None and not as_json:
            pictures = Path("dalje-demo")
        plan = Plan(
            game, players, seed, deals, stop_after, level, pictures, rules=house, mishaps=mishaps, art=art, faces=faces
        )
        if not as_json:
            plan.hear = lambda told: wiring.echo(told_words(told, settings.language))
        with Journal(home / "demo.sqlite") as journal:
            session = Session(journal, settings.language, Crops(home / "crops"))
            told = run(session, plan, headless, settings, wiring.WINDOWS[size])
    if pictures is not None and not as_json:
        click.echo(f"Camera frames with the readings drawn in: {pictures}/")
    wiring.echo(last_line(told))


def run(session: Session, plan: Any, headless: bool, settings: Any, size: tuple[int, int]) -> dict[str, Any]:
    """Play the plan, with a window or without."""
    from companion.cli.rendered import open_match, play_on, rendered_table

    with rendered_table(session, plan) as croupier:
        open_match(session, plan, wiring.NAMES, resume=False)
        if headless:
            return play_on(croupier, plan)
        told: dict[str, Any] = {}

        def loop(stop: threading.Event) -> None:
            told.update(play_on(croupier, plan, stop.is_set))
            while not stop.is_set():  # the last screen stays until the window is closed
                croupier.evening.step()
                stop.wait(0.05)

        croupier.evening.pace_s = wiring.FRAME_S
        wiring.with_screen(croupier.evening, loop, settings.language, size, settings)
        return told


@contextlib.contextmanager
def folder(chosen: Path | None) -> Iterator[Path]:
    """The folder named, or one that goes away afterwards: a demo does not mix with real matches."""
    if chosen is not None:
        chosen.mkdir(parents=True, exist_ok=True)
        yield chosen
        return
    with tempfile.TemporaryDirectory(prefix="dalje-demo-") as made:
        yield Path(made)
