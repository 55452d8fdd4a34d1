"""Whose hand was at a card, by the arms that the eyes have seen."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.place.layout import Layout
from companion.ports import Look, Reach
from companion.scribe.arms import KEPT_MS, LATEST_MS, Arms
from companion.scribe.ledger import Account


def arms_at(players: int, *reaches: Reach, now_ms: int = 1000) -> Arms:
    """A table at which these arms have been seen."""
    arms = Arms(Layout(players), tuple(range(players)))
    arms.see(Look((), now_ms, reaches=reaches))
    return arms


def arm(layout: Layout, place: int, x: float, y: float, at_ms: int, askew: float = 0.0) -> Reach:
    """The arm of a place, straight from its shoulder to a point, or so many degrees askew."""
    shoulder = layout.spot(place).away(0.0, -60.0)
    return Reach(x, y, math.degrees(math.atan2(shoulder[0] - x, y - shoulder[1])) + askew, at_ms)


@given(st.integers(2, 6), st.data())
def test_a_hand_in_the_middle_is_known_by_where_its_arm_points(players: int, data: st.DataObject) -> None:
    layout = Layout(players)
    x, y = layout.middle
    place = data.draw(st.integers(0, players - 1))
    askew = data.draw(st.floats(-8.0, 8.0))
    assert arms_at(players, arm(layout, place, x, y, 900, askew)).at(x, y, 1000) == place


def test_the_last_hand_at_a_card_counts() -> None:
    layout = Layout(4)
    x, y = layout.middle
    arms = arms_at(4, arm(layout, 0, x, y, 300), arm(layout, 2, x, y, 300 + LATEST_MS + 100))
    assert arms.at(x, y, 900) == 2
    assert arms.at(x, y, 400) == 0


def test_who_laid_a_card_has_not_surely_taken_it_if_another_hand_was_there_between() -> None:
    """One takes a card up and the next is laid where it lay, before the table is looked at again."""
    layout = Layout(4)
    x, y = layout.middle
    gone = Account(x, y, "4S", seen_ms=500, left_ms=2500)
    laid, took, lays = arm(layout, 0, x, y, 450), arm(layout, 2, x, y, 1000), arm(layout, 0, x, y, 2300)
    assert arms_at(4, laid, lays, now_ms=2500).took(gone, 0) == 0
    assert arms_at(4, laid, took, lays, now_ms=2500).took(gone, 0) is None
    assert arms_at(4, laid, took, now_ms=2500).took(replace(gone, left_ms=1200), 0) == 2


def test_two_hands_at_once_tell_nothing_unless_one_of_them_cannot_have_been_it() -> None:
    layout = Layout(4)
    x, y = layout.middle
    arms = arms_at(4, arm(layout, 0, x, y, 900), arm(layout, 2, x, y, 900))
    assert arms.at(x, y, 1000) is None


@pytest.mark.parametrize(("x", "ms"), [(300.0, 1000), (0.0, 3000), (0.0, 100)])
def test_a_hand_elsewhere_or_at_another_time_was_not_at_the_card(x: float, ms: int) -> None:
    layout = Layout(3)
    middle = layout.middle
    arms = arms_at(3, arm(layout, 1, *middle, 900), now_ms=3000)
    assert arms.at(middle[0] + x, middle[1], ms) is None


def test_between_two_players_the_nearer_is_told_where_it_was_one_of_them() -> None:
    layout = Layout(8)
    x, y = layout.middle
    between = max(range(8), key=lambda place: abs(layout.spot(place).x - x))
    arms = arms_at(8, arm(layout, between, x, y, 900, 10.0 if layout.spot(between).x < x else -10.0))
    opposite = next(p for p in range(8) if layout.spot(p).y != layout.spot(between).y)
    assert arms.at(x, y, 1000, (between, opposite)) == between


def test_arms_are_forgotten_and_eyes_that_see_none_are_known() -> None:
    layout = Layout(3)
    arms = arms_at(3, arm(layout, 1, *layout.middle, 900))
    assert arms.told and arms.reaches
    arms.see(Look((), 1000 + KEPT_MS, reaches=()))
    assert not arms.reaches
    blind = Arms(layout, (0, 1, 2))
    blind.see(Look((), 0))
    assert not blind.told
