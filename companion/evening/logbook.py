"""What has happened in words: the lines of a deal's log, and those of earlier deals that can still be corrected."""

from __future__ import annotations

from dataclasses import replace

from companion.cards import Card
from companion.evening.sitting import Sitting
from companion.events import Event
from companion.match.history import Line
from companion.match.played import Played
from companion.texts import Text, counted, text
from companion.view import LogLine


def log_line(played: Played, line: Line, language: str) -> LogLine:
    """One thing that happened, in words."""
    event = played.history.effective(line)
    cards = tuple(event.cards or ())
    return LogLine(
        event.id,
        told(played, event, line.seat).say(language),
        cards,
        undone=not line.alive,
        open=line.open,
        correctable=bool(cards) and not line.meta and line.fate == "ok",
    )


def earlier_lines(sitting: Sitting, language: str) -> tuple[LogLine, ...]:
    """What showed cards in the deals before, or no longer fits there."""
    found: list[LogLine] = []
    for played in sitting.match.deals[:-1]:
        for line in played.history.lines.values():
            row = log_line(played, line, language)
            if row.open or (row.correctable and not row.undone):
                words = text("Deal {n}: {what}", n=played.number, what=row.sentence).say(language)
                found.append(replace(row, sentence=words))
    return tuple(found)


def told(played: Played, event: Event, seat: str | None) -> Text:
    """An event in words."""
    name = event.seat or seat or ""
    cards = shown(event)
    said = event.word or event.option or ""
    meanings = {word: meaning for verb in played.game.verbs for word, meaning in verb.words.items()}
    values = {
        "name": name, "cards": cards, "amount": event.amount, "n": event.about, "what": event.what or event.do,
        "points": event.points, "word": meanings.get(said, said),
    }  # fmt: skip
    sentences = {
        "turn": "{name} turned {cards}", "bid": "{name} bid {amount}", "pass": "{name}: Dalje",
        "play": "{name} played {cards}", "say": "{name}: {word}", "choose": "{name} chose: {word}",
        "draw": "{name} drew {cards}", "call": "{name} called {cards}", "exchange": "{name} exchanged {cards}",
        "pay": "{name} paid {amount}",
        "show": "{name} showed {cards}", "discard": "{name} discarded {cards}", "take": "{name} took the lot",
        "undo": "Undo of event {n}", "redo": "Redo (undo {n} taken back)",
        "correct": "Correction of event {n}: {cards}",
        "result": "Result entered by hand", "take_back": "{name} took it back",
        "claim": "{name} accuses", "accept": "A finding was let stand", "insert": "Inserted event",
    }  # fmt: skip
    if event.do == "note":
        return noted(event, name)
    if event.do == "take" and not played.deal.table.purses:
        return text("{name} took {cards}" if cards else "{name} took up", name=name, cards=cards)
    if event.do == "bid" and event.amount is None and cards:
        return text(
            "{name} threw {coins}", name=name, coins=" + ".join(Card.parse(code).rank for code in event.cards or ())
        )
    if event.do == "bid" and event.amount is None:
        return text("{name}: {word}", name=name, word=values["word"])
    if event.do in NO_CARDS and not cards:
        return Text(NO_CARDS[event.do].english, {"name": name})
    return Text(sentences.get(event.do, "{name} {what}"), values)


NO_CARDS = {
    "draw": text("{name} drew"), "exchange": text("{name} exchanged cards"), "discard": text("{name} discarded"),
    "show": text("{name} showed the hand"), "call": text("{name} called"),
}  # fmt: skip
"""what was done, where nobody has told with which cards"""


def shown(event: Event) -> Text | str:
    """The cards of an event in words, and how many that nobody has seen; empty if it names none."""
    codes = event.cards or ((event.card,) if event.card else ())
    faces = " ".join(Card.parse(code).pretty for code in codes)
    if not event.count:
        return faces
    hidden = counted("{n} unseen card", "{n} unseen cards", event.count)
    if event.do in ("play", "discard"):
        hidden = counted("{n} card face down", "{n} cards face down", event.count)
    return text("{cards} and {more}", cards=faces, more=hidden) if faces else hidden


def noted(event: Event, name: str) -> Text:
    """An interruption in words."""
    sentences = {
        "misdeal": "Misdeal", "redeal": "Dealt again", "void": "The deal does not count", "concede": "{name} gives up",
        "agree": "The table agreed on the result", "penalty": "{name}: {points} points by the table",
        "substitute": "{new} plays for {name}", "pause": "Pause", "end": "The match was ended early",
        "rest_mine": "{name} claims the rest",
    }  # fmt: skip
    return Text(sentences[event.what or "void"], {"name": name, "points": event.points, "new": event.name})
