"""Every worked example of ``rules/kalabra.md`` through the deal record; the numbers are those of the rules page."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Card
from companion.games.kalabra_takes import VALUES, sets_for
from tests.companion.replays import Played, play

PACK = [Card(rank, suit) for rank in VALUES for suit in "SHDC"]


def header(names: str, rules: dict[str, str] | None = None, **start: Any) -> dict[str, Any]:
    """A deal by the last player."""
    players = list(names)
    return {"record": 1, "game": "kalabra", "players": players, "dealer": players[-1], "rules": rules or {},
            "start": start}  # fmt: skip


def put(seat: str, card: str) -> dict[str, Any]:
    """A card of the hand to the talon."""
    return {"do": "play", "seat": seat, "cards": [card]}


def take(seat: str, *cards: str) -> dict[str, Any]:
    """What it takes."""
    return {"do": "take", "seat": seat, "cards": list(cards)}


def tried(talon: str, card: str, taken: str, rules: dict[str, str] | None = None) -> str:
    """What is said of a capture by A."""
    start = {"lot": talon.split(), "hands": {"A": [card, "9C", "9S"]}, "stock": 10}
    return str(play([header("AB", rules, **start), put("A", card), take("A", *taken.split())]).events[2]["verdict"])


def test_1_one_combination() -> None:
    talon = "5H 8C KD 3S AC"
    assert tried(talon, "KS", "KD") == tried(talon, "KS", "5H 8C") == "ok"
    assert tried(talon, "KS", "KD 5H 8C") == tried(talon, "KS", "8C 3S AC") == "illegal"
    assert tried(talon, "KS", "KD 5H 8C", {"rank_and_sum": "all"}) == "ok"


def test_2_and_3_sums_and_ranks() -> None:
    for taken in ("TD", "7S 3C", "9D AH"):
        assert tried("TD 7S 3C 9D AH", "TH", taken) == "ok"
    assert tried("TD 7S 3C 9D AH", "TH", "7S 3C 9D AH") == "illegal"
    for taken in ("2S 9H", "4D 7C"):
        assert tried("2S 9H 4D 7C", "JC", taken) == "ok"


def test_4_a_card_that_takes_must_take() -> None:
    start = {"lot": ["6C", "2D"], "hands": {"A": ["6H", "9C", "9S"]}, "stock": 10}
    told = play([header("AB", **start), put("A", "6H"), {"do": "draw", "seat": "A", "count": 1}])
    assert told.verdicts == {2: "illegal"} and told.events[2]["findings"][0]["rule"] == "must_capture"
    assert told.sentence(2) == "A laid 6♥ though it takes 6♣" and told.events[2]["awaits"]["seats"] == ["B"]
    free = play([header("AB", {"must_capture": "free"}, **start), put("A", "6H"), {"do": "draw", "seat": "A"}])
    assert free.verdicts == {}


def test_the_last_card_of_the_deal_may_be_left_where_the_table_plays_so() -> None:
    """Nothing comes after it that would tell so: its player says Dalje, and the talon is the dealer's."""
    start = {"lot": ["6C", "2D"], "hands": {"A": ["6H"], "B": []}, "stock": 0}
    told = [put("A", "6H"), {"do": "pass", "seat": "A"}]
    free = play([header("AB", {"must_capture": "free"}, **start), *told])
    assert free.verdicts == {} and free.deals[1]["how"]["B"]["pile"] == 3
    must = play([header("AB", **start), *told])
    assert [finding["rule"] for finding in must.deals[1]["findings"]] == ["must_capture"]


def by_hand(names: str, rules: dict[str, str] | None = None, **facts: Any) -> dict[str, int]:
    """The points of a result entered by hand."""
    points: dict[str, int] = play([header(names, rules), {"do": "result", "facts": facts}]).deals[1]["points"]
    return points


def test_5_and_6_the_score_of_a_deal() -> None:
    assert by_hand("ABC", cards={"A": 20, "B": 17, "C": 15}, TD="B", **{"2S": "C"}) == {"A": 1, "B": 1, "C": 2}
    even: dict[str, Any] = {"cards": {"A": 26, "B": 26}, "TD": "A", "2S": "A"}
    assert by_hand("AB", **even) == {"A": 3, "B": 0}
    assert by_hand("AB", {"tie_most": "all"}, **even) == {"A": 4, "B": 1}


def test_7_na_dosta() -> None:
    start = {"lot": ["TD", "2S"], "hands": {"B": ["TS", "2C", "2H"]}, "stock": 10, "to_act": "B",
             "scores": {"A": 9, "B": 10}}  # fmt: skip
    told = play([header("AB", **start), put("B", "TS"), take("B", "TD")])
    assert told.deals[1]["scores"] == {"A": 9, "B": 11} and told.deals[1]["winners"] == ["B"]


