"""What the corners of a card say together: the odds of its face and how far to trust them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.ports import Reading
from vision.arrays import Float, Matrix, f32
from vision.calibrate import Calibration, Evidence
from vision.find import Corners
from vision.names import FACES, face_probabilities
from vision.pair import Group, group
from vision.patches import Marks

FLOOR = 1e-5
"""Least probability of a face in one corner: no corner alone may rule out what the others say."""
OTHER_FACE = 0.8
"""Of the doubt about a reading, the share that it is another face; the rest is that it is no card."""
NAMED = 5e-4
"""Faces less likely than this are left out of the odds."""


@dataclass(frozen=True)
class Judged:
    """One card: its corners and pose, the share of each of FACES before calibration, and the evidence."""

    group: Group
    shares: Float
    evidence: Evidence
    best: int


def judge(corners: Corners, scales: Matrix, marks: Marks, language: Matrix, calibration: Calibration) -> list[Judged]:
    """Join corners to cards and add up what they say."""
    faces = face_probabilities(marks, language)
    names = faces.argmax(1) if len(faces) else []
    clarity = float((marks.glyph.max(1) + marks.suit.max(1)).mean()) if len(faces) else 0.0
    judged = []
    for cards in group(corners, scales, faces):
        rows = list(cards.rows)
        scores = (np.log(np.maximum(faces[rows], FLOOR)) / calibration.temperature).sum(0)
        shares = np.exp(scores - scores.max())
        shares /= shares.sum()
        best = int(shares.argmax())
        evidence = Evidence(
            margin=float(scores[best] - np.partition(scores, -2)[-2]),
            heat=float(corners.heat[rows].max()),
            index=float((-marks.junk[rows]).max()),
            corners=len(rows),
            conflict=len({int(names[row]) for row in rows}) > 1,
            clarity=clarity,
        )
        judged.append(Judged(cards, f32(shares), evidence, best))
    return judged


def reading(card: Judged, size: tuple[int, int], calibration: Calibration) -> Reading:
    """The judged card as a reading of a picture of ``size`` (width, height px), with calibrated odds."""
    p = calibration.probability(card.evidence)
    best = float(card.shares[card.best])
    spread = min((1 - p) * OTHER_FACE / max(1e-9, 1 - best), p / best)
    odds = {FACES[i]: float(s) * spread for i, s in enumerate(card.shares) if i != card.best}
    odds = {face: share for face, share in odds.items() if share >= NAMED} | {FACES[card.best]: p}
    ordered = dict(sorted(odds.items(), key=lambda item: -item[1]))
    quad = card.group.pose.quad
    return Reading(FACES[card.best], p, p >= calibration.accept, box_of(quad, size), quad, ordered)


def box_of(quad: Sequence[tuple[float, float]], size: tuple[int, int]) -> tuple[float, float, float, float]:
    """The upright box (x, y, width, height) of an outline, cut off at the picture's edge."""
    xs = [min(max(x, 0.0), float(size[0])) for x, _ in quad]
    ys = [min(max(y, 0.0), float(size[1])) for _, y in quad]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def weigh_equal(readings: Sequence[Reading], packs: int, accept: float) -> list[Reading]:
    """Weaken readings of a face that is read more often than there are packs.

    With q the probability that the others have used up all its copies, p becomes p (1 - q) / (1 - p q).
    """
    weighed = []
    for one in readings:
        others = sorted((r.p for r in readings if r is not one and r.card == one.card), reverse=True)
        if len(others) < packs:
            weighed.append(one)
            continue
        q = others[packs - 1]
        p = one.p * (1 - q) / max(1e-9, 1 - one.p * q)
        rest = {face: odds * (1 - p) / max(1e-9, 1 - one.p) for face, odds in one.odds.items() if face != one.card}
        odds = dict(sorted((rest | {one.card: p}).items(), key=lambda item: -item[1]))
        card = next(iter(odds))
        weighed.append(replace(one, card=card, p=odds[card], accepted=one.accepted and p >= accept, odds=odds))
    return weighed
