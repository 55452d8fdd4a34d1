"""A lit screen full of drawn cards on the rendered table."""

from __future__ import annotations

import random

import numpy as np
import pytest

from companion.ports import Placement, Scene
from vision.decks.styles import random_style
from vision.optics import apply
from vision.scenes.extras import Extras
from vision.scenes.screens import BEZEL_MM, Screen, card_screen
from vision.scenes.table import TableRenderer

SIZE = (640, 360)
SCREEN = Screen(560, 130, 12)
WHITE = np.full((80, 128, 3), 235, np.uint8)


@pytest.fixture
def table() -> TableRenderer:
    style = random_style(random.Random(8), held_out=True)
    return TableRenderer(style, size=SIZE, seed=8, extras=Extras(screen=SCREEN))


def inside(table: TableRenderer, margin: float) -> np.ndarray:
    """Which pixels lie in the screen's glass and so far around it (mm)."""
    import cv2

    mask = np.zeros((SIZE[1], SIZE[0]), np.uint8)
    cv2.fillConvexPoly(mask, np.round(apply(table.view.to_px, SCREEN.on_table(margin))).astype(np.int32), 1)
    return mask.astype(bool)


def test_a_screen_shows_a_picture_where_it_lies_and_nowhere_else(table: TableRenderer) -> None:
    dark = table.frame(Scene(), 0).image.astype(int)
    table.show(WHITE)
    lit = table.frame(Scene(), 1).image.astype(int)
    brighter = lit.sum(2) - dark.sum(2) > 90
    assert brighter[inside(table, -3)].all() and not brighter[~inside(table, 3)].any()
    frame = inside(table, BEZEL_MM - 3) & ~inside(table, 3)
    assert lit[frame].mean() < 70


def test_its_corners_lie_as_the_picture_has_them(table: TableRenderer) -> None:
    marked = np.zeros((80, 128, 3), np.uint8)
    marked[:40, :64] = (0, 0, 255)
    table.show(marked)
    image = table.frame(Scene(), 0).image
    corners = SCREEN.on_table()
    for number, red in enumerate((True, False, False, False)):
        spot = corners.mean(0) + 0.6 * (corners[number] - corners.mean(0))
        x, y = np.round(apply(table.view.to_px, spot[None])[0]).astype(int)
        assert (image[y, x, 2] > 120) == red


def test_cards_lie_over_it_and_stay_when_its_picture_changes(table: TableRenderer) -> None:
    card = Placement("AS", SCREEN.x, SCREEN.y)
    x, y = np.round(apply(table.view.to_px, [(SCREEN.x - 22, SCREEN.y + 5)])[0]).astype(int)
    before = table.frame(Scene((card,)), 0).image[y, x].astype(int)
    table.show(card_screen(3))
    assert table.frame(Scene((card,)), 1).image[y, x] == pytest.approx(before, abs=25)


def test_it_shines_when_the_lamp_is_off(table: TableRenderer) -> None:
    table.show(WHITE)
    table.frame(Scene(), 0)
    dark = table.frame(Scene(light=0.0), 100).image
    assert dark[inside(table, -3)].mean() > 150 and dark[~inside(table, BEZEL_MM + 3)].mean() < 15


def test_it_is_full_of_cards() -> None:
    shown, other = card_screen(1), card_screen(2)
    assert shown.shape == (800, 1280, 3) and (shown != other).any()
    assert (shown == card_screen(1)).all()
    assert (shown.min(2) > 200).mean() > 0.15
