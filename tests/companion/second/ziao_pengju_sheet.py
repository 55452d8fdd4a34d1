"""Žiao-Pengju counted from its rules text: packs, suits and heights, who wins a trick, friends, scores; its records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.companion.replays import Played, play

NAMES = ["Ana", "Boris", "Vera", "Goran", "Dara", "Emil", "Fedor", "Hana", "Ivo", "Jana", "Kosta", "Luka"]
RANKS, WORTH = "23456789TJQKA", {"K": 10, "T": 10, "5": 5}
PACKS = {6: (2, 2, 2, 17, 3), 7: (2, 0, 0, 14, 3), 8: (3, 2, 0, 19, 4), 9: (3, 3, 0, 17, 4), 10: (3, 0, 0, 15, 5),
         11: (3, 2, 2, 14, 5), 12: (4, 2, 0, 17, 6)}  # fmt: skip
"""players: packs, black jokers, red jokers, cards each, most Attackers; one card less is called than Attackers"""
Rules = dict[str, str]
USUAL: Rules = {}
Plays = list[tuple[str, list[str]]]
Call = tuple[int, str]
Event = dict[str, Any]


def whole_pack(players: int) -> list[str]:
    """All cards, the usual composition."""
    packs, black, red, _, _ = PACKS[players]
    return packs * [r + s for r in RANKS for s in "SHDC"] + black * ["XB"] + red * ["XR"]


def worth(cards: Sequence[str]) -> int:
    """Card points."""
    return sum(WORTH.get(c[0], 0) for c in cards)


@dataclass
class Law:
    """Suits, heights and kinds of leads at a level with a trump suit."""

    level: str
    trump: str

    def suit(self, card: str) -> str:
        """T for the trump group, else the suit."""
        return "T" if card[0] in ("X", self.level) or card[1] == self.trump else card[1]

    def height(self, card: str) -> int:
        """Higher beats lower within a suit; level cards off the trump suit are equal."""
        if card[0] == "X":
            return 30 if card == "XB" else 29
        if card[0] == self.level:
            return 28 if card[1] == self.trump else 27
        return RANKS.index(card[0])

    def sequence(self, cards: Sequence[str]) -> int:
        """The size of its groups if these cards are a sequence, else 0."""
        groups = sorted(Counter(cards).items(), key=lambda item: self.height(item[0]))
        if len(groups) != 2 or groups[0][1] != groups[1][1] or groups[0][1] not in (2, 3):
            return 0
        (low, size), (high, _) = groups
        ranks = [r for r in RANKS if r != self.level]
        right = low[1] == high[1] and low[0] in ranks and high[0] in ranks
        return size if right and ranks.index(high[0]) - ranks.index(low[0]) == 1 else 0

    def kind(self, cards: Sequence[str]) -> tuple[str, int]:
        """The kind of a lead (group, sequence, tops, "" if illegal) and the size of its groups."""
        sizes = set(Counter(cards).values())
        if len(set(cards)) == 1:
            return "group", len(cards)
        if size := self.sequence(cards):
            return "sequence", size
        right = len({self.suit(c) for c in cards}) == 1 and sizes in ({1}, {2})
        return ("tops", sizes.pop()) if right else ("", 0)

    def refuting(self, trick: Plays) -> tuple[str, int]:
        """Who has put a higher card on a lead of top cards, and how many of his cards it took; "" if nobody."""
        lead = trick[0][1]
        low = min(map(self.height, lead))
        if self.kind(lead)[0] == "tops":
            for who, cards in trick[1:]:
                for n, card in enumerate(cards, 1):
                    if self.suit(card) == self.suit(lead[0]) and self.height(card) > low:
                        return who, n
        return "", 0

    def winner(self, trick: Plays) -> str:
        """Who wins a trick with a true lead."""
        leader, lead = trick[0]
        suit, (kind, size) = self.suit(lead[0]), self.kind(lead)
        best, top = leader, (suit == "T", max(map(self.height, lead)))
        for who, cards in trick[1:]:
            suits, value = {self.suit(c) for c in cards}, max(map(self.height, cards))
            if suits == {"T"} and suit != "T":
                even = all(n % size == 0 for n in Counter(cards).values())
                same = {"group": len(set(cards)) == 1, "sequence": self.sequence(cards) == size, "tops": even}[kind]
            else:
                same = suits == {suit} and kind == self.kind(cards)[0] != "tops" and self.kind(cards)[1] == size
            if same and (suits == {"T"}, value) > top:
                best, top = who, (suits == {"T"}, value)
        return best


def joined(plays: Plays, calls: Sequence[Call], leader: str) -> set[str]:
    """The Attackers: who played the so many-th copy of a called card has joined them."""
    attackers, seen = {leader}, Counter[str]()
    for who, cards in plays:
        for card in cards:
            seen[card] += 1
            if (seen[card], card) in calls:
                attackers.add(who)
    return attackers


def defence_has(law: Law, players: int, plays: Plays, calls: Sequence[Call], leader: str) -> tuple[int, set[str]]:
    """D, and the Attackers: at the end of the deal, or where a false lead ended it."""
    packs, taken, rest, last = PACKS[players][0], Counter[str](), list(plays), ""
    while rest:
        trick, rest = rest[:players], rest[players:]
        who, number = law.refuting(trick)
        if who:
            until = next(n for n, one in enumerate(trick) if one[0] == who)
            seen = [*plays[: len(plays) - len(trick) - len(rest) + until], (who, trick[until][1][:number])]
            attackers = joined(seen, calls, leader)
            return (100 * packs if trick[0][0] in attackers else 0), attackers
        last = law.winner(trick)
        taken[last] += worth([c for _, cards in trick for c in cards])
    attackers = joined(plays, calls, leader)
    aside = Counter(whole_pack(players)) - Counter(c for _, cards in plays for c in cards)
    points = sum(n for who, n in taken.items() if who not in attackers)
    return points + (0 if last in attackers else 2 * worth(list(aside.elements()))), attackers


def payment(points: int, attackers: int, players: int, rules: Rules = USUAL) -> tuple[int, int, bool]:
    """What each Attacker and each of the Defence scores, and whether the Defence starts next."""
    packs, _, _, _, most = PACKS[players]
    more, share = 1 + most - attackers, points / packs
    if rules.get("score_table") == "modern":
        ours = 3 if points == 0 else 2 if share < 20 else 1 if share < 40 else 0
        theirs = 3 if share >= 100 else 2 if share >= 80 else 1 if share >= 60 else 0
        return ours * more, theirs, share >= 40
    theirs = 3 if share >= 100 else 2 if share >= 80 else 1 if share >= 40 else 0
    return (0 if theirs else more * (2 if points == 0 else 1)), theirs, share >= 40


@dataclass
class Match:
    """Everybody's score, who may make trumps, who starts."""

    people: list[str]
    rules: Rules = field(default_factory=dict)
    scores: dict[str, int] = field(default_factory=dict)
    active: list[str] = field(default_factory=list)
    starter: str = ""

    def __post_init__(self) -> None:
        self.scores = self.scores or dict.fromkeys(self.people, 2)
        self.active, self.starter = self.active or list(self.people), self.starter or self.people[1]

    def around(self, first: str) -> list[str]:
        """All players from this one on."""
        at = self.people.index(first)
        return self.people[at:] + self.people[:at]

    def level(self, who: str) -> str:
        """The rank of his score."""
        return RANKS[self.scores[who] - 2]

    def deal(self, leader: str, points: int, attackers: set[str]) -> dict[str, int]:
        """The points of a deal, which it adds."""
        ours, theirs, change = payment(points, len(attackers), len(self.people), self.rules)
        gained = {who: ours if who in attackers else theirs for who in self.people}
        self.scores = {who: score + gained[who] for who, score in self.scores.items()}
        self.active = [who for who in self.people if (who in attackers) != change]
        self.starter = next((who for who in self.around(leader)[1:] if who in self.active), "") if change else leader
        return gained


def head(people: list[str], dealer: str | None = "Ana", rules: Rules = USUAL, **more: Any) -> Event:
    """The header of a deal; the first dealer's right neighbour is Starter."""
    first = {"dealer": dealer} if dealer else {}
    return {"record": 1, "game": "ziao_pengju", "players": people, **first, "rules": rules, **more}


def run(lines: list[Event]) -> Played:
    """Play the lines, numbered."""
    return play([line if "record" in line else {"id": n, **line} for n, line in enumerate(lines)])


def before_play(order: list[str], leader: str, card: str, after: int, calls: Sequence[Call]) -> list[Event]:
    """All draw, the leader shows a card after so many of his own; he takes six, lays six away and calls."""
    each, lines = PACKS[len(order)][3], list[Event]()
    for number in range(1, each + 1):
        for who in order:
            lines.append({"do": "draw", "seat": who, "count": 1})
            if (who, number) == (leader, after):
                lines.append({"do": "show", "seat": who, "cards": [card]})
    lines += [{"do": do, "seat": leader, "count": 6} for do in ("draw", "discard")]
    return lines + [{"do": "call", "seat": leader, "cards": [c], "ordinal": k} for k, c in calls]
