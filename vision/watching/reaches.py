"""Arms over the table, as they come in from the edge of the picture: their fingertips, and where they point."""

from __future__ import annotations

import numpy as np

from companion.ports import Reach
from vision.arrays import Matrix, f64
from vision.watching.motion import Mask, parts

LEAST_CELLS = 40
"""a smaller part of the picture is no arm"""
APART_CELLS = 8
"""where one thing touches the edge at places so far from each other, it is more than one arm"""
MOST = 200
"""so many moments are kept from look to look"""


class Reaches:
    """The arms that have moved since they were last told of."""

    def __init__(self) -> None:
        self._seen: list[Reach] = []

    def see(self, changed: Mask, moved: Mask, to_mm: Matrix, size: tuple[int, int], at_ms: int) -> None:
        """A frame: the cells that look otherwise than the table at rest, and those that moved; ``size`` in px."""
        for part in parts(changed):
            if np.count_nonzero(part) >= LEAST_CELLS and (part & moved).any():
                ends = arm_of(part)
                if ends is not None:
                    tip, edge = (in_mm(end, changed.shape, size, to_mm) for end in ends)
                    angle = float(np.degrees(np.arctan2(edge[0] - tip[0], tip[1] - edge[1]))) % 360.0
                    self._seen.append(Reach(float(tip[0]), float(tip[1]), angle, at_ms))
        del self._seen[:-MOST]

    def told(self) -> tuple[Reach, ...]:
        """What has been seen since the last time."""
        seen, self._seen = tuple(self._seen), []
        return seen


def arm_of(part: Mask) -> tuple[Matrix, Matrix] | None:
    """The fingertips of an arm and where it comes in (row, column); None if it does not, or there are two."""
    rows, columns = np.nonzero(part)
    on_edge = (rows == 0) | (rows == part.shape[0] - 1) | (columns == 0) | (columns == part.shape[1] - 1)
    if not on_edge.any():
        return None
    cells = np.stack([rows, columns], axis=1).astype(np.float64)
    edge = cells[on_edge]
    middle = edge.mean(axis=0)
    if len(edge) > 1 and gap(edge) > APART_CELLS:
        return None
    far = np.hypot(*(cells - middle).T)
    tip = cells[far >= far.max() - 4].mean(axis=0)
    return f64(tip), f64(middle)


def gap(edge: Matrix) -> float:
    """The widest gap (cells) between cells on the edge that follow each other along it."""
    spread = edge[:, int(np.ptp(edge[:, 1]) >= np.ptp(edge[:, 0]))]
    return float(np.diff(np.sort(spread)).max())


def in_mm(cell: Matrix, shape: tuple[int, ...], size: tuple[int, int], to_mm: Matrix) -> Matrix:
    """The middle of a cell on the table."""
    row, column = cell
    x, y, w = to_mm @ np.array([(column + 0.5) * size[0] / shape[1], (row + 0.5) * size[1] / shape[0], 1.0])
    return f64(np.array([x / w, y / w]))
