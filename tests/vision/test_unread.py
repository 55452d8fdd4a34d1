"""Cards that were seen but not read are counted, each once, backs and cards that were read not."""

from __future__ import annotations

import numpy as np

from companion.ports import Reading
from vision.looking.unread import LIKELY, mostly_unread, unread
from vision.reading.bodies import Bodies


def test_unread_cards_are_counted_once() -> None:
    at = np.array([[100.0, 100.0], [300.0, 100.0], [310.0, 110.0], [500.0, 100.0], [700.0, 100.0]])
    heat = np.array([0.9, 0.8, 0.6, 0.9, 0.3], np.float32)
    back = np.array([0.0, 0.0, 0.0, 0.9, 0.0], np.float32)
    bodies = Bodies(at, np.zeros(5), np.full(5, 176.0), heat, back)
    quad = ((37.0, 12.0), (163.0, 12.0), (163.0, 188.0), (37.0, 188.0))
    assert unread(bodies, [Reading("AS", 1.0, True, (37, 12, 126, 176), quad)]) == 1
    assert unread(bodies, []) == 2


def test_what_is_far_smaller_than_the_cards_is_part_of_one() -> None:
    heat, back = np.array([0.9], np.float32), np.zeros(1, np.float32)
    bodies = Bodies(np.array([[300.0, 100.0]]), np.zeros(1), np.array([120.0]), heat, back)
    quad = ((37.0, 12.0), (163.0, 12.0), (163.0, 188.0), (37.0, 188.0))
    assert unread(bodies, [Reading("AS", 1.0, True, (37, 12, 126, 176), quad)]) == 0
    assert unread(bodies, []) == 1


def test_a_deck_is_unknown_where_most_cards_say_nothing_likely() -> None:
    at = np.array([[100.0 + 200 * place, 100.0] for place in range(3)])
    bodies = Bodies(at, np.zeros(3), np.full(3, 176.0), np.full(3, 0.9, np.float32), np.zeros(3, np.float32))

    def read(place: int, p: float) -> Reading:
        x = 37.0 + 200 * place
        return Reading("AS", p, False, (0, 0, 1, 1), ((x, 12.0), (x + 126, 12.0), (x + 126, 188.0), (x, 188.0)))

    assert mostly_unread(bodies, [])
    assert mostly_unread(bodies, [read(0, LIKELY + 0.1), read(1, LIKELY - 0.1)])
    assert not mostly_unread(bodies, [read(0, 0.9), read(1, 0.9)])
    assert not mostly_unread(Bodies(at[:0], np.zeros(0), np.zeros(0), bodies.heat[:0], bodies.back[:0]), [])
