"""Fit how surely jokers are read, by themselves: ``python -m vision.fitting.jokers_fit --tables 220 --jokers 90``.

It comes after `vision.fitting.calibration_fit`, whose other numbers stay as they are: a second step of
`vision.reading.calibrate` for readings of jokers, fitted to what is taken for one on its tables and on further ones
that show many. Honesty is checked by crossing over, as there: the reliability table is read off on decks that were
left out.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from vision.arrays import f64
from vision.fitting.calibration_data import Sample, gather, on_table
from vision.fitting.calibration_fit import CLUTTER, FOLDS, PLAIN, SIGNS, logistic
from vision.fitting.calibration_jokers import joker_pictures
from vision.fitting.calibration_report import Told, reliability, write
from vision.reading.calibrate import FEATURES, Calibration, features, load_calibration
from vision.reading.names import FACES
from vision.reading.nets import MODELS

CLARITY = FEATURES.index("clarity")
"""How clear the other indices of a picture are says nothing: in play a cut-out may show the joker alone."""


def fit_jokers(made: Calibration, found: Sequence[Sample], jokers: Sequence[Sample]) -> Calibration:
    """The calibration with weights of their own for what it takes for jokers: among the samples it was fitted to, and
    on tables of many ``jokers``."""
    x, right, counts = [], [], []
    for sample, count in [*((s, 1.0 if on_table(s.table) else CLUTTER) for s in found), *((s, 1.0) for s in jokers)]:
        shares = made.shares(sample.evidence)
        best = int(shares.argmax())
        if best >= len(FACES):
            x.append(features(sample.evidence, shares))
            x[-1][CLARITY] = 0
            right.append(best == sample.truth)
            counts.append(count)
    signs = [SIGNS.get(name, 0) for name in FEATURES]
    return replace(made, jokers=logistic(f64(x), f64(right), signs, f64(counts)))


def crossed(made: Calibration, found: Sequence[Sample], jokers: Sequence[Sample]) -> list[Told]:
    """What a fit to the decks of the other folds says of every one of ``jokers`` that is read as one."""
    told = []
    for fold in range(FOLDS):
        others = [[sample for sample in part if sample.table % FOLDS != fold] for part in (found, jokers)]
        apart = fit_jokers(made, *others)
        for sample in jokers:
            shares = made.shares(sample.evidence)
            best = int(shares.argmax())
            if sample.table % FOLDS == fold and best >= len(FACES):
                told.append((apart.probability(sample.evidence, shares, most=1.0), best == sample.truth, sample, best))
    return told


def main(arguments: list[str]) -> None:
    """Gather, fit, put the numbers beside the others in calibration.json and print how it went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=220, help="number of tables of calibration_fit")
    parser.add_argument("--jokers", type=int, default=90, help="number of tables that show many jokers")
    parser.add_argument("--models", type=Path, default=MODELS)
    parser.add_argument("--store", type=Path, default=Path("calibration-tables"), help="folder of what was gathered")
    chosen = parser.parse_args(arguments)
    path = chosen.models / "calibration.json"
    made = load_calibration(path)
    found = gather(chosen.models, range(chosen.tables), chosen.store, PLAIN)
    jokers = gather(chosen.models, range(chosen.jokers), chosen.store / "jokers", PLAIN, joker_pictures)
    told = crossed(made, found, jokers)
    sure = [right for p, right, *_ in told if p >= made.accept]
    before = json.loads(path.read_text())
    facts = before | {
        "command for jokers": f"python -m vision.fitting.jokers_fit --tables {chosen.tables} --jokers {chosen.jokers}",
        "decks with jokers": len({sample.table for sample in jokers}),
        "jokers read": len(told),
        "jokers sure": len(sure),
        "jokers sure and wrong": len(sure) - sum(sure),
        "reliability of jokers": reliability([(p, right) for p, right, *_ in told]),
    }
    write(path, fit_jokers(made, found, jokers), facts)
    print(path.read_text())


if __name__ == "__main__":
    main(sys.argv[1:])
