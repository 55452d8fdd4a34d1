"""Playing at a real table: a camera over it, or touch alone; with a screen, or without one."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli import wiring
from companion.cli.evening import Evening
from companion.cli.keep import Keeper, keeping
from companion.evening.session import Session
from companion.events import BadRecord
from companion.kept.settings import Settings
from companion.kept.tables import last_table
from companion.ports import Camera, Frame, Reader, Trouble
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


def at_real_table(
    session: Session, settings: Settings, source: str, what: What, resume: bool, headless: bool, size: str,
    empty: Image | None, reader: Reader, keeper: Keeper | None, home: Path,
) -> None:  # fmt: skip
    """A real camera; without one the game goes on by touch. ``empty``: a picture of the bare table."""
    from vision.watching.watch import TableWatcher

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


def telling(session: Session, headless: bool) -> Callable[[Text], None]:
    """Tells people something of the evening that is no matter of the game."""

    def tell(words: Text) -> None:
        session.notice(words)
        if headless:
            click.echo(f"dalje: {words.say(session.language)}", err=True)

    return tell
