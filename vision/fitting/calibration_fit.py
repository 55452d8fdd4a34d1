"""Fit the reader's calibration on rendered tables: ``python -m vision.fitting.calibration_fit --tables 300``.

Tables are gathered first (kept in --store, so that a stop loses little), then the three steps of
`vision.reading.calibrate` are fitted. Honesty is checked by crossing over: the reliability table and the threshold of
acceptance come from fits to four fifths of the tables, read off on the fifth that was left out.
`vision.fitting.jokers_fit` comes after it.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.cards import SUITS
from vision.arrays import Matrix, f32, f64
from vision.fitting.calibration_data import NO_CARD, Sample, gather, on_table, stored
from vision.fitting.calibration_report import Told, confusions, reliability, write
from vision.reading.calibrate import (
    ABSENT,
    FEATURES,
    MOST,
    POOL,
    REDNESS,
    Calibration,
    absent_features,
    features,
    grade,
)
from vision.reading.names import FACES, of_faces
from vision.reading.nets import MODELS

TARGET = 1 / 2500
"""Share of accepted readings that may be wrong: about what so many tables can show; `dalje bench reader` shows more."""
LEAST_ACCEPT, LEAST_ALONE = 0.985, 0.995
"""Whatever few samples say, other people's decks being stranger than ours: of cards that more than one index speaks for
and of others. The surest wrong reading among 8,600 of the fits crossed over had 0.984."""
SIGNS = {
    **{name: 1 for name in FEATURES if name.startswith("margin")},
    "heat": 1, "index": 1, "pair": 1, "none": -1, "conflict": -1, "clarity": 1, "size": 1, "body": 1, "face margin": 1,
    "odd": -1, "off place": -1, "inside": -1, "on back": -1, "short": -1,
}  # fmt: skip
"""What can only speak for (1) or against (-1) a reading."""
CLUTTER = 0.3
"""What a card of a cluttered scene counts against one as people lay them: the former teach what is no card."""
RIDGE = 1.0
INK_ROW, LEAST_INK = POOL.index("ink"), 1.0
"""Least weight of the ink: packs that people play with are red and black, those rendered are odd on purpose."""
POOL_RIDGE = 3.0
"""How strongly weights of the pool are held at 1."""
REPEATED = 0.3
"""Readings from this probability on make another of the same face in the same picture doubtful."""
FOLDS = 5
JOKER = -2.5
"""Logarithm of how much rarer a joker is than another face: most games have none. Rendered scenes cannot tell."""
PLAIN = Calibration(
    pool=(1.0,) * len(POOL),
    ink=((0.0,) * (len(REDNESS) + 1),) * len(SUITS),
    joker=JOKER,
    bias=0.0,
    weights=(1.0,) * 4 + (0.0,) * (len(FEATURES) - 4),
    absent=(0.0,) * (len(ABSENT) + 1),
    accept=1.0,
    accept_alone=1.0,
)
"""What the odds are before anything is fitted."""


def ink_grades(found: Sequence[Sample]) -> tuple[tuple[float, ...], ...]:
    """Log-probabilities of the grades of redness for each suit, counted, with one more of each."""
    count = np.ones((len(SUITS), len(REDNESS) + 1))
    for sample in found:
        if 0 <= sample.truth < len(FACES) and sample.evidence.red is not None:
            count[SUITS.index(FACES[sample.truth][1]), grade(sample.evidence.red)] += 1
    logs = np.log(count / count.sum(1, keepdims=True))
    return tuple(tuple(float(v) for v in row) for row in logs)


@dataclass(frozen=True)
class Parts:
    """The terms of the pool, one row a card: corners and face (n x 18), ink (n x 4), whether there are two corners."""

    corner: Matrix
    face: Matrix
    ink: Matrix
    pair: Matrix
    truth: NDArray[np.intp]

    @classmethod
    def of(cls, cards: Sequence[Sample], ink: tuple[tuple[float, ...], ...]) -> Parts:
        """The terms of these cards; what is absent is zeros."""
        nothing, reds = np.zeros(18, np.float32), [card.evidence.red for card in cards]
        return cls(
            f64([card.evidence.corner for card in cards]),
            f64([nothing if card.evidence.face is None else card.evidence.face for card in cards]),
            f64([[0.0] * 4 if red is None else [one[grade(red)] for one in ink] for red in reds]),
            f64([card.evidence.corners > 1 for card in cards]),
            np.array([card.truth for card in cards], np.intp),
        )

    def loss(self, pool: Matrix) -> float:
        """Negative log-likelihood of the true faces."""
        rank, suit, many, face_rank, face_suit, ink = pool
        grown = np.where(self.pair > 0, many, 1.0)[:, None]
        ranks = grown * rank * self.corner[:, :14] + face_rank * self.face[:, :14]
        suits = grown * suit * self.corner[:, 14:] + face_suit * self.face[:, 14:] + ink * self.ink
        scores = f64(of_faces(f32(ranks), f32(suits)))
        scores[:, len(FACES) :] += JOKER
        top = scores.max(1)
        total = top + np.log(np.exp(scores - top[:, None]).sum(1))
        return float((total - scores[np.arange(len(scores)), self.truth]).sum())


def fit_pool(found: Sequence[Sample], ink: tuple[tuple[float, ...], ...]) -> tuple[float, ...]:
    """Weights of the pool by maximum likelihood, descending along one weight after the other."""
    terms = Parts.of([sample for sample in found if sample.truth != NO_CARD], ink)
    pool, step = np.ones(len(POOL)), np.full(len(POOL), 0.3)

    def loss(weights: Matrix) -> float:
        return terms.loss(weights) + POOL_RIDGE * float((np.log(weights) ** 2).sum())

    best = loss(pool)
    for _ in range(40):
        for row in range(len(pool)):
            for sign in (1, -1):
                trial = pool.copy()
                trial[row] *= float(np.exp(sign * step[row]))
                trial[INK_ROW] = max(trial[INK_ROW], LEAST_INK)
                value = loss(trial)
                if value < best:
                    best, pool = value, trial
                    break
            else:
                step[row] /= 2
        if step.max() < 0.01:
            break
    return tuple(float(v) for v in pool)


def logistic(x: Matrix, y: Matrix, signs: Sequence[int], counts: Matrix | None = None) -> tuple[float, ...]:
    """Bias and weights of a logistic regression; a weight that would have the wrong sign is 0. ``counts``: what each
    row counts, 1 by default.

    What speaks for a reading must not count against it because a few tables happened so: on other people's tables
    that would go far astray.
    """
    counts = f64(np.ones(len(y))) if counts is None else counts
    used = np.ones(x.shape[1], bool)
    weights = np.zeros(x.shape[1] + 1)
    while True:
        weights[:] = 0
        weights[np.concatenate([[True], used])] = newton(x[:, used], y, counts)
        against = np.where(used, weights[1:] * np.asarray(signs), 0.0)
        if against.min(initial=0.0) >= 0:
            return tuple(float(v) for v in weights)
        used[int(against.argmin())] = False


def newton(x: Matrix, y: Matrix, counts: Matrix) -> Matrix:
    """Bias and weights of a logistic regression with a little ridge, by Newton's method."""
    x = np.column_stack([np.ones(len(x)), x])
    weights = np.zeros(x.shape[1])
    penalty = np.diag([1e-3] + [RIDGE] * (x.shape[1] - 1))
    for _ in range(60):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        slope = x.T @ (counts * (y - p)) - penalty @ weights
        bend = (x * (counts * p * (1 - p))[:, None]).T @ x + penalty
        step = np.linalg.solve(bend, slope)
        weights = weights + np.clip(step, -2, 2)
        if float(np.abs(step).max()) < 1e-7:
            break
    return f64(weights)


