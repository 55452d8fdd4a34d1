"""Upright, equally large cut-outs of corner indices, and what the patch network says of them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Float, Matrix, Picture, f32
from vision.reading.find import Corners
from vision.reading.halves import Halves
from vision.reading.nets import Nets, rgb_planes, run

GLYPHS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "V", "D", "R", "B", "H", "1", "T", "Д", "X")
"""What an index can say: letters and numbers, and X for a joker's star or word."""
SUITS = "SHDC"
BATCH = 16
"""More at once take memory and no less time."""
NEVER = -20.0
"""Log-probability of a glyph that the network does not know."""
PAPER, INK, LEAST_INK = 0.85, 0.7, 0.02
"""This share of a cut-out is no brighter than paper; print reflects less than INK of what paper does in some colour;
with print on less than LEAST_INK of a cut-out there is none."""
FINER = 1.25
"""Cut-outs are taken from a copy of at most about this many times their own px per mm."""


@dataclass(frozen=True)
class Marks:
    """What is printed in each corner: log-probabilities of glyph (n x 22) and suit (n x 4), logit of "no index".

    ``red``: how red the ink is (see `redness`), nan where there is none.
    """

    glyph: Float
    suit: Float
    junk: Float
    red: Float

    @property
    def index(self) -> Float:
        """How likely each is an index at all."""
        return f32(1 / (1 + np.exp(np.clip(self.junk, -30, 30))))

    @property
    def parts(self) -> tuple[Float, Float, Float, Float]:
        """The four arrays in order."""
        return self.glyph, self.suit, self.junk, self.red

    def take(self, rows: NDArray[np.intp] | list[int]) -> Marks:
        """A choice of corners."""
        index = np.asarray(rows, np.intp)
        return Marks(self.glyph[index], self.suit[index], self.junk[index], self.red[index])


NO_MARKS = Marks(
    np.zeros((0, len(GLYPHS)), np.float32),
    np.zeros((0, 4), np.float32),
    np.zeros(0, np.float32),
    np.zeros(0, np.float32),
)


def cut(image: Picture, corners: Corners, scales: Matrix, size: tuple[int, int], mm: tuple[float, float]) -> Picture:
    """Cut-outs n x height x width x 3 of ``mm`` (width, height) around each index, up being up.

    ``scales`` are px per mm at each corner (n), or across and along it (n x 2); beyond the picture its edge is
    repeated.
    """
    width, height = size
    both = scales if scales.ndim == 2 else np.column_stack([scales, scales])
    out = np.empty((len(corners), height, width, 3), np.uint8)
    for row in range(len(corners)):
        up, at = corners.up[row], corners.at[row]
        right = np.array([-up[1], up[0]])
        across, down = right * both[row, 0] * mm[0] / width, -up * both[row, 1] * mm[1] / height
        start = at - across * (width - 1) / 2 - down * (height - 1) / 2
        onto = np.array([[across[0], down[0], start[0]], [across[1], down[1], start[1]]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        cv2.warpAffine(image, onto, (width, height), dst=out[row], flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return out


def read_patches(nets: Nets, picture: Halves, corners: Corners, scales: Matrix, ink: bool = True) -> Marks:
    """Run the patch network over all corners of a full-resolution picture; ``scales`` as in `cut`.

    Without ``ink`` its redness is not measured (nan).
    """
    return marks_of(nets, cut_out(nets, picture, corners, scales), ink) if len(corners) else NO_MARKS


def cut_out(nets: Nets, picture: Halves, corners: Corners, scales: Matrix) -> Picture:
    """What the patch network looks at: `cut`, of one corner at least, as large as these models want it."""
    facts = nets.facts["patches"]
    size, fine = (int(facts["width"]), int(facts["height"])), float(facts["px_per_mm"])
    mm = (size[0] / fine, size[1] / fine)
    # A copy not much finer than the cut-outs, so that they do not alias.
    wanted = FINER * fine / float(np.median(scales))
    smaller, factor = picture.scaled(wanted) if wanted < 0.8 else (picture.image, 1.0)
    return cut(smaller, corners.scaled(factor), scales * factor, size, mm)


def marks_of(nets: Nets, cuts: Picture, ink: bool = True) -> Marks:
    """What the patch network says of cut-outs, at least one."""
    logits = np.concatenate([run(nets.patch, rgb_planes(cuts[i : i + BATCH])) for i in range(0, len(cuts), BATCH)])
    known = nets.facts["patches"]["glyphs"]
    g = len(known)
    glyph = np.full((len(logits), len(GLYPHS)), NEVER, np.float32)
    glyph[:, [GLYPHS.index(name) for name in known]] = log_softmax(logits[:, :g])
    red = redness(cuts) if ink else np.full(len(cuts), np.nan, np.float32)
    return Marks(glyph, log_softmax(logits[:, g : g + 4]), logits[:, g + 4], red)


def redness(cuts: Picture) -> Float:
    """How much more red than blue and green print in upright cut-outs reflects, as a share of the light it takes away.

    Black ink has about 0 in any light, red ink up to 1, in pale pictures much less; nan where there is no print.
    """
    height, width = cuts.shape[1:3]
    inner = cuts[:, height // 10 : height * 9 // 10, width // 5 : width * 3 // 4]
    # Colour by colour: numpy is several times slower along an axis of three.
    planes = np.ascontiguousarray(inner.transpose(3, 0, 1, 2)).reshape(3, len(cuts), -1)
    rank = int(planes.shape[2] * PAPER)
    paper = np.partition(planes, rank, axis=2)[..., rank]
    ratio = planes / np.maximum(paper[..., None], 1).astype(np.float32)
    least = np.minimum(np.minimum(ratio[0], ratio[1]), ratio[2])
    ink = least < INK
    missing = np.where(ink, 1 - least, 0).sum(1)
    colour = np.where(ink, ratio[2] - (ratio[0] + ratio[1]) / 2, 0).sum(1)
    return f32(np.where(ink.mean(1) > LEAST_INK, colour / np.maximum(missing, 1e-6), np.nan))


def log_softmax(logits: Float) -> Float:
    """Logarithm of the softmax along the last axis."""
    shifted = logits - logits.max(-1, keepdims=True)
    return f32(shifted - np.log(np.exp(shifted).sum(-1, keepdims=True)))
