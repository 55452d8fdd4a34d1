"""Asking the whole face of a card where its corners leave doubt: pips, pattern and court picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.cards import RANKS
from vision.arrays import Float, f32
from vision.reading.embed import FaceNet
from vision.reading.evidence import FLOOR, Evidence
from vision.reading.halves import Halves
from vision.reading.judge import Judged
from vision.reading.patches import SUITS, log_softmax

LEAST_BODY = 0.3
"""Cards less likely to lie open than this show too little of their faces."""
CLEAR = -0.06
"""Two corners that agree, with a mean log-probability of their face above this, need no more evidence."""
COURTS, COURT_DOUBT = [RANKS.index(rank) for rank in "JQK"], 0.1
"""What a face says of which court it is counts so much less."""
PALE = 0.2
"""Redness of ink that may be either."""
MOST = 40
"""No more faces than this are asked in one picture, the most doubtful first."""


def ask_faces(net: FaceNet, picture: Halves, cards: Sequence[Judged]) -> list[Judged]:
    """The same cards with the evidence of their faces, where it is worth asking for."""
    if not net.there:
        return list(cards)
    doubt = {number: _doubt(one) for number, one in enumerate(cards)}
    asked = sorted((n for n in doubt if doubt[n] > 0), key=lambda n: -doubt[n])[:MOST]
    if not asked:
        return list(cards)
    logits = net.look(picture, [cards[number].group.pose for number in asked]).logits
    told = list(cards)
    for number, row in zip(asked, face_logs(logits), strict=True):
        told[number] = replace(cards[number], evidence=replace(cards[number].evidence, face=row))
    return told


def face_logs(logits: Float) -> Float:
    """Log-probabilities n x 18 (13 ranks and joker, 4 suits) from the network's logits.

    That a court is a court is plain to see, but which one is the fancy of him who drew it: on decks never seen a jack
    often looks like other people's queens.
    """
    logs = np.concatenate([log_softmax(logits[:, :14]), log_softmax(logits[:, 14:18])], 1)
    courts = np.exp(logs[:, COURTS])
    even = courts.mean(1, keepdims=True)
    logs[:, COURTS] = np.log(np.maximum((1 - COURT_DOUBT) * courts + COURT_DOUBT * even, 1e-12))
    return f32(np.maximum(logs, FLOOR))


def _doubt(card: Judged) -> float:
    """How much a card's corners leave open; 0 if its face need not or cannot be asked."""
    evidence = card.evidence
    if evidence.body < LEAST_BODY:
        return 0.0
    clear = float(evidence.corner[:14].max() + evidence.corner[14:].max())
    if evidence.corners > 1 and not evidence.conflict and clear > CLEAR and not odd_ink(evidence):
        return 0.0
    return 9.0 if not evidence.corners else max(1e-3, -clear)


def odd_ink(evidence: Evidence) -> bool:
    """Whether a red suit is printed in black ink, or a black one in red: that, or what the index says, is wrong."""
    red_suit = SUITS[int(evidence.corner[14:].argmax())] in "HD"
    return evidence.red is not None and (evidence.red < PALE if red_suit else evidence.red > PALE)