def fit(found: Sequence[Sample]) -> Calibration:
    """The three steps; nothing is accepted yet."""
    ink = ink_grades(found)
    made = replace(PLAIN, pool=fit_pool(found, ink), ink=ink)
    shares = [made.shares(sample.evidence) for sample in found]
    right = f64([int(share.argmax()) == sample.truth for share, sample in zip(shares, found, strict=True)])
    x = f64([features(sample.evidence, share) for share, sample in zip(shares, found, strict=True)])
    counts = f64([1.0 if on_table(sample.table) else CLUTTER for sample in found])
    weights = logistic(x, right, [SIGNS.get(name, 0) for name in FEATURES], counts)
    wrong = [sample for sample, good in zip(found, right, strict=True) if not good]
    missing = f64([sample.truth == NO_CARD for sample in wrong])
    absent = logistic(f64([absent_features(sample.evidence) for sample in wrong]), missing, [0] * len(ABSENT))
    return replace(made, bias=weights[0], weights=weights[1:], absent=absent)


def crossed(found: Sequence[Sample]) -> list[Told]:
    """What a fit to the tables of the other folds says of every sample."""
    told = []
    for fold in range(FOLDS):
        made = fit([sample for sample in found if sample.table % FOLDS != fold])
        for sample in found:
            if sample.table % FOLDS == fold:
                shares = made.shares(sample.evidence)
                best = int(shares.argmax())
                p = made.probability(sample.evidence, shares, most=1.0)
                told.append((p, best == sample.truth, sample, best))
    return told


