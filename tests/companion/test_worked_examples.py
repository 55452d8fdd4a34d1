"""Every worked example of ``rules/crveni_tepih.md`` as a deal record; the numbers are those of the rules page."""

from __future__ import annotations

import pytest

from tests.companion.replays import CRVENI_TEPIH, find, play_file


def test_every_example_has_its_record() -> None:
    numbers = sorted(int(path.name[:2]) for path in CRVENI_TEPIH.glob("*.jsonl"))
    assert numbers == list(range(1, 21))


@pytest.mark.parametrize(
    ("example", "category", "value", "cards"),
    [
        (1, "crveni_tepih", 100, {"AH", "AD", "7H", "7D"}),
        (2, "triplet", 39, {"AH", "AD", "AC", "KS"}),
        (3, "straight_flush", 50, {"9S", "TS", "JS", "QS"}),
        (4, "triplet", 30, {"KH", "KS", "KD", "QC"}),
        (5, "two_pairs", 24, {"KS", "KD", "QH", "QC"}),
        (6, "two_pairs", 28, {"AS", "AD", "KH", "KC"}),
        (7, "pair", 12, {"JS", "JH"}),
        (9, "four", 40, {"7S", "7H", "7D", "7C"}),
    ],
)
def test_hands(example: int, category: str, value: int, cards: set[str]) -> None:
    played = play_file(find(example))
    assert played.hand(1, "Ana") == (category, value)
    assert set(played.deals[1]["how"]["Ana"]["cards"]) == cards
    assert played.deals[1]["points"]["Ana"] == value + 25 + 20
    assert played.verdicts == {}


def test_2_two_pairs_of_the_same_hand_would_be_less() -> None:
    assert play_file(find(2)).deals[1]["how"]["Ana"]["sentence"].startswith("Triplet: 3 × 12 + 3 = 39; best hand + 25")


def test_7_two_unequal_cards() -> None:
    assert play_file(find(7)).hand(1, "Boris") == ("nothing", 6)


def test_8_the_ace_is_high() -> None:
    played = play_file(find(8))
    assert played.hand(1, "Ana") == ("nothing", 12)
    assert played.hand(2, "Ana") == ("straight", 30)  # house rule: A-7-8-9
    assert set(played.deals[2]["how"]["Ana"]["cards"]) == {"AS", "7C", "8D", "9H"}


def test_10_two_packs() -> None:
    played = play_file(find(10))
    hands = [played.hand(deal, "Ana") for deal in range(1, 7)]
    assert hands == [
        ("flush", 36), ("crveni_tepih", 100), ("crveni_tepih", 100),
        ("two_pairs", 24), ("flush", 36), ("flush", 54),
    ]  # fmt: skip


def test_11_an_auction_and_what_it_costs() -> None:
    played = play_file(find(11))
    assert played.verdicts == {}
    assert played.events[6]["awaits"] == {"do": ["turn"], "seats": ["Boris"], "count": 2}  # he opens the next lot
    assert played.events[7]["awaits"]["seats"] == ["Vera"]  # his right neighbour bids first
    assert played.money(1) == {"Ana": 20, "Boris": 15, "Vera": 17}
    assert played.money(2) == {"Ana": 20, "Boris": 15, "Vera": 20}
    assert "AH" in played.deals[1]["how"]["Vera"]["cards"]
    assert {"KS", "7H"} <= set(played.deals[1]["how"]["Boris"]["cards"])


def test_12_five_illegal_calls() -> None:
    played = play_file(find(12))
    assert played.verdicts == dict.fromkeys((2, 3, 4, 6, 16), "illegal")
    assert played.sentence(2) == "Vera is not to act: Boris bids 2 or more, or says Dalje"
    assert played.sentence(3) == "Boris bid 1, but the lowest bid is 2: bid again, or Dalje"
    assert played.sentence(4) == "Boris bid 21, but does not have that much: 2 to 20, or Dalje"
    assert played.sentence(6) == "Vera bid 3, but 3 already stands: at least 4, or Dalje"
    assert played.sentence(16) == "Boris has said Dalje on this lot; Vera bids 6 or more, or says Dalje"
    assert [played.events[n]["findings"][0]["seat"] for n in (2, 3, 4, 6, 16)] == [
        "Vera", "Boris", "Boris", "Vera", "Boris",
    ]  # fmt: skip
    assert played.money(1) == {"Ana": 20, "Boris": 17, "Vera": 20}
    assert played.money(2) == {"Ana": 15, "Boris": 20, "Vera": 16}


