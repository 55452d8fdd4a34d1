"""Every worked example of ``rules/lu.md`` through the deal record, each house rule, and what is refused.

P5 deals: P1 is first. Stakes are part of a deal's chips: the dealer is 3 lower than the rules page says of his tricks.
"""

from __future__ import annotations

from typing import Any

import pytest

from companion.events import BadRecord
from companion.games import find_game
from companion.table.table import Table
from tests.companion.replays import Played, play, table_of

PLAYERS = ["P1", "P2", "P3", "P4", "P5"]
NOBODY = [{"seat": name, "do": "pass"} for name in PLAYERS]


def header(rules: dict[str, str] | None = None, dealer: str = "P5", **start: Any) -> dict[str, Any]:
    return {"record": 1, "game": "lu", "players": PLAYERS, "dealer": dealer, "rules": rules or {}, "start": start}


def numbered(head: dict[str, Any], *events: dict[str, Any]) -> list[dict[str, Any]]:
    return [head, *({"id": n, **event} for n, event in enumerate(events, 1))]


def played(head: dict[str, Any], *events: dict[str, Any]) -> Played:
    """A deal of these events, numbered."""
    return play(numbered(head, *events))


def result(**facts: Any) -> dict[str, Any]:
    return {"do": "result", "facts": facts}


def plays(told: str) -> list[dict[str, Any]]:
    """Plays written as ``P1:9D P2:QD P3:turn=4S P3:7S``."""
    found: list[dict[str, Any]] = []
    for one in told.split():
        seat, card = one.split(":")
        if card.startswith("turn="):
            found.append({"seat": seat, "do": "turn", "cards": [card.removeprefix("turn=")]})
        else:
            found.append({"seat": seat, "do": "play", "cards": [card]})
    return found


def says(told: str) -> list[dict[str, Any]]:
    """Who is in, written as ``P1:in P2:out``."""
    return [{"seat": one.split(":")[0], "do": "choose", "option": one.split(":")[1]} for one in told.split()]


def next_table(deal: list[dict[str, Any]], dealer: str = "P1", rules: dict[str, str] | None = None) -> Table:
    """The table at the beginning of the next deal, when the dealer has put in his stake."""
    return table_of([*deal, {**header(rules), "dealer": dealer, "start": {}}])


# The worked examples ------------------------------------------------------------------------------------------------


def test_1_for_the_bank() -> None:
    lines = numbered(header(), result(tricks={"P1": 2, "P3": 1}))
    assert play(lines).deals[1]["points"] == {"P1": 2, "P2": -3, "P3": 1, "P4": -3, "P5": -3 - 3}
    assert table_of(lines).pot == 3 and play(lines).deals[1]["how"]["P1"]["bank"] == 9
    after = next_table(lines)
    assert after.pot == 12 and not after.size("kupovina"), "the increased bank"


def test_every_chip_is_told() -> None:
    how = played(header(), result(tricks={"P1": 2, "P3": 1})).deals[1]["how"]
    assert [how[name]["sentence"] for name in PLAYERS] == [
        "2 tricks: bank +2", "0 tricks: no trick -3", "1 trick: bank +1", "0 tricks: no trick -3",
        "0 tricks: stake -3, no trick -3"]  # fmt: skip
    how = played(header(bank=9), result(tricks={"P5": 3}, honour=True, **{"in": ["P1", "P5"]})).deals[1]["how"]
    assert how["P5"]["sentence"] == "3 tricks for the honour of the bank: stake -3"
    assert how["P2"]["sentence"] == "not in"
    assert played(header(bank=9), result(**{"in": []})).deals[1]["how"]["P5"]["sentence"] == (
        "nobody else plays: stake -3, bank +12"
    )


def test_2_for_the_increased_bank() -> None:
    lines = numbered(header(bank=9), result(tricks={"P2": 2, "P3": 1}, **{"in": ["P2", "P3", "P5"]}))
    assert play(lines).deals[1]["points"] == {"P1": 0, "P2": 8, "P3": 4, "P4": 0, "P5": -3 - 3}
    after = next_table(lines)
    assert after.pot == 6 and not after.size("kupovina")


