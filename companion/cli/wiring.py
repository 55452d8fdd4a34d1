"""What ``demo`` and ``play`` share: journal and settings, cameras, buttons, lights, screen."""

from __future__ import annotations

import contextlib
import os
import queue
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import platformdirs

from companion.cli.evening import Evening
from companion.layout import AREA_MM
from companion.ports import Buttons, Camera, Frame, Lights, Reader, Trouble
from companion.settings import Settings, read_settings
from companion.sitting import Acknowledged
from companion.table import before
from companion.texts import Text, text
from companion.view import Intent

if TYPE_CHECKING:
    from companion.ports import Image

NAMES = (
    "Ana", "Boris", "Vera", "Goran", "Dunja", "Emil", "Nada", "Petar", "Senka", "Tomo", "Una", "Zoran",
    "Vuk", "Jana", "Relja", "Mila", "Luka", "Iva", "Filip", "Sara",
)  # fmt: skip
"""people at a rendered table, clockwise"""
FRAME_S = 0.1
"""a rendered table on a screen shows ten frames a second"""
WINDOWS = {"small": (800, 480), "hd": (1280, 720)}


def has_screen() -> bool:
    """Whether a window could open: a desktop, or a display without one (as on a Raspberry Pi's console)."""
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return True
    return any(Path("/dev/dri").glob("card*")) if Path("/dev/dri").is_dir() else False


rule_option = click.option(
    "--rule", "rules", multiple=True, metavar="NAME=VALUE", help="A house rule ('dalje games GAME' lists them)."
)


def players_option(words: str) -> Callable[[Any], Any]:
    """The number of players, as far as there are names for them; the game and its rules may allow fewer."""
    return click.option("--players", type=click.IntRange(2, len(NAMES)), help=words)


ARTS = ("drawn", "varied", "pictures", "photographed")
"""what the cards of a rendered table look like: `vision.deckbox.ART`, which is not loaded for a list of options"""


def art_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """``--art`` and ``--faces``: what the cards of a rendered table look like, and where their faces are."""
    faces = click.option(
        "--faces", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
        help="The folder of decks or of labelled photographs for that (photographs: default $DALJE_PHOTOS).",
    )  # fmt: skip
    art = click.option(
        "--art", default="drawn", show_default=True, type=click.Choice(ARTS),
        help="The cards: decks that no training saw, drawn or of all sizes and colours; decks of pictures; cut out of "
        "photographs of real cards (faces that are not on them are drawn).",
    )  # fmt: skip
    return art(faces(command))


def faces_for(art: str, faces: Path | None) -> Path | None:
    """The folder that an art takes its faces from; raises Trouble if there is none, or nothing of use in it."""
    from vision.deckbox import packs_for, photo_folder

    if art not in ("pictures", "photographed"):
        if faces is not None:
            raise Trouble(f"--faces does not go with {art} cards: leave it away, or choose another --art")
        return None
    folder = photo_folder(faces) if art == "photographed" else faces
    if folder is None and art == "photographed":
        raise Trouble(
            "photographed cards are cut out of photographs with a labels.json: name their folder with --faces, or in "
            "the environment variable DALJE_PHOTOS"
        )
    if folder is None:
        raise Trouble("name the folder of decks with --faces: `python -m vision.training.unseen FOLDER` makes one")
    if not folder.is_dir():
        raise Trouble(f"there is no folder {folder}: name the one with the faces with --faces")
    packs_for(0, art=art, folder=folder)
    return folder


def check_players(game: str, players: int | None, rules: Mapping[str, str]) -> int:
    """How many play, three (or as few as can) if nobody says; raises BadRecord if so many cannot by these rules."""
    from companion.game import find_game

    found = find_game(game)
    checked = found.check_rules(rules)
    if players is None:
        can = found.numbers(checked)
        players = 3 if 3 in can else min(can)
    found.check_players(players, checked)
    return players


def check_has_cards(game: str) -> None:
    """Raises BadRecord if there is no such game, and Trouble if it is a score sheet, of which no table can be shown."""
    from companion.game import find_game

    if find_game(game).sheet:
        raise Trouble(
            f"{game} is a score sheet and has no cards to lay on a rendered table: choose a game ('dalje games' lists "
            "them)"
        )


def house_rules(game: str, told: Sequence[str]) -> dict[str, str]:
    """House rules told as NAME=VALUE; raises BadRecord or Trouble if there are none such."""
    from companion.game import find_game

    if wrong := next((one for one in told if "=" not in one), None):
        raise Trouble(f"a house rule is told as NAME=VALUE, not {wrong!r} ('dalje games {game}' lists them)")
    rules = {name: value for name, _, value in (one.partition("=") for one in told)}
    find_game(game).check_rules(rules)
    return rules


def check_libraries() -> None:
    """Raises Trouble with the one apt-get line if system libraries are missing."""
    from hardware.syslibs import advice, missing_libraries

    if missing := missing_libraries():
        raise Trouble(advice(missing))


def told_line(told: Acknowledged, language: str) -> dict[str, object]:
    """An acknowledged event as JSON."""
    from companion.events import to_data
    from companion.record import finding_data

    line: dict[str, object] = {
        "acknowledged": told.event.id,
        "event": to_data(told.event),
        "verdict": told.answer.verdict.kind,
        "findings": [finding_data(told.played, found, language) for found in told.answer.verdict.findings],
    }
    if told.answer.verdict.text is not None:
        line["sentence"] = told.answer.verdict.text.say(language)
    if told.answer.verdict.also:
        line["also"] = [finding_data(told.played, found, language) for found in told.answer.verdict.also]
    return line


