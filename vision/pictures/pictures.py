"""Picture files in, BGR pictures out, whatever their format, depth, colours or orientation."""

from __future__ import annotations

import stat
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image as Pil
from PIL import UnidentifiedImageError

from companion.ports import Remark, Trouble
from companion.texts import text
from vision.arrays import Picture, f32, u8
from vision.pictures import remarks

MOST_MEGAPIXELS = 100
KEPT_MEGAPIXELS = 40
"""Larger pictures are halved while they are decoded: no card reader needs more, and a small computer has no room."""
SEVERAL = ("GIF", "TIFF", "WEBP", "PNG", "AVIF")
"""Formats of which people expect several pictures in a file (phones hide previews in others)."""
HEIC = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")
"""Brands of the files that newer phones write."""
TURNED = 0x0112
"""EXIF tag of the orientation."""
CLEAR = ("RGBA", "LA", "PA", "La", "RGBa")
"""Pillow's modes with transparency."""


class NoPicture(Trouble):
    """A file holds no picture that can be read."""


@dataclass(frozen=True)
class Loaded:
    """A picture, upright as its EXIF data says; one px of it is ``step`` px of the file."""

    image: Picture
    step: int = 1
    remarks: tuple[Remark, ...] = ()


def load_picture(path: Path) -> Picture:
    """The picture in a file as BGR, turned as its EXIF data says; raises NoPicture with what is wrong."""
    return load(path).image


def load(path: Path) -> Loaded:
    """The picture in a file with what is to be said of the file; raises NoPicture with what is wrong.

    The size is checked from the header, before anything is decoded. Deep pictures are brought to 8 bits, what is
    transparent is shown on white, of several pictures the first is taken.
    """
    try:
        facts = path.stat()
        if not stat.S_ISREG(facts.st_mode):
            raise NoPicture(text("{path} is no file: give a picture file", path=path))
        if facts.st_size == 0:
            raise NoPicture(text("{path} is empty: give a picture file", path=path))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what Pillow finds odd and reads all the same
            with Pil.open(path) as opened:
                return _decoded(path, opened)
    except Pil.DecompressionBombError as error:
        raise _too_large(path) from error
    except UnidentifiedImageError as error:
        raise _unknown(path) from error
    except FileNotFoundError as error:
        raise NoPicture(text("{path} does not exist: check the name", path=path)) from error
    except PermissionError as error:
        words = text("{path} may not be read: allow it (chmod +r) or give another file", path=path)
        raise NoPicture(words) from error
    except MemoryError as error:
        words = text("{path} does not fit into this computer's memory: give a smaller copy", path=path)
        raise NoPicture(words) from error
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        reason = getattr(error, "strerror", None) or text("it is damaged or cut off")
        raise NoPicture(
            text("{path} cannot be read ({why}): give a whole picture file", path=path, why=reason)
        ) from error


def expand(paths: Iterable[Path | str]) -> Iterator[Path]:
    """Files as they are, folders as the pictures in them by name; one without any stays, to be reported."""
    known = {*Pil.registered_extensions(), ".heic", ".heif"}
    for path in map(Path, paths):
        inside: list[Path] = []
        if path.is_dir():
            try:
                inside = sorted(file for file in path.iterdir() if file.suffix.lower() in known and file.is_file())
            except OSError:
                inside = []
        yield from inside or [path]


def no_pictures(folder: Path) -> NoPicture:
    """What to say of a folder that gave none."""
    try:
        next(folder.iterdir(), None)
    except OSError as error:
        why = error.strerror
        return NoPicture(
            text("{folder} cannot be listed ({why}): allow it or give another folder", folder=folder, why=why)
        )
    return NoPicture(text("{folder} holds no pictures: give picture files or a folder with some", folder=folder))


def _decoded(path: Path, opened: Pil.Image) -> Loaded:
    megapixels = opened.width * opened.height / 1e6
    if megapixels > MOST_MEGAPIXELS:
        raise _too_large(path)
    several = opened.format in SEVERAL and bool(getattr(opened, "is_animated", False))
    step = 2 if megapixels > KEPT_MEGAPIXELS else 1
    if step > 1:  # a JPEG is decoded at half size from the start, which takes a quarter of the time and room
        opened.draft("RGB", (opened.width // step, opened.height // step))
    opened.load()  # some formats are turned upright by this, and their EXIF data then says so
    half = step if opened.width * opened.height / 1e6 > KEPT_MEGAPIXELS else 1
    image = _turned(_to_bgr(opened, half), opened.getexif().get(TURNED, 1))
    return Loaded(np.ascontiguousarray(image), step, (remarks.first_only(),) if several else ())


def _too_large(path: Path) -> NoPicture:
    return NoPicture(text("{path} has more than {n} megapixels: give a smaller copy", path=path, n=MOST_MEGAPIXELS))


def _unknown(path: Path) -> NoPicture:
    """What to say of a file that Pillow does not know."""
    with path.open("rb") as file:
        head = file.read(12)
    if head[4:8] == b"ftyp" and head[8:12] in HEIC:
        words = text(
            "{path} is a HEIC picture, which cannot be read here: save it as JPEG (iPhone: Settings, Camera, Formats, "
            "Most Compatible)",
            path=path,
        )
        return NoPicture(words)
    words = text("{path} is no picture that can be read: give a JPEG, PNG, WebP, TIFF or BMP file", path=path)
    return NoPicture(words)


def _turned(image: Picture, orientation: object) -> Picture:
    """The picture as EXIF's orientation (1 to 8, else nonsense) wants it shown; a view, nothing is copied."""
    if orientation in (5, 6, 7, 8):
        image = image.swapaxes(0, 1)
    if orientation in (3, 4, 7, 8):
        image = image[::-1]
    if orientation in (2, 3, 6, 7):
        image = image[:, ::-1]
    return image


def _to_bgr(picture: Pil.Image, half: int) -> Picture:
    """Any mode as BGR, ``half`` times smaller."""
    if picture.mode.startswith(("I", "F")):
        return _from_deep(np.asarray(picture)[::half, ::half])
    if picture.mode in CLEAR or "transparency" in picture.info:
        clear = _smaller(picture.convert("RGBA"), half)
        white = Pil.new("RGBA", clear.size, (255, 255, 255, 255))
        return u8(np.asarray(Pil.alpha_composite(white, clear))[..., 2::-1])
    colours = _smaller(picture if picture.mode == "RGB" else picture.convert("RGB"), half)
    return u8(np.asarray(colours)[..., ::-1])


def _smaller(picture: Pil.Image, half: int) -> Pil.Image:
    return picture if half == 1 else picture.reduce(half)


def _from_deep(channel: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> Picture:
    """One channel of 16 or 32 bits or of floats: 16-bit white is 65535, white of floats is 1 or 255."""
    values = f32(channel)
    most = float(np.nan_to_num(values, nan=0.0, posinf=0.0, neginf=0.0).max(initial=0.0))
    white = 65535.0 if most > 255 else 255.0 if most > 1 else 1.0
    grey = u8(np.nan_to_num(values, nan=0.0, posinf=white, neginf=0.0) * (255 / white))
    return np.ascontiguousarray(np.repeat(grey[..., None], 3, axis=2))
