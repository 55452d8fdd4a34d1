"""From glyphs and suits to faces: which card the marks in its corners say it is, in which language."""

from __future__ import annotations

import numpy as np

from companion.cards import JOKERS, RANKS
from vision.arrays import Float, Matrix, f32, f64
from vision.reading.patches import GLYPHS, SUITS, Marks

LANGUAGES: dict[str, str] = {
    "international": "AJQK",
    "french": "AVDR",
    "french-1": "1VDR",
    "german": "ABDK",
    "dutch": "ABVH",
    "russian": "TBДK",
}
"""Glyphs of ace, jack, queen and king."""

PRIOR: dict[str, float] = {
    "international": 0.96,
    "french": 0.01,
    "french-1": 0.005,
    "german": 0.015,
    "dutch": 0.005,
    "russian": 0.005,
}
"""How common each is where nothing has been seen yet."""

FACES = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""The faces of a pack of 52."""
BLACK_JOKER, RED_JOKER, JOKER = JOKERS
ALL_FACES = (*FACES, BLACK_JOKER, RED_JOKER)
"""What a card can be; a joker of unknown colour is BLACK_JOKER or RED_JOKER, who knows."""
UNCERTAIN = 3e-3
"""No network is surer than this that a glyph is not there: one strange letter must not decide for a whole picture."""


def _columns(language: str) -> list[int]:
    """Columns of GLYPHS that stand for RANKS and the joker."""
    letters = dict(zip("AJQK", LANGUAGES[language], strict=True)) | {"T": "10"}
    return [GLYPHS.index(letters.get(rank, rank)) for rank in (*RANKS, "X")]


COLUMNS = np.array([_columns(name) for name in LANGUAGES])
"""For each language, the columns of GLYPHS that stand for RANKS and the joker."""


def languages(marks: Marks, weights: Float) -> Matrix:
    """Probability of each language, from all the corners of one picture; ``weights`` 0 to 1 say which count."""
    glyph = np.exp(marks.glyph)
    known = np.log(glyph[:, COLUMNS].sum(2) + UNCERTAIN)
    scores = np.log(list(PRIOR.values())) + (weights[:, None] * known).sum(0)
    odds = np.exp(scores - scores.max())
    return f64(odds / odds.sum())


def ranks(marks: Marks, language: Matrix) -> Float:
    """Probability of each of RANKS and of a joker for every corner (n x 14); rows of strange glyphs sum to less."""
    glyph = np.exp(marks.glyph)
    return f32((language[None, :, None] * glyph[:, COLUMNS]).sum(1))


def face_probabilities(marks: Marks, language: Matrix) -> Float:
    """Probability of each of ALL_FACES for every corner (n x 54); rows of strange glyphs sum to less than 1."""
    return f32(np.exp(of_faces(np.log(np.maximum(ranks(marks, language), 1e-12)), marks.suit)))


def of_faces(rank: Float, suit: Float) -> Float:
    """Sums of log-scores of ranks and joker (... x 14) and suits (... x 4) for ALL_FACES (... x 54).

    A joker has a colour in place of a suit.
    """
    plain = rank[..., :13, None] + suit[..., None, :]
    black = np.logaddexp(suit[..., SUITS.index("S")], suit[..., SUITS.index("C")])
    red = np.logaddexp(suit[..., SUITS.index("H")], suit[..., SUITS.index("D")])
    jokers = rank[..., 13:] + np.stack([black, red], -1)
    return f32(np.concatenate([plain.reshape(*rank.shape[:-1], len(FACES)), jokers], -1))


def only(language: str) -> Matrix:
    """Certainty about the language; raises KeyError for one that is not in LANGUAGES."""
    if language not in LANGUAGES:
        raise KeyError(language)
    return f64([float(name == language) for name in LANGUAGES])
