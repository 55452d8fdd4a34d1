"""The start screen: the games that can be played, and the matches that can be gone on with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


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
