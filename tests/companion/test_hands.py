"""What four cards are worth: all hands of a pack against the table of the rules page and a second reckoning."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

from companion.cards import Card, pack
from companion.games import find_game
from companion.games.crveni_tepih_hands import RANKS, best_hand, hand_value

RULES = find_game("crveni_tepih").check_rules({})
CARDS = sorted(pack(RANKS))
VALUES = {"A": 4, "K": 3, "Q": 3, "J": 3, "T": 2, "9": 2, "8": 2, "7": 2}
RANGES = {
    "nothing": (9, 12), "pair": (12, 22), "two_pairs": (16, 28), "triplet": (20, 39), "straight": (24, 39),
    "flush": (27, 36), "four": (40, 80), "straight_flush": (40, 65), "crveni_tepih": (100, 100),
}  # fmt: skip


def reckon(cards: tuple[Card, ...]) -> int:
    """The value of up to four cards by the words of the rules page: the most of all that applies."""
    worth = [VALUES[card.rank] for card in cards]
    ranks, suits = Counter(card.rank for card in cards), {card.suit for card in cards}
    found = [sum(worth)]
    for rank, n in ranks.items():
        if n in (2, 3):
            found.append(sum(worth) + (n - 1) * n * VALUES[rank])
    if sorted(ranks.values()) == [2, 2]:
        found.append(2 * sum(worth))
    if len(cards) == 4:
        places = sorted("789TJQKA".index(rank) for rank in ranks)
        straight = len(places) == 4 and places[3] - places[0] == 3
        if straight or len(suits) == 1:
            found.append((5 if straight and len(suits) == 1 else 3) * sum(worth))
        if len(ranks) == 1:
            found.append(5 * sum(worth))
        if sorted(ranks.elements()) == ["7", "7", "A", "A"] and suits <= {"H", "D"}:
            found.append(100)
    return max(found)


def test_all_hands_of_one_pack() -> None:
    seen: dict[str, set[int]] = {}
    for four in combinations(CARDS, 4):
        hand = hand_value(four, RULES)
        assert hand.value == reckon(four), four
        seen.setdefault(hand.category, set()).add(hand.value)
    assert {category: (min(values), max(values)) for category, values in seen.items()} == RANGES


def test_hands_of_two_packs_and_short_hands() -> None:
    dice = random.Random(3)
    two = [*CARDS, *CARDS]
    for _ in range(3000):
        cards = tuple(dice.sample(two, dice.choice((2, 2, 4, 4, 4, 6, 8))))
        best = best_hand(cards, RULES)
        assert best.value == max(reckon(four) for four in combinations(cards, min(4, len(cards))))
        assert not Counter(best.cards) - Counter(cards), "only own cards are kept"


def test_more_cards_are_never_worth_less() -> None:
    dice = random.Random(4)
    for _ in range(500):
        cards = dice.sample(CARDS, 8)
        values = [best_hand(cards[:n], RULES).value for n in (2, 4, 6, 8)]
        assert values[1:] == sorted(values[1:])


def test_five_equal_ranks_of_two_packs_count_four() -> None:
    kings = [Card("K", suit) for suit in "SSHHD"]
    assert best_hand(kings, RULES).value == 60


def test_the_order_in_which_cards_lie_does_not_matter() -> None:
    dice = random.Random(5)
    for _ in range(300):
        cards = dice.sample([*CARDS, *CARDS], 8)
        first = best_hand(cards, RULES)
        dice.shuffle(cards)
        assert best_hand(cards, RULES) == first
