"""The 40-pin header of a Raspberry Pi with what is wired to it, as a table and as a drawing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from hardware.buttons.gpio import PanelPins, wiring

HEADER: Sequence[int | str] = (
    "3.3 V", "5 V", 2, "5 V", 3, "ground", 4, 14, "ground", 15, 17, 18, 27, "ground", 22, 23, "3.3 V", 24, 10, "ground",
    9, 25, 11, 8, "ground", 7, "ID", "ID", 5, "ground", 6, 12, 13, "ground", 19, 16, 26, 20, "ground", 21,
)  # fmt: skip
"""Position 1, 2, 3 ... of the header: a BCM number, or what it is instead. Odd positions are the left column."""

NAMES = {"plus": "+", "minus": "-", "ok": "OK", "pass": "Dalje"}
COLOURS = {
    "plus": "#2e7d32",
    "minus": "#8d6e63",
    "ok": "#1565c0",
    "pass": "#c62828",
    "light": "#f9a825",
    "ground": "#212121",
    "power": "#ef6c00",
    "free": "#bdbdbd",
}
ROW, LEFT, TOP = 30, 330, 70
"""Height of a row of the drawing, and where its upper left pin is (px)."""


class Use(NamedTuple):
    """What a pin serves: words for people, and the kind that gives the colour."""

    words: str
    kind: str


def uses(panels: Sequence[PanelPins], lights: Mapping[int, int]) -> dict[int, Use]:
    """What each BCM pin serves."""
    found = {
        pin: Use(f"{_whose(button.place)}: {NAMES[button.key]}", button.key) for button, pin in wiring(panels).items()
    }
    return found | {pin: Use(f"place {place}: light", "light") for place, pin in lights.items()}


def position(pin: int) -> int:
    """The position (1 to 40) of a BCM pin on the header."""
    return HEADER.index(pin) + 1


def table(panels: Sequence[PanelPins], lights: Mapping[int, int]) -> str:
    """A Markdown table: a row for each panel, BCM numbers with the position on the header in brackets."""
    rows = ["| panel | + | - | OK | Dalje | light |", "|---|---|---|---|---|---|"]
    for panel in panels:
        light = None if panel.place is None else lights.get(panel.place)
        pins = (panel.plus, panel.minus, panel.ok, panel.pass_, light)
        cells = ["" if pin is None else f"GPIO {pin} ({position(pin)})" for pin in pins]
        rows.append(f"| {_whose(panel.place)} | {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def drawing(panels: Sequence[PanelPins], lights: Mapping[int, int], title: str) -> str:
    """The header as an SVG drawing, seen from above with the corner of the board at the top."""
    served = uses(panels, lights)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="720" height="{TOP + 20 * ROW + 20}" '
        'font-family="sans-serif" font-size="14">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="360" y="32" text-anchor="middle" font-size="20">{escape(title)}</text>',
        f'<rect x="{LEFT - 18}" y="{TOP - 18}" width="66" height="{20 * ROW + 6}" rx="6" fill="#eceff1" '
        'stroke="#607d8b"/>',
    ]
    for place, what in enumerate(HEADER):
        parts += _pin(place, what, served)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _pin(place: int, what: int | str, served: Mapping[int, Use]) -> list[str]:
    """One pin with its position inside and its label at its side."""
    row, column = divmod(place, 2)
    x, y = LEFT + column * ROW, TOP + row * ROW
    words, kind = _label(what, served)
    side, anchor = (x - 24, "end") if column == 0 else (x + 24, "start")
    return [
        f'<circle cx="{x}" cy="{y}" r="12" fill="{COLOURS[kind]}"/>',
        f'<text x="{x}" y="{y + 4}" text-anchor="middle" font-size="11" fill="{_ink(kind)}">{place + 1}</text>',
        f'<text x="{side}" y="{y + 5}" text-anchor="{anchor}" fill="{"#9e9e9e" if kind == "free" else "black"}">'
        f"{escape(words)}</text>",
    ]


def _label(what: int | str, served: Mapping[int, Use]) -> Use:
    if isinstance(what, str):
        return Use(what, {"ground": "ground", "ID": "free"}.get(what, "power"))
    use = served.get(what)
    return Use(f"GPIO {what}, {use.words}", use.kind) if use else Use(f"GPIO {what}, free", "free")


def _ink(kind: str) -> str:
    return "black" if kind in ("light", "free") else "white"


def _whose(place: int | None) -> str:
    return "shared panel" if place is None else f"place {place}"
