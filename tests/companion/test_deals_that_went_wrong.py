"""Whole deals, seen without pictures, in which the product was once wrong or asked too much: it is so no more."""

from __future__ import annotations

import pytest

from companion.cli.tables.play import play_deal
from companion.cli.tables.rows import Answers, Job

DEALS: list[tuple[str, str, int, int, Answers, int, str]] = [
    ("rikken", "home", 8, 4, "truth", 0, "a won trick that was looked at was asked about as a play"),
    ("dja_bai_fem", "home", 8, 4, "truth", 1, "three cards that show one breach were asked about one by one"),
    ("ziao_pengju", "home", 8, 7, "truth", 0, "an equal card laid where one of a won trick had lain was not seen"),
    ("ziao_pengju", "pub", 11, 10, "truth", 0, "so was one that only hands had hidden in between"),
    ("ziao_pengju", "pub", 6, 8, "truth", 0, "a third card stuck to two was told for the one that a hand hid"),
    ("tresento", "pub", 11, 4, "truth", 0, "a resting hand was taken for that which laid a card in another's place"),
    ("dzep_kop", "pub", 8, 3, "truth", 0, "a card told by touch out of turn, and refused, was awaited"),
    ("pinc", "pub", 4, 3, "first", 3, "a card guessed wrongly was taken for one that lay elsewhere"),
    ("rok2", "pub", 8, 2, "truth", 1, "of two players he was accused who had won the trick that nobody saw whole"),
    ("ziletka", "pub", 11, 5, "truth", 0, "a joker that fell from a hand was judged by the rules"),
    ("ziletka", "home", 16, 3, "truth", 0, "a draw was told that a Zbor had forestalled"),
    ("ziletka", "pub", 16, 3, "truth", 0, "the hand at the stock was taken for the next player's"),
    ("kvinto", "pub", 5, 4, "truth", 0, "a lead laid in another's place was asked about, and he accused"),
]


@pytest.mark.parametrize(("game", "level", "seed", "players", "answers", "most", "once"), DEALS)
def test_a_deal_that_went_wrong_once_is_exact(
    game: str, level: str, seed: int, players: int, answers: Answers, most: int, once: str
) -> None:
    row = play_deal(Job(game, level, seed, players, answers, "paper"))
    assert row.exact and row.end == "played", (once, row.why, row.differs)
    assert not row.false and not row.wrong and not row.other_seat, once
    assert len(row.asked) <= most, (once, row.asked)
