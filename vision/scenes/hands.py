"""A hand and a sleeved forearm seen from above, drawn from rounded capsules with a soft seam between them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Float, Picture, f32, u8

SKINS = ((150, 178, 226), (128, 160, 214), (92, 124, 184), (62, 84, 128), (44, 56, 88))
SLEEVES = ((58, 44, 38), (120, 96, 60), (48, 48, 52), (60, 60, 150), (205, 205, 208), (70, 96, 64), (30, 30, 34))

PATTERNS = ("plain", "plain", "stripes", "checks")
SHORT_MM = 200.0
"""A short sleeve begins this much further up the arm."""

WIDTH_MM, LENGTH_MM = 190.0, 640.0
"""The sprite: the fingertips are TIP_MM below the middle of its upper edge, the arm leaves downwards."""
TIP_MM = 26.0

# x, y from the fingertips (mm, arm downwards), from one end to the other, then the radii of both ends.
FINGERS = (
    (-13, 2, -19, 40, 7.6, 9.4),
    (-19, 40, -22, 88, 9.4, 11.5),
    (2, 0, -1, 42, 7.9, 9.8),
    (-1, 42, -3, 88, 9.8, 12.0),
    (21, 12, 17, 50, 7.6, 9.4),
    (17, 50, 14, 90, 9.4, 11.5),
    (39, 34, 33, 64, 6.6, 8.2),
    (33, 64, 29, 94, 8.2, 10.5),
    (-40, 52, -48, 86, 8.6, 10.8),
    (-48, 86, -26, 132, 10.8, 15.0),
)
PALM = ((-12, 100, -8, 150, 28, 29), (14, 100, 8, 150, 25, 27), (0, 150, 2, 210, 28, 27))
ARM = ((2, 190, 6, 640, 27, 44),)
SLEEVE = ((2, 226, 8, 640, 36, 58),)
NAILS = ((-12.4, 0.5, 4.6, 6.2, -8), (2.2, -1.2, 4.8, 6.6, 0), (21.6, 11, 4.6, 6.2, 8), (39.8, 33, 3.8, 5.2, 14))


@dataclass(frozen=True)
class Wearer:
    """One person's arms: skin and sleeve (BGR), one of PATTERNS woven into it, whether the sleeve is short."""

    skin: tuple[int, int, int]
    sleeve: tuple[int, int, int]
    pattern: str = "plain"
    short: bool = False


