"""How sure a reading is: sightings weighed with what is possible, averaged over looks, matched with known cards."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.cards import BadCard, Card, Cards
from companion.ports import Sighting

ACCEPT = 0.985
"""posterior from which a face is taken without asking"""
IMPOSSIBLE = 0.25
"""more probability than this on faces that cannot be: something is wrong, do not bend the reading"""
JOKER = Card("X", "")
EXPLAINS = 0.2
"""odds from which a sighting may be a card that is known to lie there"""


@dataclass(frozen=True)
class Weighed:
    """A sighting weighed with what is possible: likeliest faces with their posteriors, and what is impossible."""

    sighting: Sighting
    faces: tuple[tuple[Card, float], ...]
    impossible: float

    @property
    def sure(self) -> bool:
        """Whether its first face may be taken without asking."""
        return bool(self.faces) and self.faces[0][1] >= ACCEPT and self.impossible < IMPOSSIBLE


def average(odds: Sequence[Mapping[str, float]]) -> Mapping[str, float]:
    """The geometric mean of several odds of one card, what is missing to 1 counting as one more face."""
    names = {name for one in odds for name in one}
    tiny = 1e-4
    logs = {name: sum(math.log(max(one.get(name, 0.0), tiny)) for one in odds) / len(odds) for name in names}
    none = sum(math.log(max(1.0 - sum(one.values()), tiny)) for one in odds) / len(odds)
    total = sum(math.exp(v) for v in logs.values()) + math.exp(none)
    return {name: math.exp(v) / total for name, v in logs.items()}


def weigh(s: Sighting, odds: Mapping[str, float], possible: Cards) -> Weighed:
    """Reading times what is possible. What the reader could not tell keeps its share, so doubt is not bent away."""
    faces: dict[Card, float] = {}
    impossible = 0.0
    for name, p in odds.items():
        try:
            card = Card.parse(name)
        except BadCard:
            continue
        if not card.suit and not possible.get(card, 0):
            card = JOKER  # (a game with one kind of joker does not mind which it is)
        if possible.get(card, 0) > 0:
            faces[card] = faces.get(card, 0.0) + p
        else:
            impossible += p
    unread = max(0.0, 1.0 - sum(odds.values()))
    total = sum(faces.values()) + unread
    ranked = sorted(((card, p / total) for card, p in faces.items()), key=lambda item: -item[1]) if total else []
    return Weighed(s, tuple(ranked), impossible)


def explained(s: Sighting, known: Cards, least: float = EXPLAINS) -> bool:
    """Whether a sighting may be one of these known cards; the card is used up."""
    best = max((card for card in known if known[card] > 0), key=lambda c: s.odds.get(str(c), 0.0), default=None)
    if best is None or s.odds.get(str(best), 0.0) < least:
        return False
    known[best] -= 1
    return True


def matched(lying: Sequence[Sighting], known: Cards, least: float = EXPLAINS) -> Cards:
    """Which of the known cards these sightings positively are, with odds of at least ``least``."""
    left, found = Counter(known), Counter[Card]()
    for s in sorted(lying, key=lambda s: -max(s.odds.values(), default=0.0)):
        held = Counter(left)
        if explained(s, left, least):
            found += held - left
    return found
