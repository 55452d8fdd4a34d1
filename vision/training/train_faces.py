"""Training of the face net: classes of known faces, and an embedding that knows a face again."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from companion.cards import RANKS
from vision.training.faces_data import FACES, VIEWS, load_faces
from vision.training.nets import FaceNet
from vision.training.train import Run
from vision.training.train_patches import suit_shares, vary

DECKS = 4
"""Decks in a batch; of each FACES faces in VIEWS views, so that the hardest negatives are of the same deck."""
SHARPNESS = 12.0
"""Inverse temperature of the contrastive loss."""


class FaceStock:
    """All faces of a folder; `refresh` reads shards that were written meanwhile."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.known = folder, set[str]()
        self.cards = torch.zeros(0, dtype=torch.uint8)
        self.ranks, self.suits = torch.zeros(0).long(), torch.zeros(0).long()
        self.refresh()
        if not len(self.cards):
            raise FileNotFoundError(f"{folder} holds no faces: run `python -m vision.training render faces` first")

    def refresh(self) -> None:
        """Read new shards."""
        more = load_faces(self.folder, self.known)
        if more is not None:
            cards, ranks, suits = (torch.from_numpy(part) for part in more)
            self.cards = torch.cat([self.cards, cards]) if len(self.cards) else cards
            self.ranks, self.suits = torch.cat([self.ranks, ranks]), torch.cat([self.suits, suits])

    def draw(self, decks: int) -> tuple[Tensor, Tensor, Tensor]:
        """Varied views as RGB planes, ranks and suits; the views of a face follow each other."""
        pick = torch.randint(0, len(self.cards), (decks,))
        cards = self.cards[pick].flatten(0, 2)
        upside_down = torch.rand(len(cards)) < 0.5
        cards[upside_down] = cards[upside_down].flip(1, 2)
        ranks, suits = (part[pick].flatten().repeat_interleave(VIEWS) for part in (self.ranks, self.suits))
        return vary(cards.flip(3).permute(0, 3, 1, 2).float()), ranks, suits


def train_faces(
    data: Path, checkpoint: Path, minutes: float, steps: int, seed: int, start: Path | None = None, threads: int = 1
) -> None:
    """Train the face net on the shards in ``data``; new shards are picked up on the way."""
    torch.set_num_threads(threads)
    torch.manual_seed(seed)
    model = FaceNet().to(memory_format=torch.channels_last)
    run = Run(model, checkpoint, minutes, steps, 2e-3, start)
    stock = FaceStock(data)
    model.train()
    means = np.zeros(5)
    with ThreadPoolExecutor(1) as pool:
        ahead = pool.submit(stock.draw, DECKS)
        while run.progress < 1:
            cards, ranks, suits = ahead.result()
            if run.step % 300 == 299:
                stock.refresh()
            ahead = pool.submit(stock.draw, DECKS)
            logits, embedding = model(cards.contiguous(memory_format=torch.channels_last))
            named, right = class_loss(logits, ranks, suits)
            alike, known = contrast(embedding, VIEWS)
            run.update(named + alike)
            means = means * 0.98 + 0.02 * np.array([named.item(), *right, alike.item(), known])
            if run.step % 100 == 0:
                run.save()
                report = f"of {len(stock.cards) * FACES} named, rank, suit; alike, known again {means.round(3)}"
                print(f"{run.progress:.3f} step {run.step} {report}", flush=True)
    run.save()


def class_loss(logits: Tensor, ranks: Tensor, suits: Tensor) -> tuple[Tensor, tuple[float, float]]:
    """Cross entropies of rank (or joker) and suit of the faces that have them; shares right of the two."""
    named = ranks >= 0
    if not bool(named.any()):
        return logits.sum() * 0.0, (0.0, 0.0)
    rank, suit = logits[named, : len(RANKS) + 1], logits[named, len(RANKS) + 1 :]
    loss = nn.functional.cross_entropy(rank, ranks[named], label_smoothing=0.01)
    loss = loss + nn.functional.cross_entropy(suit, suit_shares()[suits[named]], label_smoothing=0.01)
    right = (rank.argmax(1) == ranks[named]), (suit.argmax(1) == suits[named])
    return loss, (right[0].float().mean().item(), right[1].float().mean().item())


def contrast(embedding: Tensor, views: int) -> tuple[Tensor, float]:
    """Supervised contrastive loss (Khosla et al. 2020, L_out) of rows in which ``views`` of a face follow each other.

    Also the share of rows whose nearest other row shows the same face.
    """
    count = len(embedding)
    face = torch.arange(count) // views
    likeness = embedding @ embedding.T
    itself = torch.eye(count, dtype=torch.bool)
    same = (face[:, None] == face[None, :]) & ~itself
    shares = (likeness * SHARPNESS).masked_fill(itself, -1e9).log_softmax(1)
    loss = -(shares * same).sum(1).div(views - 1).mean()
    nearest = likeness.masked_fill(itself, -2).argmax(1)
    return loss, (face[nearest] == face).float().mean().item()
