"""Faint prints under a face: lines, lattices, dots, grain and waves in one ink on the ground."""

from __future__ import annotations

import math
import random
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.decks.schemes import Colour


@lru_cache(maxsize=8)
def printed_ground(kind: str, width: int, height: int, ground: Colour, ink: Colour, seed: int) -> NDArray[np.uint8]:
    """A BGR picture of the ground with the print ``kind`` (one of `vision.decks.styles.GROUNDS`); read only."""
    rng = random.Random(f"{seed} {kind}")
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) / width
    turn, count = rng.uniform(0, math.pi), rng.uniform(20, 90)
    u, v = x * math.cos(turn) + y * math.sin(turn), y * math.cos(turn) - x * math.sin(turn)
    if kind == "lines":
        share = np.sin(u * count * 3) > rng.uniform(0.0, 0.8)
    elif kind == "lattice":
        share = np.abs(np.sin(u * count) * np.sin(v * count)) < rng.uniform(0.05, 0.2)
    elif kind == "dots":
        share = np.sin(u * count * 2) * np.sin(v * count * 2) > rng.uniform(0.3, 0.7)
    elif kind == "waves":
        share = np.sin(u * count * 3 + rng.uniform(1, 6) * np.sin(v * rng.uniform(8, 30))) > rng.uniform(0.0, 0.7)
    else:
        step = rng.randint(4, 30)
        rough = np.random.default_rng(seed).random((height // step + 2, width // step + 2), np.float32)
        share = cv2.resize(rough, (width, height), interpolation=cv2.INTER_CUBIC)
    tone = np.asarray(share, np.float32)[..., None]
    paper, colour = np.array(ground, np.float32), np.array(ink, np.float32)
    return np.clip(paper * (1 - tone) + colour * tone, 0, 255).astype(np.uint8)
