"""Decks to measure with: as varied as training decks, of nothing but held-out parts.

`vision.decks.styles.random_style` draws the demo's decks (English, large indices, dark on light); these have every
index size, language, number of corners and colour scheme, so that a figure measured on them speaks for unseen decks.
"""

from __future__ import annotations

import random
from dataclasses import replace

from vision.decks.lettering import random_type
from vision.decks.schemes import random_scheme
from vision.decks.styles import HELD_OUT, SIGN_PARAMETERS, Locale, Style, random_style


def measuring_style(rng: random.Random, inverted: bool = False) -> Style:
    """A deck of held-out type, signs, courts, back; ``inverted``: light on dark, in the held-out scheme for it."""
    base = random_style(rng, held_out=True)
    jumbo = rng.random() < 0.2
    rank = rng.uniform(9.0, 14.0) if jumbo else rng.uniform(5.0, 9.5)
    family = rng.choice(HELD_OUT.pips)
    locale: Locale = rng.choices(("int", "fr", "fr1", "de", "nl"), (0.6, 0.1, 0.06, 0.14, 0.1))[0]
    style = replace(
        base,
        font=random_type(rng, held_out=True) if rng.random() < 0.4 else base.font,
        locale=locale,
        rank_mm=rank,
        suit_mm=rank * rng.uniform(0.6, 0.95),
        width=rng.uniform(0.72, 1.05),
        corners=4 if rng.random() < 0.15 else 2,
        pip_family=family,
        pip_shape=tuple(round(rng.random(), 3) for _ in range(SIGN_PARAMETERS)),
        pip_mm=rng.uniform(9, 14) * (0.8 if jumbo else 1.0),
        inset=rng.uniform(0.02, 0.08) + (0.08 if jumbo else 0.0),
    )
    if inverted or rng.random() < 0.2:
        scheme = random_scheme(rng, (), ("petrol",) if inverted else HELD_OUT.schemes)
        style = replace(style, scheme=scheme.name, ground=scheme.ground, colours=scheme.colours)
    return style
