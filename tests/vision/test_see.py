"""Reading files: every kind of picture, and files that are none."""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from companion.ports import Reading, Trouble
from vision.arrays import Picture
from vision.pictures import MOST_MEGAPIXELS, NoPicture, load_picture
from vision.see import see


class Stub:
    """A reader that finds one card where the picture is reddest and remembers what it was shown."""

    def __init__(self) -> None:
        self.shown: list[Picture] = []

    def read(self, image: Picture, px_per_mm: float | None = None) -> tuple[Reading, ...]:
        self.shown.append(image)
        box = (10.0, 20.0, 30.04, 40.0)
        return (
            Reading("QH", 0.99712345, True, box, ((10, 20), (40, 20), (40, 60), (10, 60)), {"QH": 0.997}),
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
                "card": "QH",
                "p": 0.99712,
                "accepted": True,
                "box": [10.0, 20.0, 30.0, 40.0],
                "quad": [[10, 20], [40, 20], [40, 60], [10, 60]],
            },
            {"card": "2C", "p": 0.4, "accepted": False, "box": [10.0, 20.0, 30.0, 40.0], "quad": None},
        ],
    }


@pytest.mark.parametrize(
    ("name", "mode", "near"),
    [
        ("a.jpg", "RGB", 12),
        ("a.jpg", "CMYK", 12),
        ("a.png", "RGBA", 0),
        ("a.png", "P", 60),
        ("a.webp", "RGB", 40),
        ("a.tiff", "RGB", 0),
        ("a.bmp", "RGB", 0),
        ("a.gif", "P", 60),
    ],
)
def test_formats_and_colours(tmp_path: Path, name: str, mode: str, near: int) -> None:
    image = load_picture(save(tmp_path / name, mode))
    assert image.dtype == np.uint8 and image.shape == (80, 120, 3)
    for y, x in ((20, 30), (20, 90), (60, 30), (60, 90)):
        assert np.abs(image[y, x].astype(int) - quarters()[y, x]).max() <= near


def test_exif_orientation_is_applied(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    image = load_picture(save(tmp_path / "a.png", exif=exif))
    assert image.shape == (120, 80, 3)
    assert tuple(image[30, 60]) == (0, 0, 255), "what was upper left is upper right after a quarter turn"


def test_grey_deep_and_clear_pictures(tmp_path: Path) -> None:
    grey = np.tile(np.linspace(0, 65535, 64).astype(np.uint16), (16, 1))
    cv2.imwrite(str(tmp_path / "deep.png"), grey)
    deep = load_picture(tmp_path / "deep.png")
    assert deep.shape == (16, 64, 3) and deep[0, 0, 0] == 0 and deep[0, -1, 0] == 255
    assert abs(int(deep[0, 32, 1]) - 255 * 32 // 63) <= 2
    Image.new("L", (8, 8), 77).save(tmp_path / "grey.png")
    assert (load_picture(tmp_path / "grey.png") == 77).all()
    Image.new("RGBA", (8, 8), (0, 0, 0, 0)).save(tmp_path / "clear.png")
    assert (load_picture(tmp_path / "clear.png") == 255).all()


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
    assert [card["card"] for card in found["whole.jpg"]["cards"]] == ["QH", "2C"]
    for one in found.values():
        assert one.get("error", "").count("\n") == 0


def test_a_picture_of_exactly_the_limit_is_not_too_large(tmp_path: Path) -> None:
    with pytest.raises(NoPicture, match="cannot be read"):
        load_picture(header_only_png(tmp_path / "a.png", 10_000, 10_000))


def test_folders_give_their_pictures_and_empty_ones_are_told(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "empty").mkdir()
    save(tmp_path / "in" / "b.jpg")
    save(tmp_path / "in" / "a.png")
    (tmp_path / "in" / "notes.txt").write_text("no picture")
    found = list(see([tmp_path / "in", tmp_path / "empty"], reader=Stub()))
    assert [Path(one["file"]).name for one in found] == ["a.png", "b.jpg", "empty"]
    assert "holds no pictures" in found[2]["error"]


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
