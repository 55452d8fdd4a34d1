"""Pictures with many jokers, for calibrating them apart.

Every deck draws its jokers as it likes, and few tables show any: among cards as they come there are too few to tell how
surely they are read. Here each picture shows six, of decks that no training draws: alone, and then under another card
that leaves an index open.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

from companion.cards import JOKERS
from companion.ports import Placement, Scene
from vision.decks.printed import DrawnDeck, PrintedDeck
from vision.decks.styles import random_style
from vision.decks.unseen_styles import measuring_style
from vision.fitting.calibration_data import Shown
from vision.scenes.extras import cells
from vision.scenes.table import TableRenderer

FIRST_SEED = 910_000
LEVELS = ("clean", "home", "pub")
SIZES = ((1920, 1080), (2304, 1296))
CARDS, SHOWN = 10, 6
"""So many cards lie apart, so many of them jokers."""
OFF_MM, BESIDE, LEAN = (18.0, 45.0), (0.3, 0.7, 1.0), 15.0
"""How far a covering card lies towards an end, what share of that beside, and how it is turned (degrees)."""


def joker_pictures(number: int) -> Iterator[Shown]:
    """The pictures of one table; none where its deck has no jokers. The demo's styles and others take turns."""
    rng = random.Random(f"joker deck {number}")
    deck = DrawnDeck(random_style(rng, held_out=True) if number % 2 == 0 else measuring_style(rng))
    if JOKERS[0] not in deck.codes:
        return
    level, size = LEVELS[number % len(LEVELS)], SIZES[number // len(LEVELS) % len(SIZES)]
    renderer = TableRenderer(deck, level, size, FIRST_SEED + number)
    for turn, covered in enumerate((False, True)):
        scene = _laid(rng, deck, renderer.view.area, covered)
        yield Shown(renderer.frame(scene, 1000 * turn).image, scene, renderer.view, renderer.view.px_per_mm)


def _laid(rng: random.Random, deck: PrintedDeck, area: tuple[float, float], covered: bool) -> Scene:
    """Cards apart from each other; ``covered``: another lies over each joker."""
    codes = [code for code in deck.codes if code[0] != "X"]
    rng.shuffle(codes)
    cards: list[Placement] = []
    for turn, (x, y) in enumerate(cells(rng, area)[:CARDS]):
        joker = turn < SHOWN
        cards.append(Placement(JOKERS[turn % 2] if joker else codes[turn], x, y, rng.uniform(0, 360)))
        if covered and joker:
            cards.append(_over(rng, cards[-1], codes[2 * CARDS + turn]))
    return Scene(tuple(cards))


def _over(rng: random.Random, low: Placement, code: str) -> Placement:
    """A card over one of the two indices of another."""
    side, turn = rng.choice((-1, 1)), math.radians(low.angle)
    along = rng.uniform(*OFF_MM)
    dx, dy = side * along * rng.choice(BESIDE), side * along
    x, y = low.x + math.cos(turn) * dx - math.sin(turn) * dy, low.y + math.sin(turn) * dx + math.cos(turn) * dy
    return Placement(code, x, y, low.angle + rng.gauss(0, LEAN))
