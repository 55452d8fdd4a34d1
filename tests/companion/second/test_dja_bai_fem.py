"""Dja-Bai-Fem by its rules text alone: random matches, and deals for every line of the tables."""

from __future__ import annotations

from random import Random

import pytest

from tests.companion.second.dja_bai_fem_sheet import (
    PACK,
    PEOPLE,
    RANKS,
    A,
    B,
    C,
    D,
    Event,
    Law,
    Plays,
    Rules,
    Scores,
    defence_takes,
    drawing,
    exchange,
    head,
    next_starter,
    run,
    tricks,
)  # fmt: skip

# Random deals ---------------------------------------------------------------------------------------------------------


def choose_lead(dice: Random, law: Law, hands: dict[str, list[str]], who: str, several: bool) -> list[str]:
    """One card, or two or three that nobody else beats; now and then several that somebody might."""
    own, others = hands[who], [c for other in PEOPLE if other != who for c in hands[other]]
    suit = law.suit(dice.choice(own))
    most = sorted((c for c in own if law.suit(c) == suit), key=law.height)[-3:]
    lead = most[-dice.choice((2, 3)) :]
    top = not any(law.refutes(c, suit, min(map(law.height, lead))) for c in others)
    if several and len(lead) > 1 and (top or dice.random() < 0.02):
        return lead
    return [dice.choice(own)]


def answer(dice: Random, law: Law, own: list[str], lead: list[str]) -> list[str]:
    """As many cards as were led, of the suit as far as they go; who can beat a lead of several does."""
    suit, low, n = law.suit(lead[0]), min(map(law.height, lead)), len(lead)
    have = [c for c in own if law.suit(c) == suit]
    rest = [c for c in own if c not in have]
    dice.shuffle(have)
    dice.shuffle(rest)
    if n > 1:
        have.sort(key=lambda c: not law.refutes(c, suit, low))
        if not have and dice.random() < 0.5:
            rest.sort(key=lambda c: law.suit(c) != "T")
    return (have + rest)[:n]


def random_plays(dice: Random, law: Law, hands: dict[str, list[str]], leader: str) -> Plays:
    """A legal deal to its end, or to the card that shows a false lead."""
    hands, plays, on_lead = {who: list(cards) for who, cards in hands.items()}, Plays(), leader
    ours = {leader, next_starter(leader, False)}
    while hands[on_lead]:
        trick = Plays()
        for k in range(4):
            who = PEOPLE[(PEOPLE.index(on_lead) + k) % 4]
            several = who in ours or law.rules.get("multi_by") == "anyone"
            cards = answer(dice, law, hands[who], trick[0][1]) if trick else choose_lead(dice, law, hands, who, several)
            hands[who] = [c for c in hands[who] if c not in cards]
            trick.append((who, cards))
            plays.append((who, cards))
            lead = trick[0][1]
            if len(lead) > 1 and k and not law.winner(trick):
                return plays  # at once, in the middle of the trick
        if not (on_lead := law.winner(trick)):
            return plays
    return plays


def make_trumps(
    dice: Random, match: Scores, starter: str
) -> tuple[str, Law, list[Event], dict[str, list[str]], list[str]]:
    """Draw from a shuffled pack until somebody has made trumps: leader, law, events, hands and the cards laid away."""
    while True:
        pack = dice.sample(PACK, 54)
        order = [PEOPLE[(PEOPLE.index(starter) + k) % 4] for k in range(4)]
        hands = {who: pack[k:48:4] for k, who in enumerate(order)}
        levels = {who: RANKS[match.of[n % 2] - 2] for n, who in enumerate(PEOPLE) if match.side in (-1, n % 2)}
        may = [(who, i + 1, c) for who in levels for i, c in enumerate(hands[who]) if c[0] == levels[who]]
        if may and (match.side < 0 or dice.random() < 0.7):
            leader, at, card = dice.choice(may)
            trump, events = card[1], drawing(starter, leader, card, dice.randint(at, 12))
        elif match.side >= 0:
            leader, talon = starter, pack[48:]
            high = max((c for c in talon if c[0] != "X"), key=lambda c: RANKS.index(c[0]))
            trump = next((c for c in talon if c[0] == levels[starter]), high)[1]
            events = [{"do": "draw", "seat": order[3], "count": 12}]
            events += [{"do": "turn", "seat": starter, "cards": [c]} for c in talon]
        else:
            continue
        law = Law(levels[leader], trump, match.rules)
        hands[leader] += pack[48:]
        aside = dice.sample(hands[leader], 6)
        hands[leader] = [c for c in hands[leader] if c not in aside]
        if all(any(law.suit(c) == "T" for c in cards) for cards in hands.values()):
            return leader, law, [*events, *exchange(leader)], hands, aside


@pytest.mark.parametrize(("seed", "rules"), list(enumerate([
    {}, {}, {}, {}, {}, {}, {"score_table": "modern"}, {"strong_joker": "red"}, {"discard_points": "double_last"},
    {"ruffed_multi": "beaten"},
])))  # fmt: skip
def test_random_matches(seed: int, rules: Rules) -> None:
    """Five deals follow each other: points, scores, who starts and who may make trumps."""
    dice, match = Random(seed), Scores(rules, (2 + seed % 3 * 5, 2 + seed % 4 * 4))
    lines, expected = [], []
    for n in range(5):
        leader, law, events, hands, aside = make_trumps(dice, match, match.starter)
        plays = random_plays(dice, law, hands, leader)
        start = {"start": {"scores": match.all()}} if not n else {}
        lines += [head(rules, None if n else A, **start), *events, *tricks(plays)]
        taken = defence_takes(law, plays, leader, aside)
        expected.append((match.deal(leader, taken), match.all(), max(match.of) >= 15))
        if expected[-1][2]:
            break
    played = run(lines)
    assert played.verdicts == {}, next(x for x in played.lines if x.get("verdict", "ok") != "ok")
    got = [(deal["points"], deal["scores"], deal["match_over"]) for deal in played.deals.values()]
    assert got == expected


