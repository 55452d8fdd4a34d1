"""Speed of the core: plays a second, replay per event, start-up. ``python -m tests.benchmarks.core [--json]``."""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time

from companion.deal.deal import Deal
from companion.deal.dealer import next_act, shuffle
from companion.events import Event, to_data
from companion.match.match import Header, Match
from companion.match.record import header_data, replay
from companion.rules.requests import Act


def to_event(match: Match, act: Act, number: int) -> Event:
    """An act as a record would hold it."""
    names = match.now.names
    return Event(
        do=act.do, id=number, seat=None if act.seat is None else names[act.seat],
        cards=tuple(map(str, act.cards)) or None, count=act.count or None, amount=act.amount,
    )  # fmt: skip


def deals(number: int, players: int) -> tuple[list[list[str]], float, int]:
    """Random deals as record lines; seconds and events of playing them."""
    records, events, spent = [], 0, 0.0
    for seed in range(number):
        names = tuple("ABCDEFGH"[:players])
        header = Header("crveni_tepih", names, names[0])
        match = Match()
        match.begin(header)
        dice = random.Random(seed)
        truth = shuffle(match.now.deal.table, dice)
        lines = [json.dumps(header_data(header))]
        ids = 0
        while match.now.deal.outcome is None:
            deal: Deal = match.now.deal
            act = next_act(deal, truth, dice)
            ids += 1
            event = to_event(match, act, ids)
            lines.append(json.dumps(to_data(event)))
            started = time.perf_counter()
            match.add(event)
            spent += time.perf_counter() - started
            events += 1
        records.append(lines)
    return records, spent, events


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    table = []
    for players in (2, 4, 6, 8):
        records, spent, events = deals(args.deals, players)
        started = time.perf_counter()
        for lines in records:
            for _ in replay(lines):
                pass
        replayed = time.perf_counter() - started
        table.append(
            {"players": players, "events": events, "plays_per_s": round(events / spent),
             "replay_us_per_event": round(replayed / events * 1e6)}
        )  # fmt: skip
    started = time.perf_counter()
    subprocess.run([sys.executable, "-m", "companion", "games"], check=True, capture_output=True)
    start_up = round((time.perf_counter() - started) * 1000)
    if args.json:
        print(json.dumps({"core": table, "start_up_ms": start_up}))
        return
    for row in table:
        speed = f"{row['plays_per_s']} plays a second, replay {row['replay_us_per_event']} us an event"
        print(f"{row['players']} players: {speed}")
    print(f"start-up of the command: {start_up} ms")


if __name__ == "__main__":
    main()
