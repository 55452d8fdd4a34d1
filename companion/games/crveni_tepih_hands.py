"""What four cards are worth in Crveni tepih: a poker combination multiplies the values of its cards; and the score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from companion.cards import Card, parse_cards
from companion.table.outcome import How, Outcome
from companion.table.table import Seat
from companion.texts import Text

RANKS = "789TJQKA"
WORTH = {"A": 4, "K": 3, "Q": 3, "J": 3, "T": 2, "9": 2, "8": 2, "7": 2}
KEPT, RED_CARPET, BEST_HAND = 4, 100, 25
ORDER = (
    "short", "nothing", "pair", "two_pairs", "triplet", "straight", "flush", "four", "straight_flush", "crveni_tepih",
)  # fmt: skip
"""combinations, weakest first, for tables that choose the best hand by rank"""
ACE_LOW = frozenset("A789")
RED_ACES_SEVENS = Counter(parse_cards("AH AD 7H 7D"))


def words(english: str, **values: object) -> Text:
    """A sentence of this game."""
    return Text(english, values, "games/crveni_tepih")


# The combinations ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Hand:
    """The cards kept, the combination that counts, its value, and the sum as people would write it."""

    cards: tuple[Card, ...]
    category: str
    value: int
    sum: str


def best_hand(cards: Sequence[Card], rules: Mapping[str, str]) -> Hand:
    """The best of all ways to keep four cards (all, if fewer)."""
    kept = {tuple(sorted(four, key=strength)) for four in combinations(cards, min(KEPT, len(cards)))}
    worth = [hand_value(four, rules) for four in sorted(kept)]
    if rules["best_hand"] == "category":
        return max(worth, key=lambda hand: (ORDER.index(hand.category), hand.value))
    return max(worth, key=lambda hand: hand.value)


def strength(card: Card) -> tuple[int, str]:
    """Low cards first; suits only to make the order one."""
    return RANKS.index(card.rank), card.suit


def hand_value(cards: tuple[Card, ...], rules: Mapping[str, str]) -> Hand:
    """The dearest combination that these cards make; combinations never multiply each other unless the table says."""
    if len(cards) < KEPT and rules["short_hand"] == "zero":
        return Hand(cards, "short", 0, "0")
    if is_carpet(cards, rules):
        return Hand(cards, "crveni_tepih", RED_CARPET, str(RED_CARPET))
    found = [same_ranks(cards)]
    straight, flush = is_straight(cards, rules), is_flush(cards)
    if straight and flush:
        found.append(times(cards, "straight_flush", 5))
    elif straight or flush:
        found.append(times(cards, "straight" if straight else "flush", 3))
    if rules["stacking"] == "multiply" and flush:
        found.append(stacked(cards, 5 if straight else 3))
    best = max(found, key=lambda hand: hand.value)
    if rules["best_hand"] == "category":
        best = max(found, key=lambda hand: (ORDER.index(hand.category), hand.value))
    return best


def is_carpet(cards: Iterable[Card], rules: Mapping[str, str]) -> bool:
    """Two red aces and two red sevens; of different suits where the table asks for it."""
    cards = list(cards)
    if rules["tepih_distinct"] == "on":
        return Counter(cards) == RED_ACES_SEVENS
    return all(card.red for card in cards) and sorted(card.rank for card in cards) == ["7", "7", "A", "A"]


def is_straight(cards: Sequence[Card], rules: Mapping[str, str]) -> bool:
    """Four consecutive ranks, the ace high (or below the seven by house rule)."""
    steps = sorted(RANKS.index(card.rank) for card in cards)
    low = rules["ace_low_straight"] == "on" and {card.rank for card in cards} == ACE_LOW
    return len(cards) == KEPT and (steps == list(range(steps[0], steps[0] + KEPT)) or low)


def is_flush(cards: Sequence[Card]) -> bool:
    """Four cards of one suit."""
    return len(cards) == KEPT and len({card.suit for card in cards}) == 1


def times(cards: tuple[Card, ...], category: str, factor: int) -> Hand:
    """All cards multiplied."""
    total = sum(WORTH[card.rank] for card in cards)
    return Hand(cards, category, factor * total, f"{factor} × {total}")


def same_ranks(cards: tuple[Card, ...]) -> Hand:
    """Pairs double their own cards, a triplet trebles them, four of a kind counts five times."""
    counts = Counter(card.rank for card in cards)
    shape = sorted(counts.values(), reverse=True)
    if shape[0] == KEPT:
        return times(cards, "four", 5)
    if shape[:2] == [2, 2]:
        return times(cards, "two_pairs", 2)
    category = {3: "triplet", 2: "pair", 1: "nothing"}[shape[0]]
    grouped = sum(WORTH[rank] * n for rank, n in counts.items() if n > 1)
    rest = sum(WORTH[rank] for rank, n in counts.items() if n == 1)
    value = shape[0] * grouped + rest if grouped else rest
    parts = [f"{shape[0]} × {grouped}"] if grouped else []
    return Hand(cards, category, value, " + ".join(parts + ([str(rest)] if rest else [])))


def stacked(cards: tuple[Card, ...], factor: int) -> Hand:
    """House rule: equal ranks count first, then the whole is multiplied for the suit."""
    base = same_ranks(cards)
    category = "straight_flush" if factor == 5 else "flush"
    return Hand(cards, category, factor * base.value, f"{factor} × ({base.sum})")


# The score of a deal ------------------------------------------------------------------------------------------------

CATEGORIES = {
    "nothing": words("Nothing"),
    "pair": words("Pair"),
    "two_pairs": words("Two pairs"),
    "triplet": words("Triplet"),
    "straight": words("Straight"),
    "flush": words("Flush"),
    "four": words("Four of a kind"),
    "straight_flush": words("Straight flush"),
    "crveni_tepih": words("Crveni tepih"),
    "short": words("Fewer than four cards"),
}


def score(hands: Mapping[Seat, Sequence[Card]], money: Mapping[Seat, int], rules: Mapping[str, str]) -> Outcome:
    """Hand value, a bonus for the dearest hand, and the units left."""
    best = {seat: best_hand(cards, rules) for seat, cards in hands.items()}
    top = max(found.value for found in best.values())
    winners = [seat for seat, found in best.items() if found.value == top]
    bonus = {"all": BEST_HAND, "split": BEST_HAND // len(winners), "none": BEST_HAND * (len(winners) == 1)}
    points, how = {}, {}
    for seat, found in best.items():
        extra = bonus[rules["bonus_tie"]] if seat in winners else 0
        points[seat] = found.value + extra + money[seat]
        how[seat] = explain(found, extra, money[seat])
    return Outcome(points, how)


def explain(found: Hand, bonus: int, money: int) -> How:
    """How a score came about, in numbers and in words."""
    parts = {"category": found.category, "value": found.value, "bonus": bonus, "money": money}
    hand_words = words("{name}: {sum}", name=CATEGORIES[found.category], sum=found.sum)
    if found.sum != str(found.value):
        hand_words = words("{hand} = {value}", hand=hand_words, value=found.value)
    if bonus:
        hand_words = words("{hand}; best hand + {bonus}", hand=hand_words, bonus=bonus)
    if money:
        hand_words = words("{hand}; units left + {money}", hand=hand_words, money=money)
    return How(found.cards, parts, hand_words)
