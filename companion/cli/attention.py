"""People before the screen of a rendered table who notice what it misses or gets wrong, and put it right by touch."""

from __future__ import annotations

from collections import Counter

from companion.cli.ledger import Deed
from companion.cli.screen import Screen, Stuck
from companion.evening.sitting import Sitting
from companion.view import CorrectCard, EnterCards, UndoEvent

PATIENCE_MS = 8000
"""so long after a card lies still people notice that the screen does not know of it, and help by touch"""
AGAIN_MS = 2500
"""the same, for the next card, once they watch the screen"""
ENOUGH = 12
"""people give a deal up when they have had to undo more than this"""
HELPS = 3
"""or to enter the same thing so often"""


class Attention(Screen):
    """The screen has missed a card for long, or tells of something that nobody did."""

    wary = False
    """people watch the screen, for it has missed something"""

    def look_at_the_screen(self, sitting: Sitting) -> None:
        """People stop when the screen has not taken note of a card for long, and enter it."""
        ledger = self.ledger
        if self.startled or ledger.phantoms:
            self.put_right(sitting)
        waiting = ledger.waiting
        if waiting and self.at_ms - max(waiting[0].rest_ms, self.answered_ms) > PATIENCE_MS:
            self.catch_up(sitting)

    def put_right(self, sitting: Sitting) -> None:
        """The screen has told of something that did not happen: people wait a moment, then they undo it by touch."""
        ledger = self.ledger
        self.until(self.at_ms + AGAIN_MS)
        wrong = [deed for deed in ledger.deeds if deed.wrong_seat and deed.event is not None]
        for event in list(ledger.phantoms):
            self.correct(event)
        for deed in wrong:
            if deed.event is not None and deed.wrong_seat:
                self.undo(deed.event)
                deed.event = None
        self.startled, self.wary = False, True
        self.catch_up(sitting)

    def undo(self, event: int) -> None:
        """An event that nobody made is undone."""
        ledger = self.ledger
        self.touched(f"undone: event {event}")
        if sum(what.startswith("undone") for what in ledger.asked) > ENOUGH:
            raise Stuck("the screen tells again and again of what nobody has done: please report this")
        self.evening.inbox.put(UndoEvent(event))
        ledger.phantoms.pop(event, None)
        self.frame()

    def correct(self, event: int) -> None:
        """An event that nobody made is put right where its player has done something else, or else undone."""
        ledger = self.ledger
        deed = ledger.meant(event)
        if deed is None:
            self.undo(event)
            return
        if deed.event is not None:
            self.undo(deed.event)
        _, _, cards = ledger.phantoms.pop(event)
        deed.event, deed.touched, deed.told_seat = event, True, deed.act.seat
        new = str(deed.act.cards[0])
        self.touched(f"corrected: {cards[0]} is {new}")
        self.evening.inbox.put(CorrectCard(event, cards[0], new))
        self.frame()

    def catch_up(self, sitting: Sitting) -> None:
        """Wait until the product knows all that the camera was to see; what it misses is entered by touch."""
        ledger = self.ledger
        helped: Counter[int] = Counter()
        began = self.at_ms
        while waiting := ledger.waiting:
            deed = waiting[0]
            patience = AGAIN_MS if self.wary else PATIENCE_MS
            if self.at_ms - max(deed.rest_ms, began, self.answered_ms) <= patience and not helped[deed.id]:
                self.frame()
                continue
            if helped[deed.id] == HELPS:
                raise Stuck(
                    f"the table shows {deed.act.do} {' '.join(map(str, deed.act.cards))}, but it is not taken: "
                    "please report this"
                )
            helped[deed.id] += 1
            self.wary = True
            while helped[deed.id] > 1 and ledger.strays:  # (it did not go in: what was told wrongly stands in the way)
                self.undo(ledger.strays.pop())
            self.help(sitting, deed)
        self.wary = False

    def help(self, sitting: Sitting, deed: Deed) -> None:
        """The camera does not get it: people enter it by touch, and undo what nobody did."""
        ledger, act = self.ledger, deed.act
        for event in list(ledger.phantoms):
            self.correct(event)
        if not deed.open:
            return
        self.touched(f"entered by touch: {act.do} {' '.join(map(str, act.cards))}")
        deed.touched = True
        place = None if act.seat is None else sitting.place_of(act.seat)
        self.evening.inbox.put(EnterCards(act.do, place, tuple(map(str, act.cards)), act.count))
        for _ in range(10):
            self.frame()
