"""Time of another detector on the same frames: any ONNX file with one square picture input, such as YOLO at 640."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnxruntime

from companion.ports import Trouble
from vision.arrays import Float, Picture, u8
from vision.bench.speed import spent
from vision.reading.nets import rgb_planes

GREY = 114


def session_of(path: Path) -> onnxruntime.InferenceSession:
    """The model on one thread; raises Trouble when it cannot be used."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = 1, 1
    try:
        session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # (onnxruntime raises a class of its own for every kind of damage)
        reason = str(error).splitlines()[0][:120]
        raise Trouble(f"{path} is no model that can be run ({reason}): give an ONNX file") from error
    shape = session.get_inputs()[0].shape
    if len(shape) != 4 or shape[2] != shape[3] or not isinstance(shape[2], int):
        raise Trouble(f"{path} takes no square picture but {shape}: export it with a fixed size")
    return session


def letterboxed(image: Picture, side: int) -> Float:
    """The picture shrunk into a grey square, as 1 x 3 x side x side, RGB from 0 to 1."""
    factor = side / max(image.shape[:2])
    size = (round(image.shape[1] * factor), round(image.shape[0] * factor))
    square = np.full((side, side, 3), GREY, np.uint8)
    x, y = (side - size[0]) // 2, (side - size[1]) // 2
    square[y : y + size[1], x : x + size[0]] = u8(cv2.resize(image, size, interpolation=cv2.INTER_AREA))
    return rgb_planes(square[None]) / np.float32(255)


def rival_speed(path: Path, images: Sequence[Picture]) -> dict[str, Any]:
    """Time of preparing each picture and running the model on it, without decoding what it says."""
    session = session_of(path)
    entry = session.get_inputs()[0]
    side = int(entry.shape[2])
    calls = [lambda i=i: session.run(None, {entry.name: letterboxed(i, side)}) for i in images]
    return {"model": path.name, "input": side, **spent(calls, 1)}
