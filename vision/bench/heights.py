"""How accuracy grows with the size of the print: from which height of an index on the reader can be sure."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from companion.ports import Reader
from vision.bench.rendered import Table, read_table
from vision.bench.tally import Row, totals
from vision.decks.styles import random_style
from vision.scenes.table import AREA_MM, TableRenderer

HEIGHTS_PX = (6, 8, 10, 12, 14, 16, 18, 20, 24, 28, 32, 40)
FIRST_TABLE = 420_000
LEVELS = ("clean", "home")
TARGET_RECALL, AS_LARGE = 0.98, 0.9
"""From the limit on this share is read rightly, and of what is accepted of the largest prints at least this share is
accepted too: the size of the print is then no longer what holds the reader back."""


def table_with_index(height_px: float, number: int, level: str) -> Table:
    """A table of a held-out deck so large in the picture that its printed rank is about ``height_px`` tall.

    The picture shrinks, not the table, so that the same cards lie at every height; a level's tilt makes the far
    side a little smaller, which is why rows carry the height at their own place.
    """
    style = random_style(random.Random(f"deck {number}"), held_out=True)
    scale = height_px / style.rank_mm
    size = (round(AREA_MM[0] * scale), round(AREA_MM[1] * scale))
    renderer = TableRenderer(style, level, size, number)
    return Table(number, renderer, "demo", level, True)


def rows_at(reader: Reader, height_px: float, tables: int, scenes: int, first: int = FIRST_TABLE) -> Iterator[Row]:
    """Rows of several tables at one height; levels take turns. Jokers are left out: many have no index."""
    for number in range(first, first + tables):
        table = table_with_index(height_px, number, LEVELS[number % len(LEVELS)])
        for row in read_table(reader, table, scenes):
            if row.truth is None or row.truth[0] != "X":
                yield row


def curve(rows: Iterable[tuple[float, Sequence[Row]]]) -> list[dict[str, Any]]:
    """One line a height: counts and shares."""
    return [{"index_px": height, **totals(found)} for height, found in rows]


def limit(points: Sequence[dict[str, Any]]) -> float | None:
    """The least height from which on every point reaches the targets and nothing was accepted wrongly."""
    least: float | None = None
    largest = 0.0
    for point in sorted(points, key=lambda one: -float(one["index_px"])):
        recall, accepted = point["recall"] or 0.0, point["accepted_and_right_of_cards"] or 0.0
        largest = largest or accepted
        if recall < TARGET_RECALL or accepted < AS_LARGE * largest or point["wrongly_accepted"]:
            break
        least = float(point["index_px"])
    return least
