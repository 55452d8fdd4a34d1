"""Several kinds of buttons at one table: panels, the screen and a keyboard all count."""

from __future__ import annotations

from collections.abc import Sequence

from companion.ports import Buttons, Press


class SeveralButtons:
    """The presses of all ``sources`` as one."""

    def __init__(self, *sources: Buttons) -> None:
        self._sources = sources

    def presses(self) -> Sequence[Press]:
        """The presses since the last call, oldest first."""
        return sorted((press for source in self._sources for press in source.presses()), key=lambda press: press.at_ms)

    def close(self) -> None:
        """Close all."""
        for source in self._sources:
            source.close()
