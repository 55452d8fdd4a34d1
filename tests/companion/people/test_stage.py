"""Every game acted out by people: nothing jumps, everything lies where the game says, every index stays in sight."""

from __future__ import annotations

import math
from collections import Counter

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.games import all_games
from companion.people.poses import Pose, covered, index_seen
from companion.people.stage import MIDDLE
from tests.companion.people.acted import Acted

FASTEST = 8.0
"""mm in a millisecond: a hand that deals"""

each_game = pytest.mark.parametrize("name", list(all_games()))


def players_of(name: str) -> tuple[int, int]:
    game = all_games()[name]
    numbers = game.numbers(game.check_rules({}))
    return numbers[0], numbers[-1]


@each_game
def test_no_card_jumps_and_the_table_is_empty_in_the_end(name: str) -> None:
    acted = Acted(name, players_of(name)[0], 1, "pub", step_ms=20)
    timeline, before = acted.stage.timeline, dict[int, Pose]()
    for ms in acted.run(acts=25):
        now = {body.number: timeline.pose(body, ms) for body in timeline.bodies.values() if body.since <= ms}
        for number, pose in now.items():
            assert pose.far(before.get(number, pose)) <= FASTEST * 20, (number, ms)
        before = now
        timeline.scene(ms)
    assert timeline.scene(acted.ms) == timeline.scene(acted.ms)
    assert timeline.scene(acted.ms).cards == () and timeline.scene(acted.ms).hands == ()


@each_game
def test_what_lies_open_in_the_middle_is_what_the_game_says(name: str) -> None:
    """Whenever people have come to rest; with the most players."""
    acted = Acted(name, players_of(name)[1], 2)
    compared = 0
    for ms in acted.run():
        timeline = acted.stage.timeline
        if acted.over or timeline.hands or acted.stage.behind(acted.deal):
            timeline.scene(ms)
            continue
        t = acted.table
        lying = Counter(body.code for body in acted.stage.middle() if body.up)
        wanted = acted.stage.wanted(acted.deal)
        known = Counter(
            str(one.card) for pile in t.places.values() for one in pile if one.card and wanted[one.number] in MIDDLE
        )
        assert lying == known
        compared += bool(known)
        for card in timeline.scene(ms).cards:
            assert -30 <= card.x <= acted.layout.area[0] + 30 and -30 <= card.y <= acted.layout.area[1] + 30
    assert compared or name == "poker", "there nothing lies in the middle"


@given(st.integers(0, 10_000), st.sampled_from(["home", "pub"]), st.sampled_from(["kvinto", "tri_sedmice", "reversis"]))
@example(4, "pub", "reversis")  # (no room towards the middle)
@settings(max_examples=12, deadline=None)
def test_one_index_of_every_card_of_a_trick_stays_in_sight(seed: int, level: str, name: str) -> None:
    acted = Acted(name, 4, seed, level)
    most = acted.stage.habits.overlap
    for ms in acted.run(acts=16):
        acted.stage.scene(ms)
        if acted.stage.timeline.hands:
            continue
        lying = acted.stage.in_place("trick")
        poses = [body.pose for body in lying]
        for i, pose in enumerate(poses):
            assert index_seen(pose, poses[i + 1 :])
            assert covered(pose, poses[i + 1 : i + 2]) <= most
            place = acted.layout.trick_place(pose.x, pose.y)
            assert place is not None


def test_nothing_overlaps_where_people_are_careful() -> None:
    acted = Acted("kvinto", 4, 5)
    for ms in acted.run(acts=12):
        acted.stage.scene(ms)
        poses = [body.pose for body in acted.stage.in_place("trick")]
        if not acted.stage.timeline.hands:
            assert all(covered(pose, poses[i + 1 :]) == 0 for i, pose in enumerate(poses))


def test_hands_come_from_their_players_side() -> None:
    acted = Acted("kvinto", 4, 3, "pub")
    seen = set()
    for ms in acted.run(acts=12):
        acted.stage.scene(ms)
        for reach in acted.stage.timeline.hands:
            facing = acted.layout.spot(reach.place).facing
            assert math.cos(math.radians(reach.angle - facing - 180)) > 0.8
            seen.add(reach.place)
    assert seen == {0, 1, 2, 3}


def test_a_table_is_set_out_as_it_was_left() -> None:
    """After a restart everything lies where it belongs, without a hand."""
    played = Acted("crveni_tepih", 3, 4)
    for ms in played.run(acts=20):
        played.stage.scene(ms)
    again = Acted("crveni_tepih", 3, 4)
    again.stage.set_out(played.deal, played.truth, 0)
    t = played.table
    up = Counter(card.card for card in again.stage.scene(0).cards if card.card)
    assert Counter(map(str, t.known(*(f"open {seat}" for seat in range(3))).elements())) <= up
    assert not again.stage.scene(0).hands
