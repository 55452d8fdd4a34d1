"""Every worked example of ``rules/reversis.md`` through the deal record; the numbers are those of the rules page."""

from __future__ import annotations

from typing import Any

import pytest

from companion.events import BadRecord
from companion.games.reversis_chips import worth
from tests.companion.replays import Played, play, table_of

PLAYERS = ["P1", "P2", "P3", "P4"]
SPARE = ["2S", "3S", "2H", "4H", "5H", "6H", "7H", "8H", "9H", "2C", "3C"]


def header(rules: dict[str, str] | None = None, **start: Any) -> dict[str, Any]:
    """A deal by P4."""
    return {"record": 1, "game": "reversis", "players": PLAYERS, "dealer": "P4", "rules": rules or {}, "start": start}


def at_trick(number: int, rules: dict[str, str] | None = None, leader: str = "P1", **start: Any) -> dict[str, Any]:
    """A position after the exchange in which this trick is led."""
    hands = {leader: start.pop("held", SPARE)[: 12 - number]}
    return header(rules, hands=hands, to_act=leader, **start)


def cards(codes: str) -> list[dict[str, Any]]:
    """Plays in turn, one card each; the seats follow from the rules."""
    return [{"do": "play", "cards": [code]} for code in codes.split()]


def paid(number: int, codes: str, rules: dict[str, str] | None = None, leader: str = "P1") -> dict[str, int]:
    """What a trick has brought to each player, the stakes left out; ``bank`` is what it holds then."""
    first = codes.split()[0]
    held = [first, *(code for code in SPARE if code not in codes.split())]
    t = table_of([at_trick(number, rules, leader, held=held), *cards(codes)])
    before = table_of([at_trick(number, rules, leader, held=held)])
    return {name: t.chips[seat] - before.chips[seat] for seat, name in enumerate(PLAYERS)} | {"bank": t.pot}


def by_hand(rules: dict[str, str] | None = None, **facts: Any) -> dict[str, Any]:
    """The deal line of a result entered by hand."""
    return play([header(rules), {"do": "result", "facts": facts}]).deals[1]


def last(codes: str, leader: str = "P1", rules: dict[str, str] | None = None) -> dict[str, dict[str, int]]:
    """The deal line of a last trick; nobody has taken points before."""
    hands = {name: [code] for name, code in zip(turn(leader), codes.split(), strict=True)}
    lines = [header(rules, hands=hands, to_act=leader, tricks={"P1": 5, "P2": 5}), *cards(codes)]
    return play(lines).deals[1]["points"]


def turn(leader: str) -> list[str]:
    """The players in the order of play from this one."""
    at = PLAYERS.index(leader)
    return PLAYERS[at:] + PLAYERS[:at]


def test_1_an_ace_discarded() -> None:
    assert paid(4, "9S AC KS 4S") == {"P1": 0, "P2": 1, "P3": -1, "P4": 0, "bank": 10}
    assert paid(4, "9S AD KS 4S") == {"P1": 0, "P2": 2, "P3": -2, "P4": 0, "bank": 10}
    # trick 11: P2 -2 stake +2 or +4; P3 pays and, with most points, the premium of 4 to the winner of the bank
    assert last("9S AC KS 4S")["P2"] == -2 + 2
    assert last("9S AD KS 4S")["P2"] == -2 + 4


def test_2_an_ace_that_wins_on_anothers_lead() -> None:
    assert paid(3, "5D 9D AD 2D") == {"P1": 4, "P2": 0, "P3": -4, "P4": 0, "bank": 10}
    assert paid(3, "5S 9S AS 4S") == {"P1": 2, "P2": 0, "P3": -2, "P4": 0, "bank": 10}
    assert last("5D 9D AD 2D")["P1"] == -2 + 8
    assert last("5S 9S AS 4S")["P1"] == -2 + 4


def test_3_the_jack_of_hearts_discarded() -> None:
    assert paid(5, "KC JH 2C 5C", leader="P2") == {
        "P1": -4, "P2": -4 - 4, "P3": 14 - 4, "P4": -8, "bank": 20,
    }  # fmt: skip
    points = last("KC JH 2C 5C", leader="P2")
    assert points["P3"] == -2 + 10 + 8 + 4, "no refill: P3 wins the deal and gets only the premium"
    assert points["P2"] == -2 - 8 - 4


def test_4_the_jack_of_hearts_on_a_heart_lead() -> None:
    assert paid(6, "QH 3H JH AH") == {"P1": 14, "P2": 0, "P3": -14, "P4": 0, "bank": 10}
    assert last("QH 3H JH AH")["P1"] == -2 + 28


def test_5_equal_points_and_tricks() -> None:
    deal = by_hand(points={"P2": 12, "P4": 32}, tricks={"P2": 3, "P4": 8})
    assert deal["points"] == {"P1": 12, "P2": -2, "P3": -2, "P4": -8}


def test_6_equal_most_points() -> None:
    deal = by_hand(points={"P1": 8, "P2": 8, "P3": 14, "P4": 14}, tricks={"P1": 2, "P2": 1, "P3": 4, "P4": 4})
    assert deal["points"] == {"P1": -2, "P2": 12, "P3": -2, "P4": -8}
    facts = {"points": {"P1": 8, "P2": 8, "P3": 14, "P4": 14}, "tricks": {"P1": 2, "P2": 1, "P3": 4, "P4": 4}}
    assert by_hand({"most_points_tie": "split"}, **facts)["points"]["P3"] == -4


