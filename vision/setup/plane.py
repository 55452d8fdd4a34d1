"""The plane of the table from cards that lie on it: a pinhole camera and the places of all cards, fitted together.

A card is a rectangle of known size, so even one tells the plane; several, far apart, tell it well. The camera has
square pixels, its axis goes through the middle of the picture, and its lens bends no lines: what it bends shows in the
residual. Then four numbers say all of it: the scale, how wide the lens sees, and two for the tilt. A fifth says how far
inside the cards their edges were seen, the same for all: a line printed along the edge, or blur, moves all edges alike,
and shows in the proportions of the outlines.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from companion.ports import CARD_MM
from vision.arrays import Matrix, f64
from vision.optics import apply

BRIDGE_MM = (57.0, 88.0)
"""Width and height of a bridge-size card."""
USUAL_WIDTH = 0.9
"""Focal length over the picture's width of a lens that is not known: 58 degrees across ..."""
WIDTH_SPREAD = 0.35
"""... give or take so much (standard deviation of its logarithm)."""
TILT_SPREAD = math.radians(25)
CORNER_PX = 0.35
"""How exactly a corner of an outline is known (standard deviation)."""
INSET_MM = 0.4
"""How far inside the card its edge may be seen (standard deviation)."""
STEPS, ENOUGH = 25, 1e-7
FAR = 1.0
"""Most that one step changes what all cards share: a lens that is not known well never runs off."""
SHARED, CARD = 5, 3
"""Numbers that all cards share, and that say where one is."""
Tilt = tuple[float, float]


@dataclass(frozen=True)
class Lens:
    """Focal length over the picture's width, and how surely it is known (standard deviation of its logarithm)."""

    ratio: float = USUAL_WIDTH
    spread: float = WIDTH_SPREAD

    @classmethod
    def across(cls, degrees: float) -> Lens:
        """A lens that sees so many degrees from the left edge of the picture to the right one."""
        return cls(0.5 / math.tan(math.radians(degrees) / 2), 0.03)


@dataclass(frozen=True)
class Plane:
    """The camera over the table, and the cards that told it.

    ``to_px`` maps mm of the table to px; the origin of the mm is where the camera's axis meets the table, x to the
    right of the picture there. ``cards`` are x, y (mm) and turn (radians) of each card, ``off_mm`` how far its corners
    are from where they were seen (root mean square). ``doubt`` is the covariance of the camera's numbers.
    """

    size: tuple[int, int]
    camera: Matrix
    cards: Matrix
    off_mm: tuple[float, ...]
    doubt: Matrix

    @property
    def to_px(self) -> Matrix:
        """Mm of the table to px."""
        return projection(self.camera, self.size)

    @property
    def inset_mm(self) -> float:
        """How far inside the cards their edges were seen."""
        return float(self.camera[4])

    @property
    def tilt_deg(self) -> float:
        """Angle between the camera's axis and the vertical."""
        return math.degrees(math.hypot(self.camera[2], self.camera[3]))

    def doubt_mm(self, points: Matrix) -> Matrix:
        """How exactly points (px) are known on the table (mm, standard deviation)."""
        doubt = self.doubt[:-1, :-1]
        steps = np.sqrt(np.maximum(np.diag(doubt), 0))
        slopes = []
        for i in range(SHARED - 1):
            step = np.zeros(SHARED)
            step[i] = max(1e-6, steps[i] / 10)
            more, less = (apply(_inverse(self.camera + s * step, self.size), points) for s in (1, -1))
            slopes.append((more - less) / (2 * step[i]))
        by = np.stack(slopes, 2)
        return f64(np.sqrt(np.maximum(np.einsum("nij,jk,nik->n", by, doubt, by), 0)))


def _inverse(camera: Matrix, size: tuple[int, int]) -> Matrix:
    return f64(np.linalg.inv(projection(camera, size)))


def projection(camera: Matrix, size: tuple[int, int]) -> Matrix:
    """From mm to px for the logarithms of px per mm and of the focal ratio, the two tilts (radians), and an inset."""
    focal = math.exp(camera[1]) * size[0]
    distance = focal / math.exp(camera[0])
    lean = math.hypot(camera[2], camera[3])
    axis = np.array([camera[2], camera[3], 0.0]) / max(lean, 1e-12)
    cross = np.array([[0, 0, axis[1]], [0, 0, -axis[0]], [-axis[1], axis[0], 0]])
    turn = np.eye(3) + math.sin(lean) * cross + (1 - math.cos(lean)) * cross @ cross
    lens = np.array([[focal, 0, (size[0] - 1) / 2], [0, focal, (size[1] - 1) / 2], [0, 0, 1]])
    return f64(lens @ np.column_stack([turn[:, 0], turn[:, 1], [0, 0, distance]]))


