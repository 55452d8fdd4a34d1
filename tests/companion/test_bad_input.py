"""Bad deal records: one clear sentence as BadRecord that names the line, and nothing else ever."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from companion.events import BadRecord, to_event
from companion.match.record import BIGGEST_LINE, replay
from tests.companion.replays import CRVENI_TEPIH, header

TWO = ["Ana", "Boris"]
HEAD = json.dumps(header(TWO))
TURN = '{"id": 1, "do": "turn", "cards": ["AS", "7H"]}'
RESULT = json.dumps(
    {"id": 1, "do": "result", "hands": {"Ana": ["KS", "8D"], "Boris": ["AS", "9C"]}, "money": {"Ana": 20, "Boris": 9}}
)


WHOLE = "numbers in a record are whole and not beyond 1000000000000"


def lines_of(*items: Any) -> list[str]:
    return [item if isinstance(item, str) else json.dumps(item) for item in items]


def head(**more: Any) -> dict[str, Any]:
    return {**header(TWO), **more}


def result(**more: Any) -> dict[str, Any]:
    return {**json.loads(RESULT), **more}


CASES = [
    # not JSON, not an object, no header
    (["nonsense"], "line 1: this is not JSON: Expecting value"),
    ([HEAD, '{"id": 1, "do": "tu'], "line 2: this is not JSON: Unterminated string starting at"),
    ([HEAD, "", "[]"], "line 3: a line of a record is a JSON object"),
    ([HEAD, "null"], "line 2: a line of a record is a JSON object"),
    ([HEAD, "\x00"], "line 2: this is not JSON: Expecting value"),
    ([TURN], "line 1: a record begins with its header"),
    ([HEAD, "[" * 100_000], "line 2: this JSON is nested too deep"),
    ([HEAD, '{"do": "insert", "event": ' + '{"a":' * 20 + "1" + "}" * 21], "line 2: this JSON is nested too deep"),
    ([HEAD, '{"id": ' + "9" * 6000 + "}"], "line 2: this holds a number that is too big"),
    ([HEAD, '{"do": "bid", "amount": 1e999}'], f"line 2: {WHOLE}, not inf"),
    ([HEAD, '{"do": "bid", "amount": NaN}'], f"line 2: {WHOLE}, not nan"),
    ([HEAD, '{"do": "bid", "amount": 2.5}'], f"line 2: {WHOLE}, not 2.5"),
    ([HEAD, '{"do": "bid", "amount": 10000000000000}'], f"line 2: {WHOLE}, not 10000000000000"),
    ([HEAD, '{"do": "pass", "seat": "\\ud800"}'], "line 2: this holds half a character"),
    ([HEAD, " " * 9 + '"' + "x" * BIGGEST_LINE + '"'], "line 2: this line is too long for a record"),
    # verbs, fields, kinds
    ([HEAD, {"do": "trun", "cards": ["AS", "7H"]}], "line 2: there is no verb 'trun'; did you mean \"turn\"?"),
    ([HEAD, {"id": 1}], "line 2: this event cannot be read: Object missing required field `do`"),
    ([HEAD, {"do": "turn", "card": 5}],
     "line 2: this event cannot be read: Expected `str | null`, got `int` - at `$.card`"),
    ([HEAD, {"do": "turn", "cards": "AS"}],
     'line 2: cards are a list of codes, for example ["AS", "7H"]'),
    ([HEAD, {"do": "bid", "amount": True}],
     "line 2: this event cannot be read: Expected `int | null`, got `bool` - at `$.amount`"),
    ([HEAD, {"do": "bid", "amout": 3}], "line 2: an event has no field 'amout'; did you mean \"amount\"?"),
    ([HEAD, {"do": "note", "what": "tea"}], "line 2: there is no note 'tea'; a note is one of misdeal, redeal, void, "
     "concede, rest_mine, agree, penalty, substitute, pause, end"),
    ([HEAD, {"id": -3, "do": "pass"}], "line 2: an id is a number above 0, not -3"),
    ([HEAD, {"do": "discard", "count": -1}], "line 2: count cannot be negative"),
    ([HEAD, {"do": "note", "what": "substitute", "seat": "Ana", "name": "A\nB"}],
     "line 2: a name is up to 40 printed characters, not 'A\\nB'"),
    # people and cards
    ([HEAD, {"do": "turn", "cards": ["AS", "1H"]}],
     "line 2: event 1: '1H' is no card: write rank and suit, for example TD for the ten of diamonds"),
    ([HEAD, {"do": "turn", "cards": ["AS", "XB"]}], "line 2: event 1: XB is not in the pack of Crveni tepih"),
    ([HEAD, TURN, {"id": 2, "seat": "Bris", "do": "pass"}],
     "line 3: event 2: 'Bris' does not play; did you mean \"Boris\"? (players: Ana, Boris)"),
    ([HEAD, {"do": "claim", "seat": "Ana", "against": "Zora"}],
     "line 2: event 1: 'Zora' does not play (players: Ana, Boris)"),
    ([HEAD, {"do": "note", "what": "agree", "points": {"Zora": 5}}],
     "line 2: event 1: 'Zora' does not play (players: Ana, Boris)"),
    # ids and what events are about
    ([HEAD, TURN, TURN], "line 3: the id 1 is used twice"),
    ([HEAD, TURN, HEAD, TURN], "line 4: the id 1 is used twice"),
    ([HEAD, {"do": "undo", "about": 7}], "line 2: event 1 is about event 7, which does not exist"),
    ([HEAD, {"do": "undo", "about": 1}], "line 2: event 1 is about event 1, which does not exist"),
    ([HEAD, TURN, {"do": "correct", "cards": ["AS", "8H"]}],
     "line 3: event 2: a correction says which event it is about"),
    ([HEAD, TURN, {"do": "correct", "about": 1, "cards": ["AS", "ZZ"]}],
     "line 3: event 2: 'ZZ' is no card: write rank and suit, for example TD for the ten of diamonds"),
    ([HEAD, TURN, {"do": "correct", "about": 1, "event": {"do": "undo"}}],
     "line 3: event 1: an event of the table cannot be corrected into 'undo'"),
    ([HEAD, TURN, {"do": "insert", "after": 1}], "line 3: event 2: an insert needs an event"),
    ([HEAD, TURN, {"do": "insert", "after": 1, "event": {"do": "undo"}}],
     "line 3: event 2: only an event of the table can be inserted, not 'undo'"),
    ([HEAD, TURN, {"do": "insert", "after": 1, "event": {"do": "fly"}}], "line 3: there is no verb 'fly'"),
    ([HEAD, TURN, {"do": "insert", "after": 9, "event": {"do": "pass"}}],
     "line 3: event 2 is about event 9, which does not exist"),
    # after the end
    ([HEAD, RESULT, {"id": 2, "do": "turn", "cards": ["AS", "7H"]}],
     "line 3: event 2: the deal is over; there is nothing to turn"),
    ([HEAD, RESULT, {"id": 2, "seat": "Ana", "do": "bid", "amount": 3}],
     "line 3: event 2: the deal is over; there is nothing to bid"),
    ([HEAD, RESULT, {"id": 2, "seat": "Ana", "do": "say", "word": "zbor"}],
     "line 3: event 2: the deal is over; there is nothing to say"),
    ([HEAD, RESULT, result(id=2)], "line 3: event 2: the deal is over; there is nothing to result"),
    # results
    ([HEAD, result(hands={"Ana": ["KS", "8D"]})],
     "line 2: a result needs hands and money for every player; Boris is missing"),
    ([HEAD, result(hands={"Ana": ["KS", "8D"], "Boris": ["KS", "9C"]})],
     "line 2: KS is there more often than the pack has it"),
    ([HEAD, result(hands={"Ana": ["KS", "8D", "TD"], "Boris": ["AS", "9C"]})],
     "line 2: Ana cannot hold 3 cards at the end: 2 are dealt, 2 make a lot"),
    ([HEAD, result(money={"Ana": 21, "Boris": 9})], "line 2: a player has 0 to 20 units, not 21"),
    ([HEAD, result(money={"Ana": 2, "Boris": 9, "Zora": 1})], "line 2: the result names 'Zora', who does not play"),
    # headers
    ([head(record=2)], "line 1: this is record version 2; this Dalje reads version 1"),
    ([head(game="tablic")], "line 1: there is no game 'tablic' ('dalje games' lists them)"),
    ([head(game="crveni_tepi")],
     "line 1: there is no game 'crveni_tepi'; did you mean \"crveni_tepih\"? ('dalje games' lists them)"),
    ([head(game=None)], "line 1: a header names its game"),
    ([head(players=["Ana"])], "line 1: Crveni tepih is for 2 to 8 players, not 1"),
    ([head(players="Ana")], "line 1: a header lists its players by name"),
    ([head(players=["Ana", 5])], "line 1: a header lists its players by name"),
    ([head(players=["Ana", "Ana"])], "line 1: no two players may have the same name"),
    ([head(players=["Ana", " "])], "line 1: a name is up to 40 printed characters, not ' '"),
    ([head(players=["Ana", "x" * 99])], f"line 1: a name is up to 40 printed characters, not '{'x' * 50}'"),
    ([head(places=5)], "line 1: a header lists its players by name"),
    ([head(places=["Ana", "Zora"])], "line 1: places must name the same people as players"),
    ([head(dealer="Zora")], "line 1: the dealer 'Zora' does not play"),
    ([head(dealer=["Ana"])], "line 1: the dealer is named like a player"),
    ([head(colour="red")], "line 1: a header has no field 'colour'; its fields are record, game, players, places, "
     "dealer, rules, start"),
    ([head(rules={"money_los": "all_bids"})],
     "line 1: Crveni tepih has no house rule 'money_los'; did you mean \"money_lost\"?"),
    ([head(rules={"money_lost": "nobody"})],
     "line 1: the house rule 'money_lost' is one of all_bids, winner_only, not 'nobody'"),
    ([head(rules={"money_lost": ["all_bids"]})],
     "line 1: the house rule 'money_lost' is one of all_bids, winner_only, not ['all_bids']"),
    ([head(rules=[])], "line 1: rules and start are tables"),
    ([head(start={"trump": "S"})], "line 1: start has no key 'trump' in Crveni tepih"),
    ([head(start={"scores": {"Ana": "many"}})], "line 1: a score is a whole number, not 'many'"),
    ([head(start={"scores": {"Zora": 5}})], "line 1: start: 'scores' names 'Zora', who does not play"),
    ([head(start={"money": {"Ana": 21}})], "line 1: a player has 0 to 20 units, not 21"),
    ([head(start={"money": {"Ana": ["²S"]}})], "line 1: money cards are 2 to 6, one of each, not ['²S']"),
    ([head(start={"money": {"Ana": [6, 6, 6, 6]}})], "line 1: money cards are 2 to 6, one of each, not [6, 6, 6, 6]"),
    ([head(rules={"money_form": "cards"}, start={"money": {"Ana": 9}})],
     "line 1: 9 units in money cards: list the cards held, for example [4, 5]"),
    ([head(start={"hands": {"Ana": ["AS", "AS"]}})], "line 1: start: AS is there more often than the pack has it"),
    ([head(start={"hands": {"Ana": ["AS", "AD", "AH"]}})], "line 1: start: Ana has more than 2 hidden cards"),
    ([head(start={"open": {"Ana": ["AS", "AD", "AH", "AC", "KS", "KD", "KH"]}})],
     "line 1: start: Ana holds more than 8 cards"),
    ([head(start={"open": {"Ana": [5]}})], 'line 1: cards are a list of codes, for example ["TD", "7H"]'),
    ([head(start={"aside": None})], 'line 1: cards are a list of codes, for example ["TD", "7H"]'),
    ([head(start={"stock": 99})], "line 1: start: stock is how many cards are left, at most 28, not 99"),
    ([head(start={"stock": True})], "line 1: start: stock is how many cards are left, at most 28, not True"),
    ([head(start={"to_act": ["Ana"]})], "line 1: start: to_act names ['Ana'], who does not play"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "sentence"), CASES)
def test_one_sentence_that_names_the_line(lines: list[Any], sentence: str) -> None:
    with pytest.raises(BadRecord) as error:
        list(replay(lines_of(*lines)))
    assert str(error.value).startswith(sentence), str(error.value)
    assert "\n" not in str(error.value) and len(str(error.value)) < 400


def test_what_came_before_the_bad_line_stands() -> None:
    answers = replay(lines_of(HEAD, TURN, "rubbish"))
    assert next(answers)["verdict"] == "ok"
    with pytest.raises(BadRecord, match="line 3"):
        next(answers)


def test_text_that_is_not_utf8() -> None:
    def source() -> Iterator[str]:
        yield HEAD
        yield TURN
        yield b"\xff\xfe".decode("utf-8")

    with pytest.raises(BadRecord, match="line 3: this is not UTF-8 text"):
        list(replay(source()))


def test_an_empty_record_says_so() -> None:
    with pytest.raises(BadRecord, match="this record is empty"):
        list(replay(["", "\n"]))


def test_words_about_the_deal_stay_allowed_after_the_end() -> None:
    lines = lines_of(
        HEAD, RESULT,
        {"id": 2, "do": "note", "what": "penalty", "seat": "Ana", "points": -10},
        {"id": 3, "do": "correct", "about": 1, "money": {"Ana": 20, "Boris": 0}},
        {"id": 4, "do": "undo"}, {"id": 5, "do": "redo"}, {"id": 6, "do": "claim", "seat": "Ana", "against": "Boris"},
        {"id": 7, "do": "accept"}, {"id": 8, "do": "note", "what": "end"},
    )  # fmt: skip
    answers = list(replay(lines))
    assert [answer["verdict"] for answer in answers if "id" in answer] == ["ok"] * 6 + ["illegal", "ok"]
    assert answers[-1]["scores"] == {"Ana": 15, "Boris": 31}
    assert answers[-1]["penalties"] == {"Ana": -10}
    assert answers[-1]["match_over"] and answers[-1]["winners"] == ["Boris"]


def test_a_long_chain_of_corrections_of_corrections_does_not_overflow() -> None:
    lines = lines_of(HEAD, TURN)
    lines += [json.dumps({"id": n, "do": "correct", "about": n - 1, "cards": ["AS", "8H"]}) for n in range(2, 400)]
    *_, last = replay(lines)
    assert last["verdict"] == "ok"


def test_a_senseless_correction_of_what_was_undone_is_refused_too() -> None:
    lines = lines_of(HEAD, TURN, {"do": "undo"})
    with pytest.raises(BadRecord, match="line 4: event 3: 'ZZ' is no card"):
        list(replay([*lines, json.dumps({"do": "correct", "about": 1, "cards": ["AS", "ZZ"]})]))
    with pytest.raises(BadRecord, match="line 4: there is no verb 'fly'"):
        list(replay([*lines, json.dumps({"do": "correct", "about": 1, "event": {"do": "fly"}})]))


def test_ids_may_be_left_out() -> None:
    turn = {"do": "turn", "cards": ["AS", "7H"]}
    answers = list(replay(lines_of(HEAD, turn, {"id": 40, "do": "pass"}, {"do": "pass"})))
    assert [answer["id"] for answer in answers] == [1, 40, 41]


@pytest.mark.parametrize(
    "data", [{}, {"do": None}, {"do": 5}, {"do": "bid", "points": []}, {"do": "bid", "hands": {"a": 1}}]
)
def test_events_that_are_none(data: dict[str, Any]) -> None:
    with pytest.raises(BadRecord):
        to_event(data)


def test_the_records_that_come_with_the_product_are_read() -> None:
    paths = sorted(CRVENI_TEPIH.rglob("*.jsonl"))
    assert len(paths) == 38
    for path in paths:
        assert list(replay(path.read_text(encoding="utf-8").splitlines()))
