"""Evidence with the truth beside it, gathered on rendered pictures, for fitting the calibration.

No network was trained on these seeds. Two kinds of pictures take turns: tables as people lay cards on them, mostly with
decks of the held-out styles (type, signs, courts and colours that no training draws), and cluttered scenes with new
decks of the training styles among printed papers, chips and hands, which teach what is no card.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from companion.cards import JOKERS, SUITS
from companion.ports import Placement, Scene
from vision.arrays import Float, Picture, f32
from vision.decks.printed import DrawnDeck
from vision.decks.styles import random_style
from vision.decks.unseen_styles import measuring_style
from vision.optics import View
from vision.reading.calibrate import Calibration
from vision.reading.evidence import Evidence
from vision.reading.judge import reading
from vision.reading.names import ALL_FACES
from vision.reading.patches import GLYPHS
from vision.reading.reader import CardReader
from vision.scenes.extras import EXTRA_KINDS, Extras, deck_scene
from vision.scenes.measure import KINDS, compare
from vision.scenes.table import TableRenderer
from vision.training.scenes import BLACK, COLUMNS, SceneMaker
from vision.training.scenes import View as FinderView

FIRST_SEED = 7_000_000
HELD_OUT_SHARE = 0.7
LEVELS = ("clean", "home", "home", "pub")
SIZES = ((2304, 1296), *((1920, 1080), (1600, 900), (1280, 720)) * 2)
SCENE_KINDS = (*KINDS, "row", "fan", *EXTRA_KINDS)
SCENES = len(SCENE_KINDS)
"""Scenes a table."""
CLUTTER = FinderView(size=896, low=120.0, high=330.0, tilt=30.0)
"""How cluttered scenes are looked at (card heights in px)."""
SCALE_GIVEN = 0.75
"""Share of pictures of which the reader is told the scale."""
LETTERS = {"10": "T", "1": "A", "T": "A", "B": "J", "D": "Q", "Д": "Q", "R": "K", "H": "K"}
"""Ranks of glyphs that other languages have."""
AMBIGUOUS = "V"
"""The jack in France, the queen in Holland: labels do not say where."""
NO_CARD = -1


@dataclass(frozen=True)
class Sample:
    """A card's evidence, and what lies there: a number in ALL_FACES, or NO_CARD."""

    evidence: Evidence
    truth: int
    table: int
    picture: int = 0
    """Number of the picture on that table."""


@dataclass(frozen=True)
class Shown:
    """A picture and what lies in it; ``given`` is the scale that the reader is told."""

    image: Picture
    scene: Scene
    view: View
    given: float | None


def on_table(number: int) -> bool:
    """Whether these are scenes as people lay cards, not clutter."""
    return number % 2 == 1


def pictures(number: int) -> Iterator[Shown]:
    """The pictures of one table, or cluttered scenes."""
    rng = random.Random(FIRST_SEED + number)
    for shown in tables(rng, number) if on_table(number) else clutter(rng, number):
        yield shown if rng.random() < SCALE_GIVEN else replace(shown, given=None)


def tables(rng: random.Random, number: int) -> Iterator[Shown]:
    """Scenes of one deck on one table."""
    style = measuring_style(rng) if rng.random() < HELD_OUT_SHARE else random_style(rng, held_out=False)
    extras = Extras(distortion=rng.choice((0.0, 0.02)), coins=rng.choice((0.0, 0.3)))
    seed, deck = FIRST_SEED + number, DrawnDeck(style)
    renderer = TableRenderer(deck, rng.choice(LEVELS), rng.choice(SIZES), seed, extras=extras)
    for turn in range(SCENES):
        scene = deck_scene(rng, SCENE_KINDS[turn % len(SCENE_KINDS)], renderer.view.area, deck)
        yield Shown(renderer.frame(scene, turn).image, scene, renderer.view, renderer.view.px_per_mm)


