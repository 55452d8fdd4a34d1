"""How a deck looks: type, indices, pips, courts, colours, back; and which of it no training may touch.

A `Style` is all that the card renderer (`vision.decks.faces`) needs. Lengths are mm on a 63 x 88 mm card,
colours are (blue, green, red) from 0 to 255. The demo draws its deck from held-out ingredients
only, training from all the others, so what the reader reads in the demo is new to it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from vision.decks.fonts import HELD_OUT_FONTS, is_held_out_font, suit_fonts, text_mask, training_fonts
from vision.decks.lettering import is_drawn, random_type
from vision.decks.schemes import COURT_PALETTES, Colour, classic, jitter, random_scheme

Locale = Literal["int", "fr", "fr1", "de", "nl", "ru"]

LOCALES: dict[Locale, str] = {"int": "AJQK", "fr": "AVDR", "fr1": "1VDR", "de": "ABDK", "nl": "ABVH", "ru": "TBДK"}
"""Index glyphs of ace, jack, queen and king: English, French (two), German, Dutch, Russian."""

SUIT_ORDER = "SHDC"
"""Order of `Style.colours`."""

PIPS = ("cardioid", "bezier", "compass", "gothic", "lancet", "type", "trefoil", "poster", "fleuron")
COURTS = ("robes", "mosaic", "bands", "lines", "glass")
BACKS = ("lattice", "diamonds", "waves", "rings", "plain", "medallion")
PIP_PARAMETERS = 10
SIGN_PARAMETERS = 18
"""Numbers of the families of `vision.decks.signs`."""
GROUNDS = ("", "lines", "lattice", "dots", "grain", "waves")
"""Faint prints under a face."""


@dataclass(frozen=True)
class HeldOut:
    """Ingredients that belong to the demo alone."""

    fonts: tuple[str, ...]
    pips: tuple[str, ...]
    courts: tuple[str, ...]
    backs: tuple[str, ...]
    schemes: tuple[str, ...]


HELD_OUT = HeldOut(
    fonts=tuple(HELD_OUT_FONTS),
    pips=("lancet", "fleuron"),
    courts=("glass",),
    backs=("medallion",),
    schemes=("petrol", "sand four"),
)
"""The one list of what no training, now or later, may draw."""


@dataclass(frozen=True)
class Style:
    """One deck.

    ``font``: an id of HELD_OUT.fonts, the path of a training font, or a drawn type of `vision.decks.lettering`.
    ``rank_mm``: cap height of the index
    rank; ``suit_mm``: height of the suit below it (or right of it if ``beside``), ``gap_mm`` between them;
    ``left_mm``, ``top_mm``: margins of the index. ``width``: horizontal stretch of rank glyphs, ``ten_width``
    a further one of the 10. ``pip_family`` one of PIPS, ``pip_shape`` its numbers from 0 to 1,
    ``pip_font`` the font of the family "type". ``corners``: 2 or 4 indices. ``inset``: how far pips move
    inwards (0 to 0.2). ``colours`` in SUIT_ORDER; ``scheme`` the name they come from (`vision.decks.schemes`), "" for
    black and red on paper. ``print_``: one of GROUNDS, ``print_colour`` its ink. ``index_line``: thickness of a
    frame around each index (0: none), ``index_fill`` the colour inside it.
    """

    font: str
    locale: Locale
    rank_mm: float
    suit_mm: float
    gap_mm: float
    left_mm: float
    top_mm: float
    width: float
    ten_width: float
    beside: bool
    corners: int
    pip_family: str
    pip_shape: tuple[float, ...]
    pip_font: str
    pip_mm: float
    inset: float
    ace: float
    ornate_ace: bool
    colours: tuple[Colour, Colour, Colour, Colour]
    ground: Colour
    border: float
    border_colour: Colour
    radius_mm: float
    court: str
    court_seed: int
    court_colours: tuple[Colour, ...]
    court_frame: bool
    court_pip: bool
    back: str
    back_seed: int
    back_colour: Colour
    scheme: str = ""
    print_: str = ""
    print_colour: Colour = (230, 230, 230)
    index_line: float = 0.0
    index_fill: Colour | None = None

    def colour(self, suit: str) -> Colour:
        """Ink of a suit."""
        return self.colours[SUIT_ORDER.index(suit)]

    def rank_text(self, rank: str) -> str:
        """What the index says for a rank of `companion.cards.RANKS`."""
        if rank == "T":
            return "10"
        return LOCALES[self.locale]["AJQK".index(rank)] if rank in "AJQK" else rank


def refuse_held_out(style: Style) -> Style:
    """The style itself; raises ValueError when any ingredient of it is held out. Every training deck passes here."""
    held = [
        name
        for name, found in (
            ("font", is_held_out_font(style.font)),
            ("suit font", bool(style.pip_font) and is_held_out_font(style.pip_font)),
            ("pips", style.pip_family in HELD_OUT.pips),
            ("courts", style.court in HELD_OUT.courts),
            ("back", style.back in HELD_OUT.backs),
            ("colours", style.scheme in HELD_OUT.schemes),
        )
        if found
    ]
    if held:
        raise ValueError(f"held-out {', '.join(held)} must not be trained on")
    return style


def random_style(rng: random.Random, held_out: bool, fonts: Sequence[str] | None = None) -> Style:
    """Draw a deck: all held-out ingredients for the demo and measuring, or none of them for training.

    Held-out decks have English indices of at least 8.5 mm, dark on a light card, so that 3 px/mm show a
    glyph of 24 px and more. ``fonts`` overrides the training fonts (by default what fontconfig finds).
    """
    if held_out:
        return _held_out_style(rng)
    return refuse_held_out(_training_style(rng, fonts if fonts is not None else training_fonts()))


_TRAINED_PIPS = (
    ("cardioid", "bezier", "compass", "gothic", "type", "trefoil", "poster"),
    (0.1, 0.13, 0.08, 0.09, 0.2, 0.32, 0.08),
)
"""Families that training draws, and how often."""


def _shape(rng: random.Random, count: int = PIP_PARAMETERS) -> tuple[float, ...]:
    return tuple(round(rng.random(), 3) for _ in range(count))


def _held_out_style(rng: random.Random) -> Style:
    rank = rng.uniform(8.6, 10.5)
    back_colour = jitter(rng, rng.choice([(150, 60, 30), (50, 40, 170), (70, 110, 40)]), 25)
    return Style(
        font=rng.choice(HELD_OUT.fonts),
        locale="int",
        rank_mm=rank,
        suit_mm=rng.uniform(6.2, 8.0),
        gap_mm=rng.uniform(0.9, 1.6),
        left_mm=rng.uniform(2.2, 3.2),
        top_mm=rng.uniform(3.0, 4.4),
        width=rng.uniform(0.78, 0.95),
        ten_width=rng.uniform(0.66, 0.76),
        beside=False,
        corners=2,
        pip_family=rng.choice(HELD_OUT.pips[:1]),
        pip_shape=_shape(rng),
        pip_font="",
        pip_mm=rng.uniform(11, 13.5),
        inset=rng.uniform(0.05, 0.1),
        ace=rng.uniform(1.2, 2.4),
        ornate_ace=rng.random() < 0.5,
        colours=classic(rng, rng.random() < 0.15),
        ground=rng.choice([(255, 255, 255), (250, 252, 253), (238, 247, 251)]),
        border=rng.choice([0.0, 0.0, 0.3]),
        border_colour=jitter(rng, (90, 90, 90), 40),
        radius_mm=rng.uniform(3.0, 4.0),
        court=rng.choice(HELD_OUT.courts),
        court_seed=rng.randrange(1 << 30),
        court_colours=rng.choice(COURT_PALETTES[:5]),
        court_frame=True,
        court_pip=True,
        back=rng.choice(HELD_OUT.backs),
        back_seed=rng.randrange(1 << 30),
        back_colour=back_colour,
    )


def _training_style(rng: random.Random, fonts: Sequence[str]) -> Style:
    jumbo, beside = rng.random() < 0.27, rng.random() < 0.09
    rank = rng.uniform(9.0, 15.0) if jumbo else rng.uniform(4.6, 9.5)
    # Standard packs print a small suit below a tall rank: that is where clubs and spades are hard to tell.
    share = rng.uniform(0.42, 0.64) if rng.random() < 0.35 else rng.uniform(0.5, 1.0)
    suit = rank * (rng.uniform(0.5, 1.25) if jumbo and rng.random() < 0.4 else share)
    # Pips of many four-corner packs come as near to the index as they can, or touch it.
    four = rng.random() < 0.24
    near = four and rng.random() < 0.4
    family = rng.choices(*_TRAINED_PIPS)[0]
    scheme = random_scheme(rng, HELD_OUT.schemes)
    line = rng.choice([0.2, 0.3, 0.5]) if rng.random() < 0.05 else 0.0
    # German and Dutch packs are common in Europe; English ones are the majority everywhere.
    locale: Locale = rng.choices(("int", "fr", "fr1", "de", "nl", "ru"), (0.54, 0.1, 0.06, 0.15, 0.1, 0.05))[0]
    font = random_type(rng) if rng.random() < 0.3 else rng.choice(fonts)
    if locale == "ru" and not _cyrillic(font):
        locale = "int"
    return Style(
        font=font,
        locale=locale,
        rank_mm=rank,
        suit_mm=min(14.0 if jumbo else 10.0, suit),
        gap_mm=rng.uniform(0.3, 1.9),
        left_mm=rng.uniform(1.4, 3.6),
        top_mm=rng.uniform(2.0, 5.0),
        width=rng.uniform(0.8, 1.15) if is_drawn(font) else rng.uniform(0.55, 1.1),
        ten_width=rng.uniform(0.62, 0.85) if rng.random() < 0.85 else 1.0,
        beside=beside,
        corners=4 if four else 2,
        pip_family=family,
        pip_shape=_shape(rng, SIGN_PARAMETERS if family in ("trefoil", "poster") else PIP_PARAMETERS),
        pip_font=rng.choice(suit_fonts()) if family == "type" else "",
        pip_mm=rng.uniform(9, 15) * (0.78 if jumbo and not near else 1.0),
        inset=rng.uniform(0.0, 0.08) + (0.08 if jumbo else 0.0) - (rng.uniform(0.05, 0.2) if near else 0.0),
        ace=rng.choice([1.0, 1.4, 2.2, 3.0]),
        ornate_ace=rng.random() < 0.35,
        colours=scheme.colours,
        ground=scheme.ground,
        border=rng.choice([0.0] * 6 + [0.3, 0.5]),
        border_colour=jitter(rng, scheme.colours[0], 60),
        radius_mm=rng.uniform(2.0, 4.5),
        court=rng.choice([name for name in COURTS if name not in HELD_OUT.courts]),
        court_seed=rng.randrange(1 << 30),
        court_colours=tuple(jitter(rng, colour, 30) for colour in rng.choice(COURT_PALETTES)),
        court_frame=rng.random() < 0.8,
        court_pip=rng.random() < 0.8,
        back=rng.choice([name for name in BACKS if name not in HELD_OUT.backs]),
        back_seed=rng.randrange(1 << 30),
        back_colour=jitter(rng, rng.choice([(150, 60, 30), (40, 30, 170), (60, 100, 30), (40, 40, 40)]), 40),
        scheme=scheme.name,
        print_=rng.choice(GROUNDS[1:]) if rng.random() < 0.1 else "",
        print_colour=scheme.tinted(rng),
        index_line=line,
        index_fill=scheme.ground if line and rng.random() < 0.5 else None,
    )


def _cyrillic(font: str) -> bool:
    """Whether the font has its own Д: a missing letter is drawn like any other missing letter."""
    drawn, missing = text_mask(font, "Д")[0], text_mask(font, "\uffff")[0]
    return drawn.shape != missing.shape or bool((drawn != missing).any())
