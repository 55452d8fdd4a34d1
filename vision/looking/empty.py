"""The empty table: what is printed on the cloth is no card.

Where the reader sees indices on a picture of the bare table, later pictures are compared with it. What looks the same
there is painted over before reading. Compared is by normalised correlation, which light does not change, and at exactly
the same place once the camera's own shift is taken out: a real card is never laid so exactly, nor is it the same print.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.ports import Reader, Reading, Trouble
from vision.arrays import Float, Matrix, Picture, f32, f64, u8
from vision.looking.ink import index_frames
from vision.reading.find import Corners

ZONE_MM = (13.0, 24.0)
"""What is compared around the middle of an index."""
PATCH_PX = (26, 48)
"""Size of a zone's upright copy: half a millimetre a px."""
SLACK_PX = 1
"""How much further a zone may have moved than the camera's shift tells (px of the copy)."""
SAME = 0.86
"""Zones that correlate this much are unchanged."""
TEXTURE = 3.0
"""Zones flatter than this (standard deviation, grey levels) show nothing that could be compared."""
FINEST = 6
"""Copies are averaged from at most so many samples each way."""
ALIGN_PX = 900
"""Width of the copies in which the camera's shift is sought."""
FEATURES, ENOUGH_FEATURES = 1200, 25
MOST_SHIFT = 0.04
"""Share of the width by which a camera on its stand can have moved; more is another view."""


@dataclass(frozen=True)
class Zone:
    """A place on the table: its middle, and half its width and height as vectors (px of the empty picture)."""

    at: Matrix
    right: Matrix
    down: Matrix

    @property
    def quad(self) -> Matrix:
        """Its corners, clockwise from the upper left."""
        r, d = self.right, self.down
        return f64([self.at - r - d, self.at + r - d, self.at + r + d, self.at - r + d])


class EmptyTable:
    """A picture of the bare table, taken by the camera that will look at the cards.

    ``reader`` says where it sees indices on it; with ``px_per_mm`` at a known scale. Raises Trouble when it is no
    picture (rows x columns x 3).
    """

    def __init__(self, image: Picture, reader: Reader, px_per_mm: float | None = None) -> None:
        if image.ndim != 3 or min(image.shape[:2]) < 2:
            raise Trouble("the picture of the empty table is none: take it again")
        self.image = image
        self.zones = tuple(_printed_zones(image, reader, px_per_mm))
        self._shift: Matrix | None = f64(np.eye(3))

    def align(self, image: Picture) -> bool:
        """Find how the camera has moved a little since; False if it shows another view (then nothing is masked)."""
        self._shift = shift_between(self.image, image)
        return self._shift is not None

    def hide(self, image: Picture, corner: tuple[int, int] = (0, 0)) -> Picture:
        """The picture, or a cut-out of it that begins at ``corner`` (px), with the printed indices painted over."""
        if self._shift is None:
            return image
        hidden, size = image, (image.shape[1], image.shape[0])
        for zone in self.zones:
            quad = _apply(self._shift, zone.quad) - corner
            if (quad.max(0) < 0).any() or (quad.min(0) >= size).any():
                continue
            if self._unchanged(zone, image, corner):
                hidden = image.copy() if hidden is image else hidden
                _paint_over(hidden, quad)
        return hidden

    def shows(self, reading: Reading, image: Picture, corner: tuple[int, int] = (0, 0)) -> bool:
        """Whether a reading is of something printed: all its indices that can be compared are on the empty table."""
        if self._shift is None or reading.quad is None:
            return False
        compared, back = [], f64(np.linalg.inv(self._shift))
        for at, right, down in index_frames(reading.quad, reading.marks):
            right, down = right * ZONE_MM[0] / 2, down * ZONE_MM[1] / 2
            if _cut(image, at, right, down).std() >= TEXTURE:
                before = _apply(back, np.array([at, at + right, at + down]) + corner)
                zone = Zone(before[0], before[1] - before[0], before[2] - before[0])
                compared.append(self._unchanged(zone, image, corner))
        return bool(compared) and all(compared)

    def _unchanged(self, zone: Zone, image: Picture, corner: tuple[int, int]) -> bool:
        """Whether a zone looks as it did on the empty table; light does not count."""
        assert self._shift is not None
        before = _cut(self.image, zone.at, zone.right, zone.down)
        at, right, down = _apply(self._shift, np.array([zone.at, zone.at + zone.right, zone.at + zone.down]))
        now = _cut(image, f64(at - corner), f64(right - at), f64(down - at), SLACK_PX)
        if before.std() < TEXTURE:
            return bool(now.std() < TEXTURE)
        return float(cv2.matchTemplate(now, before, cv2.TM_CCOEFF_NORMED).max()) >= SAME


