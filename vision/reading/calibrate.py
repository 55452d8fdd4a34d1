"""From evidence to probabilities that mean what they say.

Three steps, each fitted on rendered scenes of decks that no network was trained on (vision/fitting/calibration_fit.py):

1. Log-probabilities of corners and of the whole face are weighed and added (a logarithmic opinion pool; weights by
   maximum likelihood of the true face): the share of each face.
2. A logistic regression says how likely the best face is right, from its share, from what kind of face comes second
   (clubs for spades are another matter than a seven for an ace), and from how the card was found. Jokers have one of
   their own: every deck draws them as it likes, and what is no card is rarely taken for one.
3. A second one says how likely there is no card at all when the best face is wrong; the rest of the doubt goes to the
   other faces by their shares.

The numbers, and the command and the reliability table that belong to them, are in models/calibration.json.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from companion.cards import SUITS
from companion.ports import Trouble
from vision.arrays import Float, f32
from vision.reading.evidence import Evidence, suit_kind
from vision.reading.names import ALL_FACES, FACES, of_faces
from vision.reading.nets import MODELS

POOL = ("rank", "suit", "pair", "face rank", "face suit", "ink")
"""Weights of a corner's rank and suit, of two corners against one, of the whole face's rank and suit, of the ink."""
REDNESS = (-0.3, -0.1, 0.1, 0.25, 0.4, 0.6, 0.8)
"""Bounds between the grades of redness of ink."""
KINDS = ("rank", "black", "red", "other")
"""How the second face differs from the best."""
FEATURES = (
    *(f"margin {kind}" for kind in KINDS), *KINDS[1:],
    "heat", "index", "pair", "none", "conflict", "clarity", "size", "body", "face", "face margin", "odd",
    "off place", "inside", "on back", "short",
)  # fmt: skip
ABSENT = ("heat", "index", "body", "none", "off place", "inside", "on back", "short")
ODD = -0.5
"""Print that is less red than this against red ink is light on dark, or of colours that cards seldom have."""
CLIP = 9.0
"""Logits beyond this say nothing more."""
MOST_MARGIN, LEAST_MARGIN = 12.0, -4.0
"""Bounds of the logit of the best face's share."""
MOST = 0.9999
"""Nothing is surer than this."""
USUAL_OFF_MM, MOST_OFF = 4.0, 3.0
"""Decks differ by so much in where they print their indices; so many times more is as wrong as can be."""
MOST_SHORT = 0.4
"""Logarithm by which arrows may be short; own_scales leaves no more."""
OWN_BODY, CLEAR_PX = 0.5, 12.0
"""A card's face speaks for it beside its index if the card is so surely seen as a whole; indices lower than CLEAR_PX
are read right less often than 98 times in a hundred."""
USUAL_PX = 20.0
"""Sizes of indices are told as logarithms of their ratio to this."""


@dataclass(frozen=True)
class Calibration:
    """The fitted numbers."""

    pool: tuple[float, ...]
    """In the order of POOL."""
    ink: tuple[tuple[float, ...], ...]
    """For each suit, the log-probabilities of the grades of redness."""
    joker: float
    """Logarithm of how much rarer a joker is than another face."""
    bias: float
    weights: tuple[float, ...]
    """In the order of FEATURES."""
    absent: tuple[float, ...]
    """Bias, and weights in the order of ABSENT."""
    accept: float
    """Least probability of a reading that needs nobody's confirmation, of cards that more than one index speaks for."""
    accept_alone: float
    """The same for cards that nothing but one index speaks for, or small ones."""
    jokers: tuple[float, ...] = ()
    """Bias, and weights in the order of FEATURES, where the best face is a joker; none: as for the others."""

    def shares(self, evidence: Evidence) -> Float:
        """Shares of ALL_FACES by the pool; they sum to 1."""
        return softmax(pooled(self, evidence))

    def probability(self, evidence: Evidence, shares: Float, most: float = MOST) -> float:
        """How likely the best face is right, at most ``most``."""
        joker = bool(self.jokers) and int(shares.argmax()) >= len(FACES)
        bias, weights = (self.jokers[0], self.jokers[1:]) if joker else (self.bias, self.weights)
        return min(most, sigmoid(bias + float(np.dot(weights, features(evidence, shares)))))

    def needed(self, evidence: Evidence) -> float:
        """Least probability from which a reading is accepted."""
        more = evidence.corners > 1 or (evidence.face is not None and evidence.body > OWN_BODY)
        return self.accept if more and evidence.index_px >= CLEAR_PX else self.accept_alone

    def no_card(self, evidence: Evidence) -> float:
        """How likely there is no card if the best face is wrong."""
        return sigmoid(self.absent[0] + float(np.dot(self.absent[1:], absent_features(evidence))))

    def odds(self, evidence: Evidence, shares: Float) -> Float:
        """Probability of each of ALL_FACES; what is missing to 1 is "no card"."""
        best = int(shares.argmax())
        p = self.probability(evidence, shares)
        rest = np.where(np.arange(len(shares)) == best, 0.0, shares)
        odds = rest / max(float(rest.sum()), 1e-12) * (1 - p) * (1 - self.no_card(evidence))
        # A doubtful card is not likely to be its second face.
        odds = np.minimum(odds, 0.99 * p)
        odds[best] = p
        return f32(odds)


