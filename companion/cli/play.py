"""``dalje play``: the real thing, with a camera over the table, buttons and the touchscreen."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from companion.cli import options, wiring
from companion.cli.evening import Evening
from companion.cli.keep import MOST_GB, Keeper, keeper_for, keeping
from companion.cli.kept import is_kept, show_again
from companion.cli.measures import Measure
from companion.cli.told import told_line, told_words
from companion.crops import Crops
from companion.events import BadRecord
from companion.journal import Journal
from companion.ports import Camera, Frame, Reader, Trouble
from companion.session import Session
from companion.settings import Settings, data_directory, read_settings, write_default
from companion.sitting import Acknowledged
from companion.tables import last_table
from companion.texts import Text
from companion.view import NewMatch, NextDeal

if TYPE_CHECKING:
    from companion.ports import Image

PACKS = 2
"""equal cards that the reader reckons with: how many play is chosen on the screen"""


@dataclass(frozen=True)
class What:
    """What is to be played, where no screen asks."""

    game: str
    players: int
    rules: Mapping[str, str]
    deals: int | None


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


def telling(session: Session, headless: bool) -> Callable[[Text], None]:
    """Tells people something of the evening that is no matter of the game."""

    def tell(words: Text) -> None:
        session.notice(words)
        if headless:
            click.echo(f"dalje: {words.say(session.language)}", err=True)

    return tell


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


def at_real_table(
    session: Session, settings: Settings, source: str, what: What, resume: bool, headless: bool, size: str,
    empty: Image | None, reader: Reader, keeper: Keeper | None, home: Path,
) -> None:  # fmt: skip
    """A real camera; without one the game goes on by touch. ``empty``: a picture of the bare table."""
    from vision.watch import TableWatcher

    with contextlib.ExitStack() as stack:
        buttons, lights = wiring.real_buttons(settings), wiring.real_lights(settings)
        stack.callback(buttons.close)
        stack.callback(lights.close)
        evening = Evening(session, buttons, lights)
        open_eyes(stack, evening, source, settings, headless)
        evening.fix = fixing(session, home, evening.camera, settings, headless)
        evening.eyes = TableWatcher(reader, empty=empty)
        if headless:
            begin(session, what, resume)
        elif resume and (left := session.journal.unfinished()):
            session.resume(left[0])
        stack.enter_context(keeping(keeper, evening, PACKS))
        if headless:
            run_headless(evening, what.deals)
            return

        def loop(stop: threading.Event) -> None:
            while not stop.is_set():
                evening.step()
                if evening.camera is None or evening.ended or evening.camera_trouble:
                    stop.wait(0.05)

        wiring.with_screen(evening, loop, settings.language, wiring.WINDOWS[size], settings)


def fixing(
    session: Session, home: Path, camera: Camera | None, settings: Settings, headless: bool
) -> Callable[[Frame], Frame]:
    """What puts frames on the plane of the table that was set up last; of none, by the settings' width.

    A camera that was pushed since is told and corrected. Raises Trouble where that cannot be, and there is no screen to
    say so.
    """
    name = last_table(home)
    if name is None or camera is None:
        return lambda frame: wiring.on_table(frame, settings)
    from companion.cli.table_play import AtTable

    at = AtTable(session, home, name)
    at.look(camera, telling(session, headless))
    return at.fix


def open_eyes(stack: contextlib.ExitStack, evening: Evening, source: str, settings: Settings, headless: bool) -> None:
    """Open the camera; with a screen the evening goes on by touch if it cannot be had, and says so."""
    try:
        evening.camera = stack.enter_context(wiring.real_camera(source, settings))
    except Trouble as error:
        if headless:
            raise
        evening.camera_trouble = str(error)


def begin(session: Session, what: What, resume: bool) -> None:
    """A match without a screen: the latest unfinished one, or a new one."""
    left = session.journal.unfinished()
    if resume and left:
        session.resume(left[0])
        return
    if resume:
        click.echo("There is no unfinished match to resume here: a new one begins.", err=True)
    if left:
        click.echo(f"There are {len(left)} unfinished matches; --resume goes on with the latest.", err=True)
    session.new_match(NewMatch(what.game, wiring.NAMES[: what.players], rules=dict(what.rules)))


def run_headless(evening: Evening, deals: int | None) -> None:
    """Watch until the match (or the number of deals) is over, or the camera's source has ended."""
    session = evening.session
    while True:
        evening.step()
        sitting = session.sitting
        if sitting is None:
            raise BadRecord("the match was left")
        if sitting.deal.outcome is not None:
            ends = sitting.match.ends()
            if ends[-1].match_over or sum(end.outcome.note != "open" for end in ends) == deals:
                return
            evening.inbox.put(NextDeal())
        elif sitting.question is not None:
            raise Trouble(
                f"{sitting.question.words} Without a screen nobody can answer: play on with a screen and --resume"
            )
        elif evening.ended:
            raise Trouble("the pictures have ended before the match: play on with another --camera and --resume")
        elif evening.camera_trouble:
            raise Trouble(f"{evening.camera_trouble} Then go on with --resume.")
