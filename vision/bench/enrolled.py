"""Enrolled decks: light on dark ones, and patterns without Latin indices, each learned from one showing a card."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from vision.decks.patterns import named_deck
from vision.decks.printed import DrawnDeck, PrintedDeck, picture_decks
from vision.decks.schemes import random_scheme
from vision.decks.styles import random_style
from vision.enrolled.known import load_likeness
from vision.fitting.enrol_measure import enrolment_figures
from vision.reading.embed import FaceNet
from vision.reading.reader import CardReader

FOREIGN = ("german", "swiss", "italian", "spanish", "tarot")
"""Kinds of decks of pictures whose corners speak no language of ours."""
DRAWN = ("italian", "spanish")
"""Our own drawn faces, which are measured even if no decks of pictures are given."""
INVERTED = ("petrol",)
"""Held-out schemes of light ink on dark paper."""


def inverted_decks(count: int) -> Iterator[PrintedDeck]:
    """So many decks of held-out styles, printed light on dark in a colour that is held out too."""
    for number in range(count):
        rng = random.Random(f"inverted {number}")
        scheme = random_scheme(rng, (), INVERTED)
        style = replace(
            random_style(rng, held_out=True), ground=scheme.ground, colours=scheme.colours, scheme=scheme.name
        )  # fmt: skip
        yield DrawnDeck(style, f"{scheme.name} {number}, {style.font}")


def foreign_decks(unseen: Path | None) -> list[PrintedDeck]:
    """Our own drawn foreign patterns, and those among the decks of pictures in a folder."""
    drawn: list[PrintedDeck] = [named_deck(name) for name in DRAWN]
    return drawn if unseen is None else [*drawn, *picture_decks(unseen, kinds=FOREIGN)]


def enrolled_report(reader: CardReader, unseen: Path | None, tables: int) -> dict[str, Any] | None:
    """Figures of both kinds on ``tables`` tables a deck; None where the models have no network for whole faces."""
    faces = FaceNet(reader.nets)
    if not faces.there:
        return None
    kinds: dict[str, Sequence[PrintedDeck]] = {
        "inverted": list(inverted_decks(max(1, min(6, tables)))),
        "foreign": foreign_decks(unseen),
    }
    return {
        kind: enrolment_figures(decks, reader, faces, load_likeness(), tables=tables) for kind, decks in kinds.items()
    }
