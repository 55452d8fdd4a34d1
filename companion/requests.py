"""What a game may ask of the people at the table. Each request checks and applies its own answers.

A new kind of question is a new subclass of ``Request``, in a game's own file if only that game asks it: driver,
dealer, screens and camera know no kinds, only what ``Request`` says of itself. The kinds that several games share
stand here (``Turn``, ``Show``, ``Take``) and in ``bids``, ``discards``, ``spoken``, ``drawing`` and ``plays``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar

from companion import claims
from companion.cards import Card, Cards
from companion.referee import Doubtful, Illegal, Impossible
from companion.table import Lying, Seat, Table, before, hand
from companion.texts import Text, counted, text

if TYPE_CHECKING:
    from companion.truth import Dice, Truth

T = TypeVar("T")

Sight = Literal["", "lot", "row", "aside", "trick", "middle", "taken up", "captured", "pot"]
"""where the camera sees an answer: cards new in the middle, turned up in a player's row, gone aside from it, laid
before their player in the middle, laid among those in the middle by whoever is to act, gone from the middle to a
hand, gone from it together with the card that takes them, money thrown before the lot; empty: told by touch or
buttons only"""


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
    ordinal: int | None = None
    """which copy of the card, where several packs are played (call)"""
    to: str = ""
    """a player's name or a place, where the verb needs one"""


@dataclass(frozen=True)
class Request(Generic[T]):
    """Something awaited from one seat. ``await request`` gives the answer."""

    seat: Seat
    verbs: ClassVar[tuple[str, ...]] = ()
    silent: ClassVar[bool] = False
    """never waited for: told only by those who write it down"""
    optional: ClassVar[bool] = False
    """may be left out: an announcement, an interrupt. It is offered, but nobody is waited for"""
    early: ClassVar[bool] = False
    """who does it before his turn leaves his card lying; it counts when the missing ones have followed"""
    own: ClassVar[bool] = False
    """what a wrong seat did stays its own when the table lets it stand (its cards are moved, not the right seat's)"""
    sight: ClassVar[Sight] = ""
    takes_from: ClassVar[str] = ""
    """where the cards lie that are taken up or captured, if the answer is seen by their going"""
    takes_with: ClassVar[bool] = False
    """they are captured by the newest card there, which goes with them"""

    @property
    def sight_verb(self) -> str:
        """The verb of an answer that is seen."""
        return self.verbs[0]

    @property
    def anyones(self) -> bool:
        """Whether the table can let it stand that a wrong seat did it."""
        return False

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

    def faces(self, t: Table) -> Cards:
        """The faces that an answer may bring to light: what the camera's reading is weighed with."""
        return t.unseen()

    def unlikely(self, t: Table, card: Card) -> bool:
        """Whether an answer with this face would break a rule, as far as everybody can see: rare, but it happens."""
        return claims.denied(t, self.seat, card)

    def lays_backs(self) -> bool:
        """Whether cards may be laid face down."""
        return False

    def follows(self, t: Table) -> bool:
        """Whether the rules leave but one answer, so that nobody need tell it."""
        return False

    def ways(self, t: Table) -> Sequence[tuple[Card, ...]]:
        """The sets of cards that may be captured."""
        return ()

    def takes_all(self, t: Table) -> bool:
        """Whether all cards are taken up, or the top one."""
        return True

    def describe(self, t: Table) -> Text:
        """For people: who is to do what."""
        raise NotImplementedError

    def takes(self, act: Act) -> bool:
        """Whether an answer is meant for this request, where a seat is asked several things with the same verb."""
        return True

    def wrong_seat(self, t: Table, act: Act) -> Illegal | None:
        """Why another seat may not do it, where this is more than being out of turn."""
        return None

    def punished(self, t: Table, act: Act, seat: Seat) -> Any | None:
        """The answer that the game gets when it punishes a refused act instead of waiting for a better one."""
        return None

    def against(self, t: Table, act: Act, held: Cards, truth: Truth) -> bool:
        """Whether an answer that will be taken breaks a rule that only the hand ``held`` (and the truth) shows."""
        return False

    # for demo, tests and practice ------------------------------------------------------------------------------------

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        """A legal answer at random by one who sees the hidden cards; None: none now (optional, or silent)."""
        return None

    def breach(self, t: Table, truth: Truth, dice: Dice) -> Act | None:
        """Something against the rules that a person might do instead; None: nothing comes to mind."""
        return None


class AnyOf:
    """Several seats, or several kinds of answer, are awaited at once; the first one is returned with its request."""

    def __init__(self, *requests: Request[Any]) -> None:
        self.requests = requests

    def __await__(self) -> Generator[tuple[Request[Any], ...], tuple[Request[Any], Any], tuple[Request[Any], Any]]:
        return (yield self.requests)


async def each_of(*requests: Request[Any]) -> dict[Seat, Any]:
    """Every one of these is answered once, in whatever order the people act; the answers by seat."""
    waiting, found = list(requests), {}
    while waiting:
        asked, answer = await AnyOf(*waiting)
        waiting.remove(asked)
        found[asked.seat] = answer
    return found


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
