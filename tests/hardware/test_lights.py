"""Whose turn it is, on mock pins."""

from __future__ import annotations

import pytest

from companion.ports import Lights, Trouble
from hardware.lights import GpioLights, NoLights
from hardware.pins import mock_factory

PINS = {0: 8, 1: 9, 2: 10}


def test_only_the_places_named_are_lit() -> None:
    factory = mock_factory()
    lights: Lights = GpioLights(PINS, factory)
    lit = []
    for places in ({0}, {1, 2, 7}, set[int]()):
        lights.show(frozenset(places))
        lit.append({place for place, pin in PINS.items() if factory.pin(pin).state})
    assert lit == [{0}, {1, 2}, set()]


def test_closing_puts_them_out_and_lets_go_of_the_pins() -> None:
    factory = mock_factory()
    lights = GpioLights(PINS, factory)
    lights.show(frozenset(PINS))
    lights.close()
    assert all(factory.pin(pin).function == "input" for pin in PINS.values())
    GpioLights(PINS, factory).close()


def test_a_pin_in_use_is_one_sentence() -> None:
    with pytest.raises(Trouble, match=r"Pin 8 cannot serve the light of place 3: .*in use"):
        GpioLights({0: 8, 3: 8}, mock_factory())


def test_a_table_without_lights() -> None:
    lights: Lights = NoLights()
    lights.show(frozenset({1}))
    lights.close()
