"""What the referee found, in words with the proof, and what the table makes of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.view import AcceptFinding, FindingView, TableView, UndoEvent
from ui.look import LOOK, Overlay


class FindingRow(BoxLayout):
    """One finding; the table may let it stand or take the event back."""

    app = ObjectProperty()
    finding = ObjectProperty()
    sentence = StringProperty("")
    accepted = BooleanProperty(False)

    def accept(self) -> None:
        """Let it stand."""
        self.app.send(AcceptFinding(self.finding.about))

    def take_back(self) -> None:
        """Take the event back."""
        self.app.send(UndoEvent(self.finding.about))


class FindingsOverlay(Overlay):
    """All findings of this deal, the newest first, and the last refusal above them."""

    def open_on(self, view: TableView) -> None:
        """Open with what this view holds."""
        self.known: tuple[Any, ...] = ()
        self.viewed(view)
        self.open()

    def viewed(self, view: object) -> None:
        """Keep up."""
        if not isinstance(view, TableView):
            self.close()
            return
        camera = "" if view.camera == "none" else view.camera
        self.ids.message.say = "\n".join(part for part in (view.message, camera) if part)
        known = (view.findings, LOOK.language)
        if known == self.known:
            return
        self.known = known
        self.ids.rows.clear_widgets()
        for finding in reversed(view.findings):
            self.ids.rows.add_widget(self._row(finding))

    def _row(self, finding: FindingView) -> FindingRow:
        return FindingRow(app=self.app, finding=finding, sentence=finding.sentence, accepted=finding.accepted)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
