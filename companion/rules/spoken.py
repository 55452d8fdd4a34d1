"""What people say: announcements that may be made, and choices that must be made, by named words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from companion.cards import Card
from companion.referee import Doubtful, Illegal
from companion.rules.requests import Act, Request
from companion.table.table import Table
from companion.table.truth import Dice, Truth
from companion.texts import Text, text


@dataclass(frozen=True)
class Say(Request[str]):
    """An announcement that may be made now: one of ``words`` (each with what it means, for people). Nobody waits."""

    words: Mapping[str, Text]
    often: float = 0.1
    """how often a random player makes it when he is offered it"""
    verbs: ClassVar = ("say",)
    optional: ClassVar = True

    def takes(self, act: Act) -> bool:
        return act.word in self.words

    def apply(self, t: Table, act: Act, force: bool = False) -> str:
        return chosen(t, act, self.words)

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"words": list(self.words)}

    def describe(self, t: Table) -> Text:
        return text("{name} may say: {words}", name=t.names[self.seat], words=listed(self.words))

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        if dice.random() >= self.often:
            return None
        return Act("say", self.seat, word=dice.choice(sorted(self.words)))


@dataclass(frozen=True)
class Choose(Request[str]):
    """One of a few named options must be chosen."""

    options: Mapping[str, Text]
    verbs: ClassVar[tuple[str, ...]] = ("choose",)

    def apply(self, t: Table, act: Act, force: bool = False) -> str:
        return chosen(t, act, self.options)

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"options": list(self.options)}

    def describe(self, t: Table) -> Text:
        return text("{name} chooses: {words}", name=t.names[self.seat], words=listed(self.options))

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        return Act("choose", self.seat, word=dice.choice(sorted(self.options)))

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        others = [seat for seat in range(t.seats) if seat != self.seat]
        return Act("choose", dice.choice(others), word=dice.choice(sorted(self.options)))


@dataclass(frozen=True)
class BidWord(Choose):
    """One of a few named bids, or a pass: the answer is the word, ``pass`` among them."""

    verbs: ClassVar[tuple[str, ...]] = ("bid", "pass")

    def apply(self, t: Table, act: Act, force: bool = False) -> str:
        return "pass" if act.do == "pass" else chosen(t, act, self.options)

    def describe(self, t: Table) -> Text:
        name = t.names[self.seat]
        return text("{name} bids ({words}), or says Dalje", name=name, words=listed(self.options))

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        if not self.options or dice.random() < 0.5:
            return Act("pass", self.seat)
        return Act("bid", self.seat, word=dice.choice(sorted(self.options)))


@dataclass(frozen=True)
class Called:
    """A card that was called: which, the how manieth copy of it, and a word that was added ("blind")."""

    card: Card
    ordinal: int = 1
    word: str = ""


@dataclass(frozen=True)
class CallCard(Request[Called]):
    """Call a card: one of ``faces_allowed``, where several packs are played with its ordinal up to ``copies``."""

    faces_allowed: frozenset[Card]
    copies: int = 1
    words: Mapping[str, Text] = field(default_factory=dict)
    verbs: ClassVar = ("call",)

    def apply(self, t: Table, act: Act, force: bool = False) -> Called:
        name = t.names[self.seat]
        if len(act.cards) != 1:
            raise Doubtful("no_cards", text("Which card does {name} call?", name=name))
        card, ordinal = act.cards[0], 1 if act.ordinal is None else act.ordinal
        if card not in self.faces_allowed:
            raise Illegal("wrong_call", text("{name} may not call {card}", name=name, card=card.pretty), (card,))
        if not 1 <= ordinal <= self.copies:
            values = {"card": card.pretty, "n": self.copies, "seen": ordinal}
            raise Illegal("wrong_call", text("{card} is called as number 1 to {n}, not {seen}", **values), (card,))
        return Called(card, ordinal, chosen(t, act, self.words) if act.word else "")

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"cards": sorted(map(str, self.faces_allowed)), "ordinals": self.copies, "words": list(self.words)}

    def describe(self, t: Table) -> Text:
        return text("{name} calls a card", name=t.names[self.seat])

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act:
        card = dice.choice(sorted(self.faces_allowed))
        return Act("call", self.seat, (card,), ordinal=dice.randint(1, self.copies))


def chosen(t: Table, act: Act, words: Mapping[str, Text]) -> str:
    """The word of an answer; raises a Refusal if it is none of these."""
    if not act.word:
        raise Doubtful("no_word", text("Which is it: {words}?", words=listed(words)))
    if act.word not in words:
        said = text("{word!r} cannot be said now; it may be: {words}", word=act.word, words=listed(words))
        raise Illegal("wrong_word", said)
    return act.word


def listed(words: Mapping[str, Text]) -> Text:
    """The words in a row, as they are entered."""
    return text("{what}", what=", ".join(words))
