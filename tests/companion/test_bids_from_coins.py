"""Crveni tepih played for money cards: a bid is read from what is thrown before the lot."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.ports import Cover, Placement
from companion.view import AnswerQuestion, CorrectCard, LeaveMatch, MakeBid, ResumeMatch, UndoEvent
from tests.companion.pots import Pots

SETTLED = 1600
"""so long after a throw its bid is told (ms)"""


@pytest.fixture
def table(tmp_path: Path) -> Pots:
    """Ana deals and turns the first lot up; Vera sits at her right and bids first, then Boris."""
    table = Pots(tmp_path)
    table.turn("KS", "8D")
    return table


def order(table: Pots) -> tuple[str, str, str]:
    """The names in the order they bid."""
    one, two, three = (table.sitting.deal.table.names[seat] for seat in (1, 2, 0))
    return one, two, three


def told(table: Pots) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(event.do, event.seat or "", event.cards or ()) for event in table.events]


def test_several_players_bid_raise_and_pass_without_a_touch_but_dalje(table: Pots) -> None:
    first, second, last = order(table)
    table.throw(first, 2, wait=SETTLED)
    table.throw(second, 4, wait=SETTLED)
    table.press(last, None)
    table.throw(first, 3, wait=SETTLED)
    assert table.bids == {first: 5, second: 4}
    table.press(second, None)
    assert told(table) == [
        ("bid", first, ("2S",)), ("bid", second, ("4S",)), ("pass", last, ()), ("bid", first, ("3S",)),
        ("pass", second, ()),
    ]  # fmt: skip
    t = table.sitting.deal.table
    assert [card.pretty for card in t.cards(f"open {table.seat(first)}")] == ["K♠", "8♦"]
    assert (table.coins(first), table.coins(second), table.coins(last)) == ((4, 5, 6), (2, 3, 5, 6), (2, 3, 4, 5, 6))
    assert not t.findings


def test_what_is_thrown_in_several_goes_is_one_bid(table: Pots) -> None:
    first, second, _ = order(table)
    table.throw(first, 2, wait=700)
    table.throw(first, 3, wait=SETTLED)
    assert told(table) == [("bid", first, ("2S", "3S"))]
    table.throw(second, 6, wait=SETTLED)
    table.throw(second, 4, wait=SETTLED)  # (nobody has acted on the six)
    assert table.bids == {first: 5, second: 10}
    assert table.sitting.question is None and not table.sitting.deal.table.findings
    assert table.coins(second) == (2, 3, 5)


def test_a_bid_that_is_too_low_as_it_lies_is_not_told_before_the_rest_of_it_has_come(table: Pots) -> None:
    first, second, _ = order(table)
    table.throw(first, 5, wait=SETTLED)
    table.throw(second, 4, wait=2000)
    table.throw(second, 3, wait=SETTLED)
    assert told(table) == [("bid", first, ("5S",)), ("bid", second, ("3S", "4S"))]


def test_a_bid_that_stays_too_low_is_void_and_what_is_added_makes_it_good(table: Pots) -> None:
    first, second, _ = order(table)
    table.throw(first, 5, wait=SETTLED)
    table.throw(second, 4, wait=4000)
    assert [finding.rule for finding in table.heard[-1].answer.verdict.findings] == ["bid_not_higher"]
    table.wait(3000)
    assert len(told(table)) == 2 and table.bids == {first: 5}
    table.throw(second, 3, wait=SETTLED)
    assert table.bids == {first: 5, second: 7}
    assert table.coins(second) == (2, 5, 6)


def test_a_card_that_is_taken_back_before_it_has_settled_was_never_thrown(table: Pots) -> None:
    first, _, _ = order(table)
    table.throw(first, 6, wait=600)
    table.draw_back(first, 6, wait=2000)
    assert told(table) == []
    table.throw(first, 2, wait=SETTLED)
    assert told(table) == [("bid", first, ("2S",))]
    assert table.coins(first) == (3, 4, 5, 6)


def test_money_that_counts_cannot_be_taken_back_not_even_by_who_is_outbid(table: Pots) -> None:
    first, second, _ = order(table)
    table.throw(first, 2, wait=SETTLED)
    table.throw(second, 3, wait=SETTLED)
    table.draw_back(first, 2, wait=3500)
    assert table.heard[-1].event.do == "take_back"
    found = table.heard[-1].answer.verdict.findings
    assert [(finding.rule, finding.seat) for finding in found] == [("take_back_money", table.seat(first))]
    assert table.bids == {first: 2, second: 3} and table.coins(first) == (3, 4, 5, 6)
    number = len(told(table))
    table.throw(first, 2, wait=3000)  # (it is put back: no bid, no raise)
    assert len(told(table)) == number and table.bids == {first: 2, second: 3}


def test_money_moves_and_is_hidden_for_a_while_and_nothing_comes_of_it(table: Pots) -> None:
    first, _, _ = order(table)
    table.throw(first, 2, 3, wait=SETTLED)
    card = table.cards.pop((first, 3))
    table.wait(2500)
    table.put((first, 3), str(card.card), card.x + 9, card.y + 6, card.angle + 30)
    table.wait(4000)
    assert told(table) == [("bid", first, ("2S", "3S"))]
    assert table.sitting.question is None


def test_doubtful_money_is_asked_about_once_and_told_by_one_tap(table: Pots) -> None:
    first, _, _ = order(table)
    code = table.code(first, 3)
    table.odds[code] = {code: 0.6, table.code(first, 5): 0.3}
    table.throw(first, 3, wait=4000)
    assert told(table) == [] and table.sitting.question is not None
    assert [word for word, _ in table.sitting.question.options] == ["3", "5", "2", "4", "6"]
    table.answer("3")
    table.wait(500)
    assert told(table) == [("bid", first, ("3S",))]


def test_what_was_thrown_while_a_question_stood_is_told_after_its_answer_though_nothing_moves(table: Pots) -> None:
    first, second, _ = order(table)
    table.odds[table.code(first, 3)] = {}
    table.throw(first, 3, wait=4000)
    table.throw(second, 6, wait=2000)
    assert told(table) == [] and table.sitting.question is not None
    table.answer("3")
    table.wait(4000)
    assert told(table) == [("bid", first, ("3S",)), ("bid", second, ("6S",))]


def test_money_that_looks_like_a_card_of_the_pack_is_asked_about_and_never_a_lot(table: Pots) -> None:
    first, _, _ = order(table)
    code = table.code(first, 6)
    table.odds[code] = {"9" + code[1]: 0.7, code: 0.28}
    table.throw(first, 6, wait=4000)
    assert told(table) == [] and table.sitting.question is not None
    table.answer("6")
    table.wait(500)
    assert told(table) == [("bid", first, ("6S",))]


def test_money_that_cannot_be_read_is_asked_about(table: Pots) -> None:
    first, _, _ = order(table)
    table.odds[table.code(first, 5)] = {}
    table.throw(first, 5, wait=5000)
    assert told(table) == [] and table.sitting.question is not None
    table.answer("5")
    table.wait(500)
    assert told(table) == [("bid", first, ("5S",))]


def test_money_that_is_thrown_and_lies_under_other_money_is_asked_about(table: Pots) -> None:
    """It is missing in its owner's row: the bid may be higher than what is seen of it."""
    first, _, _ = order(table)
    table.throw(first, 3)
    card = table.cards[(first, 3)]
    table.put((first, 6), table.code(first, 6), card.x, card.y, card.angle)
    table.wait(5000)
    assert told(table) == [] and table.sitting.question is not None
    assert [word for word, _ in table.sitting.question.options] == ["6", "3+6"]
    table.answer("3+6")
    table.wait(500)
    table.put((first, 6), table.code(first, 6), card.x + 20, card.y, card.angle)
    table.wait(3000)
    assert told(table) == [("bid", first, ("3S", "6S"))] and table.bids == {first: 9}


