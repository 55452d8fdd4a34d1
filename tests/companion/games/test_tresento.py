"""Every worked example of ``rules/tresento.md`` through the deal record, each house rule, and what is refused.

Ana is P1, Boris P2, Vera P3, Goran P4 and dealer: Ana and Vera against Boris and Goran.
"""

from __future__ import annotations

from typing import Any

import pytest

from companion.events import BadRecord
from companion.games import find_game
from tests.companion.replays import Played, play

PLAYERS = ["Ana", "Boris", "Vera", "Goran"]
PASSES = [{"seat": name, "do": "pass"} for name in PLAYERS]


def header(ours: int = 0, theirs: int = 0, rules: dict[str, str] | None = None, **start: Any) -> dict[str, Any]:
    """A deal by Goran, the sides at these scores."""
    scores = {"Ana": ours, "Vera": ours, "Boris": theirs, "Goran": theirs}
    return {"record": 1, "game": "tresento", "players": PLAYERS, "dealer": "Goran", "rules": rules or {},
            "start": {"scores": scores, **start}}  # fmt: skip


def played(head: dict[str, Any], *events: dict[str, Any]) -> Played:
    """A deal of these events, numbered."""
    return play([head, *({"id": n, **event} for n, event in enumerate(events, 1))])


def shows(seat: str, cards: str) -> dict[str, Any]:
    return {"seat": seat, "do": "show", "cards": cards.split()}


def plays(seat: str, card: str) -> dict[str, Any]:
    return {"seat": seat, "do": "play", "cards": [card]}


def result(**facts: Any) -> dict[str, Any]:
    return {"do": "result", "facts": facts}


def worth(cards: str, **rules: str) -> int:
    """What Ana's side gets for laying these open: with 20 points before, the match then ends in the Hvalež."""
    end = played(header(20, 0, rules), shows("Ana", cards), {"seat": "Ana", "do": "pass"})
    return int(end.deals[1]["points"]["Ana"]) if end.deals else 0


# The worked examples ------------------------------------------------------------------------------------------------


def test_1_napolitana_with_continuation_and_three_sevens() -> None:
    assert worth("3H 2H AH KH QH 7S 7D 7C 4S 5C") == 8


def test_2_cards_used_twice() -> None:
    assert worth("3S 2S AS AH AD AC KS KH KD 4C") == 9
    assert worth("3S 2S AS AH AD AC JS KH KD 4C") == 7


def test_3_a_trick() -> None:
    hands = {"Ana": ["5D"], "Boris": ["KD"], "Vera": ["3D"], "Goran": ["AD"]}
    end = played(header(hands=hands, to_act="Ana"), plays("Ana", "5D"), plays("Boris", "KD"), plays("Vera", "3D"),
                 plays("Goran", "AD"))  # fmt: skip
    assert end.verdicts == {}
    assert end.deals[1]["points"] == {"Ana": 1, "Boris": 0, "Vera": 1, "Goran": 0}, "the ace; two other figures drop"


@pytest.mark.parametrize(("aces", "figures", "points"), [((3, 1), (11, 9), (6, 4)), ((3, 1), (13, 7), (7, 3))])
def test_4_aces_and_thirds(aces: tuple[int, int], figures: tuple[int, int], points: tuple[int, int]) -> None:
    end = played(header(), result(aces=dict(zip(PLAYERS, aces, strict=False)), tricks={"Ana": 5, "Boris": 5},
                                  figures=dict(zip(PLAYERS, figures, strict=False))))  # fmt: skip
    assert (end.deals[1]["points"]["Ana"], end.deals[1]["points"]["Boris"]) == points


def test_5_stramaseta() -> None:
    facts = {"aces": {"Ana": 2, "Vera": 2}, "tricks": {"Ana": 4, "Vera": 4, "Boris": 2}}
    end = played(header(), result(figures={"Ana": 9, "Vera": 9, "Boris": 2}, **facts))
    assert (end.deals[1]["points"]["Ana"], end.deals[1]["points"]["Boris"]) == (13, 0)
    end = played(header(), result(figures={"Ana": 9, "Vera": 8, "Boris": 3}, **facts))
    assert (end.deals[1]["points"]["Ana"], end.deals[1]["points"]["Boris"]) == (9, 1)


