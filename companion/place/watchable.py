"""Up to how many players the whole of a game can be watched, by how much of the table the camera reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from companion.games import find_game
from companion.place.laying import layout_for

Area = tuple[float, float]
"""Width and height (mm)."""
Reads = Callable[[Area], bool]
"""Whether all of an area round the middle of the table is read."""


def needed(game: str, players: int) -> Area:
    """What must be watched of a table at which so many play, by the usual rules."""
    found = find_game(game)
    return layout_for(found, players, found.check_rules({})).area


def most_players(game: str, reads: Reads, area: Callable[[str, int], Area] = needed) -> int | None:
    """The most players for which the whole game is watched; None if not even the fewest."""
    found = find_game(game)
    can = [n for n in found.numbers(found.check_rules({})) if reads(area(game, n))]
    return max(can, default=None)


def watched_whole(games: Iterable[str], reads: Reads, area: Callable[[str, int], Area] = needed) -> dict[str, int]:
    """The most players of each game, 0 where only the middle of the table can be watched."""
    return {game: most_players(game, reads, area) or 0 for game in games}
