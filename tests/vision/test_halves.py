"""One picture at many sizes."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.reading.halves import Halves


@given(wide=st.integers(1, 300), high=st.integers(1, 300), factor=st.floats(0.01, 2.5))
@settings(max_examples=60, deadline=None)
def test_copies_have_the_size_asked_for_and_the_same_look(wide: int, high: int, factor: float) -> None:
    ramp = np.linspace(40, 200, wide).astype(np.uint8)
    image = np.repeat(np.tile(ramp, (high, 1))[..., None], 3, axis=2)
    copy, real = Halves(image).scaled(factor)
    assert copy.shape[0] == max(1, round(high * real)) and copy.shape[2] == 3
    assert abs(copy.shape[0] - high * factor) <= 0.03 * high + 1
    assert abs(float(copy.mean()) - float(image.mean())) < 6 + 400 / wide


def test_the_picture_itself_is_not_copied() -> None:
    image = np.zeros((20, 30, 3), np.uint8)
    copy, factor = Halves(image).scaled(1.01)
    assert copy is image and factor == 1.0


def test_order_of_asking_does_not_matter() -> None:
    image = np.random.default_rng(1).integers(0, 255, (257, 130, 3)).astype(np.uint8)
    one, two = Halves(image), Halves(image)
    small = one.scaled(0.13)[0]
    two.scaled(0.4)
    two.scaled(0.06)
    assert (two.scaled(0.13)[0] == small).all()
