"""Deals that begin from a position, and how deals follow each other: dealers, orders of players, new matches."""

from __future__ import annotations

from typing import Any

from tests.companion.replays import header, play

THREE = ["Ana", "Boris", "Vera"]
HANDS = {"Ana": ["KS", "8D"], "Boris": ["AS", "9C"], "Vera": ["QD", "TC"]}
RESULT = {"do": "result", "hands": HANDS, "money": {"Ana": 20, "Boris": 0, "Vera": 20}}


def test_a_position_in_which_nothing_is_left_to_do_is_scored_at_once() -> None:
    played = play([header(THREE, start={"stock": 0, "hands": HANDS, "money": {"Boris": 0}})])
    assert played.deals[1]["points"] == {"Ana": 25, "Boris": 31, "Vera": 25}


def test_known_hands_need_not_be_shown() -> None:
    played = play([header(THREE, start={"stock": 0, "hands": {"Ana": ["KS", "8D"]}}),
                   {"id": 1, "seat": "Boris", "do": "show", "cards": ["AS", "9C"]}])  # fmt: skip
    assert played.events[1]["awaits"] == {"do": ["show"], "seats": ["Vera"], "count": 2}


def test_to_act_opens_but_the_deal_still_is_the_dealers() -> None:
    lines: list[dict[str, Any]] = [
        header(THREE, start={"to_act": "Vera", "stock": 2}),
        {"id": 1, "seat": "Ana", "do": "turn", "cards": ["KS", "7H"]},
        {"id": 2, "seat": "Vera", "do": "turn", "cards": ["KS", "7H"]},
        {"id": 3, "do": "pass"},
    ]
    played = play(lines)
    assert played.verdicts == {1: "illegal"}
    assert played.sentence(1) == "Ana is not to act: Vera turns up 2 cards"
    assert played.events[2]["awaits"]["seats"] == ["Ana"] and played.events[3]["awaits"]["seats"] == ["Boris"]
    ended = [header(THREE, start={"to_act": "Vera"}), {"id": 1, **RESULT}]
    follow = play([*ended, {k: v for k, v in header(THREE).items() if k != "dealer"},
                   {"id": 9, "do": "turn", "cards": ["KS", "7H"]}])  # fmt: skip
    assert follow.events[9]["awaits"]["seats"] == ["Vera"], "Boris deals next, so Vera bids first"


def test_cards_set_aside_and_open_ones_cannot_come_again() -> None:
    start = {"open": {"Ana": ["AS", "AD"]}, "aside": ["7S", "7D"]}
    played = play(
        [
            header(THREE, start=start),
            {"id": 1, "do": "turn", "cards": ["AS", "8D"]},
            {"id": 2, "do": "turn", "cards": ["7S", "8D"]},
        ]
    )
    assert played.sentence(1) == "A♠ was already seen before Ana: is this another card?"
    assert played.sentence(2) == "7♠ was already seen among the cards set aside: is this another card?"


def test_the_deal_passes_in_the_order_of_play() -> None:
    lines: list[dict[str, Any]] = []
    for number in range(1, 5):
        head = header(THREE)
        if number > 1:
            del head["dealer"]
        lines += [head, {"id": 10 * number, "do": "turn", "cards": ["TS", "7H"]}, {"id": 10 * number + 1, **RESULT}]
    played = play(lines)
    assert [played.events[10 * n]["awaits"]["seats"][0] for n in range(1, 5)] == ["Boris", "Vera", "Ana", "Boris"]


def test_headers_may_list_the_players_from_another_one() -> None:
    other = {**header(["Vera", "Ana", "Boris"]), "dealer": "Boris"}
    played = play([header(THREE), {"id": 1, **RESULT}, other, {"id": 2, **RESULT}])
    assert played.deals[2]["scores"] == {"Vera": 50, "Ana": 50, "Boris": 62}
    corrected = play(
        [header(THREE), {"id": 1, **RESULT}, other, {"id": 2, **RESULT},
         {"id": 3, "do": "correct", "about": 1, "money": {"Ana": 10, "Boris": 0, "Vera": 20}}]
    )  # fmt: skip
    assert corrected.deals[2]["scores"] == {"Vera": 50, "Ana": 40, "Boris": 62}


def test_other_people_or_a_decided_match_begin_at_nothing() -> None:
    start = {"scores": {"Ana": 240}}
    over = play([header(THREE, start=start), {"id": 1, **RESULT}, header(THREE), {"id": 2, **RESULT}])
    assert over.deals[1]["winners"] == ["Ana"]
    assert over.deals[2]["scores"] == {"Ana": 25, "Boris": 31, "Vera": 25}
    agreed = {"id": 2, "do": "note", "what": "agree", "points": {"Ana": 7}}
    others = play([header(THREE), {"id": 1, **RESULT}, header(["Ana", "Boris"]), agreed])
    assert others.deals[2]["scores"] == {"Ana": 7, "Boris": 0}


def test_scores_in_a_header_count_from_there() -> None:
    lines = [header(THREE), {"id": 1, **RESULT}, header(THREE, start={"scores": {"Vera": 100}}), {"id": 2, **RESULT}]
    assert play(lines).deals[2]["scores"] == {"Ana": 25, "Boris": 31, "Vera": 125}


def test_ending_the_match_early() -> None:
    middle = play([header(THREE, start={"scores": {"Vera": 90}}), {"id": 1, "do": "turn", "cards": ["TS", "7H"]},
                   {"id": 2, "do": "note", "what": "end"}])  # fmt: skip
    assert middle.deals[1]["match_over"] and middle.deals[1]["winners"] == ["Vera"]
    assert middle.deals[1]["points"] == {}
    back = play([header(THREE), {"id": 1, **RESULT}, {"id": 2, "do": "note", "what": "end"}, {"id": 3, "do": "undo"}])
    assert not back.deals[1]["match_over"]
    void = play([header(THREE), {"id": 1, **RESULT}, {"id": 2, "do": "note", "what": "end"},
                 {"id": 3, "do": "note", "what": "void"}])  # fmt: skip
    assert void.deals[1]["match_over"] and void.deals[1]["points"] == {}
    assert play([header(THREE), {"id": 1, "do": "note", "what": "redeal"}, {"id": 2, "do": "note", "what": "void"}]
                ).sentence(2) == "This deal does not count already"  # fmt: skip


def test_a_lone_card_is_never_turned() -> None:
    """A stock that was miscounted to an odd number ends with its last pair."""
    played = play([header(["Ana", "Boris"], start={"stock": 3}), {"id": 1, "do": "turn", "cards": ["TS", "7H"]},
                   {"id": 2, "do": "pass"}, {"id": 3, "do": "pass"}])  # fmt: skip
    assert played.events[3]["awaits"]["do"] == ["show"]
