"""Names for the arrays that pictures are made of, and casts for results that OpenCV's stubs leave open."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
"""Rows x columns (x channels), BGR."""
Float = NDArray[np.float32]
Matrix = NDArray[np.float64]


def u8(array: Any) -> Picture:
    """The array as uint8, clipped and rounded if it is not yet."""
    made = np.asarray(array)
    return made if made.dtype == np.uint8 else np.clip(made + 0.5, 0, 255).astype(np.uint8)


def f32(array: Any) -> Float:
    """The array as float32."""
    return np.asarray(array, np.float32)


def f64(array: Any) -> Matrix:
    """The array as float64."""
    return np.asarray(array, np.float64)
