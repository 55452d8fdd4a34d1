"""Fit the reader's calibration on rendered tables: ``python -m vision.calibration_fit --tables 60``.

The decks are of training styles (held-out ones are for measuring only), the seeds are apart from all training, and
the levels are mixed, so that there are errors to learn from.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.arrays import Matrix, f64
from vision.calibrate import FEATURES, Calibration, Evidence
from vision.judge import reading
from vision.measure import KINDS, compare, random_scene
from vision.nets import MODELS
from vision.reader import CardReader
from vision.styles import random_style
from vision.table import SIZE_PX, TableRenderer

FIRST_SEED = 7_000_000
TARGET = 1 / 1000
"""Share of accepted readings that may be wrong."""
LEAST_ACCEPT = 0.96
"""Whatever few samples say: people's decks are stranger than ours."""
RIDGE = 1.0
MIX = ("clean", "home")
"""Levels of the tables, in turn."""
SCENES = 12
"""Scenes a table."""


@dataclass(frozen=True)
class Sample:
    """A reading's evidence and whether it was right."""

    evidence: Evidence
    right: bool
    level: str


def samples(reader: CardReader, tables: int) -> Iterator[Sample]:
    """Read rendered tables of training decks."""
    for number in range(tables):
        seed, level = FIRST_SEED + number, MIX[number % len(MIX)]
        rng = random.Random(seed)
        renderer = TableRenderer(random_style(rng, held_out=False), level, SIZE_PX, seed)
        for turn in range(SCENES):
            scene = random_scene(rng, KINDS[turn % len(KINDS)], renderer.view.area)
            frame = renderer.frame(scene, turn)
            judged = reader.judge(frame.image, renderer.view.px_per_mm)
            readings = [reading(card, renderer.size, reader.calibration) for card in judged]
            evidence = {id(one): card.evidence for one, card in zip(readings, judged, strict=True)}
            for outcome in compare(readings, scene, renderer.view).outcomes:
                yield Sample(evidence[id(outcome.reading)], outcome.right, level)


def fit(found: list[Sample]) -> tuple[float, Matrix]:
    """Bias and weights of a logistic regression with a little ridge, by Newton's method."""
    x = f64([[1.0, *sample.evidence.features()] for sample in found])
    y = f64([sample.right for sample in found])
    weights = np.zeros(x.shape[1])
    penalty = np.diag([0.0] + [RIDGE] * (x.shape[1] - 1))
    for _ in range(50):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        slope = x.T @ (y - p) - penalty @ weights
        bend = (x * (p * (1 - p))[:, None]).T @ x + penalty
        step = np.linalg.solve(bend, slope)
        weights = weights + np.clip(step, -2, 2)
        if float(np.abs(step).max()) < 1e-7:
            break
    return float(weights[0]), f64(weights[1:])


def threshold(found: list[Sample], calibration: Calibration) -> float:
    """Least probability from which wrong readings are no more than TARGET, and never less than LEAST_ACCEPT."""
    ranked = sorted(((calibration.probability(s.evidence), s.right) for s in found), reverse=True)
    best, wrong = 1.0, 0
    for number, (p, right) in enumerate(ranked, 1):
        wrong += not right
        if wrong / number <= TARGET:
            best = p
    return max(best, LEAST_ACCEPT)


def main(arguments: list[str]) -> None:
    """Fit, print how it went, write calibration.json."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--models", type=Path, default=MODELS)
    chosen = parser.parse_args(arguments)
    target = chosen.models / "calibration.json"
    plain = Calibration(1.0, -1.0, (1.0,) + (0.0,) * (len(FEATURES) - 1), 1.0)
    reader = CardReader(models=chosen.models, packs=9, calibration=plain)
    found = list(samples(reader, chosen.tables))
    bias, weights = fit(found)
    made = Calibration(reader.calibration.temperature, bias, tuple(float(w) for w in weights), 1.0)
    accept = threshold(found, made)
    table = {}
    for least in (0.5, 0.9, 0.99, 0.999, accept):
        picked = [sample.right for sample in found if made.probability(sample.evidence) >= least]
        table[f"{least:.5f}"] = {"readings": len(picked), "wrong": len(picked) - sum(picked)}
    facts = {
        "command": f"python -m vision.calibration_fit --tables {chosen.tables}",
        "readings": len(found),
        "right": sum(sample.right for sample in found),
        "at or above": table,
    }
    write(target, Calibration(made.temperature, made.bias, made.weights, accept), facts)
    print(target.read_text())


def write(path: Path, made: Calibration, facts: dict[str, object]) -> None:
    """Store a calibration with how it was made."""
    numbers = {
        "features": list(FEATURES),
        "temperature": made.temperature,
        "bias": round(made.bias, 5),
        "weights": [round(weight, 5) for weight in made.weights],
        "accept": round(made.accept, 6),
    }
    path.write_text(json.dumps({**numbers, **facts}, indent=2) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
