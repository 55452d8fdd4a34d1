"""Feeds the script of one deal what happened: which request an event answers, and what is awaited next.

No clock, no dice, no input or output: the same events always give the same table.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

from companion.referee import Doubtful, Illegal
from companion.rules import awaiting
from companion.rules.known import known_already, left_over
from companion.rules.requests import Act, Request
from companion.table import claims
from companion.table.outcome import Outcome
from companion.table.table import Table, hand
from companion.texts import Text, text

Script = Callable[[Table], Coroutine[Any, Any, Outcome]]


class Driver:
    """Runs a script. Read ``table``, ``asking`` and, at its end, ``outcome``."""

    def __init__(self, script: Script, new_table: Callable[[], Table]) -> None:
        self._script, self._new_table = script, new_table
        self.outcome: Outcome | None = None
        self.asking: tuple[Request[Any], ...] = ()
        self.table = new_table()
        self._running = script(self.table)
        self._step(None)

    def close(self) -> None:
        """Let go of the script."""
        self._running.close()

    def _step(self, value: tuple[Request[Any], Any] | None) -> None:
        try:
            self.asking = self._running.send(value)
        except StopIteration as end:
            self.asking, self.outcome = (), end.value

    # answers --------------------------------------------------------------------------------------------------------

    def _apply(self, act: Act, force: bool = False) -> Act:
        """Give an event to the request it answers; the event comes back with its seat filled in."""
        if self.outcome is not None:
            self.again(act)
            self.table.event, self.table.moved = act.id, []
            if act.do == "show" and act.seat is not None:
                self.table.reveal(hand(act.seat), left_over(self.table, act).elements())
                self._score_anew(self.outcome)
            return act
        if act.do == "show" and act.seat is not None and known_already(self.table, act):
            asked = any(r.seat == act.seat and "show" in r.verbs for r in self.asking)
            if not asked:
                return act
        request = self._request(act, force)
        self.table.event, self.table.moved = act.id, []
        if act.seat != request.seat and not (force and request.own and act.seat is not None):
            act = replace(act, seat=request.seat)
        value = request.apply(self.table, act, force)
        claims.check(self.table)  # what is proved may cost points, or end the deal
        self._step((request, value))
        claims.check(self.table)
        return act

    def _score_anew(self, was: Outcome) -> None:
        """Hands were shown after the end: they may prove what costs points."""
        if was.anew is not None:
            self.outcome = replace(was.anew(), ends_match=was.ends_match, conceded=was.conceded)

    def _request(self, act: Act, force: bool = False) -> Request[Any]:
        same = [r for r in self.asking if act.do in r.verbs]
        if not same:
            raise Illegal("not_awaited", awaiting.not_now(self.table, self.asking, act))
        mine = [r for r in same if act.seat is None or r.seat == act.seat]
        if len(mine) > 1 and act.seat is None:
            raise Doubtful("who", text("Who did that? {what}", what=self.describe()))
        if len(mine) == 1:
            return mine[0]
        if mine:
            return next((r for r in mine if r.takes(act)), mine[0])
        if force:
            return same[0]
        raise awaiting.out_of_turn(self.table, same[0], act)

    def again(self, act: Act) -> None:
        """After the end, showing or turning up what is known already changes nothing and is no fault.

        Hands that were not played out may be shown, to prove what was played from them.
        """
        if act.do == "show" and act.seat is not None and left_over(self.table, act):
            return
        if act.do not in ("show", "turn", "take") or not known_already(self.table, act):
            raise Illegal("deal_over", text("The deal is over"))

    # what is awaited ------------------------------------------------------------------------------------------------

    def describe(self) -> Text:
        """In words: who is to do what."""
        return awaiting.describe(self.table, self.asking)

    def awaits(self) -> dict[str, Any]:
        """For programs: the verbs, the seats, and what each request tells."""
        return awaiting.told(self.table, self.asking)
