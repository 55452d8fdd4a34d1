"""Every worked example of ``rules/trolistak.md`` through the deal record, each house rule, and what is refused.

D deals: A is first, then B and C.
"""

from __future__ import annotations

from typing import Any

import pytest

from companion.events import BadRecord
from companion.games import find_game
from tests.companion.replays import Played, play, table_of

PLAYERS = ["A", "B", "C", "D"]
PASSES = [{"seat": name, "do": "pass"} for name in PLAYERS]


def header(rules: dict[str, str] | None = None, **start: Any) -> dict[str, Any]:
    """A deal by D."""
    return {"record": 1, "game": "trolistak", "players": PLAYERS, "dealer": "D", "rules": rules or {}, "start": start}


def numbered(head: dict[str, Any], *events: dict[str, Any]) -> list[dict[str, Any]]:
    return [head, *({"id": n, **event} for n, event in enumerate(events, 1))]


def played(head: dict[str, Any], *events: dict[str, Any]) -> Played:
    """A deal of these events, numbered."""
    return play(numbered(head, *events))


def turn(card: str) -> dict[str, Any]:
    return {"do": "turn", "cards": [card]}


def shows(seat: str, cards: str) -> dict[str, Any]:
    return {"seat": seat, "do": "show", "cards": cards.split()}


def exchanges(seat: str, count: int) -> dict[str, Any]:
    return {"seat": seat, "do": "exchange", "count": count}


def plays(told: str) -> list[dict[str, Any]]:
    """Plays written as ``A:QD B:KD C:- D:KS``; a dash is a card laid face down."""
    pairs = [one.split(":") for one in told.split()]
    return [
        {"seat": seat, "do": "play", "count": 1} if card == "-" else {"seat": seat, "do": "play", "cards": [card]}
        for seat, card in pairs
    ]


def result(**facts: Any) -> dict[str, Any]:
    return {"do": "result", "facts": facts}


def tricks(told: str, trump: str = "8S", rules: dict[str, str] | None = None) -> Played:
    """Nobody exchanges or shows anything; then these cards are played."""
    return played(header(rules), turn(trump), *PASSES, PASSES[3], *plays(told))


# The worked examples ------------------------------------------------------------------------------------------------


def test_1_two_hljusts() -> None:
    end = played(header(), turn("8D"), shows("A", "KS KH KD"), shows("C", "AC TC 9C"), PASSES[1], PASSES[3])
    assert end.verdicts == {}
    assert end.deals[1]["points"] == {"A": -2, "B": -2, "C": 6, "D": -2}
    assert end.deals[1]["how"]["A"]["hljust"] == 19 and end.deals[1]["how"]["C"]["hljust"] == 30


def test_2_a_hljust_of_trumps_is_paid_for() -> None:
    end = played(header(), turn("9H"), shows("B", "AH KH 8H"), PASSES[0], PASSES[2], PASSES[3],
                 turn("9S"), turn("QD"), turn("TC"))  # fmt: skip
    assert end.verdicts == {}
    assert end.events[5]["awaits"]["seats"] == ["A"] and end.events[6]["awaits"]["seats"] == ["C"]
    assert end.deals[1]["points"] == {"A": -12, "B": 31 - 2, "C": -5, "D": -12}
    by_hand = played(header(), result(hljust={"B": ["AH", "KH", "8H"]}, trump="H",
                                      bonus={"A": "9S", "C": "QD", "D": "TC"}))  # fmt: skip
    assert by_hand.deals[1]["points"] == end.deals[1]["points"]


def test_3_the_exchange() -> None:
    end = played(header(), turn("9H"), exchanges("A", 3), exchanges("A", 1), exchanges("B", 1), PASSES[1],
                 exchanges("C", 3), exchanges("D", 1), {"seat": "D", "do": "take", "cards": ["9H"]})  # fmt: skip
    assert end.verdicts == {2: "illegal", 4: "illegal"}
    assert end.sentence(2) == "A may exchange 1 or none, not 3"
    assert end.sentence(4) == "B may exchange 3 or none, not 1"
    assert end.events[8]["awaits"]["do"] == ["play"] and end.events[8]["awaits"]["seats"] == ["A"]


def test_4_a_trick() -> None:
    end = tricks("A:QD B:KD C:- D:KS")
    assert end.verdicts == {}
    assert end.events[10]["awaits"]["seats"] == ["D"], "equal rank, but a trump"


def test_5_an_equal_rank_is_not_stronger() -> None:
    end = tricks("A:AH B:AD C:- D:-")
    assert end.verdicts == {8: "illegal"}
    assert end.sentence(8) == "A♦ does not beat what lies there: it goes face down and has lost"
    assert end.events[10]["awaits"]["seats"] == ["A"], "it stays seen and has lost"
    end = tricks("A:AH B:AS C:- D:-")
    assert end.verdicts == {} and end.events[10]["awaits"]["seats"] == ["B"]


