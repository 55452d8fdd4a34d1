"""What a reader with known faults tells of a card: what it takes for what, and how sure it says that it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from companion.ports import Placement

SURE = 0.9995
"""how sure the reader is of what it reads well"""

ALIKE: Mapping[str, str] = {
    "S": "C", "C": "S", "H": "D", "D": "H", "6": "95", "9": "6T", "J": "QK", "Q": "JK", "K": "QJ", "5": "6", "3": "8",
    "8": "3", "2": "7", "7": "2", "T": "9", "A": "4", "4": "A",
}  # fmt: skip
"""what is taken for what: suits of one colour, ranks of like shape"""


class Dice(Protocol):
    """The chance that eyes need."""

    def random(self) -> float: ...

    def shuffle(self, x: list[Any]) -> None: ...


@dataclass(frozen=True)
class Faults:
    """How the reader errs. ``doubted``: the share of readings that are not sure, and right as often as they say.

    ``confident``: the share that is sure and wrong.
    """

    doubted: float = 0.0
    confident: float = 0.0


def alike(face: str) -> list[str]:
    """The faces that a reader may take one for, the likeliest first; the face itself is not among them."""
    if face.startswith("X"):
        return [] if face == "X" else ["XR" if face == "XB" else "XB"]
    rank, suit = face[0], face[1]
    others = [rank + ALIKE[suit], *(other + suit for other in ALIKE[rank])]
    return [*others, ALIKE[rank][0] + ALIKE[suit]]


def odds_of(face: str, faults: Faults, dice: Dice) -> dict[str, float]:
    """What such a reader tells of a face: calibrated where it doubts, wrong where it is confident."""
    if face == "X":
        return {"XB": 0.6, "XR": 0.3995}
    others, lot = alike(face), dice.random()
    if lot < faults.confident:
        dice.shuffle(others)
        return {others[0]: SURE, face: (1 - SURE) / 2}
    if lot >= faults.confident + faults.doubted:
        return {face: SURE, others[0]: (1 - SURE) / 2}
    top = 0.5 + 0.45 * dice.random()
    shares = [top, (1 - top) * 0.7, (1 - top) * 0.2, (1 - top) * 0.1][: 1 + len(others)]
    at, throw = 0, dice.random() * sum(shares)
    while at < len(shares) - 1 and throw >= shares[at]:
        throw -= shares[at]
        at += 1
    dice.shuffle(others)
    faces = others[: len(shares) - 1]
    faces.insert(at, face)
    return dict(zip(faces, shares, strict=True))


Tell = Callable[[Placement], Mapping[str, float]]
"""what a reader says of a card that lies there"""
