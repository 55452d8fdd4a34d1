"""Kills ``dalje play`` at random moments and checks that nothing acknowledged is lost. Shared by test and long run."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

COMMAND = [sys.executable, "-m", "companion", "play", "--camera", "table", "--headless", "--resume", "--json"]


@dataclass
class Killing:
    """Plays one match after the other in a folder, killing the process again and again."""

    folder: Path
    dice: random.Random
    players: int = 3
    deals: int = 1
    longest_s: float = 12.0
    kills: int = 0
    seed: int = 1
    acknowledged: dict[int, dict[str, Any]] = field(default_factory=dict)
    finished: list[dict[str, Any]] = field(default_factory=list)
    lost: list[int] = field(default_factory=list)

    def once(self, *, kill: bool = True) -> None:
        """One run of the process, killed after a random time unless it ends before."""
        command = [*COMMAND, "--data", str(self.folder), "--players", str(self.players), "--seed", str(self.seed)]
        process = subprocess.Popen(
            [*command, "--deals", str(self.deals)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            start_new_session=True,
        )  # fmt: skip
        errors: list[str] = []
        drain = threading.Thread(target=lambda: errors.append(process.stderr.read() if process.stderr else ""))
        drain.start()
        timer = threading.Timer(self.dice.uniform(0.0, self.longest_s), lambda: stop(process))
        if kill:
            timer.start()
        ended: dict[str, Any] | None = None
        assert process.stdout is not None
        for line in process.stdout:
            told = json.loads(line) if line.endswith("\n") else {}  # the kill may cut the last line
            if "acknowledged" in told:
                self.acknowledged[told["acknowledged"]] = told["event"]
            elif "exact" in told:
                ended = told
        code = process.wait()
        timer.cancel()
        drain.join()
        if code == -signal.SIGKILL:
            self.kills += 1
        elif code != 0:
            raise AssertionError(f"dalje play left with {code}: {''.join(errors)}")
        self.check()
        if ended is not None:
            self.finished.append(ended)
            self.begin_anew()

    def check(self) -> None:
        """Every event that was printed is in the journal, as it was printed."""
        path = self.folder / "journal.sqlite"
        if not path.exists():
            self.lost.extend(self.acknowledged)
            return
        db = sqlite3.connect(path)
        try:
            events = "SELECT id, body FROM line WHERE kind = 'event'"
            rows = dict(db.execute(events).fetchall()) if self.acknowledged else {}
        finally:
            db.close()
        self.lost += [n for n, event in self.acknowledged.items() if n not in rows or json.loads(rows[n]) != event]

    def begin_anew(self) -> None:
        """The next match, with another seed and number of players, in an empty folder."""
        shutil.rmtree(self.folder)
        self.acknowledged.clear()
        self.seed += 1
        self.players = (2, 3, 4, 6)[self.seed % 4]


def stop(process: subprocess.Popen[str]) -> None:
    """As if the plug were pulled on it."""
    os.killpg(process.pid, signal.SIGKILL)


def run_kills(folder: Path, kills: int, seed: int, longest_s: float, say: Any = None) -> Killing:
    """Until so many kills have hit a running process; the last match is then played to its end."""
    killing = Killing(folder, random.Random(seed), longest_s=longest_s)
    started = time.monotonic()
    while killing.kills < kills:
        killing.once()
        if say:
            say(killing, time.monotonic() - started)
    if killing.acknowledged or not killing.finished:
        killing.once(kill=False)
    return killing
