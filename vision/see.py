"""Reading picture files: what `dalje see` prints, one object per file."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.ports import Reader, Reading, Trouble
from vision.arrays import Picture
from vision.pictures import NoPicture, expand, load_picture
from vision.reader import CardReader

ACCEPTED, DOUBTFUL = (60, 170, 20), (0, 130, 255)
"""Outline colours (BGR)."""


def see(
    paths: Iterable[Path | str], draw: Path | str | None = None, reader: Reader | None = None
) -> Iterator[dict[str, Any]]:
    """Read files, and the pictures in folders, one after the other.

    Gives ``{"file", "ms", "cards": [{"card", "p", "accepted", "box", "quad"}]}`` for a picture and
    ``{"file", "error"}`` for what is none; coordinates are px of the upright picture. With ``draw`` a copy of each
    picture with outlines and names is written into that folder; raises Trouble when it cannot be.
    """
    reader = CardReader() if reader is None else reader
    folder = None if draw is None else _folder(Path(draw))
    written: set[Path] = set()
    for path in expand(paths):
        try:
            if path.is_dir():
                raise NoPicture(f"{path} holds no pictures: give picture files or a folder with some")
            start = time.perf_counter()
            image = load_picture(path)
            readings = reader.read(image)
        except NoPicture as error:
            yield {"file": str(path), "error": str(error)}
            continue
        spent = (time.perf_counter() - start) * 1000
        if folder is not None:
            written.add(_write(folder, path, drawn(image, readings), written))
        yield {"file": str(path), "ms": round(spent, 1), "cards": [as_json(one) for one in readings]}


def as_json(one: Reading) -> dict[str, Any]:
    """A reading as `dalje see` prints it."""
    quad = None if one.quad is None else [[round(x, 1), round(y, 1)] for x, y in one.quad]
    box = [round(v, 1) for v in one.box]
    return {"card": one.card, "p": round(one.p, 5), "accepted": one.accepted, "box": box, "quad": quad}


def drawn(image: Picture, readings: Iterable[Reading]) -> Picture:
    """A copy of the picture with outlines and names: green where accepted, orange where doubtful."""
    copy = image.copy()
    thick = max(1, round(max(copy.shape[:2]) / 700))
    for one in readings:
        colour = ACCEPTED if one.accepted else DOUBTFUL
        x, y, w, h = one.box
        outline = one.quad or ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
        points = np.round(np.asarray(outline)).astype(np.int32)
        cv2.polylines(copy, [points.reshape(-1, 1, 2)], True, colour, thick, cv2.LINE_AA)
        text, size = f"{one.card} {one.p:.3f}".rstrip("0"), 0.42 * thick + 0.1
        (wide, high), below = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
        left, base = round(x + w / 2 - wide / 2), round(y + h / 2 + high / 2)
        cv2.rectangle(copy, (left - 2, base - high - 2), (left + wide + 2, base + below), colour, -1)
        cv2.putText(copy, text, (left, base), cv2.FONT_HERSHEY_SIMPLEX, size, (255, 255, 255), thick, cv2.LINE_AA)
    return copy


def _folder(path: Path) -> Path:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Trouble(f"{path} cannot be made ({error.strerror}): give a folder that can be written") from error
    return path


def _write(folder: Path, source: Path, image: Picture, written: set[Path]) -> Path:
    """Write a picture under its old name, with a number where two sources share one; gives the new path.

    A picture that was read is never written over: where it lies in that folder itself, the copy gets a number.
    """
    target, number = folder / f"{source.stem}.png", 2
    while target in written or (target.exists() and target.samefile(source)):
        target, number = folder / f"{source.stem}-{number}.png", number + 1
    try:
        target.write_bytes(cv2.imencode(".png", image)[1].tobytes())
    except OSError as error:
        raise Trouble(f"{target} cannot be written ({error.strerror}): make room or give another folder") from error
    return target
