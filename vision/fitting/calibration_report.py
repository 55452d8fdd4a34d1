"""How a calibration went: reliability table, commonest mistakes, and the file that keeps them with the numbers."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from pathlib import Path

from companion.cards import SUITS
from vision.arrays import Float
from vision.fitting.calibration_data import NO_CARD, Sample
from vision.reading.calibrate import ABSENT, FEATURES, POOL, Calibration
from vision.reading.names import ALL_FACES

BINS = (0.0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 0.9995, 1.0)
"""Bounds of the reliability table."""
Told = tuple[float, bool, Sample, int]
"""Probability, whether right, of which sample, and the number of the face that it was read as."""


def reliability(told: Sequence[tuple[float, bool]]) -> list[dict[str, float]]:
    """How often readings of each range of probability were right, beside what was promised."""
    table = []
    for low, high in itertools.pairwise(BINS):
        inside = [(p, right) for p, right in told if low <= p < high or p == high == 1]
        if inside:
            table.append({
                "from": low, "to": high, "readings": len(inside),
                "promised": round(sum(p for p, _ in inside) / len(inside), 5),
                "right": round(sum(right for _, right in inside) / len(inside), 5),
            })  # fmt: skip
    return table


def confusions(told: Sequence[Told]) -> dict[str, int]:
    """The commonest mistakes among readings that are at least half sure."""
    count: dict[str, int] = {}
    for p, right, sample, face in told:
        if not right and p >= 0.5:
            name = "nothing" if sample.truth == NO_CARD else ALL_FACES[sample.truth]
            key = f"{name} read as {ALL_FACES[face]}"
            count[key] = count.get(key, 0) + 1
    return dict(sorted(count.items(), key=lambda item: -item[1])[:12])


def named(names: Sequence[str], values: Sequence[float] | Float) -> dict[str, float]:
    """Rounded numbers by their names."""
    return {name: round(float(value), 5) for name, value in zip(names, values, strict=True)}


def write(path: Path, made: Calibration, facts: dict[str, object]) -> None:
    """Store a calibration with how it was made."""
    numbers: dict[str, object] = {
        "pool": named(POOL, made.pool),
        "ink": {suit: [round(v, 4) for v in row] for suit, row in zip(SUITS, made.ink, strict=True)},
        "joker": made.joker,
        "weights": named(("bias", *FEATURES), (made.bias, *made.weights)),
        "jokers": named(("bias", *FEATURES), made.jokers) if made.jokers else {},
        "absent": named(("bias", *ABSENT), made.absent),
        "accept": round(made.accept, 6),
        "accept alone": round(made.accept_alone, 6),
    }
    rest = {name: fact for name, fact in facts.items() if name not in numbers}
    path.write_text(json.dumps(numbers | rest, indent=2) + "\n")
