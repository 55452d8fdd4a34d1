"""What a screen asks for, as an event of the deal."""

from __future__ import annotations

from companion.cards import Card, parse_cards
from companion.evening.sitting import Sitting
from companion.events import BadRecord, Event
from companion.match.acts import as_event
from companion.match.match import Match
from companion.rules.bids import Bid
from companion.rules.requests import Act
from companion.scribe.coins import cards_of
from companion.table.table import Seat
from companion.view import (
    AcceptFinding,
    CorrectCard,
    EnterCards,
    EnterResult,
    Intent,
    MakeBid,
    MakeNote,
    RedoEvent,
    SayPass,
    SayWord,
    UndoEvent,
)


def event_of(sitting: Sitting, intent: Intent) -> Event:
    """The event that an intent stands for; raises BadRecord where there is nobody and nothing to do that with."""
    name = sitting.name_at
    match intent:
        case MakeBid(place, amount):
            coins = thrown(sitting, sitting.seat_at(place), amount)
            return Event(do="bid", seat=name(place), amount=amount, cards=tuple(map(str, coins)) or None)
        case SayPass(place):
            return Event(do="pass", seat=name(place))
        case EnterCards(do, place, cards, hidden):
            seat = None if place is None else name(place)
            return Event(do=do, seat=seat, cards=cards, count=hidden or None)
        case SayWord(place, word, do, cards, ordinal):
            said = Act(do, sitting.seat_at(place), parse_cards(cards), word=word, ordinal=ordinal)
            return as_event(said, sitting.played.names)
        case CorrectCard(event, old, new):
            return correction(sitting.match, event, old, new)
        case UndoEvent(event):
            last = sitting.played.history.to_undo()
            return Event(do="undo", about=last.event.id if event is None and last is not None else event)
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


def thrown(sitting: Sitting, seat: Seat, amount: int) -> tuple[Card, ...]:
    """The money cards that are seen to lie there for a bid that is pressed as well; none if they are not (all) seen."""
    asked = next((r for r in sitting.deal.asking if isinstance(r, Bid) and r.seat == seat), None)
    coins = sitting.scribe.pots.coins(seat)
    return cards_of(coins) if asked is not None and asked.thrown + sum(coins) == amount else ()


def correction(match: Match, event: int, old: str, new: str) -> Event:
    """Replace one card of an event by another, leaving the rest of it."""
    for played in match.deals:
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
