"""Fit how similarity to an enrolled face speaks for it: ``python -m vision.fitting.known_fit --decks 16``.

Decks of the training's kind, French and foreign, none of which any network has seen, are enrolled by one open view of
each face, then seen again elsewhere, some views partly covered (vision.training.faces_data). Each view gives its
similarities to all faces of the profile, once as they are and once without its own face, as a stranger. The
numbers of `vision.enrolled.known.Likeness` make these most likely.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from companion.ports import CARD_MM
from vision.arrays import Matrix, Picture, f64
from vision.enrolled.known import FITTED_STRANGERS, MOST, Likeness
from vision.reading.embed import FaceNet
from vision.reading.nets import MODELS, Nets
from vision.training.decks import Deck
from vision.training.faces_data import FACE_VIEW, FaceMaker, cut_card
from vision.training.light import develop
from vision.training.scenes import SceneMaker, Stage, camera, visible_share

SEED = 8_000_000
FACES = 32
"""Most faces of a deck."""
OPEN = 0.97
"""Share of a face that shows when it is enrolled."""
TARGET = 1 / 2000
"""Share of accepted readings that may be wrong."""
LEAST_ACCEPT = 0.99


@dataclass(frozen=True)
class Sample:
    """The similarities of a card to the faces of its deck, and which of them it is (None: not a card of it)."""

    similar: Matrix
    face: int | None

    def stranger(self) -> Sample:
        """The same if its face had not been enrolled."""
        return self if self.face is None else Sample(f64(np.delete(self.similar, self.face)), None)


@dataclass(frozen=True)
class Trial:
    """Faces of a deck as they are enrolled (n pictures of upright cards) and are seen again (n x 2 of them)."""

    shown: Picture
    again: Picture


def found_pose(rng: np.random.Generator, to_px: Matrix) -> Matrix:
    """The pose of an open card as its edges give it (`vision.reading.outline`): 0.5 mm, 0.6 degrees, 0.8% off."""
    wide, high = CARD_MM
    turn = math.radians(rng.normal(0, 0.6)) + (math.pi if rng.random() < 0.5 else 0)
    grow, (x, y) = math.exp(rng.normal(0, 0.008)), rng.normal(0, 0.5, 2)
    cos, sin = math.cos(turn) * grow, math.sin(turn) * grow
    move = np.array([[cos, -sin, wide / 2 + x], [sin, cos, high / 2 + y], [0, 0, 1]])
    return f64(to_px @ move @ np.array([[1, 0, -wide / 2], [0, 1, -high / 2], [0, 0, 1.0]]))


def open_view(maker: FaceMaker, tables: SceneMaker, deck: Deck, code: str) -> Picture:
    """A face on which nothing lies, as people show it for enrolment."""
    rng = maker.rng
    u, v = np.meshgrid(np.linspace(2, CARD_MM[0] - 2, 8), np.linspace(2, CARD_MM[1] - 2, 11))
    grid = np.column_stack([u.ravel(), v.ravel()])
    for _ in range(20):
        scale = math.exp(rng.uniform(math.log(FACE_VIEW.low), math.log(FACE_VIEW.high))) / CARD_MM[1]
        stage = Stage(rng, tables.table(), camera(rng, FACE_VIEW, scale), scale)
        to_px = stage.lay(deck.face(code), (*rng.normal(0, 4, 2), rng.uniform(0, 2 * math.pi)), 1)
        if to_px is not None and visible_share(1, grid, to_px, stage.owner) > OPEN:
            return cut_card(develop(rng, stage.image, stage.owner > 0, scale), found_pose(rng, to_px))
    raise RuntimeError("no open view of a face in twenty tries: the camera is too near")


def trials(decks: int, art: Path | None = None) -> Iterator[Trial]:
    """Render decks."""
    maker = FaceMaker(SEED, art)
    tables = SceneMaker(SEED + 1, FACE_VIEW, decks=maker.decks)
    for _ in range(decks):
        deck = maker.decks.new()
        codes = [str(code) for code in maker.rng.permutation(sorted(set(deck.codes)))[:FACES]]
        shown = [open_view(maker, tables, deck, code) for code in codes]
        again = [(open_view(maker, tables, deck, code), maker.view(deck, code)) for code in codes]
        yield Trial(np.stack(shown), np.stack([np.stack(pair) for pair in again]))


def samples(net: FaceNet, found: Iterable[Trial]) -> Iterator[Sample]:
    """What the network makes of decks."""
    for trial in found:
        known = net.either_way(trial.shown)
        for face, views in enumerate(trial.again):
            for row in net.either_way(views):
                yield Sample(f64(known @ row), face)


Numbers = tuple[float, float, float]
"""Power, least and unknown of a Likeness."""


def probabilities(sample: Sample, numbers: Numbers) -> Matrix:
    """Of each face, and last of none."""
    faces, none = Likeness(*numbers, 0.0, 0.0).weights(sample.similar)
    scores = np.append(faces, none)
    return f64(scores / scores.sum())


def loss(found: Sequence[Sample], numbers: Numbers) -> float:
    """Mean negative log-likelihood, strangers weighted by FITTED_STRANGERS."""
    total = 0.0
    for sample in found:
        own = probabilities(sample, numbers)[-1 if sample.face is None else sample.face]
        strange = probabilities(sample.stranger(), numbers)[-1]
        total -= (1 - FITTED_STRANGERS) * math.log(max(own, 1e-12)) + FITTED_STRANGERS * math.log(max(strange, 1e-12))
    return total / max(1, len(found))


def fit(found: Sequence[Sample]) -> Numbers:
    """Power, least and unknown of least loss: each is moved in turn, by less and less."""
    numbers: Numbers = (4.0, 0.02, 0.2)
    factor = 1.5
    best = loss(found, numbers)
    while factor > 1.005:
        moved = False
        for place in range(3):
            for step in (factor, 1 / factor):
                a, b, c = (value * (step if number == place else 1) for number, value in enumerate(numbers))
                tried = (a, b, c)
                if (value := loss(found, tried)) < best:
                    best, numbers, moved = value, tried, True
        factor = factor if moved else math.sqrt(factor)
    return numbers


def same_from(found: Sequence[Sample]) -> float:
    """The similarity at which as many views of one face lie below as views of the most alike other face above."""
    own = np.sort([sample.similar[sample.face] for sample in found if sample.face is not None])
    other = np.sort([sample.stranger().similar.max() for sample in found if sample.face is not None])
    levels = np.linspace(-0.2, 1.0, 241)
    below = np.searchsorted(own, levels) / len(own)
    above = 1 - np.searchsorted(other, levels) / len(other)
    return float(levels[int(np.abs(below - above).argmin())])


def accept_from(found: Sequence[Sample], numbers: Numbers) -> float:
    """Least p from which no more than TARGET of the readings of enrolled faces are wrong, and LEAST_ACCEPT at least."""
    told = [(probabilities(sample, numbers)[:-1], sample.face) for sample in found]
    ranked = sorted(((float(p.max()), int(p.argmax()) != face) for p, face in told), reverse=True)
    least, wrong = MOST, 0
    for number, (p, is_wrong) in enumerate(ranked, 1):
        wrong += is_wrong
        if wrong <= TARGET * number:
            least = p
    return min(MOST, max(LEAST_ACCEPT, least))


def counts(found: Sequence[Sample], numbers: Numbers, accept: float) -> dict[str, int]:
    """How many known and strange cards would be accepted, and how many of them wrongly."""
    told = {"accepted": 0, "wrongly": 0, "strangers accepted": 0}
    for sample in found:
        p, q = probabilities(sample, numbers)[:-1], probabilities(sample.stranger(), numbers)[:-1]
        told["accepted"] += float(p.max()) >= accept
        told["wrongly"] += float(p.max()) >= accept and int(p.argmax()) != sample.face
        told["strangers accepted"] += float(q.max()) >= accept
    return told


def main(arguments: list[str]) -> None:
    """Fit, print how it went, write likeness.json."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=int, default=16)
    parser.add_argument("--art", type=Path, help="public-domain faces, from `python -m vision.training art`")
    parser.add_argument("--models", type=Path, default=MODELS)
    chosen = parser.parse_args(arguments)
    found = list(samples(FaceNet(Nets(chosen.models)), trials(chosen.decks, chosen.art)))
    numbers = fit(found)
    accept = accept_from(found, numbers)
    facts = {
        **{name: round(value, 5) for name, value in zip(("power", "least", "unknown"), numbers, strict=True)},
        "same": round(same_from(found), 4),
        "accept": round(accept, 5),
        "command": f"python -m vision.fitting.known_fit --decks {chosen.decks}"
        + (" --art FOLDER" if chosen.art else ""),
        "cards": len(found),
        "loss": round(loss(found, numbers), 5),
        "nearest is right": round(float(np.mean([int(s.similar.argmax()) == s.face for s in found])), 4),
        **counts(found, numbers, accept),
    }
    target = chosen.models / "likeness.json"
    target.write_text(json.dumps(facts, indent=2) + "\n")
    print(target.read_text())


if __name__ == "__main__":
    main(sys.argv[1:])
