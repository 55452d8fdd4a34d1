"""What moved between two pictures, and how it is smeared."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.ports import Placement
from vision.scenes.smear import LONGEST_MM, STILL, Laid, Motion, smear_of, smeared

AT, ON = Placement("KH", 200, 150), Placement("KH", 260, 190)


def test_a_moving_card_is_smeared_by_its_way_while_the_shutter_is_open() -> None:
    motion = Motion(20)
    assert motion.step((AT,), 1000) == (Laid(AT),)
    assert motion.step((ON,), 1100) == (Laid(ON, (12.0, 8.0)),)
    assert motion.step((ON,), 1200) == (Laid(ON),)


def test_a_card_that_comes_from_nowhere_or_after_long_is_sharp() -> None:
    motion = Motion(20)
    motion.step((), 0)
    assert motion.step((AT,), 50) == (Laid(AT),)
    assert motion.step((ON,), 5000) == (Laid(ON),)
    far = Placement("KH", 2000, 190)
    assert motion.step((far,), 5040) == (Laid(far),)


def test_equal_cards_move_each_on_its_own() -> None:
    left, right = Placement(None, 100, 100), Placement(None, 300, 100)
    motion = Motion(50)
    motion.step((left, right), 0)
    to_left, to_right = Placement(None, 110, 100), Placement(None, 300, 130)
    assert motion.step((to_left, to_right), 100) == (Laid(to_left, (5.0, 0.0)), Laid(to_right, (0.0, 15.0)))


def test_a_card_of_another_pack_is_another_card() -> None:
    motion = Motion(50)
    motion.step((Placement(None, 100, 100),), 0)
    other = Placement(None, 110, 100, pack=1)
    assert motion.step((other,), 100) == (Laid(other),)


@given(dx=st.floats(-500, 500), dy=st.floats(-500, 500), share=st.floats(0, 2))
def test_smears_end_where_the_card_is_and_are_never_endless(dx: float, dy: float, share: float) -> None:
    x, y = smear_of((0, 0), (dx, dy), share)
    assert np.hypot(x, y) <= LONGEST_MM + 1
    assert x * dx >= 0 and y * dy >= 0
    if np.hypot(dx, dy) * min(1, share) < 0.49:
        assert (x, y) == STILL


@pytest.mark.parametrize(("dx", "dy"), [(16, 0), (0, -16), (-12, 9), (1, 0)])
def test_smearing_keeps_the_light_and_trails_behind(dx: int, dy: int) -> None:
    picture = np.zeros((80, 80, 3), np.uint8)
    picture[38:42, 38:42] = 240
    trail = smeared(picture, dx, dy)[..., 0].astype(float)
    rows, columns = np.nonzero(trail)
    assert trail.sum() == pytest.approx(16 * 240, rel=0.12)
    middle = np.array([(columns * trail[rows, columns]).sum(), (rows * trail[rows, columns]).sum()]) / trail.sum()
    assert middle == pytest.approx((39.5 - dx / 2, 39.5 - dy / 2), abs=0.8)


def test_a_picture_at_rest_is_not_touched() -> None:
    picture = np.arange(48, dtype=np.uint8).reshape(4, 4, 3)
    assert smeared(picture, 0.0, 0.0) is picture
