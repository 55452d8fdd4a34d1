"""A playing card and a row of cards, drawn by ourselves: index in the corner, suit in the middle."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Line, Rectangle, RoundedRectangle
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from companion.cards import SYMBOLS, Card
from ui.look import LOOK, ink

BACK = "?"
SHAPE = 88 / 63
"""height of a card over its width"""


@lru_cache(512)
def sign(text: str, px: int, font: str, colour: str) -> Texture:
    """A texture of these signs, made once for each size and colour."""
    label = CoreLabel(text=text, font_size=px, font_name=font, bold=font == "Roboto", color=ink(colour))
    label.refresh()
    return label.texture


class CardFace(Widget):
    """A card: ``code`` as in ``TD``, ``?`` for a back, empty for a place where a card will lie."""

    code = StringProperty("")
    event = ObjectProperty(None, allownone=True)
    doubtful = BooleanProperty(False)
    chosen = BooleanProperty(False)
    faded = BooleanProperty(False)
    badge = StringProperty("")
    name = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        self._redraw = Clock.create_trigger(self.draw, -1)
        kwargs.setdefault("size_hint", (None, None))
        super().__init__(**kwargs)
        for of in ("code", "doubtful", "chosen", "faded", "badge", "size", "pos"):
            self.fbind(of, self._redraw)
        self._redraw()

    def draw(self, *_: Any) -> None:
        """Draw the card anew."""
        self.canvas.clear()
        round_by = [max(3.0, self.width * 0.09)]
        with self.canvas:
            if not self.code:
                Color(*ink("soft", 0.5))
                Line(rounded_rectangle=(*self._inside(2), round_by[0]), width=1.2, dash_length=6, dash_offset=5)
            elif self.code == BACK:
                self._draw_back(round_by)
            else:
                self._draw_face(round_by)
            if self.chosen or self.doubtful:
                Color(*ink("gold"))
                Line(rounded_rectangle=(*self._inside(0), round_by[0]), width=2.2 * LOOK.u)
            mark = "✓" if self.chosen and not self.badge else ("?" if self.doubtful else self.badge)
            if mark:
                self._draw_badge(mark)

    def _inside(self, by: float) -> tuple[float, float, float, float]:
        return self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by

    def _draw_back(self, round_by: list[float]) -> None:
        Color(*ink("card"))
        RoundedRectangle(pos=self.pos, size=self.size, radius=round_by)
        x, y, w, h = self._inside(max(2.0, self.width * 0.06))
        Color(*ink("back"))
        RoundedRectangle(pos=(x, y), size=(w, h), radius=round_by)
        Color(*ink("card", 0.55))
        middle, centre, reach = x + w / 2, y + h / 2, min(w, h) * 0.32
        for part in (1.0, 0.55):
            r = reach * part
            points = [middle - r, centre, middle, centre + r * 1.4, middle + r, centre, middle, centre - r * 1.4]
            Line(points=points, width=1.1, close=True)

    def _draw_face(self, round_by: list[float]) -> None:
        card = Card.parse(self.code)
        colour = "red" if card.red else "black"
        Color(*ink("black", 0.55))
        RoundedRectangle(pos=self.pos, size=self.size, radius=round_by)
        Color(*ink("card"))
        RoundedRectangle(pos=(self.x + 1, self.y + 1), size=(self.width - 2, self.height - 2), radius=round_by)
        suit = SYMBOLS.get(card.suit, "★")
        small = self.height < 60 * LOOK.u
        index = self.height * (0.44 if small else 0.32)
        rank = {"T": "10", "XB": "J", "XR": "J", "X": "J"}.get(card.rank, card.rank)
        strip = self.width * (0.62 if small else 0.36)
        white = (1, 1, 1, 0.45 if self.faded else 1)
        Color(*white)
        top = self.top - self.height * 0.03
        used = self._stamp(sign(rank, int(index), "Roboto", colour), self.x + strip / 2 + 1, top, strip - 2)
        self._stamp(
            sign(suit, int(index * 0.86), "DejaVuSans", colour), self.x + strip / 2 + 1, top - used * 0.86, strip
        )
        if not small:
            big = sign(suit, int(self.height * (0.5 if self.height > 85 * LOOK.u else 0.4)), "DejaVuSans", colour)
            self._stamp(big, self.x + self.width * 0.62, self.y + self.height * 0.62, self.width * 0.7)

    def _stamp(self, texture: Texture, middle: float, top: float, most: float) -> float:
        width, height = texture.size
        wide = min(width, most)
        Rectangle(texture=texture, pos=(round(middle - wide / 2), round(top - height)), size=(wide, height))
        return float(height)

    def _draw_badge(self, mark: str) -> None:
        side = max(20 * LOOK.u, self.width * 0.3)
        x, y = self.right - side * 0.8, self.y - side * 0.1
        Color(*ink("gold"))
        RoundedRectangle(pos=(x, y), size=(side, side), radius=[side / 2])
        Color(1, 1, 1, 1)
        font = "DejaVuSans" if mark == "✓" else "Roboto"
        texture = sign(mark, int(side * 0.75), font, "dark")
        self._stamp(texture, x + side / 2, y + side / 2 + texture.height / 2, side)


class CardBtn(ButtonBehavior, CardFace):
    """A card to tap."""


class Fan(Widget):
    """A row of cards that overlap when they must; ``tapped(card)`` is called when its cards are buttons."""

    cards = ListProperty()
    """(code, event, doubtful) of each card"""
    card_height = NumericProperty(44)
    """px"""
    align = StringProperty("left")
    faded = BooleanProperty(False)
    tapped = ObjectProperty(None, allownone=True)
    prefix = StringProperty("card")

    def __init__(self, **kwargs: Any) -> None:
        self._lay = Clock.create_trigger(self.lay, -1)
        kwargs.setdefault("size_hint", (None, None))
        super().__init__(**kwargs)
        for of in ("cards", "card_height", "size", "pos", "faded"):
            self.fbind(of, self._lay)

    def lay(self, *_: Any) -> None:
        """Place the cards; widgets are kept from one view to the next."""
        while len(self.children) > len(self.cards):
            self.remove_widget(self.children[0])
        while len(self.children) < len(self.cards):
            card = CardBtn() if self.tapped else CardFace()
            if self.tapped:
                card.bind(on_release=self.tapped)
            self.add_widget(card)
        high = min(self.card_height, self.height)
        wide = high / SHAPE if high >= 60 * LOOK.u else high * 0.74
        count = len(self.cards)
        step = min(wide + 4 * LOOK.u, (self.width - wide) / max(1, count - 1))
        used = wide + step * (count - 1)
        left = {"left": self.x, "centre": self.center_x - used / 2, "right": self.right - used}[self.align]
        for number, (card, (code, event, doubtful)) in enumerate(zip(reversed(self.children), self.cards, strict=True)):
            card.code, card.event, card.doubtful, card.faded = code, event, doubtful, self.faded
            card.name = f"{self.prefix}.{number}"
            card.size = (wide, high)
            card.pos = (left + step * number, self.center_y - high / 2)


def of_views(cards: Any, hidden: int = 0) -> list[tuple[str, int | None, bool]]:
    """CardViews, and some backs before them, as a Fan takes them."""
    shown = [(card.code or BACK, card.event, card.doubtful) for card in cards]
    return [(BACK, None, False)] * hidden + shown
