"""The keys of a keyboard as buttons, for tables without panels; whoever has the window or terminal feeds them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import Lock

from companion.ports import Press
from hardware.buttons.gpio import Button

KEYS: Mapping[str, Button] = {
    "+": Button(None, "plus"),
    "=": Button(None, "plus"),
    "up": Button(None, "plus"),
    "-": Button(None, "minus"),
    "down": Button(None, "minus"),
    "enter": Button(None, "ok"),
    "numpadenter": Button(None, "ok"),
    "d": Button(None, "pass"),
    "spacebar": Button(None, "pass"),
}
"""Names as Kivy gives them; the place is left open, so that a press counts for whoever is to act."""


class KeyboardButtons:
    """Presses from named keys.

    With ``releases`` the feeder also reports ``release``; then a key that comes again before it is released is
    the keyboard's own repetition, and dropped, so that a held Enter confirms only once.
    """

    def __init__(self, keys: Mapping[str, Button] = KEYS, releases: bool = False) -> None:
        self._keys = keys
        self._releases = releases
        self._held: set[str] = set()
        self._lock = Lock()
        self._presses: list[Press] = []

    def feed(self, key: str, at_ms: int) -> bool:
        """A key went down; True if it is one of the buttons (a repetition included)."""
        button = self._keys.get(key)
        if button is None:
            return False
        with self._lock:
            if key not in self._held:
                self._presses.append(Press(button.key, button.place, at_ms))
            if self._releases:
                self._held.add(key)
        return True

    def release(self, key: str) -> None:
        """A key went up."""
        with self._lock:
            self._held.discard(key)

    def presses(self) -> Sequence[Press]:
        """The presses since the last call, oldest first."""
        with self._lock:
            presses, self._presses = self._presses, []
        return presses

    def close(self) -> None:
        """Forget what is held and what was not fetched."""
        with self._lock:
            self._held.clear()
            self._presses.clear()
