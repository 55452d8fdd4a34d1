"""Rendered tables of decks no training has seen: frames, what lies on them, and what the reader says.

A table is a number: its deck, light, camera and scenes follow from it, so that a long run can stop after any table
and two machines measure the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.ports import Frame, Placement, Reader, Reading, Scene
from vision.bench.pasted import photo_decks
from vision.bench.sheets import Sheets
from vision.bench.tally import Row
from vision.decks.printed import DrawnDeck, PrintedDeck, picture_decks
from vision.decks.styles import random_style
from vision.decks.unseen_styles import measuring_style
from vision.levels import LEVELS
from vision.looking.empty import EmptyTable
from vision.looking.examine import examine
from vision.optics import apply
from vision.scenes.extras import EXTRA_KINDS, Extras, deck_scene
from vision.scenes.measure import KINDS, compare
from vision.scenes.table import SIZE_PX, TableRenderer

SOURCES = ("demo", "varied", "pictures")
"""Whose decks: of the demo's styles; of all sizes, languages and colours, from held-out parts; pictures of faces."""
SEARCHED = 7
"""On the tables of one turn in so many the reader has to find the scale itself: that takes long."""
FIRST_TABLE = 400_000
"""No training, fitting or test draws tables from here on."""
SCENES = 32
"""Scenes a table: four of each kind ..."""
MANY = 5000
"""... or one of each in samples of fewer readings, so that they show more decks."""
SIZES = ((1280, 720), (1920, 1080), (1280, 720), SIZE_PX)
"""Pictures of the tables in turn."""
SCENE_KINDS = (*KINDS, *EXTRA_KINDS)
PHOTO_SIZE, LEAST_FACES = (1920, 1080), 6
"""Crops of photographed cards are no finer than this picture shows them; a deck of fewer of them makes no scenes."""
OBSTACLES = (Extras(), Extras(), Extras(distortion=0.02, coins=0.2), Extras(cloth="blooms"), Extras(cloth="aces"))
"""What tables have beyond their level, in turn."""
PRINTED_INDICES = ("aces",)
"""Cloths on which indices are printed."""


@dataclass(frozen=True)
class Table:
    """One table: who draws it, whose decks these are, level of difficulty; px of a rank are told from the deck."""

    number: int
    renderer: TableRenderer
    source: str
    level: str
    calibrated: bool
    """Whether the reader is told the scale, as in a game, or finds it, as on a photograph."""

    @property
    def deck(self) -> PrintedDeck:
        """What is laid on it."""
        return self.renderer.deck


def table_of(number: int, deck: PrintedDeck, source: str) -> Table:
    """A table with a deck; level, size of the picture and whether the scale is known take turns."""
    turn = number // len(SOURCES)
    level = tuple(LEVELS)[turn % len(LEVELS)]
    size = SIZES[turn // len(LEVELS) % len(SIZES)]
    known = turn % SEARCHED != SEARCHED - 1
    renderer = TableRenderer(deck, level, size, number, extras=OBSTACLES[turn // len(LEVELS) % len(OBSTACLES)])
    return Table(number, renderer, source, level, known)


def photographed(folder: Path) -> Callable[[int], Table]:
    """Tables by number, on which crops of photographed cards lie."""
    decks = [deck for deck in photo_decks(folder) if len(deck.codes) >= LEAST_FACES]

    def made(number: int) -> Table:
        level = tuple(LEVELS)[number % 2]  # (photographs have blur and noise of their own)
        renderer = TableRenderer(decks[number % len(decks)], level, PHOTO_SIZE, number)
        return Table(number, renderer, "photographed", level, number % SEARCHED != 0)

    return made


def table_maker(unseen: Path | None) -> Callable[[int], Table]:
    """Tables by number, of SOURCES in turn; decks of pictures only if their folder is given."""
    pictures = [] if unseen is None else picture_decks(unseen, kinds=("international",))

    def made(number: int) -> Table:
        rng = random.Random(f"deck {number}")
        source = SOURCES[number % len(SOURCES)]
        if source == "pictures" and pictures:
            return table_of(number, pictures[number // len(SOURCES) % len(pictures)], source)
        if source == "demo":
            return table_of(number, DrawnDeck(random_style(rng, held_out=True)), source)
        return table_of(number, DrawnDeck(measuring_style(rng)), "varied")

    return made


def obstacles(extras: Extras) -> str:
    """What a table has beyond its level, in a word."""
    return extras.cloth or ("coins" if extras.coins else "none")


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
        kind = SCENE_KINDS[turn % len(SCENE_KINDS)]
        scene = deck_scene(rng, kind, table.renderer.view.area, table.deck)
        yield Shown(table, kind, scene, table.renderer.frame(scene, turn))


def read_table(reader: Reader, table: Table, scenes: int = SCENES, sheets: Sheets | None = None) -> Iterator[Row]:
    """Rows of all frames of a table, read as the product does; wrong readings are put on ``sheets``.

    Where indices are printed on the cloth, the reader is shown the empty table first, as people are asked to.
    """
    scale = table.renderer.view.px_per_mm if table.calibrated else None
    empty = None
    if table.renderer.extras.cloth in PRINTED_INDICES:
        empty = EmptyTable(table.renderer.frame(Scene(), 0).image, reader, scale)
    for one in shown(table, scenes):
        yield from rows(one, examine(reader, one.frame.image, scale, empty).readings, sheets)


def rows(one: Shown, readings: tuple[Reading, ...], sheets: Sheets | None = None) -> Iterator[Row]:
    """Readings of a frame set against what lies there, and the cards they leave out."""
    table, view = one.table, one.table.renderer.view
    facts = {
        "source": table.source,
        "deck": table.deck.name,
        "level": table.level,
        "kind": one.kind,
        "obstacles": obstacles(table.renderer.extras),
        "width": str(view.size[0]),
        "scale": "given" if table.calibrated else "found",
        "table": str(table.number),
    }
    noted = tuple(sorted(facts.items()))
    compared = compare(readings, one.scene, view)
    for outcome in compared.outcomes:
        told = outcome.reading
        if sheets is not None and not outcome.right:
            sheets.add(one.frame.image, told, outcome.truth, f"{table.deck.name[:14]} {one.kind[:4]} {table.level[:5]}")
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
    return round(table.deck.index_mm * table.renderer.view.scale_at(card.x, card.y), 1)


def sample(
    reader: Reader,
    readings: int,
    tables: Callable[[int], Table],
    first: int = FIRST_TABLE,
    sheets: Sheets | None = None,
) -> list[Row]:
    """At least so many readings from tables in order; the last table is read to its end."""
    found: list[Row] = []
    number, scenes = first, SCENES if readings >= MANY else len(SCENE_KINDS)
    while sum(row.card is not None for row in found) < readings:
        found += read_table(reader, tables(number), scenes, sheets)
        number += 1
    return found
