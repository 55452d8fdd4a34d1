"""A rendered table on which hands lay, push, turn and take cards, frame by frame, and what a watcher should know of it.

The truth is kept card by card: which physical card lies where, since when, and how much of it shows.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.ports import CARD_MM, Cover, Frame, Look, Placement, Reader, Scene, Sighting
from vision.scenes.table import TableRenderer, held_out_renderer
from vision.watching.watch import TableWatcher

SIZE = (1280, 720)
FRAME_MS = 100
REACH, RETREAT, SIDE = 4, 3, 180.0
"""Frames in which a hand comes and goes; its arm leaves downwards."""
AWAY_MM = 150.0
"""So far it comes from and goes back before it is lifted out of the picture."""
INDEX_MM, INDEX_SIZE = (25.4, 31.3), (5.0, 9.0)
"""Middle of an index from that of the card, and half of its size."""


@dataclass(frozen=True)
class Lying:
    """A physical card on the table: its number, its face (None: a back), where, and since which frame it rests."""

    number: int
    card: str | None
    x: float
    y: float
    angle: float
    since: int

    @property
    def placement(self) -> Placement:
        """As the renderer wants it."""
        return Placement(self.card, self.x, self.y, self.angle)

    def local(self, x: float, y: float) -> tuple[float, float]:
        """A point of the table (mm) in this card's own millimetres, from its middle."""
        turn = math.radians(self.angle)
        dx, dy = x - self.x, y - self.y
        return math.cos(turn) * dx + math.sin(turn) * dy, -math.sin(turn) * dx + math.cos(turn) * dy

    def holds(self, x: float, y: float, margin: float = 0.0) -> bool:
        """Whether a point of the table lies under this card."""
        u, v = self.local(x, y)
        return abs(u) < CARD_MM[0] / 2 + margin and abs(v) < CARD_MM[1] / 2 + margin

    def point(self, u: float, v: float) -> tuple[float, float]:
        """Where a point of the card (mm from its middle) is on the table."""
        turn = math.radians(self.angle)
        return self.x + math.cos(turn) * u - math.sin(turn) * v, self.y + math.sin(turn) * u + math.cos(turn) * v


def under_hand(hand: Cover, x: float, y: float) -> bool:
    """Whether a hand or its arm covers a point of the table, roughly."""
    turn = math.radians(hand.angle)
    dx, dy = x - hand.x, y - hand.y
    along, across = math.sin(turn) * dx - math.cos(turn) * dy, math.cos(turn) * dx + math.sin(turn) * dy
    return along > -12 and abs(across) < 62


