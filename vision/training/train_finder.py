"""Training of the finder."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from vision.training.data import Scenes
from vision.training.nets import Finder
from vision.training.targets import body_targets, finder_targets, quarter_turn, turn_bodies
from vision.training.train import Run

Targets = tuple[Tensor, Tensor, Tensor]
"""Heat, cells without blame, rows of labelled cells (batch, row, column, weight, values)."""


def train_finder(
    data: Path,
    checkpoint: Path,
    minutes: float,
    steps: int,
    seed: int,
    start: Path | None = None,
    threads: int = 1,
    size: int = 256,
) -> None:
    """Train the finder on the scene shards in ``data``; new shards are picked up on the way."""
    torch.set_num_threads(threads)
    torch.manual_seed(seed)
    model = Finder().to(memory_format=torch.channels_last)
    run = Run(model, checkpoint, minutes, steps, 4e-3 if start is None else 3e-3, start)
    scenes, rng = Scenes(data), np.random.default_rng([seed, run.step])
    model.train()
    means = np.zeros(6)
    with ThreadPoolExecutor(1) as pool:
        ahead = pool.submit(finder_batch, scenes, rng, 8, size)
        while run.progress < 1:
            pictures, corners, bodies = ahead.result()
            if run.step % 200 == 199:
                scenes.refresh()
            ahead = pool.submit(finder_batch, scenes, rng, 8, size)
            maps, whole = model(pictures.contiguous(memory_format=torch.channels_last))
            losses = [*corner_losses(maps, *corners), *body_losses(whole, *bodies)]
            run.update(losses[0] + losses[1] + 0.5 * losses[2] + 0.5 * losses[3] + 0.5 * losses[4] + 0.2 * losses[5])
            means = means * 0.98 + 0.02 * np.array([loss.item() for loss in losses])
            if run.step % 100 == 0:
                run.save()
                report = f"heat, centre, up; body heat, pose, back {means.round(3)}"
                print(f"{run.progress:.3f} step {run.step} scenes {len(scenes)} {report}", flush=True)
    run.save()


def focal(logit: Tensor, heat: Tensor, skip: Tensor) -> Tensor:
    """Focal loss of a heat map (CornerNet's), per labelled cell."""
    share = torch.sigmoid(logit).clamp(1e-4, 1 - 1e-4)
    hit = (heat >= 0.999).float()
    gain = hit * (1 - share) ** 2 * share.log() + (1 - hit) * (1 - heat) ** 4 * share**2 * (1 - share).log() * ~skip
    return -gain.sum() / hit.sum().clamp(min=1)


def corner_losses(out: Tensor, heat: Tensor, skip: Tensor, cells: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Focal loss of the heat, mean absolute errors of centre vector and up vector at labelled cells.

    ``cells``: rows of batch, row, column, weight, centre x, y (units of VECTOR_UNIT), up x, y.
    """
    batch, row, column = cells[:, :3].long().T
    weight, values = cells[:, 3], out[batch, :, row, column]
    total = weight.sum().clamp(min=1)
    centre = ((values[:, 1:3] - cells[:, 4:6]).abs().sum(1) * weight).sum() / total
    up = ((values[:, 3:5] - cells[:, 6:8]).abs().sum(1) * weight).sum() / total
    return focal(out[:, 0], heat, skip), centre, up


def body_losses(out: Tensor, heat: Tensor, skip: Tensor, cells: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Focal loss of the heat, mean absolute error of centre, turn and height, cross entropy of face down.

    ``cells``: rows of batch, row, column, weight, centre x, y, cos 2t, sin 2t, log height, back.
    """
    batch, row, column = cells[:, :3].long().T
    weight, values = cells[:, 3], out[batch, :, row, column]
    total = weight.sum().clamp(min=1)
    pose = ((values[:, 1:6] - cells[:, 4:9]).abs().sum(1) * weight).sum() / total
    back = nn.functional.binary_cross_entropy_with_logits(values[:, 6], cells[:, 9], weight, reduction="sum") / total
    return focal(out[:, 0], heat, skip), pose, back


def finder_batch(scenes: Scenes, rng: np.random.Generator, count: int, size: int) -> tuple[Tensor, Targets, Targets]:
    """Random crops of random scenes, turned by quarter turns, their tones varied, with targets."""
    pictures, corners, bodies = [], [], []
    for _ in range(count):
        image, labels, cards = scenes[int(rng.integers(len(scenes)))]
        full = image.shape[0]
        corner = rng.uniform(0, full - size, 2)
        if len(labels) and rng.random() < 0.8:
            corner = labels[rng.integers(len(labels)), :2] - size / 2 + rng.uniform(-0.4, 0.4, 2) * size
        x0, y0 = np.clip(corner, 0, full - size).astype(int)
        labels, cards = labels.copy(), cards.copy()
        for table, columns in ((labels, (0, 2)), (cards, (0,))):
            for column in columns:
                table[:, column] -= x0
                table[:, column + 1] -= y0
        turns = int(rng.integers(4))
        part = np.rot90(image[y0 : y0 + size, x0 : x0 + size], turns).astype(np.float32)
        for _ in range(turns):
            labels, cards = quarter_turn(labels, size), turn_bodies(cards, size)
        part = (part - 128) * rng.uniform(0.75, 1.25) + 128 + rng.uniform(-20, 20)
        part *= 1 + rng.normal(0, 0.05, 3)
        pictures.append(np.clip(part[..., ::-1], 0, 255).transpose(2, 0, 1))
        corners.append(finder_targets(labels, size))
        bodies.append(body_targets(cards, size))
    return torch.from_numpy(np.stack(pictures).astype(np.float32)), stacked(corners, 8), stacked(bodies, 10)


def stacked(
    targets: list[tuple[np.ndarray[tuple[int, ...], np.dtype[np.float32]], np.ndarray, list[tuple[float, ...]]]],
    width: int,
) -> Targets:
    """Targets of several pictures as one batch; rows get the picture's number in front."""
    heat, skip = (torch.from_numpy(np.stack([target[part] for target in targets])) for part in (0, 1))
    rows = [(number, *row) for number, (*_, cells) in enumerate(targets) for row in cells]
    return heat, skip, torch.tensor(rows, dtype=torch.float32).reshape(-1, width)
