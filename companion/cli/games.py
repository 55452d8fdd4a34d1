"""``dalje games``: what can be played, with the house rules and what a record may hold."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any

import click

from companion.cli.always import always
from companion.cli.replay import language_option
from companion.deal.game import Game, Verb
from companion.events import META_VERBS, NOTES
from companion.games import all_games, everything, find_game
from companion.texts import text

WIDE = 110
"""signs in a line of the rules"""


@click.command()
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@language_option
def games(name: str | None, as_json: bool, language: str) -> None:
    """List the games (and the score sheet for all others), or tell all about the game NAME."""
    chosen = [find_game(name)] if name else list(all_games().values())
    told = [game_data(game, language) for game in chosen]
    if as_json:
        click.echo(json.dumps(told[0] if name else told, ensure_ascii=False, indent=1))
        return
    if not name:
        told += [game_data(game, language) for game in everything().values() if game.sheet]
    for data in told:
        click.echo("\n".join(page(data, language) if name else [headline(data, language)]))


def game_data(game: Game, language: str) -> dict[str, Any]:
    """Everything about a game, for programs."""
    rules, shapes = game.check_rules({}), always(game, header_names(game.players))
    return {
        "id": game.id,
        "title": game.title.say(language),
        "players": list(game.players),
        "direction": game.direction,
        "target": game.target,
        "pack": {str(n): sorted(str(card) for card in game.pack(n, rules).elements()) for n in game.players},
        "rules": [
            {
                "name": option.name,
                "default": option.default,
                "choices": list(option.choices),
                "help": option.help.say(language),
                "meaning": {value: words.say(language) for value, words in option.choices.items()},
            }
            for option in game.options
        ],
        "start": list(game.start_keys),
        "verbs": [verb_data(verb, language) for verb in game.verbs],
        "always": {
            "verbs": ["take_back", "claim", "accept", *META_VERBS, "note"],
            "notes": [note for note in NOTES if note != "rest_mine" or any(v.do == "play" for v in game.verbs)],
            "examples": [example for example, _ in shapes],
            "meanings": [meaning.say(language) for _, meaning in shapes],
        },
        "sees": game.sees.say(language),
        "deck": game.deck.say(language) if game.deck else "",
        "summary": game.summary.say(language) if game.summary else "",
        "credit": game.credit.say(language) if game.credit else "",
    }


def verb_data(verb: Verb, language: str) -> dict[str, Any]:
    """A verb for programs: what it means, an example, and the words it may hold."""
    data: dict[str, Any] = {"do": verb.do, "help": verb.help.say(language), "example": dict(verb.example)}
    if verb.words:
        data["words"] = {word: meaning.say(language) for word, meaning in verb.words.items()}
    return data


def headline(data: dict[str, Any], language: str) -> str:
    """A game in a line: how many play, and which way round."""
    low, high = data["players"][0], data["players"][-1]
    number = text("players: {n}", n=low) if low == high else text("players: {low} to {high}", low=low, high=high)
    way = text("turn goes to the left") if data["direction"] == "left" else text("turn goes to the right")
    return f"{data['id']}: {data['title']}, {number.say(language)}, {way.say(language)}"


def page(data: dict[str, Any], language: str) -> Iterator[str]:
    """All about a game: its rules in short, its house rules, and what a record of it may hold."""
    yield headline(data, language)
    for paragraph in (data["summary"], data["credit"]):
        yield from (f"  {line}" for part in paragraph.splitlines() for line in wrap(part, WIDE))
    if data["deck"]:
        yield from folded(text("Deck: {cards}", cards=data["deck"]).say(language))
    yield from folded(text("Camera: {what}", what=data["sees"]).say(language))
    yield "  " + text("House rules (the default first):").say(language)
    for rule in data["rules"]:
        yield f"    {rule['name']}: {rule['help']}"
        for value, meaning in rule["meaning"].items():
            yield f"      {value}: {meaning}"
    yield from records(data, language)


def folded(line: str) -> Iterator[str]:
    """A long line in several, the later ones set in."""
    yield from wrap(line, WIDE + 2, initial_indent="  ", subsequent_indent="    ")


def records(data: dict[str, Any], language: str) -> Iterator[str]:
    """What a record of a game may hold."""
    yield "  " + text("A record is a file of JSON lines. Each deal begins with a header:").say(language)
    players = header_names(data["players"])
    header = {"record": 1, "game": data["id"], "players": players, "dealer": "Ana", "rules": {}}
    yield f"    {json.dumps(header)}"
    yield "  " + text("Then it may hold:").say(language)
    for verb in data["verbs"]:
        yield f"    {verb['do']}: {verb['help']}: {json.dumps(verb['example'])}"
        if "words" in verb:
            yield "      " + "; ".join(f"{word} ({meaning})" for word, meaning in verb["words"].items())
    yield "  " + text("And in every game:").say(language)
    for example, meaning in zip(data["always"]["examples"], data["always"]["meanings"], strict=True):
        yield f"    {json.dumps(example)}: {meaning}"


def header_names(players: Sequence[int]) -> list[str]:
    """The people of an example: three, or as few as can play."""
    return ["Ana", "Boris", "Vera", "Goran", "Dara", "Emil"][: 3 if 3 in players else min(players)]