def test_6_stramasona_and_kalada() -> None:
    facts = {"aces": {"Ana": 4}, "figures": {"Ana": 18, "Boris": 2}}
    end = played(header(), result(tricks={"Ana": 8, "Boris": 1, "Goran": 1}, **facts))
    assert end.deals[1]["points"]["Ana"] == 19
    facts["figures"] = {"Ana": 18, "Vera": 2}
    end = played(header(), result(tricks={"Ana": 8, "Vera": 2}, **facts))
    assert end.deals[1]["points"]["Ana"] == 23


def test_7_kaladondrina() -> None:
    end = played(header(), {"seat": "Ana", "do": "pass"}, shows("Boris", "3H 2H AH KH QH JH 7H 6H 5H 4H"),
                 {"seat": "Boris", "do": "pass"})  # fmt: skip
    assert end.verdicts == {}
    assert end.deals[1]["points"] == {"Ana": 0, "Boris": 26, "Vera": 0, "Goran": 26}
    assert end.deals[1]["match_over"] and end.deals[1]["winners"] == ["Boris", "Goran"]


def test_7_the_surplus_begins_the_next_match() -> None:
    again = {"record": 1, "game": "tresento", "players": PLAYERS, "dealer": "Ana"}
    for rule, carried in (("carried", 5), ("played_only", 0)):
        head = {**header(rules={"surplus": rule}), "start": {}}
        end = play([head, {"id": 1, "do": "result", "facts": {"announced": {"Boris": 26}}},
                    {**again, "rules": {"surplus": rule}},
                    {"id": 2, "do": "result", "facts": {"aces": {"Ana": 4}, "figures": {"Ana": 11, "Boris": 9},
                                                        "tricks": {"Ana": 5, "Boris": 5}}}])  # fmt: skip
        assert end.deals[2]["scores"] == {"Ana": 7, "Boris": 3 + carried, "Vera": 7, "Goran": 3 + carried}


def test_8_the_match_ends_in_the_hvalez() -> None:
    for first in ({"seat": "Ana", "do": "pass"}, None):
        queens = [shows("Ana", "QS QH QD"), {"seat": "Ana", "do": "pass"}]
        events = [first] if first else queens
        end = played(header(19, 18), *events, shows("Boris", "2S 2H 2C"), {"seat": "Boris", "do": "pass"})
        assert end.verdicts == {}
        assert end.deals[1]["winners"] == ["Boris", "Goran"]
        assert end.deals[1]["scores"]["Boris"] == 21 and end.deals[1]["scores"]["Ana"] == (19 if first else 20)


def test_9_a_revoke_is_proved() -> None:
    tricks = ["3D 4D 5D 6D", "3S 4S 5S 6C", "3H 4H 5H 6H", "2H 7H JH QH", "2D 7D JD QD", "3C 4C 5C 7C", "2S 7S 6S JS"]
    cards = [zip(PLAYERS, trick.split(), strict=True) for trick in tricks]
    end = played(header(to_act="Ana"), *(plays(name, card) for trick in cards for name, card in trick))
    assert end.verdicts == {}
    (finding,) = end.events[28]["findings"]
    assert (finding["about"], finding["seat"], finding["rule"], finding["proof"]) == (8, "Goran", "follow_suit", ["JS"])
    assert finding["sentence"] == ("Goran played 6♣ in trick 2; spades had to be followed; but J♠ was in the hand")


def test_10_both_sides_over_21() -> None:
    facts = {"aces": {"Ana": 2, "Boris": 2}, "figures": {"Ana": 10, "Boris": 10}, "tricks": {"Ana": 5, "Boris": 5}}
    end = played(header(18, 17), result(**facts))
    assert end.deals[1]["scores"] == {"Ana": 23, "Boris": 22, "Vera": 23, "Goran": 22}
    assert end.deals[1]["winners"] == ["Ana", "Vera"]


def test_27_points_for_ten_tricks_of_one_player() -> None:
    end = played(header(), result(aces={"Ana": 4}, figures={"Ana": 20}, tricks={"Ana": 10}))
    assert end.deals[1]["points"]["Ana"] == 27
    assert end.deals[1]["how"]["Ana"]["sentence"] == (
        "combinations 0, trick points 10, Stramaseta 3, Stramasona 6, Kalada 4, Kaladona 4"
    )


