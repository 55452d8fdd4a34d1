"""From a picture with one card before each player to a calibrated table, or one sentence that says what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.ports import CARD_MM, Trouble
from companion.texts import Text, counted, text
from vision.arrays import Matrix, Picture, f64
from vision.setup.plane import Lens, Plane, fit_plane
from vision.setup.rectangles import CardSearch, CardsSeen
from vision.setup.seats import SeatPlan, plan_seats

MOST_SEATS = 12
DISAGREE_MM = 0.25
"""Cards whose corners are farther (median) from where a flat table has them are of another size, or badly seen."""
OPEN_MM = 6.0
"""With the area known less exactly than this, further cards are asked for."""


@dataclass(frozen=True)
class SetUp:
    """A calibrated table: who sits where, how well the cards agreed (mm), how exactly the corners of the area are known
    (mm), and what is to be said of it."""

    plan: SeatPlan
    plane: Plane
    off_mm: float
    doubt_mm: float
    remarks: tuple[Text, ...] = ()


def set_up(
    cards: Picture,
    more: Sequence[Picture] = (),
    players: int | None = None,
    card_mm: tuple[float, float] = CARD_MM,
    lens: Lens | None = None,
) -> SetUp:
    """The table of a picture with one card before each player; ``more`` pictures show further cards, anywhere.

    Raises Trouble: no cards, too many, others than ``players``, cards that do not agree, pictures of unlike size.
    """
    seen = CardSearch(cards, card_mm, lens).cards()
    _check_number(0 if seen is None else len(seen.rectangles), players)
    assert seen is not None
    plane, count = seen.plane, len(seen.rectangles)
    if further := [_further(picture, cards, card_mm, lens) for picture in more]:
        quads = [one.quad for part in (seen, *further) for one in part.rectangles]
        tilt = (float(plane.camera[2]), float(plane.camera[3]))
        plane = fit_plane(quads, plane.size, card_mm, lens, tilt)
    off = float(np.median(plane.off_mm))
    if off > DISAGREE_MM:
        words = text(
            "the cards do not fit a flat table by {mm} mm: lay them flat on ground of another colour, and check that "
            "--card says their size",
            mm=f"{off:.1f}",
        )
        raise Trouble(words)
    plan = plan_seats(plane, count)
    doubt = float(plane.doubt_mm(_corners_px(plan, plane.size)).max())
    open_ = text(
        "The corners of the table are known to {mm} mm only: add a picture with further cards far apart on the table",
        mm=f"{doubt:.0f}",
    )
    return SetUp(plan, plane, off, doubt, (open_,) if doubt > OPEN_MM else ())


def _check_number(found: int, players: int | None) -> None:
    if found == 0:
        words = text(
            "no card is seen: lay one before each player, clear of hands and of each other, on ground of another colour"
        )
        raise Trouble(words)
    if players is not None and found != players:
        words = counted(
            "{n} card is seen, but {players} play: lay one whole card before each player, clear of the picture's "
            "edge, and take others away",
            "{n} cards are seen, but {players} play: lay one whole card before each player, clear of the picture's "
            "edge, and take others away",
            found, players=players,
        )  # fmt: skip
        raise Trouble(words)
    if found < 2:
        raise Trouble(text("only one card is seen: lay one before each player"))
    if found > MOST_SEATS:
        raise Trouble(
            text("{n} cards are seen, but at most {most} play: take the others away", n=found, most=MOST_SEATS)
        )


def _further(picture: Picture, first: Picture, card_mm: tuple[float, float], lens: Lens | None) -> CardsSeen:
    if picture.shape != first.shape:
        raise Trouble(text("the pictures are not all of one size: take them with the same camera"))
    seen = CardSearch(picture, card_mm, lens).cards()
    if seen is None:
        raise Trouble(text("a picture with further cards shows none: lay them clear of each other"))
    return seen


def _corners_px(plan: SeatPlan, size: tuple[int, int]) -> Matrix:
    """The corners of the area, as far as they are in the picture (px)."""
    (w, h), to_px = plan.area, np.linalg.inv(plan.to_mm)
    corners = np.array([(0, 0, 1), (w, 0, 1), (w, h, 1), (0, h, 1)]) @ to_px.T
    return f64(np.clip(corners[:, :2] / corners[:, 2:], 0, np.array(size) - 1.0))
