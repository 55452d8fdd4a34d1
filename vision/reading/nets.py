"""The trained networks as onnxruntime sessions, with the numbers that say how to feed them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime

from companion.ports import Trouble
from vision.arrays import Float, Picture, f32

MODELS = Path(__file__).parent.parent / "models"


@dataclass(frozen=True)
class Nets:
    """Finder, patch reader and face reader from one folder of models, each run on ``threads`` threads."""

    folder: Path = MODELS
    threads: int = 1

    @cached_property
    def facts(self) -> dict[str, Any]:
        """What models.json says; raises Trouble when the models are missing."""
        try:
            facts: dict[str, Any] = json.loads((self.folder / "models.json").read_text())
        except OSError as error:
            raise Trouble(
                f"the card reader's models are missing ({error.filename}): install the package again"
            ) from error
        return facts

    @cached_property
    def finder(self) -> onnxruntime.InferenceSession:
        """Picture in, maps of corner indices out."""
        return self._session(self.facts["finder"]["file"])

    @cached_property
    def patch(self) -> onnxruntime.InferenceSession:
        """Upright corner patches in, logits out."""
        return self._session(self.facts["patches"]["file"])

    @cached_property
    def face(self) -> onnxruntime.InferenceSession:
        """Whole upright cards in, logits and embedding out."""
        return self._session(self.facts["faces"]["file"])

    def _session(self, name: str) -> onnxruntime.InferenceSession:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = self.threads, 1
        # Plans of memory are made and kept for each size of picture: they take a third more memory and save nothing.
        options.enable_mem_pattern = False
        path = self.folder / name
        if not path.is_file():
            raise Trouble(f"the card reader's model {path} is missing: install the package again")
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def run(session: onnxruntime.InferenceSession, batch: Float) -> Float:
    """The first output of a network for a batch N x 3 x H x W."""
    return run_all(session, batch)[0]


def run_all(session: onnxruntime.InferenceSession, batch: Float) -> tuple[Float, ...]:
    """All outputs of a network for a batch N x 3 x H x W, in the order of `vision.training.conventions`."""
    name = session.get_inputs()[0].name
    return tuple(f32(output) for output in session.run(None, {name: batch}))


def rgb_planes(images: Picture) -> Float:
    """N x H x W x 3 BGR pictures as N x 3 x H x W RGB floats, 0 to 255."""
    planes = np.empty((len(images), 3, *images.shape[1:3]), np.float32)
    for channel in range(3):
        planes[:, 2 - channel] = images[..., channel]
    return planes
