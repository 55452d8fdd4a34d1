"""Questions that wait for the people: what is asked, and the event that their answer makes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from companion.acts import as_event
from companion.bids import Bid
from companion.cards import Card
from companion.events import Event
from companion.played import Played
from companion.scribe import Question
from companion.suspects import Misread
from companion.texts import Text, text

Odds = tuple[Mapping[str, float], ...]
"""how sure the reader was of each card of an event"""


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
    compares: bool = False
    """what is to be put back on the table: the question goes when that has been done"""


def about_cards(question: Question, names: Sequence[str]) -> Open:
    """Cards that could not be read: the scribe's question."""

    def settle(cards: tuple[Card, ...], option: str) -> Event:
        hidden = max(0, question.count - len(cards)) if question.crop is None else 0
        return as_event(question.settle(cards, hidden), names)

    return Open(0, question.words, question.choices, (), question.count, question.crop, question.sure, settle)


def about_throw(played: Played, event: Event) -> Open:
    """A bid that several throws of money cards make: which cards it is."""
    asked = next(r for r in played.deal.asking if isinstance(r, Bid))
    ways = played.deal.table.purses[asked.seat].ways((event.amount or 0) - asked.thrown)

    def settle(cards: tuple[Card, ...], option: str) -> Event:
        return msgspec.structs.replace(event, cards=tuple(f"{coin}S" for coin in option.split("+")))

    options = tuple(("+".join(map(str, way)), text("{what}", what=" + ".join(map(str, way)))) for way in ways)
    name = event.seat or played.names[asked.seat]
    words = text("Which money cards does {name} throw?", name=name)
    return Open(0, words, (), options, settle=settle)


def about_reading(misread: Misread, played: Played, readings: dict[int, Odds], again: Event | None) -> Open:
    """A card that may have been misread: a correction, or none and the reader is sure of it from now on."""
    share = misread.odds / (1 + misread.odds)
    choices = ((misread.read, 1 - share), (misread.face, share))

    def settle(cards: tuple[Card, ...], option: str) -> Event | None:
        if cards[:1] == (misread.read,):
            sure = list(readings[misread.event])
            sure[misread.index] = {str(misread.read): 1.0}
            readings[misread.event] = tuple(sure)
            return None
        line = played.history.lines[misread.event]
        codes = list(played.history.told(line).cards or ())
        codes[misread.index] = str(cards[0]) if cards else codes[misread.index]
        return Event(do="correct", about=misread.event, cards=tuple(codes))

    words = text("Is this the {card}?", card=misread.face.pretty)
    return Open(0, words, choices, settle=settle, again=again)


def about_table(words: Text, go_on: Callable[[], None]) -> Open:
    """What is to be put back on the table after a break; the people may also go on with it as it lies."""
    return Open(0, words, options=(("go_on", text("Go on as it lies")),), settle=only(go_on), compares=True)


def about_pause(go_on: Callable[[], None]) -> Open:
    """A pause: it lasts until somebody goes on."""
    words = text("A pause: nothing that happens on the table counts")
    return Open(0, words, options=(("go_on", text("Go on")),), settle=only(go_on))


def only(do: Callable[[], None]) -> Callable[[tuple[Card, ...], str], None]:
    """An answer that makes no event."""

    def settle(cards: tuple[Card, ...], option: str) -> None:
        do()

    return settle
