"""Whose hand was at a card: the arms that were seen over the table, and from whose side they came."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from companion.place.layout import Layout
from companion.ports import Look, Reach
from companion.scribe.ledger import Account
from companion.table.table import Seat

KEPT_MS = 20_000
"""so long an arm is remembered"""
BEHIND_MM = 60.0
"""so far behind the middle of his cards a player's arm comes over the edge"""
AT_MM = 140.0
"""fingertips this near to the middle of a card, or to that of one that they hold or toss, are at it"""
HOLDS_MM = 70.0
"""and this near they hold it, or have just let it go"""
LEANS = 40.0
"""an arm comes in at most so many degrees askew: who sits farther off leans over with his body"""
ASKEW = 50.0
"""an arm points at most so many degrees past its owner"""
CLEARLY = 10.0
"""and so much less past him than past anybody else"""
BEFORE_MS = 800
"""a hand that has laid or taken a card was at it at most so long before that is noticed ..."""
AFTER_MS = 100
"""... and may be there yet"""
LATEST_MS = 300
"""of the hands at a card the last counts: all that are seen so shortly before"""

NOW_MS = 400
"""an arm that was seen so shortly before is there still"""
ARM_MM = 70.0
"""so far to either side of its middle, and before its fingertips, an arm may hide a card"""


@dataclass
class Arms:
    """The arms that were over the table lately. ``places``: the physical place of each seat."""

    layout: Layout
    places: Sequence[int]
    reaches: list[Reach] = field(default_factory=list)
    told: bool = False
    """the eyes tell of arms"""

    def see(self, look: Look) -> None:
        """Keep up with a look."""
        if look.reaches is None:
            return
        self.told = True
        self.reaches = [r for r in (*self.reaches, *look.reaches) if r.at_ms >= look.at_ms - KEPT_MS]

    def at(
        self, x: float, y: float, ms: int, among: Collection[Seat] = (), within: float = AT_MM
    ) -> Seat | None:  # fmt: skip
        """Whose hand was last at a card before it came to rest, or could not be seen any more, at that moment; None:
        the sight does not tell.

        ``among``: it can only be one of these; ``within``: its fingertips were so near (mm).
        """
        there = [
            r for r in self.reaches
            if ms - BEFORE_MS <= r.at_ms <= ms + AFTER_MS and math.hypot(r.x - x, r.y - y) <= within
        ]  # fmt: skip
        last = max((r.at_ms for r in there), default=0)
        seats = {self.whose(r, among) for r in there if r.at_ms >= last - LATEST_MS} - {None}
        return seats.pop() if len(seats) == 1 else None

    def took(self, gone: Account, laid_by: Seat | None, among: Collection[Seat] = ()) -> Seat | None:
        """Whose hand has taken a card, which lay there when it was last seen; None: the sight does not tell.

        The last hand at it counts, as long as nobody else's was there since: another's may have taken it, and the last
        laid the next card where it had lain. ``laid_by``: whose card it was, and whose hand may still be leaving.
        """
        last = self.at(gone.x, gone.y, gone.left_ms, among)
        if last != laid_by:
            return last
        since = {
            self.whose(r, among) for r in self.reaches
            if gone.seen_ms < r.at_ms <= gone.left_ms + AFTER_MS and math.hypot(r.x - gone.x, r.y - gone.y) <= AT_MM
        }  # fmt: skip
        return last if since <= {last, None} else None

    def came(self, seat: Seat, x: float, y: float, ms: int) -> bool:
        """Whether the hand of a player, among others or alone, was at a point shortly before or at that moment."""
        return any(
            ms - BEFORE_MS <= r.at_ms <= ms + AFTER_MS and math.hypot(r.x - x, r.y - y) <= HOLDS_MM
            and self.whose(r) == seat
            for r in self.reaches
        )  # fmt: skip

    def over(self, x: float, y: float, ms: int) -> bool:
        """Whether an arm is over a point of the table at that moment."""
        return any(ms - NOW_MS <= r.at_ms <= ms and hides(r, x, y) for r in self.reaches)

    def whose(self, reach: Reach, among: Collection[Seat] = ()) -> Seat | None:
        """Whose arm this is; None if it points to nobody, or about as much to another."""
        past = sorted((self._past(reach, seat), seat) for seat in among or range(len(self.places)))
        if not past or past[0][0] > ASKEW or (len(past) > 1 and past[1][0] - past[0][0] < CLEARLY):
            return None
        return past[0][1]

    def _past(self, reach: Reach, seat: Seat) -> float:
        """By how many degrees an arm points past a player, who sits behind his cards."""
        spot = self.layout.spot(self.places[seat])
        x, y = spot.away(0.0, -BEHIND_MM)
        behind = spot.facing + 180.0
        lean = signed(math.degrees(math.atan2(x - reach.x, reach.y - y)) - behind)
        return abs(signed(behind + max(-LEANS, min(LEANS, lean)) - reach.angle))


def hides(reach: Reach, x: float, y: float) -> bool:
    """Whether an arm hides what lies at a point."""
    turn = math.radians(reach.angle)
    dx, dy = x - reach.x, y - reach.y
    along, aside = dx * math.sin(turn) - dy * math.cos(turn), dx * math.cos(turn) + dy * math.sin(turn)
    return along >= -ARM_MM and abs(aside) <= ARM_MM


def signed(angle: float) -> float:
    """The same angle, from -180 to 180 degrees."""
    return (angle + 180.0) % 360.0 - 180.0
