"""The touchscreen: draws the newest view, hands the people's wishes on, and keeps nothing of the game."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.floatlayout import FloatLayout

from companion.view import Intent, StartView, TableView, View
from ui.dealend import DealEndPage
from ui.look import LOOK, Overlay, ink
from ui.matchend import MatchEndPage
from ui.picker import PickerOverlay
from ui.preview import PREVIEW_FPS, Preview
from ui.scoring import ScoringPage
from ui.start import StartPage
from ui.table import TablePage

BOUNCE_S = 0.12
"""the same wish again within this time is one touch counted twice"""
TWICE_S = 0.4
"""and within this time too, when nothing new was shown in between: the people touched again too soon"""


class Stage(FloatLayout):
    """One page at a time, and what lies over it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.page: Any = None
        self.overlays: list[Overlay] = []

    def put(self, page: Any) -> None:
        """Show this page; what lay over another one goes away."""
        if page is self.page:
            return
        for overlay in list(self.overlays):
            self.lift(overlay)
        if self.page is not None:
            self.remove_widget(self.page)
        self.page = page
        self.add_widget(page)

    def lay(self, overlay: Overlay) -> None:
        """Lay something over the page."""
        if overlay not in self.overlays:
            self.overlays.append(overlay)
            self.add_widget(overlay)

    def lift(self, overlay: Overlay) -> None:
        """Take it away again."""
        if overlay in self.overlays:
            self.overlays.remove(overlay)
            self.remove_widget(overlay)
            if overlay.closed is not None:
                overlay.closed()


class DaljeApp(App):
    """The application: ``send`` takes every intent and must not block."""

    title = "Dalje"

    def __init__(self, send: Callable[[Intent], None], language: str = "en", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._send = send
        self._last: tuple[Intent | None, float] = (None, 0.0)
        self._waiting = False
        """something was sent and nothing new has been shown since"""
        self._coming: View | None = None
        self.view: View | None = None
        self.at_table = False
        """the people look at the table although the deal is over"""
        self.preview = Preview()
        LOOK.speak(language)

    def load_kv(self, filename: str | None = None) -> bool:
        """Every module loads its own."""
        return False

    def build(self) -> Stage:
        """Make all pages once."""
        Window.clearcolor = ink("night")
        Window.bind(size=lambda _, size: LOOK.fit(*size))
        LOOK.fit(*Window.size)
        self.stage = Stage()
        self.picker, self.hand_picker = PickerOverlay(app=self), PickerOverlay(app=self)
        self.pages = {
            "start": StartPage(app=self),
            "table": TablePage(app=self),
            "deal end": DealEndPage(app=self),
            "match end": MatchEndPage(app=self),
            "scoring": ScoringPage(app=self),
        }
        LOOK.bind(tr=lambda *_: self.refresh())
        Clock.schedule_interval(lambda _: self.preview.refresh(), 1 / PREVIEW_FPS)
        if self.view is not None:
            self.refresh()
        return self.stage

    def show(self, view: View) -> None:
        """Show this view; may be called from any thread, the newest one wins."""
        self._coming = view
        Clock.schedule_once(self._arrive)

    def show_preview(self, image: Any) -> None:
        """Show the newest camera picture (BGR uint8, height x width x 3); from any thread."""
        self.preview.offer(image)

    def finish(self) -> None:
        """Close the window; from any thread."""
        Clock.schedule_once(lambda _: self.stop())

    def send(self, intent: Intent) -> None:
        """Pass a wish on, once."""
        now = time.monotonic()
        wish, at = self._last
        self._last = (intent, now)
        if intent == wish and now - at < (TWICE_S if self._waiting else BOUNCE_S):
            return
        self._waiting = True
        self._send(intent)

    def _arrive(self, _: float) -> None:
        view, self._coming = self._coming, None
        if view is None:
            return
        self._waiting = False
        if not (isinstance(view, TableView) and view.deal_over):
            self.at_table = False
        self.view = view
        self.refresh()

    def refresh(self) -> None:
        """Draw the present view on the right page."""
        view = self.view
        if view is None:
            return
        page = self.pages[self._page_of(view)]
        page.apply(view)
        self.stage.put(page)
        for overlay in list(self.stage.overlays):
            overlay.viewed(view)

    def _page_of(self, view: View) -> str:
        if isinstance(view, StartView):
            return "start"
        if view.question is not None or (self.at_table and not view.score_only):
            return "table"
        if view.match_over:
            return "match end"
        if view.deal_over:
            return "deal end"
        return "scoring" if view.score_only else "table"

    def look_at_table(self, at_table: bool) -> None:
        """Turn from the result of a deal to its cards, or back."""
        self.at_table = at_table
        self.refresh()
