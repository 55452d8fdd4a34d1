"""How fast the eyes are on this machine: ``python tests/benchmarks/eyes.py``. One thread throughout."""

from __future__ import annotations

import random
import resource
import time
from collections.abc import Callable

import cv2
import numpy as np

from companion.ports import Cover, Frame, Placement, Scene
from vision.reading.find import find
from vision.reading.halves import Halves
from vision.reading.patches import read_patches
from vision.reading.reader import CardReader
from vision.scenes.measure import random_scene
from vision.scenes.table import TableCamera, held_out_renderer
from vision.watching.watch import TableWatcher

REPEATS = 20


def ms(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """Median time of a call."""
    work()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return float(np.median(times)) * 1000


def reading(size: tuple[int, int], at_card_px: float | None = None) -> None:
    """The finder, the patches and the whole reader on one frame; at its own scale, or as if cards were so tall."""
    renderer = held_out_renderer(1, size=size)
    scene = random_scene(random.Random(4), "showdown", renderer.view.area)
    image, scale = renderer.frame(scene, 0).image, renderer.view.px_per_mm
    picture = Halves(image)
    scale = scale if at_card_px is None else at_card_px / 88
    reader = CardReader()
    seen = reader.look(image, scale)
    corners, scales = seen.corners, seen.scales
    label = f"{size[0]}x{size[1]}" + ("" if at_card_px is None else ", finder sees every pixel")
    print(f"{label}: finder {ms(lambda: find(reader.nets, picture, scale)):.1f} ms", end="")
    print(f", {len(corners)} patches {ms(lambda: read_patches(reader.nets, picture, corners, scales)):.1f} ms", end="")
    print(f", whole {ms(lambda: reader.read(image, scale)):.1f} ms")


def rendering(size: tuple[int, int]) -> None:
    """Frames a second of an idle table and of one on which a hand moves a card."""
    renderer = held_out_renderer(1, size=size)
    lying = random_scene(random.Random(4), "showdown", renderer.view.area).cards
    idle = 1000 / ms(lambda: renderer.frame(Scene(lying), 0))
    step = iter(range(10_000))

    def moving() -> None:
        x = 150 + 9 * next(step) % 400
        renderer.frame(Scene((*lying, Placement("QC", x, 210, 5)), (Cover(x, 225, 160),)), 0)

    print(f"{size[0]}x{size[1]}: rendered frames a second: idle {idle:.0f}, moving {1000 / ms(moving, 40):.0f}")


def idle(watcher: TableWatcher, frames: list[Frame]) -> float:
    """Share of a core that frames of a table at rest take."""
    start = time.process_time()
    for turn in range(10 * REPEATS):
        watcher.watch(frames[turn % len(frames)])
    return (time.process_time() - start) / REPEATS


def watching(size: tuple[int, int]) -> None:
    """What the watcher costs on an idle table, and from rest to Look when two cards were laid."""
    cards: list[Placement] = []
    camera = TableCamera(lambda: Scene(tuple(cards)), seed=1, size=size)
    watcher = TableWatcher(CardReader())
    frames = [frame for _ in range(12) if (frame := camera.read())]
    for frame in frames:
        watcher.watch(frame)
    print(f"{size[0]}x{size[1]}: idle table {ms(lambda: watcher.watch(frames[-1])):.2f} ms a frame", end="")
    print(f", {100 * idle(watcher, frames[-3:]):.1f}% of a core at ten frames a second", end="")
    cards += [Placement("7H", 340, 200, 3), Placement("KS", 420, 200, -2)]
    spent = 0.0
    for _ in range(12):
        frame = camera.read()
        assert frame is not None
        start = time.perf_counter()
        look = watcher.watch(frame)
        spent += time.perf_counter() - start
        if look is not None:
            break
    print(f", a lot of two laid and read: {spent * 1000:.0f} ms of work")


def finders() -> None:
    """The finder under onnxruntime and under cv2.dnn."""
    reader = CardReader()
    batch = np.random.default_rng(1).uniform(0, 255, (1, 3, 720, 1280)).astype(np.float32)
    session = reader.nets.finder
    name = session.get_inputs()[0].name
    print(f"finder, 1280x720: onnxruntime {ms(lambda: session.run(None, {name: batch})):.0f} ms", end="")
    net = cv2.dnn.readNetFromONNX(str(reader.nets.folder / reader.nets.facts["finder"]["file"]))

    def opencv() -> None:
        net.setInput(batch)
        net.forward()

    print(f", cv2.dnn {ms(opencv, 5):.0f} ms")


def main() -> None:
    """Print the table."""
    cv2.setNumThreads(1)
    finders()
    reading((1280, 720), at_card_px=120)
    reading((1280, 720))
    reading((2304, 1296))
    for size in ((1280, 720), (2304, 1296)):
        rendering(size)
        watching(size)
    print(f"most resident memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
