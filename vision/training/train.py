"""What all trainings share: a schedule by time or steps, and checkpoints that survive a stop."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from vision.training.nets import fitting


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
            anew = fitting(model, torch.load(start, weights_only=True)["model"])
            print("begun anew:", ", ".join(anew) or "nothing", flush=True)

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


def mean_weights(checkpoints: Sequence[Path], out: Path) -> None:
    """Write a checkpoint with the mean of the weights of several of one training, the rest as in the last.

    States of one training that wandered about the same minimum are better in the mean than each (Izmailov and others,
    "Averaging weights leads to wider optima and better generalization", 2018).
    """
    stored = [torch.load(path, weights_only=True) for path in checkpoints]
    for name, value in stored[-1]["model"].items():
        if value.is_floating_point():
            value.copy_(torch.stack([one["model"][name] for one in stored]).mean(0))
    torch.save(stored[-1], out)