def test_only_the_rank_of_money_counts(table: Pots) -> None:
    first, _, _ = order(table)
    table.odds[table.code(first, 4)] = {"4H": 0.4, "4D": 0.35, "4C": 0.24}
    table.throw(first, 4, wait=SETTLED)
    assert told(table) == [("bid", first, ("4S",))]


# by whom ------------------------------------------------------------------------------------------------------------


def test_money_before_the_wrong_player_is_his_in_whose_row_it_is_missing(table: Pots) -> None:
    first, second, _ = order(table)
    table.throw(first, 4, before=second, wait=SETTLED)
    assert told(table) == [("bid", first, ("4S",))]
    assert table.bids == {first: 4}


def test_money_of_a_player_who_is_not_asked_waits_for_the_dalje_before_him(table: Pots) -> None:
    first, second, _ = order(table)
    table.throw(second, 3, wait=2000)
    assert told(table) == [] and table.sitting.question is None
    table.press(first, None)
    table.wait(500)
    assert told(table) == [("pass", first, ()), ("bid", second, ("3S",))]


@pytest.mark.parametrize(
    ("tap", "bids", "findings"),
    [("pass", {"second": 3}, []), ("seat 2", {}, ["out_of_turn"]), ("seat 1", {"first": 3}, [])],
)
def test_money_of_a_player_who_is_not_asked_is_asked_about_in_one_tap(
    table: Pots, tap: str, bids: dict[str, int], findings: list[str]
) -> None:
    first, second, _ = order(table)
    table.throw(second, 3, wait=4500)
    assert told(table) == [] and table.sitting.question is not None
    table.answer(tap)
    table.wait(1500)
    assert table.bids == {{"first": first, "second": second}[who]: amount for who, amount in bids.items()}
    assert [f.rule for heard in table.heard for f in heard.answer.verdict.findings] == findings
    assert table.sitting.question is None


