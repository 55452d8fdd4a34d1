"""Every worked example of ``rules/velika_budala.md`` through the deal record; the numbers are those of the page."""

from __future__ import annotations

from typing import Any

import pytest

from tests.companion.replays import play, table_of


def header(players: int, rules: dict[str, str] | None = None, **start: Any) -> dict[str, Any]:
    """A deal by the last player."""
    names = [f"P{n}" for n in range(1, players + 1)]
    return {"record": 1, "game": "velika_budala", "players": names, "dealer": names[-1], "rules": rules or {},
            "start": start}  # fmt: skip


def put(seat: str, card: str) -> dict[str, Any]:
    """A card of the hand to the pile."""
    return {"do": "play", "seat": seat, "cards": [card]}


def drawn(seat: str, card: str) -> list[dict[str, Any]]:
    """A card to the pile, and one drawn for it."""
    return [put(seat, card), {"do": "draw", "seat": seat, "count": 1}]


def take(seat: str, *cards: str) -> dict[str, Any]:
    """The top card taken."""
    return {"do": "take", "seat": seat} | ({"cards": list(cards)} if cards else {})


def turn(card: str) -> dict[str, Any]:
    """The turned card."""
    return {"do": "turn", "cards": [card]}


def tried(turned: str, top: str, card: str) -> bool:
    """Whether a card may be put on the top card, by the turned card of the deal."""
    start: dict[str, Any] = {"hands": {"P1": [card, "TC" if card != "TC" else "9C"]}, "pile": [top], "trump": turned[1]}
    told = play([header(2, to_act="P1", **start), put("P1", card)])
    assert told.events[1]["verdict"] == "ok" or "does not beat" in told.sentence(1)
    return bool(told.events[1]["verdict"] == "ok")


@pytest.mark.parametrize(
    ("turned", "top", "beat", "not_beat"),
    [
        ("9H", "9H", "JH", "7H AD AS"), ("9H", "KD", "AD 6H", "QD AC"), ("9H", "TS", "QS 6D 6H", "AC 9S"),
        ("6S", "AC", "6S", "AH AD"), ("6S", "AH", "6C", ""),
    ],
    ids=["1", "2", "3", "7", "7 plain"],
)  # fmt: skip
def test_1_2_3_and_7_what_beats(turned: str, top: str, beat: str, not_beat: str) -> None:
    assert all(tried(turned, top, card) for card in beat.split())
    assert not any(tried(turned, top, card) for card in not_beat.split())


FIRST = [header(3), turn("9H"), *drawn("P1", "JH"), *drawn("P2", "QH"), *drawn("P3", "KH")]
SECOND = [*FIRST, *drawn("P3", "8C"), *drawn("P1", "JC")]


def test_4_a_complete_ruka() -> None:
    told, t = play(FIRST), table_of(FIRST)
    assert told.verdicts == {} and told.events[7]["awaits"] == {"do": ["play"], "seats": ["P3"], "count": 1}
    assert [str(card) for card in t.cards("pile")] == ["9H", "JH", "QH", "KH"], "it lies there until the next lead"
    t = table_of([*FIRST, put("P3", "8C")])
    assert [str(card) for card in t.cards("pile")] == ["8C"]
    assert {str(card) for card in t.cards("aside")} == {"9H", "JH", "QH", "KH"}
    assert table_of(FIRST[:2]).size("stock") == 20 and t.size("stock") == 17
    told = play([*FIRST[:2], *drawn("P1", "JH"), put("P2", "QH"), put("P3", "KH")])
    assert told.verdicts == {5: "illegal"} and "P2 draws 1 card" in told.sentence(5), "who plays draws"


def test_5_who_takes_gets_only_the_top_and_does_not_draw() -> None:
    told, t = play([*SECOND, take("P2", "JC")]), table_of([*SECOND, take("P2", "JC")])
    assert told.verdicts == {} and told.events[12]["awaits"]["seats"] == ["P3"]
    assert [str(card) for card in t.cards("hand 1")] == ["JC"] and "8C" in map(str, t.cards("aside"))
    assert t.size("stock") == 15 and t.size("hand 1") == 6
    assert play([*SECOND, take("P2", "8C", "JC")]).verdicts == {12: "illegal"}
    assert play([*SECOND, take("P2"), {"do": "draw", "seat": "P2", "count": 1}]).verdicts == {13: "illegal"}
    whole = [header(3, {"take": "pile"}), *SECOND[1:], take("P2")]
    assert {str(card) for card in table_of(whole).cards("hand 1")} == {"8C", "JC"}


def test_6_taking_is_always_allowed_a_lower_card_never() -> None:
    start: dict[str, Any] = {"hands": {"P1": ["KC", "6C"]}, "pile": ["7C"], "trump": "H", "to_act": "P1"}
    assert play([header(2, **start), take("P1")]).verdicts == {}
    told = play([header(2, **start), put("P1", "6C")])
    assert told.verdicts == {1: "illegal"} and told.sentence(1) == "6♣ does not beat 7♣: it goes back"
    assert told.events[1]["awaits"]["seats"] == ["P1"]
    told = play([header(2, {"illegal_beat": "counts_as_take"}, **start), put("P1", "6C")])
    assert told.events[1]["awaits"]["seats"] == ["P2"]


@pytest.mark.parametrize("last_holder", ["loses_at_once", "may_beat_last"])
def test_8_who_is_left_with_cards_is_the_fool(last_holder: str) -> None:
    hands: dict[str, list[str]] = {"P1": ["7S"], "P2": ["9D", "KD"], "P3": []}
    told = play([header(3, {"last_holder": last_holder}, hands=hands, trump="H"), put("P1", "7S")])
    assert told.deals[1]["points"] == {"P1": 0, "P2": 1, "P3": 0}


