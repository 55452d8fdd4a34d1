"""One deal: takes what happened, refuses what cannot be, and keeps what lies there against the rules or too early.

No clock, no dice, no input or output: the same events always give the same table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from companion.deal import asides
from companion.deal.driver import Driver, Script
from companion.deal.notes import check_rest_mine, noted
from companion.referee import Doubtful, Finding, Illegal, Impossible, Refusal, Verdict
from companion.rules import put_down
from companion.rules.requests import Act
from companion.table.outcome import Outcome
from companion.table.table import Seat, Table, before
from companion.texts import text

__all__ = ["Deal", "Script"]


class Deal(Driver):
    """One deal. ``offer`` it events; read ``table``, ``asking`` and, at its end, ``outcome``."""

    def __init__(self, script: Script, new_table: Callable[[], Table]) -> None:
        self._fed: list[tuple[Act, Finding | None]] = []
        """what was given to the script; with a finding: a breach that the table let stand"""
        self.pending: tuple[Act, Finding] | None = None
        """a breach that lies there: the table may let it stand"""
        self.early: list[tuple[Act, Finding]] = []
        """cards played before their turn, oldest first: they count when the missing ones have followed"""
        self._also: list[Finding] = []
        """what the event being taken has made of that which lay there"""
        self.penalties: dict[Seat, int] = {}
        super().__init__(script, new_table)

    @property
    def story(self) -> tuple[Act, ...]:
        """What was taken so far, in order."""
        return tuple(act for act, _ in self._fed)

    # what happens -------------------------------------------------------------------------------------------------

    def offer(self, act: Act) -> Verdict:
        """Take an event, or say why not. A refused event changes nothing (but see ``Bid.faults``)."""
        self._also = []
        try:
            return self._take(act)
        except Refusal as refusal:
            if self.pending and (stood := self._let_stand(act)):
                return stood
            return self._refuse(act, refusal)

    def _take(self, act: Act) -> Verdict:
        if act.do == "note":
            verdict = self._note(act)
        elif act.do in asides.SAID:
            verdict = asides.SAID[act.do](self, act)
        else:
            known = list(self.table.findings)
            self._lies_elsewhere(act)
            act = self._apply(act)
            self.pending = None
            self._early_ones(act)
            found = tuple(f for f in self.table.findings if f not in known)
            verdict = self._verdict(act, found)
        self._fed.append((act, None))
        return verdict

    def _verdict(self, act: Act, found: tuple[Finding, ...]) -> Verdict:
        """What was taken: ok, or a breach that lies there and counts."""
        wrong = next((f for f in found if f.about == act.id and f.seat is not None), None)
        also = tuple(self._also)
        if wrong is None:
            return Verdict("ok", found, also=also)
        return Verdict("illegal", found, wrong.text, stands=True, also=also)

    # cards that lie there before their turn ---------------------------------------------------------------------------

    def _lies_elsewhere(self, act: Act) -> None:
        """A card that somebody else has put down before his turn cannot be played by another; raises Impossible."""
        for early, _ in self.early:
            both = Counter(early.cards) + Counter(act.cards)
            twice = next((card for card in act.cards if both[card] > self.table.pack[card]), None)
            if early.seat not in (act.seat, None) and twice is not None:
                assert early.seat is not None
                values = {"card": twice.pretty, "place": self.table.describe(before(early.seat))}
                words = text("{card} was already seen {place}: is this another card?", **values)
                raise Impossible("card_seen_twice", words, (twice,))

    def _early_ones(self, act: Act) -> None:
        """After the missing card: the ones that were played too early count now, in their turn.

        Who plays again instead has taken his early card back.
        """
        for one in [one for one in self.early if (one[0].seat, one[0].do) == (act.seat, act.do)]:
            self.early.remove(one)
            self._also.append(put_down.replaced(self.table, *one))
        going = True
        while going and self.outcome is None:
            going = False
            for early, finding in self.early:
                try:
                    self._apply(early)
                except Refusal:
                    continue
                self.early.remove((early, finding))
                self.table.findings.append(finding)
                self._also.append(put_down.now_counts(self.table, early, finding))
                going = True
                break

    def withdraw(self, event: int) -> None:
        """Take back what was played too early by this event, as if it had not come."""
        self.early = [one for one in self.early if one[0].id != event]
        self.pending = None if self.pending and self.pending[0].id == event else self.pending
        self._fed = [one for one in self._fed if one[0].id != event]

    def _refuse(self, act: Act, refusal: Refusal) -> Verdict:
        finding = Finding(act.id, act.seat, refusal.rule, refusal.text, refusal.proof)
        asked_for = {r.seat for r in self.asking if act.do in r.verbs}
        if act.seat is None and len(asked_for) == 1:
            finding = replace(finding, seat=asked_for.pop())
        if isinstance(refusal, Illegal):
            if refusal.may_stand:
                self.pending = (replace(act, seat=finding.seat), finding)
            also = self._lies_early(act, finding) if refusal.early else ()
            self._punish(act, finding)
            waits = refusal.rule == "out_of_turn" and any(early is act for early, _ in self.early)
            words = put_down.stays(act, finding, refusal.may_stand) if waits else refusal.text
            return Verdict("illegal", (finding,), words, also=also)
        return Verdict(refusal.kind, () if isinstance(refusal, Doubtful) else (finding,), refusal.text)

    def _lies_early(self, act: Act, finding: Finding) -> tuple[Finding, ...]:
        """A card lies there before its turn; what its player had put down before goes back."""
        gone = [one for one in self.early if one[0].seat == act.seat]
        self.early = [*(one for one in self.early if one not in gone), (act, finding)]
        self._fed = [one for one in self._fed if all(one[0] is not early for early, _ in gone)]
        self._fed.append((act, None))
        return tuple(put_down.replaced(self.table, *one) for one in gone)

    def _punish(self, act: Act, finding: Finding) -> None:
        """A game that punishes an act is told of it at once."""
        if finding.seat is None:
            return
        for request in self.asking:
            answer = request.punished(self.table, act, finding.seat)
            if answer is not None:
                self.table.findings.append(finding)
                self._step((request, answer))
                self._fed.append((act, None))
                return

    # breaches that lie on the table ---------------------------------------------------------------------------------

    def _let_stand(self, act: Act) -> Verdict | None:
        """The next event by anybody lets a pending breach stand, if it makes sense only then."""
        assert self.pending is not None
        finding = self.pending[1]
        trial = self._with_pending()
        if trial is None:
            return None
        trial._also = [put_down.stood(finding)]
        try:
            verdict = trial._take(act)
        except Refusal:
            return None
        self._become(trial)
        return verdict

    def _with_pending(self) -> Deal | None:
        assert self.pending is not None
        act, finding = self.pending
        trial = self.trial(without=act.id)
        try:
            trial._feed(act, finding)
        except Refusal:
            return None
        return trial

    def trial(self, without: int | None = None) -> Deal:
        """Another deal to which the same has happened, to try something with; ``without`` what was fed by an event."""
        trial = Deal(self._script, self._new_table)
        for act, stood in self._fed:
            if without is None or act.id != without:
                trial._feed(act, stood)
        return trial

    def _feed(self, act: Act, stood: Finding | None) -> None:
        if stood is None:  # (whether it let something stand was decided when it came, and is told by what was fed)
            try:
                self._take(act)
            except Refusal as refusal:
                self._refuse(act, refusal)
            return
        self._apply(act, force=True)
        self._fed.append((act, stood))
        self.table.findings.append(stood)
        self.pending = None

    def let_pending_stand(self) -> bool:
        """Let the pending breach stand; whether it could. It is the last of the table's findings then."""
        trial = None if self.pending is None else self._with_pending()
        if trial is None:
            return False
        self._become(trial)
        return True

    def stand(self) -> bool:
        """Let the pending breach stand and forget it; whether it could. For a story told anew after a correction."""
        if not self.let_pending_stand():
            return False
        self.table.findings.pop()
        return True

    def opens(self, stage: str, act: Act) -> bool:
        """Let the pending breach stand if that opens the part of the deal in which this act is awaited; whether so."""
        trial = None if self.pending is None else self._with_pending()
        if trial is None or trial.table.stage != stage:
            return False
        if not any(request.seat == act.seat and act.do in request.verbs for request in trial.asking):
            return False
        self._become(trial)
        return True

    def _become(self, trial: Deal) -> None:
        """Go on from where a trial has come to."""
        self.close()
        self.__dict__.update(trial.__dict__)

    def _note(self, act: Act) -> Verdict:
        """The interruptions of life; "the rest are mine" is one that the game answers."""
        if act.word != "rest_mine":
            return noted(self, act)
        check_rest_mine(self, act)
        self._apply(replace(act, do="rest_mine"))
        self.pending, self.early = None, []
        return Verdict("ok")

    def finish(self, outcome: Outcome, *, anew: bool = False) -> None:
        """End the deal with a result entered by hand or agreed; ``anew`` also one that has ended otherwise."""
        if self.outcome is not None and not anew:
            raise Illegal("deal_over", text("The deal is over"))
        self.close()
        self.asking, self.outcome, self.pending, self.early = (), outcome, None, []

    # what is awaited ------------------------------------------------------------------------------------------------

    def waits(self, event: int) -> bool:
        """Whether what this event brought lies there and does not count yet: a pending breach, a card too early."""
        return any(act.id == event for act, _ in self.early) or (
            self.pending is not None and self.pending[0].id == event
        )

    def whose(self, event: int) -> Seat | None:
        """The seat that an event was given to."""
        return next((act.seat for act, _ in reversed(self._fed) if act.id == event), None)
