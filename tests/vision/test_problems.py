"""What goes wrong at other people's tables (rows of the list of known problems), as `dalje see` and a game take it.

Row 3 (two corners: one card or two) is in test_pair.py, row 9 (settling, a quick next card) in test_watch.py, swapped
colours in test_examine.py; equal accuracy of the suits (row 4) and sleeves (row 6) need many readings: `dalje bench`.
"""

from __future__ import annotations

import random

import cv2
import numpy as np
import pytest

from companion.ports import Placement, Scene
from vision.arrays import Picture
from vision.looking.examine import Examined, examine
from vision.optics import View
from vision.reading.reader import CardReader
from vision.scenes.measure import compare, random_scene
from vision.scenes.table import TableRenderer, held_out_renderer

SIZE = (1280, 720)
TENS = ("TS", "TH", "TD", "TC")


@pytest.fixture(scope="module")
def reader() -> CardReader:
    return CardReader()


@pytest.fixture(scope="module")
def renderer() -> TableRenderer:
    return held_out_renderer(92, size=SIZE)


@pytest.fixture(scope="module")
def showdown(renderer: TableRenderer) -> Scene:
    return random_scene(random.Random(8), "showdown", renderer.view.area)


def wrong(found: Examined, scene: Scene, view: View) -> list[str]:
    """The readings that were accepted though they are wrong."""
    outcomes = compare(found.readings, scene, view).outcomes
    return [f"{one.truth} read as {one.reading.card}" for one in outcomes if one.reading.accepted and not one.right]


def right(found: Examined, scene: Scene, view: View) -> int:
    return sum(one.right for one in compare(found.readings, scene, view).outcomes)


def mapped(image: Picture, contrast: float, level: float) -> Picture:
    """The picture with its contrast shrunk around a grey level, as glare or fog does."""
    return np.clip((image.astype(np.float32) - level) * contrast + level, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("contrast", [0.6, 0.3, 0.12, 0.05])
def test_row_1_and_7_pale_tables_are_read_or_complained_of_never_silently_wrong(
    reader: CardReader, renderer: TableRenderer, showdown: Scene, contrast: float
) -> None:
    frame = renderer.frame(showdown, 0).image
    for level in (235.0, 40.0):
        pale = mapped(frame, contrast, level)
        found = examine(reader, pale, renderer.view.px_per_mm)
        assert wrong(found, showdown, renderer.view) == []
        if 2 * sum(one.accepted for one in found.readings) < len(showdown.cards):
            assert (found.remarks or examine(reader, pale).remarks) != ()


def test_row_2_a_fan_is_read_from_its_corners(reader: CardReader, renderer: TableRenderer) -> None:
    cards = tuple(
        Placement(face, 200 + 22 * i, 200 + 1.5 * i, -12 + 4 * i)
        for i, face in enumerate(("4S", "9H", "JC", "2D", "KS", "7H"))
    )
    scene = Scene(cards)
    found = examine(reader, renderer.frame(scene, 0).image, renderer.view.px_per_mm)
    assert right(found, scene, renderer.view) >= len(cards) - 1 and wrong(found, scene, renderer.view) == []


def test_row_5_and_15_tens_are_tens_in_every_rotation(reader: CardReader, renderer: TableRenderer) -> None:
    cards = tuple(Placement(face, 120 + 170 * i, 200, 90 * i + 7) for i, face in enumerate(TENS))
    image = renderer.frame(Scene(cards), 0).image
    for quarter in range(4):
        turned = np.ascontiguousarray(np.rot90(image, quarter))
        found = examine(reader, turned, renderer.view.px_per_mm)
        assert sorted(one.card for one in found.readings) == sorted(TENS)


def test_row_7_a_dim_brown_table_gives_no_wrong_card(
    reader: CardReader, renderer: TableRenderer, showdown: Scene
) -> None:
    frame = renderer.frame(showdown, 0).image.astype(np.float32)
    for light in (0.5, 0.25, 0.1):
        brown = np.clip(frame * light * (0.5, 0.75, 1.0) + np.random.default_rng(3).normal(0, 3, frame.shape), 0, 255)
        found = examine(reader, brown.astype(np.uint8), renderer.view.px_per_mm)
        assert wrong(found, showdown, renderer.view) == []


def test_row_8_a_back_is_no_card(reader: CardReader, renderer: TableRenderer) -> None:
    scene = Scene((Placement(None, 200, 150, 20), Placement("QD", 420, 200, -5), Placement(None, 600, 300, 110)))
    found = examine(reader, renderer.frame(scene, 0).image, renderer.view.px_per_mm)
    assert [one.card for one in found.readings] == ["QD"]


@pytest.mark.parametrize("blur", [2.0, 4.0, 8.0])
def test_out_of_focus_is_told_or_read_never_silently_wrong(
    reader: CardReader, renderer: TableRenderer, showdown: Scene, blur: float
) -> None:
    image = np.asarray(cv2.GaussianBlur(renderer.frame(showdown, 0).image, (0, 0), blur), np.uint8)
    found = examine(reader, image, renderer.view.px_per_mm)
    assert wrong(found, showdown, renderer.view) == []
    if sum(one.accepted for one in found.readings) * 2 < len(showdown.cards):
        codes = [remark.code for remark in (found.remarks or examine(reader, image).remarks)]
        assert "blurred" in codes


@pytest.mark.parametrize("factor", [0.5, 0.33, 0.22])
def test_small_cards_are_read_or_complained_of(
    reader: CardReader, renderer: TableRenderer, showdown: Scene, factor: float
) -> None:
    frame = renderer.frame(showdown, 0).image
    small = np.asarray(cv2.resize(frame, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)
    found = examine(reader, small)
    names = [card.card for card in showdown.cards]
    assert [one.card for one in found.readings if one.accepted and one.card not in names] == []
    if sum(one.accepted for one in found.readings) * 2 < len(names):
        assert "too_small" in [remark.code for remark in found.remarks]
