"""Random event streams: ``python -m tests.long.fuzz [--streams 100000] [--state FILE] [--part 0/2]``.

Half of the streams are deal records, read as the command line reads them; half are matches in which play and soup are
mixed. No exception escapes, no card and no money is lost, no accepted event is forgotten, and undoing the soup brings
the deal back. Resumable: the state file holds the next stream. ``--part`` 1/2 takes every second one, so that two
processes (each with a state file of its own) share the work.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from pathlib import Path

from companion.deal.game import Game
from companion.events import BadRecord
from companion.games import all_games
from companion.match.record import replay
from tests.companion import house
from tests.companion.house import random_deal, state
from tests.companion.soup import random_record, stir

LENGTHS = (2, 5, 10, 20, 40, 60)
"""events of soup in a stream"""
TOLD_MS = 60_000
"""how often the run tells where it is"""


def record(game: Game, dice: random.Random) -> int:
    """A record as it may come from anywhere: every line is answered, or the file is refused in one sentence."""
    lines = random_record(dice, game, dice.choice(LENGTHS))
    try:
        for told in replay(lines):
            json.dumps(told)
    except BadRecord as error:
        assert str(error).startswith(("line ", "this record is empty"))
        assert "\n" not in str(error)
    return len(lines)


def match(game: Game, dice: random.Random) -> int:
    """A deal that is stirred: all invariants after every event, and after undoing everything the deal is as before."""
    told = random_deal(game, dice.randrange(10**6), stop=dice.randrange(60))
    first, final = told.last, state(told.match)
    taken = set()
    for answer in stir(told, dice, dice.choice(LENGTHS) // 2, legal=dice.choice((0.2, 0.6))):
        if answer.verdict.text is not None:
            answer.verdict.text.say("sr")
        if answer.verdict.taken:
            taken.add(told.last)
        house.check(told)
    known = {number for played in told.match.deals for number in played.history.lines}
    assert taken <= known, f"forgotten: {sorted(taken - known)}"
    house.same(told)
    for number in range(told.last, first, -1):
        told.tell({"do": "undo", "about": number})
    assert state(told.match) == final
    return told.last


def stream(number: int) -> int:
    """The stream of this number; how many events it had. Raises AssertionError naming the number."""
    games = list(all_games().values())
    game, dice = games[number % len(games)], random.Random(f"fuzz/{number}")
    try:
        return (record if number // len(games) % 2 else match)(game, dice)
    except Exception as error:
        raise AssertionError(f"stream {number} ({game.id}): {error!r}") from error


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--streams", type=int, default=100_000)
    parser.add_argument("--state", type=Path, default=Path(tempfile.gettempdir()) / "dalje_fuzz.json")
    parser.add_argument("--part", default="0/1", metavar="I/N")
    args = parser.parse_args()
    first, step = map(int, args.part.split("/"))
    done = json.loads(args.state.read_text()) if args.state.exists() else {"next": first, "streams": 0, "events": 0}
    told = time.monotonic()
    while done["next"] < args.streams:
        done["events"] += stream(done["next"])
        done["streams"] += 1
        done["next"] += step
        args.state.write_text(json.dumps(done))
        if (time.monotonic() - told) * 1000 > TOLD_MS:
            told = time.monotonic()
            print(done, flush=True)
    print(done, flush=True)


if __name__ == "__main__":
    main()