# Chosen deals ---------------------------------------------------------------------------------------------------------

PLAIN_A = ["7C", "8C", "9C", "TC", "JC", "QC", "KC", "AC", "2S", "2D", "2H", "XR"]
"""twelve trumps, clubs at level 2, from the lowest: only XB (and 2C, laid away) are higher"""
SIXES = {C: ["4C", "3S", "4S", "8D", "JS", "QS", "7S", "3H", "4H", "5D", "TD", "8H"],
         D: ["6C", "5C", "JH", "QH", "8S", "7H", "9H", "9S", "JD", "QD", "7D", "9D"]}  # fmt: skip
REST_B = ["KS", "KH", "KD", "5S", "5H", "AS", "AH", "AD", "6S", "6H", "6D", "TS", "TH", "3D", "4D"]


def one_sided(aside: str, first: str) -> tuple[Plays, list[str]]:
    """Boris is Leader; he wins the first trick with XB and all others go to Ana of the Defence."""
    away = ["2C", *aside.split()]
    b = ["XB", "3C", *(c for c in REST_B if c not in away)]
    a, c, d = first.split()
    hands = {A: [a, *(x for x in PLAIN_A if x != a)], C: [c, *(x for x in SIXES[C] if x != c)],
             D: [d, *(x for x in SIXES[D] if x != d)], B: b}  # fmt: skip
    hands[D].sort(key=lambda x: (x != d, x[1] != "C"))
    assert sorted([*away, *(c for cards in hands.values() for c in cards)]) == sorted(PACK)
    plays = [(who, [hands[who][0]]) for who in (B, C, D, A)] + [(who, [hands[who][1]]) for who in (B, C, D, A)]
    plays += [(who, [hands[who][n]]) for n in range(2, 12) for who in (A, B, C, D)]
    return plays, away


def mirrored(last: str) -> Plays:
    """Boris is Leader with twelve trumps less one card, which Ana or nobody beats in the last trick."""
    b, a, c, d = last.split()
    trumps = [x for x in PLAIN_A[::-1] if x != "7C"]
    away = ["XB", "2C", "3C", "7C"]
    plain = [x for x in PACK if x not in (*trumps, *away, "4C", "5C", "6C", b, a, c, d)]  # two of them laid away too
    hands = {B: [*trumps, b], A: ["4C", *plain[:10], a], C: ["5C", *plain[10:20], c], D: ["6C", *plain[20:30], d]}
    return [(who, [hands[who][n]]) for n in range(12) for who in (B, C, D, A)]


@pytest.mark.parametrize(("taken", "aside", "first"), [
    (100, "AS AH AD 6S 6H", "7C 4C 6C"),
    (95, "AS AH AD 6S 6H", "7C 4C 5C"),
    (90, "AS AH AD 6S 6H", "KC 4C 6C"),
    (80, "KS KH AD 6S 6H", "7C 4C 6C"),
    (75, "KS KH AD 6S 6H", "7C 4C 5C"),
    (60, "KS KH KD 5S 5H", "7C 4C 6C"),
    (55, "KS KH KD 5S 5H", "7C 4C 5C"),
    (40, "KS KH KD TS TH", "TC 4C 6C"),
    (35, "KS KH KD TS TH", "TC 4C 5C"),
])  # fmt: skip
@pytest.mark.parametrize("table", ["classic", "modern"])
def test_one_sided_deals(taken: int, aside: str, first: str, table: str) -> None:
    """Ana takes all tricks but one: the lines of both tables from 35 up."""
    plays, away = one_sided(aside, first)
    rules = {"score_table": table}
    assert defence_takes(Law("2", "C", rules), plays, B, away) == taken
    played = run([head(rules), *drawing(B, B, "2C", 1), *exchange(B), *tricks(plays)])
    assert played.verdicts == {} and played.deals[1]["findings"] == []
    assert played.deals[1]["points"] == Scores(rules).deal(B, taken)


@pytest.mark.parametrize(("taken", "last"), [
    (0, "3S 4S 5S 6S"), (0, "3S AS 4S 6S"), (5, "3S AS 5S 6S"), (15, "3S AS 5S KS"), (20, "3S AS TS KS"),
    (25, "5S AS TS KS"),
])  # fmt: skip
@pytest.mark.parametrize("table", ["classic", "modern"])
def test_the_declarers_take_nearly_all(taken: int, last: str, table: str) -> None:
    """One trick for the Defence at most: the lines of both tables from nothing up."""
    plays, rules = mirrored(last), {"score_table": table}
    assert defence_takes(Law("2", "C", rules), plays, B) == taken
    played = run([head(rules), *drawing(B, B, "2C", 1), *exchange(B), *tricks(plays)])
    assert played.verdicts == {} and played.deals[1]["findings"] == []
    assert played.deals[1]["points"] == Scores(rules).deal(B, taken)
