"""Scales steadied over a picture, second looks, and the finder's strips."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.arrays import Picture
from vision.reading import find
from vision.reading.again import mean_marks
from vision.reading.nets import Nets
from vision.reading.patches import GLYPHS, Marks
from vision.reading.steady import steady


@given(seed=st.integers(0, 10_000), slant=st.floats(-0.3, 0.3))
@settings(max_examples=30, deadline=None)
def test_arrows_that_miss_are_steadied_by_the_others(seed: int, slant: float) -> None:
    rng = np.random.default_rng(seed)
    at = rng.uniform(0, 800, (24, 2))
    true = 2.5 * np.exp(slant * (at[:, 0] - 400) / 800)
    arms = true * np.exp(rng.normal(0, 0.1, 24))
    scales = steady(at, arms, np.full(24, 0.8, np.float32), np.full(24, np.nan))
    assert np.log(scales / true).std() < 0.75 * np.log(arms / true).std()


def test_pairs_count_for_more_than_arrows_and_are_kept() -> None:
    at = np.array([(100.0, 100), (300, 120), (500, 90), (200, 400)])
    exact = np.array([3.0, 3.0, np.nan, np.nan])
    scales = steady(at, np.full(4, 2.5), np.full(4, 0.8, np.float32), exact)
    assert scales[:2] == pytest.approx([3.0, 3.0], rel=0.02)
    assert (scales[2:] > 2.6).all() and (scales[2:] < 3.05).all()


def test_one_corner_alone_keeps_its_scale() -> None:
    assert steady(np.array([[5.0, 5.0]]), np.array([2.0]), np.ones(1, np.float32), np.array([np.nan])) == pytest.approx(
        2
    )
    assert len(steady(np.zeros((0, 2)), np.zeros(0), np.zeros(0, np.float32), np.zeros(0))) == 0


def test_views_are_averaged_with_their_weights() -> None:
    def marks(sure: float) -> Marks:
        glyph = np.full((2, len(GLYPHS)), (1 - sure) / (len(GLYPHS) - 1), np.float32)
        glyph[:, 3] = sure
        suit = np.full((2, 4), (1 - sure) / 3, np.float32)
        suit[:, 1] = sure
        return Marks(np.log(glyph), np.log(suit), np.array([-2.0, 4.0], np.float32), np.zeros(2, np.float32))

    low, high = marks(0.5), marks(0.98)
    mean = mean_marks([low, high], [np.array([1.0, 1.0]), np.array([1.0, 0.0])])
    assert np.allclose(np.exp(mean.glyph).sum(1), 1, atol=1e-4)
    assert 0.5 < float(np.exp(mean.glyph[0, 3])) < 0.98
    assert float(np.exp(mean.suit[1, 1])) == pytest.approx(0.5, abs=1e-3)


def test_strips_of_a_large_picture_give_what_the_whole_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    noise = np.random.default_rng(3).integers(0, 255, (40, 20, 3)).astype(np.uint8)
    image: Picture = np.repeat(np.repeat(noise, 16, 0), 16, 1)
    whole = find.run_finder(Nets(), image)
    monkeypatch.setattr(find, "MOST_PIXELS", 320 * 400)
    strips = find.run_finder(Nets(), image)
    for one, other in zip(whole, strips, strict=True):
        assert one.shape == other.shape
        assert np.allclose(one, other, atol=1e-3)


@given(high=st.integers(1, 400).map(lambda n: 16 * n), wide=st.integers(1, 400).map(lambda n: 16 * n))
def test_strips_are_small_and_few(high: int, wide: int) -> None:
    rows = find.strip_rows(high, wide)
    assert rows % find.MULTIPLE == 0
    overlaps = find.OVERLAP * min(-(-high // rows) - 1, 2)
    assert (rows + overlaps) * wide <= find.MOST_PIXELS or rows <= 2 * find.OVERLAP
