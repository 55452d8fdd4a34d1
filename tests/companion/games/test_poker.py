"""Every worked example of ``rules/poker.md`` through the deal record; the numbers are those of the rules page."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cards import pack, parse_cards
from companion.evening import suspects
from companion.evening.session import Session
from companion.evening.viewer import view
from companion.events import BadRecord
from companion.games import find_game
from companion.kept.journal import Journal
from companion.match.match import Header
from companion.rules.poker_hands import ORDER, Ranking, may_be_combination, worth
from companion.table.pots import shared, side_pots
from companion.view import NewMatch, TableView
from tests.companion import house
from tests.companion.house import Told
from tests.companion.perfect import perfect_table
from tests.companion.replays import Played, play, table_of

A, B, C, D, E = "A", "B", "C", "D", "E"
FULL, HIGH, LOW, PAIR = "AS AD AH 2C 2H", "KS JD 9H 7C 5D", "TS 8D 6H 4C 3S", "QS QD 7S 4H 2D"


def header(players: int, rules: dict[str, str] | None = None, dealer: str = "", **start: Any) -> dict[str, Any]:
    """A deal by the last of so many players, or by the one named."""
    names = ["A", "B", "C", "D", "E", "F"][:players]
    return {"record": 1, "game": "poker", "players": names, "dealer": dealer or names[-1], "rules": rules or {},
            "start": start}  # fmt: skip


def passes(seat: str) -> dict[str, Any]:
    return {"do": "pass", "seat": seat}


def bets(seat: str, amount: int, word: str = "") -> dict[str, Any]:
    """A bet; ``word`` raise for a raise."""
    return {"do": "bid", "seat": seat, "amount": amount} | ({"word": word} if word else {})


def raises(seat: str, amount: int) -> dict[str, Any]:
    return bets(seat, amount, "raise")


def calls(seat: str, **more: Any) -> dict[str, Any]:
    return {"do": "choose", "seat": seat, "option": "call"} | more


def folds(seat: str, cards: str = "") -> dict[str, Any]:
    return {"do": "choose", "seat": seat, "option": "fold"} | ({"cards": cards.split()} if cards else {})


def shows(seat: str, cards: str) -> dict[str, Any]:
    return {"do": "show", "seat": seat, "cards": cards.split()}


def lays(seat: str, count: int) -> dict[str, Any]:
    return {"do": "discard", "seat": seat, "count": count}


def draws(seat: str, count: int) -> dict[str, Any]:
    return {"do": "draw", "seat": seat, "count": count}


def exchanges(seat: str, count: int) -> list[dict[str, Any]]:
    return [lays(seat, count), draws(seat, count)]


def compared(one: str, other: str, **rules: str) -> tuple[int, int, str, str]:
    """Two hands at a showdown of a pot of 10: what A and B win, and what their hands are called."""
    rules = {"openers": "none", **rules}
    told = play([header(2, rules), bets(A, 4), calls(B), shows(A, one), shows(B, other)])
    assert told.verdicts == {}
    how = told.deals[1]["how"]
    return how[A]["won"], how[B]["won"], how[A]["hand"], how[B]["hand"]


def test_1_and_2_equal_pairs() -> None:
    one, other = "7S 7H KD 3C 2S", "7D 7C TH 9S 8D"
    assert compared(one, other)[:2] == (0, 10)
    assert compared(one, other, pair_rest="kickers")[:2] == (10, 0)
    one, other = "9S 9H KD 4C 2S", "9D 9C QH 5S 2D"
    assert compared(one, other)[:2] == (5, 5)
    assert compared(one, other, pair_rest="kickers")[:2] == (10, 0)


def test_3_two_pairs() -> None:
    assert compared("KS KH 3D 3C 9S", "KD KC 3S 3H JD")[:2] == (0, 10)
    assert compared("KS KH 3D 3C 9S", "QS QH JD JC AS")[:2] == (10, 0)


def test_4_a_flush_of_five_or_of_four() -> None:
    assert compared("KH TH 7H 2H 9S", "5S 6D 7D 8C 9C") == (0, 10, "high_card", "straight")
    assert compared("KH TH 7H 2H 9S", "5S 6D 7D 8C 9C", flush="four") == (10, 0, "flush", "straight")
    assert compared("5H 6H 8H 9H 7S", "2C 3C 4D TS QD")[2] == "straight"
    assert compared("5H 6H 8H 9H 7S", "2C 3C 4D TS QD", flush="four")[2] == "flush"
    assert compared("5H 6H 7H 8H KS", "2C 3C 4D TS QD", flush="four")[2] == "high_card"


def test_5_the_ace_below_the_two() -> None:
    assert compared("AS 2D 3H 4C 5S", "2S 3D 4H 5C 6S") == (0, 10, "straight", "straight")
    assert compared("AS 2D 3H 4C 5S", "2S 3D 4H 5C 6S", wheel="off")[2] == "high_card"
    assert compared("QS KD AH 2C 3S", "2S 3D 4H 5C 7S")[2] == "high_card"


ASCENDING = (
    "AS KD JH 9C 7S", "2S 2H KD 9C 4S", "2S 2H 3D 3C 4S", "2S 2H 2D 3C 4S", "2S 3D 4H 5C 6S", "2H 4H 6H 8H 9H",
    "2S 2H 2D 3C 3S", "2S 2H 2D 2C 3S", "2D 3D 4D 5D 6D", "TC JC QC KC AC",
)  # fmt: skip


def test_6_ascending_order() -> None:
    """Neighbours of the page share cards: the list is ranked, and those that share none are played."""
    found = [worth(parse_cards(cards.split()), Ranking()) for cards in ASCENDING]
    assert [one.combination for one in found] == list(ORDER)
    assert all(low.order < high.order for low, high in pairwise(found))
    for cards, better in pairwise(ASCENDING):
        if not set(cards.split()) & set(better.split()):
            assert compared(cards, better)[:2] == (0, 10)


ROUND = [bets(A, 5), raises(B, 2)]


def test_7_betting_and_a_player_without_money() -> None:
    told = play([header(4, stack={C: 4}), *ROUND, calls(C)])
    assert told.verdicts == {3: "illegal"} and told.sentence(3) == "C has only 3 and cannot call 7: he folds"
    assert told.events[2]["awaits"] == {"do": ["choose"], "seats": [C], "options": ["fold"], "due": 7}
    lines = [header(4, stack={C: 4}), *ROUND, folds(C, LOW), calls(D, amount=7), calls(A, amount=2)]
    told, t = play(lines), table_of(lines)
    assert told.verdicts == {} and t.pot == 25 and t.stage == "laid down"
    assert [str(card) for card in t.cards("hand 2")] == LOW.split()
    assert play([header(4), *ROUND, calls(C, amount=5)]).verdicts == {3: "illegal"}, "less than the call"


def refused(*lines: dict[str, Any], players: int = 4, **rules: str) -> str:
    """What the referee says of the last line; all others are legal."""
    told = play([header(players, rules), *lines])
    assert told.verdicts == {len(lines): "illegal"}
    return told.sentence(len(lines))


def test_8_illegal_at_once() -> None:
    assert "a bet stands" in refused(bets(A, 5), passes(B))
    assert refused(passes(B)).startswith("B is not to act")
    assert refused(passes(A), bets(B, 2), calls(C), calls(D), bets(A, 3, "bet")) == (
        "a bet stands: A calls, raises or folds"
    )
    assert "no betting round" in refused(bets(A, 2), calls(B), raises(A, 1), players=2)
    assert "only when a bet stands" in refused(folds(A))
    assert "nobody has bet yet" in refused(raises(A, 2))
    assert refused(bets(A, 2), raises(B, 0)) == "B put in 0: it is at least 1"
    assert refused(bets(A, 0)) == "A put in 0: it is at least 1"
    lines = [passes(A), bets(B, 4), folds(C), calls(A)]
    told, t = play([header(3), *lines]), table_of([header(3), *lines])
    assert told.verdicts == {} and t.pot == 11 and t.bids == {1: 4, 0: 4}


def test_9_side_pots() -> None:
    put = {"A": 10, "B": 25, "C": 40, "D": 40, "E": 15}
    pots = side_pots(dict(enumerate(put.values())), (0, 1, 2, 3))
    assert [(pot.units, pot.eligible) for pot in pots] == [(50, (0, 1, 2, 3)), (50, (1, 2, 3)), (30, (2, 3))]
    # the same played: the ante is 1; A bets 9 and is all in, B raises 15 and is all in, C and D go to 40
    lines = [bets(A, 9), raises(B, 15), raises(C, 15), calls(D), {**folds(E)}]
    told = play([header(5, {"short_money": "side_pots"}, stack={A: 10, B: 25, C: 90, D: 90}), *lines])
    assert told.verdicts == {}
    hands = {"A": "AS AH AD AC 2S", "B": "KS KH KD KC 3S", "C": "QS QH 3D 4D 5H", "D": "JS JH 8D 9C TC"}
    rules = {"short_money": "side_pots", "openers": "none"}
    result = {"do": "result", "facts": {"put": put}, "hands": {n: cards.split() for n, cards in hands.items()}}
    how = play([header(5, rules), result]).deals[1]["how"]
    assert {name: how[name]["won"] for name in how} == {"A": 50, "B": 50, "C": 30, "D": 0, "E": 0}


def test_10_an_odd_unit() -> None:
    hands = {"B": "5S 6D 7H 8C 9S", "D": "5D 6H 7C 8S 9D", "C": "AS AD KH QC JS"}
    put = {"A": 4, "B": 7, "C": 7, "D": 7}
    result = {"do": "result", "facts": {"put": put}, "hands": {n: cards.split() for n, cards in hands.items()}}

    def won(odd: str) -> dict[str, int]:
        how = play([header(4, {"odd_unit": odd}), result]).deals[1]["how"]
        return {name: how[name]["won"] for name in how}

    assert won("dealers_left") == {"A": 0, "B": 13, "C": 0, "D": 12}
    assert won("dealers_right") == {"A": 0, "B": 13, "C": 0, "D": 12}, "the dealer himself is the last on both sides"
    assert won("stays") == {"A": 0, "B": 12, "C": 0, "D": 12}
    assert shared(25, (1, 2), (2, 1, 0, 3), odd_stays=False) == {1: 12, 2: 13}


THREE = {"variant": "haromcseres"}
ROUND_OF_TWO = [bets(A, 1), calls(B)]


def test_11_exchanges() -> None:
    start = [header(2, THREE), *ROUND_OF_TWO]
    told = play([*start, *exchanges(A, 0)[:1], *exchanges(B, 5)])
    assert told.verdicts == {}
    told = play([*start, lays(A, 0), *exchanges(B, 5), lays(B, 1)])
    assert told.verdicts == {6: "illegal"}
    told = play([*start, lays(A, 2), draws(A, 3)])
    assert told.verdicts == {4: "illegal"} and told.sentence(4) == "A draws 2 cards, not 3"
    told = play([*start, lays(A, 6)])
    assert told.sentence(3) == "A lays off at most 5 cards, not 6"
    told = play([header(2), *ROUND_OF_TWO, lays(A, 1)])
    assert told.verdicts == {3: "illegal"} and "no cards are exchanged in this variant" in told.sentence(3)
    told = play([header(3, THREE), bets(A, 1), folds(B), calls(C), lays(A, 0), lays(B, 1)])
    assert told.verdicts == {5: "illegal"} and told.sentence(5).startswith("B has folded")
    assert play([*start, lays(B, 1)]).verdicts == {3: "illegal"}, "out of turn"


def short_stock() -> list[dict[str, Any]]:
    """Example 12 up to D's three discards in the second phase."""
    everybody = [A, B, C, D]
    lines = [header(4, THREE), bets(A, 1), *map(calls, everybody[1:])]
    for seat in everybody:
        lines += exchanges(seat, 5)
    lines += [passes(seat) for seat in everybody]
    return [*lines, *exchanges(A, 5), *exchanges(B, 5), *exchanges(C, 2), lays(D, 3)]


