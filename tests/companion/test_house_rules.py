"""Each house rule of Crveni tepih, each of its values, as a deal record: one deal a value, all else the same."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.games import find_game
from tests.companion.replays import CRVENI_TEPIH, find, header, play, play_file

FOLDER = CRVENI_TEPIH / "house_rules"
OPTIONS = find_game("crveni_tepih").options


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_value_has_its_deal(option: Any) -> None:
    number = OPTIONS.index(option) + 1
    lines = [json.loads(line) for line in find(number, FOLDER).read_text(encoding="utf-8").splitlines()]
    values = [line["rules"][option.name] for line in lines if "record" in line]
    assert sorted(values) == sorted(option.choices)
    assert values[0] == option.default, "the first deal is the default"


def deals(number: int) -> Any:
    return play_file(find(number, FOLDER))


def test_money_lost() -> None:
    played = deals(1)
    assert played.money(1) == {"Ana": 20, "Boris": 15, "Vera": 17}
    assert played.money(2) == {"Ana": 20, "Boris": 15, "Vera": 20}


def test_bid_size() -> None:
    played = deals(2)
    assert played.events[5]["awaits"] == {"do": ["bid", "pass"], "seats": ["Vera"], "low": 5, "high": 6}
    assert played.money(1) == {"Ana": 20, "Boris": 6, "Vera": 3}
    assert played.events[13]["awaits"] == {"do": ["bid", "pass"], "seats": ["Boris"], "low": 4, "high": 8}
    assert played.events[14]["awaits"]["do"] == ["show"], "Vera holds only 3, which is not more than 4"
    assert played.money(2) == {"Ana": 20, "Boris": 4, "Vera": 3}


def test_unsold_lot() -> None:
    played = deals(3)
    assert played.verdicts == {}
    kept = [set(played.deals[n]["how"]["Boris"]["cards"]) for n in (1, 2, 3)]
    assert kept[0] == kept[1] == {"9S", "TD", "JC", "QD"}
    assert kept[2] == {"TD", "JC", "QD", "KS"}, "he bought all four"
    assert played.events[19]["awaits"]["do"] == ["turn"], "the refused lot comes again after the sale"
    assert played.events[23]["awaits"]["do"] == ["show"], "all that is left was refused once since the last sale"


def test_refused_cards_come_again_in_their_order() -> None:
    played = play(
        [
            header(["Ana", "Boris"], rules={"unsold_lot": "under_stock"}, start={"stock": 4}),
            {"id": 1, "do": "turn", "cards": ["KS", "7H"]},
            {"id": 2, "do": "pass"}, {"id": 3, "do": "pass"},
            {"id": 4, "do": "turn", "cards": ["QD", "JC"]},
            {"id": 5, "do": "bid", "amount": 2}, {"id": 6, "do": "pass"},
            {"id": 7, "do": "turn", "cards": ["KS", "8H"]},
            {"id": 8, "do": "turn", "cards": ["7H", "KS"]},
        ]
    )  # fmt: skip
    assert played.verdicts == {7: "impossible"}
    assert played.sentence(7) == "The next card is 7♥, seen before"


def test_ace_low_straight() -> None:
    played = deals(4)
    assert [played.hand(n, "Ana") for n in (1, 2)] == [("nothing", 12), ("straight", 30)]


def test_lone_unit_opening() -> None:
    played = deals(5)
    assert [played.money(n)["Ana"] for n in (1, 2)] == [1, 0]


def test_early_discard() -> None:
    played = deals(6)
    assert played.verdicts == {2: "illegal"}
    assert played.sentence(2) == (
        "Ana may not discard now: cards are discarded only above eight, right after buying; "
        "Ana bids 2 or more, or says Dalje"
    )
    assert played.events[8]["awaits"]["do"] == ["bid", "pass", "discard"]
    assert played.events[9]["awaits"]["do"] == ["bid", "pass"], "only once, and before the first call"
    assert played.events[11]["awaits"]["do"] == ["show"], "with six cards and two bought none is too many"


def test_all_eight_ends() -> None:
    played = deals(7)
    assert played.events[1]["awaits"]["do"] == ["bid", "pass"]
    assert played.events[6]["awaits"]["do"] == ["show"]


def test_bonus_tie() -> None:
    played = deals(8)
    assert [played.deals[n]["how"]["Ana"]["bonus"] for n in (1, 2, 3)] == [25, 12, 0]


def test_best_hand() -> None:
    played = deals(9)
    assert [played.hand(n, "Ana") for n in (1, 2)] == [("two_pairs", 28), ("triplet", 22)]


def test_target_tie() -> None:
    played = deals(10)
    assert [played.deals[n]["winners"] for n in (1, 2)] == [["Ana"], ["Ana", "Boris"]]


def test_illegal_call() -> None:
    played = deals(11)
    assert played.verdicts == dict.fromkeys((3, 12, 19), "illegal")
    assert played.events[3]["awaits"]["seats"] == ["Vera"], "void: she bids again"
    assert played.events[12]["awaits"]["seats"] == ["Ana"], "forced pass: she is out of this lot"
    assert played.events[19]["awaits"]["high"] == 15, "the five units thrown are forfeited"
    assert [played.money(n) for n in (1, 2, 3)] == [
        {"Ana": 20, "Boris": 15, "Vera": 14},
        {"Ana": 20, "Boris": 15, "Vera": 20},
        {"Ana": 20, "Boris": 15, "Vera": 9},
    ]
    assert [len(played.deals[n]["findings"]) for n in (1, 2, 3)] == [0, 1, 1]


def test_forfeit_of_money_cards() -> None:
    rules = {"illegal_call": "forfeit", "money_form": "cards"}
    played = play(
        [
            header(["Ana", "Boris", "Vera"], rules=rules, start={"stock": 2}),
            {"id": 1, "do": "turn", "cards": ["KS", "7H"]},
            {"id": 2, "seat": "Boris", "do": "bid", "cards": ["5S"]},
            {"id": 3, "seat": "Vera", "do": "bid", "cards": ["3S"]},
        ]
    )
    assert played.verdicts == {3: "illegal"}
    assert played.events[3]["awaits"] == {"do": ["bid", "pass"], "seats": ["Vera"], "low": 6, "high": 17}


def test_tepih_distinct() -> None:
    played = deals(12)
    assert [played.hand(n, "Ana") for n in (1, 2)] == [("crveni_tepih", 100), ("two_pairs", 24)]


def test_stacking() -> None:
    played = deals(13)
    assert [played.hand(n, "Ana") for n in (1, 2)] == [("flush", 36), ("flush", 54)]
    assert played.deals[2]["how"]["Ana"]["sentence"].startswith("Flush: 3 × (2 × 6 + 6) = 54")


def test_short_hand() -> None:
    played = deals(14)
    assert [played.hand(n, "Ana") for n in (1, 2)] == [("pair", 12), ("short", 0)]
    assert [played.deals[n]["points"]["Ana"] for n in (1, 2)] == [32, 20]


def test_two_deck_players() -> None:
    played = deals(15)
    assert played.events[6]["awaits"]["do"] == ["discard"]
    assert played.events[18]["awaits"]["do"] == ["show"], "no cap of eight"
    assert played.hand(2, "Ana") == ("four", 60)


def test_twelve_players_only_by_that_rule() -> None:
    players = [f"P{n}" for n in range(1, 13)]
    played = play([header(players, rules={"two_deck_players": "up_to_12"}), {"do": "turn", "cards": ["KS", "KS"]}])
    assert played.events[1]["awaits"]["seats"] == ["P2"]


def test_hidden_discard() -> None:
    played = deals(16)
    assert played.verdicts == {10: "illegal"}
    assert played.sentence(10) == "Ana must show the hidden card to be discarded"


def test_units_held() -> None:
    played = deals(17)
    assert played.sentence(2) == "Boris bid 21, but does not have that much: 2 to 20, or Dalje"
    assert played.sentence(8) == "Boris bid 21, but does not have that much: at least 2, or Dalje"
    assert played.money(1) == played.money(2), "only what is said differs"


def test_money_form() -> None:
    played = deals(18)
    assert played.verdicts == {14: "illegal"}, "the 4 is thrown already; adding the 2 makes 5"
    assert played.money(1) == played.money(2)


def test_money_cards_cannot_be_changed() -> None:
    rules = {"money_form": "cards"}
    played = play(
        [
            header(["Ana", "Boris", "Vera"], rules=rules, start={"stock": 4, "money": {"Boris": [2, 6]}}),
            {"id": 1, "do": "turn", "cards": ["KS", "7H"]},
            {"id": 2, "do": "bid", "amount": 3},
            {"id": 3, "do": "bid", "amount": 2},
            {"id": 4, "do": "bid", "amount": 5},
            {"id": 5, "do": "bid", "cards": ["5S"]},
            {"id": 6, "do": "pass"},
            {"id": 7, "do": "bid", "cards": ["6H"]},
            {"id": 8, "do": "pass"},
        ]
    )
    assert played.verdicts == {2: "illegal", 4: "question"}
    assert played.sentence(2) == "Boris bid 3, which these money cards do not make: 2, 6, 8, or Dalje"
    assert played.sentence(4) == "Vera can throw 5 in several ways: which cards?"
    assert played.events[6]["awaits"] == {"do": ["bid", "pass"], "seats": ["Boris"], "low": 6, "high": 8}
    assert played.events[7]["verdict"] == "ok", "adding the 6 to the 2 makes 8"
    assert played.events[7]["awaits"]["low"] == 9
