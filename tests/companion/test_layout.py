"""Zones do not overlap, cover the row of every seat, and go clockwise from above."""

from __future__ import annotations

from itertools import combinations

import pytest

from companion.layout import AREA_MM, CARD_H, CARD_W, Layout, Zone


def meet(one: Zone, other: Zone) -> bool:
    return one.left < other.right and other.left < one.right and one.top < other.bottom and other.top < one.bottom


@pytest.mark.parametrize("places", range(2, 9))
def test_no_zone_overlaps_another(places: int) -> None:
    layout = Layout(places)
    zones = [layout.lot, layout.aside, *(layout.seat_zone(place) for place in range(places))]
    assert not any(meet(one, other) for one, other in combinations(zones, 2))


@pytest.mark.parametrize("places", range(2, 9))
def test_every_card_of_a_full_row_lies_in_its_zone_and_on_the_table(places: int) -> None:
    layout = Layout(places)
    for place in range(places):
        spots = [layout.slot(place, i, 6, False) for i in range(6)] + [layout.slot(place, i, 6, True) for i in range(2)]
        for x, y, _ in spots:
            assert layout.zone_of(x, y) == f"seat {place}"
            assert CARD_W / 2 <= x <= AREA_MM[0] - CARD_W / 2
            assert CARD_H / 2 <= y <= AREA_MM[1] - CARD_H / 2


@pytest.mark.parametrize("places", range(2, 7))
def test_hidden_cards_turned_up_do_not_cover_each_other(places: int) -> None:
    layout = Layout(places)
    for place in range(places):
        one, other = (layout.slot(place, i, 6, True) for i in range(2))
        assert abs(one[0] - other[0]) >= CARD_W


@pytest.mark.parametrize("places", range(2, 9))
def test_places_go_clockwise_from_above(places: int) -> None:
    """The cross product of neighbours' directions from the middle: y goes down, so clockwise turns are positive."""
    layout = Layout(places)
    middles = []
    for place in range(places):
        zone = layout.seat_zone(place)
        middles.append(((zone.left + zone.right - AREA_MM[0]) / 2, (zone.top + zone.bottom - AREA_MM[1]) / 2))
    for (x, y), (x2, y2) in zip(middles, middles[1:] + middles[:1], strict=True):
        assert x * y2 - y * x2 >= 0
    assert middles[0][1] > 0
