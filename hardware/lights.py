"""A light before each seat that shows whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gpiozero import LED

from companion.ports import Trouble


class GpioLights:
    """Lights from pin to ground through a resistor, on pins of a gpiozero ``factory`` (``hardware.pins``).

    ``pins`` gives the BCM pin of each place that has a light.
    """

    def __init__(self, pins: Mapping[int, int], factory: Any) -> None:
        self._lights: dict[int, LED] = {}
        for place, pin in pins.items():
            try:
                self._lights[place] = LED(pin, pin_factory=factory)
            except Exception as error:  # gpiozero's errors, and those of the library below it
                self.close()
                raise Trouble(f"Pin {pin} cannot serve the light of place {place}: {error}.") from error

    def show(self, places: frozenset[int]) -> None:
        """Light these places, as far as they have a light, and no other."""
        for place, light in self._lights.items():
            light.value = place in places

    def close(self) -> None:
        """All off."""
        while self._lights:
            self._lights.popitem()[1].close()


class NoLights:
    """A table without lights."""

    def show(self, places: frozenset[int]) -> None:
        """Nothing to light."""

    def close(self) -> None:
        """Nothing to put out."""
