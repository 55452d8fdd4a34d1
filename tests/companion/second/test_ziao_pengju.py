"""Žiao-Pengju by its rules text alone: random deals of six to twelve people, following each other."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.companion.second.ziao_pengju_sheet import (
    NAMES,
    PACKS,
    RANKS,
    Call,
    Event,
    Law,
    Match,
    Plays,
    Rules,
    before_play,
    defence_has,
    head,
    run,
    whole_pack,
)  # fmt: skip

Hands = dict[str, list[str]]


def groups(cards: list[str], size: int) -> list[list[str]]:
    """All groups of so many equal cards, four of a kind being two pairs."""
    return [[card] * size for card, n in sorted(Counter(cards).items()) for _ in range(n // size)]


def without(cards: list[str], gone: list[str]) -> list[str]:
    """The cards that are left."""
    return list((Counter(cards) - Counter(gone)).elements())


def sequences(law: Law, cards: list[str], size: int) -> list[list[str]]:
    """All sequences of groups of this size."""
    several = [card for card, n in Counter(cards).items() if n >= size]
    return [[a] * size + [b] * size for a in several for b in several if law.sequence([a] * size + [b] * size)]


def lead(dice: Random, law: Law, hands: Hands, who: str) -> list[str]:
    """One card, a group, a sequence, or top cards, which in one of fifty cases others can beat."""
    own, choices = hands[who], [[dice.choice(hands[who])]]
    choices += dice.sample(g := groups(own, 2) + groups(own, 3), min(2, len(g)))
    choices += 2 * (sequences(law, own, 2) + sequences(law, own, 3))
    others = [c for other, cards in hands.items() if other != who for c in cards]
    for suit in "TSHDC":
        high = max((law.height(c) for c in others if law.suit(c) == suit), default=-1)
        top = sorted({c for c in own if law.suit(c) == suit}, key=law.height)
        true = [c for c in top if law.height(c) >= high]
        pairs = [c for c in true if own.count(c) > 1]
        found = [true[-3:], 2 * pairs[-3:], top[-2:] if dice.random() < 0.02 else []]
        choices += [cards for cards in found if law.kind(cards or ["2S"])[0] == "tops"] * 2
    return dice.choice(choices)


def follow(dice: Random, law: Law, own: list[str], led: list[str]) -> list[str]:
    """As many cards as were led: of the suit as far as they go, groups as many as there are; refutes if he can."""
    suit, (kind, size), number = law.suit(led[0]), law.kind(led), len(led)
    have, low = dice.sample(h := [c for c in own if law.suit(c) == suit], len(h)), min(map(law.height, led))
    rest = [c for c in own if law.suit(c) != suit]
    if not have and dice.random() < 0.6:
        trumps = [c for c in own if law.suit(c) == "T"]
        best = {"group": groups(trumps, size), "sequence": sequences(law, trumps, size), "tops": []}[kind]
        if kind == "tops" and len(found := groups(trumps, size)) * size >= number:
            return [c for g in dice.sample(found, number // size) for c in g]
        if best:
            return dice.choice(best)
    if len(have) < number:
        return have + dice.sample(rest, number - len(have))
    must: list[str] = []
    if size > 1:
        found = groups(have, size)
        must = [c for g in dice.sample(found, min(number // size, len(found))) for c in g]
    elif kind == "tops":
        have.sort(key=lambda c: law.height(c) <= low)
    left = list((Counter(have) - Counter(must)).elements()) if must else have
    return must + left[: number - len(must)]


def random_plays(dice: Random, law: Law, match: Match, hands: Hands, leader: str) -> Plays:
    """A legal deal to its end, or to the card that shows a false lead."""
    plays, on_lead = Plays(), leader
    while hands[on_lead]:
        trick = Plays()
        for who in match.around(on_lead):
            cards = follow(dice, law, hands[who], trick[0][1]) if trick else lead(dice, law, hands, who)
            assert len(cards) == len(trick[0][1] if trick else cards)
            hands[who] = without(hands[who], cards)
            trick.append((who, cards))
            if law.refuting(trick)[0]:
                return plays + trick
        plays += trick
        on_lead = law.winner(trick)
    return plays


def random_deal(dice: Random, match: Match) -> tuple[list[Event], Law, Plays, list[Call], str]:
    """Events up to the first lead, the law, the plays, what was called, and the Leader."""
    packs, _, _, each, most = PACKS[len(match.people)]
    order = match.around(match.starter)
    while True:
        noise = dice.choice((3, 8, 25, 400))  # badly shuffled packs make groups and sequences
        sorted_pack = sorted(whole_pack(len(order)), key=lambda c: (c[1], RANKS.find(c[0])))
        pack = [c for _, c in sorted((n + dice.gauss(0, noise), c) for n, c in enumerate(sorted_pack))]
        hands = {
            who: dice.sample(pack[n * each :][:each], each) for n, who in enumerate(dice.sample(order, len(order)))
        }
        may = [(who, n + 1, c) for who in match.active for n, c in enumerate(hands[who]) if c[0] == match.level(who)]
        if may:
            break
    leader, at, card = dice.choice(may)
    law = Law(match.level(leader), card[1])
    hands[leader] += pack[each * len(order) :]
    hands[leader] = without(hands[leader], dice.sample(hands[leader], 6))
    plain = [(k, r + s) for r in RANKS for s in "SHDC" for k in range(1, packs + 1) if law.suit(r + s) != "T"]
    calls = dice.sample(plain, most - 1)
    events = before_play(order, leader, card, dice.randint(at, each), calls)
    return events, law, random_plays(dice, law, match, hands, leader), calls, leader


@pytest.mark.parametrize(("players", "rules"), [
    (6, {}), (7, {}), (8, {}), (9, {}), (10, {}), (11, {}), (12, {}), (6, {"score_table": "modern"}),
    (8, {"score_table": "modern"}),
])  # fmt: skip
def test_random_matches(players: int, rules: Rules) -> None:
    """Deals that follow each other: points, scores, who starts and who may make trumps."""
    dice, match, lines, expected = Random(players), Match(NAMES[:players], rules), list[Event](), []
    false: set[int] = set()
    for n in range(5):
        events, law, plays, calls, leader = random_deal(dice, match)
        lines += [head(match.people, None if n else "Ana", rules), *events]
        if law.refuting(plays[(len(plays) - 1) // players * players :])[0]:
            false.add(len(lines) + (len(plays) - 1) // players * players)
        lines += [{"do": "play", "seat": who, "cards": cards} for who, cards in plays]
        points, attackers = defence_has(law, players, plays, calls, leader)
        expected.append((match.deal(leader, points, attackers), match.scores))
        if max(match.scores.values()) >= 14:
            break
    played = run(lines)
    assert set(played.verdicts) <= false  # a false lead may be proved at once, by counting
    assert [(deal["points"], deal["scores"]) for deal in played.deals.values()] == expected
