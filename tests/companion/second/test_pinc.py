"""Pinč, a second opinion: deals and a scorer from rules/pinc.md alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, count
from random import Random
from typing import Any

import pytest

from tests.companion.replays import Played
from tests.companion.second.trickdeals import FOUR, Event, Trick, findings, follow, lay, plays
from tests.companion.second.trickdeals import run as run_any

WORTH = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 1, "8": 1, "7": 1, "6": 1}
PACK = [rank + suit for suit in "SHDC" for rank in WORTH]
THREE = FOUR[:3]
OPTIONS = {
    "plain_trick": ("nobody", "two_highest_led"),
    "lead_after_nobody": ("same_leader", "leaders_right"),
    "jack_other_suits": ("height", "off_suit_lower", "nobody"),
    "kq_suits": ("any", "same_suit"),
    "height_of_ten": ("ten_second", "natural"),
    "double_court": ("first", "last"),
    "rounding": ("ceil", "floor_plus_one"),
    "tie_top": ("all_score", "nobody"),
}
Rules = dict[str, str]
Deal = list[Trick]
Pair = tuple[int, int]


def height(card: str, rules: Rules) -> int:
    """From the top down: the ace is 0."""
    return ("AKQJT9876" if rules.get("height_of_ten") == "natural" else "ATKQJ9876").index(card[0])


def owners(trick: Trick, rules: Rules) -> Pair | None:
    """Whose trick it is, in the order played; none where it is nobody's."""
    turn = [seat for seat, _ in trick]
    pick = -1 if rules.get("double_court") == "last" else 0

    def of(rank: str) -> list[tuple[int, str]]:
        return [(seat, card) for seat, card in trick if card[0] == rank]

    def pair(a: int, b: int) -> Pair:
        return (a, b) if turn.index(a) < turn.index(b) else (b, a)

    kings, queens, jacks = of("K"), of("Q"), of("J")
    if rules.get("kq_suits") == "same_suit":
        suits = {card[1] for _, card in kings} & {card[1] for _, card in queens}
        kings, queens = [one for one in kings if one[1][1] in suits], [one for one in queens if one[1][1] in suits]
    if kings and queens:
        return pair(kings[pick][0], queens[pick][0])
    if jacks:
        if of("A"):
            return None
        jack = jacks[pick][0]
        (one, a), (two, b) = [(seat, card) for seat, card in trick if seat != jack]
        if a[1] != b[1] and rules.get("jack_other_suits") == "nobody":
            return None
        led = trick[0][1][1]
        if a[1] != b[1] and led in (a[1], b[1]) and rules.get("jack_other_suits") == "off_suit_lower":
            return pair(jack, two if a[1] == led else one)
        return pair(jack, one if height(a, rules) >= height(b, rules) else two)
    followed = sorted((height(card, rules), seat) for seat, card in trick if card[1] == trick[0][1][1])
    if rules.get("plain_trick") == "two_highest_led" and len(followed) > 1:
        return pair(followed[0][1], followed[1][1])
    return None


def next_leader(trick: Trick, rules: Rules) -> int:
    if (pair := owners(trick, rules)) is not None:
        return pair[0]
    return (trick[0][0] + (rules.get("lead_after_nobody") == "leaders_right")) % 3


def together(deal: Deal, rules: Rules) -> dict[Pair, int]:
    """Card points of each pair."""
    sums = dict.fromkeys(combinations(range(3), 2), 0)
    for trick in deal:
        if (pair := owners(trick, rules)) is not None:
            sums[min(pair), max(pair)] += sum(WORTH[card[0]] for _, card in trick)
    return sums


def score(deal: Deal, rules: Rules) -> list[int]:
    return write(together(deal, rules), rules)


def write(sums: dict[Pair, int], rules: Rules) -> list[int]:
    """What each writes: a tenth of his pair's points, if no pair has more."""
    best = max(sums.values())
    top = [pair for pair, points in sums.items() if points == best]
    if best == 0 or (len(top) > 1 and rules.get("tie_top") == "nobody"):
        return [0, 0, 0]
    tenth = best // 10 + 1 if rules.get("rounding") == "floor_plus_one" else -(-best // 10)
    return [tenth if any(seat in pair for pair in top) else 0 for seat in range(3)]


