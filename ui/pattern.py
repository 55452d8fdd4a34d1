"""The screen shows a picture all over, while something else looks at it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from companion.ports import Trouble
from ui.window import no_screen, prepare

SHOWN_S = 1.0
"""A screen and a camera need so long, once the picture was drawn, until it is seen."""
DRAWN_S = 15.0
"""A window that has drawn nothing by then will not, or does not tell: the work is done all the same."""


def while_shown(picture: Callable[[tuple[int, int]], Any], work: Callable[[], None], rotation: int = 0) -> None:
    """Fill the screen with a picture (BGR, drawn for a width and height in px), and do some work meanwhile.

    The work runs in a thread of its own; the window closes when it is done. Raises Trouble when no window can be had,
    and what the work raises.
    """
    if advice := no_screen():
        raise Trouble(advice)
    prepare(fullscreen=True, rotation=rotation)
    from kivy.app import App
    from kivy.clock import Clock
    from kivy.core.window import Window
    from kivy.graphics.texture import Texture
    from kivy.uix.image import Image

    if Window is None:
        raise Trouble("No window can be opened on this screen: look into its OpenGL driver.")
    failed: list[BaseException] = []

    def texture(size: tuple[int, int]) -> Any:
        drawn = np.ascontiguousarray(picture(size)[..., ::-1])
        made = Texture.create(size=size, colorfmt="rgb")
        made.flip_vertical()
        made.blit_buffer(drawn.reshape(-1), colorfmt="rgb", bufferfmt="ubyte")
        return made

    class Pattern(App):
        """Starts the work once the picture has been drawn in the window's own size; that may take seconds."""

        def build(self) -> Any:
            self.shown = Image(texture=texture(tuple(map(int, Window.size))), fit_mode="fill")
            self.begin = Clock.create_trigger(self.start, SHOWN_S)
            self.drawn = self.started = False
            Window.bind(size=self.resized, on_flip=self.flipped)
            Clock.schedule_once(self.start, DRAWN_S)
            return self.shown

        def resized(self, _: Any, size: tuple[float, float]) -> None:
            self.shown.texture = texture((int(size[0]), int(size[1])))
            self.begin.cancel()
            self.drawn = False

        def flipped(self, _: Any) -> None:
            if not self.drawn:
                self.drawn = True
                self.begin()

        def start(self, _: float) -> None:
            if not self.started:
                self.started = True
                threading.Thread(target=self.do, daemon=True).start()

        def do(self) -> None:
            try:
                work()
            except BaseException as error:
                failed.append(error)
            finally:
                Clock.schedule_once(lambda _: self.stop())

    Pattern().run()
    if failed:
        raise failed[0]
