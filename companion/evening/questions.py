"""Questions that wait for the people: what is asked, and the event that their answer makes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import msgspec

from companion.cards import Card
from companion.evening import suspects
from companion.evening.suspects import Misread, face_of
from companion.events import Event
from companion.match.acts import as_event
from companion.match.played import Played
from companion.rules.bids import Bid
from companion.scribe import Question, Suspicion
from companion.texts import Text, text

Odds = tuple[Mapping[str, float], ...]
"""how sure the reader was of each card of an event"""
MOST_FACES = 8
"""so many faces are tried for a card that must have been another"""
MOST_RIVALS = 5
"""so many cards are doubted in one question"""
AS_READ = "as_read"
"""the word for: none of them was misread"""
REMEMBERED = 0.9
"""how sure people are of a card that they have told from memory"""


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
    without: tuple[int, ...] = ()
    """events that went without saying and are undone before its answer is told"""
    looks: bool = False
    """its answer is no event: the table is looked at again with it"""
    at: tuple[float, float] | None = None
    """where the card lies that is asked about (mm)"""
    about: int | None = None
    """the event that is doubted, if one is"""
    index: int = 0
    """and which of its cards"""
    guessed: bool = False
    """the answer is from memory and may be doubted later"""
    rivals: tuple[Misread, ...] = ()
    """the cards of which one may have been misread, if it is about several"""
    track: int = 0
    """the card that it is about: the question goes when that has gone"""
    gone_ms: int | None = None
    """since when it is gone"""
    compares: bool = False
    """what is to be put back on the table: the question goes when that has been done"""
    pauses: bool = False
    """until it is answered, nothing counts"""

    @property
    def doubts(self) -> bool:
        """Whether it is about cards that were told of and may have been misread."""
        return self.about is not None or bool(self.rivals)


def about_cards(question: Question, names: Sequence[str]) -> Open:
    """Cards that could not be read: the scribe's question."""

    def settle(cards: tuple[Card, ...], option: str) -> Event | None:
        hidden = max(0, question.count - len(cards)) if question.crop is None else 0
        act = question.settle(cards, option, hidden)
        return None if act is None else as_event(act, names)

    return Open(
        0, question.words, question.choices, question.options, question.count, question.crop, question.sure, settle,
        looks=True, at=question.at, guessed=question.guessed, track=question.track,
    )  # fmt: skip


def remembered(question: Open, event: Event) -> Odds:
    """How sure people are of cards that they have told from memory; nothing where they could look at them."""
    others = [str(card) for card, _ in question.choices if str(card) not in (event.cards or ())]
    if not question.guessed or not others:
        return ()
    rest = {code: (1 - REMEMBERED) / len(others) for code in others}
    return tuple({code: REMEMBERED, **rest} for code in event.cards or ())


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


def about_reading(
    misread: Misread, played: Played, readings: dict[int, Odds], again: Event | None = None, crop: bytes | None = None
) -> Open:
    """A card that may have been misread: a correction, or none and the reader is sure of it from now on."""
    codes = played.history.told(played.history.lines[misread.event]).cards or ()

    def settle(cards: tuple[Card, ...], option: str) -> Event | None:
        if cards[:1] == (misread.read,):
            sure_of(misread, played, readings)
            return None
        told = list(codes)
        told[misread.index] = str(cards[0]) if cards else told[misread.index]
        return Event(do="correct", about=misread.event, cards=tuple(told))

    choices, words = choices_of(misread, played, readings)
    return Open(
        0, words, choices, crop=crop, settle=settle, again=again, looks=again is None, about=misread.event,
        index=misread.index,
    )  # fmt: skip


def about_readings(rivals: Sequence[Misread], played: Played) -> Open:
    """Several cards of which one may have been misread: which one, in one question, however many there are."""
    words = text("Was one of these read wrongly?")
    options = [(key(misread), doubted(misread, played)) for misread in rivals]
    likelier = sum(misread.odds > suspects.BREACH for misread in rivals)  # (the likeliest first, as everywhere)
    options.insert(likelier, (AS_READ, text("No, none of them")))
    return Open(0, words, options=tuple(options), settle=lambda cards, option: None, rivals=tuple(rivals))


