"""Every worked example of ``rules/ziao_pengju.md`` through the deal record; the numbers are those of the rules page."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from companion.cards import parse_cards
from companion.events import BadRecord
from companion.games.ziao_pengju import GAME
from companion.games.ziao_pengju_leads import shape_of
from companion.games.ziao_pengju_score import ROWS
from companion.rules.levels import Trumps
from tests.companion.games.texts_of import check_texts
from tests.companion.laid import findings, plays
from tests.companion.replays import Played, play, table_of

ALL = "ABCDEFGHIJKL"
PLAIN = [f"{rank}{suit}" for rank in "23458" for suit in "HDCS"]


def header(
    players: int = 6, rules: dict[str, str] | None = None, dealer: str | None = "", **start: Any
) -> dict[str, Any]:
    """A deal; A draws first if nobody is named (the last player deals)."""
    names = list(ALL[:players])
    head = {"record": 1, "game": "ziao_pengju", "players": names, "rules": rules or {}, "start": start}
    return head if dealer is None else {**head, "dealer": dealer or names[-1]}


def draw(seat: str, count: int = 1) -> dict[str, Any]:
    """One card, or as many until this seat has drawn so many more."""
    return {"do": "draw", "seat": seat, "count": count}


def show(seat: str, *cards: str) -> dict[str, Any]:
    """Cards shown."""
    return {"do": "show", "seat": seat, "cards": list(cards)}


def call(seat: str, told: str) -> list[dict[str, Any]]:
    """Friends called: ``1:9S 2:9S``."""
    return [{"do": "call", "seat": seat, "cards": [part[2:]], "ordinal": int(part[0])} for part in told.split()]


def result(leader: str, friends: str, points: int) -> dict[str, Any]:
    """A result entered by hand."""
    return {"do": "result", "facts": {"leader": leader, "friends": list(friends), "defence": points}}


def by_hand(
    players: int, friends: str, points: int, rules: dict[str, str] | None = None, **start: Any
) -> dict[str, Any]:
    """The deal line of a result entered by hand, A the Leader."""
    return play([header(players, rules, **start), result("A", friends, points)]).deals[1]


CALLS = {6: "1:QD 2:QD", 7: "1:QD 2:QD", 8: "1:QD 2:QD 3:QD", 9: "1:9S 2:9S 1:8D", 12: "1:QH 2:QH 3:QH 4:QH 1:KH"}


def led(told: str, players: int = 6, trump: str = "C", level: int = 2, rules: dict[str, str] | None = None,
        calls: str = "", **start: Any) -> Played:  # fmt: skip
    """Tricks from the position after the exchange; A is Leader."""
    scores = dict.fromkeys(ALL[:players], level)
    head = header(players, rules, leader="A", trump=trump, scores=scores, **start)
    return play([head, *call("A", calls or CALLS[players]), *plays(told)])


# The worked examples ------------------------------------------------------------------------------------------------


def answered(lead: str, held: str, played: str, trump: str, level: int) -> tuple[bool, str]:
    """B with this known hand answers A's lead; the others give single cards of other plain suits.

    Whether the play is legal, and who wins.
    """
    players = 12
    cards = lead.split()
    suit = cards[0][1]
    free = [c for c in PLAIN * 4 if c[1] not in (suit, trump) and c[0] != str(level)]
    others = iter(free)
    filled = " ".join(f"{name}:{'+'.join(islice(others, len(cards)))}" for name in ALL[2:])
    hand = held.split()
    told = led(f"A:{'+'.join(cards)} B:{played.replace(' ', '+')} {filled}", players, trump, level,
               calls="1:9H 2:9H 3:9H 4:9H 1:TH" if trump != "H" else "", hands={"B": hand})  # fmt: skip
    assert set(told.verdicts) <= {7}, "only B can have broken a rule"
    assert {about for _, about, *_ in findings(told.events)} == set(told.verdicts)
    return told.verdicts == {}, told.events[5 + players]["awaits"]["seats"][0]


@pytest.mark.parametrize(
    ("held", "played", "legal", "wins"),
    [("AH KH QH 6H", "AH KH", True, "A"), ("AH KH QH 6H", "QH 6H", True, "A"),
     ("AH KH 6H 6H 4H", "6H 6H", True, "A"), ("AH KH 6H 6H 4H", "AH KH", False, "A"),
     ("9H 9H 5H 5H", "9H 9H", True, "B"), ("9H 9H 5H 5H", "5H 5H", True, "A"), ("9H 9H 5H 5H", "9H 5H", False, "A"),
     ("5H 5H 5H 4H 2H", "5H 5H", True, "A"), ("5H 5H 5H 4H 2H", "5H 4H", False, "A"),
     ("KS 3C 3C 9D 9D", "3C 3C", True, "B"), ("KS 3C 3C 9D 9D", "KS 9D", True, "A"),
     ("KS 3C 3C 9D 9D", "9D 9D", True, "A"), ("KH TC TC 6C 6C", "KH TC", True, "A"),
     ("KH TC TC 6C 6C", "TC TC", False, "B"), ("7H 7S 3C 3C", "3C 3C", True, "B"), ("7H 7S 3C 3C", "7H 7S", True, "A")],
)  # fmt: skip
def test_1_and_2_a_pair_is_led(held: str, played: str, legal: bool, wins: str) -> None:
    assert answered("8H 8H", held, played, "C", 7) == (legal, wins)


@pytest.mark.parametrize(
    ("held", "played", "legal", "wins"),
    [("AD KD JD TD 9D 9D 5D", "9D 9D AD KD", True, "A"), ("AD KD JD TD 9D 9D 5D", "AD KD JD TD", False, "A"),
     ("KD KD KD KD 9D 8D 4D", "KD KD KD KD", True, "A"), ("KD KD KD KD 9D 8D 4D", "KD KD 9D 8D", False, "A"),
     ("KD KD 8D 8D 7D 7D", "8D 8D 7D 7D", True, "A"), ("KD KD 8D 8D 7D 7D", "KD KD 7D 7D", True, "A"),
     ("QD QD JD JD 8D 8D 5D 5D", "QD QD JD JD", True, "B"), ("QD QD JD JD 8D 8D 5D 5D", "QD QD 5D 5D", True, "A"),
     ("QD 5S 5S 4S 4S", "QD 5S 5S 4S", True, "A"), ("QD 5S 5S 4S 4S", "5S 5S 4S 4S", False, "B"),
     ("KD KD KS KS 5S 4S", "KD KD KS KS", True, "A"), ("KS KS 7S 7S 5S 5S", "7S 7S 5S 5S", True, "B"),
     ("KS KS 7S 7S 5S 5S", "KS KS 7S 5S", True, "A"), ("KS KS 7S 7S 5S 5S", "KS KS 7S 7S", True, "A")],
)  # fmt: skip
def test_3_and_4_a_sequence_is_led(held: str, played: str, legal: bool, wins: str) -> None:
    assert answered("JD JD TD TD", held, played, "S", 6) == (legal, wins)


def test_5_friends() -> None:
    told = "A:3D B:4D C:5D D:6D E:7D F:9S+9S"
    assert led(told, 9).verdicts == {9: "illegal"}, "one card was led"
    lines = [header(9, leader="A", trump="C"), *call("A", CALLS[9]),
             *plays("A:AS+AS B:3S+3S C:4S+4S D:9S+9S E:5S+6S F:7S+8S")]  # fmt: skip
    t = table_of(lines)
    assert t.partners == (frozenset({0, 3}),) and str(t.marks[3]["side"]) == "friend"
    assert table_of([*lines[:-3]]).partners == (frozenset({0}),), "before the second nine of spades nobody is"
    deal = by_hand(9, "D", 75)
    assert deal["points"] == {name: 3 if name in "AD" else 0 for name in ALL[:9]}


def test_5_the_friend_of_a_card_that_counts_later() -> None:
    first = "A:3D B:4D C:5D D:8D E:7D F:6D G:TD H:JD I:QD"
    t = table_of([header(9, leader="A", trump="C"), *call("A", CALLS[9]), *plays(first)])
    assert t.partners == (frozenset({0, 3}),), "the first eight of diamonds"


def last_trick(win: str, discards: list[str]) -> Played:
    """7 players, the last trick: the Defence has 70 points on the table, and B or the Leader wins."""
    hands = {name: [card] for name, card in zip("ABCDEFG", ["QS", win, "3S", "4S", "6S", "7S", "8S"], strict=True)}
    told = " ".join(f"{name}:{cards[0]}" for name, cards in hands.items())
    return led(told, 7, trump="H", hands=hands, aside=discards, taken={"C": ["KS", "TS", "KC", "TC", "KD", "TD"],
                                                                       "D": ["5S", "5S"]})  # fmt: skip


def test_6_the_talon() -> None:
    discards = ["KH", "5D", "3D", "4D", "6D", "7D"]
    told = last_trick("AS", discards)
    assert told.verdicts == {} and findings(told.events) == []
    assert told.deals[1]["how"]["B"]["defence"] == 100
    assert told.deals[1]["points"] == {"A": 0, **dict.fromkeys("BCDEFG", 1)}
    told = last_trick("9S", discards)
    assert told.deals[1]["how"]["B"]["defence"] == 70 and told.deals[1]["points"]["A"] == 3, "alone, m = 2"


def test_7_limits() -> None:
    assert by_hand(6, "B", 30)["points"] == {"A": 2, "B": 2, "C": 0, "D": 0, "E": 0, "F": 0}
    assert by_hand(12, "BCDEF", 400)["points"] == {name: 3 if name in "GHIJKL" else 0 for name in ALL}
    assert by_hand(8, "BCD", 120)["points"] == {name: 1 if name in "EFGH" else 0 for name in ALL[:8]}
    assert by_hand(8, "BCD", 115)["points"] == {name: 1 if name in "ABCD" else 0 for name in ALL[:8]}


def test_8_top_cards() -> None:
    gone: dict[str, Any] = {"taken": {"B": ["AH", "KH", "QH", "AH", "KH", "QH"]}}
    trick = "A:AH+KH+JH B:2H+3H+4H C:JH+5H+6H"
    assert findings(led(trick, 8, trump="S", level=9, **gone, calls="1:2D 2:2D 3:2D").events) == []
    told = led("A:AH+KH+JH B:2H+3H+4H C:QH+5H+6H", 8, trump="S", level=9)
    assert [rule for *_, rule in findings(told.events)] == ["false_lead"]
    assert told.deals[1]["how"]["A"]["defence"] == 300 and told.deals[1]["points"]["A"] == 0
    assert set(told.deals[1]["points"].values()) == {0, 3}
    told = led("A:AH+AH+QH+QH B:KH+2H+3H+4H", 8, trump="S", level=9)
    assert told.deals[1]["points"]["B"] == 3, "the other king was in another hand"
    told = led("A:AH+AH+KH", 8, trump="S", level=9)
    assert list(told.verdicts.values()) == ["illegal"]


def test_8_what_was_played_before_the_position_is_in_no_hand() -> None:
    held = {"A": ["XB", "3C"], "B": ["KC", "AH"], "C": ["QC", "2C"], "D": ["AH", "KC"], "E": ["3H", "3H"]}
    told = led("A:XB+3C B:KC+AH", level=3, hands={**held, "F": ["3C", "KH"]})
    assert findings(told.events) == [], "no weak joker is in these hands"
    told = led("A:AH+KH B:2H+3H", level=9, hands={"A": ["AH", "KH", "4S"], "B": ["2H", "3H", "5S"]})
    assert findings(told.events) == [], "other hands are not known: an ace may have been played"


def test_9_levels() -> None:
    scores = {"A": 3, "B": 5, "C": 7, "D": 2, "E": 2, "F": 2}
    head = header(6, scores=scores)
    lines = [head, draw("A"), show("A", "5D"), draw("B"), show("B", "3D"), show("B", "5D"), draw("C"), show("C", "7D")]
    told = play(lines)
    assert told.verdicts == {2: "illegal", 4: "illegal", 7: "illegal"}
    t = table_of([head, draw("A"), draw("B"), show("B", "5D"), draw("F", 17), draw("B", 6)])
    assert t.trump == "D" and str(t.board["level"]) == "level 5"


def test_10_the_end() -> None:
    scores = {"A": 9, "B": 14, "C": 4, "D": 5, "E": 14, "F": 8}
    deal = by_hand(6, "BE", 30, scores=scores, led={"B": 18, "E": 11})
    assert deal["match_over"] and deal["winners"] == ["B"]
    deal = by_hand(6, "BE", 30, scores=scores, led={"E": 11})
    assert deal["winners"] == ["E"], "B was never Leader"
    deal = by_hand(6, "BE", 0, scores={**scores, "E": 13})
    assert deal["winners"] == ["B"], "none was: the highest score"
    assert by_hand(6, "BE", 30, scores=scores)["winners"] == ["B", "E"]
    assert not by_hand(6, "BE", 30, {"equal_top_tie": "another_deal"}, scores=scores)["match_over"]


# The table of the rules ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "total"), [*zip(ROWS, (108, 104, 158, 159, 156, 160, 210), strict=True)])
def test_the_packs(players: int, total: int) -> None:
    rules = GAME.check_rules({})
    this = ROWS[players]
    assert GAME.pack(players, rules).total() == total == players * this.each + 6


def test_shapes() -> None:
    trumps = Trumps("6", "S")

    def kind(told: str, longer: bool = False) -> str:
        shape = shape_of(trumps, parse_cards(told), longer)
        return shape.kind if shape else ""

    assert kind("7D 7D 5D 5D") == "sequence", "the level is skipped"
    assert kind("6D 6D 5D 5D") == "", "a level card is a trump"
    assert kind("6S 6S 7S 7S") == "tops" and kind("XB XB XR XR") == "tops"
    assert kind("9D 9D 9D TD TD TD") == "sequence" and kind("9D 9D 9D JD JD JD") == ""
    assert kind("9D 9D TD TD JD JD") == "tops" and kind("9D 9D TD TD JD JD", True) == "sequence"
    assert kind("AH AH KH") == "" and kind("AH KS") == ""


# Drawing, the exchange, calls -----------------------------------------------------------------------------------------


def begun(*more: dict[str, Any]) -> Played:
    """B has made trumps with the two of diamonds; then this."""
    return play([header(dealer="A"), draw("B"), show("B", "2D"), draw("A", 17), draw("B", 6),
                 {"do": "discard", "seat": "B", "count": 6}, *more])  # fmt: skip


def test_calls() -> None:
    told = begun(*call("A", "1:9S"), *call("B", "1:9D 1:2S 1:XB"), *call("B", "3:9S 0:9S 1:9S 1:9S"), *plays("B:3S"),
                 *call("B", "2:9S"), *call("B", "1:TS"), *plays("B:9S"))  # fmt: skip
    assert set(told.verdicts) == {6, 7, 8, 9, 10, 11, 13, 14, 16}
    assert set(told.verdicts.values()) == {"illegal"}
    assert "first the Leader calls his friends" in told.sentence(14)
    assert told.events[17]["awaits"]["seats"] == ["C"]


def test_nobody_makes_trumps() -> None:
    told = play([header(active=["A", "B"]), draw("F", 17), header(dealer=None), draw("A"), draw("C"), draw("B"),
                 draw("C"), show("C", "2D")])  # fmt: skip
    assert told.deals[1]["note"] == "no_trumps"
    assert told.verdicts == {3: "illegal"}, "the same Starter, and all are active"


@pytest.mark.parametrize(("points", "starter", "passive"), [(30, "A", "C"), (80, "C", "A")])
def test_who_begins_the_next_deal(points: int, starter: str, passive: str) -> None:
    told = play([header(), result("A", "B", points), header(dealer=None), draw(starter), draw(passive, 1)])
    assert told.events[3 - 1]["verdict"] == "ok"
    level = {name: told.deals[1]["scores"][name] for name in ALL[:6]}
    second = play([header(), result("A", "B", points), header(dealer=None), draw(passive, 2),
                   show(passive, f"{level[passive]}D")])  # fmt: skip
    assert list(second.verdicts.values()) == ["illegal"], "who has lost may not make trumps"


def test_the_scoring_tables() -> None:
    for players, packs in ((6, 2), (8, 3), (10, 3), (12, 4)):
        most = ROWS[players].attackers
        for size in range(1, most + 1):
            friends = ALL[1:size]
            table = {0: 2 * (1 + most - size), 5: 1 + most - size, 40 * packs - 5: 1 + most - size}
            for points, wins in table.items():
                scored = by_hand(players, friends, points)["points"]
                assert scored == {n: wins if n in ALL[:size] else 0 for n in ALL[:players]}
            for points, wins in ((40 * packs, 1), (80 * packs - 5, 1), (80 * packs, 2), (100 * packs, 3)):
                scored = by_hand(players, friends, points)["points"]
                assert scored == {n: 0 if n in ALL[:size] else wins for n in ALL[:players]}


def test_bad_results_are_told_in_one_sentence() -> None:
    for facts in ({}, {"leader": "A"}, {"leader": "A", "defence": 7}, {"leader": "A", "friends": "A", "defence": 5},
                  {"leader": "A", "friends": ["A"], "defence": 5}, {"leader": "A", "friends": ["X"], "defence": 5},
                  {"leader": "A", "friends": ["B", "C", "D"], "defence": 5},
                  {"leader": "A", "defence": -5}):  # fmt: skip
        with pytest.raises(BadRecord) as refusal:
            play([header(), {"do": "result", "facts": facts}])
        assert "\n" not in str(refusal.value)


def test_a_hand_without_a_trump() -> None:
    bare = [f"{rank}{suit}" for suit in "HD" for rank in "3456789TJQKA"][:17]
    head = header(6, {"no_trump_hand": "redeal"}, leader="A", trump="S")
    told = play([head, *call("A", CALLS[6]), show("C", *bare)])
    assert told.deals[1]["note"] == "no_trump_hand" and set(told.deals[1]["points"].values()) == {0}
    told = play([{**head, "rules": {}}, *call("A", CALLS[6]), show("C", *bare)])
    assert list(told.verdicts.values()) == ["illegal"]


def test_a_false_leader_who_is_a_hidden_friend() -> None:
    hands = {"A": ["3S", "5C", "6C", "7C"], "B": ["AH", "KS", "QS", "JS"]}
    lead = "A:3S B:KS C:4H D:7S E:8S F:TS B:QS+JS C:AS+4C"
    for rule, size, points in (("revealed", 1, {"A": 6}), ("opened", 2, dict.fromkeys("CDEF", 3))):
        told = led(lead, rules={"false_lead_team": rule}, hands=hands, calls="1:AH 1:AC", trump="D")
        assert told.deals[1]["how"]["A"]["attackers"] == size
        assert {name: n for name, n in told.deals[1]["points"].items() if n} == points


@pytest.mark.parametrize("module", ["ziao_pengju", "ziao_pengju_leads", "ziao_pengju_score", "ziao_pengju_tricks"])
def test_texts(module: str) -> None:
    check_texts(f"games/{module}", "sr")
    assert str(GAME.summary).startswith("Six to twelve")
