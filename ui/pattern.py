"""The screen shows a picture all over, while something else looks at it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from companion.ports import Trouble
from ui.window import no_screen, prepare

SHOWN_S = 1.0
"""A screen and a camera need so long until the picture is seen."""


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
        def build(self) -> Any:
            shown = Image(texture=texture(tuple(map(int, Window.size))), fit_mode="fill")
            Window.bind(size=lambda _, size: setattr(shown, "texture", texture(tuple(map(int, size)))))
            return shown

        def on_start(self) -> None:
            Clock.schedule_once(lambda _: threading.Thread(target=self.do, daemon=True).start(), SHOWN_S)

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
