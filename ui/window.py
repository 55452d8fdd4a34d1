"""Settings of the window, made before Kivy is first imported: Kivy reads its environment only once."""

from __future__ import annotations

import os
import sys


def prepare(
    size: tuple[int, int] = (800, 480), fullscreen: bool = False, rotation: int = 0, frames_a_second: int = 30
) -> None:
    """Set up Kivy for this product: call it before anything imports ``kivy``.

    ``size`` in px; ``rotation`` in degrees turns the picture and the touches alike; with 0 ``frames_a_second``
    nothing waits for the next frame. One provider gives all
    touches (SDL reports a finger as a mouse as well: a second provider would count each touch twice). Nothing
    is read from or written to the user's home, and the command line stays ours.
    """
    if "kivy" in sys.modules:
        from kivy.config import Config
    else:
        os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_CONFIG="1", KIVY_NO_FILELOG="1", KIVY_LOG_MODE="PYTHON")
        from kivy.config import Config
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