def shift_between(before: Picture, after: Picture) -> Matrix | None:
    """Turn, scale and shift (3 x 3, px to px) from one view of the table to the next, None if it is another view.

    Found from features of both that agree; a table without any (a plain cloth) is taken not to have moved.
    """
    if before.shape != after.shape:
        return None
    factor = min(1.0, ALIGN_PX / before.shape[1])
    small = [_small_grey(one, factor) for one in (before, after)]
    finder = cv2.ORB.create(FEATURES)
    (kept_a, told_a), (kept_b, told_b) = (finder.detectAndCompute(one, None) for one in small)
    if told_a is None or len(kept_a) < ENOUGH_FEATURES:
        return f64(np.eye(3))
    if told_b is None or len(kept_b) < ENOUGH_FEATURES:
        return None
    limit = MOST_SHIFT * small[0].shape[1]
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(told_a, told_b)
    from_, to = f32([kept_a[m.queryIdx].pt for m in pairs]), f32([kept_b[m.trainIdx].pt for m in pairs])
    near = np.linalg.norm(from_ - to, axis=1) < 2 * limit
    if near.sum() < ENOUGH_FEATURES:
        return None
    found, agree = cv2.estimateAffinePartial2D(from_[near], to[near], method=cv2.RANSAC, ransacReprojThreshold=1.5)
    if found is None or int(agree.sum()) < ENOUGH_FEATURES:
        return None
    moved = np.vstack([f64(found), [0, 0, 1]])
    moved[:2, 2] /= factor
    corners = f64([(0, 0), (before.shape[1], 0), (0, before.shape[0]), before.shape[1::-1]])
    off = np.linalg.norm(_apply(f64(moved), corners) - corners, axis=1).max()
    return f64(moved) if off < MOST_SHIFT * before.shape[1] else None


def _printed_zones(image: Picture, reader: Reader, px_per_mm: float | None) -> list[Zone]:
    """Around every index that the reader sees on the bare table, sure or not, and those of what it takes for a card."""
    zones = []
    look = getattr(reader, "look", None)
    if look is not None:
        seen = look(image, px_per_mm)
        corners: Corners = seen.corners
        for at, up, scale in zip(corners.at, corners.up, seen.scales, strict=True):
            right = np.array([-up[1], up[0]])
            zones.append(Zone(f64(at), f64(right * scale * ZONE_MM[0] / 2), f64(-up * scale * ZONE_MM[1] / 2)))
    for one in reader.read(image, px_per_mm):
        if one.quad is not None:
            frames = index_frames(one.quad, one.marks)
            zones += [Zone(at, f64(r * ZONE_MM[0] / 2), f64(d * ZONE_MM[1] / 2)) for at, r, d in frames]
    return zones


def _cut(image: Picture, at: Matrix, right: Matrix, down: Matrix, slack: int = 0) -> Float:
    """The grey copy of a zone, upright, PATCH_PX with ``slack`` px more on every side."""
    fine = min(FINEST, max(1, round(2 * float(np.hypot(*right)) / PATCH_PX[0])))
    wide, high = PATCH_PX[0] + 2 * slack, PATCH_PX[1] + 2 * slack
    across, along = right * 2 / PATCH_PX[0] / fine, down * 2 / PATCH_PX[1] / fine
    start = at - across * (wide * fine - 1) / 2 - along * (high * fine - 1) / 2
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    onto = np.column_stack([across, along, start])
    cut = cv2.warpAffine(image, onto, (wide * fine, high * fine), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return f32(cv2.cvtColor(cv2.resize(cut, (wide, high), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY))


def _paint_over(image: Picture, quad: Matrix) -> None:
    """Fill an outline, in place, with the usual colour along it."""
    points = np.round(quad).astype(np.int32)
    left, top = np.maximum(points.min(0) - 1, 0)
    right, bottom = points.max(0) + 2
    part = image[top:bottom, left:right]
    line = cv2.polylines(np.zeros(part.shape[:2], np.uint8), [points - (left, top)], True, 1, 1)
    if line.any():
        colour = np.median(part[line > 0], axis=0)
        cv2.fillConvexPoly(part, points - (left, top), colour.tolist())


def _small_grey(image: Picture, factor: float) -> Picture:
    small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return u8(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY))


def _apply(matrix: Matrix, points: Matrix) -> Matrix:
    """Map points (n x 2) by an affine matrix (3 x 3)."""
    return f64(points @ matrix[:2, :2].T + matrix[:2, 2])
