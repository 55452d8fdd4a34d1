"""Fuzzing of deal records and matches for as long as one likes, resumable.

``DALJE_FUZZ_SECONDS=3600 pytest tests/long/test_fuzz_records.py`` goes on from the seed where the last run stopped
(kept in ``DALJE_FUZZ_STATE``, by default a file in the temporary folder); a failing seed is named and kept there too.
"""

from __future__ import annotations

import json
import os
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from companion.events import BadRecord
from companion.game import all_games
from companion.record import replay
from tests.companion import house
from tests.companion.house import random_deal, state
from tests.companion.soup import random_record, stir

STATE = Path(os.environ.get("DALJE_FUZZ_STATE", Path(tempfile.gettempdir()) / "dalje_fuzz.json"))
SECONDS = float(os.environ.get("DALJE_FUZZ_SECONDS", "60"))


def seeds(name: str) -> Iterator[int]:
    """Seeds from where the last run stopped, until the time is up."""
    done = json.loads(STATE.read_text()) if STATE.exists() else {}
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        seed = int(done.get(name, 0))
        yield seed
        done[name] = seed + 1  # (only when the seed has passed)
        STATE.write_text(json.dumps(done))


def test_records() -> None:
    for seed in seeds("records"):
        for game in all_games().values():
            lines = random_record(random.Random(seed), game)
            try:
                for told in replay(lines):
                    json.dumps(told)
            except BadRecord as error:
                assert str(error).startswith(("line ", "this record is empty")), seed
                assert "\n" not in str(error), seed


def test_matches() -> None:
    for seed in seeds("matches"):
        dice = random.Random(seed)
        for game in all_games().values():
            told = random_deal(game, seed, stop=dice.randrange(60))
            first, final = told.last, state(told.match)
            for answer in stir(told, dice, 25, legal=dice.choice((0.2, 0.6))):
                if answer.verdict.text is not None:
                    answer.verdict.text.say("sr")
                house.check(told)
            house.same(told)
            for number in range(told.last, first, -1):
                told.tell({"do": "undo", "about": number})
            assert state(told.match) == final, seed
