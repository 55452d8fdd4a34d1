"""Where gpiozero's devices get their pins: the header of a Raspberry Pi, or mock pins.

gpiozero would fall back silently to a slower or unsafe way to reach the pins; here it is lgpio or a clear word.
"""

from __future__ import annotations

from typing import Any

from gpiozero.pins.mock import MockFactory

from companion.ports import Trouble

HEADER_CHIPS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""Labels of the chip behind the 40-pin header: Pi 5; Pi 4; all before. Its number depends on the kernel."""

WITHOUT = 'or set mode = "none" under [buttons] and [lights] in settings.toml'


def pi_factory() -> Any:
    """gpiozero's lgpio pin factory on the chip of the 40-pin header; Trouble that says what is missing."""
    try:
        import lgpio
        from gpiozero.pins.lgpio import LGPIOFactory
    except ImportError as error:
        raise Trouble(
            "Buttons and lights need the library lgpio: run sudo apt-get install python3-lgpio and make the virtual "
            f"environment with --system-site-packages, {WITHOUT}."
        ) from error
    chip = header_chip(lgpio)
    try:
        return LGPIOFactory(chip=chip)
    except Exception as error:  # lgpio's own error type, gpiozero's, OSError: all mean that there are no pins
        raise Trouble(f"The pins of this computer cannot be used ({error}): use a Raspberry Pi, {WITHOUT}.") from error


def header_chip(lgpio: Any, most: int = 16) -> int:
    """The number N of the /dev/gpiochipN that is the 40-pin header, by its label, looking at the first ``most``."""
    refused = ""
    for number in range(most):
        try:
            handle = lgpio.gpiochip_open(number)
        except lgpio.error as error:
            refused = str(error)
            continue
        try:
            _, _, _, label = lgpio.gpio_get_chip_info(handle)
        finally:
            lgpio.gpiochip_close(handle)
        if label in HEADER_CHIPS:
            return number
    raise Trouble(
        "No pins of a Raspberry Pi can be opened"
        + (f" ({refused})" if refused else "")
        + f": add the user to the group gpio, {WITHOUT}."
    )


def mock_factory() -> MockFactory:
    """Pins that exist in memory only; ``factory.pin(n).drive_low()`` does what a finger would."""
    return MockFactory()
