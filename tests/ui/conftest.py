"""One display and one application for all screen tests of a process: Kivy has one window a process."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from ui.driver import Driver

DEMAND = "DALJE_SCREEN_TESTS"
"""set to "required", a missing display fails the tests instead of skipping them"""


def _no_display(reason: str) -> None:
    if os.environ.get(DEMAND) == "required":
        pytest.fail(f"screen tests are required, but {reason}")
    pytest.skip(reason)


@contextmanager
def _server(size: tuple[int, int]) -> Iterator[str]:
    """An X server without a device whose one screen has this size; its display."""
    reading, writing = os.pipe()
    screen = f"{size[0]}x{size[1]}x24"
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", screen, "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=(writing,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as told:
        number = told.readline().strip()
    if not number:
        server.wait()
        _no_display("Xvfb does not start")
    try:
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """A display of our own where Xvfb is installed, else the one we are on."""
    if shutil.which("Xvfb") is None:
        if not os.environ.get("DISPLAY"):
            _no_display("there is no display and Xvfb is not installed (apt-get install xvfb)")
        yield os.environ["DISPLAY"]
        return
    before = os.environ.get("DISPLAY")
    with _server((1400, 900)) as shown:
        os.environ.update(DISPLAY=shown, SDL_VIDEODRIVER="x11")
        yield shown
    if before is None:
        os.environ.pop("DISPLAY")
    else:
        os.environ["DISPLAY"] = before


@pytest.fixture(scope="session")
def screen_of() -> Callable[[tuple[int, int]], AbstractContextManager[str]]:
    """Opens a display of its own, with a screen of a width and height (px), for another process to fill."""
    if shutil.which("Xvfb") is None:
        _no_display("Xvfb is not installed (apt-get install xvfb)")
    return _server


@pytest.fixture(scope="session")
def _application(display: str) -> Driver:
    from ui.window import prepare

    prepare((800, 480), frames_a_second=0)
    from ui.driver import Driver

    return Driver((800, 480))


@pytest.fixture
def driver(_application: Driver) -> Iterator[Driver]:
    """The application, nothing sent yet; at 800x480 and in English unless the test says otherwise."""
    _application.sent.clear()
    yield _application
    _application.forward = None
