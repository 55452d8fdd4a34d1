"""Light that changes is no motion, whatever part of a cell is clipped; what moves is seen in any light."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vision.arrays import Float, f32
from vision.watching.even_light import TRIFLE, evened
from vision.watching.motion import CHANGED, MOVED, Lit

LIGHTS = st.floats(0.75, 1.3)
TABLE, PAPER = 90.0, 230.0
UNCORRECTED = 2 * TRIFLE * 255
"""Two frames differ by no more in light that is too little off to be evened out, the one up and the other down."""


def table(light: float, card: float | None = None) -> Float:
    """A dull table, on it a card of this brightness."""
    cells = np.full((81, 144, 3), TABLE * light, np.float32)
    if card is not None:
        cells[30:47, 60:72] = min(255.0, card * light)
    return f32(cells)


@given(st.floats(0, 1), st.floats(0, 200), LIGHTS, LIGHTS)
def test_light_alone_moves_no_cell_however_much_of_it_is_clipped(
    clipped: float, rest: float, first: float, second: float
) -> None:
    raw = [f32([[[255 * clipped + (1 - clipped) * rest * light]]]) for light in (first, second)]
    one, other = (Lit(cell, f32(cell / light)) for cell, light in zip(raw, (first, second), strict=True))
    assert float(one.apart(other).max()) == pytest.approx(0, abs=1e-3)


@given(LIGHTS, LIGHTS, st.sampled_from([150.0, PAPER, 320.0]))
@example(1.0, 0.9921875, 150.0)
@example(1.007, 0.9935, 320.0)
def test_a_card_laid_in_other_light_has_changed_and_rests_from_then_on(
    first: float, second: float, card: float
) -> None:
    assert min(MOVED, CHANGED) > UNCORRECTED
    bare = table(1.0)
    before, laid, later = (evened(frame, bare) for frame in (table(first), table(first, card), table(second, card)))
    assert laid.apart(before)[30:47, 60:72].min() > max(MOVED, CHANGED)
    assert later.apart(laid).max() < UNCORRECTED
    assert laid.apart(before)[:30].max() < UNCORRECTED
