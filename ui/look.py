"""Colours, sizes, words and buttons that all screens share.

Sizes are design px on a screen 480 px high; ``LOOK.u`` (px per design px) carries them to any other height.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.core.text.markup import MarkupLabel
from kivy.event import EventDispatcher
from kivy.lang import Builder
from kivy.lang.parser import global_idmap
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.utils import get_color_from_hex

from companion.texts import catalogue

PALETTE = {
    "night": "0B2A1E",
    "felt": "17563F",
    "panel": "0F3A2A",
    "line": "3E8468",
    "key": "27664D",
    "keydown": "3B8568",
    "ink": "F7F3E8",
    "soft": "C9DCD0",
    "gold": "F4C64F",
    "golddown": "D9A92F",
    "dark": "14211B",
    "wine": "8C2B33",
    "winedown": "6C1F26",
    "amber": "FFD98A",
    "card": "FCFAF3",
    "red": "B5121F",
    "black": "16181A",
    "back": "2F5D8C",
    "dim": "000000",
}
PAIRS = (
    ("ink", "night"),
    ("ink", "felt"),
    ("ink", "panel"),
    ("ink", "key"),
    ("ink", "wine"),
    ("soft", "felt"),
    ("soft", "panel"),
    ("soft", "night"),
    ("gold", "panel"),
    ("gold", "felt"),
    ("gold", "night"),
    ("dark", "gold"),
    ("dark", "amber"),
    ("red", "card"),
    ("black", "card"),
    ("ink", "back"),
)
"""(ink, ground) as they occur on the screens: each must reach a contrast of 4.5."""

ROBOTO_LACKS = re.compile("[♠♥♦♣▶◀▲▼★⛁⚠✓⌫⇧↶↷↺↻☰✕●○⚑❚]+")
LOCALE = Path(__file__).parent / "locale"


@cache
def ink(name: str, alpha: float = 1.0) -> list[float]:
    """A colour of the palette as Kivy wants it."""
    return [*get_color_from_hex(PALETTE[name])[:3], alpha]


class Look(EventDispatcher):
    """The scale and the language of all screens; everything drawn binds to it."""

    u = NumericProperty(1.0)
    wide = NumericProperty(800.0)
    language = StringProperty("en")
    tr = ObjectProperty(lambda english: english)
    trn = ObjectProperty(lambda one, many, n: one if n == 1 else many)

    def fit(self, width: float, height: float) -> None:
        """Take the size of the window (px)."""
        self.u = height / 480
        self.wide = width / self.u

    def speak(self, language: str) -> None:
        """Say everything in this language from now on."""
        if language != self.language:
            words = catalogue(LOCALE / f"{language}.po")
            self.language = language
            self.trn = words.ngettext
            self.tr = words.gettext


LOOK = Look()


def N_(english: str) -> str:
    """Mark a constant for translation; ``LOOK.tr`` says it later."""
    return english


@lru_cache(2048)
def rich(raw: str, light: bool = False) -> str:
    """Markup of a plain text: signs that Roboto lacks come from DejaVu, red suits are red on any ground."""
    safe = raw.replace("&", "&amp;").replace("[", "&bl;").replace("]", "&br;")
    red = PALETTE["red"] if light else "FF9C94"

    def signs(found: re.Match[str]) -> str:
        coloured = re.sub("[♥♦]+", lambda suit: f"[color=#{red}]{suit[0]}[/color]", found[0])
        return f"[font=DejaVuSans]{coloured}[/font]"

    return ROBOTO_LACKS.sub(signs, safe)


@lru_cache(2048)
def in_lines(text: str, bold: bool, width: int, size: float) -> str:
    """Markup broken into lines of this width (px) between words alone.

    Kivy by itself also breaks where the font changes, which is between a rank and its suit.
    """
    if "[font=" not in text:
        return text
    lines = []
    for paragraph in text.split("\n"):
        line, *words = paragraph.split(" ")
        for word in words:
            block = MarkupLabel(text=f"{line} {word}", font_name="Roboto", font_size=size, bold=bold)
            if block.render()[0] <= width:
                line += f" {word}"
            else:
                lines.append(line)
                line = word
        lines.append(line)
    return "\n".join(lines)


@lru_cache(4096)
def fitted(text: str, bold: bool, width: int, height: int, most: float, least: float) -> float:
    """The largest font size (px) between ``least`` and ``most`` at which this markup fits the box."""
    size = most
    plain = re.sub(r"\[[^]]*\]", "", text).split()
    while size > least:
        measure = CoreLabel(font_name="Roboto", font_size=size, bold=bold)
        if all(measure.get_extents(word)[0] <= width for word in plain):
            lines = in_lines(text, bold, width, size)
            block = MarkupLabel(text=lines, font_name="Roboto", font_size=size, bold=bold, text_size=(width, None))
            if block.render()[1] <= height:
                return size
        size -= 1
    return least


class Words(Label):
    """Text that wraps and, where it must, shrinks to its box; ``say`` is the plain text."""

    say = StringProperty("")
    points = NumericProperty(18)
    least = NumericProperty(12)
    light = BooleanProperty(False)
    u = NumericProperty(1.0)
    name = StringProperty("")

    def __init__(self, **kwargs: object) -> None:
        self._fit = Clock.create_trigger(self.fit_now, -1)
        super().__init__(**kwargs)
        for of in ("say", "points", "size", "light", "bold", "padding", "u"):
            self.fbind(of, self._fit)
        self._fit()

    def fit_now(self, *_: object) -> None:
        """Choose the font size for the present text and box."""
        text = rich(self.say, self.light)
        across = int(self.width - self.padding[0] - self.padding[2])
        down = int(self.height - self.padding[1] - self.padding[3])
        self.text_size = (max(1, self.width), max(1, self.height))
        if across > 0 and down > 0:
            self.font_size = fitted(text, self.bold, across, down, self.points * LOOK.u, self.least * LOOK.u)
            text = in_lines(text, self.bold, across, self.font_size)
        self.text = text


class Btn(ButtonBehavior, Words):
    """A big button. ``kind``: plain, gold (the thing to do next), wine (away, no), quiet, chosen."""

    kind = StringProperty("plain")


class Stepper(BoxLayout):
    """Minus, a number, plus."""

    name = StringProperty("")
    value = NumericProperty(0)
    low = NumericProperty(0)
    high = NumericProperty(20)
    by = NumericProperty(1)

    def step(self, way: int) -> None:
        """Count one step up or down, not past the ends."""
        self.value = min(self.high, max(self.low, self.value + way * self.by))


class Scroller(ScrollView):
    """A list that begins at its top when all of it fits, and can jump to its end."""

    def newest(self) -> None:
        """Show the end of the list, once its rows are laid out."""
        Clock.schedule_once(lambda _: setattr(self, "scroll_y", 0 if self._overfull() else 1))

    def _overfull(self) -> bool:
        return bool(self.children) and self.children[0].height > self.height


class Overlay(FloatLayout):
    """Something over the page that takes all touches until it is closed."""

    app = ObjectProperty()
    closed = ObjectProperty(None, allownone=True)

    def open(self, closed: Callable[[], None] | None = None) -> None:
        """Lay it over everything; ``closed`` is called when it goes."""
        self.closed = closed
        self.app.stage.lay(self)

    def close(self) -> None:
        """Take it away."""
        self.app.stage.lift(self)

    def viewed(self, view: object) -> None:
        """A new view came while this is open; what has become pointless closes itself."""

    def on_touch_down(self, touch: object) -> bool:
        super().on_touch_down(touch)
        return True

    def on_touch_move(self, touch: object) -> bool:
        super().on_touch_move(touch)
        return True

    def on_touch_up(self, touch: object) -> bool:
        super().on_touch_up(touch)
        return True


global_idmap.update(LOOK=LOOK, ink=ink)
Builder.load_file(str(Path(__file__).with_suffix(".kv")))
