"""Small pictures, a small video and options for the cameras."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest
from hardware_samples import Options, plain


@pytest.fixture
def options() -> Options:
    return Options()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number, name in enumerate(["a.png", "b.png", "c.png"]):
        assert cv2.imwrite(str(tmp_path / name), plain(number))
    (tmp_path / ".hidden").write_text("not ours")
    return tmp_path


@pytest.fixture
def video(tmp_path: Path) -> Path:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20.0, (64, 48))
    for number in range(5):
        writer.write(plain(20 * number))
    writer.release()
    return path
