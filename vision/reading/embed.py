"""Whole cards cut out upright, and what the face network says of them: evidence, and an embedding to know them by."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import cv2
import numpy as np

from companion.ports import CARD_MM
from vision.arrays import Float, Picture, f32
from vision.reading.halves import Halves
from vision.reading.nets import Nets, rgb_planes
from vision.reading.pair import Pose

BATCH = 16
"""More at once take memory and no less time."""
FINER = 1.25
"""Cards are cut from a copy of at most about this many times the px per mm that they get."""


def pose_of(quad: Sequence[tuple[float, float]]) -> Pose:
    """The pose of an outline (px), clockwise from the card's upper left corner."""
    at = np.asarray(quad, np.float64)
    top, bottom = at[[0, 1]].mean(0), at[[2, 3]].mean(0)
    (x, y), up = at.mean(0), top - bottom
    angle = math.degrees(math.atan2(up[0], -up[1]))
    angle = angle - 180 if angle > 90 else angle + 180 if angle <= -90 else angle
    return Pose(float(x), float(y), angle, float(np.hypot(*up)) / CARD_MM[1])


class Placed(Protocol):
    """A card in a picture: its corners (px, clockwise from the upper left) and the scale along its long side."""

    @property
    def quad(self) -> tuple[tuple[float, float], ...]: ...
    @property
    def px_per_mm(self) -> float: ...


def cut_cards(picture: Halves, cards: Sequence[Placed], size: tuple[int, int]) -> Picture:
    """Cut-outs n x height x width x 3 of whole cards (``size`` is width, height px), upright or on their heads.

    Beyond the picture its edge is repeated.
    """
    width, height = size
    out = np.empty((len(cards), height, width, 3), np.uint8)
    corners = f32([(0, 0), (width, 0), (width, height), (0, height)]) - f32(0.5)
    for row, card in enumerate(cards):
        # From a copy not much finer than the cut-out, so that it does not alias.
        wanted = FINER * height / CARD_MM[1] / card.px_per_mm
        image, factor = picture.scaled(wanted) if wanted < 0.8 else (picture.image, 1.0)
        quad = f32((np.asarray(card.quad) + 0.5) * factor - 0.5)
        onto = cv2.getPerspectiveTransform(corners, quad)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        cv2.warpPerspective(image, onto, (width, height), dst=out[row], flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return out


@dataclass(frozen=True)
class Faces:
    """What the network says of cards: logits (n x 18: ranks, joker, suits) and embeddings (n x 64, unit length)."""

    logits: Float
    embedding: Float


@dataclass(frozen=True)
class FaceNet:
    """The face network of some models; ``there`` tells whether they have one."""

    nets: Nets

    @property
    def there(self) -> bool:
        """Whether these models have a face network."""
        return "faces" in self.nets.facts

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of a cut-out (px)."""
        facts = self.nets.facts["faces"]
        return int(facts["width"]), int(facts["height"])

    @cached_property
    def name(self) -> str:
        """Tells one trained network from another: embeddings of different ones cannot be compared."""
        content = (self.nets.folder / self.nets.facts["faces"]["file"]).read_bytes()
        return hashlib.sha256(content).hexdigest()[:12]

    def look(self, picture: Halves, cards: Sequence[Placed]) -> Faces:
        """Cut out these cards (px) and run the network over them."""
        return self.run(cut_cards(picture, cards, self.size))

    def run(self, cards: Picture) -> Faces:
        """Run the network over upright cards (n x height x width x 3, BGR)."""
        session = self.nets.face
        given = session.get_inputs()[0].name
        logits, rows = [np.zeros((0, 18), np.float32)], [np.zeros((0, 64), np.float32)]
        for start in range(0, len(cards), BATCH):
            made = session.run(["logits", "embedding"], {given: rgb_planes(cards[start : start + BATCH])})
            logits.append(f32(made[0]))
            rows.append(f32(made[1]))
        return Faces(np.concatenate(logits), np.concatenate(rows))

    def recognise(self, picture: Halves, cards: Sequence[Placed]) -> Float:
        """Embeddings of these cards (n x 64, unit length) that are the same either way up."""
        return self.either_way(cut_cards(picture, cards, self.size))

    def either_way(self, cards: Picture) -> Float:
        """The mean embedding of upright cards (n x height x width x 3) and of the same on their heads."""
        both = self.run(cards).embedding + self.run(np.ascontiguousarray(cards[:, ::-1, ::-1])).embedding
        return f32(both / np.maximum(np.linalg.norm(both, axis=1, keepdims=True), 1e-6))
