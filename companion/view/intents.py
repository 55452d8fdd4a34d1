"""What a screen may ask for: people touch something, and this is what they mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class NewMatch:
    """Begin a match: names clockwise as people sit, the dealer's place, house rules by name."""

    game: str
    names: tuple[str, ...]
    dealer: int = 0
    rules: Mapping[str, str] = field(default_factory=dict)
    score_only: bool = False


@dataclass(frozen=True)
class ResumeMatch:
    """Go on with an unfinished match."""

    match: str


@dataclass(frozen=True)
class LeaveMatch:
    """Back to the start screen; the match stays unfinished unless it is over."""


@dataclass(frozen=True)
class SetLanguage:
    """Speak this language from now on."""

    language: str


@dataclass(frozen=True)
class MakeBid:
    """A bid by touch: the total thrown into this lot."""

    place: int
    amount: int


@dataclass(frozen=True)
class SayPass:
    """ "Dalje" by touch."""

    place: int


@dataclass(frozen=True)
class EnterCards:
    """Cards told by touch for what is awaited (turn, show, discard); ``hidden`` more were put away face down."""

    do: str
    place: int | None
    cards: tuple[str, ...]
    hidden: int = 0


@dataclass(frozen=True)
class SayWord:
    """An announcement (``do`` say), a choice (choose) or a bid by touch: one of the words that are awaited.

    ``cards`` are named with it, in games of several packs as the ``ordinal``-th copy (call).
    """

    place: int
    word: str
    do: str = "say"
    cards: tuple[str, ...] = ()
    ordinal: int | None = None


@dataclass(frozen=True)
class AnswerQuestion:
    """The answer to a question: cards, or one of its words."""

    number: int
    cards: tuple[str, ...] = ()
    option: str = ""


@dataclass(frozen=True)
class CorrectCard:
    """The card shown by an event was another one."""

    event: int
    old: str
    new: str


@dataclass(frozen=True)
class UndoEvent:
    """Take back an event (None: the last)."""

    event: int | None = None


@dataclass(frozen=True)
class RedoEvent:
    """Put back what was last undone."""


@dataclass(frozen=True)
class MakeNote:
    """An interruption: misdeal, redeal, void, concede, agree, penalty, substitute, pause, end."""

    what: str
    place: int | None = None
    points: Mapping[int, int] = field(default_factory=dict)
    name: str = ""


@dataclass(frozen=True)
class AcceptFinding:
    """Let a finding stand."""

    about: int


@dataclass(frozen=True)
class EnterResult:
    """Score only: what each holds at the showdown and the units each has left, or the facts that the game asks for.

    ``facts`` name players by their names, as in a record (``dalje games NAME`` shows the form).
    """

    hands: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    money: Mapping[int, int] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class NextDeal:
    """Deal again: the finished deal has been looked at."""


@dataclass(frozen=True)
class ChangePeople:
    """Deal again with other people: who comes and who has left, by names clockwise as they sit now.

    The match goes on; who stays, or comes back, keeps the score. ``dealer`` is a place, None: whose turn it is.
    """

    names: tuple[str, ...]
    dealer: int | None = None


Intent = (
    NewMatch
    | ResumeMatch
    | LeaveMatch
    | SetLanguage
    | MakeBid
    | SayPass
    | EnterCards
    | SayWord
    | AnswerQuestion
    | CorrectCard
    | UndoEvent
    | RedoEvent
    | MakeNote
    | AcceptFinding
    | EnterResult
    | NextDeal
    | ChangePeople
)