def test_12_the_stock_is_too_short() -> None:
    lines = short_stock()
    t = table_of(lines)
    assert t.size("stock") == 27 and t.size("aside") == 5 + 3, "D's own eight discards stay"
    told, t = play([*lines, draws(D, 3)]), table_of([*lines, draws(D, 3)])
    assert told.verdicts == {} and t.size("stock") == 24
    lines[0] = header(4, {**THREE, "short_stock": "what_is_left"})
    told = play(lines)
    assert told.verdicts == {len(lines) - 1: "illegal"} and "at most 0 cards" in told.sentence(len(lines) - 1)


def test_who_needs_more_than_the_stock_has_takes_what_is_left_first() -> None:
    lines = [*short_stock()[:-3], lays(C, 5), draws(C, 2)]
    assert table_of(lines).size("stock") == 5 * 4 + 5 + 5 - 5, "all but C's own"
    told = play([*lines, draws(C, 3)])
    assert told.verdicts == {} and table_of([*lines, draws(C, 3)]).size("hand 2") == 5


def everybody_passes(rules: dict[str, str]) -> Played:
    """Two deals of four; all pass in the first, and in the second A bets and everybody folds."""
    first = [header(4, rules), *map(passes, (A, B, C, D))]
    again = {key: value for key, value in header(4, rules).items() if key not in ("dealer", "start")}
    dealer = A if rules.get("all_pass") != "same_dealer" else D
    order = [A, B, C, D] if dealer == D else [B, C, D, A]
    return play([*first, again, bets(order[0], 1), *map(folds, order[1:])])


