"""What lies on the table with the outline of a card though nothing is read in it: backs that the finder does not know.

The cells that do not look like the table tell roughly where; patches of colour with the shape of a card tell exactly.
"""

from __future__ import annotations

import cv2
import numpy as np

from companion.ports import CARD_MM, Reading
from vision.arrays import Matrix, Picture, f32, u8
from vision.looking.facedown import MOST_PAPER, paper
from vision.optics import apply
from vision.reading.proposals import proposals
from vision.watching.motion import Mask, parts
from vision.watching.zones import cut_outs, scale_at

LOOSE_MM = 18.0
"""A patch of cells may be a card if its sides differ by no more than this from one's: a cell has 5 mm and more, and
shadows count as something that lies there."""
FILLED = 0.6
"""It fills its rectangle at least so far."""
MARGIN_MM, LOOKED_AT = 14.0, 1.0
"""So much around it is looked at, with so many px per mm."""
SAME_SIZE, OFF_MM = 1.13, 14.0
"""A rectangle of colour is this card if it is no larger or smaller by more, and lies no further off."""
LEAST_VOTES = 2
ODDS = 0.5
"""How sure such a finding is, on the finder's scale of heat."""


def unknown_cards(image: Picture, unexplained: Mask, to_mm: Matrix) -> list[Reading]:
    """Backs among the patches of cells that are neither table nor a card that was read, as readings without a face."""
    found = []
    for part in parts(unexplained):
        if not card_like(part, (image.shape[1], image.shape[0]), to_mm):
            continue
        (rect,) = cut_outs(part, (image.shape[1], image.shape[0]), to_mm, MARGIN_MM)
        left, top, right, bottom = rect
        quad = _outline(image[top:bottom, left:right], scale_at(to_mm, ((left + right) / 2, (top + bottom) / 2)))
        if quad is None or paper(image[top:bottom, left:right], quad) > MOST_PAPER:
            continue
        moved = tuple((x + left, y + top) for x, y in quad)
        xs, ys = zip(*moved, strict=True)
        found.append(Reading("", ODDS, False, (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)), moved))
    return found


def card_like(part: Mask, size: tuple[int, int], to_mm: Matrix) -> bool:
    """Whether a patch of cells of a frame of ``size`` (width, height px) has about the shape of a card."""
    rows, columns = np.nonzero(part)
    if rows.min() == 0 or columns.min() == 0 or rows.max() == part.shape[0] - 1 or columns.max() == part.shape[1] - 1:
        return False
    factor = np.array([size[0] / part.shape[1], size[1] / part.shape[0]])
    corners = np.concatenate([np.stack([columns + dx, rows + dy], 1) for dx in (0, 1) for dy in (0, 1)])
    on_table = apply(to_mm, corners * factor)
    _, sides, _ = cv2.minAreaRect(f32(on_table))
    cell = (
        abs(float(np.prod(factor)))
        / scale_at(to_mm, (float(columns.mean()) * factor[0], float(rows.mean()) * factor[1])) ** 2
    )
    fits = all(abs(side - own) <= LOOSE_MM for side, own in zip(sorted(sides), CARD_MM, strict=True))
    return fits and len(rows) * cell >= FILLED * sides[0] * sides[1]


def _outline(cut: Picture, px_per_mm: float) -> tuple[tuple[float, float], ...] | None:
    """The corners (px) of the rectangle of a card's size near the middle of a cut-out, None if there is none."""
    factor = min(1.0, LOOKED_AT / px_per_mm)
    small = u8(cv2.resize(cut, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA))
    middle, scale = np.array([small.shape[1], small.shape[0]]) / 2, px_per_mm * factor
    for one in proposals(small):
        ratio = one.pose.px_per_mm / scale
        off = float(np.hypot(one.pose.x - middle[0], one.pose.y - middle[1])) / scale
        if one.votes >= LEAST_VOTES and 1 / SAME_SIZE < ratio < SAME_SIZE and off < OFF_MM:
            return tuple((x / factor, y / factor) for x, y in one.pose.quad)
    return None
