"""What lies on the table and is accounted for, so that only what is new is weighed.

A card is known again by its track while the eyes follow it, else by lying where it lay. A card that was slid is no new
card, nor is one that is turned over; a card that lies where an equal one lay is new if its track says so.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.ports import Sighting
from companion.scribe.weighing import EXPLAINS

SAME_SPOT_MM = 14.0
"""two sightings nearer than this are one card that has not moved"""
STAYS_MM = 40.0
"""a card that has been pushed less than this lies where it lay"""
ANOTHER = 0.95
"""odds from which a face at an old spot is another card that was laid there"""
RATHER = 0.5
"""odds from which a face is likelier than all others together"""
BACK_MS = 3000
"""so long a card that is gone may come to lie there again and be the same one"""
WITH_MS = 1000
"""cards that are taken together go at most so long one after the other"""
GONE_MS = 1500
"""so long it may still be in somebody's hand above the table"""


@dataclass(eq=False)
class Account:
    """A card that is accounted for: where it lies, the face it was told as (empty: a back), and by which event."""

    x: float
    y: float
    face: str
    track: int = 0
    event: int = 0
    index: int = 0
    """which of the event's cards"""
    here: Sighting | None = None
    """how the last look shows it; None: it is gone"""
    since_ms: int = 0
    """when it came to rest where it was told"""
    rested_ms: int = 0
    """when it last came to rest about there"""
    seen_ms: int = 0
    """when it was last seen to lie where it was told"""
    gone_ms: int = 0
    """since when"""
    left_ms: int = 0
    """since when it has not been seen where it was told; 0 while it is"""
    missed_ms: int = 0
    """when its place was first seen bare since it was last seen itself; 0: it was not. What is remembered under a hand
    after that may be gone all the same"""
    bared_ms: int = 0
    """when it was last not there at all"""
    held: bool = False
    """the table has it in a hand: once it is gone from here, it is something new wherever it is put down"""
    won: bool = False
    """its trick is over: what comes to lie where it lay is another card, unless it looks more like this one"""
    rest: tuple[float, float] = field(init=False)
    """where it was last seen to lie"""
    laid: tuple[float, float] = field(init=False)
    """where it lay when it was told"""

    def __post_init__(self) -> None:
        self.rest = self.laid = (self.x, self.y)

    @property
    def stays(self) -> bool:
        """Whether it lies about where it lay when it was told."""
        return math.hypot(self.x - self.laid[0], self.y - self.laid[1]) < STAYS_MM

    @property
    def back_since_bare(self) -> bool:
        """Whether it was gone since it was told, and came to rest in plain sight again."""
        return self.here is not None and self.here.seen and self.since_ms < self.bared_ms <= self.here.since_ms

    def beneath(self, s: Sighting) -> bool:
        """Whether a sighting lies over its place, in part."""
        return math.hypot(s.x - self.x, s.y - self.y) < STAYS_MM

    def still(self, s: Sighting) -> bool:
        """Whether a sighting lies where this card lay. Clearly another face at the same spot is another card.

        Another track there is this card only if it looks like it: its own track was lost.
        """
        if math.hypot(s.x - self.x, s.y - self.y) >= SAME_SPOT_MM or s.back != (not self.face):
            return False
        like = looks_like(s, self.face)
        least = RATHER if self.won else EXPLAINS
        if s.track and self.track:
            return bool(self.gone_ms) and (s.back or like >= least)  # (else a new card lies on the old one)
        if self.gone_ms:
            return s.back or like >= least
        another = max((p for name, p in s.odds.items() if name != self.face), default=0.0)
        return not (another >= ANOTHER and like <= 1 - ANOTHER)


