"""Ties one session to a camera, buttons, lights and perhaps a screen; one thread owns the session."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from companion.evening.session import Session
from companion.evening.viewer import view
from companion.ports import Buttons, Camera, CameraGone, Frame, Lights, Look, Press, Watcher
from companion.view import Intent, View


@dataclass
class Evening:
    """One round of the loop is ``step``: what people touched and pressed, then one frame."""

    session: Session
    buttons: Buttons
    lights: Lights
    camera: Camera | None = None
    eyes: Watcher | None = None
    inbox: queue.SimpleQueue[Intent] = field(default_factory=queue.SimpleQueue)
    show: Callable[[View], None] | None = None
    """draws the view; None without a screen"""
    preview: Callable[[Frame], None] = lambda frame: None
    fix: Callable[[Frame], Frame] = lambda frame: frame
    """puts a frame of an uncalibrated camera on the table's plane"""
    heard: Callable[[Intent | Press], None] = lambda what: None
    """told of each touch and press just before it is acted upon"""
    pace_s: float = 0.0
    """the least time a step takes: a rendered table on a screen is played at the speed of people"""
    camera_trouble: str = ""
    ended: bool = False
    """the camera's source has ended (a file)"""
    frames: int = 0
    _changed: bool = True
    _sight: str = ""
    """why the pictures cannot be believed, as a sentence; empty when they can"""
    _remarked: frozenset[str] = frozenset()
    """codes of what was last said of the pictures"""
    _wants: bool = False
    """whether another look was wanted when last asked"""

    def __post_init__(self) -> None:
        self.session.on_change = self._note_change

    def _note_change(self) -> None:
        self._changed = True

    def step(self) -> None:
        """Take what has come in, look once, light the lamps, draw.

        Raises Trouble when the journal cannot be written and there is no screen to say so.
        """
        began = time.monotonic()
        while not self.inbox.empty():
            intent = self.inbox.get()
            self.heard(intent)
            self.session.handle(intent)
        for press in self.buttons.presses():
            self.heard(press)
            self.session.press(press)
        self._look()
        if self.session.trouble is not None and self.show is None:
            raise self.session.trouble
        self.lights.show(self.session.places_to_act())
        if self._changed and self.show is not None:
            self._changed = False
            self.show(view(self.session, self.camera_trouble))
        if self.pace_s:
            time.sleep(max(0.0, self.pace_s - (time.monotonic() - began)))

    def refresh(self) -> None:
        """Draw everything at the next step: a screen has just come."""
        self._changed = True

    def _look(self) -> None:
        if self.camera is None or self.eyes is None or self.ended:
            return
        try:
            frame = self.camera.read()
        except CameraGone as error:
            self._trouble(str(error))
            return
        if frame is None:
            self.ended = True
            self._trouble("The pictures have ended: go on by touch.")
            return
        frame = self.fix(frame)
        self.frames += 1
        self.preview(frame)
        if self.session.look_again:
            self.session.look_again = False
            self.eyes.refresh()
        look = self.eyes.watch(frame)
        if look is not None:
            self._seen(look)
        self._trouble(self._sight)
        wants = self.session.wants_look
        if wants and (look is not None or not self._wants):  # (an answer may want one too, though nothing has moved)
            self.eyes.refresh()
        self._wants = wants

    def _seen(self, look: Look) -> None:
        """Hand a look to the session; one that is refused goes no further than the screen."""
        refusal = look.refusal
        self._sight = "" if refusal is None else f"{refusal.sentence.say(self.session.language)}."
        if refusal is not None:
            # Without a screen a lens covered for a moment stops nothing; colours in the wrong order stay so.
            self._sight = self._sight if self.show is not None or refusal.code == "swapped" else ""
            return
        self.session.look(look)
        for remark in look.remarks:
            if remark.code not in self._remarked:
                self.session.notice(remark.sentence)
        self._remarked = frozenset(remark.code for remark in look.remarks)

    def _trouble(self, sentence: str) -> None:
        if self.camera_trouble and not sentence:
            self.session.compare()  # (the pictures are back: who knows what happened meanwhile)
        if sentence != self.camera_trouble:
            self.camera_trouble = sentence
            self._changed = True