def test_money_that_was_thrown_too_early_counts_when_its_owner_is_asked(table: Pots) -> None:
    first, second, _ = order(table)
    table.throw(second, 5, wait=4500)
    table.answer("seat 2")
    table.throw(first, 3, wait=6000)
    assert table.bids == {first: 3, second: 5}


# pressed and thrown -------------------------------------------------------------------------------------------------


def test_a_bid_pressed_before_it_is_thrown_is_one_bid(table: Pots) -> None:
    first, _, _ = order(table)
    table.press(first, 3)
    table.throw(first, 3, wait=3000)
    assert [(event.do, event.seat) for event in table.events] == [("bid", first)]
    assert table.bids == {first: 3} and table.coins(first) == (2, 4, 5, 6)
    assert table.sitting.question is None


def test_a_bid_thrown_before_it_is_pressed_is_one_bid_and_says_which_cards(table: Pots) -> None:
    first, _, _ = order(table)
    table.throw(first, 2, 3, wait=500)
    table.press(first, 5)
    table.wait(3000)
    assert told(table) == [("bid", first, ("2S", "3S"))]
    assert table.coins(first) == (4, 5, 6) and table.sitting.question is None


def test_a_bid_pressed_after_it_was_told_changes_nothing(table: Pots) -> None:
    first, _, _ = order(table)
    table.throw(first, 3, wait=SETTLED)
    table.evening.inbox.put(MakeBid(table.place(first), 3))
    table.wait(2000)
    assert told(table) == [("bid", first, ("3S",))]
    assert not [f for heard in table.heard for f in heard.answer.verdict.findings]


def test_dalje_pressed_while_a_throw_settles_comes_after_it(table: Pots) -> None:
    first, second, _ = order(table)
    table.throw(first, 3, wait=500)
    table.press(second, None)
    assert told(table) == [("bid", first, ("3S",)), ("pass", second, ())]


def test_dalje_pressed_before_all_of_a_throw_was_told_comes_after_it(table: Pots) -> None:
    first, second, _ = order(table)
    table.throw(first, 2, wait=SETTLED)
    table.throw(first, 5, wait=500)
    table.press(second, None)
    assert told(table) == [("bid", first, ("2S",)), ("correct", first, ("2S", "5S")), ("pass", second, ())]
    assert table.bids == {first: 7}


