"""Memory of a process that reads a frame: ``python -m vision.bench.resident FRAME.npy PX_PER_MM``."""

from __future__ import annotations

import resource
import sys
from pathlib import Path

import cv2
import numpy as np

PAGE = resource.getpagesize()
READS = 3


def resident_mb() -> float:
    """Resident memory of this process (MB), as Linux tells it; elsewhere the most it ever had."""
    statm = Path("/proc/self/statm")
    return int(statm.read_text().split()[1]) * PAGE / 2**20 if statm.exists() else most_mb()


def most_mb() -> float:
    """The most resident memory this process ever had (MB), as Linux tells it.

    Elsewhere what the system counts, which may begin with the size of the process that started this one.
    """
    status = Path("/proc/self/status")
    if status.exists():
        lines = (line.split() for line in status.read_text().splitlines())
        return float(next(words[1] for words in lines if words[0] == "VmHWM:")) / 1024
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (2**20 if sys.platform == "darwin" else 2**10)


def main(path: str, px_per_mm: str) -> None:
    """Print the four figures of `vision.bench.speed.memory`."""
    cv2.setNumThreads(1)
    image = np.load(path)
    before = resident_mb()
    from vision.bench.product import Product
    from vision.reading.reader import CardReader

    reader = Product(CardReader())
    for _ in range(READS):
        reader.read(image, float(px_per_mm))
    playing = resident_mb()
    reader.read(image)
    print(before, playing, resident_mb(), most_mb())


if __name__ == "__main__":
    main(*sys.argv[1:])