def end_of_deal(rules: dict[str, str] | None = None) -> Played:
    """The last card of a deal: the talon that is left is the dealer's."""
    start = {"lot": ["4H", "9C", "QS"], "hands": {"B": ["6S"], "A": []}, "piles": {"A": 20, "B": 28}, "to_act": "B"}
    return play([header("BA", rules, **start), put("B", "6S")])


def test_8_the_remainder_is_the_dealers() -> None:
    assert end_of_deal().deals[1]["how"]["A"]["pile"] == 24, "20, and the four that were left"


def test_9_another_card_of_the_hand_takes() -> None:
    start = {"lot": ["8D", "5C"], "hands": {"B": ["3C", "9H"]}, "piles": {"A": 20, "B": 20}, "to_act": "A"}
    lines = [put("A", "2H"), put("B", "9H"), put("A", "8S")]
    told = play([header("AB", **start), *lines])
    finding = told.events[3]["findings"][0]
    assert (finding["about"], finding["seat"], finding["proof"]) == (1, "A", ["8S"])
    assert play([header("AB", {"must_capture": "card"}, **start), *lines]).events[3]["findings"] == []
    stocked = {**start, "stock": 6}
    told = play([header("AB", **stocked), put("A", "2H"), {"do": "draw", "seat": "A"}, put("B", "9H"),
                 {"do": "draw", "seat": "B"}, put("A", "8S")])  # fmt: skip
    assert told.events[5]["findings"] == [], "it may be the card drawn since"


def test_10_a_majority_that_nobody_can_catch() -> None:
    start = {"lot": ["KD", "3C"], "hands": {"A": ["KS", "4C", "5D"], "B": ["6S", "7S", "8H"]}, "stock": 7,
             "piles": {"A": 25, "B": 10}, "scores": {"A": 10, "B": 8}, "to_act": "A"}  # fmt: skip
    told = play([header("AB", **start), put("A", "KS"), take("A", "KD")])
    assert told.deals[1]["scores"] == {"A": 11, "B": 8} and told.deals[1]["winners"] == ["A"]
    told = play([header("AB", {"majority_early": "no"}, **start), put("A", "KS"), take("A", "KD")])
    assert told.deals == {}


def test_hands_may_be_filled_when_all_are_empty() -> None:
    start = {"lot": ["KD"], "hands": {"A": ["2C"], "B": []}, "stock": 10}
    told = play([header("AB", {"refill": "three"}, **start), put("A", "2C")])
    assert told.events[1]["awaits"] == {"do": ["draw"], "seats": ["A"], "count": 3}


def declaring(said: bool) -> Played:
    """A deal in which A, who has 10, takes the ten of diamonds with his first card."""
    start = {"scores": {"A": 10, "B": 3}}
    say = [{"do": "say", "seat": "B", "word": "last_deal"}] if said else []
    turn = {"do": "turn", "cards": ["TD", "4C", "KD", "2H", "QC"]}
    return play([header("AB", {"last_deal": "declared"}, **start), *say, turn, put("A", "TS"), take("A", "TD")])


def test_only_a_declared_last_deal_may_be_played_na_dosta() -> None:
    told = declaring(said=True)
    assert told.verdicts == {} and told.deals[1]["winners"] == ["A"] and told.deals[1]["match_over"]
    told = declaring(said=False)
    assert told.verdicts == {} and told.deals == {} and told.events[3]["awaits"]["do"] == ["draw"]
    late = play([header("AB", {"last_deal": "declared"}), {"do": "turn", "cards": ["TD", "4C", "KD", "2H", "QC"]},
                 {"do": "say", "seat": "B", "word": "last_deal"}])  # fmt: skip
    assert late.verdicts == {2: "illegal"}
    start = {"lot": ["KD", "3C"], "hands": {"A": ["KS", "4C", "5D"], "B": ["6S", "7S", "8H"]}, "stock": 7,
             "piles": {"A": 25, "B": 10}, "scores": {"A": 10, "B": 8}, "to_act": "A"}  # fmt: skip
    told = play([header("AB", {"last_deal": "declared"}, **start), put("A", "KS"), take("A", "KD")])
    assert told.deals == {}, "the most cards count at the end"


@given(st.lists(st.sampled_from(sorted(PACK)), unique=True, max_size=9), st.sampled_from(sorted(PACK)))
def test_what_a_card_may_take_is_found_without_trying_everything(talon: list[Card], card: Card) -> None:
    whole = (cards for n in range(2, len(talon) + 1) for cards in combinations(talon, n))
    adding = [cards for cards in whole if sum(VALUES[one.rank] for one in cards) == VALUES[card.rank]]
    assert list(sets_for(card, talon)) == [(one,) for one in talon if one.rank == card.rank] + adding


def test_nothing_is_taken_from_a_long_talon_at_once() -> None:
    talon = [one for one in sorted(PACK) if VALUES[one.rank] > 5]
    assert len(talon) == 32 and list(sets_for(Card("5", "C"), talon)) == [], "four thousand million combinations"