def test_13_a_dead_deal_leaves_the_pot() -> None:
    told = everybody_passes({})
    assert told.deals[1]["points"] == {"A": -1, "B": -1, "C": -1, "D": -1}
    assert told.verdicts == {} and told.deals[2]["how"]["B"]["won"] == 8 + 1
    assert told.deals[2]["scores"] == {"A": -2, "B": 6, "C": -2, "D": -2}
    told = everybody_passes({"all_pass": "antes_returned"})
    assert told.deals[1]["points"] == dict.fromkeys("ABCD", 0) and told.deals[2]["how"]["B"]["won"] == 5
    told = everybody_passes({"all_pass": "same_dealer"})
    assert told.verdicts == {} and told.deals[2]["how"]["A"]["won"] == 9
    told = play([header(4), {"do": "result", "facts": {"passed": True}}])
    assert told.deals[1]["points"] == dict.fromkeys("ABCD", -1), "the same by hand"


# House rules --------------------------------------------------------------------------------------------------------


def test_who_passes_may_be_out() -> None:
    told = play([header(3, {"pass_before_bet": "out"}), passes(A), passes(B)])
    assert told.deals[1]["points"] == {"A": -1, "B": -1, "C": 2}


def test_who_begins_later_rounds() -> None:
    def first(rule: str) -> str:
        lines = [passes(A), bets(B, 2), raises(C, 1), calls(A), calls(B), *map(passes, {
            "dealers_left": (A, B, C), "last_raiser": (C, A, B), "opener": (B, C, A)}[rule])]  # fmt: skip
        told = play([header(3, {"later_first": rule, "variant": "egyhuzasos"}), *lines])
        assert told.verdicts == {}
        return str(told.events[len(lines)]["awaits"]["seats"][0])

    assert [first(rule) for rule in ("dealers_left", "last_raiser", "opener")] == [A, C, B]


