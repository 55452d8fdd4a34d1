"""The smallest picture that shows an index high enough, whatever is watched."""

from __future__ import annotations

import random

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.ports import CARD_MM, Placement, Scene
from vision.decks.printed import PrintedDeck
from vision.decks.styles import random_style
from vision.levels import LEVELS
from vision.optics import apply, look_down
from vision.scenes.fit import SIZES_PX, fit
from vision.scenes.sprites import pose_at
from vision.scenes.table import TableCamera, TableRenderer

areas = st.tuples(st.floats(400, 1500), st.floats(250, 900))


@given(seed=st.integers(0, 10_000), level=st.sampled_from(sorted(LEVELS)), area=areas, index=st.floats(5, 14))
@settings(max_examples=60, deadline=None)
def test_an_index_is_never_smaller_than_the_level_says(
    seed: int, level: str, area: tuple[float, float], index: float
) -> None:
    least, most = LEVELS[level].index_px
    got = fit(random.Random(seed), LEVELS[level], area, index)
    assert got.size in SIZES_PX
    assert got.held == (got.least_px >= least)
    assert got.held or got.size == SIZES_PX[-1]
    corners = apply(got.view.to_px, np.array([(0, 0), (area[0], 0), area, (0, area[1])], float))
    assert (corners > -0.01).all() and (corners < np.array(got.size) + 0.01).all()
    places = [(x, y) for x in np.linspace(0, area[0], 5) for y in np.linspace(0, area[1], 5)]
    heights = [index * got.view.scale_at(*place) for place in places]
    assert min(heights) >= got.least_px - 0.5
    if got.held:
        assert got.middle_px <= most + 0.01 or got.least_px < least + 0.1


@given(seed=st.integers(0, 10_000), level=st.sampled_from(sorted(LEVELS)), area=areas)
@settings(max_examples=30, deadline=None)
def test_no_smaller_size_would_do(seed: int, level: str, area: tuple[float, float]) -> None:
    got = fit(random.Random(seed), LEVELS[level], area, 9.0)
    for size in SIZES_PX[: SIZES_PX.index(got.size)]:
        view = look_down(random.Random(seed), LEVELS[level], size, area)
        assert 9.0 * view.worst_px_per_mm < LEVELS[level].index_px[0]


class Marked(PrintedDeck):
    """White cards with a black bar of the height of a rank in each corner."""

    name, size_mm, index_mm, codes = "bars", CARD_MM, 9.0, ("AS",)

    def picture(self, code: str | None, px_per_mm: float) -> np.ndarray:
        face = np.full((round(88 * px_per_mm), round(63 * px_per_mm), 4), 255, np.uint8)
        top, bottom, left, right = (round(mm * px_per_mm) for mm in (4, 13, 4, 9))
        face[top:bottom, left:right, :3] = 0
        return face


@pytest.mark.parametrize("level", ["clean", "home", "pub"])
def test_the_index_is_as_high_in_the_full_stream(level: str) -> None:
    table = TableRenderer(Marked(), level, None, 7, (420.0, 236.0))
    card = Placement("AS", 210, 118)
    image = table.frame(Scene((card,)), 0).image
    onto = table.view.to_px @ pose_at(card.x - CARD_MM[0] / 2, card.y - CARD_MM[1] / 2, 0)
    top, bottom = apply(onto, [(6.5, 1.0), (6.5, 20.0)])
    steps = np.linspace(top, bottom, 400)
    line = np.array([image[round(y), round(x)].mean() for x, y in steps])
    dark = (line < (line.max() + line.min()) / 2).mean() * np.hypot(*(bottom - top))
    least, most = LEVELS[level].index_px
    assert table.index_px() == pytest.approx(table.fit.least_px)
    assert dark == pytest.approx(table.fit.middle_px, rel=0.2)
    assert least - 2 <= dark <= most * 1.15


def test_the_camera_reports_the_size_and_gives_a_small_stream_beside_a_large_one() -> None:
    style = random_style(random.Random(1), held_out=True)
    small = TableCamera(lambda: Scene(), 3, "home", area=(300.0, 170.0), deck=style)
    assert small.fit.size == (1280, 720) and "1280x720" in str(small.fit)
    frame = small.read()
    assert frame is not None and frame.image.shape == (720, 1280, 3) and frame.small is None
    large = TableCamera(lambda: Scene(), 3, "clean", area=(760.0, 420.0), deck=style)
    frame = large.read()
    assert frame is not None and frame.image.shape[:2] == (1296, 2304)
    assert frame.small is not None and frame.small.shape == (360, 640)
    reduced = cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY)
    assert frame.small.mean() == pytest.approx(reduced.mean(), abs=1)


def test_an_area_too_large_for_any_size_is_told() -> None:
    got = fit(random.Random(1), LEVELS["clean"], (3000.0, 1700.0), 7.0)
    assert not got.held and got.size == SIZES_PX[-1] and "smaller than it should be" in str(got)
