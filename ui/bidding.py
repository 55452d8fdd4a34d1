"""Bids by touch for the seat to act: quick bids, minus, number, plus, OK, and Dalje."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from companion.view import MakeBid, SayPass, SeatView, TableView
from ui.entering import ask_cards
from ui.look import LOOK, Btn
from ui.page import shown

QUICK = 5
ROOM_BESIDE = 3
"""quick bids beside the button to discard first"""


def quick_bids(low: int, high: int) -> list[int]:
    """The bids worth one tap: the lowest few, and everything."""
    near = [amount for amount in (low, low + 1, low + 2, low + 4) if amount < high]
    return [*near, high] if high >= low else []


class Bidding(FloatLayout):
    """Only what is dialled lives here; a bid is made when OK is tapped."""

    app = ObjectProperty()
    place = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._known: tuple[Any, ...] = ()
        self._entry: int | None = None
        self.early = Btn(name="discard first")
        self.early.bind(on_release=lambda _: ask_cards(self.app, self.view, self.discard, self.place))
        self.quick = [Btn(size=(88 * LOOK.u, 52 * LOOK.u)) for _ in range(QUICK)]
        for button in self.quick:
            button.bind(on_release=self._tap_quick)
            self.add_widget(button)
        LOOK.bind(u=self._arrange, wide=self._arrange)
        self._arrange()

    def _arrange(self, *_: Any) -> None:
        u = LOOK.u
        for number, button in enumerate(self.quick):
            button.size = 88 * u, 52 * u
            button.pos = ((LOOK.wide - 472) + number * 94) * u, 62 * u
        self.early.size, self.early.pos = (182 * u, 52 * u), ((LOOK.wide - 472 + 3 * 94) * u, 62 * u)

    def apply(self, view: TableView, seat: SeatView) -> None:
        """Offer the bids open to this seat; what is dialled stays while the same call is awaited."""
        self.place = seat.place
        can_bid = seat.low is not None and seat.high is not None and seat.low <= seat.high
        low, high = (seat.low or 0, seat.high or 0) if can_bid else (0, 0)
        dial = self.ids.dial
        dial.low, dial.high = low, high
        known = (view.match, view.deal, seat.place, low, high)
        if known != self._known or (seat.entry is not None and seat.entry != self._entry):
            dial.value = min(high, max(low, seat.entry if seat.entry is not None else low))
        self._known, self._entry = known, seat.entry
        dial.disabled = not can_bid
        self.ids.ok.disabled = not can_bid
        self._offer_discard(view)
        amounts = quick_bids(low, high) if can_bid else []
        if self.discard is not None:
            amounts = amounts[:ROOM_BESIDE]
        for number, button in enumerate(self.quick):
            amount = amounts[number] if number < len(amounts) else None
            button.disabled = amount is None
            button.amount = amount
            button.name = "quick" if amount is None else f"quick.{amount}"
            whole = amount == high and low < high
            button.say = "" if amount is None else (LOOK.tr("All {n}") if whole else "{n}").format(n=amount)

    def _offer_discard(self, view: TableView) -> None:
        """A house rule lets a full hand discard before the first call on a lot."""
        wants = [want for want in view.awaits if want.do == "discard" and self.place in want.places]
        self.view, self.discard = view, wants[0] if wants else None
        shown(self.early, bool(wants), self)
        self.early.say = LOOK.tr("Discard first…")
        for button in self.quick[ROOM_BESIDE:]:
            shown(button, not wants, self)

    def _tap_quick(self, button: Any) -> None:
        self.app.send(MakeBid(self.place, button.amount))

    def bid(self) -> None:
        """Make the dialled bid."""
        self.app.send(MakeBid(self.place, int(self.ids.dial.value)))

    def dalje(self) -> None:
        """Pass."""
        self.app.send(SayPass(self.place))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
