"""Decks that can be laid on a rendered table: drawn by our own renderer, or pictures of faces in a folder."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Protocol

import cv2
import msgspec

from companion.cards import JOKERS
from companion.ports import CARD_MM, Trouble
from vision.arrays import Picture, u8
from vision.decks.faces import draw_back, draw_face
from vision.decks.styles import Style, random_style
from vision.reading.names import FACES

FACTS = "deck.json"
"""The file beside the faces of a folder that says what deck it is."""


class PrintedDeck(Protocol):
    """What a table needs to know of a deck."""

    @property
    def name(self) -> str:
        """What the deck is called in reports."""

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of a card."""

    @property
    def index_mm(self) -> float:
        """Height of the printed rank in the corner, 0 for a deck without."""

    @property
    def codes(self) -> tuple[str, ...]:
        """The faces there are, as `companion.cards` writes them."""

    def picture(self, code: str | None, px_per_mm: float) -> Picture:
        """A face, or the back for None, as BGRA at this scale; transparent outside the card."""


class DrawnDeck:
    """A deck of our own renderer."""

    size_mm = CARD_MM

    def __init__(self, style: Style, name: str = "") -> None:
        self.style = style
        self.name = name or style.font
        self.index_mm = style.rank_mm
        self.codes = (*FACES, *JOKERS[:2])

    def picture(self, code: str | None, px_per_mm: float) -> Picture:
        """A face, or the back for None, as BGRA at this scale."""
        return draw_back(self.style, px_per_mm) if code is None else draw_face(code, self.style, px_per_mm)


class Facts(msgspec.Struct, frozen=True):
    """What is known of a deck of pictures (deck.json).

    ``kind``: international, german, swiss, tarot, spanish or italian. ``language``: one of
    `vision.reading.names.LANGUAGES` if its corners speak one, else None. ``index_mm``: height of the printed rank, 0
    without indices. ``index_at``: middle of the index in the upper left corner, rank and suit together (mm), None if
    not known. ``suits``: names of the four suits in the order S H D C where they are not the French ones.
    """

    name: str
    source: str
    licence: str
    kind: str
    language: str | None
    codes: tuple[str, ...]
    size_mm: tuple[float, float]
    index_mm: float
    index_at: tuple[float, float] | None = None
    inverted: bool = False
    jumbo: bool = False
    four_colour: bool = False
    suits: tuple[str, ...] = ()


class PictureDeck:
    """A deck of pictures: FOLDER/<code>.png, whole cards edge to edge, with FOLDER/deck.json (`Facts`).

    Raises Trouble for a folder that is none. A deck without back.png gets a back of our own.
    """

    def __init__(self, folder: Path) -> None:
        try:
            self.facts = msgspec.json.decode((folder / FACTS).read_bytes(), type=Facts)
        except (OSError, msgspec.DecodeError) as error:
            raise Trouble(f"{folder} is no deck of pictures: {error}") from None
        self.folder = folder
        self.name, self.size_mm, self.index_mm = self.facts.name, self.facts.size_mm, self.facts.index_mm
        self.codes = self.facts.codes
        self._back = random_style(random.Random(f"back of {self.name}"), held_out=True)

    def picture(self, code: str | None, px_per_mm: float) -> Picture:
        """A face, or the back for None, as BGRA at this scale; raises Trouble for a face that is not there."""
        size = round(self.size_mm[0] * px_per_mm), round(self.size_mm[1] * px_per_mm)
        path = self.folder / f"{code or 'back'}.png"
        face = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
        if face is None:
            if code is not None:
                raise Trouble(f"{path} is missing or no picture: fetch the deck again")
            face = draw_back(self._back, px_per_mm)
        shrink = size[0] < face.shape[1]
        return u8(cv2.resize(face, size, interpolation=cv2.INTER_AREA if shrink else cv2.INTER_CUBIC))


def picture_decks(folder: Path, kinds: tuple[str, ...] = ()) -> list[PictureDeck]:
    """The decks in the subfolders of a folder by name, only those of ``kinds`` if given; raises Trouble for none."""
    found = [PictureDeck(path.parent) for path in sorted(folder.glob(f"*/{FACTS}"))]
    found = [deck for deck in found if not kinds or deck.facts.kind in kinds]
    if not found:
        raise Trouble(f"there are no decks in {folder}: run `python -m vision.training.unseen {folder}`")
    return found
