"""What a camera reads where, by its lens and height or by the calibrated plane."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.scenes.table import held_out_renderer
from vision.setup.reach import LEAST_PX, LENSES, STREAMS, Reach


@pytest.mark.parametrize(
    ("lens", "height", "size", "wide_mm", "index"),
    [
        ("pi", 700, (2304, 1296), 909, 20.3),
        ("pi", 700, (4608, 2592), 909, 40.6),
        ("pi-wide", 600, (2304, 1296), 1482, 12.4),
        ("pi-wide", 600, (4608, 2592), 1482, 24.9),
    ],
)
def test_lenses_as_their_makers_tell(
    lens: str, height: float, size: tuple[int, int], wide_mm: float, index: float
) -> None:
    reach = Reach.above(LENSES[lens][0], height, size)
    assert reach.seen_mm[0] == pytest.approx(wide_mm, abs=2)
    assert reach.index_px() == pytest.approx(index, abs=0.2)
    assert reach.reads((700.0, 400.0)) == (index >= LEAST_PX)


@given(st.floats(20, 140), st.floats(200, 3000), st.sampled_from(STREAMS))
def test_what_is_readable_is_read_and_no_more(across: float, height: float, size: tuple[int, int]) -> None:
    reach = Reach.above(across, height, size)
    wide, high = reach.readable_mm()
    if wide:
        assert reach.reads((0.99 * wide, 0.99 * high))
        assert not reach.reads((wide + 30, high + 20))
    else:
        assert reach.index_px() < LEAST_PX


@given(st.floats(20, 140), st.floats(200, 2900))
def test_higher_up_more_is_seen_and_less_is_read(across: float, height: float) -> None:
    low, high = (Reach.above(across, h, (2304, 1296)) for h in (height, height + 50))
    assert high.seen_mm[0] > low.seen_mm[0] and high.index_px() < low.index_px()


def test_a_calibrated_table_says_the_same_as_the_renderer() -> None:
    renderer = held_out_renderer(4, "pub")
    reach = Reach.of(renderer.view.to_mm, renderer.size, renderer.view.area)
    assert reach.index_px(renderer.view.area) / 8 == pytest.approx(renderer.view.worst_px_per_mm, rel=0.01)
    assert reach.sees(renderer.view.area) and not reach.sees((1.5 * renderer.view.area[0], 100.0))
    assert np.all(np.array(reach.readable_mm()) >= 0)
