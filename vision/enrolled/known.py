"""Reading an enrolled deck: what its profile says of each whole card, added to what the reader says of its corners.

The profile's evidence is how like each known face a card looks: with d the distance 1 - cosine of two embeddings, face
i has the weight (d_i + least) ** -power, and a face that the profile does not hold, or a picture that tells nothing,
(unknown + least) ** -power. Ratios of distances count, not differences: in a clear picture all are small. The numbers
were fitted on rendered decks by maximum likelihood (vision/fitting/known_fit.py).
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from companion.cards import RANKS, SUITS
from companion.ports import Reading, Trouble
from companion.texts import text
from vision.arrays import Float, Matrix, Picture, f32, f64
from vision.enrolled.profiles import Profile
from vision.reading.embed import FaceNet, Placed, pose_of
from vision.reading.halves import Halves
from vision.reading.judge import NAMED, box_of, weigh_equal
from vision.reading.nets import MODELS
from vision.reading.reader import CardReader
from vision.reading.scale import Seen
from vision.reading.whole import Whole, whole_cards

LEAST_PRIOR = 1e-5
"""However sure the corners are, no face is less likely before the profile is asked."""
STRANGER = 0.5
"""What the corners alone say of a card that the deck should not need them for is worth no more than this."""
FITTED_STRANGERS, STRANGERS = 0.03, 0.01
"""How often a card was none of its profile's faces when that was fitted, and is if none seems to be missing."""
KNOWN = 0.5
"""A card that is more likely than this one of the profile's is taken for a card."""
SAME_SIZE = 1.12
"""Cards of one deck in one picture differ in size by no more than this, seen from above."""
MOST = 0.9999


class FaceLooker(Protocol):
    """`vision.reading.embed.FaceNet`, as far as profiles need it."""

    @property
    def there(self) -> bool: ...
    @property
    def name(self) -> str: ...
    def recognise(self, picture: Halves, cards: Sequence[Placed]) -> Float: ...


class CornerReader(Protocol):
    """`vision.reading.reader.CardReader`, as far as profiles need it."""

    packs: int

    def look(self, image: Picture, px_per_mm: float | None = None) -> Seen: ...
    def tell(self, seen: Seen, image: Picture) -> tuple[Reading, ...]: ...


@dataclass(frozen=True)
class Likeness:
    """The fitted numbers; ``same``: views at least this alike are of one face, ``accept``: least p of what is sure."""

    power: float
    least: float
    unknown: float
    same: float
    accept: float

    def weights(self, similar: Matrix, strange: float = 1.0) -> tuple[Matrix, float]:
        """Likelihoods of the faces of a profile and of "none of them", up to one factor.

        ``strange``: how much likelier than at FITTED_STRANGERS a card is none of them.
        """
        logs = -self.power * np.log(np.clip(1 - similar, 0, None) + self.least)
        none = -self.power * math.log(self.unknown + self.least) + math.log(strange)
        top = max(float(logs.max(initial=none)), none)
        return f64(np.exp(logs - top)), math.exp(none - top)


def load_likeness(path: Path = MODELS / "likeness.json") -> Likeness:
    """The numbers that belong to the models; raises Trouble when they are missing."""
    try:
        facts: dict[str, Any] = json.loads(path.read_text())
    except OSError as error:
        raise Trouble(text("the reader's file {path} is missing: install the package again", path=path)) from error
    return Likeness(*(float(facts[name]) for name in ("power", "least", "unknown", "same", "accept")))


def strangeness(cards: Sequence[str]) -> float:
    """How much likelier than at FITTED_STRANGERS it is that a card of the deck is none of these faces.

    A deck has the same ranks in all suits: faces that were not enrolled are known to be somewhere. Unnamed ones
    (empty codes) may be they.
    """
    known = {card for card in cards if len(card) == 2 and card[0] in RANKS and card[1] in SUITS}
    whole = 4 * len({card[0] for card in known})
    missing = max(0, whole - len(known) - sum(not card for card in cards))
    return (STRANGERS + missing / max(1, whole)) / FITTED_STRANGERS


class KnownFaces:
    """The faces of a profile as arrays."""

    def __init__(self, profile: Profile) -> None:
        self.cards = tuple(face.card for face in profile.faces)
        """Codes; empty for faces without a name."""
        self.strange = strangeness(self.cards)
        views = [face.embeddings for face in profile.faces]
        self._rows = np.concatenate(views)
        self._starts = np.cumsum([0] + [len(rows) for rows in views[:-1]])

    def similar(self, embeddings: Float) -> Matrix:
        """Cosine with the most similar view of each face: n x faces."""
        return f64(np.maximum.reduceat(embeddings @ self._rows.T, self._starts, axis=1))


