"""A scorer of Rikken in few lines and a table that plays it at random, both from the rules page alone."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from tests.companion.second.records import Line

RANKS = "23456789TJQKA"
PACK = [r + s for r in RANKS for s in "SHDC"]
LEVELS = [["rich"], ["rich_better"], ["alone_8"], ["misery", "piek"], ["alone_9"], ["alone_10"], ["alone_11"],
          ["alone_12"], ["open_misery", "open_piek"], ["troela"], ["open_misery_all", "open_piek_all"], ["alone_13"],
          ["open_13"]]  # fmt: skip
LEVEL = {word: number for number, words in enumerate(LEVELS, 1) for word in words}
JOINED = (4, 9, 11)
FLAT = {4: 5, 9: 10, 11: 15, 12: 15, 13: 20}
NEED = {1: 8, 2: 8, 3: 8, 5: 9, 6: 10, 7: 11, 8: 12, 10: 8, 12: 13, 13: 13}
Rules = dict[str, str]
Hands = dict[str, list[str]]


@dataclass
class Outcome:
    """What the scorer reads from the events of a deal."""

    bids: dict[str, str] = field(default_factory=dict)
    tricks: dict[str, int] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    breaches: set[tuple[str, int]] = field(default_factory=set)


def best(trick: list[tuple[str, str]], trump: str, led: str) -> str:
    """Who wins a trick."""
    return max(trick, key=lambda t: ((t[1][1] == trump) * 2 + (t[1][1] == led), RANKS.index(t[1][0])))[0]


def score(events: list[Line], seats: str, rules: Rules) -> Outcome:
    """Bids, tricks, breaches and points of a deal; no points if all passed."""
    out, level, trump, called, partner = Outcome(tricks=dict.fromkeys(seats, 0)), 0, "", "", ""
    plays: list[tuple[int, str, str]] = []
    hidden = 0
    for number, event in enumerate(events, 1):
        do, seat = event["do"], event.get("seat", "")
        if do == "bid":
            out.bids = {**(out.bids if LEVEL[event["word"]] == level else {}), seat: event["word"]}
            level = LEVEL[event["word"]]
        elif do == "choose":
            trump = event["option"]
        elif do == "call":
            called = event["card"]
        elif do == "say":
            partner = seat
        elif do == "play":
            hidden = hidden if "cards" in event else len(plays) + 1
            plays.append((number, seat, (event.get("cards") or ["??"])[0]))
        elif do == "turn":
            plays[hidden - 1] = (*plays[hidden - 1][:2], event["cards"][0])
    trump = "H" if level == 2 else trump
    if not out.bids:
        return out
    partner = next((s for _, s, c in plays if c == called), partner)
    for first in range(0, 52, 4):
        trick = plays[first : first + 4]
        led = called[1] if hidden == first + 1 else trick[0][2][1]
        out.tricks[best([p[1:] for p in trick], trump, led)] += 1
        out.breaches |= {(s, n) for n, s, c in trick[(hidden == first + 1) :]
                         if c[1] != led and any(m > n and t == s and d[1] == led for m, t, d in plays)}  # fmt: skip
    revoked = {s for s, _ in out.breaches}
    if called:
        out.breaches |= kept_back(plays, called, partner, hidden)
    settle(out, level, partner, revoked if rules.get("revoke_penalty") == "side_loses" else set(), rules)
    return out


def kept_back(plays: list[tuple[int, str, str]], called: str, partner: str, hidden: int) -> set[tuple[str, int]]:
    """The called card was held back when its suit was led for the first time."""
    for first in range(0, 52, 4):
        number, _, card = next(p for p in plays[first : first + 4] if p[1] == partner)
        if called in [c for _, _, c in plays[:first]]:
            return set()
        if plays[first][2][1] == called[1] or hidden == first + 1:
            return {(partner, number)} if card[1] == called[1] and card != called else set()
    return set()


def settle(out: Outcome, level: int, partner: str, revoked: set[str], rules: Rules) -> None:
    """Points of a deal from bids and tricks."""
    out.points = dict.fromkeys(out.tricks, 0)
    for bidder, word in out.bids.items():
        side = {bidder, partner or bidder}
        n = sum(out.tricks[s] for s in side)
        others = set(out.points) - side
        exact = level in JOINED
        need = ("piek" in word) if exact else NEED[level]
        lost, made = bool(revoked & side), bool(revoked & others)
        lost, made = lost and not made, made and not lost  # (both: nothing changes; the page is silent)
        if exact:
            value = FLAT[level]
            short = max(abs(n - need), 1 if lost else 0) * (not made)
            if rules.get("co_bidder_paid") == "non_bidders":
                others -= set(out.bids)
            worth = value + (short if rules.get("misery_fail") == "per_trick" else 0)
        else:
            n = min(n, need - 1) if lost else max(n, need) if made else n
            short = max(need - n, 0)
            worth = FLAT.get(level, (2 if level == 10 else 1) + abs(n - need))
            worth += n == 13 and level <= 10 and rules.get("slam_bonus") == "one"
        for seat in others if short else side:
            out.points[seat] += worth
    if rules.get("fail_score") == "money":
        total = sum(out.points.values())
        out.points = {seat: 4 * p - total for seat, p in out.points.items()}


def deal_cards(rng: random.Random, seats: str, wanted: str = "", without: str = "") -> Hands:
    """Thirteen cards each; the first seat is given those that are wanted, and none of the others (ranks or suits)."""
    cards = rng.sample(PACK, 52)
    first = wanted.split()
    first += [c for c in cards if c not in first and not set(c) & set(without)][: 13 - len(first)]
    cards = first + [c for c in cards if c not in first]
    return {s: cards[13 * i : 13 * i + 13] for i, s in enumerate(seats)}


def aces_of(hand: list[str]) -> list[str]:
    """The aces of a hand."""
    return [c for c in hand if c[0] == "A"]


def random_auction(rng: random.Random, seats: str, hands: Hands, eager: float, rules: Rules) -> list[Line]:
    """A legal auction; the more eager, the higher."""
    lines: list[Line] = []
    holders: set[str] = set()
    passed: set[str] = set()
    spoken: set[str] = set()
    level = turn = 0
    while waiting := [s for s in seats if s not in holders | passed]:
        while (seat := seats[turn % 4]) not in waiting:
            turn += 1
        turn += 1
        forced = len(aces_of(hands[seat])) == 3 and seat not in spoken and level <= 10
        spoken.add(seat)
        able = [w for w in LEVEL if LEVEL[w] > level or (LEVEL[w] == level and level in JOINED)]
        able = [w for w in able if w != "troela" or len(aces_of(hands[seat])) == 3]
        if forced:
            able = [w for w in able if LEVEL[w] >= 10][: 1 if rules.get("troela_or_higher") == "exactly_troela" else 5]
        if not forced and (rng.random() > eager or not able):
            passed.add(seat)
            lines.append({"seat": seat, "do": "pass"})
            continue
        word = able[0] if forced and rng.random() < 0.8 else rng.choice(able[: rng.choice([2, 4, 13])])
        lines.append({"seat": seat, "do": "bid", "word": word})
        out = holders if LEVEL[word] > level and rules.get("overbid_again") == "one_bid" else set()
        passed, holders = passed | out, (holders if LEVEL[word] == level else set()) | {seat}
        level = LEVEL[word]
    return lines


def callable_cards(hand: list[str], trump: str) -> list[tuple[str, bool]]:
    """The cards that a Rich bidder may call, and whether blind."""
    suits = {c[1] for c in hand}
    for rank in "AKQ" if len(aces_of(hand)) == 4 else "A":
        wanted = [rank + s for s in "SHDC" if s != trump and rank + s not in hand]
        if plain := [c for c in wanted if c[1] in suits]:
            return [(c, False) for c in plain]
        if wanted:
            return [(c, True) for c in wanted]
    return []


@dataclass
class Table:
    """Plays a deal to its end at random, from whatever has been said."""

    rng: random.Random
    seats: str
    hands: Hands
    rules: Rules
    cheating: float = 0.0

    def deal(self, auction: list[Line] | None = None, said: list[Line] | None = None) -> list[Line]:
        """All events; ``auction`` and ``said`` (trump and call) as given, or legal ones."""
        rng, hands = self.rng, {s: list(h) for s, h in self.hands.items()}
        lines = random_auction(rng, self.seats, hands, 0.5, self.rules) if auction is None else list(auction)
        bids = score_bids(lines)
        if not bids:
            return lines
        bidder, word = next(iter(bids.items()))
        lines += self.announce(bidder, word) if said is None else said
        called = next((x["card"] for x in lines if x["do"] == "call"), "")
        blind = any(x.get("word") == "blind" for x in lines)
        trump = "H" if word == "rich_better" else next((x["option"] for x in lines if x["do"] == "choose"), "")
        opened = [s for s in self.seats if word.endswith("_all") or (s in bids and word.startswith("open"))]
        show_at = 1 if self.rules.get("open_when") != "before_trick_1" else 0
        leader, fell, hid, must = self.seats[0], False, False, ""
        if word == "troela" and self.rules.get("troela_lead") == "partner_leads_ace":
            leader = next(x["seat"] for x in lines if x["do"] == "say")
            must = aces_of(hands[leader])[0]
        for number in range(13):
            if number == show_at:
                lines += [{"seat": s, "do": "show", "cards": list(hands[s])} for s in opened]
            at = self.seats.index(leader)
            trick: list[tuple[str, str]] = []
            led, secret = "", ""
            for s in self.seats[at:] + self.seats[:at]:
                hand = hands[s]
                follow = [c for c in hand if c[1] == led] or hand
                if called in hand and s != bidder and not fell and led in (called[1], ""):
                    follow = [c for c in follow if c[1] != called[1] or c == called]
                if s not in opened and rng.random() < self.cheating:
                    follow = hand
                card = must or rng.choice(follow)
                must = ""
                hand.remove(card)
                if not trick and blind and s == bidder and not fell and not hid and (
                    rng.random() < 0.6 or self.rules.get("blind_lead_once") == "compulsory"
                ):  # fmt: skip
                    hid, secret, led = True, card, called[1]
                    lines.append({"seat": s, "do": "play", "count": 1})
                else:
                    led = led or card[1]
                    lines.append({"seat": s, "do": "play", "cards": [card]})
                trick.append((s, card))
            lines += [{"seat": bidder, "do": "turn", "cards": [secret]}] if secret else []
            fell = fell or called in [c for _, c in trick]
            leader = best(trick, trump, led)
        return lines

    def announce(self, bidder: str, word: str) -> list[Line]:
        """Trump and called card, by the rules."""
        rng, hand = self.rng, self.hands[bidder]
        if LEVEL[word] in JOINED:
            return []
        if word == "troela":
            (fourth,) = (s for s in self.seats if s != bidder and aces_of(self.hands[s]))
            names = bidder if self.rules.get("troela_trump") == "bidder_names" else fourth
            (ace,) = aces_of(self.hands[fourth])
            suits = "SHDC".replace(ace[1], "") if self.rules.get("troela_trump") == "not_ace_suit" else "SHDC"
            return [{"seat": fourth, "do": "say", "word": "fourth_ace"},
                    {"seat": names, "do": "choose", "option": rng.choice(suits)}]  # fmt: skip
        trump = "H" if word == "rich_better" else rng.choice("SHDC")
        lines: list[Line] = [] if word == "rich_better" else [{"seat": bidder, "do": "choose", "option": trump}]
        if word.startswith("rich"):
            card, blind = rng.choice(callable_cards(hand, trump))
            lines.append({"seat": bidder, "do": "call", "card": card} | ({"word": "blind"} if blind else {}))
        return lines


def score_bids(lines: list[Line]) -> dict[str, Any]:
    """The holders and their bids."""
    bids: dict[str, Any] = {}
    for x in lines:
        if x["do"] == "bid":
            same = [w for w in bids.values() if LEVEL[w] == LEVEL[x["word"]]]
            bids = {**(bids if same else {}), x["seat"]: x["word"]}
    return bids
