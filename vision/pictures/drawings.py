"""The folder that copies of pictures with readings are drawn into: nothing that was there before is lost."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from pathlib import Path

import cv2

from companion.ports import Trouble
from companion.texts import text
from vision.arrays import Picture

HEAD = 33
"""Bytes of a PNG file before its second chunk."""
WORDS = b"Software\0Dalje"


def _chunk(kind: bytes, content: bytes) -> bytes:
    """A chunk of a PNG file (PNG specification, section 5.3)."""
    body = kind + content
    return struct.pack(">I", len(content)) + body + struct.pack(">I", zlib.crc32(body))


MARK = _chunk(b"tEXt", WORDS)
"""The second chunk of each drawing: only such files are drawn anew."""


class Drawings:
    """Writes drawings into a folder, never over a file that is none, nor over one of ``inputs``."""

    def __init__(self, folder: Path, inputs: Iterable[Path] = ()) -> None:
        """Makes the folder; raises Trouble when it cannot be made."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            why = error.strerror
            words = text("{path} cannot be made ({why}): give a folder that can be written", path=folder, why=why)
            raise Trouble(words) from error
        self.folder, self.inputs, self.written = folder, {path.resolve() for path in inputs}, set[Path]()

    def write(self, stem: str, image: Picture) -> Path:
        """Write a BGR picture as ``stem``.png, with a number where that is taken; gives its path.

        Raises Trouble when it cannot be written; then no part of it stays.
        """
        target, number = self.folder / f"{stem}.png", 2
        while not self._free(target):
            target, number = self.folder / f"{stem}-{number}.png", number + 1
        content = cv2.imencode(".png", image)[1].tobytes()
        try:
            try:
                target.write_bytes(content[:HEAD] + MARK + content[HEAD:])
            except OSError:
                target.unlink(missing_ok=True)
                raise
        except OSError as error:
            words = text(
                "{file} cannot be written ({why}): make room or give another folder", file=target, why=error.strerror
            )
            raise Trouble(words) from error
        self.written.add(target)
        return target

    def _free(self, target: Path) -> bool:
        """Whether a drawing may be written there: nothing is there, or a drawing of an earlier run."""
        if target in self.written or target.resolve() in self.inputs:
            return False
        try:
            with target.open("rb") as file:
                return file.read(HEAD + len(MARK))[HEAD:] == MARK
        except FileNotFoundError:
            return not target.is_symlink()
        except OSError:
            return False