def _capsule(x: Float, y: Float, part: tuple[float, ...]) -> Float:
    """Distance to the skin of a tapering capsule, negative inside (mm)."""
    x0, y0, x1, y1, r0, r1 = part
    dx, dy = x1 - x0, y1 - y0
    along = np.clip(((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy), 0, 1)
    return f32(np.hypot(x - x0 - along * dx, y - y0 - along * dy) - (r0 + along * (r1 - r0)))


def _blend(parts: list[Float], soft: float) -> Float:
    """Smooth minimum: capsules melt into each other over about ``soft`` mm."""
    total = np.zeros_like(parts[0])
    for part in parts:
        total += np.exp(np.clip(-part / soft, -60, 60))
    return f32(-soft * np.log(np.maximum(total, 1e-26)))


def _shade(distance: Float, rise: float, rng: np.random.Generator) -> Float:
    """Light from the upper left on a body that rises over ``rise`` mm from its outline."""
    depth = np.clip(-distance / rise, 0, 1)
    height = np.sqrt(np.maximum(0, 1 - (1 - depth) ** 2)) * rise
    height = cv2.GaussianBlur(height.astype(np.float32), (0, 0), 2)
    gy, gx = np.gradient(height)
    facing = (0.35 * gx + 0.45 * gy + 1) / np.sqrt(gx * gx + gy * gy + 1)
    rough = cv2.GaussianBlur(rng.standard_normal(distance.shape).astype(np.float32), (0, 0), 1.2)
    return f32(np.clip(0.55 + 0.45 * facing, 0.3, 1.1) + 0.03 * rough)


def hand(rng: np.random.Generator, scale: float) -> tuple[Picture, Picture]:
    """Draw a hand: colour (BGR) and cover (0 to 255) at ``scale`` px per mm, fingertips up."""
    return _paint(rng, scale, LENGTH_MM, FINGERS, NAILS)


def posed_hand(
    rng: np.random.Generator, scale: float, length_mm: float, wearer: Wearer | None = None
) -> tuple[Picture, Picture]:
    """A hand as `hand` with fingers bent, spread, pinched or pointing as ``rng`` will; the arm is cut off early.

    Skin and sleeve are the wearer's; without one ``rng`` chooses them.
    """
    pose = str(rng.choice(("flat", "bent", "pinch", "point", "fist")))
    fingers: list[tuple[float, ...]] = []
    nails: list[tuple[float, ...]] = []
    spread = rng.uniform(-0.02, 0.16)
    for i in range(4):
        knuckle, tip = FINGERS[2 * i + 1], FINGERS[2 * i]
        base = np.array(knuckle[2:4])
        way = np.array(tip[:2]) - base
        reach = {
            "flat": 1.0,
            "bent": 0.75,
            "pinch": 0.95 if i == 0 else 0.6,
            "point": 1.0 if i == 0 else 0.45,
            "fist": 0.42,
        }
        length = float(np.hypot(*way)) * reach[pose] * rng.uniform(0.9, 1.05)
        turn = np.arctan2(way[0], -way[1]) + (i - 1.2) * spread + rng.normal(0, 0.03)
        end = base + length * np.array([np.sin(turn), -np.cos(turn)])
        middle = base + (end - base) * rng.uniform(0.46, 0.56) + rng.normal(0, 1.2, 2)
        fingers += [(*end, *middle, tip[4], tip[5]), (*middle, *base, knuckle[4], knuckle[5])]
        if reach[pose] > 0.7:
            nails.append((end[0], end[1] + 1, NAILS[i][2], NAILS[i][3], np.degrees(turn)))
    thumb = rng.uniform(-0.5, 0.5) if pose != "pinch" else rng.uniform(0.5, 0.8)
    root, out = np.array(FINGERS[9][2:4]), np.array(FINGERS[8][:2]) - np.array(FINGERS[9][2:4])
    spin = np.array([[np.cos(thumb), -np.sin(thumb)], [np.sin(thumb), np.cos(thumb)]])
    joint, end = root + spin @ (out * 0.55), root + spin @ out
    fingers += [(*end, *joint, *FINGERS[8][4:]), (*joint, *root, *FINGERS[9][4:])]
    return _paint(rng, scale, length_mm, tuple(fingers), tuple(nails), wearer)


def _paint(
    rng: np.random.Generator,
    scale: float,
    length_mm: float,
    fingers: tuple[tuple[float, ...], ...],
    nails: tuple[tuple[float, ...], ...],
    wearer: Wearer | None = None,
) -> tuple[Picture, Picture]:
    """Skin over the capsules of fingers, palm and arm, nails, and a sleeve with folds."""
    height, width = round(length_mm * scale), round(WIDTH_MM * scale)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = x / scale - WIDTH_MM / 2, y / scale - TIP_MM
    if rng.random() < 0.5:
        x = -x
    skin = _blend([_capsule(x, y, part) for part in fingers], 1.5)
    skin = _blend([skin, *(_capsule(x, y, part) for part in PALM + ARM)], 4.0)
    up = SHORT_MM if wearer is not None and wearer.short else 0.0
    cuff = _capsule(x, y, SLEEVE[0]) + (1.6 * np.sin(y / 9) * np.clip((y - 240) / 90, 0, 1)).astype(np.float32)
    cuff = np.maximum(cuff, 222 + up + 4 * np.sin(x / 17) - y).astype(np.float32)
    tone = f32(SKINS[rng.integers(len(SKINS))]) + rng.normal(0, 6, 3).astype(np.float32)
    cloth = f32(SLEEVES[rng.integers(len(SLEEVES))]) + rng.normal(0, 8, 3).astype(np.float32)
    if wearer is not None:
        tone, cloth = f32(wearer.skin), f32(wearer.sleeve) * _woven(wearer.pattern, x, y)[..., None]
    flesh = tone * _shade(skin, 9.0, rng)[..., None]
    for nx, ny, rx, ry, turn in nails:
        nail = np.clip(1.6 - np.hypot((x - nx - turn * 0.012 * (y - ny)) / rx, (y - ny - 3) / ry) * 1.6, 0, 0.45)
        flesh = flesh * (1 - nail[..., None]) + (tone * 0.7 + np.float32(70)) * nail[..., None]
    folds = cv2.GaussianBlur(rng.standard_normal((height, width)).astype(np.float32), (0, 0), 14, sigmaY=5)
    sleeve = cloth * (_shade(cuff, 26.0, rng) + 1.6 * folds + 0.06)[..., None]
    worn = np.clip(0.5 - cuff * scale, 0, 1)[..., None]
    shadow = 1 - 0.45 * np.clip(1 - cuff / 6.0, 0, 1)[..., None]
    colour = flesh * shadow * (1 - worn) + sleeve * worn
    cover = np.clip(0.5 - np.minimum(skin, cuff) * scale, 0, 1)
    return u8(colour), u8(cover * 255)


def _woven(pattern: str, x: Float, y: Float) -> Float:
    """How light a sleeve's cloth is at each place (mm) beside its colour: lines along the arm, and across it."""
    along = (np.abs(np.sin(x / 3.2)) > 0.75).astype(np.float32)
    across = (np.abs(np.sin(y / 3.2)) > 0.75).astype(np.float32)
    lines = {"plain": 0 * along, "stripes": along, "checks": (along + across) / 2}[pattern]
    return f32(1 + 0.45 * cv2.GaussianBlur(f32(lines), (0, 0), 1))
