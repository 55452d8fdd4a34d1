"""Has the camera been pushed since the table was set up? The live picture against the one of the bare table.

Both are freed of light and of noise; then small squares of the ground are compared. Those that show the same ground
agree on one movement of the whole picture, whatever cards and arms lie elsewhere. A table top without any pattern has
no squares that agree: then nothing can be said by it, and that is the answer.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from vision.arrays import Float, Matrix, Picture, f32, f64, u8
from vision.optics import apply
from vision.setup.tabletop import WORK_PX, evened, grey_copy, noise, repeats, shrinking

SQUARE_PX, EVERY_PX, REACH_PX = 64, 48, 7
"""Squares of the ground, how far apart they are, and how far they may have moved from where they are expected."""
ALIKE = 0.24
"""Squares that correlate so much show the same ground: chance alone gives less, wherever it is looked."""
TOGETHER_PX = 1.1
"""Squares agree that move alike within this."""
LEAST_SQUARES, MANY_SQUARES, LEAST_SHARE = 10, 60, 0.07
"""So many squares, and this share of all, must agree; more than many also tell how the camera was tilted."""
PUSHED_MM = 2.7
"""The camera was pushed if the picture shows the table moved by more than this (root mean square over the picture)."""
SURE_SQUARES, SPREAD = 20, 0.2
"""So many squares, spanning this share of the picture, must agree for their movement to be trusted everywhere."""
TURNS = np.arange(-7.0, 7.01, 0.5)
"""Turns of the camera (degrees) that are tried where features do not tell."""
CERTAIN = 0.45
"""With this share of the squares agreeing that nothing moved, no other movement is looked for."""
BETTER = 1.25
"""Another movement must have so many times more to speak for it than standing still."""
FEATURES, LEAST_FEATURES = 1500, 10

Verdict = Literal["same", "pushed", "unlike", "plain"]


@dataclass(frozen=True)
class Nudge:
    """What became of the camera: ``same``: it stands as it did; ``pushed``; ``unlike``: the picture shows another view,
    or too little of the table; ``plain``: the table top has no pattern to tell by.

    ``mm``: by how much the picture shows the table moved (root mean square). ``onto``: from px of the picture of the
    bare table to px of the new one, None if it is not known surely everywhere. ``squares``: how many agreed.
    """

    verdict: Verdict
    mm: float = 0.0
    onto: Matrix | None = None
    squares: int = 0


@dataclass(frozen=True)
class _Movement:
    onto: Matrix
    weight: float
    at: Matrix
    squares: int


class NudgeCheck:
    """Compares pictures with the one of the bare table.

    ``to_mm``: from its px to mm. ``blind``: parts of it (corners, px) that show no table, as a screen does.
    """

    def __init__(self, bare: Picture, to_mm: Matrix, blind: Sequence[Matrix] = ()) -> None:
        self._size, self._to_mm = (bare.shape[1], bare.shape[0]), to_mm
        self._scale = WORK_PX / bare.shape[1]
        self._grey = grey_copy(bare, self._scale)
        self._before, self._rough = evened(self._grey)
        middle = (self._before.shape[1] / 2, self._before.shape[0] / 2)
        self._work_to_mm = f64(to_mm @ np.linalg.inv(shrinking(self._scale)))
        here, beside = apply(self._work_to_mm, [middle, (middle[0] + 1, middle[1])])
        self._mm = float(np.linalg.norm(beside - here))
        covered = np.zeros(self._before.shape, np.uint8)
        for quad in blind:
            cv2.fillConvexPoly(covered, np.round(quad * self._scale).astype(np.int32), 1)
        self._covered = covered
        self._usual = float(np.median(self._rough))
        self.repeats = repeats(np.where(covered > 0, np.float32(0), self._before))
        """Whether the pattern comes again a little farther on, as checks do: by how far it moved is then open, and a
        push by just so much is not seen."""
        self._squares = [at for at in _places(self._before.shape) if not self._part(covered, at).any()]

    @property
    def textured(self) -> bool:
        """Whether the ground has a pattern that stands out from noise."""
        contrast = [float(self._part(self._rough, at).mean()) for at in self._squares]
        return bool(contrast) and float(np.median(contrast)) > 3 * noise(self._grey)

    def check(self, image: Picture) -> Nudge:
        """What a new picture by the same camera shows; one of another size is unlike."""
        if (image.shape[1], image.shape[0]) != self._size or len(self._squares) < LEAST_SQUARES:
            return Nudge("unlike")
        grey = grey_copy(image, self._scale)
        now, _ = evened(grey, self._usual)
        least = max(LEAST_SQUARES, math.ceil(LEAST_SHARE * len(self._squares)))
        still = self._refined(f64(np.eye(3)), now)
        best = still
        if still is None or still.squares < CERTAIN * len(self._squares):
            least_weight = BETTER * still.weight if still is not None else 0.0
            for guess in self._guesses(grey, now):
                found = self._refined(guess, now)
                if found is not None and found.weight > least_weight:
                    best, least_weight = found, found.weight
        if best is None or best.squares < least:
            return Nudge("unlike" if self.textured else "plain", squares=best.squares if best else 0)
        mm, onto = self._moved_mm(best.onto), self._full(best.onto)
        if mm <= PUSHED_MM:
            return Nudge("same", mm, onto, best.squares)
        hull = cv2.convexHull(f32(best.at))
        spread = cv2.contourArea(hull) / (self._before.shape[0] * self._before.shape[1])
        sure = best.squares >= SURE_SQUARES and spread >= SPREAD and not self.repeats
        return Nudge("pushed", mm, onto if sure else None, best.squares)

    def _part(self, picture: Float | Picture, at: tuple[int, int]) -> Float | Picture:
        return picture[at[1] : at[1] + SQUARE_PX, at[0] : at[0] + SQUARE_PX]

    def _refined(self, onto: Matrix, now: Float) -> _Movement | None:
        """The movement near ``onto`` on which most squares agree."""
        found: _Movement | None = None
        for _ in range(3):
            found = self._agreed(onto, now)
            if found is None:
                return None
            change = np.abs(apply(found.onto, _corners(now.shape)) - apply(onto, _corners(now.shape))).max()
            onto = found.onto
            if change < 0.3:
                break
        return found

    def _agreed(self, onto: Matrix, now: Float) -> _Movement | None:
        """What the squares say once the new picture is brought back by ``onto``."""
        size, reach = (now.shape[1], now.shape[0]), REACH_PX
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        back = f32(cv2.warpPerspective(now, onto, size, flags=flags, borderMode=cv2.BORDER_CONSTANT))
        at, to, weight = [], [], []
        for x, y in self._squares:
            if x < reach or y < reach or x + SQUARE_PX + reach > size[0] or y + SQUARE_PX + reach > size[1]:
                continue
            window = back[y - reach : y + SQUARE_PX + reach, x - reach : x + SQUARE_PX + reach]
            alike = cv2.matchTemplate(window, f32(self._part(self._before, (x, y))), cv2.TM_CCOEFF_NORMED)
            _, top, _, where = cv2.minMaxLoc(alike)
            if top >= ALIKE and math.isfinite(top):
                middle = (x + SQUARE_PX / 2, y + SQUARE_PX / 2)
                dx, dy = _peak(f32(alike), where)
                at.append(middle)
                to.append((middle[0] + dx - reach, middle[1] + dy - reach))
                weight.append(top)
        if len(at) < LEAST_SQUARES:
            return None
        # On the table itself a push is a shift and a turn (and a little scale, if the camera has sunk), at any tilt.
        flat, flat_to = apply(self._work_to_mm, f64(at)), apply(self._work_to_mm, f64(to))
        moved, use = cv2.estimateAffinePartial2D(
            f32(flat), f32(flat_to), method=cv2.RANSAC, ransacReprojThreshold=TOGETHER_PX * self._mm, maxIters=600
        )
        if moved is None or int(use.sum()) < LEAST_SQUARES:
            return None
        agree = use.ravel() > 0
        step = f64(np.linalg.inv(self._work_to_mm) @ np.vstack([f64(moved), [0, 0, 1]]) @ self._work_to_mm)
        if agree.sum() >= MANY_SQUARES:
            exact, _ = cv2.findHomography(f32(at)[agree], f32(to)[agree], 0)
            step = f64(exact) if exact is not None else step
        return _Movement(f64(onto @ step), float(f64(weight)[agree].sum()), f64(at)[agree], int(agree.sum()))

    def _guesses(self, grey: Picture, now: Float) -> Iterator[Matrix]:
        """Movements worth a try: by features, and by the picture as a whole at several turns."""
        if (moved := self._by_features(grey)) is not None:
            yield moved
        best: list[tuple[float, Matrix]] = []
        middle = (now.shape[1] / 2, now.shape[0] / 2)
        window = f32(cv2.createHanningWindow((now.shape[1], now.shape[0]), cv2.CV_32F))
        before = np.where(self._covered > 0, np.float32(0), self._before)
        for degrees in TURNS:
            turn = np.vstack([cv2.getRotationMatrix2D(middle, float(-degrees), 1.0), [0, 0, 1]])
            turned = f32(cv2.warpPerspective(before, turn, (now.shape[1], now.shape[0])))
            (dx, dy), answer = cv2.phaseCorrelate(turned, now, window)
            best.append((float(answer), f64(np.array([[1, 0, dx], [0, 1, dy], [0, 0, 1]]) @ turn)))
        best.sort(key=lambda one: -one[0])
        yield from (onto for _, onto in best[:5])

    def _by_features(self, grey: Picture) -> Matrix | None:
        """The movement on which features of both pictures agree."""
        finder, even = cv2.SIFT.create(FEATURES, contrastThreshold=0.015), cv2.createCLAHE(3.0, (8, 8))
        (kept, told), (kept_now, told_now) = (
            finder.detectAndCompute(even.apply(one), mask)
            for one, mask in ((self._grey, u8(255 * (1 - self._covered))), (grey, None))
        )
        if told is None or told_now is None or min(len(kept), len(kept_now)) < LEAST_FEATURES:
            return None
        pairs = [pair for pair in cv2.BFMatcher().knnMatch(told, told_now, k=2) if len(pair) == 2]
        good = [a for a, b in pairs if a.distance < 0.8 * b.distance]
        if len(good) < LEAST_FEATURES:
            return None
        from_, to = f32([kept[m.queryIdx].pt for m in good]), f32([kept_now[m.trainIdx].pt for m in good])
        found, use = cv2.estimateAffinePartial2D(from_, to, method=cv2.RANSAC, ransacReprojThreshold=2.0)
        if found is None or int(use.sum()) < LEAST_FEATURES:
            return None
        return f64(np.vstack([f64(found), [0, 0, 1]]))

    def _full(self, onto: Matrix) -> Matrix:
        """The movement in px of the pictures themselves."""
        shrink = shrinking(self._scale)
        full = np.linalg.inv(shrink) @ onto @ shrink
        return f64(full / full[2, 2])

    def _moved_mm(self, onto: Matrix) -> float:
        wide, high = self._size
        points = f64([(x, y) for x in np.linspace(0, wide - 1, 7) for y in np.linspace(0, high - 1, 5)])
        away = apply(self._to_mm, apply(self._full(onto), points)) - apply(self._to_mm, points)
        return float(np.sqrt((away**2).sum(1).mean()))


def _places(shape: tuple[int, ...]) -> list[tuple[int, int]]:
    """Upper left corners of the squares."""
    return [
        (x, y)
        for y in range(0, shape[0] - SQUARE_PX + 1, EVERY_PX)
        for x in range(0, shape[1] - SQUARE_PX + 1, EVERY_PX)
    ]


def _corners(shape: tuple[int, ...]) -> Matrix:
    return f64([(0, 0), (shape[1], 0), (shape[1], shape[0]), (0, shape[0])])


def _peak(alike: Float, where: Sequence[int]) -> tuple[float, float]:
    """The top of a hill of correlations to a part of a pixel."""
    x, y = where
    return x + _top(alike[y], x), y + _top(alike[:, x], y)


def _top(row: Float, at: int) -> float:
    if not 0 < at < len(row) - 1:
        return 0.0
    left, top, right = (float(v) for v in row[at - 1 : at + 2])
    bend = left - 2 * top + right
    return 0.5 * (left - right) / bend if bend < 0 else 0.0
