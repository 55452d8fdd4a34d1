"""What the camera's exposure and flickering light do to whole rows of a frame is no motion: it is divided out."""

from __future__ import annotations

import numpy as np

from companion.ports import Remark
from vision.arrays import Float, f32
from vision.pictures import remarks
from vision.watching.motion import Lit, blank

CLIPPED, DARK = 250.0, 10.0
"""Grey levels: cells this bright or this dark say nothing about the light."""
ALIKE = 0.25
"""Cells whose brightness differs from the usual by more than this (logarithm) show something else than before."""
DIM = 0.12
"""With no more light than this share of what there was, nothing is believed."""
TRIFLE = 0.008
"""No correction smaller than this is made: it would only add noise."""


def nothing_seen(now: Float, before: Float) -> Remark | None:
    """What to say of a frame (its cells) that shows nothing at all, or so little that it is not believed; else None."""
    if now.shape == before.shape and float(now.mean()) < DIM * float(before.mean()):
        return remarks.black()
    return {"black": remarks.black(), "white": remarks.white()}.get(blank(now) or "")


def evened(now: Float, like: Float) -> Lit:
    """The cells of a frame as they would look in the light of ``like``, an earlier one of the same view.

    The gain is the median of each row's cells, so that neither exposure that drifts, nor a lamp that is turned down,
    nor bands of flicker that wander over the picture change a cell. Where more than half of a row has really changed,
    the gain of the whole picture is taken.
    """
    mine, theirs = now.mean(2), like.mean(2)
    told = (mine < CLIPPED) & (theirs < CLIPPED) & (mine > DARK) & (theirs > DARK)
    if told.sum() < told.size / 8:
        return Lit(now, now)
    ratio = np.log(np.maximum(mine, 1) / np.maximum(theirs, 1))
    usual = float(np.median(ratio[told]))
    near = told & (np.abs(ratio - usual) < ALIKE)
    rows = np.median(np.where(near, ratio, usual), axis=1)
    tint = [float(np.median(np.log(np.maximum(now[..., c], 1) / np.maximum(like[..., c], 1))[near])) if near.any() else
            usual for c in range(now.shape[2])]  # fmt: skip
    off = rows[:, None] - usual + np.asarray(tint)[None]
    if float(np.abs(off).max()) < TRIFLE:
        return Lit(now, now)
    return Lit(now, f32(now * np.exp(-off)[:, None]))
