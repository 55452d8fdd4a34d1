"""Drawings lie beside what was in their folder, never in its place."""

from __future__ import annotations

import errno
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.ports import Reading, Trouble
from vision.arrays import Picture
from vision.looking.see import see
from vision.pictures.drawings import Drawings

GREY: Picture = np.random.default_rng(5).integers(0, 255, (60, 80, 3), dtype=np.uint8)


class Blank:
    """A reader that sees nothing."""

    def read(self, image: Picture, px_per_mm: float | None = None) -> tuple[Reading, ...]:
        return ()


def test_a_drawing_never_takes_the_place_of_a_picture(tmp_path: Path) -> None:
    for name in ("a.jpg", "a.png", "b.jpg"):
        cv2.imwrite(str(tmp_path / name), GREY)
    (tmp_path / "b.png").write_bytes(b"mine")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    inputs = [tmp_path / "a.jpg", tmp_path / "a.png", tmp_path / "b.jpg"]
    for _ in range(2):  # drawings are drawn anew, they do not pile up
        assert len(list(see(inputs, tmp_path, Blank()))) == 3
        assert {path: path.read_bytes() for path in before} == before
        made = {path.name for path in tmp_path.iterdir()} - {path.name for path in before}
        assert made == {"a-2.png", "a-3.png", "b-2.png"}
    assert cv2.imread(str(tmp_path / "a-2.png")).shape == GREY.shape


def test_a_drawing_that_is_read_is_an_input_too(tmp_path: Path) -> None:
    first = Drawings(tmp_path).write("a", GREY)
    assert Drawings(tmp_path, [tmp_path / "." / "a.png"]).write("a", GREY).name == "a-2.png"
    assert Drawings(tmp_path).write("a", GREY) == first


def test_a_full_disk_leaves_no_part_and_all_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a.jpg", "b.jpg"):
        cv2.imwrite(str(tmp_path / name), GREY)

    def full(path: Path, content: bytes) -> int:
        path.touch()
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    told = []
    with pytest.raises(Trouble, match="make room"):
        for one in see([tmp_path / "a.jpg", tmp_path / "b.jpg"], tmp_path / "out", Blank()):
            told.append(one)
    assert ["cards" in one for one in told] == [True, True]
    assert list((tmp_path / "out").iterdir()) == []
