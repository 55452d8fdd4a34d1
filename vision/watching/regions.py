"""Reading parts of a frame: what changed, with as much around it as its cards need, as places on the table.

A part is cut out with a narrow margin, since what it costs to read grows with its area. Cards known to lie there are in
it whole, and where a reading turns out to stick out of it, it is read again with a wide margin.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from companion.ports import CARD_MM, Frame, Reader, Remark, Sighting
from vision.arrays import Matrix, Picture, f64
from vision.looking.empty import EmptyTable
from vision.looking.examine import Examined, examine, weakened
from vision.looking.facedown import backs
from vision.looking.quality import grey
from vision.pictures import remarks
from vision.rects import Rect
from vision.watching.lone import IndexPlaces, settled
from vision.watching.motion import Mask
from vision.watching.sightings import Spot, spot
from vision.watching.zones import cut_outs, inside, marked, quad_px, scale_at

MARGIN_MM = 8.0
"""Read so far around what changed: an index at its rim is then seen with its surroundings ..."""
WIDE_MM = 60.0
"""... or so far, where that was too little: half a card's diagonal is 54 mm."""
OUT_MM = 4.0
"""A card that reaches so far out of what was read is read again with the wide margin."""
COLOURS_SHOW = 3
"""With so many open cards on the table a camera that shows no colour at all has none."""
GREY_P = 0.87
"""Without colour no reading is surer than this: a dozen such frames of one card make 0.9 together."""
OF_WHOLES = ("black", "white", "plain")
"""Remarks that say nothing about a part: a plain cloth is plain."""


@dataclass
class Found:
    """What reading some parts of one frame gave; ``in_order``: whether red and blue are, as far as it shows."""

    spots: list[Spot] = field(default_factory=list)
    """cards, the backs among them"""
    beside: list[Spot] = field(default_factory=list)
    """faces whose middle lies outside what was to be read"""
    remarks: dict[str, Remark] = field(default_factory=dict)
    in_order: bool | None = None


