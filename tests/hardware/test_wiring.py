"""The wiring page shows the pins of the default settings.

After a change of the defaults, ``python tests/hardware/test_wiring.py`` writes the page anew.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as Tree
from pathlib import Path

import pytest

from companion.kept.settings import ButtonSettings, LightSettings
from hardware.pi import wiring
from hardware.pi.wiring import HEADER, drawing, position, table, uses

FOLDER = Path(wiring.__file__).parent
PANELS = ButtonSettings(mode="panels").wired()
SHARED = ButtonSettings(mode="shared").wired()
LIGHTS = LightSettings(mode="pins").wired()
DRAWINGS = {
    "wiring.svg": drawing(PANELS, LIGHTS, "Six panels and six lights"),
    "wiring_shared.svg": drawing(SHARED, LIGHTS, "One shared panel and six lights"),
}


def page(text: str) -> str:
    """The page with the tables of the defaults."""
    for name, rows in (("seats", table(PANELS, LIGHTS)), ("shared", table(SHARED, {}))):
        text = re.sub(rf"(?s)<!-- {name} -->.*<!-- /{name} -->", f"<!-- {name} -->\n{rows}<!-- /{name} -->", text)
    return text


def test_the_page_has_the_pins_of_the_defaults() -> None:
    text = (FOLDER / "README.md").read_text("utf-8")
    assert "| place 5 |" in text and "| shared panel |" in text
    assert text == page(text)


@pytest.mark.parametrize("name", DRAWINGS)
def test_the_drawings_show_the_defaults_and_are_whole(name: str) -> None:
    assert (FOLDER / name).read_text("utf-8") == DRAWINGS[name]
    labels = [node.text for node in Tree.fromstring(DRAWINGS[name]).iter("{http://www.w3.org/2000/svg}text")]
    assert len(labels) == 81


def test_the_header_has_each_pin_once() -> None:
    assert len(HEADER) == 40
    assert sorted(pin for pin in HEADER if isinstance(pin, int)) == list(range(2, 28))
    assert [place for place, what in enumerate(HEADER, 1) if what == "ground"] == [6, 9, 14, 20, 25, 30, 34, 39]
    assert (position(4), position(17), position(21), position(14)) == (7, 11, 40, 8)


def test_the_defaults_leave_i2c_free() -> None:
    assert not {2, 3} & set(uses(PANELS, LIGHTS))
    assert len(uses(PANELS, LIGHTS)) == 24


if __name__ == "__main__":
    readme = FOLDER / "README.md"
    readme.write_text(page(readme.read_text("utf-8")), "utf-8")
    for file, picture in DRAWINGS.items():
        (FOLDER / file).write_text(picture, "utf-8")
