"""Cards told by touch: a lot turned up, a hand shown, cards put away."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from companion.view import AwaitedView, EnterCards, TableView
from ui.look import LOOK, N_, Btn
from ui.page import name_at, seat_at

LABELS = {
    "turn": N_("Enter the lot by touch"),
    "show": N_("Enter the hand by touch"),
    "discard": N_("Enter the discards by touch"),
}
ASKED = {
    "turn": N_("Which cards were turned up?"),
    "show": N_("Which cards does {name} show?"),
    "discard": N_("Which cards does {name} put away?"),
}
MOST_PEOPLE = 8


def on_table(view: TableView) -> Counter[str]:
    """How many copies of each face lie open on the table."""
    codes = [card.code for seat in view.seats for card in seat.cards] + [card.code for card in view.lot]
    return Counter(code for code in codes if code is not None)


class Entering(FloatLayout):
    """One button, or one for each person who may act."""

    app = ObjectProperty()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.people = [Btn() for _ in range(MOST_PEOPLE)]
        for button in self.people:
            button.bind(on_release=self._tap)
        LOOK.bind(u=self._arrange, wide=self._arrange)

    def apply(self, view: TableView) -> None:
        """Offer what is awaited."""
        self.view = view
        self.want = next(want for want in view.awaits if want.do in LABELS)
        places: list[int | None] = list(self.want.places) or [None]
        self.shown = self.people[: len(places)]
        kind = "gold" if view.camera else "plain"
        for button, place in zip(self.shown, places, strict=True):
            button.place = place
            button.kind = kind
            button.name = f"enter.{self.want.do}" + ("" if len(places) == 1 else f".{place}")
            button.say = LOOK.tr(LABELS[self.want.do]) if len(places) == 1 else name_at(view, place)
        for button in self.people:
            if (button in self.shown) != (button.parent is not None):
                (self.add_widget if button in self.shown else self.remove_widget)(button)
        self.ids.hint.say = "" if len(places) > 1 or view.camera else LOOK.tr("The camera reads them, or:")
        self._arrange()

    def _arrange(self, *_: Any) -> None:
        if not hasattr(self, "shown"):
            return
        u, left = LOOK.u, LOOK.wide - 472
        if len(self.shown) == 1:
            self.shown[0].size, self.shown[0].pos = (466 * u, 64 * u), (left * u, 14 * u)
            return
        across = min(4, len(self.shown)) if len(self.shown) != 3 else 3
        wide = (466 - 6 * (across - 1)) / across
        rows = -(-len(self.shown) // across)
        for number, button in enumerate(self.shown):
            row, column = divmod(number, across)
            button.size = wide * u, 52 * u
            button.pos = (left + column * (wide + 6)) * u, (4 + (rows - 1 - row) * 58 + (29 if rows == 1 else 0)) * u

    def _tap(self, button: Any) -> None:
        ask_cards(self.app, self.view, self.want, button.place)


def ask_cards(app: Any, view: TableView, want: AwaitedView, place: int | None) -> None:
    """Ask for the cards that are awaited of this place (of nobody: None), and send them."""
    asked = LOOK.tr(ASKED[want.do]).format(name=name_at(view, place))

    def done(cards: tuple[str, ...], hidden: int) -> None:
        app.send(EnterCards(want.do, place, cards, hidden))

    seat = None if place is None else seat_at(view, place)
    if want.do == "discard" and seat is not None:
        own = Counter(card.code for card in seat.cards if card.code is not None)
        count = want.count or 2
        app.hand_picker.ask(asked, tuple(own.items()), done, least=count, most=count, hidden=seat.hidden)
        return
    hidden = seat.hidden if seat is not None and want.do == "show" else 2
    count = want.count or max(1, hidden)
    app.picker.ask(asked, view.pack, done, least=count, most=count, elsewhere=on_table(view))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
