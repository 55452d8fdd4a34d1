"""Every screen, both sizes, both languages: nothing cut off, nothing over another, nothing too small to touch."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest

from companion.view import View
from ui.pictures import LANGUAGES, SIZES, scenes

if TYPE_CHECKING:
    from ui.driver import Driver

TARGET = 48
"""design px: 9 mm on a 7-inch screen of 800x480"""
SMALLEST = {"SeenMark": 8.0}
READABLE = 12.5
"""design px: nothing people must read is set smaller"""


@cache
def _scenes(language: str) -> dict[str, tuple[View, tuple[str, ...]]]:
    return {name: (view, taps) for name, view, taps in scenes(language)}


Rectangle = tuple[float, float, float, float]
"""left, bottom, right, top in the window"""


def _rectangle(widget: Any, inside: Any = None) -> Rectangle:
    x, y = widget.to_window(widget.x, widget.y)
    if inside is None:
        return x, y, x + widget.width, y + widget.height
    left, bottom, right, top = _rectangle(inside)
    return max(x, left), max(y, bottom), min(x + widget.width, right), min(y + widget.height, top)


def _shown(driver: Driver) -> Iterator[tuple[Any, tuple[Any, ...], Any]]:
    """(widget, its ancestors, the list it lies in or None) of all that is visible."""
    from kivy.uix.scrollview import ScrollView

    from ui.question import QuestionBox

    def walk(widget: Any, above: tuple[Any, ...], inside: Any) -> Iterator[tuple[Any, tuple[Any, ...], Any]]:
        yield widget, above, inside
        for child in widget.children:
            if child.opacity > 0 and child.width > 0 and child.height > 0:
                yield from walk(child, (*above, widget), widget if isinstance(widget, ScrollView) else inside)

    everything = list(walk(driver.top(), (), None))
    box = next((w for w, _, _ in everything if isinstance(w, QuestionBox)), None)
    for widget, above, inside in everything:
        if box is not None and widget is not box and box not in above and box.collide_point(*widget.center):
            continue  # a question lies over the middle of the table on purpose
        if inside is not None and not (inside.y <= widget.center_y + _scrolled(widget, inside) <= inside.top):
            continue
        yield widget, above, inside


def _scrolled(widget: Any, inside: Any) -> float:
    return float(
        widget.to_window(*widget.center)[1] - inside.to_window(*inside.center)[1] + inside.center_y - widget.center_y
    )


def _check_words(widget: Any, u: float) -> None:
    from kivy.core.text import Label as CoreLabel
    from kivy.core.text.markup import MarkupLabel

    across = widget.width - widget.padding[0] - widget.padding[2]
    down = widget.height - widget.padding[1] - widget.padding[3]
    look = {"font_name": "Roboto", "font_size": widget.font_size, "bold": widget.bold}
    block = MarkupLabel(text=widget.text, text_size=(int(across), None), **look)
    assert block.render()[1] <= down + 1, f"{widget.say!r} is cut off: {block.render()} in {across, down}"
    measure = CoreLabel(**look)
    for word in widget.say.split():
        assert measure.get_extents(word)[0] <= across + 1, f"{word!r} is broken in two"
    least = SMALLEST.get(type(widget).__name__, READABLE)
    assert widget.font_size >= least * u, f"{widget.say!r} is set at {widget.font_size / u:.0f}"


def _over(first: Rectangle, second: Rectangle) -> bool:
    across = min(first[2], second[2]) - max(first[0], second[0])
    return across > 1 and min(first[3], second[3]) - max(first[1], second[1]) > 1


def _check(driver: Driver, size: tuple[int, int]) -> None:
    from kivy.uix.behaviors import ButtonBehavior

    from ui.card import CardFace, Fan
    from ui.look import LOOK, Words
    from ui.preview import SeenMark

    u = LOOK.u
    solid: list[tuple[Any, tuple[Any, ...], Rectangle]] = []
    for widget, above, inside in _shown(driver):
        is_words = isinstance(widget, Words)
        if is_words and widget.say:
            _check_words(widget, u)
        if isinstance(widget, ButtonBehavior) or (is_words and widget.say) or isinstance(widget, CardFace):
            where = left, bottom, right, top = _rectangle(widget, inside)
            assert left >= -1 and right <= size[0] + 1, f"{widget} reaches out of the window"
            assert bottom >= -1 and top <= size[1] + 1, f"{widget} reaches out of the window"
            if not isinstance(widget, SeenMark) and not any(isinstance(parent, Fan) for parent in above):
                solid.append((widget, above, where))
        if isinstance(widget, ButtonBehavior) and not isinstance(widget, CardFace) and not widget.disabled:
            if getattr(widget, "kind", "") in ("title", "refusal", "finding"):
                continue  # the banner may be as flat as the bar
            assert min(widget.size) >= TARGET * u - 1, f"{getattr(widget, 'name', widget)} is {widget.size}"
        if isinstance(widget, Fan) and widget.tapped and len(widget.children) > 1:
            first, second = widget.children[-1], widget.children[-2]
            assert second.x - first.x >= TARGET * u - 1, "cards to tap lie too close"
    for (a, above_a, where_a), (b, above_b, where_b) in combinations(solid, 2):
        if _over(where_a, where_b):
            assert a in above_b or b in above_a, f"{_told(a)} and {_told(b)} overlap"


def _told(widget: Any) -> str:
    return (
        f"{type(widget).__name__} {getattr(widget, 'name', '')!r} {getattr(widget, 'say', '')!r} {_rectangle(widget)}"
    )


@pytest.mark.parametrize("name", _scenes("en"))
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")  # the last varies slowest
def test_screen(driver: Driver, size: tuple[int, int], language: str, name: str) -> None:
    driver.speak(language)
    driver.resize(size)
    view, taps = _scenes(language)[name]
    driver.fresh(view)
    for tap in taps:
        driver.tap(tap)
    driver.settle(6)
    _check(driver, size)
