"""Which of the known cards are found again: a face that is partly read is no card turned over."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.ports import Sighting
from vision.arrays import f64
from vision.watching.found_again import found_again
from vision.watching.fuse import Pool
from vision.watching.scan import CellMap, Scan
from vision.watching.sightings import Card
from vision.watching.tracks import Tracks

CELLS = CellMap((84, 152), (760, 420), f64(np.eye(3)))
QUEEN = Card(Sighting(320.0, 170.0, 8.0, {"QC": 1.0}, 4, b"", track=11), Pool.of([{"QC": 1.0}]), 1, corners=2)
BACK = Card(Sighting(322.0, 169.0, 8.0, {}, 2, b"", back=True), Pool({}, 0))


def scan(read: float) -> Scan:
    """All of the queen's place was touched, so much of it was read."""
    place = CELLS.under([BACK.sighting])
    rows = np.flatnonzero(place.any(1))
    where = place.copy()
    where[: rows[0] + round((1 - read) * len(rows))] = False
    return Scan([BACK], where, place, np.zeros_like(place), 1000, CELLS)


@pytest.mark.parametrize("read", [0.5, 0.6, 0.95, 1.0])
def test_a_face_is_turned_over_only_when_its_place_was_read_whole(read: float) -> None:
    left = [BACK]
    turned = found_again(left, [QUEEN], [QUEEN], scan(read))
    assert bool(turned) == (read > 0.9) and left == ([] if turned else [BACK])


def test_a_back_that_was_partly_read_on_a_face_is_to_be_read_whole() -> None:
    tracks = Tracks([QUEEN])
    assert tracks.take(scan(0.6)) == [BACK]
    assert [(card.sighting.track, card.back) for card in tracks.cards] == [(11, False)]


EIGHT = Card(
    Sighting(385.0, 217.0, 0.0, {"8H": 1.0}, 4, b"", track=6), Pool.of([{"8H": 1.0}]), 1, corners=2,
    marks=((360.0, 179.0), (410.0, 255.0)),
)  # fmt: skip


@pytest.mark.parametrize(
    ("odds", "off", "same"), [(0.43, 1.0, True), (0.09, 0.0, True), (0.43, 6.0, False), (0.95, 1.0, False)]
)
def test_a_doubtful_index_where_one_of_a_known_card_lay_is_that_one(odds: float, off: float, same: bool) -> None:
    """Half covered by the next card of a pile it looks like another; a card laid there is read more surely."""
    seen = {"QH": odds}
    one = Card(Sighting(386.0, 216.0, 0.0, seen, 2, b""), Pool.of([seen]), corners=1, marks=((360.0 + off, 179.0),))
    place = CELLS.under([EIGHT.sighting])
    left = [one]
    look = Scan(left, place, place, np.zeros_like(place), 1000, CELLS)
    assert bool(found_again(left, [EIGHT], [EIGHT], look)) == same


def test_a_misread_mark_leaves_the_card_what_it_was() -> None:
    seen = {"QH": 0.43, "6H": 0.2}
    one = Card(Sighting(386.0, 216.0, 0.0, seen, 2, b""), Pool.of([seen]), corners=1, marks=((360.5, 179.0),))
    place = CELLS.under([EIGHT.sighting])
    tracks = Tracks([EIGHT])
    tracks.take(Scan([one], place, place, np.zeros_like(place), 1000, CELLS))
    assert [card.sighting.track for card in tracks.cards] == [6]
    assert max(tracks.cards[0].sighting.odds.items(), key=lambda item: item[1])[0] == "8H"


NINE = Card(Sighting(375.0, 150.0, 0.0, {"9D": 1.0}, 4, b"", track=7), Pool.of([{"9D": 1.0}]), 2, corners=2)
"""Covers the upper half of the eight."""


@pytest.mark.parametrize(
    ("known", "odds", "new"),
    [([EIGHT, NINE], 0.1, False), ([EIGHT, NINE], 0.4, True), ([EIGHT], 0.1, True), ([NINE], 0.1, True)],
)
def test_what_is_most_likely_none_is_a_part_of_a_card_that_is_half_covered(
    known: list[Card], odds: float, new: bool
) -> None:
    """On a pile's top, or where no card is known, it is asked about."""
    seen = {"4H": odds * 0.6, "6H": odds * 0.4}
    one = Card(
        Sighting(391.0, 219.0, 15.0, seen, 2, b"", since_ms=900), Pool.of([seen]), corners=1, marks=((399.0, 240.0),)
    )
    place = CELLS.under([EIGHT.sighting])
    tracks = Tracks(list(known))
    tracks.take(Scan([one], place, place, np.zeros_like(place), 1000, CELLS))
    assert len(tracks.cards) == len(known) + new


@pytest.mark.parametrize(("off", "kept"), [(23.0, True), (9.0, False)])
def test_a_card_slid_over_its_old_place_is_the_old_one_if_its_index_would_show(off: float, kept: bool) -> None:
    """The cloth is not seen to be bare there (a hard shadow): had an equal card been laid upon it, its index would be
    read; where that is covered, nobody knows."""
    now = Card(
        Sighting(385.0, 217.0 + off, 0.0, {"8H": 1.0}, 4, b""), Pool.of([{"8H": 1.0}]), corners=2,
        marks=tuple((x, y + off) for x, y in EIGHT.marks),
    )  # fmt: skip
    place = CELLS.under([EIGHT.sighting]) | CELLS.under([now.sighting])
    under = Card(replace(EIGHT.sighting, x=389.0, track=5), EIGHT.pool, 0, EIGHT.marks, 2)
    tracks = Tracks([under, EIGHT])
    tracks.take(Scan([now], place, place, np.zeros_like(place), 1000, CELLS))
    assert (6 in [one.track for one in tracks.sightings if one.seen]) == kept


@pytest.mark.parametrize(("since_ms", "p", "lies"), [(300, 0.58, False), (300, 0.95, True), (5000, 0.58, True)])
def test_a_doubtful_index_that_came_with_the_plain_card_over_it_is_no_card(since_ms: int, p: float, lies: bool) -> None:
    """Two money cards thrown in one go: the lower one's picture beside the upper one was taken for a queen."""
    seen = {"QD": p, "JD": 0.04}
    queen = Card(
        Sighting(388.0, 210.0, 6.0, seen, 2, b"", track=9), Pool.of([seen]), 1, corners=1, marks=((415.0, 181.0),)
    )
    eight = replace(EIGHT, sighting=replace(EIGHT.sighting, track=0, since_ms=since_ms))
    place = CELLS.under([EIGHT.sighting])
    tracks = Tracks([queen])
    tracks.take(Scan([eight], place, place, np.zeros_like(place), 6000, CELLS))
    assert (9 in [one.track for one in tracks.sightings]) == lies
