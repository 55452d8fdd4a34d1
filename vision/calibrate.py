"""From raw scores to probabilities that mean what they say.

A reading's raw score is how much likelier its best face is than the second. How often it is right also depends on
how sure the finder was, on whether the patch looked like an index at all, and on how many corners agree. A
logistic regression over these, fitted on rendered scenes whose seeds no training used (vision/calibration_fit.py),
gives the probability; the numbers and the command that made them are in models/calibration.json.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.ports import Trouble
from vision.nets import MODELS

FEATURES = ("margin", "mean margin", "heat", "index", "pair", "conflict", "clarity")
CLIP = 9.0
"""Logits beyond this say nothing more."""
MOST_MARGIN = 12.0
"""Networks trained with smoothed labels are never surer than this over two corners."""
MOST = 0.9999
"""Nothing is surer than this."""


@dataclass(frozen=True)
class Evidence:
    """What is known of a reading before calibration; heats are probabilities."""

    margin: float
    """Logarithm of how many times likelier the best face is than the second, over all corners."""
    heat: float
    """Of the best corner."""
    index: float
    """Logit that the patch is an index, of the best corner."""
    corners: int
    conflict: bool
    """Whether two corners, each by itself, would name different cards."""
    clarity: float
    """Mean log-probability of the best glyph and suit over all corners of the picture: is this deck easy to read?"""

    def features(self) -> tuple[float, ...]:
        """In the order of FEATURES."""
        index, clarity = max(-CLIP, min(CLIP, self.index)), max(-2.0, self.clarity)
        margin = min(MOST_MARGIN, self.margin)
        pair, conflict = float(self.corners > 1), float(self.conflict)
        return margin, margin / min(2, self.corners), logit(self.heat), index, pair, conflict, clarity


@dataclass(frozen=True)
class Calibration:
    """The fitted numbers. ``temperature`` divides the log-scores of each corner before they are summed."""

    temperature: float
    bias: float
    weights: tuple[float, ...]
    accept: float
    """Least probability of a reading that needs nobody's confirmation."""

    def probability(self, evidence: Evidence) -> float:
        """How likely the best face is right."""
        score = self.bias + sum(w * x for w, x in zip(self.weights, evidence.features(), strict=True))
        return min(MOST, 1 / (1 + math.exp(-max(-30.0, min(30.0, score)))))


def load_calibration(path: Path = MODELS / "calibration.json") -> Calibration:
    """The calibration that belongs to the models; raises Trouble when it is missing or has other features."""
    try:
        facts: dict[str, Any] = json.loads(path.read_text())
    except OSError as error:
        raise Trouble(f"the reader's calibration {path} is missing: install the package again") from error
    if tuple(facts["features"]) != FEATURES:
        raise Trouble(f"the reader's calibration {path} was made for another version: install the package again")
    weights = tuple(float(value) for value in facts["weights"])
    return Calibration(float(facts["temperature"]), float(facts["bias"]), weights, float(facts["accept"]))


def logit(p: float) -> float:
    """Log-odds, clipped at CLIP."""
    least = 1 / (1 + math.exp(CLIP))
    inside = max(least, min(1 - least, p))
    return math.log(inside / (1 - inside))
