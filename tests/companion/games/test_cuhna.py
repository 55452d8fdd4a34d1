"""Every worked example of ``rules/cuhna.md`` through the deal record; the numbers are those of the rules page."""

from __future__ import annotations

from typing import Any

from tests.companion.replays import play, table_of


def header(players: int, rules: dict[str, str] | None = None, **start: Any) -> dict[str, Any]:
    """A deal by the last player."""
    names = [f"P{n}" for n in range(1, players + 1)]
    return {"record": 1, "game": "cuhna", "players": names, "dealer": names[-1], "rules": rules or {}, "start": start}


def turn(card: str) -> dict[str, Any]:
    """The first card of a pile."""
    return {"do": "turn", "cards": [card]}


def draw(seat: str, card: str = "") -> dict[str, Any]:
    """A card drawn, seen or not."""
    return {"do": "draw", "seat": seat} | ({"cards": [card]} if card else {"count": 1})


def put(seat: str, card: str) -> dict[str, Any]:
    """A card of the hand put on the pile."""
    return {"do": "play", "seat": seat, "cards": [card]}


def take(seat: str, *cards: str) -> dict[str, Any]:
    """The top card taken."""
    return {"do": "take", "seat": seat} | ({"cards": list(cards)} if cards else {})


ROUND = [turn("7D"), draw("P1", "8C"), draw("P2", "8H"), draw("P3", "9S")]


def test_1_a_drawn_successor_goes_on_the_pile() -> None:
    told = play([header(4), *ROUND])
    assert told.verdicts == {} and told.events[4]["awaits"]["seats"] == ["P4"]
    t = table_of([header(4), *ROUND])
    assert [str(card) for card in t.cards("pile")] == ["7D", "8C", "9S"]
    assert [str(card) for card in t.cards("hand 1")] == ["8H"]


def test_2_draw_or_play_not_both_and_not_on_the_first_turn() -> None:
    first = [turn("7D"), draw("P1"), draw("P2"), draw("P3", "8S"), draw("P4", "9S")]
    assert play([header(4), *first, put("P1", "TD")]).verdicts == {}
    told = play([header(4), *first, draw("P1"), put("P1", "TD")])
    assert told.verdicts == {7: "illegal"} and told.events[7]["findings"][0]["seat"] == "P1"
    told = play([header(4), turn("7D"), put("P1", "8D")])
    assert told.verdicts == {2: "illegal"} and "second turn" in told.sentence(2)


def test_3_an_ace_clears_the_pile() -> None:
    told = play([header(4), turn("QH"), draw("P1", "KH"), draw("P2", "AS"), turn("4C")])
    assert told.verdicts == {} and told.events[4]["awaits"]["seats"] == ["P3"]
    told = play([header(4), turn("AD"), turn("AC"), turn("3C")])
    assert told.verdicts == {} and told.events[3]["awaits"]["seats"] == ["P1"]


def test_4_who_has_no_successor_takes_only_the_top() -> None:
    start = {"pile": ["JC", "QC"], "hands": {"P3": ["3S", "5S", "AS"]}, "to_act": "P3"}
    told = play([header(4, **start), take("P3", "QC")])
    assert told.verdicts == {} and told.events[1]["awaits"] == {"do": ["play"], "seats": ["P4"], "count": 1, "may": [
        {"do": ["say"], "seat": name, "words": ["deadlock"]} for name in ("P1", "P2", "P3", "P4")]}  # fmt: skip
    t = table_of([header(4, **start), take("P3")])
    assert t.cards("pile") == [] and "QC" in [str(card) for card in t.cards("hand 2")]
    assert play([header(4, **start), take("P3", "JC", "QC")]).verdicts == {1: "illegal"}


HANDS = {"P1": ["5S"], "P2": ["6S", "9S"], "P3": ["2S", "KS", "AS", "AH"]}


def test_5_going_out() -> None:
    told = play([header(3, hands=HANDS), put("P1", "5S"), put("P2", "6S"), take("P3"), put("P2", "9S")])
    assert told.verdicts == {}
    assert told.deals[1]["points"] == {"P1": 6, "P2": 5, "P3": 0}
    told = play([header(3, hands=HANDS), put("P1", "5S"), take("P2")])
    assert told.verdicts == {2: "illegal"} and told.sentence(2) == "P2 holds 6♠ and must play it"
    assert play([header(3, {"part_two_duty": "free"}, hands=HANDS), put("P1", "5S"), take("P2")]).verdicts == {}


def test_6_the_player_of_an_ace_leads_again() -> None:
    hands = {"P1": ["KD", "2D"], "P2": ["AS", "AH", "3D"], "P3": ["4D", "5D"]}
    lines = [put("P1", "KD"), put("P2", "AS"), put("P2", "AH")]
    told = play([header(3, pile=["QC"], hands=hands), *lines])
    assert told.verdicts == {} and told.events[3]["awaits"]["seats"] == ["P2"]
    told = play([header(3, {"ace_part_two": "right_leads"}, pile=["QC"], hands=hands), *lines[:2]])
    assert told.events[2]["awaits"]["seats"] == ["P3"]


