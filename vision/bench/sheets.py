"""Wrong readings to look at: cut out of their pictures, surest first, on sheets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from companion.ports import Reading, Trouble
from vision.arrays import Picture, u8

TILE_PX, LINE_PX, GAP_PX = 190, 16, 4
COLUMNS, ROWS = 10, 8
AROUND = 1.15
"""A tile shows so much more than the card."""
MOST = 5 * COLUMNS * ROWS
WHITE, WRONG, TAKEN = (255, 255, 255), (120, 60, 0), (0, 0, 200)
"""Colours (BGR) of the writing, and of the ground below a wrong reading and one that was accepted."""


class Sheets:
    """Collects wrong readings; the surest MOST of them are kept."""

    def __init__(self) -> None:
        self._tiles: list[tuple[float, int, Picture]] = []

    def add(self, image: Picture, reading: Reading, truth: str | None, note: str) -> None:
        """A reading of a picture, what lies there (None for nothing), and what kind of picture it was."""
        first = f"{truth or '-'} > {reading.card} {reading.p:.3f}"
        tile = _tile(image, reading, (first, note), TAKEN if reading.accepted else WRONG)
        self._tiles.append((-reading.p, len(self._tiles), tile))
        if len(self._tiles) > 2 * MOST:
            self._tiles = sorted(self._tiles, key=lambda one: one[:2])[:MOST]

    def write(self, folder: Path) -> list[Path]:
        """Write wrong_1.png and so on; gives the paths. Raises Trouble when the folder cannot be written."""
        paths = []
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for number, sheet in enumerate(self._sheets(), 1):
                path = folder / f"wrong_{number}.png"
                path.write_bytes(cv2.imencode(".png", sheet)[1].tobytes())
                paths.append(path)
        except OSError as error:
            raise Trouble(f"{folder} cannot be written ({error.strerror}): give another folder") from error
        return paths

    def _sheets(self) -> Iterator[Picture]:
        tiles = [tile for _, _, tile in sorted(self._tiles, key=lambda one: one[:2])[:MOST]]
        for first in range(0, len(tiles), COLUMNS * ROWS):
            page = tiles[first : first + COLUMNS * ROWS]
            page += [np.zeros_like(page[0])] * (-len(page) % COLUMNS)
            yield u8(np.vstack([np.hstack(page[i : i + COLUMNS]) for i in range(0, len(page), COLUMNS)]))


def _tile(image: Picture, reading: Reading, lines: tuple[str, ...], ground: tuple[int, int, int]) -> Picture:
    x, y, wide, high = reading.box
    corners = reading.quad or ((x, y), (x + wide, y + high))
    points = np.asarray(corners, np.float64)
    middle, reach = points.mean(0), max(4.0, float(np.abs(points - points.mean(0)).max()) * AROUND)
    scale = TILE_PX / (2 * reach)
    shift = np.array([[scale, 0, TILE_PX / 2 - middle[0] * scale], [0, scale, TILE_PX / 2 - middle[1] * scale]])
    size, below = (TILE_PX, TILE_PX), LINE_PX * len(lines) + GAP_PX
    shown = cv2.warpAffine(image, shift, size, flags=cv2.INTER_AREA)
    tile = cv2.copyMakeBorder(shown, 0, below, 0, GAP_PX, cv2.BORDER_CONSTANT, value=ground)
    for number, line in enumerate(lines):
        at = (2, TILE_PX + LINE_PX * (number + 1) - 3)
        cv2.putText(tile, line[:30], at, cv2.FONT_HERSHEY_SIMPLEX, 0.4, WHITE, 1, cv2.LINE_AA)
    return u8(tile)
