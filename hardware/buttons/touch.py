"""Buttons on the touch screen: a queue that the screen fills and the session empties."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock

from companion.ports import Key, Press


class TouchButtons:
    """Presses from the screen. Some screens report one touch through two drivers: that counts once."""

    def __init__(self, double_ms: int = 30) -> None:
        self._double_ms = double_ms
        self._last: dict[tuple[int | None, Key], int] = {}
        self._lock = Lock()
        self._presses: list[Press] = []

    def press(self, key: Key, place: int | None, at_ms: int, long: bool = False) -> None:
        """A button was touched; the same one again within ``double_ms`` is the same touch."""
        with self._lock:
            last_ms = self._last.get((place, key))
            self._last[place, key] = at_ms
            if last_ms is None or at_ms - last_ms >= self._double_ms:
                self._presses.append(Press(key, place, at_ms, long))

    def presses(self) -> Sequence[Press]:
        """The presses since the last call, oldest first."""
        with self._lock:
            presses, self._presses = self._presses, []
        return presses

    def close(self) -> None:
        """Forget what was not fetched."""
        with self._lock:
            self._presses.clear()
