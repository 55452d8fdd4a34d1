"""One person's place on the table screen, and a closer look at his cards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.floatlayout import FloatLayout

from companion.view import SeatView, TableView
from ui.card import Fan, of_views
from ui.correct import correct
from ui.look import LOOK, Overlay
from ui.page import seat_at


class SeatBox(ButtonBehavior, FloatLayout):
    """Name, dealer's mark, money, bid or Dalje, score and cards; gold and an arrow when he is to act."""

    app = ObjectProperty()
    place = NumericProperty(0)
    name = StringProperty("")
    to_act = BooleanProperty(False)
    dealer = BooleanProperty(False)
    passed = BooleanProperty(False)
    offer = StringProperty("")

    def apply(self, seat: SeatView) -> None:
        """Draw this seat."""
        self.place = seat.place
        self.name = f"seat.{seat.place}"
        self.to_act, self.dealer, self.passed = seat.to_act, seat.dealer, seat.passed
        self.ids.who.say = ("▶ " if seat.to_act else "") + seat.name
        if seat.bid is not None:
            self.offer = LOOK.tr("bid {n}").format(n=seat.bid)
        else:
            self.offer = LOOK.tr("Dalje") if seat.passed else ""
        if seat.passed and seat.bid is not None:
            self.offer = LOOK.tr("Dalje")
        self.ids.money.say = "" if seat.money is None else f"⛁ {seat.money}"
        self.ids.score.say = LOOK.trn("{n} point", "{n} points", seat.score).format(n=seat.score)
        self.ids.cards.cards = of_views(seat.cards, seat.hidden)


class HandOverlay(Overlay):
    """The cards of one place, large enough to tap for a correction."""

    place = NumericProperty(0)

    def open_on(self, view: TableView, place: int) -> None:
        """Show the cards of this place."""
        self.place = place
        self.cards = Fan(tapped=self._tap, align="centre", prefix="hand")
        self.ids.sheet.add_widget(self.cards)
        self.bind(size=self._place, pos=self._place)
        self.viewed(view)
        self.open()

    def _place(self, *_: Any) -> None:
        sheet, u = self.ids.sheet, LOOK.u
        self.cards.size = sheet.width - 32 * u, 120 * u
        self.cards.pos = sheet.x + 16 * u, sheet.y + 96 * u
        self.cards.card_height = 118 * u

    def viewed(self, view: object) -> None:
        """Keep up with the table."""
        if not isinstance(view, TableView):
            self.close()
            return
        seat = seat_at(view, self.place)
        self.ids.title.say = seat.name
        self.ids.hint.say = (
            LOOK.tr("Tap a card that was read wrongly.") if seat.cards else LOOK.tr("No open cards yet.")
        )
        self.cards.cards = of_views(seat.cards, seat.hidden)
        self._place()

    def _tap(self, card: Any) -> None:
        if card.event is not None:
            self.close()
            correct(self.app, card.event, card.code)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
