"""What may be led in Žiao-Pengju, how it is followed, and who wins: single cards, groups, sequences, top cards.

A group is so many equal cards (two or more packs are played with); a sequence is two groups of the same size, adjacent
in one suit; top cards are several single cards, or several pairs, that no other hand can beat (``topleads``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.cards import RANKS, Card, Cards
from companion.rules.levels import TRUMPS, Trumps, follow, kind, suit_words
from companion.rules.topleads import elsewhere
from companion.table.claims import Duty
from companion.table.table import Laid, Table
from companion.table.truth import Truth
from companion.texts import Text


def words(english: str, **values: object) -> Text:
    """A sentence of the leads."""
    return Text(english, values, "games/ziao_pengju_leads")


@dataclass(frozen=True)
class Shape:
    """The kind of a lead: so many groups of so many equal cards."""

    kind: Literal["group", "sequence", "tops"]
    size: int = 1
    groups: int = 1


# What a lead is -----------------------------------------------------------------------------------------------------


def shape_of(trumps: Trumps, cards: Sequence[Card], longer: bool = False) -> Shape | None:
    """The kind of a lead, None if these cards may not be led together. ``longer``: sequences of more than two groups.

    Two adjacent groups are a sequence even when they are also the top cards.
    """
    held = Counter(cards)
    sizes = set(held.values())
    if len({trumps.suit_of(card) for card in held}) != 1 or len(sizes) != 1:
        return None
    size, groups = sizes.pop(), len(held)
    if groups == 1:
        return Shape("group", size)
    if size in (2, 3) and (groups == 2 or longer) and adjacent(trumps, held):
        return Shape("sequence", size, groups)
    return Shape("tops", size, groups) if size in (1, 2) else None


def adjacent(trumps: Trumps, faces: Iterable[Card]) -> bool:
    """Whether these are neighbours in one suit: no level cards, no jokers; the rank of the level is skipped."""
    faces = list(faces)
    if len({card.suit for card in faces}) != 1 or any(not card.suit or card.rank == trumps.level for card in faces):
        return False
    ranks = RANKS.replace(trumps.level, "")
    at = sorted(ranks.index(card.rank) for card in faces)
    return at == list(range(at[0], at[0] + len(at)))


def refuted_by(shape: Shape, by_pairs: bool) -> int:
    """How many equal higher cards in one other hand make a lead of top cards false."""
    return shape.size if by_pairs else 1


# Following ----------------------------------------------------------------------------------------------------------


def duties(faces: frozenset[Card], trumps: Trumps, led: Card, shape: Shape) -> tuple[Duty, ...]:
    """As many groups of the suit as were led, as far as the hand has them; and as many cards of the suit."""
    suit = trumps.suit_of(led)
    must = follow(faces, trumps, led, shape.size * shape.groups)
    if shape.size == 1:
        return (must,)
    said = words("groups of {n} equal cards of {suit} had to be played", n=shape.size, suit=suit_words(suit))
    return Duty("follow_group", kind(faces, trumps, suit), said, shape.groups, shape.size), must


def winner(trumps: Trumps, shape: Shape, laid: Sequence[Laid], longer: bool = False) -> Laid:
    """Who wins a trick: what is of the kind led, in trumps or else in the suit led; of equal ones the first played.

    Top cards are beaten by nothing but trumps (pairs by pairs of trumps), and never where trumps were led.
    """
    first = laid[0]
    suit = trumps.suit_of(first.card)
    if shape.kind == "tops":
        there = [one for one in laid if ruffs(trumps, shape, one.cards)] if suit != TRUMPS else []
        return max(there, key=lambda one: top(trumps, one)) if there else first
    for best in dict.fromkeys((TRUMPS, suit)):
        there = [one for one in laid if trumps.suit_of(one.card) == best and
                 shape_of(trumps, one.cards, longer) == shape]  # fmt: skip
        if there:
            return max(there, key=lambda one: top(trumps, one))
    return first


def ruffs(trumps: Trumps, shape: Shape, cards: Sequence[Card]) -> bool:
    """Whether cards are nothing but trumps, in pairs where pairs were led."""
    return all(trumps.suit_of(card) == TRUMPS for card in cards) and all(
        copies % shape.size == 0 for copies in Counter(cards).values()
    )


def top(trumps: Trumps, laid: Laid) -> int:
    """The height of the highest card."""
    return max(map(trumps.height, laid.cards))


# For the dealer, who sees all hands ---------------------------------------------------------------------------------


def leads_of(trumps: Trumps, held: Cards, longer: bool) -> list[tuple[Card, ...]]:
    """Groups and sequences that a known hand may lead."""
    found = [(card,) * n for card, copies in sorted(held.items()) for n in range(2, copies + 1)]
    for size in (2, 3):
        groups = sorted(card for card, copies in held.items() if copies >= size)
        pairs = [(one, other) for one in groups for other in groups if one < other and adjacent(trumps, (one, other))]
        found += [(one,) * size + (other,) * size for one, other in pairs]
        if longer:
            found += [(one,) * size + (mid,) * size + (last,) * size for one, mid in pairs for last in groups
                      if last not in (one, mid) and adjacent(trumps, (one, mid, last))]  # fmt: skip
    return found


def tops_of(
    t: Table, trumps: Trumps, truth: Truth, seat: int, longer: bool, by_pairs: bool = False
) -> list[tuple[Card, ...]]:
    """Leads of top cards and of top pairs that are truly the highest. ``by_pairs``: only pairs beat pairs."""
    held, found = truth.hand(t, seat), []
    for suit in sorted({trumps.suit_of(card) for card in held}):
        for size in (1, 2):
            others = elsewhere(t, truth, seat, False, size if by_pairs else 1)
            best = max((trumps.height(card) for card in others if trumps.suit_of(card) == suit), default=-1)
            high = sorted(card for card, copies in held.items() if trumps.suit_of(card) == suit and
                          copies >= size and trumps.height(card) >= best)  # fmt: skip
            found += [tuple(card for card in high[:n] for _ in range(size)) for n in range(2, len(high) + 1)]
    return [cards for cards in found if (shape := shape_of(trumps, cards, longer)) and shape.kind == "tops"]
