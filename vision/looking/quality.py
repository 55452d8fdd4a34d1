"""Whether a picture is good enough to read: light, contrast, focus and size, told only where reading was in doubt.

A sharp edge seen through a lens that blurs with a Gaussian of s px rises at most by contrast / (s sqrt(2 pi)) per px;
turned round, steepness and contrast of the edges in a picture give s.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from companion.ports import CARD_MM, Reading, Remark
from vision.arrays import Float, Picture, f32, u8
from vision.looking.ink import PX_PER_MM, zones
from vision.pictures import remarks

INDEX_MM = 7.0
"""Usual height of an index rank."""
LEAST_INDEX_PX = 9.0
"""Below this a reading is never accepted, however sure it looks: see the curve of `dalje bench reader`."""
BLACK, WHITE, FLAT = 12, 250, 5
"""Grey levels: nothing brighter, nothing darker, or no more between the darkest and the brightest than this."""
DARK = 60
"""A picture without a brighter place than this is dark."""
LEAST_CONTRAST = 45
"""Between the darkest and the brightest places of a picture (grey levels) on which cards should be told from table."""
LEAST_PRINT = 0.25
"""Least contrast of print to paper (share of the paper's brightness) on a card that can be read surely."""
BLURRED_MM, BLURRED_PX = 0.7, 3.0
"""Blur of edges (Gaussian sigma) beyond which strokes of an index, about 1.2 mm wide, melt together; and the same for a
picture of which the scale is not known, shrunk to SHARP_AT."""
PAPER, SHADE = 0.9, 0.15
"""Paper is among the brightest tenth; places darker than SHADE of it show no colour but noise."""
LEAST_COLOUR, COLOURED_SHARE = 0.18, 0.01
"""A picture has colour if the saturation of so large a part of it, against its paper, is no less than this. Of 116
photographs of real tables one, of foil, has less, the usual one has 0.7; all made grey have less, 98 made brown."""
GREY_AT, GREY_SHARE, MOST_GREY = 160, 0.005, 3.0
"""In a grey copy of so many columns, all but this share of the pixels differ from the light's tint by less than this
(grey levels)."""
SHARP_PX = 1.3
"""Edges no broader than this (sigma) are as sharp as a picture of so few px can show them."""
LOOKED_AT, SHARP_AT = 480, 1600
"""Longer sides (px) of the copies in which light and contrast, and focus are judged."""
MOST_MEASURED = 12
"""So many doubtful cards are looked at for the cause."""
WINDOW = 15
"""Edges are measured within so many px."""
STEEP = 0.3
"""Edges with less than this share of the picture's contrast say nothing about focus."""


def hopeless(image: Picture) -> Remark | None:
    """Why there is nothing to see in a picture at all, None if there may be."""
    low, high = _extremes(image)
    if high - low > FLAT and high > BLACK and low < WHITE:
        return None
    if high <= BLACK:
        return remarks.black()
    return remarks.white() if low >= WHITE else remarks.plain()


def why_nothing(image: Picture) -> Remark | None:
    """What is wrong with a picture in which no card was found, None if nothing is: there may be no cards."""
    low, high = _range(image)
    if high < DARK:
        return remarks.dark()
    if high - low < LEAST_CONTRAST:
        return remarks.low_contrast()
    small = image
    if max(image.shape[:2]) > SHARP_AT:
        factor = SHARP_AT / max(image.shape[:2])
        small = u8(cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA))
    return remarks.blurred() if blur_px(_grey(small)) > BLURRED_PX else None


def coloured(image: Picture) -> bool:
    """Whether there is any colour in a picture beside that of its light: something that differs from its paper.

    The brightest places are taken for paper. Pictures that are grey, brown all over or nearly without colour show red
    ink as dark as black.
    """
    factor = min(1.0, LOOKED_AT / max(image.shape[:2]))
    size = [max(1, round(side * factor)) for side in image.shape[1::-1]]
    small = f32(cv2.resize(image, size, interpolation=cv2.INTER_AREA))
    bright = small.max(2)
    paper = np.median(small[bright >= np.quantile(bright, PAPER)], 0)
    lit = small / np.maximum(paper, 1)
    most = lit.max(2)
    colour = np.where(most > SHADE, (most - lit.min(2)) / np.maximum(most, SHADE), 0)
    return float(np.quantile(colour, 1 - COLOURED_SHARE)) >= LEAST_COLOUR


