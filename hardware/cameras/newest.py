"""The newest picture of a device that blocks, fetched in a thread of its own, with a time limit."""

from __future__ import annotations

from collections.abc import Callable
from threading import Condition, Thread
from typing import TYPE_CHECKING

from companion.ports import Clock

if TYPE_CHECKING:
    from companion.ports import Image


class Newest:
    """Calls ``grab`` over and over and keeps only the last picture, so that a slow reader never sees an old one.

    ``grab`` returns None when the device has failed; then, or after ``stop``, ``release`` is called in the same
    thread, which a device that hangs may hold up, but not the reader.
    """

    def __init__(self, grab: Callable[[], Image | None], release: Callable[[], None], clock: Clock) -> None:
        self._grab = grab
        self._release = release
        self._clock = clock
        self._change = Condition()
        self._picture: tuple[Image, int] | None = None
        self._running = True
        self._thread = Thread(target=self._run, name="camera", daemon=True)
        self._thread.start()

    def take(self, timeout_ms: int) -> tuple[Image, int] | None:
        """The newest picture not yet taken and its time, waited for; None if the device failed or none came."""
        with self._change:
            self._change.wait_for(lambda: self._picture is not None or not self._running, timeout_ms / 1000)
            picture, self._picture = self._picture, None
            return picture

    def stop(self, wait_ms: int) -> None:
        """End the thread, waiting for a grab that is under way, but not for ever."""
        with self._change:
            self._running = False
        self._thread.join(wait_ms / 1000)

    def _run(self) -> None:
        try:
            while self._running:
                image = self._grab()
                with self._change:
                    if image is None:
                        break
                    self._picture = (image, self._clock.now_ms())
                    self._change.notify_all()
        finally:
            self._release()
            with self._change:
                self._running = False
                self._change.notify_all()
