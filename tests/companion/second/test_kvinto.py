"""Kvinto, a second opinion: deals and a scorer from rules/kvinto.md alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

import pytest

from tests.companion.second.trickdeals import FOUR, Event, Trick, by_side, findings, follow, lay, plays, run, say

RANKS = "A23456789TJQK"
SUITS = "SCDH"
VALUE = {"S": 5, "C": 10, "D": 15, "H": 20}
OPTIONS = {
    "cutting_suit": ("next_only", "any_higher"),
    "joker_play": ("when_void", "any_time"),
    "joker_lead": ("last_card_only", "any_time"),
    "talon_quints": ("alone", "with_last_trick"),
    "shortfall": ("ten", "twenty", "both_sides"),
}
Rules = dict[str, str]


@dataclass
class Deal:
    """Twelve tricks and what was said; seats by number, P1 is 0."""

    tricks: list[Trick]
    talon: list[str]
    duplo: int | None = None
    cetiri: int | None = None
    revoked: list[tuple[int, int]] = field(default_factory=list)  # number of the trick and seat

    def events(self) -> list[Event]:
        """With each player's card to trick 1 what he says; Četiri puta by one who has played follows the trick."""
        out: list[Event] = []
        late = self.cetiri is not None and self.duplo is not None and self.cetiri < self.duplo
        for event in plays(self.tricks[:1]):
            out.append(event)
            if self.duplo is not None and event["seat"] == FOUR[self.duplo]:
                out.append(say(event["seat"], "duplo"))
            if self.cetiri is not None and not late and event["seat"] == FOUR[self.cetiri]:
                out.append(say(event["seat"], "cetiri_puta"))
        if late:
            out.append(say(FOUR[self.cetiri or 0], "cetiri_puta"))
        return out + plays(self.tricks[1:])


def suit_led(trick: Trick) -> str:
    """The suit of the first card that has one: a joker led leaves it to the next."""
    return next(card[-1] for _, card in trick if card != "X")


def winner(trick: Trick, rules: Rules) -> int:
    led = SUITS.index(suit_led(trick))
    top = 3 if rules.get("cutting_suit") == "any_higher" else min(led + 1, 3)

    def strength(card: str) -> tuple[int, int]:
        if card == "X" or not led <= SUITS.index(card[-1]) <= top:
            return -1, 0
        return SUITS.index(card[-1]), RANKS.index(card[0])

    return max(trick, key=lambda seen: strength(seen[1]))[0]


def cards_of(trick: Trick) -> list[str]:
    return [card for _, card in trick]


def quints_in(cards: list[str]) -> dict[str, int]:
    """What lies in a trick or the talon, in the words of a result by hand, and its worth."""
    found = {"X": 25} if "X" in cards else {}
    for suit, value in VALUE.items():
        for quint in ("5", "A4", "23"):
            if all(rank + suit in cards for rank in quint):
                found["+".join(rank + suit for rank in quint)] = value
    return found


def quints(cards: list[str]) -> int:
    return sum(quints_in(cards).values())


def score(deal: Deal, rules: Rules) -> tuple[int, int]:
    """Points of P1+P3 and P2+P4."""
    m = 4 if deal.cetiri is not None else 2 if deal.duplo is not None else 1
    won, points = [0, 0], [0, 0]
    for number, trick in enumerate(deal.tricks, 1):
        side = winner(trick, rules) % 2
        if rules.get("revoke") == "trick_lost" and (number, side) in [(n, seat % 2) for n, seat in deal.revoked]:
            side = 1 - side
        won[side] += 1
        points[side] += (10 if number == 12 else 5) * m
        cards = cards_of(trick)
        if number < 12:
            points[side] += quints(cards)
        elif rules.get("talon_quints") == "with_last_trick":
            points[side] += quints(cards + deal.talon)
        else:
            points[side] += quints(cards) + quints(deal.talon)
    if deal.duplo is not None:
        side = deal.duplo % 2
        each = 20 if m == 4 and rules.get("shortfall") == "twenty" else 10
        points[1 - side] += each * max(0, 7 - won[side])
        if m == 4 and rules.get("shortfall") == "both_sides":
            points[side] += 10 * max(0, 7 - won[1 - side])
    return points[0], points[1]


