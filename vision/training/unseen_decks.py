"""Which card art is drawn for tests only, where it comes from, and what was seen in its pictures.

Kinds: "international" has French suits and an index in two opposite corners, in the language that is given; "odd"
has French suits, but no ordinary index (rank and suit apart, none on court cards, or the lower one standing upright
with the suit above the rank): a reader may refuse it until it is enrolled; "german", "swiss" and "tarot" need
enrolment.

Left out: KDE's dondorf, gm-paris and nicu-ornamental (the drawings of GNOME's), future (no card shape), konqi-modern
and xskat-french (pictures of 72 x 96 px), deck-of-cards of npm (cardsJS's drawings with the ranks in a font it does
not bring), JeuxCartes v1 and bi (svg-cards' and cardsJS's drawings), and of PySolFC all sets under 2.5 px/mm.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from companion.ports import Trouble
from vision.training import sources
from vision.training.rsvg import Drawing
from vision.training.sources import Image

HEIGHT_PX = 704
"""Vector art is drawn this high, twice as fine as kept."""
SUITE = "bookworm"
GNOME = {"gnome-cards-data": "usr/share/aisleriot/cards", "aisleriot": "usr/share/aisleriot/cards"}
KDE = "kdegames-card-data-kf5"
JEUXCARTES, PYSOL, NEWER = "texlive-games", "pysolfc-cardsets", "trixie"

RANKS = "A23456789TJQK"
"""The order of the sheets."""

Faces = Iterator[tuple[str, Image]]


@dataclass(frozen=True)
class Source:
    """One deck: how its faces are had, and what was seen in its pictures."""

    faces: Callable[[Path], Faces]
    source: str
    licence: str
    kind: str = "international"
    language: str | None = "international"
    four_colour: bool = False
    inverted: bool = False
    suits: tuple[str, ...] = ()


def _gnome(package: str, stem: str, folder: Path) -> Faces:
    """A sheet of 13 x 5 cards: clubs, diamonds, hearts, spades, then black joker, red joker, back."""
    path = sources.debian(folder, package, SUITE) / GNOME[package] / f"{stem}.svgz"
    sources.need("rsvg-convert")
    svg = gzip.decompress(path.read_bytes())
    drawn = sources.run(["rsvg-convert", "--unlimited", "-f", "png", "-h", str(5 * HEIGHT_PX)], svg)
    sheet = sources.read_image(drawn)
    wide, high = sheet.shape[1] / 13, sheet.shape[0] / 5
    places = {RANKS[c] + "CDHS"[r]: (c, r) for r in range(4) for c in range(13)}
    for code, (c, r) in (places | {"XB": (0, 4), "XR": (1, 4), "back": (2, 4)}).items():
        cell = sheet[round(r * high) : round((r + 1) * high), round(c * wide) : round((c + 1) * wide)]
        yield code, cropped(cell)


def _kde(name: str, stem: str, jokers: tuple[str, ...], folder: Path) -> Faces:
    """One SVG whose elements are the cards."""
    path = sources.debian(folder, KDE, SUITE) / "usr/share/carddecks" / f"svg-{name}" / f"{stem}.svgz"
    drawing = Drawing(gzip.decompress(path.read_bytes()))
    suits = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
    ranks = {"A": "1", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
    names = {rank + suit: f"{ranks.get(rank, rank)}_{suits[suit]}" for rank in RANKS for suit in suits}
    for code, element in (names | dict(zip(("XR", "XB"), jokers, strict=False)) | {"back": "back"}).items():
        yield code, drawing.draw(element, HEIGHT_PX)


def _files(where: Callable[[Path], Path], name: Callable[[str], str], jokers: dict[str, str], folder: Path) -> Faces:
    """One file a card: SVG, PDF or PNG."""
    home = where(folder)
    for code in [rank + suit for rank in RANKS for suit in "SHDC"] + list(jokers):
        path = home / (jokers[code] if code in jokers else name(code))
        if path.suffix == ".svg":
            yield code, sources.draw_svg(path.read_bytes(), (round(HEIGHT_PX * 0.714), HEIGHT_PX))
        elif path.suffix == ".pdf":
            yield code, sources.draw_pdf(path, (round(HEIGHT_PX * 0.714), HEIGHT_PX))
        else:
            yield code, sources.read_image(path.read_bytes())


def cropped(picture: Image) -> Image:
    """The picture without transparent rows and columns at its sides; raises Trouble for an empty one."""
    rows, columns = np.nonzero(picture[..., 3] > 128)
    if len(rows) == 0:
        raise Trouble("a card is empty")
    return picture[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]


def _svg_cards(code: str) -> str:
    suits = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
    ranks = {"A": "1", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
    return f"png/2x/{suits[code[1]]}_{ranks.get(code[0], code[0])}.png"


def _jeuxcartes(version: str, ending: str, code: str) -> str:
    ranks, suits = {"J": "V", "Q": "D", "K": "R", "T": "10"}, {"S": "P", "H": "C", "D": "K", "C": "T"}
    return f"CaJ-{version}-{ranks.get(code[0], code[0])}{suits[code[1]]}.{ending}"


def _pysol(code: str) -> str:
    return f"{RANKS.index(code[0]) + 1:02d}{code[1].lower()}.png"


def _npm(package: str, inside: str, folder: Path) -> Path:
    return sources.npm(folder, package) / inside


def _newer(package: str, inside: str, folder: Path) -> Path:
    return sources.debian(folder, package, NEWER) / inside


def _gnome_deck(
    stem: str, kind: str = "international", language: str | None = "international", package: str = "gnome-cards-data",
    four: bool = False, suits: tuple[str, ...] = (),
) -> Source:  # fmt: skip
    faces = partial(_gnome, package, stem)
    return Source(faces, f"Debian {package}, {stem}", "GPL-3+", kind, language, four, suits=suits)


def _kde_deck(
    name: str, stem: str = "", jokers: tuple[str, ...] = (), kind: str = "international",
    language: str | None = "international", inverted: bool = False, suits: tuple[str, ...] = (),
) -> Source:  # fmt: skip
    faces = partial(_kde, name, stem or name, jokers)
    return Source(faces, f"Debian {KDE}, svg-{name}", "GPL-2+", kind, language, inverted=inverted, suits=suits)


_TEX = "usr/share/texlive/texmf-dist/tex/latex/jeuxcartes"
_NICU = ("red_joker", "black_joker")
DECKS: dict[str, Source] = {
    "gnome-ancient-french": _gnome_deck("ancient_french", language="french-1"),
    "gnome-anglo": _gnome_deck("anglo"),
    "gnome-anglo-bitmap": _gnome_deck("anglo_bitmap"),
    "gnome-anglo-modern": _gnome_deck("anglo_modern"),
    "gnome-anglo-modern-4": _gnome_deck("anglo_modern_4_color", four=True),
    "gnome-anglo-poker": _gnome_deck("anglo_poker"),
    "gnome-atlasnye": _gnome_deck("atlasnye"),
    "gnome-atlasnye-skat": _gnome_deck("atlasnye_skat", language="german", four=True),
    "gnome-atlasnye-ru": _gnome_deck("Атласные", language="russian"),
    "gnome-bellot": _gnome_deck("bellot"),
    "gnome-berlin": _gnome_deck("berlin", language="german"),
    "gnome-bonded": _gnome_deck("bonded", package="aisleriot"),
    "gnome-dondorf": _gnome_deck("dondorf"),
    "gnome-gnomangelo": _gnome_deck("gnomangelo"),
    "gnome-gnomangelo-bitmap": _gnome_deck("gnomangelo_bitmap"),
    "gnome-guyenne": _gnome_deck("guyenne-classic", kind="odd"),
    "gnome-lattmann": _gnome_deck("lattmann", language="german"),
    "gnome-neoclassical": _gnome_deck("neoclassical"),
    "gnome-neoclassical-4": _gnome_deck("neoclassical_4_color", four=True),
    "gnome-orell": _gnome_deck("orell"),
    "gnome-ornamental": _gnome_deck("ornamental"),
    "gnome-paris": _gnome_deck("paris"),
    "gnome-plastic": _gnome_deck("plastic"),
    "gnome-rheinland": _gnome_deck("rheinland", language="german"),
    "gnome-simplistic": _gnome_deck("simplistic"),
    "gnome-slavic": _gnome_deck("slavic_costumes", language="russian"),
    "gnome-swiss": _gnome_deck("swiss-xvii", "swiss", None, suits=("shields", "roses", "bells", "acorns")),
    "gnome-tango": _gnome_deck("tango"),
    "gnome-tango-nuevo": _gnome_deck("tango_nuevo", kind="odd"),
    # French suits with Italian letters (A, fante, donna, re): no language of the reader.
    "gnome-tarocco": _gnome_deck("tarocco", "tarot", None),
    "gnome-tigullio": _gnome_deck("tigullio"),
    "kde-ancient-egyptians": _kde_deck("ancient-egyptians", "Ancient_Egyptians", kind="odd"),
    "kde-jolly-royal": _kde_deck("jolly-royal"),
    "kde-nicu-white": _kde_deck("nicu-white", "white", _NICU),
    "kde-oxygen": _kde_deck("oxygen", kind="odd", inverted=True),
    "kde-oxygen-air": _kde_deck("oxygen-air", jokers=("joker",), kind="odd"),
    "kde-oxygen-white": _kde_deck("oxygen-white", jokers=("joker",), kind="odd"),
    "kde-penguins": _kde_deck("penguins"),
    "kde-standard": _kde_deck("standard"),
    "kde-tigullio": _kde_deck("tigullio-international"),
    "kde-xskat-german": _kde_deck(
        "xskat-german", "german", kind="german", language=None, suits=("leaves", "hearts", "bells", "acorns")
    ),
    "svg-cards": Source(
        partial(_files, partial(_npm, "svg-cards", ""), _svg_cards,
                {"XB": "png/2x/joker_black.png", "XR": "png/2x/joker_red.png", "back": "png/2x/back-navy.png"}),
        "npm svg-cards", "LGPL-2.1",
    ),
    "cardsjs": Source(
        partial(_files, partial(_npm, "cardsJS", "cards"), "{}.svg".format, {"back": "Red_Back.svg"}),
        "npm cardsJS (Chris Aguilar's faces)", "LGPL-3",
    ),
    "jeuxcartes-french": Source(
        partial(_files, partial(_newer, JEUXCARTES, _TEX), partial(_jeuxcartes, "PokeRfr", "pdf"), {}),
        "Debian texlive-games, JeuxCartes PokeRfr", "LGPL-2.1", language="french",
    ),
    "jeuxcartes-screen": Source(
        partial(_files, partial(_newer, JEUXCARTES, _TEX), partial(_jeuxcartes, "PokeRv4", "pdf"), {}),
        "Debian texlive-games, JeuxCartes PokeRv4", "CC-BY-SA-4.0",
    ),
    "jeuxcartes-tarot": Source(
        partial(_files, partial(_newer, JEUXCARTES, _TEX), partial(_jeuxcartes, "TaroTv1", "png"), {}),
        "Debian texlive-games, JeuxCartes TaroTv1", "public domain", kind="tarot", language="french-1",
    ),
    "pysol-momoko": Source(
        partial(_files, partial(_newer, PYSOL, "usr/share/games/pysolfc/cardset-momoko"), _pysol,
                {"XB": "01z.png", "XR": "02z.png"}),
        "Debian pysolfc-cardsets, momoko", "as PySolFC, GPL-3+", kind="odd",
    ),
    "pysol-z-minimal": Source(
        partial(_files, partial(_newer, PYSOL, "usr/share/games/pysolfc/cardset-z-minimal-fourcolor"), _pysol,
                {"XB": "01z.png", "XR": "02z.png"}),
        "Debian pysolfc-cardsets, z-minimal-fourcolor", "as PySolFC, GPL-3+", kind="odd", four_colour=True,
    ),
}  # fmt: skip
"""All decks, seen as contact sheets before they were sorted into kinds and languages."""
