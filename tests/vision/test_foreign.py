"""Foreign faces: every face of a deck differs from the others, repeats exactly, and promises no index."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.emblems import EMBLEMS, random_emblem
from vision.foreign import foreign_deck
from vision.foreign_suits import ARRANGEMENTS, crossed, spots


@given(seed=st.integers(0, 1 << 30))
@settings(max_examples=12, deadline=None)
def test_faces_of_a_foreign_deck_all_differ_and_repeat_exactly(seed: int) -> None:
    deck = foreign_deck(random.Random(seed))
    faces = {code: deck.picture(code, 1.5).tobytes() for code in deck.codes}
    assert len(deck.codes) >= 20
    assert len(set(faces.values())) == len(deck.codes)
    again = foreign_deck(random.Random(seed))
    assert all(again.picture(code, 1.5).tobytes() == faces[code] for code in deck.codes[::7])
    assert deck.index_mm == 0


def test_foreign_faces_and_backs_are_cards() -> None:
    deck = foreign_deck(random.Random(3))
    for code in (deck.codes[0], None):
        picture = deck.picture(code, 3.0)
        assert picture.shape == (264, 189, 4)
        assert picture[0, 0, 3] == 0
        assert picture[132, 94, 3] == 255
    with pytest.raises(KeyError):
        deck.picture("AS", 3.0)
    with pytest.raises(ValueError, match="px/mm"):
        deck.picture(None, 0.1)


@given(seed=st.integers(0, 1 << 30), kind=st.sampled_from(sorted(EMBLEMS)))
@settings(max_examples=60, deadline=None)
def test_emblems_fill_their_square(seed: int, kind: str) -> None:
    emblem = random_emblem(random.Random(seed), kind)
    every = np.concatenate([points for points, _ in emblem])
    assert np.abs(every).max() == pytest.approx(1)


@pytest.mark.parametrize("kind", ARRANGEMENTS)
@pytest.mark.parametrize("count", range(1, 11))
def test_arrangements_hold_as_many_signs_as_they_say_on_the_card(kind: str, count: int) -> None:
    places = crossed(count) if kind == "crossed" else spots(kind, count, True)
    assert len(places) == len(set(places)) == count
    assert all(5 < x < 58 and 7 < y < 81 for x, y, _ in places)