def test_3_the_bank_is_broken() -> None:
    lines = numbered(header(bank=3), result(tricks={"P1": 2, "P4": 1}, **{"in": ["P1", "P4"]}))
    assert play(lines).deals[1]["points"] == {"P1": 4, "P2": 0, "P3": 0, "P4": 2, "P5": -3}
    after = next_table(lines)
    assert after.pot == 3 and after.size("kupovina") == 3, "for the bank alone"


def test_4_trumps_are_turned_up() -> None:
    end = played(header(), *NOBODY, *plays("P1:9D P2:QD P3:turn=4S P3:7S P4:2D P5:AH"))
    assert end.verdicts == {}
    assert end.events[11]["awaits"]["seats"] == ["P3"]


def test_4_who_has_a_trump_must_play_it() -> None:
    end = played(header(), *NOBODY, *plays("P1:9D P2:QD P3:turn=4S P3:KC P4:2D P5:AH P2:3H P3:7S"))
    (finding,) = end.events[13]["findings"]
    assert (finding["about"], finding["seat"], finding["rule"], finding["proof"]) == (9, "P3", "trump", ["7S"])


def test_5_all_follow() -> None:
    told = numbered(header(), *NOBODY, *plays("P1:9D P2:QD P3:AD P4:2D P5:3D"))
    assert play(told).events[10]["awaits"]["seats"] == ["P3"]
    assert table_of(told).trump == ""


def test_6_the_suit_turned_up_is_the_one_led() -> None:
    end = played(header(), *NOBODY, *plays("P1:8H P2:turn=QH P2:9C P3:TH P4:8C P5:KH"))
    assert end.verdicts == {}
    assert end.events[11]["awaits"]["seats"] == ["P5"]


OUT = "P1:in P2:out P3:out P4:out P5:honour"


def test_7_for_the_honour_of_the_bank() -> None:
    tricks = "P1:AS P5:2S P1:AC P5:2C P1:3D P5:AD"
    lines = numbered(header(bank=9), *plays("P5:turn=4H"), *says(OUT), *plays(tricks))
    end = play(lines)
    assert end.verdicts == {}
    assert end.deals[1]["points"] == {"P1": 8, "P2": 0, "P3": 0, "P4": 0, "P5": -3}
    assert end.deals[1]["how"]["P1"]["bank"] == 4
    after = next_table(lines)
    assert after.pot == 7 and not after.size("kupovina")
    nobody = numbered(header(bank=4), result(tricks={"P2": 2, "P3": 1}, last="P3", **{"in": ["P2", "P3"]}))
    assert play(nobody).deals[1]["points"]["P2"] == 4, "two tricks at 2"
    assert play(nobody).deals[1]["points"]["P3"] == 3, "the third trick"


def test_8_the_same_with_other_tricks() -> None:
    facts: dict[str, Any] = {"in": ["P1", "P5"], "honour": True}
    lines = numbered(header(bank=9), result(tricks={"P5": 3}, **facts))
    assert play(lines).deals[1]["points"]["P1"] == -3
    assert play(lines).deals[1]["how"]["P1"]["bank"] == 15
    lines = numbered(header(bank=9), result(tricks={"P1": 3}, **facts))
    assert play(lines).deals[1]["points"] == {"P1": 12, "P2": 0, "P3": 0, "P4": 0, "P5": -3}
    assert next_table(lines).size("kupovina") == 3


def test_9_nobody_plays_and_the_dealer_must() -> None:
    lines = numbered(header(bank=9), *plays("P5:turn=4H"), *says("P1:out P2:out P3:out P4:out"))
    assert play(lines).verdicts == {}
    assert play(lines).deals[1]["points"] == {"P1": 0, "P2": 0, "P3": 0, "P4": 0, "P5": 9}
    assert next_table(lines).size("kupovina") == 3
    end = played(header(bank=9), *plays("P5:turn=4H"), *says("P1:out P2:in P3:out P4:out P5:out P5:self"))
    assert end.verdicts == {6: "illegal"}
    assert end.sentence(6) == "P5 must play: only one other player is in"
    assert end.events[7]["awaits"]["seats"] == ["P2"]


