"""A scorer of Crveni tepih in few lines and a table that plays it at random, both from the rules page alone."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations, pairwise

from tests.companion.second.records import Line

RANKS = "789TJQKA"
PACK = [r + s for r in RANKS for s in "SHDC"]
Rules = dict[str, str]
NOTHING, PAIR, TWO_PAIRS, TRIPLET, STRAIGHT, FLUSH, FOUR, STRAIGHT_FLUSH, TEPIH = range(9)


def four_cards(cards: tuple[str, ...], rules: Rules) -> tuple[int, int]:
    """Category and value of the cards kept, four at the most."""
    v = {c: 4 if c[0] == "A" else 3 if c[0] in "KQJ" else 2 for c in cards}
    total, counts = sum(v[c] for c in cards), Counter(c[0] for c in cards)
    shape = sorted(counts.values(), reverse=True)
    paired = sum(v[c] * counts[c[0]] for c in cards) if shape[0] < 4 else 5 * total
    found = (NOTHING, total)
    if shape[0] > 1:
        found = ({2: TWO_PAIRS if shape[1:2] == [2] else PAIR, 3: TRIPLET, 4: FOUR}[shape[0]], paired)
    if len(cards) == 4:
        places = sorted(RANKS.index(c[0]) for c in cards)
        low = places == [0, 1, 2, 7] and rules.get("ace_low_straight") == "on"
        straight = low or all(b == a + 1 for a, b in pairwise(places))
        flush = len({c[1] for c in cards}) == 1
        reds = Counter(c for c in cards if c[1] in "HD" and c[0] in "A7")
        aces = sum(n for c, n in reds.items() if c[0] == "A")
        if straight:
            found = (STRAIGHT_FLUSH, 5 * total) if flush else (STRAIGHT, 3 * total)
        elif flush:
            found = (FLUSH, 3 * (paired if rules.get("stacking") == "multiply" else total))
        if sum(reds.values()) == 4 and aces == 2 and (len(reds) == 4 or rules.get("tepih_distinct") != "on"):
            found = (TEPIH, 100)
    return found


def hand_value(hand: list[str], rules: Rules) -> int:
    """The dearest cards that can be kept."""
    if len(hand) < 4 and rules.get("short_hand") == "zero":
        return 0
    every = [four_cards(kept, rules) for kept in combinations(hand, min(4, len(hand)))]
    return max(every)[1] if rules.get("best_hand") == "category" else max(value for _, value in every)


def points(hands: dict[str, list[str]], money: dict[str, int], rules: Rules) -> dict[str, int]:
    """Hand, bonus for the best, units left."""
    values = {s: hand_value(h, rules) for s, h in hands.items()}
    best = [s for s in values if values[s] == max(values.values())]
    bonus = 25 if len(best) == 1 else {"split": 25 // len(best), "none": 0}.get(rules.get("bonus_tie", ""), 25)
    return {s: values[s] + (bonus if s in best else 0) + money[s] for s in values}


@dataclass
class Table:
    """Plays a deal at random; seats in order of play with the dealer last."""

    rng: random.Random
    seats: str
    rules: Rules
    eager: float = 0.5
    lines: list[Line] = field(default_factory=list)
    hidden: dict[str, list[str]] = field(default_factory=dict)
    open: dict[str, list[str]] = field(default_factory=dict)
    purse: dict[str, list[int]] = field(default_factory=dict)

    def rule(self, name: str) -> str:
        return self.rules.get(name, "")

    @property
    def money(self) -> dict[str, int]:
        return {s: sum(units) for s, units in self.purse.items()}

    @property
    def least(self) -> int:
        return 1 if self.rule("lone_unit_opening") == "on" else 2

    def deal(self) -> dict[str, int]:
        """Events into ``lines``; the points."""
        packs = 1 if len(self.seats) < 5 else 2
        stock = self.rng.sample(PACK * packs, 32 * packs)
        self.hidden = {s: [stock.pop(), stock.pop()] for s in self.seats}
        self.open = {s: [] for s in self.seats}
        self.purse = {s: [2, 3, 4, 5, 6] if self.rule("money_form") == "cards" else [1] * 20 for s in self.seats}
        opener, lot, refused = self.seats[-1], [], 0
        while not self.over(stock, packs, refused):
            new = [stock.pop(), stock.pop()]
            lot += new
            self.lines.append({"seat": opener, "do": "turn", "cards": new})
            buyer = self.auction(opener)
            if buyer:
                self.take(buyer, lot)
                opener, lot, refused = buyer, [], 0
            elif self.rule("unsold_lot") == "under_stock":
                stock, lot, refused = [*reversed(lot), *stock], [], refused + 1
            elif self.rule("unsold_lot") != "add_two":
                lot = []
        order = list(self.seats)
        self.rng.shuffle(order)
        self.lines += [{"seat": s, "do": "show", "cards": self.hidden[s]} for s in order if self.hidden[s]]
        return points({s: self.hidden[s] + self.open[s] for s in self.seats}, self.money, self.rules)

    def size(self, seat: str) -> int:
        return len(self.hidden[seat]) + len(self.open[seat])

    def capped(self) -> bool:
        return not (self.rule("two_deck_players") == "up_to_12" and len(self.seats) >= 5)

    def over(self, stock: list[str], packs: int, refused: int) -> bool:
        """The auctions are at an end."""
        eight = self.capped() and all(self.size(s) == 8 for s in self.seats)
        broke = not any(m >= self.least for m in self.money.values())
        everything = refused > 0 and refused * 2 == len(stock)
        return not stock or broke or everything or (eight and (packs == 2 or self.rule("all_eight_ends") == "always"))

    def auction(self, opener: str) -> str:
        """Bids of a lot; its buyer, or nobody."""
        at = self.seats.index(opener) + 1
        turns = self.seats[at:] + self.seats[:at]
        thrown: dict[str, int] = dict.fromkeys(turns, 0)
        pots: dict[str, list[int]] = {s: [] for s in turns}
        passed: set[str] = set()
        spoken: set[str] = set()
        standing, holder, turn = 0, "", 0
        while True:
            for s in turns:  # automatic passes
                able = self.money[s] + (0 if self.rule("bid_size") == "fresh" else thrown[s])
                least = 1 if self.rule("lone_unit_opening") == "on" and self.money[s] == 1 and not holder else 2
                if s != holder and (able <= standing or able < least):
                    passed.add(s)
            if not [s for s in turns if s not in passed and s != holder]:
                break
            while turns[turn % len(turns)] in passed | {holder}:
                turn += 1
            s = turns[turn % len(turns)]
            turn += 1
            early = self.rule("early_discard") == "on" and s not in spoken and self.size(s) == 8 and self.capped()
            if early and self.rng.random() < 0.2:
                self.discard(s, self.rng.sample(range(8), 2))
            spoken.add(s)
            throw = self.throw(s, thrown[s], standing)
            if throw is None or self.rng.random() > self.eager:
                passed.add(s)
                self.lines.append({"seat": s, "do": "pass"})
                continue
            for unit in throw:
                self.purse[s].remove(unit)
            pots[s] += throw
            thrown[s] = sum(throw) if self.rule("bid_size") == "fresh" else thrown[s] + sum(throw)
            standing, holder = thrown[s], s
            self.lines.append({"seat": s, "do": "bid", "amount": standing} | self.named(throw))
        if self.rule("money_lost") == "winner_only":
            for s in turns:
                self.purse[s] += pots[s] if s != holder else []
        return holder

    def named(self, throw: list[int]) -> Line:
        """Money cards are named, all of the same suit."""
        return {"cards": [f"{n}S" for n in throw]} if self.rule("money_form") == "cards" else {}

    def throw(self, s: str, before: int, standing: int) -> list[int] | None:
        """Units to throw in for a bid that stands, mostly a low one."""
        before = 0 if self.rule("bid_size") == "fresh" else before
        least = max(standing + 1, 1 if self.money[s] == 1 and self.rule("lone_unit_opening") == "on" else 2)
        if self.rule("money_form") == "cards":
            able = [list(c) for k in range(1, 6) for c in combinations(self.purse[s], k) if before + sum(c) >= least]
            return self.rng.choice(sorted(able, key=sum)[:4]) if able else None
        most = before + self.money[s]
        if least > most:
            return None
        return [1] * (min(least + self.rng.choice([0, 0, 0, 1, 4]), most) - before)

    def take(self, buyer: str, lot: list[str]) -> None:
        """The lot lies open; above eight cards as many go, of the lot or of the others only."""
        old = self.size(buyer)
        self.open[buyer] += lot
        many = self.size(buyer) - 8
        if many > 0 and self.capped():
            mine = many > old or self.rng.random() < 0.4
            self.discard(buyer, self.rng.sample(range(old, old + len(lot)) if mine else range(old), many))

    def discard(self, seat: str, places: list[int]) -> None:
        """Cards by their places, hidden ones first; these go face down and are only counted."""
        cards = self.hidden[seat] + self.open[seat]
        hid = [cards[p] for p in places if p < len(self.hidden[seat])]
        shown = [cards[p] for p in places if p >= len(self.hidden[seat])]
        for card in hid:
            self.hidden[seat].remove(card)
        for card in shown:
            self.open[seat].reverse()
            self.open[seat].remove(card)
            self.open[seat].reverse()
        if self.rule("hidden_discard") == "face_up":
            shown, hid = hid + shown, []
        event: Line = {"seat": seat, "do": "discard"} | ({"cards": shown} if shown else {})
        self.lines.append(event | ({"count": len(hid)} if hid else {}))
