"""Whether the camera still stands where it stood: points are followed from the last picture in which all was at rest.

Points are taken all over the picture, of the table top as of what lies on it. As long as enough of them are where they
were, the camera stands still, whatever people do; if nearly all have moved as the points of a picture do that is pushed
and turned, the camera was pushed.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Float, Matrix, Picture, f32, f64, u8

WIDTH = 640
"""Columns of the picture in which points are followed."""
FIELDS, EACH = (8, 5), 5
"""Points are taken from so many fields across and down, so many from each."""
LEAST_CORNER, NOISE, APART_PX = 12.0, 8.0, 5.0
"""Least strength of points (smaller eigenvalue, grey levels squared), in itself and against what is usual in the
picture, where there is noise; and their distance."""
SEEN_PX, LEVELS = (17, 17), 4
"""A point is followed by what is around it, in so many copies of the picture, each half as large."""
STILL_PX = 0.6
"""A point that is nearer to its old place than this has not moved: 0.7 mm on a table of 760 mm."""
BACK_PX = 0.5
"""A point must be followed back to where it came from within this."""
STANDS = 0.35
"""With this share of the followed points where they were, the camera stands still."""
AGREE_PX, AGREE = 0.8, 0.6
"""A push explains a point within so many px, and a push is believed that explains this share of them ..."""
LEAST_POINTS, LEAST_FIELDS = 12, 5
"""... if there are so many, from so many fields ..."""
STAYING, STAYING_SHARE = 6, 0.1
"""... and no more than so few, or this share, stand still although the push would have moved them ..."""
GROUND_PX, FINE_PX, NOISE_PX, FAINT = 40, 6.0, 1.0, 8.0
"""... and the table's own grain has not stayed: what is seen further than GROUND_PX from all points, without what is
coarser than FINE_PX, or finer than NOISE_PX; what stands out by more grey levels than FAINT counts like that (cards, an
arm)."""
GRAIN, SURER, LEAST_GROUND, PLAIN = 0.15, 0.03, 0.1, 0.25
"""Likeness from which a table has a grain; by so much the picture is more like itself than like the pushed one; on so
much of the picture; and what varies by fewer grey levels than PLAIN is plain."""


@dataclass(frozen=True)
class Push:
    """How the picture has moved: from px of the frame then to px of the frame now; ``error``: usual misfit (px)."""

    onto: Matrix
    error: float


class Standing:
    """Follows points of one camera's pictures."""

    def __init__(self) -> None:
        self._then: Picture | None = None
        self._points: Float = np.zeros((0, 2), np.float32)

    def forget(self) -> None:
        """The next picture is the first."""
        self._then = None

    def learn(self, image: Picture) -> None:
        """Take the points of a picture in which all is at rest."""
        self._then = small_grey(image)
        self._points = _points(self._then)

    def stands(self, image: Picture) -> bool:
        """Whether enough of what is seen is where it was."""
        if self._then is None or small_grey(image).shape != self._then.shape:
            return False
        old, new = _followed(self._then, small_grey(image), self._points)
        return len(old) >= LEAST_POINTS and float((np.linalg.norm(new - old, axis=1) < STILL_PX).mean()) >= STANDS

    def pushed(self, image: Picture, least_fields: int = LEAST_FIELDS) -> Push | None:
        """How the picture has moved since then, None while the camera stands still or if it cannot be told.

        ``least_fields``: over so many fields of the picture the points must lie.
        """
        if self._then is None or len(self._points) < LEAST_POINTS:
            return None
        now = small_grey(image)
        if now.shape != self._then.shape:
            return None
        old, new = _followed(self._then, now, self._points)
        if len(old) < LEAST_POINTS:
            return None
        way = np.linalg.norm(new - old, axis=1)
        if float((way < STILL_PX).mean()) >= STANDS:
            return None
        model, inside = cv2.estimateAffinePartial2D(old, new, method=cv2.RANSAC, ransacReprojThreshold=AGREE_PX)
        if model is None:
            return None
        chosen = np.asarray(inside).ravel() > 0
        fields = {(int(x // (WIDTH / FIELDS[0])), int(y // (WIDTH / FIELDS[0]))) for x, y in old[chosen]}
        if chosen.mean() < AGREE or chosen.sum() < LEAST_POINTS or len(fields) < least_fields:
            return None
        onto = _homography(old[chosen], new[chosen], f64(model))
        if _some_stay(old, way, onto) or _ground_stays(self._then, now, old, new, onto):
            return None
        misfit = np.linalg.norm(cv2.perspectiveTransform(old[chosen][None], onto)[0] - new[chosen], axis=1)
        scale = image.shape[1] / WIDTH
        up = np.diag([scale, scale, 1.0])
        return Push(f64(up @ onto @ np.linalg.inv(up)), float(np.median(misfit)) * scale)


def small_grey(image: Picture) -> Picture:
    """A grey copy WIDTH px wide, evened out so that a light that is turned up or down changes little."""
    size = (WIDTH, round(WIDTH * image.shape[0] / image.shape[1]))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return u8(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY) if small.ndim == 3 else small)


def _points(grey: Picture) -> Float:
    """Corners of what is seen, some from each field."""
    high, wide = grey.shape[0] // FIELDS[1], grey.shape[1] // FIELDS[0]
    strength = cv2.cornerMinEigenVal(grey, 7, ksize=3) * (255 * 255)
    least = max(LEAST_CORNER, NOISE * float(np.median(strength)))
    found = []
    for row in range(FIELDS[1]):
        for column in range(FIELDS[0]):
            y, x = row * high, column * wide
            field = f32(strength[y : y + high, x : x + wide]).copy()
            for _ in range(EACH):
                _, most, _, (left, top) = cv2.minMaxLoc(field)
                if most < least:
                    break
                found.append((x + left, y + top))
                cv2.circle(field, (left, top), int(APART_PX), 0.0, -1)
    return f32(found).reshape(-1, 2)


def _followed(then: Picture, now: Picture, points: Float) -> tuple[Float, Float]:
    """The points that are found again, there and back, then and now."""
    if not len(points):
        return points, points
    start = f32(points[:, None])
    there, found, _ = cv2.calcOpticalFlowPyrLK(then, now, start, start.copy(), winSize=SEEN_PX, maxLevel=LEVELS)
    ahead = f32(there)
    back, again, _ = cv2.calcOpticalFlowPyrLK(now, then, ahead, ahead.copy(), winSize=SEEN_PX, maxLevel=LEVELS)
    near = np.linalg.norm(f32(back)[:, 0] - points, axis=1) < BACK_PX
    kept = near & (np.asarray(found).ravel() > 0) & (np.asarray(again).ravel() > 0)
    return points[kept], ahead[:, 0][kept]


def _some_stay(old: Float, way: Float, onto: Matrix) -> bool:
    """Whether enough points stand still that a push would have moved: a pile was moved, and what lies beside it was
    not."""
    would = np.linalg.norm(cv2.perspectiveTransform(old[None], onto)[0] - old, axis=1)
    stay = (way < STILL_PX) & (would > 3 * STILL_PX)
    return bool(stay.sum() >= STAYING and stay.mean() >= STAYING_SHARE)


def _ground_stays(then: Picture, now: Picture, old: Float, new: Float, onto: Matrix) -> bool:
    """Whether the grain of the table, away from all points, is where it was rather than where a push puts it: cards
    that are moved together are all that has points on a table without a pattern."""
    size = (then.shape[1], then.shape[0])
    seen = cv2.warpPerspective(u8(np.ones_like(then)), onto, size, flags=cv2.INTER_NEAREST)
    for x, y in (*old, *new):
        cv2.circle(seen, (round(float(x)), round(float(y))), GROUND_PX, 0, -1)
    ground = np.asarray(seen) > 0
    if ground.mean() < LEAST_GROUND:
        return False
    before, after = _grain(then), _grain(now)
    moved = f32(cv2.warpPerspective(before, onto, size, flags=cv2.INTER_LINEAR))
    stays = _likeness(before[ground], after[ground])
    return stays >= GRAIN and stays > _likeness(moved[ground], after[ground]) + SURER


def _grain(grey: Picture) -> Float:
    """What is fine and faint in a picture."""
    fine = f32(grey) - f32(cv2.GaussianBlur(f32(grey), (0, 0), FINE_PX))
    return f32(cv2.GaussianBlur(f32(np.clip(fine, -FAINT, FAINT)), (0, 0), NOISE_PX))


def _likeness(a: Float, b: Float) -> float:
    """Correlation of two samples; 0 where one of them is plain."""
    if min(float(a.std()), float(b.std())) < PLAIN:
        return 0.0
    return float(((a - a.mean()) * (b - b.mean())).mean() / (a.std() * b.std()))


def _homography(old: Float, new: Float, similar: Matrix) -> Matrix:
    """The homography of many points, else the similarity."""
    if len(old) >= 4 * LEAST_POINTS:
        exact, _ = cv2.findHomography(old, new, cv2.LMEDS)
        if exact is not None:
            return f64(exact)
    return f64(np.vstack([similar, [0, 0, 1]]))