def test_10_a_revoke() -> None:
    told = "P1:4S P2:5C P3:6S P4:7S P5:8S P5:2D P1:3D P2:4D P3:5D P4:6D P4:2H P5:3H P1:4H P2:9S"
    opening = [*plays("P5:turn=2C"), *says("P1:in P2:in P3:in P4:in P5:in")]
    end = played(header(bank=9), *opening, *plays(told))
    finding = next(f for f in end.events[20]["findings"] if f["rule"] == "follow_suit" and f["about"] == 8)
    assert finding["seat"] == "P2" and finding["proof"] == ["9S"]


# House rules --------------------------------------------------------------------------------------------------------


def test_turner_trumps() -> None:
    told = "P1:9D P2:QD P3:turn=4S P3:KC P4:2D P5:AH P2:3H P3:7S"
    assert played(header({"turner_trumps": "may"}), *NOBODY, *plays(told)).events[13]["findings"] == []
    others = "P1:9D P2:turn=4S P2:7S P3:KC P4:2D P5:AH P2:2S P3:8S"
    end = played(header({"turner_trumps": "may"}), *NOBODY, *plays(others))
    assert [f["seat"] for f in end.events[13]["findings"]] == ["P3"], "the others must"


def test_session() -> None:
    for rule, over in (("two_rounds", True), ("open_ended", False)):
        lines: list[dict[str, Any]] = []
        for number in range(10):
            head = header({"session": rule}, dealer=PLAYERS[number % 5])
            facts = {"tricks": {"P1": 2, "P2": 1}, "in": ["P1", "P2"]}
            lines += [{**head, "start": {"bank": 9}}, {"id": number + 1, **result(**facts)}]
        end = play(lines)
        assert not end.deals[9]["match_over"] and end.deals[10]["match_over"] == over


def test_next_kind() -> None:
    tricks = "P1:AS P5:2S P1:AC P5:2C P1:3D P5:AD"
    for rule, kind in (("bank_empty", 0), ("all_have_tricks", 3)):
        rules = {"next_kind": rule}
        lines = numbered(header(rules, bank=9), *plays("P5:turn=4H"), *says(OUT), *plays(tricks))
        after = next_table(lines, rules=rules)
        assert after.pot == 7 and after.size("kupovina") == kind


def test_bank_remainder() -> None:
    facts: dict[str, Any] = {"tricks": {"P2": 2, "P3": 1}, "last": "P3", "in": ["P2", "P3"]}
    expected = {"last_trick": (4, 3, -3), "stays": (4, 2, -3), "dealer_rounds_up": (6, 3, -5)}
    for rule, points in expected.items():
        told = played(header({"bank_remainder": rule}, bank=4), result(**facts)).deals[1]["points"]
        assert (told["P2"], told["P3"], told["P5"]) == points


def test_nobody_in() -> None:
    rules = {"nobody_in": "redeal"}
    lines = numbered(header(rules, bank=9), *plays("P5:turn=4H"), *says("P1:out P2:out P3:out P4:out"))
    assert play(lines).deals[1]["points"]["P5"] == -3
    after = next_table(lines, rules=rules)
    assert after.pot == 15 and not after.size("kupovina")


def test_kupovina_to_dealer() -> None:
    assert played(header(), *NOBODY[:4]).events[4]["awaits"]["seats"] == ["P5"]
    end = played(header({"kupovina_to_dealer": "no"}), *NOBODY[:4])
    assert end.events[4]["awaits"]["do"] == ["play"] and end.events[4]["awaits"]["seats"] == ["P1"]


def test_next_dealer_u() -> None:
    told = [*plays("P5:turn=4H"), *says("P1:out P2:in P3:in P4:out P5:out"),
            *plays("P2:AS P3:2S P2:AC P3:2C P2:AD P3:2D")]  # fmt: skip
    for rule, dealer in (("right", "P1"), ("first_leader", "P2")):
        head = header({"next_dealer_u": rule}, bank=9)
        after = table_of([*numbered(head, *told), {key: head[key] for key in ("record", "game", "players", "rules")}])
        assert after.names[after.dealer] == dealer


