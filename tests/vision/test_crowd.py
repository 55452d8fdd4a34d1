"""A thousand cards in one picture: bounded, and said so.

On 7.7 megapixels of them the process grew to 300 MB and took 4 s of one core (everything in the reader is bounded by
the number of indices it looks at).
"""

from __future__ import annotations

import random

import cv2
import numpy as np

from companion.ports import Reading
from vision.arrays import Picture
from vision.decks.faces import draw_face
from vision.decks.styles import random_style
from vision.looking.examine import MOST_CARDS, examine
from vision.reading.reader import CardReader
from vision.reading.scale import MOST_CORNERS

CARD_PX = (71, 99)
FACES = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]


def crowd(columns: int, rows: int) -> Picture:
    """Upright cards of one deck, edge to edge with a narrow gap."""
    style = random_style(random.Random(4), held_out=True)
    drawn = {}
    for face in FACES:
        small = cv2.resize(draw_face(face, style, 3.0), CARD_PX, interpolation=cv2.INTER_AREA).astype(np.float32)
        drawn[face] = (small[..., :3] * (small[..., 3:] / 255) + 70 * (1 - small[..., 3:] / 255)).astype(np.uint8)
    step = CARD_PX[0] + 4, CARD_PX[1] + 4
    image = np.full((rows * step[1], columns * step[0], 3), 70, np.uint8)
    for number in range(columns * rows):
        x, y = number % columns * step[0] + 2, number // columns * step[1] + 2
        image[y : y + CARD_PX[1], x : x + CARD_PX[0]] = drawn[FACES[number % 52]]
    return image


def test_of_a_thousand_cards_as_many_are_read_as_may_be_and_that_is_told() -> None:
    image = crowd(40, 25)
    reader = CardReader(packs=99)
    found = examine(reader, image, CARD_PX[1] / 88)
    assert MOST_CARDS < len(found.readings) <= MOST_CORNERS
    assert "crowded" in [remark.code for remark in found.remarks]


def test_so_many_readings_are_told_and_fewer_are_not() -> None:
    class Many:
        def __init__(self, count: int) -> None:
            self.count = count

        def read(self, image: Picture, px_per_mm: float | None = None) -> tuple[Reading, ...]:
            return tuple(Reading("2S", 0.999, True, (i, 0, 90, 120), None, {"2S": 0.999}) for i in range(self.count))

    image = (np.indices((300, 400)).sum(0) % 200).astype(np.uint8)[..., None].repeat(3, 2)
    image[:150, :, 0] //= 3  # (a picture without colour would be told too)
    assert [r.code for r in examine(Many(MOST_CARDS + 1), image).remarks] == ["crowded"]
    assert examine(Many(MOST_CARDS), image).remarks == ()
