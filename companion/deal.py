"""Drives the script of one deal: feeds it what happened, says what is awaited, refuses what cannot be.

No clock, no dice, no input or output: the same events always give the same table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.cards import Card
from companion.referee import Doubtful, Finding, Illegal, Refusal, Verdict
from companion.requests import Act, Bid, Call, Request, Take, money_cards
from companion.table import Seat, Table, before, hand
from companion.texts import Text, text


@dataclass(frozen=True)
class How:
    """How a player's points came about: the cards kept, what they are called, and a sum in words."""

    cards: tuple[Card, ...]
    parts: Mapping[str, Any]
    words: Text


@dataclass(frozen=True)
class Outcome:
    """How a deal ended: points by seat; ``void`` deals give none and are dealt again by the same dealer."""

    points: Mapping[Seat, int] = field(default_factory=dict)
    how: Mapping[Seat, How] = field(default_factory=dict)
    void: bool = False
    note: str = ""
    ends_match: bool = False
    conceded: Seat | None = None


Script = Callable[[Table], Coroutine[Any, Any, Outcome]]

VOIDING = {"misdeal", "redeal", "void"}
NOT_NOW = {
    "turn": text("{name} may not turn up cards now: {what}"),
    "bid": text("{name} may not bid now: {what}"),
    "pass": text("{name} may not say Dalje now: {what}"),
    "discard": text("{name} may not discard now: {what}"),
    "show": text("{name} need not show cards now: {what}"),
    "take": text("{name} may not take cards now: {what}"),
}


