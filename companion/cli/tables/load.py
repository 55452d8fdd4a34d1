"""What the product itself costs: watcher and session on frames that were rendered before, in a process of their own.

``python -m companion.cli.tables.load DIR`` plays the evening that was kept in DIR again and prints the figures.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

from companion.cli.croupier import Croupier
from companion.cli.keep import Keeper
from companion.cli.kept import again
from companion.cli.rendered import Plan, rendered_table
from companion.cli.tables.play import Table, play_deal
from companion.cli.tables.rows import Job
from companion.evening.session import Session
from companion.ports import Camera, Frame, Trouble

AT_ONCE = 8
"""frames decoded ahead: as many are in memory besides"""


class Ahead:
    """Frames of a camera, some of them fetched ahead; what that costs is put aside."""

    def __init__(self, camera: Camera) -> None:
        self.camera = camera
        self.processor_s = 0.0
        self.last_ms = 0
        self._ready: list[Frame | None] = []

    def read(self) -> Frame | None:
        """The next frame."""
        if not self._ready:
            processor = time.process_time()
            self._ready = [self.camera.read() for _ in range(AT_ONCE)]
            self.processor_s += time.process_time() - processor
        frame = self._ready.pop(0)
        self.last_ms = frame.at_ms if frame is not None else self.last_ms
        return frame

    def __enter__(self) -> Ahead:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing to let go of."""


def load_of(folder: Path) -> dict[str, Any]:
    """Play a kept evening again here; what that costs in processor time without the making of the frames.

    ``busy``: the share of one core; ``factor``: how much faster than the table one core is.
    """
    from vision.bench.resident import most_mb

    with again(folder) as played:
        assert played.evening.camera is not None
        ahead = Ahead(played.evening.camera)
        played.evening.camera = ahead
        processor = time.process_time()
        played.play()
        processor = time.process_time() - processor - ahead.processor_s
        frames, table_s = played.evening.frames, ahead.last_ms / 1000
    return {
        "frames": frames,
        "table_s": table_s,
        "same": played.compared()[0],
        "busy": round(processor / table_s, 3),
        "factor": round(table_s / processor, 1),
        "ms_a_frame": round(1000 * processor / frames, 2),
        "peak_mb": round(most_mb()),
    }


def measure(job: Job, size: tuple[int, int] | None = None, interval_ms: int = 100) -> dict[str, Any]:
    """Play a deal, keep its frames for so long, and measure in another process; raises Trouble.

    ``size`` of the frames (None: as the camera chooses) and the time from one to the next.
    """
    with tempfile.TemporaryDirectory(prefix="dalje-load-") as made:
        folder, kept = Path(made) / "kept", Keeper(Path(made) / "kept")

        def keep(table: Table) -> None:
            kept.say = lambda words: print(words, file=sys.stderr)
            kept.begin(table.croupier.evening, packs=1)

        def lay(session: Session, plan: Plan) -> AbstractContextManager[Croupier]:
            return rendered_table(session, replace(plan, size=size, interval_ms=interval_ms))

        row = play_deal(job, watching=keep, lay=lay)
        kept.close()
        if row.end != "played":
            raise Trouble(f"the deal to be measured did not end ({row.why})")
        done = subprocess.run([sys.executable, "-m", __spec__.name, str(folder)], capture_output=True, text=True)
        if done.returncode:
            raise Trouble(f"the load could not be measured: {done.stderr.strip().splitlines()[-1]}")
        told: dict[str, Any] = json.loads(done.stdout)
        return {"game": job.game, "level": job.level, "size": f"{row.size[0]}x{row.size[1]}", **told}


if __name__ == "__main__":
    import cv2

    cv2.setNumThreads(1)
    print(json.dumps(load_of(Path(sys.argv[1]))))
