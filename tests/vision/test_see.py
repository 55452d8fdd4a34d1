"""What `dalje see` gives for files and folders, and the copies it draws."""

from __future__ import annotations

import json
import os
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from companion.ports import Reading, Trouble
from vision.arrays import Picture
from vision.looking.see import see
from vision.pictures import pictures
from vision.pictures.pictures import MOST_MEGAPIXELS, load_picture


class Stub:
    """A reader that finds one card where the picture is reddest and remembers what it was shown."""

    def __init__(self) -> None:
        self.shown: list[Picture] = []

    def read(self, image: Picture, px_per_mm: float | None = None) -> tuple[Reading, ...]:
        self.shown.append(image)
        box = (10.0, 20.0, 70.04, 120.0)
        return (
            Reading("QS", 0.99712345, True, box, ((10, 20), (80, 20), (80, 140), (10, 140)), {"QS": 0.997}),
            Reading("2C", 0.4, False, box, None, {"2C": 0.4}),
        )


def quarters() -> Picture:
    """Red, green, blue and white quarters, upper left first (BGR)."""
    image = np.zeros((80, 120, 3), np.uint8)
    image[:40, :60], image[:40, 60:] = (0, 0, 255), (0, 255, 0)
    image[40:, :60], image[40:, 60:] = (255, 0, 0), (255, 255, 255)
    return image


def save(path: Path, mode: str = "RGB", **options: object) -> Path:
    Image.fromarray(quarters()[..., ::-1].copy()).convert(mode).save(path, **options)  # type: ignore[arg-type]
    return path


def header_only_png(path: Path, width: int, height: int) -> Path:
    """A PNG that claims a size and holds next to nothing."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b""))
    return path


def test_a_picture_gives_what_the_command_prints(tmp_path: Path) -> None:
    path = save(tmp_path / "table.png")
    (found,) = see([path], reader=Stub())
    assert found.pop("ms") >= 0
    assert json.loads(json.dumps(found)) == {
        "file": str(path),
        "cards": [
            {
                "card": "QS",
                "p": 0.99712,
                "accepted": True,
                "box": [10.0, 20.0, 70.0, 120.0],
                "quad": [[10, 20], [80, 20], [80, 140], [10, 140]],
            },
            {"card": "2C", "p": 0.4, "accepted": False, "box": [10.0, 20.0, 70.0, 120.0], "quad": None},
        ],
        "remarks": [],
    }


def test_files_that_are_no_pictures_are_told_and_the_rest_is_read(tmp_path: Path) -> None:
    whole = save(tmp_path / "whole.jpg")
    data = save(tmp_path / "z.png").read_bytes()
    (tmp_path / "z.png").unlink()
    bad = {
        "empty.jpg": (b"", "is empty"),
        "text.jpg": (b"just some words", "no picture"),
        "cut.png": (data[: len(data) // 2], "cannot be read"),
    }
    for name, (content, _) in bad.items():
        (tmp_path / name).write_bytes(content)
    header_only_png(tmp_path / "huge.png", 20_000, 20_000)
    header_only_png(tmp_path / "large.png", 10_001, 10_000)
    files = [*(tmp_path / name for name in bad), tmp_path / "huge.png", tmp_path / "large.png", tmp_path / "none.jpg"]
    found = {Path(one["file"]).name: one for one in see([*files, whole], reader=Stub())}
    for name, (_, words) in bad.items():
        assert words in found[name]["error"] and "cards" not in found[name]
    for name in ("huge.png", "large.png"):
        assert f"{MOST_MEGAPIXELS} megapixels" in found[name]["error"]
    assert "does not exist" in found["none.jpg"]["error"]
    assert [card["card"] for card in found["whole.jpg"]["cards"]] == ["QS", "2C"]
    for one in found.values():
        assert one.get("error", "").count("\n") == 0


def test_folders_give_their_pictures_and_empty_ones_are_told(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "empty").mkdir()
    save(tmp_path / "in" / "b.jpg")
    save(tmp_path / "in" / "a.png")
    (tmp_path / "in" / "notes.txt").write_text("no picture")
    found = list(see([tmp_path / "in", tmp_path / "empty"], reader=Stub()))
    assert [Path(one["file"]).name for one in found] == ["a.png", "b.jpg", "empty"]
    assert "holds no pictures" in found[2]["error"]


def test_a_folder_that_cannot_be_listed_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(self: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", closed)
    (found,) = see([tmp_path], reader=Stub())
    assert found["error"].endswith("cannot be listed (Permission denied): allow it or give another folder")


def test_names_that_are_no_unicode_can_be_printed(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/k\xe9.png"))
    path.write_bytes(save(tmp_path / "a.png").read_bytes())
    missing = Path(os.fsdecode(os.fsencode(tmp_path) + b"/n\xe9.png"))
    for found in see([path, missing], reader=Stub()):
        json.dumps(found, ensure_ascii=False).encode()
        assert "\ufffd" in found["file"]


def test_large_pictures_are_read_halved_and_told_in_px_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "KEPT_MEGAPIXELS", 0.005)
    reader = Stub()
    (found,) = see([save(tmp_path / "a.jpg")], reader=reader)
    assert reader.shown[0].shape == (40, 60, 3)
    assert found["cards"][0]["quad"] == [[20, 40], [160, 40], [160, 280], [20, 280]]


def test_several_pictures_in_a_file_are_remarked(tmp_path: Path) -> None:
    images = [Image.new("RGB", (60, 40), colour) for colour in ("red", "green", "blue")]
    images[0].putpixel((3, 3), (255, 255, 255))
    for name in ("a.gif", "a.tiff"):
        images[0].save(tmp_path / name, save_all=True, append_images=images[1:])
        (found,) = see([tmp_path / name], reader=Stub())
        assert [remark["code"] for remark in found["remarks"]] == ["first_only"]
        assert found["cards"][0]["card"] == "QS"


def test_drawings_are_written_and_do_not_overwrite_each_other(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        save(tmp_path / folder / "a.png")
    target = tmp_path / "deep" / "drawn"
    list(see([tmp_path / "one", tmp_path / "two"], draw=target, reader=Stub()))
    assert sorted(file.name for file in target.iterdir()) == ["a-2.png", "a.png"]
    assert (load_picture(target / "a.png") != quarters()).any()


def test_a_folder_that_cannot_be_made_is_trouble(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(Trouble, match="give a folder"):
        list(see([save(tmp_path / "a.png")], draw=tmp_path / "file" / "sub", reader=Stub()))
