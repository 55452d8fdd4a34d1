"""Time that only runs forward: the real clock, and one that the demo and the tests step by hand."""

from __future__ import annotations

import time


class MonotonicClock:
    """Milliseconds since some fixed moment; does not jump when the network sets the time of day."""

    def now_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000


class SteppedClock:
    """A clock that stands still until it is stepped, so that nothing has to wait for real time."""

    def __init__(self, start_ms: int = 0) -> None:
        self._now_ms = start_ms

    def now_ms(self) -> int:
        return self._now_ms

    def step(self, ms: int) -> int:
        """Go forward by ``ms`` (never back: ValueError); returns the new time."""
        if ms < 0:
            raise ValueError(f"a clock cannot be stepped back ({ms} ms)")
        self._now_ms += ms
        return self._now_ms
