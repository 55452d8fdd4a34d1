"""The rendered table: geometry that a calibrated camera can rely on, and pictures that do not depend on their past."""

from __future__ import annotations

import random
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.ports import Cover, Frame, Placement, Scene, Trouble
from vision.decks.styles import random_style
from vision.levels import LEVELS
from vision.optics import apply, look_down
from vision.scenes.extras import Extras
from vision.scenes.table import AREA_MM, TableCamera, TableRenderer, held_out_renderer

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


CARRIED = Placement("QC", 380, 210, 10)


def spots(frame: Frame, before: Frame, least: int = 60) -> np.ndarray:
    """Where (px) two pictures differ, column and row."""
    rows, columns = np.nonzero(difference(frame.image, before.image) > least)
    return np.column_stack([columns, rows]).astype(float)


def test_a_lifted_card_looks_larger_and_throws_its_shadow_further_off(table: TableRenderer) -> None:
    empty = table.frame(Scene(), 0)
    wide = {}
    for lift in (0.0, 60.0):
        seen = table.frame(Scene((replace(CARRIED, lift=lift),)), 10_000)
        at = apply(table.view.to_mm, spots(seen, empty, 90))
        along = (at - (CARRIED.x, CARRIED.y)) @ np.array([np.cos(np.radians(10)), np.sin(np.radians(10))])
        wide[lift] = np.ptp(np.percentile(along, [2, 98]))
        darker = empty.image.astype(int).sum(2) - seen.image.astype(int).sum(2) > 25
        wide[lift, "shadow"] = int(darker.sum())
    assert wide[60.0] == pytest.approx(wide[0.0] * 700 / 640, rel=0.03)
    assert wide[60.0, "shadow"] > 2 * wide[0.0, "shadow"]


def test_a_card_in_motion_is_smeared_until_it_rests() -> None:
    sharp = held_out_renderer(3, size=SMALL).frame(Scene((CARRIED,)), 0).image
    for lift in (0.0, 20.0):
        table = held_out_renderer(3, size=SMALL)
        table.frame(Scene((replace(CARRIED, x=320, lift=lift),)), 0)
        moving = table.frame(Scene((replace(CARRIED, lift=lift),)), 30).image
        resting = table.frame(Scene((CARRIED,)), 60).image
        card = slice(150, 210), slice(300, 340)
        edges = [cv2.Laplacian(image[card], cv2.CV_32F).std() for image in (sharp, moving, resting)]
        assert edges[1] < 0.9 * edges[0] and edges[2] == pytest.approx(edges[0], rel=0.05)


def test_cards_in_motion_do_not_fill_the_memory() -> None:
    table = held_out_renderer(3, size=SMALL)
    for step in range(300):
        lifted = Placement("KS", 100 + step, 300, 0, lift=12)
        table.frame(Scene((CARRIED, replace(CARRIED, x=100 + step * 1.5), lifted)), step * 40)
    assert len(table.stage._lying) == 2 and len(table.stage._gone) == 0


def test_cards_that_lay_and_went_are_remembered_within_bounds() -> None:
    table = held_out_renderer(3, size=SMALL)
    for step in range(400):
        for repeat in (0, 500):
            table.frame(Scene((Placement("KS", 100 + step, 300),)), step * 2000 + repeat)
    assert 20 < len(table.stage._gone) < 200


def test_the_pushed_camera_sees_all_shifted_and_turned_but_tells_the_old_calibration(table: TableRenderer) -> None:
    usual = table.frame(Scene((CARRIED,)), 20_000)
    bump = (25.0, -10.0, 3.0)
    pushed = table.frame(Scene((CARRIED,), bump=bump), 30_000)
    assert pushed.to_mm == usual.to_mm
    empty = table.frame(Scene(bump=bump), 40_000)
    seen = apply(table.view.to_mm, spots(pushed, empty))
    x, y, turn = CARRIED.x - AREA_MM[0] / 2, CARRIED.y - AREA_MM[1] / 2, np.radians(bump[2])
    expected = (
        np.array(AREA_MM) / 2 + bump[:2] + (x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn))
    )
    assert (seen.max(0) + seen.min(0)) / 2 == pytest.approx(expected, abs=2.5)
    back = table.frame(Scene((CARRIED,)), 50_000)
    assert difference(back.image, usual.image).max() < 40


def test_the_table_itself_goes_along_when_the_camera_is_pushed() -> None:
    style = random_style(random.Random(6), held_out=True)
    table, pushed = TableRenderer(style, size=SMALL, seed=6, extras=Extras(cloth="aces")), Scene(bump=(40, 0, 0))
    shown = [table.frame(scene, at).image.astype(np.float32) for at, scene in ((0, Scene()), (9000, pushed))]
    before, after = (image - cv2.GaussianBlur(image, (0, 0), 12) for image in shown)
    px = round(40 * table.view.px_per_mm)
    strip = (slice(100, 260), slice(200, 440))
    ahead = (strip[0], slice(200 + px, 440 + px))
    same = np.corrcoef(before[strip].ravel(), after[ahead].ravel())[0, 1]
    assert same > np.corrcoef(before[strip].ravel(), after[strip].ravel())[0, 1] + 0.5


def test_without_a_lamp_there_is_noise_in_the_dark(table: TableRenderer) -> None:
    table.frame(Scene((CARRIED,)), 60_000)
    dark = table.frame(Scene((CARRIED,), light=0.0), 64_000).image
    assert dark.mean() < 15 and dark.std() > 0.5
    table.frame(Scene((CARRIED,)), 65_000)
    assert table.frame(Scene((CARRIED,)), 70_000).image.mean() > 30


def test_two_packs_have_two_backs() -> None:
    styles = [random_style(random.Random(seed), held_out=True) for seed in (1, 2)]
    table = TableRenderer(styles, size=SMALL, seed=2)
    first = table.frame(Scene((Placement(None, 380, 210),)), 0)
    second = table.frame(Scene((Placement(None, 380, 210, pack=1),)), 5000)
    assert difference(first.image, second.image).max() > 60


def test_the_same_moments_give_the_same_pictures() -> None:
    def shown() -> list[np.ndarray]:
        table = TableRenderer(random_style(random.Random(4), held_out=True), "pub", SMALL, 4)
        scenes = [
            Scene((Placement("KS", 200 + 20 * i, 200, i, lift=3.0 * i),), (Cover(210 + 20 * i, 230, 170),))
            for i in range(3)
        ]
        return [table.frame(scene, 100 * i).image for i, scene in enumerate(scenes)]

    assert all((one == other).all() for one, other in zip(shown(), shown(), strict=True))
