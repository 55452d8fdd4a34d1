"""Trojke-dvojke by its rules text alone: what fits the pile, what cards cost, random deals, long and short."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.companion.replays import Played, play

PEOPLE = ["Ana", "Boris", "Vera", "Goran"]
PACK = 2 * [r + s for r in "A23456789TJQK" for s in "SHDC"] + 4 * ["X"]
COST = {"X": 30, "A": 20, "3": 15, "2": 10, "K": 10, "Q": 10, "J": 10, "T": 10, **{r: int(r) for r in "456789"}}
Rules = dict[str, str]
USUAL: Rules = {}
Event = dict[str, Any]


def points(left: dict[str, list[str]], pairs: bool) -> dict[str, int]:
    """What each scores by the cards left: -10 for who is out; partners have the sum of both."""
    own = {who: sum(COST[c[0]] for c in cards) if cards else -10 for who, cards in left.items()}
    seats = list(own)
    return {who: own[who] + (own[seats[(n + 2) % 4]] if pairs else 0) for n, who in enumerate(seats)}


class Deal:
    """A legal deal by one who sees the cards: what fits, what must be drawn, whose turn it is; and its events."""

    def __init__(self, seed: int, people: list[str], dealer: str, rules: Rules = USUAL, eager: float = 0.9):
        self.dice, self.people, self.rules = Random(seed), people, rules
        self.stock, self.events, self.pile = self.dice.sample(PACK, 108), list[Event](), list[str]()
        self.hands = {who: [self.stock.pop() for _ in range(10)] for who in people}
        self.turn, self.owed = dealer, 0
        self.turn_up(dealer)
        for number in range(3000):
            if self.over:
                return
            self.eager = eager if number < 200 else 0.95
            self.step()
        raise AssertionError("an endless deal")

    @property
    def over(self) -> bool:
        """Somebody is out; a seven cannot be the last card."""
        return any(not cards for cards in self.hands.values())

    def note(self, do: str, **more: Any) -> None:
        self.events.append({"do": do, "seat": self.turn, **more})

    def turn_up(self, dealer: str) -> None:
        """The first card of the pile; a joker goes to the dealer, who puts another card or turns the next one."""
        card = self.stock.pop()
        self.note("turn", cards=[card])
        while card == "X" and self.rules.get("start_joker") == "turn_next":
            self.hands[dealer].append(card)
            card = self.stock.pop()
            self.note("turn", cards=[card])
        if card == "X":
            card = next(c for c in self.hands[dealer] if c != "X")
            self.hands[dealer].remove(card)
            self.hands[dealer].append("X")
            self.note("play", cards=[card])
        self.pile, self.suit, self.rank = [card], card[1], card[0]
        self.turn = self.next()

    def next(self) -> str:
        """The neighbour to the right."""
        return self.people[(self.people.index(self.turn) + 1) % len(self.people)]

    def fits(self, card: str) -> bool:
        """Same suit or rank; aces and jokers on anything."""
        return card[0] in ("A", "X", self.rank) or card[1] == self.suit

    def draw(self, number: int) -> list[str]:
        """Cards of the stock; if empty the pile below its top card is shuffled; what is not there is skipped."""
        drawn, number = list[str](), min(number, len(self.stock) + len(self.pile) - 1)
        while len(drawn) < number:
            if not self.stock:
                self.stock, self.pile = self.dice.sample(self.pile[:-1], len(self.pile) - 1), self.pile[-1:]
            drawn.append(self.stock.pop())
        if number:
            self.note("draw", count=number)
        self.hands[self.turn] += drawn
        return drawn

    def put(self, card: str) -> None:
        """A card to the pile: an ace names a suit, a joker keeps the suit before it."""
        self.note("play", cards=[card])
        self.hands[self.turn].remove(card)
        self.pile.append(card)
        self.rank = "" if card[0] in "AX" else card[0]
        self.suit = card[1] if card != "X" else self.suit
        if card[0] == "A" and not self.over:
            self.suit = self.dice.choice("SHDC")
            self.note("choose", option=self.suit)
        self.owed = {"2": 2, "3": 3, "X": 3}.get(card[0], 0)

    def step(self) -> None:
        """One turn."""
        hand, forced = self.hands[self.turn], self.owed
        self.owed = 0
        if forced:
            lost = self.pile[-1] == "X"
            self.draw(forced)
            if lost:
                self.turn = self.next()
                return
        fit = [c for c in hand if self.fits(c)]
        if fit and self.dice.random() < self.eager:
            self.put(self.dice.choice(fit))
            self.after_seven()
        else:
            drawn = [] if forced else self.draw(1)
            if drawn and not fit and self.fits(drawn[0]):
                self.put(drawn[0])
                self.after_seven()
            else:
                self.note("pass")
        if len(hand) == 1:
            self.note("say", word="zadnja")
        self.turn = self.next()

    def after_seven(self) -> None:
        """After a seven: another seven, its suit, an ace or a joker; who has none draws one and may put that."""
        hand = self.hands[self.turn]
        while self.pile[-1][0] == "7":
            suit = self.pile[-1][1]
            on = [c for c in hand if c[0] in "7AX" or c[1] == suit]
            if not on:
                on = [c for c in self.draw(1) if c[0] in "7AX" or c[1] == suit]
                if not on:
                    return
            self.put(self.dice.choice(on))


def head(people: list[str], dealer: str | None = "Ana", rules: Rules = USUAL, **more: Any) -> Event:
    """The header of a deal."""
    first = {"dealer": dealer} if dealer else {}
    return {"record": 1, "game": "trojke_dvojke", "players": people, **first, "rules": rules, **more}


def run(lines: list[Event]) -> Played:
    """Play the lines, numbered."""
    return play([line if "record" in line else {"id": n, **line} for n, line in enumerate(lines)])


def show(left: dict[str, list[str]]) -> list[Event]:
    """The cards left are shown."""
    return [{"do": "show", "seat": who, "cards": cards} for who, cards in left.items() if cards]


def seat_awaited(played: Played, n: int, who: str) -> bool:
    """Whether this player was awaited, or might act, after event n."""
    awaits = played.events[n]["awaits"]
    return who in awaits["seats"] or any(who == may["seat"] for may in awaits.get("may", ()))


def check(seed: int, number: int, rules: Rules, eager: float = 0.9) -> None:
    """A random deal goes the same way at the product's table."""
    people = PEOPLE[:number]
    deal = Deal(seed, people, people[seed % number], rules, eager)
    played = run([head(people, people[seed % number], rules), *deal.events, *show(deal.hands)])
    assert played.verdicts == {}, next((line, deal.events[line["id"] - 2 : line["id"] + 1]) for line in played.lines
                                       if line.get("verdict", "ok") != "ok")  # fmt: skip
    assert played.deals[1]["findings"] == []
    for n, event in enumerate(deal.events[1:], 1):
        assert seat_awaited(played, n, event["seat"]), (n, event, played.events[n])
    assert played.deals[1]["points"] == points(deal.hands, number == 4 and rules.get("four_players") != "singles")


@pytest.mark.parametrize("seed", range(33))
def test_random_deals(seed: int) -> None:
    """Two to four people, any dealer, the usual rules."""
    check(seed, 2 + seed % 3, {})


@pytest.mark.parametrize("seed", range(40, 46))
def test_random_deals_under_house_rules(seed: int) -> None:
    """Four for themselves; jokers turned up."""
    check(seed, 4, {"four_players": "singles", "start_joker": "turn_next"})


@pytest.mark.parametrize(("seed", "eager"), [(0, 0.2), (1, 0.4), (3, 0.3), (5, 0.4)])
def test_long_deals(seed: int, eager: float) -> None:
    """Nobody plays much: the pile is shuffled, and at times there is nothing left to draw."""
    check(seed, 2 + seed % 3, {}, eager)
