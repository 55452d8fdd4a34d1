"""Reversis, a second opinion: deals and a scorer from rules/reversis.md alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

import pytest

from tests.companion.second.trickdeals import FOUR, Event, Trick, findings, follow, plays, run, say

RANKS = "23456789QKA"  # the jacks have places of their own
POINTS = {"AD": 5, "AS": 4, "AH": 4, "AC": 4, "JH": 4}
SPECIAL = ["AS", "AH", "AD", "AC", "JH"]
PACK = [rank + suit for suit in "SHDC" for rank in "23456789JQKA"]
OPTIONS = {
    "heart_jack": ("highest", "below_queen"),
    "discard_points": ("none", "pool"),
    "ace_pays": ("when_it_wins", "forced_only"),
    "last_jack": ("four_doubled", "bank_doubled"),
    "last_refill": ("off", "on"),
    "espanjolete_return": ("all_rewards", "aces_only"),
}
Rules = dict[str, str]


@dataclass
class Deal:
    """Eleven tricks; seats by number, P1 is 0 and the dealer 3; Reversis is said before that trick is led."""

    tricks: list[Trick] = field(default_factory=list)
    espanjolete: int | None = None
    reversis: int | None = None
    before: int = 1
    revoked: list[tuple[int, int]] = field(default_factory=list)  # number of the trick and seat

    def events(self) -> list[Event]:
        out = [*EXCHANGE]
        if self.espanjolete is not None:
            out.append(say(FOUR[self.espanjolete], "espanjolete"))
        for number, trick in enumerate(self.tricks, 1):
            if self.reversis is not None and number == self.before:
                out.append(say(FOUR[self.reversis], "reversis"))
            out += plays([trick])
        return out


EXCHANGE: list[Event] = [
    *({"do": "draw", "seat": name, "count": 1} for name in FOUR[:3]),
    *({"do": "discard", "seat": name, "count": 1} for name in FOUR),
]


def worth(card: str) -> int:
    return POINTS.get(card, {"J": 1, "Q": 2, "K": 3}.get(card[0], 0))


def height(card: str, rules: Rules) -> float:
    if card[0] != "J":
        return RANKS.index(card[0])
    return 99 if card == "JH" and rules.get("heart_jack") != "below_queen" else RANKS.index("Q") - 0.5


def winner(trick: Trick, rules: Rules) -> int:
    led = trick[0][1][1]
    return max((height(card, rules), seat) for seat, card in trick if card[1] == led)[1]


def counts(deal: Deal, rules: Rules) -> tuple[list[int], list[int]]:
    """Card points and tricks of each."""
    points, won = [0] * 4, [0] * 4
    for trick in deal.tricks:
        points[winner(trick, rules)] += sum(worth(card) for _, card in trick)
        won[winner(trick, rules)] += 1
    return points, won


def best(deal: Deal, rules: Rules) -> int:
    points, won = counts(deal, rules)
    return min(range(4), key=lambda seat: (points[seat], won[seat], seat))


class Chips:
    """What each has won or lost in the deal, the bank, and who was rewarded by whom for what."""

    def __init__(self) -> None:
        self.own, self.bank = [-2, -2, -2, -4], 10
        self.rewards: Counter[tuple[int, int, str]] = Counter()  # to, from, for what
        self.from_bank = [0] * 4

    def pay(self, payer: int, to: int, amount: int, what: str = "") -> None:
        self.own[payer] -= amount
        self.own[to] += amount
        if what:
            self.rewards[to, payer, what] += amount

    def feed(self, payer: int, amount: int) -> None:
        self.own[payer] -= amount
        self.bank += amount

    def take_bank(self, seat: int) -> None:
        self.own[seat] += self.bank
        self.bank = 0

    def pile(self, seat: int) -> int:
        return self.from_bank[seat] + sum(chips for (to, _, _), chips in self.rewards.items() if to == seat)


def during(deal: Deal, rules: Rules) -> Chips:
    """The payments of the eleven tricks."""
    chips = Chips()
    for number, trick in enumerate(deal.tricks, 1):
        (leader, first), wins, f = trick[0], winner(trick, rules), 2 if number == 11 else 1
        for seat, card in trick:
            later = [c for t in deal.tricks[number:] for s, c in t if s == seat]
            forced = rules.get("ace_pays") != "forced_only" or all(c[1] != card[1] for c in later)
            if card[0] == "A" and card[1] != first[1]:
                chips.pay(wins, seat, (2 if card == "AD" else 1) * f, "ace")
            elif card[0] == "A" and wins == seat != leader and forced:
                chips.pay(seat, leader, (4 if card == "AD" else 2) * f, "ace")
            elif card == "JH" and first[1] != "H":
                more = chips.bank if number == 11 and rules.get("last_jack") == "bank_doubled" else 0
                chips.pay(wins, seat, 4 * f + more, "jack")
                chips.from_bank[seat] += chips.bank
                chips.take_bank(seat)
                if number < 11 or rules.get("last_refill") == "on":
                    for player, amount in enumerate((4, 4, 4, 8)):
                        chips.feed(player, amount)
            elif card == "JH" and wins == seat != leader:
                chips.pay(seat, leader, (chips.bank + 4) * f, "jack")
    return chips


def settle(deal: Deal, rules: Rules) -> list[int]:
    """Chips won (or lost) by each, the ante included."""
    chips, points, won = during(deal, rules), *counts(deal, rules)
    r, e = deal.reversis, deal.espanjolete
    if r is not None and won[r] == 11:
        chips.take_bank(r)
        for seat in {0, 1, 2, 3} - {r}:
            chips.pay(seat, r, chips.pile(seat) + (2 if seat == e else 0))
        return chips.own
    first = best(deal, rules)
    failed = e is not None and e != first
    if rules.get("espanjolete_aim") == "fewest_tricks":
        failed = e is not None and won[e] > min(won)
    if e is not None and failed:
        only = ("ace",) if rules.get("espanjolete_return") == "aces_only" else ("ace", "jack")
        chips.feed(e, chips.bank + (2 * chips.from_bank[e] if "jack" in only else 0))
        for (to, payer, what), amount in list(chips.rewards.items()):
            if to == e and what in only:
                chips.pay(e, payer, 2 * amount)
    chips.take_bank(first)
    most = [seat for seat in range(4) if points[seat] == max(points)]
    if rules.get("most_points_tie") == "split" and len(most) == 2:
        for seat in most:
            chips.pay(seat, first, 2)
    else:
        laid_off = 44 - sum(points) if rules.get("discard_points") == "pool" else 0
        chips.pay(max(most, key=lambda seat: (won[seat], seat)), first, 4 + laid_off)
    return chips.own


def make(seed: int, rules: Rules | None = None, given: dict[int, list[str]] | None = None, **said: Any) -> Deal:
    """A random deal by the rules; who has said Espanjolete throws off what he can, Reversis plays from the top.

    ``given`` are cards a hand has for certain; ``cheat`` breaks the rule of following suit once.
    """
    rules, rng, cheat = rules or {}, Random(seed), said.pop("cheat", False)
    deal, hands = Deal(**said), {seat: list((given or {}).get(seat, [])) for seat in range(4)}
    pack = [card for card in PACK if not any(card in hand for hand in hands.values())]
    rng.shuffle(pack)
    for hand in hands.values():
        while len(hand) < 11:
            hand.append(pack.pop())
    leader = 0
    for number in range(1, 12):
        trick: Trick = []
        for seat in ((leader + n) % 4 for n in range(4)):
            allowed = follow(hands[seat], trick[0][1][1] if trick else None)
            wrong = [card for card in hands[seat] if card not in allowed]
            if seat == deal.espanjolete and number <= 9 and trick:
                allowed = wrong or allowed
            elif cheat and trick and wrong and not deal.revoked and rng.random() < 0.15:
                deal.revoked, allowed = [(number, seat)], wrong
            if seat == deal.reversis:
                allowed = [max(allowed, key=lambda card: (height(card, rules), card))]
            card = rng.choice(allowed)
            hands[seat].remove(card)
            trick.append((seat, card))
        deal.tricks.append(trick)
        leader = winner(trick, rules)
    return deal


CLUBS = [rank + "C" for rank in "AKQJ9876543"]
FOUR_OF = [card for card in SPECIAL if card != "AC"]


def clubs(seed: int, **said: Any) -> Deal:
    """P1 has eleven clubs and wins every trick; P3 has four of the special five."""
    return make(seed, None, {0: CLUBS, 2: FOUR_OF}, **said)


def espanjolete(seed: int, rules: Rules | None = None) -> Deal:
    rng = Random(seed)
    seat = rng.randrange(4)
    return make(seed, rules, {seat: rng.sample(SPECIAL, rng.choice([4, 4, 5]))}, espanjolete=seat)


def check(deal: Deal, rules: Rules | None = None) -> list[int]:
    """The product agrees with us about a deal in legal play; returns the chips."""
    played = run("reversis", deal.events(), rules=rules or {})
    assert played.verdicts == {} and findings(played) == []
    chips = settle(deal, rules or {})
    assert sum(chips) == 0 and played.deals[1]["points"] == dict(zip(FOUR, chips, strict=True))
    how = [played.deals[1]["how"][name] for name in FOUR]
    assert ([h["points"] for h in how], [h["tricks"] for h in how]) == counts(deal, rules or {})
    return chips


@pytest.mark.parametrize("seed", range(30))
def test_random_deals_under_random_house_rules(seed: int) -> None:
    rng = Random(-seed - 1)
    rules = {name: rng.choice(choices) for name, choices in OPTIONS.items()}
    check(espanjolete(seed, rules) if seed % 3 == 0 else make(seed, rules), rules)


def jack_off(deal: Deal, number: int) -> bool:
    trick = deal.tricks[number - 1]
    return "JH" in [card for _, card in trick] and trick[0][1][1] != "H"


def jack_on_lead(deal: Deal, number: int) -> bool:
    trick = deal.tricks[number - 1]
    return "JH" in [card for _, card in trick[1:]] and trick[0][1][1] == "H"


def ace_off(deal: Deal, number: int) -> bool:
    trick = deal.tricks[number - 1]
    return any(card[0] == "A" and card[1] != trick[0][1][1] for _, card in trick)


def tied(deal: Deal, which: Callable[..., int]) -> bool:
    points, _ = counts(deal, {})
    return sum(p == which(points) for p in points) == 2


def failed(deal: Deal) -> bool:
    return deal.espanjolete != best(deal, {})


def most_is(deal: Deal, seat: int | None) -> bool:
    points = counts(deal, {})[0]
    return seat is not None and points[seat] == max(points) and points.count(max(points)) == 1


CASES: dict[str, tuple[Callable[[int], Deal], Callable[[Deal], bool], Rules]] = {
    "jack thrown off early": (make, lambda deal: jack_off(deal, 3), {}),
    "jack thrown off last": (make, lambda deal: jack_off(deal, 11), {}),
    "jack thrown off last, refilled": (make, lambda deal: jack_off(deal, 11), {"last_refill": "on"}),
    "jack thrown off last, bank twice": (make, lambda deal: jack_off(deal, 11), {"last_jack": "bank_doubled"}),
    "jack on a heart lead": (make, lambda deal: jack_on_lead(deal, 4), {}),
    "jack on the last heart lead": (make, lambda deal: jack_on_lead(deal, 11), {}),
    "ace thrown off last": (make, lambda deal: ace_off(deal, 11), {}),
    "fewest points shared": (make, lambda deal: tied(deal, min), {}),
    "most points shared": (make, lambda deal: tied(deal, max), {}),
    "most points shared and split": (make, lambda deal: tied(deal, max), {"most_points_tie": "split"}),
    "espanjolete won": (espanjolete, lambda deal: not failed(deal), {}),
    "espanjolete failed": (espanjolete, failed, {}),
    "espanjolete failed after the jack": (
        espanjolete, lambda deal: failed(deal) and during(deal, {}).from_bank[deal.espanjolete or 0] > 0, {}),
    "espanjolete pays the four too": (espanjolete, lambda deal: failed(deal) and most_is(deal, deal.espanjolete), {}),
    "espanjolete with most tricks": (
        espanjolete, lambda deal: counts(deal, {})[1][deal.espanjolete or 0] > 2, {"espanjolete_aim": "fewest_tricks"}),
    "reversis from the start": (lambda seed: clubs(seed, reversis=0, before=1), lambda deal: True, {}),
    "reversis after nine": (lambda seed: clubs(seed, reversis=0, before=10), lambda deal: True, {}),
    "reversis fails": (
        lambda seed: make(seed, None, {0: [*CLUBS[:10], "2S"]}, reversis=0, before=10),
        lambda deal: counts(deal, {})[1][0] == 10, {}),
    "reversis of another from the start": (
        lambda seed: make(seed, None, {1: CLUBS}, reversis=1), lambda deal: counts(deal, {})[1][1] < 11, {}),
    "reversis against espanjolete": (
        lambda seed: clubs(seed, espanjolete=2, reversis=0, before=4), lambda deal: jack_off(deal, 2), {}),
    "every trick won and nothing said": (clubs, lambda deal: True, {}),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_chosen_deals(name: str) -> None:
    build, wanted, rules = CASES[name]
    check(next(deal for deal in map(build, count()) if wanted(deal)), rules)


def test_a_deal_counted_by_hand() -> None:
    """Ana leads eleven clubs. Vera throws AS 1, AD 2, JH 4 and the bank 10, and AH in the last trick 2."""
    vera = ["AS", "AD", "JH", "2H", "3H", "4H", "5H", "6H", "7H", "8H", "AH"]
    others = [[rank + suit for rank in "23456789QKJ"] for suit in "SD"]
    deal = Deal([list(enumerate(row)) for row in zip(CLUBS, others[0], vera, others[1], strict=True)])
    # antes 2 2 2 4; Ana pays 1 + 2 + 4 + 2 = 9; all refill 4 4 4 8; Boris wins the bank of 20, and 4 from Ana
    assert check(deal) == [-2 - 9 - 4 - 4, -2 - 4 + 20 + 4, -2 + 9 + 10 - 4, -4 - 8]
    deal.reversis = 0  # Ana takes 20 and Vera's pile of 19
    assert check(deal) == [-2 - 9 - 4 + 20 + 19, -2 - 4, -2 - 4, -4 - 8]
    deal.espanjolete = 2  # and 2 more
    assert check(deal) == [-2 - 9 - 4 + 20 + 19 + 2, -2 - 4, -2 - 4 - 2, -4 - 8]
