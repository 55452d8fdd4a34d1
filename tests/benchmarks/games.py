"""Speed of every game in computing time: plays a second with the referee and without, replay, an earliest proof.

``python -m tests.benchmarks.games [GAME ...] [--json]``
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from companion import claims, worlds
from companion.acts import to_act
from companion.deal import Deal
from companion.events import Event, to_data
from companion.game import Game, all_games, find_game
from companion.match import Header, Match
from companion.record import header_data, replay
from companion.requests import Act
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
    with mock.patch.object(claims, "claim", lambda *a: None), mock.patch.object(claims, "check", lambda t: None):
        yield


def plays_a_second(logs: list[list[Header | Event]]) -> float:
    """Acts offered to the deal itself (no history, no corrections)."""
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
    return sum(len(mine) for _, mine in acts) / (time.process_time() - started)


def replay_ms(logs: list[list[Header | Event]]) -> float:
    """One whole deal from its record, with verdicts and findings."""
    texts = [[json.dumps(header_data(i) if isinstance(i, Header) else to_data(i)) for i in log] for log in logs]
    started = time.process_time()
    for lines in texts:
        for _ in replay(lines):
            pass
    return 1000 * (time.process_time() - started) / len(texts)


def proof_ms(game: Game, logs: list[list[Header | Event]]) -> float:
    """One joint check by flow in the middle of a deal."""
    match = Match()
    for item in logs[0][: len(logs[0]) // 2]:
        match.begin(item) if isinstance(item, Header) else match.add(item)
    t = match.now.deal.table
    room = {place: t.unknown(place) for place in t.places if t.unknown(place)}
    most = {f"hand {one.seat}": one.most for one in t.claims}
    started = time.process_time()
    for _ in range(100):
        worlds.fits(t.unseen(), room, most)
    return 10 * (time.process_time() - started)


def row(game: Game, number: int) -> dict[str, Any]:
    """The figures of one game."""
    logs = stories(game, number)
    with no_referee():
        free = plays_a_second(logs)
    return {
        "game": game.id, "plays_per_s_without_referee": round(free), "plays_per_s": round(plays_a_second(logs)),
        "replay_ms": round(replay_ms(logs), 1), "proof_ms": round(proof_ms(game, logs), 3),
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(all_games()))
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    rows = [row(find_game(name), args.deals) for name in args.games]
    if args.json:
        print(json.dumps(rows))
        return
    for one in rows:
        print(", ".join(f"{key} {value}" for key, value in one.items()))


if __name__ == "__main__":
    main()
