"""How well enrolled decks are read, on rendered tables: enrolled from one showing a card, read on other tables.

``enrolment_figures`` is what `dalje bench reader` prints; nothing here knows how the decks came about.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from companion.cards import JOKERS
from companion.ports import Placement, Scene
from vision.arrays import Picture
from vision.decks.printed import PrintedDeck
from vision.enrolled.enrol import gather, learn, make_profile
from vision.enrolled.known import CornerReader, FaceLooker, KnownDeckReader, Likeness
from vision.enrolled.profiles import Profile
from vision.enrolled.sorting import View as CardView
from vision.optics import View, apply
from vision.reading.pair import Pose
from vision.scenes.measure import Outcome, compare
from vision.scenes.table import TableRenderer

COLUMNS, ROWS = 7, 3
"""Cards on one picture when a deck is enrolled."""
NEAR_MM = 12.0
HIDDEN_SHARE = 0.25
"""Share of the faces that are kept from a second profile, to see what it says of cards it has never seen."""


@dataclass(frozen=True)
class Score:
    """Whole cards shown and what came of them; ``strangers``: cards of faces that the profile does not hold."""

    deck: str
    shown: int
    right: int
    wrong: int
    accepted: int
    wrongly_accepted: int
    strangers: int
    strangers_accepted: int


@dataclass(frozen=True)
class Shot:
    """A picture of a rendered table and what lies on it."""

    image: Picture
    scene: Scene
    view: View

    def card_at(self, pose: Pose) -> str | None:
        """The face of the card whose middle is where a pose is, None if there is none."""
        ((x, y),) = apply(self.view.to_mm, [(pose.x, pose.y)])
        away, card = min(((math.hypot(one.x - x, one.y - y), one.card) for one in self.scene.cards), default=(99.0, ""))
        return card if away < NEAR_MM else None


def spread(codes: Sequence[str], rng: random.Random, area: tuple[float, float]) -> Iterator[Scene]:
    """All cards laid open in rows, as many tables as it takes, some on their heads."""
    wide, high = area[0] / COLUMNS, area[1] / ROWS
    for first in range(0, len(codes), COLUMNS * ROWS):
        cards = []
        for number, code in enumerate(codes[first : first + COLUMNS * ROWS]):
            x, y = (number % COLUMNS + 0.5) * wide, (number // COLUMNS + 0.5) * high
            turn = rng.gauss(0, 4) + rng.choice((0, 180))
            cards.append(Placement(code, x + rng.gauss(0, 4), y + rng.gauss(0, 4), turn))
        yield Scene(tuple(cards))


def strewn(codes: Sequence[str], rng: random.Random, area: tuple[float, float]) -> Scene:
    """A dozen cards at any angle, none on another."""
    columns, rows = 6, 3
    wide, high = area[0] / columns, area[1] / rows
    cells = [(c, r) for c in range(columns) for r in range(rows)]
    cards = []
    for code, (column, row) in zip(rng.sample(list(codes), min(12, len(codes))), rng.sample(cells, 18), strict=False):
        # A card at an angle needs its diagonal: near the edge it lies flatter.
        angle = rng.gauss(0, 12) + rng.choice((0, 180))
        cards.append(Placement(code, (column + 0.5) * wide, (row + 0.5) * high, angle))
    return Scene(tuple(cards))


def showings(deck: PrintedDeck, level: str, seed: int) -> Iterator[Shot]:
    """One showing of each card of a deck at one table."""
    rng, renderer = random.Random(f"enrol {seed}"), TableRenderer(deck, level, seed=seed)
    for number, scene in enumerate(spread(deck.codes, rng, renderer.view.area)):
        yield Shot(renderer.frame(scene, number).image, scene, renderer.view)


def enrolled(name: str, shots: Iterable[Shot], reader: CornerReader, faces: FaceLooker, same: float) -> Profile:
    """The profile of a deck from pictures of its cards, named as somebody at the table would."""
    views = list[CardView]()
    for number, shot in enumerate(shots):
        for view in gather(reader, faces, shot.image, number).views:
            if card := shot.card_at(view.pose):
                views.append(view.named(card))
    return make_profile(learn(views, same), name[:40], "french", faces.name)


def without(profile: Profile, rng: random.Random) -> tuple[Profile, set[str]]:
    """The profile without some of its faces, and which."""
    codes = [face.card for face in profile.faces]
    left_out = set(rng.sample(codes, max(1, round(HIDDEN_SHARE * len(codes)))))
    kept = tuple(face for face in profile.faces if face.card not in left_out)
    return msgspec.structs.replace(profile, faces=kept), left_out


def score(
    deck: PrintedDeck, reader: CornerReader, faces: FaceLooker, likeness: Likeness, level: str, seed: int, tables: int
) -> Score:
    """Enrol a deck at one table, then read it at others."""
    profile = enrolled(deck.name, showings(deck, level, seed), reader, faces, likeness.same)
    rng = random.Random(f"read {seed}")
    partial, left_out = without(profile, rng)
    whole_reader = KnownDeckReader(reader, profile, faces, likeness)
    # Without corners: what the profile alone says of a face it has never seen.
    part_reader = KnownDeckReader(reader, msgspec.structs.replace(partial, indices=False), faces, likeness)
    shown = right = accepted = wrong = wrongly = strangers = taken = 0
    for number in range(1, tables + 1):
        renderer = TableRenderer(deck, level, seed=seed + number)
        scene = strewn(deck.codes, rng, renderer.view.area)
        image = renderer.frame(scene, number).image
        seen = reader.look(image)
        outcomes = compare(whole_reader.tell(seen, image), scene, renderer.view).outcomes
        shown += len(scene.cards)
        right += sum(is_right(one) for one in outcomes)
        wrong += sum(not is_right(one) for one in outcomes)
        accepted += sum(is_right(one) and one.reading.accepted for one in outcomes)
        wrongly += sum(not is_right(one) and one.reading.accepted for one in outcomes)
        for one in compare(part_reader.tell(seen, image), scene, renderer.view).outcomes:
            strangers += one.truth in left_out
            taken += one.truth in left_out and one.reading.accepted
    return Score(deck.name, shown, right, wrong, accepted, wrongly, strangers, taken)


def is_right(outcome: Outcome) -> bool:
    """Whether a card was read rightly: jokers that look alike are one face, X."""
    return outcome.right or (outcome.reading.card == "X" and outcome.truth in JOKERS)


def enrolment_figures(
    decks: Sequence[PrintedDeck],
    reader: CornerReader,
    faces: FaceLooker,
    likeness: Likeness,
    level: str = "home",
    seed: int = 90_000,
    tables: int = 4,
) -> dict[str, Any]:
    """Shares over all decks and a score for each: ``right`` of the cards shown, ``accepted`` of them, the number
    ``wrongly_accepted``, and ``strangers_accepted`` of the cards whose face the profile does not hold."""
    scores = [
        score(deck, reader, faces, likeness, level, seed + 1000 * number, tables) for number, deck in enumerate(decks)
    ]
    total = max(1, sum(one.shown for one in scores))
    return {
        "level": level,
        "cards": sum(one.shown for one in scores),
        "right": round(sum(one.right for one in scores) / total, 4),
        "accepted": round(sum(one.accepted for one in scores) / total, 4),
        "wrongly_accepted": sum(one.wrongly_accepted for one in scores),
        "strangers": sum(one.strangers for one in scores),
        "strangers_accepted": sum(one.strangers_accepted for one in scores),
        "decks": [msgspec.to_builtins(one) for one in scores],
    }
