"""Going on after the camera was pushed: the cards that lie there show whether the estimate of the push is right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.ports import Sighting
from vision.arrays import Matrix, Picture, f32, f64
from vision.watching.camera_moved import LEAST_FIELDS, Standing
from vision.watching.regions import RegionReader
from vision.watching.sightings import Card, alike, distance

PROVED = 0.5
"""This share of the open cards must be found again where they lay."""
SAME_FACE, NEAR_MM = 0.5, 20.0
"""They are found again if they show the same face, no further off than this."""
LEAST_CARDS = 2
"""So many cards tell the shift and turn of the picture more exactly than the points that were followed."""
FITS_MM = 3.0
"""They lie where they lay, then, within this (median)."""


FIELDS_WITHOUT_CARDS = 15
"""Where no open card can prove a push, points of so many fields of the picture must agree on it: on a plain cloth a
pack that is shuffled is all that has points, and moves as one thing."""


class Pushes:
    """Notices that the camera was pushed, and corrects where the reader thinks the table is."""

    def __init__(self, regions: RegionReader) -> None:
        self._regions, self._standing = regions, Standing()
        self._home: tuple[Standing, Matrix] | None = None
        self._before: list[Card] | None = None

    def forget(self) -> None:
        """The camera stands as it was calibrated, and the next picture is its first."""
        self._standing, self._home, self._before = Standing(), None, None
        self._regions.nudge = f64(np.eye(3))

    @property
    def unproved(self) -> bool:
        """Whether a push was noticed and no card has confirmed yet how far it went."""
        return self._before is not None

    def learn(self, image: Picture) -> None:
        """Take a picture in which all is at rest and known."""
        if not self.unproved:
            self._standing.learn(image)

    def noticed(self, image: Picture, cards: Sequence[Card]) -> bool:
        """Whether the camera was pushed since then; the reader's view of the table is brought in line."""
        least = LEAST_FIELDS if any(proves(card) for card in cards) else FIELDS_WITHOUT_CARDS
        push = None if self.unproved else self._standing.pushed(image, least)
        if push is None:
            return False
        self._home, self._before = (self._standing, self._regions.nudge), list(cards)
        self._regions.pushed(push.onto)
        self._standing = Standing()
        self._standing.learn(image)
        return True

    def prove(
        self, after: Sequence[Card], within: Callable[[Sighting], bool], whole: bool, to_mm: Matrix
    ) -> bool | None:
        """Whether the cards found after a push confirm it, None as long as none was looked at; ``whole``: all was.

        Cards that do are also used to tell more exactly how the picture moved. ``to_mm`` is the camera's calibration.
        """
        assert self._before is not None
        proof = prove(self._before, after, within)
        if proof is None:
            if whole or not any(proves(card) for card in self._before):
                self._before = None
                return True
            return None
        if proof.holds and proof.onto is not None:
            self._regions.nudge = f64(np.linalg.inv(to_mm) @ proof.onto @ to_mm @ self._regions.nudge)
        if proof.holds:
            self._before = None
        return proof.holds

    def give_up(self) -> list[Card]:
        """The push was not understood: the cards as they were known before."""
        before, self._before = self._before or [], None
        if self._home is not None:
            self._standing, self._regions.nudge = self._home
        return before

    def back(self, image: Picture) -> bool:
        """Whether the camera stands again where it stood before a push that was not understood."""
        return self._standing.stands(image)


@dataclass(frozen=True)
class Proof:
    """The cards that lay there before the push, and how many of those that were looked at are there."""

    looked: int
    found: int
    onto: Matrix | None
    """from the places (mm) that were seen now to those before, where the cards tell"""

    @property
    def holds(self) -> bool:
        """Whether the estimate is right, as far as cards show."""
        return self.found >= PROVED * self.looked


def proves(card: Card) -> bool:
    """Whether a card that was known before a push can tell how far it went: an open one that was seen."""
    return card.sighting.seen and not card.back


def prove(before: Sequence[Card], after: Sequence[Card], within: Callable[[Sighting], bool]) -> Proof | None:
    """Set the cards before a push against those found after it; None if no open card was looked at."""
    tracks = {card.sighting.track: card.sighting for card in after if card.sighting.seen}
    old = [card.sighting for card in before if proves(card) and within(card.sighting)]
    if not old:
        return None
    pairs = [
        (one, tracks[one.track])
        for one in old
        if one.track in tracks
        and distance(one, tracks[one.track]) < NEAR_MM
        and alike(one.odds, tracks[one.track].odds) >= SAME_FACE
    ]
    return Proof(len(old), len(pairs), _onto(pairs))


def _onto(pairs: Sequence[tuple[Sighting, Sighting]]) -> Matrix | None:
    if len(pairs) < LEAST_CARDS:
        return None
    then, now = f32([(a.x, a.y) for a, _ in pairs]), f32([(b.x, b.y) for _, b in pairs])
    if float(np.linalg.norm(np.ptp(then, axis=0))) < 120:
        return f64([[1, 0, (then - now).mean(0)[0]], [0, 1, (then - now).mean(0)[1]], [0, 0, 1]])
    model, _ = cv2.estimateAffinePartial2D(now, then, method=cv2.LMEDS)
    if model is None:
        return None
    misfit = np.linalg.norm(cv2.transform(now[None], model)[0] - then, axis=1)
    return f64(np.vstack([model, [0, 0, 1]])) if float(np.median(misfit)) < FITS_MM else None
