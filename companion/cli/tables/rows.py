"""One measured deal as a line of a file, so that a long run can be stopped at any time and gone on with."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec

from companion.ports import Trouble

Answers = Literal["truth", "first"]
"""how questions are answered: as it really was, or by the likeliest of what the product offers"""
Eyes = Literal["camera", "paper"]
"""a camera's pictures are watched and read, or the table is seen without pictures"""
End = Literal["played", "stuck", "broke"]
"""a deal was played to its end, nothing was acknowledged any more, or the program failed"""


@dataclass(frozen=True)
class Job:
    """A deal to play."""

    game: str
    level: str
    seed: int
    players: int
    answers: Answers
    eyes: Eyes = "camera"
    art: str = "drawn"
    """what the cards look like: one of `vision.bench.deckbox.ART`"""


class Row(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What came of one deal. A deal that did not end is a row like any other, and not exact."""

    game: str
    level: str
    seed: int
    players: int
    answers: Answers
    eyes: Eyes = "camera"
    art: str = "drawn"
    end: End
    why: str = ""
    """of a deal that did not end: what was waited for"""
    exact: bool = False
    """every card, unit and point as it really was"""
    differs: str = ""
    """of a deal that is not exact: where it first differs"""
    events: int = 0
    cards: int = 0
    """cards of events that the camera told"""
    asked: tuple[str, ...] = ()
    """questions that pictures made, each with its answer; cards entered by hand that should have been seen, too"""
    touches: int = 0
    """touches beyond bids and announcements"""
    wrong: tuple[str, ...] = ()
    """cards that were taken without a question and did not lie there"""
    other_seat: tuple[str, ...] = ()
    """right cards put down to another player"""
    hasty: tuple[str, ...] = ()
    """cards that did lie there, but were none of the game: dropped, or taken back"""
    planted: int = 0
    """breaches and plays out of turn that the people made, and that what came to light proves"""
    unproved: int = 0
    """those that nothing has proved to the end"""
    found: int = 0
    false: tuple[str, ...] = ()
    """findings that the truth lacks"""
    accidents: tuple[str, ...] = ()
    delays_ms: tuple[int, ...] = ()
    """from the moment when an event's last card lay free and still to the event, in the table's time"""
    frames: int = 0
    size: tuple[int, int] = (0, 0)
    index_px: float = 0.0
    table_s: float = 0.0
    """how long the deal took at the table"""
    busy_s: float = 0.0
    """processor time of watcher and session; the renderer's is not in it"""
    cpu_s: float = 0.0
    """processor time of all of it, the renderer's too"""
    wall_s: float = 0.0

    @property
    def job(self) -> Job:
        """Which deal it was."""
        return Job(self.game, self.level, self.seed, self.players, self.answers, self.eyes, self.art)


def code_mark() -> str:
    """A fingerprint of the program and its models: rows of different versions must not be mixed."""
    import companion
    import vision

    mark = hashlib.sha256()
    for package in (companion, vision):
        folder = Path(str(package.__file__)).parent
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".onnx", ".json"):
                mark.update(str(path.relative_to(folder)).encode() + path.read_bytes())
    return mark.hexdigest()[:12]


class StateFile:
    """Rows as JSON lines after a first line that tells the version; a line is whole or not there."""

    def __init__(self, path: Path, mark: str) -> None:
        self.path = path
        self.rows: dict[Job, Row] = {}
        try:
            self._open(mark)
        except OSError as error:
            raise Trouble(f"{path} cannot be used ({error.strerror}): give another --state FILE") from error

    def _open(self, mark: str) -> None:
        if not self.path.exists() or not self.path.stat().st_size:
            if not self.path.parent.is_dir():
                raise Trouble(f"there is no folder {self.path.parent}: make it, or give another --state FILE")
            self.path.write_bytes(msgspec.json.encode({"version": mark}) + b"\n")
            return
        lines = self.path.read_bytes().split(b"\n")
        whole = sum(len(line) + 1 for line in lines[:-1])
        if whole < self.path.stat().st_size:  # (what a kill has left of a last line)
            os.truncate(self.path, whole)
        try:
            first = msgspec.json.decode(lines[0], type=dict[str, str])
            rows = [msgspec.json.decode(line, type=Row) for line in lines[1:-1]]
            version = first["version"]
        except (msgspec.DecodeError, KeyError) as error:
            raise Trouble(f"{self.path} is no file of measured deals ({error}): give another --state FILE") from None
        if version != mark:
            raise Trouble(f"{self.path} was begun with another version of the program: give another --state FILE")
        self.rows = {row.job: row for row in rows}

    def add(self, row: Row) -> None:
        """Write a row; it is on disk when this returns."""
        self.rows[row.job] = row
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode(row) + b"\n")
            file.flush()
            os.fsync(file.fileno())
