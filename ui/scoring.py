"""Score only: what each holds at the showdown and the units he has left, told by touch."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import NumericProperty

from companion.view import EnterResult, TableView
from ui.bar import Bar  # noqa: F401  (the .kv file uses it)
from ui.look import LOOK, Btn, Overlay
from ui.page import Page, name_at, shown
from ui.picker import PackGrid  # noqa: F401  (the .kv file uses it)

MOST_CARDS = 8


class UnitsOverlay(Overlay):
    """How many units are left: one tap."""

    def ask(self, sentence: str, most: int, done: Any) -> None:
        """Call ``done`` with the number."""
        self.ids.sentence.say = sentence
        for number in range(most + 1):
            button = Btn(say=str(number), name=f"units.{number}", size_hint=(1, 1), points=26)
            button.bind(on_release=lambda _, number=number: (self.close(), done(number)))
            self.ids.numbers.add_widget(button)
        self.open()


class ScoringPage(Page):
    """People on the left, the pack on the right. What is entered stays until the deal is sent."""

    place = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.ids.bar.app = self.app
        self.ids.grid.most = MOST_CARDS
        self.ids.grid.picked = self._picked
        self.units_button = self.ids.units.__self__  # ids are weak
        self.people: list[Btn] = []
        self.known: tuple[Any, ...] = ()

    def apply(self, view: TableView) -> None:
        """Draw this view; a new deal starts empty."""
        super().apply(view)
        self.ids.bar.apply(view)
        self.ids.grid.use(view.pack)
        known = (view.match, view.deal, len(view.seats))
        if known != self.known:
            self.known = known
            self.hands: dict[int, list[str]] = {seat.place: [] for seat in view.seats}
            self.units: dict[int, int] = {seat.place: view.money_each for seat in view.seats}
            self.place = view.seats[0].place
            self.ids.people.clear_widgets()
            self.ids.people.tall = min(92.0, (418 - 3 * len(view.seats)) / len(view.seats))
            self.people = [Btn(size_hint=(1, 1), halign="left", padding=(12, 2, 6, 2)) for _ in view.seats]
            for button, seat in zip(self.people, view.seats, strict=True):
                button.name = f"person.{seat.place}"
                button.bind(on_release=lambda _, place=seat.place: self._turn_to(place))
                self.ids.people.add_widget(button)
        self._tell()

    def _turn_to(self, place: int) -> None:
        self.place = place
        self._tell()

    def _picked(self, chosen: list[str]) -> None:
        self.hands[self.place] = chosen
        self._tell()

    def _tell(self) -> None:
        view: TableView = self.view
        for button, seat in zip(self.people, view.seats, strict=True):
            count = len(self.hands[seat.place])
            held = LOOK.trn("{n} card", "{n} cards", count).format(n=count)
            button.say = f"{'✓' if count >= 2 else '○'} {seat.name}\n{held}, ⛁ {self.units[seat.place]}"
            button.kind = "chosen" if seat.place == self.place else "plain"
        elsewhere = Counter(code for place, hand in self.hands.items() if place != self.place for code in hand)
        hand = self.hands[self.place]
        self.ids.grid.choose(hand, elsewhere)
        self.ids.hand.cards = [(code, None, False) for code in hand]
        name = name_at(view, self.place)
        self.ids.asked.say = LOOK.tr("What does {name} hold?").format(name=name)
        units = self.units[self.place]
        self.ids.units.say = "⛁ " + LOOK.trn("{n} unit left", "{n} units left", units).format(n=units)
        shown(self.units_button, view.money_each > 0, self)
        self.ids.ok.disabled = not all(2 <= len(cards) <= MOST_CARDS for cards in self.hands.values())

    def ask_units(self) -> None:
        """Ask how many units are left."""
        asked = LOOK.tr("How many units does {name} have left?").format(name=name_at(self.view, self.place))
        UnitsOverlay(app=self.app).ask(asked, self.view.money_each, self._set_units)

    def _set_units(self, number: int) -> None:
        self.units[self.place] = number
        self._tell()

    def next_person(self) -> None:
        """Turn to the next person."""
        places = [seat.place for seat in self.view.seats]
        self._turn_to(places[(places.index(self.place) + 1) % len(places)])

    def finish(self) -> None:
        """Send the result."""
        self.app.send(EnterResult({place: tuple(hand) for place, hand in self.hands.items()}, dict(self.units)))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
