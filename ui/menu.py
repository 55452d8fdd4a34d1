"""The menu: everything that may interrupt a match."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.texts import LANGUAGES
from companion.view import LeaveMatch, MakeNote, SetLanguage, TableView
from ui.amounts import AmountsOverlay
from ui.history import HistoryOverlay
from ui.keyboard import KeyboardOverlay
from ui.look import LOOK, N_, Btn, Overlay
from ui.page import name_at

ENTRIES = (
    ("misdeal", N_("Misdeal")),
    ("redeal", N_("Deal again")),
    ("void", N_("Void the deal")),
    ("concede", N_("Somebody concedes…")),
    ("agree", N_("Agreed result…")),
    ("penalty", N_("Penalty…")),
    ("substitute", N_("Substitute player…")),
    ("end", N_("End the match early")),
    ("history", N_("What happened")),
    ("pause", N_("Pause")),
    ("language", ""),
    ("leave", N_("Leave the match")),
)
ASKED = {
    "misdeal": N_("Misdeal: this deal does not count and the same dealer deals again?"),
    "redeal": N_("Gather the cards and deal this deal again?"),
    "void": N_("This deal gives no points and the next one begins?"),
    "end": N_("End the match now with the scores as they are?"),
    "leave": N_("Back to the start? The match can be gone on with later."),
}


def _other() -> str:
    """The language not spoken now."""
    return "sr" if LOOK.language == "en" else "en"


class ConfirmOverlay(Overlay):
    """A question with yes and no, or (``single``) a remark to go on from."""

    sentence = StringProperty("")
    single = BooleanProperty(False)

    def ask(self, sentence: str, yes: Callable[[], None]) -> None:
        """Call ``yes`` when the people agree."""
        self.sentence, self._yes = sentence, yes
        if self.single:
            self.ids.sheet.remove_widget(self.ids.no)
        self.open()

    def agree(self) -> None:
        """Yes was tapped."""
        self.close()
        self._yes()


class PeopleOverlay(Overlay):
    """Which of the people?"""

    sentence = StringProperty("")

    def ask(self, sentence: str, view: TableView, done: Callable[[int], None]) -> None:
        """Call ``done`` with the place tapped."""
        self.sentence = sentence
        for seat in view.seats:
            button = Btn(say=seat.name, name=f"person.{seat.place}", size_hint=(1, 1), points=24)
            button.bind(on_release=lambda _, place=seat.place: (self.close(), done(place)))
            self.ids.people.add_widget(button)
        self.open()


class MenuOverlay(Overlay):
    """One button for each interruption; the destructive ones ask first."""

    view = ObjectProperty(None, allownone=True)

    def open_on(self, view: TableView) -> None:
        """Open over the match."""
        self.view = view
        for what, label in ENTRIES:
            words = LANGUAGES[_other()] if what == "language" else LOOK.tr(label)
            button = Btn(say=words, name=f"menu.{what}", size_hint=(1, 1), points=21)
            button.kind = "wine" if what in ("end", "leave") else "plain"
            button.bind(on_release=lambda _, what=what: self._chosen(what))
            self.ids.entries.add_widget(button)
        self.open()

    def viewed(self, view: object) -> None:
        """Keep up."""
        if isinstance(view, TableView):
            self.view = view

    def _chosen(self, what: str) -> None:
        self.close()
        view: Any = self.view
        note = lambda **more: self.app.send(MakeNote(what, **more))  # noqa: E731
        if what in ASKED:
            yes = (lambda: self.app.send(LeaveMatch())) if what == "leave" else note
            ConfirmOverlay(app=self.app).ask(LOOK.tr(ASKED[what]), yes)
        elif what == "concede":
            PeopleOverlay(app=self.app).ask(LOOK.tr("Who concedes?"), view, lambda place: note(place=place))
        elif what == "substitute":
            PeopleOverlay(app=self.app).ask(LOOK.tr("Who leaves the table?"), view, self._substitute)
        elif what == "agree":
            AmountsOverlay(app=self.app).ask_all(
                LOOK.tr("How many points does each get?"), view, lambda points: note(points=points)
            )
        elif what == "penalty":
            AmountsOverlay(app=self.app).ask_one(
                LOOK.tr("Who gets a penalty, and how many points?"),
                view,
                lambda place, points: note(place=place, points={place: -points}),
            )
        elif what == "history":
            HistoryOverlay(app=self.app).open_on(view)
        elif what == "pause":
            note()  # (the question that follows says so, and lasts until somebody goes on)
        else:
            LOOK.speak(_other())
            self.app.send(SetLanguage(_other()))

    def _substitute(self, place: int) -> None:
        leaving = name_at(self.view, place)  # type: ignore[arg-type]
        KeyboardOverlay(app=self.app).ask(
            LOOK.tr("Who sits down instead of {name}?").format(name=leaving),
            "",
            lambda name: self.app.send(MakeNote("substitute", place=place, name=name)),
        )


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
