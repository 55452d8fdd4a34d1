"""From a session to what the start screen shows: games, unfinished matches and the people remembered."""

from __future__ import annotations

from companion.deal.game import Game
from companion.evening.session import Session
from companion.evening.sitting import Sitting
from companion.games import everything
from companion.texts import LANGUAGES
from companion.view import GameView, OptionView, StartView, UnfinishedView


def start_view(session: Session, camera: str = "") -> StartView:
    """Games, unfinished matches and remembered people."""
    language = session.language
    unfinished = tuple(unfinished_view(session, name) for name in session.journal.unfinished())
    names = dict.fromkeys(name for entry in session.journal.openings() for name in entry.body["names"])
    return StartView(
        games=tuple(game_view(game, language) for game in offered()),
        unfinished=unfinished,
        names=tuple(names)[:24],
        language=language,
        languages=tuple(LANGUAGES.items()),
        camera=camera,
        message=session.message.say(language) if session.message else "",
    )


def offered() -> list[Game]:
    """Every game, and last the score sheet for all others."""
    return sorted(everything().values(), key=lambda game: game.sheet)


def unfinished_view(session: Session, name: str) -> UnfinishedView:
    """One unfinished match in a line."""
    sitting = session.peek(name)
    when = max((entry.at for entry in session.journal.read(name)), default="")
    if not sitting.match.deals:
        return UnfinishedView(name, sitting.game.title.say(session.language), sitting.people, (), 0, when[:16])
    end = sitting.match.ends()[-1]
    people = people_of(sitting)
    scores = tuple(end.scores[sitting.seat_at(place)] for place in range(len(people)))
    return UnfinishedView(name, sitting.game.title.say(session.language), people, scores, end.number, when[:16])


def people_of(sitting: Sitting) -> tuple[str, ...]:
    """Who sits where now, clockwise (substitutes included)."""
    return tuple(sitting.played.names[sitting.seat_at(place)] for place in range(len(sitting.people)))


def game_view(game: Game, language: str) -> GameView:
    """A game and its house rules in words."""
    options = tuple(
        OptionView(
            option.name,
            option.help.say(language),
            tuple((value, words.say(language)) for value, words in option.choices.items()),
            option.default,
        )
        for option in game.options
    )
    credit = game.credit.say(language) if game.credit else ""
    return GameView(game.id, game.title.say(language), game.players, game.direction, options, credit)
