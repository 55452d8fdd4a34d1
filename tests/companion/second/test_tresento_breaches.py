"""Trešento, what the rules text says of announcements and plays against the rules."""

from __future__ import annotations

from random import Random

import pytest

from tests.companion.replays import play
from tests.companion.second.test_tresento import SEATS, SUITS, Deal, passes, play_out, with_hands


def test_announcements_that_are_void() -> None:
    """Out of order, and after the first lead: void at once; so is a lead before all have spoken or by another."""
    deal = Deal()
    wrong = [deal.add("Vera", "show", "3H", "2H", "AH"), deal.add("Boris", "play", "3S")]
    passes(deal, "Boris", "Vera", "Goran", "Ana")
    early = deal.add("Vera", "play", "3H")
    deal.add("Vera", "take_back")
    deal.add("Boris", "play", "3S")
    wrong.append(deal.add("Vera", "show", "3H", "2H", "AH"))
    played = play(deal.lines)
    assert [played.events[n]["verdict"] for n in wrong] == ["illegal"] * 3
    assert played.events[early]["verdict"] == "illegal"


def test_less_than_a_hand_and_no_combination() -> None:
    """Boris shows three of his four sevens; Vera three fives, and a Napolitana with a hole: that is worth nothing."""
    deal = Deal()
    deal.announce("Boris", [["7S", "7H", "7D"]])
    deal.add("Vera", "show", "5S", "5H", "5D")
    deal.add("Vera", "show", "3S", "2S", "KS")
    passes(deal, *SEATS[1:])
    play_out(deal, with_hands(["7S", "7H", "7D", "7C"], ["5S", "5H", "5D", "3S", "2S", "KS"]), Random(1), False)
    assert deal.said == [3, 0]
    deal.check()


def test_revoke_proven_in_trick_seven() -> None:
    """Ana has all clubs but one, and jack of spades: she throws 6C on spades, plays JS later."""
    deal = passes(Deal())
    rows = ["3S 3H 3D 6C", "2S 2H 2D 5C", "AS AH AD 4C", "KS KH KD 7C", "QS QH QD 3C", "7S JH JD 2C", "6S 7H 7D JS"]
    numbers = [[deal.add(seat, "play", card) for seat, card in zip(SEATS, row.split(), strict=True)] for row in rows]
    found = [one for line in play(deal.lines).lines for one in line["findings"] if one["rule"] == "follow_suit"]
    assert {one["about"] for one in found} == {row[3] for row in numbers[:6]}
    assert all(one["proof"] == ["JS"] and one["seat"] == "Ana" for one in found)


def test_revoke_with_a_card_shown_in_the_hvalez() -> None:
    deal = Deal()
    passes(deal, "Boris")
    deal.announce("Vera", [["7S", "7H", "7D"]])
    passes(deal, "Goran", "Ana")
    deal.add("Boris", "play", "3S")
    wrong = deal.add("Vera", "play", "4H")
    [found] = play(deal.lines).events[wrong]["findings"]
    assert (found["about"], found["rule"], found["proof"]) == (wrong, "follow_suit", ["7S"])


@pytest.mark.parametrize(
    ("option", "points"), [("struck", (27, 0)), ("to_opponents", (27, 3)), ("tricks_lost", (17, 0))]
)
def test_disproved_announcement(option: str, points: tuple[int, int]) -> None:
    """Boris names three sevens, but holds all spades; the ten trick points may be lost, the premiums are not."""
    deal = Deal(rules={"announcing": "spoken", "false_announcement": option})
    named = deal.add("Boris", "say", "7S", "7H", "7D")
    passes(deal)
    play_out(deal, SUITS, Random(1), False)
    end = play(deal.lines).deals[1]
    assert [end["points"][seat] for seat in SEATS] == [*points, *points]
    assert [(one["about"], one["seat"]) for one in end["findings"]] == [(named, "Boris")]


def test_a_card_in_two_hands() -> None:
    deal = passes(Deal(), "Boris")
    deal.announce("Vera", [["7S", "7H", "7D"]])
    passes(deal, "Goran", "Ana")
    twice = deal.add("Boris", "play", "7S")
    assert play(deal.lines).events[twice]["verdict"] in ("impossible", "question")
