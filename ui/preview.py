"""What the camera sees: its picture, and the cards it makes out, at the places where they lie."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
from kivy.event import EventDispatcher
from kivy.graphics.texture import Texture
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.cards import Card
from companion.view import TableView
from ui.look import LOOK, Overlay, Words

PREVIEW_FPS = 15
WIDEST = 640
SURE = 0.9
CROWDED = 8
"""more cards than this are marked in small letters on the small plan"""
STEPS = sorted(
    ((across / 4, down / 2) for across in range(-24, 25) for down in range(-16, 17)),
    key=lambda step: (math.hypot(2 * step[0], step[1]), step),
)
"""Where else a mark may stand, the nearest first: in its widths and heights (it is about twice as wide as high)."""


class Preview(EventDispatcher):
    """The newest camera picture as one texture that is made once and reused."""

    texture = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._newest: Any = None
        self.watchers: set[Any] = set()

    def offer(self, image: Any) -> None:
        """Take a BGR picture; from any thread. Only the newest is kept."""
        self._newest = image

    def refresh(self) -> None:
        """Put the newest picture on the texture, if anybody looks."""
        if self._newest is None or not any(watcher.get_root_window() for watcher in self.watchers):
            return
        image, self._newest = self._newest, None
        stride = -(-image.shape[1] // WIDEST)
        small = np.ascontiguousarray(image[::stride, ::stride, ::-1])
        high, wide = small.shape[:2]
        texture = self.texture
        if texture is None or texture.size != (wide, high):
            texture = Texture.create(size=(wide, high), colorfmt="rgb")
            texture.flip_vertical()
        texture.blit_buffer(small.reshape(-1), colorfmt="rgb", bufferfmt="ubyte")
        self.texture = texture
        for watcher in self.watchers:
            watcher.canvas.ask_update()


class SeenMark(Words):
    """The name of one seen card on the plan."""

    unsure = BooleanProperty(False)


class Picture(ButtonBehavior, FloatLayout):
    """A plan of the table with the camera's picture as its ground; tap it to see it large."""

    app = ObjectProperty()
    marks = ListProperty()
    large = BooleanProperty(False)
    dark = BooleanProperty(False)
    texture = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.app.preview.watchers.add(self)
        self.app.preview.bind(texture=self.setter("texture"))
        self.texture = self.app.preview.texture
        self.bind(size=self._place, pos=self._place)

    def apply(self, view: TableView) -> None:
        """Name the cards seen."""
        self.span = view.watched_mm
        self.seen = view.seen
        field = self.ids.field
        while len(field.children) > len(self.seen):
            field.remove_widget(field.children[-1])
        while len(field.children) < len(self.seen):
            field.add_widget(SeenMark())
        self._place()
        self.dark = bool(view.camera)
        if view.camera:
            self.ids.none.say = LOOK.tr("No picture")
        else:
            self.ids.none.say = "" if self.seen or self.texture else LOOK.tr("Nothing seen yet")

    def _place(self, *_: Any) -> None:
        if not hasattr(self, "span"):
            return
        field = self.ids.field
        crowded = len(self.seen) > CROWDED
        wide, high = (58, 46) if self.large else (27, 15) if crowded else (36, 20)
        laid: list[tuple[float, float]] = []
        for mark, card in zip(field.children, self.seen, strict=True):
            pretty = Card.parse(card.code).pretty
            mark.unsure = card.p < SURE
            doubt = "?" if mark.unsure else ""
            mark.say = f"{pretty}\n{int(card.p * 100)} %" if self.large else pretty + doubt
            mark.points = 18 if self.large else 11 if crowded else 15
            mark.size = wide * LOOK.u, high * LOOK.u
            x = field.x + card.x / self.span[0] * field.width - mark.width / 2
            y = field.top - card.y / self.span[1] * field.height - mark.height / 2
            mark.pos = _free(x, y, mark.size, laid, field)
            laid.append(mark.pos)


def _free(
    x: float, y: float, size: tuple[float, float], laid: list[tuple[float, float]], field: Widget
) -> tuple[float, float]:
    """The nearest place for a mark to (x, y) that is inside the field and not over another mark.

    Where the field has no room left it stays where it is.
    """
    wide, high = size
    low, most = (field.x, field.y), (field.right - wide, field.top - high)
    for dx, dy in STEPS:
        spot = min(max(x + dx * wide, low[0]), most[0]), min(max(y + dy * high, low[1]), most[1])
        if all(abs(spot[0] - other[0]) >= wide or abs(spot[1] - other[1]) >= high for other in laid):
            return spot
    return min(max(x, low[0]), most[0]), min(max(y, low[1]), most[1])


class PictureOverlay(Overlay):
    """The camera's picture, large, with how sure each reading is."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.picture = Picture(app=self.app, large=True, size_hint=(None, None))
        self.ids.sheet.add_widget(self.picture)
        self.bind(size=self._place)

    def _place(self, *_: Any) -> None:
        sheet, u = self.ids.sheet, LOOK.u
        wide = min(sheet.width - 24 * u, (sheet.height - 84 * u) * 760 / 420)
        self.picture.size = wide, wide * 420 / 760
        self.picture.center_x, self.picture.y = sheet.center_x, sheet.y + 12 * u

    def viewed(self, view: object) -> None:
        """Keep up with the table."""
        if isinstance(view, TableView):
            self.picture.apply(view)
            self.ids.count.say = LOOK.trn(
                "The camera sees {n} card", "The camera sees {n} cards", len(view.seen)
            ).format(n=len(view.seen))
            self._place()


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
