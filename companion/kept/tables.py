"""The tables that were set up: what the camera sees of each, who sits where, and where the screen is.

Each is a file in the folder ``tables`` of the data directory, with a picture of the bare table beside it: the only
picture that is kept, it shows no cards. The last one set up is the one that is played at.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from companion.kept.settings import write_whole
from companion.ports import Trouble
from companion.texts import text

FOLDER, LAST = "tables", "last"
"""LAST: the file in FOLDER that names the table that was set up last."""
NAMES = re.compile(r"[\w][\w -]{0,39}")
Millimetre = Annotated[float, Meta(ge=-10_000, le=10_000)]
Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]


class SeatSpot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a player's card lay (mm) and how it was turned (degrees clockwise, 0 at the lower side)."""

    x: Millimetre
    y: Millimetre
    facing: Annotated[float, Meta(ge=-360, le=360)]


class StoredTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table as one camera sees it.

    ``camera``: width and height of its pictures (px). ``to_mm``: the row-major homography from px to mm of the watched
    ``area`` (mm). ``seats`` clockwise from above, place 0 at the lower side. ``screens``: corners (px) of what is
    masked. ``off_mm``: how well the cards agreed; ``doubt_mm``: how exactly the area's corners are known.
    """

    camera: tuple[Annotated[int, Meta(ge=64, le=20_000)], Annotated[int, Meta(ge=64, le=20_000)]]
    to_mm: Annotated[tuple[float, ...], Meta(min_length=9, max_length=9)]
    area: tuple[Annotated[float, Meta(gt=0, le=10_000)], Annotated[float, Meta(gt=0, le=10_000)]]
    seats: Annotated[tuple[SeatSpot, ...], Meta(min_length=1, max_length=12)]
    screens: tuple[Corners, ...] = ()
    off_mm: float = 0.0
    doubt_mm: float = 0.0

    @property
    def spots(self) -> tuple[tuple[float, float, float], ...]:
        """The seats as ``companion.place.layout`` takes them: x, y (mm) and facing (degrees)."""
        return tuple((seat.x, seat.y, seat.facing) for seat in self.seats)


def tables_folder(home: Path) -> Path:
    """Where the tables of a data directory are; it need not exist."""
    return home / FOLDER


def checked_name(name: str) -> str:
    """A name that can be a file's; raises Trouble for any other."""
    if not NAMES.fullmatch(name) or name == LAST:
        words = text(
            "{name!r} cannot be a table's name: use up to 40 letters, digits, spaces and -, and not {last!r}",
            name=name[:60], last=LAST,
        )  # fmt: skip
        raise Trouble(words)
    return name


def table_names(home: Path) -> list[str]:
    """All tables of a data directory."""
    return sorted(path.stem for path in tables_folder(home).glob("*.json") if NAMES.fullmatch(path.stem))


def last_table(home: Path) -> str | None:
    """The table that is played at; None if none was set up, or the last one was deleted."""
    try:
        name = (tables_folder(home) / LAST).read_text(encoding="utf-8").strip()
    except (FileNotFoundError, NotADirectoryError, UnicodeDecodeError):
        return None
    return name if name in table_names(home) else None


def picture_path(home: Path, name: str) -> Path:
    """The picture of the bare table."""
    return tables_folder(home) / f"{name}.png"


def load_table(home: Path, name: str) -> StoredTable:
    """A table by its name; raises Trouble if there is none, or its file is damaged."""
    path = tables_folder(home) / f"{checked_name(name)}.json"
    try:
        return msgspec.json.decode(path.read_bytes(), type=StoredTable)
    except FileNotFoundError as error:
        there = ", ".join(table_names(home))
        known = text("there are {names}", names=there) if there else text("none was set up yet")
        words = text("there is no table {name!r} ({known}): 'dalje table set' sets one up", name=name, known=known)
        raise Trouble(words) from error
    except msgspec.DecodeError as error:
        words = text(
            "the file of the table {name!r} is damaged ({why}): set it up again with 'dalje table set'",
            name=name, why=error,
        )  # fmt: skip
        raise Trouble(words) from error


def save_table(home: Path, name: str, table: StoredTable, picture: bytes | None) -> Path:
    """Keep a table, with a picture (PNG) of it without cards, and play at it from now on; returns the file."""
    folder = tables_folder(home)
    path, shown = folder / f"{checked_name(name)}.json", picture_path(home, name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if picture is None:
            shown.unlink(missing_ok=True)
        else:
            write_whole(shown, picture)
        write_whole(path, msgspec.json.format(msgspec.json.encode(table)))
        write_whole(folder / LAST, name.encode())
    except OSError as error:
        words = text("the table cannot be kept in {folder} ({why}): make room there", folder=folder, why=error.strerror)
        raise Trouble(words) from error
    return path


def delete_table(home: Path, name: str) -> None:
    """Forget a table and its picture; raises Trouble if there is none."""
    if checked_name(name) not in table_names(home):
        load_table(home, name)  # which says what there is
    picture_path(home, name).unlink(missing_ok=True)
    (tables_folder(home) / f"{name}.json").unlink(missing_ok=True)