@dataclass
class Ledger:
    """The accounts of a table, held against each look."""

    accounts: list[Account] = field(default_factory=list)
    fresh: list[Sighting] = field(default_factory=list)
    """cards in plain sight, face up, that are not accounted for, in the order they came to rest"""
    backs: list[Sighting] = field(default_factory=list)
    """the same, face down"""
    waiting: dict[int, int] = field(default_factory=dict)
    """tracks of new cards that nobody has told of yet, and since when (ms) they lay there: covered by the next card
    they are still new, but not in the hand that lifts them again"""
    at_ms: int = 0
    """when the table was looked at"""
    equals: Mapping[str, int] = field(default_factory=dict)
    """of which faces there are more than are accounted for"""
    tells_backs: bool = False
    """the eyes tell of cards that lie face down"""

    def see(self, lying: Sequence[Sighting], at_ms: int) -> None:
        """Which of these are accounted for, which are new, and which accounts have lost their card."""
        left, self.at_ms = list(lying), at_ms
        self.tells_backs = self.tells_backs or any(s.back for s in lying)
        for account in self.accounts:
            account.here = None
        for account in self.accounts:
            self._found(account, left, next((s for s in left if account.track and s.track == account.track), None))
        lost = {a: a.track for a in self.accounts if a.here is None and at_ms - (a.gone_ms or at_ms) < BACK_MS}
        for account in lost:
            if not self._buried(account):
                self._found(account, left, next((s for s in left if account.still(s)), None))
        left += self._laid_there_since(lost)
        self.accounts = [account for account in self.accounts if account.here is not None or not account.held]
        for account in self.accounts:
            account.gone_ms = 0 if account.here is not None else account.gone_ms or at_ms
            account.bared_ms = at_ms if account.here is None else account.bared_ms
            lies = account.here is not None and account.here.seen and account.stays
            if account.here is not None and lies:
                account.rested_ms = account.here.since_ms
            account.left_ms = 0 if lies else account.left_ms or at_ms
            account.seen_ms = at_ms if lies else account.seen_ms
            if account.here is not None and account.here.seen:
                account.missed_ms = 0
            account.missed_ms = account.missed_ms or account.gone_ms
        new = sorted((s for s in left if s.seen or self.waiting.get(s.track) == s.since_ms), key=lambda s: s.since_ms)
        self.fresh, self.backs = [s for s in new if not s.back], [s for s in new if s.back and s.seen]
        self.waiting = {s.track: s.since_ms for s in self.fresh if s.track}

    def _buried(self, account: Account) -> bool:
        """Whether a card was lost that had long been out of sight under others: an equal one may be laid on these."""
        covered = 0 < account.left_ms < account.gone_ms - BACK_MS
        return covered and self.equals.get(account.face, 0) > 0

    def _laid_there_since(self, lost: Mapping[Account, int]) -> list[Sighting]:
        """What was taken for a card that had gone together with others, which are gone still: it went with them, and
        another lies there. ``lost``: accounts whose card was gone, and the track it had."""
        others: list[Sighting] = []
        for account, track in lost.items():
            s, gone_ms = account.here, account.gone_ms
            if s is None or not 0 < gone_ms < s.since_ms or s.track == track:
                continue
            went = [a for a in self.accounts if a is not account and a.gone_ms and abs(a.gone_ms - gone_ms) <= WITH_MS]
            if went and all(a.here is None for a in went):
                account.here, account.track = None, track
                others.append(s)
        return others

    def _found(self, account: Account, left: list[Sighting], s: Sighting | None) -> None:
        if s is None:
            return
        if s.seen and not s.back and not account.face and s.track:
            return  # (a back that has been turned up: its face is new)
        account.here = s
        account.x, account.y = s.x, s.y
        account.track = s.track or account.track
        left.remove(s)

    def enter(self, cards: Iterable[Sighting], faces: Sequence[str] = (), event: int = 0, first: int = 0) -> None:
        """These are accounted for from now on; ``faces``: what they were told as (else what they look like).

        ``first``: which card of the event the first of them is.
        """
        for index, s in enumerate(cards, first):
            face = faces[index - first] if index - first < len(faces) else likeliest(s)
            self.accounts = [a for a in self.accounts if not (a.track and a.track == s.track)]
            self.accounts.append(Account(s.x, s.y, face, s.track, event, index, s, s.since_ms, s.since_ms, self.at_ms))
            self.fresh = [one for one in self.fresh if one is not s]
            self.backs = [one for one in self.backs if one is not s]

    def carry(self, account: Account, s: Sighting) -> None:
        """A card that was gone lies there, where it looked new."""
        account.here, account.x, account.y, account.track = s, s.x, s.y, s.track or account.track
        account.gone_ms = account.missed_ms = 0
        self.fresh = [one for one in self.fresh if one is not s]

    def release(self, account: Account) -> None:
        """A card that was accounted for is something new where it lies now."""
        self.accounts.remove(account)
        if account.here is not None:
            (self.backs if account.here.back else self.fresh).append(account.here)

    def forget_gone(self, since_ms: int = 0, but: Collection[str] = ()) -> None:
        """What has been gone for so long has been told of, ``but`` these faces."""
        self.accounts = [
            a for a in self.accounts
            if a.here is not None or self.at_ms - a.gone_ms < since_ms or a.face in but
        ]  # fmt: skip

    def forget_unseen(self, known: Mapping[str, int]) -> None:
        """What is gone and has gone among the unseen cards again (a pile that was shuffled) is new if it comes back.

        ``known``: how often each face is known, wherever it is.
        """
        faces = Counter(account.face for account in self.accounts if account.face)
        for account in self.gone:
            if account.face and faces[account.face] > known.get(account.face, 0):
                faces[account.face] -= 1
                self.accounts.remove(account)

    def forget_backs(self, trick: Collection[int]) -> None:
        """Cards face down that are gone belong to no trick but the one of these events: another back in the same place
        is another card, however like it is."""
        for account in self.gone:
            if not account.face and account.event not in trick:
                self.accounts.remove(account)

    def of(self, events: Iterable[int]) -> list[Account]:
        """The accounts that these events have made."""
        wanted = set(events)
        return [account for account in self.accounts if account.event in wanted]

    @property
    def gone(self) -> list[Account]:
        """The accounts whose card the last look does not show."""
        return [account for account in self.accounts if account.here is None]

    def slid(self, s: Sighting, among: Iterable[Account]) -> Account | None:
        """Of these accounts, whose cards are gone, the nearest that a new sighting may be."""
        able = [a for a in among if a.here is None and looks_like(s, a.face) >= EXPLAINS]
        return min(able, key=lambda a: math.hypot(a.x - s.x, a.y - s.y), default=None)


def looks_like(s: Sighting, face: str) -> float:
    """The odds that a sighting is this face; a joker may be read in either colour."""
    own = s.odds.get(face, 0.0)
    return own + (s.odds.get("XB", 0.0) + s.odds.get("XR", 0.0) if face == "X" else 0.0)


def likeliest(s: Sighting) -> str:
    """The face a sighting looks most like, empty for a back."""
    return max(s.odds, key=lambda name: s.odds[name], default="")
