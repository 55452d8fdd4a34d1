"""Options that several commands share: which game by which rules, how many play, what the cards look like."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from companion.cli.wiring import NAMES
from companion.games import find_game
from companion.ports import Trouble

rule_option = click.option(
    "--rule", "rules", multiple=True, metavar="NAME=VALUE", help="A house rule ('dalje games GAME' lists them)."
)


def players_option(words: str) -> Callable[[Any], Any]:
    """The number of players, as far as there are names for them; the game and its rules may allow fewer."""
    return click.option("--players", type=click.IntRange(2, len(NAMES)), help=words)


ARTS = ("drawn", "varied", "pictures", "photographed")
"""what the cards of a rendered table look like: `vision.bench.deckbox.ART`, which is not loaded for a list of
options"""


def art_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """``--art`` and ``--faces``: what the cards of a rendered table look like, and where their faces are."""
    faces = click.option(
        "--faces", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
        help="The folder of decks or of labelled photographs for that (photographs: default $DALJE_PHOTOS).",
    )  # fmt: skip
    art = click.option(
        "--art", default="drawn", show_default=True, type=click.Choice(ARTS),
        help="The cards: decks that no training saw, drawn or of all sizes and colours; decks of pictures; cut out of "
        "photographs of real cards (faces that are not on them are drawn).",
    )  # fmt: skip
    return art(faces(command))


def faces_for(art: str, faces: Path | None) -> Path | None:
    """The folder that an art takes its faces from; raises Trouble if there is none, or nothing of use in it."""
    from vision.bench.deckbox import packs_for, photo_folder

    if art not in ("pictures", "photographed"):
        if faces is not None:
            raise Trouble(f"--faces does not go with {art} cards: leave it away, or choose another --art")
        return None
    folder = photo_folder(faces) if art == "photographed" else faces
    if folder is None and art == "photographed":
        raise Trouble(
            "photographed cards are cut out of photographs with a labels.json: name their folder with --faces, or in "
            "the environment variable DALJE_PHOTOS"
        )
    if folder is None:
        raise Trouble("name the folder of decks with --faces: `python -m vision.training.unseen FOLDER` makes one")
    if not folder.is_dir():
        raise Trouble(f"there is no folder {folder}: name the one with the faces with --faces")
    packs_for(0, art=art, folder=folder)
    return folder


def check_players(game: str, players: int | None, rules: Mapping[str, str]) -> int:
    """How many play, three (or as few as can) if nobody says; raises BadRecord if so many cannot by these rules."""
    found = find_game(game)
    checked = found.check_rules(rules)
    if players is None:
        can = found.numbers(checked)
        players = 3 if 3 in can else min(can)
    found.check_players(players, checked)
    return players


def check_has_cards(game: str) -> None:
    """Raises BadRecord if there is no such game, and Trouble if it is a score sheet, of which no table can be shown."""
    if find_game(game).sheet:
        raise Trouble(
            f"{game} is a score sheet and has no cards to lay on a rendered table: choose a game ('dalje games' lists "
            "them)"
        )


def house_rules(game: str, told: Sequence[str]) -> dict[str, str]:
    """House rules told as NAME=VALUE; raises BadRecord or Trouble if there are none such."""
    if wrong := next((one for one in told if "=" not in one), None):
        raise Trouble(f"a house rule is told as NAME=VALUE, not {wrong!r} ('dalje games {game}' lists them)")
    rules = {name: value for name, _, value in (one.partition("=") for one in told)}
    find_game(game).check_rules(rules)
    return rules
