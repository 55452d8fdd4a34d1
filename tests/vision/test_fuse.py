"""Frames of one table add evidence, but never more than they are worth."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.watching.fuse import Pool

shares = st.dictionaries(st.sampled_from(["AS", "AC", "KH", "QH"]), st.floats(0.001, 0.24), min_size=1)
frames = st.lists(shares, min_size=1, max_size=5)


@settings(max_examples=25, deadline=None)
@given(odds=shares, correlation=st.floats(0, 1))
def test_one_frame_says_what_it_said(odds: dict[str, float], correlation: float) -> None:
    assert Pool.of([odds]).odds(correlation) == pytest.approx(odds, rel=1e-6)


@settings(max_examples=25, deadline=None)
@given(several=frames, correlation=st.floats(0, 1))
def test_odds_are_probabilities_the_likeliest_first(several: list[dict[str, float]], correlation: float) -> None:
    odds = Pool.of(several).odds(correlation)
    assert sum(odds.values()) <= 1 + 1e-9 and list(odds.values()) == sorted(odds.values(), reverse=True)


@settings(max_examples=25, deadline=None)
@given(odds=shares, count=st.integers(2, 6))
def test_frames_that_err_alike_say_no_more_than_one(odds: dict[str, float], count: int) -> None:
    assert Pool.of([odds] * count).odds(1.0) == pytest.approx(odds, rel=1e-6)


@settings(max_examples=25, deadline=None)
@given(p=st.floats(0.6, 0.99), count=st.integers(2, 6), r=st.floats(0.05, 0.95))
def test_agreeing_frames_make_surer_the_less_they_err_alike(p: float, count: int, r: float) -> None:
    several = Pool.of([{"AS": p, "AC": (1 - p) / 2}] * count)
    one, some, all_ = (several.odds(c)["AS"] for c in (1.0, r, 0.0))
    assert p == pytest.approx(one, abs=1e-4) and one <= some <= all_
    weight = count / (1 + (count - 1) * r)
    assert math.log(some / (1 - some)) >= math.log(p / (1 - p)) * min(1.0, weight) - 1e-3
    if (other := several.odds(r).get("AC")) is not None:
        assert math.log(some / other) == pytest.approx(weight * math.log(2 * p / (1 - p)), rel=1e-6)


@settings(max_examples=25, deadline=None)
@given(several=frames)
def test_the_order_of_frames_does_not_matter_nor_how_they_are_joined(several: list[dict[str, float]]) -> None:
    whole, back = Pool.of(several), Pool.of(reversed(several))
    parts = Pool.of(several[:1]).joined(Pool.of(several[1:]))
    assert whole.frames == back.frames == parts.frames == len(several)
    assert whole.odds() == pytest.approx(back.odds()) and whole.odds() == pytest.approx(parts.odds())


def test_frames_that_contradict_each_other_leave_doubt() -> None:
    odds = Pool.of([{"AS": 0.99, "AC": 0.005}, {"AC": 0.99, "AS": 0.005}]).odds()
    assert odds["AS"] == pytest.approx(odds["AC"]) and odds["AS"] < 0.51


def test_nothing_seen_says_nothing() -> None:
    assert Pool.of([]).odds() == {}
