"""How long the reader takes on this machine, one thread throughout, and how much memory it keeps."""

from __future__ import annotations

import math
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.ports import CARD_MM, Placement, Reader, Scene, Trouble
from vision.arrays import Picture
from vision.optics import apply
from vision.reading.names import FACES
from vision.scenes.measure import KINDS, random_scene
from vision.scenes.table import TableRenderer, held_out_renderer
from vision.watching.regions import MARGIN_MM

FRAME_PX = (1280, 720)
FRAMES = 10
"""Different frames a measurement goes over."""
WARM = 2
"""Calls before the clock counts."""
FIRST_TABLE = 440_000


def spent(calls: Sequence[Callable[[], object]], rounds: int) -> dict[str, Any]:
    """Median and 95th percentile of the time of calls (ms), over so many rounds of all of them.

    ``cpu_ms`` is the median of what this thread computed: on a machine that does other things too, the nearer figure.
    """
    for call in calls[:WARM]:
        call()
    clock, busy = [], []
    for _ in range(rounds):
        for call in calls:
            start, worked = time.perf_counter(), time.thread_time()
            call()
            clock.append((time.perf_counter() - start) * 1000)
            busy.append((time.thread_time() - worked) * 1000)
    return times(clock, busy)


def times(clock: Sequence[float], busy: Sequence[float]) -> dict[str, Any]:
    """Times by the clock and of computing (ms) in short."""
    middle, high = np.percentile(clock, [50, 95])
    computed = float(np.median(busy))
    return {
        "median_ms": round(float(middle), 1), "p95_ms": round(float(high), 1), "cpu_ms": round(computed, 1),
        "calls": len(clock),
    }  # fmt: skip


def frames(count: int = FRAMES, size: tuple[int, int] = FRAME_PX) -> Iterator[tuple[Picture, Scene, TableRenderer]]:
    """Frames of rendered tables with every kind of scene."""
    for number in range(count):
        renderer = held_out_renderer(FIRST_TABLE + number, ("clean", "home")[number % 2], size)
        scene = random_scene(random.Random(number), KINDS[number % len(KINDS)], renderer.view.area)
        yield renderer.frame(scene, 0).image, scene, renderer


def regions(count: int = FRAMES, size: tuple[int, int] = FRAME_PX) -> Iterator[tuple[Picture, float]]:
    """What the watcher reads when one card was laid and came to rest: the picture around it, and its scale."""
    for number in range(count):
        renderer = held_out_renderer(FIRST_TABLE + 500 + number, ("clean", "home")[number % 2], size)
        rng, (wide, high) = random.Random(number), renderer.view.area
        x, y = rng.uniform(0.25, 0.75) * wide, rng.uniform(0.35, 0.65) * high
        card = Placement(rng.choice(FACES), x, y, rng.uniform(0, 360))
        image = renderer.frame(Scene((card,)), 0).image
        (w, h), turn = CARD_MM, math.radians(card.angle)
        right = (w * abs(math.cos(turn)) + h * abs(math.sin(turn))) / 2 + MARGIN_MM
        down = (w * abs(math.sin(turn)) + h * abs(math.cos(turn))) / 2 + MARGIN_MM
        box = apply(renderer.view.to_px, [(x - right, y - down), (x + right, y + down)])
        x0, y0, x1, y1 = np.clip(box, 0, size).astype(int).ravel()
        yield np.ascontiguousarray(image[y0:y1, x0:x1]), renderer.view.scale_at(x, y)


@contextmanager
def one_thread() -> Iterator[None]:
    """OpenCV on one thread, as the networks are."""
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        yield
    finally:
        cv2.setNumThreads(before)


def reader_speed(reader: Reader, rounds: int) -> dict[str, Any]:
    """Whole frames at a known scale and at one to be found, and one settled card region."""
    with one_thread():
        seen = list(frames())
        known = [partial(reader.read, image, renderer.view.px_per_mm) for image, _, renderer in seen]
        unknown = [partial(reader.read, image) for image, _, _ in seen]
        cuts = [partial(reader.read, image, scale) for image, scale in regions()]
        return {
            "frame": {"size": list(FRAME_PX), **spent(known, rounds)},
            "frame_scale_found": {"size": list(FRAME_PX), **spent(unknown, max(1, rounds // 2))},
            "region": spent(cuts, rounds),
        }


def memory() -> dict[str, Any]:
    """Resident memory (MB) of a fresh process that loads the reader and reads a frame; raises Trouble if it fails.

    "before": the interpreter with numpy and OpenCV; "resident": all of it once frames of known scale were read, as in
    a game; "after_search": once the scale of one was searched for, as on a photograph; "most": its peak.
    """
    image, _, renderer = next(frames(1))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "frame.npy"
        np.save(path, image)
        command = [sys.executable, "-m", "vision.bench.resident", str(path), str(renderer.view.px_per_mm)]
        environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["the process died"])[-1]
        raise Trouble(f"memory could not be measured: {reason}")
    names = ("before_mb", "resident_mb", "after_search_mb", "most_mb")
    return {name: round(float(word)) for name, word in zip(names, done.stdout.split(), strict=True)}
