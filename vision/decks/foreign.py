"""Faces without Latin corner indices: random ones to train on, and our own drawn foreign patterns to measure with.

`foreign_deck` composes a deck of suits and numbers, of pictures with numerals, or of colours; the faces of a deck
differ as those of real ones do, by the count of a sign, the sign, or a figure and what it holds.
"""

from __future__ import annotations

import random
from typing import Protocol

from companion.ports import CARD_MM
from vision.decks.backs import draw_pattern
from vision.decks.canvas import Image
from vision.decks.foreign_suits import suited_pattern
from vision.decks.picture_cards import colour_deck, picture_book
from vision.decks.schemes import Colour, jitter
from vision.decks.sheet import Sheet
from vision.decks.styles import BACKS, HELD_OUT


class Pattern(Protocol):
    """Something that draws the faces of one deck."""

    @property
    def codes(self) -> tuple[str, ...]:
        """Its faces."""

    def paint(self, code: str, px_per_mm: float) -> Sheet:
        """One face, not yet cut out."""


class ForeignDeck:
    """A deck without Latin indices (a `vision.decks.printed.PrintedDeck`), its back of a kind that training may see."""

    size_mm = CARD_MM
    index_mm = 0.0

    def __init__(self, name: str, pattern: Pattern, rng: random.Random) -> None:
        self.name, self.pattern, self.codes = name, pattern, pattern.codes
        self.back = rng.choice([kind for kind in BACKS if kind not in HELD_OUT.backs])
        self.back_seed = rng.randrange(1 << 30)
        self.back_colour: Colour = jitter(rng, rng.choice([(150, 60, 30), (40, 30, 170), (60, 100, 30)]), 40)

    def picture(self, code: str | None, px_per_mm: float) -> Image:
        """A face, or the back for None, as BGRA at this scale, transparent outside its rounded corners.

        Raises KeyError for a code the deck has not.
        """
        if code is not None:
            if code not in self.codes:
                raise KeyError(f"{code} is no face of the deck {self.name}")
            return self.pattern.paint(code, px_per_mm).finish()
        sheet = Sheet(px_per_mm, (250, 250, 250), (30, 30, 30), 0.3, 3.5)
        high, wide = sheet.image.shape[:2]
        margin = round(random.Random(self.back_seed).choice([0.0, 3.0, 4.0]) * sheet.scale)
        inside = sheet.image[margin : high - margin, margin : wide - margin]
        inside[:] = draw_pattern(self, inside.shape[1], inside.shape[0])
        return sheet.finish()


def foreign_deck(rng: random.Random) -> ForeignDeck:
    """A random deck for training: suits and numbers (most), pictures, or colours."""
    kind = rng.random()
    if kind < 0.64:
        return ForeignDeck("suited", suited_pattern(rng), rng)
    if kind < 0.88:
        return ForeignDeck("pictures", picture_book(rng), rng)
    return ForeignDeck("colours", colour_deck(rng), rng)
