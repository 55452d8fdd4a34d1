"""A table seen by perfect eyes: no pictures, the scene itself is the look. For tests of everything but vision."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from companion.cli.croupier import Croupier
from companion.cli.evening import Evening
from companion.people.poses import Pose, index_seen
from companion.ports import Frame, Look, Placement, Scene, Sighting
from companion.session import Session
from companion.settings import SeatPanel
from hardware.buttons import MockPanel
from hardware.lights import NoLights

Odds = Callable[[Placement], Mapping[str, float]]


def certain(card: Placement) -> Mapping[str, float]:
    """The reader is sure and right."""
    return {str(card.card): 0.999}


class SceneCamera:
    """Frames without a picture: they carry the scene."""

    def __init__(self, scene: Callable[[], Scene]) -> None:
        self.scene = scene
        self.at_ms = 0

    def read(self) -> Frame:
        self.at_ms += 100
        frame: Any = Frame(self.scene(), self.at_ms)  # type: ignore[arg-type]
        return frame

    def __enter__(self) -> SceneCamera:
        return self

    def __exit__(self, *_: object) -> None: ...


class SceneEyes:
    """A look whenever the scene has changed and no hand is over it: at all cards of which an index is free."""

    def __init__(self, odds: Odds = certain) -> None:
        self.odds = odds
        self.last: Scene | None = None

    def watch(self, frame: Frame) -> Look | None:
        scene: Any = frame.image
        if scene.hands or scene == self.last:
            return None
        self.last = scene
        poses = [Pose(c.x, c.y, c.angle) for c in scene.cards]
        lying = [
            Sighting(c.x, c.y, c.angle, self.odds(c), 2, b"a picture")
            for i, c in enumerate(scene.cards)
            if c.card is not None and index_seen(poses[i], poses[i + 1 :])
        ]
        return Look(tuple(lying), frame.at_ms)

    def refresh(self) -> None:
        self.last = None


@contextmanager
def perfect_table(session: Session, players: int, seed: int, odds: Odds = certain) -> Iterator[Croupier]:
    """A croupier at a table that is seen perfectly (or with the odds given)."""
    panel = MockPanel([SeatPanel(place=i, plus=2 + 3 * i, ok=3 + 3 * i, pass_=4 + 3 * i) for i in range(players)])
    croupier: Croupier
    evening = Evening(session, panel, NoLights(), SceneCamera(lambda: croupier.now()), SceneEyes(odds))
    croupier = Croupier(evening, panel, seed)
    session.on_event = croupier.heard
    try:
        yield croupier
    finally:
        panel.close()