def test_buttons_alone_still_bid(table: Pots) -> None:
    first, second, last = order(table)
    table.press(first, 2)
    table.throw(second, 4, wait=SETTLED)
    table.press(last, None)
    table.press(first, None)
    assert [(event.do, event.seat, event.amount) for event in table.events] == [
        ("bid", first, 2), ("bid", second, None), ("pass", last, None), ("pass", first, None),
    ]  # fmt: skip
    assert not table.sitting.deal.table.findings


# from lot to lot ----------------------------------------------------------------------------------------------------


def test_a_lot_that_is_taken_at_once_was_bought_for_what_was_thrown(table: Pots) -> None:
    first, second, last = order(table)
    table.throw(first, 6, wait=600)
    table.pay(first)
    table.wait(1000)
    assert told(table) == [("bid", first, ("6S",))]
    table.press(second, None)
    table.press(last, None)
    assert table.coins(first) == (2, 3, 4, 5)


def test_what_was_paid_is_no_bid_on_the_next_lot(table: Pots) -> None:
    first, second, last = order(table)
    table.throw(first, 2, wait=SETTLED)
    table.press(second, None)
    table.press(last, None)
    table.pay(first)
    table.turn("KD", "QC")
    table.wait(2000)
    assert table.events == [] and table.sitting.question is None
    table.throw(second, 2, wait=SETTLED)
    assert told(table) == [("bid", second, ("2S",))]


def test_what_still_lies_there_from_the_lot_before_is_no_bid(table: Pots) -> None:
    first, second, last = order(table)
    table.throw(first, 4, wait=SETTLED)
    table.press(second, None)
    table.press(last, None)
    for index in (0, 1):
        table.cards.pop(("lot", index))
    table.wait(500)
    table.turn("KD", "QC")
    table.wait(4000)
    assert table.events == [] and table.sitting.question is None


def test_losers_take_their_money_back_where_only_the_buyer_pays(tmp_path: Path) -> None:
    table = Pots(tmp_path, money_lost="winner_only")
    table.turn("KS", "8D")
    first, second, last = order(table)
    table.throw(first, 2, wait=SETTLED)
    table.throw(second, 3, wait=SETTLED)
    table.press(last, None)
    table.press(first, None)
    assert table.coins(first) == (2, 3, 4, 5, 6) and table.coins(second) == (2, 4, 5, 6)
    table.draw_back(first, 2)
    table.pay(second)
    table.turn("KD", "QC")
    table.press(last, None)
    table.throw(first, 2, wait=SETTLED)
    assert told(table) == [("pass", last, ()), ("bid", first, ("2S",))]
    assert not table.sitting.deal.table.findings


def test_each_bid_by_itself_where_the_table_plays_so(tmp_path: Path) -> None:
    table = Pots(tmp_path, bid_size="fresh")
    table.turn("KS", "8D")
    first, second, last = order(table)
    table.throw(first, 2, wait=SETTLED)
    table.throw(second, 3, wait=SETTLED)
    table.press(last, None)
    table.throw(first, 4, wait=SETTLED)
    assert table.bids == {first: 4, second: 3} and table.coins(first) == (3, 5, 6)


def test_a_lot_of_money_cards_is_no_bid(tmp_path: Path) -> None:
    table = Pots(tmp_path)
    for index, code in enumerate(("2S", "5S")):
        table.put(("lot", index), code, *table.sitting.scribe.layout.lot_at(index, 2))
    table.wait(4000)
    assert table.sitting.question is not None and not [heard for heard in table.heard if heard.event.do == "bid"]


def test_a_bid_that_is_undone_is_not_told_again_by_the_money_that_lies_there(table: Pots) -> None:
    first, _, _ = order(table)
    table.throw(first, 3, wait=SETTLED)
    table.evening.inbox.put(UndoEvent(table.heard[-1].event.id))
    table.wait(200)
    assert table.bids == {}
    table.press(first, None)
    table.wait(3000)
    assert table.bids == {} and not [f for heard in table.heard for f in heard.answer.verdict.findings]


# corrected and drawn back --------------------------------------------------------------------------------------------


