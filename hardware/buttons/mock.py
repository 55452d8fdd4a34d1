"""A finger for the demo: the real button code on gpiozero's mock pins."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.ports import Key, Press
from hardware.buttons.debounce import Timing
from hardware.buttons.gpio import TIMING, Button, GpioButtons, PanelPins, wiring
from hardware.clock import SteppedClock
from hardware.pins import mock_factory

TAP_MS = 60
CHATTER_MS = (0, 1, 2, 1, 3)
"""The pauses before each of the five turns of a contact that closes or opens."""


class MockPanel:
    """``GpioButtons`` on pins of its own which ``press`` drives, stepping the clock instead of waiting.

    A press chatters like a real contact, lasts about ``TAP_MS`` and is followed by as long a pause.
    """

    def __init__(self, panels: Sequence[PanelPins], clock: SteppedClock | None = None, timing: Timing = TIMING) -> None:
        self.clock = clock or SteppedClock()
        self.factory = mock_factory()
        self._pins = wiring(panels)
        self._timing = timing
        self._buttons = GpioButtons(panels, self.clock, self.factory, timing)

    def press(self, place: int | None, key: Key, long: bool = False) -> None:
        """A finger taps the button, or holds it for a long press; KeyError if there is no such button."""
        pin = self.factory.pin(self._pins[Button(place, key)])
        self._turn(pin.drive_low, pin.drive_high)
        self.clock.step(self._timing.long_ms if long else TAP_MS)
        self._turn(pin.drive_high, pin.drive_low)
        self.clock.step(max(TAP_MS, self._timing.debounce_ms))

    def presses(self) -> Sequence[Press]:
        """The presses since the last call, oldest first."""
        return self._buttons.presses()

    def close(self) -> None:
        """Let go of the pins."""
        self._buttons.close()
        self.factory.close()

    def _turn(self, there: Callable[[], None], back: Callable[[], None]) -> None:
        """Bring the pin to its other level as a contact does: there, back, and there for good."""
        for pause_ms, drive in zip(CHATTER_MS, (there, back, there, back, there), strict=True):
            self.clock.step(pause_ms)
            drive()