def test_9_two_go_out_and_the_third_loses_at_once() -> None:
    hands = {"P1": ["7C"], "P2": ["TC"], "P3": ["AC", "KC"]}
    told = play([header(3, hands=hands, trump="H"), put("P1", "7C"), put("P2", "TC")])
    assert told.verdicts == {} and told.deals[1]["points"] == {"P1": 0, "P2": 0, "P3": 1}


def test_the_last_card_may_beat_the_last_one_as_a_house_rule() -> None:
    hands = {"P1": ["7C"], "P2": ["TC"]}
    lines = [header(2, {"last_holder": "may_beat_last"}, hands=hands, trump="H"), put("P1", "7C")]
    assert play(lines).deals == {}
    told = play([*lines, put("P2", "TC"), {"record": 1, "game": "velika_budala", "players": ["P1", "P2"]}, turn("6S")])
    assert told.deals[1]["points"] == {"P1": 0, "P2": 0}, "nobody has lost"
    assert told.events[3]["awaits"]["seats"] == ["P2"], "P1, the neighbour, deals: the loser would"
    assert play([*lines, take("P2")]).deals[1]["points"] == {"P1": 0, "P2": 1}
    assert play([header(2, hands=hands, trump="H"), put("P1", "7C")]).deals[1]["points"] == {"P1": 0, "P2": 1}


def test_the_leader_may_have_to_beat_once_more() -> None:
    hands = {"P1": ["7C", "JC", "6D"], "P2": ["8C", "6S"]}
    lines = [put("P1", "7C"), put("P2", "8C")]
    t = table_of([header(2, hands=hands, trump="H"), *lines, put("P2", "6S")])
    assert [str(card) for card in t.cards("pile")] == ["6S"], "the ruka of two cards was complete"
    told = play([header(2, {"complete_ruka": "leader_again"}, hands=hands, trump="H"), *lines, put("P1", "JC")])
    assert told.verdicts == {} and told.events[3]["awaits"] == {
        "do": ["play"], "seats": ["P1"], "count": 1, "may": told.events[3]["awaits"]["may"]}  # fmt: skip


def test_the_turned_card_may_only_fix_the_trumps() -> None:
    told = play([header(2, {"turned_card": "free_lead"}), turn("9H"), *drawn("P1", "6S"), *drawn("P2", "6D")])
    assert told.verdicts == {} and told.events[5]["awaits"]["seats"] == ["P2"], "a ruka of two cards"
    assert "great trump hearts, small trump diamonds" in str(table_of([header(2), turn("9H")]).board["trumps"])


def test_the_hand_may_be_filled_up_to_five() -> None:
    lines = [header(2, {"drawing": "refill_to_5"}), turn("9H"), take("P1"), *drawn("P2", "6S")]
    told = play([*lines, put("P1", "AS")])
    assert told.verdicts == {} and told.events[5]["awaits"]["seats"] == ["P1"], "five are left: he draws none"


ROUND = {"P1": ["6S", "9C"], "P2": ["TC", "9S"], "P3": ["7C", "8D"]}


def test_a_deal_without_end() -> None:
    agree = [{"do": "say", "seat": name, "word": "endless"} for name in ("P1", "P2", "P3")]
    told = play([header(3, hands=ROUND, trump="H"), *agree])
    assert told.deals[1]["points"] == {"P1": 0, "P2": 0, "P3": 0}
    assert play([header(3, hands=ROUND, trump="H"), *agree[:2], put("P1", "6S"), agree[2]]).deals == {}
    rules, hands = {"endless_deal": "most_cards_loses"}, ROUND | {"P3": ["7C", "8D", "AD"]}
    held, lines, at, going_round = {name: list(cards) for name, cards in hands.items()}, [], 0, 0
    while going_round < 6:  # a card is led and taken, round and round
        leader, taker = f"P{at % 3 + 1}", f"P{(at + 1) % 3 + 1}"
        card = held[leader].pop(0)
        held[taker].insert(0, card)
        lines += [put(leader, card), take(taker)]
        at, going_round = at + 2, going_round + 1
    told = play([header(3, rules, hands=hands, trump="H"), *lines])
    assert told.verdicts == {} and told.deals[1]["points"] == {"P1": 0, "P2": 0, "P3": 1}
    assert play([header(3, rules, hands=hands, trump="H"), *lines[:-1]]).deals == {}
    assert play([header(3, hands=hands, trump="H"), *lines]).deals == {}


def test_the_match_and_the_next_dealer() -> None:
    plain = {"record": 1, "game": "velika_budala", "players": ["P1", "P2"]}
    lost = {"do": "result", "facts": {"loser": "P2"}}
    told = play([line for _ in range(10) for line in (plain, lost)])
    assert told.deals[10]["match_over"] and not told.deals[9]["match_over"]
    assert told.deals[10]["scores"] == {"P1": 0, "P2": 10} and told.deals[10]["winners"] == ["P1"]
    assert play([{**plain, "rules": {"match_length": "single_deals"}}, lost]).deals[1]["match_over"]
    told = play([plain, {"do": "result", "facts": {}}, plain, turn("6S")])
    assert told.events[2]["awaits"]["seats"] == ["P1"], "P2, the neighbour of P1, deals"
    lost = {"do": "result", "facts": {"loser": "P1"}}
    assert play([plain, lost, plain, turn("6S")]).events[2]["awaits"]["seats"] == ["P2"], "the loser deals"
    right = {**plain, "rules": {"next_dealer": "right"}}
    assert play([right, lost, right, turn("6S")]).events[2]["awaits"]["seats"] == ["P1"]