def test_openers_are_found_out_when_the_hand_is_seen() -> None:
    lines = [header(2), bets(A, 3), calls(B), shows(A, HIGH)]
    told = play(lines)
    finding = told.events[3]["findings"][0]
    assert (finding["about"], finding["seat"], finding["rule"]) == (1, "A", "openers")
    assert finding["proof"] == HIGH.split() and "a pair or better had to be held" in finding["sentence"]
    assert play([*lines[:-1], shows(A, PAIR)]).events[3]["findings"] == []
    for harmless in (header(2, {"openers": "none"}), header(2, {"flush": "four", "openers": "none"})):
        assert play([harmless, *lines[1:]]).events[3]["findings"] == []
    folded = play([header(3), bets(A, 3), raises(B, 1), calls(C), folds(A, HIGH)])
    assert folded.events[4]["findings"][0]["about"] == 1, "folded face up"
    later = play([header(3), bets(A, 3), raises(B, 1), calls(C), folds(A), shows(A, HIGH)])
    assert later.events[5]["findings"][0]["about"] == 1, "named after the fold"


def test_an_exchange_hides_what_the_opener_held() -> None:
    lines = [header(2, {"variant": "egyhuzasos"}), bets(A, 3), calls(B), *exchanges(A, 1), passes(B)]
    told = play([*lines, passes(A), passes(B), shows(A, HIGH)])
    assert told.verdicts == {} and told.events[8]["findings"] == []
    lines[3:5] = [passes(A)]
    told = play([*lines, passes(A), passes(B), shows(A, HIGH)])
    assert told.events[7]["findings"][0]["about"] == 1, "he kept all five"


