"""The bar above the table: title or banner, undo, redo, scores, menu."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.view import RedoEvent, TableView, UndoEvent
from ui.findings import FindingsOverlay
from ui.look import LOOK
from ui.menu import MenuOverlay
from ui.sheet import ScoreSheet


class Bar(BoxLayout):
    """Top of every page of a match. A refusal stays until the next view has none."""

    app = ObjectProperty()
    view = ObjectProperty(None, allownone=True)

    def apply(self, view: TableView) -> None:
        """Say the most urgent thing: a refusal, a finding, the camera's trouble, else the title."""
        self.view = view
        self.ids.undo.disabled = not view.can_undo
        self.ids.redo.disabled = not view.can_redo
        findings = [finding for finding in view.findings if not finding.accepted]
        flag = f" ⚑ {len(findings)}" if findings else ""
        banner = self.ids.banner
        if view.message:
            banner.kind, banner.say = "refusal", "⚠ " + view.message + flag
        elif findings:
            banner.kind, banner.say = "finding", "⚑ " + findings[-1].sentence
        elif view.camera not in ("", "none"):
            banner.kind, banner.say = "refusal", "⚠ " + view.camera
        else:
            target = LOOK.tr("to {n}").format(n=view.target) if view.target else ""
            deal = LOOK.tr("deal {n}").format(n=view.deal)
            banner.kind, banner.say = "title", "  ·  ".join(part for part in (view.title, deal, target) if part)
        banner.disabled = banner.kind == "title"

    def undo(self) -> None:
        """Take back the last event."""
        self.app.send(UndoEvent())

    def redo(self) -> None:
        """Put it back."""
        self.app.send(RedoEvent())

    def explain(self) -> None:
        """Show all findings and what can be done about them."""
        FindingsOverlay(app=self.app).open_on(self.view)

    def scores(self) -> None:
        """Open the score sheet."""
        ScoreSheet(app=self.app).open_on(self.view)

    def menu(self) -> None:
        """Open the menu."""
        MenuOverlay(app=self.app).open_on(self.view)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
