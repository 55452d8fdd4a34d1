"""Hands laid over a rendered picture."""

from __future__ import annotations

import cv2
import numpy as np

from companion.ports import Cover
from vision import hands
from vision.arrays import Float, Picture, u8
from vision.optics import View
from vision.sprites import covered, from_edge, pose_at

HAND_PX_PER_MM = 2.0


class Arms:
    """The hands of the people round one table: each side of the table has its own hand and sleeve."""

    def __init__(self, seed: int, tint: Float) -> None:
        self._seed, self._tint = seed, tint
        self._hands: dict[int, tuple[Picture, Picture]] = {}

    def reach(self, image: Picture, view: View, cover: Cover) -> None:
        """Lay a hand over the picture in place."""
        keep, colour = self._hand(cover)
        scale = 1 / HAND_PX_PER_MM
        middle = np.array(
            [[scale, 0, -hands.WIDTH_MM / 2], [0, scale, -hands.TIP_MM], [0, 0, 1]]
        )  # sprite px to mm from the fingertips, arm downwards
        pose = pose_at(cover.x, cover.y, cover.angle + 180)
        along = pose_at(0, hands.LENGTH_MM / 2 - hands.TIP_MM, 0)
        left, top, right, bottom = covered(view, pose @ along, (hands.WIDTH_MM, hands.LENGTH_MM), 0)
        if right <= left or bottom <= top:
            return
        shift = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1.0]])
        onto, size = shift @ view.to_px @ pose @ middle, (right - left, bottom - top)
        kept = cv2.warpPerspective(keep, onto, size, flags=cv2.INTER_LINEAR, borderValue=255)
        laid = cv2.warpPerspective(colour, onto, size, flags=cv2.INTER_LINEAR)
        patch = image[top:bottom, left:right]
        cv2.multiply(patch, cv2.merge([kept] * 3), dst=patch, scale=1 / 255)
        cv2.add(patch, laid, dst=patch)

    def _hand(self, cover: Cover) -> tuple[Picture, Picture]:
        """What a hand keeps of the picture below it and what it adds."""
        person = round(cover.angle / 30) % 12
        if person not in self._hands:
            rng = np.random.default_rng([self._seed & 0xFFFFFFFF, person])
            colour, solid = hands.hand(rng, HAND_PX_PER_MM)
            share = solid.astype(np.float32)[..., None] / 255
            shade = cv2.GaussianBlur(solid.astype(np.float32) / 255, (0, 0), 7 * HAND_PX_PER_MM) * 0.45
            edge = np.clip(from_edge(shade.shape) / (22 * HAND_PX_PER_MM), 0, 1)
            keep = (1 - shade * edge) * (1 - share[..., 0]) * 255
            lit = colour * share * self._tint
            self._hands[person] = u8(keep), u8(lit)
        return self._hands[person]
