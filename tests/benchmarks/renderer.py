"""How fast the rendered table is: ``python tests/benchmarks/renderer.py [--largest]``. One thread, processor time.

In every frame a hand carries a card over a table full of cards, and another card is slid.
"""

from __future__ import annotations

import random
import resource
import sys
import time

import cv2

from companion.ports import Cover, Placement, Scene
from vision.levels import LEVELS
from vision.scenes.fit import SIZES_PX
from vision.scenes.measure import random_scene
from vision.scenes.table import held_out_renderer

FRAMES = 30
GOAL = 15
"""Frames a second of 1280x720 on one core."""


def rendered(level: str, size: tuple[int, int], moving: bool) -> float:
    """Frames a second."""
    renderer = held_out_renderer(1, level, size)
    lying = random_scene(random.Random(4), "showdown", renderer.view.area).cards
    scenes = [Scene(lying)] * FRAMES
    if moving:
        ways = [(150 + 7.0 * i, 330 - 3.0 * i) for i in range(FRAMES)]
        scenes = [
            Scene(
                (*lying, Placement("QC", x - 20, 210, 5), Placement("8D", x, y, i / 2, lift=40 - i / 2)),
                (Cover(x, y + 30, 175),),
            )
            for i, (x, y) in enumerate(ways)
        ]
    for scene in scenes[:2]:
        renderer.frame(scene, 0)
    start = time.process_time()
    for number, scene in enumerate(scenes):
        renderer.frame(scene, 1000 + 66 * number)
    return FRAMES / (time.process_time() - start)


def main() -> None:
    """Print the table."""
    cv2.setNumThreads(1)
    for size in SIZES_PX if "--largest" in sys.argv[1:] else SIZES_PX[:2]:
        for level in LEVELS:
            idle, moving = rendered(level, size, False), rendered(level, size, True)
            missed = f" (goal: {GOAL})" if size == SIZES_PX[0] and moving < GOAL else ""
            print(f"{size[0]}x{size[1]} {level}: frames a second: idle {idle:.0f}, moving {moving:.0f}{missed}")
    print(f"most resident memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
