"""What the tests of the cameras share."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Options:
    width: int = 1280
    height: int = 720
    timeout_ms: int = 2000
    focus: float | None = None
    mains_hz: int = 50


BGR = (30, 90, 200)
"""A red that would be a blue if the order of colours were wrong."""


def plain(number: int) -> np.ndarray:
    """A picture of one colour, a little lighter with each number."""
    return np.full((48, 64, 3), BGR, np.uint8) + np.uint8(number)
