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


ONCE_LOST = [
    ("cuhna", 6, "a card laid upon one that was taken soon after was not laid instead of it"),
    ("cuhna", 10, "hands that come and go over an odd card put its question off for ever"),
    ("dzep_kop", 9, "of a lot two were taken up before it was told, and one looked like another that lay there"),
    ("pinc", 6, "a card laid where a card of the trick that nobody won had lain, and a little like it"),
    ("trojke_dvojke", 18, "an equal card laid upon the pile in which the first lies deep"),
    ("velika_budala", 19, "a lead like a card of the pile that had just gone, where that had lain"),
    ("ziletka", 17, "a card that was taken up and laid at once, before its taking up was told"),
]


@pytest.mark.parametrize(("name", "seed", "what"), ONCE_LOST, ids=[f"{name}-{seed}" for name, seed, _ in ONCE_LOST])
def test_what_went_wrong_once_with_readings_in_doubt(name: str, seed: int, what: str) -> None:
    row = deal(find_game(name), seed, FAULTS["calibrated"])
    assert row["exact"] and row["left_wrong"] == 0, (what, row)


def test_a_refused_card_that_turns_out_to_be_another_is_told_once() -> None:
    row = deal(find_game("velika_budala"), 1, FAULTS["confident"])
    assert row["exact"] and row["left_wrong"] == 0, row
