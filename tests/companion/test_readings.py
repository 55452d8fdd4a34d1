"""Whole deals with faulty readings, seen without a picture: exact after truthful answers. The long run: tests.long."""

from __future__ import annotations

import pytest

from companion.games import find_game
from tests.long.readings import FAULTS, deal


@pytest.mark.parametrize("name", ["kvinto", "kalabra", "ziletka", "velika_budala", "trolistak", "crveni_tepih"])
def test_a_tenth_of_readings_in_doubt_costs_questions_but_no_deal(name: str) -> None:
    row = deal(find_game(name), 1, FAULTS["doubted"])
    assert row["exact"] and row["left_wrong"] == 0, row
    assert row["false"] == 0, row


@pytest.mark.parametrize(("name", "seed"), [("kvinto", 1), ("rok4", 1), ("kalabra", 2)])
def test_confident_misreadings_are_found_where_the_whole_pack_comes_to_light(name: str, seed: int) -> None:
    row = deal(find_game(name), seed, FAULTS["tenth"])
    assert row["wrong"] > 0, "some misreading must have been taken"
    assert row["exact"] and row["left_wrong"] == 0, row


@pytest.mark.parametrize(("name", "seed"), [("kalabra", 2), ("rok2", 1), ("velika_budala", 1), ("dja_bai_fem", 3)])
def test_a_card_in_doubt_is_not_lost_when_it_is_taken_up_before_it_was_asked_about(name: str, seed: int) -> None:
    row = deal(find_game(name), seed, FAULTS["calibrated"])
    assert row["exact"] and row["left_wrong"] == 0, row