# House rules --------------------------------------------------------------------------------------------------------

EXPECTED = {
    "four_of_rank": {"any": 4, "no_low": 0},
    "shared_cards": {"allowed": 7, "not_allowed": 4},
}


@pytest.mark.parametrize(
    ("option", "value", "points"), [(o, v, p) for o, values in EXPECTED.items() for v, p in values.items()]
)
def test_what_combinations_are_worth(option: str, value: str, points: int) -> None:
    cards = {"four_of_rank": "6S 6H 6D 6C", "shared_cards": "3S 2S AS KS AH AD"}[option]
    assert worth(cards, **{option: value}) == points


def test_a_shorter_run_leaves_a_card_to_a_set() -> None:
    assert worth("3S 2S AS 3H 3D", shared_cards="not_allowed") == 3, "either the run or the threes"
    assert worth("3S 2S AS KS KH KD KC", shared_cards="not_allowed") == 3 + 4, "the king is worth more in the set"


def test_hvalez_end() -> None:
    for rule, over in (("at_21", True), ("over_21", False), ("after_all", False)):
        end = played(header(18, 0, {"hvalez_end": rule}), shows("Ana", "7S 7H 7D"), {"seat": "Ana", "do": "pass"})
        assert bool(end.deals) == over
    end = played(header(18, 0, {"hvalez_end": "after_all"}), shows("Ana", "7S 7H 7D"), *PASSES)
    assert end.deals[1]["match_over"]


def test_equal_totals_go_on() -> None:
    end = played(header(21, 18), {"seat": "Ana", "do": "pass"})
    assert end.deals[1]["winners"] == ["Ana", "Vera"], "21 brought in win at the first check"
    end = played(header(18, 18), result(aces={"Ana": 2, "Boris": 2}, figures={"Ana": 10, "Boris": 10},
                                        tricks={"Ana": 5, "Boris": 5}))  # fmt: skip
    assert end.deals[1]["scores"]["Ana"] == end.deals[1]["scores"]["Boris"] == 23
    assert not end.deals[1]["match_over"], "equal totals: another deal"


def test_premiums_best_only() -> None:
    facts = {"aces": {"Ana": 4}, "figures": {"Ana": 20}, "tricks": {"Ana": 10}}
    assert played(header(rules={"premiums": "best_only"}), result(**facts)).deals[1]["points"]["Ana"] == 16


def test_target_tie() -> None:
    facts = {"aces": {"Ana": 2, "Boris": 2}, "figures": {"Ana": 10, "Boris": 10}, "tricks": {"Ana": 5, "Boris": 5},
             "announced": {"Boris": 1}}  # fmt: skip
    for rule, side in (("higher_total", "Ana"), ("announcers", "Boris"), ("dealers_opponents", "Ana")):
        assert played(header(19, 16, {"target_tie": rule}), result(**facts)).deals[1]["winners"][0] == side
    low = played(header(16, 18, {"target_tie": "dealers_opponents"}), result(**facts))
    assert low.deals[1]["winners"] == ["Ana", "Vera"], "21 against 24, but Goran has dealt"


def test_stramaseta_any_lost() -> None:
    facts = {"aces": {"Ana": 2, "Vera": 2}, "figures": {"Ana": 9, "Vera": 9, "Boris": 2},
             "tricks": {"Ana": 4, "Vera": 3, "Boris": 3}}  # fmt: skip
    for rule, points in (("no", 10), ("yes", 13)):
        assert played(header(rules={"stramaseta_any_lost": rule}), result(**facts)).deals[1]["points"]["Ana"] == points


def test_last_trick_point() -> None:
    facts = {"aces": {"Ana": 4}, "figures": {"Ana": 11, "Boris": 9}, "tricks": {"Ana": 5, "Boris": 5}, "last": "Boris"}
    for rule, points in (("off", 3), ("on", 4)):
        assert played(header(rules={"last_trick_point": rule}), result(**facts)).deals[1]["points"]["Boris"] == points


