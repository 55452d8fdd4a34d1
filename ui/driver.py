"""Drives the real application by real touches: find a widget by its name or words, tap it, look at the result.

For tests and pictures. One driver a process: Kivy has one window. Touches are motion events given to Kivy's
event loop, so that they take the same way as a finger's. ``ui.window.prepare`` must have been called.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kivy.base import EventLoop, runTouchApp
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.lang import Builder
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.view import Intent, View
from ui.app import DaljeApp
from ui.look import LOOK


class Finger(MotionEvent):
    """A touch at a point of the window (0..1)."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("is_touch", True)
        kwargs.setdefault("type_id", "touch")
        super().__init__(*args, **kwargs)
        self.profile = ("pos",)

    def depack(self, args: Any) -> None:
        """Take the position."""
        self.sx, self.sy = args["x"], args["y"]
        super().depack(args)


class Driver:
    """The application in this process, stepped frame by frame. ``sent`` holds all intents."""

    def __init__(self, size: tuple[int, int] = (800, 480), language: str = "en", send: Any = None) -> None:
        self.sent: list[Intent] = []
        self.forward = send
        """also given every intent; may be set later"""
        self.app = DaljeApp(self._send, language)
        self.app._run_prepare()
        runTouchApp(embedded=True)
        self._touches = 0
        self.resize(size)

    def _send(self, intent: Intent) -> None:
        self.sent.append(intent)
        if self.forward is not None:
            self.forward(intent)

    def resize(self, size: tuple[int, int]) -> None:
        """Give the window another size."""
        if tuple(Window.size) != size:
            Window.size = size
            self.settle()

    def settle(self, frames: int = 4) -> None:
        """Let this many frames pass, as Kivy's own loop does, but draw nothing."""
        for _ in range(frames):
            Clock.tick()
            EventLoop.dispatch_input()
            Builder.sync()
            Clock.tick_draw()
            Builder.sync()

    def speak(self, language: str) -> None:
        """Switch the language of the screens."""
        if language != LOOK.language:
            LOOK.speak(language)
            self.settle()

    def show(self, view: View) -> None:
        """Show a view and let it settle."""
        self.app.show(view)
        self.settle()

    def fresh(self, view: View) -> None:
        """Show a view as if the application had just begun."""
        for overlay in list(self.app.stage.overlays):
            self.app.stage.lift(overlay)
        self.app.at_table = False
        for page in self.app.pages.values():
            if hasattr(page, "known"):
                page.known = ()
        self.sent.clear()
        self.app._last = (None, 0.0)
        self.show(view)

    # Looking ---------------------------------------------------------------------------------------------------

    def top(self) -> Widget:
        """What lies on top: the last overlay, else the page."""
        stage = self.app.stage
        return stage.overlays[-1] if stage.overlays else stage.page

    def visible(self, root: Widget | None = None) -> Iterator[Widget]:
        """All widgets people can see on top, parents before children."""
        root = root or self.top()
        yield root
        for child in reversed(root.children):
            if child.opacity > 0 and child.width > 0 and child.height > 0:
                yield from self.visible(child)

    def find(self, what: str) -> Widget:
        """The visible widget with this name, else with these words, rather one that is enabled; raises LookupError."""
        widgets = list(self.visible())
        for of in ("name", "say"):
            found = [widget for widget in widgets if getattr(widget, of, None) == what]
            if found:
                return next((widget for widget in found if not widget.disabled), found[0])
        raise LookupError(f"nothing on the screen is called or says {what!r}: {self.names()}")

    def has(self, what: str) -> bool:
        """Whether ``find`` would find it."""
        try:
            self.find(what)
        except LookupError:
            return False
        return True

    def names(self) -> list[str]:
        """The names of what is visible on top."""
        return [widget.name for widget in self.visible() if getattr(widget, "name", "")]

    def words(self) -> list[str]:
        """All words visible on top."""
        return [widget.say for widget in self.visible() if getattr(widget, "say", "")]

    def screenshot(self, path: Path) -> Path:
        """Save the window as a PNG file under this very name."""
        self.settle(2)
        data = self._pixels()
        data.save(path)
        return path

    def _pixels(self) -> Any:
        from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels
        from PIL import Image

        Window.dispatch("on_draw")
        width, height = Window.system_size
        raw = glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE)
        return Image.frombytes("RGB", (width, height), bytes(raw)).transpose(Image.Transpose.FLIP_TOP_BOTTOM)

    # Touching --------------------------------------------------------------------------------------------------

    def tap(self, what: str | Widget) -> None:
        """Tap the middle of a widget, scrolling it into view where it lies in a list."""
        widget = self.find(what) if isinstance(what, str) else what
        self._reveal(widget)
        if getattr(widget, "disabled", False):
            raise LookupError(f"{what!r} is disabled")
        self.touch(*widget.to_window(*widget.center))

    def _reveal(self, widget: Widget) -> None:
        above = widget.parent
        while isinstance(above, Widget) and above is not above.parent:
            if isinstance(above, ScrollView):
                above.scroll_to(widget, animate=False)
                self.settle(3)
            above = above.parent

    def touch(self, x: float, y: float) -> None:
        """A finger down and up at a point of the window (px, from the lower left corner)."""
        self._touches += 1
        finger = Finger("driver", self._touches, {"x": x / Window.width, "y": y / Window.height})
        for phase in ("begin", "end"):
            EventLoop.post_dispatch_input(phase, finger)
            self.settle(1)
        self._wait_for_scrollers()

    def _wait_for_scrollers(self) -> None:
        """A list hands a tap on only when it is sure that it is no drag: let its timers run out."""
        Clock.tick()
        self.settle(3)
