"""How large the cards in a picture are, found by the reader itself."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.ports import CARD_MM
from vision.arrays import Matrix, Picture, f64
from vision.reading.bodies import APART_PX as BODIES_APART_PX
from vision.reading.bodies import Bodies, joined
from vision.reading.crests import apart
from vision.reading.find import FINDER_PX_PER_MM, Corners, find
from vision.reading.halves import Halves
from vision.reading.nets import Nets
from vision.reading.pair import OFFSET_MM
from vision.reading.patches import Marks, read_patches

LEAST_CARD_PX = 64.0
"""Indices of smaller cards cannot be read."""
LEAST_CARD_SHARE = 1 / 18
"""Cards smaller than this share of the picture's longer side are not looked for."""
MOST_MEGAPIXELS = 2.2
"""The finder is not run on more than this at once: it would take too long."""
ALL_MEGAPIXELS = 9
"""Larger pictures are shrunk to this first."""
APART_MM = 5.5
"""Two findings nearer than this are one index."""
ARM_RATIO = (0.7, 1.42)
"""Bounds of the ratio between the scale an arrow speaks for and the scale it was seen at."""
NEIGHBOUR = 1.36
"""Scales up to this ratio from the best are joined with it."""
ENOUGH, FADED = 1.0, 0.3
"""With this much evidence, smaller cards are no longer looked for once two scales gave less than this share of it."""
BODIES = 0.2
"""What a whole card says of the scale, against a corner that is clearly read."""
MOST_CORNERS = 600
"""No more corners than this are read in one picture, the surest."""
STEP = 1.3
"""Ratio between the card heights that are tried; the finder bears a third more or less."""
ARM_MM = float(np.hypot(*OFFSET_MM))
"""From an index to the middle of its card."""


@dataclass(frozen=True)
class Seen:
    """What one look at a picture at one scale gave; ``scales`` are px per mm at each corner."""

    px_per_mm: float
    corners: Corners
    scales: Matrix
    marks: Marks
    bodies: Bodies


def card_heights(size: tuple[int, int]) -> list[float]:
    """Card heights (px) worth trying in a picture of this size (width, height), the largest first."""
    finder_px = FINDER_PX_PER_MM * CARD_MM[1]
    affordable = finder_px * float(np.sqrt(size[0] * size[1] / (MOST_MEGAPIXELS * 1e6)))
    least = max(LEAST_CARD_PX, LEAST_CARD_SHARE * max(size), affordable)
    heights = [1.05 * float(min(size))]
    while heights[-1] / STEP > least:
        heights.append(heights[-1] / STEP)
    return heights


def arms(corners: Corners) -> Matrix:
    """Px per mm that each corner's arrow to the middle of its card speaks for."""
    return f64(np.linalg.norm(corners.centre - corners.at, axis=1) / ARM_MM)


def own_scales(corners: Corners, px_per_mm: float) -> Matrix:
    """Px per mm at each corner: the picture's, moved towards what the arrow to the card's centre says."""
    return f64(px_per_mm * np.clip(arms(corners) / px_per_mm, 0.75, 1.33) ** 0.6)


def evidence(seen: Seen) -> Matrix:
    """How much each corner speaks for its scale: found, like an index, clearly read, its arrow as long as it should."""
    clear = np.exp(seen.marks.glyph.max(1) + seen.marks.suit.max(1))
    fit = np.exp(-np.abs(np.log(np.maximum(arms(seen.corners), 1e-3) / seen.px_per_mm)))
    return f64(seen.corners.heat * seen.marks.index * clear**2 * fit)


def speaks(seen: Seen) -> float:
    """How much a look speaks for its scale: by its corners, and a little by whole cards, for decks without indices."""
    ratio = seen.bodies.height / (seen.px_per_mm * CARD_MM[1])
    fit = np.exp(-np.abs(np.log(np.maximum(ratio, 1e-3))))
    return float((evidence(seen) ** 2).sum() + BODIES * ((seen.bodies.heat * fit) ** 2).sum())


def look(nets: Nets, picture: Halves, px_per_mm: float) -> Seen:
    """Find and read all corners at one scale; those whose arrows contradict it are left out."""
    found = find(nets, picture, px_per_mm)
    corners = found.corners.take(np.arange(min(len(found.corners), MOST_CORNERS)))
    ratio = arms(corners) / px_per_mm
    corners = corners.take(np.flatnonzero((ratio > ARM_RATIO[0]) & (ratio < ARM_RATIO[1])))
    scales = own_scales(corners, px_per_mm)
    return Seen(px_per_mm, corners, scales, read_patches(nets, picture, corners, scales), found.bodies)


def find_cards_of_any_size(nets: Nets, image: Picture) -> Seen:
    """Corners of a picture of unknown scale.

    Scales are tried from large to small cards, until most has been seen; then the corners of the best scale, of its
    neighbours (cards lie nearer and farther) and of one between are joined, each corner as it was seen most clearly.
    """
    whole = float(np.sqrt(ALL_MEGAPIXELS * 1e6 / (image.shape[0] * image.shape[1])))
    image, factor = Halves(image).scaled(min(1.0, whole))
    picture = Halves(image)
    tried: list[tuple[float, Seen]] = []
    best = 0.0
    for height in card_heights((image.shape[1], image.shape[0])):
        seen = look(nets, picture, height / CARD_MM[1])
        tried.append((speaks(seen), seen))
        best = max(best, tried[-1][0])
        if best > ENOUGH and all(score < FADED * best for score, _ in tried[-2:]):
            break
    top = max(tried, key=lambda one: one[0])[1]
    chosen = [seen for _, seen in tried if 1 / NEIGHBOUR < seen.px_per_mm / top.px_per_mm < NEIGHBOUR]
    if len(top.corners):
        exact = float(np.median(arms(top.corners)))
        if abs(np.log(exact / top.px_per_mm)) > 0.07:
            chosen.append(look(nets, picture, exact))
    seen = _joined(chosen, top.px_per_mm)
    bodies = seen.bodies.scaled(1 / factor)
    return Seen(seen.px_per_mm / factor, seen.corners.scaled(1 / factor), seen.scales / factor, seen.marks, bodies)


def _joined(several: list[Seen], px_per_mm: float) -> Seen:
    """One list of corners, no index twice; the clearest view of each wins."""
    score = np.concatenate([evidence(seen) for seen in several])
    order = np.argsort(-score, kind="stable")
    corners = Corners(
        np.concatenate([seen.corners.at for seen in several])[order],
        np.concatenate([seen.corners.up for seen in several])[order],
        np.concatenate([seen.corners.centre for seen in several])[order],
        np.concatenate([seen.corners.heat for seen in several])[order],
    )
    scales = np.concatenate([seen.scales for seen in several])[order]
    marks = Marks(
        np.concatenate([seen.marks.glyph for seen in several])[order],
        np.concatenate([seen.marks.suit for seen in several])[order],
        np.concatenate([seen.marks.junk for seen in several])[order],
        np.concatenate([seen.marks.red for seen in several])[order],
    )
    rows = apart(corners.at, APART_MM * scales)[:MOST_CORNERS]
    least = [BODIES_APART_PX * seen.px_per_mm / FINDER_PX_PER_MM for seen in several]
    bodies = joined([seen.bodies for seen in several], least)
    return Seen(px_per_mm, corners.take(rows), scales[rows], marks.take(rows), bodies)
