"""Which deals are played: those that are asked for, or a sample chosen once and for all."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from companion.cli import options
from companion.cli.tables.rows import Answers, Eyes, Job
from companion.deal.game import Game
from companion.games import all_games, find_game
from companion.ports import Trouble

LEVELS = ("clean", "home", "pub")
SAMPLE = (
    ("kalabra", "clean", 4), ("cuhna", "home", 2), ("dzep_kop", "pub", 4), ("rok2", "pub", 2), ("kvinto", "home", 4),
    ("tresento", "clean", 4), ("pinc", "pub", 3), ("ziletka", "pub", 5), ("crveni_tepih", "clean", 3),
    ("lu", "home", 6), ("trolistak", "home", 4), ("poker", "clean", 6),
)  # fmt: skip
"""Game, level and number of players: captures, piles, what is bought, a stock, tricks, melds, attack and defence, lots,
cards face down, a showdown. The longest come first, so that two processes are done at nearly the same time."""


def jobs(
    games: Sequence[str],
    levels: Sequence[str],
    deals: int,
    seed: int,
    players: int | None,
    answers: Answers = "truth",
    eyes: Eyes = "camera",
) -> Iterator[Job]:
    """Every game at every level, ``deals`` times; in rounds, so that what is played by then covers them all."""
    for name in games:
        options.check_has_cards(name)
    chosen = list({name: find_game(name) for name in games}.values()) or list(all_games().values())
    if players is not None:
        chosen = [game for game in chosen if games or players in game.numbers(game.check_rules({}))]
        for game in chosen:
            game.check_players(players, game.check_rules({}))
    for number in range(seed, seed + deals):
        for game in chosen:
            for level in levels or LEVELS:
                yield Job(game.id, level, number, players or players_of(game, number), answers, eyes)


def players_of(game: Game, seed: int) -> int:
    """How many play in the deal of this seed."""
    return random.Random(f"players {game.id} {seed}").choice(list(game.numbers(game.check_rules({}))))


def sample(seed: int = 1) -> Iterator[Job]:
    """One deal each of games of every kind, each with the next seed and so with another deck."""
    for number, (name, level, players) in enumerate(SAMPLE):
        yield Job(name, level, seed + number, players, "truth")


def part_of(part: str) -> tuple[int, int]:
    """``2/3`` as (1, 3): the second of three parts, counted from 0; raises Trouble."""
    number, _, of = part.partition("/")
    if not (number.isdecimal() and of.isdecimal()):
        raise Trouble(f"a part is told as I/N, for example 1/2, not {part!r}")
    if not 1 <= int(number) <= int(of):
        raise Trouble(f"there is no part {part}: as I/N it is one of 1/N to N/N")
    return int(number) - 1, int(of)