def test_7_a_take_with_a_successor_in_hand_is_proven_when_it_is_played() -> None:
    hidden = {"pile": ["7C"], "hands": {"P1": ["2C", "3C"], "P3": ["7D", "4C"]}, "to_act": "P2"}
    told = play([header(3, **hidden), take("P2"), put("P3", "7D"), take("P1"), put("P2", "8D")])
    assert told.verdicts == {}
    finding = told.events[4]["findings"][0]
    assert (finding["about"], finding["seat"], finding["proof"]) == (1, "P2", ["8D"])
    assert "took 7♣" in finding["sentence"]


def test_8_a_match_of_three_deals_each_and_the_end_of_part_one() -> None:
    names = ["P1", "P2", "P3"]
    outs = [{"P1": 10, "P2": 9}, {"P2": 10, "P3": 9}, {"P3": 10, "P1": 9}] * 2 + [{}, {}, {"P1": 3}]
    results = [{"do": "result", "facts": {"out": out}} for out in outs]
    lines: list[dict[str, Any]] = []
    for result in results:
        lines += [{"record": 1, "game": "cuhna", "players": names}, result]
    told = play(lines)
    assert told.deals[9]["scores"] == {"P1": 41, "P2": 38, "P3": 38}
    assert told.deals[9]["winners"] == ["P1"] and not told.deals[8]["match_over"]
    ranks = [f"{rank}{suit}" for suit in "SHD" for rank in "23456789TJQK"]
    lines = [header(3), turn("2C"), *[draw(names[i % 3], card) for i, card in enumerate(ranks[:3])]]
    t = table_of(lines)
    assert t.size("stock") == 48 and t.stage.startswith("turn 4")


def test_who_enters_part_two_without_cards_is_out_first() -> None:
    hands = {"P1": [], "P2": ["5S", "6S"], "P3": ["2S", "KS"]}
    told = play([header(3, hands=hands), put("P2", "5S"), take("P3"), put("P2", "6S")])
    assert told.deals[1]["points"] == {"P1": 4, "P2": 3, "P3": 0}


def test_a_deadlock_ends_by_agreement_or_after_four_rounds() -> None:
    hands = {"P1": ["2S", "4S"], "P2": ["6S", "8S"]}
    agree = [{"do": "say", "seat": name, "word": "deadlock"} for name in ("P1", "P2")]
    told = play([header(2, hands=hands), *agree])
    assert told.deals[1]["points"] == {"P1": 0, "P2": 0}
    held = {"P1": ["2S", "9S"], "P2": ["4S", "9H"], "P3": ["2H", "9D"]}
    lines, names, at, going_round = [header(3, hands={name: list(cards) for name, cards in held.items()})], 3, 0, []
    for _ in range(6):  # each leads a two, and the next takes it
        leader, taker = f"P{at % names + 1}", f"P{(at + 1) % names + 1}"
        two = next(card for card in held[leader] if card in ("2S", "2H"))
        held[leader].remove(two)
        held[taker].append(two)
        going_round += [put(leader, two), take(taker)]
        at += 2
    assert play([*lines, *going_round[:-1]]).deals == {}
    told = play([*lines, *going_round])
    assert told.deals[1]["points"] == {"P1": 0, "P2": 0, "P3": 0}


def test_a_kept_successor_is_proven_only_when_it_can_be_no_other_card() -> None:
    start = [turn("7D"), draw("P1"), draw("P2")]
    told = play([header(2), *start, put("P1", "8D")])
    assert (told.events[4]["findings"][0]["about"], told.events[4]["findings"][0]["seat"]) == (2, "P1")
    told = play([header(2, {"drawn_successor": "may_keep"}), *start, put("P1", "8D")])
    assert told.events[4]["findings"] == []
    told = play([header(2), *start, draw("P1"), draw("P2"), put("P1", "8D")])
    assert told.events[6]["findings"] == [], "it may be the second card drawn"


def test_an_illegal_card_may_count_as_a_take() -> None:
    hands = {"P1": ["5S", "7S"], "P2": ["9H", "9S"], "P3": ["2S", "KS"]}
    lines = [put("P1", "5S"), put("P2", "9S")]
    told = play([header(3, hands=hands), *lines])
    assert told.verdicts == {2: "illegal"} and told.events[2]["awaits"]["seats"] == ["P2"]
    told = play([header(3, {"illegal_card": "counts_as_take"}, hands=hands), *lines])
    assert told.events[2]["awaits"]["seats"] == ["P3"]


def test_after_a_round_is_the_same_as_ones_own_second_turn() -> None:
    rules = {"hand_play_from": "after_a_round"}
    first = [turn("7D"), draw("P1"), draw("P2"), draw("P3", "8S"), draw("P4", "9S")]
    assert play([header(4, rules), *first, put("P1", "TD")]).verdicts == {}
    assert play([header(4, rules), *first[:4], put("P4", "9D")]).verdicts == {5: "illegal"}
    assert play([header(4), *first[:4], put("P4", "9D")]).verdicts == {5: "illegal"}