def test_a_four_flush_is_a_combination_where_the_table_plays_it() -> None:
    four = "KH TH 7H 2H 9S"
    assert play([header(2), bets(A, 1), calls(B), shows(A, four)]).events[3]["findings"] != []
    assert play([header(2, {"flush": "four"}), bets(A, 1), calls(B), shows(A, four)]).events[3]["findings"] == []


def test_a_strict_table_takes_the_pot_from_a_false_opener() -> None:
    strict = {"openers": "strict"}
    told = play([header(3, strict), bets(A, 3), calls(B), folds(C), shows(A, HIGH), shows(B, LOW)])
    assert told.deals[1]["points"] == {"A": -4, "B": 5, "C": -1}
    told = play([header(2, strict), bets(A, 3), folds(B), shows(A, PAIR)])
    assert told.deals[1]["points"] == {"A": 1, "B": -1}
    lines = [header(2, strict), bets(A, 3), folds(B), shows(A, HIGH)]
    assert play(lines).deals[1]["points"] == {"A": -4, "B": -1} and table_of(lines).pot == 5, "the pot stays"


def test_an_illegal_act_may_cost_the_hand() -> None:
    rules = {"illegal_action": "forced_fold"}
    told = play([header(3, rules), bets(A, 5), passes(B), folds(C)])
    assert told.verdicts == {2: "illegal"} and told.deals[1]["points"] == {"A": 2, "B": -1, "C": -1}
    told = play([header(3, rules), passes(B), passes(A), bets(C, 1)])
    assert told.events[3]["awaits"]["seats"] == [A], "B spoke out of turn and is out"
    told = play([header(3, {**rules, "variant": "egyhuzasos"}), bets(A, 1), calls(B), calls(C), lays(A, 6)])
    assert told.events[4]["awaits"]["seats"] == [B]


def test_limits_of_bets() -> None:
    assert "at least 5" in refused(bets(A, 3), bet_limit="fixed")
    assert "at most 5" in refused(bets(A, 6), bet_limit="fixed")
    assert "at most 4" in refused(bets(A, 5), bet_limit="pot")
    assert "at most 12" in refused(bets(A, 4), raises(B, 13), bet_limit="pot"), "the pot after calling"
    lines = [bets(A, 1), *(raises(seat, 1) for seat in (B, C, D))]
    told = play([header(4, {"bet_limit": "max_raises"}), *lines, raises(A, 1)])
    assert told.verdicts == {5: "illegal"} and told.events[4]["awaits"]["do"] == ["choose"]