class RegionReader:
    """Reads parts of frames of one camera through `vision.looking.examine`.

    ``empty``: a picture of the bare table by this camera; what is printed there is not read.
    """

    def __init__(self, reader: Reader, empty: Picture | None = None) -> None:
        self.reader = reader
        self.own_scale: float | None = None
        """Px per mm of frames without calibration, found from the cards on them"""
        self.nudge: Matrix = f64(np.eye(3))
        """From px of a frame to px of one as it was when the camera was calibrated"""
        self.places = IndexPlaces()
        """Where the deck's indices are printed, on a calibrated table"""
        self._bare_picture, self._fits = empty, False
        self._bare: EmptyTable | None = None

    def set_empty(self, empty: Picture | None) -> None:
        """Take another picture of the bare table, or do without."""
        self._bare_picture, self._bare, self._fits = empty, None, False

    def pushed(self, onto: Matrix) -> None:
        """Take into account that the picture has moved: px then to px now."""
        self.nudge = f64(self.nudge @ np.linalg.inv(onto))
        self._bare, self._fits = None, False

    def to_mm(self, frame: Frame) -> Matrix | None:
        """From px of a frame to mm of the table; without calibration the cards give the scale, None without cards."""
        if frame.to_mm is not None:
            return f64(f64(frame.to_mm).reshape(3, 3) @ self.nudge)
        if self.own_scale is None:
            readings = examine(self.reader, frame.image).readings
            sides = [np.linalg.norm(np.subtract(r.quad[0], r.quad[3])) for r in readings if r.quad]
            if not sides:
                return None
            self.own_scale = float(np.median(sides)) / CARD_MM[1]
        return f64(np.diag([1 / self.own_scale, 1 / self.own_scale, 1.0]))

    def read(self, frame: Frame, where: Mask, known: Sequence[Sighting] = ()) -> Found:
        """The cards whose middle lies in ``where`` (cells); ``known`` cards there are read whole."""
        found, to_mm = Found(), self.to_mm(frame)
        if to_mm is None:
            return found
        size, to_px = (frame.image.shape[1], frame.image.shape[0]), f64(np.linalg.inv(to_mm))
        there = [quad_px(card, to_px) for card in known if inside(where, (card.x, card.y), to_px, size)]
        wanted = where | marked(where.shape, there, size)
        if wanted.all():
            self._align(frame, found, scale_at(to_mm, (size[0] / 2, size[1] / 2)))
        for rect in cut_outs(wanted, size, to_mm, MARGIN_MM):
            seen, spots = self._examined(frame, rect, to_mm)
            kept = [one for one in spots if inside(where, (one.x, one.y), to_px, size)]
            faces = [one for one in kept if not one.back]
            if any(_sticks_out(one, rect, size, OUT_MM * scale_at(to_mm, one.quad[0])) for one in faces):
                wider = _grown(rect, (WIDE_MM - MARGIN_MM) * scale_at(to_mm, rect[:2]), size)
                seen, spots = self._examined(frame, wider, to_mm)
                kept = [one for one in spots if inside(where, (one.x, one.y), to_px, size)]
            found.spots += kept
            found.beside += [one for one in spots if not one.back and not any(one is other for other in kept)]
            found.remarks |= {remark.code: remark for remark in seen.remarks if remark.code not in OF_WHOLES}
            found.in_order = seen.in_order if seen.in_order is not None else found.in_order
        self._doubt_colours(frame, found, known)
        return found

    def _doubt_colours(self, frame: Frame, found: Found, known: Sequence[Sighting]) -> None:
        """Believe nothing surely if the camera shows no colour though so much lies there."""
        faces = sum(not one.back for one in found.spots) + sum(not one.back for one in known)
        if found.spots and faces >= COLOURS_SHOW and grey(frame.image):
            found.remarks["no_colour"] = remarks.no_colour()
            weak = [one if one.back else replace(one, reading=weakened(one.reading, GREY_P)) for one in found.spots]
            found.spots = weak

    def _examined(self, frame: Frame, rect: Rect, to_mm: Matrix) -> tuple[Examined, list[Spot]]:
        left, top, right, bottom = rect
        scale = scale_at(to_mm, ((left + right) / 2, (top + bottom) / 2))
        bare = self._bare if self._fits else None
        cut = frame.image[top:bottom, left:right]
        seen = examine(self.reader, cut, scale, bare, (left, top), red_suits="H")
        down = backs(cut, seen.bodies, seen.readings, scale)
        spots = [spot(one, to_mm, (left, top)) for one in (*seen.readings, *down)]
        if frame.to_mm is None:  # (a scale guessed from the cards tells nothing more of them)
            return seen, spots
        self.places.learn(spots)
        return seen, [settled(one, frame.image, to_mm, self.places) for one in spots]

    def _align(self, frame: Frame, found: Found, px_per_mm: float) -> None:
        """Fit the picture of the bare table to a frame that is read whole."""
        if self._bare_picture is None:
            return
        if self._bare is None:
            self._bare = EmptyTable(self._bare_picture, self.reader, px_per_mm)
        self._fits = self._bare.align(frame.image)
        if not self._fits:
            found.remarks["other_table"] = remarks.other_table()


def _sticks_out(one: Spot, rect: Rect, size: tuple[int, int], by: float) -> bool:
    """Whether a card reaches more than ``by`` px out of a cut-out that is not the picture's own edge."""
    corners = f64(one.quad)
    (left, top), (right, bottom) = corners.min(0), corners.max(0)
    return bool(
        (left < rect[0] - by and rect[0] > 0)
        or (top < rect[1] - by and rect[1] > 0)
        or (right > rect[2] + by and rect[2] < size[0])
        or (bottom > rect[3] + by and rect[3] < size[1])
    )


def _grown(rect: Rect, by: float, size: tuple[int, int]) -> Rect:
    left, top, right, bottom = rect
    return max(0, int(left - by)), max(0, int(top - by)), min(size[0], int(right + by)), min(size[1], int(bottom + by))
