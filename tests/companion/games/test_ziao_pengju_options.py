"""The house rules of ``rules/ziao_pengju.md`` through the deal record, each value beside the one it differs from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.evening.session import Session
from companion.events import BadRecord
from companion.games.ziao_pengju import GAME
from companion.games.ziao_pengju_score import ROWS, row
from companion.kept.journal import Journal
from companion.view import EnterCards, NewMatch, SayWord
from tests.companion.games.test_ziao_pengju import ALL, by_hand, call, draw, header, led, result, show
from tests.companion.laid import findings, plays
from tests.companion.replays import Played, play, table_of


def points_of(told: Played) -> int:
    """The points of the Defence in a deal that is over."""
    points: int = told.deals[1]["how"]["A"]["defence"]
    return points


# Packs and players --------------------------------------------------------------------------------------------------


def test_five_players() -> None:
    with pytest.raises(BadRecord, match="is for 6 to 12 players, not 5"):
        play([header(5)])
    rules = {"five_players": "on"}
    assert list(GAME.numbers(GAME.check_rules(rules))) == list(range(5, 13))
    head = header(5, rules)
    told = play([head, draw("A"), show("A", "2D"), draw("E", 20), draw("A", 8),
                 {"do": "discard", "seat": "A", "count": 8}, *call("A", "1:AS"), *plays("A:3S")])  # fmt: skip
    assert told.verdicts == {}, "twenty cards each, a talon of eight, one friend"
    assert table_of([head]).pack.total() == 108
    scored = play([head, result("A", "", 0)]).deals[1]["points"]
    assert scored == {"A": 4, "B": 0, "C": 0, "D": 0, "E": 0}
    with pytest.raises(BadRecord, match="up to 1 friends"):
        play([head, result("A", "BC", 0)])


@pytest.mark.parametrize(
    ("players", "each", "talon"), [(6, 17, 6), (7, 14, 10), (8, 19, 10), (11, 14, 8), (12, 17, 12)]
)
def test_two_jokers_to_each_pack(players: int, each: int, talon: int) -> None:
    rules = GAME.check_rules({"composition": "per_pack"})
    this, pack = row(players, rules), GAME.pack(players, rules)
    assert (this.each, pack.total() - players * this.each) == (each, talon)
    assert pack.total() == 54 * this.packs
    told = play([header(players, {"composition": "per_pack"}), draw("A"), show("A", "2D"), draw(ALL[players - 1], each),
                 draw("A", talon), {"do": "discard", "seat": "A", "count": 6},
                 {"do": "discard", "seat": "A", "count": talon}])  # fmt: skip
    assert list(told.verdicts) == [6 if talon == 6 else 5], "as many cards as the talon has"


def test_jokers_of_one_kind() -> None:
    assert not any(card.rank == "XR" for card in GAME.pack(8, GAME.check_rules({})))
    red = GAME.pack(8, GAME.check_rules({"jokers_when_one_kind": "red"}))
    assert {card.rank: n for card, n in red.items() if not card.suit and n} == {"XR": 2}
    both = GAME.pack(6, GAME.check_rules({"jokers_when_one_kind": "red"}))
    assert {card.rank: n for card, n in both.items() if not card.suit and n} == {"XB": 2, "XR": 2}


# Making trumps ------------------------------------------------------------------------------------------------------


def drawn(rules: dict[str, str], *more: dict[str, Any]) -> list[dict[str, Any]]:
    """8 players, three packs; A has made trumps with one Two."""
    return [header(8, rules), draw("A"), show("A", "2D"), *more]


MORE = {"override_trump": "more_cards"}


def test_trumps_that_are_taken_over() -> None:
    told = play(drawn({}, draw("B", 9), show("B", "2S", "2S")))
    assert told.verdicts == {4: "illegal"} and "once" in told.sentence(4)
    told = play(drawn(MORE, draw("B", 9), show("B", "2S"), show("B", "2S", "2H"), show("B", "3S", "3S"),
                      show("C", "2S", "2S"), show("B", "2S", "2S"), draw("D", 4), show("D", "2C", "2C"),
                      show("D", "2C", "2C", "2C"), draw("A", 3), show("A", "2D", "2D", "2D")))  # fmt: skip
    assert told.verdicts == dict.fromkeys((4, 5, 6, 7, 10, 13), "illegal")
    assert "at least 3" in told.sentence(10) and "more equal cards take them over" in told.sentence(13)
    t = table_of(drawn(MORE, draw("B", 9), show("B", "2S", "2S")))
    assert t.trump == "S" and str(t.marks[1]["shown"]) == "2♠ 2♠ shown" and "shown" not in t.marks[0]
    t = table_of(drawn(MORE, draw("B", 9), show("B", "2S", "2S"), draw("H", 11), {"do": "pass", "seat": "H"},
                       draw("B", 6)))  # fmt: skip
    assert t.trump == "S" and str(t.marks[1]["side"]) == "Leader", "the last to draw has not taken over"


def test_one_strengthens_his_own_trumps_by_the_card_that_lies_open_and_one_more() -> None:
    t = table_of(drawn(MORE, draw("A", 2), show("A", "2D", "2D")))
    assert t.trump == "D" and sum(n for card, n in t.known("hand 0").items() if str(card) == "2D") == 2


def test_the_last_to_draw_may_take_over_before_the_exchange() -> None:
    lines = drawn(MORE, draw("H", 19), show("H", "2C", "2C"))
    t = table_of([*lines, draw("H", 6)])
    assert t.trump == "C" and str(t.marks[7]["side"]) == "Leader"


# Friends ------------------------------------------------------------------------------------------------------------


def test_trumps_called_for_friends() -> None:
    for rule, verdicts in (("not_allowed", {1: "illegal"}), ("allowed", {})):
        head = header(6, {"called_trump": rule}, leader="A", trump="S")
        assert play([head, *call("A", "1:AS")]).verdicts == verdicts


def test_a_card_called_by_touch_keeps_its_number(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite") as journal:
        session = Session(journal)
        session.handle(NewMatch("ziao_pengju", tuple(ALL[:6])))
        assert session.sitting is not None
        starter = session.sitting.deal.asking[0].seat
        first, last = session.sitting.place_of(starter), session.sitting.place_of((starter - 1) % 6)
        for said in (EnterCards("draw", first, (), 1), EnterCards("show", first, ("2D",)),
                     EnterCards("draw", last, (), 17), EnterCards("draw", first, (), 6),
                     EnterCards("discard", first, (), 6), SayWord(first, "", "call", ("9S",), 2)):  # fmt: skip
            session.handle(said)
        assert str(session.sitting.deal.table.board["friends"]) == "called: 2. 9♠"


# Leads --------------------------------------------------------------------------------------------------------------


def test_a_longer_sequence() -> None:
    trick = "A:9D+9D+TD+TD+JD+JD B:QD+QD+KD+KD+AD+AD"
    calls = "1:QH 2:QH 3:QH"
    lost = led(trick, 8, trump="S", level=3, calls=calls)
    assert lost.deals[1]["points"]["B"] == 3, "three pairs are top pairs, and these were not"
    told = led(trick + " C:2H+4H+5H+6H+7H+8H", 8, trump="S", level=3, rules={"niz_length": "two_or_more"}, calls=calls)
    assert told.verdicts == {} and 1 not in told.deals


PAIRS = "A:QD+QD+TD+TD B:JD+3D+4D+5D C:KD+6D+7D+8D"


def test_pairs_are_beaten_by_a_single_card_or_by_pairs_only() -> None:
    told = led("A:QD+QD+TD+TD B:JD+3D+4D+5D", 8, trump="S", level=2)
    assert told.deals[1]["points"]["B"] == 3 and "J♦ is higher" in findings_of(told)[-1]
    told = led(PAIRS, 8, trump="S", level=2, rules={"tops_test": "by_pairs"})
    assert findings(told.events) == [] and 1 not in told.deals, "no pair has been seen"
    told = led("A:QD+QD+TD+TD B:JD+JD+4D+5D", 8, trump="S", level=2, rules={"tops_test": "by_pairs"})
    assert told.deals[1]["points"]["B"] == 3 and "J♦ J♦ are higher" in findings_of(told)[-1]


def test_a_pair_that_was_split_is_found_when_its_other_card_falls() -> None:
    rest = " D:2H+4H+5H+6H E:2H+4H+5H+6H F:2H+4H+5H+6H G:7H+8H+9H+TH H:7H+8H+9H+TH"
    told = led(PAIRS + rest + " A:3C B:4C C:KD", 8, trump="S", level=9, rules={"tops_test": "by_pairs"})
    assert [(about, seat, rule) for _, about, seat, rule in findings(told.events)][-1] == (4, "A", "false_lead")
    assert "a higher pair must be in another hand" in findings_of(told)[-1]


def test_a_higher_pair_is_shown() -> None:
    lead, rules = "A:QD+QD+TD+TD B:3D+3D+4D+5D", {"tops_test": "by_pairs"}
    start = [header(8, rules, leader="A", trump="S"), *call("A", "1:QH 2:QH 3:QH"), *plays(lead)]
    told = play([*start, show("H", "KD"), show("H", "9D", "9D"), show("H", "KD", "AD"), show("H", "KD", "KD")])
    assert told.verdicts == dict.fromkeys((6, 7, 8), "illegal")
    assert told.sentence(6) == "Only a higher pair beats the lead"
    assert told.deals[1]["points"]["B"] == 3
    told = play([*start, *plays("C:KD+6D+7D+8D"), show("C", "KD")])
    assert told.deals[1]["points"]["B"] == 3, "one lies in the trick, the other is shown"


def findings_of(told: Played) -> list[str]:
    """The sentences of the findings, in order."""
    return [str(found["sentence"]) for _, line in sorted(told.events.items()) for found in line["findings"]]


# False leads that are taken back --------------------------------------------------------------------------------------

BACK = {"false_lead_penalty": "take_back"}
FALSE = "A:AD+QD+JD B:3D+4D+5D C:KD+6D+7D"


def test_a_false_lead_is_taken_back_but_for_its_lowest_card() -> None:
    told = led(FALSE, rules=BACK)
    assert told.verdicts == {} and 1 not in told.deals
    assert [rule for *_, rule in findings(told.events)] == ["false_lead"]
    assert told.events[5]["awaits"] == {**told.events[5]["awaits"], "seats": ["B"], "count": 1}
    t = table_of([header(6, BACK, leader="A", trump="C"), *call("A", "1:QH 2:QH"), *plays(FALSE)])
    assert {seat: sorted(map(str, t.known(f"hand {seat}"))) for seat in range(3)} == {
        0: ["AD", "QD"], 1: ["3D", "4D", "5D"], 2: ["6D", "7D", "KD"]}  # fmt: skip
    assert [str(card) for card in t.cards("trick")] == ["JD"]
    assert str(t.board["false_leads"]) == "false leads: +20 points for the Defence"


def test_the_trick_goes_on_after_it() -> None:
    told = led(FALSE + " B:3D C:6D D:8D E:9D F:TD A:AD", rules=BACK)
    assert told.verdicts == {} and told.events[11]["awaits"]["seats"] == ["B"], "A has won with his jack"
    told = led(FALSE + " B:3S", rules=BACK)
    assert told.verdicts == {6: "illegal"} and "had to be followed" in told.sentence(6), "his diamonds are known"


def test_a_higher_card_shown_or_played_last_takes_a_lead_back() -> None:
    start = [header(6, BACK, leader="A", trump="C"), *call("A", "1:QH 2:QH")]
    told = play([*start, *plays("A:AD+QD B:3D+4D"), show("E", "KD"), *plays("B:3D C:5D")])
    assert told.verdicts == {} and told.events[7]["awaits"]["seats"] == ["D"]
    told = play([*start, *plays("A:AD+QD B:3D+4D C:5D+6D D:7D+8D E:7D+8D F:KD+TD B:4D C:5D")])
    assert told.verdicts == {} and told.events[10]["awaits"]["seats"] == ["D"]
    told = play([*start, *plays("A:AD+AD+QD+QD B:KD+3D+4D+5D"), *plays("B:3D+4D")])
    assert told.verdicts == {}, "a pair of queens stays"


def held(hands: str) -> dict[str, list[str]]:
    """Hands from A on."""
    return {name: cards.split() for name, cards in zip(ALL, hands.split(","), strict=False)}


def ending(rules: dict[str, str], hands: str, told: str, calls: str = "1:QH 2:QH", **start: Any) -> Played:
    """The last cards of a deal of six."""
    return led(told, rules=rules, hands=held(hands), calls=calls, **start)


@pytest.mark.parametrize("rule", ["record", "retroactive"])
def test_ten_points_for_each_card_against_the_team_of_the_leader(rule: str) -> None:
    hands = "AD QD, 3D 4D, KD 5D, 6D 7D, 8D 9D, TD TD"
    tricks = "A:AD+QD B:3D+4D C:KD+5D B:3D C:KD D:6D E:8D F:TD C:5D D:7D E:9D F:TD A:AD B:4D"
    told = ending({**BACK, "false_lead_late": rule}, hands, tricks)
    assert told.verdicts == {3: "illegal"}, "the king lies open"
    assert points_of(told) == 20 + 10, "a king and a ten, and one card that was taken back"


def test_a_lead_that_is_let_stand_costs_nothing() -> None:
    hands = "AD QD, 3D 4D, KD 5D, 6D 7D, 8D 9D, TD TD"
    start = [header(6, BACK, leader="A", trump="C", hands=held(hands)),
             *call("A", "1:QH 2:QH"), *plays("A:AD+QD B:3D+4D C:KD+5D"), {"do": "accept", "about": 3},
             *plays("B:3D C:KD D:6D E:8D F:TD C:5D D:7D E:9D F:TD A:AD B:4D")]  # fmt: skip
    assert points_of(play(start)) == 20


OPENED = "3D 4D 3H, AD QD QH, KD 3D 4H, 6D 7D 4H, 8D 9D 6H, TD TD 7H"


@pytest.mark.parametrize(("rule", "points"), [("revealed", 20 - 10), ("opened", 20 + 10)])
def test_a_false_lead_of_the_defence_and_of_a_hidden_friend(rule: str, points: int) -> None:
    tricks = ("B:AD+QD C:KD+3D C:KD D:6D E:8D F:TD A:3D C:3D D:7D E:9D F:TD A:4D B:AD "
              "B:QH C:4H D:4H E:6H F:7H A:3H")  # fmt: skip
    told = ending({**BACK, "false_lead_team": rule}, OPENED, tricks, to_act="B")
    assert told.verdicts == {3: "illegal"} and points_of(told) == points
    assert told.deals[1]["how"]["A"]["attackers"] == 2


def test_a_friend_by_a_card_that_is_taken_back_joins_when_it_falls() -> None:
    hands, lines = "3D 4D, AD QD, KD 5D, 6D 7D, 8D 9D, TD TD", "B:AD+QD C:KD+5D"
    tricks = lines + " C:KD D:6D E:8D F:TD A:3D C:5D D:7D E:9D F:TD A:4D B:AD"
    told = ending(BACK, hands, tricks, "1:AD 1:QH", to_act="B")
    assert points_of(told) == 20 + 10, "he was known as Attacker by the ace of his false lead"
    start = [header(6, BACK, leader="A", trump="C", to_act="B", hands=held(hands)), *call("A", "1:AD 1:QH")]
    assert table_of([*start, *plays("B:AD+QD")]).partners == (frozenset({0, 1}),)
    assert table_of([*start, *plays(lines)]).partners == (frozenset({0}),)
    assert table_of([*start, *plays(tricks)]).partners == (frozenset({0, 1}),)


@pytest.mark.parametrize(
    ("late", "penalty", "points"),
    [("record", "take_back", 10), ("retroactive", "take_back", 20), ("record", "deal_lost", 10),
     ("retroactive", "deal_lost", 200)],
)  # fmt: skip
def test_a_lead_that_proves_false_after_its_trick(late: str, penalty: str, points: int) -> None:
    hands = "AD QD 3S, 3D 4D 4S, 4D 6D KD, 7D 8D 4S, 7D 8D 6S, 9D TD 7S"
    tricks = "A:AD+QD B:3D+4D C:4D+6D D:7D+8D E:7D+8D F:9D+TD A:3S B:4S C:KD D:4S E:6S F:7S"
    told = ending({"false_lead_late": late, "false_lead_penalty": penalty}, hands, tricks)
    assert points_of(told) == points and [rule for *_, rule in findings(told.events)] == ["false_lead"]


# Scoring ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "attack", "defence"),
    [(0, 6, 0), (5, 4, 0), (35, 4, 0), (40, 2, 0), (75, 2, 0), (80, 0, 0), (115, 0, 0), (120, 0, 1), (160, 0, 2),
     (200, 0, 3)],
)  # fmt: skip
def test_the_modern_table(points: int, attack: int, defence: int) -> None:
    deal = by_hand(6, "B", points, {"score_table": "modern"})
    assert deal["points"] == {name: attack if name in "AB" else defence for name in ALL[:6]}


def test_nobody_scores_by_the_modern_table_and_the_defence_starts() -> None:
    told = play([header(6, {"score_table": "modern"}), result("A", "B", 80),
                 header(6, {"score_table": "modern"}, dealer=None), draw("C"), draw("D")])  # fmt: skip
    assert told.verdicts == {}


def test_who_lost_the_deal_before_becomes_active_by_his_first_point() -> None:
    for rule, less in (("scores", 0), ("activates", 1)):
        for points, wins in ((80, 1), (160, 2), (200, 3)):
            scored = by_hand(6, "B", points, {"passive_point": rule}, active=["A", "B"])["points"]
            assert scored == {name: 0 if name in "AB" else wins - less for name in ALL[:6]}
        scored = by_hand(6, "B", 30, {"passive_point": rule}, active=["A", "C"])["points"]
        assert (scored["A"], scored["B"]) == (2, 2 - less)


def test_a_revoke() -> None:
    hands = "QD 3H, 3S 4D, 3D 4H, 6D 4H, 7D 6H, 8D KH"
    tricks = "A:QD B:3S C:3D D:6D E:7D F:8D A:3H B:4D C:4H D:4H E:6H F:KH"
    for rule, points in (("report", 10), ("deal_lost", 0)):
        told = ending({"revoke_penalty": rule}, hands, tricks)
        assert points_of(told) == points and told.verdicts == {4: "illegal"}


def test_every_row_of_the_specification_is_an_option() -> None:
    rows = {"composition", "score_table", "passive_point", "jokers_when_one_kind", "override_trump", "called_trump",
            "five_players", "niz_length", "tops_test", "false_lead_penalty", "false_lead_late", "false_lead_team",
            "no_trump_hand", "equal_top_tie", "revoke_penalty"}  # fmt: skip
    assert {option.name for option in GAME.options} == rows
    assert 5 not in ROWS, "five play by a house rule only"
