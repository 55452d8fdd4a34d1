"""Reading picture files: what `dalje see` prints, one object per file."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.ports import Reader, Reading, Trouble
from companion.texts import said
from vision.arrays import Float, Picture, f32
from vision.looking.empty import EmptyTable
from vision.looking.examine import Examined, examine
from vision.pictures import remarks
from vision.pictures.drawings import Drawings
from vision.pictures.labels import Label, draw_labels
from vision.pictures.pictures import Loaded, NoPicture, expand, load, no_pictures
from vision.reading.reader import CardReader

ACCEPTED, DOUBTFUL = (60, 170, 20), (0, 130, 255)
"""Outline colours (BGR)."""


def see(
    paths: Iterable[Path | str],
    draw: Path | str | None = None,
    reader: Reader | None = None,
    empty: Path | str | None = None,
    language: str = "en",
) -> Iterator[dict[str, Any]]:
    """Read files, and the pictures in folders, one after the other.

    Gives ``{"file", "ms", "cards": [{"card", "p", "accepted", "box", "quad"}], "remarks": [{"code", "sentence"}]}`` for
    a picture and ``{"file", "error"}`` for what is none; coordinates are px of the upright picture.
    `vision.pictures.remarks` lists the codes; with ``"swapped": true`` nothing was read. With ``draw`` a copy of each
    picture with outlines and names is written into that folder, over nothing but earlier drawings; raises Trouble when
    it cannot be, if there is a folder only after all was read. ``empty`` is a picture of the bare table, whose print
    is then not read; raises Trouble if it cannot be had. Sentences are told in ``language``.
    """
    reader = CardReader() if reader is None else reader
    files = list(expand(paths))
    drawings = None if draw is None else Drawings(Path(draw), [*files, *([] if empty is None else [Path(empty)])])
    failed: Trouble | None = None
    bare = None if empty is None else EmptyTable(load(Path(empty)).image, reader)
    for path in files:
        try:
            if path.is_dir():
                raise no_pictures(path)
            start = time.perf_counter()
            loaded = load(path)
            found = _examined(reader, loaded, bare)
        except NoPicture as error:
            yield {"file": printable(path), "error": printable(said(error, language))}
            continue
        spent = (time.perf_counter() - start) * 1000
        if drawings is not None and failed is None:
            try:
                drawings.write(path.stem, drawn(loaded.image, found.readings))
            except Trouble as error:
                failed = error
        yield {"file": printable(path), "ms": round(spent, 1)} | told(loaded, found, language)
    if failed is not None:
        raise failed


def _examined(reader: Reader, loaded: Loaded, bare: EmptyTable | None) -> Examined:
    """What is on a file's picture; a picture of another table masks nothing, and that is said."""
    fits = bare is not None and bare.align(loaded.image)
    found = examine(reader, loaded.image, empty=bare if fits else None)
    extra = loaded.remarks if fits or bare is None else (*loaded.remarks, remarks.other_table())
    return replace(found, remarks=(*found.remarks, *extra))


def printable(what: object) -> str:
    """Its text, what is no Unicode in a file's name replaced: such names can be opened but not printed."""
    return str(what).encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def told(loaded: Loaded, found: Examined, language: str = "en") -> dict[str, Any]:
    """What `dalje see` prints of a picture's cards, and of the picture."""
    said: dict[str, Any] = {
        "cards": [as_json(one, loaded.step) for one in found.readings],
        "remarks": [remarks.as_json(remark, language) for remark in found.remarks],
    }
    return said | ({"swapped": True} if any(remark.code == "swapped" for remark in found.remarks) else {})


def as_json(one: Reading, step: int = 1) -> dict[str, Any]:
    """A reading as `dalje see` prints it; ``step`` px of the file are one px of the picture that was read."""
    quad = None if one.quad is None else [[round(x * step, 1), round(y * step, 1)] for x, y in one.quad]
    box = [round(v * step, 1) for v in one.box]
    return {"card": one.card, "p": round(one.p, 5), "accepted": one.accepted, "box": box, "quad": quad}


def drawn(image: Picture, readings: Iterable[Reading]) -> Picture:
    """A copy of the picture with outlines and names: green where accepted, orange where doubtful."""
    copy, labels = image.copy(), []
    thick = max(1, round(max(copy.shape[:2]) / 900))
    for one in readings:
        colour, points = ACCEPTED if one.accepted else DOUBTFUL, outline(one)
        cv2.polylines(copy, [np.round(points).astype(np.int32).reshape(-1, 1, 2)], True, colour, thick, cv2.LINE_AA)
        # Named at the index that was read, which a fan leaves open, and outwards from there.
        middle = points.mean(0)
        at = f32(one.marks[0]) if one.marks else points[0] + 0.18 * (middle - points[0])
        away, clear = at - middle, 0.07 * float(np.linalg.norm(points[3] - points[0]))
        name = f"{one.card} {one.p:.3f}".rstrip("0").rstrip(".")
        labels.append(Label(name, (float(at[0]), float(at[1])), (float(away[0]), float(away[1])), colour, clear))
    draw_labels(copy, labels, 0.36 * thick + 0.04, thick)
    return copy


def outline(one: Reading) -> Float:
    """The corners of a card (4 x 2 px), of its box where they are not known."""
    x, y, w, h = one.box
    return f32(one.quad or ((x, y), (x + w, y), (x + w, y + h), (x, y + h)))
