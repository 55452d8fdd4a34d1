"""The frames of an evening that was kept, again as a camera: each at its own time.

A folder of one has ``frames.jsonl``: a line a frame, ``{"n": 7, "ms": 1200, "file": "frames/0000007-1200.jpg"}``, with
``to_mm`` where it is another one than before, and ``small`` where there was a small stream. A frame in which nothing
had moved names the file of an earlier one.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.ports import Frame, Trouble
from companion.texts import text
from hardware.cameras.base import Source

if TYPE_CHECKING:
    from companion.ports import Image

FRAMES = "frames.jsonl"


class KeptFrames(Source):
    """The frames that ``folder`` holds; ``load`` decodes one (BGR); then ``read`` gives None."""

    def __init__(self, folder: Path, load: Callable[[Path], Image]) -> None:
        super().__init__()
        self._folder, self._load = folder, load
        self._lines: list[dict[str, Any]] = []
        self._to_mm: tuple[float, ...] | None = None
        self._last: tuple[str, Image, Image | None] | None = None

    def open(self) -> None:
        """Read the list of frames; Trouble if there is none."""
        self._lines = frame_lines(self._folder)
        self._frames, self._to_mm = 0, None

    def read(self) -> Frame | None:
        """The next frame; Trouble from ``load`` if its file is gone or damaged."""
        if self._frames >= len(self._lines):
            return None
        line = self._lines[self._frames]
        if self._last is None or self._last[0] != line["file"]:
            small = self._load(self._folder / line["small"])[..., 0] if "small" in line else None
            self._last = (line["file"], self._load(self._folder / line["file"]), small)
        if "to_mm" in line:
            self._to_mm = None if line["to_mm"] is None else tuple(line["to_mm"])
        self._frames += 1
        return Frame(self._last[1], int(line["ms"]), int(line["n"]), self._to_mm, self._last[2])

    def close(self) -> None:
        """Let go of the last picture."""
        self._last = None


def frame_lines(folder: Path) -> list[dict[str, Any]]:
    """What ``frames.jsonl`` tells; a last line that a power cut has left unfinished is passed over."""
    try:
        told = (folder / FRAMES).read_text(encoding="utf-8")
        lines: list[dict[str, Any]] = [json.loads(line) for line in told.split("\n")[:-1]]
        if any(not isinstance(line, dict) or not {"n", "ms", "file"} <= line.keys() for line in lines):
            raise ValueError("a line that is no frame")
    except (OSError, ValueError) as error:
        words = text(
            "{folder} holds no evening that was kept ({why}): give the folder that --keep wrote.",
            folder=folder, why=error.strerror if isinstance(error, OSError) else error,
        )  # fmt: skip
        raise Trouble(words) from error
    return lines
