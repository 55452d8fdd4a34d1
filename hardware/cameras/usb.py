"""USB cameras, through OpenCV and V4L2."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import cv2
import numpy as np

from companion.ports import CameraGone, Clock, Frame, Trouble
from companion.texts import text
from hardware.cameras.base import Source
from hardware.cameras.newest import Newest
from hardware.cameras.options import CameraOptions

if TYPE_CHECKING:
    from companion.ports import Image


class Capture(Protocol):
    """What we use of ``cv2.VideoCapture``."""

    def isOpened(self) -> bool: ...
    def set(self, propId: int, value: float) -> bool: ...
    def read(self) -> tuple[bool, Any]: ...
    def release(self) -> None: ...


def v4l2(number: int) -> Capture:
    """The camera /dev/videoN."""
    return cv2.VideoCapture(number, cv2.CAP_V4L2)


class UsbCamera(Source):
    """The camera /dev/videoN. A camera that fails is opened anew at once, and again at every later ``read``.

    ``read`` raises CameraGone when that did not help; the frames of a camera that comes back are numbered on.
    """

    def __init__(
        self, number: int, options: CameraOptions, clock: Clock, capture: Callable[[int], Capture] = v4l2
    ) -> None:
        super().__init__()
        self._number = number
        self._options = options
        self._clock = clock
        self._capture = capture
        self._newest: Newest | None = None

    def open(self) -> None:
        """Start the camera; Trouble names the cameras that there are."""
        if not self._start():
            words = text(
                "There is no camera usb:{number} that opens (found: {others}): plug it in, close the program that "
                "uses it, or choose another.",
                number=self._number,
                others=", ".join(f"usb:{number}" for number in devices()) or text("none"),
            )
            raise Trouble(words)

    def read(self) -> Frame | None:
        """The newest picture; waits for one at most the time of the settings."""
        picture = self._newest.take(self._options.timeout_ms) if self._newest else None
        if picture is None and self._start() and self._newest:
            picture = self._newest.take(self._options.timeout_ms)
        if picture is None:
            raise CameraGone(text("The camera usb:{number} gives no pictures: check its cable.", number=self._number))
        return self._frame(*picture)

    def close(self) -> None:
        """Stop the camera."""
        newest, self._newest = self._newest, None
        if newest:
            newest.stop(self._options.timeout_ms)

    def _start(self) -> bool:
        """Open the device anew; False if it does not open."""
        self.close()
        device = self._capture(self._number)
        if not device.isOpened():
            device.release()
            return False
        # compressed by the camera: uncompressed pictures of this size pass USB 2 a few times a second only
        device.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        device.set(cv2.CAP_PROP_FRAME_WIDTH, self._options.width)
        device.set(cv2.CAP_PROP_FRAME_HEIGHT, self._options.height)
        device.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._newest = Newest(lambda: grab(device), device.release, self._clock)
        return True


def grab(device: Capture) -> Image | None:
    """The next picture of the device, None when it fails."""
    got, image = device.read()
    return np.asarray(image, np.uint8) if got else None


def devices(folder: Path = Path("/dev")) -> list[int]:
    """The numbers of all /dev/videoN."""
    names = (path.name.removeprefix("video") for path in folder.glob("video*"))
    return sorted(int(name) for name in names if name.isdigit())
