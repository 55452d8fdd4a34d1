"""After a correction the story of a deal is told anew; what does not fit any more waits, and may be a question."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from companion.events import AFTER_THE_END, BadRecord, Event
from companion.match.acts import to_act
from companion.match.history import Line
from companion.match.pins import UNPINNED, Order, in_place, pin, whose_act
from companion.referee import Refusal, Verdict
from companion.rules import awaiting
from companion.rules.requests import Act
from companion.table.table import hand
from companion.texts import text

if TYPE_CHECKING:
    from companion.match.played import Played


@dataclass
class Retelling:
    """One telling of the story from the start, on a fresh table. What does not fit is tried again after each event."""

    played: Played
    verdicts: dict[int, Verdict] = field(default_factory=dict)
    holes: list[tuple[Line, Act]] = field(default_factory=list)
    """cards that lie here with an open face, since a correction has put the card elsewhere"""
    odd: list[Line] = field(default_factory=list)
    """what was in turn when it happened and is not any more, since an earlier event was corrected"""
    order: Order = field(default_factory=Order)

    def tell(self) -> dict[int, Verdict]:
        """Tell the whole story; the verdicts by event."""
        history = self.played.history
        for line in history.base_lines():
            line.open, line.why = False, None
        waiting: list[tuple[Line, Event]] = []
        for line in history.in_order():
            if line.fate == "void" and not history.corrected(line):
                continue
            if not line.alive:
                self.order.undone(line)
                continue
            event = history.told(line)
            if not self._fits(line, event, first=True):
                waiting.append((line, event))
                self.order.kept = self.order.kept and event.do in UNPINNED
                continue
            self.order.taken(line, event)
            while fitting := next((item for item in waiting if self._fits(*item)), None):
                waiting = [item for item in waiting if item is not fitting]
        for line, event in waiting:
            line.open = event.do not in UNPINNED
        for line, act in self.holes:
            line.open = self._still_open(act)
        for line in self.odd:
            line.open = True
        return self.verdicts

    def _fits(self, line: Line, event: Event, *, first: bool = False) -> bool:
        """Try an event at this point of the story; whether it was taken."""
        deal = self.played.deal
        table, over = deal.table, deal.outcome is not None
        moved = not over and not in_place(self.played, line, event, first)
        if moved and first and self.order.kept and line.clean and self._played_on(line, event):
            moved, table = False, deal.table
        if moved and not (first and self.order.follows(self.played, line, event)):
            line.why = line.why or awaiting.misplaced(table, deal.asking, Act(event.do, line.player))
            return False
        taken_before = event.do == "result" and line.fate == "ok"
        if over and event.do not in AFTER_THE_END and not taken_before and not shown_again(self.played, event):
            line.why = line.why or text("The deal is over")
            return False
        stage, began = table.stage, table.began
        try:
            act = self.order.known_by_now(whose_act(self.played, line, event))
            verdict = self.played.tell(event, act)
            if verdict.kind == "impossible" and line.fate == "ok" and not moved:
                verdict = self._with_holes(line, act, verdict)
        except (Refusal, BadRecord) as problem:
            line.why = problem.text if isinstance(problem, Refusal) else text("{what}", what=str(problem))
            return False
        if line.fate == "ok" and line.clean and not verdict.taken and deal.waits(event.id):
            line.why = verdict.findings[0].text  # (not that it lies there now: it will not)
            if moved or deal.pending is None or not deal.stand():
                deal.withdraw(event.id)
                return False
            self.odd.append(line)
        elif not self.played.counts(event, verdict):
            line.why = verdict.text or line.why
            return False
        self.verdicts[event.id] = verdict
        if moved:
            line.stage, line.moved = stage, True
        if line.fate == "new" or not line.stage:
            line.fate, line.clean = "ok", verdict.kind == "ok"
            pin(self.played, line, event, stage, began)
        return True

    def _played_on(self, line: Line, event: Event) -> bool:
        """Whether what lies there stands by this event: the word that let it stand then has been undone."""
        act = Act(event.do, line.player)
        return line.began is None and self.played.deal.opens(line.stage, act)

    def _with_holes(self, line: Line, act: Act, verdict: Verdict) -> Verdict:
        """A card that a correction has put elsewhere: it lies here with its face open, and stays a question.

        The showdown asks for every face that is still open, so no hand is ever scored with a hole.
        """
        clash = verdict.findings[0].proof if act.do == "discard" else ()
        taken = Counter(clash) or Counter(act.cards) - self.played.deal.table.unseen()
        cards = tuple((Counter(act.cards) - taken).elements())
        holed = act.do in ("turn", "discard") or (act.do == "show" and cards)
        if verdict.findings[0].rule != "card_seen_twice" or not holed:
            return verdict
        told = self.played.deal.offer(
            replace(act, cards=cards, count=act.count + taken.total(), revealed=None, lying=())
        )
        if told.kind == "ok":
            line.why = verdict.text
            self.holes.append((line, replace(act, seat=self.played.deal.whose(act.id))))
        return told

    def _still_open(self, act: Act) -> bool:
        """Whether a face that could not be told is unknown to this day."""
        t = self.played.deal.table
        if act.do == "show" and act.seat is not None:
            return t.unknown(hand(act.seat)) > 0
        if act.do == "turn":
            return any(lying.card is None and lying.event == act.id for pile in t.places.values() for lying in pile)
        return True


def shown_again(played: Played, event: Event) -> bool:
    """Whether somebody only shows or draws to himself what is known to be his already, after the end."""
    if event.do not in ("show", "turn", "take"):
        return False
    try:
        played.deal.again(to_act(played, event))
    except (Refusal, BadRecord):
        return False
    return True
