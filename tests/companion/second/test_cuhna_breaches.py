"""Čuhna, what the rules text says of draws, plays and takes against the rules."""

from __future__ import annotations

import pytest

from tests.companion.replays import play
from tests.companion.second.test_cuhna import Deal, Rules, from_hands


def part_one(*moves: str, rules: Rules | None = None) -> Deal:
    """``Boris:8C`` draws it, ``Boris:-`` draws and keeps, ``Boris:+8C`` plays it; the dealer is Ana, of four."""
    deal = Deal(4, rules)
    deal.add("turn", cards=["7D"])
    for move in moves:
        who, what = move.split(":")
        if what == "-":
            deal.add("draw", who, count=1)
        else:
            deal.add("play" if what[0] == "+" else "draw", who, cards=[what.lstrip("+")])
    return deal


@pytest.mark.parametrize(
    ("moves", "wrong"),
    [
        ("Boris:8C Vera:- Goran:9S Ana:- Boris:-", {}),
        ("Boris:+8C", {2: "illegal"}),
        ("Vera:-", {2: "illegal"}),
        ("Boris:- Vera:- Goran:- Ana:- Boris:- Boris:+8C", {7: "illegal"}),
        ("Boris:- Vera:- Goran:- Ana:- Boris:+8C Boris:-", {7: "illegal"}),
        ("Boris:- Vera:- Goran:- Ana:- Boris:+9C", {6: "illegal"}),
    ],
)
def test_part_one(moves: str, wrong: dict[int, str]) -> None:
    assert play(part_one(*moves.split()).lines).verdicts == wrong


def test_an_ace_clears_the_pile() -> None:
    """KH, Vera draws AS: a new pile; so does an ace turned up, once more; it is Goran's turn throughout."""
    deal = part_one("Boris:8C", "Vera:9C", "Goran:TC", "Ana:JC", "Boris:QC", "Vera:KH", "Goran:AS")
    for card in ("AH", "AD", "4C"):
        deal.add("turn", cards=[card])
    played = play(deal.lines)
    assert played.verdicts == {} and played.events[len(deal.lines) - 1]["awaits"]["seats"] == ["Ana"]
    right = deal.add("draw", "Ana", cards=["5S"])
    assert play(deal.lines).verdicts == {} and right


def found(deal: Deal) -> list[tuple[int, str, list[str]]]:
    return [(one["about"], one["seat"], one["proof"]) for line in play(deal.lines).lines for one in line["findings"]]


@pytest.mark.parametrize("rule", ["must", "may_keep"])
def test_a_drawn_successor_kept(rule: str) -> None:
    """Boris keeps what he draws on the seven; on his second turn he plays an eight: the only card he has ever held."""
    deal = part_one("Boris:-", "Vera:-", "Goran:-", "Ana:-", "Boris:+8S", rules={"drawn_successor": rule})
    assert found(deal) == ([(2, "Boris", ["8S"])] if rule == "must" else [])
    deal = part_one("Boris:-", "Vera:-", "Goran:-", "Ana:-", "Boris:-", "Vera:-", "Goran:-", "Ana:-", "Boris:+8S")
    assert found(deal) == []  # he may have drawn it on his first turn or his second: the seven lay there both times


@pytest.mark.parametrize(
    ("hands", "pile", "moves", "wrong"),
    [
        ({"Ana": "2S 3S", "Boris": "9S 4S", "Vera": "5S 6S"}, "8S", "Boris:+4S", {1: "illegal"}),
        ({"Ana": "2S 3S", "Boris": "9S 4S", "Vera": "5S 6S"}, "8S", "Boris:draw", {1: "illegal"}),
        ({"Ana": "2S 3S", "Boris": "9S 4S", "Vera": "5S 6S"}, "8S", "Boris:take", {1: "illegal"}),
        ({"Ana": "2S 3S", "Boris": "9S 4S", "Vera": "5S 6S"}, "AS", "Boris:take", {1: "illegal"}),
        ({"Ana": "2S 3S", "Boris": "9S 4S", "Vera": "5S 6S"}, "8S", "Vera:take", {1: "illegal"}),
    ],
)
def test_wrong_in_part_two(hands: dict[str, str], pile: str, moves: str, wrong: dict[int, str]) -> None:
    deal = from_hands(hands, "" if pile == "AS" else pile, "Boris")
    for move in moves.split():
        who, what = move.split(":")
        deal.add("play", who, cards=[what[1:]]) if what[0] == "+" else deal.add(
            what, who, **({"count": 1} if what == "draw" else {})
        )
    assert {number: one for number, one in play(deal.lines).verdicts.items() if one != "ok"} == wrong


def test_two_cards_may_not_be_taken() -> None:
    deal = from_hands({"Ana": "2S 3S", "Boris": "4H 4S", "Vera": "5S 6S"}, "8S 9S", "Boris")
    deal.add("take", "Boris", cards=["8S", "9S"])
    assert play(deal.lines).verdicts == {1: "illegal"}


def with_hidden_hands() -> Deal:
    """Part one without an ace or a card put on the pile, of two: Ana and Boris hold 25 and 26 unseen cards."""
    deal = Deal(2)
    deal.add("turn", cards=["7D"])
    for n in range(51):
        deal.add("draw", ("Boris", "Ana")[n % 2], count=1)
    return deal  # Ana is next


@pytest.mark.parametrize("rule", ["must", "free"])
def test_a_take_proven_wrong_later(rule: str) -> None:
    """Ana takes the seven, though she has an eight: she leads one two turns later, with nothing taken up since."""
    deal = with_hidden_hands()
    deal.lines[0]["rules"] = {"part_two_duty": rule}
    took = deal.add("take", "Ana")
    deal.add("play", "Boris", cards=["2S"])
    deal.add("take", "Ana")
    deal.add("play", "Boris", cards=["3H"])
    deal.add("play", "Ana", cards=["4H"])
    deal.add("take", "Boris")
    deal.add("play", "Ana", cards=["8S"])
    assert found(deal) == ([(took, "Ana", ["8S"])] if rule == "must" else [])


def test_a_take_proven_wrong_at_once() -> None:
    """Ana has taken the seven up, and then takes a six."""
    deal = with_hidden_hands()
    deal.add("take", "Ana")  # she holds the seven
    deal.add("play", "Boris", cards=["6S"])
    wrong = deal.add("take", "Ana")
    assert found(deal) == [(wrong, "Ana", ["7D"])]


def test_a_wrong_card_may_count_as_a_take() -> None:
    deal = from_hands(
        {"Ana": "2S 3S", "Boris": "9S 4S", "Vera": "5S 6S"}, "TS", "Boris", {"illegal_card": "counts_as_take"}
    )
    deal.add("play", "Boris", cards=["4S"])
    deal.add("play", "Vera", cards=["5S"])
    played = play(deal.lines)
    assert played.verdicts == {1: "illegal"} and played.events[2]["awaits"]["seats"] == ["Ana"]