def test_a_bid_that_is_corrected_is_not_counted_twice_by_the_money_that_lies_there(table: Pots) -> None:
    first, second, last = order(table)
    code = table.code(first, 4)
    table.odds[code] = {table.code(first, 3): 0.5, code: 0.45}
    table.throw(first, 4, wait=4000)
    table.answer("3")
    card = table.cards[("lot", 1)]
    for _ in range(2):  # (a hand among the cards: the table is looked at again)
        table.put(("lot", 1), str(card.card), card.x + 1, card.y, card.angle)
        table.wait(4000)
    assert table.sitting.question is not None
    assert [word for word, _ in table.sitting.question.options] == ["3", "4", "3+4"]
    table.answer("3")
    table.evening.inbox.put(CorrectCard(table.heard[-1].event.id, "3S", "4S"))
    table.wait(1000)
    table.throw(second, 5, wait=3000)
    table.press(last, None)
    table.throw(first, 5, wait=6000)
    assert told(table)[-1] == ("bid", first, ("5S",)) and table.bids == {first: 9, second: 5}
    assert table.coins(first) == (2, 3, 6) and table.sitting.question is None


@pytest.mark.parametrize("kind", ["early", "how_much", "which"])
@pytest.mark.parametrize("option", ["", "zzz", "seat 9", "seat x", "9", "6+9"])
def test_an_answer_that_is_none_of_those_offered_changes_nothing(table: Pots, kind: str, option: str) -> None:
    first, second, _ = order(table)
    if kind == "early":
        table.throw(second, 3, wait=4500)
    elif kind == "how_much":
        table.throw(first, 3)
        card = table.cards[(first, 3)]
        table.put((first, 6), table.code(first, 6), card.x, card.y, card.angle)
        table.wait(5000)
    else:
        table.odds[table.code(first, 5)] = {}
        table.throw(first, 5, wait=5000)
    question = table.sitting.question
    assert question is not None
    table.evening.inbox.put(AnswerQuestion(question.number, (), option))
    table.wait(1500)
    assert told(table) == [] and table.sitting.question is not None
    assert table.sitting.question.options == question.options


@pytest.mark.parametrize("back_ms", [None, 0, 2000])
def test_money_drawn_back_before_it_was_told_is_no_bid_though_the_lot_is_lifted(
    table: Pots, back_ms: int | None
) -> None:
    """Into the row before the lot is lifted, at once after it has gone, or out of the hand when the lot lies again."""
    first, _, _ = order(table)
    table.throw(first, 6, wait=600)
    if back_ms is None:
        table.draw_back(first, 6, wait=700)
    else:
        table.cards.pop((first, 6))
        table.wait(300)
    lot: dict[object, Placement] = {("lot", index): table.cards.pop(("lot", index)) for index in (0, 1)}
    table.wait(700)
    if back_ms == 0:
        table.draw_back(first, 6, wait=3000)
    table.cards.update(lot)
    table.wait(2000)
    if back_ms:
        table.draw_back(first, 6)
    table.wait(4000)
    assert told(table) == [] and table.coins(first) == (2, 3, 4, 5, 6) and table.sitting.question is None


def test_a_bid_that_is_undone_and_drawn_back_counts_when_it_is_thrown_again(table: Pots) -> None:
    first, second, _ = order(table)
    table.throw(first, 3, wait=SETTLED)
    table.evening.inbox.put(UndoEvent(table.heard[-1].event.id))
    table.wait(300)
    table.draw_back(first, 3, wait=5000)
    assert table.bids == {}
    table.throw(first, 3, wait=SETTLED)
    table.press(second, None)
    assert table.bids == {first: 3}
    assert not [f for heard in table.heard for f in heard.answer.verdict.findings]


@pytest.mark.parametrize(
    ("tap", "bids", "findings"),
    [("pass", {"second": 3}, []), ("seat 1", {"first": 3}, []), ("seat 2", {}, ["out_of_turn"])],
)
def test_money_before_who_is_asked_that_another_misses_in_his_row_is_asked_about(
    table: Pots, tap: str, bids: dict[str, int], findings: list[str]
) -> None:
    first, second, _ = order(table)
    table.throw(second, 3, before=first, wait=5000)
    assert told(table) == [] and table.sitting.question is not None
    table.answer(tap)
    table.wait(4000)
    assert table.bids == {{"first": first, "second": second}[who]: amount for who, amount in bids.items()}
    assert [f.rule for heard in table.heard for f in heard.answer.verdict.findings] == findings


