"""Who plays and who sits where: places round a drawn table, names by one tap or the keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.view import GameView, NewMatch
from ui.keyboard import KeyboardOverlay
from ui.look import LOOK, Btn, Overlay
from ui.rules import RulesOverlay

NAMES_SHOWN = 10
SEAT = (128, 54)
NARROW = 114


def around(count: int, number: int) -> tuple[float, float]:
    """Where place ``number`` of ``count`` sits on the unit circle: 0 nearest, then clockwise from above."""
    angle = -pi / 2 - number * 2 * pi / count
    return cos(angle), sin(angle)


class PlaceBtn(Btn):
    """A place at the table; a white disc marks the one who deals first."""

    deals = BooleanProperty(False)


class PlayersOverlay(Overlay):
    """Everything a new match needs; nothing is sent before Begin."""

    people = NumericProperty(4)
    seat = NumericProperty(0)
    dealer = NumericProperty(0)
    title = StringProperty("")
    message = StringProperty("")
    """why the match could not begin"""
    turn = StringProperty("")
    arrow = StringProperty("")

    def ask(self, game: GameView, names: Sequence[str], score_only: bool) -> None:
        """Open for this game; ``names`` are the people remembered."""
        self.game, self.score_only, self.remembered = game, score_only, list(names)
        self.rules: dict[str, str] = {}
        self.names: dict[int, str] = {}
        self.seats: list[Btn] = []
        for number in range(max(game.players)):
            button = PlaceBtn(name=f"place.{number}")
            button.bind(on_release=lambda _, number=number: self._choose(number))
            self.seats.append(button)
        for name in self.remembered[:NAMES_SHOWN]:
            known = Btn(say=name, name=f"name.{name}", size_hint=(1, 1))
            known.bind(on_release=lambda _, name=name: self._call(name))
            self.ids.names.add_widget(known)
        right = game.direction == "right"
        self.turn = LOOK.tr("Play goes to the right") if right else LOOK.tr("Play goes to the left")
        self.arrow = "↺" if right else "↻"
        self.title = game.title
        self.ids.count.low, self.ids.count.high = min(game.players), max(game.players)
        self.ids.count.value = self.people = 4 if 4 in game.players else min(game.players)
        self.bind(people=self._tell, size=self._tell)
        self._tell()
        self.open()

    def viewed(self, view: object) -> None:
        """Say why the match could not begin."""
        self.message = getattr(view, "message", "")

    def _choose(self, number: int) -> None:
        if self.seat == number:
            self.type_name()
        self.seat = number
        self._tell()

    def _call(self, name: str) -> None:
        for place, other in list(self.names.items()):
            if other == name:
                del self.names[place]
        self.names[int(self.seat)] = name
        free = [place for place in range(int(self.people)) if place not in self.names]
        if free:
            self.seat = min(free, key=lambda place: (place - self.seat) % self.people)
        self._tell()

    def type_name(self) -> None:
        """Type a name for the chosen place."""
        free = [name for name in self.remembered[NAMES_SHOWN:] if name not in self.names.values()]
        asked = LOOK.tr("Who sits at place {n}?").format(n=int(self.seat) + 1)
        KeyboardOverlay(app=self.app).ask(asked, self.names.get(int(self.seat), ""), self._call, free)

    def _tell(self, *_: Any) -> None:
        self.seat = min(self.seat, self.people - 1)
        self.dealer = min(self.dealer, self.people - 1)
        self.names = {place: name for place, name in self.names.items() if place < self.people}
        table, u = self.ids.table, LOOK.u
        for number, button in enumerate(self.seats):
            wanted = number < self.people
            if wanted != (button.parent is not None):
                (table.add_widget if wanted else table.remove_widget)(button)
            if not wanted:
                continue
            x, y = around(int(self.people), number)
            across = SEAT[0] if self.people < 7 else NARROW
            button.size = across * u, SEAT[1] * u
            rx, ry = table.width / 2 - (across / 2 + 8) * u, table.height / 2 - 30 * u
            button.center = table.center_x + x * rx, table.center_y + y * ry
            button.deals = number == self.dealer
            button.say = self._name(number)
            button.kind = "chosen" if number == self.seat else ("plain" if number in self.names else "quiet")
        taken = set(self.names.values())
        for button in self.ids.names.children:
            button.disabled = button.say in taken
        self.ids.dealer.say = LOOK.tr("{name} deals first").format(name=self._name(int(self.seat)))
        self.ids.dealer.disabled = self.seat == self.dealer
        self.ids.begin.disabled = len(self.names) < self.people

    def _name(self, number: int) -> str:
        return self.names.get(number, LOOK.tr("place {n}").format(n=number + 1))

    def deal_first(self) -> None:
        """The person at the chosen place deals first."""
        self.dealer = self.seat
        self._tell()

    def house_rules(self) -> None:
        """Open the page of house rules."""
        RulesOverlay(app=self.app).open_on(self.game, self.rules)

    def begin(self) -> None:
        """Send the new match."""
        names = tuple(self.names[place] for place in range(int(self.people)))
        self.app.send(NewMatch(self.game.id, names, int(self.dealer), dict(self.rules), self.score_only))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
