"""Finding the header of the Pi: a stand-in of lgpio's four functions, as gpiozero has no Pi to look at here."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from companion.ports import Trouble
from hardware.pins import header_chip, pi_factory


class ChipError(Exception):
    pass


def lgpio(labels: dict[int, str], closed: list[int]) -> SimpleNamespace:
    def gpiochip_open(number: int) -> int:
        if number not in labels:
            raise ChipError("can not open gpiochip")
        return 100 + number

    return SimpleNamespace(
        error=ChipError,
        gpiochip_open=gpiochip_open,
        gpio_get_chip_info=lambda handle: [0, 54, f"gpiochip{handle - 100}", labels[handle - 100]],
        gpiochip_close=lambda handle: closed.append(handle - 100),
    )


@pytest.mark.parametrize(
    ("labels", "number"),
    [
        ({0: "pinctrl-bcm2711", 1: "raspberrypi-exp-gpio"}, 0),
        ({0: "brcmvirt-gpio", 4: "pinctrl-rp1", 10: "gpio-brcmstb@107d508500"}, 4),
        ({0: "pinctrl-rp1", 10: "gpio-brcmstb@107d508500"}, 0),
    ],
)
def test_the_header_is_found_by_its_label(labels: dict[int, str], number: int) -> None:
    closed: list[int] = []
    assert header_chip(lgpio(labels, closed)) == number
    assert closed == [chip for chip in labels if chip <= number]


def test_no_chip_or_no_permission_is_one_sentence() -> None:
    with pytest.raises(Trouble, match=r"can not open gpiochip.*add the user to the group gpio"):
        header_chip(lgpio({}, []))
    with pytest.raises(Trouble, match="No pins of a Raspberry Pi can be opened: add"):
        header_chip(lgpio(dict.fromkeys(range(16), "a laptop's chip"), []))


def test_without_lgpio_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(Trouble, match=r"apt-get install python3-lgpio.*--system-site-packages.*settings\.toml"):
        pi_factory()
