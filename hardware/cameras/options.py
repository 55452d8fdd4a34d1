"""What every camera is told when it is opened."""

from __future__ import annotations

from typing import Protocol


class CameraOptions(Protocol):
    """The camera's part of the settings; what a source has no use for it leaves aside.

    ``width`` and ``height`` of the picture to read from (px), ``timeout_ms`` without a picture until the camera counts
    as gone, ``focus`` in dioptres (None: focus at the start, then lock), ``mains_hz`` for exposure without bands.
    """

    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...
    @property
    def timeout_ms(self) -> int: ...
    @property
    def focus(self) -> float | None: ...
    @property
    def mains_hz(self) -> int: ...
