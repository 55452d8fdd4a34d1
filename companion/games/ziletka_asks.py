"""What Žiletka asks of a player: to attack, to beat or take, to draw, to show a Zbor; and what beats what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from typing import Any, ClassVar

from companion.cards import Card, Cards
from companion.referee import Doubtful, Illegal
from companion.rules.plays import in_hand
from companion.rules.requests import Act, Request, Sight
from companion.table.table import Seat, Table, hand
from companion.table.truth import Dice, Truth
from companion.texts import Text

RANKS = "6789TJQKA"
Seen = Callable[[Seat, Cards], None]


def words(english: str, **values: object) -> Text:
    """A sentence of this game."""
    return Text(english, values, "games/ziletka")


def height(card: Card) -> int:
    """Its place among the ranks."""
    return RANKS.index(card.rank)


def beats(t: Table, card: Card, attack: Card) -> bool:
    """Whether a card beats an attacking one: a higher rank of any suit, or a trump; a trump only a higher one.

    As a house rule any trump beats an attacking trump too, a lower one as well: so the source says it.
    """
    higher = height(card) > height(attack)
    if attack.suit == t.trump and t.rules["beat_trump"] == "higher_trump":
        return card.suit == t.trump and higher
    same = t.rules["cross_suit"] == "any" or card.suit == attack.suit
    return (higher and same) or card.suit == t.trump


def defence(t: Table, held: Iterable[Card], attack: Sequence[Card]) -> tuple[Card, ...] | None:
    """Cards of a hand that beat every attacking card, each a separate one; None if there are none."""
    for cards in permutations(sorted(held), len(attack)):
        if all(beats(t, card, other) for card, other in zip(cards, attack, strict=True)):
            return cards
    return None


def is_zbor(cards: Sequence[Card]) -> bool:
    """Three cards of a rank, or three of a suit."""
    return len(cards) == 3 and (len({c.rank for c in cards}) == 1 or len({c.suit for c in cards}) == 1)


def zbor_strength(t: Table, cards: Sequence[Card]) -> tuple[int, ...]:
    """For comparing: three of a rank, then the trump suit, then others; each by rank."""
    ranks = sorted(map(height, cards), reverse=True)
    kind = 2 if len({card.rank for card in cards}) == 1 else int(cards[0].suit == t.trump)
    return (kind, *ranks)


def pretty(cards: Iterable[Card]) -> str:
    """Cards in a row, for people."""
    return " ".join(card.pretty for card in cards)


@dataclass(frozen=True)
class Attack(Request[tuple[Card, ...]]):
    """Attack the next player with one card, or with two of a rank or suit."""

    target: Seat
    shown: Seen = field(compare=False)
    """told which cards have come to light"""
    first: ClassVar = True
    """these cards attack: what lies there from before is out"""
    verbs: ClassVar = ("play",)
    sight: ClassVar[Sight] = "middle"

    def apply(self, t: Table, act: Act, force: bool = False) -> tuple[Card, ...]:
        if not act.cards or act.count:
            raise Doubtful("no_cards", words("Which cards does {name} play?", name=t.names[self.seat]))
        new = in_hand(t, self.seat, act)
        self.check(t, act)
        t.reveal(hand(self.seat), new)
        self.shown(self.seat, Counter(new))
        if self.first:
            t.move_all("attack", "aside")  # (what was beaten off before)
        t.move(hand(self.seat), "attack", act.cards)
        return act.cards

    def check(self, t: Table, act: Act) -> None:
        """Whether these may be played; raises Illegal."""
        if not self.fits(t, act.cards):
            said = words("{cards}: one attacks with one card, or with two of the same rank or suit",
                         cards=pretty(act.cards))  # fmt: skip
            raise Illegal("wrong_attack", said, act.cards)

    def fits(self, t: Table, cards: Sequence[Card]) -> bool:
        """Whether these cards may be played."""
        two = len(cards) == 2 and (cards[0].rank == cards[1].rank or cards[0].suit == cards[1].suit)
        return len(cards) == 1 or two

    def faces(self, t: Table) -> Cards:
        return t.unseen() + t.known(hand(self.seat))

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"count": 1, "most": 2}

    def describe(self, t: Table) -> Text:
        return words("{name} attacks {other}", name=t.names[self.seat], other=t.names[self.target])

    def sets(self, t: Table, truth: Truth) -> list[tuple[Card, ...]]:
        """All cards and pairs of the hand."""
        held = sorted(truth.hand(t, self.seat).elements())
        return [*combinations(held, 1), *combinations(held, 2)]

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        good = [cards for cards in self.sets(t, truth) if self.fits(t, cards)]
        return Act("play", self.seat, dice.choice(good)) if good else None

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        wrong = [cards for cards in self.sets(t, truth) if not self.fits(t, cards)]
        return Act("play", self.seat, dice.choice(wrong)) if wrong else None


@dataclass(frozen=True)
class Beat(Attack):
    """Beat every attacking card with a separate card of the hand."""

    attack: tuple[Card, ...] = ()
    first: ClassVar = False

    def check(self, t: Table, act: Act) -> None:
        if not self.fits(t, act.cards):
            said = words("{cards} does not beat {attack}: it goes back", cards=pretty(act.cards),
                         attack=pretty(self.attack))  # fmt: skip
            raise Illegal("does_not_beat", said, act.cards)

    def fits(self, t: Table, cards: Sequence[Card]) -> bool:
        return len(cards) == len(self.attack) and defence(t, cards, self.attack) is not None

    def unlikely(self, t: Table, card: Card) -> bool:
        return not any(beats(t, card, attack) for attack in self.attack)

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"count": len(self.attack)}

    def describe(self, t: Table) -> Text:
        return words("{name} beats {cards}", name=t.names[self.seat], cards=pretty(self.attack))


@dataclass(frozen=True)
class TakeUp(Request[Cards]):
    """Take the attacking cards into the hand: who can beat them all must. The answer: what was known of the hand."""

    attack: tuple[Card, ...]
    verbs: ClassVar = ("take",)
    sight: ClassVar[Sight] = "taken up"
    takes_from: ClassVar = "attack"

    def apply(self, t: Table, act: Act, force: bool = False) -> Cards:
        if act.cards and sorted(act.cards) != sorted(self.attack):
            said = words("{name} takes {cards}, no more and no less", name=t.names[self.seat],
                         cards=pretty(self.attack))  # fmt: skip
            raise Illegal("wrong_take", said, self.attack)
        known = t.known(hand(self.seat))
        t.move("attack", hand(self.seat), self.attack)
        return known

    def against(self, t: Table, act: Act, held: Cards, truth: Truth) -> bool:
        return t.rules["must_beat"] == "must" and defence(t, held.elements(), self.attack) is not None

    def describe(self, t: Table) -> Text:
        return words("{name} takes them", name=t.names[self.seat])

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        able = defence(t, truth.hand(t, self.seat).elements(), self.attack) is not None
        voluntary = t.rules["must_beat"] == "may_take" and dice.random() < 0.2
        return Act("take", self.seat) if voluntary or not able else None

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act:
        return Act("take", self.seat)


@dataclass(frozen=True)
class ShowZbor(Request[tuple[Card, ...]]):
    """Show three cards of a rank or suit, being all that one holds: it takes the pot."""

    shown: Seen = field(compare=False)
    verbs: ClassVar = ("show",)
    optional: ClassVar = True
    sight: ClassVar[Sight] = "row"

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"count": 3}

    def apply(self, t: Table, act: Act, force: bool = False) -> tuple[Card, ...]:
        name = t.names[self.seat]
        if not act.cards:
            raise Doubtful("no_cards", words("Which cards does {name} show?", name=name))
        if len(act.cards) != 3 or t.size(hand(self.seat)) != 3:
            raise Illegal("no_zbor", words("a Zbor is exactly three cards, and nothing else in the hand"), act.cards)
        new = in_hand(t, self.seat, act)
        if not is_zbor(act.cards):
            raise Illegal("no_zbor", words("{cards} is no Zbor: one rank, or one suit", cards=pretty(act.cards)),
                          act.cards)  # fmt: skip
        t.reveal(hand(self.seat), new)
        self.shown(self.seat, Counter(new))
        return act.cards

    def describe(self, t: Table) -> Text:
        return words("{name} may show a Zbor", name=t.names[self.seat])

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        cards = tuple(sorted(truth.hand(t, self.seat).elements()))
        return Act("show", self.seat, cards) if is_zbor(cards) and dice.random() < 0.7 else None


@dataclass(frozen=True)
class NoZbor(Request[str]):
    """After somebody has shown a Zbor in the deal: I have none, or a worse one."""

    verbs: ClassVar = ("pass",)

    def apply(self, t: Table, act: Act, force: bool = False) -> str:
        return "pass"

    def describe(self, t: Table) -> Text:
        return words("{name} shows a Zbor, or says Dalje", name=t.names[self.seat])

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act:
        return Act("pass", self.seat)