class KnownDeckReader:
    """Reads one enrolled deck; satisfies `companion.ports.Reader`.

    Raises Trouble when the profile was made by another network: its numbers mean nothing to this one; or when
    none of its faces has a name.
    """

    def __init__(
        self,
        reader: CornerReader,
        profile: Profile,
        faces: FaceLooker | None = None,
        likeness: Likeness | None = None,
    ) -> None:
        self.reader, self.profile = reader, profile
        self.faces = FaceNet(reader.nets) if faces is None and isinstance(reader, CardReader) else faces
        if self.faces is None or not self.faces.there or self.faces.name != profile.net:
            raise Trouble(
                text(
                    "the deck {name!r} was enrolled with another version of the reader: enrol it again",
                    name=profile.name,
                )
            )
        if not profile.named:
            raise Trouble(
                text(
                    "no face of the deck {name!r} has a name yet: name them with 'dalje enrol --deck {name} --name "
                    "NUMBER=CARD'",
                    name=profile.name,
                )
            )
        self.likeness = load_likeness() if likeness is None else likeness
        self.known = KnownFaces(profile)

    def look(self, image: Picture, px_per_mm: float | None = None) -> Seen:
        """As the ordinary reader."""
        return self.reader.look(image, px_per_mm)

    def read(self, image: Picture, px_per_mm: float | None = None) -> tuple[Reading, ...]:
        """All cards of a BGR picture, the surest first. A card that is none of the profile's gets a low ``p``."""
        return self.tell(self.look(image, px_per_mm), image)

    def tell(self, seen: Seen, image: Picture) -> tuple[Reading, ...]:
        """What the corners and cards that were seen in the picture say."""
        assert self.faces is not None
        size = (image.shape[1], image.shape[0])
        readings = self.reader.tell(seen, image)
        wholes = whole_cards(image, seen.bodies, readings)
        similar = self.known.similar(self.faces.recognise(Halves(image), wholes))
        told = [self._fused(whole, row, readings, size) for whole, row in zip(wholes, similar, strict=True)]
        told = [one for one, whole in zip(told, wholes, strict=True) if one.p >= KNOWN or is_a_card(whole, told)]
        used = {whole.reading for whole in wholes}
        rest = [one for number, one in enumerate(readings) if number not in used]
        told += rest if self.profile.indices else [doubted(one) for one in rest if not covered(one, wholes)]
        return tuple(sorted(weigh_equal(told, self.reader.packs, self.likeness.accept), key=lambda one: -one.p))

    def _fused(self, whole: Whole, similar: Matrix, readings: Sequence[Reading], size: tuple[int, int]) -> Reading:
        """One card: its corners' odds, if they count in this deck, times what the profile says."""
        corners = readings[whole.reading] if whole.reading is not None and self.profile.indices else None
        odds = fuse(self.known.cards, similar, self.likeness, corners.odds if corners else None, self.known.strange)
        card, p = max(odds.items(), key=lambda item: item[1])
        # When both are sure and differ, one of them is wrong.
        torn = corners is not None and corners.accepted and corners.card != card
        quad = whole.quad
        accepted = p >= self.likeness.accept and not torn
        return Reading(card, p, accepted, box_of(quad, size), quad, odds)


def fuse(
    cards: Sequence[str],
    similar: Matrix,
    likeness: Likeness,
    corners: Mapping[str, float] | None,
    strange: float = 1.0,
) -> dict[str, float]:
    """Odds of the faces, likeliest first; what is missing to 1 is a face that has no name in the profile.

    ``corners``: calibrated odds by the corner indices, None where they say nothing. Faces that are not in the profile
    keep the odds that the corners give them, with the likelihood of an unknown face.
    """
    likely, unknown = likeness.weights(similar, strange)
    if corners is None:
        scores = {card: float(one) for card, one in zip(cards, likely, strict=True) if card}
        nameless = unknown + sum(float(one) for card, one in zip(cards, likely, strict=True) if not card)
    else:
        # A covered or blurred card looks like no face: then all faces are as likely as an unknown one.
        floor = unknown / max(1, len(cards))
        known = {card: float(one) + floor for card, one in zip(cards, likely, strict=True) if card}
        every = {*known, *corners}
        scores = {card: max(LEAST_PRIOR, corners.get(card, 0.0)) * known.get(card, floor) for card in every}
        rest = max(LEAST_PRIOR, 1 - sum(corners.values()))
        others = [float(one) for card, one in zip(cards, likely, strict=True) if not card]
        nameless = rest * (floor + max(others, default=0.0))
    total = sum(scores.values()) + nameless
    shares = {card: min(MOST, score / total) for card, score in scores.items()}
    best = max(shares, key=lambda card: shares[card])
    named = {card: p for card, p in shares.items() if p >= NAMED or card == best}
    return dict(sorted(named.items(), key=lambda item: -item[1]))


def is_a_card(whole: Whole, told: Sequence[Reading]) -> bool:
    """Whether what the profile does not know is a card all the same: leaving it out would be a silent mistake.

    The finder saw a body, or it is as large as the cards that are known.
    """
    scales = [pose_of(one.quad).px_per_mm for one in told if one.p >= KNOWN and one.quad]
    return whole.heat > 0 or (
        bool(scales) and abs(math.log(whole.px_per_mm / float(np.median(scales)))) < math.log(SAME_SIZE)
    )


def doubted(reading: Reading) -> Reading:
    """What corners say of a card in a deck whose corners the reader does not know: never sure."""
    odds = {card: STRANGER * p for card, p in reading.odds.items()}
    return Reading(reading.card, STRANGER * reading.p, False, reading.box, reading.quad, odds)


def covered(reading: Reading, wholes: Sequence[Whole]) -> bool:
    """Whether the middle of a reading lies on one of these cards, so that it can only be an ornament of it."""
    x, y = f32(reading.quad or ((reading.box[0], reading.box[1]),)).mean(0)
    return any(float(np.hypot(x - one.pose.x, y - one.pose.y)) < 40 * one.pose.px_per_mm for one in wholes)
