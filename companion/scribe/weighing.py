"""How sure a reading is: sightings weighed together with what is possible, averaged over looks, matched with cards.

Several cards are weighed as one assignment of faces to places: no face is given away more often than it can be there,
and each card's faces are as likely as all assignments that give it that face.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from companion.cards import BadCard, Card, Cards
from companion.ports import Sighting

ACCEPT = 0.985
"""posterior from which a face is taken without asking"""
IMPOSSIBLE = 0.25
"""more probability than this on faces that cannot be: something is wrong, do not bend the reading"""
JOKER = Card("X", "")
JOKERS = (Card("XB", ""), Card("XR", ""))
EXPLAINS = 0.2
"""odds from which a sighting may be a card that is known to lie there"""
WORTH = 1e-6
"""less than this on a face is not worth an assignment"""
NONE = 0.1
"""how much less likely one of several cards is none, when as many lie there as must"""
FACES = 54
"""so many faces a card may have: what is none looks like each of them alike"""
MOST_TOGETHER = 12
"""so many cards that compete for the same faces are weighed exactly, more of them one after the other"""

Prior = Callable[[Card], float]
"""how likely a face is beside the others before it is seen"""


@dataclass(frozen=True)
class Weighed:
    """A sighting weighed with what is possible: likeliest faces with their posteriors, and what is impossible."""

    sighting: Sighting
    faces: tuple[tuple[Card, float], ...]
    impossible: float
    cannot: tuple[tuple[Card, float], ...] = ()
    """the faces it looks like and cannot be, likeliest first"""
    untold: float = 0.0
    """how likely it is no card, as the reader says that does not know what is possible"""

    @property
    def sure(self) -> bool:
        """Whether its first face may be taken without asking."""
        return bool(self.faces) and self.faces[0][1] >= ACCEPT and self.impossible + self.untold < IMPOSSIBLE


def average(odds: Sequence[Mapping[str, float]]) -> Mapping[str, float]:
    """The geometric mean of several odds of one card, what is missing to 1 counting as one more face."""
    names = {name for one in odds for name in one}
    tiny = 1e-4
    logs = {name: sum(math.log(max(one.get(name, 0.0), tiny)) for one in odds) / len(odds) for name in names}
    none = sum(math.log(max(1.0 - sum(one.values()), tiny)) for one in odds) / len(odds)
    total = sum(math.exp(v) for v in logs.values()) + math.exp(none)
    return {name: math.exp(v) / total for name, v in logs.items()}


@dataclass
class _Open:
    """A card that is being weighed: what each possible face is worth, what no face explains, and what cannot be."""

    sighting: Sighting
    worth: dict[Card, float]
    unread: float
    cannot: dict[Card, float]
    untold: float


def surely_a_card(odds: Mapping[str, float]) -> Mapping[str, float]:
    """The odds of what is hardly no card at all: what is untold shrinks to a tenth."""
    told = sum(odds.values())
    whole = told + NONE * max(0.0, 1.0 - told)
    return {name: p / whole for name, p in odds.items()} if told else odds


def weigh(s: Sighting, odds: Mapping[str, float], possible: Cards) -> Weighed:
    """One reading times what is possible."""
    return weigh_all([s], [odds], possible)[0]


def weigh_all(
    lying: Sequence[Sighting], odds: Sequence[Mapping[str, float]], possible: Cards, prior: Prior = lambda card: 1.0
) -> list[Weighed]:
    """Readings times what is possible, of several cards at once.

    What the reader has left untold, that it is no card, keeps its share (Bayes' rule): the fewer faces are possible,
    the less likely it is that what is none looks like one of them.
    """
    cards = [_opened(s, one, possible, prior) for s, one in zip(lying, odds, strict=True)]
    shares = [_share(card) for card in cards]
    for group in _competing(cards, possible):
        _settle(cards, shares, group, possible)
    found = []
    for card, share in zip(cards, shares, strict=True):
        ranked = tuple(sorted(share.items(), key=lambda item: -item[1]))
        cannot = tuple(sorted(card.cannot.items(), key=lambda item: -item[1]))
        found.append(Weighed(card.sighting, ranked, sum(card.cannot.values()), cannot, card.untold))
    return found


def _opened(s: Sighting, odds: Mapping[str, float], possible: Cards, prior: Prior) -> _Open:
    worth: dict[Card, float] = {}
    cannot: dict[Card, float] = {}
    for card, p in named(odds, possible).items():
        if possible.get(card, 0) > 0:
            worth[card] = p * prior(card)
        else:
            cannot[card] = p
    untold = max(0.0, 1.0 - sum(odds.values()))
    able = sum(prior(card) for card, n in possible.items() if n > 0)
    return _Open(s, worth, untold * min(1.0, able / FACES), cannot, untold)


def named(odds: Mapping[str, float], possible: Cards) -> dict[Card, float]:
    """The odds by card. Jokers of two colours are one where the game has one kind, or only one can be there."""
    found: dict[Card, float] = {}
    for name, p in odds.items():
        try:
            card = Card.parse(name)
        except BadCard:
            continue
        if not card.suit and not possible.get(card, 0) and possible.get(JOKER, 0):
            card = JOKER  # (a game with one kind of joker does not mind which it is)
        found[card] = found.get(card, 0.0) + p
    for mine, other in (JOKERS, JOKERS[::-1]):
        if found.get(mine, 0.0) >= EXPLAINS / 4 and possible.get(mine, 0) and not possible.get(other, 0):
            found[mine] += found.pop(
                other, 0.0
            )  # (colours of jokers are easily confused, and the other one is not there)
    return found


def _share(card: _Open) -> dict[Card, float]:
    total = sum(card.worth.values()) + card.unread
    return {face: p / total for face, p in card.worth.items()} if total else {}


def _competing(cards: Sequence[_Open], possible: Cards) -> list[list[int]]:
    """Groups of cards that want the same faces more often than these can be there."""
    wanted: dict[Card, list[int]] = {}
    for i, card in enumerate(cards):
        for face, p in card.worth.items():
            if p > WORTH:
                wanted.setdefault(face, []).append(i)
    group = list(range(len(cards)))
    for face, who in wanted.items():
        if len(who) > possible.get(face, 0):
            names = {group[i] for i in who}
            group = [min(names) if name in names else name for name in group]
    found = [[i for i in range(len(cards)) if group[i] == name] for name in sorted(set(group))]
    return [one for one in found if len(one) > 1]


def _settle(cards: Sequence[_Open], shares: list[dict[Card, float]], group: list[int], possible: Cards) -> None:
    """Give each card of a group the shares that all assignments of faces leave it."""
    if len(group) > MOST_TOGETHER:
        _one_by_one(cards, shares, group, possible)
        return
    options = [[(f, p) for f, p in cards[i].worth.items() if p > WORTH] for i in group]
    none = [cards[i].unread for i in group]
    whole = _ways(options, none, possible)
    if not whole:
        return  # (nothing fits them all: each stays as doubtful as it is, and is asked)
    for n, i in enumerate(group):
        kept = [*options[:n], *options[n + 1 :]]
        others = [*none[:n], *none[n + 1 :]]
        shares[i] = {
            face: p * _ways(kept, others, possible - Counter([face])) / whole for face, p in options[n]
        }  # fmt: skip


def _ways(options: list[list[tuple[Card, float]]], none: list[float], possible: Cards) -> float:
    """The worth of all assignments together."""
    faces = {face for one in options for face, _ in one}
    tight = sorted(f for f in faces if sum(any(f == g for g, _ in one) for one in options) > possible.get(f, 0))
    at = {face: n for n, face in enumerate(tight)}
    states: dict[tuple[int, ...], float] = {tuple(possible.get(face, 0) for face in tight): 1.0}
    for one, unread in zip(options, none, strict=True):
        after: dict[tuple[int, ...], float] = {}
        for left, worth in states.items():
            if unread:
                after[left] = after.get(left, 0.0) + worth * unread
            for face, p in one:
                n = at.get(face)
                if n is None:
                    now = left
                elif left[n]:
                    now = (*left[:n], left[n] - 1, *left[n + 1 :])
                else:
                    continue
                after[now] = after.get(now, 0.0) + worth * p
        states = after
    return sum(states.values())


def _one_by_one(cards: Sequence[_Open], shares: list[dict[Card, float]], group: list[int], possible: Cards) -> None:
    """The surest first, each with what the others leave."""
    left = Counter(possible)
    for i in sorted(group, key=lambda i: -max(cards[i].worth.values(), default=0.0)):
        able = {face: p for face, p in cards[i].worth.items() if left[face] > 0}
        gone = sum(p for face, p in cards[i].worth.items() if left[face] <= 0)
        total = sum(able.values()) + cards[i].unread + gone
        shares[i] = {face: p / total for face, p in able.items()} if total else {}
        best = max(shares[i], key=lambda face: shares[i][face], default=None)
        if best is not None and shares[i][best] >= ACCEPT:
            left[best] -= 1


# Known cards --------------------------------------------------------------------------------------------------------


def explained(s: Sighting, known: Cards, least: float = EXPLAINS) -> bool:
    """Whether a sighting may be one of these known cards; the card is used up."""
    odds = named(s.odds, known)
    best = max((card for card in known if known[card] > 0), key=lambda c: odds.get(c, 0.0), default=None)
    if best is None or odds.get(best, 0.0) < least:
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
