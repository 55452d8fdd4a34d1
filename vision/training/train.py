"""Training loops on one CPU core, with checkpoints that survive a stop."""

from __future__ import annotations

import math
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from companion.cards import SUITS
from vision.training.conventions import GLYPHS
from vision.training.data import Scenes, load_patches
from vision.training.nets import SUIT_WEIGHTS, Finder, PatchNet
from vision.training.targets import finder_targets, quarter_turn


class Run:
    """A training that can be stopped at any time: weights, optimiser, progress and random state in one file."""

    def __init__(
        self, model: nn.Module, path: Path, minutes: float, steps: int, rate: float, start: Path | None = None
    ) -> None:
        self.model, self.path, self.seconds, self.steps, self.rate = model, path, minutes * 60, steps, rate
        self.optimiser = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=1e-2)
        self.step, self.used, self.began = 0, 0.0, time.monotonic()
        if path.exists():
            stored = torch.load(path, weights_only=True)
            model.load_state_dict(stored["model"])
            self.optimiser.load_state_dict(stored["optimiser"])
            self.step, self.used = stored["step"], stored["used"]
            torch.set_rng_state(stored["random"])
        elif start is not None:
            model.load_state_dict(torch.load(start, weights_only=True)["model"])

    @property
    def progress(self) -> float:
        """Share of the schedule used, by steps or by time, whichever is further."""
        return max(self.step / self.steps, (self.used + time.monotonic() - self.began) / self.seconds)

    def update(self, loss: Tensor) -> None:
        """One optimiser step at the rate of a cosine schedule with a short warm-up."""
        warm = min(1.0, self.step / 150 + 0.02)
        rate = self.rate * warm * (0.5 * (1 + math.cos(math.pi * min(1.0, self.progress))) + 0.005)
        self.optimiser.param_groups[0]["lr"] = rate
        self.optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 5.0)
        self.optimiser.step()
        self.step += 1

    def save(self) -> None:
        """Write the checkpoint; a crash meanwhile leaves the old one."""
        stored: dict[str, Any] = {
            "model": self.model.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "step": self.step,
            "used": self.used + time.monotonic() - self.began,
            "random": torch.get_rng_state(),
        }
        part = self.path.with_suffix(".part")
        torch.save(stored, part)
        part.rename(self.path)


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
    means = np.zeros(3)
    with ThreadPoolExecutor(1) as pool:
        ahead = pool.submit(finder_batch, scenes, rng, 8, size)
        while run.progress < 1:
            pictures, heat, skip, cells = ahead.result()
            if run.step % 200 == 199:
                scenes.refresh()
            ahead = pool.submit(finder_batch, scenes, rng, 8, size)
            losses = finder_losses(model(pictures.contiguous(memory_format=torch.channels_last)), heat, skip, cells)
            run.update(losses[0] + losses[1] + 0.5 * losses[2])
            means = means * 0.98 + 0.02 * np.array([loss.item() for loss in losses])
            if run.step % 100 == 0:
                run.save()
                print(
                    f"{run.progress:.3f} step {run.step} scenes {len(scenes)} heat, centre, up {means.round(3)}",
                    flush=True,
                )
    run.save()


