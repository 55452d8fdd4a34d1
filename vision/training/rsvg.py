"""Single elements of an SVG drawing by librsvg itself: `rsvg-convert -i` misplaces most cards of the KDE decks."""

from __future__ import annotations

import ctypes
import ctypes.util
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.ports import Trouble

UNLIMITED = 1
"""RSVG_HANDLE_FLAG_UNLIMITED: large embedded data is not refused."""
ARGB32 = 0
LOOK_PX = 600
"""Size of the drawings in which the visible part of an element is looked for."""
SOLID = 128
"""Alpha from which something shows: soft shadows beside a card do not."""
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class _Rectangle(ctypes.Structure):
    _fields_ = [(name, ctypes.c_double) for name in ("x", "y", "width", "height")]


def _library(name: str) -> Any:
    found = ctypes.util.find_library(name)
    if found is None:
        raise Trouble(f"the library {name} is missing: apt-get install librsvg2-bin")
    return ctypes.CDLL(found)


class Drawing:
    """An SVG drawing read once; raises Trouble when it cannot be read."""

    def __init__(self, svg: bytes) -> None:
        self._rsvg, self._cairo = _library("rsvg-2"), _library("cairo")
        pointer = ctypes.c_void_p
        self._rsvg.rsvg_handle_new_with_flags.restype = pointer
        for function in ("cairo_image_surface_create", "cairo_create", "cairo_image_surface_get_data"):
            getattr(self._cairo, function).restype = pointer
        self._handle = pointer(self._rsvg.rsvg_handle_new_with_flags(UNLIMITED))
        data = ctypes.create_string_buffer(svg, len(svg))
        read = self._rsvg.rsvg_handle_write(self._handle, data, ctypes.c_size_t(len(svg)), None)
        if not read or not self._rsvg.rsvg_handle_close(self._handle, None):
            raise Trouble("a drawing is no SVG that librsvg can read")

    def has(self, element: str) -> bool:
        """Whether there is an element of this id."""
        return bool(self._rsvg.rsvg_handle_has_sub(self._handle, f"#{element}".encode()))

    def draw(self, element: str, height: int) -> NDArray[np.uint8]:
        """What shows of an element, cropped to it and scaled to this height (px), BGRA with straight alpha.

        Many elements hold something invisible far away, so their extents say little: the visible part is looked for
        in drawings ever nearer to it. Raises Trouble for an element that is not there or shows nothing.
        """
        logical = _Rectangle()
        name = f"#{element}".encode()
        done = self._rsvg.rsvg_handle_get_geometry_for_element(self._handle, name, None, ctypes.byref(logical), None)
        if not done or logical.height <= 0 or logical.width <= 0:
            raise Trouble(f"the drawing has no element {element}")
        wide, high = LOOK_PX * logical.width / logical.height, float(LOOK_PX)
        box: Box = (0.0, 0.0, wide, high)
        seen = box
        for _ in range(3):
            looked = self._window(name, (wide, high), box, (LOOK_PX, LOOK_PX))
            seen = _visible(looked, box)
            x0, y0, x1, y1 = seen
            pad = (x1 - x0) * 0.02, (y1 - y0) * 0.02
            box = (x0 - pad[0], y0 - pad[1], x1 + pad[0], y1 + pad[1])
        across = round(height * (seen[2] - seen[0]) / (seen[3] - seen[1]))
        return _straight(self._window(name, (wide, high), seen, (across, height)))

    def _window(self, name: bytes, viewport: tuple[float, float], box: Box, size: tuple[int, int]) -> NDArray[np.uint8]:
        """The part ``box`` of an element drawn into ``viewport``, as premultiplied BGRA of ``size`` (px)."""
        width, height = size
        surface = ctypes.c_void_p(self._cairo.cairo_image_surface_create(ARGB32, width, height))
        context = ctypes.c_void_p(self._cairo.cairo_create(surface))
        across, down = width / (box[2] - box[0]), height / (box[3] - box[1])
        self._cairo.cairo_scale(context, ctypes.c_double(across), ctypes.c_double(down))
        self._cairo.cairo_translate(context, ctypes.c_double(-box[0]), ctypes.c_double(-box[1]))
        place = _Rectangle(0, 0, *viewport)
        done = self._rsvg.rsvg_handle_render_element(self._handle, context, name, ctypes.byref(place), None)
        self._cairo.cairo_surface_flush(surface)
        start = self._cairo.cairo_image_surface_get_data(surface)
        drawn = np.ctypeslib.as_array(ctypes.cast(start, ctypes.POINTER(ctypes.c_uint8)), (height, width, 4)).copy()
        self._cairo.cairo_destroy(context)
        self._cairo.cairo_surface_destroy(surface)
        if not done:
            raise Trouble(f"the element {name.decode()[1:]} cannot be drawn")
        return drawn


def _visible(drawn: NDArray[np.uint8], box: Box) -> Box:
    """The part of ``box`` in which a drawing of it shows anything; raises Trouble for an empty one."""
    rows, columns = np.nonzero(drawn[..., 3] > SOLID)
    if len(rows) == 0:
        raise Trouble("an element of a drawing shows nothing")
    height, width = drawn.shape[:2]
    x, y, across, down = box[0], box[1], (box[2] - box[0]) / width, (box[3] - box[1]) / height
    return (
        x + float(columns.min()) * across,
        y + float(rows.min()) * down,
        x + float(columns.max() + 1) * across,
        y + float(rows.max() + 1) * down,
    )


def _straight(drawn: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """From premultiplied to straight alpha."""
    cover = np.maximum(drawn[..., 3:].astype(np.float32), 1)
    colour = np.clip(drawn[..., :3].astype(np.float32) * 255 / cover, 0, 255)
    return np.dstack([colour.astype(np.uint8), drawn[..., 3]])
