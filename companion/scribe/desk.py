"""From what the camera sees to what happened: an event, a question for the people, or patience.

The scribe weighs each reading with what is possible (which faces are still unseen, what the game awaits, in whose
place it lies). A reading that only an impossible face explains is not bent into a possible one: it is looked at
again, and then asked. He never says who broke a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.deal.deal import Deal
from companion.ports import Look
from companion.rules.requests import Act, Request
from companion.scribe import bids, middle, rows, strangers, takes, together, tricks
from companion.scribe.by_touch import ByTouch
from companion.scribe.found import Amended, Found, Told, Unclear
from companion.scribe.otherwise import otherwise
from companion.scribe.sheet import Sheet
from companion.table.table import Seat, hand
from companion.texts import Text, text

PUT_DOWN = {("seat", "middle"), ("seat", "aside"), ("middle", "aside")}
"""from where to where a known card goes when something is done with it"""

DRAWS_MS = 500
"""so long a hand may be at the stock after its draw has been told"""

Reading = Callable[[Sheet, Request[Any]], Found]
READINGS: Mapping[str, Reading] = {
    "lot": middle.turned,
    "trick": tricks.laid,
    "row": rows.shown,
    "aside": rows.discarded,
    "middle": middle.added,
    "taken up": takes.taken_up,
    "captured": takes.captured,
    "pot": bids.thrown,
}
"""by where a request is answered on the table how it is read"""


class Scribe(ByTouch):
    """Remembers where known cards lie, so that only what is new is weighed."""

    drew_ms: int = 0
    """when the last draw was told that goes without saying"""

    def look(self, look: Look, deal: Deal) -> Found:
        """What this look says happened, a question, or None while nothing (or not enough) has."""
        self.see(look)
        self._unseen_again(deal)
        self._taken_up(deal)
        self._arrived(deal)
        self._carried(deal)
        self.rejected = False
        if not any(r.sight == "pot" for r in deal.asking):
            self.pots.rest(look.at_ms)
        sheet = self._sheet(deal)
        found = (
            together.taken_back(sheet)
            or bids.added(sheet)
            or otherwise(sheet, self.trusted)
            or together.amended(sheet, self.last)
            or (None if self._unclear(sheet) else self._answered(sheet))
        )
        self.wants_look = sheet.wants_look or isinstance(found, Told | Amended)
        return found

    def stranger(self, deal: Deal) -> Text | None:
        """What to say of a card that lies there and is none of this game, or of one that was told and does not."""
        if self.unseen:
            return text("{card} was told, but does not lie there", card=self.unseen.pop(0).pretty)
        return strangers.stranger(self.ledger.fresh, deal.table.pack, self.ledger.at_ms, self.strange)

    def _stuck(self) -> set[int]:
        """Tracks of cards that are gone and had been stuck to the one that was told last: they went back."""
        if self.last is None or self.last.more:
            return set()
        told = self.ledger.of([self.last.event])
        gone = {track: one.card for track, one in self.unread.new.items() if one.gone_ms}
        return {track for track, s in gone.items() if any(middle.came_with(s, account) for account in told)}

    def _unclear(self, sheet: Sheet) -> bool:
        """Whether to wait until one of two cards that were stuck together goes back."""
        return together.unclear(sheet, self.last) and sheet.patience(middle.STUCK_MS, "stuck")

    def others_lie(self, deal: Deal) -> bool:
        """Whether what lies in the middle beside a card that has gone lies there still: only that was taken away."""
        trick = {laid.event for laid in deal.table.trick} if deal.table.size("trick") else set()
        mine = [a for a in self.ledger.accounts if (a.event in trick if trick else self._kind(a.rest) == "middle")]
        return all(a.here is not None for a in mine) if trick or mine else True

    def _taken_up(self, deal: Deal) -> None:
        """What was taken up before anybody could tell what it was is still to be told of."""
        t = deal.table
        hands = [hand(seat) for seat in range(t.seats)]
        piles = [place for place in ("pile", "attack") if place in t.places]
        pile = t.known(*piles) if piles else None
        self.unread.among(self.ledger, t.pack - t.unseen() - t.known(*hands), pile)

    def see(self, look: Look) -> None:
        """Keep up with what lies where, though nothing is made of it now."""
        self.wants_look = False
        self.arms.see(look)
        self.cards = self.pots.apart(self.memory.real(look.sightings), look.at_ms)
        self.ledger.see(self.cards, look.at_ms)
        self.unread.drop({*self.memory.nothing, *self._stuck()})
        self.unread.see(self.ledger, self.cards, lambda at: self._kind(at) == "middle")
        for account in list(self.ledger.accounts):
            s = account.here
            if s is None or not s.seen:
                continue
            if account.held and account.back_since_bare:  # (it was laid once more before its taking up was told)
                self.ledger.release(account)
                continue
            was, now = self._kind(account.rest), self._kind((s.x, s.y))
            account.rest = (s.x, s.y)
            if (was, now) in PUT_DOWN and (not s.back or now == "aside" != was):
                self.ledger.release(account)

    def _sheet(self, deal: Deal) -> Sheet:
        """The last look beside the table."""
        at_ms, pots, arms = self.ledger.at_ms, self.pots, self.arms
        return Sheet(deal, self.layout, self.places, self.ledger, self.memory, self.cards, at_ms, pots, arms)

    def thrown(self, deal: Deal, seat: Seat, plain: bool = False) -> Told | None:
        """The bid that lies there when a seat speaks and was not told of yet, because more money might have come.

        ``plain``: if all of it lies in plain sight; else perhaps it is just being drawn back.
        """
        sheet = self._sheet(deal)
        found = bids.added(sheet, wait=False)
        for ask in deal.asking:
            if found is None and ask.sight == "pot" and ask.seat != seat:
                found = bids.thrown(sheet, ask, wait=False)
        if not isinstance(found, Told) or (plain and not all(s.seen for s in found.cards)):
            return None
        return found

    def _unseen_again(self, deal: Deal) -> None:
        """Cards that the table has shuffled are accounted for no longer, nor backs of tricks that are over: one that is
        laid where such a one lay is new."""
        t = deal.table
        held = t.known(*(hand(seat) for seat in range(t.seats)))
        self.ledger.equals = {str(card): number for card, number in (t.unseen() + held).items()}
        self.ledger.forget_unseen({str(card): number for card, number in t.known().items()})
        if deal.table.trick:
            self.ledger.forget_backs({laid.event for laid in deal.table.trick})

    def _answered(self, sheet: Sheet) -> Found:
        """The first thing asked that is answered on the table, by where its answer is to be seen."""
        follows = forced(sheet.deal)
        if follows is not None and not self._may_be_interrupted(sheet):
            told = Told(follows) if self.ledger.fresh or self.ledger.backs else None
            self.drew_ms = self.ledger.at_ms if told else self.drew_ms
            return told
        first = sorted(sheet.deal.asking, key=lambda request: request.sight not in ("taken up", "captured"))
        for request in first if middle.middle(sheet) else sheet.deal.asking:  # (what is gone made room for what is new)
            if request.sight and not request.silent:
                found = READINGS[request.sight](sheet, request)
                if isinstance(found, Unclear):
                    return None
                if found is not None:
                    return middle.whose(sheet, request, found) if request.sight in ("lot", "middle") else found
        odd = takes.unexplained(sheet)
        return None if odd is not None and (odd.event, odd.index) in self.trusted else odd

    def _may_be_interrupted(self, sheet: Sheet) -> bool:
        """Whether somebody may show cards before what goes without saying is done, and nothing tells that it is done:
        the stock was not touched since the newest card came to rest, nor since the last draw, and nothing else is new.
        """
        may = {f"seat {self.places[r.seat]}" for r in sheet.deal.asking if r.optional and r.sight == "row"}
        heaps = [s for s in self.cards if s.back and self._kind((s.x, s.y)) in ("stock", "aside")]
        new = [s for s in (*self.ledger.fresh, *self.ledger.backs) if s not in heaps and sheet.zone(s) not in may]
        rested = max((a.since_ms for a in self.ledger.accounts if a.event), default=0)
        drawn = any(
            s.seen and s.since_ms > max(rested, self.drew_ms + DRAWS_MS)
            for s in heaps if self._kind((s.x, s.y)) == "stock"
        )  # fmt: skip
        return bool(may) and not new and not drawn


def forced(deal: Deal) -> Act | None:
    """What is awaited, if the rules leave but one answer and nothing else may be done: nobody need tell it."""
    waited = [r for r in deal.asking if not r.silent and not r.optional]
    if len(waited) != 1 or not waited[0].follows(deal.table):
        return None
    return Act(waited[0].verbs[0], waited[0].seat, count=int(waited[0].awaited(deal.table)["count"]))