class Moving:
    """The table, its people's hands, and the watcher that looks at it, ten frames a second."""

    def __init__(
        self, reader: Reader, seed: int = 1, level: str = "clean", renderer: TableRenderer | None = None
    ) -> None:
        self.renderer = renderer or held_out_renderer(seed, level, SIZE)
        self.watcher = TableWatcher(reader)
        self.lying: list[Lying] = []
        self.hands: list[Cover] = []
        self.light, self.bump = 1.0, (0.0, 0.0, 0.0)
        self.looks: list[Look] = []
        self.number = self._cards = 0

    @property
    def now_ms(self) -> int:
        """When the last frame was taken."""
        return self.number * FRAME_MS

    # frames -------------------------------------------------------------------------------------------------------

    def frame(self, held: Sequence[Placement] = (), hands: Sequence[Cover] | None = None) -> Look | None:
        """One frame: what lies there, cards in hands over it, and hands."""
        self.number += 1
        cards = (*(one.placement for one in self.lying), *held)
        scene = Scene(cards, tuple(self.hands if hands is None else hands), self.light, self.bump)
        look = self.watcher.watch(self.seen(scene))
        if look is not None:
            self.looks.append(look)
        return look

    def seen(self, scene: Scene) -> Frame:
        """What the camera sees of a scene."""
        return self.renderer.frame(scene, self.now_ms)

    def rest(self, seconds: float) -> list[Look]:
        """Nothing happens."""
        looks = [self.frame() for _ in range(round(seconds * 1000 / FRAME_MS))]
        return [look for look in looks if look is not None]

    # what hands do ------------------------------------------------------------------------------------------------

    def lay(self, card: str | None, x: float, y: float, angle: float = 0.0, frames: int = REACH) -> int:
        """A hand lays a card and leaves."""
        for step in range(frames):
            away = AWAY_MM * (1 - (step + 1) / frames)
            self.frame([Placement(card, x, y + away, angle)], [*self.hands, Cover(x, y + away + 22, SIDE)])
        number = self.put(card, x, y, angle)
        self.leave(x, y + 22)
        return number

    def put(self, card: str | None, x: float, y: float, angle: float = 0.0) -> int:
        """A card lies there from now on, no hand seen."""
        self._cards += 1
        self.lying.append(Lying(self._cards, card, x, y, angle, self.number))
        return self._cards

    def leave(self, x: float, y: float, frames: int = RETREAT) -> None:
        """A hand goes back."""
        for step in range(frames):
            self.frame(hands=[*self.hands, Cover(x, y + AWAY_MM * (step + 1) / frames, SIDE)])

    def reach(self, x: float, y: float, frames: int = REACH) -> None:
        """A hand comes to a place and stays till the next frame."""
        for step in range(frames):
            self.frame(hands=[*self.hands, Cover(x, y + AWAY_MM * (1 - (step + 1) / frames), SIDE)])

    def slide(self, number: int, x: float, y: float, angle: float | None = None, frames: int = 5) -> None:
        """A hand pushes a card to another place; what it passes over it lies upon."""
        card = self.card(number)
        self.reach(card.x, card.y + 22)
        self.lying.remove(card)
        turned = card.angle if angle is None else angle
        for step in range(1, frames + 1):
            part = step / frames
            at = Placement(
                card.card,
                card.x + part * (x - card.x),
                card.y + part * (y - card.y),
                card.angle + part * (turned - card.angle),
            )
            self.frame([at], [*self.hands, Cover(at.x, at.y + 22, SIDE)])
        self.lying.append(replace(card, x=x, y=y, angle=turned, since=self.number))
        self.leave(x, y + 22)

    def turn(self, number: int, card: str | None, x: float | None = None, y: float | None = None) -> None:
        """A hand turns a card over where it lies, or beside it."""
        old = self.card(number)
        self.reach(old.x, old.y + 10)
        self.frame(hands=[*self.hands, Cover(old.x, old.y - 10, SIDE)])
        new = replace(old, card=card, x=old.x if x is None else x, y=old.y if y is None else y, since=self.number)
        self.lying[self.lying.index(old)] = new
        self.leave(new.x, new.y + 10)

    def take(self, numbers: Iterable[int]) -> None:
        """A hand takes cards away."""
        cards = [self.card(number) for number in numbers]
        x, y = cards[-1].x, cards[-1].y
        self.reach(x, y + 22)
        for card in cards:
            self.lying.remove(card)
        for step in range(RETREAT):
            away = AWAY_MM * (step + 1) / RETREAT
            held = [Placement(card.card, x, y + away, card.angle) for card in cards]
            self.frame(held, [*self.hands, Cover(x, y + 22 + away, SIDE)])

    def card(self, number: int) -> Lying:
        """The card of this number."""
        return next(one for one in self.lying if one.number == number)

    # the truth ----------------------------------------------------------------------------------------------------

    def shows(self, card: Lying) -> float:
        """Share of a card that nothing covers."""
        points = [card.point(u * 7.0, v * 8.0) for u in range(-4, 5) for v in range(-5, 6)]
        return sum(not self._covered(card, *at) for at in points) / len(points)

    def readable(self, card: Lying) -> bool:
        """Whether one of its two indices is wholly uncovered."""
        return card.card is not None and any(self._index_shows(card, side) for side in (1, -1))

    def _index_shows(self, card: Lying, side: int) -> bool:
        corners = [
            card.point(side * (-INDEX_MM[0] + u * INDEX_SIZE[0]), side * (-INDEX_MM[1] + v * INDEX_SIZE[1]))
            for u in (-1, 1)
            for v in (-1, 0, 1)
        ]
        return not any(self._covered(card, *at) for at in corners)

    def _covered(self, card: Lying, x: float, y: float) -> bool:
        above = self.lying[self.lying.index(card) + 1 :]
        return any(one.holds(x, y) for one in above) or any(under_hand(hand, x, y) for hand in self.hands)

    def of(self, number: int) -> Sighting | None:
        """What the watcher knows of a card: the sighting at its place with its face, or the back there."""
        card = self.card(number)
        near = [
            one for one in self.watcher.sightings
            if math.hypot(one.x - card.x, one.y - card.y) < 14 and one.back == (card.card is None)
        ]  # fmt: skip
        near.sort(key=lambda one: (-one.odds.get(card.card or "", 0.0), math.hypot(one.x - card.x, one.y - card.y)))
        return near[0] if near else None
