"""Colour schemes of decks: inks of the four suits on a ground, light or dark.

Colours are (blue, green, red) from 0 to 255.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

Colour = tuple[int, int, int]
Inks = tuple[Colour, Colour, Colour, Colour]
"""Of spades, hearts, diamonds and clubs, as `vision.decks.styles.SUIT_ORDER`."""


@dataclass(frozen=True)
class Scheme:
    """A drawn scheme; ``name`` is "" for the common black and red (or four colours) on paper."""

    name: str
    ground: Colour
    colours: Inks

    def tinted(self, rng: random.Random) -> Colour:
        """Ink of a faint print on the ground: a small step towards the suits' inks, or away from them."""
        share = rng.uniform(0.06, 0.2)
        ink = rng.choice(self.colours)
        blue, green, red = (max(0, min(255, round(g + (i - g) * share))) for g, i in zip(self.ground, ink, strict=True))
        return blue, green, red


def jitter(rng: random.Random, colour: Colour, by: int) -> Colour:
    """The colour with every channel moved by at most ``by``."""
    blue, green, red = (max(0, min(255, value + rng.randint(-by, by))) for value in colour)
    return blue, green, red


def classic(rng: random.Random, four: bool) -> Inks:
    """Black and red, or the usual four colours (blue or orange diamonds, green clubs)."""
    black, red = jitter(rng, (26, 24, 22), 20), jitter(rng, (38, 28, 205), 28)
    spade, heart, diamond, club = black, red, red, black
    if four:
        diamond = jitter(rng, rng.choice([(190, 80, 20), (20, 120, 235)]), 25)
        club = jitter(rng, (40, 130, 30), 25)
        if rng.random() < 0.15:
            spade = jitter(rng, (140, 70, 50), 25)
    return spade, heart, diamond, club


COURT_PALETTES: tuple[tuple[Colour, ...], ...] = (
    ((40, 40, 205), (50, 200, 245), (160, 70, 30), (25, 25, 25)),
    ((45, 35, 190), (40, 190, 240), (25, 25, 25), (120, 190, 225)),
    ((35, 35, 35), (60, 60, 190), (190, 210, 235), (140, 90, 60)),
    ((150, 80, 30), (60, 200, 240), (60, 60, 200), (90, 150, 60)),
    ((40, 40, 200), (200, 90, 60), (60, 140, 60), (40, 160, 235)),
    ((90, 90, 90), (200, 200, 200), (60, 60, 60), (40, 40, 150)),
)
"""Colours of court figures that go together."""

_PAPERS: tuple[Colour, ...] = ((255, 255, 255),) * 5 + ((240, 248, 252), (225, 240, 246), (235, 235, 235))
_TINTED: dict[str, Colour] = {
    "cream": (205, 232, 244),
    "kraft": (130, 165, 195),
    "rose": (215, 205, 245),
    "sky": (245, 225, 205),
    "mint": (215, 240, 215),
    "lemon": (170, 240, 250),
    "ash": (200, 200, 200),
    "lilac": (235, 205, 220),
}
"""Coloured grounds under dark inks."""

_INVERTED: dict[str, tuple[Colour, tuple[Colour, ...], tuple[Colour, ...]]] = {
    "black gold": ((26, 26, 28), ((90, 165, 205), (190, 190, 190)), ((90, 165, 205), (50, 50, 215))),
    "black white": ((24, 24, 24), ((240, 240, 240), (205, 205, 205)), ((50, 45, 225), (90, 90, 245))),
    "black silver": ((34, 30, 28), ((190, 190, 190), (230, 230, 230)), ((60, 50, 205), (190, 190, 190))),
    "navy": ((92, 44, 18), ((245, 245, 245), (90, 190, 225)), ((110, 110, 250), (245, 245, 245), (80, 180, 250))),
    "red": ((36, 26, 165), ((245, 245, 245), (20, 20, 30)), ((120, 215, 250), (245, 245, 245))),
    "green": ((46, 78, 24), ((110, 190, 220), (240, 245, 240)), ((110, 190, 220), (110, 120, 250))),
    "purple": ((92, 32, 72), ((225, 225, 225), (110, 200, 230)), ((150, 110, 250), (110, 200, 230))),
    "brown": ((30, 48, 78), ((190, 220, 240), (110, 180, 220)), ((70, 110, 245), (190, 220, 240))),
    "slate": ((88, 76, 66), ((250, 250, 250), (20, 20, 20)), ((110, 130, 255), (70, 190, 255))),
    "petrol": ((84, 72, 10), ((195, 228, 240), (235, 235, 225)), ((110, 140, 250), (100, 190, 235))),
}
"""Light inks on dark: ground, inks of spades and clubs, inks of hearts and diamonds."""

_FOURS: dict[str, tuple[Colour, Colour, Colour, Colour]] = {
    "poker": ((22, 22, 22), (35, 30, 205), (200, 90, 20), (40, 130, 30)),
    "german": ((40, 120, 40), (35, 30, 205), (20, 150, 240), (22, 22, 22)),
    "seaside": ((120, 60, 20), (50, 40, 190), (20, 140, 235), (80, 130, 30)),
    "pastel": ((110, 90, 85), (120, 110, 225), (215, 160, 90), (120, 170, 110)),
    "neon": ((160, 40, 110), (140, 30, 235), (230, 160, 0), (60, 170, 60)),
    "sand four": ((70, 40, 60), (60, 60, 190), (150, 130, 20), (30, 110, 110)),
}


def random_scheme(rng: random.Random, without: Sequence[str], only: Sequence[str] = ()) -> Scheme:
    """Draw a scheme that is not named in ``without``; of those named in ``only`` if there are any."""
    if only:
        return _named(rng, rng.choice(only))
    kind = rng.random()
    if kind < 0.62:
        paper = jitter(rng, rng.choice(_PAPERS), 5)
        return Scheme("", paper, _worn(rng, classic(rng, rng.random() < 0.14)))
    pool = _TINTED if kind < 0.74 else _FOURS if kind < 0.84 else _INVERTED
    return _named(rng, rng.choice([name for name in pool if name not in without]))


def _named(rng: random.Random, name: str) -> Scheme:
    if name in _TINTED:
        return Scheme(name, jitter(rng, _TINTED[name], 14), _worn(rng, classic(rng, rng.random() < 0.1)))
    if name in _FOURS:
        spade, heart, diamond, club = (jitter(rng, ink, 18) for ink in _FOURS[name])
        ground: Colour = (215, 230, 240) if name.startswith("sand") else (252, 252, 252)
        return Scheme(name, jitter(rng, ground, 8), (spade, heart, diamond, club))
    dark, plain, bright = _INVERTED[name]
    one, two = jitter(rng, rng.choice(plain), 22), jitter(rng, rng.choice(bright), 22)
    inks: Inks = (one, two, two, one)
    if rng.random() < 0.12:
        inks = (one, two, jitter(rng, (235, 170, 60), 25), jitter(rng, (110, 210, 110), 25))
    return Scheme(name, jitter(rng, dark, 16), inks)


def _worn(rng: random.Random, inks: Inks) -> Inks:
    """Now and then pale inks: grey for black and pink or orange for red, as worn or cheaply printed packs have."""
    if rng.random() > 0.12:
        return inks
    pale = rng.uniform(0.1, 0.42)
    spade, heart, diamond, club = (
        (round(b + (255 - b) * pale), round(g + (255 - g) * pale), round(r + (255 - r) * pale)) for b, g, r in inks
    )
    return spade, heart, diamond, club
