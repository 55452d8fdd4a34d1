"""What the finder should answer: heat, cells without blame, vectors; the conventions are in `conventions`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.training.conventions import BODY_STRIDE, BODY_UNIT_PX, STRIDE, VECTOR_UNIT
from vision.training.data import HIDDEN, VISIBLE

BODY_VISIBLE, BODY_HIDDEN = 0.6, 0.3
"""Least visible share of a card that must be found; below the second it must not be."""
_NEAR = [(row, column, 1.0 if row == column == 0 else 0.4) for row in (-1, 0, 1) for column in (-1, 0, 1)]


def quarter_turn(labels: NDArray[np.float32], size: int) -> NDArray[np.float32]:
    """Labels after np.rot90 of their square picture: (x, y) goes to (y, size - x)."""
    turned = labels.copy()
    for x in (0, 2):
        turned[:, x], turned[:, x + 1] = labels[:, x + 1], size - labels[:, x]
    turned[:, 4], turned[:, 5] = labels[:, 5], -labels[:, 4]
    return turned


def finder_targets(
    labels: NDArray[np.float32], size: int
) -> tuple[NDArray[np.float32], NDArray[np.bool_], list[tuple[float, ...]]]:
    """Heat (1 at the cell of each visible index, a small hill around), cells without blame, rows of labelled cells."""
    cells = size // STRIDE
    heat, skip = np.zeros((cells, cells), np.float32), np.zeros((cells, cells), bool)
    row, column = np.mgrid[0:cells, 0:cells].astype(np.float32)
    rows: list[tuple[float, ...]] = []
    for x, y, cx, cy, ux, uy, _, visible, *_ in labels:
        fx, fy = x / STRIDE - 0.5, y / STRIDE - 0.5
        ix, iy = round(float(fx)), round(float(fy))
        if not (0 <= ix < cells and 0 <= iy < cells):
            continue
        near = np.s_[max(0, iy - 6) : iy + 7, max(0, ix - 6) : ix + 7]
        distance = (column[near] - fx) ** 2 + (row[near] - fy) ** 2
        if visible < VISIBLE:
            if visible >= HIDDEN:
                skip[near] |= distance < 9
            continue
        heat[near] = np.maximum(heat[near], np.exp(-distance / (2 * 1.1**2)))
        heat[iy, ix] = 1.0
        for down, right, weight in _NEAR:
            i, j = iy + down, ix + right
            if 0 <= i < cells and 0 <= j < cells:
                vector = (x - (j + 0.5) * STRIDE + cx - x, y - (i + 0.5) * STRIDE + cy - y)
                rows.append((i, j, weight, vector[0] / VECTOR_UNIT, vector[1] / VECTOR_UNIT, ux, uy))
    return heat, skip & (heat < 0.5), rows


def turn_bodies(bodies: NDArray[np.float32], size: int) -> NDArray[np.float32]:
    """Bodies after np.rot90 of their square picture: a quarter turn changes the sign of cos 2t and sin 2t."""
    turned = bodies.copy()
    turned[:, 0], turned[:, 1] = bodies[:, 1], size - bodies[:, 0]
    turned[:, 2:4] = -bodies[:, 2:4]
    return turned


def body_targets(
    bodies: NDArray[np.float32], size: int
) -> tuple[NDArray[np.float32], NDArray[np.bool_], list[tuple[float, ...]]]:
    """Heat, cells without blame, rows of labelled cells (row, column, weight, six values) of the bodies output."""
    cells = size // BODY_STRIDE
    heat, skip = np.zeros((cells, cells), np.float32), np.zeros((cells, cells), bool)
    row, column = np.mgrid[0:cells, 0:cells].astype(np.float32)
    rows: list[tuple[float, ...]] = []
    for x, y, cos, sin, height, visible, back in bodies:
        fx, fy = x / BODY_STRIDE - 0.5, y / BODY_STRIDE - 0.5
        ix, iy = round(float(fx)), round(float(fy))
        if not (0 <= ix < cells and 0 <= iy < cells) or visible < BODY_HIDDEN:
            continue
        near = np.s_[max(0, iy - 6) : iy + 7, max(0, ix - 6) : ix + 7]
        distance = (column[near] - fx) ** 2 + (row[near] - fy) ** 2
        if visible < BODY_VISIBLE:
            skip[near] |= distance < 9
            continue
        heat[near] = np.maximum(heat[near], np.exp(-distance / (2 * 1.2**2)))
        heat[iy, ix] = 1.0
        for down, right, weight in _NEAR:
            i, j = iy + down, ix + right
            if 0 <= i < cells and 0 <= j < cells:
                to = ((x - (j + 0.5) * BODY_STRIDE) / VECTOR_UNIT, (y - (i + 0.5) * BODY_STRIDE) / VECTOR_UNIT)
                rows.append((i, j, weight, *to, cos, sin, float(np.log(height / BODY_UNIT_PX)), back))
    return heat, skip & (heat < 0.5), rows