def card_corners(cards: Matrix, card_mm: tuple[float, float] = CARD_MM) -> Matrix:
    """Corners (n x 4 x 2, mm) of cards given by x, y and turn (n x 3), clockwise from the card's upper left."""
    w, h = card_mm[0] / 2, card_mm[1] / 2
    own = np.array([(-w, -h), (w, -h), (w, h), (-w, h)])
    cos, sin = np.cos(cards[:, 2]), np.sin(cards[:, 2])
    x = own[None, :, 0] * cos[:, None] - own[None, :, 1] * sin[:, None] + cards[:, :1]
    y = own[None, :, 0] * sin[:, None] + own[None, :, 1] * cos[:, None] + cards[:, 1:2]
    return f64(np.stack([x, y], 2))


def fit_plane(
    quads: Sequence[Matrix] | Matrix,
    size: tuple[int, int],
    card_mm: tuple[float, float] = CARD_MM,
    lens: Lens | None = None,
    start: Tilt | None = None,
    steps: int = STEPS,
) -> Plane:
    """The plane that fits all outlines (px, 4 x 2 each, clockwise from a card's upper left corner) best.

    Without ``start`` (two tilts, radians) several are tried; ``steps``: most steps of the descent. Needs one outline.
    """
    seen, lens = f64(quads), lens or Lens()
    starts = [(0.0, 0.0), (0.3, 0.0), (-0.3, 0.0), (0.0, 0.3), (0.0, -0.3)] if start is None else [start]
    fits = [_fit(seen, size, card_mm, lens, tilt, steps) for tilt in starts]
    values, _, slopes = min(fits, key=lambda fit: fit[1])
    camera, cards = values[:SHARED], values[SHARED:].reshape(-1, CARD)
    to_mm = _inverse(camera, size)
    off = apply(to_mm, seen.reshape(-1, 2)).reshape(seen.shape) - card_corners(cards, _seen_mm(card_mm, camera))
    doubt = np.linalg.pinv(slopes.T @ slopes)[:SHARED, :SHARED]
    return Plane(size, camera, cards, tuple(float(v) for v in np.sqrt((off**2).sum(2).mean(1))), f64(doubt))


def _fit(
    seen: Matrix, size: tuple[int, int], card_mm: tuple[float, float], lens: Lens, tilt: Tilt, steps: int
) -> tuple[Matrix, float, Matrix]:
    """Levenberg and Marquardt's descent: the numbers, the cost there, and the slopes of the residuals."""

    def residuals(values: Matrix) -> Matrix:
        camera, cards = values[:SHARED], values[SHARED:].reshape(-1, CARD)
        drawn = apply(projection(camera, size), card_corners(cards, _seen_mm(card_mm, camera)).reshape(-1, 2))
        usual = [(camera[1] - math.log(lens.ratio)) / lens.spread, *camera[2:4] / TILT_SPREAD, camera[4] / INSET_MM]
        return f64(np.concatenate([(drawn - seen.reshape(-1, 2)).ravel() / CORNER_PX, usual]))

    values, damping = _start(seen, size, card_mm, lens, tilt), 1e-3
    now = residuals(values)
    slopes = _slopes(residuals, values)
    for _ in range(steps):
        square, down = slopes.T @ slopes, slopes.T @ now
        step = np.linalg.solve(square + damping * np.diag(np.diag(square)), -down)
        step *= FAR / max(FAR, float(np.abs(step[:SHARED]).max()))
        there = residuals(values + step)
        if not there @ there < now @ now:
            damping *= 8
            if damping > 1e8:
                break
            continue
        gain = float(now @ now - there @ there)
        values, now, damping = values + step, there, damping / 5
        slopes = _slopes(residuals, values)
        if gain < ENOUGH * float(now @ now) + 1e-12:
            break
    return values, float(now @ now), slopes


def _seen_mm(card_mm: tuple[float, float], camera: Matrix) -> tuple[float, float]:
    """The size in which cards are seen."""
    return card_mm[0] - 2 * float(camera[4]), card_mm[1] - 2 * float(camera[4])


def _start(seen: Matrix, size: tuple[int, int], card_mm: tuple[float, float], lens: Lens, tilt: Tilt) -> Matrix:
    """Where the descent begins: the scale by the area of the outlines, the cards where their middles are."""
    x, y = seen[..., 0], seen[..., 1]
    areas = 0.5 * np.abs((x * np.roll(y, -1, 1) - y * np.roll(x, -1, 1)).sum(1))
    scale = math.sqrt(float(np.median(areas)) / (card_mm[0] * card_mm[1]))
    camera = f64([math.log(scale), math.log(lens.ratio), *tilt, 0.0])
    flat = apply(_inverse(camera, size), seen.reshape(-1, 2)).reshape(seen.shape)
    middle, right = flat.mean(1), flat[:, 1] + flat[:, 2] - flat[:, 0] - flat[:, 3]
    turns = np.arctan2(right[:, 1], right[:, 0])
    return f64(np.concatenate([camera, np.column_stack([middle, turns]).ravel()]))


def _slopes(residuals: Callable[[Matrix], Matrix], values: Matrix) -> Matrix:
    """Derivatives by differences."""
    columns = []
    for i in range(len(values)):
        step = np.zeros(len(values))
        step[i] = 1e-6 * max(1.0, abs(values[i]))
        columns.append((residuals(values + step) - residuals(values - step)) / (2 * step[i]))
    return f64(np.column_stack(columns))
