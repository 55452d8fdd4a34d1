"""One evening at the table: intents, presses and looks in; journal lines, a view and questions out.

Everything that happens passes ``_happen``: it is judged, written to disk, and only then shown. One thread owns the
session; others hand it things through a queue.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from companion import suspects
from companion.acts import as_event, to_act
from companion.cards import BadCard, parse_cards
from companion.crops import Crops
from companion.events import META_VERBS, BadRecord, Event, to_data
from companion.game import find_game
from companion.intents import event_of
from companion.journal import Journal
from companion.match import Header
from companion.ports import Look, Press, Trouble
from companion.put_back import compare
from companion.questions import (
    Odds,
    Open,
    about_cards,
    about_look,
    about_pause,
    about_reading,
    about_table,
    about_throw,
)
from companion.record import header_data, to_header
from companion.scribe import LOOKS, Question, Suspicion, Told, forced
from companion.sitting import RULES_VERSION, Acknowledged, Sitting, place_of, read_sitting
from companion.texts import Text, text
from companion.view import (
    AnswerQuestion,
    ChangePeople,
    Intent,
    LeaveMatch,
    MakeBid,
    NewMatch,
    NextDeal,
    ResumeMatch,
    SayPass,
    SetLanguage,
)


class Session:
    """Judges, writes, remembers. ``on_event`` hears of each acknowledged event, ``on_change`` of every change."""

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
        self._questions = 0

    # matches --------------------------------------------------------------------------------------------------------

    def new_match(self, ask: NewMatch, seed: int | None = None) -> None:
        """Open a match and deal; raises BadRecord for impossible settings. ``seed`` is a rendered table's."""
        game = find_game(ask.game)
        rules = game.check_rules(ask.rules)
        names = tuple(name.strip() for name in ask.names)
        if len(set(names)) != len(names) or not all(names):
            raise BadRecord("every player needs a name of his own")
        game.check_players(len(names), rules)
        if not 0 <= ask.dealer < len(names):
            raise BadRecord("the dealer must sit at the table")
        opening: dict[str, Any] = {
            "game": ask.game, "names": list(names), "rules": rules,
            "score_only": ask.score_only or game.sheet, "rules_version": RULES_VERSION,
        }  # fmt: skip
        if seed is not None:
            opening["seed"] = seed
        name = f"m{self.journal.next_id()}"
        self.journal.append(name, "match", opening)
        self.sitting = Sitting(name, opening)
        self._begin_deal(names[ask.dealer])

    def resume(self, name: str) -> None:
        """Go on with an unfinished match from its journal; raises Trouble if it cannot be read."""
        self.sitting = read_sitting(self.journal, name)
        self.message = None
        self.compare()
        self.on_change()

    def peek(self, name: str) -> Sitting:
        """A match of the journal as it stands, without going on with it."""
        return read_sitting(self.journal, name)

    def _begin_deal(self, dealer: str | None) -> None:
        sitting = self._sitting()
        names = sitting.played.names if sitting.match.deals else sitting.by_seat()
        people = tuple(names[sitting.seat_at(place)] for place in range(len(names)))
        self._deal(self._header(names, people, dealer), people)

    def _change_people(self, ask: ChangePeople) -> None:
        """The next deal, with people who have come and without those who have left."""
        sitting = self._sitting()
        if sitting.deal.outcome is None:
            raise BadRecord("this deal is not over yet")
        people = tuple(name.strip() for name in ask.names)
        n = len(people)
        if ask.dealer is not None and not 0 <= ask.dealer < n:
            raise BadRecord("the dealer must sit at the table")
        names = [people[place_of(seat, n, sitting.game)] for seat in range(n)]
        self._deal(self._header(names, people, None if ask.dealer is None else people[ask.dealer], True), people)

    def _header(self, names: Sequence[str], people: Sequence[str], dealer: str | None, goes_on: bool = False) -> Header:
        sitting = self._sitting()
        data = {
            "record": 1, "game": sitting.game.id, "players": list(names), "places": list(people),
            "rules": sitting.rules, "goes_on": goes_on,
        } | ({"dealer": dealer} if dealer else {})  # fmt: skip
        return to_header(data)

    def _deal(self, header: Header, people: Sequence[str]) -> None:
        """A deal begins: judged first, then written; raises BadRecord, or Trouble if it cannot be written."""
        sitting = self._sitting()
        sitting.match.begin(header)
        try:
            self.journal.append(sitting.name, "deal", header_data(header))
        except Trouble:
            self.sitting = read_sitting(self.journal, sitting.name)
            raise
        if header.goes_on:
            sitting.sit(people)
        sitting.readings, sitting.hushed = {}, set()
        sitting.scribe.begin()
        sitting.question, sitting.dials = None, {}
        self.on_change()

    def _sitting(self) -> Sitting:
        if self.sitting is None:
            raise BadRecord("there is no match to do that in")
        return self.sitting

    # intents --------------------------------------------------------------------------------------------------------

    def handle(self, intent: Intent) -> None:
        """Do what a screen asks for. What cannot be done becomes a message on the screen, never an exception."""
        try:
            self._handle(intent)
        except BadRecord as error:
            self._say(text("{what}", what=str(error)))
        except Trouble as error:
            self._in_trouble(error)

    def _handle(self, intent: Intent) -> None:
        match intent:
            case NewMatch():
                self.new_match(intent)
            case ResumeMatch(name):
                self.resume(name)
            case LeaveMatch():
                self.sitting, self.message = None, None
                self.on_change()
            case SetLanguage(language):
                self.language = language
                self.on_change()
            case NextDeal():
                self._next_deal()
            case ChangePeople():
                self._change_people(intent)
            case AnswerQuestion():
                self._answer(intent)
            case _:
                sitting = self._sitting()
                event = event_of(sitting, intent)
                follows = forced(sitting.deal) if event.do not in META_VERBS and event.do != "note" else None
                if follows is not None and event.do != follows.do:
                    self._happen(as_event(follows, sitting.played.names))  # (nobody has told what went without saying)
                self._happen(event)

    def _next_deal(self) -> None:
        sitting = self._sitting()
        if sitting.deal.outcome is None:
            raise BadRecord("this deal is not over yet")
        if sitting.match.ends()[-1].match_over:
            raise BadRecord("the match is over")
        self._begin_deal(sitting.played.names[sitting.match.next_dealer()])

    # buttons --------------------------------------------------------------------------------------------------------

    def press(self, press: Press) -> None:
        """A button: dial a bid with plus and minus, say it with OK, or say Dalje."""
        sitting = self.sitting
        if sitting is None or not sitting.match.deals:
            return
        waited = sitting.places_to_act()
        place = press.place if press.place is not None else min(waited) if len(waited) == 1 else None
        if place is None or not 0 <= place < len(sitting.people):
            return
        if press.key == "pass":
            sitting.dials.pop(place, None)
            self.handle(SayPass(place))
        elif press.key == "ok":
            amount = sitting.dials.pop(place, None)
            if amount is None:
                self._say(text("{name}: dial a bid with + first, then OK", name=sitting.name_at(place)))
            else:
                self.handle(MakeBid(place, amount))
        elif sitting.dial(place, 1 if press.key == "plus" else -1):
            self.on_change()

    def places_to_act(self) -> frozenset[int]:
        """The places that something is awaited from: their lights are on."""
        return frozenset() if self.sitting is None else self.sitting.places_to_act()

    # the camera -----------------------------------------------------------------------------------------------------

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
            return
        found = sitting.scribe.look(look, sitting.deal)
        if isinstance(found, Told):
            self._seen(sitting, found)
        elif isinstance(found, Question):
            self._ask(self._explained(sitting, found) or about_cards(found, sitting.played.names))
        elif isinstance(found, Suspicion) and (question := about_look(found, sitting.played, sitting.readings)):
            self._ask(question)
        else:
            self.on_change()

    def _explained(self, sitting: Sitting, found: Question) -> Open | None:
        """Something odd is seen: the question about a card told before, if another face of it explains that."""
        if found.would is None or not sitting.readings:
            return None
        event = as_event(found.would, sitting.played.names)
        try:
            misread = suspects.foresee(sitting.played, sitting.readings, event)
        except BadRecord:  # (it looks like a card that this game does not have)
            return None
        return None if misread is None else about_reading(misread, sitting.played, sitting.readings)

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

    def compare(self) -> None:
        """After a break of any kind: compare the table with how it was left before anything on it counts as play."""
        sitting = self.sitting
        if sitting is None or not sitting.match.deals or sitting.score_only:
            return
        sitting.compares, self.look_again = 0, True

    def _as_it_was(self, sitting: Sitting, look: Look) -> bool:
        """Whether the table is as it was left; if it is not, people are told what to put back."""
        t, question = sitting.deal.table, sitting.question
        if question is not None and not question.compares:
            return False
        scribe = sitting.scribe
        found = compare(t, scribe.layout, scribe.places, look.sightings)
        if not found:
            scribe.account_for(found.known)
            sitting.compares, sitting.question = None, None
            if question is not None:
                self._say(text("The table is as it was: go on"))
            return True
        sitting.compares = (sitting.compares or 0) + 1
        if sitting.compares < LOOKS:
            self.look_again = True
            return False

        def go_on() -> None:
            scribe.account_for(look.sightings)
            sitting.compares = None

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
        return self.sitting is not None and self.sitting.scribe.wants_look and self.sitting.question is None

    # questions ------------------------------------------------------------------------------------------------------

    def _ask(self, question: Open) -> None:
        self._questions += 1
        question.number = self._questions
        self._sitting().question = question
        self.on_change()

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
        event = question.settle(cards, answer.option)
        if event is None:
            self._answered(sitting, question)
            return
        doubted, sitting.doubted = sitting.doubted, None
        try:
            told = self._happen(event)
        except (BadRecord, Trouble):
            sitting.question, sitting.doubted = question, doubted
            raise
        if question.again is not None and told.answer.verdict.taken:
            self._happen(question.again)
        elif question.about is not None and self.last_look is not None:
            self.look(self.last_look)  # (what was odd before may be as it should now)
        elif told.answer.verdict.kind in ("illegal", "impossible") and sitting.question is None:
            sitting.question = question  # (that cannot be it: the question stands)
            self.on_change()

    def _answered(self, sitting: Sitting, question: Open) -> None:
        """Nothing happened by the answer itself: the table is looked at with it, or the next doubt is told."""
        if question.about is not None:
            sitting.scribe.trust(question.about, question.index)
        if question.looks and self.last_look is not None:
            self.look(self.last_look)
            if sitting.question is None and sitting.scribe.rejected:
                sitting.question = question  # (that cannot be it: the question stands)
            self.on_change()
        else:
            self._speak_up(sitting)

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
                self.journal.append(sitting.name, "seen", {"event": event.id, "odds": [dict(one) for one in odds]})
                sitting.readings[event.id] = odds
            self._maybe_over(sitting)
        except Trouble:
            self.sitting = read_sitting(self.journal, sitting.name)
            raise
        if answer.verdict.kind == "ok":
            sitting.dials.clear()
        self._account(sitting, event, answer.verdict.kind, seen)
        found = next((f.text for f in answer.verdict.findings), None)
        sitting.message = answer.verdict.words or found
        self.message, self.trouble = None, None
        if answer.verdict.kind == "ok":
            sitting.question = None
        told = Acknowledged(event, answer, sitting.match.deals[answer.deal - 1], sitting.match)
        self.on_event(told)
        if answer.verdict.kind == "question" and event.do == "bid" and event.amount is not None and not event.cards:
            self._ask(about_throw(sitting.played, event))
        if event.do == "note" and event.what == "pause" and answer.verdict.kind == "ok":
            self._ask(about_pause(self.compare))
        if sitting.readings and (answer.verdict.kind in ("illegal", "impossible") or answer.verdict.findings):
            self._suspect(sitting, told)
        self.on_change()
        return told

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

    # suspecting the reader ------------------------------------------------------------------------------------------

    def _suspect(self, sitting: Sitting, told: Acknowledged) -> None:
        """Before a finding is spoken: ask about a card that, read otherwise, would explain it nearly as well."""
        misread = suspects.doubt(told.played, sitting.readings)
        if misread is None:
            return
        sitting.hushed |= {(f.about, f.seat, f.rule) for f in told.answer.verdict.findings}
        sitting.message = None
        again = None if told.answer.verdict.taken else msgspec.structs.replace(told.event, id=0)
        self._ask(about_reading(misread, told.played, sitting.readings, again))
        sitting.doubted = told

    def _speak_up(self, sitting: Sitting) -> None:
        """A card was what it had been read as: doubt another one, or say what was found."""
        told, sitting.doubted = sitting.doubted, None
        if told is None:
            self.on_change()
            return
        self._suspect(sitting, told)
        if sitting.question is None:
            sitting.hushed.clear()
            sitting.message = told.answer.verdict.words or next((f.text for f in told.answer.verdict.findings), None)
        self.on_change()

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
