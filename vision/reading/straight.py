"""Corners that the finder sees but takes for turned: put right by the card in whose corner they lie.

Few decks have an index in all four corners, and of those in the upper right and the lower left the finder often does
not know which way is up, nor exactly where they are. Where it is known how the card lies, from two opposite corners or
from the whole card as the finder sees it, that is known too: up is towards the nearer short edge, and a deck prints
its indices in the same place of every corner.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Float, Matrix, f32, f64
from vision.reading.crests import apart
from vision.reading.find import Corners
from vision.reading.halves import Halves
from vision.reading.nets import Nets
from vision.reading.pair import BODY_DEGREES, OFFSET_MM, Group
from vision.reading.patches import Marks, read_patches
from vision.reading.scale import APART_MM as SAME_MM
from vision.reading.scale import Seen

Number = TypeVar("Number", bound=np.generic)

BODY_HEAT = 0.5
"""Bodies less sure than this put nothing right."""
BODY_MM, PAIR_MM = 5.0, 10.0
"""How far an index may lie from its place on a body, and on a card of which two opposite indices tell the place."""
BODY_SURE = 0.75
"""Two corners read less clearly than this tell worse how a card lies than a body does."""
APART_MM = 12.0
"""Nearer middles are of one card."""


@dataclass(frozen=True)
class Lying:
    """How cards lie, one row each: middle (px), unit vector along the long side, px per mm, and where their indices are
    (mm right of and above the middle), which may differ from where they were found by ``within`` mm."""

    at: Matrix
    top: Matrix
    px_per_mm: Matrix
    index: Matrix
    within: Matrix

    @property
    def right(self) -> Matrix:
        """Unit vectors along the short side."""
        return f64(np.stack([-self.top[:, 1], self.top[:, 0]], 1))


def straightened(nets: Nets, picture: Halves, seen: Seen, groups: Sequence[Group]) -> Seen:
    """The same corners, those turned against their card put right where they are read more clearly then."""
    cards = lying(seen, groups)
    rows, owners = _turned(seen.corners, cards)
    if not len(rows):
        return seen
    chosen = _placed(seen.corners.take(rows), cards, owners)
    again = read_patches(nets, picture, chosen, cards.px_per_mm[owners])
    better = np.flatnonzero(clearness(again) > clearness(seen.marks.take(rows)))
    moved, chosen, again = rows[better], chosen.take(better), again.take(better)
    corners = Corners(
        _put(seen.corners.at, moved, chosen.at),
        _put(seen.corners.up, moved, chosen.up),
        _put(seen.corners.centre, moved, chosen.centre),
        seen.corners.heat,
    )
    marks = Marks(*(_put(old, moved, new) for old, new in zip(seen.marks.parts, again.parts, strict=True)))
    scales = _put(seen.scales, moved, cards.px_per_mm[owners[better]])
    order = np.argsort(np.isin(np.arange(len(corners)), moved), kind="stable")
    kept = np.sort(order[apart(corners.at[order], SAME_MM * scales[order])])
    return replace(seen, corners=corners.take(kept), scales=scales[kept], marks=marks.take(kept))


def lying(seen: Seen, groups: Sequence[Group]) -> Lying:
    """How cards lie, of those with the same middle the surest: by two opposite corners, exactly, or by its body."""
    clear = clearness(seen.marks)
    found: list[tuple[float, tuple[float, ...]]] = []
    for group in groups:
        members = list(group.rows)
        if float((seen.corners.up[members] @ seen.corners.up[members[0]]).min()) < 0:
            pose, turn = group.pose, math.radians(group.pose.angle)
            line = (seen.corners.at[members] - (pose.x, pose.y)) / pose.px_per_mm
            aside = float(np.abs(line @ (math.cos(turn), math.sin(turn))).mean())
            above = float(np.abs(line @ (math.sin(turn), -math.cos(turn))).mean())
            row = (pose.x, pose.y, math.sin(turn), -math.cos(turn), pose.px_per_mm, aside, above, PAIR_MM)
            found.append((float(clear[members].mean()), row))
    for body in np.flatnonzero(seen.bodies.heat > BODY_HEAT):
        (x, y), top, scale = seen.bodies.at[body], seen.bodies.tops[body], seen.bodies.px_per_mm[body]
        found.append((BODY_SURE, (x, y, *top, scale, *OFFSET_MM, BODY_MM)))
    found.sort(key=lambda one: -one[0])
    table = f64([row for _, row in found]).reshape(-1, 8)
    table = table[apart(table[:, :2], APART_MM * table[:, 4])]
    return Lying(table[:, :2], table[:, 2:4], table[:, 4], table[:, 5:7], table[:, 7])


def _turned(corners: Corners, cards: Lying) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows of corners that lie where a card has an index but are turned against it, and of those cards."""
    if not len(corners) or not len(cards.at):
        return np.zeros(0, np.intp), np.zeros(0, np.intp)
    line = (corners.at[:, None] - cards.at[None]) / cards.px_per_mm[None, :, None]
    aside, above = (line * cards.right[None]).sum(2), (line * cards.top[None]).sum(2)
    off = np.hypot(np.abs(aside) - cards.index[:, 0], np.abs(above) - cards.index[:, 1])
    straight = (corners.up @ cards.top.T) * np.sign(above)
    nearest, every = (off / cards.within).argmin(1), np.arange(len(corners))
    near = off[every, nearest] < cards.within[nearest]
    rows = np.flatnonzero(near & (straight[every, nearest] < math.cos(math.radians(BODY_DEGREES))))
    return rows, np.asarray(nearest[rows], np.intp)


def _placed(corners: Corners, cards: Lying, owners: NDArray[np.intp]) -> Corners:
    """Corners as they are if they belong to these cards (rows): towards the nearer short edge, and where opposite
    indices tell the place, in that place."""
    top, right, middle = cards.top[owners], cards.right[owners], cards.at[owners]
    line = corners.at - middle
    above = np.where((line * top).sum(1) < 0, -1.0, 1.0)[:, None]
    beside = np.where((line * right).sum(1) < 0, -1.0, 1.0)[:, None]
    aside, over = (cards.index[owners] * cards.px_per_mm[owners][:, None]).T[:, :, None]
    exact = (cards.within[owners] == PAIR_MM)[:, None]
    at = np.where(exact, middle + right * beside * aside + top * above * over, corners.at)
    return replace(corners, at=f64(at), up=f64(top * above), centre=f64(middle))


def _put(values: NDArray[Number], rows: NDArray[np.intp], new: NDArray[Number]) -> NDArray[Number]:
    """A copy with other values in some rows."""
    copy = values.copy()
    copy[rows] = new
    return copy


def clearness(marks: Marks) -> Float:
    """How likely each is an index and what it seems to be."""
    return f32(marks.index * np.exp(marks.glyph.max(1) + marks.suit.max(1)))
