"""People, riders, animals and plants for the pictures of foreign faces, standing upright in a box of the card."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.decks.schemes import Colour
from vision.decks.sheet import Emblem, Points, Sheet, oval, rect

SKINS: tuple[Colour, ...] = ((215, 228, 250), (180, 205, 240), (235, 240, 250), (120, 160, 205))


@dataclass(frozen=True)
class Box:
    """Where a figure stands: left, top, width and height (mm)."""

    x: float
    y: float
    wide: float
    high: float

    def at(self, points: Sequence[tuple[float, float]] | Points, flip: bool = False) -> Points:
        """Points of the unit square (y down) in mm, mirrored if ``flip``."""
        unit = np.asarray(points, np.float64)
        if flip:
            unit = np.column_stack([1 - unit[:, 0], unit[:, 1]])
        return unit * (self.wide, self.high) + (self.x, self.y)


@dataclass(frozen=True)
class Role:
    """Who is drawn. ``pose``: standing, riding, seated or half (from the waist up); ``hat``: crown, cap, helmet,
    turban, feather or bare; ``beard``; ``held``: what the hand holds, drawn ``held_mm`` high."""

    pose: str
    hat: str
    beard: bool
    held: Emblem | None = None
    held_mm: float = 14.0


def person(sheet: Sheet, box: Box, role: Role, palette: Sequence[Colour], rng: random.Random) -> None:
    """A person in the box; the same ``rng`` draws the same one."""
    flip = rng.random() < 0.5
    colours = list(palette)
    rng.shuffle(colours)
    if role.pose == "riding":
        _horse(sheet, box, colours, rng, flip)
    if role.pose == "seated":
        sheet.shape(box.at([(0.2, 0.25), (0.8, 0.25), (0.88, 0.98), (0.12, 0.98)]), colours[-1])
        sheet.shape(box.at([(0.3, 0.12), (0.7, 0.12), (0.8, 0.3), (0.2, 0.3)]), colours[0])
    low = {"riding": 0.66, "seated": 0.95, "standing": 0.72, "half": 1.0}[role.pose]
    size = 1.0 if role.pose != "half" else 1.45
    head = (0.5 + rng.uniform(-0.04, 0.04), 0.17 * size)
    if role.pose == "standing":
        _legs(sheet, box, colours, rng, flip)
    _body(sheet, box, colours, rng, head, low, size, flip)
    _face(sheet, box, role, colours, rng, head, size, flip)
    if role.held is not None:
        x, y = box.at([(0.9, 0.3 * size)], flip)[0]
        sheet.emblem(role.held, float(x), float(y), role.held_mm, palette, rng.uniform(-20, 20))


def _legs(sheet: Sheet, box: Box, colours: Sequence[Colour], rng: random.Random, flip: bool) -> None:
    stride = rng.uniform(0.04, 0.14)
    for side, colour in ((-1, colours[0]), (1, colours[1 % len(colours)])):
        top, foot = 0.5 + side * 0.05, 0.5 + side * (0.05 + stride)
        sheet.shape(
            box.at([(top - 0.06, 0.68), (top + 0.06, 0.68), (foot + 0.05, 0.94), (foot - 0.05, 0.94)], flip), colour
        )
        sheet.shape(
            box.at([(foot - 0.06, 0.93), (foot + 0.05, 0.93), (foot + 0.13, 0.99), (foot - 0.06, 0.99)], flip),
            sheet.ink,
        )


def _body(
    sheet: Sheet, box: Box, colours: Sequence[Colour], rng: random.Random, head: tuple[float, float], low: float,
    size: float, flip: bool,
) -> None:  # fmt: skip
    """Cape, robe with a pattern, arms and belt."""
    x, neck = head[0], head[1] + 0.08 * size
    shoulder, hem = 0.17 * size, rng.uniform(0.2, 0.36) * size
    if rng.random() < 0.5:
        cape = [(x - shoulder, neck + 0.02), (x + shoulder, neck + 0.02), (x + hem * 1.35, low), (x - hem * 1.35, low)]
        sheet.shape(box.at(cape, flip), colours[2 % len(colours)])
    robe = box.at([(x - 0.06, neck), (x + 0.06, neck), (x + shoulder, neck + 0.05), (x + hem, low), (x - hem, low),
                   (x - shoulder, neck + 0.05)], flip)  # fmt: skip
    sheet.shape(robe, colours[0])
    stripes = rng.randint(0, 4)
    for i in range(stripes):
        at = (i + 1) / (stripes + 1)
        y = neck + 0.06 + (low - neck - 0.08) * at
        half = shoulder + (hem - shoulder) * at - 0.02
        sheet.shape(
            box.at([(x - half, y), (x + half, y), (x + half, y + 0.03), (x - half, y + 0.03)], flip), colours[1]
        )
    if rng.random() < 0.5:
        sheet.shape(
            box.at([(x - 0.03, neck), (x + 0.03, neck), (x + 0.05, low), (x - 0.05, low)], flip),
            colours[2 % len(colours)],
        )
    for side in (-1, 1):
        hand = (x + side * rng.uniform(0.24, 0.4) * size, neck + rng.uniform(0.08, 0.3) * size)
        start = (x + side * shoulder * 0.85, neck + 0.06)
        arm = [
            (start[0], start[1] - 0.02),
            (hand[0], hand[1] - 0.03),
            (hand[0], hand[1] + 0.03),
            (start[0], start[1] + 0.08),
        ]
        sheet.shape(box.at(arm, flip), colours[1])
        sheet.shape(box.at(oval(*hand, 0.045 * size, 0.025 * size, 12), flip), SKINS[0])


def _face(
    sheet: Sheet, box: Box, role: Role, colours: Sequence[Colour], rng: random.Random, head: tuple[float, float],
    size: float, flip: bool,
) -> None:  # fmt: skip
    x, y = head
    wide, high = 0.1 * size, 0.075 * size
    hair = rng.choice([(40, 190, 235), (30, 60, 110), (25, 25, 25), (170, 170, 175)])
    sheet.shape(box.at(oval(x, y + 0.01, wide * 1.3, high * 1.25), flip), hair)
    sheet.shape(box.at(oval(x, y, wide, high), flip), rng.choice(SKINS))
    if role.beard:
        sheet.shape(box.at([(x - wide, y + high * 0.2), (x + wide, y + high * 0.2), (x, y + high * 2.0)], flip), hair)
    for side in (-1, 1):
        sheet.shape(box.at(oval(x + side * wide * 0.4, y - high * 0.1, 0.012 * size, 0.007 * size, 8), flip), sheet.ink)
    brim, top = y - high * 0.7, y - high * 2.0
    if role.hat == "crown":
        tips = [(x - wide * 1.2, brim)]
        for i in range(3):
            tips += [(x + wide * (i - 1) * 1.2, top), (x + wide * (i - 0.5) * 1.2, (top + brim) / 2)]
        sheet.shape(box.at([*tips[:-1], (x + wide * 1.2, brim)], flip), (60, 200, 240))
    elif role.hat == "helmet":
        sheet.shape(box.at([(x - wide, brim), (x, top), (x + wide, brim)], flip), (190, 190, 190))
    elif role.hat == "turban":
        sheet.shape(box.at(oval(x, brim - high * 0.4, wide * 1.4, high * 0.6), flip), colours[1])
        sheet.shape(box.at(oval(x, brim - high, wide * 0.6, high * 0.5), flip), colours[0])
    elif role.hat in ("cap", "feather"):
        sheet.shape(
            box.at(
                [
                    (x - wide * 1.3, brim),
                    (x - wide, top + high * 0.6),
                    (x + wide, top + high * 0.5),
                    (x + wide * 1.3, brim),
                ],
                flip,
            ),
            colours[1],
        )
        if role.hat == "feather":
            sheet.shape(
                box.at([(x + wide * 0.8, brim), (x + wide * 2.4, top - high * 0.5), (x + wide * 1.4, brim)], flip),
                colours[0],
            )


def _horse(sheet: Sheet, box: Box, colours: Sequence[Colour], rng: random.Random, flip: bool) -> None:
    coat = rng.choice([(240, 240, 240), (60, 90, 140), (90, 90, 90), (110, 160, 200)])
    for x in (0.24, 0.36, 0.68, 0.8):
        knee = x + rng.uniform(-0.06, 0.06)
        sheet.shape(box.at([(x - 0.035, 0.7), (x + 0.035, 0.7), (knee + 0.03, 0.98), (knee - 0.05, 0.98)], flip), coat)
    sheet.shape(box.at(oval(0.52, 0.66, 0.34, 0.12), flip), coat)
    neck = [(0.72, 0.68), (0.86, 0.4), (0.98, 0.46), (1.0, 0.54), (0.9, 0.54), (0.84, 0.74)]
    sheet.shape(box.at(neck, flip), coat)
    sheet.shape(box.at([(0.2, 0.62), (0.05, 0.6), (0.02, 0.85), (0.12, 0.7)], flip), sheet.ink)
    sheet.shape(box.at([(0.36, 0.56), (0.66, 0.56), (0.62, 0.76), (0.4, 0.76)], flip), colours[-1])


def animal(sheet: Sheet, box: Box, palette: Sequence[Colour], rng: random.Random) -> None:
    """Some four-legged beast with ears, horns, stripes or a mane."""
    flip = rng.random() < 0.5
    coat, second = rng.sample(list(palette), 2)
    long, high, level = rng.uniform(0.25, 0.38), rng.uniform(0.1, 0.2), rng.uniform(0.5, 0.62)
    for x in np.linspace(0.5 - long * 0.8, 0.5 + long * 0.7, 4):
        foot = x + rng.uniform(-0.04, 0.04)
        sheet.shape(
            box.at([(x - 0.04, level), (x + 0.04, level), (foot + 0.03, 0.95), (foot - 0.05, 0.95)], flip), coat
        )
    tail = rng.uniform(0.2, 0.8)
    sheet.shape(
        box.at([(0.5 - long, level), (0.5 - long - 0.18, level - tail * 0.4), (0.5 - long - 0.1, level)], flip), second
    )
    sheet.shape(box.at(oval(0.5, level, long, high), flip), coat)
    for i in range(rng.randint(0, 5)):
        x = 0.5 - long * 0.7 + i * long * 0.35
        sheet.shape(box.at(oval(x, level - 0.02, rng.uniform(0.015, 0.05), high * 0.6, 12), flip), second)
    lift = rng.uniform(0.05, 0.25)
    head = (0.5 + long + 0.04, level - lift)
    sheet.shape(
        box.at(
            [
                (0.5 + long * 0.5, level),
                (head[0] - 0.05, head[1]),
                (head[0] + 0.06, head[1] + 0.05),
                (0.5 + long, level + 0.05),
            ],
            flip,
        ),
        coat,
    )
    if rng.random() < 0.35:
        sheet.shape(box.at(oval(*head, 0.16, 0.13), flip), second)
    sheet.shape(box.at(oval(*head, rng.uniform(0.08, 0.12), 0.07), flip), coat)
    ear = rng.uniform(0.04, 0.16)
    for dx in (-0.05, 0.03):
        sheet.shape(
            box.at(
                [
                    (head[0] + dx, head[1] - 0.05),
                    (head[0] + dx + 0.01, head[1] - 0.06 - ear),
                    (head[0] + dx + 0.05, head[1] - 0.05),
                ],
                flip,
            ),
            second,
        )
    sheet.shape(box.at(oval(head[0] + 0.02, head[1] - 0.02, 0.012, 0.01, 8), flip), sheet.ink)
    sheet.shape(box.at([(0.05, 0.95), (0.95, 0.95)]), None, closed=False)


def plant(sheet: Sheet, box: Box, bloom: Emblem, palette: Sequence[Colour], rng: random.Random) -> None:
    """A stem with leaves and a bloom or several."""
    x, bend = 0.5, rng.uniform(-0.15, 0.15)
    t = np.linspace(0, 1, 14)
    spine = np.stack([x + bend * np.sin(t * math.pi), 1 - 0.75 * t], 1)
    half = np.array([0.02, 0.0])
    sheet.shape(box.at(np.concatenate([spine - half, (spine + half)[::-1]])), (60, 130, 50))
    for _ in range(rng.randint(2, 7)):
        at = spine[rng.randrange(2, 11)]
        side, size = rng.choice([-1, 1]), rng.uniform(0.1, 0.25)
        leaf = np.array([(0, 0), (side * size, -size * 0.5), (side * size * 1.6, -size * 0.2), (side * size, 0.03)])
        sheet.shape(box.at(leaf + at), rng.choice([(60, 130, 50), (70, 160, 90), *palette[:1]]))
    for i in range(rng.choice([1, 1, 3])):
        u, v = box.at([(spine[-1][0] + (i - 1) * 0.25 * (i > 0), 0.24 + 0.06 * i)])[0]
        sheet.emblem(bloom, float(u), float(v), box.wide * rng.uniform(0.35, 0.6), palette, rng.uniform(0, 90))


def frame(box: Box) -> Points:
    """The outline of a box."""
    return rect(box.x, box.y, box.x + box.wide, box.y + box.high)
