"""A scorer of Póker in few lines, from the rules page alone: hands, pots, openers; and deals written in short."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from tests.companion.second.records import Line, header

RANKS = "..23456789TJQKA"
PACK = [r + s for r in RANKS[2:] for s in "SHDC"]
Rules = dict[str, str]


def is_run(ranks: list[int]) -> bool:
    """Consecutive, highest first, no ace low."""
    return all(a == b + 1 for a, b in pairwise(ranks))


def rate(hand: list[str], rules: Rules) -> tuple[Any, ...]:
    """Row of the table (1 to 10), then what decides between equal rows; greater is better."""
    ranks = sorted((RANKS.index(c[0]) for c in hand), reverse=True)
    by_count = sorted(Counter(ranks).items(), key=lambda item: (-item[1], -item[0]))
    shape, order = [n for _, n in by_count], [r for r, _ in by_count]
    wheel = ranks == [14, 5, 4, 3, 2] and rules.get("wheel") != "off"
    straight, high = (is_run(ranks) or wheel), (5 if wheel else ranks[0])
    suit, most = Counter(c[1] for c in hand).most_common(1)[0]
    suited = sorted((RANKS.index(c[0]) for c in hand if c[1] == suit), reverse=True)
    if most == 5 and straight:
        return (10,) if high == 14 else (9, high)
    if shape == [4, 1]:
        return (8, order[0])
    if shape == [3, 2]:
        return (7, order[0])
    if most == 5 or (most == 4 and rules.get("flush") == "four" and not is_run(suited)):
        return (6, suited)
    if straight:
        return (5, high)
    if shape == [3, 1, 1]:
        return (4, order[0])
    if shape == [2, 2, 1]:
        return (3, order)
    if shape == [2, 1, 1, 1]:
        return (2, order[0], order[1:] if rules.get("pair_rest") == "kickers" else sum(order[1:]))
    return (1, ranks[:1] if rules.get("high_card_tie") == "share" else ranks)


@dataclass
class Deal:
    """A deal in short: seats in speaking order with the dealer last, and what was done, '/' between rounds."""

    seats: str
    script: str
    rules: Rules = field(default_factory=dict)
    stack: dict[str, int] = field(default_factory=dict)
    pot: int = 0

    @property
    def ante(self) -> int:
        return int(self.rules.get("ante", 1))

    def steps(self) -> list[list[str]]:
        return [step.split() for step in self.script.split(";") if step.strip()]

    def lines(self, later: bool = False) -> list[Line]:
        """The deal record; ``later`` takes scores, pot and dealer from the deal before."""
        start: dict[str, Any] = {"stack": self.stack} if self.stack else {}
        start |= {"pot": self.pot} if self.pot else {}
        first = header("poker", self.seats, None if later else self.seats[-1], self.rules, None if later else start)
        return [first, *(to_event(*step) for step in self.steps() if step[0] != "/")]


def to_event(seat: str, verb: str, *rest: str) -> Line:
    """An event of the record from 'A bet 5', 'B fold', 'C lay 2', 'D show KS KH ...'."""
    who: Line = {"seat": seat}
    if verb in ("bet", "raise"):
        return who | {"do": "bid", "amount": int(rest[0]), "word": verb}
    if verb in ("call", "fold"):
        return who | {"do": "choose", "option": verb} | ({"cards": list(rest)} if rest else {})
    if verb in ("lay", "draw"):
        return who | {"do": {"lay": "discard"}.get(verb, verb), "count": int(rest[0])}
    return who | ({"do": "show", "cards": list(rest)} if verb == "show" else {"do": "pass"})


@dataclass
class Outcome:
    """What the scorer finds: units won less units put in, the pot that stays, the seats without openers."""

    points: dict[str, int]
    pot: int
    disproved: set[str]
    dead: bool = False


def score(deal: Deal) -> Outcome:
    """Money of a deal from the script alone."""
    put = {s: deal.ante for s in deal.seats if not deal.stack or deal.stack[s] >= deal.ante}
    this_round, bet, live = dict.fromkeys(put, 0), 0, list(put)
    opener, laid = "", set()
    hands: dict[str, list[str]] = {}
    for seat, verb, *rest in (step if len(step) > 1 else ["", "/"] for step in deal.steps()):
        if verb == "/":
            this_round, bet = dict.fromkeys(put, 0), 0
        elif verb in ("bet", "raise"):
            opener, bet = opener or seat, bet + int(rest[0])
        if verb in ("bet", "raise", "call"):
            due = bet - this_round[seat]
            due = min(due, deal.stack[seat] - put[seat]) if deal.stack else due
            put[seat], this_round[seat] = put[seat] + due, this_round[seat] + due
        if verb == "fold" or (verb == "pass" and deal.rules.get("pass_before_bet") == "out"):
            live.remove(seat)
        if verb == "lay" and rest != ["0"]:
            laid.add(seat)
        if rest and verb in ("fold", "show"):
            hands[seat] = rest
    best = {s: rate(hands[s], deal.rules) for s in live if s in hands}
    bad = {opener} if opener in hands and opener not in laid and rate(hands[opener], deal.rules)[0] < 2 else set()
    bad = set() if deal.rules.get("openers") == "none" else bad
    won, stays = dict.fromkeys(deal.seats, 0), 0
    if bad and deal.rules.get("openers") == "strict" and opener in live:
        best[opener] = (0,)
        if live == [opener]:  # no other hand to win what he forfeits
            return Outcome({s: -put.get(s, 0) for s in deal.seats}, deal.pot + sum(put.values()), bad)
    if not opener and len(live) > 1 and not best:
        back = deal.rules.get("all_pass") == "antes_returned"
        put = {} if back else put
        return Outcome({s: -put.get(s, 0) for s in deal.seats}, deal.pot + sum(put.values()), bad, dead=True)
    levels = sorted({put[s] for s in live})
    for before, level in zip([0, *levels], levels, strict=False):
        pot = sum(min(c, level) - min(c, before) for c in put.values())
        pot += deal.pot if before == 0 else 0
        pot += sum(c - level for c in put.values() if c > level) if level == levels[-1] else 0
        able = [s for s in live if put[s] >= level]
        top = [s for s in able if len(able) == 1 or best[s] == max(best[t] for t in able)]
        if deal.rules.get("odd_unit") == "dealers_right":
            top.sort(key=lambda s: (deal.seats.index(s) == len(deal.seats) - 1, -deal.seats.index(s)))
        share, odd = divmod(pot, len(top))
        for place, seat in enumerate(top):
            won[seat] += share + (place < odd and deal.rules.get("odd_unit") != "stays")
        stays += odd if deal.rules.get("odd_unit") == "stays" else 0
    return Outcome({s: won[s] - put.get(s, 0) for s in deal.seats}, stays, bad)
