"""Bid and pass buttons: wired, on the keyboard, on the screen, and pressed by the demo."""

from hardware.buttons.debounce import Timing
from hardware.buttons.gpio import Button, GpioButtons, PanelPins
from hardware.buttons.keyboard import KeyboardButtons
from hardware.buttons.mock import MockPanel
from hardware.buttons.several import SeveralButtons
from hardware.buttons.touch import TouchButtons

__all__ = [
    "Button",
    "GpioButtons",
    "KeyboardButtons",
    "MockPanel",
    "PanelPins",
    "SeveralButtons",
    "Timing",
    "TouchButtons",
]
