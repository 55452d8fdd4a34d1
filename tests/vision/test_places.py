"""Where corners lie against the cards that the finder sees as a whole, and what that does to a reading."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.reading.bodies import NO_BODIES, Bodies
from vision.reading.calibrate import FEATURES, load_calibration
from vision.reading.evidence import Evidence, floored
from vision.reading.find import Corners
from vision.reading.pair import OFFSET_MM
from vision.reading.places import MOST_OFF_MM, Places, places

AT, SCALE = (400.0, 300.0), 1.5


def card_body(angle: float, heat: float = 0.9, back: float = 0.02) -> Bodies:
    """One card at AT."""
    return Bodies(
        np.array([AT]), np.array([angle]), np.array([88 * SCALE]), np.float32([heat]), np.float32([back])
    )  # fmt: skip


def index_at(angle: float, right: float, above: float, arm: float = 1.0) -> Corners:
    """An index so many mm right of and above the middle of the card at AT, its arrow ``arm`` times as long."""
    turn = math.radians(angle)
    across, top = np.array([math.cos(turn), math.sin(turn)]), np.array([math.sin(turn), -math.cos(turn)])
    at = np.array(AT) + SCALE * (right * across + above * top)
    length = arm * SCALE * math.hypot(*OFFSET_MM)
    centre = at + length * np.array([math.cos(turn + 1), math.sin(turn + 1)])
    return Corners(at[None], top[None], centre[None], np.float32([0.8]))


def lie(corners: Corners, body: int | None, bodies: Bodies) -> Places:
    """Of one card with one corner."""
    return places(corners, np.array([SCALE]), [(0,)], [body], bodies)


@given(st.floats(-90, 90), st.sampled_from([(-1, 1), (1, 1), (1, -1), (-1, -1)]))
def test_an_index_in_any_corner_of_its_own_card_is_in_its_place(angle: float, corner: tuple[int, int]) -> None:
    corners = index_at(angle, corner[0] * OFFSET_MM[0], corner[1] * OFFSET_MM[1])
    found = lie(corners, 0, card_body(angle))
    assert found.off_mm[0] < 1e-3
    assert found.inside[0] == 0
    assert found.short[0] == pytest.approx(0, abs=1e-6)


@given(st.floats(-90, 90), st.floats(-60, 60), st.floats(-70, 70))
def test_what_is_told_stays_within_its_bounds(angle: float, right: float, above: float) -> None:
    for body in (0, None):
        found = lie(index_at(angle, right, above), body, card_body(angle, back=0.7))
        assert 0 <= found.off_mm[0] <= MOST_OFF_MM
        assert 0 <= found.inside[0] <= 1
        assert 0 <= found.back[0] <= 0.7
        assert body is None or found.inside[0] == 0


def test_a_letter_in_the_middle_of_the_edge_is_out_of_place() -> None:
    found = lie(index_at(20, -OFFSET_MM[0], 15), 0, card_body(20))
    assert found.off_mm[0] == pytest.approx(OFFSET_MM[1] - 15, abs=1e-3)


def test_a_corner_on_another_card_is_inside_it() -> None:
    on = lie(index_at(20, -OFFSET_MM[0], 8), None, card_body(20))
    beside = lie(index_at(20, -OFFSET_MM[0] - 20, 8), None, card_body(20))
    assert (on.inside[0], beside.inside[0]) == (pytest.approx(0.9), 0)


def test_print_on_a_back_and_small_pictures_of_cards_are_told() -> None:
    on = lie(index_at(-30, 0, 4), None, card_body(-30, back=0.8))
    assert on.back[0] == pytest.approx(0.9 * 0.8)
    assert lie(index_at(0, 0, 0, arm=0.7), None, NO_BODIES).short[0] == pytest.approx(-math.log(0.7))
    assert lie(index_at(0, 0, 0, arm=1.3), None, NO_BODIES).short[0] == 0


@pytest.mark.parametrize("name", ["off_mm", "inside", "back", "short"])
def test_no_place_makes_a_reading_surer(name: str) -> None:
    made = load_calibration()
    ranks, suits = np.full((1, 14), 0.001, np.float32), np.full((1, 4), -7.0, np.float32)
    ranks[0, 12], suits[0, 1] = 0.98, -0.02
    plain = Evidence(floored(ranks, suits)[0], 1, 0.8, 6.0, False, -0.1, 20.0, 0.0)
    odd = replace(plain, **{name: {"off_mm": 15.0, "short": 0.3}.get(name, 0.9)})
    assert made.probability(odd, made.shares(odd)) <= made.probability(plain, made.shares(plain))


def test_the_features_of_places_come_last() -> None:
    assert FEATURES[-4:] == ("off place", "inside", "on back", "short")
