"""Settings of the window, made before Kivy is first imported: Kivy reads its environment only once."""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.ports import Trouble

if TYPE_CHECKING:
    from companion.view import Intent
    from ui.app import DaljeApp


def prepare(
    size: tuple[int, int] = (800, 480), fullscreen: bool = False, rotation: int = 0, frames_a_second: int = 30
) -> None:
    """Set up Kivy for this product: call it before anything imports ``kivy``.

    ``size`` in px; ``rotation`` in degrees turns the picture and the touches alike; with 0 ``frames_a_second``
    nothing waits for the next frame. A full screen is opened as large as the screen where its size is known: an
    X server without a window manager, as on a kiosk, would leave it at ``size``. One provider gives all
    touches (SDL reports a finger as a mouse as well: a second provider would count each touch twice). Nothing
    is read from or written to the user's home, and the command line stays ours.
    """
    if "kivy" in sys.modules:
        from kivy.config import Config
    else:
        os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_CONFIG="1", KIVY_NO_FILELOG="1", KIVY_LOG_MODE="PYTHON")
        from kivy.config import Config
    if fullscreen:
        size = x_screen() or size
    Config.set("kivy", "log_level", "warning")
    Config.set("kivy", "exit_on_escape", "0")
    Config.remove_section("input")
    Config.add_section("input")
    Config.set("input", "mouse", "mouse,disable_multitouch")
    Config.set("graphics", "width", str(size[0]))
    Config.set("graphics", "height", str(size[1]))
    Config.set("graphics", "fullscreen", "auto" if fullscreen else "0")
    Config.set("graphics", "rotation", str(rotation))
    Config.set("graphics", "multisamples", "2")
    Config.set("graphics", "maxfps", str(frames_a_second))
    Config.set("graphics", "resizable", "1")
    Config.set("widgets", "scroll_distance", "12")
    Config.set("widgets", "scroll_timeout", "150")


def x_screen() -> tuple[int, int] | None:
    """Width and height (px) of the X server's screen that ``DISPLAY`` names; None where there is none to ask."""
    library = ctypes.util.find_library("X11")
    if library is None or not os.environ.get("DISPLAY"):
        return None
    x11 = ctypes.CDLL(library)
    x11.XOpenDisplay.restype = ctypes.c_void_p
    display = ctypes.c_void_p(x11.XOpenDisplay(None))
    if not display:
        return None
    try:
        number = x11.XDefaultScreen(display)
        return x11.XDisplayWidth(display, number), x11.XDisplayHeight(display, number)
    finally:
        x11.XCloseDisplay(display)


def no_screen(devices: Path = Path("/dev/dri")) -> str:
    """Why no window can be seen here, empty when one can.

    Asked before SDL is: without a desktop and a graphics card it draws, without a word, on a screen that nobody
    sees. ``devices`` is where Linux keeps its graphics cards, which a console without a desktop needs.
    """
    if not sys.platform.startswith("linux") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return ""
    cards = sorted(devices.glob("card*"))
    if not cards:
        return "There is no screen here: start it on a desktop (DISPLAY is not set), or play with --headless."
    if not any(os.access(card, os.R_OK | os.W_OK) for card in cards):
        return (
            f"You may not draw on the screen of this console ({cards[0]}): make your user a member of the groups "
            "video, render and input, log in again, or play with --headless."
        )
    return ""


def run(
    send: Callable[[Intent], None],
    language: str = "en",
    started: Callable[[DaljeApp], None] | None = None,
    size: tuple[int, int] = (800, 480),
    fullscreen: bool = False,
    rotation: int = 0,
) -> None:
    """Open the window and stay until it is closed (or ``finish`` is called); in the main thread.

    ``send`` takes every intent and must not block. ``started`` is called with the application once the window
    is there; its ``show``, ``show_preview`` and ``finish`` may then be called from any thread. Raises Trouble
    when no window can be had.
    """
    advice = no_screen()
    if advice:
        raise Trouble(advice)
    prepare(size, fullscreen, rotation)
    from kivy.core.window import Window

    if Window is None:
        raise Trouble("No window can be opened on this screen: play with --headless, or look into its OpenGL driver.")
    from ui.app import DaljeApp

    app = DaljeApp(send, language)
    if started is not None:
        app.bind(on_start=lambda *_: started(app))
    app.run()
