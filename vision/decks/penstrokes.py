"""The strokes of drawn index letters and figures (`vision.decks.lettering`).

Each glyph is a function of the hand: it returns strokes (n x 2 points in the unit square), the ends that may
carry serifs, and its width relative to an ordinary letter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.decks.signs import curve

Stroke = NDArray[np.float64]
Glyph = tuple[list[Stroke], Sequence[tuple[float, float]], float]


@dataclass(frozen=True)
class Hand:
    """How somebody writes: ``waist`` is the height (0 top, 1 foot) where bowls meet, ``square`` the exponent of
    their superellipses (2 round); the others name the forms of figures and letters."""

    waist: float
    square: float
    three: str
    four: str
    six: str
    seven: str
    jack: str
    queen: str
    ace: str
    one: str


def _line(*points: tuple[float, float]) -> Stroke:
    return np.array(points, np.float64)


def _arc(h: Hand, x: float, y: float, rx: float, ry: float, start: float, end: float) -> Stroke:
    """Part of a superellipse from ``start`` to ``end`` degrees, clockwise as seen, 0 to the right."""
    turn = np.radians(np.linspace(start, end, 40))
    cos, sin = np.cos(turn), np.sin(turn)
    power = 2 / h.square
    return np.stack([x + rx * np.sign(cos) * np.abs(cos) ** power, y + ry * np.sign(sin) * np.abs(sin) ** power], 1)


def _zero(h: Hand) -> Glyph:
    return [_arc(h, 0.5, 0.5, 0.5, 0.5, 0, 360)], (), 1.0


def _one(h: Hand) -> Glyph:
    flag = [] if h.one == "bare" else [_line((0.1, 0.24), (0.5, 0.0))]
    foot = [_line((0.1, 1.0), (0.9, 1.0))] if h.one == "footed" else []
    return [_line((0.5, 0.0), (0.5, 1.0)), *flag, *foot], ((0.5, 1.0),), 0.5


def _two(h: Hand) -> Glyph:
    top = _arc(h, 0.5, 0.28, 0.48, 0.28, 185, 375)
    x, y = top[-1]
    return [np.concatenate([top, curve((x, y), (x - 0.1, 0.55), (0.1, 0.75), (0, 1))]), _line((0, 1), (1, 1))], (), 1.0


def _three(h: Hand) -> Glyph:
    w = h.waist
    bottom = _arc(h, 0.46, (1 + w) / 2, 0.52, (1 - w) / 2, -90, 165)
    if h.three == "flat":
        return [np.concatenate([_line((0.06, 0), (0.95, 0), (0.42, w)), bottom])], (), 1.0
    return [_arc(h, 0.46, w / 2, 0.46, w / 2, 190, 450), bottom], (), 1.0


def _four(h: Hand) -> Glyph:
    bar = 0.5 + h.waist * 0.42
    if h.four == "open":
        return [_line((0.42, 0), (0, bar), (1, bar)), _line((0.72, 0.35), (0.72, 1))], ((0.72, 1.0),), 1.0
    return [_line((0.74, 1), (0.74, 0), (0, bar), (1, bar))], ((0.74, 1.0),), 1.0


def _five(h: Hand) -> Glyph:
    top = h.waist * 0.78
    bowl = _arc(h, 0.46, (1 + top) / 2, 0.52, (1 - top) / 2, -150, 160)
    return [_line((0.9, 0), (0.14, 0), (0.09, top + 0.1)), bowl], (), 1.0


def _six(h: Hand) -> Glyph:
    top = h.waist * 0.86
    bowl = _arc(h, 0.5, (1 + top) / 2, 0.5, (1 - top) / 2, 0, 360)
    middle = (0.0, (1 + top) / 2)
    if h.six == "straight":
        return [bowl, curve((0.72, 0), (0.4, 0.2), (0.02, 0.4), middle)], (), 1.0
    return [bowl, curve((0.92, 0.14), (0.7, -0.08), (0.0, -0.12), middle)], (), 1.0


def _nine(h: Hand) -> Glyph:
    return [1.0 - stroke for stroke in _six(h)[0]], (), 1.0


def _seven(h: Hand) -> Glyph:
    leg = _line((1, 0), (0.34, 1)) if h.seven == "straight" else curve((1, 0), (0.62, 0.4), (0.42, 0.6), (0.4, 1))
    bar = [_line((0.35, 0.5), (0.85, 0.5))] if h.seven == "barred" else []
    return [_line((0, 0), (1, 0)), leg, *bar, _line((0, 0), (0, 0.1))], (), 1.0


def _eight(h: Hand) -> Glyph:
    w = h.waist
    return [
        _arc(h, 0.5, w / 2, 0.43, w / 2, 0, 360),
        _arc(h, 0.5, (1 + w) / 2, 0.5, (1 - w) / 2, 0, 360),
    ], (), 1.0  # fmt: skip


def _a(h: Hand) -> Glyph:
    bar = 0.28 + h.waist * 0.76
    side = 0.5 * bar
    top = 0.12 if h.ace == "flat" else 0.0
    legs = [_line((0, 1), (0.5 - top, 0), (0.5 + top, 0), (1, 1)), _line((0.5 - side, bar), (0.5 + side, bar))]
    return legs, ((0.0, 1.0), (1.0, 1.0)), 1.15


def _j(h: Hand) -> Glyph:
    hook = _arc(h, 0.36, 0.72, 0.36, 0.28, 0, 170)
    top = {"bare": [], "left": [_line((0.36, 0), (0.72, 0))], "both": [_line((0.4, 0), (1.0, 0))]}[h.jack]
    return [np.concatenate([_line((0.72, 0)), hook]), *top], (), 0.85


def _q(h: Hand) -> Glyph:
    tail = {
        "short": _line((0.62, 0.74), (0.98, 1.02)),
        "long": _line((0.45, 0.6), (1.05, 1.08)),
        "curl": curve((0.3, 0.86), (0.5, 0.6), (0.7, 1.05), (1.08, 1.0)),
    }[h.queen]
    return [_arc(h, 0.5, 0.5, 0.5, 0.5, 0, 360), tail], (), 1.1


def _k(h: Hand) -> Glyph:
    meet = 0.1 + h.waist
    at = 0.42
    leg = (at, meet * (1 - at))
    ends = ((0.0, 0.0), (0.0, 1.0), (0.96, 0.0), (0.98, 1.0))
    return [_line((0, 0), (0, 1)), _line((0.96, 0), (0, meet)), _line(leg, (0.98, 1))], ends, 1.05


def _d(h: Hand) -> Glyph:
    bowl = np.concatenate([_line((0, 0)), _arc(h, 0.35, 0.5, 0.65, 0.5, -90, 90), _line((0, 1))])
    return [_line((0, 0), (0, 1)), bowl], ((0.0, 0.0), (0.0, 1.0)), 1.05


def _bowl(h: Hand, top: float, low: float, reach: float) -> Stroke:
    """From the stem out and back, between two heights."""
    arc = _arc(h, reach * 0.5, (top + low) / 2, reach * 0.5, (low - top) / 2, -90, 90)
    return np.concatenate([_line((0, top)), arc, _line((0, low))])


def _r(h: Hand) -> Glyph:
    low = h.waist + 0.06
    leg = _line((0.45, low), (1, 1))
    return [_line((0, 0), (0, 1)), _bowl(h, 0, low, 0.95), leg], ((0.0, 0.0), (0.0, 1.0), (1.0, 1.0)), 1.05


def _b(h: Hand) -> Glyph:
    w = h.waist
    return [_line((0, 0), (0, 1)), _bowl(h, 0, w, 0.9), _bowl(h, w, 1, 1.0)], ((0.0, 0.0), (0.0, 1.0)), 1.0


def _stems(*strokes: Stroke, feet: Sequence[tuple[float, float]] = (), width: float = 1.0) -> Glyph:
    return list(strokes), feet, width


def _s(h: Hand) -> Glyph:
    w = h.waist
    return (
        [_arc(h, 0.5, w / 2, 0.46, w / 2, -20, -270), _arc(h, 0.5, (1 + w) / 2, 0.5, (1 - w) / 2, -90, 160)],
        (),
        0.95,
    )


def _de(h: Hand) -> Glyph:
    """The Russian D, with its two feet below the line."""
    roof = _line((0.12, 0.84), (0.34, 0), (0.84, 0), (0.84, 0.84))
    return [roof, _line((0, 1), (0, 0.84), (1, 0.84), (1, 1))], (), 1.15


_FOUR_ENDS = ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0))

GLYPHS: dict[str, Callable[[Hand], Glyph]] = {
    "0": _zero, "1": _one, "2": _two, "3": _three, "4": _four, "5": _five, "6": _six, "7": _seven, "8": _eight,
    "9": _nine, "A": _a, "J": _j, "Q": _q, "K": _k, "D": _d, "R": _r, "B": _b, "S": _s, "Д": _de,
    "V": lambda h: _stems(_line((0, 0), (0.5, 1), (1, 0)), feet=((0.0, 0.0), (1.0, 0.0)), width=1.1),
    "H": lambda h: _stems(
        _line((0, 0), (0, 1)), _line((1, 0), (1, 1)), _line((0, h.waist), (1, h.waist)), feet=_FOUR_ENDS, width=1.05
    ),
    "T": lambda h: _stems(_line((0, 0), (1, 0)), _line((0.5, 0), (0.5, 1)), feet=((0.5, 1.0),)),
    "O": lambda h: ([_arc(h, 0.5, 0.5, 0.5, 0.5, 0, 360)], (), 1.1),
    "C": lambda h: ([_arc(h, 0.5, 0.5, 0.5, 0.5, -35, -325)], (), 1.0),
    "E": lambda h: _stems(_line((0.9, 0), (0, 0), (0, 1), (0.95, 1)), _line((0, h.waist), (0.75, h.waist)), width=0.9),
    "F": lambda h: _stems(_line((0.9, 0), (0, 0), (0, 1)), _line((0, h.waist), (0.7, h.waist)), width=0.9),
    "I": lambda h: _stems(_line((0.5, 0), (0.5, 1)), feet=((0.5, 0.0), (0.5, 1.0)), width=0.3),
    "L": lambda h: _stems(_line((0, 0), (0, 1), (0.9, 1)), width=0.9),
    "N": lambda h: _stems(_line((0, 1), (0, 0), (1, 1), (1, 0)), width=1.05),
    "M": lambda h: _stems(_line((0, 1), (0, 0), (0.5, 0.7), (1, 0), (1, 1)), width=1.3),
    "W": lambda h: _stems(_line((0, 0), (0.25, 1), (0.5, 0.25), (0.75, 1), (1, 0)), width=1.5),
    "X": lambda h: _stems(_line((0, 0), (1, 1)), _line((1, 0), (0, 1)), feet=_FOUR_ENDS, width=1.05),
    "U": lambda h: ([_line((0, 0), (0, 0.6)), _arc(h, 0.5, 0.6, 0.5, 0.4, 180, 0), _line((1, 0.6), (1, 0))], (), 1.05),
    "P": lambda h: ([_line((0, 0), (0, 1)), _bowl(h, 0, h.waist + 0.06, 0.95)], ((0.0, 0.0), (0.0, 1.0)), 1.0),
    "Y": lambda h: _stems(_line((0, 0), (0.5, 0.5), (1, 0)), _line((0.5, 0.5), (0.5, 1)), feet=((0.5, 1.0),)),
}  # fmt: skip
"""The letters that indices, jokers and small print need."""
