"""``dalje play --keep DIR``: an evening as it was seen, pressed and touched, written to a folder to be played again.

The folder holds ``frames.jsonl`` and ``frames/`` (see `hardware.cameras.kept`), ``evening.jsonl`` (how it began, then
every press, touch and event with the number of frames before it), and ``home/`` with settings, deck and bare table.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click
import msgspec

from companion.cli.evening import Evening
from companion.evening.sitting import Acknowledged
from companion.events import to_data
from companion.kept.journal import Entry
from companion.kept.settings import NAME, Settings
from companion.ports import Frame, Press, Trouble
from companion.texts import Text, text
from companion.view import Intent

if TYPE_CHECKING:
    from companion.ports import Image
    from vision.arrays import Float

EVENING = "evening.jsonl"
QUALITY = 95
"""of the JPEG files: what the reader sees in them is what it saw"""
MOST_GB = 20.0
LEAST_FREE_BYTES = 300_000_000
"""so much room is left to the journal and the system"""
STILL = 10
"""after so many frames without motion (a second) ..."""
EVERY = 10
"""... only every so many a file is written: the others name the last one"""


def agreed(folder: Path, yes: bool, language: str) -> bool:
    """Ask the people, each time; raises Trouble where nobody can be asked and nobody has agreed."""
    words = text(
        "Pictures of the table, hands included, will be written to {folder} and never leave it.", folder=folder
    )
    if yes:
        click.echo(words.say(language), err=True)
        return True
    if not sys.stdin.isatty():
        raise Trouble(text("nobody can be asked here whether pictures may be kept: add --agreed if all agree"))
    if click.confirm(f"{words.say(language)} {text('Do all agree?').say(language)}", err=True):
        return True
    click.echo(text("Nothing is kept.").say(language), err=True)
    return False


@dataclass
class Keeper:
    """Writes an evening down. When it cannot any more it says so once, and the game goes on without it."""

    folder: Path
    most_bytes: float = MOST_GB * 1e9
    home: Mapping[str, bytes] = field(default_factory=dict)
    """the files that the eyes depend on, by name"""
    deck: str | None = None
    say: Callable[[Text], None] = lambda words: None
    """tells the people when no more is kept"""
    stopped: Text | None = None
    frames: int = 0
    written: int = 0
    """bytes"""
    _log: IO[str] | None = None
    _list: IO[str] | None = None
    _still: int = 0
    _cells: Float | None = None
    _file: dict[str, str] = field(default_factory=dict)
    """the last file that was written, and that of its small stream"""
    _to_mm: tuple[float, ...] | None = None
    _first: bool = True

    # beginning ------------------------------------------------------------------------------------------------------

    def begin(self, evening: Evening, packs: int) -> None:
        """Write down all that an evening needs to begin the same again, then hear and see all that it does.

        Raises Trouble if the folder cannot be used. ``packs``: how many equal cards the reader reckons with.
        """
        session = evening.session
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if any(self.folder.iterdir()):
                raise Trouble(text("{folder} is not empty: keep an evening in a new folder", folder=self.folder))
            (self.folder / "frames").mkdir()
            for name, content in self.home.items():
                path = self.folder / "home" / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            self._log = (self.folder / EVENING).open("w", encoding="utf-8")
            self._list = (self.folder / "frames.jsonl").open("w", encoding="utf-8")
        except OSError as error:
            words = text("an evening cannot be kept in {folder} ({why})", folder=self.folder, why=error.strerror)
            raise Trouble(words) from error
        sitting = session.sitting
        head = {
            "kept": 1,
            "next_id": session.journal.next_id(),
            "sitting": sitting.name if sitting is not None else None,
            "compares": sitting is not None and sitting.compares is not None,
            "deck": self.deck,
            "packs": packs,
        }
        self._tell(head)
        for match in session.journal.unfinished():
            for entry in session.journal.read(match):
                self._tell({"line": entry_data(entry)})
        self._attach(evening)

    def _attach(self, evening: Evening) -> None:
        fix, hear = evening.fix, evening.session.on_event

        def fixed(frame: Frame) -> Frame:
            frame = fix(frame)
            self.frame(frame)
            return frame

        def heard(told: Acknowledged) -> None:
            self._note({"event": to_data(told.event), "verdict": told.answer.verdict.kind})
            hear(told)

        evening.fix, evening.heard, evening.session.on_event = fixed, self.heard, heard

    # what happens ---------------------------------------------------------------------------------------------------

    def heard(self, what: Intent | Press) -> None:
        """A touch or a press."""
        if isinstance(what, Press):
            self._note({"press": asdict(what)})
        else:
            self._note({"intent": type(what).__name__, "with": msgspec.to_builtins(what)})

    def frame(self, frame: Frame) -> None:
        """A frame as the eyes get it."""
        if self.stopped is not None or self._list is None:
            return
        try:
            line = {"n": frame.number, "ms": frame.at_ms, **self._picture(frame)}
            if self._first or frame.to_mm != self._to_mm:
                line["to_mm"] = frame.to_mm
            self._to_mm, self._first = frame.to_mm, False
            self._list.write(json.dumps(line) + "\n")
            self._list.flush()
        except OSError as error:
            self._stop(text("no more is kept ({why}); the game goes on", why=error.strerror))
            return
        self.frames += 1
        if self.written > self.most_bytes:
            self._stop(
                text(
                    "no more is kept: the folder has reached {n} GB; the game goes on",
                    n=round(self.most_bytes / 1e9, 1),
                )
            )
        elif shutil.disk_usage(self.folder).free < LEAST_FREE_BYTES:
            self._stop(text("no more is kept: the disk is nearly full; the game goes on"))

    def close(self) -> None:
        """The evening is over."""
        for file in (self._log, self._list):
            if file is not None:
                file.close()
        self._log = self._list = None

    def _picture(self, frame: Frame) -> dict[str, str]:
        """Write the picture, unless nothing has moved for a while; the files that show it."""
        from vision.watching.motion import MOVED, cells, differ

        now = cells(frame.image if frame.small is None else frame.small)
        same = self._cells is not None and self._cells.shape == now.shape and not differ(now, self._cells, MOVED).any()
        self._still = self._still + 1 if same else 0
        self._cells = now if not same or self._cells is None else self._cells
        if self._file and self._still > STILL and self._still % EVERY:
            return self._file
        name = f"frames/{self.frames:07d}-{frame.at_ms}"
        self._file = {"file": f"{name}.jpg"}
        self._write(self._file["file"], frame.image)
        if frame.small is not None:
            self._file["small"] = f"{name}-small.jpg"
            self._write(self._file["small"], frame.small)
        return self._file

    def _write(self, name: str, image: Image) -> None:
        import cv2

        full = (cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444)
        ok, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY, *full])
        assert ok, "a picture in memory can always be packed"
        self.written += (self.folder / name).write_bytes(packed.tobytes())

    def _note(self, what: Mapping[str, Any]) -> None:
        if self.stopped is None:
            try:
                self._tell({"frame": self.frames, **what})
            except OSError as error:
                self._stop(text("no more is kept ({why}); the game goes on", why=error.strerror))

    def _tell(self, line: Mapping[str, Any]) -> None:
        assert self._log is not None
        self._log.write(json.dumps(line, ensure_ascii=False) + "\n")
        self._log.flush()

    def _stop(self, why: Text) -> None:
        self.stopped = why
        self.say(why)


def entry_data(entry: Entry) -> dict[str, Any]:
    """A line of the journal as JSON."""
    return {"id": entry.id, "match": entry.match, "at": entry.at, "kind": entry.kind, "body": dict(entry.body)}


def home_files(home: Path, settings: Settings, deck: str | None) -> dict[str, bytes]:
    """What of the data folder an evening depends on: settings, deck, tables that were set up; raises Trouble."""
    paths = {NAME: home / NAME}
    paths |= {str(path.relative_to(home)): path for path in (home / "tables").rglob("*") if path.is_file()}
    if settings.table.empty:
        paths[settings.table.empty] = home / settings.table.empty
    if deck is not None:
        from vision.enrolled.profiles import profile_path

        path = profile_path(home / "decks", deck)
        paths[f"decks/{path.name}"] = path
    try:
        return {name: path.read_bytes() for name, path in paths.items() if path.exists()}
    except OSError as error:
        raise Trouble(text("{path} cannot be read ({why})", path=error.filename, why=error.strerror)) from error


def keeper_for(
    folder: Path | None, most_gb: float, yes: bool, home: Path, settings: Settings, deck: str | None
) -> Keeper | None:
    """What keeps this evening, if that is wanted and the people agree."""
    if folder is None or not agreed(folder, yes, settings.language):
        return None
    return Keeper(folder, most_gb * 1e9, home_files(home, settings, deck), deck)


@contextmanager
def keeping(keeper: Keeper | None, evening: Evening, packs: int) -> Iterator[None]:
    """Keep what happens in this block, if there is one to keep it."""
    if keeper is None:
        yield
        return
    keeper.begin(evening, packs)
    try:
        yield
    finally:
        keeper.close()