@pytest.mark.parametrize(("rule", "points"), [("struck", (7, 3)), ("to_opponents", (7, 6)), ("tricks_lost", (0, 3))])
def test_a_false_announcement(rule: str, points: tuple[int, int]) -> None:
    """Ana names three sevens, but the seven of clubs is Boris's."""
    rules = {"announcing": "spoken", "false_announcement": rule}
    said = {"seat": "Ana", "do": "say", "cards": ["7S", "7H", "7C"]}
    tricks = ["3D 4D 5D 6D", "3S 4S 5S 6S", "3H 4H 5H 6H", "2H QH JH KH", "2D QD JD KD", "3C 4C 5C 6C", "2S QS JS KS",
              "2C QC JC KC", "7S AS AH AD"]  # fmt: skip
    cards = [*(pair for trick in tricks for pair in zip(PLAYERS, trick.split(), strict=True)),
             ("Boris", "7C"), ("Vera", "AC"), ("Goran", "7D"), ("Ana", "7H")]  # fmt: skip
    end = played(header(rules=rules), said, *PASSES, *(plays(name, card) for name, card in cards))
    found = [f for line in end.events.values() for f in line["findings"] if f["rule"] == "combination"]
    assert [(f["about"], f["seat"]) for f in found] == [(1, "Ana")]
    assert (end.deals[1]["points"]["Ana"], end.deals[1]["points"]["Boris"]) == points


# What is refused ----------------------------------------------------------------------------------------------------


def test_declaring_out_of_turn_is_void() -> None:
    end = played(header(), shows("Boris", "3H 2H AH"), {"seat": "Ana", "do": "pass"})
    assert end.verdicts == {1: "illegal"}
    assert end.sentence(1) == "Boris is not to act: Ana declares combinations, or says Dalje"
    assert end.events[2]["awaits"]["seats"] == ["Boris"]


def test_after_the_first_lead_nothing_is_declared() -> None:
    end = played(header(), *PASSES, plays("Ana", "4S"), shows("Boris", "3H 2H AH"))
    assert end.sentence(6) == (
        "Boris need not show cards now: combinations are declared before the first lead, each player in his turn; "
        "Boris plays 1 card"
    )


def test_a_card_shown_by_two() -> None:
    end = played(header(), shows("Ana", "3H 2H AH"), {"seat": "Ana", "do": "pass"}, shows("Boris", "AH AS AD"))
    assert end.verdicts == {3: "impossible"}
    assert end.sentence(3) == "A♥ was already seen in the hand of Ana: is this another card?"


def test_a_card_that_was_shown_must_follow_at_once() -> None:
    end = played(header(), {"seat": "Ana", "do": "pass"}, shows("Boris", "7S 7H 7D"), *PASSES[1:],
                 plays("Ana", "4S"), plays("Boris", "4D"))  # fmt: skip
    assert end.verdicts == {7: "illegal"}
    assert end.sentence(7) == "Boris played 4♦ in trick 1; spades had to be followed; but 7♠ was in the hand"


def test_the_rest_are_mine() -> None:
    hands = {"Ana": ["3H", "3S"], "Boris": ["4H", "4S"], "Vera": ["5H", "5S"], "Goran": ["6H", "AS"]}
    end = played(header(hands=hands, to_act="Ana"), {"seat": "Ana", "do": "note", "what": "rest_mine"})
    assert end.deals[1]["points"] == {"Ana": 1, "Boris": 0, "Vera": 1, "Goran": 0}


@pytest.mark.parametrize(
    "facts",
    [
        {"aces": {"Ana": 3}, "figures": {"Ana": 20}, "tricks": {"Ana": 10}},
        {"aces": {"Ana": 4}, "figures": {"Ana": 21}, "tricks": {"Ana": 10}},
        {"announced": {"Ana": 3}}, {"announced": {"Ana": ["3X"]}}, {"announced": {"Ana": -1}}, {"points": {"Ana": 1}},
    ],
)  # fmt: skip
def test_a_result_that_cannot_be(facts: dict[str, Any]) -> None:
    with pytest.raises(BadRecord):
        played(header(), result(**facts))


def test_every_option_of_the_specification() -> None:
    named = {option.name: option.default for option in find_game("tresento").options}
    assert named == {
        "four_of_rank": "any", "shared_cards": "allowed", "announcing": "shown", "hvalez_end": "at_21",
        "premiums": "cumulative", "target_tie": "higher_total", "surplus": "carried", "false_announcement": "struck",
        "stramaseta_any_lost": "no", "last_trick_point": "off",
    }  # fmt: skip
