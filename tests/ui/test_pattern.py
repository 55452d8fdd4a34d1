"""The pattern by which a camera finds our screen, shown in a real window and seen at the rendered table."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import numpy as np
import pytest

from companion.ports import Scene
from vision.decks.styles import random_style
from vision.optics import apply
from vision.pictures.pictures import load_picture
from vision.scenes.extras import Extras
from vision.scenes.screens import Screen
from vision.scenes.table import TableRenderer
from vision.setup.screen import locate_screen, screen_pattern

Screens = Callable[[tuple[int, int]], AbstractContextManager[str]]

SHOW = """
import sys
from PIL import ImageGrab
from ui.pattern import while_shown
from vision.setup.screen import screen_pattern
display, file, rotation = sys.argv[1:]
while_shown(screen_pattern, lambda: ImageGrab.grab(xdisplay=display).save(file), int(rotation))
"""
"""Kivy has one window a process: this is another process. What is on its screen is saved while the pattern is shown."""
FAIL = """
from ui.pattern import while_shown
from vision.setup.screen import screen_pattern
while_shown(screen_pattern, lambda: 1 // 0)
"""


def on_screen(display: str, *command: str) -> subprocess.CompletedProcess[str]:
    """Run Python on that display."""
    env = {**os.environ, "DISPLAY": display, "SDL_VIDEODRIVER": "x11"}
    return subprocess.run([sys.executable, "-c", *command], env=env, capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize(("size", "rotation"), [((800, 480), 0), ((1280, 720), 0), ((800, 480), 90)])
def test_the_pattern_fills_the_screen_and_the_camera_finds_it(
    screen_of: Screens, tmp_path: Path, size: tuple[int, int], rotation: int
) -> None:
    file = tmp_path / "screen.png"
    with screen_of(size) as display:
        done = on_screen(display, SHOW, display, str(file), str(rotation))
    assert done.returncode == 0, done.stderr
    shown = load_picture(file)
    upright = np.rot90(shown, -1 if rotation else 0)
    assert (upright == screen_pattern(size[::-1] if rotation else size)).all()

    glass = Screen(560, 170, 12, height=170.0 * size[1] / size[0])
    renderer = TableRenderer(random_style(random.Random(8), held_out=True), "home", seed=8, extras=Extras(screen=glass))
    renderer.show(shown)
    found = locate_screen(renderer.frame(Scene(), 0).image)
    assert found is not None and found.marks == 4
    real = apply(renderer.view.to_px, np.roll(glass.on_table(), 1 if rotation else 0, axis=0))
    assert np.abs(found.quad - real).max() < 4


def test_what_goes_wrong_meanwhile_is_told_and_the_window_closes(screen_of: Screens) -> None:
    with screen_of((800, 480)) as display:
        done = on_screen(display, FAIL)
    assert done.returncode == 1 and done.stderr.rstrip().endswith(
        "ZeroDivisionError: integer division or modulo by zero"
    )
