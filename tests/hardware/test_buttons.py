"""The wired buttons on gpiozero's mock pins, the keyboard and the screen; nothing here waits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from gpiozero.pins.mock import MockPin
from hypothesis import given
from hypothesis import strategies as st

from companion.ports import Buttons, Clock, Key, Press, Trouble
from hardware.buttons import Button, GpioButtons, KeyboardButtons, MockPanel, SeveralButtons, TouchButtons
from hardware.clock import MonotonicClock, SteppedClock
from hardware.pins import mock_factory


@dataclass(frozen=True)
class Pins:
    place: int | None
    plus: int
    ok: int
    pass_: int
    minus: int | None = None


SEATS = [Pins(place, 4 + 3 * place, 5 + 3 * place, 6 + 3 * place) for place in range(6)]
SHARED = [Pins(None, 5, 6, 13, minus=19)]


@pytest.fixture
def panel() -> Iterator[MockPanel]:
    panel = MockPanel(SEATS)
    yield panel
    panel.close()


def test_every_button_of_six_seats(panel: MockPanel) -> None:
    wanted: list[tuple[int | None, Key]] = [(seat.place, key) for seat in SEATS for key in ("plus", "ok", "pass")]
    for place, key in wanted:
        panel.press(place, key)
    presses = panel.presses()
    assert [(press.place, press.key) for press in presses] == wanted
    assert not any(press.long for press in presses)
    assert panel.presses() == []


def test_a_bid_is_as_many_presses_as_were_made(panel: MockPanel) -> None:
    for key in ("plus", "plus", "plus", "ok"):
        panel.press(2, key)
    assert [press.key for press in panel.presses()] == ["plus", "plus", "plus", "ok"]


def test_a_long_press(panel: MockPanel) -> None:
    panel.press(1, "pass", long=True)
    panel.press(1, "pass")
    assert [(press.key, press.long) for press in panel.presses()] == [("pass", True), ("pass", False)]


def test_the_shared_panel_leaves_the_place_open() -> None:
    panel = MockPanel(SHARED)
    panel.press(None, "minus")
    assert [(press.key, press.place) for press in panel.presses()] == [("minus", None)]
    with pytest.raises(KeyError):
        panel.press(0, "plus")
    panel.close()


@given(st.lists(st.tuples(st.integers(0, 5), st.sampled_from(["plus", "ok", "pass"]), st.booleans()), max_size=30))
def test_polling_between_presses_changes_nothing(script: list[tuple[int, Key, bool]]) -> None:
    panel = MockPanel(SEATS)
    found: list[Press] = []
    for place, key, poll in script:
        panel.press(place, key)
        if poll:
            found += panel.presses()
    found += panel.presses()
    assert [(press.place, press.key) for press in found] == [(place, key) for place, key, _ in script]
    panel.close()


def test_two_seats_within_20_ms_both_count() -> None:
    clock, factory = SteppedClock(), mock_factory()
    buttons = GpioButtons(SEATS, clock, factory)
    clock.step(1000)
    factory.pin(SEATS[3].pass_).drive_low()
    clock.step(18)
    factory.pin(SEATS[0].pass_).drive_low()
    clock.step(70)
    factory.pin(SEATS[3].pass_).drive_high()
    factory.pin(SEATS[0].pass_).drive_high()
    clock.step(40)
    assert buttons.presses() == [Press("pass", 3, 1000), Press("pass", 0, 1018)]


def test_an_edge_that_the_kernel_lost_is_made_good() -> None:
    clock, factory = SteppedClock(), mock_factory()
    buttons = GpioButtons(SEATS, clock, factory)
    pin = factory.pin(SEATS[0].plus)
    pin._edges = "none"  # as if the queue of the kernel ran over
    pin.drive_low()
    assert buttons.presses() == []
    clock.step(60)
    pin.drive_high()
    assert buttons.presses() == []
    clock.step(40)
    assert [press.key for press in buttons.presses()] == ["plus"]


def test_a_stuck_button_is_named_and_the_others_work() -> None:
    clock, factory = SteppedClock(), mock_factory()
    buttons = GpioButtons(SEATS, clock, factory)
    factory.pin(SEATS[4].ok).drive_low()
    clock.step(20_000)
    factory.pin(SEATS[1].ok).drive_low()
    clock.step(60)
    factory.pin(SEATS[1].ok).drive_high()
    clock.step(60)
    assert [(press.place, press.long) for press in buttons.presses()] == [(4, True), (1, False)]
    assert buttons.stuck() == [Button(4, "ok")]


def test_a_button_held_at_the_start_does_not_bid() -> None:
    clock, factory = SteppedClock(1_000_000), mock_factory()
    factory.pin(SEATS[0].plus)._pull = "up"
    earlier = GpioButtons(SEATS, clock, factory)
    earlier.close()
    pin = factory.pin(SEATS[0].plus)
    pin._set_pull = lambda value: pin.drive_low()  # the finger is stronger than the pull-up
    buttons = GpioButtons(SEATS, clock, factory)
    clock.step(5000)
    assert buttons.presses() == []
    assert buttons.stuck() == []
    clock.step(15_000)
    assert buttons.stuck() == [Button(0, "plus")]
    pin.drive_high()
    clock.step(100)
    assert buttons.presses() == []


def test_closing_lets_go_of_the_pins() -> None:
    factory = mock_factory()
    for _ in range(2):
        buttons = GpioButtons(SEATS, SteppedClock(), factory)
        buttons.close()


def test_one_pin_for_two_buttons_is_refused_and_the_pins_are_let_go() -> None:
    factory = mock_factory()
    with pytest.raises(Trouble, match=r'Pin 5 cannot serve "ok" of place 1: .*in use'):
        GpioButtons([Pins(0, 5, 6, 7), Pins(1, 8, 5, 9)], SteppedClock(), factory)
    GpioButtons([Pins(0, 5, 6, 7)], SteppedClock(), factory).close()


def test_an_error_of_the_library_below_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    class BusyError(Exception):
        """As lgpio's own, which derives from Exception alone."""

    def busy(pin: object, value: str) -> None:
        if value == "up":
            raise BusyError("GPIO busy")

    monkeypatch.setattr(MockPin, "_set_pull", busy)
    with pytest.raises(Trouble, match='Pin 4 cannot serve "plus" of place 0: GPIO busy'):
        GpioButtons(SEATS, SteppedClock(), mock_factory())


