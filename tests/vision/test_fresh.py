"""What a batch of frames shows, before it is set against what is known."""

from __future__ import annotations

import pytest

from companion.ports import Sighting
from vision.watching.fresh import without_echoes
from vision.watching.fuse import Pool
from vision.watching.sightings import Card


def read(x: float, odds: dict[str, float]) -> Card:
    return Card(Sighting(x, 183.0, 0.0, odds, 3, b""), Pool.of([odds]))


JACK = read(346.0, {"JC": 0.97})


@pytest.mark.parametrize(
    ("x", "odds", "kept"),
    [
        (337.0, {"QC": 0.08, "JS": 0.05}, False),  # (most likely nothing, on the jack)
        (337.0, {"QC": 0.2, "JS": 0.3}, True),  # (a card in doubt: it may lie below the jack)
        (380.0, {"QC": 0.08, "JS": 0.05}, True),  # (elsewhere)
        (337.0, {}, False),
    ],
)
def test_a_card_that_is_plainly_read_is_not_read_once_more_where_it_lies(
    x: float, odds: dict[str, float], kept: bool
) -> None:
    other = read(x, odds)
    assert without_echoes([JACK, other]) == ([JACK, other] if kept else [JACK])


FOUR = Card(
    Sighting(354.0, 150.0, 3.0, {"4D": 0.99}, 3, b""), Pool.of([{"4D": 0.99}]), corners=1, marks=((379.0, 184.0),)
)


@pytest.mark.parametrize(
    ("p", "mark", "middle", "kept"),
    [
        (0.58, (331.0, 117.0), (335.0, 148.0), False),  # (where the four's other index is, under the next card)
        (0.58, (318.0, 117.0), (335.0, 148.0), True),  # (the index of another card)
        (0.58, (330.0, 117.0), (304.0, 80.0), True),  # (of one that lies to the other side of it)
        (0.95, (331.0, 117.0), (335.0, 148.0), True),  # (read plainly)
    ],
)
def test_the_other_index_of_a_plain_card_is_no_card_though_it_looks_like_another(
    p: float, mark: tuple[float, float], middle: tuple[float, float], kept: bool
) -> None:
    odds = {"QD": p, "JD": 0.04}
    half = Card(Sighting(*middle, 6.0, odds, 3, b""), Pool.of([odds]), corners=1, marks=(mark,))
    assert without_echoes([FOUR, half]) == ([FOUR, half] if kept else [FOUR])


def test_without_a_plain_card_there_what_is_faint_stays() -> None:
    faint = [read(346.0, {"JC": 0.2}), read(337.0, {"QC": 0.08})]
    assert without_echoes(faint) == faint
