"""Every worked example of ``rules/tri_sedmice.md`` through the deal record, each house rule, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from companion.events import BadRecord
from companion.games import find_game
from tests.companion.replays import Played, play

PLAYERS = ["A", "B", "C", "D"]


def header(
    ours: int = 0, theirs: int = 0, rules: dict[str, str] | None = None, dealer: str = "D", **start: Any
) -> dict[str, Any]:
    """A deal, A+C and B+D at these scores."""
    scores = {"A": ours, "C": ours, "B": theirs, "D": theirs}
    return {"record": 1, "game": "tri_sedmice", "players": PLAYERS, "dealer": dealer, "rules": rules or {},
            "start": {"scores": scores, **start}}  # fmt: skip


def played(head: dict[str, Any], *events: dict[str, Any]) -> Played:
    """A deal of these events, numbered."""
    return play([head, *({"id": n, **event} for n, event in enumerate(events, 1))])


def shows(seat: str, cards: str) -> dict[str, Any]:
    return {"seat": seat, "do": "show", "cards": cards.split()}


def done(seat: str) -> dict[str, Any]:
    return {"seat": seat, "do": "pass"}


def plays(told: str) -> list[dict[str, Any]]:
    """Plays written as ``B:3H C:5H``."""
    return [{"seat": seat, "do": "play", "cards": [card]} for seat, card in (one.split(":") for one in told.split())]


def result(**facts: Any) -> dict[str, Any]:
    return {"do": "result", "facts": facts}


def worth(cards: str, **rules: str) -> int:
    """What A's side gets for showing these: with 20 points before, the game then ends in the Hvalež."""
    end = played(header(20, 0, rules), shows("A", cards), done("A"))
    return int(end.deals[1]["points"]["A"]) if end.deals else 0


# The worked examples ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("7S 7D 7C", 4), ("3C 2C AC 3S 3D", 6), ("3S 2S AS KS QS", 9), ("3S 2S AS QS", 3), ("3H 2H AH KH", 8),
        ("3D 2D AD KD QD JD 7D", 16),
    ],
)  # fmt: skip
def test_1_to_5_combinations(cards: str, points: int) -> None:
    assert worth(cards) == points


def test_6_tricks() -> None:
    hands = {"A": ["5S", "QD"], "B": ["3S", "5D"], "C": ["4H", "3D"], "D": ["KS", "QH"]}
    end = played(header(hands=hands, to_act="A"), *plays("A:5S B:3S C:4H D:KS C:3D D:QH A:QD B:5D"))
    assert end.verdicts == {}
    assert end.events[4]["awaits"]["seats"] == ["C"], "the trump wins"
    assert end.deals[1]["points"] == {"A": 0, "B": 1, "C": 0, "D": 1}


DEAL = [
    "B:3H C:5H D:4H A:KH", "B:2H C:6H D:7H A:AH", "B:KS C:AS D:3S A:5C", "D:AD A:JD B:4D C:2D", "C:3D D:QH A:QD B:5D",
    "D:7S A:JC B:JS C:2S", "C:QC D:7C A:KC B:4C", "A:3C B:7D C:6C D:4S", "A:2C B:QS C:JH D:5S", "C:6D D:6S A:AC B:KD",
]  # fmt: skip


def test_7_a_full_deal() -> None:
    declared = [done("B"), done("C"), shows("D", "7S 7H 7C"), done("D"), shows("A", "3C 2C AC KC"), done("A")]
    end = played(header(dealer="A"), *declared, *(event for trick in DEAL for event in plays(trick)))
    assert end.verdicts == {}
    winners = [end.events[6 + 4 * number]["awaits"]["seats"][0] for number in range(1, 10)]
    assert winners == ["B", "B", "D", "C", "D", "C", "A", "A", "C"]
    assert end.deals[1]["points"] == {"A": 9, "B": 6, "C": 9, "D": 6}
    assert end.deals[1]["how"]["A"]["sentence"] == "combinations 6, trick points 3"
    assert end.deals[1]["how"]["B"]["sentence"] == "combinations 4, trick points 2"
    assert end.deals[1]["findings"] == []


def test_8_stop_in_the_hvalez() -> None:
    end = played(header(18, 11), shows("A", "3S 2S AS"), done("A"))
    last = end.deals[1]
    assert last["scores"] == {"A": 21, "B": 11, "C": 21, "D": 11}
    assert last["match_over"] and last["winners"] == ["A", "C"] and last["note"] == "hvalez"
    assert last["how"]["A"]["games"] == 2 and last["how"]["A"]["sentence"] == "combinations 3; a double win"


# House rules --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "value", "cards", "points"),
    [
        ("run_jack", "plus_three", "3S 2S AS KS QS JS", 12), ("run_jack", "none", "3S 2S AS KS QS JS", 9),
        ("run_jack", "none", "3S 2S AS KS QS JS 7S", 16),
        ("hearts_run_extension", "on_five", "3H 2H AH KH QH JH", 14),
        ("hearts_run_extension", "as_plain", "3H 2H AH KH QH JH", 12),
        ("hearts_run_extension", "as_plain", "3H 2H AH", 5),
        ("tren_hearts", "sixteen", "3H 2H AH KH QH JH 7H", 16), ("tren_hearts", "eighteen", "3H 2H AH KH QH JH 7H", 18),
        ("tren_hearts", "eighteen", "3D 2D AD KD QD JD 7D", 16),
        ("tren_replaces_run", "yes", "3D 2D AD KD QD JD 7D", 16),
        ("tren_replaces_run", "adds", "3D 2D AD KD QD JD 7D", 28),
        ("four_of_rank", "as_three", "3S 3H 3D 3C", 3), ("four_of_rank", "four_points", "3S 3H 3D 3C", 4),
        ("four_of_rank", "as_three", "7S 7H 7D 7C", 4), ("four_of_rank", "four_points", "KS KH KD KC", 0),
        ("tresento_melds", "not_used", "KS KH KD", 0), ("tresento_melds", "used", "KS KH KD", 1),
        ("tresento_melds", "used", "6S 6H 6D 6C", 4), ("tresento_melds", "used", "6S 6H 6D", 0),
    ],
)  # fmt: skip
def test_what_combinations_are_worth(option: str, value: str, cards: str, points: int) -> None:
    assert worth(cards, **{option: value}) == points


