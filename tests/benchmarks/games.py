"""Speed of every game in computing time: plays a second with the referee and without, replay, an earliest proof.

``python -m tests.benchmarks.games [GAME ...] [--json] [--beside PYTHON]``: each figure is the best of the repeats, then
the median. ``--beside`` also measures OpenSpiel's and RLCard's games in the same run, by another Python that has them.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any
from unittest import mock

from companion.deal.deal import Deal
from companion.deal.game import Game
from companion.events import Event, to_data
from companion.games import all_games, find_game
from companion.match.acts import to_act
from companion.match.match import Header, Match
from companion.match.record import header_data, replay
from companion.rules.dealt import DealtHands
from companion.rules.requests import Act
from companion.table import claims, worlds
from tests.companion import house


def stories(game: Game, number: int) -> list[list[Header | Event]]:
    """Random legal deals by the default rules."""
    found = []
    for seed in range(number):
        told = house.Told()
        told.begin(Header(game.id, house.NAMES[: min(game.players)], house.NAMES[0]))
        house.play_deal(told, random.Random(seed))
        found.append(told.log)
    return found


@contextmanager
def no_referee() -> Iterator[None]:
    """Nothing is claimed and nothing is checked."""
    checks = ((claims, "claim"), (claims, "check"), (DealtHands, "check"))
    with ExitStack() as stack:
        for where, name in checks:
            stack.enter_context(mock.patch.object(where, name, lambda *a: None))
        yield


def spread(measured: Callable[[], float], repeats: int) -> list[float]:
    """Several measurements, smallest first: other people's work on the machine only ever makes one longer."""
    return sorted(measured() for _ in range(repeats))


def play_s(logs: list[list[Header | Event]]) -> float:
    """Seconds for each act offered to the deal itself (no history, no corrections)."""
    acts: list[tuple[Deal, list[Act]]] = []
    for log in logs:
        match = Match()
        assert isinstance(log[0], Header)
        played = match.begin(log[0])
        acts.append((Deal(played.game.deal, played.new_table),
                     [to_act(played, event) for event in log[1:] if isinstance(event, Event)]))  # fmt: skip
    started = time.process_time()
    for deal, mine in acts:
        for act in mine:
            deal.offer(act)
    return (time.process_time() - started) / sum(len(mine) for _, mine in acts)


def replay_ms(logs: list[list[Header | Event]]) -> float:
    """One whole deal from its record, with verdicts and findings."""
    texts = [[json.dumps(header_data(i) if isinstance(i, Header) else to_data(i)) for i in log] for log in logs]
    started = time.process_time()
    for lines in texts:
        for _ in replay(lines):
            pass
    return 1000 * (time.process_time() - started) / len(texts)


def proof_ms(logs: list[list[Header | Event]]) -> float:
    """One joint check by flow in the middle of a deal."""
    match = Match()
    for item in logs[0][: len(logs[0]) // 2]:
        match.begin(item) if isinstance(item, Header) else match.add(item)
    t = match.now.deal.table
    room = {place: t.unknown(place) for place in t.places if t.unknown(place)}
    most = {f"hand {one.seat}": one.most for one in t.claims}
    started = time.process_time()
    for _ in range(20):
        worlds.fits(t.unseen(), room, most)
    return 1000 * (time.process_time() - started) / 20


def row(game: Game, deals: int, repeats: int) -> dict[str, Any]:
    """The figures of one game: each the best of the repeats, then the median."""
    logs = stories(game, deals)
    with no_referee():
        free = spread(lambda: play_s(logs), repeats)
    both = spread(lambda: play_s(logs), repeats)
    told = spread(lambda: replay_ms(logs), repeats)
    proof = spread(lambda: proof_ms(logs), repeats)
    return {
        "game": game.id,
        "plays_per_s_without_referee": [round(1 / one) for one in (free[0], median(free))],
        "plays_per_s": [round(1 / one) for one in (both[0], median(both))],
        "replay_ms": [round(one, 1) for one in (told[0], median(told))],
        "proof_ms": [round(one, 3) for one in (proof[0], median(proof))],
    }


def beside(python: str, deals: int, repeats: int) -> list[dict[str, Any]]:
    """The figures of other engines, which need not be installed where the product is."""
    script = Path(__file__).with_name("beside.py")
    command = [python, str(script), "--deals", str(deals), "--repeats", str(repeats)]
    rows: list[dict[str, Any]] = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(all_games()))
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--beside", metavar="PYTHON", help="a Python that has open_spiel and rlcard installed")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    rows: list[dict[str, Any]] = []
    for name in args.games:
        rows.append(row(find_game(name), args.deals, args.repeats))
        if not args.json:
            show(rows[-1])
    others = beside(args.beside, args.deals, args.repeats) if args.beside else []
    if args.json:
        print(json.dumps(rows + others))
        return
    for one in others:
        show(one)


def show(figures: dict[str, Any]) -> None:
    """One row, for people."""
    print(", ".join(f"{key} {value}" for key, value in figures.items()), flush=True)


if __name__ == "__main__":
    main()
