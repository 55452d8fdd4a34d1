"""What is remembered from look to look while something is in doubt: how it looked, and what people have said of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from companion.cards import Card
from companion.ports import Sighting
from companion.scribe.ledger import SAME_SPOT_MM
from companion.scribe.weighing import average
from companion.table.table import Seat

LOOKS = 4
"""looks at a doubtful card before the people are asked"""
READS_MS = 1500
"""so long the eyes may take to read a card once more: a hand may leave it only then"""


@dataclass
class Memory:
    """What is remembered from look to look while something is in doubt."""

    looks: int = 0
    over: object = None
    """what was waited for at the last look ..."""
    since_ms: int = 0
    """... and since when"""
    doubts: dict[object, list[Sighting]] = field(default_factory=dict)
    """by card how it looked before"""
    doubted_ms: dict[object, int] = field(default_factory=dict)
    """by card since when it is in doubt"""
    lay: dict[object, Sighting] = field(default_factory=dict)
    """by card where one in doubt lies, or lay: until something that was laid has been told"""
    guessed: set[str] = field(default_factory=set)
    """faces of this deal that people have told from memory: another card may turn out to be that one"""
    answers: dict[object, Card] = field(default_factory=dict)
    """by card what the people have said that it is"""
    seats: dict[object, Seat] = field(default_factory=dict)
    """by card whose the people have said that it is"""
    nothing: dict[int, int] = field(default_factory=dict)
    """tracks of which the people have said that they are no new card, and since when (ms) these lay"""
    missed: bool = False
    """what is asked about lies there no more: a new card is another one"""

    def is_nothing(self, s: Sighting) -> None:
        """The people have said that this is no new card."""
        self.nothing[s.track] = s.since_ms
        self.lay.pop(s.track, None)
        self.doubts.pop(s.track, None)
        self.doubted_ms.pop(s.track, None)

    def real(self, lying: Iterable[Sighting]) -> list[Sighting]:
        """What lies there of what the eyes see: but for what people have said is no new card."""
        seen = [*lying]
        self.nothing = {s.track: s.since_ms for s in seen if self.nothing.get(s.track) == s.since_ms}
        return [s for s in seen if s.track not in self.nothing]

    def settled(self) -> None:
        """The awaited thing has happened: look afresh."""
        self.looks, self.over, self.missed = 0, None, False
        self.doubts.clear()
        self.doubted_ms.clear()

    # one card -------------------------------------------------------------------------------------------------------

    def key(self, s: Sighting) -> object:
        """What a card is remembered by."""
        if s.track:
            return s.track
        near = (k for k in (*self.doubts, *self.answers, *self.seats) if isinstance(k, tuple))
        spot = next((k for k in near if abs(k[0] - s.x) < SAME_SPOT_MM and abs(k[1] - s.y) < SAME_SPOT_MM), None)
        return spot or (round(s.x), round(s.y))

    def odds(self, s: Sighting) -> Mapping[str, float]:
        """How a card looks over the looks at it: averaged in logarithms, since its errors are alike."""
        answer = self.answers.get(self.key(s))
        if answer is not None:
            return {str(answer): 1.0}
        told = [one.odds for one in self.doubts.get(self.key(s), ()) if not same_reading(one, s)]
        return s.odds if not told else average([*told, s.odds])

    def remember(self, cards: Iterable[Sighting], at_ms: int) -> None:
        """These stay in doubt: what they look like now counts at the next look too."""
        for s in cards:
            self.lay[self.key(s)] = s
            self.doubted_ms.setdefault(self.key(s), at_ms)
            told = self.doubts.setdefault(self.key(s), [])
            if len(told) < LOOKS and not (told and same_reading(told[-1], s)):
                told.append(s)

    def unread(self, s: Sighting, at_ms: int) -> bool:
        """Whether a card in doubt that lies in plain sight has yet to be read once more: it will be soon."""
        told = self.doubts.get(self.key(s), ())
        soon = at_ms - self.doubted_ms.get(self.key(s), at_ms) < READS_MS
        return bool(s.track) and s.seen and soon and all(same_reading(one, s) for one in told)


def same_reading(a: Sighting, b: Sighting) -> bool:
    """Whether two sightings of a card rest on the same pictures of it."""
    return (a.track, a.frames, a.odds) == (b.track, b.frames, b.odds) and bool(a.track)