@pytest.mark.parametrize(
    ("tricks", "rules", "points"),
    [
        ({"A": 9, "B": 1}, {}, 6), ({"A": 10}, {}, 10), ({"A": 5, "C": 5}, {}, 4), ({"A": 8, "C": 2}, {}, 4),
        ({"A": 10}, {"nine_tricks": "exactly_nine"}, 4), ({"A": 10}, {"all_tricks": "larger"}, 6),
        ({"A": 9, "C": 1}, {"nine_tricks": "exactly_nine"}, 10), ({"A": 5, "C": 5}, {"all_tricks": "larger"}, 4),
    ],
)  # fmt: skip
def test_nine_and_ten_tricks(tricks: dict[str, int], rules: dict[str, str], points: int) -> None:
    assert played(header(rules=rules), result(tricks=tricks)).deals[1]["points"]["A"] == points


def test_hvalez_stop() -> None:
    for rule, over in (("immediate", True), ("finish_round", False)):
        end = played(header(18, 0, {"hvalez_stop": rule}), shows("A", "3S 2S AS"), done("A"))
        assert bool(end.deals) == over
    end = played(header(18, 0, {"hvalez_stop": "finish_round"}), shows("A", "3S 2S AS"), *map(done, PLAYERS))
    assert end.deals[1]["match_over"]


def test_carry_over() -> None:
    again = {"record": 1, "game": "tri_sedmice", "players": PLAYERS, "dealer": "A"}
    for rule, carried in (("surplus", 2), ("none", 0)):
        rules = {"carry_over": rule}
        end = play([{**header(rules=rules), "start": {}}, {"id": 1, **result(shown={"A": 23})},
                    {**again, "rules": rules},
                    {"id": 2, **result(tricks={"A": 5, "B": 5})}])  # fmt: skip
        assert end.deals[1]["match_over"]
        assert end.deals[2]["scores"] == {"A": carried, "B": 0, "C": carried, "D": 0}


def test_both_sides_over_21_and_single_win() -> None:
    end = played(header(20, 19), result(tricks={"A": 5, "B": 5}, three={"A": 1, "B": 3}))
    assert end.deals[1]["winners"] == ["B", "D"] and end.deals[1]["how"]["B"]["games"] == 1
    end = played(header(20, 20), result(tricks={"A": 5, "B": 5}, three={"A": 1, "B": 1}))
    assert not end.deals[1]["match_over"], "equal: another deal"


def test_every_option_of_the_specification() -> None:
    assert {option.name: option.default for option in find_game("tri_sedmice").options} == {
        "run_jack": "plus_three", "hearts_run_extension": "on_five", "tren_hearts": "sixteen",
        "tren_replaces_run": "yes", "four_of_rank": "as_three", "tresento_melds": "not_used",
        "nine_tricks": "nine_or_more", "all_tricks": "combined", "hvalez_stop": "immediate", "carry_over": "surplus",
        "deal_pattern": "3_3_4",
    }  # fmt: skip


# What is refused, and what is proved --------------------------------------------------------------------------------


def test_declaring_out_of_turn_is_void() -> None:
    end = played(header(), shows("C", "3S 2S AS"), done("A"))
    assert end.verdicts == {1: "illegal"}
    assert end.sentence(1) == "C is not to act: A declares combinations, or says Dalje"


def test_a_shown_card_of_the_suit_must_follow_at_once() -> None:
    end = played(header(), done("A"), shows("B", "7S 7H 7D"), *map(done, "BCD"), *plays("A:4S B:4H"))
    assert end.verdicts == {7: "illegal"}
    assert end.sentence(7) == "B played 4♥ in trick 1; spades had to be followed; but 7♠ was in the hand"


def test_a_revoke_is_proved_when_the_suit_appears() -> None:
    end = played(header(to_act="A"), *plays("A:3S B:4H C:5S D:6S B:4D C:5D D:6D A:7D A:2S B:4S"))
    (finding,) = end.events[10]["findings"]
    assert (finding["about"], finding["seat"], finding["rule"], finding["proof"]) == (2, "B", "follow_suit", ["4S"])


def test_the_rest_count_what_is_sure() -> None:
    hands = {"A": ["3S", "3H"], "B": ["4S", "2H"], "C": ["KS", "QH"], "D": ["JS", "AS"]}
    end = played(header(hands=hands, to_act="A"), {"seat": "A", "do": "note", "what": "rest_mine"})
    assert end.deals[1]["points"]["A"] == 3, "seven figures in two tricks"


@pytest.mark.parametrize(
    "facts",
    [
        {"tricks": {"A": 9}}, {"tricks": {"A": 10}, "three": {"A": 8}, "four": {"A": 3}}, {"shown": {"A": 3}},
        {"tricks": {"A": 10, "B": -1}}, {"trick": {"A": 10}},
    ],
)  # fmt: skip
def test_a_result_that_cannot_be(facts: dict[str, Any]) -> None:
    with pytest.raises(BadRecord):
        played(header(), result(**facts))
