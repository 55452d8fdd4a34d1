"""Picture files of every kind, whole and broken."""

from __future__ import annotations

import os
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image, ImageOps

from vision.arrays import Picture
from vision.pictures import pictures
from vision.pictures.pictures import MOST_MEGAPIXELS, NoPicture, load, load_picture


def quarters() -> Picture:
    """Red, green, blue and white quarters, upper left first (BGR)."""
    image = np.zeros((80, 120, 3), np.uint8)
    image[:40, :60], image[:40, 60:] = (0, 0, 255), (0, 255, 0)
    image[40:, :60], image[40:, 60:] = (255, 0, 0), (255, 255, 255)
    return image


def pil(mode: str = "RGB") -> Image.Image:
    return Image.fromarray(quarters()[..., ::-1].copy()).convert(mode)


def save(path: Path, mode: str = "RGB", **options: object) -> Path:
    pil(mode).save(path, **options)  # type: ignore[arg-type]
    return path


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(path: Path, width: int, height: int, packed: bytes, *extra: bytes) -> Path:
    """A PNG of a claimed size with any data."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + head + b"".join(extra) + chunk(b"IDAT", packed) + chunk(b"IEND", b""))
    return path


@pytest.mark.parametrize(
    ("name", "mode", "near"),
    [
        ("a.jpg", "RGB", 12),
        ("a.jpg", "CMYK", 12),
        ("a.jpg", "YCbCr", 12),
        ("a.png", "RGBA", 0),
        ("a.png", "P", 60),
        ("a.webp", "RGB", 40),
        ("a.tiff", "RGB", 0),
        ("a.tiff", "CMYK", 0),
        ("a.tiff", "LAB", 200),
        ("a.bmp", "RGB", 0),
        ("a.gif", "P", 60),
    ],
)
def test_formats_and_colours(tmp_path: Path, name: str, mode: str, near: int) -> None:
    if mode == "LAB":
        pil().convert("RGB").save(tmp_path / name)
    image = load_picture(tmp_path / name if mode == "LAB" else save(tmp_path / name, mode))
    assert image.dtype == np.uint8 and image.shape == (80, 120, 3) and image.flags["C_CONTIGUOUS"]
    for y, x in ((20, 30), (20, 90), (60, 30), (60, 90)):
        assert np.abs(image[y, x].astype(int) - quarters()[y, x]).max() <= near


@pytest.mark.parametrize("name", ["a.jpg", "a.png", "a.tiff", "a.webp"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_all_eight_orientations(tmp_path: Path, name: str, orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    path = save(tmp_path / name, exif=exif)
    with Image.open(path) as opened:
        wanted = np.asarray(ImageOps.exif_transpose(opened).convert("RGB"))[..., ::-1]
    assert wanted.shape == ((80, 120, 3) if orientation < 5 else (120, 80, 3))
    assert np.array_equal(load_picture(path), wanted)


def test_a_senseless_orientation_is_none(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 77
    assert np.array_equal(load_picture(save(tmp_path / "a.png", exif=exif)), quarters())


def test_deep_pictures(tmp_path: Path) -> None:
    grey = np.tile(np.linspace(0, 65535, 64).astype(np.uint16), (16, 1))
    for name in ("deep.png", "deep.tiff"):
        cv2.imwrite(str(tmp_path / name), grey)
        deep = load_picture(tmp_path / name)
        assert deep.shape == (16, 64, 3) and deep[0, 0, 0] == 0 and deep[0, -1, 0] == 255
        assert abs(int(deep[0, 32, 1]) - 255 * 32 // 63) <= 2
    colours = np.zeros((4, 4, 3), np.uint16)
    colours[..., 2] = 65535
    cv2.imwrite(str(tmp_path / "colours.png"), colours)
    assert (load_picture(tmp_path / "colours.png") == (0, 0, 255)).all()
    floats = Image.fromarray(np.array([[0.0, 0.5, 1.0, np.nan]], np.float32))
    floats.save(tmp_path / "floats.tiff")
    assert load_picture(tmp_path / "floats.tiff")[0, :, 0].tolist() == [0, 128, 255, 0]


def test_grey_and_clear_pictures(tmp_path: Path) -> None:
    Image.new("L", (8, 8), 77).save(tmp_path / "grey.png")
    assert (load_picture(tmp_path / "grey.png") == 77).all()
    Image.new("1", (8, 8), 1).save(tmp_path / "bits.png")
    assert (load_picture(tmp_path / "bits.png") == 255).all()
    for mode, nothing in (("RGBA", (0, 0, 0, 0)), ("LA", (0, 0))):
        Image.new(mode, (8, 8), nothing).save(tmp_path / "clear.png")
        assert (load_picture(tmp_path / "clear.png") == 255).all()
    Image.new("LA", (8, 8), (40, 255)).save(tmp_path / "solid.png")
    assert (load_picture(tmp_path / "solid.png") == 40).all()
    few = pil("P")
    few.save(tmp_path / "hole.png", transparency=few.getpixel((30, 20)))
    assert (load_picture(tmp_path / "hole.png")[20, 30] == 255).all()


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("empty.jpg", b"", "is empty: give a picture file"),
        ("text.jpg", b"just some words, and some more of them", "is no picture that can be read: give a JPEG"),
        (
            "photo.heic",
            b"\0\0\0\x18ftypheic\0\0\0\0mif1heic",
            "is a HEIC picture, which cannot be read here: save it as JPEG",
        ),
        ("tiny.jpg", b"\xff\xd8\xff", "cannot be read|no picture"),
        ("page.pdf", b"%PDF-1.4 and so on", "no picture"),
    ],
)
def test_what_is_no_picture_is_told(tmp_path: Path, name: str, content: bytes, words: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(NoPicture, match=words) as told:
        load(tmp_path / name)
    assert str(told.value).startswith(str(tmp_path / name)) and "\n" not in str(told.value)


@pytest.mark.parametrize("name", ["a.jpg", "a.png", "a.gif", "a.tiff", "a.bmp", "a.webp"])
@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_files_cut_off_are_told_or_read(tmp_path: Path, name: str, share: float) -> None:
    noise = np.random.default_rng(3).integers(0, 255, (90, 120, 3), np.uint8)
    Image.fromarray(noise).save(tmp_path / name)
    whole = (tmp_path / name).read_bytes()
    (tmp_path / name).write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(NoPicture, match=r"damaged or cut off|no picture"):
        load(tmp_path / name)


def test_missing_and_forbidden_files_and_things_that_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NoPicture, match="does not exist: check the name"):
        load(tmp_path / "none.jpg")
    os.mkfifo(tmp_path / "pipe.jpg")
    with pytest.raises(NoPicture, match="is no file"):
        load(tmp_path / "pipe.jpg")
    path = save(tmp_path / "closed.png")

    def forbidden(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Image, "open", forbidden)  # whoever may do all could open it after a chmod
    with pytest.raises(NoPicture, match="may not be read: allow it"):
        load(path)


def test_what_is_too_large_is_told_before_it_is_decoded(tmp_path: Path) -> None:
    nothing = zlib.compress(b"")
    for name, size in (("huge.png", (20_000, 20_000)), ("large.png", (10_001, 10_000)), ("wide.png", (2**31 - 1, 1))):
        with pytest.raises(NoPicture, match=f"more than {MOST_MEGAPIXELS} megapixels: give a smaller copy"):
            load(png(tmp_path / name, *size, nothing))
    with pytest.raises(NoPicture, match="damaged or cut off"):
        load(png(tmp_path / "limit.png", 10_000, 10_000, nothing))


def test_bombs_that_unpack_to_more_than_they_say_do_no_harm(tmp_path: Path) -> None:
    """Text that unpacks to 300 MB is refused, pixels beyond the size told are left alone."""
    text = chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(300_000_000), 1))
    with pytest.raises(NoPicture, match="cannot be read"):
        load(png(tmp_path / "text.png", 8, 8, zlib.compress(bytes(8 * 25)), text))
    assert load_picture(png(tmp_path / "pixels.png", 8, 8, zlib.compress(bytes(1_000_000)))).shape == (8, 8, 3)


@pytest.mark.parametrize(("name", "mode"), [("a.jpg", "RGB"), ("a.png", "RGB"), ("a.png", "RGBA"), ("a.tiff", "I;16")])
def test_large_pictures_are_halved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, mode: str) -> None:
    monkeypatch.setattr(pictures, "KEPT_MEGAPIXELS", 0.005)
    exif = Image.Exif()
    exif[0x0112] = 6
    if mode == "I;16":
        Image.fromarray(np.full((80, 120), 30_000, np.uint16)).save(tmp_path / name)
    else:
        save(tmp_path / name, mode, exif=exif)
    loaded = load(tmp_path / name)
    assert loaded.step == 2
    assert loaded.image.shape == ((40, 60, 3) if mode == "I;16" else (60, 40, 3))
    if mode != "I;16":
        assert np.abs(loaded.image[15, 30].astype(int) - (0, 0, 255)).max() < 12, "upper left is now upper right"


def test_only_files_with_several_pictures_are_remarked(tmp_path: Path) -> None:
    frames = [Image.new("RGB", (20, 20), colour) for colour in ("red", "blue")]
    frames[0].save(tmp_path / "several.gif", save_all=True, append_images=frames[1:])
    loaded = load(tmp_path / "several.gif")
    assert [remark.code for remark in loaded.remarks] == ["first_only"]
    assert np.abs(loaded.image[5, 5].astype(int) - (0, 0, 255)).max() < 5
    assert load(save(tmp_path / "one.gif", "P")).remarks == ()
    frames[0].save(tmp_path / "phone.jpg", format="MPO", save_all=True, append_images=frames[1:])
    assert load(tmp_path / "phone.jpg").remarks == (), "phones hide a second picture: nobody means that"
