"""A second opinion on Crveni tepih: auctions, discards, hands and money, judged from the rules page alone."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.companion.replays import play
from tests.companion.second.records import Line, header, numbered
from tests.companion.second.tepih_scorer import PACK, Rules, Table, hand_value, points

HOUSE = {
    "money_lost": "all_bids winner_only", "bid_size": "cumulative fresh", "unsold_lot": "out under_stock add_two",
    "ace_low_straight": "off on", "lone_unit_opening": "off on", "early_discard": "off on",
    "all_eight_ends": "doubled_deck always", "bonus_tie": "all split none", "best_hand": "points category",
    "tepih_distinct": "off on", "stacking": "best_single multiply", "short_hand": "score zero",
    "two_deck_players": "up_to_8 up_to_12", "hidden_discard": "face_down face_up", "units_held": "public hidden",
    "money_form": "chips cards", "target_tie": "higher_total shared", "illegal_call": "void forced_pass forfeit",
}  # fmt: skip


def compare(table: Table) -> None:
    """The product's word on a deal is the scorer's."""
    mine = table.deal()
    played = play(numbered([header("crveni_tepih", table.seats, table.seats[-1], table.rules), *table.lines]))
    assert played.verdicts == {}, [played.sentence(n) for n in played.verdicts]
    assert played.deals[1]["points"] == mine
    assert played.deals[1]["findings"] == []
    assert played.money(1) == table.money


@pytest.mark.parametrize(("name", "value"), [(name, v) for name, values in HOUSE.items() for v in values.split()])
def test_every_house_rule(name: str, value: str) -> None:
    """Two packs where the rule speaks of them, one elsewhere."""
    rng = random.Random(name + value)
    seats = "ABCDEF" if name in ("tepih_distinct", "stacking", "two_deck_players") else "ABC"
    compare(Table(rng, seats, {name: value}, 0.6))


@pytest.mark.parametrize("seed", range(30))
def test_random_deals(seed: int) -> None:
    rng = random.Random(seed)
    rules = {name: rng.choice(values.split()) for name, values in HOUSE.items() if rng.random() < 0.3}
    seats = "ABCDEFGHIJKL"[: rng.randint(2, 12 if rules.get("two_deck_players") == "up_to_12" else 8)]
    if len(seats) > 4:
        rules.pop("hidden_discard", None)  # (which of two equal cards was the hidden one cannot be told)
    compare(Table(rng, seats, rules, rng.choice([0.3, 0.5, 0.8])))


HANDS = [
    "AH AD 7H 7D KS KC", "AH AD AC 7H 7C KS", "9S TS JS QS KD AD", "7H 9H TH KH KS KD 8C QC", "KS KD QH QC 7S 8D",
    "AS AD KH KC 7S 9D TC JH", "JS JH", "AS 9D", "7C 8D 9H AS JC QD", "7S 7H 7D 7C AS AC AD KH", "AS 7S 8S 9S",
    "7S 7H 7D AS AD KH KC QD", "8C 9D TH JS QC KD AH 7C", "AH AD 7H 7C", "KH 7H", "9C 9D 9H 9S TS JS QS 7H",
    "7C 8C 9C TC AC KC",
]  # fmt: skip
DOUBLED = ["KH KH QH JH", "AH AH 7D 7D", "AH AH 7H 7H", "7S 7S 7H 7D 7C AS AS 8H", "KH KH QH QH 9D TD", "AS AS",
           "JC JC QC KC AC TC"]  # fmt: skip
HAND_RULES: list[Rules] = [{}, {"best_hand": "category"}, {"ace_low_straight": "on"}, {"stacking": "multiply"},
                           {"tepih_distinct": "on"}, {"short_hand": "zero"}]  # fmt: skip


@pytest.mark.parametrize("rules", HAND_RULES)
@pytest.mark.parametrize("cards", HANDS + DOUBLED)
def test_hands_entered_by_hand(cards: str, rules: Rules) -> None:
    hand, seats = cards.split(), "ABCDE" if cards in DOUBLED else "ABC"
    free = [c for c in PACK if c not in hand]
    hands = {s: free[2 * n : 2 * n + 2] for n, s in enumerate(seats)} | {"A": hand}
    money = {s: 3 * n for n, s in enumerate(seats)}
    result = {"do": "result", "hands": hands, "money": money}
    played = play(numbered([header("crveni_tepih", seats, "A", rules), result]))
    assert played.deals[1]["points"] == points(hands, money, rules)
    assert played.hand(1, "A")[1] == hand_value(hand, rules)


@pytest.mark.parametrize("tie", ["all", "split", "none"])
def test_equal_best_hands(tie: str) -> None:
    hands = {"A": ["KS", "KD", "QH", "QC"], "B": ["JS", "JD", "KH", "KC"], "C": ["JH", "JC", "QS", "QD"]}
    for seats in ("ABC", "AB"):
        some = {s: hands[s] for s in seats}
        money = dict.fromkeys(seats, 4)
        result = {"do": "result", "hands": some, "money": money}
        played = play(numbered([header("crveni_tepih", seats, "A", {"bonus_tie": tie}), result]))
        assert played.deals[1]["points"] == points(some, money, {"bonus_tie": tie})


@pytest.mark.parametrize(("before", "shared", "over"), [
    ({"A": 230, "B": 100}, False, True), ({"A": 100, "B": 100}, False, False), ({"A": 197, "B": 200}, False, True),
    ({"A": 226, "B": 226}, False, False), ({"A": 226, "B": 226}, True, True), ({"A": 225, "B": 225}, True, False),
])  # fmt: skip
def test_the_end_of_the_match(before: dict[str, int], shared: bool, over: bool) -> None:
    """Both hands are worth 24 and nobody has units left; without a bonus both score 24."""
    rules = {"bonus_tie": "none", "target_tie": "shared" if shared else "higher_total"}
    hands = {"A": ["KS", "KD", "QH", "QC"], "B": ["JS", "JD", "KH", "KC"]}
    result = {"do": "result", "hands": hands, "money": {"A": 0, "B": 0}}
    played = play(numbered([header("crveni_tepih", "AB", "A", rules, {"scores": before}), result]))
    total = {s: n + 24 for s, n in before.items()}
    assert played.deals[1]["scores"] == total
    assert played.deals[1]["match_over"] == (over and max(total.values()) >= 250)


def test_a_match_and_its_dealers() -> None:
    rng, seats, lines, total = random.Random(8), "ABC", [], Counter(dict.fromkeys("ABC", 0))
    over: list[bool] = []
    while not over or not over[-1]:
        turn = (len(over) + 1) % 3
        table = Table(rng, seats[turn:] + seats[:turn], {}, 0.5)  # the deal passes to the right
        total.update(table.deal())
        lines += [header("crveni_tepih", seats, None if over else "A"), *table.lines]
        best = sorted(total.values())
        over.append(best[-1] >= 250 and best[-1] > best[-2])
    played = play(numbered(lines))
    assert played.verdicts == {}
    assert [deal["match_over"] for deal in played.deals.values()] == over
    assert played.deals[len(over)]["scores"] == dict(total)


def said_by(script: str) -> list[Line]:
    """'turn AS 7H; B 3; C Dalje; B discard KS 7S; B hides 1 9S' as events."""
    lines: list[Line] = []
    for who, *rest in (step.split() for step in script.split(";")):
        if who == "turn":
            lines.append({"do": "turn", "cards": rest})
        elif rest[0] == "Dalje":
            lines.append({"seat": who, "do": "pass"})
        elif rest[0] == "turn":
            lines.append({"seat": who, "do": "turn", "cards": rest[1:]})
        elif rest[0] == "discard":
            hidden = rest.count("x")
            lines.append({"seat": who, "do": "discard", "cards": [c for c in rest[1:] if c != "x"]}
                         | ({"count": hidden} if hidden else {}))  # fmt: skip
        else:
            lines.append({"seat": who, "do": "bid", "amount": int(rest[0])})
    return lines


FULL = {"open": {"B": ["7S", "7H", "KD", "KC", "9S", "9H"]}}  # B holds two hidden cards and these six
SOLD = "turn KS KH; B 2; C Dalje; A Dalje; "
ILLEGAL = {
    "below two": ("turn AS 7H; B 1!; B 2", {}),
    "not higher": ("turn AS 7H; B 3; C 3!; C 4", {}),
    "after Dalje": ("turn AS 7H; B Dalje; C 4; A 5; B 6!; C 6", {}),
    "out of turn": ("turn AS 7H; C 2!; B 2", {}),
    "more than one owns": ("turn AS 7H; B 21!; B 20", {}),
    "units taken back": ("turn AS 7H; B 5; C 6; A 7; B 4!; B 8", {}),
    "over one's own bid": ("turn AS 7H; B 5; B 6!; C 6", {}),
    "the wrong opener": ("B turn AS 7H!; A turn AS 7H", {}),
    "who has bought opens": ("turn AS 7H; B 2; C Dalje; A Dalje; A turn KS KH!; B turn KS KH", {}),
    "three cards turned": ("turn AS 7H KS!; turn AS 7H", {}),
    "a discard below the cap": (SOLD + "B discard KS KH!; B turn AS AD", {}),
    "a card bought and an older one": (SOLD + "B discard KS 7S!; B discard KS KH", FULL),
    "a card bought and a hidden one": (SOLD + "B discard KS x!; B discard 7S 7H", FULL),
    "one card only": (SOLD + "B discard KS!; B discard x 9S", FULL),
    "three cards": (SOLD + "B discard 7S 7H 9S!; B discard x x", FULL),
    "no discard": (SOLD + "B turn AS AD!; B discard 9S 9H; B turn AS AD", FULL),
    "a discard before the auction": ("turn KS KH; B discard 9S 9H!; B 2", FULL),
}  # fmt: skip


@pytest.mark.parametrize("name", ILLEGAL)
def test_illegal_at_once(name: str) -> None:
    script, start = ILLEGAL[name]
    said = play(numbered([header("crveni_tepih", "ABC", "A", None, start), *said_by(script.replace("!", ""))])).events
    wrong = {number for number, step in enumerate(script.split(";"), 1) if step.endswith("!")}
    assert {n for n, line in said.items() if line["verdict"] == "illegal"} == wrong


@pytest.mark.parametrize(("kind", "left"), [("void", 20), ("forced_pass", 20), ("forfeit", 19)])
def test_what_an_illegal_call_costs(kind: str, left: int) -> None:
    """B throws 1 in for a first bid; A buys at 2 in the end, and all lots but this are left unsold."""
    script = "turn AS 7H; B 1; " + ("" if kind == "forced_pass" else "B Dalje; ") + "C Dalje; A 2; A turn KS KH"
    rest = [c for c in PACK if c not in ("AS", "7H", "KS", "KH")]
    hands = {s: [rest.pop(), rest.pop()] for s in "ABC"}
    lines = said_by(script + "; B Dalje; C Dalje; A Dalje")
    while len(rest) > 1:
        lines += said_by(f"A turn {rest.pop()} {rest.pop()}; B Dalje; C Dalje; A Dalje")
    lines += [{"seat": s, "do": "show", "cards": hand} for s, hand in hands.items()]
    played = play(numbered([header("crveni_tepih", "ABC", "A", {"illegal_call": kind}), *lines]))
    assert played.verdicts == {2: "illegal"}
    assert played.money(1) == {"A": 18, "B": left, "C": 20}


def test_a_card_seen_before_is_impossible() -> None:
    said = play(
        numbered([header("crveni_tepih", "ABC", "A"), *said_by("turn AS 7H; B Dalje; C Dalje; A Dalje; turn AS KD")])
    )
    assert said.verdicts == {5: "impossible"}
