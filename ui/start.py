"""The start: go on with a match, begin one, or keep score only."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.floatlayout import FloatLayout

from companion.view import ResumeMatch, SetLanguage, StartView, UnfinishedView
from ui.card import Fan  # noqa: F401  (the .kv file uses it)
from ui.look import LOOK, Btn, Overlay
from ui.page import Page
from ui.players import PlayersOverlay

WINNING = ("AH", "7D", "AD", "7H")
"""a hand to dream of"""


class UnfinishedRow(ButtonBehavior, FloatLayout):
    """One match to go on with."""

    name = StringProperty("")
    title = StringProperty("")
    people = StringProperty("")
    when = StringProperty("")


class GamesOverlay(Overlay):
    """Which game?"""

    def ask(self, view: StartView, done: Any) -> None:
        """Call ``done`` with the game's id."""
        for game in view.games:
            button = Btn(say=game.title, name=f"game.{game.id}", size_hint=(1, None), height=64 * LOOK.u, points=23)
            button.bind(on_release=lambda _, game=game: (self.close(), done(game)))
            self.ids.rows.add_widget(button)
        self.open()


BRIEF = 70
"""signs that fit under the buttons; a longer sentence is told on the other side, where there is room"""


class StartPage(Page):
    """The first thing people see."""

    going = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.known: tuple[Any, ...] = ()

    def apply(self, view: StartView) -> None:
        """Draw this view."""
        super().apply(view)
        camera = LOOK.tr("No camera: cards are entered by touch.") if view.camera == "none" else view.camera
        told = view.message or camera
        brief = told if len(told) <= BRIEF or view.unfinished else ""
        if view.unfinished and len(told) > BRIEF:
            brief = LOOK.tr("No camera: cards are entered by touch.")
        self.ids.camera.say = "⚠ " + brief if brief else ""
        self.ids.why.say = "" if brief or not told else "⚠ " + told
        known = (view.unfinished, view.languages, LOOK.language)
        if known == self.known:
            return
        self.known = known
        rows = self.ids.rows
        rows.clear_widgets()
        for match in view.unfinished:
            rows.add_widget(self._row(match))
        self.ids.heading.say = LOOK.tr("Go on with") if view.unfinished else ""
        self.ids.empty.say = "" if view.unfinished else LOOK.tr("Sit down, shuffle, and begin.")
        self.going = bool(view.unfinished)
        self.ids.fan.cards = [] if view.unfinished else [(code, None, False) for code in WINNING]
        self.ids.languages.clear_widgets()
        for code, label in view.languages:
            button = Btn(say=label, name=f"language.{code}", size_hint=(1, 1))
            button.kind = "chosen" if code == LOOK.language else "plain"
            button.bind(on_release=lambda _, code=code: self._speak(code))
            self.ids.languages.add_widget(button)

    def _row(self, match: UnfinishedView) -> UnfinishedRow:
        scores = "  ".join(f"{name} {score}" for name, score in zip(match.names, match.scores, strict=True))
        row = UnfinishedRow(name=f"resume.{match.match}", people=scores, when=match.when)
        row.title = f"{match.title}  ·  " + LOOK.tr("deal {n}").format(n=match.deal)
        row.bind(on_release=lambda _: self.app.send(ResumeMatch(match.match)))
        return row

    def _speak(self, code: str) -> None:
        LOOK.speak(code)
        self.app.send(SetLanguage(code))

    def begin(self, score_only: bool) -> None:
        """Choose the game and the people."""

        def players(game: Any) -> None:
            PlayersOverlay(app=self.app).ask(game, self.view.names, score_only)

        if len(self.view.games) == 1:
            players(self.view.games[0])
        else:
            GamesOverlay(app=self.app).ask(self.view, players)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