def legal(hand: list[str], trick: Trick, rules: Rules) -> list[str]:
    if not trick:
        barred = rules.get("joker_lead") != "any_time" and len(hand) > 1
        return [card for card in hand if not (card == "X" and barred)]
    if all(card == "X" for _, card in trick):
        return hand
    allowed = follow(hand, suit_led(trick))
    if rules.get("joker_play") == "any_time" and "X" in hand and "X" not in allowed:
        allowed.append("X")
    return allowed


def make(seed: int, rules: Rules | None = None, cheat: bool = False) -> Deal:
    """A random deal played by the rules; who cheats breaks the rule of following suit once."""
    rules, rng = rules or {}, Random(seed)
    pack = [rank + suit for suit in SUITS for rank in RANKS] + ["X"]
    rng.shuffle(pack)
    hands, deal, leader = [pack[12 * n : 12 * n + 12] for n in range(4)], Deal([], pack[48:]), 0
    for number in range(1, 13):
        trick: Trick = []
        for seat in ((leader + n) % 4 for n in range(4)):
            allowed = legal(hands[seat], trick, rules)
            wrong = [card for card in hands[seat] if card not in allowed]
            if cheat and trick and wrong and not deal.revoked and rng.random() < 0.15:
                deal.revoked, allowed = [(number, seat)], wrong
            card = rng.choice(allowed)
            hands[seat].remove(card)
            trick.append((seat, card))
        deal.tricks.append(trick)
        leader = winner(trick, rules)
    return deal


def random_deal(seed: int) -> tuple[Deal, Rules]:
    rng = Random(-seed - 1)
    rules = {name: rng.choice(choices) for name, choices in OPTIONS.items()}
    deal = make(seed, rules)
    deal.duplo = rng.choice([None, 0, 1, 2, 3])
    if deal.duplo is not None and rng.random() < 0.6:
        deal.cetiri = (deal.duplo + rng.choice([1, 3])) % 4
    return deal, rules


def tricks_of(deal: Deal, rules: Rules | None = None) -> int:
    """Tricks of P1+P3."""
    return sum(winner(trick, rules or {}) % 2 == 0 for trick in deal.tricks)


def last_to(deal: Deal) -> int:
    return winner(deal.tricks[-1], {}) % 2


def find(wanted: Callable[[Deal], bool], rules: Rules | None = None, cheat: bool = False) -> Deal:
    return next(deal for deal in (make(seed, rules, cheat) for seed in count(1000)) if wanted(deal))


def check(deal: Deal, rules: Rules | None = None, start: tuple[int, int] = (0, 0)) -> dict[str, Any]:
    """The product's answer to a deal in legal play, which must be ours."""
    played = run("kvinto", deal.events(), rules=rules or {}, start={"scores": dict(zip(FOUR, start * 2, strict=True))})
    assert played.verdicts == {} and findings(played) == []
    points = score(deal, rules or {})
    assert by_side(played.deals[1]["points"]) == points
    assert by_side(played.deals[1]["scores"]) == (points[0] + start[0], points[1] + start[1])
    return played.deals[1]


def by_hand(deal: Deal) -> Event:
    """The deal as a score sheet would have it."""
    facts: dict[str, Any] = {"tricks": {"Ana": 0, "Boris": 0}, "quints": {"Ana": [], "Boris": []}}
    for trick in deal.tricks:
        facts["last"] = FOUR[winner(trick, {}) % 2]
        facts["tricks"][facts["last"]] += 1
        facts["quints"][facts["last"]] += quints_in(cards_of(trick))
    facts["quints"][facts["last"]] += quints_in(deal.talon)
    said = {"duplo": deal.duplo, "cetiri_puta": deal.cetiri}
    return {"do": "result", "facts": facts | {word: FOUR[who] for word, who in said.items() if who is not None}}


@pytest.mark.parametrize("seed", range(5))
def test_results_by_hand(seed: int) -> None:
    deal = make(seed)
    deal.duplo, deal.cetiri = random_deal(seed)[0].duplo, random_deal(seed)[0].cetiri
    played = run("kvinto", [by_hand(deal)])
    assert played.verdicts == {} and by_side(played.deals[1]["points"]) == score(deal, {})


@pytest.mark.parametrize("seed", range(30))
def test_random_deals_under_random_house_rules(seed: int) -> None:
    check(*random_deal(seed))


