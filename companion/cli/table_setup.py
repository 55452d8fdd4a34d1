"""The pictures that set a table up: from files, from a camera that asks for each step, or from the rendered table."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click
import cv2
import numpy as np

from companion.cli import wiring
from companion.cli.speech import at_terminal
from companion.games import all_games
from companion.kept.settings import Settings
from companion.kept.tables import Corners, SeatSpot, StoredTable, picture_path
from companion.place.laying import layout_for
from companion.ports import Camera, Placement, Scene, Trouble
from companion.texts import Text, text
from vision.arrays import Matrix
from vision.pictures.pictures import expand, load_picture
from vision.setup.checked import Checked, Fixed, check_again
from vision.setup.screen import Mask, locate_screen, screen_pattern
from vision.setup.tabletop import averaged

if TYPE_CHECKING:
    from companion.ports import Image
    from vision.setup.setup import SetUp

SKIPPED, TAKEN = 5, 5
"""Frames until a camera's exposure has settled, and frames of which the mean is taken."""
LIVE = ("pi", "usb:")
SCREEN_OFF_MM = 120.0
"""So far from the right edge of the rendered table is the middle of our screen."""


@dataclass(frozen=True)
class Views:
    """The picture with one card before each player, pictures with further cards, the bare table, and our screen's
    pattern."""

    cards: Image
    more: tuple[Image, ...] = ()
    bare: Image | None = None
    screen: Image | None = None

    def stored(self, found: SetUp) -> StoredTable:
        """The table to keep; raises Trouble if the pictures do not belong together or show no pattern."""
        for view in (self.bare, self.screen):
            if view is not None and view.shape != self.cards.shape:
                raise Trouble(text("the pictures are not all of one size: take them with the same camera"))
        screens: tuple[Corners, ...] = () if self.screen is None else (_corners(self.screen),)
        plan = found.plan
        return StoredTable(
            camera=found.plane.size,
            to_mm=tuple(float(v) for v in plan.to_mm.ravel()),
            area=plan.area,
            seats=tuple(SeatSpot(seat.x, seat.y, seat.facing) for seat in plan.seats),
            screens=screens,
            off_mm=found.off_mm,
            doubt_mm=found.doubt_mm,
        )


def _corners(view: Image) -> Corners:
    screen = locate_screen(view)
    if screen is None:
        words = text(
            "our screen is not found on the picture: let it show its pattern as bright as it can, in full view"
        )
        raise Trouble(words)
    a, b, c, d = ((float(x), float(y)) for x, y in screen.quad)
    return a, b, c, d


def from_pictures(paths: tuple[str, ...] | list[str], empty: str | None, screen: str | None) -> Views:
    """Files and folders, in the order of their names: the first picture shows one card before each player."""
    files = expand(paths)
    if not files:
        raise Trouble(text("there are no pictures: give one with one card before each player"))
    first, *more = [load_picture(file) for file in files]
    bare, shown = (None if one is None else load_picture(Path(one)) for one in (empty, screen))
    return Views(first, tuple(more), bare, shown)


def from_camera(
    source: str, settings: Settings, as_json: bool, language: str, seed: int, players: int, empty: str | None,
    screen: str | None,
) -> Views:  # fmt: skip
    """Pictures of a camera; people are asked for each step at a terminal."""
    if source == "table":
        if empty or screen:
            option = "--empty" if empty else "--screen"
            raise Trouble(text("{option} does not go with --camera table: leave it away", option=option))
        return rendered(seed, players)
    if not source.startswith(LIVE):
        return from_pictures((source,), empty, screen)
    given, pattern = (None if path is None else load_picture(Path(path)) for path in (empty, screen))
    asked = at_terminal() and not as_json
    with wiring.real_camera(source, settings) as camera:
        bare = None
        if asked:
            step(text("Clear the table, take your hands away, and press Enter"), language)
            bare = picture_of(camera)
            step(
                text("Lay one card before each player, upright for him, take your hands away, and press Enter"),
                language,
            )
        cards = picture_of(camera)
        shown = pattern_seen(camera, settings) if asked and wiring.has_screen() else None
    return Views(cards, (), bare if given is None else given, shown if pattern is None else pattern)


