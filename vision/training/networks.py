"""The exported networks as plain functions, for measuring and for mining; the product's reader has its own."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.training.conventions import STRIDE, VECTOR_UNIT

Image = NDArray[np.uint8]


class Networks:
    """The two exported networks on one thread."""

    def __init__(self, folder: Path) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        load = onnxruntime.InferenceSession
        self._finder = load(str(folder / "finder.onnx"), options, providers=["CPUExecutionProvider"])
        self._patches = load(str(folder / "patches.onnx"), options, providers=["CPUExecutionProvider"])

    def find(self, image: Image, least: float = 0.3) -> NDArray[np.float64]:
        """Peaks of the heat as rows of score, x, y, centre x, y, up x, y (px), best first."""
        down, right = -image.shape[0] % 16, -image.shape[1] % 16
        padded = cv2.copyMakeBorder(image, 0, down, 0, right, cv2.BORDER_REPLICATE)
        tensor = np.ascontiguousarray(padded[..., ::-1].transpose(2, 0, 1)[None], np.float32)
        maps = self._finder.run(["maps"], {"image": tensor})[0][0]
        heat = maps[0]
        peaks = np.argwhere((heat >= cv2.dilate(heat, np.ones((5, 5), np.uint8))) & (heat > least))
        rows = []
        for row, column in peaks:
            part = heat[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2]
            v, u = np.mgrid[max(0, row - 1) : max(0, row - 1) + part.shape[0], 0 : part.shape[1]]
            u = u + max(0, column - 1)
            x, y = ((part * c).sum() / part.sum() * STRIDE + STRIDE / 2 for c in (u, v))
            cell = np.array([column, row]) * STRIDE + STRIDE / 2
            centre = cell + maps[1:3, row, column] * VECTOR_UNIT
            rows.append((heat[row, column], x, y, *centre, *maps[3:5, row, column]))
        found = np.array(rows, np.float64).reshape(-1, 7)
        return found[np.argsort(-found[:, 0])]

    def classify(self, patches: list[Image]) -> NDArray[np.float32]:
        """Logits of BGR patches."""
        tensor = np.ascontiguousarray(np.stack(patches)[..., ::-1].transpose(0, 3, 1, 2), np.float32)
        return np.asarray(self._patches.run(None, {"patches": tensor})[0], np.float32)
