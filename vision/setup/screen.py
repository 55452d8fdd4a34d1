"""The product's own screen on the table: it shows a pattern, is found by it, and is masked from then on.

The screen draws cards, and a screen within the camera's view would be read. The pattern has four square marks of
OpenCV's 4 x 4 dictionary, one in each corner, on white; two of them are enough to find the screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.ports import Frame
from vision.arrays import Matrix, Picture, f32, f64, u8

MARKS = (40, 41, 42, 43)
"""Numbers of the marks, clockwise from the upper left; low ones are the likeliest to lie about on other things."""
MARK, EDGE = 0.36, 0.07
"""Side of a mark and its distance from the edges, in lengths of the screen's shorter side."""
SHAPES = ((800, 480), (1280, 720), (1024, 600), (1280, 800), (1024, 768))
"""Screens that are tried when it is not known which one shows the pattern, upright too."""
LEAST_MARKS = 2
FITS = 0.012
"""Corners of the marks are no farther from where they should be than this share of the screen's width."""
MARGIN = 0.04
"""The mask reaches so far beyond the screen, in lengths of its shorter side: its light and its rim do too."""
WIDER = 2.0
"""A picture is also searched for marks at this size: small ones are found then."""
GREY = 90
"""What is masked looks like this when nothing else is known."""


def screen_pattern(size: tuple[int, int] = (800, 480)) -> Picture:
    """What the screen of this size (width, height px) is to show while it is looked for: BGR."""
    picture = np.full((size[1], size[0], 3), 255, np.uint8)
    for number, corners in zip(MARKS, _places(size), strict=True):
        left, top = (round(v) for v in corners[0])
        side = round(float(corners[1][0] - corners[0][0]))
        mark = cv2.aruco.generateImageMarker(_dictionary(), number, side)
        picture[top : top + side, left : left + side] = np.asarray(mark)[..., None]
    return picture


def _dictionary() -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def _places(size: tuple[int, int]) -> Matrix:
    """Corners (4 x 4 x 2, px) of the marks on a pattern, each clockwise from its upper left one."""
    short = min(size)
    side, near = round(MARK * short), round(EDGE * short)
    far_x, far_y = size[0] - near - side, size[1] - near - side
    square = f64([(0, 0), (side, 0), (side, side), (0, side)])
    return f64([square + at for at in ((near, near), (far_x, near), (far_x, far_y), (near, far_y))])


@dataclass(frozen=True)
class Screen:
    """A screen found on a picture: its corners (px, clockwise from its own upper left) and how many marks told it."""

    quad: Matrix
    marks: int


def locate_screen(image: Picture, size: tuple[int, int] | None = None) -> Screen | None:
    """The screen that shows the pattern of this ``size`` (None: any of SHAPES), None if it is not seen well enough."""
    found = _marks(image)
    if len(found) < LEAST_MARKS:
        return None
    shapes = [size] if size else [shape for wide in SHAPES for shape in (wide, wide[::-1])]
    fits = [fit for shape in shapes if (fit := _fit(found, shape)) is not None]
    return min(fits, key=lambda fit: fit[0])[1] if fits else None


def _marks(image: Picture) -> dict[int, Matrix]:
    """Corners of each mark that is seen."""
    grey = u8(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    finder = cv2.aruco.ArucoDetector(_dictionary(), settings)
    best: dict[int, Matrix] = {}
    for factor in (1.0, WIDER):
        if len(best) == len(MARKS):
            break
        scaled = grey if factor == 1 else cv2.resize(grey, None, fx=factor, fy=factor, interpolation=cv2.INTER_CUBIC)
        corners, numbers, _ = finder.detectMarkers(scaled)
        for number, at in zip([] if numbers is None else numbers.ravel(), corners, strict=True):
            if int(number) in MARKS and int(number) not in best:
                best[int(number)] = f64((f64(at).reshape(4, 2) + 0.5) / factor - 0.5)
    return best


def _fit(found: dict[int, Matrix], size: tuple[int, int]) -> tuple[float, Screen] | None:
    """How badly the marks fit a screen of this shape, and that screen; None if they do not."""
    places = dict(zip(MARKS, _places(size), strict=True))
    drawn = np.concatenate([places[number] for number in found])
    seen = np.concatenate(list(found.values()))
    onto, _ = cv2.findHomography(f32(drawn), f32(seen))
    if onto is None:
        return None
    corners = f32([[(0, 0), (size[0], 0), (size[0], size[1]), (0, size[1])]])
    quad = f64(cv2.perspectiveTransform(corners, onto)).reshape(4, 2)
    off = np.linalg.norm(f64(cv2.perspectiveTransform(f32(drawn)[None], onto))[0] - seen, axis=1).max()
    width = float(np.linalg.norm(quad[1] - quad[0]))
    if off > FITS * width or not cv2.isContourConvex(f32(quad)):
        return None
    return float(off) / width, Screen(quad, len(found))


@dataclass(frozen=True)
class Mask:
    """Parts of the camera's picture in which nothing is looked for: corners (px) and what is painted there (BGR)."""

    quads: tuple[Matrix, ...]
    colours: tuple[tuple[int, int, int], ...]
    size: tuple[int, int]

    @classmethod
    def of(cls, quads: Sequence[Matrix], size: tuple[int, int], bare: Picture | None = None) -> Mask:
        """A mask over these corners in pictures of this size; ``bare``: a picture that tells the colours around."""
        grown = tuple(enlarged(f64(quad)) for quad in quads)
        return cls(grown, tuple(_around(quad, bare) for quad in grown), size)

    def hide(self, frame: Frame) -> Frame:
        """The frame with both its pictures painted over; always alike, so that nothing moves there either."""
        if not self.quads:
            return frame
        image, small = self._painted(frame.image), frame.small
        return replace(frame, image=image, small=None if small is None else self._painted(small))

    def _painted(self, image: Picture) -> Picture:
        painted = image.copy()
        scale = f64([image.shape[1], image.shape[0]]) / self.size
        for quad, colour in zip(self.quads, self.colours, strict=True):
            points = np.round(quad * scale).astype(np.int32)
            cv2.fillConvexPoly(painted, points, colour if image.ndim == 3 else _grey(colour))
        return painted


def enlarged(quad: Matrix, by: float = MARGIN) -> Matrix:
    """Corners moved away from the middle, each side by this share of the shorter sides' length."""
    ways = np.roll(quad, -1, 0) - quad
    lengths = np.linalg.norm(ways, axis=1)
    along = ways / lengths[:, None]
    out = by * float(min(lengths[0] + lengths[2], lengths[1] + lengths[3])) / 2
    # Each corner moves out along both of its sides.
    return f64(quad + out * (np.roll(along, 1, 0) - along))


def _around(quad: Matrix, bare: Picture | None) -> tuple[int, int, int]:
    """The usual colour along the outline."""
    if bare is None:
        return GREY, GREY, GREY
    line = np.zeros(bare.shape[:2], np.uint8)
    cv2.polylines(line, [np.round(quad).astype(np.int32)], True, 1, 2)
    if not line.any():
        return GREY, GREY, GREY
    blue, green, red = (int(v) for v in np.median(bare[line > 0], axis=0))
    return blue, green, red


def _grey(colour: tuple[int, int, int]) -> tuple[int]:
    return (round(0.114 * colour[0] + 0.587 * colour[1] + 0.299 * colour[2]),)
