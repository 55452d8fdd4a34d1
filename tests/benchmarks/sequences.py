"""How alike the reader errs in frames of one table at rest, and what pooling them gains.

``python -m tests.benchmarks.sequences --tables 12`` renders tables of decks the reader was not trained on, each scene
in several frames that differ by sensor noise, flicker and shake, and reads every frame. It prints as JSON the
correlation of the readings' log-odds between two frames (`vision.watching.fuse.CORRELATION`), and for one frame and
for all frames pooled with that weight, as if independent, and as if one: log loss, wrong readings, and those among the
odds of 0.985 and more.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from collections import defaultdict

import cv2
import numpy as np

from companion.ports import Reading, Scene
from vision.arrays import Matrix, Picture, f64, u8
from vision.looking.examine import examine
from vision.reading.reader import CardReader
from vision.scenes.measure import KINDS, compare, random_scene
from vision.scenes.table import TableRenderer, held_out_renderer
from vision.watching.fuse import CORRELATION, Pool

FRAMES = 3
FLICKER, SHAKE_PX = 0.03, 0.4
"""Spread of the brightness from frame to frame, and of where the camera points."""
SURE = 0.985
CLIP = 7.0
"""Log-odds beyond this differ only in name."""


def main(arguments: list[str]) -> None:
    """Render, read, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--scenes", type=int, default=5, help="scenes a table")
    parser.add_argument("--first", type=int, default=83_000, help="seed of the first table")
    parser.add_argument("--level", default="pub")
    chosen = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    reader, cards = CardReader(), list[tuple[str, list[Reading]]]()
    for seed in range(chosen.first, chosen.first + chosen.tables):
        renderer = held_out_renderer(seed, chosen.level, (1280, 720))
        rng = random.Random(seed)
        for turn in range(chosen.scenes):
            scene = random_scene(rng, KINDS[turn % len(KINDS)], renderer.view.area)
            cards += sequence(reader, renderer, scene, rng)
    print(json.dumps(figures(cards), indent=1))


def sequence(
    reader: CardReader, renderer: TableRenderer, scene: Scene, rng: random.Random
) -> list[tuple[str, list[Reading]]]:
    """The true face of each card that was seen in every frame, with its readings."""
    seen: defaultdict[tuple[str, float, float], list[Reading]] = defaultdict(list)
    for at in range(FRAMES):
        image = shaken(renderer.frame(scene, at).image, rng)
        readings = examine(reader, image, renderer.view.px_per_mm).readings
        for outcome in compare(readings, scene, renderer.view).outcomes:
            if outcome.truth is not None:
                place = next(card for card in scene.cards if card.card == outcome.truth)
                seen[(outcome.truth, place.x, place.y)].append(outcome.reading)
    return [(face, found) for (face, _, _), found in seen.items() if len(found) == FRAMES]


def shaken(image: Picture, rng: random.Random) -> Picture:
    """The frame a moment later: a little brighter or darker, a fraction of a px aside."""
    onto = np.float32([[1, 0, rng.gauss(0, SHAKE_PX)], [0, 1, rng.gauss(0, SHAKE_PX)]])
    moved = cv2.warpAffine(image, onto, image.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    return u8(moved.astype(np.float32) * (1 + rng.gauss(0, FLICKER)))


def figures(cards: list[tuple[str, list[Reading]]]) -> dict[str, object]:
    """Correlation of the log-odds of the true face, and how each way of pooling does."""
    logs = f64([[log_odds(one.odds.get(face, 0.0)) for one in found] for face, found in cards])
    pooled = {
        "one frame": [(face, dict(found[0].odds)) for face, found in cards],
        f"pooled, r = {CORRELATION}": [(face, pool(found).odds()) for face, found in cards],
        "as if independent": [(face, pool(found).odds(0.0)) for face, found in cards],
        "as if one": [(face, pool(found).odds(1.0)) for face, found in cards],
    }
    return {
        "cards": len(cards),
        "correlation": round(correlation(logs), 3),
        **{name: losses(found) for name, found in pooled.items()},
    }


def pool(found: list[Reading]) -> Pool:
    """The frames of one card as one."""
    return Pool.of(one.odds for one in found)


def log_odds(p: float) -> float:
    """Clipped."""
    return max(-CLIP, min(CLIP, math.log(max(p, 1e-9) / max(1 - p, 1e-9))))


def correlation(logs: Matrix) -> float:
    """Between two frames of one card, over all pairs of frames."""
    pairs = [(a, b) for a in range(logs.shape[1]) for b in range(a)]
    return float(np.mean([np.corrcoef(logs[:, a], logs[:, b])[0, 1] for a, b in pairs]))


def losses(found: list[tuple[str, dict[str, float]]]) -> dict[str, float]:
    """How good these odds are."""
    best = [(max(odds, key=lambda name: odds[name]), max(odds.values()), face) for face, odds in found if odds]
    sure = [name == face for name, p, face in best if p >= SURE]
    return {
        "log loss": round(float(np.mean([-math.log(max(odds.get(face, 0.0), 1e-5)) for face, odds in found])), 4),
        "wrong": sum(name != face for name, _, face in best),
        "sure": len(sure),
        "sure and wrong": len(sure) - sum(sure),
    }


if __name__ == "__main__":
    main(sys.argv[1:])