ACROSS = {"talon_quints": "with_last_trick"}
Case = tuple[Callable[[Deal], bool], int | None, int | None, Rules]
CASES: dict[str, Case] = {
    "plain": (lambda deal: tricks_of(deal) == 8, None, None, {}),
    "duplo made with seven": (lambda deal: tricks_of(deal) == 7, 0, None, {}),
    "duplo made with nine": (lambda deal: tricks_of(deal) == 9, 2, None, {}),
    "duplo failed at six": (lambda deal: tricks_of(deal) == 6 and last_to(deal) == 1, 0, None, {}),
    "duplo of the dealer failed by far": (lambda deal: tricks_of(deal) >= 9, 3, None, {}),
    "četiri puta, duplo made": (lambda deal: tricks_of(deal) <= 4, 1, 2, {}),
    "četiri puta, duplo failed": (lambda deal: tricks_of(deal) == 7, 3, 0, {}),
    "četiri puta at six all": (lambda deal: tricks_of(deal) == 6, 0, 1, {"shortfall": "twenty"}),
    "četiri puta at six all, both pay": (lambda deal: tricks_of(deal) == 6, 0, 3, {"shortfall": "both_sides"}),
    "redoublers fall short": (lambda deal: tricks_of(deal) == 9, 0, 3, {"shortfall": "both_sides"}),
    "quints in the talon": (lambda deal: quints(deal.talon) >= 30, None, None, {}),
    "joker in the talon": (lambda deal: "X" in deal.talon, 1, None, {}),
    "quint across trick and talon": (lambda deal: score(deal, {}) != score(deal, ACROSS), None, None, ACROSS),
    "joker led last": (lambda deal: deal.tricks[-1][0][1] == "X", None, None, {}),
    "two quints in a trick": (lambda deal: any(quints(cards_of(trick)) >= 35 for trick in deal.tricks), None, None, {}),
    "answered with one's own card": (lambda deal: tricks_of(deal) == 5, 0, 1, {"cetiri_puta_until": "own_card"}),
}


@pytest.mark.parametrize("name", CASES)
def test_chosen_deals(name: str) -> None:
    wanted, duplo, cetiri, rules = CASES[name]
    deal = find(wanted)
    deal.duplo, deal.cetiri = duplo, cetiri
    check(deal, rules)


def test_a_deal_counted_by_hand() -> None:
    """Ana has the hearts but the ace, so she takes all twelve: 11 * 5 + 10; every trick brings what it holds."""
    hearts = [rank + "H" for rank in reversed(RANKS[1:])]
    spades = ["AH", *(rank + "S" for rank in RANKS[:11])]  # the ace falls on the king, not the four
    clubs = [rank + "C" for rank in RANKS[:12]]
    diamonds = [rank + "D" for rank in RANKS[:12]]
    tricks = [list(enumerate(row)) for row in zip(hearts, spades, clubs, diamonds, strict=True)]
    deal = Deal(tricks, ["KS", "QS", "KC", "KD", "X"])
    # the fives: 20 + 5 + 10 + 15 = 50; no A+4 or 2+3 meets in one trick; joker in the talon 25
    assert score(deal, {}) == (65 + 50 + 25, 0)
    check(deal)
    deal.duplo, deal.cetiri = 1, 2
    assert score(deal, {}) == (4 * 65 + 75 + 70, 0)
    check(deal)


@pytest.mark.parametrize(
    ("start", "rules", "over", "winners"),
    [
        ((540, 545), {}, True, None),
        ((0, 0), {}, False, None),
        ((0, 555), {}, True, ["Boris", "Goran"]),
        ("tie", {}, False, None),
        ("tie", {"target_tie": "shared"}, True, list(FOUR)),
        ("short", {}, False, None),
    ],
)
def test_match_end(start: Any, rules: Rules, over: bool, winners: list[str] | None) -> None:
    deal = make(7)
    a, b = score(deal, rules)
    if isinstance(start, str):
        start = {"tie": (700 - a, 700 - b), "short": (554 - a, 554 - b)}[start]
    said = check(deal, rules, start)
    assert said["match_over"] is over
    if over:
        totals = (start[0] + a, start[1] + b)
        assert said["winners"] == (winners or (["Ana", "Vera"] if totals[0] > totals[1] else ["Boris", "Goran"]))


