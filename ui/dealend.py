"""The end of a deal: what everybody kept, and how his points came about."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from companion.view import NextDeal, TableView
from ui.bar import Bar  # noqa: F401  (the .kv file uses it)
from ui.look import LOOK
from ui.page import Page
from ui.sheet import signed

ROOM = 344.0
"""design px for all rows"""


class ResultRow(FloatLayout):
    """One person's result."""

    who = StringProperty("")
    how = StringProperty("")
    points = StringProperty("")
    total = StringProperty("")
    best = BooleanProperty(False)
    cards = ListProperty()
    tall = NumericProperty(60)


class DealEndPage(Page):
    """Result of the deal just finished; next deal, or back to the table to correct something."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.ids.bar.app = self.app
        self.rows: list[ResultRow] = []

    def apply(self, view: TableView) -> None:
        """Draw this view."""
        super().apply(view)
        self.ids.bar.apply(view)
        if len(self.rows) != len(view.seats):
            self.ids.rows.clear_widgets()
            self.rows = [ResultRow(tall=min(100.0, ROOM / len(view.seats) - 4)) for _ in view.seats]
            for row in self.rows:
                self.ids.rows.add_widget(row)
        if not view.sheet:
            return
        result = view.sheet[-1]
        most = max(result.points.values(), default=0)
        for row, seat in zip(self.rows, view.seats, strict=True):
            points = result.points.get(seat.place)
            row.best = points is not None and points == most
            row.who = ("★ " if row.best else "") + seat.name
            row.how = result.how.get(seat.place, result.note)
            row.points = "–" if points is None else signed(points)
            row.total = str(result.totals.get(seat.place, seat.score))
            row.cards = [(code, None, False) for code in result.hands.get(seat.place, ())]
        self.ids.again.say = LOOK.tr("Next deal")

    def again(self) -> None:
        """Deal again."""
        self.app.send(NextDeal())


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
