"""Dja-Bai-Fem counted from its rules text: suits and heights, who wins a trick, levels, scores; and its records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.companion.replays import Played, play

A, B, C, D = PEOPLE = ["Ana", "Boris", "Vera", "Goran"]  # turn goes to the right: Boris sits on Ana's right
RANKS, WORTH = "23456789TJQKA", {"K": 10, "T": 10, "5": 5}
PACK = [r + s for r in RANKS for s in "SHDC"] + ["XB", "XR"]
Rules = dict[str, str]
USUAL: Rules = {}
Plays = list[tuple[str, list[str]]]
Event = dict[str, Any]

# The scorer -----------------------------------------------------------------------------------------------------------


class Law:
    """Suits and heights of a deal at a level with a trump suit."""

    def __init__(self, level: str, trump: str, rules: Rules = USUAL):
        self.level, self.trump, self.rules = level, trump, rules
        self.strong = "XR" if rules.get("strong_joker") == "red" else "XB"

    def suit(self, card: str) -> str:
        """T for the trump group, else the suit."""
        return "T" if card[0] in ("X", self.level) or card[1] == self.trump else card[1]

    def height(self, card: str) -> int:
        """Higher beats lower within a suit; level cards off the trump suit are equal."""
        if card[0] == "X":
            return 30 if card == self.strong else 29
        if card[0] == self.level:
            return 28 if card[1] == self.trump else 27
        return RANKS.index(card[0])

    def winner(self, trick: Plays) -> str:
        """Who wins a trick, complete or broken off; "" if its lead of several cards was false."""
        leader, lead = trick[0]
        suit, low = self.suit(lead[0]), min(map(self.height, lead))
        if len(lead) > 1 and any(self.refutes(c, suit, low) for _, cards in trick[1:] for c in cards):
            return ""
        best, top = leader, (suit == "T", max(map(self.height, lead)))
        for who, cards in trick[1:]:
            trumps = all(self.suit(c) == "T" for c in cards)
            value = (trumps, max(map(self.height, cards)))
            if (trumps or (len(lead) == 1 and self.suit(cards[0]) == suit)) and value > top:
                if len(lead) > 1 and suit == "T":
                    continue
                best, top = who, value
        return "" if len(lead) > 1 and best != leader and self.rules.get("ruffed_multi") == "beaten" else best

    def refutes(self, card: str, suit: str, low: int) -> bool:
        """Whether this card of another player shows a lead of several to be false."""
        return self.suit(card) == suit and self.height(card) > low


def points(cards: Sequence[str]) -> int:
    """Card points."""
    return sum(WORTH.get(c[0], 0) for c in cards)


def defence_takes(law: Law, plays: Plays, leader: str, aside: Sequence[str] = ()) -> int:
    """What the Defence has at the end; 100 after a false lead."""
    taken, plays, won = 0, list(plays), ""
    while plays:
        trick, plays = plays[:4], plays[4:]
        won = law.winner(trick)
        if not won:
            return 100
        if PEOPLE.index(won) % 2 != PEOPLE.index(leader) % 2:
            taken += points([c for _, cards in trick for c in cards])
    if law.rules.get("discard_points") == "double_last" and PEOPLE.index(won) % 2 != PEOPLE.index(leader) % 2:
        taken += 2 * points(aside)
    return taken


def outcome(taken: int, rules: Rules = USUAL) -> tuple[int, int, bool]:
    """What Declarers and Defence score, and whether the Defence declares next."""
    if rules.get("score_table") == "modern":
        steps = [(0, 3, 0), (15, 2, 0), (35, 1, 0), (55, 0, 0), (75, 0, 1), (95, 0, 2), (999, 0, 3)]
    else:
        steps = [(0, 2, 0), (35, 1, 0), (75, 0, 0), (95, 0, 1), (999, 0, 2)]
    ours, theirs = next((ours, theirs) for limit, ours, theirs in steps if taken <= limit)
    return ours, theirs, taken >= 40


def next_starter(leader: str, change: bool) -> str:
    """The Leader's partner, or the defender on his right."""
    return PEOPLE[(PEOPLE.index(leader) + (1 if change else 2)) % 4]


class Scores:
    """A match: both sides' scores, who declares, who starts."""

    def __init__(self, rules: Rules = USUAL, scores: tuple[int, int] = (2, 2)):
        self.rules, self.of, self.side, self.starter = rules, list(scores), -1, B

    def deal(self, leader: str, taken: int) -> dict[str, int]:
        """The points of a deal, which it adds."""
        ours, theirs, change = outcome(taken, self.rules)
        us = PEOPLE.index(leader) % 2
        self.of[us] += ours
        self.of[1 - us] += theirs
        self.side, self.starter = (1 - us if change else us), next_starter(leader, change)
        return {who: ours if n % 2 == us else theirs for n, who in enumerate(PEOPLE)}

    def all(self) -> dict[str, int]:
        """The score of everybody's side."""
        return {who: self.of[n % 2] for n, who in enumerate(PEOPLE)}


# Records --------------------------------------------------------------------------------------------------------------


def head(rules: Rules = USUAL, dealer: str | None = A, **more: Any) -> Event:
    """The header of a deal; Ana's right neighbour Boris is Starter."""
    return {"record": 1, "game": "dja_bai_fem", "players": PEOPLE, **({"dealer": dealer} if dealer else {}),
            "rules": rules, **more}  # fmt: skip


def run(lines: list[Event]) -> Played:
    """Play the lines, numbered."""
    return play([line if "record" in line else {"id": n, **line} for n, line in enumerate(lines)])


def drawing(starter: str, leader: str, card: str, after: int) -> list[Event]:
    """All draw; the leader shows a card after so many draws of his own."""
    order = [PEOPLE[(PEOPLE.index(starter) + k) % 4] for k in range(4)]
    lines: list[Event] = []
    for number in range(1, 13):
        for who in order:
            lines.append({"do": "draw", "seat": who, "count": 1})
            if (who, number) == (leader, after):
                lines.append({"do": "show", "seat": who, "cards": [card]})
    return lines


def tricks(plays: Plays) -> list[Event]:
    """The cards played."""
    return [{"do": "play", "seat": who, "cards": cards} for who, cards in plays]


def exchange(leader: str, turned: bool = False) -> list[Event]:
    """The Leader takes the six and lays six others away."""
    return [{"do": "draw", "seat": leader, "count": 6}, {"do": "discard", "seat": leader, "count": 6}]