def told_words(told: Acknowledged, language: str) -> str:
    """An acknowledged event for people."""
    from companion.cli.retold import in_words as in_replay
    from companion.logbook import told as in_words
    from companion.record import deal_line

    line = told.played.history.lines[told.event.id]
    words = [in_words(told.played, line.event, line.seat).say(language)]
    verdict = told.answer.verdict
    if verdict.kind != "ok":
        words[0] += f" - {verdict.text.say(language) if verdict.text else verdict.kind}"
    elif told.event.do in ("bid", "pass") and (sale := sold(told)):
        words.append("  " + sale.say(language))
    words += [f"  {found.text.say(language)}" for found in verdict.also]
    for end in told.answer.ended:
        words += in_replay(deal_line(told.match, end, language), language)
    return "\n".join(words)


def sold(told: Acknowledged) -> Text | None:
    """Who bought the lot by this call, if it settled it."""
    t = told.played.deal.table
    turned = max((n for n, line in told.played.history.lines.items() if line.event.do == "turn"), default=0)
    if not turned or not t.purses or t.places.get("lot"):
        return None
    for seat in range(t.seats):
        if any(lying.event == turned for lying in t.places.get(before(seat), ())):
            return text("{name} buys the lot", name=told.played.names[seat])
    return text("Nobody buys the lot")


# Devices ------------------------------------------------------------------------------------------------------------


def on_table(frame: Frame, settings: Settings) -> Frame:
    """A frame of a camera that hangs straight over the table: its width shows ``table.width_mm``."""
    if frame.to_mm is not None:
        return frame
    height, width = frame.image.shape[:2]
    mm = settings.table.width_mm / width
    left, top = (settings.table.width_mm - AREA_MM[0]) / 2, (height * mm - AREA_MM[1]) / 2
    return replace(frame, to_mm=(mm, 0.0, -left, 0.0, mm, -top, 0.0, 0.0, 1.0))


def real_buttons(settings: Settings) -> Buttons:
    """The buttons of the settings file; none, if it names none (touch always works)."""
    from hardware.buttons import GpioButtons, SeveralButtons, Timing
    from hardware.clock import MonotonicClock
    from hardware.pins import pi_factory

    wired = settings.buttons.wired()
    if not wired:
        return SeveralButtons()
    timing = Timing(settings.buttons.debounce_ms, settings.buttons.long_ms)
    return GpioButtons(wired, MonotonicClock(), pi_factory(), timing)


def real_lights(settings: Settings) -> Lights:
    """The lights of the settings file."""
    from hardware.lights import GpioLights, NoLights
    from hardware.pins import pi_factory

    pins = settings.lights.wired()
    return GpioLights(pins, pi_factory()) if pins else NoLights()


def empty_table(settings: Settings, home: Path) -> Image | None:
    """The picture of the bare table that the settings name, None if they name none; Trouble if it cannot be read."""
    from vision.pictures import load_picture

    return load_picture(home / settings.table.empty) if settings.table.empty else None


@contextlib.contextmanager
def real_camera(spec: str, settings: Settings) -> Iterator[Camera]:
    """The camera that the command names."""
    from hardware.cameras import open_camera
    from hardware.clock import MonotonicClock
    from vision.pictures import load_picture

    with open_camera(spec, settings.camera, MonotonicClock(), load_picture) as camera:
        yield camera


# The reader ---------------------------------------------------------------------------------------------------------

data_option = click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder of settings.toml and the enrolled decks (default: where this system keeps application data).",
)
deck_option = click.option("--deck", metavar="NAME", help="The cards are of this deck ('dalje enrol' learns one).")


def decks_folder(data: Path | None) -> Path:
    """Where the enrolled decks are; it need not exist."""
    return (data or platformdirs.user_data_path("dalje", appauthor=False)).expanduser() / "decks"


def language_of(chosen: str | None, data: Path | None) -> str:
    """The language of the sentences: the one chosen, or that of the settings."""
    return chosen or read_settings(decks_folder(data).parent).language


def deck_suits(deck: str | None, data: Path | None) -> str:
    """The pattern of an enrolled deck, for the names of its cards."""
    from vision.profiles import load_profile

    return "french" if deck is None else load_profile(decks_folder(data), deck).suits


def card_reader(deck: str | None, data: Path | None, packs: int = 1) -> Reader:
    """The reader, for any deck or for an enrolled one; raises Trouble when there is no such deck."""
    from vision.reader import CardReader

    if deck is None:
        return CardReader(packs=packs)
    from vision.known import KnownDeckReader
    from vision.profiles import load_profile

    profile = load_profile(decks_folder(data), deck)
    return KnownDeckReader(CardReader(packs=packs), profile)


# The screen ---------------------------------------------------------------------------------------------------------


def with_screen(
    evening: Evening, loop: Callable[[threading.Event], None], language: str, size: tuple[int, int], settings: Settings
) -> None:
    """Open the window; the loop runs in a thread of its own and owns the session until the window is closed."""
    from ui import window

    stop = threading.Event()
    failed: queue.SimpleQueue[BaseException] = queue.SimpleQueue()
    threads: list[threading.Thread] = []

    def started(app: Any) -> None:
        evening.show = app.show
        evening.preview = lambda frame: app.show_preview(frame.image)
        evening.refresh()

        def work() -> None:
            try:
                loop(stop)
            except BaseException as error:
                failed.put(error)
                app.finish()

        threads.append(threading.Thread(target=work, name="table", daemon=True))
        threads[0].start()

    def send(intent: Intent) -> None:
        evening.inbox.put(intent)

    window.run(send, language, started, size, settings.screen.fullscreen, settings.screen.rotation)
    stop.set()
    for thread in threads:
        thread.join(timeout=10)
    if not failed.empty():
        raise failed.get()


def echo(line: str) -> None:
    """Print and flush: what is printed is acknowledged."""
    click.echo(line)
    sys.stdout.flush()
