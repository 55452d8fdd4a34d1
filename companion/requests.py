"""What a game may ask of the people at the table. Each request checks and applies its own answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from companion.cards import Card, Cards
from companion.money import NoSuchSum, SeveralWays
from companion.referee import Doubtful, Illegal, Impossible
from companion.table import Lying, Seat, Table, before, hand
from companion.texts import Text, counted, text

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
    lying: tuple[Lying | None, ...] = ()
    """for each of the cards which card on the table it was (None: a hidden one); empty: not known yet"""


@dataclass(frozen=True)
class Request(Generic[T]):
    """Something awaited from one seat. ``await request`` gives the answer."""

    seat: Seat
    verbs: ClassVar[tuple[str, ...]] = ()
    anyones: ClassVar[bool] = False
    """whether the table can let it stand that a wrong seat did it: only where nobody's own cards are moved"""

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

    ``act.count`` of them may lie there with their face still open (after a correction). ``strays`` are cards that
    do not belong in the pack: when one is turned up, nothing is moved and the game is told.
    """

    source: str
    target: str
    number: int
    strays: frozenset[Card] = frozenset()
    verbs: ClassVar = ("turn",)
    anyones: ClassVar = True

    def apply(self, t: Table, act: Act, force: bool = False) -> tuple[Card, ...]:
        if len(act.cards) + act.count != self.number:
            seen = len(act.cards) + act.count
            words = counted(
                "{n} card is turned up at a time, not {seen}", "{n} cards are turned up at a time, not {seen}",
                self.number, seen=seen,
            )  # fmt: skip
            raise Illegal("wrong_number", words)
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
            pile[i] = pile[i] if pile[i].card or pile[i].event else Lying(None, t.event)
        t.move(self.source, self.target, act.cards, act.count)
        return act.cards

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"count": self.number}

    def describe(self, t: Table) -> Text:
        return counted("{name} turns up {n} card", "{name} turns up {n} cards", self.number, name=t.names[self.seat])


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
    secret: bool = False
    """the table keeps secret how much each holds"""
    verbs: ClassVar = ("bid", "pass")

    def apply(self, t: Table, act: Act, force: bool = False) -> Call:
        if act.do == "pass":
            return Call(self.seat, None)
        name = t.names[self.seat]
        if stray := next((card for card in act.cards if card in t.pack), None):
            raise Illegal("not_money", text("{name} threw {card}, which is not money", name=name, card=stray.pretty))
        coins = money_cards(act)
        amount = act.amount
        if coins is not None:
            thrown = self.thrown + sum(coins)
            if amount not in (None, thrown):
                words = text("{name} bid {amount}, but the cards thrown make {thrown}: how much is the bid?",
                             name=name, amount=amount, thrown=thrown)  # fmt: skip
                raise Doubtful("amount_or_cards", words)
            amount = thrown
        if amount is None:
            raise Doubtful("no_amount", text("How much did {name} bid?", name=name))
        self._check(t, amount, coins)
        return Call(self.seat, amount, coins)

    def _check(self, t: Table, amount: int, coins: tuple[int, ...] | None) -> None:
        name, purse = t.names[self.seat], t.purses[self.seat]
        if amount < self.low and (self.standing is None or amount < self.lowest):
            raise Illegal(
                "bid_too_low",
                text("{name} bid {amount}, but the lowest bid is {low}: bid again, or Dalje",
                     name=name, amount=amount, low=self.low),
            )  # fmt: skip
        values = {"name": name, "amount": amount, "standing": self.standing, "low": self.low, "high": self.high}
        if self.standing is not None and amount <= self.standing:
            words = text("{name} bid {amount}, but {standing} already stands: at least {low}, or Dalje", **values)
            raise Illegal("bid_not_higher", words)
        if amount - self.thrown > purse.units:
            words = text("{name} bid {amount}, but does not have that much: {low} to {high}, or Dalje", **values)
            if self.secret:
                words = text("{name} bid {amount}, but does not have that much: at least {low}, or Dalje", **values)
            raise Illegal("overspent", words)
        try:
            purse.throw(amount - self.thrown, coins)
        except NoSuchSum:
            sums = ", ".join(str(self.thrown + n) for n in sorted(purse.sums()) if self.thrown + n >= self.low)
            values |= {"sums": sums}
            words = text("{name} bid {amount}, which these money cards do not make: {sums}, or Dalje", **values)
            if self.secret:
                words = text("{name} bid {amount}, which these money cards do not make: bid again, or Dalje", **values)
            raise Illegal("no_such_sum", words) from None
        except SeveralWays:
            raise Doubtful(
                "several_ways",
                text("{name} can throw {n} in several ways: which cards?", name=name, n=amount - self.thrown),
            ) from None

    def awaited(self, t: Table) -> dict[str, Any]:
        return {"low": self.low, "high": self.high}

    def describe(self, t: Table) -> Text:
        return text("{name} bids {low} or more, or says Dalje", name=t.names[self.seat], low=self.low)


def money_cards(act: Act) -> tuple[int, ...] | None:
    """The face values of the money cards thrown with a bid, None if none are named."""
    return tuple(int(card.rank) for card in act.cards if card.rank.isdigit()) if act.cards else None


@dataclass(frozen=True)
class Show(Request[tuple[Card, ...]]):
    """Turn up own hidden cards, all at once or one after the other. Cards already open may be named too."""

    verbs: ClassVar = ("show",)

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
class Discard(Request[None]):
    """Put away exactly ``number`` own cards: all of ``bought``, or none of them."""

    number: int
    bought: tuple[Card, ...] = ()
    hidden_face_up: bool = False
    turns: frozenset[int] = frozenset()
    """the events that turned up what was bought"""
    verbs: ClassVar = ("discard",)

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
        t.check_new(hand(self.seat), new.elements())

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


@dataclass(frozen=True)
class Take(Request[None]):
    """The buyer draws the cards to himself: told only by those who write it down, never waited for."""

    source: str = ""
    cards: tuple[Card, ...] = field(default=())
    verbs: ClassVar = ("take",)

    def apply(self, t: Table, act: Act, force: bool = False) -> None:
        if act.cards and Counter(act.cards) != Counter(self.cards):
            cards = " ".join(card.pretty for card in self.cards)
            words = text("{name} must take all cards of the lot: {cards}", name=t.names[self.seat], cards=cards)
            raise Illegal("take_both", words, self.cards)

    def describe(self, t: Table) -> Text:
        return text("{name} takes the cards", name=t.names[self.seat])
