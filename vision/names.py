"""From glyphs and suits to faces: which card the marks in its corners say it is, in which language."""

from __future__ import annotations

import numpy as np

from companion.cards import RANKS
from vision.arrays import Float, Matrix, f32, f64
from vision.patches import GLYPHS, SUITS, Marks

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
UNCERTAIN = 1e-4
"""No network is surer than this that a glyph is not there."""


def _columns(language: str) -> list[int]:
    letters = dict(zip("AJQK", LANGUAGES[language], strict=True)) | {"T": "10"}
    return [GLYPHS.index(letters.get(rank, rank)) for rank in RANKS]


def languages(marks: Marks, weights: Float) -> Matrix:
    """Probability of each language, from all the corners of one picture; ``weights`` 0 to 1 say which count."""
    glyph = np.exp(marks.glyph)
    scores = [
        np.log(PRIOR[name]) + float((weights * np.log(glyph[:, _columns(name)].sum(1) + UNCERTAIN)).sum())
        for name in LANGUAGES
    ]
    odds = np.exp(np.array(scores) - max(scores))
    return f64(odds / odds.sum())


def face_probabilities(marks: Marks, language: Matrix) -> Float:
    """Probability of each of FACES for every corner (n x 52); rows of strange glyphs sum to less than 1."""
    glyph = np.exp(marks.glyph)
    rank = sum(share * glyph[:, _columns(name)] for name, share in zip(LANGUAGES, language, strict=True))
    return f32((rank[:, :, None] * np.exp(marks.suit)[:, None, :]).reshape(len(glyph), len(FACES)))


def only(language: str) -> Matrix:
    """Certainty about the language; raises KeyError for one that is not in LANGUAGES."""
    if language not in LANGUAGES:
        raise KeyError(language)
    return f64([float(name == language) for name in LANGUAGES])
