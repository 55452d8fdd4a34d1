"""The end of a match: who won, and the final scores as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from companion.view import LeaveMatch, TableView
from ui.bar import Bar  # noqa: F401  (the .kv file uses it)
from ui.look import LOOK
from ui.page import Page, name_at

ROOM = 272.0


class ScoreBar(FloatLayout):
    """One person's final score as a bar; the target is a line across all bars."""

    who = StringProperty("")
    score = NumericProperty(0)
    part = NumericProperty(0)
    target = NumericProperty(0)
    won = BooleanProperty(False)
    tall = NumericProperty(60)


class MatchEndPage(Page):
    """Winner and final scores."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.ids.bar.app = self.app
        self.rows: list[ScoreBar] = []

    def apply(self, view: TableView) -> None:
        """Draw this view, the highest score first."""
        super().apply(view)
        self.ids.bar.apply(view)
        names = [name_at(view, place) for place in view.winners]
        if len(names) == 1:
            self.ids.winner.say = LOOK.tr("{name} wins the match").format(name=names[0])
        elif names:
            self.ids.winner.say = LOOK.tr("{names} share the match").format(names=", ".join(names))
        else:
            self.ids.winner.say = LOOK.tr("The match is over")
        self.ids.deals.say = LOOK.trn("after {n} deal", "after {n} deals", len(view.sheet)).format(n=len(view.sheet))
        if len(self.rows) != len(view.seats):
            self.ids.rows.clear_widgets()
            self.rows = [ScoreBar(tall=min(84.0, ROOM / len(view.seats) - 4)) for _ in view.seats]
            for row in self.rows:
                self.ids.rows.add_widget(row)
        longest = max([view.target, *(seat.score for seat in view.seats)], default=1) or 1
        order = sorted(view.seats, key=lambda seat: -seat.score)
        for row, seat in zip(self.rows, order, strict=True):
            row.won = seat.place in view.winners
            row.who = ("★ " if row.won else "") + seat.name
            row.score, row.part, row.target = seat.score, max(0.0, seat.score / longest), view.target / longest

    def leave(self) -> None:
        """Back to the start."""
        self.app.send(LeaveMatch())


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
