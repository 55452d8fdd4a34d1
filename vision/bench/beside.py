"""Our reader, a plain one without learning, and another detector on the very same frames: time and accuracy."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from companion.ports import Reader, Scene
from vision.arrays import Picture
from vision.bench.contours import ContourReader, templates
from vision.bench.rival import rival_speed
from vision.bench.speed import FRAME_PX, frames, one_thread, spent
from vision.bench.tally import Row, totals
from vision.scenes.measure import compare
from vision.scenes.table import TableRenderer

Shot = tuple[Picture, Scene, TableRenderer]


def beside(reader: Reader, rival: Path | None, count: int) -> dict[str, Any]:
    """Figures of each on ``count`` rendered frames of all kinds; the rival model is timed only."""
    templates()  # (drawn once, outside of the clock)
    with one_thread():
        seen = list(frames(count))
        told: dict[str, Any] = {"frames": count, "size": list(FRAME_PX)}
        told["ours"] = _tried(reader, seen)
        told["contours_and_templates"] = _tried(ContourReader(), seen)
        if rival is not None:
            told["rival"] = rival_speed(rival, [image for image, _, _ in seen])
    return told


def _tried(reader: Reader, shots: Sequence[Shot]) -> dict[str, Any]:
    """Time and figures of a reader, the scale given as in a game."""
    calls = [partial(reader.read, image, renderer.view.px_per_mm) for image, _, renderer in shots]
    told = spent(calls, 1)
    rows: list[Row] = []
    for call, (_, scene, renderer) in zip(calls, shots, strict=True):
        compared = compare(call(), scene, renderer.view)
        rows += [Row(o.truth, o.reading.card, o.reading.p, o.reading.accepted) for o in compared.outcomes]
        rows += [Row(code, None, 0.0, False) for code in compared.missed]
    return {**told, **totals(rows)}