def test_revoke_penalty() -> None:
    """P3 does not follow to the first trick, takes the second, and shows a spade in the third."""
    opening = [*plays("P5:turn=4H"), *says("P1:out P2:in P3:in P4:out P5:out")]
    for rule, points in (("report", (8, 4)), ("looed", (8, -3))):
        end = played(header({"revoke_penalty": rule}, bank=9), *opening, *plays("P2:2S P3:2C P2:3C P3:4C P3:5S P2:6S"))
        assert (end.deals[1]["points"]["P2"], end.deals[1]["points"]["P3"]) == points


def test_every_option_of_the_specification() -> None:
    assert {option.name: option.default for option in find_game("lu").options} == {
        "turner_trumps": "must", "session": "two_rounds", "next_kind": "bank_empty", "bank_remainder": "last_trick",
        "nobody_in": "dealer_takes", "kupovina_to_dealer": "yes", "next_dealer_u": "right", "revoke_penalty": "report",
    }  # fmt: skip


# What is refused, and what is proved --------------------------------------------------------------------------------


def test_the_kupovina() -> None:
    counts = [("P1", 2), ("P2", 3), ("P3", 3)]
    first, second, third = ({"seat": seat, "do": "exchange", "count": n} for seat, n in counts)
    end = played(header(), first, NOBODY[0], second, third)
    assert end.verdicts == {1: "illegal", 4: "illegal"}
    assert end.sentence(1) == "P1 must exchange all 3 cards or none, not 2"
    assert end.sentence(4) == (
        "That is not awaited now: the Kupovina is exchanged once, before the first lead; P1 leads"
    )


def test_nobody_stays_out_of_a_deal_for_the_bank() -> None:
    end = played(header(), *NOBODY, *says("P1:out"))
    assert end.sentence(6) == "P1 may not choose now: nobody may stay out of a deal for the bank; P1 leads"


def test_a_trump_is_turned_up_first() -> None:
    end = played(header(), *NOBODY, *plays("P1:9D P2:KC P2:turn=4S P3:2D"))
    assert end.verdicts == {7: "illegal"}
    assert end.sentence(7) == "who cannot follow says so first: a trump is turned up, then K♣ counts"
    assert end.events[8]["awaits"]["seats"] == ["P3"], "the king counts when the four has been turned up"


def test_who_said_that_he_cannot_follow_and_does() -> None:
    end = played(header(), *NOBODY, *plays("P1:9D P2:turn=4S P2:KD"))
    (finding,) = end.events[8]["findings"]
    assert (finding["about"], finding["rule"], finding["seat"]) == (7, "follow_suit", "P2")
    assert finding["sentence"] == (
        "P2 said in trick 1 that he cannot follow; diamonds had to be followed; but K♦ was in the hand"
    )


def test_the_stake_is_checked() -> None:
    end = played(header(), {"seat": "P5", "do": "pay", "amount": 2}, {"seat": "P5", "do": "pay", "amount": 3})
    assert end.verdicts == {1: "illegal"} and end.sentence(1) == "P5 paid 2, but owes 3"


@pytest.mark.parametrize(
    ("bank", "facts"),
    [
        (0, {"tricks": {"P1": 2}}), (9, {"tricks": {"P1": 3}}), (9, {"tricks": {"P1": 3}, "in": ["P1"]}),
        (9, {"tricks": {"P1": 2, "P3": 1}, "in": ["P1", "P2"]}), (9, {"tricks": {"P1": 3}, "in": ["Q"]}),
        (9, {"tricks": {"P1": 3}, "in": ["P1", "P2"], "honour": True}), (4, {"tricks": {"P1": 3}, "in": ["P1", "P2"]}),
        (9, {"tricks": {"P1": 3}, "in": ["P1", "P2", "P1"]}), (9, {"tricks": {"P1": 3}, "in": ["P5"]}),
        (9, {"tricks": {"P1": 3}, "in": ["P1", "P5"], "honour": "yes"}),
    ],
)  # fmt: skip
def test_a_result_that_cannot_be(bank: int, facts: dict[str, Any]) -> None:
    with pytest.raises(BadRecord):
        played(header(bank=bank), result(**facts))