def test_13_a_showdown() -> None:
    played = play_file(find(13))
    assert played.deals[1]["points"] == {"Ana": 93, "Boris": 29, "Vera": 26}
    assert played.deals[1]["how"]["Ana"]["sentence"] == ("Straight flush: 5 × 13 = 65; best hand + 25; units left + 3")


def test_14_who_has_no_money_passes_without_a_word() -> None:
    played = play_file(find(14))
    assert played.verdicts == {}
    assert played.events[1]["awaits"]["seats"] == ["Goran"]  # Vera has nothing
    assert played.events[2]["awaits"]["seats"] == ["Boris"]  # Ana cannot beat 3
    assert played.money(1) == {"Ana": 1, "Boris": 4, "Vera": 0, "Goran": 0}
    assert played.events[9]["awaits"]["do"] == ["show"]  # with 3 units Boris cannot either: Goran buys at once
    assert played.money(2) == {"Ana": 1, "Boris": 3, "Vera": 0, "Goran": 0}


def test_15_equal_best_hands() -> None:
    played = play_file(find(15))
    assert [played.deals[n]["points"] for n in (1, 2, 3)] == [
        {"Ana": 53, "Boris": 49, "Vera": 24},
        {"Ana": 40, "Boris": 36, "Vera": 24},
        {"Ana": 28, "Boris": 24, "Vera": 24},
    ]


def test_16_reaching_250() -> None:
    played = play_file(find(16))
    first, second, third = (played.deals[n] for n in (1, 2, 3))
    assert first["scores"] == {"Ana": 262, "Boris": 255, "Vera": 249}
    assert first["match_over"] and first["winners"] == ["Ana"]
    assert second["scores"]["Ana"] == second["scores"]["Boris"] == 255
    assert not second["match_over"] and "winners" not in second
    assert (third["scores"]["Ana"], third["scores"]["Boris"], third["match_over"]) == (249, 240, False)


def test_17_the_cap_of_eight() -> None:
    played = play_file(find(17))
    assert played.verdicts == dict.fromkeys((4, 5, 6), "illegal")
    assert played.sentence(4) == "Ana may not turn up cards now: Ana must discard 2 cards"
    assert played.sentence(5) == "Ana must discard only cards just bought, or only older ones, not one of each"
    assert played.events[5]["findings"][0]["proof"] == ["KS"]
    assert played.sentence(6) == "Ana must discard exactly 2 cards, not 1"
    for legal, then in ((7, 8), (16, 17), (25, 26)):
        assert played.events[legal]["awaits"] == {"do": ["turn"], "seats": ["Ana"], "count": 2}
        assert played.events[then]["awaits"]["seats"] == ["Boris"]
    assert played.deals[1]["findings"] == []  # an illegal discard that was taken back leaves no mark
    assert played.events[29]["verdict"] == "ok"  # one hidden card is gone, so Ana shows only the other


def test_18_the_opener_of_a_dead_lot_opens_again() -> None:
    played = play_file(find(18))
    assert played.events[4]["awaits"]["seats"] == ["Ana"] and played.events[4]["awaits"]["do"] == ["turn"]
    assert played.events[5]["awaits"]["seats"] == ["Boris"]
    assert played.events[8]["awaits"]["seats"] == ["Ana"] and played.events[8]["awaits"]["do"] == ["turn"]
    assert played.events[9]["awaits"]["seats"] == ["Boris"]
    assert played.money(1) == {"Ana": 18, "Boris": 20, "Vera": 20}


def test_19_fourteen_lots_at_two() -> None:
    played = play_file(find(19))
    assert played.verdicts == {}
    assert played.money(1) == {"Ana": 6, "Boris": 6}
    text = find(19).read_text(encoding="utf-8")
    assert text.count('"turn"') == 14 and text.count('"discard"') == 8


def test_20_nobody_can_open() -> None:
    played = play_file(find(20))
    assert played.events[1]["verdict"] == "ok" and played.events[1]["awaits"]["do"] == ["show"]
    assert played.money(1) == {"Ana": 1, "Boris": 0}
    assert played.events[3]["awaits"] == {"do": ["bid", "pass"], "seats": ["Ana"], "low": 1, "high": 1}
    assert played.money(2) == {"Ana": 0, "Boris": 0}
