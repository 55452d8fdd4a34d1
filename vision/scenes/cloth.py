"""What a table looks like from above: felt, wood, woven cloth, oilcloth and laminate, and the light on it."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.arrays import Float, f32
from vision.levels import Range

FELTS = ((42, 92, 22), (36, 104, 44), (92, 44, 22), (36, 30, 118), (58, 62, 64), (88, 34, 60))
WOODS = ((62, 102, 152), (42, 72, 112), (108, 158, 198), (34, 48, 74), (134, 174, 206))
CLOTHS = ((200, 206, 208), (60, 66, 140), (140, 110, 60), (96, 130, 96), (190, 196, 170))
PLAINS = ((214, 216, 218), (120, 124, 126), (60, 58, 56), (176, 190, 200), (150, 168, 178))


def grain(rng: np.random.Generator, width: int, height: int, step: int) -> Float:
    """Smooth noise of unit variance whose bumps are about ``step`` px wide."""
    rough = rng.standard_normal((max(2, height // step + 3), max(2, width // step + 3))).astype(np.float32)
    smooth = cv2.resize(rough, (width + 2 * step, height + 2 * step), interpolation=cv2.INTER_CUBIC)
    return f32(smooth[step : step + height, step : step + width])


def table_top(rng: np.random.Generator, width: int, height: int, px_per_mm: float) -> Float:
    """An empty table, evenly lit: height x width x 3, BGR, 0 to 255."""
    kinds = {"felt": _felt, "wood": _wood, "cloth": _weave, "oilcloth": _oilcloth, "laminate": _laminate}
    kind = str(rng.choice(list(kinds), p=[0.34, 0.26, 0.16, 0.1, 0.14]))
    return f32(np.clip(kinds[kind](rng, width, height, px_per_mm), 4, 250))


def _base(rng: np.random.Generator, width: int, height: int, colours: tuple[tuple[int, int, int], ...]) -> Float:
    colour = f32(colours[rng.integers(len(colours))]) + rng.normal(0, 9, 3).astype(np.float32)
    return np.tile(np.clip(colour, 8, 235).astype(np.float32), (height, width, 1))


def _felt(rng: np.random.Generator, width: int, height: int, scale: float) -> Float:
    top = _base(rng, width, height, FELTS)
    fibre = f32(cv2.GaussianBlur(f32(rng.standard_normal((height, width))), (0, 0), 0.25 * scale))
    fibre /= max(1e-6, float(fibre.std()))
    nap = 0.045 * fibre + 0.02 * grain(rng, width, height, int(9 * scale)) + 0.025 * grain(rng, width, height, 200)
    return f32(top * (1 + nap[..., None]))


def _wood(rng: np.random.Generator, width: int, height: int, scale: float) -> Float:
    top = _base(rng, width, height, WOODS)
    rows = np.arange(height, dtype=np.float32)[:, None] / scale
    bend = rows + 6 * grain(rng, width, height, int(120 * scale)) + 0.5 * grain(rng, width, height, int(25 * scale))
    rings = np.sin(bend * rng.uniform(0.25, 0.7)) * 0.6 + np.sin(bend * rng.uniform(1.4, 3.2) + 1) * 0.4
    coarse = f32(rng.standard_normal((height, max(2, width // int(14 * scale)))))
    pores = f32(cv2.GaussianBlur(cv2.resize(coarse, (width, height)), (0, 0), sigmaX=2 * scale, sigmaY=0.3))
    figure = 0.05 * rings + 0.06 * pores + 0.04 * grain(rng, width, height, int(60 * scale))
    plank = rng.uniform(85, 140) * scale
    tone = rng.normal(0, 0.045, int(height / plank) + 2).astype(np.float32)
    board = (np.arange(height) / plank).astype(int)
    figure += tone[board][:, None]
    seam = np.abs((np.arange(height) + plank / 2) % plank - plank / 2) < 0.35 * scale
    figure -= 0.25 * seam.astype(np.float32)[:, None]
    return f32(top * (1 + figure[..., None]))


def _weave(rng: np.random.Generator, width: int, height: int, scale: float) -> Float:
    top = _base(rng, width, height, CLOTHS)
    x, y = np.arange(width, dtype=np.float32) / scale, np.arange(height, dtype=np.float32)[:, None] / scale
    pitch = rng.uniform(0.9, 1.6)
    threads = np.sin(2 * math.pi * x / pitch) * np.sin(2 * math.pi * y / pitch)
    folds = grain(rng, width, height, int(70 * scale)) * 0.02 + grain(rng, width, height, int(14 * scale)) * 0.008
    speck = rng.standard_normal((height, width)).astype(np.float32) * 0.012
    return f32(top * (1 + (0.035 * threads + folds + speck))[..., None])


def _oilcloth(rng: np.random.Generator, width: int, height: int, scale: float) -> Float:
    light, dark = _base(rng, width, height, CLOTHS), _base(rng, width, height, FELTS)
    check = rng.uniform(14, 34)
    x, y = np.arange(width) / scale / check, np.arange(height)[:, None] / scale / check
    blocks = ((x % 1 < 0.5).astype(np.float32) + (y % 1 < 0.5).astype(np.float32)) / 2
    share = f32(cv2.GaussianBlur(f32(blocks), (0, 0), 0.25 * scale)) * 0.55
    top = light * (1 - share[..., None]) + dark * share[..., None]
    return f32(top * (1 + 0.015 * grain(rng, width, height, int(40 * scale)))[..., None])


def _laminate(rng: np.random.Generator, width: int, height: int, scale: float) -> Float:
    top = _base(rng, width, height, PLAINS)
    speck = grain(rng, width, height, max(2, int(0.8 * scale))) * 0.012 + grain(rng, width, height, 160) * 0.012
    return f32(top * (1 + speck[..., None]))


def tint(kelvin: float) -> Float:
    """BGR gains of a lamp of this colour temperature for a camera balanced at 5000 K (linear in mired)."""
    warm = (1e6 / kelvin - 200.0) / 100.0
    return f32([1 - 0.17 * warm, 1 - 0.015 * warm, 1 + 0.1 * warm])


def light(rng: np.random.Generator, width: int, height: int, falloff: float, edge_px: Range | None) -> Float:
    """The lamp's light over the picture, at most 1: height x width.

    ``edge_px``: something outside throws a shadow on the table whose edge is so soft (px); None for no shadow.
    """
    small_w, small_h = 64, max(8, round(64 * height / width))
    y, x = np.mgrid[0:small_h, 0:small_w].astype(np.float32)
    x, y = x / small_w - rng.uniform(0.3, 0.7), (y / small_h - rng.uniform(0.3, 0.7)) * height / width
    distance = x * x + y * y
    field = 1 - falloff * distance / max(1e-6, float(distance.max()))
    whole = f32(cv2.resize(f32(field), (width, height), interpolation=cv2.INTER_CUBIC))
    if edge_px is None:
        return whole
    corners = rng.uniform(-0.2, 1.2, (int(rng.integers(3, 6)), 2))
    dark, soft = rng.uniform(0.15, 0.5), rng.uniform(*edge_px)
    coarse = max(1.0, min(width / 64, soft / 2))
    shade = np.zeros((round(height / coarse), round(width / coarse)), np.float32)
    cv2.fillPoly(shade, [(corners * [shade.shape[1], shade.shape[0]]).astype(np.int32)], 1.0)
    shade = f32(1 - dark * cv2.GaussianBlur(shade, (0, 0), soft / coarse))
    whole *= cv2.resize(shade, (width, height))
    return whole
