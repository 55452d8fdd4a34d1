"""Which packs lie on a rendered table: drawn or pictured decks the reader was not trained on, or photographed cards.

Several packs of one game have the same faces and different backs, as shops sell them.
"""

from __future__ import annotations

import os
import random
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from companion.ports import CARD_MM, Trouble
from vision.arrays import Picture, f32, u8
from vision.bench.pasted import RADIUS_MM, cut_all
from vision.decks.printed import DrawnDeck, PrintedDeck, picture_decks
from vision.decks.styles import Style, random_style
from vision.decks.unseen_styles import measuring_style
from vision.training.sources import rounded

ART = ("drawn", "varied", "pictures", "photographed")
"""Our own held-out decks as the demo shows them; of all sizes and colours; pictures of faces from a folder of decks
(`vision.training.unseen`); cards cut out of a folder of labelled photographs, for tests alone."""
PHOTOS = "DALJE_PHOTOS"
"""Environment variable that names a folder of labelled photographs."""
LEAST_VARIED_MM = 7.0
"""Varied decks on a game table have ranks of at least this height; smaller ones are for reading glasses."""
BACKS = ((150, 60, 30), (50, 40, 170), (70, 110, 40), (45, 45, 45))
"""Inks (BGR) of backs: blue, red, green, black."""

PHOTO_INDEX_MM, PHOTO_SUIT_MM, PHOTO_GAP_MM, PHOTO_TOP_MM = 8.7, 6.3, 2.2, 4.2
"""Measured on the photographed deck of the development set."""
PAPER = 232
"""Photographed paper is made this light and grey: the table has a light of its own."""
FRAME_MM = (1.0, 2.6)
"""Between these distances from the edge a card shows its paper."""
SHARP = 0.45
"""A crop is used if it is at least this sharp, as a share of the sharpest one of its face."""


class FilledDeck:
    """A deck whose missing faces another one lends, and its back too unless ``own_back``.

    ``real``: the faces that are the deck's own.
    """

    def __init__(self, deck: PrintedDeck, spare: PrintedDeck, own_back: bool = True) -> None:
        self._deck, self._spare, self._own_back = deck, spare, own_back
        self.name, self.size_mm = deck.name, deck.size_mm
        self.index_mm = min(deck.index_mm, spare.index_mm)
        self.real = frozenset(deck.codes)
        self.codes = (*deck.codes, *(code for code in spare.codes if code not in self.real))

    def picture(self, code: str | None, px_per_mm: float) -> Picture:
        """A face, or the back for None, as BGRA at this scale."""
        own = self._own_back if code is None else code in self.real
        return (self._deck if own else self._spare).picture(code, px_per_mm)


class CutDeck:
    """Faces cut out of photographs (BGR) as a deck without a back of its own."""

    size_mm, index_mm = CARD_MM, PHOTO_INDEX_MM

    def __init__(self, name: str, faces: Mapping[str, Picture]) -> None:
        self.name, self._faces = name, faces
        self.codes = tuple(sorted(faces))

    def picture(self, code: str | None, px_per_mm: float) -> Picture:
        """A face as BGRA at this scale, rounded; raises Trouble for one that was not photographed, and for the back."""
        if code is None or code not in self._faces:
            raise Trouble(f"{self.name} has no {code or 'back'}")
        size, face = (round(CARD_MM[0] * px_per_mm), round(CARD_MM[1] * px_per_mm)), self._faces[code]
        shrink = size[0] < face.shape[1]
        sized = u8(cv2.resize(face, size, interpolation=cv2.INTER_AREA if shrink else cv2.INTER_CUBIC))
        return np.dstack([sized, rounded(size, RADIUS_MM * px_per_mm)])


