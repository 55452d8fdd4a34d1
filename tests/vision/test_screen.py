"""The product's own screen: found by its pattern, and nothing of what it draws is ever read."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.ports import Frame, Look, Placement, Scene
from vision.arrays import Matrix, Picture, f32, f64, u8
from vision.decks.printed import DrawnDeck
from vision.decks.styles import random_style
from vision.optics import apply
from vision.reading.reader import CardReader
from vision.scenes.sprites import pose_at
from vision.scenes.table import TableRenderer, held_out_renderer
from vision.setup.screen import GREY, Mask, enlarged, locate_screen, screen_pattern
from vision.watching.watch import TableWatcher

SHOWN = (800, 480)
SCREEN_MM = (155.0, 93.0)
"""A seven inch touchscreen."""
MINE = Placement("7H", 560, 250, 4)


def corners(renderer: TableRenderer, x: float, y: float, angle: float) -> Matrix:
    """Where the corners of a screen that lies at (x, y) mm are in the picture."""
    w, h = SCREEN_MM[0] / 2, SCREEN_MM[1] / 2
    return apply(renderer.view.to_px @ pose_at(x, y, angle), [(-w, -h), (w, -h), (w, h), (-w, h)])


def lit(image: Picture, quad: Matrix, shown: Picture) -> Picture:
    """The picture with a screen on it that shows something."""
    high, wide = shown.shape[:2]
    onto = cv2.getPerspectiveTransform(f32([(0, 0), (wide, 0), (wide, high), (0, high)]), f32(quad))
    size = (image.shape[1], image.shape[0])
    fine = cv2.warpPerspective(shown, onto, size, flags=cv2.INTER_AREA)
    cover = cv2.warpPerspective(np.full((high, wide), 255, np.uint8), onto, size)
    return u8(np.where(cover[..., None] > 127, fine, image))


def drawn_cards(codes: Iterable[str], size: tuple[int, int] = SHOWN) -> Picture:
    """A screen full of cards, in a fan as large as it holds."""
    deck = DrawnDeck(random_style(random.Random(5), held_out=True))
    screen = np.full((size[1], size[0], 3), (44, 38, 30), np.uint8)
    for number, code in enumerate(codes):
        card = deck.picture(code, (size[1] - 30) / 88)
        solid, left = card[..., 3:] / 255, 10 + number * size[0] * 15 // 100
        part = screen[15 : 15 + card.shape[0], left : left + card.shape[1]]
        part[:] = u8(part * (1 - solid) + card[..., :3] * solid)
    return screen


@pytest.mark.parametrize(("level", "seed"), [("clean", 2), ("home", 4), ("pub", 6)])
@pytest.mark.parametrize(("place", "angle"), [((130, 200), 0), ((640, 90), 180), ((400, 210), 90), ((120, 330), 33)])
def test_the_pattern_is_found(level: str, seed: int, place: tuple[float, float], angle: float) -> None:
    renderer = held_out_renderer(seed, level)
    quad = corners(renderer, *place, angle)
    image = lit(renderer.frame(Scene(), 0).image, quad, screen_pattern(SHOWN))
    found = locate_screen(renderer._sensor.take(image), SHOWN)
    assert found is not None and found.marks >= 2
    assert np.abs(found.quad - quad).max() < 4


@pytest.mark.parametrize("shape", [(800, 480), (1280, 720), (480, 800), (1024, 768)])
def test_the_shape_of_the_screen_is_found_too(shape: tuple[int, int]) -> None:
    quad = f64([(300, 200), (700, 230), (690, 230 + 400 * shape[1] / shape[0]), (290, 200 + 400 * shape[1] / shape[0])])
    image = lit(np.full((1080, 1440, 3), 120, np.uint8), quad, screen_pattern(shape))
    found = locate_screen(image)
    assert found is not None and np.abs(found.quad - quad).max() < 6


def test_two_marks_are_enough_and_one_is_not() -> None:
    renderer = held_out_renderer(3, "home")
    quad = corners(renderer, 200, 200, 10)
    pattern = screen_pattern(SHOWN)
    pattern[:, : SHOWN[0] // 2] = (60, 90, 130)  # a hand over the left half
    found = locate_screen(lit(renderer.frame(Scene(), 0).image, quad, pattern), SHOWN)
    assert found is not None and found.marks == 2 and np.abs(found.quad - quad).max() < 6
    pattern[: SHOWN[1] // 2] = (60, 90, 130)
    assert locate_screen(lit(renderer.frame(Scene(), 0).image, quad, pattern), SHOWN) is None


def test_no_screen_is_found_where_none_is() -> None:
    renderer = held_out_renderer(1, "home")
    cards = Scene(tuple(Placement(code, 80 + 75 * i, 210) for i, code in enumerate(("AS", "KD", "3C", "QH"))))
    assert locate_screen(renderer.frame(cards, 0).image) is None


def looks(watcher: TableWatcher, frames: Iterable[Frame]) -> list[Look]:
    return [look for frame in frames if (look := watcher.watch(frame)) is not None]


def filmed(renderer: TableRenderer, shown: list[Picture], quad: Matrix, cards: tuple[Placement, ...]) -> list[Frame]:
    """Ten frames of each picture that the screen shows, while cards lie on the table."""
    frames = []
    for number in range(10 * len(shown)):
        frame = renderer.frame(Scene(cards), 100 * number)
        frames.append(replace(frame, image=lit(frame.image, quad, shown[number // 10])))
    return frames


def test_a_screen_full_of_drawn_cards_is_never_read() -> None:
    renderer = held_out_renderer(8, "clean")
    quad = corners(renderer, 200, 200, 0)
    hands = [
        drawn_cards(("AS", "KH", "QD", "JC")),
        drawn_cards(("2C", "3D", "4H", "5S")),
    ]
    frames = filmed(renderer, hands, quad, (MINE,))
    # the middles of cards on the screen, generously
    on_screen = f32(apply(renderer.view.to_mm, enlarged(quad, 0.3)))

    def of_the_screen(seen: list[Look]) -> int:
        return sum(
            cv2.pointPolygonTest(on_screen, (one.x, one.y), False) >= 0 for look in seen for one in look.sightings
        )

    bare = looks(TableWatcher(CardReader()), frames)
    assert of_the_screen(bare) > 0  # so the mask is needed
    mask = Mask.of([quad], renderer.size)
    masked = looks(TableWatcher(CardReader()), map(mask.hide, frames))
    assert of_the_screen(masked) == 0
    # What it shows changes, and nothing is read again for that.
    assert len(masked) == 1
    (mine,) = masked[0].sightings
    assert max(mine.odds, key=lambda code: mine.odds[code]) == "7H"


@settings(max_examples=40, deadline=None)
@given(st.floats(60, 240), st.floats(60, 180), st.floats(-180, 180), st.floats(30, 80), st.floats(20, 50))
def test_a_mask_hides_all_of_the_screen(x: float, y: float, angle: float, w: float, h: float) -> None:
    quad = apply(f64(pose_at(x, y, angle)), [(-w, -h), (w, -h), (w, h), (-w, h)])
    frame = Frame(np.full((240, 300, 3), 200, np.uint8), 0, small=np.full((80, 100), 200, np.uint8))
    hidden = Mask.of([quad], (300, 240)).hide(frame)
    inside = cv2.fillConvexPoly(np.zeros((240, 300), np.uint8), np.round(quad).astype(np.int32), 1) > 0
    assert (hidden.image[inside] == GREY).all()
    assert (frame.image == 200).all()
    far = cv2.fillConvexPoly(np.zeros((240, 300), np.uint8), np.round(enlarged(quad, 0.2)).astype(np.int32), 1) == 0
    assert (hidden.image[far] == 200).all()
    assert hidden.small is not None and hidden.small.shape == (80, 100)
    row, column = np.clip(np.round([y / 3, x / 3]).astype(int), 0, (79, 99))
    assert hidden.small[row, column] == GREY


def test_a_mask_is_painted_in_the_colour_of_the_table() -> None:
    bare = np.full((240, 300, 3), (30, 90, 40), np.uint8)
    bare[100:150, 100:200] = 255  # the screen itself
    mask = Mask.of([f64([(100, 100), (200, 100), (200, 150), (100, 150)])], (300, 240), bare)
    assert mask.colours == ((30, 90, 40),)
    frame = Frame(bare, 0)
    assert Mask.of([], (300, 240)).hide(frame) is frame
