"""Exact bounds on shares, and whether probabilities mean what they say."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

SURE = 0.95
"""One-sided confidence of the bounds."""
BINS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1.0)
"""Edges of the reliability table: narrow where decisions are taken."""


def at_most(successes: int, trials: int, p: float) -> float:
    """P(X <= successes) of a binomial distribution, summed in logarithms so that nothing underflows early."""
    if p <= 0 or successes >= trials:
        return 1.0
    if p >= 1 or successes < 0:
        return 0.0
    k = np.arange(successes + 1)
    choose = np.array([math.lgamma(trials + 1) - math.lgamma(i + 1) - math.lgamma(trials - i + 1) for i in k])
    terms = choose + k * math.log(p) + (trials - k) * math.log1p(-p)
    most = float(terms.max())
    return min(1.0, math.exp(most) * float(np.exp(terms - most).sum()))


def upper_bound(successes: int, trials: int, sure: float = SURE) -> float:
    """Clopper-Pearson upper bound on a share: the p with P(X <= successes | trials, p) = 1 - sure.

    C. J. Clopper, E. S. Pearson, The use of confidence or fiducial limits illustrated in the case of the binomial,
    Biometrika 26 (1934) 404-413. One-sided; 1 where nothing was tried. Raises ValueError for impossible counts.
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} of {trials} is no share")
    if successes == trials:
        return 1.0
    low, high = successes / trials, 1.0
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (low, middle) if at_most(successes, trials, middle) < 1 - sure else (middle, high)
    return high


@dataclass(frozen=True)
class Bin:
    """Readings whose probability lies in [low, high) and how many of them were right."""

    low: float
    high: float
    readings: int
    right: int
    mean: float
    """Of the probabilities: what the share of right ones should be."""


def reliability(told: Iterable[tuple[float, bool]], edges: Sequence[float] = BINS) -> list[Bin]:
    """Probabilities against what came true; the last bin holds its upper edge too. Empty bins are left out."""
    pairs = list(told)
    bins = []
    for low, high in pairwise(edges):
        inside = [(p, right) for p, right in pairs if low <= p < high or (high == edges[-1] and p == high)]
        if inside:
            mean = math.fsum(p for p, _ in inside) / len(inside)
            bins.append(Bin(low, high, len(inside), sum(right for _, right in inside), mean))
    return bins


def calibration_error(bins: Iterable[Bin]) -> float:
    """Expected calibration error: mean distance of told and true shares, weighted by the readings in each bin."""
    full = list(bins)
    readings = sum(one.readings for one in full)
    return sum(abs(one.right - one.mean * one.readings) for one in full) / max(1, readings)
