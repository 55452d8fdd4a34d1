"""Calls that are pressed where people bid with money cards: what was thrown before a call comes before it."""

from __future__ import annotations

from companion.evening.sitting import Sitting
from companion.evening.watching import Watching
from companion.ports import Look
from companion.view import Intent, MakeBid, SayPass

HELD_MS = 500
"""so long money that was thrown before somebody's call may take to lie still"""


class Calling(Watching):
    """Tells a call from the throw that it says once more, and lets a throw that is coming to rest go before a call."""

    _saying = False
    """the call that is made has waited"""

    def handle(self, intent: Intent) -> None:
        """Do what a screen asks for, see `companion.evening.session`."""
        raise NotImplementedError

    def _told_by_money(self, call: MakeBid | SayPass) -> bool:
        """Whether a bid that is pressed is the one that was seen to be thrown; what was thrown before it is told."""
        sitting = self._sitting()
        if not sitting.match.deals or not 0 <= call.place < len(sitting.people):
            return False
        self.thrown_first(call.place, plain=not self._saying)
        seat, t = sitting.seat_at(call.place), sitting.deal.table
        waits = any(r.seat == seat for r in sitting.deal.asking if not r.silent)
        again = isinstance(call, MakeBid) and t.bids.get(seat) == call.amount and not waits
        return (again and bool(sitting.scribe.pots.told(seat))) or (not waits and self._holds(sitting, call))

    def _holds(self, sitting: Sitting, call: MakeBid | SayPass) -> bool:
        """Whether to wait with a call of somebody who is not asked: money that has just been thrown comes before it."""
        money = sitting.scribe.pots.faces and any(r.sight == "pot" for r in sitting.deal.asking)
        watched = self.last_look is not None and sitting.question is None and sitting.compares is None
        if self._saying or not money or not watched:
            return False
        self.held, self.held_ms, self.look_again = call, None, True
        return True

    def say_held(self) -> None:
        """A call that had to wait is made."""
        call, self.held = self.held, None
        if call is None:
            return
        self._saying = True
        try:
            self.handle(call)
        finally:
            self._saying = False

    def look(self, look: Look) -> None:
        """What lies on the table now; then what was said before it came to lie there."""
        super().look(look)
        if self.held is not None:
            self.held_ms = look.at_ms if self.held_ms is None else self.held_ms
            if look.at_ms - self.held_ms >= HELD_MS:
                self.say_held()

    @property
    def wants_look(self) -> bool:
        """Whether the camera should look again though nothing moved."""
        return self.held is not None or super().wants_look
