"""The table as a screen draws it: who sits where, what lies open, what is awaited and asked, and the score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


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
