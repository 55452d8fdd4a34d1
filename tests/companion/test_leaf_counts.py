"""How many different legal deals there are from tiny positions (``leaf_counts.json``), counted by playing them all.

``leaves`` plays them through the product; a few lines for each game, written from the rules pages alone (``second``),
count them once more. A position may lay ``hidden`` cards by place, and tell what has been done first (``told``).
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.games import all_games
from tests.companion.leaves import leaves
from tests.companion.second.counters import COUNTERS

DATA: list[dict[str, Any]] = json.loads(Path(__file__).with_name("leaf_counts.json").read_text(encoding="utf-8"))
AUCTIONS = [p for p in DATA if p["header"]["game"] == "crveni_tepih" and "open" not in p["header"]["start"]]


def name(position: dict[str, Any]) -> str:
    """The game and what is counted."""
    return f"{position['header']['game']}: {position['name']}"


@pytest.mark.parametrize("position", DATA, ids=name)
def test_leaf_counts(position: dict[str, Any]) -> None:
    assert leaves(position) == position["leaves"]


@pytest.mark.parametrize("position", [p for p in DATA if p["header"]["game"] in COUNTERS], ids=name)
def test_a_second_count_agrees(position: dict[str, Any]) -> None:
    assert COUNTERS[position["header"]["game"]](position).count() == position["leaves"]


def test_every_game_is_counted() -> None:
    """Poker's bets are sums without end; its few positions are played in its own tests."""
    assert {position["header"]["game"] for position in DATA} == set(all_games()) - {"poker"}


@cache
def oracle(money: tuple[int, ...], lots: int, opener: int) -> int:
    """Ways to sell or pass so many lots, all bids lost, nobody near the cap; by the words of the rules page."""
    if lots == 0 or all(units < 2 for units in money):
        return 1
    n = len(money)

    def auction(held: tuple[int, ...], pot: tuple[int, ...], queue: tuple[int, ...], standing: int, holder: int) -> int:
        queue = tuple(s for s in queue if s == holder or held[s] + pot[s] > max(standing, 1))
        if not queue:
            return oracle(held, lots - 1, opener if holder < 0 else holder)
        if queue == (holder,):
            return oracle(held, lots - 1, holder)
        seat, rest = queue[0], queue[1:]
        total = auction(held, pot, rest, standing, holder)  # Dalje
        for bid in range(max(standing + 1, 2), held[seat] + pot[seat] + 1):
            more = bid - pot[seat]
            after = tuple(u - more if s == seat else u for s, u in enumerate(held))
            thrown = tuple(bid if s == seat else u for s, u in enumerate(pot))
            total += auction(after, thrown, (*rest, seat), bid, seat)
        return total

    first = (opener + 1) % n
    return auction(money, (0,) * n, tuple((first + i) % n for i in range(n)), 0, -1)


@pytest.mark.parametrize("position", AUCTIONS, ids=name)
def test_the_oracle_agrees(position: dict[str, Any]) -> None:
    header = position["header"]
    money = tuple(header["start"]["money"][name] for name in header["players"])
    assert oracle(money, header["start"]["stock"] // 2, 0) == position["leaves"]