def clutter(rng: random.Random, number: int) -> Iterator[Shown]:
    """Scenes among things that are no cards."""
    maker = SceneMaker(FIRST_SEED + number, CLUTTER)
    for _ in range(SCENES):
        made = maker.scene()
        labels = made.labels
        if not len(labels) or (labels[:, COLUMNS.index("glyph")] == GLYPHS.index(AMBIGUOUS)).any():
            continue
        scale = float(np.median(labels[:, COLUMNS.index("scale")]))
        cards = {(round(float(row[2]), 1), round(float(row[3]), 1), _name(row)) for row in labels}
        scene = Scene(tuple(Placement(name, x / scale, y / scale) for x, y, name in sorted(cards) if name))
        size = (made.image.shape[1], made.image.shape[0])
        to_mm = np.diag([1 / scale, 1 / scale, 1.0])
        area = (size[0] / scale, size[1] / scale)
        yield Shown(made.image, scene, View(size, area, np.linalg.inv(to_mm), to_mm), scale)


def _name(row: Float) -> str:
    """The face that a label's row speaks of, as `companion.cards` writes it; jokers by their colour."""
    glyph, suit = GLYPHS[int(row[COLUMNS.index("glyph")])], int(row[COLUMNS.index("suit")])
    if glyph == "X":
        return JOKERS[suit - BLACK]
    return LETTERS.get(glyph, glyph) + SUITS[suit]


def samples(reader: CardReader, shown_on: Iterable[Shown], number: int) -> Iterator[Sample]:
    """Read the pictures of one table."""
    for picture, shown in enumerate(shown_on):
        size = (shown.image.shape[1], shown.image.shape[0])
        judged = reader.judge(reader.look(shown.image, shown.given), shown.image)
        readings = [reading(card, size, reader.calibration) for card in judged]
        evidence = {id(one): card.evidence for one, card in zip(readings, judged, strict=True)}
        for outcome in compare(readings, shown.scene, shown.view).outcomes:
            truth = NO_CARD if outcome.truth is None else ALL_FACES.index(outcome.truth)
            yield Sample(evidence[id(outcome.reading)], truth, number, picture)


def gather(
    models: Path,
    tables: Sequence[int],
    folder: Path,
    plain: Calibration,
    made: Callable[[int], Iterable[Shown]] = pictures,
) -> list[Sample]:
    """The samples of these tables, as they are ``made``; those already in ``folder`` are not read again."""
    reader = CardReader(models=models, packs=9, calibration=plain)
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for number in tables:
        path = folder / f"{number:05d}.npz"
        if not path.is_file():
            save(path, list(samples(reader, made(number), number)))
        found += load(path)
    return found


def stored(folder: Path) -> list[int]:
    """Numbers of the tables in a folder."""
    return sorted(int(path.stem) for path in folder.glob("*.npz"))


def save(path: Path, found: Sequence[Sample]) -> None:
    """Write the samples of one table."""
    rows = [_row(sample) for sample in found]
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        np.savez_compressed(file, rows=f32(rows).reshape(len(rows), -1))
    part.rename(path)


def load(path: Path) -> list[Sample]:
    """Read what `save` wrote."""
    with np.load(path) as stored:
        return [_sample(row) for row in stored["rows"]]


def _row(sample: Sample) -> Float:
    e = sample.evidence
    face = np.full(18, np.nan) if e.face is None else e.face
    red = np.nan if e.red is None else e.red
    where = [sample.truth, sample.table, sample.picture]
    facts = [*where, e.corners, e.heat, e.index, e.conflict, e.clarity, e.index_px, e.body, red]
    facts += [e.off_mm, e.inside, e.back, e.short]
    return f32([*facts, *e.corner, *face])


def _sample(row: Float) -> Sample:
    truth, table, picture, corners, heat, index, conflict, clarity, index_px, body, red = (float(v) for v in row[:11])
    off_mm, inside, back, short = (float(v) for v in row[11:15])
    return Sample(
        Evidence(
            f32(row[15:33]), int(corners), heat, index, bool(conflict), clarity, index_px, body,
            red=None if np.isnan(red) else red,
            face=None if np.isnan(row[33]) else f32(row[33:51]),
            off_mm=off_mm, inside=inside, back=back, short=short,
        ),
        int(truth),
        int(table),
        int(picture),
    )  # fmt: skip