def test_a_pin_that_does_not_exist_is_refused() -> None:
    with pytest.raises(Trouble, match='Pin 77 cannot serve "plus" of the shared panel'):
        GpioButtons([Pins(None, 77, 6, 7)], SteppedClock(), mock_factory())


def test_keys_of_a_keyboard() -> None:
    buttons = KeyboardButtons()
    assert [buttons.feed(key, at_ms) for at_ms, key in enumerate(["+", "x", "enter", "d"])] == [True, False, True, True]
    assert buttons.presses() == [Press("plus", None, 0), Press("ok", None, 2), Press("pass", None, 3)]
    assert buttons.presses() == []


def test_a_held_key_confirms_once() -> None:
    buttons = KeyboardButtons({"1": Button(0, "ok")}, releases=True)
    for at_ms in (0, 500, 533):
        buttons.feed("1", at_ms)
    buttons.release("1")
    buttons.feed("1", 700)
    assert [press.at_ms for press in buttons.presses()] == [0, 700]
    buttons.close()
    buttons.feed("1", 900)
    assert [press.at_ms for press in buttons.presses()] == [900]


def test_one_touch_reported_twice_counts_once() -> None:
    buttons = TouchButtons()
    for key, place, at_ms in (("plus", 0, 0), ("plus", 0, 4), ("plus", 1, 5), ("plus", 0, 40), ("ok", 0, 41)):
        buttons.press(key, place, at_ms)  # type: ignore[arg-type]
    assert [(press.key, press.place, press.at_ms) for press in buttons.presses()] == [
        ("plus", 0, 0),
        ("plus", 1, 5),
        ("plus", 0, 40),
        ("ok", 0, 41),
    ]
    buttons.press("ok", 0, 50)
    buttons.close()
    assert buttons.presses() == []


def test_several_sources_count_in_the_order_of_time() -> None:
    keyboard, touch = KeyboardButtons(), TouchButtons()
    both: Buttons = SeveralButtons(keyboard, touch)
    touch.press("pass", 3, 20)
    keyboard.feed("+", 10)
    assert [press.at_ms for press in both.presses()] == [10, 20]
    keyboard.feed("+", 30)
    both.close()
    assert both.presses() == []


def test_clocks() -> None:
    real: Clock = MonotonicClock()
    assert real.now_ms() <= real.now_ms()
    stepped = SteppedClock(5)
    assert stepped.step(7) == stepped.now_ms() == 12
    with pytest.raises(ValueError, match="cannot be stepped back"):
        stepped.step(-1)
