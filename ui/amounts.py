"""Points told by touch: for everybody (an agreed result) or for one (a penalty)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.view import TableView
from ui.look import Btn, Overlay

MOST = 999
KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "±", "0", "⌫")


class AmountsOverlay(Overlay):
    """The people on the left, a number pad on the right."""

    sentence = StringProperty("")
    place = NumericProperty(-1)
    single = BooleanProperty(False)

    def ask_all(self, sentence: str, view: TableView, done: Callable[[Mapping[int, int]], None]) -> None:
        """Ask for everybody's points."""
        self._open(sentence, view, lambda: done(dict(self.amounts)))

    def ask_one(self, sentence: str, view: TableView, done: Callable[[int, int], None]) -> None:
        """Ask for one person and his points."""
        self.single = True
        self._open(sentence, view, lambda: done(self.place, self.amounts[self.place]))

    def _open(self, sentence: str, view: TableView, done: Callable[[], None]) -> None:
        self.sentence, self._done = sentence, done
        self.names = {seat.place: seat.name for seat in view.seats}
        self.amounts = dict.fromkeys(self.names, 0)
        self.people: dict[int, Btn] = {}
        for place in self.names:
            button = Btn(name=f"amount.{place}", size_hint=(1, 1), points=22)
            button.bind(on_release=lambda _, place=place: self._choose(place))
            self.people[place] = button
            self.ids.people.add_widget(button)
        for key in KEYS:
            pad = Btn(say=key, name=f"key.{key}", size_hint=(1, 1), points=28)
            pad.disabled = key == "±" and self.single
            pad.bind(on_release=lambda _, key=key: self._press(key))
            self.ids.pad.add_widget(pad)
        if not self.single:
            self.place = min(self.names)
        self._tell()
        self.open()

    def _choose(self, place: int) -> None:
        if self.single:
            self.amounts = dict.fromkeys(self.names, 0) | {place: self.amounts.get(self.place, 0)}
        self.place = place
        self._tell()

    def _press(self, key: str) -> None:
        if self.place not in self.amounts:
            return
        now = self.amounts[self.place]
        if key == "±":
            now = -now
        elif key == "⌫":
            now = int(now / 10)
        else:
            now = now * 10 + (int(key) if now >= 0 else -int(key))
        self.amounts[self.place] = max(-MOST, min(MOST, now))
        self._tell()

    def _tell(self, *_: Any) -> None:
        for place, button in self.people.items():
            amount = self.amounts[place]
            shown = "" if self.single and place != self.place else f"   {amount}"
            button.say = self.names[place] + shown
            button.kind = "chosen" if place == self.place else "plain"
        self.ids.ok.disabled = self.single and (self.place < 0 or not self.amounts[self.place])

    def finish(self) -> None:
        """OK was tapped."""
        self.close()
        self._done()


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
