"""Scenes as people lay cards, and how readings of them compare with the truth."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from companion.ports import Placement, Reading, Scene
from vision.optics import View, apply
from vision.reading.names import FACES

NEAR_MM = 11.0
"""A reading whose centre is this near a card's is about that card ..."""
SAME_MM = 60.0
"""... or this near, if it names it: a single corner tells the centre badly."""
KINDS = ("lot", "showdown", "singles", "row", "fan")
STRIP_MM = 14.0
"""How much of a card the next one in a row leaves open: its index and little more."""


@dataclass(frozen=True)
class Outcome:
    """One reading and whether it is right; ``truth`` is the card that lies there, None where none does."""

    reading: Reading
    truth: str | None

    @property
    def right(self) -> bool:
        """Whether the reading names the card that lies there."""
        return self.reading.card == self.truth


@dataclass(frozen=True)
class Comparison:
    """All outcomes of a picture and the cards that no reading is about."""

    outcomes: tuple[Outcome, ...]
    missed: tuple[str, ...]


def random_scene(rng: random.Random, kind: str, area: tuple[float, float]) -> Scene:
    """A scene of one kind; every face-up card shows at least one whole index, and nothing leaves the area."""
    faces = list(FACES)
    rng.shuffle(faces)
    makers = {"lot": _lot, "showdown": _showdown, "singles": _singles, "row": _row, "fan": _fan}
    places = makers[kind](rng, area)
    cards = [Placement(face, x, y, angle) for face, (x, y, angle) in zip(faces, places, strict=False)]
    if rng.random() < 0.3 and kind in ("lot", "row"):
        cards.append(Placement(None, rng.uniform(45, 90), rng.uniform(60, area[1] - 60), rng.uniform(0, 360)))
    return Scene(tuple(cards))


Place = tuple[float, float, float]


def _turn(rng: random.Random, spread: float) -> float:
    return rng.gauss(0, spread) + (180 if rng.random() < 0.3 else 0)


def _lot(rng: random.Random, area: tuple[float, float]) -> list[Place]:
    x, y, gap = area[0] / 2 + rng.gauss(0, 15), area[1] / 2 + rng.gauss(0, 12), rng.uniform(70, 82)
    return [(x + side * gap / 2, y + rng.gauss(0, 3), _turn(rng, 4)) for side in (-1, 1)]


def _showdown(rng: random.Random, area: tuple[float, float]) -> list[Place]:
    """Two cards before each of up to six seats."""
    places: list[Place] = []
    for column in range(3):
        for row, down in ((0, 62), (1, area[1] - 62)):
            x = area[0] * (column + 0.5) / 3 + rng.gauss(0, 8)
            places += [(x - 37, down + rng.gauss(0, 3), 180 * (1 - row) + rng.gauss(0, 4))]
            places += [(x + 37, down + rng.gauss(0, 3), 180 * (1 - row) + rng.gauss(0, 4))]
    return places


def _singles(rng: random.Random, area: tuple[float, float]) -> list[Place]:
    """Up to six cards at any angle, none touching another."""
    cells = [(c, r) for c in range(5) for r in range(3)]
    wide, high = area[0] / 5, area[1] / 3
    chosen = rng.sample([cell for cell in cells if sum(cell) % 2 == 0], rng.randint(3, 6))
    return [((c + 0.5) * wide, min(max((r + 0.5) * high, 56), area[1] - 56), rng.uniform(0, 360)) for c, r in chosen]


def _row(rng: random.Random, area: tuple[float, float]) -> list[Place]:
    """A row in which each card leaves the left strip of the one below it open."""
    count, turn = rng.randint(4, 12), _turn(rng, 5)
    step = rng.uniform(STRIP_MM, STRIP_MM + 10)
    x, y, angle = area[0] / 2 - step * count / 2, area[1] / 2, math.radians(turn)
    start = (x + rng.gauss(0, 30), y + rng.gauss(0, 20))
    if math.cos(angle) < 0:
        start = (area[0] - start[0], start[1])
    return [
        (start[0] + i * step * math.cos(angle), start[1] + i * step * math.sin(angle), turn + rng.gauss(0, 0.8))
        for i in range(count)
    ]


def _fan(rng: random.Random, area: tuple[float, float]) -> list[Place]:
    count, radius, step = rng.randint(4, 13), rng.uniform(120, 220), rng.uniform(17, 26)
    x, y, turn = area[0] / 2 + rng.gauss(0, 40), area[1] / 2, math.radians(rng.choice((0, 180)) + rng.gauss(0, 10))
    places = []
    for i in range(count):
        angle = (i - (count - 1) / 2) * step / radius
        dx, dy = radius * math.sin(angle), radius * (1 - math.cos(angle))
        across, down = math.cos(turn) * dx - math.sin(turn) * dy, math.sin(turn) * dx + math.cos(turn) * dy
        places.append((x + across, y + down, math.degrees(turn + angle)))
    return places


def compare(readings: Sequence[Reading], scene: Scene, view: View) -> Comparison:
    """Set readings against the scene they show, the surest first; each card answers for one reading."""
    left = [card for card in scene.cards if card.card is not None]
    outcomes = []
    for reading in sorted(readings, key=lambda one: -one.p):
        corners = apply(view.to_mm, list(reading.quad or ()))
        x, y = corners.mean(0)
        away = {card: math.hypot(card.x - x, card.y - y) for card in left}
        near = [card for card in left if away[card] < (SAME_MM if card.card == reading.card else NEAR_MM)]
        near.sort(key=lambda card: (card.card != reading.card, away[card]))
        if near:
            left.remove(near[0])
        outcomes.append(Outcome(reading, near[0].card if near else None))
    return Comparison(tuple(outcomes), tuple(card.card for card in left if card.card is not None))
