"""A pushed camera is noticed, told and corrected; one that was not is left alone."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from companion.ports import Cover, Placement, Scene
from vision.arrays import Picture, f64, u8
from vision.optics import apply
from vision.reading.names import FACES
from vision.scenes.table import TableRenderer, held_out_renderer
from vision.setup.checked import check_again
from vision.setup.nudge import Nudge, NudgeCheck
from vision.setup.screen import Mask
from vision.setup.tabletop import averaged

SIZE = (1280, 720)


def busy(seed: int, bump: tuple[float, float, float]) -> Scene:
    """Cards and an arm on the table."""
    rng = random.Random(f"busy {seed}")
    cards = tuple(
        Placement(str(rng.choice(FACES)), rng.uniform(40, 720), rng.uniform(40, 380), rng.uniform(0, 360))
        for _ in range(rng.randint(3, 14))
    )
    return Scene(cards, (Cover(rng.uniform(100, 650), rng.uniform(100, 320), rng.choice((0.0, 180.0))),), bump=bump)


def relit(image: Picture, seed: int) -> Picture:
    """The same in other light: another lamp on another side."""
    rng = random.Random(f"lamp {seed}")
    across = np.linspace(rng.uniform(0.6, 1.1), rng.uniform(0.6, 1.1), image.shape[1])[None, :, None]
    down = np.linspace(rng.uniform(0.7, 1.1), rng.uniform(0.7, 1.1), image.shape[0])[:, None, None]
    return u8(image * across * down * (rng.uniform(0.8, 1.1), 1.0, rng.uniform(0.85, 1.1)))


def compared(renderer: TableRenderer, seed: int, bump: tuple[float, float, float]) -> tuple[Nudge, NudgeCheck]:
    check = NudgeCheck(bare(renderer), renderer.view.to_mm)
    frames = [renderer.frame(busy(seed, bump), 5000 + 2000 * i).image for i in range(3)]
    return check.check(relit(averaged(frames), seed)), check


def bare(renderer: TableRenderer) -> Picture:
    return averaged([renderer.frame(Scene(), 100 * i).image for i in range(4)])


@pytest.mark.parametrize("seed", range(6))
def test_a_camera_that_stands_is_not_suspected(seed: int) -> None:
    renderer = held_out_renderer(seed, ("clean", "home", "pub")[seed % 3], SIZE)
    found, _ = compared(renderer, seed, (0.0, 0.0, 0.0))
    assert found.verdict in ("same", "plain")
    assert found.mm < 2.7


@pytest.mark.parametrize(("seed", "bump"), [(0, (25.0, -18.0, 3.0)), (3, (6.0, 5.0, 0.0)), (12, (-9.0, 12.0, -2.0))])
def test_a_pushed_camera_is_told_and_corrected(seed: int, bump: tuple[float, float, float]) -> None:
    renderer = held_out_renderer(seed, "clean", SIZE)
    found, _ = compared(renderer, seed, bump)
    assert found.verdict == "pushed" and found.onto is not None
    there = renderer.view.pushed(bump)
    points = f64([(x, y) for x in (0, 380, 760) for y in (0, 210, 420)])
    again = apply(renderer.view.to_mm, apply(f64(np.linalg.inv(found.onto)), apply(there.to_px, points)))
    assert np.abs(again - points).max() < 2
    away = apply(there.to_mm, apply(renderer.view.to_px, points)) - points
    assert found.mm == pytest.approx(math.sqrt(float((away**2).sum(1).mean())), rel=0.35)


@pytest.mark.parametrize("seed", range(4))
def test_a_push_is_never_taken_for_standing_still(seed: int) -> None:
    renderer = held_out_renderer(seed, ("home", "pub")[seed % 2], SIZE)
    found, _ = compared(renderer, seed, (17.0, 9.0, 1.5))
    assert found.verdict != "same"


def test_a_plain_table_top_is_told() -> None:
    rng = np.random.default_rng(1)
    plain = np.full((720, 1280, 3), (42, 92, 40), np.uint8)
    before, after = (u8(plain + rng.normal(0, 2, plain.shape)) for _ in range(2))
    check = NudgeCheck(before, f64(np.diag([0.6, 0.6, 1.0])))
    assert not check.textured
    assert check.check(after).verdict == "plain"


def test_a_checked_cloth_is_not_corrected_by() -> None:
    """On a pattern that comes again nobody can tell by how many checks it moved."""
    rng = np.random.default_rng(2)
    y, x = np.indices((720, 1280))
    squares = (((x // 20) % 2) ^ ((y // 20) % 2))[..., None]
    cloth = u8(np.where(squares > 0, 170, 90) + np.zeros(3))
    check = NudgeCheck(u8(cloth + rng.normal(0, 2, cloth.shape)), f64(np.diag([0.6, 0.6, 1.0])))
    assert check.repeats
    pushed = check.check(u8(np.roll(cloth, (7, 9), (0, 1)) + rng.normal(0, 2, cloth.shape)))
    assert pushed.verdict != "same" and pushed.onto is None


def test_another_table_is_another_view() -> None:
    one, other = held_out_renderer(3, "clean", SIZE), held_out_renderer(16, "clean", SIZE)
    found = check_again(bare(one), bare(other), one.view.to_mm)
    assert found.nudge.verdict != "same"
    assert found.lost or found.nudge.verdict == "plain"
    assert check_again(bare(one), bare(one)[:600], one.view.to_mm).lost


def test_what_is_masked_moves_with_the_camera() -> None:
    renderer, bump = held_out_renderer(0, "clean", SIZE), (14.0, 8.0, 1.0)
    corners = f64([(100, 150), (260, 150), (260, 250), (100, 250)])
    screen = apply(renderer.view.to_px, corners)
    found = check_again(bare(renderer), renderer.frame(busy(0, bump), 5000).image, renderer.view.to_mm, [screen])
    assert not found.lost and "pushed by" in str(found.sentence)
    there = apply(renderer.view.pushed(bump).to_px, corners)
    assert np.abs(found.screens[0] - there).max() < 4
    assert np.abs(apply(found.to_mm, there) - corners).max() < 2
    assert len(Mask.of(found.screens, SIZE).quads) == 1
