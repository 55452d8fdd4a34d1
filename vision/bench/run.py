"""All parts of the measurement in one run."""

from __future__ import annotations

import platform
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.ports import Trouble
from vision.bench import heights
from vision.bench.beside import beside
from vision.bench.enrolled import enrolled_report
from vision.bench.photo_report import photo_report
from vision.bench.product import Product
from vision.bench.rendered import FIRST_TABLE, SCENE_KINDS, photographed, sample, table_maker
from vision.bench.rows_file import load_rows
from vision.bench.sheets import Sheets
from vision.bench.speed import memory, reader_speed
from vision.bench.tally import Row, summary
from vision.reading.reader import CardReader

PARTS = ("photos", "rendered", "pasted", "heights", "enrolled", "speed", "beside")
DIVISIONS: dict[str, Callable[[Row], str]] = {
    "sources": lambda row: row.fact("source"),
    "levels": lambda row: row.fact("level"),
    "kinds": lambda row: row.fact("kind"),
    "obstacles": lambda row: row.fact("obstacles"),
    "widths": lambda row: row.fact("width"),
    "scales": lambda row: row.fact("scale"),
    "decks": lambda row: row.fact("deck") if row.fact("source") == "pictures" else "",
}
"""By what rendered readings are told apart."""


@dataclass(frozen=True)
class Plan:
    """What to measure, and how long: ``readings`` is the size of the rendered sample, which the rest follows.

    ``photos``: folder with labels.json. ``unseen``: folder of decks of pictures. ``rival``: an ONNX detector to time.
    ``rows``: file of a long run in place of a fresh rendered sample. ``draw``: folder for sheets of the sample's wrong
    readings. ``parts`` of PARTS.
    """

    photos: Path | None = None
    unseen: Path | None = None
    rival: Path | None = None
    rows: Path | None = None
    draw: Path | None = None
    readings: int = 500
    parts: Sequence[str] = PARTS

    def check(self) -> None:
        """Raises Trouble for a plan that cannot be carried out."""
        if self.readings < 1:
            raise Trouble(f"{self.readings} readings measure nothing: give a number from 1")
        for path in (self.photos, self.unseen):
            if path is not None and not path.is_dir():
                raise Trouble(f"{path} is no folder: give one")
        for path in (self.rival, self.rows):
            if path is not None and not path.is_file():
                raise Trouble(f"{path} is no file: give one")


def measure(reader: CardReader, plan: Plan, tell: Callable[[str], None]) -> dict[str, Any]:
    """Figures of every part that the plan allows; ``tell`` hears what is being done.

    Parts whose pictures are not given (photos, pasted) are left out.
    """
    plan.check()
    makers: dict[str, Callable[[CardReader, Plan], dict[str, Any] | None]] = {
        "photos": _photos, "rendered": _rendered, "pasted": _pasted, "heights": _heights,
        "enrolled": _enrolled, "speed": _speed, "beside": _beside,
    }  # fmt: skip
    told: dict[str, Any] = {"machine": f"{platform.machine()}, Python {platform.python_version()}"}
    for part in PARTS:
        if part in plan.parts and part in makers:
            tell(part)
            if (found := makers[part](reader, plan)) is not None:
                told[part] = found
    return told


def _photos(reader: CardReader, plan: Plan) -> dict[str, Any] | None:
    return None if plan.photos is None else photo_report(Product(reader), plan.photos)


def _rendered(reader: CardReader, plan: Plan) -> dict[str, Any]:
    sheets = Sheets()
    maker = table_maker(plan.unseen)
    rows = load_rows(plan.rows) if plan.rows else sample(reader, plan.readings, maker, sheets=sheets)
    if plan.draw is not None and plan.rows is None:
        sheets.write(plan.draw)
    return {"source": "long run" if plan.rows else "sample", **summary(rows, DIVISIONS)}


def _pasted(reader: CardReader, plan: Plan) -> dict[str, Any] | None:
    if plan.photos is None:
        return None
    rows = sample(reader, max(1, plan.readings // 2), photographed(plan.photos), FIRST_TABLE + 10_000)
    return {"source": "sample", **summary(rows, DIVISIONS)}


def _heights(reader: CardReader, plan: Plan) -> dict[str, Any]:
    tables = max(1, round(plan.readings / 250))
    points = heights.curve(
        (px, list(heights.rows_at(reader, px, tables, len(SCENE_KINDS)))) for px in heights.HEIGHTS_PX
    )
    return {"curve": points, "limit_px": heights.limit(points), "tables_a_height": tables}


def _enrolled(reader: CardReader, plan: Plan) -> dict[str, Any] | None:
    return enrolled_report(reader, plan.unseen, max(1, min(6, plan.readings // 250)))


def _speed(reader: CardReader, plan: Plan) -> dict[str, Any]:
    return {**reader_speed(Product(reader), max(1, min(5, plan.readings // 100))), "memory": memory()}


def _beside(reader: CardReader, plan: Plan) -> dict[str, Any]:
    return beside(Product(reader), plan.rival, max(5, min(60, plan.readings // 10)))
