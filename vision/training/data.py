"""Rendered training data on disk: shards of scenes for the finder, shards of corner patches for the patch net."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.ports import CARD_MM
from vision.training.conventions import PATCH_HEIGHT, PATCH_PX_PER_MM, PATCH_WIDTH
from vision.training.scenes import COLUMNS, Scene, SceneMaker

Image = NDArray[np.uint8]
Labels = NDArray[np.float32]
VISIBLE = 0.7
"""Least visible share of an index that must be found; below HIDDEN it must not be, between them either is right."""
HIDDEN = 0.3
JUNK = -1
"""Class of a patch that shows no upright index."""


def crop(image: Image, at: NDArray[np.float64], up: NDArray[np.float64], px_per_mm: float) -> Image:
    """The upright patch around an index (see conventions): its middle, its up vector, the scale of the picture."""
    up = up / np.hypot(*up)
    right = np.array([-up[1], up[0]])
    step = px_per_mm / PATCH_PX_PER_MM
    origin = at - right * step * (PATCH_WIDTH - 1) / 2 + up * step * (PATCH_HEIGHT - 1) / 2 - 0.5
    matrix = np.column_stack([right * step, -up * step, origin])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    patch = cv2.warpAffine(image, matrix, (PATCH_WIDTH, PATCH_HEIGHT), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(patch, np.uint8)


def render_scenes(maker: SceneMaker, count: int, path: Path) -> None:
    """Write a shard of scenes: <path>.npy (count x size x size x 3, BGR) and <path>.labels.npz (rows, ends, bodies)."""
    images, labels, bodies = zip(*(maker.scene() for _ in range(count)), strict=True)
    ends, body_ends = (np.cumsum([len(rows) for rows in part]) for part in (labels, bodies))
    rows, cards = np.concatenate(labels), np.concatenate(bodies)
    np.savez(f"{path}.labels.npz", rows=rows, ends=ends, bodies=cards, body_ends=body_ends)
    part = Path(f"{path}.part.npy")
    np.save(part, np.stack(images))
    part.rename(f"{path}.npy")


def render_patches(maker: SceneMaker, count: int, path: Path, copies: int = 3) -> None:
    """Write a shard of patches from ``count`` scenes: <path>.npz with patches (BGR), glyphs, suits (JUNK for none)."""
    patches: list[Image] = []
    classes: list[tuple[int, int]] = []
    for _ in range(count):
        image, labels, _ = maker.scene()
        for patch, glyph, suit in scene_patches(maker.rng, image, labels, copies):
            patches.append(patch)
            classes.append((glyph, suit))
    _save_patches(patches, classes, path)


def _save_patches(patches: list[Image], classes: list[tuple[int, int]], path: Path) -> None:
    glyphs, suits = np.array(classes, np.int64).reshape(-1, 2).T
    part = Path(f"{path}.part.npz")
    np.savez(part, patches=np.stack(patches), glyphs=glyphs, suits=suits)
    part.rename(f"{path}.npz")


def mine(find: Callable[[Image], NDArray[np.float64]], scenes: Scenes, folder: Path, seed: int = 1) -> int:
    """Write patch shards of what ``find`` finds in stored scenes; returns the number of patches."""
    rng = np.random.default_rng(seed)
    total = 0
    for first in range(0, len(scenes), 400):
        found = []
        for number in range(first, min(first + 400, len(scenes))):
            image, labels, _ = scenes[number]
            found += mined_patches(rng, np.ascontiguousarray(image), labels, find(image))
        images, classes = [patch for patch, *_ in found], [(glyph, suit) for _, glyph, suit in found]
        _save_patches(images, classes, folder / f"mined-{first:06d}")
        total += len(found)
    return total


def scene_patches(rng: np.random.Generator, image: Image, labels: Labels, copies: int) -> list[tuple[Image, int, int]]:
    """Patches of a scene as a reader would cut them, a little wrong, with glyph and suit; and junk."""
    found: list[tuple[Image, int, int]] = []
    for row in labels:
        label = dict(zip(COLUMNS, (float(v) for v in row), strict=True))
        at, up = np.array([label["x"], label["y"]]), np.array([label["ux"], label["uy"]])
        glyph, suit = int(label["glyph"]), int(label["suit"])
        if label["visible"] < VISIBLE:
            if label["visible"] < HIDDEN and rng.random() < 0.4:
                found.append((crop(image, at, up, label["scale"]), JUNK, JUNK))
            continue
        for _ in range(copies):
            found.append((_jittered(rng, image, at, up, label), glyph, suit))
        if rng.random() < 0.3:
            found.append(
                (crop(image, at, _turn(up, rng.choice([90.0, 180.0, 180.0, 270.0])), label["scale"]), JUNK, JUNK)
            )
        if rng.random() < 0.25:
            aside = up * rng.choice([-1, 1]) * rng.uniform(9, 16) * label["scale"]
            found.append((crop(image, at + aside, _turn(up, rng.normal(0, 8)), label["scale"]), JUNK, JUNK))
    return [*found, *_elsewhere(rng, image, labels)]


def mined_patches(
    rng: np.random.Generator, image: Image, labels: Labels, peaks: NDArray[np.float64]
) -> list[tuple[Image, int, int]]:
    """Patches where a trained finder says an index is: the true ones with its own errors, its mistakes as junk.

    ``peaks`` are rows of score, x, y, centre x, y, up x, y (see `networks.Networks.find`).
    """
    found: list[tuple[Image, int, int]] = []
    usual = float(np.median(labels[:, 6])) if len(labels) else 1.4
    for peak in peaks:
        at, up = peak[1:3], peak[5:7]
        distance = np.hypot(*(labels[:, :2] - at).T) / labels[:, 6] if len(labels) else np.array([np.inf])
        nearest = labels[int(distance.argmin())] if len(labels) else None
        if nearest is not None and distance.min() < 4:
            if nearest[7] >= VISIBLE:
                scale = float(nearest[6]) * math.exp(rng.normal(0, 0.07))
                found.append((crop(image, at, up, scale), int(nearest[8]), int(nearest[9])))
        elif distance.min() > 6:
            found.append((crop(image, at, up, usual * math.exp(rng.normal(0, 0.1))), JUNK, JUNK))
    return found


def _turn(vector: NDArray[np.float64], degrees: float) -> NDArray[np.float64]:
    angle = math.radians(degrees)
    spin = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    return np.asarray(spin @ vector, np.float64)


def _jittered(
    rng: np.random.Generator, image: Image, at: NDArray[np.float64], up: NDArray[np.float64], label: dict[str, float]
) -> Image:
    """A crop with the errors of a finder: about 1 mm, 5 degrees, 8% of scale; scale from up or from the card centre."""
    scale = label["scale"]
    if rng.random() < 0.5:
        reach = math.hypot(label["cx"] - label["x"], label["cy"] - label["y"])
        scale = reach / math.hypot(CARD_MM[0] / 2 - 5.6, CARD_MM[1] / 2 - 11.0)
    scale *= math.exp(rng.normal(0, 0.08))
    return crop(image, at + rng.normal(0, 1.0, 2) * scale, _turn(up, rng.normal(0, 5)), scale)


def _elsewhere(rng: np.random.Generator, image: Image, labels: Labels, count: int = 4) -> list[tuple[Image, int, int]]:
    """Junk from anywhere, mostly from inside cards, at least 9 mm from every index."""
    junk: list[tuple[Image, int, int]] = []
    size = image.shape[0]
    scale = float(np.median(labels[:, 6])) if len(labels) else rng.uniform(1, 3)
    for _ in range(count):
        at = rng.uniform(0, size, 2)
        if len(labels) and rng.random() < 0.75:
            at = labels[rng.integers(len(labels)), 2:4] + rng.normal(0, 18 * scale, 2)
        if len(labels) and np.hypot(*(labels[:, :2] - at).T).min() < 9 * scale:
            continue
        angle = rng.uniform(0, 2 * math.pi)
        up = np.array([math.cos(angle), math.sin(angle)])
        junk.append((crop(image, at, up, scale * math.exp(rng.normal(0, 0.15))), JUNK, JUNK))
    return junk


@dataclass
class Scenes:
    """All scene shards of a folder, memory-mapped; `refresh` picks up shards that were written meanwhile."""

    folder: Path

    def __post_init__(self) -> None:
        self._shards: dict[str, tuple[Image, list[Labels], list[Labels]]] = {}
        self.refresh()

    def refresh(self) -> int:
        """Look for new shards; returns the number of scenes."""
        for path in sorted(self.folder.glob("*.npy")):
            if path.name not in self._shards and not path.name.endswith(".part.npy"):
                stored = np.load(path.with_suffix(".labels.npz"))
                labels = np.split(stored["rows"], stored["ends"][:-1])
                bodies = np.split(stored["bodies"], stored["body_ends"][:-1])
                self._shards[path.name] = (np.load(path, mmap_mode="r"), labels, bodies)
        self._index = [(name, i) for name, (images, *_) in self._shards.items() for i in range(len(images))]
        return len(self._index)

    def __len__(self) -> int:
        return len(self._index)

    def __getitem__(self, number: int) -> Scene:
        name, i = self._index[number]
        images, labels, bodies = self._shards[name]
        return Scene(images[i], labels[i], bodies[i])


def load_patches(folder: Path, known: set[str]) -> tuple[Image, NDArray[np.int64], NDArray[np.int64]] | None:
    """Patches, glyphs and suits of all shards in a folder not yet ``known`` (then added there), or None."""
    new = [path for path in sorted(folder.glob("*.npz")) if path.name not in known and ".part" not in path.name]
    if not new:
        return None
    known.update(path.name for path in new)
    shards = [np.load(path) for path in new]
    patches = np.concatenate([shard["patches"] for shard in shards])
    glyphs, suits = (np.concatenate([shard[key] for shard in shards]) for key in ("glyphs", "suits"))
    return patches, glyphs, suits