class Deal:
    """One deal. ``offer`` it events; read ``table``, ``asking`` and, at its end, ``outcome``."""

    def __init__(self, script: Script, new_table: Callable[[], Table]) -> None:
        self._script, self._new_table = script, new_table
        self._fed: list[tuple[Act, bool]] = []
        self.pending: tuple[Act, Finding] | None = None
        self.penalties: dict[Seat, int] = {}
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

    # what happens -------------------------------------------------------------------------------------------------

    def offer(self, act: Act) -> Verdict:
        """Take an event, or say why not. A refused event changes nothing (but see ``Bid.faults``)."""
        try:
            return self._take(act)
        except Refusal as refusal:
            if self.pending and (stood := self._let_stand(act)):
                return stood
            return self._refuse(act, refusal)

    def _take(self, act: Act) -> Verdict:
        special = {"take_back": self._take_back, "accept": self._accept, "claim": self._claim, "note": self._note}
        if act.do in special:
            verdict = special[act.do](act)
        else:
            known = len(self.table.findings)
            act = self._apply(act)
            self.pending = None
            verdict = Verdict("ok", tuple(self.table.findings[known:]))
        self._fed.append((act, False))
        return verdict

    def _apply(self, act: Act, force: bool = False) -> Act:
        """Give an event to the request it answers; the event comes back with its seat filled in."""
        if self.outcome is not None:
            self.again(act)
            return act
        asked = any(r.seat == act.seat and "show" in r.verbs for r in self.asking)
        if act.do == "show" and act.seat is not None and not asked and self._known_already(act):
            return act
        request = self._request(act, force)
        self.table.event, self.table.moved = act.id, []
        act = act if act.seat == request.seat else replace(act, seat=request.seat)
        value = request.apply(self.table, act, force)
        self._step((request, value))
        return act

    def _request(self, act: Act, force: bool = False) -> Request[Any]:
        same = [r for r in self.asking if act.do in r.verbs]
        if not same:
            raise Illegal("not_awaited", self._not_now(act))
        mine = [r for r in same if act.seat is None or r.seat == act.seat]
        if len(mine) > 1 and act.seat is None:
            raise Doubtful("who", text("Who did that? {what}", what=self.describe()))
        if mine:
            return mine[0]
        if force:
            return same[0]
        raise self._out_of_turn(act, same[0])

    def _not_now(self, act: Act) -> Text:
        """Why nobody may do that now, and who is to do what."""
        what = self.describe()
        if act.do in self.table.reasons:
            what = text("{why}; {what}", why=self.table.reasons[act.do], what=what)
        if act.seat is None or act.do not in NOT_NOW:
            return text("That is not awaited now: {what}", what=what)
        return Text(NOT_NOW[act.do].english, {"name": self.table.names[act.seat], "what": what})

    def _out_of_turn(self, act: Act, request: Request[Any]) -> Refusal:
        seat = act.seat
        assert seat is not None
        if isinstance(request, Take):
            return Illegal(
                "wrong_buyer",
                text("{name} took the cards, but {buyer} bought them",
                     name=self.table.names[seat], buyer=self.table.names[request.seat]),
            )  # fmt: skip
        words = text(
            "{name} is not to act: {what}",
            name=self.table.names[seat],
            what=self.table.barred.get(seat) or request.describe(self.table),
        )
        if seat in self.table.barred:
            words = text("{why}; {what}", why=self.table.barred[seat], what=request.describe(self.table))
        return Illegal("out_of_turn", words, may_stand=request.anyones)

    def again(self, act: Act) -> None:
        """After the end, showing once more what is known already changes nothing and is no fault."""
        if act.do != "show" or act.seat is None or not self._known_already(act):
            raise Illegal("deal_over", text("The deal is over"))

    def _known_already(self, act: Act) -> bool:
        assert act.seat is not None
        shown = self.table.known(hand(act.seat), before(act.seat))
        return bool(act.cards) and Counter(act.cards) <= shown

    def _refuse(self, act: Act, refusal: Refusal) -> Verdict:
        finding = Finding(act.id, act.seat, refusal.rule, refusal.text, refusal.proof)
        asked_for = {r.seat for r in self.asking if act.do in r.verbs}
        if act.seat is None and len(asked_for) == 1:
            finding = replace(finding, seat=asked_for.pop())
        if isinstance(refusal, Illegal):
            if refusal.may_stand:
                self.pending = (replace(act, seat=finding.seat), finding)
            asked = next((r for r in self.asking if isinstance(r, Bid) and r.faults), None)
            if act.do == "bid" and asked is not None and finding.seat is not None:
                self.table.findings.append(finding)
                self._step((asked, Call(finding.seat, act.amount, money_cards(act), fault=True)))
                self._fed.append((act, False))
            return Verdict("illegal", (finding,), refusal.text)
        return Verdict(refusal.kind, () if isinstance(refusal, Doubtful) else (finding,), refusal.text)

    # breaches that lie on the table ---------------------------------------------------------------------------------

    def _let_stand(self, act: Act) -> Verdict | None:
        """The next event by anybody lets a pending breach stand, if it makes sense only then."""
        trial = self._with_pending()
        if trial is None:
            return None
        try:
            verdict = trial._take(act)
        except Refusal:
            return None
        self.close()
        self.__dict__.update(trial.__dict__)
        return verdict

    def _with_pending(self) -> Deal | None:
        assert self.pending is not None
        act, finding = self.pending
        trial = Deal(self._script, self._new_table)
        for earlier, forced in self._fed:
            trial._feed(earlier, forced)
        try:
            trial._apply(act, force=True)
        except Refusal:
            return None
        trial._fed.append((act, True))
        trial.table.findings.append(finding)
        return trial

    def _feed(self, act: Act, forced: bool) -> None:
        if not forced:
            self.offer(act)
            return
        before_ = self.pending
        self._apply(act, force=True)
        self._fed.append((act, True))
        if before_:
            self.table.findings.append(before_[1])
        self.pending = None

    def _take_back(self, act: Act) -> Verdict:
        if self.pending is None:
            if any(isinstance(r, Bid) for r in self.asking):
                raise Illegal("take_back_money", text("What was thrown into the pot cannot be taken back"))
            raise Illegal("nothing_to_take_back", text("There is nothing to take back"))
        self.pending = None
        return Verdict("ok")

    def _accept(self, act: Act) -> Verdict:
        if self.pending and act.about in (None, self.pending[0].id):
            trial = self._with_pending()
            if trial is not None:
                self.close()
                self.__dict__.update(trial.__dict__)
                self.table.findings[-1] = replace(self.table.findings[-1], accepted=True)
                return Verdict("ok")
        about = [i for i, finding in enumerate(self.table.findings) if act.about in (None, finding.about)]
        if about:
            self.table.findings[about[-1]] = replace(self.table.findings[about[-1]], accepted=True)
            return Verdict("ok")
        raise Illegal("nothing_to_accept", text("There is no finding to let stand"))

    def _claim(self, act: Act) -> Verdict:
        found = tuple(f for f in self.table.findings if act.against in (None, f.seat))
        return Verdict("ok", found, None if found else text("Nothing that was seen proves it"))

    def _note(self, act: Act) -> Verdict:
        """The interruptions of life. ``act.word`` says which; seat, amount and points come with it."""
        what = act.word
        if what == "rest_mine":
            raise Illegal("rest_mine", text("There are no tricks to claim in this game"))
        if what in VOIDING and self.outcome is not None and self.outcome.void:
            raise Illegal("void_already", text("This deal does not count already"))
        if what == "concede" and act.seat is None:
            raise Doubtful("concede", text("Who gives up?"))
        if what == "penalty" and (act.seat is None or act.amount is None):
            raise Doubtful("penalty", text("Whose penalty is it, and how many points are added to the score?"))
        if what in VOIDING:
            ends = self.outcome is not None and self.outcome.ends_match
            self._finish(Outcome(void=True, note=what, ends_match=ends))
        elif what in ("concede", "end") and self.outcome is None:
            self._finish(Outcome(void=True, note=what, ends_match=True, conceded=act.seat))
        elif what in ("concede", "end"):
            assert self.outcome is not None
            self.outcome = replace(self.outcome, ends_match=True, conceded=act.seat if what == "concede" else None)
        elif what == "penalty":
            assert act.seat is not None and act.amount is not None
            self.penalties[act.seat] = self.penalties.get(act.seat, 0) + act.amount
        return Verdict("ok")

    def _finish(self, outcome: Outcome) -> None:
        self.close()
        self.asking, self.outcome, self.pending = (), outcome, None

    def finish(self, outcome: Outcome, *, anew: bool = False) -> None:
        """End the deal with a result entered by hand or agreed; ``anew`` also one that has ended otherwise."""
        if self.outcome is not None and not anew:
            raise Illegal("deal_over", text("The deal is over"))
        self._finish(outcome)

    # what is awaited ------------------------------------------------------------------------------------------------

    def describe(self) -> Text:
        """In words: who is to do what."""
        waited = [r for r in self.asking if not isinstance(r, Take)]
        if not waited:
            return text("the deal is over")
        words = waited[0].describe(self.table)
        for request in waited[1:]:
            words = text("{one}; {other}", one=words, other=request.describe(self.table))
        return words

    def whose(self, event: int) -> Seat | None:
        """The seat that an event was given to."""
        return next((act.seat for act, _ in reversed(self._fed) if act.id == event), None)

    def awaits(self) -> dict[str, Any]:
        """For programs: the verbs, the seats, and what each request tells."""
        waited = [r for r in self.asking if not isinstance(r, Take)]
        if not waited:
            return {}
        found: dict[str, Any] = {
            "do": list(dict.fromkeys(verb for r in waited for verb in r.verbs)),
            "seats": list(dict.fromkeys(self.table.names[r.seat] for r in waited)),
        }
        if len({r.verbs for r in waited}) == 1:
            return found | waited[0].awaited(self.table)
        if len({r.seat for r in waited}) == 1:  # one player, who may do one thing or another
            for request in waited:
                found |= request.awaited(self.table)
        return found