def grey(image: Picture) -> bool:
    """Whether a camera gives no colours at all, as by night: everything is of the tint of the light alone.

    Unlike `coloured` this does not depend on what lies there.
    """
    size = (GREY_AT, max(1, round(GREY_AT * image.shape[0] / image.shape[1])))
    small = f32(cv2.resize(image, size, interpolation=cv2.INTER_AREA))
    level = small.mean(2)
    lit = level > DARK / 2
    if not lit.any():
        return False
    tint = np.median(small[lit] / level[lit][:, None], axis=0)
    off = np.abs(small - level[..., None] * tint).max(2)
    return float(np.quantile(off, 1 - GREY_SHARE)) < MOST_GREY


def why_unsure(image: Picture, readings: Sequence[Reading]) -> tuple[Remark, ...]:
    """What makes readings of a picture doubtful: what ails most of those in doubt, if any one thing does."""
    doubtful = [one for one in readings if not one.accepted and one.quad is not None]
    if not doubtful:
        return ()
    small = [one for one in doubtful if index_px(one) < LEAST_INDEX_PX]
    others = [one for one in doubtful if index_px(one) >= LEAST_INDEX_PX][:MOST_MEASURED]
    half, faint, blurred = (len(small) + len(others)) / 2, 0, 0
    for one in others:
        contrast, blur = measure(image, one)
        # Blur first: it makes print pale too.
        if BLURRED_MM < blur < math.inf:
            if blur * card_px(one) / CARD_MM[1] < SHARP_PX:
                small.append(one)  # as sharp as so few px can be
            else:
                blurred += 1
        elif contrast < LEAST_PRINT:
            faint += 1
    if len(small) > half:
        card = float(np.median([card_px(one) for one in small]))
        return (remarks.too_small(card, card * INDEX_MM / CARD_MM[1]),)
    if faint > half:
        return (remarks.low_contrast(),)
    return (remarks.blurred(),) if blurred > half else ()


def blurred(image: Picture, reading: Reading) -> bool:
    """Whether the strokes of a card's indices melt together."""
    return reading.quad is not None and BLURRED_MM < measure(image, reading)[1] < math.inf


def card_px(reading: Reading) -> float:
    """Height of a card in the picture (px); that of its box where the outline is not known."""
    if reading.quad is None:
        return max(reading.box[2], reading.box[3])
    corners = np.asarray(reading.quad)
    return float(np.linalg.norm((corners[2] + corners[3] - corners[0] - corners[1]) / 2))


def index_px(reading: Reading) -> float:
    """Height of a usual index on this card (px)."""
    return card_px(reading) * INDEX_MM / CARD_MM[1]


def measure(image: Picture, reading: Reading) -> tuple[float, float]:
    """Contrast of print to paper (share) and blur (mm) of the clearer index of a card."""
    best = (0.0, math.inf)
    for zone in zones(image, reading):
        grey = f32(cv2.cvtColor(zone, cv2.COLOR_BGR2GRAY))
        dark, paper = np.percentile(grey, (4, 80))
        best = max(best, (float((paper - dark) / max(1.0, paper)), blur_px(grey) / PX_PER_MM), key=lambda one: one[0])
    return best


def blur_px(grey: Float) -> float:
    """Sigma (px) of the sharpest edges that are there; infinite where there are none.

    Sigmas above a third of WINDOW cannot be told apart.
    """
    kernel = np.ones((WINDOW, WINDOW), np.uint8)
    contrast = f32(cv2.dilate(grey, kernel)) - f32(cv2.erode(grey, kernel))
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0) / 8, cv2.Sobel(grey, cv2.CV_32F, 0, 1) / 8
    slope = np.hypot(across, down)
    edges = contrast > STEEP * max(1.0, float(np.ptp(np.percentile(grey, (1, 99)))))
    if not edges.any():
        return math.inf
    steepest = float(np.percentile(slope[edges] / contrast[edges], 98))
    return 1 / max(1e-6, steepest * math.sqrt(2 * math.pi))


def _extremes(image: Picture) -> tuple[float, float]:
    """The darkest and the brightest places (grey levels) of a coarse copy."""
    step = max(1, image.shape[1] // LOOKED_AT)
    grey = cv2.cvtColor(np.ascontiguousarray(image[::step, ::step]), cv2.COLOR_BGR2GRAY)
    low, high, _, _ = cv2.minMaxLoc(cv2.blur(grey, (3, 3)))
    return low, high


def _range(image: Picture) -> tuple[float, float]:
    """The darkest and the brightest places (grey levels), a few px apart."""
    step = max(1, image.shape[1] // LOOKED_AT)
    low, high = np.percentile(u8(cv2.blur(_grey(image[::step, ::step]), (3, 3))), (0.5, 99.5))
    return float(low), float(high)


def _grey(image: Picture) -> Float:
    return f32(cv2.cvtColor(np.ascontiguousarray(image), cv2.COLOR_BGR2GRAY))
