"""Measure the exported networks on rendered scenes of held-out styles."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.cards import SUITS
from vision.decks.styles import random_style
from vision.training.conventions import GLYPHS
from vision.training.data import VISIBLE, crop
from vision.training.decks import Deck, DeckSource, StyleDeck
from vision.training.networks import Networks
from vision.training.scenes import COLUMNS, SceneMaker, View

Image = NDArray[np.uint8]
NEAR_MM = 4.0
"""A finding this near an index counts as that index."""


class HeldOutDecks(DeckSource):
    """Decks of held-out styles only: for measuring, never for training."""

    def new(self) -> Deck:
        return StyleDeck(random_style(self.rng, held_out=True))


def measure_models(folder: Path, scenes: int, seed: int) -> Iterator[str]:
    """Lines of figures: indices found, errors, classes right on found and on perfectly cut patches."""
    networks = Networks(folder)
    view = View(size=640, low=95, high=150, tilt=30)
    maker = SceneMaker(seed, view, decks=HeldOutDecks(random.Random(seed)))
    total, found, false = 0, 0, 0
    errors: list[tuple[float, float, float]] = []
    right: Counter[str] = Counter()
    confused: Counter[str] = Counter()
    for _ in range(scenes):
        image, labels, _ = maker.scene()
        peaks = networks.find(image)
        visible = labels[labels[:, COLUMNS.index("visible")] >= VISIBLE]
        taken: set[int] = set()
        for label in visible:
            total += 1
            patch = crop(image, label[:2].astype(float), label[4:6].astype(float), float(label[6]))
            _score(networks, patch, label, "perfect", right, confused)
            distance = np.hypot(*(peaks[:, 1:3] - label[:2]).T) / label[6]
            distance[list(taken)] = np.inf
            if not len(distance) or distance.min() > NEAR_MM:
                continue
            best = int(distance.argmin())
            taken.add(best)
            found += 1
            peak = peaks[best]
            up = peak[5:7] / np.hypot(*peak[5:7])
            angle = np.degrees(np.arccos(np.clip(up @ label[4:6], -1, 1)))
            errors.append((distance[best], float(np.hypot(*(peak[3:5] - label[2:4])) / label[6]), float(angle)))
            _score(networks, crop(image, peak[1:3], up, float(label[6])), label, "found", right, confused)
        for i, peak in enumerate(peaks):
            near = len(labels) and (np.hypot(*(labels[:, :2] - peak[1:3]).T) / labels[:, 6]).min() < 6
            false += i not in taken and not near
    yield f"{scenes} held-out scenes, {total} indices: found {found / total:.4f}, false {false / scenes:.2f} a scene"
    middle, far = np.percentile(np.array(errors), [50, 95], axis=0)
    names = ("index mm", "centre mm", "up degrees")
    yield "errors: " + ", ".join(f"{n} {a:.2f} (95%: {b:.2f})" for n, a, b in zip(names, middle, far, strict=True))
    for kind, count in (("perfect", total), ("found", found)):
        shares = ", ".join(
            f"{what} {right[f'{kind} {what}'] / count:.4f}" for what in ("glyph", "suit", "both", "index")
        )
        yield f"{kind} patches: {shares}"
    yield f"confusions: {confused.most_common(12)}"


def _score(
    networks: Networks, patch: Image, label: NDArray[np.float32], kind: str, right: Counter[str], confused: Counter[str]
) -> None:
    logits = networks.classify([patch])[0]
    glyph, suit = int(logits[: len(GLYPHS)].argmax()), int(logits[len(GLYPHS) : len(GLYPHS) + len(SUITS)].argmax())
    true = int(label[8]), int(label[9])
    right[f"{kind} glyph"] += glyph == true[0]
    right[f"{kind} suit"] += suit == true[1]
    right[f"{kind} both"] += (glyph, suit) == true
    right[f"{kind} index"] += bool(logits[-1] < 0)
    if kind == "found" and glyph != true[0]:
        confused[f"{GLYPHS[true[0]]} as {GLYPHS[glyph]}"] += 1
    if kind == "found" and suit != true[1]:
        confused[f"{SUITS[true[1]]} as {SUITS[suit]}"] += 1
