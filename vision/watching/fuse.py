"""Several readings of one card that has not moved, made one.

Frames of a table at rest show the same view under the same light, so what misleads the reader in one misleads it in the
next: only sensor noise, flicker and shake differ. Multiplying their odds as if they were independent would make the
product sure of its mistakes. So they are pooled logarithmically with the weight of as many independent readings as they
are worth: n readings whose errors correlate by r are worth n / (1 + (n - 1) r), as the mean of n numbers of which each
pair correlates by r varies like that of so many independent ones. r is measured on rendered sequences
(``python tests/benchmarks/sequences.py``).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

CORRELATION = 0.9
"""Of the reader's errors in two frames of one table at rest: 0.88 on 173 cards of 25 hard rendered scenes,
rounded up, since real frames differ less than those."""
LEAST_ODDS = 5e-4
"""Faces less likely than this are left out."""
UNNAMED, NO_DOUBT = 1e-4, 1e-5
"""What a reading gives to a face that it does not name, and at least to "none of these"."""
NONE = ""
"""Stands for "none of these" among the odds."""


@dataclass(frozen=True)
class Pool:
    """What some frames say of one card: for each face the sum of the logarithms of its odds."""

    logs: Mapping[str, float]
    frames: int

    @classmethod
    def of(cls, frames: Iterable[Mapping[str, float]]) -> Pool:
        """The pool of one or several readings' odds."""
        pool = cls({}, 0)
        for odds in frames:
            named = {face: math.log(max(p, UNNAMED)) for face, p in odds.items()}
            named[NONE] = math.log(max(1 - sum(odds.values()), NO_DOUBT))
            pool = pool.joined(cls(named, 1))
        return pool

    def joined(self, other: Pool) -> Pool:
        """Both pools in one: further frames of the same card."""
        logs = {}
        for face in {*self.logs, *other.logs}:
            mine = self.logs.get(face, self.frames * math.log(UNNAMED))
            theirs = other.logs.get(face, other.frames * math.log(UNNAMED))
            logs[face] = mine + theirs
        return Pool(logs, self.frames + other.frames)

    def odds(self, correlation: float = CORRELATION) -> dict[str, float]:
        """The odds of each face, the likeliest first; what is missing to 1 is "none of these"."""
        if not self.frames:
            return {}
        weight = 1 / (1 + (self.frames - 1) * correlation)
        most = max(self.logs.values())
        shares = {face: math.exp(weight * (log - most)) for face, log in self.logs.items()}
        total = sum(shares.values())
        named = ((face, share / total) for face, share in shares.items() if face != NONE)
        return dict(sorted(((f, p) for f, p in named if p >= LEAST_ODDS), key=lambda item: (-item[1], item[0])))
