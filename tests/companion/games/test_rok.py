"""Every worked example of ``rules/rok.md`` through the deal record; the numbers are those of the rules page."""

from __future__ import annotations

from typing import Any

import pytest

from tests.companion.replays import play, table_of

TWO, FOUR = ["P1", "P2"], ["P1", "P2", "P3", "P4"]


def header(players: list[str], rules: dict[str, str] | None = None, **start: Any) -> dict[str, Any]:
    """A deal by the last player."""
    return {"record": 1, "game": f"rok{len(players)}", "players": players, "dealer": players[-1],
            "rules": rules or {}, "start": start}  # fmt: skip


def cards(codes: str) -> list[dict[str, Any]]:
    """Plays in turn, one card each."""
    return [{"do": "play", "cards": [code]} for code in codes.split()]


def who_leads_next(players: list[str], trump: str, codes: str) -> str:
    """Who has won a trick that P1 led from a hand of thirteen."""
    first = codes.split()[0]
    others = [f"{rank}{suit}" for suit in "HC" for rank in "2345678"]
    held = [first, *[code for code in others if code not in codes.split()]][:13]
    played = play([header(players, trump=trump, hands={"P1": held}), *cards(codes)])
    assert played.verdicts == {}
    return str(played.events[len(players)]["awaits"]["seats"][0])


@pytest.mark.parametrize(("answer", "winner"), [("2H", "P2"), ("AD", "P1"), ("TS", "P2"), ("8S", "P1")])
def test_1_rok_for_two_who_wins(answer: str, winner: str) -> None:
    assert who_leads_next(TWO, "H", f"9S {answer}") == winner


def test_2_a_revoke_is_proven_when_the_card_appears() -> None:
    start = {"trump": "H", "hands": {"P1": ["9S", "9D", "8D"]}, "to_act": "P1", "tricks": {"P1": 5, "P2": 5}}
    told = play([header(TWO, **start), *cards("9S 3H QS 9D")])
    finding = told.events[3]["findings"][0]
    assert told.verdicts == {} and (finding["about"], finding["seat"], finding["proof"]) == (2, "P2", ["QS"])


def test_3_of_two_cards_one_is_kept() -> None:
    t = table_of(drawn("keep", "reject"))
    assert [t.size(f"hand {seat}") for seat in (0, 1)] == [4, 4]
    assert t.size("stock") == 36 and t.size("aside") == 6 + 2
    t = table_of(drawn(*["keep", "reject"] * 10))
    assert [t.size(f"hand {seat}") for seat in (0, 1)] == [13, 13]
    assert t.size("stock") == 0 and t.size("aside") == 26
    told = play([*drawn("keep")[:-1], {"do": "draw", "seat": "P1", "count": 2}])
    assert told.verdicts == {4: "illegal"}


def drawn(*choices: str, laid_off: int = 3) -> list[dict[str, Any]]:
    """Trumps are named, both lay off, and cards of the stock are kept or rejected."""
    lay = [{"do": "discard", "seat": name, "count": laid_off} for name in ("P2", "P1")]
    return [header(TWO), {"do": "choose", "seat": "P1", "option": "H"}, *lay,
            *[{"do": "choose", "seat": TWO[i % 2], "option": word} for i, word in enumerate(choices)]]  # fmt: skip


def test_3_rejected_cards_that_are_shown_are_seen() -> None:
    lines = drawn()
    lines[0]["rules"] = {"rejected_cards": "face_up"}
    keep = {"do": "choose", "seat": "P1", "option": "keep", "cards": ["AH"]}
    reject = {"do": "choose", "seat": "P2", "option": "reject", "cards": ["4C"]}
    t = table_of([*lines, keep, reject])
    assert sorted(map(str, t.cards("aside"))) == ["4C", "AH"] and t.unknown("hand 0") == 4
    assert play([*lines, {**keep, "cards": []}]).verdicts == {4: "question"}


def test_4_rok_for_four_who_wins() -> None:
    assert who_leads_next(FOUR, "C", "KD 2C AD 5C") == "P4"
    assert who_leads_next(FOUR, "C", "KD AS 3D JD") == "P1"


def deal_line(players: list[str], tricks: dict[str, int], rules: dict[str, str] | None = None, **start: Any) -> Any:
    """The deal line of a result entered by hand."""
    return play([header(players, rules, **start), {"do": "result", "facts": {"tricks": tricks}}]).deals[1]


