"""A second opinion on Rikken: contracts, calls, breaches and points, judged from the rules page alone."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.companion.replays import Played, play
from tests.companion.second.records import Line, header, numbered
from tests.companion.second.rikken_scorer import (
    LEVEL,
    Hands,
    Outcome,
    Rules,
    Table,
    aces_of,
    deal_cards,
    score,
    settle,
)  # fmt: skip

SEATS = "ABCD"
HOUSE = {
    "fail_score": "points money", "misery_fail": "flat per_trick", "co_bidder_paid": "all_others non_bidders",
    "troela_trump": "any_suit not_ace_suit bidder_names", "troela_lead": "dealers_left partner_leads_ace",
    "troela_or_higher": "higher_allowed exactly_troela", "overbid_again": "until_pass one_bid",
    "blind_lead_once": "optional compulsory", "open_when": "after_trick_1 before_trick_1",
    "slam_bonus": "none one", "revoke_penalty": "report side_loses",
}  # fmt: skip
HIGH = "SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 S2"
KINDS = {
    "a slam": " ".join(c[::-1] for c in HIGH.split()),
    "eight trumps": "AS KS QS JS TS 9S 8S 7S 2H 2D 3D 2C 3C",
    "ten trumps": "AS KS QS JS TS 9S 8S 7S 6S 5S 2D 2C 3C",
    "nothing": "2S 3S 4S 2H 3H 4H 2D 3D 4D 2C 3C 4C 5C",
    "one trick": "AS 2S 3S 2H 3H 4H 2D 3D 4D 2C 3C 4C 5C",
}


def rules_at_random(rng: random.Random) -> Rules:
    """Some house rules."""
    return {name: rng.choice(values.split()) for name, values in HOUSE.items() if rng.random() < 0.4}


def compare(events: list[Line], rules: Rules, cheated: bool = False) -> Played:
    """The product's word on the deal is the scorer's."""
    played = play(numbered([header("rikken", SEATS, "D", rules), *events]))
    mine = score(events, SEATS, rules)
    assert set(played.verdicts.values()) <= ({"question", "illegal"} if cheated else set()), played.verdicts
    assert played.deals[1]["points"] == (mine.points or dict.fromkeys(SEATS, 0))
    assert {(f["seat"], f["about"]) for f in played.deals[1]["findings"]} == mine.breaches
    return played


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        (word, kind)
        for word in LEVEL
        if word != "troela"
        for kind in ("a slam", "nothing", ["eight trumps", "ten trumps", "one trick"][LEVEL[word] % 3])
    ],
)
def test_every_contract_with_good_and_bad_hands(word: str, kind: str) -> None:
    rng = random.Random(word + kind)
    table = Table(rng, SEATS, few_aces(rng, KINDS[kind]), {"slam_bonus": rng.choice(["none", "one"])})
    compare(table.deal(said_by(f"A {word}; B pass; C pass; D pass")), table.rules)


@pytest.mark.parametrize("rules", [{}, {"troela_trump": "not_ace_suit"}, {"troela_trump": "bidder_names"},
                                   {"troela_lead": "partner_leads_ace"}, {"slam_bonus": "one"}])  # fmt: skip
def test_troela(rules: Rules) -> None:
    for seed in range(3):
        rng = random.Random(seed)
        hands = deal_cards(rng, SEATS, "AS AH AC KS KH KC QS QH", "A")
        compare(Table(rng, SEATS, hands, rules).deal(said_by("A troela; B pass; C pass; D pass")), rules)


@pytest.mark.parametrize("calls", [
    "A misery; B piek; C pass; D misery", "A pass; B open_piek; C open_misery; D open_piek",
    "A open_misery_all; B open_misery_all; C open_piek_all; D open_misery_all",
    "A rich; B misery; C piek; D pass; A alone_9; B alone_10; C pass; A pass",
])  # fmt: skip
def test_bids_that_are_joined(calls: str) -> None:
    for seed, rules in enumerate([{}, {"co_bidder_paid": "non_bidders"}, {"misery_fail": "per_trick"},
                                  {"fail_score": "money"}]):  # fmt: skip
        rng = random.Random(calls + str(seed))
        hands = few_aces(rng)
        compare(Table(rng, SEATS, hands, rules).deal(said_by(calls)), rules)


def few_aces(rng: random.Random, wanted: str = "") -> Hands:
    """Hands of which none must bid Troela."""
    hands = deal_cards(rng, SEATS, wanted)
    return few_aces(rng, wanted) if any(len(aces_of(hand)) == 3 for hand in hands.values()) else hands


@pytest.mark.parametrize("seed", range(20))
def test_random_deals(seed: int) -> None:
    rng = random.Random(seed)
    rules = rules_at_random(rng)
    compare(Table(rng, SEATS, deal_cards(rng, SEATS), rules).deal(), rules)


@pytest.mark.parametrize("seed", range(100, 110))
def test_random_deals_with_breaches(seed: int) -> None:
    rng = random.Random(seed)
    rules = rules_at_random(rng)
    words = said_by(rng.choice(["A rich", "A rich_better", "A alone_9", "A misery"]) + "; B pass; C pass; D pass")
    compare(Table(rng, SEATS, few_aces(rng), rules, 0.04).deal(words), rules, cheated=True)


@pytest.mark.parametrize("seed", [5196, 5323])
def test_a_vague_finding_gives_way_to_those_that_name_the_trick(seed: int) -> None:
    """Once "one of these tricks" was told again with every new claim, and only the last of them went."""
    rng = random.Random(seed)
    hands = few_aces(rng, rng.choice(["", "AS AH AD AC", "AS 2D 3D 4H", "AS AH 2C"]))
    words = said_by(rng.choice(["A rich", "A rich_better"]) + "; B pass; C pass; D pass")
    compare(Table(rng, SEATS, hands, {}, 0.12).deal(words), {}, cheated=True)


@pytest.mark.parametrize("word", LEVEL)
def test_every_result_entered_by_hand(word: str) -> None:
    for tricks in range(14):
        for rules in [{"slam_bonus": "one", "misery_fail": "per_trick"}, {"fail_score": "money"}, {}][tricks % 2 :: 2]:
            partner = "C" if LEVEL[word] in (1, 2, 10) else ""
            taken = {"A": tricks, "B": 13 - tricks, "C": 0, "D": 0}
            mine = Outcome({"A": word}, taken)
            settle(mine, LEVEL[word], partner, set(), rules)
            facts = {"bids": {"A": word}, "tricks": taken} | ({"partner": partner} if partner else {})
            played = play(numbered([header("rikken", SEATS, "D", rules), {"do": "result", "facts": facts}]))
            assert played.deals[1]["points"] == mine.points, (word, tricks, rules)


def test_a_match_of_four_deals_and_those_that_all_pass() -> None:
    rng, lines, total, counted, over = random.Random(5), [], Counter(dict.fromkeys(SEATS, 0)), 0, []
    for number in range(7):
        first = (number + 1) % 4
        order = SEATS[first:] + SEATS[:first]  # the deal passes to the left, passed out or not
        hands = dict(zip(order, few_aces(rng).values(), strict=True))
        passed = number in (1, 2, 4)
        calls = "; ".join(f"{s} pass" for s in order)
        events = Table(rng, order, hands, {}).deal(said_by(calls if passed else calls.replace("pass", "alone_9", 1)))
        lines += [header("rikken", SEATS, None if number else "A", {"deals": "4"}), *events]
        total.update(score(events, order, {}).points)
        counted += not passed
        over.append(counted == 4)
    played = play(numbered(lines))
    assert played.verdicts == {}
    assert [deal["match_over"] for deal in played.deals.values()] == over
    assert played.deals[7]["scores"] == dict(total)


def test_four_aces_are_shown_for_a_new_deal() -> None:
    first = header("rikken", SEATS, "D", {"four_aces": "redeal"})
    played = play(numbered([first, *said_by("A AS AH AD AC"), header("rikken", SEATS), *said_by("A pass; B pass")]))
    assert played.verdicts == {}  # the same dealer deals again
    rest = said_by("B pass; C pass; D pass")
    late = play(numbered([first, *said_by("A pass; A AS AH AD AC"), *rest]))
    assert late.verdicts == {2: "illegal"}


def test_the_bids_of_this_table() -> None:
    rng = random.Random(1)
    events = Table(rng, SEATS, deal_cards(rng, SEATS, KINDS["a slam"]), {}).deal(
        said_by("A alone_9; B pass; C pass; D pass"))  # fmt: skip
    events = [e if e["do"] != "choose" else {**e, "option": "S"} for e in events]
    first = header("rikken", SEATS, "D", {"bid_table": "local"}, {"bid_table": {"alone_9": 3}})
    assert play(numbered([first, *events])).deals[1]["points"] == {"A": 3 + 4, "B": 0, "C": 0, "D": 0}


def said_by(script: str) -> list[Line]:
    """'A rich; B pass; A trump S; A call AD blind; A 5D; B back; C turn 4C; D says' as events."""
    lines: list[Line] = []
    for seat, word, *rest in (step.split() for step in script.split(";")):
        event: Line = {"seat": seat}
        if word == "pass":
            event |= {"do": "pass"}
        elif word in LEVEL:
            event |= {"do": "bid", "word": word}
        elif word == "trump":
            event |= {"do": "choose", "option": rest[0]}
        elif word == "call":
            event |= {"do": "call", "card": rest[0]} | ({"word": "blind"} if rest[1:] else {})
        elif word == "says":
            event |= {"do": "say", "word": "fourth_ace"}
        elif word == "back":
            event |= {"do": "play", "count": 1}
        else:
            event |= {"do": "show" if len(rest) else "play", "cards": [word, *rest]}
        lines.append(event)
    return lines


START = "A rich; B pass; C pass; D pass; A trump S; "
ILLEGAL = {
    "out of turn": "B pass!; A pass",
    "a bid after passing": "A pass; B rich; A rich_better!; C pass",
    "not higher": "A rich_better; B rich!; B rich_better!; B alone_8",
    "no joining of other levels": "A alone_9; B alone_9!; B pass",
    "who holds is not asked": "A misery; B pass; C pass; A piek!; D pass",
    "the trump ace": START + "A call AS!; A call AD",
    "a queen, as a house rule": START + "A call QD!; A call KD",
    "a lead by another player": START + "A call AD; B 5D!; A 6D",
    "two plays": START + "A call AD; A 5D; A 6D!; B 7D",
    "a card that was seen": START + "A call AD; A 5D; B 5D!",
    "face down though not blind": START + "A call AD; A back!; A 5H",
    "face down by another": START + "A call AD blind; A 2H; B 3H; C 4H; D 5H; D back!; D 6H",
    "face down after the ace": START + "A call AD blind; A 2H; B 3H; C 4H; D AD; C 5C; D 6C; A AS; B 7C; A back!; A 8H",
    "trumps in Misery": "A misery; B pass; C pass; D pass; A trump S!; A 5D",
    "no second bid, as a house rule": "A rich; B alone_8; C pass; D pass; A alone_9!; A 5D",
}  # fmt: skip


@pytest.mark.parametrize("name", ILLEGAL)
def test_illegal_at_once(name: str) -> None:
    script = ILLEGAL[name]
    rules = {"overbid_again": "one_bid", "king_call_when_no_ace": "redeal"} if "house rule" in name else {}
    said = play(numbered([header("rikken", SEATS, "D", rules), *said_by(script.replace("!", ""))])).events
    wrong = {number for number, step in enumerate(script.split(";"), 1) if step.endswith("!")}
    assert {n for n, line in said.items() if line["verdict"] in ("illegal", "impossible")} >= wrong
    later = {n for n, line in said.items() if line["verdict"] in ("illegal", "impossible")} - wrong
    assert not later or name.endswith("house rule")


BREACHES: dict[str, tuple[str, str, str, str, tuple[str, int]]] = {
    "three aces and a pass": ("AS AH AC", "A", "A pass; B alone_8; C pass; D pass", "B trump S", ("A", 1)),
    "three aces and a low bid": ("AS AH AC", "A", "A alone_8; B pass; C pass; D pass", "A trump S", ("A", 1)),
    "Troela with two": ("AS AH", "A", "A troela; B pass; C pass; D pass", "? says; ? trump S", ("A", 1)),
    "Troela with four": ("AS AH AC AD", "A", "A troela; B pass; C pass; D pass", "B says; B trump S", ("A", 1)),
    "the false partner": ("AS AH AC", "A", "A troela; B pass; C pass; D pass", "! says; ! trump S", ("!", 5)),
    "his own ace": ("AD 2D", "A", "A rich; B pass; C pass; D pass", "A trump S; A call AD", ("A", 6)),
    "not blind, and void": ("AS AH", "AD", "A rich; B pass; C pass; D pass", "A trump S; A call AD", ("A", 6)),
    "blind, and not void": ("AS 2D 3D", "A", "A rich; B pass; C pass; D pass", "A trump S; A call AD blind", ("A", 6)),
    "blind without need": ("AS 2H 3H", "AD", "A rich; B pass; C pass; D pass", "A trump S; A call AD blind", ("A", 6)),
    "a king without need": ("AS 2D", "A", "A rich; B pass; C pass; D pass", "A trump S; A call KD", ("A", 6)),
}  # fmt: skip


@pytest.mark.parametrize("name", BREACHES)
@pytest.mark.parametrize("seed", range(3))
def test_found_when_the_cards_are_seen(name: str, seed: int) -> None:
    wanted, without, auction, said, (seat, about) = BREACHES[name]
    rng = random.Random(seed)
    hands = deal_cards(rng, SEATS, wanted, without)
    while any(len(aces_of(hands[s])) == 3 for s in "BCD") or "KD" in hands["A"]:
        hands = deal_cards(rng, SEATS, wanted, without)
    one = next((s for s in "BCD" if aces_of(hands[s])), "B")
    none = next((s for s in "BCD" if not aces_of(hands[s])), "B")
    said, seat = said.replace("?", one).replace("!", none), seat.replace("!", none)
    events = Table(rng, SEATS, hands, {}).deal(said_by(auction), said_by(said))
    played = play(numbered([header("rikken", SEATS, "D"), *events]))
    found = {(f["seat"], f["about"]) for f in played.deals[1]["findings"]}
    assert (seat, about) in found
    assert {s for s, _ in found} <= {seat, "B"} if name == "Troela with four" else {s for s, _ in found} == {seat}
