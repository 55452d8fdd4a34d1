"""The long run over rendered tables: ``python -m tests.long.tables --deals 20 --state FILE``.

Every game at every level, in rounds. FILE gets a row as soon as a deal was played; a stopped run goes on where it was
when the same command is given again, and refuses to if the program has changed since. The figures so far are told now
and then, and at the end; ``dalje bench table`` with the same FILE tells them too.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from pathlib import Path

from companion.cli.tables import report, sample, summary
from companion.cli.tables.rows import Row, StateFile, code_mark
from companion.cli.tables.run import cores, run
from companion.ports import Trouble

EVERY = 20
"""deals from one telling to the next"""


def main() -> None:
    """Run and tell now and then how it stands."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--deals", type=int, default=20, help="of each game at each level")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", action="append", choices=sample.LEVELS)
    parser.add_argument("--state", type=Path, required=True)
    parser.add_argument("--failures", type=Path, help="where failures are kept (default: beside the rows)")
    parser.add_argument("--minutes", type=float, default=math.inf, help="begin no further deal after so long")
    parser.add_argument("--part", default="1/1", help="I/N: every N-th deal, beginning with the I-th")
    parser.add_argument("--workers", type=int, default=cores())
    args = parser.parse_args()
    try:
        number, of = sample.part_of(args.part)
        plan = list(sample.jobs(args.games, args.level or (), args.deals, args.seed, None))[number::of]
        state = StateFile(args.state, code_mark())
        done = [0]

        def tell(row: Row) -> None:
            done[0] += 1
            if not row.exact:
                print(f"{row.game} {row.level} seed {row.seed} ({row.answers}): {row.end}: {row.why or row.differs}")
            if done[0] % EVERY == 0:
                told = summary.summary(state.rows.values())["levels"]
                print(json.dumps(told), file=sys.stderr, flush=True)

        failures = args.failures or args.state.with_name(f"{args.state.stem}-failures")
        rows = run(plan, state, args.workers, args.minutes, tell, True, failures)
    except Trouble as error:
        parser.exit(2, f"{error}\n")
    print("\n".join(report.in_words(summary.summary(rows), rows, failures)))


if __name__ == "__main__":
    main()
