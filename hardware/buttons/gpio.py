"""Buttons wired to the header of a Raspberry Pi, between a pin and ground, read through gpiozero."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import Any, NamedTuple, Protocol

from gpiozero import DigitalInputDevice

from companion.ports import Clock, Key, Press, Trouble
from hardware.buttons.debounce import OPEN, Contacts, Edge, Timing, held, step, stuck

TIMING = Timing()
STUCK_MS = 15_000
"""Nobody holds a button this long."""


class PanelPins(Protocol):
    """The BCM pins of one panel; ``place`` is its physical seat, None for a panel that all share."""

    @property
    def place(self) -> int | None: ...
    @property
    def plus(self) -> int: ...
    @property
    def minus(self) -> int | None: ...
    @property
    def ok(self) -> int: ...
    @property
    def pass_(self) -> int: ...


class Button(NamedTuple):
    """One button: at which place, with which meaning."""

    place: int | None
    key: Key


def wiring(panels: Sequence[PanelPins]) -> dict[Button, int]:
    """The BCM pin of every button."""
    pins: dict[Button, int] = {}
    for panel in panels:
        pins[Button(panel.place, "plus")] = panel.plus
        if panel.minus is not None:
            pins[Button(panel.place, "minus")] = panel.minus
        pins[Button(panel.place, "ok")] = panel.ok
        pins[Button(panel.place, "pass")] = panel.pass_
    return pins


class GpioButtons:
    """Panels of buttons on pins of a gpiozero ``factory`` (``hardware.pins``); a press pulls its pin low.

    gpiozero's callbacks only note edges with the time of ``clock``; ``presses`` puts them through the debounce.
    An edge that the kernel lost is made good there from the level of the pin.
    """

    def __init__(self, panels: Sequence[PanelPins], clock: Clock, factory: Any, timing: Timing = TIMING) -> None:
        self._clock = clock
        self._timing = timing
        self._lock = Lock()
        self._edges: list[Edge[Button]] = []
        self._devices: dict[Button, DigitalInputDevice] = {}
        try:
            for button, pin in wiring(panels).items():
                self._devices[button] = self._device(button, pin, factory)
        except BaseException:
            self.close()
            raise
        down = held(clock.now_ms())
        self._lines = Contacts({button: down if d.is_active else OPEN for button, d in self._devices.items()})

    def presses(self) -> Sequence[Press]:
        """The presses told since the last call, in the order in which they began."""
        with self._lock:
            now_ms = self._clock.now_ms()
            edges, self._edges = self._edges, []
        edges += self._lost(edges, now_ms)
        self._lines, taps = step(self._lines, edges, now_ms, self._timing)
        return [Press(tap.line.key, tap.line.place, tap.at_ms, tap.long) for tap in taps]

    def stuck(self) -> Sequence[Button]:
        """The buttons that have been down for so long that something presses them, not someone."""
        return stuck(self._lines, self._clock.now_ms(), STUCK_MS)

    def close(self) -> None:
        """Let go of the pins."""
        while self._devices:
            self._devices.popitem()[1].close()

    def _device(self, button: Button, pin: int, factory: Any) -> DigitalInputDevice:
        try:
            device = DigitalInputDevice(pin, pull_up=True, pin_factory=factory)
        except Exception as error:  # gpiozero's errors, and those of the library below it, which have no type in common
            where = "the shared panel" if button.place is None else f"place {button.place}"
            raise Trouble(f'Pin {pin} cannot serve "{button.key}" of {where}: {error}.') from error
        device.when_activated = lambda: self._note(button, down=True)
        device.when_deactivated = lambda: self._note(button, down=False)
        return device

    def _note(self, button: Button, down: bool) -> None:
        """Called from the thread of the pins; time and place in the queue are taken together, so it stays in order."""
        with self._lock:
            self._edges.append(Edge(button, down, self._clock.now_ms()))

    def _lost(self, edges: Sequence[Edge[Button]], now_ms: int) -> list[Edge[Button]]:
        """Edges that must have been, for pins whose level differs from the last one known."""
        level = {button: contact.down for button, contact in self._lines.state.items()}
        level.update((edge.line, edge.down) for edge in edges)
        found = ((button, device.is_active) for button, device in self._devices.items())
        return [Edge(button, down, now_ms) for button, down in found if down != level.get(button, False)]