def make(seed: int, rules: Rules | None = None, cheat: bool = False) -> Deal:
    """A random deal in legal play; ``cheat`` breaks the rule of following suit once."""
    rules, rng = rules or {}, Random(seed)
    pack = list(PACK)
    rng.shuffle(pack)
    hands, deal, leader = [pack[12 * n : 12 * n + 12] for n in range(3)], [], 0
    cheated = False
    for _ in range(12):
        trick: Trick = []
        for seat in ((leader + n) % 3 for n in range(3)):
            allowed = follow(hands[seat], trick[0][1][1] if trick else None)
            wrong = [card for card in hands[seat] if card not in allowed]
            if cheat and trick and wrong and not cheated and rng.random() < 0.2:
                allowed, cheated = wrong, True
            card = rng.choice(allowed)
            hands[seat].remove(card)
            trick.append((seat, card))
        deal.append(trick)
        leader = next_leader(trick, rules)
    return deal


def run(*deals: Sequence[Event], **header: Any) -> Played:
    return run_any("pinc", *deals, players=THREE, **header)


def check(deal: Deal, rules: Rules | None = None, start: Sequence[int] = (0, 0, 0)) -> dict[str, Any]:
    rules = rules or {}
    played = run(plays(deal), rules=rules, start={"scores": dict(zip(THREE, start, strict=True))})
    assert played.verdicts == {} and findings(played) == []
    said, points = played.deals[1], score(deal, rules)
    totals = [a + b for a, b in zip(start, points, strict=True)]
    assert list(said["points"].values()) == points and list(said["scores"].values()) == totals
    for (a, b), sums in together(deal, rules).items():
        assert said["how"][THREE[a]]["together"][THREE[b]] == sums
    best = [name for name, total in zip(THREE, totals, strict=True) if total == max(totals)]
    over = max(totals) >= 11 and not (len(best) > 1 and rules.get("match_tie") == "another_deal")
    assert said["match_over"] is over and (not over or said["winners"] == best)
    return said


@pytest.mark.parametrize("seed", range(30))
def test_random_deals_under_random_house_rules(seed: int) -> None:
    rng = Random(-seed - 1)
    rules = {name: rng.choice(choices) for name, choices in OPTIONS.items()}
    check(make(seed, rules), rules)


def ranks(trick: Trick) -> str:
    return "".join(sorted(card[0] for _, card in trick))


def some(wanted: Callable[[Trick], bool]) -> Callable[[Deal], bool]:
    return lambda deal: any(wanted(trick) for trick in deal)


def tops(deal: Deal) -> list[int]:
    return sorted(together(deal, {}).values(), reverse=True)