def key(misread: Misread) -> str:
    """The word for a card that may have been misread."""
    return f"{misread.event}.{misread.index}"


def doubted(misread: Misread, played: Played) -> Text:
    """A card that may have been misread, by who laid it."""
    line = played.history.lines[misread.event]
    name = played.history.told(line).seat or line.seat or ""
    return text("{card} ({name})", card=misread.read.pretty, name=name)


def sure_of(misread: Misread, played: Played, readings: dict[int, Odds]) -> None:
    """The people say that a card is what it was read as: the reader is sure of it from now on."""
    codes = played.history.told(played.history.lines[misread.event]).cards or ()
    sure = list(readings.get(misread.event) or [{code: 1.0} for code in codes])
    sure[misread.index] = {str(misread.read): 1.0}
    readings[misread.event] = tuple(sure)


def choices_of(
    misread: Misread, played: Played, readings: dict[int, Odds]
) -> tuple[tuple[tuple[Card, float], ...], Text]:
    """The faces that a doubted card may have, and what is asked about it."""
    if misread.face is not None:
        share = misread.odds / (suspects.BREACH + misread.odds)  # (else somebody has broken a rule, which is rare)
        both = sorted([(misread.read, 1 - share), (misread.face, share)], key=lambda item: -item[1])
        return tuple(both), text("Is this the {card}?", card=misread.face.pretty)
    told = readings.get(misread.event, ())
    odds = told[misread.index] if misread.index < len(told) else {}
    unseen = played.deal.table.unseen()
    others = [(card, p) for code, p in odds.items() if (card := face_of(code)) is not None and unseen.get(card, 0)]
    if not others:  # (all that it was taken for has been seen elsewhere since)
        others = [(card, 0.0) for card in sorted(+unseen, key=lambda card: (card.suit != misread.read.suit, card))]
    story = suspects.told(played)
    others = sorted(others, key=lambda item: -item[1])[:MOST_FACES]
    others.sort(key=lambda item: suspects.trouble(played, story, replace(misread, face=item[0])))
    line = played.history.lines[misread.event]
    name = played.history.told(line).seat or line.seat or ""
    words = text("{card} lies here too: which card did {name} lay before?", card=misread.read.pretty, name=name)
    return (*others[:2], (misread.read, 0.0)), words


def about_look(found: Suspicion, played: Played, readings: dict[int, Odds]) -> Open | None:
    """A card that lies there and looks otherwise than it was told; None if the event is no longer believed anyway."""
    line = played.history.lines.get(found.event)
    codes = () if line is None or not line.alive else played.history.told(line).cards or ()
    if found.index >= len(codes):
        return None
    read = Card.parse(codes[found.index])
    if found.face == read:
        return None
    asked = about_reading(Misread(found.event, found.index, read, found.face, found.odds), played, readings)
    if found.would is not None and line is not None:
        name = played.history.told(line).seat or line.seat or ""
        asked.words = text("{card} cannot take what is gone: which card did {name} lay?", card=read.pretty, name=name)
    return asked


def about_table(words: Text, go_on: Callable[[], None]) -> Open:
    """What is to be put back on the table after a break; the people may also go on with it as it lies."""
    return Open(0, words, options=(("go_on", text("Go on as it lies")),), settle=only(go_on), compares=True)


def about_pause(go_on: Callable[[], None]) -> Open:
    """A pause: it lasts until somebody goes on."""
    words = text("A pause: nothing that happens on the table counts")
    return Open(0, words, options=(("go_on", text("Go on")),), settle=only(go_on), pauses=True)


def only(do: Callable[[], None]) -> Callable[[tuple[Card, ...], str], None]:
    """An answer that makes no event."""

    def settle(cards: tuple[Card, ...], option: str) -> None:
        do()

    return settle
