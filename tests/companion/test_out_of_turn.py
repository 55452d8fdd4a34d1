"""People as they are: before their turn, two cards at once, taken back, a wrong lead, a trick corrected much later."""

from __future__ import annotations

from typing import Any

import pytest

from companion.deal.deal import Deal
from tests.companion.replays import Played, play, table_of

PLAYERS = ["P1", "P2", "P3", "P4"]
HEADER = {"record": 1, "game": "kvinto", "players": PLAYERS, "dealer": "P4"}


def put(seat: str, *cards: str) -> dict[str, Any]:
    """Cards played by this seat."""
    return {"do": "play", "seat": seat, "cards": list(cards)}


def plays(text: str) -> list[dict[str, Any]]:
    """``P1 7S`` and so on, with a comma between."""
    return [put(*part.split()) for part in text.split(",")]


def test_a_card_before_its_turn_counts_when_the_missing_one_follows() -> None:
    lines = [HEADER, *plays("P1 7S,P3 2S,P2 KS,P4 QS")]
    told = play(lines)
    assert told.verdicts == {2: "illegal"}
    assert told.sentence(2) == (
        "P3 is not to act: P2 plays 1 card. 2♠ stays on the table and counts when its turn comes, "
        "unless it is taken back"
    )
    assert told.events[2]["findings"][0]["sentence"] == "P3 is not to act: P2 plays 1 card"
    assert also(told, 3) == [(2, "P3", "2♠ of event 2, put down early by P3, counts now")]
    assert told.events[3]["awaits"]["seats"] == ["P4"] and told.events[4]["awaits"]["seats"] == ["P2"]
    t = table_of(lines)
    assert [str(laid.card) for laid in t.trick] == ["7S", "KS", "2S", "QS"]
    assert [(f.about, f.seat, f.rule) for f in t.findings] == [(2, 2, "out_of_turn")]


def also(told: Played, event: int) -> list[tuple[int, str, str]]:
    """What an event has made of that which lay there."""
    return [(one["about"], one["seat"], one["sentence"]) for one in told.events[event].get("also", [])]


def test_several_cards_before_their_turn() -> None:
    t = table_of([HEADER, *plays("P1 7S,P4 QS,P3 2S,P2 KS")])
    assert [str(laid.card) for laid in t.trick] == ["7S", "KS", "2S", "QS"]
    assert sorted(f.about for f in t.findings) == [2, 3]


def test_a_card_before_its_turn_that_is_taken_back_leaves_no_mark() -> None:
    lines = [HEADER, *plays("P1 7S,P3 2S"), {"do": "take_back", "seat": "P3"}, *plays("P2 KS,P3 3S")]
    told, t = play(lines), table_of(lines)
    assert told.verdicts == {2: "illegal"} and t.findings == []
    assert [str(laid.card) for laid in t.trick] == ["7S", "KS", "3S"]
    told = play([HEADER, *plays("P1 7S,P3 2S,P2 KS"), {"do": "take_back", "seat": "P3"}])
    assert told.verdicts == {2: "illegal", 4: "illegal"}, "now it counts"


def test_a_card_that_lies_before_another_player_is_not_played_twice() -> None:
    told = play([HEADER, *plays("P1 7S,P3 2S,P2 2S")])
    assert told.verdicts == {2: "illegal", 3: "impossible"}
    assert told.sentence(3) == "2♠ was already seen before P3: is this another card?"


def test_who_plays_another_card_in_his_turn_has_taken_the_first_back() -> None:
    lines = [HEADER, *plays("P1 7S,P3 2S,P3 3S,P2 KS")]
    told, t = play(lines), table_of(lines)
    assert also(told, 3) == [(2, "P3", "2♠ of event 2 goes back: P3 has put down something else")]
    assert also(told, 4) == [(3, "P3", "3♠ of event 3, put down early by P3, counts now")]
    assert [str(laid.card) for laid in t.trick] == ["7S", "KS", "3S"]


def test_two_cards_at_once_are_refused() -> None:
    told = play([HEADER, put("P1", "7S", "8S"), *plays("P1 7S")])
    assert told.verdicts == {1: "illegal"} and told.sentence(1) == "P1 plays 1 card at a time, not 2"
    assert told.events[2]["awaits"]["seats"] == ["P2"]


def test_a_lead_by_the_wrong_player() -> None:
    wrong = [HEADER, *plays("P3 2S")]
    told = play([*wrong, *plays("P1 7S,P2 KS,P4 QS")])
    assert told.verdicts == {1: "illegal"} and told.events[4]["awaits"]["seats"] == ["P2"], "it waits for its turn"
    played_on = [*wrong, *plays("P4 QS,P1 7S,P2 KS")]
    told, t = play(played_on), table_of(played_on)
    assert told.verdicts == {1: "illegal"} and [laid.seat for laid in t.trick] == [2, 3, 0, 1], "the table played on"
    assert told.sentence(1) == (
        "P3 is not to act: P1 leads. 2♠ stays on the table: it counts when its turn comes, "
        "or as soon as others follow it, unless it is taken back"
    )
    stands = "Event 1 stands, for the table has played on: P3 is not to act: P1 leads"
    assert also(told, 2) == [(1, "P3", stands)] and also(told, 3) == []
    assert [(f.about, f.seat, f.rule) for f in t.findings] == [(1, 2, "out_of_turn")]
    t = table_of([*wrong, {"do": "accept", "about": 1}])
    assert [laid.seat for laid in t.trick] == [2] and t.findings[0].accepted
    t = table_of([*wrong, {"do": "take_back", "seat": "P3"}, *plays("P1 7S")])
    assert [laid.seat for laid in t.trick] == [0] and t.findings == []


