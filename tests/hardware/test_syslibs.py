"""Which system libraries are missing, and the command that brings them."""

from __future__ import annotations

from hardware.syslibs import PACKAGES, advice, missing_libraries


def test_the_command_names_each_package_once() -> None:
    def load(name: str) -> None:
        if "g" in name.lower():
            raise OSError("cannot open shared object file")

    missing = missing_libraries(load)
    assert missing == ("libGL.so.1", "libgthread-2.0.so.0", "libglib-2.0.so.0")
    assert advice(missing) == (
        "Missing system libraries (libGL.so.1, libgthread-2.0.so.0, libglib-2.0.so.0): "
        "run sudo apt-get install -y libgl1 libglib2.0-0"
    )


def test_nothing_missing_is_nothing_to_say() -> None:
    assert missing_libraries(lambda name: None) == ()
    assert advice(()) == ""


def test_all_of_them_are_here() -> None:
    """These tests import OpenCV, so what it needs is there; a name that no system knows would show here."""
    assert set(missing_libraries()) <= {"libmtdev.so.1"}
    assert advice(PACKAGES).endswith("libxcb1 libgl1 libglib2.0-0 libmtdev1")
