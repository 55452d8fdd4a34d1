"""How large a table a game needs, by what it has on the table when a deal begins: no game is named here."""

from __future__ import annotations

from collections.abc import Mapping

from companion.deal.game import Game, Start
from companion.place.layout import Layout, Needs, Spot
from companion.table.table import Table, before, hand, taken

MANY = 13
"""a hand of more cards is not laid open as a whole"""


def layout_for(
    game: Game,
    players: int,
    rules: Mapping[str, str],
    spots: tuple[Spot, ...] = (),
    area: tuple[float, float] | None = None,
) -> Layout:
    """The layout of a game's table for so many players; with the spots and area measured at set-up, if there are."""
    names = [f"{number}" for number in range(players)]
    table = Table(names, 0, game.pack(players, rules), rules)
    table.scores = dict.fromkeys(range(players), game.first_score)
    game.set_up(table, Start())
    return Layout(players, needs_of(table, game.together), spots, area)


def needs_of(t: Table, together: int = 1) -> Needs:
    """What a game puts down, by its places at the start of a deal."""
    rows = before(0) in t.places
    held = max(t.size(hand(seat)) for seat in range(t.seats))
    wins = taken(0) in t.places and not any(place in t.places for place in ("pile", "attack"))
    coins = len(t.purses[0].coins or ()) if t.purses else 0
    return Needs(
        row=9 if rows else min(MANY, held),
        hidden=held if rows else 0,
        together=max(together, coins),
        talon=t.size("lot"),
        wins=wins,
        heaps=sum(t.size(place) > 0 for place in t.places if not place.split()[-1].isdigit() and place != "lot")
        + bool(coins),
        turned="turned" in t.places,
        coins=coins,
    )
