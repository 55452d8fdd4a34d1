"""How well the reader reads rendered tables of decks it was not trained on.

``python tests/benchmarks/reading.py --tables 50 --level clean`` prints, per kind of scene: cards, missed, right, not
accepted (a question to people), wrong, wrongly accepted, and false cards; then the commonest mistakes.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

import cv2

from vision.measure import KINDS, compare, random_scene
from vision.reader import CardReader
from vision.see import drawn
from vision.table import SIZE_PX, held_out_renderer


def main(arguments: list[str]) -> None:
    """Read tables and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--scenes", type=int, default=15, help="scenes a table")
    parser.add_argument("--first", type=int, default=50_000, help="seed of the first table")
    parser.add_argument("--level", default="clean")
    parser.add_argument("--size", default=f"{SIZE_PX[0]}x{SIZE_PX[1]}")
    parser.add_argument("--draw", type=Path, help="write pictures with mistakes into this folder")
    chosen = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    wide, _, high = chosen.size.partition("x")
    reader, totals, mistakes = CardReader(), defaultdict[str, Counter[str]](Counter), Counter[str]()
    start, spent = time.perf_counter(), 0.0
    for number in range(chosen.tables):
        seed = chosen.first + number
        rng, renderer = random.Random(seed), held_out_renderer(seed, chosen.level, (int(wide), int(high)))
        for turn in range(chosen.scenes):
            kind = KINDS[turn % len(KINDS)]
            scene = random_scene(rng, kind, renderer.view.area)
            frame = renderer.frame(scene, turn)
            before = time.perf_counter()
            readings = reader.read(frame.image, renderer.view.px_per_mm)
            spent += time.perf_counter() - before
            result = compare(readings, scene, renderer.view)
            count = totals[kind]
            count["frames"] += 1
            count["cards"] += sum(card.card is not None for card in scene.cards)
            count["missed"] += len(result.missed)
            for one in result.outcomes:
                state = "right" if one.right else "wrong" if one.truth else "false"
                count[state] += 1
                count[f"{state} accepted"] += one.reading.accepted
                if not one.right:
                    sure = " (accepted)" if one.reading.accepted else ""
                    mistakes[f"{one.truth or 'nothing'} read as {one.reading.card}{sure}, {renderer.deck.name}"] += 1
            if chosen.draw and any(not one.right for one in result.outcomes) | bool(result.missed):
                chosen.draw.mkdir(parents=True, exist_ok=True)
                cv2.imwrite(str(chosen.draw / f"{seed}_{turn}.png"), drawn(frame.image, readings))
    for kind, count in [*totals.items(), ("all", sum(totals.values(), Counter[str]()))]:
        report(kind, count)
    frames = sum(count["frames"] for count in totals.values())
    print(f"{spent / frames * 1000:.0f} ms a frame to read, {time.perf_counter() - start:.0f} s in all")
    for name, times in mistakes.most_common(25):
        print(f"{times:4d}  {name}")


def report(kind: str, count: Counter[str]) -> None:
    """One line of figures."""
    cards, right, sure = count["cards"], count["right"], count["right accepted"]
    wrongly = count["wrong accepted"] + count["false accepted"]
    print(
        f"{kind:9s} cards {cards:6d}  right {right / cards:8.3%}  missed {count['missed'] / cards:7.3%}"
        f"  right and accepted {sure / cards:8.3%}  wrong {count['wrong']:4d}  false {count['false']:4d}"
        f"  wrongly accepted {wrongly} ({wrongly / max(1, wrongly + sure):.5f})"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
