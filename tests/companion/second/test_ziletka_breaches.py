"""Žiletka, what the rules text says of attacks, answers, draws and Zbors against the rules."""

from __future__ import annotations

from typing import Any

import pytest

from tests.companion.replays import play
from tests.companion.second.test_ziletka import Deal, Rules, moves, position


def begun(text: str, players: int = 3, rules: Rules | None = None) -> Deal:
    """The usual deal by Ana, with hidden hands; hearts are trumps, the turn is event 1."""
    deal = Deal(players, "H", rules)
    deal.add("turn", cards=["JH"])
    return moves(deal, text)


def found(deal: Deal) -> list[tuple[int, str, list[str]]]:
    lines = play(deal.lines).lines
    return [(one["about"], one["seat"], one["proof"]) for line in lines for one in line["findings"]]


ROUND = "Boris:8D Ana:9D Ana:draw1 Boris:draw1 Ana:6C Boris:take Ana:draw1"  # Vera is next to be attacked, by Ana


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Vera:7C", [2]),
        ("Ana:7C", [2]),  # Boris attacks first
        ("Boris:7C Ana:8C", [3]),
        ("Boris:7C Ana:take", [3]),
        ("Boris:7C Vera:8C Vera:draw2", [4]),
        ("Boris:7C Vera:8C Boris:draw1", [4]),  # the defender draws first
        ("Boris:7C Vera:8C Vera:draw1 Boris:draw2", [5]),
        ("Boris:7C Vera:8C Vera:draw1 Vera:9C", [5]),
        ("Boris:7C Vera:take Vera:draw1", [4]),
        ("Boris:7C Vera:take Ana:9C", [4]),
        ("Boris:7C Vera:8C Vera:draw1 Boris:draw1 Boris:9C", [6]),
        ("Boris:7C Vera:take Boris:draw1 Boris:9C Vera:take", [6]),
        ("Boris:!7C,8C", [2]),
        ("Boris:!7C,8C,9D", [2]),
        ("Boris:7C Vera:8C Vera:!9C,TC,AC", [4]),
    ],
)
def test_illegal_at_once(text: str, wrong: list[int]) -> None:
    assert play(begun(text).lines).verdicts == dict.fromkeys(wrong, "illegal")


def test_a_zbor_waits_until_the_hand_has_three_cards() -> None:
    """Vera has beaten with one card and drawn one; with two she had none, with three she may show."""
    deal = begun("Boris:7C Vera:8C Vera:draw1 Vera:!9C,TC,AC")
    assert play(deal.lines).deals[1]["points"] == {"Ana": -1, "Boris": -1, "Vera": 2}


@pytest.mark.parametrize(("rule", "proof"), [("must", ["KD"]), ("may_take", [])])
def test_a_take_proven_wrong_later(rule: str, proof: list[str]) -> None:
    """Vera takes the seven; attacked again before she has drawn, she beats with a king that she had."""
    deal = begun(f"Boris:7C Vera:take Boris:draw1 {ROUND} Ana:6D Vera:KD", rules={"must_beat": rule})
    assert play(deal.lines).verdicts == {}
    assert found(deal) == ([(3, "Vera", proof)] if proof else [])


def test_a_take_that_one_card_alone_does_not_prove_wrong() -> None:
    """Of two attacking cards Vera could beat one; with the second that she shows she could have beaten both."""
    start = f"Boris:7C,8C Vera:take Boris:draw2 {ROUND} Ana:6D Vera:KD"
    assert found(begun(start)) == []
    assert found(begun(start + " Ana:draw1 Vera:QS")) == [(3, "Vera", ["KD", "QS"])]


def test_cards_drawn_since_prove_nothing() -> None:
    """Vera plays until she draws; the king she shows then may be new."""
    deal = begun(f"Boris:7C Vera:take Boris:draw1 {ROUND} Ana:6D,6S Vera:7C,7S Vera:draw1 Ana:draw2 Vera:KD")
    assert play(deal.lines).verdicts == {} and found(deal) == []


def test_a_take_proven_wrong_at_once() -> None:
    """Vera has taken the king, and takes a queen."""
    deal = begun(f"Boris:KC Vera:take Boris:draw1 {ROUND} Ana:QC Vera:take")
    assert found(deal) == [(len(deal.lines) - 1, "Vera", ["KC"])]


def test_a_card_seen_twice() -> None:
    played = play(begun("Boris:7C Vera:8C Vera:draw1 Boris:draw1 Vera:7C").lines)
    assert played.events[6]["verdict"] in ("impossible", "question")


@pytest.mark.parametrize(("rule", "verdict"), [("optional", {}), ("at_once", {6: "illegal"})])
def test_a_zbor_kept_from_the_deal(rule: str, verdict: dict[int, str]) -> None:
    deal = begun("Boris:7C Vera:8C Vera:draw1 Boris:draw1 Ana:!6S,7S,8S", rules={"zbor_show": rule})
    assert play(deal.lines).verdicts == verdict


def test_a_deadlock_needs_all_who_are_in() -> None:
    start: dict[str, Any] = {"Ana": "6S 8C", "Boris": "6C 7D 6S 7S 6D".replace("6S", "8D"), "Vera": "KC QC"}
    deal = moves(position(start, "H", "Ana"), "Ana:8C Boris:take Ana:deadlock")
    assert not play(deal.lines).deals  # Boris is out; Vera has not agreed
    moves(deal, "Vera:deadlock")
    assert play(deal.lines).deals[1]["points"] == {"Ana": 0, "Boris": -1, "Vera": 0}
