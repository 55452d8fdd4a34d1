"""Picture files in, BGR pictures out, whatever their format, depth, colours or orientation."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from PIL import Image as Pil
from PIL import ImageOps, UnidentifiedImageError

from companion.ports import Trouble
from vision.arrays import Picture, f32, u8

MOST_MEGAPIXELS = 100


class NoPicture(Trouble):
    """A file holds no picture that can be read."""


def load_picture(path: Path) -> Picture:
    """The picture in a file as BGR, turned as its EXIF data says; raises NoPicture with what is wrong.

    The size is checked from the header, before anything is decoded. Deep pictures are brought to 8 bits, what is
    transparent is shown on white.
    """
    try:
        if path.stat().st_size == 0:
            raise NoPicture(f"{path} is empty: give a picture file")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Pil.DecompressionBombWarning)
            with Pil.open(path) as opened:
                if opened.width * opened.height > MOST_MEGAPIXELS * 1e6:
                    raise _too_large(path)
                return _to_bgr(ImageOps.exif_transpose(opened) or opened)
    except Pil.DecompressionBombError as error:
        raise _too_large(path) from error
    except UnidentifiedImageError as error:
        raise NoPicture(f"{path} is no picture that can be read: give a JPEG, PNG, WebP, TIFF or BMP file") from error
    except FileNotFoundError as error:
        raise NoPicture(f"{path} does not exist: check the name") from error
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        reason = getattr(error, "strerror", None) or str(error) or "it is damaged"
        raise NoPicture(f"{path} cannot be read ({reason}): give a whole picture file") from error


def expand(paths: Iterable[Path | str]) -> Iterator[Path]:
    """Files as they are, folders as the pictures in them by name; an empty folder stays, to be reported."""
    known = Pil.registered_extensions()
    for path in map(Path, paths):
        inside: list[Path] = []
        if path.is_dir():
            inside = sorted(file for file in path.iterdir() if file.suffix.lower() in known and file.is_file())
        yield from inside or [path]


def _too_large(path: Path) -> NoPicture:
    return NoPicture(f"{path} has more than {MOST_MEGAPIXELS} megapixels: give a smaller copy")


def _to_bgr(picture: Pil.Image) -> Picture:
    if picture.mode.startswith(("I", "F")):
        return _from_deep(picture)
    if picture.mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in picture.info:
        clear = picture.convert("RGBA")
        picture = Pil.alpha_composite(Pil.new("RGBA", clear.size, (255, 255, 255, 255)), clear)
    return np.ascontiguousarray(np.asarray(picture.convert("RGB"))[..., ::-1])


def _from_deep(picture: Pil.Image) -> Picture:
    """One channel of 16 or 32 bits or of floats: 16-bit white is 65535, white of floats is 1 or 255."""
    values = f32(picture)
    most = float(values.max(initial=0.0))
    white = 65535.0 if most > 255 else 255.0 if most > 1 else 1.0
    grey = u8(np.nan_to_num(values, nan=0.0, posinf=white, neginf=0.0) * (255 / white))
    return np.ascontiguousarray(np.repeat(grey[..., None], 3, axis=2))
