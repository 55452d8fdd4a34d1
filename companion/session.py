"""One evening at the table: intents, presses and looks in; journal lines, a view and questions out.

Everything that happens passes ``_happen``: it is judged, written to disk, and only then shown. One thread owns the
session; others hand it things through a queue.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from companion import suspects
from companion.bids import Bid
from companion.cards import BadCard, Card, parse_cards
from companion.crops import Crops
from companion.deal import Deal
from companion.events import BadRecord, Event, to_data, to_event
from companion.game import find_game
from companion.journal import Entry, Journal
from companion.layout import Layout
from companion.match import Answer, Match, Played, as_event
from companion.ports import Look, Press, Trouble
from companion.record import header_data, to_header
from companion.requests import Act
from companion.scribe import Question, Scribe
from companion.table import Seat
from companion.texts import Text, text
from companion.view import (
    AcceptFinding,
    AnswerQuestion,
    CorrectCard,
    EnterCards,
    EnterResult,
    Intent,
    LeaveMatch,
    MakeBid,
    MakeNote,
    NewMatch,
    NextDeal,
    RedoEvent,
    ResumeMatch,
    SayPass,
    SayWord,
    SetLanguage,
    UndoEvent,
)

RULES_VERSION = 1


@dataclass(frozen=True)
class Acknowledged:
    """An event that is on disk, with what the referee said: safe to show and to print."""

    event: Event
    answer: Answer
    played: Played
    match: Match


@dataclass
class Open:
    """A question that waits for the people; ``settle`` makes events of the answer."""

    number: int
    words: Text
    choices: tuple[tuple[Card, float], ...] = ()
    options: tuple[tuple[str, Text], ...] = ()
    count: int = 1
    crop: bytes | None = None
    sure: tuple[Card, ...] = ()
    settle: Callable[[tuple[Card, ...], str], Event | None] = field(default=lambda cards, option: Event(do="pass"))
    """the event that an answer makes; None: everything was as it had been read"""
    again: Event | None = None
    """what could not be taken before the question, and is told once more when it has been answered"""


class Sitting:
    """The match that is being played: people in their places, its deals, the scribe and the buttons' dials."""

    def __init__(self, name: str, opening: Mapping[str, Any]) -> None:
        self.name = name
        self.game = find_game(str(opening["game"]))
        self.seed: int | None = opening.get("seed")
        self.people: tuple[str, ...] = tuple(opening["names"])
        self.rules = self.game.check_rules(dict(opening["rules"]))
        self.score_only = bool(opening.get("score_only", False))
        self.match = Match()
        self.dials: dict[int, int] = {}
        self.question: Open | None = None
        self.readings: dict[int, tuple[Mapping[str, float], ...]] = {}
        """by event of this deal how sure the reader was of its cards"""
        self.hushed: set[tuple[int, int | None, str]] = set()
        """findings that are not spoken while people are asked about a card they may rest on"""
        self.doubted: Acknowledged | None = None
        """the event that made people be asked"""
        self.message: Text | None = None
        self.over = False
        self.scribe = Scribe(Layout(len(self.people)), tuple(self.place_of(s) for s in range(len(self.people))))

    def place_of(self, seat: Seat) -> int:
        """The physical place (clockwise from above) of a seat in the order of play."""
        n = len(self.people)
        return -seat % n if self.game.direction == "right" else seat

    def seat_at(self, place: int) -> Seat:
        """The seat in the order of play of a physical place."""
        return self.place_of(place)  # the mapping is its own inverse in both directions

    def by_seat(self) -> tuple[str, ...]:
        """The people in the order of play."""
        return tuple(self.people[self.place_of(seat)] for seat in range(len(self.people)))

    @property
    def played(self) -> Played:
        """The deal that is being played."""
        return self.match.now

    @property
    def deal(self) -> Deal:
        """The table of the deal that is being played."""
        return self.match.now.deal


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
        self.sitting = self._rebuild(name)
        self.message = None
        self.on_change()

    def peek(self, name: str) -> Sitting:
        """A match of the journal as it stands, without going on with it."""
        return self._rebuild(name)

    def _rebuild(self, name: str) -> Sitting:
        sitting: Sitting | None = None
        for entry in self.journal.read(name):
            if entry.kind == "match":
                if int(entry.body.get("rules_version", 1)) > RULES_VERSION:
                    raise Trouble("this match was begun under newer rules: update Dalje to go on with it")
                sitting = Sitting(name, entry.body)
            elif sitting is not None:
                replay_entry(sitting, entry)
        if sitting is None:
            raise Trouble(f"there is no match {name!r} in this journal")
        return sitting

    def _begin_deal(self, dealer: str | None) -> None:
        sitting = self._sitting()
        names = sitting.played.names if sitting.match.deals else sitting.by_seat()
        people = tuple(names[sitting.seat_at(place)] for place in range(len(names)))
        data = {
            "record": 1, "game": sitting.game.id, "players": list(names), "places": list(people),
            "rules": sitting.rules,
        } | ({"dealer": dealer} if dealer else {})  # fmt: skip
        header = to_header(data)
        self.journal.append(sitting.name, "deal", header_data(header))
        sitting.match.begin(header)
        sitting.readings, sitting.hushed = {}, set()
        sitting.scribe.settled()
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
            case AnswerQuestion():
                self._answer(intent)
            case _:
                self._happen(self._to_event(intent))

    def _to_event(self, intent: Intent) -> Event:
        sitting = self._sitting()
        name = self._name
        match intent:
            case MakeBid(place, amount):
                return Event(do="bid", seat=name(place), amount=amount)
            case SayPass(place):
                return Event(do="pass", seat=name(place))
            case EnterCards(do, place, cards, hidden):
                seat = None if place is None else name(place)
                return Event(do=do, seat=seat, cards=cards, count=hidden or None)
            case SayWord(place, word, do, cards, ordinal):
                said = Act(do, sitting.seat_at(place), parse_cards(cards), word=word, ordinal=ordinal)
                return as_event(said, sitting.played.names)
            case CorrectCard(event, old, new):
                return self._correction(event, old, new)
            case UndoEvent(event):
                return Event(do="undo", about=event)
            case RedoEvent():
                return Event(do="redo")
            case AcceptFinding(about):
                return Event(do="accept", about=about)
            case EnterResult(hands, money, facts):
                return Event(
                    do="result",
                    hands={name(p): cards for p, cards in hands.items()} or None,
                    money={name(p): units for p, units in money.items()} or None,
                    facts=dict(facts) or None,
                )
            case MakeNote(what, place, points, new_name):
                seat = None if place is None else name(place)
                if what == "penalty" and place is not None:
                    return Event(do="note", what=what, seat=seat, points=points.get(place, 0))
                by_name = {name(p): value for p, value in points.items()} or None
                return Event(do="note", what=what, seat=seat, points=by_name, name=new_name or None)
        raise BadRecord(f"{type(intent).__name__} is not something to do in {sitting.game.title}")

    def _name(self, place: int) -> str:
        sitting = self._sitting()
        if not 0 <= place < len(sitting.people):
            raise BadRecord(f"there is no place {place} at this table")
        return sitting.played.names[sitting.seat_at(place)]

    def _correction(self, event: int, old: str, new: str) -> Event:
        """Replace one card of an event by another, leaving the rest of it."""
        for played in self._sitting().match.deals:
            line = played.history.lines.get(event)
            if line is None:
                continue
            told = played.history.told(line)
            cards = list(told.cards or ())
            if old not in cards:
                raise BadRecord(f"event {event} did not show the {old}")
            cards[cards.index(old)] = new
            return Event(do="correct", about=event, cards=tuple(cards))
        raise BadRecord(f"there is no event {event} in this match")

    def _next_deal(self) -> None:
        sitting = self._sitting()
        if sitting.deal.outcome is None:
            raise BadRecord("this deal is not over yet")
        if sitting.match.ends()[-1].match_over:
            raise BadRecord("the match is over")
        dealer = sitting.played.names[sitting.match.next_dealer()]
        self._begin_deal(dealer)

    # buttons --------------------------------------------------------------------------------------------------------

    def press(self, press: Press) -> None:
        """A button: dial a bid with plus and minus, say it with OK, or say Dalje."""
        sitting = self.sitting
        if sitting is None or not sitting.match.deals:
            return
        place = press.place if press.place is not None else self.place_to_act()
        if place is None or not 0 <= place < len(sitting.people):
            return
        if press.key == "pass":
            sitting.dials.pop(place, None)
            self.handle(SayPass(place))
        elif press.key == "ok":
            amount = sitting.dials.pop(place, None)
            if amount is None:
                self._say(text("{name}: dial a bid with + first, then OK", name=self._name(place)))
            else:
                self.handle(MakeBid(place, amount))
        else:
            self._dial(place, 1 if press.key == "plus" else -1)

    def _dial(self, place: int, step: int) -> None:
        sitting = self._sitting()
        asked = next((r for r in sitting.deal.asking if isinstance(r, Bid)), None)
        if asked is None:
            return
        sums = dial_steps(sitting.deal, asked)
        now = sitting.dials.get(place)
        if not sums:
            return
        if now is None or now not in sums:
            sitting.dials[place] = sums[0] if step > 0 else sums[-1]
        else:
            sitting.dials[place] = sums[(sums.index(now) + step) % len(sums)]
        self.on_change()

    def place_to_act(self) -> int | None:
        """The place whose turn it is, if it is one alone."""
        if self.sitting is None or not self.sitting.match.deals:
            return None
        asking = self.sitting.deal.asking
        seats = {request.seat for request in asking if not request.silent and not request.optional}
        return self.sitting.place_of(seats.pop()) if len(seats) == 1 else None

    def places_to_act(self) -> frozenset[int]:
        """The places that something is awaited from: their lights are on."""
        if self.sitting is None or not self.sitting.match.deals:
            return frozenset()
        waited = [r for r in self.sitting.deal.asking if not r.silent and not r.optional]
        return frozenset(self.sitting.place_of(request.seat) for request in waited)

    # the camera -----------------------------------------------------------------------------------------------------

    def look(self, look: Look) -> None:
        """What lies on the table now; becomes an event, a question, or nothing yet."""
        self.last_look = look
        sitting = self.sitting
        if sitting is None or not sitting.match.deals or sitting.score_only or sitting.question is not None:
            return
        if sitting.deal.outcome is not None:
            return
        found = sitting.scribe.look(look, sitting.deal)
        if isinstance(found, Act):
            try:
                evidence = sitting.scribe.evidence
                told = self._happen(self._from_act(found), sitting.scribe.odds)
            except Trouble as error:
                self._in_trouble(error)
            else:
                self._keep(sitting.name, told.event.id, evidence)
        elif isinstance(found, Question):
            self._ask_cards(found)
        else:
            self.on_change()

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

    def _from_act(self, act: Act) -> Event:
        return as_event(act, self._sitting().played.names)

    # questions ------------------------------------------------------------------------------------------------------

    def _ask_cards(self, question: Question) -> None:
        def settle(cards: tuple[Card, ...], option: str) -> Event:
            hidden = max(0, question.count - len(cards)) if question.crop is None else 0
            return self._from_act(question.settle(cards, hidden))

        self._ask(Open(0, question.words, question.choices, (), question.count, question.crop, question.sure, settle))

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
            self._speak_up(sitting)
            return
        try:
            told = self._happen(event)
        except (BadRecord, Trouble):
            sitting.question = question
            raise
        if question.again is not None and told.answer.verdict.taken:
            self._happen(question.again)
        elif told.answer.verdict.kind in ("illegal", "impossible"):  # that cannot be it: the question stands
            sitting.question = question
            self.on_change()

    def _several_ways(self, event: Event) -> None:
        """A bid that several throws of money cards make: ask which."""
        sitting = self._sitting()
        asked = next(r for r in sitting.deal.asking if isinstance(r, Bid))
        ways = sitting.deal.table.purses[asked.seat].ways((event.amount or 0) - asked.thrown)

        def settle(cards: tuple[Card, ...], option: str) -> Event:
            return msgspec.structs.replace(event, cards=tuple(f"{coin}S" for coin in option.split("+")))

        options = tuple(("+".join(map(str, way)), text("{what}", what=" + ".join(map(str, way)))) for way in ways)
        name = event.seat or sitting.played.names[asked.seat]
        words = text("Which money cards does {name} throw?", name=name)
        self._ask(Open(0, words, (), options, settle=settle))

    # what happens ---------------------------------------------------------------------------------------------------

    def _happen(self, event: Event, odds: tuple[Mapping[str, float], ...] = ()) -> Acknowledged:
        """Judge, write, then show. If it cannot be written, nothing has happened (Trouble).

        ``odds``: how sure the reader was of each card.
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
            self.sitting = self._rebuild(sitting.name)
            raise
        if answer.verdict.kind == "ok":
            sitting.dials.clear()
            sitting.scribe.settled()
        sitting.message = answer.verdict.text
        self.message, self.trouble = None, None
        if answer.verdict.kind == "ok":
            sitting.question = None
        told = Acknowledged(event, answer, sitting.match.deals[answer.deal - 1], sitting.match)
        self.on_event(told)
        if answer.verdict.kind == "question" and event.do == "bid" and event.amount is not None and not event.cards:
            self._several_ways(event)
        if sitting.readings and (answer.verdict.kind in ("illegal", "impossible") or answer.verdict.findings):
            self._suspect(sitting, told)
        self.on_change()
        return told

    # suspecting the reader ------------------------------------------------------------------------------------------

    def _suspect(self, sitting: Sitting, told: Acknowledged) -> None:
        """Before a finding is spoken: ask about a card that, read otherwise, would explain it nearly as well."""
        misread = suspects.doubt(told.played, sitting.readings)
        if misread is None:
            return
        sitting.hushed |= {(f.about, f.seat, f.rule) for f in told.answer.verdict.findings}
        sitting.message = None
        again = None if told.answer.verdict.taken else msgspec.structs.replace(told.event, id=0)
        share = misread.odds / (1 + misread.odds)
        choices = ((misread.read, 1 - share), (misread.face, share))

        def settle(cards: tuple[Card, ...], option: str) -> Event | None:
            if cards[:1] == (misread.read,):
                sure = list(sitting.readings[misread.event])
                sure[misread.index] = {str(misread.read): 1.0}
                sitting.readings[misread.event] = tuple(sure)
                return None
            line = told.played.history.lines[misread.event]
            codes = list(told.played.history.told(line).cards or ())
            codes[misread.index] = str(cards[0]) if cards else codes[misread.index]
            return Event(do="correct", about=misread.event, cards=tuple(codes))

        words = text("Is this the {card}?", card=misread.face.pretty)
        self._ask(Open(0, words, choices, settle=settle, again=again))
        sitting.doubted = told

    def _speak_up(self, sitting: Sitting) -> None:
        """A card was what it had been read as: doubt another one, or say what was found."""
        told = sitting.doubted
        if told is None:
            return
        self._suspect(sitting, told)
        if sitting.question is None:
            sitting.hushed.clear()
            sitting.message = told.answer.verdict.text or next((f.text for f in told.answer.verdict.findings), None)
        self.on_change()

    def _maybe_over(self, sitting: Sitting) -> None:
        """A match is closed when its last deal decides it; a later correction may open it again."""
        over = sitting.match.ends()[-1].match_over
        if over != sitting.over:
            self.journal.append(sitting.name, "over" if over else "reopened", {})
            if over and self.crops is not None:
                self.crops.forget(sitting.name)
        sitting.over = over

    def _in_trouble(self, error: Trouble) -> None:
        """The journal cannot be written: told on the screen; whoever plays without one stops."""
        self.trouble = error
        self._say(text("{what}", what=str(error)))

    def _say(self, words: Text) -> None:
        if self.sitting is not None:
            self.sitting.message = words
        self.message = words
        self.on_change()


def replay_entry(sitting: Sitting, entry: Entry) -> None:
    """Give a journal line back to a match; raises Trouble if the journal does not make sense."""
    try:
        if entry.kind == "deal":
            sitting.match.begin(to_header(dict(entry.body)))
            sitting.readings = {}
        elif entry.kind == "event":
            sitting.match.add(to_event(dict(entry.body)))
        elif entry.kind == "seen":
            sitting.readings[int(entry.body["event"])] = tuple(dict(one) for one in entry.body["odds"])
        elif entry.kind in ("over", "reopened"):
            sitting.over = entry.kind == "over"
    except BadRecord as error:
        raise Trouble(f"line {entry.id} of the journal cannot be read: {error}") from None


def dial_steps(deal: Deal, asked: Bid) -> list[int]:
    """The bids that the buttons step through."""
    return asked.steps(deal.table)
