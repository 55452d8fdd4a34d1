"""Zones do not overlap, cover the row of every seat, and go clockwise from above."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import all_games
from companion.people.poses import Pose, covered, index_seen
from companion.place.laying import layout_for
from companion.place.layout import AREA_MM, CARD_H, CARD_W, Layout, Needs, Zone


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


# What a game needs, and where people sit ------------------------------------------------------------------------------

every_table = pytest.mark.parametrize(
    ("name", "players"), [(name, n) for name, game in all_games().items() for n in game.numbers(game.check_rules({}))]
)


def layout_of(name: str, players: int) -> Layout:
    game = all_games()[name]
    return layout_for(game, players, game.check_rules({}))


@every_table
def test_trick_cards_of_neighbours_are_clear_of_each_other_and_on_the_table(name: str, players: int) -> None:
    layout = layout_of(name, players)
    slots = [Pose(*layout.trick_slot(place)) for place in range(players)]
    for one, other in combinations(slots, 2):
        assert covered(one, [other]) == 0
    for place, slot in enumerate(slots):
        assert layout.trick_place(slot.x, slot.y) == place
        assert CARD_W / 2 <= slot.x <= layout.area[0] - CARD_W / 2
        assert all(layout.zone_of(slot.x, slot.y) != f"seat {other}" for other in range(players))


@every_table
def test_stock_won_cards_and_cards_set_aside_have_their_zones(name: str, players: int) -> None:
    layout = layout_of(name, players)
    assert layout.zone_of(*layout.stock_at) == "stock"
    assert layout.zone_of(*layout.aside_at) == "aside"
    for place in range(players if layout.needs.wins else 0):
        x, y, _ = layout.won_at(place)
        assert layout.zone_of(x, y) == f"won {place}"
    for place in range(players):
        for i in range(layout.needs.row):
            x, y, _ = layout.slot(place, i, layout.needs.row, False)
            assert layout.zone_of(x, y) == f"seat {place}"


@every_table
def test_every_index_of_the_longest_row_shows(name: str, players: int) -> None:
    layout = layout_of(name, players)
    row = [Pose(*layout.slot(0, i, layout.needs.row, False)) for i in range(layout.needs.row)]
    assert all(index_seen(card, row[i + 1 :]) for i, card in enumerate(row))


def test_the_area_grows_with_the_people_and_with_what_they_lay_at_once() -> None:
    areas = [Layout(12, Needs(together=together)).area[0] for together in (1, 2, 4, 6)]
    assert areas == sorted(areas) and areas[0] < areas[-1]
    assert Layout(8, Needs(row=9)).area[0] > Layout(4, Needs(row=9)).area[0] == AREA_MM[0]
    assert all(layout_of(name, min(game.players)).area >= AREA_MM for name, game in all_games().items())


def test_a_table_is_told_by_one_card_before_each_player() -> None:
    """Four people, one at each side; the cards are a little off and turned."""
    spots = [(400.0, 590.0, 4.0), (60.0, 300.0, 93.0), (390.0, 60.0, 178.0), (740.0, 310.0, 268.0)]
    layout = Layout.from_spots(spots, (800.0, 650.0), Needs(wins=True))
    assert layout.area == (800.0, 650.0)
    for place, (x, y, facing) in enumerate(spots):
        assert layout.zone_of(x, y) == f"seat {place}"
        slot = layout.trick_slot(place)
        assert slot[2] == facing
        assert layout.trick_place(slot[0], slot[1]) == place
        middle = (layout.middle[0] - x, layout.middle[1] - y)
        assert (slot[0] - x) * middle[0] + (slot[1] - y) * middle[1] > 0, "between the player and the middle"
    slots = [Pose(*layout.trick_slot(place)) for place in range(4)]
    assert all(covered(one, [other]) == 0 for one, other in combinations(slots, 2))


@given(st.integers(2, 12), st.floats(600, 1400), st.floats(420, 900))
def test_wherever_people_sit_each_trick_slot_is_its_owners(places: int, width: float, height: float) -> None:
    """Round the table, clockwise from below: at the sides that have room for them."""
    spots = []
    for place in range(places):
        angle = math.pi / 2 + 2 * math.pi * place / places
        x, y = math.cos(angle), math.sin(angle)
        upright = abs(y) * width >= abs(x) * height
        facing = (0.0 if y > 0 else 180.0) if upright else (270.0 if x > 0 else 90.0)
        spots.append((width / 2 + x * (width / 2 - 50), height / 2 + y * (height / 2 - 50), facing))
    layout = Layout.from_spots(spots, (width, height))
    for place, (x, y, _) in enumerate(spots):
        slot = layout.trick_slot(place)
        assert layout.trick_place(slot[0], slot[1]) == place
        assert layout.spot(place).local(x, y) == (0.0, 0.0)


def test_a_card_laid_too_near_to_the_middle_is_of_the_trick_and_one_before_its_owner_is_not() -> None:
    layout = layout_of("tri_sedmice", 4)
    for place in range(4):
        x, y, _ = layout.trick_slot(place)
        to_middle = 1 if y < layout.middle[1] else -1
        aside = 1 if x < layout.middle[0] else -1
        assert layout.trick_place(x + 40 * aside, y + 35 * to_middle) == place
        assert layout.trick_place(x - 40 * aside, y - 41 * to_middle) is None, "somebody looks at what he has won"
