"""The exported networks as plain functions, for measuring and for mining; the product's reader has its own."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.training.conventions import BODY_STRIDE, BODY_UNIT_PX, STRIDE, VECTOR_UNIT

Image = NDArray[np.uint8]


class Networks:
    """The exported networks on one thread."""

    def __init__(self, folder: Path) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        load = onnxruntime.InferenceSession
        self._finder = load(str(folder / "finder.onnx"), options, providers=["CPUExecutionProvider"])
        self._patches = load(str(folder / "patches.onnx"), options, providers=["CPUExecutionProvider"])
        self._faces = load(str(folder / "faces.onnx"), options, providers=["CPUExecutionProvider"])

    def maps(self, image: Image) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The finder's maps and bodies of a BGR picture (see `conventions`)."""
        down, right = -image.shape[0] % 16, -image.shape[1] % 16
        padded = cv2.copyMakeBorder(image, 0, down, 0, right, cv2.BORDER_REPLICATE)
        tensor = np.ascontiguousarray(padded[..., ::-1].transpose(2, 0, 1)[None], np.float32)
        maps, bodies = self._finder.run(["maps", "bodies"], {"image": tensor})
        return maps[0], bodies[0]

    def bodies(self, image: Image, least: float = 0.3) -> NDArray[np.float64]:
        """Peaks of the body heat as rows of score, x, y, cos 2t, sin 2t, height (px), back, best first."""
        maps = self.maps(image)[1]
        heat = maps[0]
        rows = []
        for row, column in np.argwhere((heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > least)):
            values = maps[:, row, column]
            x, y = (np.array([column, row]) + 0.5) * BODY_STRIDE + values[1:3] * VECTOR_UNIT
            rows.append((values[0], x, y, values[3], values[4], BODY_UNIT_PX * np.exp(values[5]), values[6]))
        found = np.array(rows, np.float64).reshape(-1, 7)
        return found[np.argsort(-found[:, 0])]

    def find(self, image: Image, least: float = 0.3) -> NDArray[np.float64]:
        """Peaks of the heat as rows of score, x, y, centre x, y, up x, y (px), best first."""
        maps = self.maps(image)[0]
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

    def faces(self, cards: Image) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Logits and embeddings of BGR cards, N x FACE_HEIGHT x FACE_WIDTH x 3."""
        tensor = np.ascontiguousarray(cards[..., ::-1].transpose(0, 3, 1, 2), np.float32)
        logits, embedding = self._faces.run(["logits", "embedding"], {"cards": tensor})
        return np.asarray(logits, np.float32), np.asarray(embedding, np.float32)
