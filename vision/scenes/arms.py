"""Hands laid over a rendered picture: whose they are, how they are held, how their motion smears them."""

from __future__ import annotations

import math
import random
from collections import OrderedDict
from dataclasses import dataclass

import cv2
import numpy as np

from companion.ports import Cover
from vision.arrays import Float, Matrix, Picture, f64, u8
from vision.optics import View, apply
from vision.rects import covered
from vision.scenes import hands
from vision.scenes.smear import LONGEST_GAP_MS, STILL, Shift, smear_of, smeared
from vision.scenes.sprites import from_edge, pose_at
from vision.scenes.stage import Light

HAND_PX_PER_MM = 2.0
POSES = 3
"""In so many ways a person holds a hand."""
OUTSIDE_MM = 120.0
"""A shoulder is this far outside the watched area ..."""
KEPT_HANDS = 40
"""So many drawings of hands (of 4 MB) are kept, enough for twelve people; the one not used for longest goes."""
SAME_SHOULDER_MM = 190.0
"""... and arms that come from this near each other are of one person."""
ONE_REACH_MM = 260.0
"""A hand that is this near to where it was in the last picture is held as it was."""
HIGH_MM = 28.0
"""A hand's shadow falls as that of a thing so high over the table ..."""
SHADE_PX_PER_MM = 0.35
"""... and is drawn in coarse pixels."""
SLEEVE_ON_MM = 500.0
"""The sleeve goes on for so long beyond the drawn arm: wide tables need it."""


@dataclass(frozen=True)
class Drawn:
    """A hand, upright: what it keeps of what is below (last channel), what it adds (BGR), its tip (px), its body."""

    pixels: Picture
    tip: tuple[float, float]
    body: Picture


@dataclass
class Person:
    """Somebody at the table: where the arms come from, what they look like."""

    shoulder: Matrix
    wearer: hands.Wearer
    seed: int
    reaches: int = 0


@dataclass(frozen=True)
class Reach:
    """A hand in one picture: whose, in which pose, how it moved while the shutter was open."""

    cover: Cover
    person: int
    pose: int
    smear: Shift