def step(words: Text, language: str) -> None:
    """Ask for something and wait."""
    click.prompt(words.say(language), default="", show_default=False, prompt_suffix=" ")


def picture_of(camera: Camera) -> Image:
    """A picture without noise, once the exposure has settled; raises Trouble if the source ends."""
    taken: list[Image] = []
    for number in range(SKIPPED + TAKEN):
        frame = camera.read()
        if frame is None:
            break
        if number >= SKIPPED or not taken:
            taken = [*(taken if number > SKIPPED else []), frame.image]
    if not taken:
        raise Trouble(text("the camera gives no picture: try another with --camera"))
    return averaged(taken)


def one_picture(source: str, settings: Settings) -> Image:
    """What a camera sees now."""
    with wiring.real_camera(source, settings) as camera:
        return picture_of(camera)


def pattern_seen(camera: Camera, settings: Settings) -> Image | None:
    """What the camera sees while our screen shows its pattern; None if the screen is not in the picture."""
    from ui.pattern import while_shown

    views: list[Image] = []
    while_shown(screen_pattern, lambda: views.append(picture_of(camera)), settings.screen.rotation)
    return views[0] if views and locate_screen(views[0]) is not None else None


def rendered(seed: int, players: int) -> Views:
    """A rendered table at the level "home": bare, with one card before each player, and with our screen."""
    from vision.decks.styles import random_style
    from vision.reading.names import FACES
    from vision.scenes.extras import Extras
    from vision.scenes.screens import Screen
    from vision.scenes.table import SIZE_PX, TableRenderer

    game = all_games()["ziao_pengju" if players > 8 else "crveni_tepih"]
    layout = layout_for(game, players, game.check_rules({}))
    rng = random.Random(f"table {seed}")
    style = random_style(random.Random(f"deck {seed}"), held_out=True)
    extras = Extras(screen=Screen(layout.area[0] - SCREEN_OFF_MM, layout.area[1] / 2, 0))
    renderer = TableRenderer(style, "home", SIZE_PX, seed, layout.area, extras)
    cards = tuple(
        Placement(str(face), spot.x, spot.y, spot.facing + rng.gauss(0, 4))
        for face, spot in zip(rng.sample(FACES, players), layout.spots, strict=True)
    )

    def seen(scene: Scene, at: int) -> Image:
        return averaged([renderer.frame(scene, at + 100 * i).image for i in range(TAKEN)])

    bare, laid = seen(Scene(), 0), seen(Scene(cards), 5000)
    renderer.show(screen_pattern())
    return Views(laid, (), bare, seen(Scene(), 10000))


# Kept, and looked at again --------------------------------------------------------------------------------------------


def reference(bare: Image | None) -> bytes | None:
    """The picture of the bare table as it is kept (PNG)."""
    if bare is None:
        return None
    return cv2.imencode(".png", bare, [cv2.IMWRITE_PNG_COMPRESSION, 4])[1].tobytes()


def checked_now(home: Path, name: str, stored: StoredTable, image: Image) -> Checked | None:
    """Whether a picture shows the table as it was set up; None if no picture of the bare table was kept."""
    path = picture_path(home, name)
    if not path.exists():
        return None
    if image.shape[1::-1] != tuple(stored.camera):  # the same camera with another size of picture
        image = np.asarray(cv2.resize(image, stored.camera, interpolation=cv2.INTER_AREA), np.uint8)
    return check_again(load_picture(path), image, np.reshape(stored.to_mm, (3, 3)), _quads(stored))


def fixed(home: Path, name: str, stored: StoredTable, checked: Checked | None) -> Fixed:
    """What puts the camera's frames on the table's plane."""
    path = picture_path(home, name)
    bare = load_picture(path) if path.exists() and stored.screens else None
    to_mm = np.reshape(stored.to_mm, (3, 3)) if checked is None else checked.to_mm
    quads = _quads(stored) if checked is None else list(checked.screens)
    return Fixed(to_mm, Mask.of(quads, stored.camera, bare), stored.camera)


def _quads(stored: StoredTable) -> list[Matrix]:
    return [np.asarray(screen, np.float64) for screen in stored.screens]
