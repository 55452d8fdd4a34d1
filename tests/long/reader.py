"""The long run of the reader on rendered tables: ``python -m tests.long.reader --readings 50000 --out FILE``.

One process a core. FILE gets one JSON line a table, as soon as the table was read; a stopped run goes on where it was
when the same command is given again, and refuses to if models or decks have changed since. What FILE says in the end,
``dalje bench reader --rows FILE`` tells.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path
from typing import Any

import cv2

from companion.ports import Trouble
from vision.bench.rendered import FIRST_TABLE, Table, read_table, table_maker
from vision.bench.rows_file import cut_to_whole_lines, line_of, load_tables, models_mark, run_facts, run_line
from vision.bench.tally import Row, totals
from vision.reading.reader import CardReader

_worker: tuple[CardReader, Callable[[int], Table]] | None = None


def start_worker(unseen: Path | None) -> None:
    """Each process has its own reader, on one thread."""
    global _worker
    cv2.setNumThreads(1)
    _worker = CardReader(), table_maker(unseen)


def work(number: int) -> tuple[int, list[Row]]:
    """Read one table."""
    assert _worker is not None
    reader, maker = _worker
    return number, list(read_table(reader, maker(number)))


def run(
    out: Path, readings: int, unseen: Path | None, workers: int, minutes: float = math.inf, first: int = FIRST_TABLE
) -> Iterator[list[Row]]:
    """Read tables from ``first`` on until the file holds so many readings or the time is up; gives the rows of each new
    table."""
    until = time.monotonic() + 60 * minutes
    cut_to_whole_lines(out)
    facts: dict[str, Any] = {"models": models_mark(), "unseen": unseen is not None}
    before = run_facts(out)
    if before is not None and before != facts:
        raise Trouble(f"{out} was begun with other models or decks: give another file")
    done = load_tables(out) if before is not None else {}
    count = sum(row.card is not None for rows in done.values() for row in rows)
    fresh = (number for number in itertools.count(first) if number not in done)
    spawn = multiprocessing.get_context("spawn")
    with (
        out.open("a") as file,
        ProcessPoolExecutor(workers, mp_context=spawn, initializer=start_worker, initargs=(unseen,)) as pool,
    ):
        if before is None:
            file.write(run_line(facts))
        running: set[Future[tuple[int, list[Row]]]] = set()
        while count < readings or running:
            if time.monotonic() > until:
                readings = count  # (what is being read is still read to its end)
            while count < readings and len(running) < workers + 1:
                running.add(pool.submit(work, next(fresh)))
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                number, rows = future.result()
                file.write(line_of(number, rows))
                file.flush()
                os.fsync(file.fileno())
                count += sum(row.card is not None for row in rows)
                yield rows


def main() -> None:
    """Run and tell now and then how it stands."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--readings", type=int, default=50_000)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--unseen", type=Path, help="decks of pictures, on every third table")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after so long")
    parser.add_argument("--first", type=int, default=FIRST_TABLE, help="number of the first table")
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)))
    args = parser.parse_args()
    start, new = time.monotonic(), list[Row]()
    try:
        going = run(args.out, args.readings, args.unseen, args.workers, args.minutes, args.first)
        for number, rows in enumerate(going, 1):
            new += rows
            if number % 20 == 0:
                print(f"{time.monotonic() - start:.0f} s: {json.dumps(totals(new))}", file=sys.stderr, flush=True)
    except Trouble as error:
        parser.exit(2, f"{error}\n")
    print(json.dumps(totals([row for rows in load_tables(args.out).values() for row in rows])))


if __name__ == "__main__":
    main()