class Arms:
    """The hands of the people round one table; each has a skin and sleeves of their own."""

    def __init__(self, seed: int, light: Light, area: tuple[float, float], shutter_ms: float) -> None:
        self._seed, self._light, self._area, self._shutter = seed & 0xFFFFFFFF, light, area, shutter_ms
        rng = random.Random(f"arms {seed}")
        skins, sleeves = (rng.sample(colours, len(colours)) for colours in (hands.SKINS, hands.SLEEVES))
        self._wearers = [
            hands.Wearer(
                skins[i % len(skins)], sleeves[i % len(sleeves)], rng.choice(hands.PATTERNS), rng.random() < 0.25
            )
            for i in range(len(skins) * len(sleeves))
        ]
        self._people: list[Person] = []
        self._kept: OrderedDict[tuple[int, int], Drawn] = OrderedDict()
        self._before: tuple[Reach, ...] = ()
        self._at_ms = 0

    def step(self, covers: tuple[Cover, ...], at_ms: int) -> tuple[Reach, ...]:
        """The hands of this moment, each with its owner, its pose, and its motion since the last one."""
        gap = at_ms - self._at_ms
        left, reaches = list(self._before), []
        for cover in covers:
            person = self._owner(cover)
            last = min((one for one in left if one.person == person), key=lambda one: _apart(one, cover), default=None)
            if last is None or _apart(last, cover) > ONE_REACH_MM:
                self._people[person].reaches += 1
                reaches.append(Reach(cover, person, self._people[person].reaches % POSES, STILL))
                continue
            left.remove(last)
            seen = 0 < gap <= LONGEST_GAP_MS
            before, now = (last.cover.x, last.cover.y), (cover.x, cover.y)
            reaches.append(
                Reach(cover, person, last.pose, smear_of(before, now, self._shutter / gap) if seen else STILL)
            )
        self._before, self._at_ms = tuple(reaches), at_ms
        return self._before

    def _owner(self, cover: Cover) -> int:
        """Whose arm this is: it comes from where that person's arms came from before."""
        shoulder = self._shoulder(cover)
        for number, person in enumerate(self._people):
            if np.hypot(*(person.shoulder - shoulder)) < SAME_SHOULDER_MM:
                person.shoulder = f64(0.8 * person.shoulder + 0.2 * shoulder)
                return number
        number = len(self._people)
        self._people.append(Person(shoulder, self._wearers[number % len(self._wearers)], number))
        return number

    def _shoulder(self, cover: Cover) -> Matrix:
        """Where the line of an arm leaves the surroundings of the watched area (mm)."""
        way = (math.sin(math.radians(cover.angle)), -math.cos(math.radians(cover.angle)))
        far = []
        for at, step, side in zip((cover.x, cover.y), way, self._area, strict=True):
            if abs(step) > 1e-9:
                far.append(max(0.0, ((side + OUTSIDE_MM if step > 0 else -OUTSIDE_MM) - at) / step))
        return f64([cover.x + min(far) * way[0], cover.y + min(far) * way[1]])

    def lay(self, image: Picture, view: View, reach: Reach, strength: Picture) -> None:
        """Lay a hand over the picture in place; ``strength``: the lamp's over the picture (0 to 255)."""
        cover, drawn = reach.cover, self._drawn(reach)
        scale = 1 / HAND_PX_PER_MM
        height, width = drawn.pixels.shape[:2]
        onto = np.array([[scale, 0, -drawn.tip[0] * scale], [0, scale, -drawn.tip[1] * scale], [0, 0, 1]])
        pose = pose_at(cover.x, cover.y, cover.angle + 180)
        middle = pose_at((width / 2 - drawn.tip[0]) * scale, (height / 2 - drawn.tip[1]) * scale, 0)
        self._darken(image, view, drawn, pose @ onto)
        margin = math.hypot(*reach.smear)
        left, top, right, bottom = covered(view, pose @ middle, (width * scale, height * scale), margin)
        if right <= left or bottom <= top:
            return
        shift, size = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1.0]]), (right - left, bottom - top)
        laid = cv2.warpPerspective(
            drawn.pixels, shift @ view.to_px @ pose @ onto, size, flags=cv2.INTER_LINEAR, borderValue=(0, 0, 0, 255)
        )
        if reach.smear != STILL:
            ends = apply(view.to_px, [(cover.x, cover.y), (cover.x + reach.smear[0], cover.y + reach.smear[1])])
            laid = smeared(u8(laid), *(float(v) for v in ends[1] - ends[0]))
        patch = image[top:bottom, left:right]
        kept = cv2.extractChannel(laid, 3)
        cv2.multiply(patch, cv2.merge([kept] * 3), dst=patch, scale=1 / 255)
        lamp = strength[top:bottom, left:right]
        lit = cv2.multiply(cv2.cvtColor(laid, cv2.COLOR_BGRA2BGR), cv2.merge([lamp] * 3), scale=1 / 255)
        cv2.add(patch, lit, dst=patch)

    def _darken(self, image: Picture, view: View, drawn: Drawn, onto: Matrix) -> None:
        """Throw a hand's shadow on the picture in place; ``onto`` takes its pixels to the table (mm)."""
        light, coarse = self._light, view.px_per_mm / SHADE_PX_PER_MM
        away, (dark, soft) = HIGH_MM * light.slant, light.shade
        fall = np.array([[1, 0, away * math.cos(light.lean)], [0, 1, away * math.sin(light.lean)], [0, 0, 1.0]])
        small = (math.ceil(view.size[0] / coarse), math.ceil(view.size[1] / coarse))
        shrink = np.diag([1 / coarse, 1 / coarse, 1])
        body = cv2.warpPerspective(drawn.body, shrink @ view.to_px @ fall @ onto, small, flags=cv2.INTER_LINEAR)
        blurred = cv2.GaussianBlur(body, (0, 0), math.hypot(soft, HIGH_MM * light.lamp) * SHADE_PX_PER_MM)
        left, top, wide, high = cv2.boundingRect(blurred)
        if wide and high:
            box = [round(v * coarse) for v in (left, top, left + wide, top + high)]
            part = image[box[1] : box[3], box[0] : box[2]]
            shade = cv2.convertScaleAbs(blurred[top : top + high, left : left + wide], alpha=0.75 * dark)
            keep = cv2.resize(255 - shade, (part.shape[1], part.shape[0]), interpolation=cv2.INTER_LINEAR)
            cv2.multiply(part, cv2.merge([keep] * 3), dst=part, scale=1 / 255)

    def _drawn(self, reach: Reach) -> Drawn:
        key = (reach.person, reach.pose)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        person = self._people[reach.person]
        rng = np.random.default_rng([self._seed, person.seed, reach.pose])
        drawn = self._kept[key] = _draw(rng, person.wearer, self._light.tint)
        if len(self._kept) > KEPT_HANDS:
            self._kept.popitem(last=False)
        return drawn


def _apart(reach: Reach, cover: Cover) -> float:
    return math.hypot(reach.cover.x - cover.x, reach.cover.y - cover.y)


def _draw(rng: np.random.Generator, wearer: hands.Wearer, tint: Float) -> Drawn:
    """A hand in some pose, darkening what is close around it, lit by the table's lamp."""
    colour, solid = hands.posed_hand(rng, HAND_PX_PER_MM, hands.LENGTH_MM, wearer)
    more = round(SLEEVE_ON_MM * HAND_PX_PER_MM)
    colour, solid = (u8(cv2.copyMakeBorder(part, 0, more, 0, 0, cv2.BORDER_REPLICATE)) for part in (colour, solid))
    share = solid.astype(np.float32)[..., None] / 255
    shade = cv2.GaussianBlur(share[..., 0], (0, 0), 4 * HAND_PX_PER_MM) * 0.3
    edge = np.clip(from_edge(shade.shape) / (13 * HAND_PX_PER_MM), 0, 1)
    keep = (1 - shade * edge) * (1 - share[..., 0]) * 255
    # The foremost point of a bent hand is further back in the drawing.
    row = int(np.nonzero(solid.max(1) > 127)[0][0])
    column = float(np.nonzero(solid[row] > 127)[0].mean())
    return Drawn(u8(np.dstack([colour * share * tint, keep])), (column, float(row)), solid)
