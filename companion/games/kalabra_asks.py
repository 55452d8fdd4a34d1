"""What Kalabra asks of a player: to lay a card, to take with it, or to leave what it could take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

from companion.cards import Card, Cards
from companion.games.kalabra_takes import may_take, sets_for, takers
from companion.referee import Doubtful, Illegal
from companion.rules.drawing import Draw
from companion.rules.plays import in_hand
from companion.rules.requests import Act, Request, Sight
from companion.table import claims
from companion.table.claims import Duty
from companion.table.table import Table, hand
from companion.table.truth import Dice, Truth
from companion.texts import Text


def words(english: str, **values: object) -> Text:
    """A sentence of this game."""
    return Text(english, values, "games/kalabra")


def several(english: str, plural: str, n: int) -> Text:
    """A sentence of this game that counts something."""
    return Text(english, {"n": n}, "games/kalabra", plural)


@dataclass(frozen=True)
class PlayCard(Request[Card]):
    """Lay a card of the hand to the talon. If it takes nothing, no other card of the hand may have taken something.

    ``hasty``: the card before it has not taken yet what it could.
    """

    hasty: bool = False
    verbs: ClassVar = ("play",)
    sight: ClassVar[Sight] = "middle"

    def apply(self, t: Table, act: Act, force: bool = False) -> Card:
        name = t.names[self.seat]
        if len(act.cards) != 1 or act.count:
            raise Doubtful("no_cards", words("Which one card does {name} play?", name=name))
        new, card = in_hand(t, self.seat, act), act.cards[0]
        owed = self.owed(t)
        if (wrong := claims.broken(owed, Counter([card]), t.known(hand(self.seat)) - Counter([card]))) is not None:
            said = words("{name} laid {card}, but holds {other}, which takes something", name=name, card=card.pretty,
                         other=wrong[1][0].pretty)  # fmt: skip
            t.find("must_capture", self.seat, said, wrong[1])
        t.reveal(hand(self.seat), new)
        what = words("{name} laid {card}", name=name, card=card.pretty)
        claims.claim(t, self.seat, owed, Counter([card]), what)
        t.move(hand(self.seat), "lot", [card])
        return card

    def owed(self, t: Table) -> tuple[Duty, ...]:
        """Who holds a card that takes something must take."""
        if t.rules["must_capture"] != "hand" or not (kind := takers(t)):
            return ()
        return (Duty("must_capture", kind, words("a card that takes had to be played")),)

    def against(self, t: Table, act: Act, held: Cards, truth: Truth) -> bool:
        return claims.broken(self.owed(t), Counter(act.cards), held - Counter(act.cards)) is not None

    def faces(self, t: Table) -> Cards:
        return t.unseen() + t.known(hand(self.seat))

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"count": 1}

    def describe(self, t: Table) -> Text:
        return words("{name} plays a card", name=t.names[self.seat])

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        if self.hasty:
            return None
        legal = claims.legal_cards(self.owed(t), truth.hand(t, self.seat))
        return Act("play", self.seat, (dice.choice(sorted(legal)),))

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        if self.hasty:
            return None
        held = truth.hand(t, self.seat)
        wrong = sorted(set(held) - set(claims.legal_cards(self.owed(t), held)))
        return Act("play", self.seat, (dice.choice(wrong),)) if wrong else None


@dataclass(frozen=True)
class Leave(Draw):
    """Draw without having taken what the card just laid could take."""

    def follows(self, t: Table) -> bool:
        return False

    def against(self, t: Table, act: Act, held: Cards, truth: Truth) -> bool:
        return t.rules["must_capture"] != "free"

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        return Act("draw", self.seat, count=1) if t.rules["must_capture"] == "free" and dice.random() < 0.3 else None

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act:
        return Act("draw", self.seat, count=1)


@dataclass(frozen=True)
class LeaveLast(Request[None]):
    """Say that the last card of the deal stays where it lies, though it could take: nobody plays or draws after it."""

    verbs: ClassVar = ("pass",)

    def apply(self, t: Table, act: Act, force: bool = False) -> None:
        return None

    def describe(self, t: Table) -> Text:
        return words("{name} leaves the last card there", name=t.names[self.seat])

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        return Act("pass", self.seat) if t.rules["must_capture"] == "free" and dice.random() < 0.3 else None


@dataclass(frozen=True)
class Capture(Request[tuple[Card, ...]]):
    """Which cards the card just played takes."""

    card: Card
    verbs: ClassVar = ("take",)
    sight: ClassVar[Sight] = "captured"
    takes_from: ClassVar = "lot"
    takes_with: ClassVar = True

    def ways(self, t: Table) -> Sequence[tuple[Card, ...]]:
        talon = t.cards("lot")[:-1]
        sets = {cards for n in range(1, len(talon) + 1) for cards in combinations(sorted(talon), n)}
        return sorted(
            (one for one in sets if may_take(self.card, one, talon, t.rules)), key=lambda one: (len(one), one)
        )

    def apply(self, t: Table, act: Act, force: bool = False) -> tuple[Card, ...]:
        talon = t.cards("lot")[:-1]
        ways = list(sets_for(self.card, talon))
        if not act.cards and len(ways) == 1:
            return ways[0]
        if not act.cards:
            raise Doubtful("no_cards", words("Which cards does {card} take?", card=self.card.pretty))
        if not may_take(self.card, act.cards, talon, t.rules):
            cards = " ".join(card.pretty for card in act.cards)
            said = words("{card} does not take {cards}: they go back", card=self.card.pretty, cards=cards)
            raise Illegal("wrong_capture", said, act.cards)
        return act.cards

    def describe(self, t: Table) -> Text:
        return words("{name} takes cards", name=t.names[self.seat])

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act:
        ways = sorted(set(sets_for(self.card, t.cards("lot")[:-1])))
        return Act("take", self.seat, dice.choice(ways))

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        talon = t.cards("lot")[:-1]
        return Act("take", self.seat, tuple(talon)) if not may_take(self.card, tuple(talon), talon, t.rules) else None
