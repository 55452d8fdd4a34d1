"""What the camera sees becomes an event, a question, or nothing yet; after a break the table is compared first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from companion.cards import Card, parse_cards
from companion.evening import suspects
from companion.evening.keeping import Keeper
from companion.evening.put_back import compare, hidden, vouched
from companion.evening.questions import Open, about_cards, about_look, about_reading, about_table
from companion.evening.sitting import Sitting
from companion.events import BadRecord, Event
from companion.match.acts import as_event
from companion.match.history import Line
from companion.match.played import Played
from companion.ports import Look, Trouble
from companion.scribe import LOOKS, Amended, Question, Suspicion, Told
from companion.table.table import Seat
from companion.texts import Text, text

WENT_MS = 500
"""so long a card must be gone until what was asked about it is asked no more"""


class Watching(Keeper):
    """Hands looks to the scribe, and what he makes of them on."""

    def look(self, look: Look) -> None:
        """What lies on the table now; becomes an event, a question, or nothing yet."""
        self.last_look = look
        sitting = self.sitting
        if sitting is None or not sitting.match.deals or sitting.score_only:
            return
        if sitting.deal.outcome is None and sitting.compares is not None and not self._as_it_was(sitting, look):
            return
        if sitting.question is not None or sitting.deal.outcome is not None:
            sitting.scribe.see(look)
            if sitting.question is None or not self._went(sitting, sitting.question, look):
                return
            sitting.question = None
            sitting.scribe.memory.settled()
        found = sitting.scribe.look(look, sitting.deal)
        if isinstance(found, Told):
            self._seen(sitting, found)
        elif isinstance(found, Amended):
            self._amend(sitting, found)
        elif isinstance(found, Question):
            self._ask(self._explained(sitting, found) or about_cards(found, sitting.played.names))
        elif isinstance(found, Suspicion) and (question := self._suspected(sitting, found)):
            self._ask(question)
        elif found is None and (words := sitting.scribe.stranger(sitting.deal)) is not None:
            self._say(words)
        else:
            self.on_change()

    def _went(self, sitting: Sitting, question: Open, look: Look) -> bool:
        """Whether the card that is asked about has been taken away again, and it alone: it was laid by mistake."""
        lying = {s.track for s in look.sightings}
        if not question.track or question.track in lying:
            question.gone_ms = None
            return False
        question.gone_ms = look.at_ms if question.gone_ms is None else question.gone_ms
        return look.at_ms - question.gone_ms >= WENT_MS and sitting.scribe.others_lie(sitting.deal)

    def _suspected(self, sitting: Sitting, found: Suspicion) -> Open | None:
        """The question about a card that must have been another."""
        asked = self._explained(sitting, found) or about_look(found, sitting.played, sitting.readings)
        if asked is not None and found.would is not None:
            asked.without = suspects.unsaid(sitting.played, as_event(found.would, sitting.played.names))
        return asked

    def _explained(self, sitting: Sitting, found: Question | Suspicion) -> Open | None:
        """Something odd is seen: the question about a card told before, if another face of it explains that."""
        if found.would is None or not sitting.readings:
            return None
        event = as_event(found.would, sitting.played.names)
        try:
            misread = suspects.foresee(sitting.played, sitting.readings, event)
        except BadRecord:  # (it looks like a card that this game does not have)
            return None
        return None if misread is None else about_reading(misread, sitting.played, sitting.readings)

    def thrown_first(self, place: int, plain: bool) -> None:
        """Before somebody's call another one's bid is told that lies there, though more money might have come.

        ``plain``: if all of it lies in plain sight.
        """
        sitting = self._sitting()
        if sitting.question is not None:
            return
        told = sitting.scribe.thrown(sitting.deal, sitting.seat_at(place), plain)
        if told is not None:
            self._seen(sitting, told)

    def _seen(self, sitting: Sitting, told: Told) -> None:
        """What was seen to happen becomes an event; its pictures are kept."""
        try:
            happened = self._happen(as_event(told.act, sitting.played.names), told.odds, told)
        except Trouble as error:
            self._in_trouble(error)
        except BadRecord as error:
            sitting.scribe.refused(told)
            self._say(text("{what}", what=str(error)))
        else:
            self._keep(sitting.name, happened.event.id, told.evidence)

    def _amend(self, sitting: Sitting, found: Amended) -> None:
        """The newest event gets the cards that it must have had, if that makes sense."""
        codes = tuple(map(str, (*found.before, *found.faces)))
        event = Event(do="correct", about=found.event, cards=codes)
        fits = suspects.fits(sitting.played, event, found.followed)
        sitting.scribe.amended(found, fits)
        if not fits:
            return
        odds = (*self._kept(sitting, found), *found.odds)
        try:
            for follower in found.followed:
                self._happen(Event(do="undo", about=follower))
            self._happen(event)
            self.journal.append(sitting.name, "seen", {"event": found.event, "odds": [dict(one) for one in odds]})
        except Trouble as error:
            self._in_trouble(error)
        else:
            sitting.readings[found.event] = odds

    def _kept(self, sitting: Sitting, found: Amended) -> list[Mapping[str, float]]:
        """How sure the reader was of the cards that an amended event keeps."""
        known = [*sitting.readings.get(found.event, ())] or [{str(card): 1.0} for card in found.before]
        if found.gone is not None and len(known) > len(found.before):
            del known[found.gone.index]
        return known[: len(found.before)]

    def _as_it_was(self, sitting: Sitting, look: Look) -> bool:
        """Whether the table is as it was left; if it is not, people are told what to put back."""
        t, question = sitting.deal.table, sitting.question
        if question is not None and not question.compares:
            return False
        scribe = sitting.scribe
        scribe.see(look)
        cards = vouched(scribe.cards, scribe.ledger.accounts, scribe.trusted)
        followed = [a.here for a in scribe.ledger.accounts if a.here is not None] if scribe.ledger.accounts else None
        found = compare(t, scribe.layout, scribe.places, cards, followed)
        if not found:
            void, thrown = void_bids(sitting.played), seen_bids(sitting)
            scribe.account_for(found.known, sitting.deal, found.covered, void=void, thrown=thrown)
            sitting.compares, sitting.question = None, None
            if question is not None:
                self._say(text("The table is as it was: go on"))
            return True
        over = partial(scribe.arms.over, ms=look.at_ms)
        if question is None and hidden(found, scribe.layout, scribe.places, over):
            self.look_again = True  # (nobody can tell what lies under a hand: it goes)
            return False
        sitting.compares = (sitting.compares or 0) + 1
        if sitting.compares < LOOKS:
            self.look_again = True
            return False

        def go_on() -> None:
            left = [s for s in cards if s not in found.new]
            void, thrown = void_bids(sitting.played), seen_bids(sitting)
            scribe.account_for(left, sitting.deal, found.covered, found.gone, void, thrown)
            sitting.compares, self.look_again = None, True  # (what is new or taken is told though nothing moves)

        words = found.words(t)
        if question is None or question.words != words:
            self._ask(about_table(words, go_on))
        return False

    def notice(self, words: Text) -> None:
        """Something the people at the table should know of the pictures; the game goes on."""
        self._say(words)

    def _keep(self, match: str, event: int, evidence: tuple[bytes, ...]) -> None:
        """Keep the pictures of an event; without them the game goes on all the same."""
        if self.crops is None:
            return
        try:
            self.crops.keep(match, event, evidence)
        except Trouble as error:
            self._say(text("{what}", what=str(error)))

    @property
    def wants_look(self) -> bool:
        """Whether the camera should look again though nothing moved."""
        sitting = self.sitting
        if sitting is None:
            return False
        question = sitting.question
        return sitting.scribe.wants_look if question is None else question.gone_ms is not None


def void_bids(played: Played) -> dict[Seat, list[Card]]:
    """By seat the cards of the bids on what is being bought now that were refused or undone: they may lie there yet."""
    return bids_now(played, lambda line: not line.alive or line.fate == "void")


def seen_bids(sitting: Sitting) -> dict[Seat, list[Card]]:
    """By seat the cards of the bids on what is being bought now that count and were seen to be thrown."""
    seen = sitting.readings
    return bids_now(sitting.played, lambda line: line.alive and line.fate == "ok" and line.event.id in seen)


def bids_now(played: Played, which: Callable[[Line], bool]) -> dict[Seat, list[Card]]:
    """By seat the cards of those bids on what is being bought now."""
    t = played.deal.table
    cards: dict[Seat, list[Card]] = {}
    for line in played.history.lines.values():
        told = played.history.told(line)
        here = (line.stage, line.began) == (t.stage, t.began)
        if told.do == "bid" and here and which(line) and told.cards and told.seat in played.names:
            cards.setdefault(played.names.index(told.seat), []).extend(parse_cards(told.cards))
    return cards
