"""How many different legal deals there are from tiny positions (``leaf_counts.json``), counted by playing them all.

The numbers of the auctions without discards are also counted by a few lines that know nothing of the product.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from companion.bids import Bid
from companion.cards import Card, parse_cards
from companion.deal import Deal
from companion.discards import Discard
from companion.match import Match
from companion.record import to_header
from companion.requests import Act, Show, Turn
from companion.table import before, hand

DATA = json.loads(Path(__file__).with_name("leaf_counts.json").read_text(encoding="utf-8"))


def acts(deal: Deal, stock: tuple[Card, ...]) -> Iterator[Act]:
    """Every legal act now; hands are shown in order, for their order changes nothing."""
    t = deal.table
    for request in deal.asking:
        if isinstance(request, Turn):
            at = len(stock) - t.size("stock")
            yield Act("turn", request.seat, stock[at : at + request.number])
        elif isinstance(request, Bid):
            yield Act("pass", request.seat)
            for amount in range(request.low, request.high + 1):
                yield Act("bid", request.seat, amount=amount)
        elif isinstance(request, Discard):
            older = [card for card in t.cards(before(request.seat)) if card not in request.bought]
            choices: list[tuple[tuple[Card, ...], int]] = [(request.bought, 0)]
            for hidden in range(min(request.number, t.unknown(hand(request.seat))) + 1):
                choices += [(cards, hidden) for cards in combinations(older, request.number - hidden)]
            for cards, hidden in choices:
                yield Act("discard", request.seat, cards, hidden)
        elif isinstance(request, Show):
            return


def leaves(header: dict[str, Any], stock: tuple[Card, ...], path: tuple[Act, ...] = ()) -> int:
    """The number of ways to the showdown."""
    deal = Match().begin(to_header(header)).deal
    for act in path:
        assert deal.offer(act).kind == "ok", act
    if deal.outcome is not None or isinstance(deal.asking[0], Show):
        return 1
    return sum(leaves(header, stock, (*path, act)) for act in acts(deal, stock))


@pytest.mark.parametrize("position", DATA, ids=lambda position: position["name"])
def test_leaf_counts(position: dict[str, Any]) -> None:
    assert leaves(position["header"], parse_cards(position["stock"])) == position["leaves"]


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


@pytest.mark.parametrize("position", [p for p in DATA if "open" not in p["header"]["start"]], ids=lambda p: p["name"])
def test_the_oracle_agrees(position: dict[str, Any]) -> None:
    header = position["header"]
    money = tuple(header["start"]["money"][name] for name in header["players"])
    assert oracle(money, header["start"]["stock"] // 2, 0) == position["leaves"]