CASES: dict[str, Callable[[Deal], bool]] = {
    "king, queen and jack": some(lambda trick: ranks(trick) == "JKQ"),
    "king, queen and ace": some(lambda trick: ranks(trick) == "AKQ"),
    "two kings and a queen": some(lambda trick: ranks(trick) == "KKQ"),
    "two queens and a king": some(lambda trick: ranks(trick) == "KQQ"),
    "jack and ace": some(lambda trick: ranks(trick).startswith("A") and "J" in ranks(trick)),
    "two jacks": some(lambda trick: ranks(trick).count("J") == 2 and "A" not in ranks(trick)),
    "jack with ten and king": some(lambda trick: ranks(trick) == "JKT"),
    "jack with equal cards": some(lambda trick: ranks(trick) in ("99J", "88J", "77J", "66J", "JTT", "JKK")),
    "jack with other suits": some(
        lambda trick: "J" in ranks(trick) and "A" not in ranks(trick) and len({card[1] for _, card in trick}) == 3),
    "twenty": lambda deal: tops(deal)[0] == 20,
    "thirty-one": lambda deal: tops(deal)[0] == 31,
    "tie for highest": lambda deal: tops(deal)[0] == tops(deal)[1] > 0,
    "one trick owned": lambda deal: sum(owners(trick, {}) is not None for trick in deal) <= 2,
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_chosen_deals(name: str) -> None:
    deal = next(deal for deal in map(make, count(300)) if CASES[name](deal))
    check(deal)
    for option in ("rounding", "tie_top"):  # (these change no leader)
        check(deal, {option: OPTIONS[option][1]})


TRICKS = [
    ("A:KD B:QS V:8D", {}, "AB", 8),
    ("A:JD B:9D V:TD", {}, "AB", 13),
    ("A:JD B:KD V:TD", {}, "AB", 16),  # the king is the lower one
    ("A:JD B:KD V:TD", {"height_of_ten": "natural"}, "AV", 16),
    ("A:JD B:JS V:8D", {}, "AV", 5),
    ("A:JD B:JS V:8D", {"double_court": "last"}, "BV", 5),
    ("A:JD B:JS V:KD", {}, "AB", 8),
    ("A:KD B:KS V:QS", {}, "AV", 11),
    ("A:KD B:KS V:QS", {"double_court": "last"}, "BV", 11),
    ("A:KD B:KS V:QS", {"kq_suits": "same_suit"}, "BV", 11),
    ("A:KD B:QS V:8D", {"kq_suits": "same_suit"}, "", 8),
    ("A:KD B:QS V:8D", {"kq_suits": "same_suit", "plain_trick": "two_highest_led"}, "AV", 8),
    ("A:KD B:QS V:JD", {"kq_suits": "same_suit"}, "BV", 9),  # jack, with the queen
    ("A:JD B:9S V:9D", {}, "AB", 4),  # equal: the one played first
    ("A:JH B:9H V:7S", {}, "AV", 4),
    ("A:JH B:7H V:9S", {"jack_other_suits": "off_suit_lower"}, "AV", 4),
    ("A:7H B:9S V:JD", {"jack_other_suits": "off_suit_lower"}, "BV", 4),
    ("A:JH B:9S V:7D", {"jack_other_suits": "off_suit_lower"}, "AV", 4),
    ("A:JH B:7H V:9S", {"jack_other_suits": "nobody"}, "", 4),
    ("A:JH B:7H V:9H", {"jack_other_suits": "nobody"}, "AB", 4),
    ("A:JH B:AH V:7H", {"plain_trick": "two_highest_led"}, "", 14),
    ("A:JH B:QH V:AS", {}, "", 16),
    ("A:JH B:QH V:KS", {}, "BV", 9),
    ("A:TC B:AC V:9C", {"plain_trick": "two_highest_led"}, "AB", 22),
    ("A:TC B:KC V:9C", {"plain_trick": "two_highest_led", "height_of_ten": "natural"}, "AB", 15),
    ("A:TC B:AS V:9D", {"plain_trick": "two_highest_led"}, "", 22),
]


@pytest.mark.parametrize(("text", "rules", "pair", "points"), TRICKS)
def test_single_tricks(text: str, rules: Rules, pair: str, points: int) -> None:
    """One trick by hand: who owns it, what it is worth, and who leads to the next (the only one who may)."""
    trick: Trick = [("ABV".index(part[0]), part[2:]) for part in text.split()]
    found = owners(trick, rules)
    assert "".join("ABV"[seat] for seat in found or ()) == pair
    assert sum(WORTH[card[0]] for _, card in trick) == points
    for seat in range(3):
        played = run([*plays([trick]), *plays([[(seat, "6C")]])], rules=rules)
        assert (played.verdicts == {}) is (seat == next_leader(trick, rules))
    right = run([*lay(text), *plays([[(1, "6C")]])], rules=rules | {"lead_after_nobody": "leaders_right"})
    assert (right.verdicts == {}) is (not pair or next_leader(trick, rules) == 1)


PAIRS = [
    ((20, 7, 3), {}, [2, 2, 0]),
    ((20, 7, 3), {"rounding": "floor_plus_one"}, [3, 3, 0]),
    ((0, 0, 4), {}, [0, 1, 1]),
    ((21, 30, 30), {}, [3, 3, 3]),
    ((21, 30, 30), {"tie_top": "nobody"}, [0, 0, 0]),
    ((31, 4, 31), {}, [4, 4, 4]),
    ((0, 0, 0), {}, [0, 0, 0]),
    ((7, 7, 7), {}, [1, 1, 1]),
]


@pytest.mark.parametrize(("sums", "rules", "points"), PAIRS)
def test_results_by_hand(sums: tuple[int, int, int], rules: Rules, points: list[int]) -> None:
    pairs = dict(zip(combinations(range(3), 2), sums, strict=True))
    assert write(pairs, rules) == points
    facts = {"pairs": [[THREE[a], THREE[b], points] for (a, b), points in pairs.items()]}
    played = run([{"do": "result", "facts": facts}], rules=rules)
    assert list(played.deals[1]["points"].values()) == points


@pytest.mark.parametrize("start", [(10, 10, 0), (10, 3, 10), (10, 9, 10), (0, 0, 0), (8, 8, 8)])
@pytest.mark.parametrize("option", ["shared", "another_deal"])
def test_match_end(start: tuple[int, int, int], option: str) -> None:
    for seed in range(3):
        check(make(seed), {"match_tie": option}, start)


def test_the_deal_passes_to_the_right() -> None:
    """Vera dealt, so Ana deals next and Boris leads; the totals add up."""
    first, second = make(1), [[((seat + 1) % 3, card) for seat, card in trick] for trick in make(2)]
    played = run(plays(first), plays(second))
    assert played.verdicts == {}
    a, b, c = score(make(2), {})
    totals = [x + y for x, y in zip(score(first, {}), (c, a, b), strict=True)]
    assert list(played.deals[2]["scores"].values()) == totals


def test_illegal_at_once() -> None:
    for text in ("B:6C", "A:6C V:7C", "A:6C A:7C", "A:JD B:9D V:TD B:6C", "A:JH B:AH V:7H B:6C"):
        assert run(lay(text)).verdicts == {len(text.split()): "illegal"}, text
    assert run(lay("A:6C B:7C V:6C")).verdicts == {3: "impossible"}


def test_a_trick_laid_in_the_wrong_place() -> None:
    trick = lay("A:KD B:QS V:8D")
    for who, to, fine in (("Ana", "Boris", True), ("Boris", "Ana", True), ("Ana", "Vera", False)):
        verdicts = run([*trick, {"do": "take", "seat": who, "to": to}]).verdicts
        assert verdicts == ({} if fine else {4: "illegal"})
    nobodys = lay("A:JH B:AH V:7H")
    for to, fine in (("aside", True), ("Vera", False)):
        played = run([*nobodys, {"do": "take", "seat": "Boris", "to": to}])
        assert played.verdicts == ({} if fine else {4: "illegal"})
    assert played.sentence(4) == "that is not the place for it; the last trick: nobody"


@pytest.mark.parametrize("seed", range(10))
def test_revokes_are_found_and_the_score_stands(seed: int) -> None:
    made = (make(n, cheat=True) for n in count(100 * seed))
    played, deal = next((played, deal) for deal in made if findings(played := run(plays(deal))))
    ((by, about, who, proof),) = findings(played)
    cards = [card for trick in deal for _, card in trick]
    led = cards[(about - 1) // 3 * 3]
    mine = [card for trick in deal for seat, card in trick if THREE[seat] == who]
    shown = next(card for card in mine[mine.index(cards[about - 1]) + 1 :] if card[1] == led[1])
    assert by <= cards.index(shown) + 1 and (by <= cards.index(shown) or proof == [shown])
    assert list(played.deals[1]["points"].values()) == score(deal, {})


def test_a_revoke_is_found_when_the_others_cannot_hold_the_suit() -> None:
    """Vera throws 6C on the first heart, and no heart is seen again: seven are unseen when Ana and Boris hold six."""
    deal: Deal = [[(0, "AH"), (1, "KH"), (2, "6C")]]
    cards = [rank + suit for suit in "SDC" for rank in WORTH if rank + suit != "6C"]
    while len(deal) < 9:
        leader = next_leader(deal[-1], {})
        deal.append([((leader + n) % 3, cards.pop(0)) for n in range(3)])
    ((by, about, who, proof),) = findings(run(plays(deal)))
    by_then = max(n for n, (seat, _) in enumerate(deal[8], 25) if seat != 2)
    assert (by, about, who) == (by_then, 3, "Vera") and set(proof) == {rank + "H" for rank in "TQJ9876"}
    played = run(lay("A:AH B:KH V:6C A:TH B:9H V:7H"))
    assert findings(played) == [(6, 3, "Vera", ["7H"])]
