"""Decks for tests only, never trained on: free card art from packages, one folder of PNG faces a deck.

    python -m vision.training.unseen FOLDER

The packages are fetched with apt-get, npm and dpkg -x, not installed; nothing of them is committed. A deck that is
there is kept, one that cannot be had is told and left out. `vision.decks.printed.PictureDeck` reads the folders;
`vision.training.unseen_decks` says which decks there are and why others are not.
"""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import msgspec

from companion.ports import Trouble
from vision.decks.printed import FACTS, Facts
from vision.training import sources
from vision.training.indices import measure_index
from vision.training.sources import Image
from vision.training.unseen_decks import DECKS

SCALE = 4.0
"""px/mm of the faces."""


def size_of(picture: Image) -> tuple[float, float]:
    """Width and height (mm) of the card a picture shows: 88 mm high, but never narrower than a bridge card."""
    aspect = picture.shape[1] / picture.shape[0]
    return (57.0, round(57.0 / aspect, 1)) if aspect * 88 < 57 else (round(min(88 * aspect, 66.0), 1), 88.0)


def make(name: str, folder: Path) -> Facts:
    """Draw the deck ``name`` into FOLDER/name; raises Trouble when it cannot be had."""
    deck, home = DECKS[name], folder / name
    cards: dict[str, Image] = {}
    size = (0.0, 0.0)
    for code, picture in deck.faces(folder):
        size = size if cards else size_of(picture)
        card = sources.as_card(picture, SCALE, size)
        sources.write(home / f"{code}.png", card)
        if code != "back":
            cards[code] = card
    rank_mm, at = measure_index(cards, SCALE)
    facts = Facts(
        name, deck.source, deck.licence, deck.kind, deck.language, tuple(cards), size, rank_mm, at,
        inverted=deck.inverted, jumbo=rank_mm > 10.5, four_colour=deck.four_colour, suits=deck.suits,
    )  # fmt: skip
    (home / FACTS).write_bytes(msgspec.json.format(msgspec.json.encode(facts)))
    return facts


def make_all(folder: Path) -> int:
    """Draw every deck that is not there yet, telling what is done; returns how many are there. Trouble if none."""
    folder.mkdir(parents=True, exist_ok=True)
    there = 0
    for name in DECKS:
        if not (folder / name / FACTS).exists():
            try:
                facts = make(name, folder)
            except (Trouble, OSError, cv2.error) as error:
                print(f"{name}: left out: {error}")
                continue
            print(f"{name}: {len(facts.codes)} faces, rank {facts.index_mm} mm high")
        there += 1
    if not there:
        raise Trouble("no deck could be fetched: is the network reachable, are npm and librsvg2-bin installed?")
    return there


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Usage: python -m vision.training.unseen FOLDER")
    try:
        print(f"{make_all(Path(sys.argv[1]))} decks in {sys.argv[1]}")
    except Trouble as error:
        print(error, file=sys.stderr)
        sys.exit(2)
