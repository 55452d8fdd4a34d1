"""The ribbon camera of a Raspberry Pi, through picamera2.

All that Dalje uses of picamera2 is in this file; a test reads it and looks every name up in the released package.
picamera2 comes from the system's own packages and is imported only when the camera is opened.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.ports import CameraGone, Clock, Frame, Trouble
from companion.texts import text
from hardware.cameras.base import Source
from hardware.cameras.options import CameraOptions

MAIN_FORMAT = "RGB888"
"""Gives arrays in the order B, G, R: the names of picamera2 list the bytes from the last to the first."""
LORES_FORMAT = "YUV420"
"""The only kind of format for the small stream on every Pi up to 4; its first rows are the grey picture."""
LORES_WIDTH = 640
MANUAL_FOCUS = 0
MANUAL_FLICKER = 1
"""libcamera's numbers for AfMode and AeFlickerMode."""
FRAME_US = (33_333, 66_667)
"""30 pictures a second, down to 15 where the light asks for it (microseconds)."""
FOCUS_S = 5.0


class PiCamera(Source):
    """Two streams of one camera: the main one to read cards from, the small one to notice motion in.

    ``read`` raises CameraGone when no picture came in time; reading again then opens the camera anew.
    """

    def __init__(self, options: CameraOptions, clock: Clock) -> None:
        super().__init__()
        self._options = options
        self._clock = clock
        self._device: Any = None
        self.focus = options.focus
        """Where the lens is locked (dioptres); None before it was focused, or if it cannot move."""

    def open(self) -> None:
        """Configure the camera, start it and lock the focus; Trouble says what is missing."""
        Picamera2 = picamera2_class()
        try:
            self._device = device = Picamera2()
            size = (self._options.width, self._options.height)
            device.configure(
                device.create_video_configuration(
                    main={"size": size, "format": MAIN_FORMAT},
                    lores={"size": lores_size(size), "format": LORES_FORMAT},
                    controls=supported(device.camera_controls, exposure(self._options.mains_hz)),
                    buffer_count=4,
                )
            )
            device.start()
        except (RuntimeError, IndexError, OSError) as error:
            self.close()
            words = text(
                "The Pi camera does not open ({why}): check its ribbon cable, and that no other program uses it.",
                why=error,
            )
            raise CameraGone(words) from error
        self._lock_focus(device)

    def read(self) -> Frame | None:
        """The newest picture; waits for one at most the time of the settings."""
        if self._device is None:
            self.open()
        device = self._device
        try:
            with device.captured_request(wait=self._options.timeout_ms / 1000) as request:
                image = request.make_array("main")
                planes = request.make_array("lores")
        except (TimeoutError, RuntimeError, OSError) as error:
            self.close()
            words = text(
                "The Pi camera has given no picture for {n} ms: check its ribbon cable.", n=self._options.timeout_ms
            )
            raise CameraGone(words) from error
        width, height = lores_size((self._options.width, self._options.height))
        return self._frame(image, self._clock.now_ms(), planes[:height, :width])

    def close(self) -> None:
        """Stop the camera and let others have it."""
        device, self._device = self._device, None
        if device is not None:
            device.close()

    def _lock_focus(self, device: Any) -> None:
        """Bring the lens where it was or should be; else focus once. After that it does not move."""
        if "AfMode" not in device.camera_controls:
            return
        if self.focus is None:
            self.focus = self._find_focus(device)
        device.set_controls({"AfMode": MANUAL_FOCUS, "LensPosition": self.focus})

    def _find_focus(self, device: Any) -> float:
        try:
            focused = device.autofocus_cycle(wait=FOCUS_S)
            position = device.capture_metadata(wait=FOCUS_S)["LensPosition"]
        except TimeoutError:
            focused, position = False, 0.0
        if not focused:
            self.close()
            words = text(
                "The Pi camera cannot focus: lay a card on the table and start again, "
                "or set focus under [camera] in settings.toml to 1 divided by the distance in metres."
            )
            raise Trouble(words)
        return float(position)


def picamera2_class() -> Any:
    """The class Picamera2; Trouble that names the package or the clash of packages."""
    try:
        from picamera2 import Picamera2
    except ImportError as error:
        words = text(
            "The Pi camera needs picamera2: on Raspberry Pi OS run sudo apt-get install python3-picamera2 and make the "
            "virtual environment with --system-site-packages; elsewhere use a USB camera ({why}).",
            why=error,
        )
        raise Trouble(words) from error
    except ValueError as error:  # what compiled modules raise that were built for another numpy
        words = text(
            "picamera2 and the installed numpy do not fit ({why}): on Raspberry Pi OS bookworm run "
            'pip install "numpy<2" "opencv-python<4.12" in the virtual environment.',
            why=error,
        )
        raise Trouble(words) from error
    return Picamera2


def lores_size(size: tuple[int, int]) -> tuple[int, int]:
    """The small stream: the shape of the main one, 640 px wide or less, both sides even as YUV needs."""
    width = min(LORES_WIDTH, size[0] // 2 * 2)
    return width, round(width * size[1] / size[0] / 2) * 2


def exposure(mains_hz: int) -> dict[str, object]:
    """Controls for exposure times in whole steps of the lamps' flicker, which is twice the mains' frequency."""
    return {
        "AeFlickerMode": MANUAL_FLICKER,
        "AeFlickerPeriod": round(1e6 / (2 * mains_hz)),
        "FrameDurationLimits": FRAME_US,
    }


def supported(known: Mapping[str, object], wanted: Mapping[str, object]) -> dict[str, object]:
    """Those of the controls that this camera has; older ones lack some, and picamera2 refuses what it lacks."""
    return {name: value for name, value in wanted.items() if name in known}
