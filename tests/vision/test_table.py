"""The rendered table: geometry that a calibrated camera can rely on, and pictures that do not depend on their past."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.ports import Cover, Placement, Scene, Trouble
from vision.levels import LEVELS
from vision.optics import apply, look_down
from vision.styles import random_style
from vision.table import AREA_MM, TableCamera, TableRenderer, held_out_renderer

SMALL = (640, 360)


@pytest.fixture(scope="module")
def table() -> TableRenderer:
    return held_out_renderer(3, size=SMALL)


def difference(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.abs(a.astype(int) - b.astype(int)).max(2)


@given(seed=st.integers(0, 10_000), level=st.sampled_from(sorted(LEVELS)), size=st.sampled_from([SMALL, (2304, 1296)]))
@settings(max_examples=60, deadline=None)
def test_every_view_shows_the_whole_area_and_inverts(seed: int, level: str, size: tuple[int, int]) -> None:
    view = look_down(random.Random(seed), LEVELS[level], size, AREA_MM)
    corners = np.array([(0, 0), (AREA_MM[0], 0), AREA_MM, (0, AREA_MM[1])], float)
    pixels = apply(view.to_px, corners)
    assert (pixels > -0.01).all() and (pixels < np.array(size) + 0.01).all()
    assert np.allclose(apply(view.to_mm, pixels), corners, atol=1e-6)


def test_clean_indices_are_at_least_24_px_high() -> None:
    least = LEVELS["clean"].index_px[0]
    for seed in range(40):
        style = random_style(random.Random(f"deck {seed}"), held_out=True)
        view = look_down(random.Random(f"table {seed}"), LEVELS["clean"], (2304, 1296), AREA_MM)
        assert style.rank_mm * view.worst_px_per_mm >= least


def test_a_card_lies_where_the_homography_says(table: TableRenderer) -> None:
    empty = table.frame(Scene(), 0).image
    shown = table.frame(Scene((Placement("AS", 300, 200, 25),)), 1)
    rows, columns = np.nonzero(difference(shown.image, empty) > 60)
    assert shown.to_mm is not None
    spots = apply(np.array(shown.to_mm).reshape(3, 3), np.column_stack([columns, rows]).astype(float))
    middle = (spots.max(0) + spots.min(0)) / 2
    assert np.allclose(middle, (300, 200), atol=2.5)
    turned = np.radians(25)
    along = (spots - (300, 200)) @ np.array([np.cos(turned), np.sin(turned)])
    assert 29 < np.abs(along).max() < 34


def test_a_picture_does_not_depend_on_what_was_shown_before() -> None:
    cards = [Placement("KH", 200, 150, 5), Placement("7C", 230, 160, -12), Placement(None, 500, 250, 90)]
    changed = held_out_renderer(5, size=SMALL)
    for number in range(len(cards) + 1):
        changed.frame(Scene(tuple(cards[number:])), number)
        changed.frame(Scene(tuple(reversed(cards[:number]))), number)
    changed.frame(Scene(tuple(cards)), 9)
    fresh = held_out_renderer(5, size=SMALL)
    fresh.frame(Scene(tuple(cards)), 0)
    noise = 40
    assert difference(changed.stage.canvas, fresh.stage.canvas).max() == 0
    assert difference(changed.frame(Scene(tuple(cards)), 1).image, fresh.stage.canvas).max() < noise


def test_the_upper_card_hides_the_lower_one(table: TableRenderer) -> None:
    low, high = Placement("2D", 300, 200), Placement("KS", 310, 200)
    both = table.frame(Scene((low, high)), 0)
    swapped = table.frame(Scene((high, low)), 1)
    assert difference(both.image, swapped.image).max() > 100


def test_hands_cover_and_go_again(table: TableRenderer) -> None:
    scene = Scene((Placement("QD", 380, 210),))
    before = table.frame(scene, 0).image
    hidden = table.frame(Scene(scene.cards, (Cover(380, 190, 180),)), 1).image
    after = table.frame(scene, 2).image
    moved = difference(hidden, before) > 40
    assert moved[-1].any(), "the arm comes in from the lower edge"
    assert not moved[: int(SMALL[1] * 0.35)].any(), "and ends at the fingertips"
    assert difference(after, before).max() < 30


def test_cards_off_the_picture_are_no_trouble(table: TableRenderer) -> None:
    frame = table.frame(Scene((Placement("AS", -400, -400), Placement("2C", 0, 0), Placement("3C", 9000, 10))), 0)
    assert frame.image.shape == (SMALL[1], SMALL[0], 3)


def test_an_unknown_level_is_named() -> None:
    with pytest.raises(Trouble, match="clean, home, pub"):
        TableRenderer(random_style(random.Random(1), held_out=True), "dusk", SMALL)


@pytest.mark.parametrize("level", ["home", "pub"])
def test_harder_levels_render(level: str) -> None:
    frame = held_out_renderer(2, level, SMALL).frame(Scene((Placement("9H", 380, 210, 40),)), 0)
    assert frame.image.std() > 5


def test_the_camera_counts_time_and_asks_for_the_scene() -> None:
    scenes = iter([Scene(), Scene((Placement("AS", 100, 100),))])
    with TableCamera(lambda: next(scenes), seed=1, size=SMALL) as camera:
        first, second = camera.read(), camera.read()
    assert first is not None and second is not None
    assert (first.at_ms, second.at_ms, second.number) == (100, 200, 2)
    assert difference(first.image, second.image).max() > 60
