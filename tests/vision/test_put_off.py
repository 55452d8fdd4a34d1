"""Which places are to be read again: of cards that were read, but are not followed there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.ports import Sighting
from vision.arrays import f32, f64
from vision.watching.fuse import Pool
from vision.watching.motion import Lit, Mask, Stillness
from vision.watching.put_off import PutOff
from vision.watching.scan import CellMap, Scan
from vision.watching.sightings import Card

CELLS = CellMap((84, 152), (760, 420), f64(np.eye(3)))
EIGHT = Card(Sighting(386.0, 226.0, 0.0, {"8H": 1.0}, 4, b"", track=8), Pool.of([{"8H": 1.0}]), 1, corners=2)
SLID = Card(Sighting(384.0, 249.0, 0.0, {"8H": 1.0}, 2, b""), Pool.of([{"8H": 1.0}]))


def at_rest() -> Stillness:
    still = Stillness()
    for at_ms in range(0, 1000, 100):
        still.take(Lit(f32(np.zeros((84, 152, 1))), f32(np.zeros((84, 152, 1)))), at_ms)
    return still


def again(put_off: PutOff, card: Card, known: list[Card]) -> Mask:
    """After a batch in which a strip at the rim of both places was read."""
    strip = np.zeros(CELLS.shape, np.bool_)
    strip[35:40, 70:84] = True
    scan = Scan([], strip, CELLS.under([EIGHT.sighting, SLID.sighting]), strip, 900, CELLS)
    return put_off.places([card], known, scan, at_rest(), 3, 250)


def test_a_card_that_is_followed_is_not_read_again() -> None:
    assert not again(PutOff(), SLID, [EIGHT]).any()


def test_at_rest_a_place_is_read_again_once_until_something_moves_there() -> None:
    put_off = PutOff()
    assert again(put_off, SLID, []).any() and not again(put_off, SLID, []).any()
    put_off.moved(CELLS.under([SLID.sighting]))
    assert again(put_off, SLID, []).any()


@pytest.mark.parametrize("odds", [{}, {"8H": 0.2, "8D": 0.2}])
def test_what_looks_like_no_face_is_not_waited_for(odds: dict[str, float]) -> None:
    assert not again(PutOff(), replace(SLID, sighting=replace(SLID.sighting, odds=odds)), []).any()
