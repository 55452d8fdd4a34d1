"""What following a table costs on this machine: ``python -m tests.benchmarks.table``.

An idle table, and a deal in full motion whose frames were rendered before: 10 frames a second of 1280x720 and 5 of
2304x1296. All of it is processor time, so that other work beside does not matter; the factor says how much faster than
the table one core is.
"""

from __future__ import annotations

import argparse
import time

from companion.cli.tables.load import measure
from companion.cli.tables.rows import Job
from companion.place.layout import AREA_MM
from companion.ports import Placement, Scene
from vision.reading.reader import CardReader
from vision.scenes.table import TableCamera
from vision.watching.watch import TableWatcher

RATES = (((1280, 720), 100), ((2304, 1296), 200))
"""sizes of pictures, and ms from one to the next"""
IDLE_FRAMES = 100


def idle(size: tuple[int, int], interval_ms: int) -> float:
    """Share of one core that an idle table with twelve cards takes with so much time from one frame to the next."""
    step = AREA_MM[0] / 7
    cards = [
        Placement(f"{rank}{suit}", step * (1 + i), 110 + 150 * row) for row, suit in enumerate("SH")
        for i, rank in enumerate("A23456")
    ]  # fmt: skip
    camera, watcher = TableCamera(lambda: Scene(tuple(cards)), seed=1, size=size), TableWatcher(CardReader())
    for _ in range(30):
        if frame := camera.read():
            watcher.watch(frame)
    frames = [frame for _ in range(IDLE_FRAMES) if (frame := camera.read())]
    began = time.process_time()
    for frame in frames:
        assert watcher.watch(frame) is None, "an idle table is not idle"
    return (time.process_time() - began) / IDLE_FRAMES * 1000 / interval_ms


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="pinc")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--level", default="home")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    job = Job(args.game, args.level, args.seed, args.players, "truth")
    rates = [(size, ms, f"{size[0]}x{size[1]}, {1000 // ms} frames a second") for size, ms in RATES]
    for size, interval_ms, named in rates:
        print(f"{named}, idle: {idle(size, interval_ms):.1%} of one core")
    for size, interval_ms, named in rates:
        told = measure(job, size, interval_ms)
        print(
            f"{named}: {told['busy']:.0%} of one core, {told['factor']} times as fast as the table, "
            f"{told['ms_a_frame']} ms a frame, {told['peak_mb']} MB at most"
        )


if __name__ == "__main__":
    main()
