"""The panel below the table: whose turn it is, what is awaited, and what can be done about it by touch."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from companion.view import NextDeal, TableView
from ui.bidding import Bidding
from ui.entering import Entering
from ui.look import LOOK
from ui.page import shown

NAMED = 3
"""so many people are named as to act; more are counted (their seats are marked)"""


class Finished(FloatLayout):
    """What to do when the deal is over and people look at the table."""

    app = ObjectProperty()

    match_over = BooleanProperty(False)

    def again(self) -> None:
        """Deal again."""
        self.app.send(NextDeal())


class Panel(FloatLayout):
    """Whose turn, in gold, never covered; and the controls that fit."""

    app = ObjectProperty()
    named = BooleanProperty(False)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.bidding = Bidding(app=self.app)
        self.entering = Entering(app=self.app)
        self.finished = Finished(app=self.app)

    def apply(self, view: TableView) -> None:
        """Show what fits this view."""
        acting = [seat for seat in view.seats if seat.to_act]
        if view.deal_over:
            self.ids.turn.say = LOOK.tr("The deal is over")
        else:
            names = ", ".join(seat.name for seat in acting)
            if len(acting) > NAMED:
                names = LOOK.trn("{n} player", "{n} players", len(acting)).format(n=len(acting))
            self.ids.turn.say = "▶ " + names if acting else ""
        self.named = bool(self.ids.turn.say)
        self.ids.sentence.say = view.sentence
        if len(acting) > NAMED and all(want.do == "show" for want in view.awaits):
            self.ids.sentence.say = LOOK.tr("All who are marked ▶ show their hidden cards.")
        calls = any(want.do in ("bid", "pass") for want in view.awaits)
        bids = bool(acting) and not view.deal_over and (calls or acting[0].low is not None)
        enters = not view.deal_over and not bids and any(want.do in ("turn", "show", "discard") for want in view.awaits)
        shown(self.bidding, bids, self)
        shown(self.entering, enters, self)
        shown(self.finished, view.deal_over, self)
        self.finished.match_over = view.match_over
        if bids:
            self.bidding.apply(view, acting[0])
        if enters:
            self.entering.apply(view)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