@pytest.mark.parametrize(("tap", "bids"), [("seat 2", {"first": 2, "second": 5}), ("seat 1", {"first": 7})])
def test_money_is_no_part_of_a_bid_that_was_made_if_two_players_miss_it(
    table: Pots, tap: str, bids: dict[str, int]
) -> None:
    """A hand hides such a card of each: before the last bidder lies his own, or the next one's."""
    first, second, _ = order(table)
    table.throw(first, 2, wait=1200)
    table.cards.pop((first, 5))
    table.throw(second, 5, before=first, wait=5000)
    assert table.bids == {first: 2} and table.sitting.question is not None
    table.answer(tap)
    table.wait(3000)
    assert table.bids == {{"first": first, "second": second}[who]: amount for who, amount in bids.items()}
    assert not [f for heard in table.heard for f in heard.answer.verdict.findings]


# after a restart ----------------------------------------------------------------------------------------------------


def restart(table: Pots) -> None:
    """The match is left and gone on with: all that is not written is forgotten."""
    name = table.sitting.name
    table.evening.inbox.put(LeaveMatch())
    table.wait(300)
    table.evening.inbox.put(ResumeMatch(name))
    table.wait(8000)


def test_money_that_he_cannot_have_himself_is_not_offered_as_his(table: Pots) -> None:
    """Two threes before one who has one: whose the first is, is asked; the other is not his then."""
    first, second, _ = order(table)
    table.throw(first, 3)
    lies = table.cards[(first, 3)]
    table.put((second, 3), table.code(second, 3), lies.x + 20, lies.y)
    table.wait(8000)
    mine, his = (f"seat {table.seat(name)}" for name in (first, second))
    question = table.sitting.question
    assert question is not None and mine in dict(question.options)
    table.answer(mine)
    table.wait(6000)
    question = table.sitting.question
    assert question is not None and mine not in dict(question.options)
    table.answer(his)
    table.wait(6000)
    assert table.bids == {first: 3} and table.sitting.question is None
    assert table.coins(second) == (2, 3, 4, 5, 6)


def test_money_that_is_being_drawn_back_when_the_next_one_speaks_is_no_bid(table: Pots) -> None:
    first, second, _ = order(table)
    table.throw(first, 6, wait=500)
    table.cards.pop((first, 6))  # (it is in his hand, above the table)
    table.wait(100)
    table.press(second, None)
    table.wait(300)
    table.draw_back(first, 6, wait=3000)
    assert not table.bids and table.coins(first) == (2, 3, 4, 5, 6)
    assert all(told.event.do not in ("bid", "take_back") for told in table.heard)


def test_money_under_a_hand_when_the_next_one_speaks_is_a_bid_all_the_same(table: Pots) -> None:
    first, second, _ = order(table)
    table.throw(first, 6, wait=500)
    x, y = table.cards[(first, 6)].x, table.cards[(first, 6)].y
    table.hands = (Cover(x, y, 180.0),)
    table.wait(100)
    table.press(second, None)
    table.wait(3000)
    assert table.bids == {first: 6} and second in {told.event.seat for told in table.heard}


def test_money_that_counts_and_was_drawn_back_during_a_break_is_told(table: Pots) -> None:
    first, _, _ = order(table)
    table.throw(first, 3, wait=1600)
    assert table.bids == {first: 3}
    table.draw_back(first, 3)
    restart(table)
    told = table.heard[-1]
    assert (told.event.do, told.event.seat) == ("take_back", first)
    assert [found.rule for found in told.answer.verdict.findings] == ["take_back_money"]


def test_a_bid_that_was_pressed_leaves_its_money_in_the_row_over_a_break_without_a_word(table: Pots) -> None:
    first, _, _ = order(table)
    table.press(first, 3)
    number = len(table.heard)
    restart(table)
    assert len(table.heard) == number and table.bids == {first: 3}