def finder_losses(out: Tensor, heat: Tensor, skip: Tensor, cells: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Focal loss of the heat (CornerNet's), mean absolute errors of centre vector and up vector at labelled cells.

    ``cells``: rows of batch, row, column, weight, centre x, y (units of VECTOR_UNIT), up x, y.
    """
    share = torch.sigmoid(out[:, 0]).clamp(1e-4, 1 - 1e-4)
    hit = (heat >= 0.999).float()
    gain = hit * (1 - share) ** 2 * share.log() + (1 - hit) * (1 - heat) ** 4 * share**2 * (1 - share).log() * ~skip
    focal = -gain.sum() / hit.sum().clamp(min=1)
    batch, row, column = cells[:, :3].long().T
    weight = cells[:, 3]
    values = out[batch, :, row, column]
    total = weight.sum().clamp(min=1)
    centre = ((values[:, 1:3] - cells[:, 4:6]).abs().sum(1) * weight).sum() / total
    up = ((values[:, 3:5] - cells[:, 6:8]).abs().sum(1) * weight).sum() / total
    return focal, centre, up


def finder_batch(
    scenes: Scenes, rng: np.random.Generator, count: int, size: int
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Random crops of random scenes, turned by quarter turns, their tones varied, with targets."""
    pictures, heats, skips, cells = [], [], [], []
    for number in range(count):
        image, labels = scenes[int(rng.integers(len(scenes)))]
        full = image.shape[0]
        corner = rng.uniform(0, full - size, 2)
        if len(labels) and rng.random() < 0.8:
            corner = labels[rng.integers(len(labels)), :2] - size / 2 + rng.uniform(-0.4, 0.4, 2) * size
        x0, y0 = np.clip(corner, 0, full - size).astype(int)
        labels = labels.copy()
        labels[:, 0:4:2] -= x0
        labels[:, 1:4:2] -= y0
        turns = int(rng.integers(4))
        part = np.rot90(image[y0 : y0 + size, x0 : x0 + size], turns).astype(np.float32)
        for _ in range(turns):
            labels = quarter_turn(labels, size)
        part = (part - 128) * rng.uniform(0.75, 1.25) + 128 + rng.uniform(-20, 20)
        part *= 1 + rng.normal(0, 0.05, 3)
        pictures.append(np.clip(part[..., ::-1], 0, 255).transpose(2, 0, 1))
        heat, skip, rows = finder_targets(labels, size)
        heats.append(heat)
        skips.append(skip)
        cells += [(number, *row) for row in rows]
    return (
        torch.from_numpy(np.stack(pictures).astype(np.float32)),
        torch.from_numpy(np.stack(heats)),
        torch.from_numpy(np.stack(skips)),
        torch.tensor(cells, dtype=torch.float32).reshape(-1, 8),
    )


def train_patches(
    data: Path, checkpoint: Path, minutes: float, steps: int, seed: int, start: Path | None = None, threads: int = 1
) -> None:
    """Train the patch net on the patch shards in ``data``; new shards are picked up on the way."""
    torch.set_num_threads(threads)
    torch.manual_seed(seed)
    model = PatchNet()
    run = Run(model, checkpoint, minutes, steps, 2e-3 if start is None else 1.6e-3, start)
    known: set[str] = set()
    stock = load_patches(data, known)
    if stock is None:
        raise FileNotFoundError(f"{data} holds no patches: run `python -m vision.training render patches` first")
    patches, glyphs, suits = (torch.from_numpy(part) for part in stock)
    model.train()
    means = np.zeros(4)
    with ThreadPoolExecutor(1) as pool:
        ahead = pool.submit(patch_batch, patches, glyphs, suits, 128)
        while run.progress < 1:
            batch, glyph, suit = ahead.result()
            if run.step % 500 == 499 and (more := load_patches(data, known)) is not None:
                patches, glyphs, suits = (
                    torch.cat([old, torch.from_numpy(new)])
                    for old, new in zip((patches, glyphs, suits), more, strict=True)
                )
            ahead = pool.submit(patch_batch, patches, glyphs, suits, 128)
            loss, right = patch_loss(model(batch), glyph, suit)
            run.update(loss)
            means = means * 0.98 + 0.02 * np.array([loss.item(), *right])
            if run.step % 200 == 0:
                run.save()
                report = (
                    f"{run.progress:.3f} step {run.step} of {len(patches)} loss, glyph, suit, junk {means.round(3)}"
                )
                print(report, flush=True)
    run.save()


def patch_batch(patches: Tensor, glyphs: Tensor, suits: Tensor, count: int) -> tuple[Tensor, Tensor, Tensor]:
    """Random patches, varied, as RGB planes, with their classes."""
    pick = torch.randint(0, len(patches), (count,))
    return vary(patches[pick].flip(3).permute(0, 3, 1, 2).float()), glyphs[pick], suits[pick]


def patch_loss(out: Tensor, glyphs: Tensor, suits: Tensor) -> tuple[Tensor, tuple[float, float, float]]:
    """Cross entropies of glyph and suit (of true indices) and of junk; shares right of the three."""
    index = glyphs >= 0
    count = len(GLYPHS)
    glyph, suit, junk = out[index, :count], out[index, count : count + len(SUITS)], out[:, -1]
    loss = nn.functional.cross_entropy(glyph, glyphs[index], label_smoothing=0.03)
    weights = torch.tensor(SUIT_WEIGHTS)
    loss = loss + 2.0 * nn.functional.cross_entropy(suit, suits[index], weights, label_smoothing=0.03)
    loss = loss + nn.functional.binary_cross_entropy_with_logits(junk, (~index).float())
    right = (glyph.argmax(1) == glyphs[index]), (suit.argmax(1) == suits[index]), ((junk > 0) == ~index)
    return loss, (right[0].float().mean().item(), right[1].float().mean().item(), right[2].float().mean().item())


def vary(patches: Tensor) -> Tensor:
    """Tone, cast, small affine change, softness and noise, drawn anew for every batch."""
    count = len(patches)
    patches = (patches - 128) * torch.empty(count, 1, 1, 1).uniform_(0.65, 1.35) + 128
    patches = (patches + torch.empty(count, 1, 1, 1).uniform_(-30, 30)) * (1 + torch.randn(count, 3, 1, 1) * 0.06)
    if torch.rand(()) < 0.5:
        change = torch.cat([torch.randn(count, 2, 2) * 0.05 + torch.eye(2), torch.randn(count, 2, 1) * 0.05], 2)
        grid = nn.functional.affine_grid(change, list(patches.shape), align_corners=False)
        patches = nn.functional.grid_sample(patches, grid, padding_mode="border", align_corners=False)
    if torch.rand(()) < 0.25:
        patches = nn.functional.avg_pool2d(nn.functional.pad(patches, (1, 1, 1, 1), mode="replicate"), 3, 1)
    noise = torch.randn_like(patches) * torch.empty(count, 1, 1, 1).uniform_(0, 9)
    return (patches + noise).clamp(0, 255)
