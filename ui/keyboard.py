"""Our own keyboard for names, with č ć š ž đ in their places."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from ui.look import LOOK, Btn, Overlay

ROWS = ("qwertzuiopšđ", "asdfghjklčćž", "⇧yxcvbnm-.⌫")
LONGEST = 16


class KeyboardOverlay(Overlay):
    """A line of text and the keys; remembered names are one tap."""

    typed = StringProperty("")
    sentence = StringProperty("")
    capital = BooleanProperty(True)

    def ask(self, sentence: str, typed: str, done: Callable[[str], None], names: Iterable[str] = ()) -> None:
        """Call ``done`` with the name."""
        self.sentence, self.typed, self._done = sentence, typed, done
        self.capital = not typed
        self.keys: list[Btn] = []
        for row in ROWS:
            line = BoxLayout(spacing=5 * LOOK.u)
            for sign in row:
                key = Btn(name=f"key.{sign}", size_hint=(1.5 if sign in "⇧⌫" else 1, 1), points=25)
                key.sign = sign
                key.bind(on_release=self._press)
                self.keys.append(key)
                line.add_widget(key)
            self.ids.rows.add_widget(line)
        for name in list(names)[:5]:
            button = Btn(say=name, name=f"name.{name}", size_hint=(1, 1))
            button.bind(on_release=lambda _, name=name: self._take(name))
            self.ids.names.add_widget(button)
        self._caps()
        self.open()

    def _caps(self) -> None:
        for key in self.keys:
            key.say = key.sign.upper() if self.capital else key.sign
            key.kind = "chosen" if key.sign == "⇧" and self.capital else "plain"

    def _press(self, key: Btn) -> None:
        if key.sign == "⇧":
            self.capital = not self.capital
        elif key.sign == "⌫":
            self.typed = self.typed[:-1]
            self.capital = not self.typed
        else:
            self.put(key.say)
        self._caps()

    def put(self, sign: str) -> None:
        """Add a sign."""
        if len(self.typed) < LONGEST and (sign != " " or (self.typed and self.typed[-1] != " ")):
            self.typed += sign
            self.capital = sign == " "
            self._caps()

    def _take(self, name: str) -> None:
        self.typed = name
        self.finish()

    def finish(self) -> None:
        """OK was tapped."""
        name = self.typed.strip()
        if name:
            self.close()
            self._done(name)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