def test_the_deal_passes_to_the_right() -> None:
    """Goran dealt, so Ana deals next and Boris leads."""
    played = run("kvinto", make(3).events(), lay("A:8S B:7S"))
    assert list(played.verdicts.values()) == ["illegal"] and played.lines[-1]["verdict"] == "ok"


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("option", ["report", "trick_lost", "deal_void"])
def test_revokes(seed: int, option: str) -> None:
    """Every revoke is found, by the offender's own card of the suit at the latest."""
    deal = next(deal for deal in (make(n, cheat=True) for n in count(100 * seed)) if deal.revoked)
    deal.duplo = seed % 4
    number, seat = deal.revoked[0]
    led = suit_led(deal.tricks[number - 1])
    events = deal.events()
    where = [event.get("cards", [""])[0] for event in events]
    (card,) = [card for who, card in deal.tricks[number - 1] if who == seat]
    shown = next(card for trick in deal.tricks[number:] for who, card in trick if who == seat and card[-1] == led)
    played = run("kvinto", events, rules={"revoke": option})
    ((by, about, who, proof),) = findings(played)
    assert about == where.index(card) + 1 and who == FOUR[seat]
    assert about <= by <= where.index(shown) + 1 and (by != where.index(shown) + 1 or proof == [shown])
    if option == "deal_void":
        assert played.deals[1]["points"] == {} and set(played.deals[1]["scores"].values()) == {0}
    else:
        assert by_side(played.deals[1]["points"]) == score(deal, {"revoke": option})


ILLEGAL = [
    ("A:7S G:8S", "G", {}),  # out of turn
    ("A:7S B:8S B:9S", "B", {}),  # a second card
    ("A:X", "A", {}),  # the joker led with other cards in hand
]


@pytest.mark.parametrize(("text", "guilty", "rules"), ILLEGAL)
def test_illegal_at_once(text: str, guilty: str, rules: Rules) -> None:
    played = run("kvinto", lay(text), rules=rules)
    last = len(text.split())
    ((by, about, who, _),) = findings(played)
    assert (by, about, who[0]) == (last, last, guilty) and played.verdicts == {last: "illegal"}


def test_announcements_out_of_place() -> None:
    first = lay("A:7S B:8S V:9S G:TS")
    duplo, cetiri = say("Ana", "duplo"), say("Boris", "cetiri_puta")
    bad: list[tuple[list[Event], Rules]] = [
        ([*first[:2], duplo], {}),  # Ana's card is past
        ([*first, *lay("G:2S"), say("Goran", "duplo")], {}),  # after the first trick
        ([first[0], duplo, first[1], say("Boris", "duplo")], {}),  # the first one holds
        ([first[0], duplo, first[1], first[2], say("Vera", "cetiri_puta")], {}),  # his partner
        ([first[0], first[1], cetiri], {}),  # there is no Duplo
        ([first[0], duplo, *first[1:], *lay("G:2S"), cetiri], {}),  # the second trick is led
        ([first[0], duplo, *first[1:], cetiri], {"cetiri_puta_until": "own_card"}),
        ([first[0], duplo, first[1], cetiri, first[2], first[3], say("Goran", "cetiri_puta")], {}),  # said already
    ]
    for events, rules in bad:
        assert run("kvinto", events, rules=rules).verdicts == {len(events): "illegal"}, events
    good: list[tuple[list[Event], Rules]] = [
        ([duplo, first[0]], {}),
        ([first[0], duplo, *first[1:], cetiri], {}),
        ([first[0], first[1], say("Boris", "duplo"), say("Ana", "cetiri_puta")], {}),
        ([first[0], duplo, first[1], cetiri], {"cetiri_puta_until": "own_card"}),
        ([*first, say("Goran", "duplo"), say("Vera", "cetiri_puta")], {}),
    ]
    for events, rules in good:
        assert run("kvinto", events, rules=rules).verdicts == {}, events


def test_a_revoke_stands_in_the_sentence_with_its_card() -> None:
    """Example 9 of another hand: hearts led in trick 1, Vera plays a club; JH in trick 2 proves it."""
    events = lay("A:KH B:2H V:8C G:3H A:QH B:4H V:JH")
    assert findings(run("kvinto", events)) == [(7, 3, "Vera", ["JH"])]
    events = lay("A:KH B:2H V:X G:3H A:QH B:4H V:JH")
    assert findings(run("kvinto", events)) == [(7, 3, "Vera", ["JH"])]
    assert findings(run("kvinto", events, rules={"joker_play": "any_time"})) == []