def packs_for(seed: int, count: int = 1, art: str = "drawn", folder: Path | None = None) -> tuple[PrintedDeck, ...]:
    """The packs of one table, with every face there is, jokers included.

    ``art`` is one of ART; ``folder`` holds the pictures or photographs it needs. Raises Trouble without it, and for an
    ART that is none.
    """
    rng = random.Random(f"deck {seed}")
    if art == "photographed":
        return _photographed(rng, count, folder)
    if art == "pictures":
        if folder is None:
            raise Trouble("name the folder of the decks: `python -m vision.training.unseen FOLDER` makes one")
        deck = rng.choice(picture_decks(folder, kinds=("international",)))
        style = random_style(rng, held_out=True)
        first = FilledDeck(deck, DrawnDeck(style))
        return first, *(FilledDeck(deck, DrawnDeck(_rebacked(style, i)), own_back=False) for i in range(1, count))
    if art not in ART:
        raise Trouble(f"there are no decks called {art!r}: choose one of {', '.join(ART)}")
    style = random_style(rng, held_out=True) if art == "drawn" else _varied(rng)
    return tuple(DrawnDeck(style if i == 0 else _rebacked(style, i)) for i in range(count))


def photo_folder(chosen: Path | None = None) -> Path | None:
    """The folder of labelled photographs that was chosen, else the one that the environment names; None without."""
    told = os.environ.get(PHOTOS, "")
    return chosen if chosen is not None else Path(told) if told else None


def _rebacked(style: Style, number: int) -> Style:
    """The same deck with another back: each of several packs has its own ink."""
    inks = sorted(BACKS, key=lambda ink: -sum(abs(a - b) for a, b in zip(ink, style.back_colour, strict=True)))
    return replace(style, back_colour=inks[(number - 1) % len(inks)], back_seed=style.back_seed + number)


def _varied(rng: random.Random) -> Style:
    """A deck of any size, language and colours whose ranks can be read across a table."""
    while True:
        style = measuring_style(rng)
        if style.rank_mm >= LEAST_VARIED_MM and style.locale == "int":
            return style


def _photographed(rng: random.Random, count: int, folder: Path | None) -> tuple[PrintedDeck, ...]:
    """Packs of photographed faces, each pack of other crops where there are several; the rest is drawn alike."""
    if folder is None:
        raise Trouble(f"name the folder of labelled photographs, or set {PHOTOS} to it")
    crops = _crops(folder)
    style = replace(
        random_style(rng, held_out=True),
        rank_mm=PHOTO_INDEX_MM,
        suit_mm=PHOTO_SUIT_MM,
        gap_mm=PHOTO_GAP_MM,
        top_mm=PHOTO_TOP_MM,
        ground=(PAPER, PAPER, PAPER),
        border=0.0,
        radius_mm=RADIUS_MM,
    )
    packs = []
    for number in range(count):
        faces = {code: rng.choice(found) for code, found in sorted(crops.items())}
        spare = DrawnDeck(style if number == 0 else _rebacked(style, number))
        packs.append(FilledDeck(CutDeck(f"photographed {number}", faces), spare, own_back=False))
    return tuple(packs)


@lru_cache(maxsize=2)
def _crops(folder: Path) -> dict[str, tuple[Picture, ...]]:
    """The sharp crops of every face that a folder of photographs shows whole; raises Trouble where none does."""
    found: dict[str, list[Picture]] = {}
    for code, face in cut_all(folder):
        found.setdefault(code, []).append(whitened(face))
    if not found:
        raise Trouble(
            f"no card in {folder} lies apart with its whole outline in sight: give photographs of whole cards"
        )
    kept = {}
    for code, faces in found.items():
        sharp = [_sharpness(face) for face in faces]
        kept[code] = tuple(face for face, own in zip(faces, sharp, strict=True) if own >= SHARP * max(sharp))
    return kept


def whitened(face: Picture) -> Picture:
    """A photographed card (BGR) in even, white light: its paper as light as PAPER in every colour."""
    scale = face.shape[1] / CARD_MM[0]
    near, far = (round(mm * scale) for mm in FRAME_MM)
    ring = np.zeros(face.shape[:2], bool)
    ring[near:-near, near:-near] = True
    ring[far:-far, far:-far] = False
    paper = np.percentile(face[ring], 60, axis=0)
    return u8(f32(face) * f32(PAPER / np.maximum(1.0, paper)))


def _sharpness(face: Picture) -> float:
    """How crisp a picture of a card is, whatever its size."""
    grey = cv2.cvtColor(cv2.resize(face, (126, 176), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    return float(cv2.Laplacian(grey, cv2.CV_32F).std())
