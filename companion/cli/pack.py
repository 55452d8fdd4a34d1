"""``dalje pack``: is the pack that was prepared for a game complete?"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal

import click

from companion.cards import Card, Cards
from companion.cli import wiring
from companion.cli.speech import language_option
from companion.deal.game import Game
from companion.events import BadRecord
from companion.games import find_game
from companion.pack.face_names import face_name
from companion.pack.pack_check import PackCheck, SeenCard, check_pack, in_order, in_words
from companion.ports import Reading
from companion.texts import text

LEAST_ODDS = 0.02
"""A doubtful card may be each face that is at least this likely."""
MOST_NAMES = 4


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--game", required=True, help="Whose pack it is ('dalje games' lists them).")
@click.option("--players", type=click.IntRange(1), help="How many will play (default: as few as can).")
@click.option("--rule", "rules", multiple=True, metavar="NAME=VALUE", help="A house rule that changes the pack.")
@click.option(
    "--cards", type=click.Choice(["dealt", "money", "all"]), default="dealt", show_default=True,
    help="The cards that are dealt, those that serve as money, or both.",
)  # fmt: skip
@click.option("--same", is_flag=True, help="All pictures show the same spread, whole or in parts.")
@wiring.deck_option
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@wiring.data_option
@language_option
def pack(
    paths: tuple[str, ...], game: str, players: int | None, rules: tuple[str, ...],
    cards: Literal["dealt", "money", "all"], same: bool, deck: str | None, as_json: bool, data: Path | None,
    language: str | None,
) -> int:  # fmt: skip
    """Compare the cards on the pictures PATH... (files or folders) with the pack of a game.

    Spread the cards face up so that every corner shows. Several pictures count as parts of the pack, each with other
    cards; use --same if they show the same spread. The exit status is 0 whether the pack is complete or not (--json
    tells programs), and 2 if a picture could not be read.
    """
    expected = expected_cards(find_game(game), players, rules, cards)
    speech = wiring.language_of(language, data)
    wiring.check_libraries()
    from vision.looking.pack import read_sheets

    # Two equal cards where there should be one are doubted, as `see` does: one of them may be another card.
    reader = wiring.card_reader(deck, data, packs=max(expected.values(), default=1))
    pictures, unread, failed = [], [], False
    for sheet in read_sheets(paths, reader, speech):
        if sheet.error and as_json:
            click.echo(json.dumps({"file": str(sheet.file), "error": sheet.error}, ensure_ascii=False))
        elif sheet.error:
            click.echo(f"dalje: {sheet.error}", err=True)
        # What may not be believed must not be counted either.
        failed |= bool(sheet.error) or sheet.refused
        for remark in sheet.remarks:
            click.echo(f"{sheet.file}: {remark.sentence.say(speech)}", err=True)
        unread.append(sheet.unread)
        pictures.append([seen_card(one, str(sheet.file), sheet.step) for one in sheet.readings])
    if failed:  # an answer about half of the pack would only mislead
        return 2
    missed = max(unread, default=0) if same else sum(unread)
    told, suits = check_pack(expected, pictures, same, missed), wiring.deck_suits(deck, data)
    click.echo(json.dumps(as_data(told), ensure_ascii=False) if as_json else "\n".join(lines(told, suits, speech)))
    return 0


def expected_cards(game: Game, players: int | None, rules: Iterable[str], part: str) -> Cards:
    """The cards that a game's pack should hold; raises BadRecord for players or rules that it does not have."""
    chosen = game.check_rules(dict(split_rule(rule) for rule in rules))
    number = min(game.players) if players is None else players
    game.check_players(number, chosen)
    dealt, money = game.pack(number, chosen), game.money_pack(number)
    return {"dealt": dealt, "money": money, "all": dealt + money}[part]


def split_rule(rule: str) -> tuple[str, str]:
    """A house rule as it is given on the command line."""
    name, equals, value = rule.partition("=")
    if not equals:
        words = text("{rule!r} is no house rule: write NAME=VALUE ('dalje games' lists them)", rule=rule)
        raise BadRecord(words)
    return name.strip(), value.strip()


def seen_card(reading: Reading, file: str, step: int = 1) -> SeenCard:
    """A reading as a card of the pack: all faces that it may well be."""
    likely = sorted(reading.odds.items(), key=lambda item: -item[1])
    names = [name for name, p in likely if name == reading.card or p >= LEAST_ODDS] or [reading.card]
    names.sort(key=lambda name: name != reading.card)
    x, y, wide, high = (round(v * step, 1) for v in reading.box)
    faces = tuple(Card.parse(name) for name in names[:MOST_NAMES])
    return SeenCard(faces, reading.accepted, file, (x, y, wide, high))


def as_data(told: PackCheck) -> dict[str, Any]:
    """The answer for programs; cards that are there or missing twice are listed twice."""
    return {
        "count": told.count,
        "missing": [str(card) for card in in_order(told.missing)],
        "extra": [str(card) for card in in_order(told.extra)],
        "unread": told.unread,
        "unsure": [
            {"cards": [str(face) for face in card.faces], "file": card.file, "box": list(card.box)}
            for card in told.unsure
        ],
    }


def lines(told: PackCheck, suits: str, language: str) -> Iterator[str]:
    """The answer for people: a sentence, and a line for each card that is not sure."""
    yield in_words(told, suits).say(language)
    for card in told.unsure:
        x, y, wide, high = card.box
        names = [face_name(face, suits).say(language) for face in card.faces]
        where = text("around {x}, {y}", x=round(x + wide / 2), y=round(y + high / 2)).say(language)
        only = text("probably the {card}", card=face_name(card.faces[0], suits)).say(language)
        yield f"  {card.file}, {where}: " + (" / ".join(names) + " ?" if len(names) > 1 else only)
