"""What all pages have in common: the application they send through and the view they draw."""

from __future__ import annotations

from typing import Any

from kivy.properties import ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from companion.view import SeatView, TableView


class Page(FloatLayout):
    """One full screen."""

    app = ObjectProperty()
    view = ObjectProperty(None, allownone=True)

    def apply(self, view: Any) -> None:
        """Draw this view."""
        self.view = view


def seat_at(view: TableView, place: int) -> SeatView:
    """The seat of a place."""
    return next(seat for seat in view.seats if seat.place == place)


def name_at(view: TableView, place: int | None) -> str:
    """The name of the person at a place, empty for nobody."""
    return "" if place is None else seat_at(view, place).name


def shown(widget: Any, wanted: bool, parent: Any) -> None:
    """Have a widget in its parent or not; a hidden widget takes no touches."""
    if wanted and widget.parent is None:
        parent.add_widget(widget)
    elif not wanted and widget.parent is not None:
        parent.remove_widget(widget)