def test_a_bid_that_was_refused_is_not_told_again_after_a_restart(table: Pots) -> None:
    first, second, _ = order(table)
    table.throw(first, 5, wait=SETTLED)
    table.throw(second, 4, wait=5000)
    number = len(table.heard)
    restart(table)
    assert len(table.heard) == number and table.sitting.question is None
    table.throw(second, 3, wait=SETTLED)
    assert table.bids == {first: 5, second: 7}


def test_a_bid_that_was_undone_does_not_come_back_by_a_restart(table: Pots) -> None:
    first, second, _ = order(table)
    table.throw(first, 3, wait=SETTLED)
    table.evening.inbox.put(UndoEvent(table.heard[-1].event.id))
    table.wait(1000)
    restart(table)
    assert table.bids == {} and table.sitting.question is None
    table.press(first, None)
    table.throw(second, 2, wait=SETTLED)
    assert table.bids == {second: 2}


def test_money_of_the_lot_before_is_no_bid_after_a_restart(table: Pots) -> None:
    first, second, last = order(table)
    table.throw(first, 4, wait=SETTLED)
    table.press(second, None)
    table.press(last, None)
    for index in (0, 1):
        card = table.cards.pop(("lot", index))
        slot = table.sitting.scribe.layout.slot(table.place(first), index, 2, False)
        table.put(("bought", index), str(card.card), *slot)
    table.wait(500)
    table.turn("KD", "QC")
    table.wait(3000)
    number = len(table.heard)
    restart(table)
    assert len(table.heard) == number and table.sitting.question is None


def test_what_was_thrown_and_not_told_before_a_restart_is_one_bid(table: Pots) -> None:
    first, _, _ = order(table)
    table.throw(first, 3, wait=600)
    restart(table)
    assert told(table) == [("bid", first, ("3S",))]


# between two lots ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tap", ["bid", "none"])
def test_money_thrown_before_the_next_lot_lies_there_is_asked_about(table: Pots, tap: str) -> None:
    first, second, last = order(table)
    table.throw(first, 2, wait=SETTLED)
    table.press(second, None)
    table.press(last, None)
    table.pay(first)
    table.throw(second, 3, wait=300)
    table.turn("KD", "QC")
    table.wait(4000)
    assert table.events == []
    table.answer(tap)
    table.wait(3000)
    assert table.bids == ({second: 3} if tap == "bid" else {}) and table.sitting.question is None


def test_money_thrown_by_who_has_said_dalje_is_asked_about_at_the_next_lot(table: Pots) -> None:
    first, second, last = order(table)
    table.throw(first, 2, wait=SETTLED)
    table.throw(second, 3, wait=SETTLED)
    table.press(last, None)
    table.throw(first, 3, wait=200)
    table.press(first, None)
    table.wait(2000)
    for index in (0, 1):
        table.cards.pop(("lot", index))
    table.wait(1500)
    table.turn("KD", "QC")
    table.wait(6000)
    assert table.events == []
    table.answer("none")
    table.wait(6000)
    assert table.events == [] and table.sitting.question is None
    assert table.coins(first) == (3, 4, 5, 6)


def test_a_raise_thrown_just_before_anothers_dalje_comes_before_it(table: Pots) -> None:
    first, second, last = order(table)
    table.throw(first, 2, wait=SETTLED)
    table.throw(second, 4, wait=SETTLED)
    table.press(last, None)
    table.throw(first, 3, wait=200)
    table.press(second, None)
    table.wait(3000)
    assert told(table)[-2:] == [("bid", first, ("3S",)), ("pass", second, ())]
    assert not [f for heard in table.heard for f in heard.answer.verdict.findings]


def test_dalje_of_who_is_not_asked_is_out_of_turn_if_nothing_was_thrown(table: Pots) -> None:
    _, second, _ = order(table)
    table.press(second, None)
    table.wait(2000)
    assert [f.rule for heard in table.heard for f in heard.answer.verdict.findings] == ["out_of_turn"]
