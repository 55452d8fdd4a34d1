"""Discarding from a hand whose cards lie open in part: all of what was just bought, or older cards only."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.cards import Card, Cards
from companion.referee import Illegal, Impossible
from companion.rules.requests import Act, Request
from companion.rules.turning import only_hidden, seen_otherwise
from companion.table.table import Lying, Table, before, hand
from companion.table.truth import Dice, Truth
from companion.texts import Text, counted, text


@dataclass(frozen=True)
class Discard(Request[None]):
    """Put away exactly ``number`` own cards: all of ``bought``, or none of them."""

    number: int
    bought: tuple[Card, ...] = ()
    hidden_face_up: bool = False
    turns: frozenset[int] = frozenset()
    """the events that turned up what was bought"""
    verbs: ClassVar = ("discard",)
    sight: ClassVar = "aside"

    def apply(self, t: Table, act: Act, force: bool = False) -> None:
        if any(act.lying):
            self._apply_these(t, act)
            return
        mine, open_ = hand(self.seat), before(self.seat)
        cards = Counter(act.cards)
        from_open = self._from_open(t, cards, act.count)
        from_hand = (cards - from_open) & t.known(mine)
        new = cards - from_open - from_hand
        self._check_there(t, new, act)
        if not force:
            self._check(t, from_open + from_hand, new, act.count)
        of_lot = not new and not act.count and from_open <= Counter(self.bought)
        for card in from_open.elements():  # of equal cards (two packs) those of the lot, or the older ones
            equal = [lying for lying in t.places[open_] if lying.card == card]
            fitting = [lying for lying in equal if (lying.event in self.turns) == of_lot]
            t.move_this(open_, "aside", (fitting or equal)[0])
        t.move(mine, "aside", from_hand.elements())
        t.reveal(mine, new.elements())
        t.move(mine, "aside", new.elements(), act.count)

    def _apply_these(self, t: Table, act: Act) -> None:
        """Put away the very cards that were put away when it happened, whatever their faces are now."""
        mine, open_ = hand(self.seat), before(self.seat)
        there: list[tuple[str, Lying]] = []
        for lying in filter(None, act.lying):
            unread = Lying(None, lying.event)
            found = next(
                ((place, one) for one in (lying, unread) for place in (open_, mine) if one in t.places[place]), None
            )
            if found is None:
                raise seen_otherwise(t, False, Counter(act.cards) & Counter([lying.card] if lying.card else []))
            there.append(found)
        if len({lying.event in self.turns for _, lying in there}) > 1:
            raise Illegal("discard_mixed", self._mixed(t))
        new = Counter(card for card, lying in zip(act.cards, act.lying, strict=True) if lying is None)
        self._check_there(t, new, act)
        for place, lying in there:
            t.move_this(place, "aside", lying)
        t.reveal(mine, new.elements())
        t.move(mine, "aside", new.elements(), act.count)

    def _mixed(self, t: Table) -> Text:
        name = t.names[self.seat]
        return text("{name} must discard only cards just bought, or only older ones, not one of each", name=name)

    def _from_open(self, t: Table, cards: Cards, hidden: int) -> Cards:
        """Which of the named cards lie open. Of two equal cards (two packs) the hidden one if only that is legal."""
        from_open = cards & t.known(before(self.seat))
        if cards.total() + hidden != self.number:
            return from_open
        others = (card for card in from_open if t.unseen()[card] and t.unknown(hand(self.seat)) > hidden)
        for choice in (from_open, *(from_open - Counter([card]) for card in others)):
            from_hand = (cards - choice) & t.known(hand(self.seat))
            if self._legal(t, choice + from_hand, cards - choice - from_hand, hidden):
                return choice
        return from_open

    def _check_there(self, t: Table, new: Cards, act: Act) -> None:
        """Whether he has these cards at all, known or hidden."""
        name, hidden = t.names[self.seat], t.unknown(hand(self.seat))
        if act.revealed is not None and new.total() != act.revealed:
            raise seen_otherwise(t, new.total() < act.revealed, new or Counter(act.cards))
        if new.total() + act.count > hidden:
            if stray := next(iter(new), None):
                if t.where(stray) and not t.unseen()[stray]:
                    raise seen_otherwise(t, True, Counter([stray]))
                words = text("{card} does not lie before {name}", card=stray.pretty, name=name)
                raise Impossible("not_his_card", words, (stray,))
            raise Impossible("too_many_cards", only_hidden(name, hidden, act.count))
        t.check_new(hand(self.seat), list(new.elements()))

    def _legal(self, t: Table, known: Cards, new: Cards, hidden: int) -> bool:
        """Cards of the lot only, or older ones only."""
        bought = Counter(self.bought)
        older = t.known(before(self.seat), hand(self.seat)) - bought
        return (not hidden and not new and known <= bought) or known <= older

    def _check(self, t: Table, known: Cards, new: Cards, hidden: int) -> None:
        name = t.names[self.seat]
        total = known.total() + new.total() + hidden
        if total != self.number:
            words = counted(
                "{name} must discard exactly {n} card, not {seen}", "{name} must discard exactly {n} cards, not {seen}",
                self.number, name=name, seen=total,
            )  # fmt: skip
            raise Illegal("discard_number", words, may_stand=True)
        if hidden and self.hidden_face_up:
            raise Illegal("discard_face_up", text("{name} must show the hidden card to be discarded", name=name))
        if not self._legal(t, known, new, hidden):
            proof = tuple((known & Counter(self.bought)).elements())
            raise Illegal("discard_mixed", self._mixed(t), proof, may_stand=True)

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"count": self.number}

    def describe(self, t: Table) -> Text:
        name = t.names[self.seat]
        if not self.bought:
            return counted("{name} may discard {n} card", "{name} may discard {n} cards", self.number, name=name)
        return counted("{name} must discard {n} card", "{name} must discard {n} cards", self.number, name=name)

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act:
        """The lot itself, or older cards, hidden ones among them."""
        older: list[Card | None] = list((t.known(before(self.seat)) - Counter(self.bought)).elements())
        hidden = truth.hidden(t, self.seat)
        older += [None] * len(hidden)
        if len(self.bought) >= self.number and (dice.random() < 0.4 or len(older) < self.number):
            return Act("discard", self.seat, self.bought[: self.number])
        dice.shuffle(older)
        chosen = older[: self.number]
        away = sum(card is None for card in chosen)
        cards = tuple(card for card in chosen if card is not None)
        if self.hidden_face_up:
            return Act("discard", self.seat, cards + hidden[:away])
        return Act("discard", self.seat, cards, away)

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        mine = t.cards(before(self.seat))
        if len(mine) <= self.number:
            return None
        dice.shuffle(mine)
        return Act("discard", self.seat, tuple(mine[: self.number + 1]))
