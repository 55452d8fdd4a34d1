"""Cameras by name: ``pi``, ``usb:N``, a video file, a picture, a folder of pictures or of an evening that was kept."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from companion.ports import Camera, Clock, Trouble
from companion.texts import text
from hardware.cameras.kept import FRAMES, KeptFrames
from hardware.cameras.options import CameraOptions
from hardware.cameras.pi import PiCamera
from hardware.cameras.pictures import PictureFolder, fault_of
from hardware.cameras.usb import UsbCamera
from hardware.cameras.video import VideoFile

if TYPE_CHECKING:
    from companion.ports import Image

__all__ = ["CameraOptions", "open_camera"]


def open_camera(spec: str, options: CameraOptions, clock: Clock, load: Callable[[Path], Image]) -> Camera:
    """The camera that ``spec`` names, for a with-block, which opens it.

    Live cameras stamp their frames with ``clock``; after CameraGone they may be read again, which opens them anew.
    Files have their own time from 0 and end with None. ``load`` decodes a picture file (BGR). Trouble if ``spec``
    names nothing.
    """
    if spec == "pi":
        return PiCamera(options, clock)
    if usb := re.fullmatch(r"usb:(\d{1,3})", spec):
        return UsbCamera(int(usb[1]), options, clock)
    path = Path(spec)
    with suppress(OSError):  # a name that is too long names nothing either
        if (path / FRAMES).is_file():
            return KeptFrames(path, load)
        if path.is_dir():
            return PictureFolder(path, load)
        if path.is_file():
            return VideoFile(path) if is_video(path) else PictureFolder(path, load)
    words = text(
        'There is no camera, file or folder "{spec}": give pi, usb:0 (or another number), a video file or a folder of '
        "pictures.",
        spec=spec,
    )
    raise Trouble(words)


def is_video(path: Path) -> bool:
    """True unless the header is that of a picture, whatever the name says; an empty file counts as a video."""
    return fault_of(path) == "(no picture)"
