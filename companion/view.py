"""A frozen picture of what everybody at the table may see, for screens; and what a screen may ask for.

Screens draw a view and send intents; they keep no state of the game. Sentences arrive in the language of the
table. ``place`` is always the physical seat, clockwise from above; ``event`` is the journal's id of an event.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True)
class CardView:
    """A card on the table: its code, None for a back, and the event that showed it (a correction names it)."""

    code: str | None
    event: int | None = None
    doubtful: bool = False


@dataclass(frozen=True)
class SeatView:
    """One person's place. ``low``..``high`` are the bids open to him now, None when he may not bid.

    ``bid`` is his bid on this lot, ``entry`` the bid being dialled on his buttons, ``money`` None when hidden.
    """

    place: int
    name: str
    score: int = 0
    money: int | None = None
    bid: int | None = None
    passed: bool = False
    dealer: bool = False
    to_act: bool = False
    entry: int | None = None
    low: int | None = None
    high: int | None = None
    cards: tuple[CardView, ...] = ()
    hidden: int = 0
    tricks: int | None = None
    """tricks won, None in games without"""
    marks: tuple[str, ...] = ()
    """what else is public of this player, in words: announcements, melds, in or out"""


@dataclass(frozen=True)
class LaidView:
    """What a player has put down to the trick."""

    place: int
    cards: tuple[CardView, ...]
    hidden: int = 0


@dataclass(frozen=True)
class Choice:
    """One face a doubtful card may be, and how likely (0..1)."""

    code: str
    p: float


@dataclass(frozen=True)
class QuestionView:
    """Something only the people can tell. Answer it with ``AnswerQuestion``.

    With ``choices``, ``count`` cards are asked for (one tap when count is 1; any other card of ``pack`` may be
    picked too). With ``options``, a word is asked for. ``crop`` is a PNG of the doubtful card.
    """

    number: int
    sentence: str
    choices: tuple[Choice, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    """(word to send, label to show)"""
    count: int = 1
    crop: bytes | None = None


@dataclass(frozen=True)
class FindingView:
    """What the referee found: the event it is about, whose it is (None: nobody named), and the proof in words."""

    about: int
    place: int | None
    sentence: str
    accepted: bool = False


@dataclass(frozen=True)
class AwaitedView:
    """What may happen next: the verb, who may do it, and how many cards or units."""

    do: str
    places: tuple[int, ...]
    count: int | None = None
    low: int | None = None
    high: int | None = None
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class SheetRow:
    """A finished deal: points and running total by place, and by place how the points came about, in words.

    Those who have left the table since have no place. ``note`` says why a deal gave no points.
    """

    deal: int
    dealer: int | None
    points: Mapping[int, int]
    totals: Mapping[int, int]
    how: Mapping[int, str] = field(default_factory=dict)
    hands: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True)
class LogLine:
    """One thing that happened, in words; ``open`` marks what no longer fits after a correction."""

    event: int
    sentence: str
    cards: tuple[str, ...] = ()
    undone: bool = False
    open: bool = False
    correctable: bool = False


@dataclass(frozen=True)
class SeenView:
    """A card the camera sees now: likeliest face, probability, where (mm)."""

    code: str
    p: float
    x: float
    y: float


@dataclass(frozen=True)
class TableView:
    """Everything a table screen shows."""

    match: str
    game: str
    title: str
    deal: int
    seats: tuple[SeatView, ...]
    lot: tuple[CardView, ...] = ()
    """the open cards in the middle: a lot, a talon, the pile"""
    trick: tuple[LaidView, ...] = ()
    """the trick on the table in the order it was played, or the last one until the next is led"""
    board: tuple[tuple[str, str], ...] = ()
    """what else is public of the deal: a name that stays and words for people (trump, level, contract)"""
    pot: int | None = None
    partners: tuple[tuple[int, ...], ...] = ()
    """places that play together, as far as it is public"""
    stock: int = 0
    aside: int = 0
    sentence: str = ""
    """what is awaited, in words"""
    message: str = ""
    """the last refusal or remark, in words; empty when all is well"""
    awaits: tuple[AwaitedView, ...] = ()
    question: QuestionView | None = None
    findings: tuple[FindingView, ...] = ()
    sheet: tuple[SheetRow, ...] = ()
    log: tuple[LogLine, ...] = ()
    """events of this deal, oldest first"""
    earlier: tuple[LogLine, ...] = ()
    """events of the deals before that showed cards, each with its deal in words: they can still be corrected"""
    pack: tuple[tuple[str, int], ...] = ()
    """(code, copies) of the faces this game plays with, for pickers"""
    money_each: int = 0
    """units each player starts a deal with (score entry)"""
    target: int = 0
    score_only: bool = False
    deal_over: bool = False
    match_over: bool = False
    winners: tuple[int, ...] = ()
    can_undo: bool = False
    can_redo: bool = False
    seen: tuple[SeenView, ...] = ()
    watched_mm: tuple[float, float] = (760.0, 420.0)
    camera: str = ""
    """empty when frames come, else one sentence; 'none' when the match has no camera"""


@dataclass(frozen=True)
class OptionView:
    """A house rule: its name, the values it may take with a word for each, its default, one line of help."""

    name: str
    help: str
    choices: tuple[tuple[str, str], ...]
    default: str


@dataclass(frozen=True)
class GameView:
    """A game that can be played."""

    id: str
    title: str
    players: tuple[int, ...]
    direction: Literal["left", "right"]
    options: tuple[OptionView, ...] = ()
    credit: str = ""


@dataclass(frozen=True)
class UnfinishedView:
    """A match that can be gone on with."""

    match: str
    title: str
    names: tuple[str, ...]
    scores: tuple[int, ...]
    deal: int
    when: str


@dataclass(frozen=True)
class StartView:
    """The start screen: what can be played and what is unfinished. ``names`` are people remembered, latest first."""

    games: tuple[GameView, ...]
    unfinished: tuple[UnfinishedView, ...] = ()
    names: tuple[str, ...] = ()
    language: str = "en"
    languages: tuple[tuple[str, str], ...] = (("en", "English"), ("sr", "Srpski"))
    camera: str = ""
    """empty when a camera is there, else why not"""
    message: str = ""


View = StartView | TableView


# What a screen may ask for ------------------------------------------------------------------------------------


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
