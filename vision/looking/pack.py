"""Reading the pictures of a spread pack, each through the same examination as everything else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.ports import Reader, Reading, Remark
from companion.texts import said
from vision.looking.examine import examine
from vision.pictures.pictures import NoPicture, expand, load, no_pictures


@dataclass(frozen=True)
class Sheet:
    """A picture of a pack: its cards and what is to be said of it, or why it could not be read."""

    file: Path
    readings: tuple[Reading, ...] = ()
    remarks: tuple[Remark, ...] = ()
    error: str = ""
    unread: int = 0
    """so many cards lie face up there of which nothing was read"""
    step: int = 1
    """So many px of the file are one px of the readings."""

    @property
    def refused(self) -> bool:
        """Whether nothing of the picture may be believed."""
        return any(remark.refused for remark in self.remarks)


def read_sheets(paths: Iterable[Path | str], reader: Reader, language: str = "en") -> Iterator[Sheet]:
    """Read files, and the pictures in folders, one after the other; errors are told in ``language``."""
    for path in expand(paths):
        try:
            if path.is_dir():
                raise no_pictures(path)
            loaded = load(path)
        except NoPicture as error:
            yield Sheet(path, error=said(error, language))
            continue
        found = examine(reader, loaded.image)
        yield Sheet(path, found.readings, (*found.remarks, *loaded.remarks), unread=found.unread, step=loaded.step)
