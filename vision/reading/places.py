"""Where the corners of a card lie against the cards that the finder sees as a whole.

An index lies in a corner of its card. What is read elsewhere on it is part of a picture or of a word, what lies on a
card that is seen to have other indices belongs to that one, and what lies on a back is printed there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.ports import CARD_MM
from vision.arrays import Matrix, f64
from vision.reading.bodies import Bodies
from vision.reading.find import Corners
from vision.reading.pair import OFFSET_MM
from vision.reading.scale import arms

EDGE_MM = 2.0
"""Nearer than this to the edge of a card an index may lie on a neighbour."""
MOST_TURNED = 20.0
"""Degrees by which an index may be turned against its card."""
MOST_OFF_MM = 20.0
"""An index further from its usual place is as wrong as can be."""


@dataclass(frozen=True)
class Places:
    """Of every card."""

    off_mm: tuple[float, ...]
    """How far the best of its indices lies from where decks print them, on the card's own body; 0 where it has none."""
    inside: tuple[float, ...]
    """How much surer the finder is of another card on which all of its indices lie, than of the card itself."""
    back: tuple[float, ...]
    """How likely its indices lie on a back."""
    short: tuple[float, ...]
    """Logarithm by which its arrows are shorter than the picture's scale says, 0 where they are not: a small picture
    of a card has them short."""


def places(
    corners: Corners, scales: Matrix, rows: Sequence[tuple[int, ...]], owned: Sequence[int | None], bodies: Bodies
) -> Places:
    """Where the corners (rows) of each card lie; ``owned`` are the cards' own bodies."""
    away = on_bodies(corners, bodies)
    reach = np.abs(away)
    on = ((reach[..., 0] < CARD_MM[0] / 2 - EDGE_MM) & (reach[..., 1] < CARD_MM[1] / 2 - EDGE_MM)).T
    off = np.hypot(reach[..., 0] - OFFSET_MM[0], reach[..., 1] - OFFSET_MM[1])
    arm = np.log(np.maximum(arms(corners), 1e-3) / np.maximum(scales, 1e-3))
    told: list[tuple[float, float, float, float]] = []
    for members, body in zip(rows, owned, strict=True):
        mine = list(members)
        on_all = on[:, mine].all(1)
        own = float(bodies.heat[body]) if body is not None else 0.0
        others = np.flatnonzero(on_all & (np.arange(len(bodies)) != (-1 if body is None else body)))
        told.append((
            min(MOST_OFF_MM, float(off[mine, body].min())) if body is not None else 0.0,
            max(0.0, float(bodies.heat[others].max(initial=0.0)) - own),
            float((bodies.heat * bodies.back)[on_all].max(initial=0.0)),
            max(0.0, -float(arm[mine].mean())),
        ))  # fmt: skip
    return Places(*(tuple(one[k] for one in told) for k in range(4)))


def near_places(corners: Corners, bodies: Bodies) -> Matrix:
    """How far (mm) each corner lies from where a card like each body has an index, n x m; infinite if it does not lie
    on it or is turned against it."""
    on = on_bodies(corners, bodies)
    aside, above = np.abs(on[..., 0]), np.abs(on[..., 1])
    straight = (corners.up @ bodies.tops.T) * np.sign(on[..., 1]) > math.cos(math.radians(MOST_TURNED))
    inside = (aside < CARD_MM[0] / 2) & (above < CARD_MM[1] / 2)
    return f64(np.where(straight & inside, np.hypot(aside - OFFSET_MM[0], above - OFFSET_MM[1]), np.inf))


def on_bodies(corners: Corners, bodies: Bodies) -> Matrix:
    """Where each corner lies on each body: n x m x 2, mm right of and above its middle."""
    line = (corners.at[:, None] - bodies.at[None]) / np.maximum(bodies.px_per_mm, 1e-6)[None, :, None]
    right = np.stack([-bodies.tops[:, 1], bodies.tops[:, 0]], 1)
    return f64(np.stack([(line * right[None]).sum(2), (line * bodies.tops[None]).sum(2)], 2))
