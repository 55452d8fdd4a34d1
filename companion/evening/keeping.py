"""What happens at the table is judged, written to disk, and only then shown; what only people can tell is asked.

Everything that happens passes ``_happen``, whether it was touched, pressed or seen.
"""

from __future__ import annotations

import msgspec

from companion.cards import BadCard, parse_cards
from companion.evening.asking import Asking
from companion.evening.questions import Odds, Open, about_pause, about_throw, remembered
from companion.evening.sitting import Acknowledged, Sitting
from companion.events import META_VERBS, BadRecord, Event, to_data
from companion.match.acts import as_event, to_act
from companion.ports import Look, Trouble
from companion.scribe import Told, followers, forced
from companion.texts import Text, text
from companion.view import AnswerQuestion


class Keeper(Asking):
    """Judges, writes, remembers. ``on_event`` hears of each acknowledged event, ``on_change`` of every change."""

    def look(self, look: Look) -> None:
        """What lies on the table now; see `companion.evening.watching`."""
        raise NotImplementedError

    def compare(self) -> None:
        """After a break of any kind: compare the table with how it was left before anything on it counts as play."""
        sitting = self.sitting
        if sitting is None or not sitting.match.deals or sitting.score_only:
            return
        sitting.compares, self.look_again = 0, True

    # questions ------------------------------------------------------------------------------------------------------

    def _answer(self, answer: AnswerQuestion) -> None:
        sitting = self._sitting()
        question = sitting.question
        if question is None or question.number != answer.number:
            return  # an answer to a question that has gone: the screen was a moment late
        try:
            cards = parse_cards(answer.cards)
        except BadCard as error:
            raise BadRecord(str(error)) from None
        sitting.question = None
        if question.rivals:
            self._which(sitting, question, answer.option)
            return
        event = question.settle(cards, answer.option)
        if event is None:
            self._answered(sitting, question)
            return
        doubted = [*sitting.doubts]
        if question.doubts and doubted:
            sitting.doubts.pop()
        try:
            for unsaid in question.without:
                self._happen(Event(do="undo", about=unsaid))
            told = self._undo(event) if event.do == "undo" else self._happen(event, remembered(question, event))
        except (BadRecord, Trouble):
            sitting.question, sitting.doubts = question, doubted
            raise
        if question.guessed:
            sitting.scribe.memory.guessed.update(event.cards or ())
        if question.again is not None and told.answer.verdict.taken:
            self._happen_unsaid(sitting, question.again)
            self._happen(question.again)
        elif question.about is not None and self.last_look is not None:
            self.look(self.last_look)  # (what was odd before may be as it should now)
        elif told.answer.verdict.kind in ("illegal", "impossible") and sitting.question is None:
            sitting.question = question  # (that cannot be it: the question stands)
            self.on_change()
        elif question.looks and sitting.question is None and self.last_look is not None:
            self.look(self.last_look)  # (what came to lie there while the question stood)
        if sitting.doubts and sitting.question is None:
            self._speak_up(sitting)

    def _answered(self, sitting: Sitting, question: Open) -> None:
        """Nothing happened by the answer itself: the table is looked at with it, or the next doubt is told."""
        if question.about is not None:
            try:
                self._write_odds(sitting, question.about)
            except Trouble:
                sitting.question = question
                raise
            sitting.scribe.trust(question.about, question.index)
        if question.looks and self.last_look is not None:
            self.look(self.last_look)
            if sitting.question is None and sitting.scribe.rejected:
                sitting.question = question  # (that cannot be it: the question stands)
            self.on_change()
        if sitting.question is None:
            self._speak_up(sitting)

    def _undo(self, event: Event) -> Acknowledged:
        """An event is undone; what went without saying after it falls with it, what fits all the same stays."""
        deal = self._sitting().deal
        followed = followers(deal, event.about)
        told = self._happen(event)
        for follower in followed:
            if follower not in {act.id for act in self._sitting().deal.story}:
                self._happen(Event(do="undo", about=follower))
        return told

    # what happens ---------------------------------------------------------------------------------------------------

    def _happen(self, event: Event, odds: Odds = (), seen: Told | None = None) -> Acknowledged:
        """Judge, write, then show. If it cannot be written, nothing has happened (Trouble).

        ``odds``: how sure the reader was of each card; ``seen``: what the scribe made it of.
        """
        sitting = self._sitting()
        event = msgspec.structs.replace(event, id=self.journal.next_id())
        answer = sitting.match.add(event)  # raises BadRecord and changes nothing for what has no place here
        try:
            self.journal.append(sitting.name, "event", to_data(event))
            if odds:
                sitting.readings[event.id] = odds
                self._write_odds(sitting, event.id)
            self._maybe_over(sitting)
        except Trouble:
            self._read(sitting.name)
            raise
        if answer.verdict.kind == "ok":
            sitting.dials.clear()
        self._account(sitting, event, answer.verdict.kind, seen)
        found = next((f.text for f in answer.verdict.findings), None)
        sitting.message = answer.verdict.words or found
        self.message, self.trouble = None, None
        if answer.verdict.kind == "ok":
            sitting.question = self._doubts_still(sitting)
        told = Acknowledged(event, answer, sitting.match.deals[answer.deal - 1], sitting.match)
        self.on_event(told)
        if answer.verdict.kind == "question" and event.do == "bid" and event.amount is not None and not event.cards:
            self._ask(about_throw(sitting.played, event))
        if event.do == "note" and event.what == "pause" and answer.verdict.kind == "ok":
            self._ask(about_pause(self.compare))
        if sitting.readings and answer.verdict.troubled:
            self._suspect(sitting, told)
        self.on_change()
        return told

    def _happen_unsaid(self, sitting: Sitting, event: Event) -> None:
        """What went without saying before somebody told of something: the rules left no choice."""
        if event.do in META_VERBS or event.do == "note":
            return
        names, follows = sitting.played.names, forced(sitting.deal)
        asked = any(
            event.do in r.verbs and (r.seat is None or names[r.seat] == event.seat) for r in sitting.deal.asking
        )
        if follows is not None and not asked:
            self._happen(as_event(follows, names))

    def _account(self, sitting: Sitting, event: Event, kind: str, seen: Told | None) -> None:
        """The scribe hears which of the cards that lie there are told of now."""
        scribe = sitting.scribe
        if seen is not None and kind == "impossible":
            scribe.refused(seen)
        elif seen is not None:
            scribe.taken(event.id, seen)
        elif event.do == "correct" and event.about is not None:
            scribe.corrected(event.about, event.cards or ())
        elif event.cards and kind != "impossible" and event.do not in META_VERBS:
            scribe.entered(event.id, to_act(sitting.played, event), sitting.deal)
        if kind == "ok":
            scribe.settled(sitting.deal)

    def _maybe_over(self, sitting: Sitting) -> None:
        """A match is closed when its last deal decides it; a later correction may open it again."""
        over = sitting.match.ends()[-1].match_over
        if over != sitting.over:
            self.journal.append(sitting.name, "over" if over else "reopened", {})
            if over and self.crops is not None:
                self.crops.forget(sitting.name)
        sitting.over = over

    # what people are told -------------------------------------------------------------------------------------------

    def _in_trouble(self, error: Trouble) -> None:
        """The journal cannot be written: told on the screen; whoever plays without one stops."""
        self.trouble = error
        self._say(text("{what}", what=str(error)))

    def _say(self, words: Text) -> None:
        if self.sitting is not None:
            self.sitting.message = words
        self.message = words
        self.on_change()
