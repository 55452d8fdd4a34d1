"""What a game may ask of the people at the table. Each request checks and applies its own answers.

A new kind of question is a new subclass of ``Request``, in a game's own file if only that game asks it: driver,
dealer, screens and camera know no kinds, only what ``Request`` says of itself. The kinds that several games share
stand in ``turning``, ``bids``, ``discards``, ``spoken``, ``drawing`` and ``plays``.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar

from companion.cards import Card, Cards
from companion.referee import Illegal
from companion.table import claims
from companion.table.table import Lying, Seat, Table
from companion.texts import Text

if TYPE_CHECKING:
    from companion.table.truth import Dice, Truth

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