def test_6_three_tricks_win_the_pot() -> None:
    end = tricks("A:AH B:- C:- D:- A:AS B:- C:- D:- A:AD B:- C:- D:-")
    assert end.verdicts == {}
    assert end.deals[1]["points"] == {"A": 9, "B": -3, "C": -3, "D": -3}
    assert played(header(), result(tricks={"A": 3})).deals[1]["points"] == end.deals[1]["points"]


def test_7_two_tricks() -> None:
    told = "A:AH B:- C:- D:- A:QD B:- C:KD D:- C:8H D:- A:9H B:-"
    head, events = header(), [turn("8S"), *PASSES, PASSES[3], *plays(told)]
    end = played(head, *events)
    assert end.verdicts == {}
    assert end.deals[1]["points"] == {"A": 1, "B": -4, "C": -3, "D": -4}
    lines = [*numbered(head, *events), {**header(), "dealer": "A"}]
    assert table_of(lines).pot == 18, "the pot of 10 stays, and everybody puts in two"


def test_8_one_trick_each_for_three() -> None:
    end = played(header(), result(tricks={"A": 1, "B": 1, "C": 1}))
    assert end.deals[1]["points"] == {"A": -2, "B": -2, "C": -2, "D": -3}
    lines = [*numbered(header(), result(tricks={"A": 1, "B": 1, "C": 1})), {**header(), "dealer": "A"}]
    assert table_of(lines).pot == 17


# House rules --------------------------------------------------------------------------------------------------------


def test_equal_hljust() -> None:
    equal = {"A": ["AC", "9C", "8C"], "C": ["AD", "9D", "8D"]}
    for rule, points in (("trump_then_turn", (-2, 6)), ("split", (2, 2))):
        end = played(header({"equal_hljust": rule, "bonus_after_exchange": "no"}), result(hljust=equal, trump="D"))
        assert (end.deals[1]["points"]["A"], end.deals[1]["points"]["C"]) == points
    end = played(header(), result(hljust=equal, trump="H"))
    assert end.deals[1]["points"]["A"] == 6, "the earlier in turn"


def test_three_of_kind_vs_suit() -> None:
    shown = {"A": ["KS", "KH", "KD"], "C": ["AC", "TC", "9C"]}
    for rule, winner in (("sum", "C"), ("kind_first", "A")):
        end = played(header({"three_of_kind_vs_suit": rule}), result(hljust=shown, trump="D"))
        assert end.deals[1]["points"][winner] == 6


def test_bonus_value() -> None:
    for rule, points in (("game", -12), ("plain", -11)):
        end = played(header({"bonus_value": rule}), result(hljust={"B": ["AH", "KH", "8H"]}, trump="H",
                                                           bonus={"A": "9S", "C": "QD", "D": "TC"}))  # fmt: skip
        assert end.deals[1]["points"]["A"] == points


def test_bonus_after_exchange() -> None:
    events = [turn("9H"), *PASSES, PASSES[3], shows("B", "AH KH 8H"), PASSES[0], PASSES[2], PASSES[3]]
    end = played(header({"bonus_after_exchange": "no"}), *events)
    assert end.verdicts == {} and end.deals[1]["points"]["B"] == 6
    assert played(header(), *events).events[10]["awaits"]["do"] == ["turn"], "the others draw and pay"


def test_dealer_swap() -> None:
    events = [turn("9H"), *PASSES[:3], exchanges("D", 1)]
    assert played(header(), *events).events[5]["awaits"]["do"] == ["take", "pass"]
    only = header({"dealer_swap": "only_if_not_exchanged"})
    assert played(only, *events).events[5]["awaits"]["do"] == ["play"]
    assert played(only, turn("9H"), *PASSES).events[5]["awaits"]["do"] == ["take", "pass"]


def test_face_down_strong_card() -> None:
    told = "A:QD B:- C:- D:- A:8D B:AH"
    assert tricks(told).verdicts == {}
    end = tricks(told, rules={"face_down_strong_card": "must_beat"})
    (finding,) = end.events[12]["findings"]
    assert (finding["about"], finding["seat"], finding["rule"], finding["proof"]) == (8, "B", "must_beat", ["AH"])
    assert finding["sentence"] == ("B laid a card face down in trick 1; Q♦ had to be beaten; but A♥ was in the hand")


def test_hljust_optional() -> None:
    told = "A:AH B:- C:- D:- A:AS B:- C:- D:- A:AD B:- C:- D:-"
    assert tricks(told).deals[1]["findings"] == []
    (finding,) = tricks(told, rules={"hljust_optional": "must_show"}).deals[1]["findings"]
    assert (finding["seat"], finding["rule"], finding["about"]) == ("A", "must_show", 7)
    assert finding["sentence"] == "A had a Hljust and did not show it"


