"""Cards that lie face down: bodies that the finder saw, in which nothing was read and which are printed all over.

What the finder itself thinks of the side that is up is weak evidence: on 24 decks drawn for tests, faces got up to
0.008 and wholly visible backs from 0.004 on, half of them 0.3 to 0.5. Together with the paper, of which backs leave no
more than 35% blank, and with the lack of any index, it tells the two apart.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from companion.ports import Reading
from vision.arrays import Picture, f32, f64
from vision.reading.bodies import Bodies
from vision.reading.judge import body_pose

LEAST_HEAT = 0.3
LEAST_BACK, CLEARLY_BACK = 0.015, 0.12
"""Least of the finder's opinion that a back needs, and so much that the paper need not be looked at closely."""
MOST_PAPER, MUCH_PAPER = 0.36, 0.5
"""Most blank paper on a back, as a share of its inner part; and on one that is clearly a back (glare looks like it)."""
BLANK = 0.8
"""Paper is at least so bright against the brightest of the card, in each colour."""
OWN_MM, OWN_DEGREES = 20.0, 30.0
"""A body that lies so near to a reading is that card."""
SAME_SIZE = 1.25
"""Cards at one place do not differ more in height (ratio): other bodies are parts of cards, or no cards."""
MISFIT = 3.0
"""How much a size that does not fit counts (the logarithm of the ratio)."""
CROP_PX, RIM_PX = (63, 88), 9


def backs(image: Picture, bodies: Bodies, readings: Sequence[Reading], px_per_mm: float) -> list[Reading]:
    """The backs among the bodies of a picture, as readings that name no card; ``p`` is the finder's heat,
    less where the size does not fit."""
    told = [_pose(one) for one in readings if one.quad is not None]
    found = []
    for row in range(len(bodies)):
        ratio = float(bodies.px_per_mm[row]) / px_per_mm
        if bodies.heat[row] < LEAST_HEAT or bodies.back[row] < LEAST_BACK or not 1 / SAME_SIZE < ratio < SAME_SIZE:
            continue
        pose = body_pose(bodies, row)
        if any(
            np.hypot(x - pose.x, y - pose.y) < OWN_MM * px_per_mm
            and abs((angle - pose.angle + 90) % 180 - 90) < OWN_DEGREES
            for x, y, angle in told
        ):
            continue
        most = MUCH_PAPER if bodies.back[row] >= CLEARLY_BACK else MOST_PAPER
        if paper(image, pose.quad) <= most:
            xs, ys = zip(*pose.quad, strict=True)
            box = (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
            fit = math.exp(-MISFIT * abs(math.log(ratio)))
            found.append(Reading("", float(bodies.heat[row]) * fit, False, box, pose.quad))
    return found


def paper(image: Picture, quad: Sequence[tuple[float, float]]) -> float:
    """How much of the inner part of a card is blank (share)."""
    wide, high = CROP_PX
    onto = cv2.getPerspectiveTransform(f32(quad), f32([[0, 0], [wide, 0], [wide, high], [0, high]]))
    inner = f32(cv2.warpPerspective(image, onto, CROP_PX))[RIM_PX:-RIM_PX, RIM_PX:-RIM_PX]
    brightest = np.percentile(inner.reshape(-1, 3), 95, axis=0)
    return float(((inner / np.maximum(brightest, 1)).min(2) > BLANK).mean())


def _pose(one: Reading) -> tuple[float, float, float]:
    """Middle (px) and turn (degrees) of a reading."""
    corners = f64(one.quad)
    up = corners[0] + corners[1] - corners[2] - corners[3]
    x, y = corners.mean(0)
    return float(x), float(y), float(np.degrees(np.arctan2(up[0], -up[1])))
