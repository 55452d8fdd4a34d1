"""Cards that come to light: turned up from a pile, shown from a hand; and those that their buyer draws to himself."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from companion.cards import Card, Cards
from companion.referee import Doubtful, Illegal, Impossible
from companion.rules.requests import Act, Request, Sight
from companion.table.table import Table, before, hand
from companion.texts import Text, counted, text

if TYPE_CHECKING:
    from companion.table.truth import Dice, Truth


@dataclass(frozen=True)
class Turn(Request[tuple[Card, ...]]):
    """Turn the next ``number`` cards of a pile face up, into another place.

    ``act.count`` of them may lie there with their face still open (after a correction). ``strays`` are cards that
    do not belong in the pack: when one is turned up, nothing is moved and the game is told.
    """

    source: str
    target: str
    number: int
    strays: frozenset[Card] = frozenset()
    plain: bool = False
    """the game goes on by what is turned up (a trump): a card whose face is a question is asked for first"""
    verbs: ClassVar = ("turn",)
    sight: ClassVar[Sight] = "lot"

    @property
    def anyones(self) -> bool:
        return True  # it moves nobody's own cards

    def apply(self, t: Table, act: Act, force: bool = False) -> tuple[Card, ...]:
        if len(act.cards) + act.count != self.number:
            seen = len(act.cards) + act.count
            words = counted(
                "{n} card is turned up at a time, not {seen}", "{n} cards are turned up at a time, not {seen}",
                self.number, seen=seen,
            )  # fmt: skip
            raise Illegal("wrong_number", words)
        if self.plain and act.count:
            raise Doubtful("no_cards", counted("Which card is turned up?", "Which cards are turned up?", self.number))
        if any(card in self.strays for card in act.cards):
            return act.cards
        top = t.places[self.source][: self.number]
        known = Counter(lying.card for lying in top if lying.card is not None)
        if missing := known - Counter(act.cards):
            card = next(iter(missing))
            raise Impossible("wrong_order", text("The next card is {card}, seen before", card=card.pretty), (card,))
        t.reveal(self.source, list((Counter(act.cards) - known).elements()))
        pile = t.places[self.source]
        for i in range(self.number):  # a face that is a question is remembered as this event's
            pile[i] = pile[i] if pile[i].card or pile[i].event else pile[i].turned(None, t.event)
        t.move(self.source, self.target, act.cards, act.count)
        return act.cards

    def faces(self, t: Table) -> Cards:
        return t.unseen() if t.unknown(self.source) else t.known(self.source)

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"count": self.number}

    def describe(self, t: Table) -> Text:
        return counted("{name} turns up {n} card", "{name} turns up {n} cards", self.number, name=t.names[self.seat])

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act:
        return Act("turn", self.seat, truth.next_cards(t, self.source, self.number))

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act:
        other = dice.choice([seat for seat in range(t.seats) if seat != self.seat])
        return Act("turn", other, truth.next_cards(t, self.source, self.number))


@dataclass(frozen=True)
class Show(Request[tuple[Card, ...]]):
    """Turn up own hidden cards, all at once or one after the other. Cards already open may be named too."""

    verbs: ClassVar = ("show",)
    sight: ClassVar[Sight] = "row"

    def apply(self, t: Table, act: Act, force: bool = False) -> tuple[Card, ...]:
        mine, open_ = hand(self.seat), before(self.seat)
        name = t.names[self.seat]
        if not act.cards:
            raise Doubtful("no_cards", text("Which cards does {name} show?", name=name))
        new, again = self._new(t, Counter(act.cards))
        room = t.unknown(mine) + t.unknown(open_)
        if new.total() > room:
            raise Impossible("too_many_cards", only_hidden(name, room, new.total()), tuple(new.elements()))
        first = min(new.total(), t.unknown(mine))
        if act.revealed is not None and first != act.revealed:
            raise seen_otherwise(t, first < act.revealed, again if first < act.revealed else new)
        faces = list(new.elements())
        t.reveal(mine, faces[:first])
        t.reveal(open_, faces[first:])
        return act.cards

    def _new(self, t: Table, cards: Cards) -> tuple[Cards, Cards]:
        """Which of these come to light now, and which were known before: as few of these as will do."""
        places = (hand(self.seat), before(self.seat))
        again = cards - t.unseen()
        if stray := next(iter(again - t.known(*places)), None):
            if stray in t.pack:
                raise seen_otherwise(t, True, Counter([stray]))
            t.check_new(places[0], [stray])
        over = (cards - again).total() - sum(t.unknown(place) for place in places)
        more = list(((cards - again) & (t.known(*places) - again)).elements())
        again += Counter(more[: max(0, over)])
        return cards - again, again

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"count": t.unknown(hand(self.seat)) + t.unknown(before(self.seat))}

    def describe(self, t: Table) -> Text:
        hidden, asked = t.unknown(hand(self.seat)), t.unknown(before(self.seat))
        if hidden or not asked:
            return text("{name} shows the hidden cards", name=t.names[self.seat])
        return text("{name} shows the open cards once more", name=t.names[self.seat])

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act:
        return Act("show", self.seat, truth.hidden(t, self.seat))


def only_hidden(name: str, hidden: int, seen: int) -> Text:
    """Somebody showed or put away more hidden cards than there are."""
    return counted(
        "{name} has only {n} hidden card, not {seen}", "{name} has only {n} hidden cards, not {seen}",
        hidden, name=name, seen=seen,
    )  # fmt: skip


def seen_otherwise(t: Table, seen: bool, cards: Cards) -> Impossible | Doubtful:
    """A card that was seen elsewhere, or is not where it was seen: is it another card?"""
    card = next(iter(cards.elements()), None)
    if card is None:
        return Doubtful("other_card", text("These cards were others before: which are they?"))
    values = {"card": card.pretty, "place": t.describe(t.where(card))}
    if seen and t.where(card):
        words = text("{card} was already seen {place}: is this another card?", **values)
        return Impossible("card_seen_twice", words, (card,))
    return Doubtful("other_card", text("{card} does not lie open any more: is this another card?", **values), (card,))


@dataclass(frozen=True)
class Take(Request[None]):
    """The buyer draws the cards to himself: told only by those who write it down, never waited for."""

    source: str = ""
    cards: tuple[Card, ...] = field(default=())
    verbs: ClassVar = ("take",)
    silent: ClassVar = True

    def apply(self, t: Table, act: Act, force: bool = False) -> None:
        if act.cards and Counter(act.cards) != Counter(self.cards):
            cards = " ".join(card.pretty for card in self.cards)
            words = text("{name} must take all cards of the lot: {cards}", name=t.names[self.seat], cards=cards)
            raise Illegal("take_both", words, self.cards)

    def describe(self, t: Table) -> Text:
        return text("{name} takes the cards", name=t.names[self.seat])

    def wrong_seat(self, t: Table, act: Act) -> Illegal | None:
        assert act.seat is not None
        words = text("{name} took the cards, but {buyer} bought them", name=t.names[act.seat], buyer=t.names[self.seat])
        return Illegal("wrong_buyer", words)
