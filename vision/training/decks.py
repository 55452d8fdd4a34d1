"""Decks to train on: our own random styles, and public-domain art where it has been fetched.

Everything a network ever sees passes `refuse_held_out`, so no training can touch the demo's styles.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cards import JOKERS, RANKS, SUITS
from companion.ports import CARD_MM
from vision.decks.faces import draw_back, draw_face, index_points
from vision.decks.fools import joker_box
from vision.decks.foreign import ForeignDeck, foreign_deck
from vision.decks.styles import Style, random_style, refuse_held_out

Image = NDArray[np.uint8]
Place = tuple[float, float]
SCALE = 3.5
"""px/mm of the faces a scene is made of."""

CODES = tuple(rank + suit for rank in RANKS for suit in SUITS)


class Deck:
    """Faces (BGRA at SCALE, drawn when first asked for) with what the labels need to know of them.

    ``codes``: its faces, one twice where two look alike (as some packs' jokers do). ``points``: index centres as
    `vision.decks.faces.index_points`; ``index_mm``: width and height of an index; both of every face but the jokers,
    for which `points_of` and `size_of` answer. A deck without Latin indices has no points.
    """

    codes: tuple[str, ...] = CODES
    points: tuple[tuple[float, float, int], ...]
    index_mm: tuple[float, float]

    def __init__(self) -> None:
        self._faces: dict[str, Image] = {}

    def face(self, code: str) -> Image:
        """A face by its code."""
        if code not in self._faces:
            self._faces[code] = self._draw(code)
        return self._faces[code]

    def back(self) -> Image:
        """The back."""
        return self.face("back")

    def points_of(self, code: str) -> tuple[tuple[float, float, int], ...]:
        """Index centres (mm) and ways up of a face, as `vision.decks.faces.index_points`."""
        return self.points

    def size_of(self, code: str) -> tuple[float, float]:
        """Width and height (mm) of a face's index."""
        return self.index_mm

    def glyph(self, rank: str) -> str:
        """What the index says; X on jokers."""
        raise NotImplementedError

    def _draw(self, code: str) -> Image:
        raise NotImplementedError


class StyleDeck(Deck):
    """A deck drawn by our renderer; ``courts`` are pictures to put in place of our own court figures."""

    def __init__(self, style: Style, courts: dict[str, Image] | None = None, jokers: Sequence[str] = ()) -> None:
        super().__init__()
        self.style, self.courts = style, courts or {}
        self.codes = (*CODES, *jokers)
        x0, y0, x1, y1 = joker_box(style)
        self._joker_points, self._joker_mm = index_points(style, "X"), (x1 - x0, y1 - y0)
        self.points = index_points(style)
        width = max(style.suit_mm, style.rank_mm * 0.65 * style.width)
        height = style.rank_mm + style.gap_mm + style.suit_mm
        self.index_mm = (width + style.suit_mm, style.rank_mm) if style.beside else (width, height)

    def points_of(self, code: str) -> tuple[tuple[float, float, int], ...]:
        return self._joker_points if code in JOKERS else self.points

    def size_of(self, code: str) -> tuple[float, float]:
        return self._joker_mm if code in JOKERS else self.index_mm

    def glyph(self, rank: str) -> str:
        return "X" if rank == "X" else self.style.rank_text(rank)

    def _draw(self, code: str) -> Image:
        if code == "back":
            return draw_back(self.style, SCALE)
        return draw_face(code, self.style, SCALE, self.courts.get(code))


class ForeignFaces(Deck):
    """A deck without Latin indices: nothing to find in its corners, but a card all the same."""

    points = ()
    index_mm = (0.0, 0.0)

    def __init__(self, deck: ForeignDeck) -> None:
        super().__init__()
        self.deck, self.codes = deck, deck.codes

    def glyph(self, rank: str) -> str:
        raise ValueError("foreign faces have no index")

    def _draw(self, code: str) -> Image:
        return self.deck.picture(None if code == "back" else code, SCALE)


class ArtDeck(Deck):
    """A deck of foreign art: one PNG per code in a folder, two English indices; without back.png ``style``'s back.

    ``centre``, ``index_mm``: middle and size of the upper left index (mm); ``joker`` the same of the jokers, None
    where they have no upright index.
    """

    def __init__(
        self, folder: Path, centre: Place, index_mm: Place, style: Style, joker: tuple[Place, Place] | None = None
    ) -> None:
        super().__init__()
        self.folder, self.index_mm, self.style, self.joker = folder, index_mm, style, joker
        self.points = _both_ends(centre)
        self.codes = tuple(code for code in (*CODES, "XB", "XR") if (folder / f"{code}.png").is_file())
        if not self.codes:
            raise FileNotFoundError(f"{folder} holds no faces: run `python -m vision.training art` again")

    def points_of(self, code: str) -> tuple[tuple[float, float, int], ...]:
        if code in JOKERS:
            return _both_ends(self.joker[0]) if self.joker is not None else ()
        return self.points

    def size_of(self, code: str) -> tuple[float, float]:
        return self.joker[1] if code in JOKERS and self.joker is not None else self.index_mm

    def glyph(self, rank: str) -> str:
        return "10" if rank == "T" else rank

    def _draw(self, code: str) -> Image:
        path = self.folder / f"{code}.png"
        if code == "back" and not path.is_file():
            return draw_back(self.style, SCALE)
        image = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
        if image is None:
            raise FileNotFoundError(f"{path} is missing: run `python -m vision.training art` again")
        return np.asarray(image, np.uint8)


def _both_ends(centre: Place) -> tuple[tuple[float, float, int], ...]:
    (x, y), (wide, high) = centre, CARD_MM
    return (x, y, 1), (wide - x, high - y, -1)


ART: dict[str, tuple[Place, Place, float]] = {
    "2color": ((5.6, 11.4), (5.5, 17.0), 3.0),
    "4color": ((5.6, 11.4), (5.5, 17.0), 1.5),
    "2color-bf": ((8.8, 20.4), (11.0, 34.0), 0.7),
    "4color-bf": ((8.8, 20.4), (11.0, 34.0), 0.5),
    "react": ((5.6, 11.4), (5.5, 17.0), 1.5),
    "kenney": ((9.8, 16.1), (10.0, 21.0), 1.5),
    "pips": ((4.6, 9.2), (5.2, 14.2), 1.5),
    "letters": ((5.7, 11.2), (5.5, 16.5), 1.0),
}
"""Sets of public-domain art: index centre (mm), index size (mm), weight in the draw."""

ART_JOKERS: dict[str, tuple[Place, Place]] = {
    "kenney": ((7.0, 24.2), (5.0, 37.5)),
    "pips": ((4.4, 24.5), (4.0, 45.0)),
}
"""Centre and size of the word on jokers, for the sets whose jokers have it upright in the corner."""

_COURT_BOX = (0.168, 0.112, 0.832, 0.888)


class DeckSource:
    """An endless supply of training decks, some of them kept for a while to save drawing time."""

    def __init__(
        self,
        rng: random.Random,
        fonts: Sequence[str] | None = None,
        art: Path | None = None,
        foreign: float = 0.08,
    ) -> None:
        """``fonts`` in place of those of the machine; ``art`` the folder of fetched sets; ``foreign`` the share of
        decks without Latin indices."""
        self.rng, self.fonts, self.foreign = rng, fonts, foreign
        self._scans: list[ArtDeck] = []
        if art is not None and art.is_dir():
            found = [name for name in ART if (art / name).is_dir()]
            self._scans = [ArtDeck(art / name, *ART[name][:2], self._style(), ART_JOKERS.get(name)) for name in found]
        self.pool: list[Deck] = [self.new() for _ in range(6)]

    def new(self) -> Deck:
        """A deck never seen before, or one of the art sets."""
        if self.rng.random() < self.foreign:
            return ForeignFaces(foreign_deck(self.rng))
        if self._scans and self.rng.random() < 0.12:
            return self.rng.choices(self._scans, [ART[scan.folder.name][2] for scan in self._scans])[0]
        style = self._style()
        courts = self._court_art() if self._scans and self.rng.random() < 0.4 else None
        return StyleDeck(style, courts, self._jokers(style))

    def _jokers(self, style: Style) -> tuple[str, ...]:
        """A black and a red joker, two alike, or none; alike where the deck has one ink only."""
        kind = self.rng.random()
        if kind < 0.12:
            return ()
        alike = kind < 0.35 or style.colour("S") == style.colour("H")
        return (self.rng.choice(("XB", "XR")),) * 2 if alike else ("XB", "XR")

    def draw(self) -> Deck:
        """A deck of the pool; now and then the pool gets a new one."""
        if self.rng.random() < 0.2:
            self.pool[self.rng.randrange(len(self.pool))] = self.new()
        return self.rng.choice(self.pool)

    def _style(self) -> Style:
        return refuse_held_out(random_style(self.rng, held_out=False, fonts=self.fonts))

    def _court_art(self) -> dict[str, Image]:
        """Court pictures of the art set, recoloured, without their indices."""
        gain = np.array([self.rng.uniform(0.75, 1.0) for _ in range(3)])
        mirrored = self.rng.random() < 0.5
        scan = next(scan for scan in self._scans if "KH" in scan.codes)
        courts = {}
        for code in (rank + suit for rank in "JQK" for suit in SUITS):
            face = scan.face(code)[..., :3]
            height, width = face.shape[:2]
            x0, y0, x1, y1 = (round(v * size) for v, size in zip(_COURT_BOX, (width, height) * 2, strict=True))
            picture = (face[y0:y1, x0:x1] * gain).astype(np.uint8)
            courts[code] = np.ascontiguousarray(picture[:, ::-1]) if mirrored else picture
        return courts
