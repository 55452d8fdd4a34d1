"""What only Lu asks of the people: a trump turned up by who cannot follow, the Kupovina, the dealer against one."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.cards import Card, Cards
from companion.referee import Illegal
from companion.rules.plays import Play, follow
from companion.rules.requests import Act, Request
from companion.rules.spoken import Choose
from companion.rules.turning import Turn
from companion.table import claims
from companion.table.table import Laid, Table, hand
from companion.table.truth import Dice, Truth
from companion.texts import Text

HAND = 3
SOME_CARD = Counter([Card("", "")])


def words(english: str, **values: object) -> Text:
    """A sentence of this game."""
    return Text(english, values, "games/lu")


# Following while there are no trumps --------------------------------------------------------------------------------


@dataclass(frozen=True)
class CannotFollow(Turn):
    """Who cannot follow says so by having the top card of the stock turned up: its suit is trumps at once."""

    suit: str = ""
    optional: ClassVar = True

    def apply(self, t: Table, act: Act, force: bool = False) -> tuple[Card, ...]:
        turned = super().apply(t, act, force)
        name, duties = t.names[self.seat], (follow(t.faces, self.suit),)
        what = words("{name} said in trick {n} that he cannot follow", name=name, n=t.trick_number)
        if wrong := claims.broken(duties, SOME_CARD, t.known(hand(self.seat))):
            said = words("{what}; but {card} was in the hand", what=what, card=wrong[1][0].pretty)
            t.find("follow_suit", self.seat, said, wrong[1])
        claims.claim(t, self.seat, duties, SOME_CARD, what)
        return turned

    def describe(self, t: Table) -> Text:
        return words("{name} may say that he cannot follow: a trump is turned up", name=t.names[self.seat])

    def against(self, t: Table, act: Act, held: Cards, truth: Truth) -> bool:
        return any(card.suit == self.suit for card in held)

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:  # type: ignore[override]
        able = any(card.suit == self.suit for card in truth.hand(t, self.seat))
        return None if able else super().at_random(t, truth, dice)


@dataclass(frozen=True)
class PlayFirst(Play):
    """Follow while there are no trumps: another suit counts only after a trump has been turned up."""

    suit: str = ""

    def apply(self, t: Table, act: Act, force: bool = False) -> Laid:
        if not force and any(card.suit != self.suit for card in act.cards):
            said = words("who cannot follow says so first: a trump is turned up, then {card} counts",
                         card=act.cards[0].pretty)  # fmt: skip
            raise Illegal("turn_first", said, act.cards, early=True)
        return super().apply(t, act, force)

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act:
        turn = CannotFollow(self.seat, "stock", "turned", 1, suit=self.suit).at_random(t, truth, dice)
        return turn or super().at_random(t, truth, dice)

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        if dice.random() < 0.3:
            return Act("turn", self.seat, truth.next_cards(t, "stock", 1))
        return super().breach(t, truth, dice)


# The Kupovina, and the dealer against one ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Buy(Request[bool]):
    """Change all three cards for the Kupovina, unseen, or pass it on."""

    verbs: ClassVar = ("exchange", "pass")

    def apply(self, t: Table, act: Act, force: bool = False) -> bool:
        if act.do == "pass":
            return False
        seen = (len(act.cards) + act.count) or HAND
        if seen != HAND:
            said = words("{name} must exchange all {n} cards or none, not {seen}", name=t.names[self.seat], n=HAND,
                         seen=seen)  # fmt: skip
            raise Illegal("exchange_number", said)
        t.move_all(hand(self.seat), "aside")
        t.move_all("kupovina", hand(self.seat))
        return True

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"count": HAND}

    def describe(self, t: Table) -> Text:
        return words("{name} takes the Kupovina for his cards, or says Dalje", name=t.names[self.seat])

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act:
        return Act("exchange", self.seat, count=HAND) if dice.random() < 0.2 else Act("pass", self.seat)

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act:
        return Act("exchange", self.seat, count=dice.choice((1, 2)))


@dataclass(frozen=True)
class MustPlay(Choose):
    """The dealer against a single player: for himself, or for the honour of the bank."""

    def apply(self, t: Table, act: Act, force: bool = False) -> str:
        if act.word == "out":
            said = words("{name} must play: only one other player is in", name=t.names[self.seat])
            raise Illegal("dealer_must_play", said)
        return super().apply(t, act, force)

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act:
        return Act("choose", self.seat, word="out")