def test_all_in_skips_the_rounds_in_which_nobody_can_bet() -> None:
    rules = {"short_money": "side_pots", "variant": "egyhuzasos"}
    told = play([header(2, rules, stack={A: 5, B: 9}), bets(A, 4), calls(B), passes(A), passes(B),
                 shows(A, PAIR), shows(B, HIGH)])  # fmt: skip
    assert told.verdicts == {} and told.deals[1]["points"] == {"A": 5, "B": -5}
    told = play([header(3, {"short_money": "side_pots"}, stack={A: 5, B: 3, C: 30}), bets(A, 4), calls(B, amount=2),
                 folds(C), shows(A, HIGH), shows(B, PAIR)])  # fmt: skip
    assert told.deals[1]["how"]["B"]["won"] == 3 + 3 + 1 and told.deals[1]["how"]["A"]["won"] == 2


def test_who_cannot_pay_the_ante_is_not_dealt_in_and_money_goes_on() -> None:
    again = {key: value for key, value in header(3).items() if key not in ("dealer", "start")}
    told = play([header(3, stack={A: 1, B: 9, C: 9}), passes(A), bets(B, 1), folds(C), folds(A), again, bets(B, 8)])
    assert told.verdicts == {} and told.deals[1]["scores"] == {"A": -1, "B": 2, "C": -1}
    assert told.events[4]["awaits"] == {}
    t = table_of([header(3, stack={A: 0, B: 9, C: 9})])
    assert t.size("hand 0") == 0 and t.pot == 2 and t.chips == {0: 0, 1: 8, 2: 8}
    assert play([header(3, stack={A: 0, B: 9, C: 9}), passes(A)]).sentence(1).startswith("A could not pay the ante")


def test_the_last_player_with_money_has_won() -> None:
    rules = {"match_end": "last_player", "stack": "50", "short_money": "side_pots"}
    told = play([header(2, rules), bets(A, 49), calls(B), shows(A, PAIR), shows(B, HIGH)])
    assert told.deals[1]["match_over"] and told.deals[1]["winners"] == ["A"]
    told = play([header(2, rules, stack={A: 0})])
    assert told.deals[1]["match_over"] and told.deals[1]["points"] == {"A": 0, "B": 0}


def test_a_fixed_number_of_deals() -> None:
    again = {key: value for key, value in header(2, {"match_end": "deals"}).items() if key not in ("dealer", "start")}
    lines: list[dict[str, Any]] = []
    for _ in range(6):
        lines += [again, {"do": "result", "facts": {"winner": "A"}}]
    told = play(lines)
    assert not told.deals[5]["match_over"] and told.deals[6]["match_over"] and told.deals[6]["winners"] == ["A"]


def test_nothing_stays_in_the_pot_after_the_last_deal() -> None:
    again = {key: value for key, value in header(2, {"match_end": "deals"}).items() if key not in ("dealer", "start")}
    lines: list[dict[str, Any]] = []
    for _ in range(6):
        lines += [again, {"do": "result", "facts": {"passed": True}}]
    told = play(lines)
    assert told.deals[5]["scores"] == {"A": -5, "B": -5}
    assert told.deals[6]["match_over"] and told.deals[6]["scores"] == {"A": 0, "B": 0}


@pytest.mark.parametrize("facts", [
    {"put": {"A": 5}}, {"winner": "A", "passed": True}, {"winner": "X"}, {"put": {"A": -1}, "winner": "A"},
    {"passed": 1},
])  # fmt: skip
def test_results_that_cannot_be(facts: dict[str, Any]) -> None:
    with pytest.raises(BadRecord):
        play([header(2), {"do": "result", "facts": facts}])


def test_who_shows_must_have_called() -> None:
    hands = {"A": PAIR.split(), "B": HIGH.split()}
    bad: list[dict[str, Any]] = [
        {"facts": {"put": {"A": 5, "B": 4}}, "hands": hands}, {"hands": {"A": PAIR.split()}},
        {"hands": {"A": PAIR.split()[:4], "B": HIGH.split()}}, {"hands": {"A": PAIR.split(), "B": PAIR.split()}},
        {"hands": {"X": PAIR.split(), "B": HIGH.split()}},
    ]  # fmt: skip
    for fields in bad:
        with pytest.raises(BadRecord):
            play([header(3), {"do": "result", **fields}])


