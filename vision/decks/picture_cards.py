"""Random decks of pictures and of colours for training: tarot-like, children's and colour-matching games."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import numpy as np

from companion.ports import CARD_MM
from vision.decks.emblems import EMBLEMS, random_emblem
from vision.decks.figures import Box, Role, animal, person, plant
from vision.decks.foreign_looks import Look, random_look, roman
from vision.decks.foreign_suits import HATS
from vision.decks.schemes import Colour, jitter
from vision.decks.sheet import Points, Sheet, oval, rect

_CAPTIONS = ("LUNA", "SOLE", "FORTUNA", "MONDO", "TORRE", "NAVE", "CASA", "ORSO", "VOLPE", "ROSA", "CARRO", "STELLA")


@dataclass(frozen=True)
class PictureBook:
    """Every face another scene with a numeral; ``codes`` are numbers from p1."""

    look: Look
    codes: tuple[str, ...]
    seed: int
    numerals: str
    caption: bool
    sky: tuple[Colour, ...]

    def paint(self, code: str, px_per_mm: float) -> Sheet:
        """One face, not yet cut out."""
        number = int(code[1:])
        rng = random.Random(f"{self.seed} {number}")
        sheet = self.look.sheet(px_per_mm)
        wide, high = CARD_MM
        edge = self.look.inset + 2.0
        box = Box(edge, edge + 6, wide - 2 * edge, high - 2 * edge - 12)
        sheet.shape(rect(box.x, box.y, box.x + box.wide, box.y + box.high), rng.choice(self.sky))
        self._scene(sheet, box, rng)
        if self.numerals != "none":
            text = roman(number) if self.numerals == "roman" else str(number)
            sheet.text(text, self.look.font, wide / 2, edge + 3, 4.2, self.look.print_ink)
        if self.caption:
            sheet.text(rng.choice(_CAPTIONS), self.look.font, wide / 2, high - edge - 3, 3.4, self.look.print_ink)
        return sheet

    def _scene(self, sheet: Sheet, box: Box, rng: random.Random) -> None:
        palette = list(self.look.palette)
        if rng.random() < 0.5:
            hills = np.array([(x, 0.8 + rng.uniform(-0.12, 0.08)) for x in np.linspace(0, 1, 6)])
            sheet.shape(box.at(np.concatenate([hills, [(1, 1), (0, 1)]])), rng.choice(palette))
        kind = rng.randrange(5)
        inner = Box(box.x + 3, box.y + 2, box.wide - 6, box.high - 3)
        if kind == 0:
            pose = rng.choice(("standing", "riding", "seated"))
            person(sheet, inner, Role(pose, rng.choice(HATS), rng.random() < 0.4, random_emblem(rng)), palette, rng)
        elif kind == 1:
            animal(sheet, inner, palette, rng)
        elif kind == 2:
            plant(sheet, inner, random_emblem(rng, rng.choice(("rosette", "sun", "fruit"))), palette, rng)
        elif kind == 3:
            emblem = random_emblem(rng)
            sheet.emblem(emblem, box.x + box.wide / 2, box.y + box.high / 2, box.wide * 0.8, palette)
        else:
            for _ in range(rng.randint(3, 8)):
                x, y = box.at([(rng.uniform(0.15, 0.85), rng.uniform(0.1, 0.9))])[0]
                turn, size = rng.uniform(0, 360), rng.uniform(9, 20)
                sheet.emblem(random_emblem(rng), float(x), float(y), size, palette, turn)


def picture_book(rng: random.Random) -> PictureBook:
    """A random deck of 22 to 39 pictures."""
    look = random_look(rng)
    pale = tuple(jitter(rng, colour, 15) for colour in ((245, 225, 205), (205, 232, 244), (225, 240, 225)))
    return PictureBook(
        look=look,
        codes=tuple(f"p{number}" for number in range(1, rng.randint(23, 40))),
        seed=rng.randrange(1 << 30),
        numerals=rng.choice(("roman", "roman", "arabic", "none")),
        caption=rng.random() < 0.6,
        sky=(look.ground, *pale) if rng.random() < 0.7 else (look.ground,),
    )


@dataclass(frozen=True)
class ColourDeck:
    """Numbers and signs in a few strong colours; ``codes`` are colour and number."""

    look: Look
    codes: tuple[str, ...]
    colours: tuple[Colour, ...]
    seed: int
    shape: str
    corner: bool
    inverse: bool

    def paint(self, code: str, px_per_mm: float) -> Sheet:
        """One face, not yet cut out."""
        colour, number = self.colours[ord(code[0]) - ord("a")], int(code[1:])
        white: Colour = (250, 250, 250)
        field, ink = (white, colour) if self.inverse else (colour, white)
        wide, high = CARD_MM
        sheet = self.look.sheet(px_per_mm, white)
        sheet.shape(rect(3, 3, wide - 3, high - 3), field, edge=self.inverse)
        sheet.shape(self._field(), ink, edge=False)
        self._sign(sheet, number, wide / 2, high / 2, 24, colour if not self.inverse else white)
        if self.corner:
            for x, y, flip in ((8.5, 10, False), (wide - 8.5, high - 10, True)):
                self._sign(sheet, number, x, y, 7, ink if not self.inverse else colour, flip)
        return sheet

    def _field(self) -> Points:
        wide, high = CARD_MM
        if self.shape == "oval":
            turn = math.radians(58)
            spin = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
            leaning: Points = oval(0, 0, 36, 21, 48) @ spin + (wide / 2, high / 2)
            return leaning
        if self.shape == "disc":
            return oval(wide / 2, high / 2, 21, 21, 48)
        return np.array([(wide / 2, 14), (wide - 10, high / 2), (wide / 2, high - 14), (10, high / 2)])

    def _sign(
        self, sheet: Sheet, number: int, x: float, y: float, size: float, colour: Colour, flip: bool = False
    ) -> None:
        if number < 10:
            sheet.text(str(number), self.look.font, x, y, size, colour, flip)
            return
        rng = random.Random(f"{self.seed} {number}")
        kind = random.Random(self.seed).sample(sorted(EMBLEMS), 3)[number - 10]  # (two of a kind may look alike)
        palette = (colour, self.look.ink, colour, self.look.ground)
        sheet.emblem(random_emblem(rng, kind), x, y, size, palette, 180 * flip)


def colour_deck(rng: random.Random) -> ColourDeck:
    """A random deck of four colours with 10 numbers and 3 signs each."""
    look = random_look(rng)
    hues: tuple[Colour, ...] = ((40, 30, 215), (60, 160, 50), (190, 90, 20), (30, 200, 245), (170, 50, 130))
    return ColourDeck(
        look=look,
        codes=tuple(f"{letter}{number}" for letter in "abcd" for number in range(13)),
        colours=tuple(jitter(rng, colour, 22) for colour in rng.sample(hues, 4)),
        seed=rng.randrange(1 << 30),
        shape=rng.choice(("oval", "disc", "diamond")),
        corner=rng.random() < 0.75,
        inverse=rng.random() < 0.3,
    )
