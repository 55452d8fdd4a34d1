"""What a game may ask of the people at the table. Each request checks and applies its own answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from companion.cards import Card
from companion.money import NoSuchSum, SeveralWays
from companion.referee import Doubtful, Illegal, Impossible
from companion.table import Lying, Seat, Table, before, hand
from companion.texts import Text, text

T = TypeVar("T")


@dataclass(frozen=True)
class Act:
    """An event as the rules see it: who did what with which cards."""

    do: str
    seat: Seat | None = None
    cards: tuple[Card, ...] = ()
    count: int = 0
    amount: int | None = None
    word: str = ""
    about: int | None = None
    against: Seat | None = None
    id: int = 0
    revealed: int | None = None
    """how many hidden cards it brought to light when it came; None: not known yet"""


@dataclass(frozen=True)
class Request(Generic[T]):
    """Something awaited from one seat. ``await request`` gives the answer."""

    seat: Seat
    verbs: ClassVar[tuple[str, ...]] = ()
    physical: ClassVar[bool] = True
    """whether an answer leaves cards lying on the table, so that a breach can be let stand"""

    def __await__(self) -> Generator[tuple[Request[Any], ...], tuple[Request[Any], Any], T]:
        _, value = yield (self,)
        answer: T = value
        return answer

    def apply(self, t: Table, act: Act, force: bool = False) -> T:
        """Take the answer, changing the table; raises a Refusal and changes nothing if it cannot stand.

        ``force`` skips the rules of the game (the table let a breach stand) but not what is physically so.
        """
        raise NotImplementedError

    def awaited(self, t: Table) -> dict[str, Any]:
        """For programs: how many cards, which amounts."""
        return {}

    def describe(self, t: Table) -> Text:
        """For people: who is to do what."""
        raise NotImplementedError


class AnyOf:
    """Several seats, or several kinds of answer, are awaited at once; the first one is returned with its request."""

    def __init__(self, *requests: Request[Any]) -> None:
        self.requests = requests

    def __await__(self) -> Generator[tuple[Request[Any], ...], tuple[Request[Any], Any], tuple[Request[Any], Any]]:
        return (yield self.requests)


@dataclass(frozen=True)
class Turn(Request[tuple[Card, ...]]):
    """Turn the next ``number`` cards of a pile face up, into another place.

    ``act.count`` of them may lie there with their face still open (after a correction).
    """

    source: str
    target: str
    number: int
    verbs: ClassVar = ("turn",)

    def apply(self, t: Table, act: Act, force: bool = False) -> tuple[Card, ...]:
        if len(act.cards) + act.count != self.number:
            seen = len(act.cards) + act.count
            raise Illegal(
                "wrong_number", text("{n} cards are turned up at a time, not {seen}", n=self.number, seen=seen)
            )
        top = t.places[self.source][: self.number]
        known = Counter(lying.card for lying in top if lying.card is not None)
        if missing := known - Counter(act.cards):
            card = next(iter(missing))
            raise Impossible("wrong_order", text("the next card is the {card}, seen before", card=card.pretty), (card,))
        t.reveal(self.source, list((Counter(act.cards) - known).elements()))
        pile = t.places[self.source]
        for i in range(self.number):  # a face that is a question is remembered as this event's
            pile[i] = pile[i] if pile[i].card is not None else Lying(None, t.event)
        t.move(self.source, self.target, act.cards, act.count)
        return act.cards

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"count": self.number}

    def describe(self, t: Table) -> Text:
        return text("{name} turns up {n} cards", name=t.names[self.seat], n=self.number)


@dataclass(frozen=True)
class Call:
    """A bid or a pass (amount None); ``fault`` marks a call against the rules that the table punishes."""

    seat: Seat
    amount: int | None
    coins: tuple[int, ...] | None = None
    fault: bool = False


@dataclass(frozen=True)
class Bid(Request[Call]):
    """Bid more than what stands, at most ``high``, or pass. ``thrown`` is what the seat has in the pot that counts.

    ``faults``: an illegal bid by anybody is handed to the game as a fault instead of being void.
    """

    low: int
    high: int
    lowest: int
    standing: int | None = None
    holder: Seat | None = None
    thrown: int = 0
    faults: bool = False
    verbs: ClassVar = ("bid", "pass")
    physical: ClassVar = False

    def apply(self, t: Table, act: Act, force: bool = False) -> Call:
        if act.do == "pass":
            return Call(self.seat, None)
        coins = tuple(int(card.rank) for card in act.cards if card.rank.isdigit()) if act.cards else None
        amount = act.amount
        if amount is None and coins is not None:
            amount = self.thrown + sum(coins)
        if amount is None:
            raise Doubtful("no_amount", text("How much did {name} bid?", name=t.names[self.seat]))
        self._check(t, amount, coins)
        return Call(self.seat, amount, coins)

    def _check(self, t: Table, amount: int, coins: tuple[int, ...] | None) -> None:
        name, purse = t.names[self.seat], t.purses[self.seat]
        if amount < self.low and (self.standing is None or amount < self.lowest):
            raise Illegal(
                "bid_too_low",
                text("{name} bid {amount}, but the lowest bid is {low}", name=name, amount=amount, low=self.low),
            )
        if self.standing is not None and amount <= self.standing:
            values = {"name": name, "amount": amount, "standing": self.standing, "low": self.low}
            if self.low > self.high:
                raise Illegal(
                    "bid_not_higher",
                    text("{name} bid {amount}, but {standing} already stands and he cannot beat it", **values),
                )
            raise Illegal(
                "bid_not_higher",
                text("{name} bid {amount}, but {standing} already stands: at least {low}, or Dalje", **values),
            )
        if amount - self.thrown > purse.units:
            raise Illegal(
                "overspent",
                text("{name} bid {amount}, but can reach only {high}", name=name, amount=amount, high=self.high),
            )
        try:
            purse.throw(amount - self.thrown, coins)
        except NoSuchSum:
            raise Illegal(
                "no_such_sum",
                text(
                    "{name} cannot throw exactly {n} with the money cards he holds", name=name, n=amount - self.thrown
                ),
            ) from None
        except SeveralWays:
            raise Doubtful(
                "several_ways",
                text("{name} can throw {n} in several ways: which cards?", name=name, n=amount - self.thrown),
            ) from None

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"low": self.low, "high": self.high}

    def describe(self, t: Table) -> Text:
        return text("{name} bids {low} or more, or says Dalje", name=t.names[self.seat], low=self.low)


@dataclass(frozen=True)
class Show(Request[tuple[Card, ...]]):
    """Turn up own hidden cards, all at once or one after the other. Cards already open may be named too."""

    verbs: ClassVar = ("show",)

    def apply(self, t: Table, act: Act, force: bool = False) -> tuple[Card, ...]:
        places = (hand(self.seat), before(self.seat))
        room = sum(t.unknown(place) for place in places)
        new = Counter(act.cards)
        if len(act.cards) > room or not new <= t.unseen():
            again = new & t.known(*places)
            new = new - again
        if not act.cards:
            raise Illegal("no_cards", text("{name} showed no cards", name=t.names[self.seat]))
        faces = list(new.elements())
        first = min(len(faces), t.unknown(places[0]))
        t.check_new(places[0], faces[:first])
        t.check_new(places[1], faces[first:])
        if not new <= t.unseen():
            card = next(iter(new - t.unseen()))
            raise Impossible(
                "card_seen_twice",
                text("{card} was already seen {place}: is this another card?",
                     card=card.pretty, place=t.describe(t.where(card))),
                (card,),
            )  # fmt: skip
        t.reveal(places[0], faces[:first])
        t.reveal(places[1], faces[first:])
        return act.cards

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"count": t.unknown(hand(self.seat)) + t.unknown(before(self.seat))}

    def describe(self, t: Table) -> Text:
        return text("{name} shows his hidden cards", name=t.names[self.seat])


@dataclass(frozen=True)
class Discard(Request[None]):
    """Put away exactly ``number`` own cards: all of ``bought``, or none of them."""

    number: int
    bought: tuple[Card, ...] = ()
    hidden_face_up: bool = False
    verbs: ClassVar = ("discard",)

    def apply(self, t: Table, act: Act, force: bool = False) -> None:
        mine, open_ = hand(self.seat), before(self.seat)
        cards = Counter(act.cards)
        from_open = cards & t.known(open_)
        from_hand = (cards - from_open) & t.known(mine)
        new = cards - from_open - from_hand
        unknown = act.count
        if new.total() + unknown > t.unknown(mine):
            stray = next(iter(new), None)
            raise Impossible(
                "not_his_card",
                text("{card} does not lie before {name}", card=stray.pretty, name=t.names[self.seat])
                if stray
                else text("{name} does not hold that many hidden cards", name=t.names[self.seat]),
                (stray,) if stray else (),
            )
        t.check_new(mine, new.elements())
        if not force:
            self._check(t, cards, unknown)
        t.move(open_, "aside", from_open.elements())
        t.move(mine, "aside", from_hand.elements())
        t.reveal(mine, new.elements())
        t.move(mine, "aside", new.elements(), unknown)

    def _check(self, t: Table, cards: Counter[Card], unknown: int) -> None:
        name = t.names[self.seat]
        total = cards.total() + unknown
        if total != self.number:
            raise Illegal(
                "discard_number",
                text("{name} must discard exactly {n} cards, not {seen}", name=name, n=self.number, seen=total),
                may_stand=True,
            )
        if unknown and self.hidden_face_up:
            raise Illegal("discard_face_up", text("{name} must show the hidden card he discards", name=name))
        bought = Counter(self.bought)
        older = t.known(before(self.seat), hand(self.seat)) - bought
        new = cards - t.known(before(self.seat), hand(self.seat))
        all_bought = not unknown and cards <= bought
        if not (all_bought or cards - new <= older):
            raise Illegal(
                "discard_mixed",
                text("{name} must discard cards of the lot he bought, or only older ones: not one of each", name=name),
                tuple((cards & bought).elements()),
                may_stand=True,
            )

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"count": self.number}

    def describe(self, t: Table) -> Text:
        return text("{name} discards {n} cards", name=t.names[self.seat], n=self.number)


@dataclass(frozen=True)
class Take(Request[None]):
    """The buyer draws the cards to himself: told only by those who write it down, never waited for."""

    source: str = ""
    cards: tuple[Card, ...] = field(default=())
    verbs: ClassVar = ("take",)

    def apply(self, t: Table, act: Act, force: bool = False) -> None:
        if act.cards and Counter(act.cards) != Counter(self.cards):
            raise Illegal(
                "take_both",
                text("{name} must take both cards of the lot", name=t.names[self.seat]),
                self.cards,
            )

    def describe(self, t: Table) -> Text:
        return text("{name} takes the cards", name=t.names[self.seat])
