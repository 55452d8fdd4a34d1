"""The one way from a picture to what is believed of it: `dalje see` and the watcher of a session both go through here.

A picture without anything to see is not read. What is printed on the table is masked, what is left is read; then the
readings are doubted: red and blue swapped (nothing is believed), no colour (nothing is accepted), indices too small or
blurred (those are not). Where reading left doubts, the cause is looked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.ports import CARD_MM, Reader, Reading, Remark
from vision.arrays import Picture, u8
from vision.looking import ink, quality
from vision.looking.empty import EmptyTable
from vision.looking.unread import Looker, mostly_unread, unread
from vision.pictures import remarks
from vision.reading.bodies import NO_BODIES, Bodies

MOST_CARDS = 250
"""The reader looks at no more indices of a picture than twice as many cards and a few have: beyond, some may be left
out, and that is said."""
PROBED_PX = (48.0, 32.0)
"""Heights of cards (px) too small to be read that are looked for when nothing was found."""
PROBE_PX = (420, 320)
"""Largest part of a picture that is looked at for them: it is enlarged several times."""
EXPLAINING = {"blurred", "low_contrast"}
"""Remarks that explain why cards of any deck were not read."""
SMALL_P = 0.9
"""No reading of too small an index is surer than this."""
NEAR = 0.25
"""Middles of two readings of one card are no further apart than this share of its box."""
PROBE_SHARE = 0.6
"""Readings likelier than this count there."""


@dataclass(frozen=True)
class Examined:
    """What is on a picture, and what is to be said of it."""

    readings: tuple[Reading, ...] = ()
    remarks: tuple[Remark, ...] = ()
    in_order: bool | None = None
    """whether red and blue are where they should be; None: the picture does not show it"""
    unread: int = 0
    """so many cards lie face up of which nothing was read, as far as the reader tells what it saw"""
    bodies: Bodies = NO_BODIES
    """all cards that were seen, whichever side is up, as far as the reader tells (px of the picture)"""

    @property
    def refused(self) -> bool:
        """Whether the picture was not read because nothing of it may be believed."""
        return any(remark.refused for remark in self.remarks)


def examine(
    reader: Reader,
    image: Picture,
    px_per_mm: float | None = None,
    empty: EmptyTable | None = None,
    corner: tuple[int, int] = (0, 0),
    red_suits: str = "HD",
) -> Examined:
    """Read a BGR picture, or a cut-out of one that begins at ``corner`` (px) of the view of ``empty``.

    ``red_suits`` may tell whether red and blue are swapped: a single picture must be judged by what is on it, but where
    more cards will come it is better to wait for a heart, since decks of four colours have blue diamonds. A reader of a
    deck whose hearts are not red says so by ``red_hearts = False``; colours are then not judged.
    With ``px_per_mm`` the scale is taken as known; without it a picture on which nothing is found is also searched for
    cards too small to read, to say so, and for cards of a deck that would have to be enrolled, where nothing else
    explains what was not read.
    """
    if (nothing := quality.hopeless(image)) is not None:
        return Examined((), (nothing,))
    shown = image if empty is None else empty.hide(image, corner)
    readings, bodies = _read(reader, shown, px_per_mm)
    if empty is not None:
        readings = tuple(one for one in readings if not empty.shows(one, image, corner))
    in_order = _in_order(reader, shown, readings, px_per_mm, red_suits) if getattr(reader, "red_hearts", True) else None
    if in_order is False:
        return Examined((), (remarks.swapped(),), in_order)
    every = bodies
    if empty is not None or px_per_mm is not None:
        bodies = NO_BODIES  # what is printed on a table is no card, and a cut-out shows parts of some
    missed = unread(bodies, readings)
    large = bodies.take(np.flatnonzero(bodies.height * quality.INDEX_MM / CARD_MM[1] >= quality.LEAST_INDEX_PX))
    foreign = (remarks.unread(),) if mostly_unread(large, readings) else ()
    if not readings:
        why = (quality.why_nothing(image) or _too_small(reader, shown)) if px_per_mm is None else None
        return Examined((), foreign if why is None else (why,), unread=missed, bodies=every)
    readings = doubted(readings)
    said = quality.why_unsure(shown, readings)
    # A cut-out may show nothing but white paper and black print.
    grey = px_per_mm is None and not quality.coloured(image)
    if grey and not EXPLAINING & {one.code for one in said}:
        said = (remarks.no_colour(), *said)
    if grey:
        readings = tuple(weakened(one) for one in readings)
    elif "blurred" in {one.code for one in said}:
        readings = tuple(weakened(one) if one.accepted and quality.blurred(shown, one) else one for one in readings)
    if not EXPLAINING & {one.code for one in said}:
        said = (*said, *foreign)
    if len(readings) > MOST_CARDS:
        said = (remarks.crowded(MOST_CARDS), *said)
    return Examined(readings, said, in_order, missed, every)


def _read(reader: Reader, image: Picture, px_per_mm: float | None) -> tuple[tuple[Reading, ...], Bodies]:
    """The cards of a picture, and the bodies that were seen, if the reader tells."""
    if not isinstance(reader, Looker):
        return reader.read(image, px_per_mm), NO_BODIES
    seen = reader.look(image, px_per_mm)
    return reader.tell(seen, image), seen.bodies


def _in_order(
    reader: Reader, image: Picture, readings: Sequence[Reading], px_per_mm: float | None, suits: str
) -> bool | None:
    """Whether red and blue are in order, None if it does not show.

    A blue heart may be taken for a spade. So where print is blue and no heart or diamond tells, the picture is read
    with the colours exchanged too: if it then has red hearts or diamonds, that is the right order, unless they were
    read more surely as something else before (some decks have blue spades).
    """
    told = ink.order(image, readings, suits)
    if told is not None or not ink.blue(image, readings):
        return told
    other = np.ascontiguousarray(image[..., ::-1])
    surer = [
        one for one in reader.read(other, px_per_mm) if not any(one.p < old.p and _near(one, old) for old in readings)
    ]
    return False if ink.order(other, surer, suits) else None


def _near(one: Reading, other: Reading) -> bool:
    """Whether two readings of a picture are of one card."""
    (x, y, wide, high), (x2, y2, wide2, high2) = one.box, other.box
    apart = np.hypot(x + wide / 2 - x2 - wide2 / 2, y + high / 2 - y2 - high2 / 2)
    return bool(apart < NEAR * max(wide, high))


def doubted(readings: Sequence[Reading]) -> tuple[Reading, ...]:
    """The readings, none of them accepted or sure whose index is too small for that."""
    return tuple(weakened(one) if quality.index_px(one) < quality.LEAST_INDEX_PX else one for one in readings)


def weakened(one: Reading, most: float = SMALL_P) -> Reading:
    """The reading no surer than ``most``, and not accepted."""
    share = min(1.0, most / max(one.p, 1e-9))
    odds = {face: p * share for face, p in one.odds.items()}
    return replace(one, p=one.p * share, accepted=False, odds=odds)


def _too_small(reader: Reader, image: Picture) -> Remark | None:
    """Whether the busiest part of a picture shows cards that are too small to read."""
    part = busiest(image, PROBE_PX)
    for height in PROBED_PX:
        scale = height / CARD_MM[1]
        found = [one for one in reader.read(part, scale) if one.p > PROBE_SHARE]
        if found:
            card = float(np.median([quality.card_px(one) for one in found]))
            return remarks.too_small(card, card * quality.INDEX_MM / CARD_MM[1])
    return None


def busiest(image: Picture, size: tuple[int, int]) -> Picture:
    """The part of at most this size (width, height) that has most edges."""
    high, wide = image.shape[:2]
    width, height = min(size[0], wide), min(size[1], high)
    step = max(1, round(max(wide, high) / 320))
    grey = cv2.cvtColor(
        u8(cv2.resize(image, (-(-wide // step), -(-high // step)), interpolation=cv2.INTER_AREA)), cv2.COLOR_BGR2GRAY
    )
    edges = np.abs(cv2.Laplacian(grey, cv2.CV_32F))
    window = (max(1, width // step), max(1, height // step))
    sums = cv2.boxFilter(edges, -1, window, normalize=False, borderType=cv2.BORDER_CONSTANT)
    row, column = np.unravel_index(int(sums.argmax()), sums.shape)
    left = int(np.clip(column * step - width // 2, 0, wide - width))
    top = int(np.clip(row * step - height // 2, 0, high - height))
    return image[top : top + height, left : left + width]
