"""Measure the face net and the finder's bodies on decks that no training has seen."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from companion.cards import RANKS
from vision.training.faces_data import UNKNOWN, FaceMaker, class_of
from vision.training.measure import HeldOutDecks
from vision.training.networks import Networks
from vision.training.scenes import SceneMaker, View
from vision.training.targets import BODY_HIDDEN, BODY_VISIBLE

NEAR = 0.12
"""A body this near a card's middle, in heights of the card, is that card."""


def measure_faces(folder: Path, decks: int, seed: int, faces: int = 13, views: int = 4) -> Iterator[str]:
    """Lines of figures: rank and suit of held-out faces by the whole face, and faces known again by one view."""
    networks, maker = Networks(folder), FaceMaker(seed, decks=HeldOutDecks(random.Random(seed)))
    right, known, total = np.zeros(2), 0, 0
    for _ in range(decks):
        deck = maker.decks.new()
        codes = [str(code) for code in maker.rng.choice(sorted(set(deck.codes)), faces, replace=False)]
        cards = np.stack([maker.view(deck, code) for code in codes for _ in range(views)])
        logits, embedding = networks.faces(cards)
        classes = np.array([class_of(deck, code) for code in codes]).repeat(views, 0)
        count = len(RANKS) + 1
        plain = (classes[:, 0] != UNKNOWN) & (classes[:, 1] < 4)
        right += (
            (logits[:, :count].argmax(1) == classes[:, 0])[plain].mean(),
            (logits[:, count:].argmax(1) == classes[:, 1])[plain].mean(),
        )
        likeness = embedding @ embedding[::views].T
        known += int((likeness.argmax(1) == np.arange(len(cards)) // views).sum()) - faces
        total += len(cards) - faces
    rank, suit = right / decks
    yield f"{decks} held-out decks, faces whole or partly covered: rank {rank:.4f}, suit {suit:.4f}"
    yield f"known again among {faces} faces from one view: {known / total:.4f} of {total}"


def measure_bodies(folder: Path, scenes: int, seed: int) -> Iterator[str]:
    """Lines of figures: mostly visible cards found by their bodies, and how exactly."""
    networks = Networks(folder)
    maker = SceneMaker(seed, View(size=640, low=95, high=150, tilt=30), decks=HeldOutDecks(random.Random(seed)))
    total, found, false, backs = 0, 0, 0, 0
    errors: list[tuple[float, float]] = []
    for _ in range(scenes):
        image, _, bodies = maker.scene()
        peaks = networks.bodies(image, 0.4)
        taken: set[int] = set()
        for x, y, cos, sin, height, visible, back in bodies:
            away = np.hypot(peaks[:, 1] - x, peaks[:, 2] - y) / height
            away[list(taken)] = np.inf
            inside = 0 <= x < image.shape[1] and 0 <= y < image.shape[0]
            if visible < BODY_VISIBLE or not inside:
                if visible >= BODY_HIDDEN and len(away) and away.min() < NEAR:
                    taken.add(int(away.argmin()))
                continue
            total += 1
            if not len(away) or away.min() > NEAR:
                continue
            best = int(away.argmin())
            taken.add(best)
            found += 1
            backs += bool(peaks[best, 6] > 0.5) == bool(back)
            turn = np.degrees(np.arctan2(peaks[best, 4], peaks[best, 3]) - np.arctan2(sin, cos)) / 2
            errors.append((float(away[best] * 88), float(abs((turn + 90) % 180 - 90))))
        false += len(peaks) - len(taken)
    middle, far = np.percentile(np.array(errors), [50, 95], axis=0)
    yield f"{total} mostly visible cards: found {found / total:.4f}, false {false / scenes:.2f} a scene"
    yield f"errors: centre mm {middle[0]:.2f} (95%: {far[0]:.2f}), turn degrees {middle[1]:.2f} (95%: {far[1]:.2f})"
    yield f"face down or up told rightly: {backs / found:.4f}"
