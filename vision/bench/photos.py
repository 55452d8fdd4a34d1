"""Photographs with labels: what is read rightly, and every reading that the product would wrongly have taken.

Cards of a picture are compared as multisets. Where a picture's labels are not complete, a reading beyond the labels
counts as wrong only if its middle lies on a labelled card.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

from companion.ports import Reader, Reading, Trouble
from vision.arrays import Picture
from vision.bench.tally import Row
from vision.pictures.pictures import load_picture

Box = tuple[float, float, float, float]
FOIL = "foil"
FAN = 13
"""A picture with several times so many cards, labelled by single corners, shows fans."""
QUARTERS = (0, 1, 2, 3)
"""Turns of a picture by 90 degrees, anticlockwise."""


@dataclass(frozen=True)
class Label:
    """What lies on one photograph."""

    name: str
    deck: str
    fans: bool
    complete: bool
    cards: tuple[tuple[str, Box | None], ...]

    @property
    def unseen(self) -> bool:
        """Whether the picture belongs to the third that nobody looks at while developing."""
        return crc32(self.name.encode()) % 3 == 0

    @property
    def foil(self) -> bool:
        """Whether it shows the light-on-dark foil deck."""
        return FOIL in self.deck


def labels(folder: Path) -> list[Label]:
    """The labels of a folder, from its labels.json; raises Trouble when there are none or they cannot be used."""
    path = folder / "labels.json"
    try:
        data: Mapping[str, Any] = json.loads(path.read_text())
        return [_label(name, told) for name, told in data.items()]
    except OSError as error:
        raise Trouble(
            f"{path} cannot be read ({error.strerror}): give a folder of pictures with labels.json"
        ) from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Trouble(f"{path} holds no labels ({error}): it maps pictures to their cards and boxes") from error


def _label(name: str, told: Mapping[str, Any]) -> Label:
    cards = []
    for card in told["cards"]:
        box = card.get("box")
        cards.append((str(card["card"]), None if box is None else (box[0], box[1], box[2], box[3])))
    fans = told.get("box_kind") == "corner" and len(cards) >= FAN
    return Label(name, str(told.get("deck", "")), fans, bool(told.get("complete", True)), tuple(cards))


def turned(image: Picture, quarters: int) -> Picture:
    """The picture turned anticlockwise by quarters."""
    return np.ascontiguousarray(np.rot90(image, quarters))


def turned_back(x: float, y: float, quarters: int, size: tuple[int, int]) -> tuple[float, float]:
    """A point of a turned picture in the picture before; ``size`` (width, height) is that of the one before."""
    width, height = size
    return {0: (x, y), 1: (width - y, x), 2: (width - x, height - y), 3: (y, height - x)}[quarters % 4]


def read_photo(reader: Reader, folder: Path, label: Label, quarters: int = 0) -> tuple[list[Row], list[str]]:
    """Rows of one photograph turned by quarters, and all that was read on it, rightly or not."""
    image = load_picture(folder / label.name)
    size = (image.shape[1], image.shape[0])
    readings = reader.read(turned(image, quarters))
    middles = [turned_back(*_middle(one.box), quarters, size) for one in readings]
    return list(rows(label, readings, middles)), sorted(one.card for one in readings)


def rows(label: Label, readings: Sequence[Reading], middles: Sequence[tuple[float, float]]) -> Iterator[Row]:
    """Readings of a photograph against its labels, the surest first, and what they leave out.

    A reading on no labelled card of an incompletely labelled picture may be right: it gives no row.
    """
    facts = (("picture", label.name),)
    left = Counter(code for code, _ in label.cards)
    strangers: list[tuple[Reading, tuple[float, float]]] = []
    for one, middle in sorted(zip(readings, middles, strict=True), key=lambda pair: -pair[0].p):
        if left[one.card]:
            left[one.card] -= 1
            yield Row(one.card, one.card, one.p, one.accepted, None, facts)
        elif label.complete or any(box is not None and _within(middle, box) for _, box in label.cards):
            strangers.append((one, middle))
    missed = list(left.elements())
    for one, middle in strangers:
        truth = _likely_truth(label, middle, missed)
        if truth is not None:
            missed.remove(truth)
        yield Row(truth, one.card, one.p, one.accepted, None, facts)
    for code in missed:
        yield Row(code, None, 0.0, False, None, facts)


def _likely_truth(label: Label, middle: tuple[float, float], missed: Sequence[str]) -> str | None:
    """Which of the cards nobody named a wrong reading is about: the one whose label it lies on."""
    on = [(box[2] * box[3], code) for code, box in label.cards if box and code in missed and _within(middle, box)]
    return min(on)[1] if on else None


def _within(point: tuple[float, float], box: Box) -> bool:
    return box[0] <= point[0] <= box[0] + box[2] and box[1] <= point[1] <= box[1] + box[3]


def _middle(box: Box) -> tuple[float, float]:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def same(before: Iterable[str], after: Iterable[str]) -> tuple[int, int]:
    """How many readings two looks at one picture share, and the most that either has."""
    one, other = Counter(before), Counter(after)
    return (one & other).total(), max(one.total(), other.total())
