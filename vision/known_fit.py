"""Fit how similarity to an enrolled face speaks for it: ``python -m vision.known_fit --decks 12``.

Decks of training styles, French and foreign, are enrolled at one rendered table and looked at on others, some cards
partly covered. Each card that the finder saw gives its similarities to all faces of the profile, once as they are and
once without its own face, as a stranger. Slope and unknown of `vision.known.Likeness` make these most likely.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from companion.ports import Placement, Scene
from vision.arrays import Matrix, f64
from vision.embed import FaceNet
from vision.enrol_measure import Shot, enrolled, showings, strewn
from vision.foreign import foreign_deck
from vision.halves import Halves
from vision.known import MOST, KnownFaces, Likeness
from vision.nets import MODELS
from vision.printed import DrawnDeck, PrintedDeck
from vision.reader import CardReader
from vision.styles import random_style
from vision.table import TableRenderer
from vision.whole import whole_cards

FIRST_SEED = 8_000_000
LEVELS = ("home", "pub", "clean")
STRANGERS = 0.1
"""How often a card is taken to be none of the profile's."""
COVERED = 0.3
"""Share of the cards on which another one is laid, a part over it."""
TARGET = 1 / 2000
"""Share of accepted readings that may be wrong."""
LEAST_ACCEPT = 0.98


@dataclass(frozen=True)
class Sample:
    """The similarities of a card to the faces of its deck, and which of them it is (None: not a card of it)."""

    similar: Matrix
    face: int | None

    def stranger(self) -> Sample:
        """The same if its face had not been enrolled."""
        return self if self.face is None else Sample(f64(np.delete(self.similar, self.face)), None)


def training_decks(count: int, rng: random.Random) -> Iterator[PrintedDeck]:
    """French and foreign decks in turn, none of them held out."""
    for number in range(count):
        if number % 2:
            yield foreign_deck(rng)
        else:
            yield DrawnDeck(random_style(rng, held_out=False), f"French {number}")


def overlapping(scene: Scene, codes: Sequence[str], rng: random.Random) -> Scene:
    """The scene with some cards partly under another."""
    left = [code for code in codes if code not in {card.card for card in scene.cards}]
    rng.shuffle(left)
    over = []
    for card in scene.cards:
        if left and rng.random() < COVERED:
            away, turn = rng.uniform(42, 70), math.radians(rng.uniform(0, 360))
            x, y = card.x + away * math.cos(turn), card.y + away * math.sin(turn)
            over.append(Placement(left.pop(), x, y, rng.uniform(0, 360)))
    return Scene((*scene.cards, *over))


@dataclass(frozen=True)
class Trial:
    """A deck as it is shown for enrolment, and as it lies on other tables."""

    name: str
    shown: tuple[Shot, ...]
    tables: tuple[Shot, ...]


