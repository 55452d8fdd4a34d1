"""Čuhna, read from its rules text alone: whole deals at random and chosen ones, scored by a few lines."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.companion.replays import Played, play

NAMES = ["Ana", "Boris", "Vera", "Goran", "Dunja", "Ivo", "Lena", "Mihajlo", "Nada", "Oto"]
RANKS = "23456789TJQKA"
PACK = [rank + suit for suit in "SHDC" for rank in RANKS]
Rules = dict[str, str]


def follows(card: str, top: str) -> bool:
    """Whether a card is the successor of another; nothing goes on an ace."""
    return top[0] != "A" and RANKS.index(card[0]) == RANKS.index(top[0]) + 1


class Deal:
    """A deal as it happens at the table, with open hands; writes its record and knows what it should give."""

    def __init__(self, players: int, rules: Rules | None = None, first_id: int = 1, **start: Any) -> None:
        self.names, self.rules, self.next_id = NAMES[:players], rules or {}, first_id
        self.hands: dict[str, list[str]] = {who: [] for who in self.names}
        self.points: dict[str, int] = dict.fromkeys(self.names, 0)
        self.inside, self.pile, self.quiet = list(self.names), [], 0  # who is in, the pile, leads and takes in a row
        self.before: dict[str, int] = {}  # sizes of the hands before these
        self.lines: list[dict[str, Any]] = [
            {
                "record": 1,
                "game": "cuhna",
                "players": self.names,
                "rules": self.rules,
                **({"start": start} if start else {}),
            }
        ]

    def add(self, do: str, who: str = "", **more: Any) -> int:
        self.lines.append({"id": self.next_id, "do": do, **({"seat": who} if who else {}), **more})
        self.next_id += 1
        return self.next_id - 1

    def after(self, who: str) -> str:
        """The next player to the right who is still in."""
        at = self.names.index(who)
        return next(name for name in self.names[at + 1 :] + self.names[: at + 1] if name in self.inside)

    def over(self) -> bool:
        return len(self.inside) <= 1

    # part one
    def new_pile(self, stock: list[str]) -> None:
        """An ace clears the pile; another card is turned up, till it is no ace or there are none."""
        self.pile = []
        while stock and not self.pile:
            self.add("turn", cards=[card := stock.pop()])
            self.pile = [card] if card[0] != "A" else []

    def part_one(self, rng: Random, stock: list[str], first: str) -> str:
        """Everybody draws, or plays from his second turn on; returns who is next when the stock is empty."""
        self.new_pile(stock)
        who, turns = first, dict.fromkeys(self.names, 0)
        while stock:
            fits = [card for card in self.hands[who] if follows(card, self.pile[-1])]
            if turns[who] and fits and rng.random() < 0.6:
                card = rng.choice(fits)
                self.hands[who].remove(card)
                self.add("play", who, cards=[card])
                self.pile.append(card)
            else:
                card = stock.pop()
                keeps = self.rules.get("drawn_successor") == "may_keep" and rng.random() < 0.3
                if follows(card, self.pile[-1]) and not keeps:
                    self.add("draw", who, cards=[card])
                    self.pile.append(card)
                else:
                    self.add("draw", who, count=1)
                    self.hands[who].append(card)
            turns[who] += 1
            who = self.after(who)
            if self.pile[-1][0] == "A":
                self.new_pile(stock)
        return who

    # part two
    def go_out(self, who: str, at_once: bool = False) -> None:
        self.inside.remove(who)
        self.points[who] = sum(len(self.hands[other]) for other in self.inside)

    def quiet_turn(self) -> bool:
        """A lead of another card than an ace, or a take; whether the deal is now deadlocked."""
        if self.rules.get("deadlock") == "repetition":
            return False
        self.quiet += 1
        sizes = {who: len(self.hands[who]) for who in self.inside}
        return self.quiet == 4 * len(self.inside) and all(sizes[who] >= self.before[who] for who in sizes)

    def lay(self, who: str, card: str) -> tuple[str, bool]:
        """A card laid in part two; returns who is next, and whether that is a deadlock."""
        lead = not self.pile
        if not self.quiet:
            self.before = {name: len(hand) for name, hand in self.hands.items()}
        self.hands[who].remove(card)
        self.pile.append(card)
        self.add("play", who, cards=[card])
        if not self.hands[who]:
            self.go_out(who)
        if card[0] == "A":
            self.pile = []
        if not lead or card[0] == "A" or who not in self.inside:
            self.quiet, still = 0, False
        else:
            still = self.quiet_turn()
        again = card[0] == "A" and who in self.inside and self.rules.get("ace_part_two") != "right_leads"
        return (who if again or self.over() else self.after(who)), still

    def take(self, who: str) -> tuple[str, bool]:
        if not self.quiet:
            self.before = {name: len(hand) for name, hand in self.hands.items()}
        self.hands[who].append(self.pile[-1])
        self.pile = []
        self.add("take", who)
        return self.after(who), self.quiet_turn()

    def part_two(self, rng: Random, who: str) -> None:
        held = sum(map(len, self.hands.values()))
        for name in self.names:  # who has no cards is out first
            if not self.hands[name]:
                self.inside.remove(name)
                self.points[name] = held
        if who not in self.inside and self.inside:
            who = self.after(who)
        while not self.over():
            fits = [card for card in self.hands[who] if not self.pile or follows(card, self.pile[-1])]
            free = self.pile and self.rules.get("part_two_duty") == "free" and rng.random() < 0.3
            who, still = self.lay(who, rng.choice(fits)) if fits and not free else self.take(who)
            if still:
                return

    def check(self) -> Played:
        played = play(self.lines)
        assert played.verdicts == {}, self.lines
        assert played.deals, self.lines
        assert played.deals[1]["points"] == self.points, (self.lines, played.deals[1])
        assert played.deals[1]["findings"] == []
        return played


OPTIONS: list[Rules] = [
    {},
    {},
    {},
    {"drawn_successor": "may_keep"},
    {"part_two_duty": "free"},
    {"ace_part_two": "right_leads"},
    {"hand_play_from": "after_a_round"},
]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 7, 10])
def test_random_matches(players: int) -> None:
    """Three deals a player (only the first five here); the deal passes to the right, totals add up."""
    rng, rules = Random(players), OPTIONS[players % 7]
    lines: list[dict[str, Any]] = []
    totals, deals = dict.fromkeys(NAMES[:players], 0), []
    for number in range(min(3 * players, 5)):
        deal = Deal(players, rules, first_id=len(lines) + 1)
        first = deal.names[(number + 1) % players]
        deal.part_two(rng, deal.part_one(rng, rng.sample(PACK, 52), first))
        totals = {who: totals[who] + deal.points[who] for who in totals}
        lines += deal.lines
        deals.append((deal, totals))
    played = play(lines)
    assert played.verdicts == {}, (rules, played.verdicts)
    for number, (deal, scores) in enumerate(deals, 1):
        assert played.deals[number]["points"] == deal.points, (deal.lines, played.deals[number])
        assert played.deals[number]["scores"] == scores
        assert played.deals[number]["match_over"] == (number == 3 * players)


def test_match_of_nine_deals() -> None:
    """41, 38, 38: the first wins; with equal totals they share."""

    def match(*each: dict[str, int]) -> Played:
        head = {"record": 1, "game": "cuhna", "players": NAMES[:3]}
        return play(
            [line for n, out in enumerate(each, 1) for line in (head, {"id": n, "do": "result", "facts": {"out": out}})]
        )

    played = match(*[{"Ana": 5, "Boris": 3}] * 8, {"Ana": 1, "Boris": 14})
    assert [end["match_over"] for end in played.deals.values()] == [False] * 8 + [True]
    assert played.deals[9]["scores"] == {"Ana": 41, "Boris": 38, "Vera": 0} and played.deals[9]["winners"] == ["Ana"]
    assert match(*[{"Ana": 5, "Boris": 5}] * 9).deals[9]["winners"] == ["Ana", "Boris"]


# --- chosen deals --------------------------------------------------------------------------------------------------
def from_hands(hands: dict[str, str], pile: str, to_act: str, rules: Rules | None = None) -> Deal:
    """Part two, with these hands and this pile."""
    known = {who: cards.split() for who, cards in hands.items()}
    deal = Deal(len(known), rules, hands=known, pile=pile.split(), to_act=to_act)
    deal.hands, deal.pile = {who: list(cards) for who, cards in known.items()}, pile.split()
    return deal


def follow(deal: Deal, moves: str) -> list[bool]:
    """``Boris:5S Vera:take``; whether each was the end of a deadlock."""
    ends = []
    for move in moves.split():
        who, what = move.split(":")
        ends.append((deal.take(who) if what == "take" else deal.lay(who, what))[1])
    return ends


@pytest.mark.parametrize(
    ("hands", "pile", "moves", "rules", "points"),
    [
        (
            {"Ana": "2S KS AS AH", "Boris": "5S", "Vera": "6S 9S"},
            "",
            "Boris:5S Vera:6S Ana:take Vera:9S",
            {},
            [0, 6, 5],
        ),
        (
            {"Ana": "3S 5S AS", "Boris": "4H", "Vera": "9H"},
            "JC QC",
            "Ana:take Boris:4H Vera:take Ana:QC Vera:take",
            {},
            None,
        ),
        (
            {"Ana": "2S", "Boris": "KD 4H", "Vera": "AS AH 5C"},
            "QC",
            "Boris:KD Vera:AS Vera:AH Vera:5C Ana:take Boris:4H",
            {},
            [0, 2, 2],
        ),
        (
            {"Ana": "2S 3S", "Boris": "KD 4H", "Vera": "AS AH"},
            "QC",
            "Boris:KD Vera:AS Vera:AH Ana:3S Boris:4H",
            {},
            [0, 1, 3],
        ),  # out with an ace: the next one leads
        (
            {"Ana": "2S 3S", "Boris": "KD 4H", "Vera": "AS AH"},
            "QC",
            "Boris:KD Vera:AS Ana:2S Boris:take Vera:AH Ana:3S",
            {"ace_part_two": "right_leads"},
            [2, 0, 3],
        ),
        ({"Ana": "7S", "Boris": "7H", "Vera": "8S"}, "6S", "Boris:7H Vera:8S", {}, [0, 2, 1]),
        ({"Ana": "AS", "Boris": "AH"}, "", "Boris:AH", {}, [0, 1]),
    ],
)
def test_part_two(hands: dict[str, str], pile: str, moves: str, rules: Rules, points: list[int] | None) -> None:
    deal = from_hands(hands, pile, moves.split(":")[0], rules)
    follow(deal, moves)
    if points is None:  # the deal is not over, and nothing was wrong
        played = play(deal.lines)
        assert played.verdicts == {} and not played.deals and played.events[len(deal.lines) - 1]["awaits"]
        return
    assert deal.over() and list(deal.points.values()) == points
    deal.check()


ROUND = "Boris:3S Vera:take Ana:7S Boris:take Vera:3S Ana:take Boris:7S Vera:take Ana:3S Boris:take Vera:7S Ana:take"
OTHER = ROUND.replace("Vera:7S", "Vera:5S")


@pytest.mark.parametrize(
    ("rule", "moves", "over"),
    [
        ("four_rounds", ROUND, True),
        ("four_rounds", OTHER, True),
        ("repetition", ROUND, True),
        ("repetition", OTHER, False),
        ("four_rounds", ROUND.rsplit(" ", 1)[0], False),
        ("repetition", ROUND.rsplit(" ", 1)[0], False),
    ],
)
def test_deadlock(rule: str, moves: str, over: bool) -> None:
    """Only odd ranks: nothing goes on anything; after twelve leads and takes every hand is as large as before."""
    deal = from_hands({"Ana": "7S 7H", "Boris": "3S 3H", "Vera": "5S 5H"}, "", "Boris", {"deadlock": rule})
    ends = follow(deal, moves)
    assert not any(ends[:-1]) and (rule == "repetition" or ends[-1] == over)
    played = play(deal.lines)
    assert played.verdicts == {} and bool(played.deals) == over
    if over:
        assert played.deals[1]["points"] == {"Ana": 0, "Boris": 0, "Vera": 0}


@pytest.mark.parametrize("rule", ["four_rounds", "repetition"])
def test_deadlock_by_agreement(rule: str) -> None:
    """Ana is out; the two others agree. She has scored, they have not."""
    deal = from_hands({"Ana": "7S", "Boris": "3S 3H", "Vera": "5S 5H"}, "", "Ana", {"deadlock": rule})
    follow(deal, "Ana:7S Boris:take")
    deal.add("say", "Boris", word="deadlock")
    assert not play(deal.lines).deals
    deal.add("say", "Vera", word="deadlock")
    deal.check()
    assert deal.points == {"Ana": 4, "Boris": 0, "Vera": 0}
