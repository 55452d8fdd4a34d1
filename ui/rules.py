"""House rules: each option in a plain sentence with its default."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.view import GameView, OptionView
from ui.look import LOOK, Btn, Overlay


class RuleRow(BoxLayout):
    """One option: its sentence, and a button for each choice."""

    help = StringProperty("")
    changed = BooleanProperty(False)


class RulesOverlay(Overlay):
    """All options of a game. ``chosen`` holds only what differs from the defaults."""

    title = StringProperty("")
    credit = StringProperty("")

    def open_on(self, game: GameView, chosen: dict[str, str]) -> None:
        """Open for this game; changes go into ``chosen``."""
        self.game, self.chosen = game, chosen
        self.title = LOOK.tr("House rules of {game}").format(game=game.title)
        self.credit = game.credit
        self.rows = {option.name: self._row(option) for option in game.options}
        for row in self.rows.values():
            self.ids.rows.add_widget(row)
        self._tell()
        self.open()

    def _row(self, option: OptionView) -> RuleRow:
        row = RuleRow(help=option.help)
        for value, word in option.choices:
            label = f"{word} ({LOOK.tr('default')})" if value == option.default else word
            button = Btn(say=label, name=f"rule.{option.name}.{value}", size_hint=(1, 1), points=18)
            button.value = value
            button.bind(on_release=lambda _, value=value: self._set(option, value))
            row.ids.choices.add_widget(button)
        return row

    def _set(self, option: OptionView, value: str) -> None:
        if value == option.default:
            self.chosen.pop(option.name, None)
        else:
            self.chosen[option.name] = value
        self._tell()

    def _tell(self, *_: Any) -> None:
        for option in self.game.options:
            row = self.rows[option.name]
            row.changed = option.name in self.chosen
            value = self.chosen.get(option.name, option.default)
            for button in row.ids.choices.children:
                button.kind = "chosen" if button.value == value else "plain"
        self.ids.defaults.disabled = not self.chosen

    def reset(self) -> None:
        """All back to the defaults."""
        self.chosen.clear()
        self._tell()


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