def test_leads_out_of_turn_again_and_again_are_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was fed once is fed again as it was taken then; trying everything anew took twice as long a lead."""
    fed = []
    take = Deal._take
    monkeypatch.setattr(Deal, "_take", lambda deal, act: (fed.append(act), take(deal, act))[1])
    lines = [HEADER, *plays(",".join(["P3 9S", "P3 8S"] * 30)), *plays("P1 7S")]
    told = play(lines)
    assert set(told.verdicts.values()) == {"illegal"} and len(told.verdicts) == 60
    assert len(fed) < 5 * len(lines)
    assert told.events[61]["verdict"] == "ok" and told.events[61]["awaits"]["seats"] == ["P2"]


def test_a_lead_that_was_let_stand_stands_without_the_word_once_the_table_has_played_on() -> None:
    lines = [HEADER, *plays("P3 9S"), {"do": "accept", "about": 1}, *plays("P4 8S,P1 KS"), {"do": "undo", "about": 2}]
    told, t = play(lines), table_of(lines)
    assert told.events[5]["verdict"] == "ok" and told.events[5]["awaits"]["seats"] == ["P2"]
    assert [laid.seat for laid in t.trick] == [2, 3, 0]
    assert [(f.about, f.seat, f.accepted) for f in t.findings] == [(1, 2, False)]
    told, t = play([*lines, {"do": "redo"}]), table_of([*lines, {"do": "redo"}])
    assert told.events[6]["verdict"] == "ok" and [f.accepted for f in t.findings] == [True]
    told = play([*lines, {"do": "undo", "about": 3}])
    assert told.events[6]["open"] == [4], "now P4 is to play"


NINE = ("P1 KS,P2 2S,P3 3S,P4 4S,P1 KC,P2 2C,P3 3C,P4 4C,P1 KD,P2 2D,P3 3D,P4 4D,P1 KH,P2 2H,P3 3H,P4 4H,"
        "P1 QS,P2 5S,P3 6S,P4 7S,P1 QC,P2 5C,P3 6C,P4 7C,P1 QD,P2 5D,P3 6D,P4 7D,P1 QH,P2 5H,P3 6H,P4 7H,"
        "P1 JS,P2 8S,P3 9S,P4 TS")  # fmt: skip


def test_a_correction_of_trick_1_after_trick_9_leaves_every_card_with_its_player() -> None:
    """The lead to trick 2 is now another's: a question, no accusation; everybody keeps what he played."""
    lines = [HEADER, *plays(NINE), {"do": "correct", "about": 1, "cards": ["AS"]}]
    told, t = play(lines), table_of(lines)
    assert told.events[37]["verdict"] == "question" and told.events[37]["open"] == [5]
    assert "P1 is not to act: P4 leads" in told.sentence(37)
    assert t.findings == [] and sum(t.tricks.values()) == 9 and t.tricks[3] == 1
    assert [str(card) for card in t.cards("taken 3")] == ["AS", "2S", "3S", "4S"]
    back = play([*lines, {"do": "correct", "about": 37, "cards": ["KS"]}])
    assert back.events[38]["verdict"] == "ok" and "open" not in back.events[38]


def test_an_undone_card_leaves_the_rest_waiting_and_comes_back() -> None:
    lines = [HEADER, *plays(NINE), {"do": "undo", "about": 6}]
    told = play(lines)
    assert told.events[37]["verdict"] == "question" and len(told.events[37]["open"]) == 30
    told = play([*lines, {"do": "insert", "after": 5, "event": put("P2", "2C")}])
    assert told.events[38]["verdict"] == "ok" and "open" not in told.events[38]


def test_nobody_is_named_while_only_several_together_have_broken_a_rule() -> None:
    pack = [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"] + ["X"]
    hidden, talon = {"3D", "4D", "TD", "KS", "JD", "QD"}, ["4C", "5C", "6C", "7C", "8C"]
    start = {"hands": {"P1": ["2S", "3H"]}, "to_act": "P1", "tricks": {"P1": 5, "P2": 5}, "talon": talon,
             "aside": [code for code in pack if code not in {*hidden, *talon, "2S", "3H"}]}  # fmt: skip
    accuses = {"do": "claim", "seat": "P1"}
    told = play([{**HEADER, "start": start}, *plays("P1 2S,P2 3D,P3 4D,P4 TD"), accuses])
    assert told.verdicts == {} and all(line["findings"] == [] for line in told.events.values())
    assert told.sentence(5).startswith("Somebody broke a rule"), "each may be void, but one of the three holds KS"
    told = play([{**HEADER, "start": start}, *plays("P1 2S,P2 3D,P3 4D"), accuses])
    assert told.sentence(4) == "Nothing that was seen proves it", "P4 may hold KS"


def test_a_trick_told_with_a_wrong_leader_fits_when_the_winner_of_the_one_before_is_corrected() -> None:
    lines = [HEADER, *plays("P1 KS,P2 2S,P3 4S,P4 QS,P4 8D,P1 9D,P2 TD,P3 JD")]
    assert play(lines).verdicts == {5: "illegal"}, "P1 seems to have won"
    lines.append({"do": "correct", "about": 1, "cards": ["3S"]})
    told, t = play(lines), table_of(lines)
    assert told.verdicts == {5: "illegal"}, "nothing is a question after the correction"
    assert t.findings == []
    assert [(laid.seat, str(laid.card)) for laid in t.trick] == [(3, "8D"), (0, "9D"), (1, "TD"), (2, "JD")]