def threshold(told: Sequence[tuple[float, bool]]) -> float:
    """Least probability from which wrong readings stay within TARGET."""
    ranked = sorted(told, key=lambda one: -one[0])
    p = f64([one[0] for one in ranked])
    count = np.arange(1, len(p) + 1)
    wrong = np.cumsum([not one[1] for one in ranked])
    fine = wrong <= TARGET * count
    return max(LEAST_ACCEPT, min(MOST, float(p[np.flatnonzero(fine)[-1]]))) if fine.any() else 1.0


def unrepeated(told: Sequence[Told]) -> list[Told]:
    """Without faces that are read twice in one picture: the reader asks about those, whatever their p."""
    count = Counter((sample.table, sample.picture, face) for p, _, sample, face in told if p >= REPEATED)
    return [one for one in told if count[(one[2].table, one[2].picture, one[3])] < 2]


def main(arguments: list[str]) -> None:
    """Gather, fit, print how it went, write calibration.json."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="number of the first table to gather")
    parser.add_argument("--models", type=Path, default=MODELS)
    parser.add_argument("--store", type=Path, default=Path("calibration-tables"), help="folder of what was gathered")
    parser.add_argument("--stored", action="store_true", help="fit to the tables that --store holds already")
    parser.add_argument("--gather-only", action="store_true", help="so that several processes can gather")
    chosen = parser.parse_args(arguments)
    numbers = stored(chosen.store) if chosen.stored else range(chosen.first, chosen.tables)
    found = gather(chosen.models, numbers, chosen.store, PLAIN)
    if chosen.gather_only:
        return
    told = crossed(found)
    simple = [(p, right) for p, right, *_ in told]
    single = [(p, right, sample.evidence) for p, right, sample, _ in unrepeated(told) if on_table(sample.table)]
    least = threshold([(p, right) for p, right, _ in single])
    made = replace(fit(found), accept=least, accept_alone=max(least, LEAST_ALONE))
    accepted = [right for p, right, evidence in single if p >= made.needed(evidence)]
    facts = {
        "command": f"python -m vision.fitting.calibration_fit --tables {chosen.tables}",
        "tables": len({sample.table for sample in found}),
        "readings": len(simple),
        "right": sum(right for _, right in simple),
        "on tables": len(single),
        "on tables right": sum(right for _, right, _ in single),
        "accepted": len(accepted),
        "accepted wrong": len(accepted) - sum(accepted),
        "reliability": reliability(simple),
        "confusions": confusions(told),
    }
    write(chosen.models / "calibration.json", made, facts)
    print((chosen.models / "calibration.json").read_text())


if __name__ == "__main__":
    main(sys.argv[1:])