def pooled(made: Calibration, evidence: Evidence) -> Float:
    """Log-scores of ALL_FACES: weighed sums of what corners, face and ink say."""
    rank, suit, pair, face_rank, face_suit, ink = made.pool
    many = pair if evidence.corners > 1 else 1.0
    ranks = many * rank * evidence.corner[:14]
    suits = many * suit * evidence.corner[14:]
    if evidence.face is not None:
        ranks, suits = ranks + face_rank * evidence.face[:14], suits + face_suit * evidence.face[14:]
    if evidence.red is not None:
        suits = suits + ink * f32([one[grade(evidence.red)] for one in made.ink])
    scores = of_faces(f32(ranks), f32(suits))
    scores[len(FACES) :] += made.joker
    return scores


def grade(red: float) -> int:
    """Which grade of redness this is, 0 to the number of REDNESS."""
    return int(np.searchsorted(REDNESS, red))


def features(evidence: Evidence, shares: Float) -> Float:
    """In the order of FEATURES."""
    second, best = (int(row) for row in np.argpartition(shares, -2)[-2:])
    if shares[second] > shares[best]:
        second, best = best, second
    kind = KINDS.index(suit_kind(ALL_FACES[best], ALL_FACES[second]))
    margin = max(LEAST_MARGIN, min(MOST_MARGIN, math.log(max(shares[best], 1e-12) / max(1e-12, 1 - shares[best]))))
    face_margin = 0.0
    if evidence.face is not None:
        face = of_faces(evidence.face[:14], evidence.face[14:])
        face_margin = float(np.clip(face[best] - np.delete(face, best).max(), -6, 6))
    rest = [
        logit(evidence.heat) if evidence.corners else 0.0,
        max(-CLIP, min(CLIP, evidence.index)),
        float(evidence.corners > 1),
        float(evidence.corners == 0),
        float(evidence.conflict),
        max(-2.0, evidence.clarity),
        max(-1.5, min(0.7, math.log(max(evidence.index_px, 1e-3) / USUAL_PX))),
        evidence.body,
        float(evidence.face is not None),
        face_margin,
        float(evidence.red is not None and evidence.red < ODD),
        *place_features(evidence),
    ]
    margins = [margin if row == kind else 0.0 for row in range(len(KINDS))]
    return f32([*margins, *(float(row == kind) for row in range(1, len(KINDS))), *rest])


def absent_features(evidence: Evidence) -> Float:
    """In the order of ABSENT."""
    heat = logit(evidence.heat) if evidence.corners else 0.0
    index = max(-CLIP, min(CLIP, evidence.index))
    return f32([heat, index, evidence.body, float(evidence.corners == 0), *place_features(evidence)])


def place_features(evidence: Evidence) -> list[float]:
    """Where the corners lie on the cards seen as a whole: the last four of FEATURES and of ABSENT."""
    off = max(0.0, evidence.off_mm - USUAL_OFF_MM) / USUAL_OFF_MM
    return [min(MOST_OFF, off), evidence.inside, evidence.back, min(MOST_SHORT, evidence.short) / MOST_SHORT]


def load_calibration(path: Path = MODELS / "calibration.json") -> Calibration:
    """The calibration that belongs to the models; raises Trouble when it is missing or has other features."""
    try:
        facts: dict[str, Any] = json.loads(path.read_text())
    except OSError as error:
        raise Trouble(f"the reader's calibration {path} is missing: install the package again") from error
    names = [tuple(facts.get(name, ())) for name in ("pool", "weights", "absent", "jokers")]
    judged = ("bias", *FEATURES)
    fits = names[:3] == [POOL, judged, ("bias", *ABSENT)] and names[3] in ((), judged)
    if not fits or "accept alone" not in facts:
        raise Trouble(f"the reader's calibration {path} was made for another version: install the package again")
    pool, weights, absent, apart = (
        tuple(float(v) for v in facts.get(name, {}).values()) for name in ("pool", "weights", "absent", "jokers")
    )
    ink = tuple(tuple(float(v) for v in facts["ink"][suit]) for suit in SUITS)
    accept = (float(facts["accept"]), float(facts["accept alone"]))
    return Calibration(pool, ink, float(facts["joker"]), weights[0], weights[1:], absent, *accept, apart)


def softmax(scores: Float) -> Float:
    """Shares that sum to 1."""
    grown = np.exp(scores - scores.max())
    return f32(grown / grown.sum())


def sigmoid(score: float) -> float:
    """The probability of log-odds."""
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))


def logit(p: float) -> float:
    """Log-odds, clipped at CLIP."""
    least = 1 / (1 + math.exp(CLIP))
    inside = max(least, min(1 - least, p))
    return math.log(inside / (1 - inside))