def match(rules: dict[str, str], last: dict[str, int]) -> Played:
    """Eleven deals in which three win a trick each and D none; then this one."""
    lines = []
    for number in range(12):
        facts = last if number == 11 else {"A": 1, "B": 1, "C": 1}
        lines += [{**header(rules), "start": {}}, {"id": number + 1, **result(tricks=facts)}]
    return play(lines)


def test_match_end_divides_the_pot() -> None:
    end = match({}, {"A": 2, "C": 1})
    assert end.deals[12]["match_over"] and sum(end.deals[12]["scores"].values()) == 0
    pot = 11 * 9 + 10  # divided by four, one is over: it goes to A, who has won two tricks
    assert end.deals[12]["points"]["A"] == -2 + 3 + pot // 4 + 1
    end = match({"match_end": "until_pot_won"}, {"A": 2, "C": 1})
    assert not end.deals[12]["match_over"]
    end = match({"match_end": "until_pot_won"}, {"A": 3})
    assert end.deals[12]["match_over"] and end.deals[12]["winners"] == ["A"]


def test_people_stop_and_divide_the_pot() -> None:
    end = play([header(), {"id": 1, **result(tricks={"A": 2, "C": 1})}, {**header(), "dealer": "A"},
                {"id": 2, "do": "note", "what": "end"}])  # fmt: skip
    assert end.deals[2]["match_over"]
    assert end.deals[2]["scores"] == {"A": 1 + 4, "B": -4 + 2, "C": -3 + 2, "D": -4 + 2}, "10 is 2 each, 2 over to A"


def test_a_misdeal_leaves_the_pot() -> None:
    lines = [header(), {"id": 1, **result(tricks={"A": 1, "B": 1, "C": 1})}, {**header(), "dealer": "A"},
             {"id": 2, "do": "note", "what": "misdeal"}, {**header(), "dealer": "A"}]  # fmt: skip
    assert table_of(lines).pot == 17


def test_every_option_of_the_specification() -> None:
    assert {option.name: option.default for option in find_game("trolistak").options} == {
        "equal_hljust": "trump_then_turn", "three_of_kind_vs_suit": "sum", "bonus_value": "game",
        "bonus_after_exchange": "yes", "dealer_swap": "always", "face_down_strong_card": "allowed",
        "hljust_optional": "optional", "match_end": "agreed_deals",
    }  # fmt: skip


# What is refused ----------------------------------------------------------------------------------------------------


def test_three_other_cards_are_no_hljust() -> None:
    end = played(header(), turn("8D"), shows("A", "KS KH QD"))
    assert end.sentence(2) == "A must show three cards of one rank or of one suit"


def test_the_leader_plays_face_up() -> None:
    end = tricks("A:-")
    assert end.verdicts == {7: "illegal"} and end.sentence(7) == "A leads face up"


def test_out_of_turn_and_after_the_time() -> None:
    end = tricks("B:KD A:QD C:-")
    assert end.verdicts == {7: "illegal"}, "the king counts when the queen has been led"
    assert end.events[9]["awaits"]["seats"] == ["D"]
    end = played(header(), turn("8S"), *PASSES, PASSES[3], *plays("A:QD"), exchanges("B", 3), shows("C", "KC QC 9C"))
    assert end.sentence(8) == (
        "That is not awaited now: cards are exchanged once, in turn, before the first lead; "
        "B plays a stronger card face up, or any face down"
    )
    assert "before the first lead" in end.sentence(9)


def test_a_payment_is_checked() -> None:
    end = played(header(), turn("8S"), {"seat": "A", "do": "pay", "amount": 3}, {"seat": "A", "do": "pay", "amount": 2})
    assert end.verdicts == {2: "illegal"} and end.sentence(2) == "A paid 3, but owes 2"


@pytest.mark.parametrize(
    "facts",
    [
        {"tricks": {"A": 2}}, {"hljust": {"A": ["KS", "KH", "QD"]}, "trump": "S"}, {"hljust": {}, "trump": "S"},
        {"hljust": {"A": ["KS", "KH", "KD"]}}, {"hljust": {"A": ["KS", "KS", "KS"]}, "trump": "S"},
        {"hljust": {"A": ["KS", "KH", "KD"]}, "trump": "S", "bonus": {"B": "9S", "C": "8S", "D": "8C"}},
    ],
)  # fmt: skip
def test_a_result_that_cannot_be(facts: dict[str, Any]) -> None:
    with pytest.raises(BadRecord):
        played(header(), result(**facts))
