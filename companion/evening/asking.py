"""What is asked of the people; before a finding is spoken, whether the cards that it rests on were read rightly."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from companion.evening import suspects
from companion.evening.questions import AS_READ, MOST_RIVALS, Open, about_reading, about_readings, key, sure_of
from companion.evening.sitting import Acknowledged, Sitting, read_sitting
from companion.evening.suspects import Misread
from companion.events import BadRecord
from companion.kept.crops import Crops
from companion.kept.journal import Journal
from companion.ports import Look, Trouble
from companion.texts import Text
from companion.view import MakeBid, SayPass


class Asking:
    """What is known of the table, and what waits for the people.

    ``on_event`` hears of each acknowledged event, ``on_change`` of every change.
    """

    def __init__(self, journal: Journal, language: str = "en", crops: Crops | None = None) -> None:
        self.journal = journal
        self.crops = crops
        self.language = language
        self.sitting: Sitting | None = None
        self.message: Text | None = None
        self.on_event: Callable[[Acknowledged], None] = lambda told: None
        self.on_change: Callable[[], None] = lambda: None
        self.trouble: Trouble | None = None
        """what kept the last event from being written; None when all is well"""
        self.last_look: Look | None = None
        self.look_again = False
        """the camera should look at the whole table afresh; whoever has it do so sets this back"""
        self.held: MakeBid | SayPass | None = None
        """a call of somebody who is not asked: whoever is may have thrown money that lies there in a moment"""
        self.held_ms: int | None = None
        """when the table was first looked at since then"""
        self._questions = 0

    def _sitting(self) -> Sitting:
        if self.sitting is None:
            raise BadRecord("there is no match to do that in")
        return self.sitting

    def _ask(self, question: Open) -> None:
        self._questions += 1
        question.number = self._questions
        self._sitting().question = question
        self.on_change()

    # suspecting the reader ------------------------------------------------------------------------------------------

    def _suspect(self, sitting: Sitting, told: Acknowledged) -> None:
        """Before a finding is spoken: ask about a card that, read otherwise, would explain it nearly as well.

        One that is likelier than all the others together is asked about alone, and first; the rest at once.
        """
        once = any(one is told for one in sitting.doubts)
        doubts = suspects.doubts(told.played, sitting.readings, told.event.id)[:MOST_RIVALS]
        if not doubts:
            return
        first, *rest = doubts
        sitting.hushed |= {(f.about, f.seat, f.rule) for f in told.answer.verdict.findings}
        sitting.message = None
        if rest and (once or first.odds <= sum(misread.odds for misread in rest)):
            self._ask(about_readings(doubts, told.played))
        else:
            self._ask_about(sitting, told, first)
        sitting.doubts = [*(one for one in sitting.doubts if one is not told), told]

    def _ask_about(self, sitting: Sitting, told: Acknowledged, misread: Misread) -> None:
        """The question about one card that an event has made doubtful."""
        counts = told.answer.verdict.taken or told.played.deal.waits(told.event.id)  # (it is told again with the rest)
        counts = counts or misread.event == told.event.id  # (the correction makes it another, and lets it count)
        again = None if counts else msgspec.structs.replace(told.event, id=0)
        self._ask(about_reading(misread, told.played, sitting.readings, again))

    def _doubts_still(self, sitting: Sitting) -> Open | None:
        """What is asked because of a finding that still stands, though something else has happened since."""
        question = sitting.question
        if question is None or not question.doubts or not sitting.doubts:
            return None
        return question if sitting.waits_on(sitting.doubts[-1]) else None

    def _which(self, sitting: Sitting, question: Open, option: str) -> None:
        """Of several doubted cards the people say which one was misread: that one is asked about; or none was."""
        wrong = next((misread for misread in question.rivals if key(misread) == option), None)
        if wrong is not None and sitting.doubts:
            self._ask_about(sitting, sitting.doubts[-1], wrong)
            return
        if option != AS_READ:
            sitting.question = question
            return
        for misread in question.rivals:
            sure_of(misread, sitting.played, sitting.readings)
            self._write_odds(sitting, misread.event)
            sitting.scribe.trust(misread.event, misread.index)
        self._speak_up(sitting)

    def _write_odds(self, sitting: Sitting, event: int) -> None:
        """How sure we are now of the cards of an event goes to disk; raises Trouble."""
        odds = [dict(one) for one in sitting.readings[event]]
        self.journal.append(sitting.name, "seen", {"event": event, "odds": odds})

    def _read(self, name: str) -> None:
        """Take a match from the journal; raises Trouble. What was doubted last is asked again, till it is answered."""
        self.sitting = sitting = read_sitting(self.journal, name)
        doubted, sitting.doubts = sitting.doubts, []
        for told in doubted:
            if sitting.still_doubted(told):
                self._suspect(sitting, told)

    def _speak_up(self, sitting: Sitting) -> None:
        """A card was what it had been read as: doubt another one, or say what was found; earlier doubts likewise."""
        while sitting.question is None and sitting.doubts:
            told = sitting.doubts[-1]
            matters = sitting.still_doubted(told)
            if matters:
                self._suspect(sitting, told)
            if sitting.question is None:
                sitting.doubts.pop()
            if matters and sitting.question is None:
                verdict = told.answer.verdict
                sitting.hushed -= {(f.about, f.seat, f.rule) for f in verdict.findings}
                sitting.message = verdict.words or next((f.text for f in verdict.findings), None)
        self.on_change()
