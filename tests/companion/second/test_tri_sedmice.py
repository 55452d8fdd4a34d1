"""Tri sedmice, a second opinion: deals and a scorer from rules/tri_sedmice.md alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

import pytest

from tests.companion.replays import Played
from tests.companion.second.trickdeals import FOUR, Event, Trick, by_side, findings, follow, lay, plays, run

RANKS = "4567JQKA23"
PACK = [rank + suit for suit in "SHDC" for rank in RANKS]
OPTIONS = {
    "run_jack": ("plus_three", "none"),
    "hearts_run_extension": ("on_five", "as_plain"),
    "tren_hearts": ("sixteen", "eighteen"),
    "tren_replaces_run": ("yes", "adds"),
    "four_of_rank": ("as_three", "four_points"),
    "nine_tricks": ("nine_or_more", "exactly_nine"),
    "all_tricks": ("combined", "larger"),
}
Rules = dict[str, str]


@dataclass
class Deal:
    """What each lays open in his turn (P1, number 0, first) and the ten tricks."""

    shown: list[list[str]]
    tricks: list[Trick] = field(default_factory=list)

    def events(self) -> list[Event]:
        return [*declared(self.shown), *plays(self.tricks)]


def declared(shown: list[list[str]]) -> list[Event]:
    out: list[Event] = []
    for name, cards in zip(FOUR, shown, strict=False):
        if cards:
            out.append({"do": "show", "seat": name, "cards": cards})
        out.append({"do": "pass", "seat": name})
    return out


def run_in(cards: list[str], suit: str) -> str:
    """3-2-A and what continues it without a gap, up to the jack."""
    held = "".join(rank for rank in "32AKQJ" if rank + suit in cards)
    return max((part for part in ("32A", "32AK", "32AKQ", "32AKQJ") if held.startswith(part)), key=len, default="")


def run_worth(run: str, suit: str, rules: Rules) -> int:
    if not run:
        return 0
    more = 3 * len(run[3:].replace("J", "") if rules.get("run_jack") == "none" else run[3:])
    plain = suit != "H" or (rules.get("hearts_run_extension") == "as_plain" and len(run) > 3)
    return (3 if plain else 5) + more


def melds(cards: list[str], rules: Rules) -> int:
    total = 0
    for rank, worth in (("7", 4), ("3", 3), ("2", 3), ("A", 3)):
        copies = sum(card[0] == rank for card in cards)
        if copies >= 3:
            total += 4 if copies == 4 and rules.get("four_of_rank") == "four_points" else worth
    for suit in "SHDC":
        found = run_in(cards, suit)
        worth = run_worth(found, suit, rules)
        if len(found) == 6 and "7" + suit in cards:
            tren = 18 if suit == "H" and rules.get("tren_hearts") == "eighteen" else 16
            worth = tren + (worth if rules.get("tren_replaces_run") == "adds" else 0)
        total += worth
    return total


def in_melds(cards: list[str]) -> list[str]:
    """The cards of a hand that score in something."""
    runs = {rank + suit for suit in "SHDC" for rank in run_in(cards, suit)}
    trens = {"7" + suit for suit in "SHDC" if len(run_in(cards, suit)) == 6}
    sets = {card for card in cards if card[0] in "732A" and sum(c[0] == card[0] for c in cards) >= 3}
    return [card for card in cards if card in runs | trens | sets]


def winner(trick: Trick) -> int:
    led = trick[0][1][1]
    return max((card[1] == "H", card[1] == led, RANKS.index(card[0]), seat) for seat, card in trick)[3]


def figures(trick: Trick) -> int:
    return sum(card[0] in "32AKQJ" for _, card in trick)


def won(deal: Deal) -> list[int]:
    return [sum(winner(trick) == seat for trick in deal.tricks) for seat in range(4)]


def score(deal: Deal, rules: Rules, start: tuple[int, int] = (0, 0)) -> list[int]:
    """Points of P1+P3 and P2+P4; a deal that the Hvalež ends is not played."""
    points = [0, 0]
    for seat, cards in enumerate(deal.shown):
        points[seat % 2] += melds(cards, rules)
        if max(points[0] + start[0], points[1] + start[1]) >= 21 and rules.get("hvalez_stop") != "finish_round":
            return points
    if max(points[0] + start[0], points[1] + start[1]) >= 21:
        return points
    for trick in deal.tricks:
        points[winner(trick) % 2] += {4: 2, 3: 1}.get(figures(trick), 0)
    tricks = won(deal)
    for side in (0, 1):
        nine = (9,) if rules.get("nine_tricks") == "exactly_nine" else (9, 10)
        awards = [4] if tricks[side] + tricks[side + 2] == 10 else []
        awards += [6] if tricks[side] in nine or tricks[side + 2] in nine else []
        points[side] += max(awards, default=0) if rules.get("all_tricks") == "larger" else sum(awards)
    return points


def make(seed: int, given: dict[int, str] | None = None, cheat: bool = False) -> Deal:
    """A random deal; everybody shows all he can. ``given``: cards of a hand; ``cheat``: one (unseen) revoke."""
    rng = Random(seed)
    hands = {seat: (given or {}).get(seat, "").split() for seat in range(4)}
    pack = [card for card in PACK if not any(card in hand for hand in hands.values())]
    rng.shuffle(pack)
    for hand in hands.values():
        while len(hand) < 10:
            hand.append(pack.pop())
    deal, leader = Deal([in_melds(hands[seat]) if not cheat else [] for seat in range(4)]), 0
    cheated = False
    for _ in range(10):
        trick: Trick = []
        for seat in ((leader + n) % 4 for n in range(4)):
            allowed = follow(hands[seat], trick[0][1][1] if trick else None)
            wrong = [card for card in hands[seat] if card not in allowed]
            if cheat and trick and wrong and not cheated:
                allowed, cheated = wrong, True
            card = rng.choice(allowed)
            hands[seat].remove(card)
            trick.append((seat, card))
        deal.tricks.append(trick)
        leader = winner(trick)
    return deal


def check(deal: Deal, rules: Rules | None = None, start: tuple[int, int] = (0, 0)) -> dict[str, Any]:
    rules = rules or {}
    points = score(deal, rules, start)
    totals = (points[0] + start[0], points[1] + start[1])
    events = deal.events()
    if stopped(deal, rules, start):
        events = declared(deal.shown[: stopped(deal, rules, start)])
    played = run("tri_sedmice", events, rules=rules, start={"scores": dict(zip(FOUR, start * 2, strict=True))})
    assert played.verdicts == {} and findings(played) == []
    said = played.deals[1]
    assert by_side(said["points"]) == tuple(points) and by_side(said["scores"]) == totals
    over = max(totals) >= 21 and totals[0] != totals[1]
    assert said["match_over"] is over
    if over:
        first = totals.index(max(totals))
        assert said["winners"] == [FOUR[first], FOUR[first + 2]]
    return said


def stopped(deal: Deal, rules: Rules, start: tuple[int, int]) -> int:
    """After how many have declared the deal ends; 0: it is played."""
    points = list(start)
    for seat, cards in enumerate(deal.shown):
        points[seat % 2] += melds(cards, rules)
        if max(points) >= 21 and (rules.get("hvalez_stop") != "finish_round" or seat == 3):
            return seat + 1
    return 4 if max(points) >= 21 else 0


GIFTS = ["7S 7D 7C", "3S 2S AS KS QS JS 7S", "3H 2H AH KH QH", "3H 2H AH", "3D 2D AD KD QD JD 7D 7S 7H",
         "3C 2C AC 3S 3D", "2S 2D 2C 2H", "3S 3D 3C 3H", "AS AD AC AH", "7S 7D 7C 7H", "3H 2H AH KH QH JH",
         "3H 2H AH KH QH JH 7H", "3S 2S AS QS", "3D 2D AD KD QD JD"]  # fmt: skip


@pytest.mark.parametrize("seed", range(30))
def test_random_deals_under_random_house_rules(seed: int) -> None:
    rng = Random(-seed - 1)
    rules = {name: rng.choice(choices) for name, choices in OPTIONS.items()}
    check(make(seed, {rng.randrange(4): rng.choice([*GIFTS, "", ""])}), rules)


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("7S 7D 7C", 4), ("7S 7D 7C 7H", 4), ("3S 3D 3C", 3), ("2S 2D 2C 2H", 3), ("AS AD AC 7S 7D 7C", 7),
        ("3S 2S AS", 3), ("3H 2H AH", 5), ("3S 2S AS KS", 6), ("3S 2S AS KS QS JS", 12), ("3H 2H AH KH QH", 11),
        ("3H 2H AH KH QH JH", 14), ("3S 2S AS KS QS JS 7S", 16), ("3H 2H AH KH QH JH 7H", 16),
        ("3C 2C AC 3S 3D", 6), ("3C 2C AC 3S 2S AS 3D 2D AD", 18),
    ],
)  # fmt: skip
def test_combinations_by_hand(cards: str, points: int) -> None:
    assert melds(cards.split(), {}) == points
    deal = make(11, {0: cards})
    deal.shown = [cards.split(), [], [], []]
    without = make(11, {0: cards})
    without.shown = [[], [], [], []]
    assert score(deal, {})[0] - score(without, {})[0] == points
    check(deal)
    check(without)


@pytest.mark.parametrize(
    ("cards", "points"),
    [("KS KD KC", 1), ("QS QD QC", 1), ("JS JD JC JH", 4), ("4S 4D 4C 4H", 4), ("6S 6D 6C", 0), ("7S 7D 7C", 4)],
)
def test_combinations_of_tresento(cards: str, points: int) -> None:
    deal = make(11, {0: cards})
    for shown, worth in ((cards.split(), points), ([], 0)):
        deal.shown = [shown, [], [], []]
        played = run("tri_sedmice", deal.events(), rules={"tresento_melds": "used"})
        assert by_side(played.deals[1]["points"])[0] == score(deal, {})[0] - melds(shown, {}) + worth


HEARTS = "3H 2H AH KH QH JH 7H 6H 5H 4H"
CASES: dict[str, tuple[dict[int, str], Callable[[Deal], bool]]] = {
    "ten tricks of one player": ({2: HEARTS}, lambda deal: max(won(deal)) == 10),
    "nine tricks of one, one of his partner": (
        {1: HEARTS.replace("4H", "4S")}, lambda deal: won(deal)[1] == 9 and won(deal)[3] == 1),
    "nine tricks of one, one of the others": (
        {1: HEARTS.replace("4H", "4S")}, lambda deal: won(deal)[1] == 9 and won(deal)[3] == 0),
    "ten tricks of two partners": (
        {0: "3H AH QH 7H 5H 3S AS QS 7S 5S", 2: "2H KH JH 6H 4H 2S KS JS 6S 4S"},
        lambda deal: max(won(deal)) < 9 and won(deal)[0] + won(deal)[2] == 10),
    "a trick of four figures": ({}, lambda deal: any(figures(trick) == 4 for trick in deal.tricks)),
    "a heart thrown on a plain suit": ({}, lambda deal: winner(deal.tricks[2]) != deal.tricks[2][0][0]),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_chosen_deals(name: str) -> None:
    given, wanted = CASES[name]
    deal = next(deal for deal in (make(n, given) for n in count(700)) if wanted(deal))
    deal.shown = [[], [], [], []]
    for option in ({}, {"nine_tricks": "exactly_nine"}, {"all_tricks": "larger"}):
        check(deal, option)


def games_won(said: dict[str, Any]) -> int:
    """As how many games a win counts."""
    return int(said["how"][said["winners"][0]].get("games", 1))


@pytest.mark.parametrize("stop", ["immediate", "finish_round"])
@pytest.mark.parametrize("start", [(18, 11), (18, 12), (17, 20), (14, 20), (20, 18), (17, 17)])
def test_the_hvalez_may_end_the_game(stop: str, start: tuple[int, int]) -> None:
    """Ana shows 4, Boris 3, Vera 3, Goran nothing; a loser with 11 or less has lost twice."""
    given = {0: "7S 7D 7C", 1: "3S 2S AS", 2: "3C 2C AC"}
    deal = make(5, given)
    deal.shown = [cards.split() for cards in given.values()] + [[]]
    said = check(deal, {"hvalez_stop": stop}, start)
    assert not said["match_over"] or games_won(said) == 1 + (min(said["scores"].values()) <= 11)


@pytest.mark.parametrize("start", [(20, 5), (20, 13), (19, 19), (3, 20), (0, 0)])
def test_match_end_after_play(start: tuple[int, int]) -> None:
    deal = next(deal for deal in map(make, count(21)) if min(score(deal, {})) > 1)
    deal.shown = [[], [], [], []]
    said = check(deal, None, start)
    assert not said["match_over"] or games_won(said) == 1 + (min(said["scores"].values()) <= 11)
    a, b = score(deal, {})
    assert min(a, b) > 0 and not check(deal, None, (22 - a, 22 - b))["match_over"]  # equal: another deal


@pytest.mark.parametrize(("option", "above"), [("surplus", 1), ("none", 0)])
def test_what_is_above_21_begins_the_next_game(option: str, above: int) -> None:
    rules = {"carry_over": option}
    deal = next(deal for deal in map(make, count(21)) if score(deal, rules)[0] == 4)
    deal.shown = [[], [], [], []]
    start = dict(zip(FOUR, (20, 7) * 2, strict=True))
    second = make(22).events()
    for event in second:  # the first player deals first in the new game: the second leads
        event["seat"] = FOUR[(FOUR.index(event["seat"]) + 1) % 4]
    played = run("tri_sedmice", deal.events(), second, rules=rules, start={"scores": start})
    assert played.deals[1]["match_over"] and played.deals[1]["winners"] == ["Ana", "Vera"]
    assert played.verdicts == {}
    points = score(make(22), rules)[::-1]
    assert by_side(played.deals[2]["scores"]) == (above * 3 + points[0], points[1])


def by_hand(deal: Deal) -> Event:
    counts = {f: [sum(figures(t) == f and winner(t) == s for t in deal.tricks) for s in range(4)] for f in (3, 4)}
    facts = {"shown": {name: cards for name, cards in zip(FOUR, deal.shown, strict=True) if cards}}
    numbers = {"tricks": won(deal), "three": counts[3], "four": counts[4]}
    return {"do": "result", "facts": facts | {key: dict(zip(FOUR, row, strict=True)) for key, row in numbers.items()}}


@pytest.mark.parametrize("seed", range(6))
def test_results_by_hand(seed: int) -> None:
    deal = make(seed, {seed % 4: GIFTS[seed]})
    assert by_side(run("tri_sedmice", [by_hand(deal)]).deals[1]["points"]) == tuple(score(deal, {}))


def verdicts(*events: Event) -> Played:
    return run("tri_sedmice", events)


PASSES = declared([[], [], [], []])


def test_illegal_at_once() -> None:
    show: Event = {"do": "show", "seat": "Ana", "cards": ["7S", "7D", "7C"]}
    bad: list[list[Event]] = [
        [{**show, "seat": "Boris"}],  # out of turn
        [{"do": "pass", "seat": "Boris"}],
        [*PASSES[:1], show],  # his turn is past
        [*PASSES, *lay("A:4S B:5S V:6S G:7S"), {**show, "cards": ["3C", "2C", "AC"]}],  # after the first lead
        [*PASSES, *lay("B:4S")],
        [*PASSES, *lay("A:4S G:5S")],
        [*PASSES, *lay("A:4S A:5S")],
        [*PASSES, *lay("A:4S B:5S V:4H G:3S A:KS")],  # Vera's heart wins: she leads
    ]
    for events in bad:
        assert verdicts(*events).verdicts == {len(events): "illegal"}, events
    assert verdicts(show, *PASSES, *lay("A:4S B:5S")).verdicts == {}
    twice = verdicts(*PASSES, *lay("A:4S B:5S V:4S"))
    assert twice.verdicts == {7: "impossible"}
    assert verdicts(show, PASSES[0], {**show, "seat": "Boris"}).verdicts == {3: "impossible"}


def test_a_revoke_is_found_at_once_from_a_card_that_was_shown() -> None:
    show: Event = {"do": "show", "seat": "Boris", "cards": ["7S", "7D", "7C"]}
    events = [PASSES[0], show, *PASSES[1:], *lay("A:4S B:5D V:6S G:JS")]
    ((by, about, who, proof),) = findings(verdicts(*events))
    assert (by, about, who, proof) == (7, 7, "Boris", ["7S"])
    played = verdicts(PASSES[0], show, *PASSES[1:], *lay("A:4S B:7S V:6S G:JS G:4D A:5D B:7C"))
    ((by, about, who, proof),) = findings(played)
    assert (about, who, proof) == (12, "Boris", ["7D"])


@pytest.mark.parametrize("seed", range(10))
def test_revokes_are_found_and_the_score_stands(seed: int) -> None:
    deal = make(seed, cheat=True)
    played = verdicts(*deal.events())
    ((by, about, who, proof),) = findings(played)
    cards = [event.get("cards", [""])[0] for event in deal.events()]
    led = next(card for trick in deal.tricks for seat, card in trick[:1] if cards[about - 1] in dict(trick).values())
    mine = [card for trick in deal.tricks for seat, card in trick if FOUR[seat] == who]
    shown = next(card for card in mine[mine.index(cards[about - 1]) + 1 :] if card[1] == led[1])
    assert by <= cards.index(shown) + 1 and (by <= cards.index(shown) or proof == [shown])
    assert by_side(played.deals[1]["points"]) == tuple(score(deal, {}))
