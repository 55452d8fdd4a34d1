"""A folder of pictures, or a single one, as a camera: each is shown long enough for the table to be at rest."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image as Pil

from companion.ports import Frame, Trouble
from companion.texts import text
from hardware.cameras.base import Source

if TYPE_CHECKING:
    from companion.ports import Image

MOST_MEGAPIXELS = 100
EVERY_MS = 100
SHOWN = 10
"""Each picture stands for this many frames of a camera at rest, ``EVERY_MS`` apart."""


class PictureFolder(Source):
    """The pictures of a folder in the order of their names; ``load`` decodes one (BGR); then ``read`` gives None."""

    def __init__(self, path: Path, load: Callable[[Path], Image], shown: int = SHOWN) -> None:
        super().__init__()
        self._path = path
        self._load = load
        self._shown = shown
        self._files: Sequence[Path] = ()
        self._image: Image | None = None

    def open(self) -> None:
        """List the files and look at their headers; Trouble names all that cannot be read as pictures."""
        self._files = files_of(self._path)
        if not self._files:
            raise Trouble(text("{folder} holds no pictures: give a folder with some.", folder=self._path))
        wrong = [f"{file.name} {fault}" for file in self._files if (fault := fault_of(file))]
        if wrong:
            rest = text(" and {n} more", n=len(wrong) - 5) if len(wrong) > 5 else ""
            words = text(
                "Not every file of {folder} can be read: {files}{rest}; take them out.",
                folder=self._path, files=", ".join(wrong[:5]), rest=rest,
            )  # fmt: skip
            raise Trouble(words)

    def read(self) -> Frame | None:
        """The next frame; Trouble from ``load`` if a picture turns out to be damaged."""
        if not self._files:
            self.open()
        number, again = divmod(self._frames, self._shown)
        if number >= len(self._files):
            return None
        if not again:
            self._image = self._load(self._files[number])
        assert self._image is not None
        return self._frame(self._image, self._frames * EVERY_MS)

    def close(self) -> None:
        """Let go of the last picture."""
        self._image = None


def files_of(path: Path) -> list[Path]:
    """The file itself, or the files of a folder by name; hidden ones are none of ours."""
    if not path.is_dir():
        return [path]
    try:
        return sorted(file for file in path.iterdir() if file.is_file() and not file.name.startswith("."))
    except OSError as error:
        words = text(
            "{folder} cannot be listed ({why}): allow it or give another folder", folder=path, why=error.strerror
        )
        raise Trouble(words) from error


def fault_of(file: Path) -> str | None:
    """What keeps a file from being read as a picture, as far as its header tells; nothing is decoded."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Pil.DecompressionBombWarning)
            with Pil.open(file) as opened:
                width, height = opened.size
                if opened.format == "MPEG":  # Pillow knows the header of this video format
                    return "(no picture)"
    except Pil.DecompressionBombError:
        return f"(more than {MOST_MEGAPIXELS} megapixels)"
    except OSError as error:
        return f"({error.strerror})" if error.strerror else "(no picture)"
    except (SyntaxError, ValueError, EOFError):
        return "(damaged)"
    return f"(more than {MOST_MEGAPIXELS} megapixels)" if width * height > MOST_MEGAPIXELS * 1e6 else None
