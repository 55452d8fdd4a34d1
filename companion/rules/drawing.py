"""Cards that change hands unseen: drawing from a pile, laying off face down."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.cards import Card
from companion.referee import Illegal
from companion.rules.plays import in_hand
from companion.rules.requests import Act, Request
from companion.rules.turning import only_hidden
from companion.table.table import Table, hand
from companion.table.truth import Dice, Truth
from companion.texts import Text, counted, text


@dataclass(frozen=True)
class Draw(Request[int]):
    """Take the next ``number`` cards of a pile into the hand, unseen; a card that was seen on the way may be named."""

    number: int
    source: str
    verbs: ClassVar = ("draw",)

    def apply(self, t: Table, act: Act, force: bool = False) -> int:
        seen = (len(act.cards) + act.count) or self.number
        if seen != self.number:
            words = counted(
                "{name} draws {n} card, not {seen}", "{name} draws {n} cards, not {seen}",
                self.number, name=t.names[self.seat], seen=seen,
            )  # fmt: skip
            raise Illegal("wrong_number", words)
        top = t.places[self.source][: self.number]
        known = Counter(lying.card for lying in top if lying.card is not None)
        t.reveal(self.source, (Counter(act.cards) - known).elements())
        cards = [lying.card for lying in t.places[self.source][: self.number]]
        t.move(self.source, hand(self.seat), [c for c in cards if c is not None], cards.count(None))
        return self.number

    def follows(self, t: Table) -> bool:
        return True

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"count": self.number}

    def describe(self, t: Table) -> Text:
        return counted("{name} draws {n} card", "{name} draws {n} cards", self.number, name=t.names[self.seat])

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        return Act("draw", self.seat, count=self.number)

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act:
        return Act("draw", self.seat, count=self.number + 1)


@dataclass(frozen=True)
class LayOff(Request[tuple[Card, ...]]):
    """Lay off exactly ``number`` cards of the hand: face down (told as a number), or ``face_up``, by name."""

    number: int
    target: str = "aside"
    face_up: bool = False
    verbs: ClassVar = ("discard",)

    def apply(self, t: Table, act: Act, force: bool = False) -> tuple[Card, ...]:
        name, seen = t.names[self.seat], len(act.cards) + act.count
        if seen != self.number:
            words = counted(
                "{name} must discard exactly {n} card, not {seen}", "{name} must discard exactly {n} cards, not {seen}",
                self.number, name=name, seen=seen,
            )  # fmt: skip
            raise Illegal("discard_number", words)
        if self.face_up and act.count:
            raise Illegal("discard_face_up", text("{name} must show the cards to be discarded", name=name))
        new = in_hand(t, self.seat, act)
        left = t.size(hand(self.seat)) - len(act.cards)
        if act.count > left:
            raise Illegal("too_many_cards", only_hidden(name, left, act.count))
        t.reveal(hand(self.seat), new)
        if act.count and t.known(hand(self.seat)) - Counter(act.cards):
            t.forget(hand(self.seat))  # (a card that everybody knows may be among those that went away)
        t.move(hand(self.seat), self.target, act.cards, act.count)
        return act.cards

    def follows(self, t: Table) -> bool:
        return not self.face_up

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"count": self.number}

    def describe(self, t: Table) -> Text:
        name = t.names[self.seat]
        return counted("{name} must discard {n} card", "{name} must discard {n} cards", self.number, name=name)

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act:
        held = sorted(truth.hand(t, self.seat).elements())
        dice.shuffle(held)
        if self.face_up:
            return Act("discard", self.seat, tuple(held[: self.number]))
        return Act("discard", self.seat, count=self.number)

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act:
        return Act("discard", self.seat, count=self.number + 1)
