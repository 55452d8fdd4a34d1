"""Brightness over time: it wanders, bands roll, the lamp goes off and on."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from vision.levels import LEVELS
from vision.scenes.exposure import Exposure

GREY = np.full((360, 64, 3), 100, np.uint8)


def brightness(exposure: Exposure, at_ms: int, light: float = 1.0) -> float:
    return float(exposure.expose(GREY, exposure.shot(at_ms, light)).mean())


def test_a_clean_picture_is_as_it_is() -> None:
    exposure = Exposure(1, LEVELS["clean"])
    for at_ms in range(0, 60_000, 3000):
        shot = exposure.shot(at_ms, 1.0)
        assert shot.noise == 1 and exposure.expose(GREY, shot) is GREY


@pytest.mark.parametrize("level", ["home", "pub"])
def test_the_exposure_wanders_slowly_and_never_far(level: str) -> None:
    told = [Exposure(seed, LEVELS[level]) for seed in range(6)]
    curves = np.array([[e.shot(at_ms, 1.0).gain[1] for at_ms in range(0, 90_000, 100)] for e in told])
    drift = LEVELS[level].drift
    assert np.abs(curves - 1).max() <= drift + 1e-9
    assert np.ptp(curves, 1).min() > drift / 2
    assert np.abs(np.diff(curves)).max() < drift / 5


def test_bands_are_there_and_roll_in_a_pub_alone() -> None:
    for level in ("clean", "home", "pub"):
        exposure = Exposure(2, LEVELS[level])
        rows = [exposure.expose(GREY, exposure.shot(at, 1.0)).mean((1, 2)) for at in (0, 100, 200)]
        spread = np.ptp(rows[0]) / rows[0].mean()
        if level == "pub":
            least, most = LEVELS[level].bands
            assert least * 0.8 < spread < most * 1.3
            assert np.abs(rows[0] - rows[1]).max() > 0.5
        else:
            assert spread == 0


def test_the_lamp_goes_off_and_comes_on_again() -> None:
    exposure = Exposure(3, LEVELS["home"])
    usual = brightness(exposure, 0)
    dark = [brightness(exposure, at, 0.0) for at in (100, 300, 600, 5000)]
    assert max(dark) < 12
    assert exposure.shot(5100, 0.0).noise > 1.5
    again = [brightness(exposure, at, 1.0) for at in range(5200, 8200, 100)]
    assert again[0] > 1.8 * usual, "the camera still has its eyes wide open"
    assert all(later <= now + 1 for now, later in itertools.pairwise(again))
    assert again[-1] == pytest.approx(usual, rel=0.1)


def test_a_dimmed_lamp_is_made_up_for_with_noise() -> None:
    exposure = Exposure(4, LEVELS["home"])
    usual = brightness(exposure, 0)
    assert brightness(exposure, 40, 0.5) < 0.7 * usual
    assert brightness(exposure, 4000, 0.5) == pytest.approx(usual, rel=0.1)
    assert exposure.shot(4040, 0.5).noise == pytest.approx(2**0.5, rel=0.02)
