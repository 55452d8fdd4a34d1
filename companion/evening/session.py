"""One evening at the table: intents, presses and looks in; journal lines, a view and questions out.

One thread owns the session; others hand it things through a queue.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.evening.calling import Calling
from companion.evening.intents import event_of
from companion.evening.sitting import RULES_VERSION, Sitting, place_of, read_sitting
from companion.events import BadRecord, Event
from companion.games import find_game
from companion.match.match import Header
from companion.match.record import header_data, to_header
from companion.ports import Press, Trouble
from companion.texts import text
from companion.view import (
    AnswerQuestion,
    ChangePeople,
    CorrectCard,
    Intent,
    LeaveMatch,
    MakeBid,
    MakeNote,
    NewMatch,
    NextDeal,
    RedoEvent,
    ResumeMatch,
    SayPass,
    SetLanguage,
    UndoEvent,
)

ABOUT_WHAT_HAPPENED = (UndoEvent, RedoEvent, CorrectCard)
"""what people may say in a pause too: they look at the score, and remember what was wrong"""


class Session(Calling):
    """The whole of it: matches and their deals, what screens ask for, buttons, and the camera's looks."""

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
        self._read(name)
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
            self._read(sitting.name)
            raise
        if header.goes_on:
            sitting.sit(people)
        sitting.readings, sitting.hushed, sitting.doubts = {}, set(), []
        sitting.scribe.begin()
        sitting.question, sitting.dials = None, {}
        self.on_change()

    # intents --------------------------------------------------------------------------------------------------------

    def handle(self, intent: Intent) -> None:
        """Do what a screen asks for. What cannot be done becomes a message on the screen, never an exception."""
        self.say_held()
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
            case MakeBid() | SayPass() if self._told_by_money(intent):
                self.on_change()
            case UndoEvent(None) if self._sitting().played.history.to_undo() is None:
                self._say(text("There is nothing to undo"))
            case _:
                sitting = self._sitting()
                if not sitting.paused or intent == MakeNote("end"):
                    self._tell(sitting, event_of(sitting, intent))
                elif isinstance(intent, ABOUT_WHAT_HAPPENED):
                    self._tell_in_pause(sitting, event_of(sitting, intent))
                else:
                    self._say(text("It is a pause: go on first"))

    def _tell(self, sitting: Sitting, event: Event) -> None:
        """What somebody has told of, with what goes without saying before it or falls with it."""
        self._happen_unsaid(sitting, event)
        before = told_of(sitting)
        if event.do == "undo":
            self._undo(event)
        else:
            self._happen(event)
        if event.do in ("undo", "redo"):  # (of a correction, perhaps)
            for number, cards in told_of(sitting).items():
                if cards != before.get(number, cards):
                    sitting.scribe.corrected(number, cards)

    def _tell_in_pause(self, sitting: Sitting, event: Event) -> None:
        """A word about what has happened: the pause lasts on, and what has to be asked because of it is asked after."""
        pause = sitting.question
        try:
            self._tell(sitting, event)
        finally:
            sitting = self._sitting()  # (read anew where it could not be written)
            sitting.doubts = [told for told in sitting.doubts if sitting.waits_on(told)]
            sitting.question = pause
            self.on_change()

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
        if sitting.paused:
            self._say(text("It is a pause: go on first"))
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


def told_of(sitting: Sitting) -> dict[int, tuple[str, ...]]:
    """By event of this deal whose cards lie there: what these are, as it is told now."""
    history, scribe = sitting.played.history, sitting.scribe
    lying = {account.event for ledger in (scribe.ledger, scribe.pots.ledger) for account in ledger.accounts}
    return {n: history.told(line).cards or () for n, line in history.lines.items() if n in lying}
