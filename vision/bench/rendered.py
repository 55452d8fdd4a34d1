"""Rendered tables of decks no training has seen: frames, what lies on them, and what the reader says.

A table is a number: its deck, light, camera and scenes follow from it, so that a long run can stop after any table
and two machines measure the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from companion.ports import Frame, Placement, Reader, Reading, Scene
from vision.bench.sheets import Sheets
from vision.bench.tally import Row
from vision.levels import LEVELS
from vision.measure import KINDS, compare, random_scene
from vision.optics import View, apply
from vision.printed import picture_decks
from vision.table import SIZE_PX, TableRenderer, held_out_renderer

FIRST_TABLE = 400_000
"""No training, fitting or test draws tables from here on."""
SCENES = 10
"""Scenes a table: two of each kind."""
SIZES = (SIZE_PX, (1920, 1080), SIZE_PX, (1280, 720))
"""Pictures of the tables in turn: half of them as large as the product's camera gives."""


class Renderer(Protocol):
    """What draws a table."""

    view: View

    def frame(self, scene: Scene, at_ms: int) -> Frame:
        """The picture of a scene."""


@dataclass(frozen=True)
class Table:
    """One table: who draws it, cap height of the deck's printed rank (mm), and what it is called by."""

    number: int
    renderer: Renderer
    rank_mm: float
    deck: str
    level: str
    calibrated: bool
    """Whether the reader is told the scale, as in a game, or finds it, as on a photograph."""


def held_out_table(number: int) -> Table:
    """A table whose deck is drawn from the styles that training leaves out; levels, sizes, scale known take turns."""
    level = tuple(LEVELS)[number % len(LEVELS)]
    size = SIZES[number // len(LEVELS) % len(SIZES)]
    renderer = held_out_renderer(number, level, size)
    known = bool(number // (len(LEVELS) * len(SIZES)) % 2)
    return Table(number, renderer, renderer.deck.index_mm, renderer.deck.name, level, known)


def table_maker(unseen: Path | None) -> Callable[[int], Table]:
    """Tables by number: of held-out decks of our own, every other one of a deck of pictures if a folder is given."""
    if unseen is None:
        return held_out_table
    decks = picture_decks(unseen, kinds=("international",))

    def mixed(number: int) -> Table:
        own = held_out_table(number // 2)
        if number % 2 == 0:
            return own
        deck = decks[number // 2 % len(decks)]
        renderer = TableRenderer(deck, own.level, own.renderer.view.size, number)
        return Table(number, renderer, deck.index_mm, deck.name, own.level, own.calibrated)

    return mixed


@dataclass(frozen=True)
class Shown:
    """A frame of a table and what lies on it."""

    table: Table
    kind: str
    scene: Scene
    frame: Frame


def shown(table: Table, scenes: int = SCENES) -> Iterator[Shown]:
    """The frames of a table."""
    rng = random.Random(f"scenes {table.number}")
    for turn in range(scenes):
        kind = KINDS[turn % len(KINDS)]
        scene = random_scene(rng, kind, table.renderer.view.area)
        yield Shown(table, kind, scene, table.renderer.frame(scene, turn))


def read_table(reader: Reader, table: Table, scenes: int = SCENES, sheets: Sheets | None = None) -> Iterator[Row]:
    """Rows of all frames of a table; wrong readings are put on ``sheets``."""
    for one in shown(table, scenes):
        scale = table.renderer.view.px_per_mm if table.calibrated else None
        yield from rows(one, reader.read(one.frame.image, scale), sheets)


def rows(one: Shown, readings: tuple[Reading, ...], sheets: Sheets | None = None) -> Iterator[Row]:
    """Readings of a frame set against what lies there, and the cards they leave out."""
    table, view = one.table, one.table.renderer.view
    facts = {
        "deck": table.deck,
        "level": table.level,
        "kind": one.kind,
        "width": str(view.size[0]),
        "scale": "given" if table.calibrated else "found",
        "table": str(table.number),
    }
    noted = tuple(sorted(facts.items()))
    compared = compare(readings, one.scene, view)
    for outcome in compared.outcomes:
        told = outcome.reading
        if sheets is not None and not outcome.right:
            sheets.add(one.frame.image, told, outcome.truth, f"{table.deck[:14]} {one.kind[:4]} {table.level[:5]}")
        yield Row(outcome.truth, told.card, told.p, told.accepted, _index_px(table, told), noted)
    for code in compared.missed:
        place = next(card for card in one.scene.cards if card.card == code)
        yield Row(code, None, 0.0, False, _height(table, place), noted)


def _index_px(table: Table, told: Reading) -> float | None:
    """Height of the printed rank where a reading is."""
    if not told.quad:
        return None
    x, y = apply(table.renderer.view.to_mm, list(told.quad)).mean(0)
    return _height(table, Placement(told.card, float(x), float(y)))


def _height(table: Table, card: Placement) -> float:
    return round(table.rank_mm * table.renderer.view.scale_at(card.x, card.y), 1)


def sample(
    reader: Reader,
    readings: int,
    tables: Callable[[int], Table] = held_out_table,
    first: int = FIRST_TABLE,
    sheets: Sheets | None = None,
) -> list[Row]:
    """At least so many readings from tables in order; the last table is read to its end."""
    found: list[Row] = []
    number = first
    while sum(row.card is not None for row in found) < readings:
        found += read_table(reader, tables(number), sheets=sheets)
        number += 1
    return found
