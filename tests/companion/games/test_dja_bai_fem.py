"""Every worked example of ``rules/dja_bai_fem.md`` through the deal record; the numbers are those of the rules page."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from companion.cards import Card, parse_cards
from companion.events import BadRecord
from companion.games.dja_bai_fem import GAME
from companion.rules.levels import Trumps
from tests.companion.games.texts_of import check_texts
from tests.companion.laid import findings, plays
from tests.companion.replays import RECORDS, Played, play, play_file, table_of

PLAYERS = ["A", "B", "C", "D"]


def header(rules: dict[str, str] | None = None, dealer: str | None = "D", **start: Any) -> dict[str, Any]:
    """A deal; A draws first if nobody is named."""
    head = {"record": 1, "game": "dja_bai_fem", "players": PLAYERS, "rules": rules or {}, "start": start}
    return head if dealer is None else {**head, "dealer": dealer}


def at_level(ac: int, bd: int) -> dict[str, int]:
    """Scores of both sides."""
    return {"A": ac, "C": ac, "B": bd, "D": bd}


def draw(seat: str, count: int = 1) -> dict[str, Any]:
    """One card, or as many until this seat has drawn so many more."""
    return {"do": "draw", "seat": seat, "count": count}


def show(seat: str, *cards: str) -> dict[str, Any]:
    """Cards shown."""
    return {"do": "show", "seat": seat, "cards": list(cards)}


def led(told: str, rules: dict[str, str] | None = None, leader: str = "A", trump: str = "H", level: int = 2,
        **start: Any) -> Played:  # fmt: skip
    """Tricks from the position after the exchange."""
    return play([header(rules, leader=leader, trump=trump, scores=at_level(level, level), **start), *plays(told)])


def by_hand(points: int, rules: dict[str, str] | None = None, leader: str = "B", **start: Any) -> dict[str, Any]:
    """The deal line of a result entered by hand."""
    return play([header(rules, **start), result(leader, points)]).deals[1]


def result(leader: str, points: int) -> dict[str, Any]:
    """A result entered by hand."""
    return {"do": "result", "facts": {"leader": leader, "defence": points}}


# The worked examples ------------------------------------------------------------------------------------------------


def test_1_the_order_of_trumps() -> None:
    trumps = Trumps("7", "H")
    order = parse_cards("XB XR 7H 7S AH KH QH JH TH 9H 8H 6H 5H 4H 3H 2H")
    assert all(trumps.height(high) > trumps.height(low) for high, low in pairwise(order))
    assert len({trumps.height(card) for card in parse_cards("7S 7D 7C")}) == 1
    spades = parse_cards("AS KS QS JS TS 9S 8S 6S 5S 4S 3S 2S")
    assert all(trumps.height(high) > trumps.height(low) for high, low in pairwise(spades))
    groups = [trumps.suit_of(card) for card in GAME.pack(4, {})]
    assert {suit: groups.count(suit) for suit in set(groups)} == {"trumps": 18, "S": 12, "D": 12, "C": 12}
    assert Trumps("7", "H", "XR").height(Card("XR", "")) > Trumps("7", "H", "XR").height(Card("XB", ""))


def test_1_through_the_record() -> None:
    order = ["XB", "XR", "7H", "7S", *(f"{rank}H" for rank in "AKQJT9865432")]
    for high, low in pairwise(order):
        told = led(f"A:{low} B:{high} C:3S D:4S", level=7)
        assert told.verdicts == {} and told.events[4]["awaits"]["seats"] == ["B"]


def test_2_equal_level_cards() -> None:
    assert led("A:7S B:7D C:AH D:2H", level=7).events[4]["awaits"]["seats"] == ["A"]
    assert led("A:KS B:7D C:7C D:2S", level=7).events[4]["awaits"]["seats"] == ["B"]


def first_deal() -> list[dict[str, Any]]:
    """B, who draws first, shows the two of clubs; the Defence takes 35."""
    return [header(dealer="A"), draw("B"), show("B", "2C"), result("B", 35)]


def test_3_the_first_deal_of_the_seed() -> None:
    told = play([*first_deal(), header(dealer=None), draw("D"), draw("A"), show("A", "3S"), draw("B"), show("B", "3S")])
    assert told.deals[1]["points"] == {"A": 0, "B": 1, "C": 0, "D": 1}
    assert told.deals[1]["scores"] == {"A": 2, "B": 3, "C": 2, "D": 3}
    assert told.verdicts == {6: "illegal"}, "A declares no more"
    t = table_of([*first_deal(), header(dealer=None), draw("D"), show("D", "3S")])
    assert (t.trump, str(t.board["level"]), str(t.marks[3]["shown"])) == ("S", "level 3", "3♠ shown")
    t = table_of([*first_deal(), header(dealer=None), draw("D"), show("D", "3S"), draw("C", 12), draw("D", 6)])
    assert str(t.board["leader"]) == "D leads the Declarers"


def second_deal() -> list[dict[str, Any]]:
    """Nobody shows a Three: D turns up the talon and is Leader; the Defence takes 55."""
    return [*first_deal(), header(dealer=None), draw("C", 12),
            *({"do": "turn", "seat": "D", "cards": [card]} for card in ("9D", "KS", "4H", "XR", "KD", "4C")),
            draw("D", 6), {"do": "discard", "seat": "D", "count": 6}, result("D", 55)]  # fmt: skip


def test_4_the_second_deal_of_the_seed() -> None:
    told = play(second_deal()[:-1])
    assert told.verdicts == {}
    assert told.events[4]["awaits"] == {"do": ["turn"], "seats": ["D"], "count": 1}
    lead = {key: value for key, value in told.events[12]["awaits"].items() if key != "may"}
    assert lead == {"do": ["play"], "seats": ["D"], "count": 1, "most": 3}
    told = play([*second_deal(), header(dealer=None), draw("A"), show("A", "2S")])
    assert set(told.deals[2]["points"].values()) == {0} and told.deals[2]["scores"] == at_level(2, 3)
    assert told.verdicts == {}, "A draws first, his side declares at level 2"
    told = play([*second_deal(), header(dealer=None), draw("A"), draw("B"), show("B", "3S")])
    assert list(told.verdicts.values()) == ["illegal"]


@pytest.mark.parametrize(
    ("points", "declarers", "defence", "starter"),
    [(0, 2, 0, "D"), (5, 1, 0, "D"), (35, 1, 0, "D"), (40, 0, 0, "C"), (75, 0, 0, "C"), (80, 0, 1, "C"),
     (95, 0, 1, "C"), (100, 0, 2, "C")],
)  # fmt: skip
def test_5_the_table(points: int, declarers: int, defence: int, starter: str) -> None:
    told = play([header(), result("B", points), header(dealer=None), draw(starter)])
    assert [told.deals[1]["points"][name] for name in PLAYERS] == [defence, declarers, defence, declarers]
    assert told.verdicts == {}, "the next Starter draws first"


@pytest.mark.parametrize(("talon", "trump"), [("9D KS 3H XR KD 4C", "S"), ("9D KS 5H 5C 2C 3D", "H")])
def test_6_a_turned_talon(talon: str, trump: str) -> None:
    head = header(scores=at_level(5, 2), declarers="A")
    turned = [{"do": "turn", "seat": "A", "cards": [card]} for card in talon.split()]
    lines = [head, draw("D", 12), *turned, draw("A", 6)]
    assert play(lines).verdicts == {} and table_of(lines).trump == trump


def test_7_leads_of_several_cards() -> None:
    told = led("A:AS+KS B:4S+5S C:QS+3S D:6S+7S")
    assert told.verdicts == {} and told.events[4]["awaits"]["seats"] == ["A"] and findings(told.events) == []
    gone = {"aside": ["XB", "2H", "2S", "2C"]}
    told = led("A:XR+AH+KH B:3H+4H+5H C:2D+6H+7H", **gone)
    assert findings(told.events) == [(3, 1, "A", "false_lead")]
    assert told.events[3]["findings"][0]["sentence"] == "A led Joker A♥ K♥, but 2♦ is higher"
    assert told.deals[1]["points"] == {"A": 0, "B": 2, "C": 0, "D": 2} and told.deals[1]["how"]["A"]["defence"] == 100
    fine = led("A:XR+AH+KH B:3H+4H+5H C:8H+6H+7H D:9H+TH+JH", **gone)
    assert findings(fine.events) == [] and fine.verdicts == {}


def test_8_a_whole_deal() -> None:
    told = play_file(RECORDS / "dja_bai_fem" / "08_whole_deal.jsonl")
    assert told.verdicts == {} and findings(told.events) == []
    deal = told.deals[1]
    assert set(deal["points"].values()) == {0} and deal["how"]["A"]["defence"] == 55
    lines = (RECORDS / "dja_bai_fem" / "08_whole_deal.jsonl").read_text(encoding="utf-8").splitlines()
    after = play([*lines, header(dealer=None), {"id": 900, **draw("C")}, {"id": 901, **show("C", "2S")}])
    assert after.verdicts == {}, "C draws first, his side declares"
    winners = [told.events[n]["awaits"]["seats"][0] for n in range(11, 55, 4)]
    assert winners == ["B", "B", "B", "B", "B", "D", "D", "C", "C", "B", "A"]


def test_8_what_was_laid_away_is_known_in_the_end() -> None:
    lines = (RECORDS / "dja_bai_fem" / "08_whole_deal.jsonl").read_text(encoding="utf-8").splitlines()
    t = table_of([header(dealer="A"), *(json.loads(line) for line in lines[1:])])
    assert sorted(map(str, t.cards("aside"))) == sorted(["4S", "4C", "4D", "7C", "9C", "JD"])


def test_9_a_level_card_is_no_card_of_its_suit() -> None:
    told = led("A:KD B:3S C:4D D:5D  A:3C B:9D", trump="C", level=9)
    assert told.verdicts == {} and findings(told.events) == []
    told = led("A:KD B:3S C:4D D:5D  A:3C B:8D", trump="C", level=9)
    assert findings(told.events) == [(6, 2, "B", "follow_suit")]


# Drawing and making trumps ------------------------------------------------------------------------------------------


def test_draws_in_turn_one_card() -> None:
    told = play([header(), draw("B"), draw("A", 1), draw("A", 1), {"do": "draw", "seat": "B", "count": 14}])
    assert told.verdicts == {1: "illegal", 3: "illegal", 4: "illegal"}
    assert told.sentence(1) == "B is not to draw: A draws a card"
    t = table_of([header(), draw("C", 5)])
    assert [t.size(f"hand {seat}") for seat in range(4)] == [5, 5, 5, 4]


def test_who_may_show_what_and_when() -> None:
    told = play([header(), draw("A"), show("B", "2S"), show("A", "3S"), show("A", "XB"), show("A", "2S"), draw("B"),
                 show("B", "2D")])  # fmt: skip
    assert told.verdicts == {2: "illegal", 3: "illegal", 4: "illegal", 7: "illegal"}
    assert told.sentence(3) == "A makes trumps with one card of rank 2"
    assert "right after drawing, once" in told.sentence(7), "the first show is final"
    told = play([header(), draw("D", 12), show("C", "2S"), show("D", "2S")])
    assert told.verdicts == {2: "illegal"}, "the last one may still show after his twelfth card"


def test_nobody_makes_trumps_in_the_first_deal() -> None:
    told = play([header(), draw("D", 12), {"do": "turn", "seat": "A", "cards": ["9D"]}, {"do": "pass", "seat": "D"},
                 header(dealer=None), draw("A")])  # fmt: skip
    assert told.verdicts == {2: "illegal"} and "the Starter turns up the talon" in told.sentence(2)
    assert told.deals[1]["note"] == "no_trumps" and told.deals[1]["scores"] == at_level(2, 2)
    assert not told.deals[1]["match_over"]


def test_the_talon_is_turned_by_the_starter_after_the_draw() -> None:
    head = header(scores=at_level(5, 2), declarers="A")
    told = play([head, draw("A"), {"do": "turn", "seat": "A", "cards": ["9D"]}, draw("D", 12),
                 {"do": "turn", "seat": "B", "cards": ["9D"]},
                 {"do": "turn", "seat": "A", "cards": ["9D", "8D"]}])  # fmt: skip
    assert told.verdicts == {2: "illegal", 4: "illegal", 5: "illegal"}, "one at a time"
    shown = play([head, draw("A"), show("A", "5D"), draw("D", 12), {"do": "turn", "seat": "A", "cards": ["9D"]}])
    assert shown.verdicts == {4: "illegal"}, "somebody has made trumps"


def test_the_first_two_drawn_must_be_shown() -> None:
    rules = {"first_two": "drawn"}
    lines = [draw("A", 12), show("A", "2S"), draw("B"), draw("C"), draw("D"), draw("A", 6),
             {"do": "discard", "seat": "A", "count": 6}, *plays("A:2S B:2D C:2H D:3S")]  # fmt: skip
    told = play([header(rules), *lines])
    assert findings(told.events) == [], "the others have drawn eleven: one more Two each may have come after"
    told = play([header(rules), *lines, *plays("A:3D B:2C")])
    assert findings(told.events) == [(13, 2, "B", "first_two")], "two Twos, and only one card was drawn after"
    assert findings(play([header(), *lines, *plays("A:3D B:2C")]).events) == []


def test_only_the_leader_exchanges_six_cards() -> None:
    start = [header(), draw("A"), show("A", "2S"), draw("D", 12)]
    away = [{"do": "discard", "seat": seat, "count": number} for seat, number in (("A", 5), ("B", 6), ("A", 6))]
    told = play([*start, draw("B", 6), draw("A", 5), draw("A", 6), *plays("A:AS"), *away])
    assert told.verdicts == {4: "illegal", 5: "illegal", 7: "illegal", 8: "illegal", 9: "illegal"}
    assert told.events[10]["awaits"]["do"] == ["play"] and told.events[10]["awaits"]["seats"] == ["A"]
    t = table_of([*start, draw("A", 6), {"do": "discard", "seat": "A", "count": 6}])
    assert t.unknown("hand 0") == 12, "the card shown may be among those laid away"


def test_a_hand_without_a_trump() -> None:
    bare = [f"{rank}S" for rank in "3456789TJQKA"]
    head = header(leader="A", trump="H")
    told = play([head, show("C", *bare)])
    assert told.deals[1]["note"] == "no_trump_hand" and set(told.deals[1]["points"].values()) == {0}
    told = play([head, show("C", *bare[:11]), show("C", *bare[:11], "3H"), *plays("A:4H"), show("D", *bare)])
    assert told.verdicts == {1: "illegal", 2: "illegal", 4: "illegal"}
    assert findings(told.events)[1] == (2, 2, "C", "no_trump_claim")
    leader = play([header({"no_trump_hand": "not_leader"}, leader="A", trump="H"), show("A", *bare)])
    assert leader.verdicts == {1: "illegal"}


def test_a_hand_without_a_trump_that_was_not_shown() -> None:
    trumps = ["XB", "XR", "2H", "2S", "2D", "2C", *(f"{rank}H" for rank in "AKQJT9876543")]
    tricks = " ".join(
        f"A:{one} B:{two} C:{rank}S D:{three}"
        for one, two, three, rank in zip(trumps[::3], trumps[1::3], trumps[2::3], "345678", strict=True)
    )
    told = led(tricks)
    assert [(about, seat, rule) for _, about, seat, rule in findings(told.events)] == [(1, "C", "no_trump_hand")]
    assert findings(led(tricks, {"no_trump_hand": "right"}).events) == []


# Tricks -------------------------------------------------------------------------------------------------------------


def test_leads_of_several_cards_that_are_void_at_once() -> None:
    told = led("A:AS+KD A:AS+KS+QS+JS A:3S")
    assert told.verdicts == {1: "illegal", 2: "illegal"}
    assert told.sentence(1) == "Several cards are led of one suit only"
    defence = led("A:3S B:AS C:4S D:5S  B:KS+QS")
    assert defence.verdicts == {5: "illegal"} and defence.sentence(5) == "B plays 1 card at a time, not 2"
    anyone = led("A:3S B:AS C:4S D:5S  B:KS+QS", {"multi_by": "anyone"})
    assert anyone.verdicts == {}
    four = led("A:AS+KS+QS+JS", {"max_multi": "unlimited"})
    assert four.verdicts == {}


def test_followers_play_as_many_as_were_led() -> None:
    told = led("A:AS+KS B:4S B:4S+5H C:6S+7S D:8S+9S  A:AD B:TS")
    assert told.verdicts == {2: "illegal"}
    assert findings(told.events)[-1] == (7, 3, "B", "follow_suit"), "one spade more than he gave"
    told = led("A:AS+KS B:4S+5H C:6S+7S D:8S+9S  A:AD B:TD")
    assert findings(told.events) == []


def test_a_false_lead_is_shown_before_the_trick_is_complete() -> None:
    told = play([header(leader="A", trump="H"), *plays("A:KS+QS B:3S+4S"), show("D", "AS")])
    assert findings(told.events) == [(3, 1, "A", "false_lead")] and told.deals[1]["points"]["B"] == 2
    told = play([header(leader="A", trump="H"), *plays("A:KS+QS B:3S+4S"), show("D", "JS"), show("A", "AS")])
    assert told.verdicts == {3: "illegal", 4: "illegal"}
    partner = play([header(leader="A", trump="H"), *plays("A:KS+QS B:3S+4S C:AS+5S")])
    assert partner.deals[1]["points"] == {"A": 0, "B": 2, "C": 0, "D": 2}, "the partner included"
    defender = play([header({"multi_by": "anyone"}, leader="A", trump="H"),
                     *plays("A:3S B:AS C:4S D:5S  B:QS+JS C:KS+6S")])  # fmt: skip
    assert defender.deals[1]["points"] == {"A": 2, "B": 0, "C": 2, "D": 0}, "a defender's false lead loses it to them"


def test_a_false_lead_that_shows_later() -> None:
    later = "A:KS+QS B:3S+4S C:5S+6S D:7S+3D  A:AD B:4D C:AS"
    told = led(later)
    assert findings(told.events)[-1] == (7, 1, "A", "false_lead") and told.deals == {}
    assert len(findings(told.events)) == 1


def test_equal_level_cards_do_not_refute() -> None:
    gone = {"aside": ["XB", "XR", "2H"]}
    told = led("A:2S+2D B:2C+3H C:4H+5H D:6H+7H", **gone)
    assert findings(told.events) == [] and told.events[4]["awaits"]["seats"] == ["A"]
    assert led("A:2S+AH B:2D+3H", **gone).deals[1]["how"]["A"]["defence"] == 100


def test_a_lead_that_cannot_be_true_is_proved_at_once() -> None:
    held = {"A": ["KS", "QS"], "B": ["3H", "4H"], "D": ["5H", "6H"]}
    known = {"KS", "QS", "3H", "4H", "5H", "6H", "AS", "7H"}
    aside = [str(card) for card in GAME.pack(4, {}) if str(card) not in known]
    told = led("A:KS+QS", hands=held, aside=aside)
    assert findings(told.events) == [(1, 1, "A", "false_lead")], "the ace can be nowhere but with C"
    assert told.deals == {}, "beaten in the trick it would lose the deal; so far it is only proved"
    told = led("A:KS+QS B:3H+4H C:AS+7H", hands=held, aside=aside)
    assert told.deals[1]["how"]["A"]["defence"] == 100


def test_several_plain_cards_are_ruffed() -> None:
    ruff = "A:AS+KS B:3H+4H C:5S+6S D:7S+8S"
    told = led(ruff)
    assert told.events[4]["awaits"]["seats"] == ["B"] and findings(told.events) == []
    assert led("A:AS+KS B:3H+4H", {"ruffed_multi": "beaten"}).deals[1]["how"]["A"]["defence"] == 100
    two = led("A:AS+KS B:3H+9H C:5H+8H D:7S+8S")
    assert two.events[4]["awaits"]["seats"] == ["B"], "the highest trump wins"
    equal = led("A:AS+KS B:3H+2D C:5H+2C D:7S+8S")
    assert equal.events[4]["awaits"]["seats"] == ["B"], "of equal ones the first"
    part = led("A:AS+KS B:3H+4D C:5S+6S D:7S+8S")
    assert part.events[4]["awaits"]["seats"] == ["A"], "only trumps beat it"


def test_points_laid_away() -> None:
    away = {"aside": ["KD", "TD", "5D", "6D", "7D", "8D"]}
    double = {"discard_points": "double_last"}

    def defence(told: str, rules: dict[str, str]) -> int:
        held = {play_["seat"]: play_["cards"] for play_ in plays(told)}
        return int(led(told, rules, hands=held, **away).deals[1]["how"]["A"]["defence"])

    rest = 100 - 25  # what has been played before lies aside too in this position, and counts like the discards
    assert defence("A:3S B:AH C:4S D:6S", {}) == 0
    assert defence("A:3S B:AH C:4S D:6S", double) == 2 * (25 + rest)
    assert defence("A:AH B:3S C:4S D:6S", double) == 0, "the Declarers have won the last trick"


def two_tricks(told: str, hidden: str, rules: dict[str, str]) -> Played:
    """The last two tricks, all hands open but one."""
    held: dict[str, list[str]] = {}
    for part in told.split():
        seat, _, cards = part.partition(":")
        held.setdefault(seat, []).extend(cards.split("+"))
    del held[hidden]
    return led(told, rules, hands=held)


def test_house_rules_for_late_proofs_and_revokes() -> None:
    late = "A:KS+QS B:3S+4S C:5S+6S D:7S+3D  A:3H B:5H C:AS D:4H"
    held = {"A": ["KS", "QS", "3H"], "B": ["3S", "4S", "5H"], "D": ["7S", "3D", "4H"]}
    for rules, points in (({}, 5), ({"late_false_lead": "retroactive"}, 100)):
        told = led(late, rules, hands=held)
        assert told.deals[1]["how"]["A"]["defence"] == points
        assert [rule for *_, rule in findings(told.events)] == ["false_lead"]
    revoke = "A:KS B:3D C:5S D:7S  A:3H B:4S C:4H D:5H"
    told = two_tricks(revoke, "B", {})
    assert [rule for *_, rule in findings(told.events)] == ["follow_suit"]
    assert two_tricks(revoke, "B", {"revoke_penalty": "deal_lost"}).deals[1]["how"]["A"]["defence"] == 0
    mine = "A:KS B:3S C:5D D:7S  A:3H B:4H C:4S D:5H"
    assert two_tricks(mine, "C", {"revoke_penalty": "deal_lost"}).deals[1]["how"]["A"]["defence"] == 100


def test_a_higher_card_laid_away() -> None:
    """The ace lies among the cards laid away: by the usual rule it cannot beat anything."""
    held = {"A": ["KS", "QS"], "B": ["3S", "4S"], "C": ["5S", "6S"], "D": ["7S", "8S"]}
    told = led("A:KS+QS B:3S+4S C:5S+6S D:7S+8S", hands=held)
    assert findings(told.events) == []
    told = led("A:KS+QS B:3S+4S C:5S+6S D:7S+8S", {"higher_in_discards": "refutes"}, hands=held)
    assert [rule for *_, rule in findings(told.events)] == ["false_lead"]


def test_the_rest_are_mine() -> None:
    held = {"A": ["KS", "QS"], "B": ["KD", "4S"], "C": ["5S", "6S"], "D": ["7S", "TS"]}
    head = header(leader="A", trump="H", hands=held)
    told = play([head, {"do": "note", "what": "rest_mine", "seat": "B"}])
    assert told.deals[1]["how"]["A"]["defence"] == 35 and told.deals[1]["points"]["A"] == 1
    told = play([head, {"do": "note", "what": "rest_mine", "seat": "A"}])
    assert told.deals[1]["points"] == {"A": 2, "B": 0, "C": 2, "D": 0}


# Scoring, the match, the result form -----------------------------------------------------------------------------


def test_the_modern_table() -> None:
    table = {0: (3, 0), 15: (2, 0), 20: (1, 0), 35: (1, 0), 40: (0, 0), 55: (0, 0), 60: (0, 1), 80: (0, 2), 100: (0, 3)}
    for points, (declarers, defence) in table.items():
        scored = by_hand(points, {"score_table": "modern"})["points"]
        assert (scored["B"], scored["A"]) == (declarers, defence)


def test_the_match() -> None:
    over = by_hand(0, scores=at_level(9, 14))
    assert over["match_over"] and over["winners"] == ["B", "D"] and over["scores"] == at_level(9, 16)
    assert not by_hand(5, scores=at_level(14, 13))["match_over"]
    assert by_hand(80, scores=at_level(14, 13))["winners"] == ["A", "C"]


def test_the_match_is_won_at_level_14() -> None:
    rules = {"match_to": "win_at_14"}
    assert by_hand(0, rules, scores=at_level(9, 13))["scores"] == at_level(9, 14)
    assert by_hand(5, rules, scores=at_level(9, 14))["winners"] == ["B", "D"]
    assert by_hand(100, rules, scores=at_level(14, 13))["scores"] == at_level(14, 13), "the Defence cannot finish"


def test_the_strong_joker() -> None:
    assert led("A:XR B:XB C:3H D:4H").events[4]["awaits"]["seats"] == ["B"]
    assert led("A:XR B:XB C:3H D:4H", {"strong_joker": "red"}).events[4]["awaits"]["seats"] == ["A"]


def test_bad_results_and_positions_are_told_in_one_sentence() -> None:
    for facts in ({}, {"leader": "B"}, {"leader": "B", "defence": 7}, {"leader": "B", "defence": -5}, {"defence": 35},
                  {"leader": "E", "defence": 35}, {"leader": "B", "defence": "35"}, {"leader": "B", "defence": 305},
                  {"leader": "A", "defence": 35}, {"leader": "B", "defence": 35, "tricks": 3}):  # fmt: skip
        with pytest.raises(BadRecord) as refusal:
            play([header(declarers="B"), {"do": "result", "facts": facts}])
        assert "\n" not in str(refusal.value)
    for start in ({"leader": "A"}, {"leader": "E", "trump": "S"}, {"declarers": 5}, {"leader": "A", "trump": "X"}):
        with pytest.raises(BadRecord):
            play([header(**start), draw("A")])


@pytest.mark.parametrize(
    "module", ["games/dja_bai_fem", "games/dja_bai_fem_tricks", "rules/levels", "rules/drawn", "rules/topleads"]
)
def test_texts(module: str) -> None:
    check_texts(module, "sr")
    assert str(GAME.summary).startswith("Two pairs")
