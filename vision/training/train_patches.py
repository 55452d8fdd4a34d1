"""Training of the patch net: patches that are still read badly are drawn more often."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from companion.cards import SUITS
from vision.training.conventions import GLYPHS
from vision.training.data import load_patches
from vision.training.nets import SUIT_WEIGHTS, PatchNet
from vision.training.scenes import BLACK, RED
from vision.training.train import Run

BATCH = 128
LEAST, MOST = 0.15, 1.2
"""Bounds of the weight with which a patch is drawn: its loss when last seen."""
HOPELESS = 2.5
"""A patch with more loss than this is illegible rather than instructive, and drawn ever less."""


def worth(loss: Tensor) -> Tensor:
    """Weights with which patches are drawn, from their last losses."""
    return loss.clamp(LEAST, MOST) * torch.exp(-(loss - HOPELESS).clamp(0, 2))


class Stock:
    """All patches of a folder with the loss of each when it was last seen."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.known = folder, set[str]()
        self.patches = torch.zeros(0, dtype=torch.uint8)
        self.glyphs, self.suits, self.loss = torch.zeros(0).long(), torch.zeros(0).long(), torch.zeros(0)
        self.refresh()
        if not len(self.patches):
            raise FileNotFoundError(f"{folder} holds no patches: run `python -m vision.training render patches` first")

    def refresh(self) -> None:
        """Read shards that were written meanwhile."""
        more = load_patches(self.folder, self.known)
        if more is None:
            return
        patches, glyphs, suits = (torch.from_numpy(part) for part in more)
        self.patches = torch.cat([self.patches, patches]) if len(self.patches) else patches
        self.glyphs, self.suits = torch.cat([self.glyphs, glyphs]), torch.cat([self.suits, suits])
        self.loss = torch.cat([self.loss, torch.full((len(glyphs),), MOST)])

    def draw(self, count: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Numbers of random patches, the patches varied, as RGB planes, their glyphs and suits."""
        pick = torch.randint(0, len(self.loss), (4 * count,))
        pick = pick[torch.multinomial(worth(self.loss[pick]), count)]
        return pick, vary(self.patches[pick].flip(3).permute(0, 3, 1, 2).float()), self.glyphs[pick], self.suits[pick]


def train_patches(
    data: Path, checkpoint: Path, minutes: float, steps: int, seed: int, start: Path | None = None, threads: int = 1
) -> None:
    """Train the patch net on the patch shards in ``data``; new shards are picked up on the way."""
    torch.set_num_threads(threads)
    torch.manual_seed(seed)
    model = PatchNet().to(memory_format=torch.channels_last)
    run = Run(model, checkpoint, minutes, steps, 2e-3, start)
    stock = Stock(data)
    model.train()
    means = np.zeros(4)
    with ThreadPoolExecutor(1) as pool:
        ahead = pool.submit(stock.draw, BATCH)
        while run.progress < 1:
            pick, batch, glyph, suit = ahead.result()
            if run.step % 500 == 499:
                stock.refresh()
            ahead = pool.submit(stock.draw, BATCH)
            each, right = patch_losses(model(batch.contiguous(memory_format=torch.channels_last)), glyph, suit)
            stock.loss[pick] = each.detach()
            run.update(each.mean())
            means = means * 0.98 + 0.02 * np.array([each.mean().item(), *right])
            if run.step % 200 == 0:
                run.save()
                middle = stock.loss.clamp(max=MOST).mean().item()
                report = f"of {len(stock.loss)} loss, glyph, suit, junk {means.round(3)}; of all {middle:.3f}"
                print(f"{run.progress:.3f} step {run.step} {report}", flush=True)
    run.save()


def patch_losses(out: Tensor, glyphs: Tensor, suits: Tensor) -> tuple[Tensor, tuple[float, float, float]]:
    """Loss of each patch: cross entropies of glyph and suit (of true indices) and of junk; shares right of the three.

    A joker's suit is its colour, shared by the two suits of that colour.
    """
    index = glyphs >= 0
    count = len(GLYPHS)
    glyph, suit, junk = out[:, :count], out[:, count : count + len(SUITS)], out[:, -1]
    loss = nn.functional.binary_cross_entropy_with_logits(junk, (~index).float(), reduction="none")
    told = nn.functional.cross_entropy(glyph, glyphs.clamp(min=0), reduction="none", label_smoothing=0.01)
    wanted = suit_shares()[suits.clamp(min=0)]
    weight = (wanted * torch.tensor(SUIT_WEIGHTS)).sum(1)
    of_suit = nn.functional.cross_entropy(suit, wanted, reduction="none", label_smoothing=0.01)
    loss = loss + index * (told + weight * of_suit)
    plain = index & (suits < len(SUITS))
    right = (glyph.argmax(1) == glyphs)[index], (suit.argmax(1) == suits)[plain], (junk > 0) == ~index
    return loss, (right[0].float().mean().item(), right[1].float().mean().item(), right[2].float().mean().item())


def suit_shares() -> Tensor:
    """Rows of what the suit output should say for each suit label: S, H, D, C, then BLACK and RED."""
    shares = torch.zeros(6, len(SUITS))
    shares[: len(SUITS)] = torch.eye(len(SUITS))
    for row, suits in ((BLACK, "SC"), (RED, "HD")):
        for suit in suits:
            shares[row, SUITS.index(suit)] = 0.5
    return shares


def vary(patches: Tensor) -> Tensor:
    """Tone, cast, shading, gloss, faded colour, a neighbour, small affine change, softness and noise, drawn anew for
    every batch."""
    count = len(patches)
    if torch.rand(()) < 0.5:
        patches = beside(patches)
    if torch.rand(()) < 0.5:
        patches = faded(patches)
    patches = (patches - 128) * torch.empty(count, 1, 1, 1).uniform_(0.75, 1.3) + 128
    patches = (patches + torch.empty(count, 1, 1, 1).uniform_(-20, 20)) * (1 + torch.randn(count, 3, 1, 1) * 0.06)
    ramp = torch.linspace(-1, 1, patches.shape[3])[None, None, None, :]
    patches = patches * (1 + torch.randn(count, 1, 1, 1) * 0.08 * ramp)
    gloss = torch.rand(count, 1, 1, 1).sub(0.85).clamp(min=0) * 3
    patches = patches + gloss * (200 - patches).clamp(min=0)
    if torch.rand(()) < 0.5:
        change = torch.cat([torch.randn(count, 2, 2) * 0.06 + torch.eye(2), torch.randn(count, 2, 1) * 0.06], 2)
        grid = nn.functional.affine_grid(change, list(patches.shape), align_corners=False)
        patches = nn.functional.grid_sample(patches, grid, padding_mode="border", align_corners=False)
    soft = torch.rand(())
    if soft < 0.2:
        patches = nn.functional.avg_pool2d(nn.functional.pad(patches, (1, 1, 1, 1), mode="replicate"), 3, 1)
    elif soft < 0.35:
        size = patches.shape[2:]
        coarse = [round(side * (0.45 + 0.4 * float(torch.rand(())))) for side in size]
        small = nn.functional.interpolate(patches, coarse, mode="bilinear", antialias=True)
        patches = nn.functional.interpolate(small, list(size), mode="bilinear")
    noise = torch.randn_like(patches) * torch.empty(count, 1, 1, 1).uniform_(0, 6)
    return (patches + noise).clamp(0, 255)


def faded(patches: Tensor, share: float = 0.6) -> Tensor:
    """Some patches with paler and smeared colour: cameras and JPEG keep far less of it than of light and dark, so that
    the red of small print in photographs is nearly black."""
    count = len(patches)
    grey = (patches * torch.tensor([0.299, 0.587, 0.114])[None, :, None, None]).sum(1, keepdim=True)
    colour = patches - grey
    if torch.rand(()) < 0.7:
        reach = 1 + int(torch.randint(1, 3, ()))
        wide = nn.functional.pad(colour, (reach,) * 4, mode="replicate")
        colour = nn.functional.avg_pool2d(wide, 2 * reach + 1, 1)
    pale = torch.empty(count, 1, 1, 1).uniform_(0.15, 1.1)
    return torch.where(torch.rand(count, 1, 1, 1) < share, grey + pale * colour, patches)


def beside(patches: Tensor, share: float = 0.3) -> Tensor:
    """Some patches with the edge of another card over them, to the right of the index or below it, as in fans."""
    count, _, height, width = patches.shape
    other = patches.roll(1, 0)
    edge = torch.empty(count, 1, 1, 1).uniform_(0.68, 1.0)
    lean = torch.randn(count, 1, 1, 1) * 0.12
    y, x = torch.linspace(0, 1, height)[:, None], torch.linspace(0, 1, width)[None, :]
    below = torch.rand(count, 1, 1, 1) < 0.2
    over = torch.where(below, y + lean * (x - 0.5) - edge - 0.1, x + lean * (y - 0.5) - edge)
    cover = (over > 0) & (torch.rand(count, 1, 1, 1) < share)
    shadow = 1 - 0.35 * torch.rand(count, 1, 1, 1) * torch.exp(over.clamp(max=0) * 40)
    return torch.where(cover, other, torch.where(torch.rand(count, 1, 1, 1) < share, patches * shadow, patches))
