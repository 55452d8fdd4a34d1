"""A second opinion on Džep-Kop: captures and chips counted by plain Python from the rules page alone."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.companion.replays import Played, play
from tests.companion.second.records import Line, header, numbered

RANKS = "A23456789TJQK"
PACK = [r + s for r in RANKS for s in "SHDC"]
Rules = dict[str, str]


def worth(card: str) -> int:
    """Card points: only black cards count."""
    pips = {"A": 15, "K": 15, "Q": 15, "J": 15, "T": 15, "9": 10}
    return pips.get(card[0]) or int(card[0]) if card[1] in "SC" else 0


def takes(card: str, other: str) -> bool:
    """Pictures and tens take their own rank, the others what makes ten with them."""
    if card[0] in "TJQK":
        return card[0] == other[0]
    return other[0] not in "TJQK" and RANKS.index(card[0]) + RANKS.index(other[0]) + 2 == 10


def score(events: list[Line], seats: str, rules: Rules) -> dict[str, int]:
    """Chips of a deal from its events; the Cutter is the last of the seats."""
    won: dict[str, list[str]] = {s: [] for s in seats}
    cutter, talon, card, seat = seats[-1], list(events[0]["cards"]), "", ""
    if rules.get("four_on_talon") == "to_cutter":
        fours = [c for c in talon if c[0] in "TJQK" and sum(o[0] == c[0] for o in talon) == 4]
        won[cutter] += fours
        talon = [c for c in talon if c not in fours]
    for event in events[1:]:
        if event["do"] == "take" and not card:  # before the first card: for the Cutter
            won[cutter] += event["cards"]
            talon = [c for c in talon if c not in event["cards"]]
        elif event["do"] == "take":
            won[seat] += [card, *event["cards"]]
            talon = [c for c in talon if c not in [card, *event["cards"]]]
        else:
            seat = event["seat"] if event["do"] == "play" else seat
            card = event["cards"][0]
            talon.append(card)
    won[cutter] += talon
    return chips({s: sum(map(worth, cards)) for s, cards in won.items()}, {c: s for s in won for c in won[s]}, card,
                 cutter, rules)  # fmt: skip


def chips(points: dict[str, int], owner: dict[str, str], reserve: str, cutter: str, rules: Rules) -> dict[str, int]:
    """Chips from the card points, who has the black kings and aces, and the reserve card."""
    average, limit = 240 // len(points), 41 if rules.get("ke_limit") == "over_40" else 40
    red = 0 if rules.get("red_reserve") == "none" else {"8H": 8, "3H": 3}.get(reserve, 0)
    awards = [(s, 10) for s in points if points[s] - average >= limit] + [(cutter, worth(reserve) or red)]
    awards += [(owner[r + "S"], 10) for r in "KA" if owner.get(r + "S", 1) == owner.get(r + "C", 2)]
    total = {s: p - average for s, p in points.items()}
    for seat, size in awards:
        for other in points:
            total[other] += -size if other != seat else size * (len(points) - 1)
    return total


def make(rng: random.Random, seats: str, rules: Rules, talon: list[str] | None = None, reserve: str = "",
         greedy: str = "") -> list[Line]:  # fmt: skip
    """A whole deal at random; the greedy seat takes the dearest card that it can, the others often take none."""
    cards = [c for c in rng.sample(PACK, 52) if c not in (talon or []) and c != reserve]
    lying = list(talon or []) + [cards.pop() for _ in range({3: 10, 4: 12}[len(seats)] - len(talon or []))]
    rng.shuffle(lying)
    last = reserve or cards.pop()
    hands = {s: [cards.pop() for _ in range({3: 7, 4: 5}[len(seats)])] for s in seats}
    events: list[Line] = [{"do": "turn", "cards": list(lying)}]
    for rank, count in Counter(c[0] for c in lying).items():
        group = [c for c in lying if c[0] == rank]
        if rank in "TJQK" and count == 4 and rules.get("four_on_talon") == "to_cutter":
            lying = [c for c in lying if c not in group]  # nobody has to tell that
        if count == 3 and (rank in "TJQK" or (rank == "5" and rules.get("triple_fives") == "yes")):
            stays = rng.choice([c for c in group if c[1] in "SC"])
            given = [c for c in group if c != stays]
            events.append({"seat": seats[-1], "do": "take", "cards": given})
            lying = [c for c in lying if c not in given]

    def lay(seat: str, card: str) -> None:
        able = [c for c in lying if takes(card, c)]
        if able and (seat == greedy or rules.get("must_capture") == "yes" or rng.random() < 0.6):
            taken = max(able, key=worth) if seat == greedy else rng.choice(able)
            events.append({"seat": seat, "do": "take", "cards": [taken]})
            lying.remove(taken)
        else:
            lying.append(card)

    while hands[seats[-1]]:
        for s in seats:
            card = hands[s].pop()
            events.append({"seat": s, "do": "play", "cards": [card]})
            lay(s, card)
            card = cards.pop() if cards else last
            events.append({"do": "turn", "cards": [card]})
            lay(s, card)
    return events


def compare(events: list[Line], seats: str, rules: Rules) -> Played:
    """The product's word on the deal is the scorer's."""
    played = play(numbered([header("dzep_kop", seats, seats[0], rules), *events]))
    assert played.verdicts == {}, [played.sentence(n) for n in played.verdicts]
    assert played.deals[1]["findings"] == []
    assert played.deals[1]["points"] == score(events, seats, rules)
    assert sum(played.deals[1]["points"].values()) == 0
    return played


CHOSEN: dict[str, tuple[str, list[str], str, str, Rules]] = {
    "three kings, one black": ("ABC", ["KH", "KD", "KC"], "2H", "", {}),
    "three queens, two black": ("ABCD", ["QH", "QS", "QC"], "3S", "", {}),
    "two triples": ("ABCD", ["TH", "TS", "TC", "JD", "JH", "JS"], "KC", "", {}),
    "four jacks stay": ("ABC", ["JH", "JS", "JC", "JD"], "9S", "", {}),
    "four jacks to the Cutter": ("ABC", ["JH", "JS", "JC", "JD"], "9S", "", {"four_on_talon": "to_cutter"}),
    "three fives": ("ABC", ["5H", "5D", "5C"], "TC", "", {}),
    "three fives to the Cutter": ("ABC", ["5H", "5D", "5C"], "TC", "", {"triple_fives": "yes"}),
    "three nines are nothing": ("ABCD", ["9H", "9S", "9C"], "AS", "", {}),
    "the eight of hearts": ("ABCD", [], "8H", "", {}),
    "the three of hearts": ("ABC", [], "3H", "", {}),
    "no red reserve": ("ABC", [], "8H", "", {"red_reserve": "none"}),
    "a red reserve": ("ABC", [], "KD", "", {}),
    "a greedy dealer": ("ABC", [], "7H", "A", {}),
    "a greedy Cutter": ("ABCD", ["KH", "KC"], "KS", "D", {}),
    "all must take": ("ABC", ["AS", "AC"], "4C", "B", {"must_capture": "yes"}),
}


@pytest.mark.parametrize("name", CHOSEN)
def test_chosen_deals(name: str) -> None:
    seats, talon, reserve, greedy, rules = CHOSEN[name]
    compare(make(random.Random(name), seats, rules, talon, reserve, greedy), seats, rules)


@pytest.mark.parametrize("seed", range(24))
def test_random_deals(seed: int) -> None:
    rng = random.Random(seed)
    rules = {
        name: rng.choice(values.split()) for name, values in {
            "must_capture": "no yes", "four_on_talon": "stay to_cutter", "triple_fives": "no yes",
            "triple_which_black": "spade_stays club_stays", "ke_limit": "at_least_40 over_40",
            "red_reserve": "eight_three none", "score_form": "chips written",
        }.items() if rng.random() < 0.4
    }  # fmt: skip
    seats = rng.choice(["ABC", "ABCD"])
    compare(make(rng, seats, rules, greedy=rng.choice(seats)), seats, rules)


@pytest.mark.parametrize("seats", ["ABC", "ABCD"])
def test_twelve_deals(seats: str) -> None:
    rng, lines, total = random.Random(seats), [], Counter(dict.fromkeys(seats, 0))
    for number in range(12):
        turn = number % len(seats)
        order = seats[turn:] + seats[:turn]  # the deal passes to the right
        events = make(rng, order, {})
        lines += [header("dzep_kop", seats, None if number else "A"), *events]
        total.update(score(events, order, {}))
    played = play(numbered(lines))
    assert played.verdicts == {}
    assert [deal["match_over"] for deal in played.deals.values()] == [False] * 11 + [True]
    assert played.deals[12]["scores"] == dict(total)


BY_HAND: list[tuple[dict[str, int], dict[str, str], str, Rules]] = [
    ({"A": 67, "B": 51, "C": 70, "D": 52}, {}, "7H", {}),
    ({"A": 125, "B": 60, "C": 55}, {"KS": "A", "KC": "A"}, "9S", {}),
    ({"A": 120, "B": 60, "C": 60}, {}, "3S", {}),
    ({"A": 120, "B": 60, "C": 60}, {}, "3S", {"ke_limit": "over_40"}),
    ({"A": 119, "B": 91, "C": 30}, {"AS": "C", "AC": "C"}, "AC", {}),
    ({"A": 100, "B": 100, "C": 40, "D": 0}, {"KS": "A", "KC": "A", "AS": "A", "AC": "A"}, "8H", {}),
    ({"A": 240, "B": 0, "C": 0, "D": 0}, {"KS": "A", "KC": "A", "AS": "A", "AC": "A"}, "QD", {}),
    ({"A": 101, "B": 99, "C": 40, "D": 0}, {"KS": "A", "KC": "B"}, "3H", {"ke_limit": "over_40"}),
]


@pytest.mark.parametrize(("points", "owner", "reserve", "rules"), BY_HAND)
def test_results_entered_by_hand(points: dict[str, int], owner: dict[str, str], reserve: str, rules: Rules) -> None:
    facts: dict[str, Any] = {"points": points, "reserve": reserve}
    facts |= {word: owner[r + "S"] for word, r in (("kings", "K"), ("aces", "A"))
              if owner.get(r + "S", 1) == owner.get(r + "C", 2)}  # fmt: skip
    seats = "".join(points)
    played = play(numbered([header("dzep_kop", seats, "A", rules), {"do": "result", "facts": facts}]))
    assert played.deals[1]["points"] == chips(points, owner, reserve, seats[-1], rules)


def events_of(script: str) -> list[Line]:
    """'8S 8D 9C ...; A 2H > 8S; turn QD' in full: the talon, then plays and turns with what they take."""
    talon, *steps = script.split(";")
    lines: list[Line] = [{"do": "turn", "cards": talon.split()}]
    seat = ""
    for step in steps:
        played, _, taken = step.partition(">")
        first, *card = played.split()
        if first == "give":
            lines.append({"seat": "C", "do": "take", "cards": card})
            continue
        seat = seat if first == "turn" else first
        lines.append({"do": "turn", "cards": card} if first == "turn" else {"seat": seat, "do": "play", "cards": card})
        lines += [{"seat": seat, "do": "take", "cards": taken.split()}] if taken else []
    return lines


TALON = "8S 8D 9C QH KH TC 4H 2D 3D JC"
ILLEGAL: dict[str, tuple[str, set[int], Rules]] = {
    "two cards at once": (f"{TALON}; A 2H > 8S 8D", {3}, {}),
    "a queen takes no king": (f"{TALON}; A QC > KH", {3}, {}),
    "five is not two and three": (f"{TALON}; A 5S > 2D 3D", {3}, {}),
    "no ten": (f"{TALON}; A 5S > 4H", {3}, {}),
    "a card that does not lie there": (f"{TALON}; A 7H > 3C", {3}, {}),
    "the wrong player": (f"{TALON}; B 7H", {2}, {}),
    "two hand cards": (f"{TALON}; A 7H; A 6H", {3}, {}),
    "the next one too soon": (f"{TALON}; A 7H > 3D; B 6H", {4}, {}),
    "two stock cards": (f"{TALON}; A 7H > 3D; turn 6H > 4H; turn AS", {6}, {}),
    "both black kings given away": ("KS KH KC 2D 3D 4D 5D 9C QS QH; give KS KC", {2}, {}),
    "all three given": ("KS KH KD 2D 3D 4D 5D 9C QS QH; give KS KH KD", {2}, {}),
    "two of two kings": ("KS KH 6H 2D 3D 4D 5D 9C QS QH; give KS KH", {2}, {}),
    "nines are no triple": ("9S 9H 9D 2D 3D 4D 5D JC QS QH; give 9H 9D", {2}, {}),
}


@pytest.mark.parametrize("name", ILLEGAL)
def test_illegal_at_once(name: str) -> None:
    script, wrong, rules = ILLEGAL[name]
    played = play(numbered([header("dzep_kop", "ABC", "A", rules), *events_of(script)]))
    assert {n for n, line in played.events.items() if line["verdict"] == "illegal"} == wrong


def test_a_card_that_was_seen_is_impossible() -> None:
    played = play(numbered([header("dzep_kop", "ABC", "A"), *events_of(f"{TALON}; A 7H; turn QH")]))
    assert played.verdicts == {3: "impossible"}


def test_the_triple_is_found_missing_with_the_first_card() -> None:
    played = play(numbered([header("dzep_kop", "ABC", "A"), *events_of("KS KH KD 2D 3D 4D 5D 9C QS QH; A 7H")]))
    assert [set(f["proof"]) for f in played.events[2]["findings"]] == [{"KS", "KH", "KD"}]


def test_who_must_take_and_does_not_is_found() -> None:
    events = events_of(f"{TALON}; A 7H; turn 6C > 4H")
    played = play(numbered([header("dzep_kop", "ABC", "A", {"must_capture": "yes"}), *events]))
    assert [(f["seat"], f["proof"]) for f in played.events[3]["findings"]] == [("A", ["3D"])]


def test_a_last_card_laid_while_the_one_before_may_still_take() -> None:
    """Once it was counted as the next player's, who was then told that he had played out of turn."""
    start = {"hands": {"A": ["4H"], "B": ["2H"], "C": ["TH"]}, "lot": ["8S", "9S", "5D"], "reserve": ["KD"]}
    events = events_of("; A 4H; turn AD; B 2H > 8S; turn 6D > 4H; C TH; turn KD")[1:]
    played = play(numbered([header("dzep_kop", "ABC", "A", None, {**start, "to_act": "A"}), *events]))
    assert played.verdicts == {}
    assert played.deals[1]["how"]["B"]["points"] == 8
    assert played.deals[1]["how"]["C"]["points"] == 10
