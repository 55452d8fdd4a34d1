"""The long run of the kill test: ``python -m tests.long.kills --kills 200 STATE``.

STATE is a folder; the run can be stopped and goes on with the same counts (``counts.json``).
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path

from tests.killing import Killing


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("state", type=Path)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--longest", type=float, default=12.0, help="a process lives at most so many seconds")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.state.mkdir(parents=True, exist_ok=True)
    counts = args.state / "counts.json"
    done = {"kills": 0, "matches": 0, "lost": 0, "wrong": 0, "seed": args.seed}
    if counts.exists():
        done = json.loads(counts.read_text())
    killing = Killing(args.state / "data", random.Random(done["seed"] * 1000 + done["kills"]), longest_s=args.longest)
    killing.seed = done["seed"]
    killing.players = (2, 3, 4, 6)[killing.seed % 4]
    before = dict(done)
    while before["kills"] + killing.kills < args.kills or killing.acknowledged:
        killing.once(kill=before["kills"] + killing.kills < args.kills)
        done = {
            "kills": before["kills"] + killing.kills,
            "matches": before["matches"] + len(killing.finished),
            "lost": before["lost"] + len(killing.lost),
            "wrong": before["wrong"] + sum(not told["exact"] for told in killing.finished),
            "seed": killing.seed,
        }
        counts.write_text(json.dumps(done))
        print(json.dumps(done), flush=True)


if __name__ == "__main__":
    main()