# Properties ---------------------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.integers(0, 10**6), st.integers(0, 2), st.booleans())
def test_whether_a_hand_may_be_a_combination_is_exact(seed: int, hidden: int, four: bool) -> None:
    dice = random.Random(seed)
    faces = sorted(pack())
    dice.shuffle(faces)
    known, unseen = faces[: 5 - hidden], Counter(faces[5 - hidden : 5 - hidden + dice.randint(hidden, 8)])
    ranking = Ranking(four_flush=four)
    brute = any(worth([*known, *more], ranking).combination != "high_card" for more in combinations(unseen, hidden))
    assert may_be_combination(known, unseen, ranking) == brute


def test_every_unit_put_in_is_won_or_stays() -> None:
    game, total = find_game("poker"), 0
    for seed in range(40):
        told = house.random_deal(game, seed)
        outcome = told.match.ends()[-1].outcome
        assert sum(outcome.points.values()) + outcome.carry["pot"] == 0
        total += len(outcome.points)
    assert total


def test_a_correction_in_an_earlier_deal_goes_through_the_money_of_the_later_ones() -> None:
    told = Told()
    told.begin(Header("poker", ("A", "B"), "B", rules={"stack": "50"}))
    for line in (bets(A, 9), calls(B), shows(A, PAIR), shows(B, HIGH)):
        assert told.tell(line).verdict.kind == "ok"
    told.begin(Header("poker", ("A", "B")))
    assert told.match.now.deal.table.chips == {0: 59, 1: 39}
    told.tell({"do": "correct", "about": 4, "cards": FULL.split()})
    assert told.match.ends()[0].scores == {0: -10, 1: 10} and told.match.now.deal.table.chips == {0: 39, 1: 59}
    house.same(told)


def test_a_misread_card_at_the_showdown_is_asked_about_before_the_opener_is_accused() -> None:
    """PAIR with its queen of diamonds read as a king: the reader is doubted first."""
    told = Told()
    told.begin(Header("poker", ("A", "B"), "B"))
    for line in (bets(A, 3), calls(B), shows(A, "QS KD 7S 4H 2D")):
        told.tell(line)
    assert told.match.now.deal.table.findings != []
    certain: list[dict[str, float]] = [{code: 0.99} for code in ("QS", "KD", "7S", "4H", "2D")]
    certain[1] = {"KD": 0.7, "QD": 0.25}
    doubted = suspects.doubt(told.match.now, {3: certain})
    assert doubted is not None and (str(doubted.read), str(doubted.face)) == ("KD", "QD")


def test_three_exchanges_are_followed_at_a_perfectly_seen_table(tmp_path: Path) -> None:
    session = Session(Journal(tmp_path / "journal"))
    with perfect_table(session, 3, 2) as croupier:
        croupier.evening.inbox.put(NewMatch("poker", ("Ana", "Boris", "Vera"), rules=THREE))
        croupier.evening.step()
        assert session.sitting is not None
        for _ in range(400):
            if len(session.sitting.match.deals) > 3:
                break
            croupier.step()
            shown = view(session)
            assert isinstance(shown, TableView) and shown.pot is not None
        assert len(session.sitting.match.deals) > 3 and croupier.tally.questions == 0
        assert croupier.same_table(session.sitting)
        drawn = [line.event for played in session.sitting.match.deals for line in played.history.lines.values()]
        assert any(event.do == "draw" for event in drawn)


def test_a_whole_match_of_three_exchanges_by_the_dealer() -> None:
    dice = random.Random(4)
    told, names = Told(), ("A", "B", "C", "D")
    for _ in range(12):
        dealer = names[told.match.next_dealer()] if told.match.deals else "D"
        told.begin(Header("poker", names, dealer, rules={**THREE, "stack": "500", "short_money": "side_pots"}))
        house.play_deal(told, dice, watch=house.check)
    house.same(told)
    end = told.match.ends()[-1]
    assert sum(end.scores.values()) + end.outcome.carry["pot"] == 0
    assert end.findings == ()
