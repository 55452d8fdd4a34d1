"""What happened, line by line: take back, or correct, any of it; of earlier deals the cards that were shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.cards import Card
from companion.view import LogLine, TableView, UndoEvent
from ui.correct import correct
from ui.look import LOOK, Btn, Overlay


class LogRow(BoxLayout):
    """One event in words; its cards are buttons when they can be corrected."""

    app = ObjectProperty()
    owner = ObjectProperty()
    sentence = StringProperty("")
    undone = BooleanProperty(False)
    open = BooleanProperty(False)
    event = NumericProperty(0)

    def take_back(self) -> None:
        """Take this event back."""
        self.app.send(UndoEvent(int(self.event)))


class HistoryOverlay(Overlay):
    """The cards of the deals before and all events of this one, newest last, scrolled to the newest."""

    def open_on(self, view: TableView) -> None:
        """Open with what this view holds."""
        self.known: tuple[Any, ...] = ()
        self.viewed(view)
        self.open()
        self.ids.scroll.newest()

    def viewed(self, view: object) -> None:
        """Keep up."""
        if not isinstance(view, TableView):
            self.close()
            return
        known = (view.earlier, view.log, LOOK.language)
        if known == self.known:
            return
        self.known = known
        self.ids.rows.clear_widgets()
        for line in (*view.earlier, *view.log):
            self.ids.rows.add_widget(self._row(line))

    def _row(self, line: LogLine) -> LogRow:
        row = LogRow(app=self.app, owner=self, sentence=line.sentence, undone=line.undone, open=line.open)
        row.event = line.event
        for code in line.cards if line.correctable and not line.undone else ():
            card = Btn(say=Card.parse(code).pretty, name=f"line.{line.event}.{code}", points=20)
            card.size_hint, card.width = (None, 1), 64 * LOOK.u
            card.bind(on_release=lambda _, code=code: (self.close(), correct(self.app, line.event, code)))
            row.add_widget(card, index=1)
        return row


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
