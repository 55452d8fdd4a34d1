"""One display and one application for all screen tests of a process: Kivy has one window a process."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
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


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """A display of our own where Xvfb is installed, else the one we are on."""
    if shutil.which("Xvfb") is None:
        if not os.environ.get("DISPLAY"):
            _no_display("there is no display and Xvfb is not installed (apt-get install xvfb)")
        yield os.environ["DISPLAY"]
        return
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1400x900x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=(writing,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as told:
        number = told.readline().strip()
    if not number:
        server.wait()
        _no_display("Xvfb does not start")
    before = os.environ.get("DISPLAY")
    os.environ.update(DISPLAY=f":{number}", SDL_VIDEODRIVER="x11")
    yield os.environ["DISPLAY"]
    if before is None:
        os.environ.pop("DISPLAY")
    else:
        os.environ["DISPLAY"] = before
    server.terminate()
    server.wait()


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
