"""Typefaces of card indices: the held-out ones of the demo, and those found on a machine that trains.

Held-out fonts come from small packages that are installed with the product, so that the demo can
draw decks whose type no network has been trained on. Training fonts are whatever fontconfig
knows, minus every held-out family and its relatives.
"""

from __future__ import annotations

import subprocess
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from companion.ports import Trouble
from vision.decks.lettering import drawn_text, is_drawn, is_held_out_type

Mask = NDArray[np.uint8]

HELD_OUT_FONTS: dict[str, tuple[str, str]] = {
    "caladea-bold": ("font_caladea", "Caladea-Bold.ttf"),
    "hanken-grotesk-semibold": ("font_hanken_grotesk", "HankenGrotesk-SemiBold.otf"),
    "manrope-bold": ("font_manrope", "Manrope-Bold.ttf"),
    "roboto-medium": ("font_roboto", "Roboto-Medium.ttf"),
    "roboto-bold": ("font_roboto", "Roboto-Bold.ttf"),
    "source-sans-semibold": ("font_source_sans_pro", "SourceSansPro-Semibold.ttf"),
    "source-serif-semibold": ("font_source_serif_pro", "SourceSerifPro-Semibold.ttf"),
    "source-serif-bold": ("font_source_serif_pro", "SourceSerifPro-Bold.ttf"),
}
"""Font id -> (package, file); the held-out list of `vision.decks.styles` names these ids."""

HELD_OUT_FAMILIES = (
    "caladea", "cambo", "hanken", "manrope", "roboto", "heebo", "source",
    # The Latin letters of these are Source Sans or Source Serif under another name.
    "noto sans cjk", "noto serif cjk", "noto sans mono cjk",
)  # fmt: skip
"""Beginnings of family names (lower case) that no training may use: the held-out families and their copies."""

_LETTERS = "A23456789JQKVDRBH10"
_UNSUITED = (
    "symbol", "emoji", "math", "dingbat", "ornament", "d050000l", "initials", "keyboard", "braille", "signwriting",
    "humor", "purisa", "script", "chancery", "z003", "tomson", "rufscript", "lobster", "euterpe", "adobe blank",
    "display black", "drop caps",
)  # fmt: skip
_SWAPPED = ("FreeSerifBold",)
"""Fonts that draw a club where the spade belongs and the other way round."""
_EM = 160


class NoFonts(Trouble):
    """Fontconfig knows no font that a card index could be set in."""


def font_path(font: str) -> Path:
    """File of a font: an id of HELD_OUT_FONTS, or the path of a training font. Raises Trouble when it is missing."""
    if font in HELD_OUT_FONTS:
        package, name = HELD_OUT_FONTS[font]
        try:
            path = Path(str(files(package).joinpath("files", name)))
        except ModuleNotFoundError as error:
            raise Trouble(f"The font package {package.replace('_', '-')} is missing: install it with pip.") from error
    else:
        path = Path(font)
    if not path.is_file():
        raise Trouble(f"The font file {path} is missing: reinstall its package.")
    return path


def is_held_out_font(font: str) -> bool:
    """Whether training must not see this font: a held-out id, or a file of a held-out family by its own name table.

    Drawn types (`vision.decks.lettering`) say it by their name.
    """
    if font in HELD_OUT_FONTS:
        return True
    if is_drawn(font):
        return is_held_out_type(font)
    family = (ImageFont.truetype(font, 16).getname()[0] or "").lower()
    return family.startswith(HELD_OUT_FAMILIES)


@lru_cache(maxsize=1)
def training_fonts() -> tuple[str, ...]:
    """Paths of all upright fonts with every index letter that fontconfig lists, no held-out family among them.

    Raises NoFonts when fontconfig is not installed or lists none.
    """
    query = ["fc-list", f":charset={' '.join(format(ord(letter), 'x') for letter in sorted(set(_LETTERS)))}:slant=0"]
    try:
        listed = subprocess.run([*query, "file", "family", "style"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise NoFonts("No fonts to train with: install fontconfig and some fonts-* packages.") from error
    found = set()
    for line in listed.splitlines():
        path, _, names = line.partition(":")
        plain = Path(path).suffix.lower() in (".ttf", ".otf") and not any(word in names.lower() for word in _UNSUITED)
        # Noto ships hundreds of scripts whose Latin letters are all the same.
        latin = "noto" not in names.lower() or Path(path).stem.startswith(("NotoSans-", "NotoSerif-"))
        if plain and latin and not is_held_out_font(path):
            found.add(path)
    if not found:
        raise NoFonts("No fonts to train with: install some fonts-* packages.")
    return tuple(sorted(found))


@lru_cache(maxsize=1)
def suit_fonts() -> tuple[str, ...]:
    """Training fonts that draw the four suit signs, each in its own place."""
    query = ["fc-list", ":charset=2660 2663 2665 2666:slant=0", "file"]
    listed = subprocess.run(query, capture_output=True, text=True, check=True).stdout
    paths = {line.rstrip(": ").strip() for line in listed.splitlines()}
    return tuple(path for path in training_fonts() if path in paths and Path(path).stem not in _SWAPPED)


@lru_cache(maxsize=8)
def _face(font: str) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(font_path(font)), _EM)


@lru_cache(maxsize=256)
def text_mask(font: str, text: str) -> tuple[Mask, float]:
    """Ink of a text (uint8, trimmed, 255 = ink) at a fixed large size, and the cap height there in px."""
    if is_drawn(font):
        return drawn_text(font, text)
    face = _face(font)
    left, top, right, bottom = face.getbbox(text)
    image = Image.new("L", (int(right - left) + 8, int(bottom - top) + 8), 0)
    ImageDraw.Draw(image).text((4 - left, 4 - top), text, font=face, fill=255)
    cap = face.getbbox("H")
    return trim(np.asarray(image, np.uint8)), float(cap[3] - cap[1])


def trim(mask: Mask) -> Mask:
    """The mask without its empty margins; an empty mask stays as it is."""
    rows, columns = np.nonzero(mask > 60)
    if not len(rows):
        return mask
    return np.ascontiguousarray(mask[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1])


def resize_mask(mask: Mask, width: float, height: float) -> Mask:
    """The mask at a given size in px (at least 1 x 1)."""
    size = (max(1, round(width)), max(1, round(height)))
    shrink = size[0] < mask.shape[1]
    resized = cv2.resize(mask, size, interpolation=cv2.INTER_AREA if shrink else cv2.INTER_LINEAR)
    return np.asarray(resized, np.uint8)