def test_5_seven_tricks() -> None:
    assert deal_line(FOUR, {"P1": 4, "P3": 3})["points"] == {"P1": 2, "P2": 0, "P3": 2, "P4": 0}
    assert deal_line(FOUR, {"P1": 7, "P2": 1})["points"]["P1"] == 1
    assert deal_line(FOUR, {"P1": 6, "P2": 7})["points"]["P4"] == 1
    start = {"trump": "H", "hands": {"P1": ["AS", "2D"]}, "to_act": "P1", "tricks": {"P1": 4, "P3": 2, "P2": 5}}
    told = play([header(FOUR, **start), *cards("AS 2S 3S 4S")])
    assert told.deals[1]["points"]["P3"] == 1, "the deal stops at the seventh trick"


def test_6_match_ends() -> None:
    deal = deal_line(TWO, {"P1": 7}, scores={"P1": 4, "P2": 3})
    assert deal["scores"] == {"P1": 6, "P2": 3} and deal["match_over"] and deal["winners"] == ["P1"]
    deal = deal_line(FOUR, {"P2": 7, "P1": 3}, scores=dict.fromkeys(FOUR, 6))
    assert deal["match_over"] and deal["winners"] == ["P2", "P4"]


def test_7_trumps_are_named_once() -> None:
    named = [("P2", "H"), ("P1", "S"), ("P1", "H")]
    told = play([header(FOUR), *({"do": "choose", "seat": name, "option": suit} for name, suit in named)])
    assert told.verdicts == {1: "illegal", 3: "illegal"}
    assert "trumps are named once" in told.sentence(3)


def test_8_three_are_laid_off() -> None:
    told = play(drawn(laid_off=2))
    assert told.verdicts == {2: "illegal", 3: "illegal"}
    assert told.sentence(2) == "P2 must discard exactly 3 cards, not 2"


def test_a_play_before_the_hands_are_full_is_told() -> None:
    told = play([*drawn("keep"), *[{"do": "play", "seat": "P2", "cards": ["AS"]}]])
    assert told.verdicts == {5: "illegal"} and "the hands are not full yet" in told.sentence(5)


def test_house_rules() -> None:
    assert deal_line(FOUR, {"P2": 7}, {"whitewash": "three_against_caller"})["points"]["P2"] == 3
    assert deal_line(FOUR, {"P1": 7}, {"whitewash": "three_against_caller"})["points"]["P1"] == 2
    told = play([header(TWO, {"next_dealer": "winner_calls"}), {"do": "result", "facts": {"tricks": {"P1": 7}}},
                 {"record": 1, "game": "rok2", "players": TWO, "rules": {"next_dealer": "winner_calls"}}])  # fmt: skip
    assert told.deals[1]["points"]["P1"] == 2
    start = {"trump": "H", "hands": {"P1": ["9S", "8S"]}, "to_act": "P1", "tricks": {"P1": 5, "P2": 6}}
    for rule, points in (("lose_one", 1), ("lose_two", 2)):
        told = play([header(TWO, {"revoke_penalty": rule}, **start), *cards("9S 2D 8S QS")])
        assert told.deals[1]["points"] == {"P1": points, "P2": 0}
    assert play([header(TWO, **start), *cards("9S 2D 8S QS")]).deals[1]["points"] == {"P1": 0, "P2": 1}


def test_hands_may_be_shown_after_a_deal_that_stopped_early() -> None:
    """P2 threw a diamond on spades; the deal stops before he must show what he holds, so he is asked to."""
    start = {"trump": "H", "hands": {"P1": ["9S", "9D"]}, "to_act": "P1", "tricks": {"P1": 6, "P2": 5}}
    told = play([header(TWO, **start), *cards("9S 2D"), {"do": "show", "seat": "P2", "cards": ["QS"]}])
    finding = told.events[3]["findings"][0]
    assert told.verdicts == {} and (finding["about"], finding["seat"], finding["proof"]) == (2, "P2", ["QS"])
    told = play([header(TWO, **start), *cards("9S 2D"), {"do": "show", "seat": "P2", "cards": ["QC"]}])
    assert told.events[3]["findings"] == []