def test_7_reversis_made_and_announced_too_late() -> None:
    deal = by_hand(points={"P2": 44}, tricks={"P2": 11}, reversis="P2", rewards={"P1": {"P2": 2}, "P3": {"P2": 1}})
    assert deal["points"] == {"P1": -2, "P2": -2 - 3 + 13, "P3": -2, "P4": -4}
    reversis = {"do": "say", "seat": "P2", "word": "reversis"}
    start = {"leader": "P2", "tricks": {"P2": 9}, "held": ["KS", "QS"]}
    told = play([at_trick(10, **start), reversis])
    assert told.verdicts == {}
    told = play([at_trick(10, **start), *cards("KS"), reversis])
    assert told.verdicts == {2: "illegal"}
    told = play([at_trick(10, leader="P2", tricks={"P2": 8, "P3": 1}, held=["KS", "QS"]), reversis])
    assert told.verdicts == {1: "illegal"}


ESPANJOLETE = {"do": "say", "seat": "P3", "word": "espanjolete"}


def espanjolete_trick_10(trick_11: str) -> Played:
    """P3 announced Espanjolete; 4S is led to trick 10 and he plays KD."""
    lines = [at_trick(10, held=["4S", "2S"], said={"P3": "espanjolete"}), *cards("4S 3S KD 9S"),
             *[{"do": "play", "seat": name, "cards": [code]} for name, code in zip(
                 turn("P4"), trick_11.split(), strict=True)]]  # fmt: skip
    return play(lines)


def test_8_espanjolete_need_not_follow_until_trick_10() -> None:
    t_lines = [at_trick(2, leader="P1", held=["7C", *SPARE], said={"P3": "espanjolete"}), *cards("7C 8C AD 9C")]
    told = play(t_lines)
    assert told.verdicts == {} and not any(line["findings"] for line in told.events.values())
    told = espanjolete_trick_10("7D 2S 8D 6S")
    finding = next(line for line in told.events.values() if line["findings"])["findings"][0]
    assert (finding["about"], finding["seat"], finding["proof"]) == (3, "P3", ["6S"])
    assert "trick 10" in finding["sentence"]


def test_9_espanjolete_failed() -> None:
    deal = by_hand(
        points={"P1": 20, "P2": 0, "P3": 3, "P4": 21}, tricks={"P1": 4, "P2": 1, "P3": 2, "P4": 4},
        espanjolete="P3", rewards={"P3": {"P1": 3}},
    )  # fmt: skip
    assert deal["points"] == {"P1": -2 - 3 + 6, "P2": -2 + 20 + 4, "P3": -2 + 3 - 6 - 10, "P4": -4 - 4}


def test_10_all_points_are_accounted_for() -> None:
    assert worth(table_of([header()]).pack) == 44
    with pytest.raises(BadRecord):
        by_hand(points={"P1": 40, "P2": 5}, tricks={"P1": 11})


def test_the_exchange() -> None:
    draw = [{"do": "draw", "seat": name, "count": 1} for name in PLAYERS[:3]]
    lay = [{"do": "discard", "seat": name, "count": 1} for name in ("P4", "P1", "P3", "P2")]
    t = table_of([header(), *draw, *lay])
    assert [t.size(f"hand {seat}") for seat in range(4)] == [11] * 4 and t.size("aside") == 4
    told = play([header(), draw[1], draw[0], {"do": "draw", "seat": "P2", "count": 2}, lay[0]])
    assert told.verdicts == {1: "illegal", 3: "illegal", 4: "illegal"}
    told = play([header(), *draw, {"do": "discard", "seat": "P1", "count": 2}])
    assert told.verdicts == {4: "illegal"}


def test_espanjolete_without_the_cards_is_disproved() -> None:
    draw = [{"do": "draw", "seat": name, "count": 1} for name in PLAYERS[:3]]
    lay = [{"do": "discard", "seat": name, "count": 1} for name in PLAYERS]
    told = play([header(), *draw, *lay, ESPANJOLETE, *cards("AS KS QS JS AH")])
    assert told.events[9]["findings"] == []
    finding = told.events[13]["findings"][0]
    assert (finding["about"], finding["seat"], finding["rule"]) == (8, "P3", "espanjolete")


def test_a_wrong_payment_is_told() -> None:
    lines = [at_trick(4, held=["9S", *SPARE]), *cards("9S AD KS 4S")]
    assert play([*lines, {"do": "pay", "seat": "P3", "amount": 2}]).verdicts == {}
    told = play([*lines, {"do": "pay", "seat": "P3", "amount": 1}])
    assert told.verdicts == {5: "illegal"} and told.sentence(5) == "P3 paid 1, but owes 2"


def test_house_rules_of_chips() -> None:
    assert paid(6, "QH 3H JH AH", {"heart_jack": "below_queen"})["P4"] == -2, "AH wins and pays its leader"
    forced = last("5D 9D AD 2D", rules={"ace_pays": "forced_only"})
    assert forced["P1"] == -2 + 8, "the last card of a hand is forced"
    assert last("KC JH 2C 5C", "P2", {"last_jack": "bank_doubled"})["P3"] == -2 + 10 + 8 + 10 + 4
    assert last("KC JH 2C 5C", "P2", {"last_refill": "on"})["P3"] == -2 + 10 + 8 - 4 + 20 + 4
    facts: dict[str, Any] = {
        "points": {"P1": 20, "P2": 0, "P3": 3, "P4": 21}, "tricks": {"P1": 4, "P2": 2, "P3": 1, "P4": 4},
        "espanjolete": "P3", "rewards": {"P3": {"P1": 3}},
    }  # fmt: skip
    assert by_hand({"espanjolete_aim": "fewest_tricks"}, **facts)["points"]["P3"] == -2 + 3
    facts["rewards"] = {"P3": {"P1": 3, "bank": 10}}
    assert by_hand({"espanjolete_return": "aces_only"}, **facts, bank=20)["points"]["P3"] == -2 - 4 + 13 - 20 - 6