def trials(decks: int, tables: int) -> Iterator[Trial]:
    """Render decks on tables."""
    rng = random.Random(FIRST_SEED)
    for number, deck in enumerate(training_decks(decks, rng)):
        seed = FIRST_SEED + 100 * number
        laid = []
        for table in range(1, tables + 1):
            renderer = TableRenderer(deck, LEVELS[table % len(LEVELS)], seed=seed + table)
            scene = overlapping(strewn(deck.codes, rng, renderer.view.area), deck.codes, rng)
            laid.append(Shot(renderer.frame(scene, table).image, scene, renderer.view))
        yield Trial(deck.name, tuple(showings(deck, LEVELS[number // 2 % 2], seed)), tuple(laid))


def samples(reader: CardReader, faces: FaceNet, found: Iterable[Trial]) -> Iterator[Sample]:
    """Enrol decks and look at them."""
    for trial in found:
        # Names are told here: any threshold sorts the views.
        profile = enrolled(trial.name, trial.shown, reader, faces, 1.0)
        known, codes = KnownFaces(profile), [face.card for face in profile.faces]
        for shot in trial.tables:
            bodies = reader.look(shot.image, shot.view.px_per_mm).bodies
            wholes = whole_cards(bodies, (), shot.view.size)
            rows = known.similar(faces.look(Halves(shot.image), [one.pose for one in wholes]).embedding)
            for whole, similar in zip(wholes, rows, strict=True):
                card = shot.card_at(whole.pose)
                yield Sample(similar, codes.index(card) if card in codes else None)


def probabilities(sample: Sample, slope: float, unknown: float) -> Matrix:
    """Of each face, and last of none."""
    scores = np.append(slope * sample.similar, unknown)
    scores = np.exp(scores - scores.max())
    return f64(scores / scores.sum())


def loss(found: Sequence[Sample], slope: float, unknown: float) -> float:
    """Mean negative log-likelihood, strangers weighted by STRANGERS."""
    total = 0.0
    for sample in found:
        own = probabilities(sample, slope, unknown)[-1 if sample.face is None else sample.face]
        strange = probabilities(sample.stranger(), slope, unknown)[-1]
        total -= (1 - STRANGERS) * math.log(max(own, 1e-12)) + STRANGERS * math.log(max(strange, 1e-12))
    return total / max(1, len(found))


def fit(found: Sequence[Sample]) -> tuple[float, float]:
    """Slope and unknown of least loss: a grid that is refined around its best point."""
    slopes, shares = np.geomspace(4, 120, 14), np.linspace(0.2, 0.98, 14)
    best = (math.inf, 0.0, 0.0)
    for _ in range(4):
        best = min((loss(found, a, a * share), float(a), float(share)) for a in slopes for share in shares)
        slopes = np.geomspace(best[1] / 1.35, best[1] * 1.35, 7)
        width = (shares[-1] - shares[0]) / 8
        shares = np.clip(np.linspace(best[2] - width, best[2] + width, 7), 0.02, 1.2)
    return best[1], best[1] * best[2]


def same_from(found: Sequence[Sample]) -> float:
    """The similarity at which as many views of one face lie below as views of the most alike other face above."""
    own = np.sort([sample.similar[sample.face] for sample in found if sample.face is not None])
    other = np.sort([sample.stranger().similar.max() for sample in found if sample.face is not None])
    levels = np.linspace(-0.2, 1.0, 241)
    below = np.searchsorted(own, levels) / len(own)
    above = 1 - np.searchsorted(other, levels) / len(other)
    return float(levels[int(np.abs(below - above).argmin())])


def accept_from(found: Sequence[Sample], slope: float, unknown: float) -> float:
    """Least p from which no more than TARGET of the readings are wrong, strangers among them by their share."""
    told = []
    for sample in found:
        for one, weight in ((sample, 1 - STRANGERS), (sample.stranger(), STRANGERS)):
            p = probabilities(one, slope, unknown)[:-1]
            told.append((float(p.max(initial=0.0)), weight, p.size == 0 or int(p.argmax()) != one.face))
    least, seen, wrong = MOST, 0.0, 0.0
    for best, weight, is_wrong in sorted(told, key=lambda one: -one[0]):
        seen, wrong = seen + weight, wrong + weight * is_wrong
        if wrong <= TARGET * seen:
            least = best
    return min(MOST, max(LEAST_ACCEPT, least))


def main(arguments: list[str]) -> None:
    """Fit, print how it went, write likeness.json."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=int, default=12)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--models", type=Path, default=MODELS)
    chosen = parser.parse_args(arguments)
    reader = CardReader(models=chosen.models)
    faces = FaceNet(reader.nets)
    found = list(samples(reader, faces, trials(chosen.decks, chosen.tables)))
    slope, unknown = fit(found)
    likeness = Likeness(slope, unknown, same_from(found), accept_from(found, slope, unknown))
    facts = {
        "slope": round(likeness.slope, 4),
        "unknown": round(likeness.unknown, 4),
        "same": round(likeness.same, 4),
        "accept": round(likeness.accept, 5),
        "command": f"python -m vision.known_fit --decks {chosen.decks} --tables {chosen.tables}",
        "cards": len(found),
        "loss": round(loss(found, slope, unknown), 5),
        "nearest_right": round(
            float(np.mean([int(s.similar.argmax()) == s.face for s in found if s.face is not None])), 4
        ),
    }
    target = chosen.models / "likeness.json"
    target.write_text(json.dumps(facts, indent=2) + "\n")
    print(target.read_text())


if __name__ == "__main__":
    main(sys.argv[1:])
