"""How large cards are at each corner, steadied by what all corners of the picture say.

The network's arrow from an index to the middle of its card is short or long by a tenth where the card is mostly
covered. Cards on one table differ smoothly: the logarithm of their scale is close to a plane over the picture (a
table seen at a slant), which pairs of opposite indices tell exactly and arrows roughly.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Float, Matrix, f64

EXACT = 10.0
"""A pair of opposite indices weighs as much as so many arrows."""
OWN = 0.38
"""Share of a corner's own deviation from the plane that is kept: a card can lie higher or lower than the rest."""
OFF = 0.08
"""Deviations (of the logarithm) beyond this count less and less."""
FLAT, SPAN_MM = 0.3, 100.0
"""How much a slant is doubted, per corner, over SPAN_MM."""
ROUNDS = 3
"""How often the plane is fitted, each time with less trust in what is far off it."""
MOST = 0.33
"""Greatest deviation of the logarithm that is believed."""


def steady(at: Matrix, arms: Matrix, heat: Float, exact: Matrix) -> Matrix:
    """Px per mm at each corner.

    ``at`` n x 2 (px), ``arms`` px per mm that each arrow speaks for, ``exact`` what a pair of corners tells (nan where
    it tells nothing).
    """
    if not len(at):
        return f64(arms)
    known = np.isfinite(exact)
    seen = np.log(np.maximum(np.where(known, exact, arms), 1e-3))
    weight = f64(heat) * np.where(known, EXACT, 1.0)
    middle = at.mean(0)
    span = SPAN_MM * float(np.exp(np.median(seen)))
    x = np.column_stack([np.ones(len(at)), (at - middle) / span])
    doubt = np.diag([1e-6, FLAT * len(at), FLAT * len(at)])
    plane = np.full(len(at), float(np.median(seen)))
    for _ in range(ROUNDS):
        robust = weight / np.maximum(1, np.abs(seen - plane) / OFF)
        weighed = x * robust[:, None]
        plane = x @ np.linalg.solve(weighed.T @ x + doubt, weighed.T @ seen)
    own = np.clip(seen - plane, -MOST, MOST)
    return f64(np.exp(plane + np.where(known, own, OWN * own)))
