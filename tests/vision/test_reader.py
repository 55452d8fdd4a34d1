"""The reader with the shipped models, on rendered tables of decks it was not trained on."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.ports import Placement, Scene, Trouble
from vision.arrays import Picture
from vision.reading.reader import CardReader
from vision.scenes.measure import compare, random_scene
from vision.scenes.table import TableRenderer, held_out_renderer

SEEDS = (91, 92, 93, 94)


@pytest.fixture(scope="module")
def reader() -> CardReader:
    return CardReader(threads=1)


@pytest.fixture(scope="module")
def tables() -> dict[int, TableRenderer]:
    return {seed: held_out_renderer(seed) for seed in SEEDS}


def names(reader: CardReader, image: Picture, scale: float | None) -> Counter[str]:
    return Counter(one.card for one in reader.read(image, scale) if one.accepted)


@pytest.mark.parametrize("kind", ["lot", "showdown", "row"])
def test_clean_tables_are_read(reader: CardReader, tables: dict[int, TableRenderer], kind: str) -> None:
    cards = right = 0
    for seed, renderer in tables.items():
        scene = random_scene(random.Random(f"{seed} {kind}"), kind, renderer.view.area)
        readings = reader.read(renderer.frame(scene, 0).image, renderer.view.px_per_mm)
        result = compare(readings, scene, renderer.view)
        cards += sum(card.card is not None for card in scene.cards)
        right += sum(one.right for one in result.outcomes)
        assert not [one for one in result.outcomes if one.reading.accepted and not one.right]
    assert right >= cards - 1


def test_a_picture_turned_about_shows_the_same_cards(reader: CardReader, tables: dict[int, TableRenderer]) -> None:
    renderer = tables[SEEDS[0]]
    scene = random_scene(random.Random(5), "showdown", renderer.view.area)
    image, scale = renderer.frame(scene, 0).image, renderer.view.px_per_mm
    upright = names(reader, image, scale)
    assert sum(upright.values()) >= len(scene.cards) - 1
    for turn in (cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_180, cv2.ROTATE_90_COUNTERCLOCKWISE):
        turned = names(reader, np.asarray(cv2.rotate(image, turn), np.uint8), scale)
        assert sum(((turned - upright) + (upright - turned)).values()) <= 1


def test_the_scale_is_found_when_not_given(reader: CardReader, tables: dict[int, TableRenderer]) -> None:
    renderer = tables[SEEDS[1]]
    scene = random_scene(random.Random(6), "lot", renderer.view.area)
    image = renderer.frame(scene, 0).image
    wanted = Counter(card.card for card in scene.cards if card.card)
    for factor in (1.0, 0.6):
        smaller = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        assert names(reader, np.asarray(smaller, np.uint8)[200:, 200:], None) == wanted


def test_backs_and_bare_tables_give_nothing(reader: CardReader, tables: dict[int, TableRenderer]) -> None:
    for seed, renderer in tables.items():
        places = [(100 + 110 * i, 100 + 60 * (i % 3), 37 * i) for i in range(6)]
        scene = Scene(tuple(Placement(None, x, y, turn) for x, y, turn in places)) if seed % 2 else Scene()
        assert reader.read(renderer.frame(scene, 0).image, renderer.view.px_per_mm) == ()


def test_odds_are_probabilities_that_name_the_card_first(reader: CardReader, tables: dict[int, TableRenderer]) -> None:
    renderer = tables[SEEDS[2]]
    scene = random_scene(random.Random(7), "fan", renderer.view.area)
    readings = reader.read(renderer.frame(scene, 0).image, renderer.view.px_per_mm)
    assert readings
    for one in readings:
        assert next(iter(one.odds)) == one.card and one.odds[one.card] == one.p
        assert sum(one.odds.values()) <= 1 + 1e-6
        assert one.accepted <= (one.p >= reader.calibration.accept)
        x, y, w, h = one.box
        assert x >= 0 and y >= 0 and x + w <= renderer.size[0] and y + h <= renderer.size[1]


@pytest.mark.parametrize("shape", [(1, 1), (3, 900), (40, 40), (700, 16)])
def test_small_pictures_hold_no_cards(reader: CardReader, shape: tuple[int, int]) -> None:
    grey = np.full((*shape, 3), 128, np.uint8)
    assert reader.read(grey) == ()
    assert reader.read(grey, 2.0) == ()


def test_what_cannot_be_is_told(reader: CardReader, tmp_path: Path) -> None:
    with pytest.raises(Trouble, match="positive"):
        reader.read(np.zeros((50, 50, 3), np.uint8), 0.0)
    with pytest.raises(Trouble, match="international"):
        CardReader(language="klingon")
    with pytest.raises(Trouble, match="missing"):
        CardReader(models=tmp_path)
