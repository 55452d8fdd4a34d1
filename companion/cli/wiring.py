"""What ``demo`` and ``play`` share: settings, cameras, buttons, lights, the reader, the screen."""

from __future__ import annotations

import contextlib
import os
import queue
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import platformdirs

from companion.cli.evening import Evening
from companion.kept.settings import Settings, read_settings
from companion.place.layout import AREA_MM
from companion.ports import Buttons, Camera, Frame, Lights, Reader, Trouble
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


def check_libraries() -> None:
    """Raises Trouble with the one apt-get line if system libraries are missing."""
    from hardware.syslibs import advice, missing_libraries

    if missing := missing_libraries():
        raise Trouble(advice(missing))


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
    from vision.pictures.pictures import load_picture

    return load_picture(home / settings.table.empty) if settings.table.empty else None


@contextlib.contextmanager
def real_camera(spec: str, settings: Settings) -> Iterator[Camera]:
    """The camera that the command names."""
    from hardware.cameras import open_camera
    from hardware.clock import MonotonicClock
    from vision.pictures.pictures import load_picture

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
    from vision.enrolled.profiles import load_profile

    return "french" if deck is None else load_profile(decks_folder(data), deck).suits


def card_reader(deck: str | None, data: Path | None, packs: int = 1) -> Reader:
    """The reader, for any deck or for an enrolled one; raises Trouble when there is no such deck."""
    from vision.reading.reader import CardReader

    if deck is None:
        return CardReader(packs=packs)
    from vision.enrolled.known import KnownDeckReader
    from vision.enrolled.profiles import load_profile

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
