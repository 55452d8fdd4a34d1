"""The card reader: a picture in, the cards on it out.

Corners and bodies of cards are found in a copy scaled so that cards have the size the finder was trained for; each
corner is cut out of the full picture, turned upright and read, corners of one card are joined, the whole face is asked
where they leave doubt, and all that is weighed and added.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from companion.ports import Reading, Trouble
from vision.arrays import Matrix, Picture
from vision.reading.again import look_again
from vision.reading.calibrate import Calibration, load_calibration
from vision.reading.columns import without_doubles, without_undersides
from vision.reading.embed import FaceNet
from vision.reading.evidence import Evidence
from vision.reading.halves import Halves
from vision.reading.judge import Judged, judge, reading, weigh_equal
from vision.reading.names import LANGUAGES, face_probabilities, languages, only
from vision.reading.nets import MODELS, Nets
from vision.reading.pair import Group, group
from vision.reading.patches import Marks
from vision.reading.scale import Seen, find_cards_of_any_size, look
from vision.reading.straight import straightened
from vision.reading.wholefaces import ask_faces

JUNK_LOGIT = 1.0
"""A patch with more than this is no index."""


LEAST_P = 0.3
"""What is less likely than this is not worth a question ..."""
LONELY_P = 0.8
"""... or than this where an index lies on the bare table without its card (print in a newspaper looks like that)."""
SURE_HEAT, SURE_INDEX = 0.6, 5.0
"""... unless the finder and the patch network are this sure that there is an index, whatever it says ..."""
SURE_BODY = 0.85
"""... or the finder this sure that a card lies open there."""


class CardReader:
    """Reads cards; satisfies `companion.ports.Reader`.

    ``packs``: how many equal cards there can be in one picture; beyond that readings weaken each other.
    ``language``: one of `vision.reading.names.LANGUAGES`, None lets the picture's own letters decide.
    ``threads``: of the networks. ``calibration``: by default the one that belongs to the models.
    Raises Trouble when a model is missing or the language is unknown.
    """

    def __init__(
        self,
        *,
        packs: int = 1,
        language: str | None = None,
        threads: int = 1,
        models: Path = MODELS,
        calibration: Calibration | None = None,
    ) -> None:
        if language is not None and language not in LANGUAGES:
            raise Trouble(f"there is no index language {language!r}: choose one of {', '.join(LANGUAGES)}")
        self.nets = Nets(models, threads)
        self.calibration = load_calibration(models / "calibration.json") if calibration is None else calibration
        self.packs, self.language = packs, language

    def read(self, image: Picture, px_per_mm: float | None = None) -> tuple[Reading, ...]:
        """All cards of a BGR picture, the surest first; the scale is found when it is not given.

        A card is named by its likeliest face; ``quad`` starts at the corner that is upper left when the card is
        turned by less than a quarter. Backs and things that are no cards give nothing.
        """
        return self.tell(self.look(image, px_per_mm), image)

    def look(self, image: Picture, px_per_mm: float | None = None) -> Seen:
        """Corner indices of a picture and what is printed in them, and where cards lie."""
        if px_per_mm is None:
            return find_cards_of_any_size(self.nets, image)
        if not px_per_mm > 0:
            raise Trouble(f"{px_per_mm} px per mm is no scale: give a positive number")
        return look(self.nets, Halves(image), px_per_mm)

    def tell(self, seen: Seen, image: Picture) -> tuple[Reading, ...]:
        """The cards of a picture in which this was seen, the surest first."""
        size = (image.shape[1], image.shape[0])
        pairs = [(card, reading(card, size, self.calibration)) for card in self.judge(seen, image)]
        likely = [one for card, one in pairs if worth_telling(card.evidence, one.p)]
        return tuple(sorted(weigh_equal(likely, self.packs, self.calibration.accept_alone), key=lambda r: -r.p))

    def judge(self, seen: Seen, image: Picture) -> list[Judged]:
        """The cards of a picture with the evidence for them, before calibration."""
        picture = Halves(image)
        real = np.flatnonzero(seen.marks.junk < JUNK_LOGIT)
        seen = replace(seen, corners=seen.corners.take(real), scales=seen.scales[real], marks=seen.marks.take(real))
        seen = without_doubles(seen)
        seen = straightened(self.nets, picture, seen, self._groups(seen))
        seen = without_undersides(look_again(self.nets, picture, seen, self._groups(seen)))
        language = self._language(seen.marks)
        judged = judge(seen.corners, seen.scales, seen.marks, language, seen.bodies)
        return ask_faces(FaceNet(self.nets), picture, judged)

    def _groups(self, seen: Seen) -> list[Group]:
        faces = face_probabilities(seen.marks, self._language(seen.marks))
        return group(seen.corners, seen.scales, faces, seen.bodies)

    def _language(self, marks: Marks) -> Matrix:
        if self.language is not None:
            return only(self.language)
        return languages(marks, marks.index)


def worth_telling(evidence: Evidence, p: float) -> bool:
    """Whether a reading is likely enough, or surely of a card: leaving that out would be a silent mistake."""
    if evidence.lonely:
        return p >= LONELY_P
    surely = evidence.heat >= SURE_HEAT and evidence.index >= SURE_INDEX
    return p >= LEAST_P or surely or (evidence.corners > 0 and evidence.body >= SURE_BODY)
