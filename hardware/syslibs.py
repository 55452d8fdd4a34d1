"""The shared libraries of the system that the wheels of OpenCV and Kivy load and do not bring along.

Found out on bare Debian 12 and 13: without the first four ``import cv2`` fails; without libGL Kivy opens no window;
without libmtdev it complains and reads no touch screen of its own accord.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable

PACKAGES = {
    "libxcb.so.1": "libxcb1",
    "libGL.so.1": "libgl1",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libmtdev.so.1": "libmtdev1",
}
"""Each library and the package of Debian (and Raspberry Pi OS) that brings it; these names hold on 12 and on 13."""


def missing_libraries(load: Callable[[str], object] = ctypes.CDLL) -> tuple[str, ...]:
    """The libraries that cannot be loaded here."""
    missing = []
    for name in PACKAGES:
        try:
            load(name)
        except OSError:
            missing.append(name)
    return tuple(missing)


def advice(missing: Iterable[str]) -> str:
    """One line: what is missing and the command that brings it; empty if nothing is."""
    missing = tuple(missing)
    if not missing:
        return ""
    packages = dict.fromkeys(PACKAGES[name] for name in missing)
    return f"Missing system libraries ({', '.join(missing)}): run sudo apt-get install -y {' '.join(packages)}"
