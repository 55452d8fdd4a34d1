"""A second opinion on Lu: the bank, the tricks and the breaches, by plain Python from the rules page alone."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.companion.replays import play
from tests.companion.second.records import Line, header, numbered

RANKS = "23456789TJQKA"
PACK = [r + s for r in RANKS for s in "SHDC"]
Rules = dict[str, str]


@dataclass
class Deal:
    """A deal in short: 'A pass; B swap; A 9D; B QD; C turn 4S; C 7S', or for the increased bank 'turn 4S; A in ...'."""

    script: str
    kind: str = "B"
    bank: int = 0
    """what lies there before the dealer puts in"""

    def events(self, names: dict[str, str] | None = None) -> list[Line]:
        return [to_event((names or {}).get(s, s), *rest) for s, *rest in self.steps()]

    def steps(self) -> list[list[str]]:
        steps = [step.split() for step in self.script.split(";") if step.strip()]
        return [["", *step] if step[0] == "turn" else step for step in steps]


def to_event(seat: str, verb: str, *rest: str) -> Line:
    """An event of the record from the short form."""
    who: Line = {"seat": seat} if seat else {}
    if verb == "swap":
        return who | {"do": "exchange", "count": int(rest[0]) if rest else 3}
    if verb in ("in", "out", "self", "honour"):
        return who | {"do": "choose", "option": verb}
    if verb == "pay":
        return who | {"do": "pay", "amount": int(rest[0])}
    return who | ({"do": "turn", "cards": list(rest)} if verb == "turn" else
                  {"do": "pass"} if verb == "pass" else {"do": "play", "cards": [verb]})  # fmt: skip


@dataclass
class Outcome:
    """Chips by seat, the bank afterwards, the kind of the next deal, its dealer, and the steps that were breaches."""

    points: dict[str, int]
    bank: int
    kind: str
    dealer: str
    breaches: set[int] = field(default_factory=set)


def breaches(steps: list[list[str]], kind: str, rules: Rules) -> set[int]:
    """Numbers of the plays that did not follow, or did not trump, though the cards played later could have."""
    plays = [(n, s[0], s[1]) for n, s in enumerate(steps, 1) if len(s[1]) == 2 and s[1] != "in"]
    turned = next(((n, s[2][1]) for n, s in enumerate(steps, 1) if s[1] == "turn"), (99, ""))
    size, found = len(plays) // 3, set()
    for place, (number, seat, card) in enumerate(plays):
        led = plays[place - place % size][2][1]
        later = {c[1] for n, s, c in plays if s == seat and n > number}
        free = kind == "B" and number == turned[0] + 1 and rules.get("turner_trumps") == "may"
        if card[1] != led and place % size:
            trumps = number > turned[0] and card[1] != turned[1] and turned[1] in later and not free
            found |= {number} if led in later or trumps else set()
    return found


def score(deal: Deal, seats: str, rules: Rules) -> Outcome:
    """Chips of a deal; the dealer is the last of the seats."""
    steps, dealer = deal.steps(), seats[-1]
    bank = deal.bank + 3
    if deal.kind == "U" and rules.get("bank_remainder") == "dealer_rounds_up":
        bank += -bank % 3
    points = dict.fromkeys(seats, 0) | {dealer: deal.bank - bank}
    inside = [
        s for s in seats if deal.kind == "B" or [s, "in"] in steps or [s, "self"] in steps or [s, "honour"] in steps
    ]
    honour, trump, trick, lead = [dealer, "honour"] in steps, "", [], ""
    winners: list[str] = []
    for seat, verb, *rest in steps:
        trump = rest[0][1] if verb == "turn" else trump
        if len(verb) == 2 and verb != "in":
            lead = lead or seat
            trick.append((seat, verb))
        if len(trick) == len(inside) > 1:
            best = max(
                trick, key=lambda t: ((t[1][1] == trump) * 2 + (t[1][1] == trick[0][1][1]), RANKS.index(t[1][0]))
            )
            winners.append(best[0])
            trick = []
    if not winners:
        takes = rules.get("nobody_in") != "redeal"
        points[dealer] += bank if takes else 0
        return Outcome(points, 0 if takes else bank, "B" if takes else "U", seats[0])
    wrong = breaches(steps, deal.kind, rules)
    looed = {steps[n - 1][0] for n in wrong} if rules.get("revoke_penalty") == "looed" else set()
    share, over = (1, 0) if deal.kind == "B" else divmod(bank, 3)
    over = 0 if rules.get("bank_remainder") == "stays" else over
    for number, seat in enumerate(winners, 1):
        paid = share + (over if number == 3 else 0)
        if seat not in looed and not (honour and seat == dealer):
            points[seat], bank = points[seat] + paid, bank - paid
    for seat in inside:
        if seat in looed or (seat not in winners and not (honour and seat == dealer)):
            points[seat], bank = points[seat] - 3, bank + 3
    kind = "U" if bank else "B"
    if rules.get("next_kind") == "all_have_tricks":
        kind = "B" if set(inside) <= set(winners) else "U"
    first = deal.kind == "U" and rules.get("next_dealer_u") == "first_leader"
    return Outcome(points, bank, kind, lead if first else seats[0], wrong)


CHOSEN = {
    "no trump at all": ("B", 0, "A pass; B pass; C pass; D pass; E pass; A 9D; B QD; C AD; D 2D; E 3D; C 4S; D 5S;"
                        "E 6S; A 7S; B 8S; B 9H; C TH; D 2H; E AH; A 3H", {}),
    "a trump in the middle of a trick": (
        "B", 0, "A pass; B pass; C swap; A 9D; B QD; C turn 4S; C 7S; D 2D; E AH; C 2H; D 3H; E 5H; A KH; B QH;"
                "A 2C; B 3C; C 4C; D 5C; E TC", {}),
    "trumps are the suit led": (
        "B", 0, "A swap; A 8H; B turn QH; B 9C; C TH; D 8C; E KH; E 2D; A 3D; B 4D; C 5D; D 6D; D AS; E KS; A QS;"
                "B JS; C TS", {}),
    "the dealer takes the Kupovina": (
        "B", 0, "A pass; B pass; C pass; D pass; E swap; A 9D; B QD; C AD; D 2D; E 3D; C 4S; D 5S; E 6S; A 7S; B 8S;"
                "B 9H; C TH; D 2H; E AH; A 3H", {}),
    "the dealer is not asked": ("B", 0, "A pass; B pass; C pass; D pass; A 9D; B QD; C AD; D 2D; E 3D; C 4S; D 5S;"
                                        "E 6S; A 7S; B 8S; B 9H; C TH; D 2H; E AH; A 3H", {"kupovina_to_dealer": "no"}),
    "a bank for two, one without a trick": (
        "U", 9, "turn 2S; A out; B in; C in; D out; E in; B AD; C KD; E QD; B AH; C KH; E TS; E 2C; B 3C; C 4C", {}),
    "the bank is broken": (
        "U", 3, "turn 2S; A in; B out; C out; D in; E out; A AD; D KD; A AH; D KH; A 3C; D 4C", {}),
    "for the honour of the bank": (
        "U", 9, "turn 2S; A in; B out; C out; D out; E honour; A AD; E KD; A AH; E KH; A 3C; E 4C", {}),
    "the third trick pays the remainder": (
        "U", 4, "turn 2S; A in; B out; C out; D out; E self; A AD; E KD; A 2H; E KH; E 3C; A 4C", {}),
    "the remainder stays": (
        "U", 4, "turn 2S; A in; B out; C out; D out; E self; A AD; E KD; A 2H; E KH; E 3C; A 4C",
        {"bank_remainder": "stays"}),
    "the dealer rounds up": (
        "U", 4, "turn 2S; A in; B out; C out; D out; E self; A AD; E KD; A 2H; E KH; E 3C; A 4C",
        {"bank_remainder": "dealer_rounds_up"}),
    "the honour of an odd bank": (
        "U", 5, "turn 2S; A in; B out; C out; D out; E honour; A AD; E KD; A 5H; E KH; E 5C; A 4C", {}),
    "without a trick against the honour": (
        "U", 9, "turn 2S; A in; B out; C out; D out; E honour; A 2D; E KD; E AH; A KH; E 5C; A 4C", {}),
    "the honour without a trick": (
        "U", 9, "turn 2S; A out; B out; C in; D out; E honour; C AD; E KD; C AH; E KH; C 5C; E 4C", {}),
    "nobody plays": ("U", 9, "turn 2S; A out; B out; C out; D out", {}),
    "nobody plays, the bank stays": ("U", 9, "turn 2S; A out; B out; C out; D out", {"nobody_in": "redeal"}),
    "a revoke": ("U", 9, "turn 2S; A in; B in; C out; D out; E out; A AD; B 5C; A KD; B 4D; A 3H; B 4H", {}),
    "a revoke that is looed": ("U", 9, "turn 2S; A in; B in; C out; D out; E out; A AD; B 5S; B KD; A 4D; B 4H; A 3H",
                               {"revoke_penalty": "looed"}),
    "no trump played though there was one": (
        "B", 0, "A pass; B swap; A 9D; B QD; C turn 4S; C KC; D 2D; E AH; B QC; C 7S; D 2C; E TC; A 3C; C AC; D KH;"
                "E 7H; A 5C; B TH", {"revoke_penalty": "looed"}),
    "the turner need not trump": (
        "B", 0, "A pass; B swap; A 9D; B QD; C turn 4S; C KC; D 2D; E AH; B QC; C 7S; D 2C; E TC; A 3C; C AC; D KH;"
                "E 7H; A 5C; B TH", {"turner_trumps": "may", "revoke_penalty": "looed"}),
}  # fmt: skip


def found(deal: dict[str, Any], lines: list[Line]) -> set[int]:
    """The plays found fault with; a false "cannot follow" is the turning before the play."""
    events = [line for line in lines if "record" not in line]
    return {f["about"] + (events[f["about"] - 1]["do"] == "turn") for f in deal["findings"]}


@pytest.mark.parametrize("name", CHOSEN)
def test_chosen_deals(name: str) -> None:
    kind, bank, script, rules = CHOSEN[name]
    deal = Deal(script, kind, bank)
    mine = score(deal, "ABCDE", rules)
    start = {"kind": {"B": "bank", "U": "increased"}[kind], "bank": bank} if bank else None
    lines = [header("lu", "ABCDE", "E", rules, start), *deal.events()]
    played = play(numbered(lines))
    assert played.verdicts == {}, [played.sentence(n) for n in played.verdicts]
    assert played.deals[1]["points"] == mine.points
    assert found(played.deals[1], lines) == mine.breaches
    if not bank:
        assert sum(mine.points.values()) == -mine.bank


def random_deal(rng: random.Random, seats: str, kind: str, bank: int, rules: Rules) -> Deal:
    """Play at random, one card in twelve against the rules if the hand has such a card."""
    cards = rng.sample(PACK, 52)
    hands = {s: [cards.pop() for _ in range(3)] for s in seats}
    script: list[str] = []
    inside, trump = list(seats), ""
    if kind == "B":
        for s in seats[:-1] if rules.get("kupovina_to_dealer") == "no" else seats:
            if rng.random() < 0.15:
                hands[s] = [cards.pop() for _ in range(3)]
                script.append(f"{s} swap")
                break
            script.append(f"{s} pass")
    else:
        script.append(f"turn {(up := cards.pop())}")
        trump = up[1]
        inside = [s for s in seats[:-1] if rng.random() < 0.35]
        script += [f"{s} {'in' if s in inside else 'out'}" for s in seats[:-1]]
        word = {0: "", 1: rng.choice(["self", "honour"])}.get(len(inside), rng.choice(["in", "out"]))
        script += [f"{seats[-1]} {word}"] if word else []
        inside += [seats[-1]] if word not in ("", "out") else []
    order = inside if len(inside) > 1 else []
    for _ in range(3 if order else 0):
        trick: list[tuple[str, str]] = []
        for s in order:
            led = trick[0][1][1] if trick else ""
            follow = [c for c in hands[s] if c[1] == led]
            cheat = bool(trick) and rng.random() < 0.08
            can = hands[s] if cheat and any(c[1] != led for c in hands[s]) else follow
            if can is not follow:
                can = [c for c in can if c[1] != led]
            turner = bool(led) and not trump and (not follow or can is not follow)
            if turner:
                script.append(f"{s} turn {(up := cards.pop())}")
                trump = up[1]
            trumps = [c for c in hands[s] if c[1] == trump]
            free = cheat or (turner and rules.get("turner_trumps") == "may")
            can = can or (trumps if trumps and not free else hands[s])
            card = rng.choice(can)
            hands[s].remove(card)
            trick.append((s, card))
            script.append(f"{s} {card}")
        best = max(trick, key=lambda t: ((t[1][1] == trump) * 2 + (t[1][1] == led), RANKS.index(t[1][0])))
        order = order[order.index(best[0]) :] + order[: order.index(best[0])]
    return Deal("; ".join(script), kind, bank)


@pytest.mark.parametrize("seed", range(10))
def test_random_sessions(seed: int) -> None:
    rng = random.Random(seed)
    names = "ABCDEFGH"[: rng.randint(5, 8)]
    rules = {
        name: rng.choice(values.split()) for name, values in {
            "turner_trumps": "must may", "session": "two_rounds open_ended", "next_kind": "bank_empty all_have_tricks",
            "bank_remainder": "last_trick stays dealer_rounds_up", "nobody_in": "dealer_takes redeal",
            "kupovina_to_dealer": "yes no", "next_dealer_u": "right first_leader", "revoke_penalty": "report looed",
        }.items() if rng.random() < 0.4
    }  # fmt: skip
    dealer, kind, bank, wanted = names[-1], "B", 0, []
    lines: list[Line] = []
    for number in range(1, 2 * len(names) + 5):
        seats = names[names.index(dealer) + 1 :] + names[: names.index(dealer) + 1]
        deal = random_deal(rng, seats, kind, bank, rules)
        mine = score(deal, seats, rules)
        over = number >= 2 * len(names) and not mine.bank and rules.get("session") != "open_ended"
        events = len([line for line in lines if "record" not in line])
        lines += [header("lu", names, None if lines else dealer, rules), *deal.events()]
        wanted.append((mine.points, {events + n for n in mine.breaches}, over))
        dealer, kind, bank = mine.dealer, mine.kind, mine.bank
        if over:
            break
    played = play(numbered(lines))
    assert played.verdicts == {}, [played.sentence(n) for n in played.verdicts]
    for number, (points, wrong, over) in enumerate(wanted, 1):
        said = played.deals[number]
        assert said["points"] == points, (number, rules)
        assert found(said, lines) == wrong, (number, rules)
        assert said["match_over"] == over, (number, rules)
    assert sum(played.deals[len(wanted)]["scores"].values()) == -bank


ILLEGAL = {
    "a lead before the Kupovina is settled": ("B", "A 9D!; A pass"),
    "two cards exchanged": ("B", "A swap 2!; A swap 3; A 9D"),
    "a second exchange": ("B", "A pass; B swap; C swap!; A 9D"),
    "the exchange out of turn": ("B", "B swap!; A swap"),
    "staying out of a bank deal": ("B", "A out!; A pass"),
    "another suit before the trump is turned": (
        "B", "A swap; A 9D; B 4S!; B turn 2S; C 4D"),
    "a wrong leader": ("B", "A swap; B 9D!; A 9D"),
    "a lead by who is out": ("U", "turn 2S; A out; B in; C in; D out; E out; A 9D!; B 9D"),
    "the dealer refuses a single player": ("U", "turn 2S; A out; B in; C out; D out; E out!; E honour"),
    "the dealer does not say for whom": ("U", "turn 2S; A out; B in; C out; D out; E in!; E self"),
    "the honour against two": ("U", "turn 2S; A out; B in; C in; D out; E honour!; E in"),
    "declaring out of turn": ("U", "turn 2S; B in!; A in"),
    "a wrong stake": ("B", "E pay 2!; E pay 3; A swap"),
    "a trump turned though there is one": ("U", "turn 2S; A in; B in; C out; D out; E out; A 9D; B turn 3S!; B 4S"),
}  # fmt: skip


@pytest.mark.parametrize("name", ILLEGAL)
def test_illegal_at_once(name: str) -> None:
    kind, script = ILLEGAL[name]
    start = {"kind": "increased", "bank": 9} if kind == "U" else None
    deal = Deal(script.replace("!", ""))
    said = play(numbered([header("lu", "ABCDE", "E", None, start), *deal.events()])).events
    wrong = {number for number, step in enumerate(script.split(";"), 1) if step.strip().endswith("!")}
    assert {n for n, line in said.items() if line["verdict"] == "illegal"} == wrong


@pytest.mark.parametrize("rest", ["last_trick", "stays", "dealer_rounds_up"])
@pytest.mark.parametrize("bank", [3, 4, 8])
@pytest.mark.parametrize(("took", "calls"), [
    ("AAA", "A in; E honour"), ("AAE", "A in; E honour"), ("AEE", "A in; E self"), ("EEE", "A in; E honour"),
    ("BCE", "B in; C in; E in"), ("CCB", "A in; B in; C in; D in"), ("", "A out"),
])  # fmt: skip
def test_results_entered_by_hand(took: str, calls: str, bank: int, rest: str) -> None:
    """The same deals as plays: who takes a trick leads to it an ace of a suit that nobody else has."""
    rules = {"bank_remainder": rest}
    inside = [s for s in "ABCDE" if f"{s} in" in calls or f"{s} self" in calls or f"{s} honour" in calls]
    plays = ["; ".join(f"{s} {'A' if s == winner else n}{suit}" for n, s in enumerate(inside, 2))
             for winner, suit in zip(took, "HDC", strict=False)]  # fmt: skip
    mine = score(Deal(f"turn 2S; {calls}; {'; '.join(plays)}", "U", bank), "ABCDE", rules)
    facts: dict[str, Any] = {"tricks": dict(Counter(took)), "in": inside, "honour": "honour" in calls}
    facts |= {"last": took[2]} if took else {}
    start = {"kind": "increased", "bank": bank}
    played = play(numbered([header("lu", "ABCDE", "E", rules, start), {"do": "result", "facts": facts}]))
    assert played.deals[1]["points"] == mine.points
    assert played.deals[1]["how"]["A"]["bank"] == mine.bank


def test_a_revoke_is_proven_by_the_card() -> None:
    deal = Deal("turn 2D; A out; B in; C in; D out; E out; B AS; C 5C; B KH; C 3H; B QC; C 9S")
    said = play(numbered([header("lu", "ABCDE", "E", None, {"kind": "increased", "bank": 9}), *deal.events()]))
    assert [(f["about"], f["seat"], f["proof"]) for f in said.events[12]["findings"]] == [(8, "C", ["9S"])]


def test_who_cannot_follow_and_does_is_found_at_once() -> None:
    deal = Deal("A swap; A 9D; B turn 2S; B 4D; C 5D")
    said = play(numbered([header("lu", "ABCDE", "E"), *deal.events()]))
    assert [(f["about"], f["seat"], f["proof"]) for f in said.events[4]["findings"]] == [(3, "B", ["4D"])]
