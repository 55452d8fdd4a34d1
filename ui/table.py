"""The table: who sits where, the lot, the bids, whose turn it is, and what the camera sees."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty

from companion.view import TableView
from ui.bar import Bar  # noqa: F401  (the .kv file uses it)
from ui.card import of_views
from ui.correct import correct
from ui.look import LOOK
from ui.page import Page, shown
from ui.panel import Panel
from ui.preview import Picture, PictureOverlay
from ui.question import QuestionBox
from ui.seat import HandOverlay, SeatBox
from ui.seating import Box, seating


class TablePage(Page):
    """The page people look at most."""

    roomy = BooleanProperty(True)
    """the middle of the table has room for more than the stock and the lot"""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.seats: list[SeatBox] = []
        self.ids.bar.app = self.app
        self.ids.lot.tapped = lambda card: card.event is not None and correct(self.app, card.event, card.code)
        self.picture = Picture(app=self.app, size_hint=(None, None))
        self.picture.bind(on_release=lambda _: self.enlarge())
        self.add_widget(self.picture)
        self.enlarged = PictureOverlay(app=self.app)
        self.panel = Panel(app=self.app)
        self.add_widget(self.panel)
        self.question = QuestionBox(app=self.app)
        LOOK.bind(u=self._arrange, wide=self._arrange)

    def apply(self, view: TableView) -> None:
        """Draw this view; widgets are made anew only when the number of people changes."""
        super().apply(view)
        if len(self.seats) != len(view.seats):
            for box in self.seats:
                self.remove_widget(box)
            self.seats = [SeatBox(app=self.app) for _ in view.seats]
            for number, box in enumerate(self.seats):
                box.bind(on_release=lambda _, number=number: self.closer(number))
                self.add_widget(box, index=len(self.children))
            self._arrange()
        self.ids.bar.apply(view)
        self.app.picker.prepare(view.pack)
        for box, seat in zip(self.seats, view.seats, strict=True):
            box.apply(seat)
        waiting = [("", None, False)] * 2 if any(want.do == "turn" for want in view.awaits) else []
        self.ids.lot.cards = of_views(view.lot) or waiting
        self.ids.stock.code = "?" if view.stock else ""
        self.ids.stocked.say = LOOK.tr("stock {n}").format(n=view.stock)
        self.ids.aside.say = LOOK.tr("aside {n}").format(n=view.aside) if view.aside and self.roomy else ""
        shown(self.picture, view.camera != "none", self)
        self.picture.apply(view)
        self.panel.apply(view)
        self.question.apply(view)
        asks = view.question is not None
        shown(self.question, asks and self.children[0] is self.question, self)  # (it lies over what came after it)
        shown(self.question, asks, self)

    def _arrange(self, *_: Any) -> None:
        if not self.seats:
            return
        plan = seating(len(self.seats), LOOK.wide)
        for box, where in zip(self.seats, plan.boxes, strict=True):
            _put(box, where)
        _put(self.picture, plan.picture)
        _put(self.ids.middle, plan.middle)
        self.roomy = len(self.seats) < 7

    def closer(self, number: int) -> None:
        """Look closer at somebody's cards."""
        HandOverlay(app=self.app).open_on(self.view, self.view.seats[number].place)

    def enlarge(self) -> None:
        """See the camera's picture large."""
        self.enlarged.open()
        self.enlarged.viewed(self.view)


def _put(widget: Any, box: Box) -> None:
    widget.pos = box[0] * LOOK.u, box[1] * LOOK.u
    widget.size = box[2] * LOOK.u, box[3] * LOOK.u


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
