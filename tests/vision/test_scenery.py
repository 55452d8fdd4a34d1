"""Decoys, light and layouts of training scenes: what they must be to be worth rendering."""

from __future__ import annotations

import itertools
import math
import random

import numpy as np
import pytest

from vision.decks.styles import random_style
from vision.training import layouts, light, props

STYLE = random_style(random.Random(2), held_out=True)


@pytest.mark.parametrize("kind", list(props._PROPS), ids=lambda kind: kind.__name__)
def test_props_are_pictures_with_something_to_see(kind: object) -> None:
    for seed in range(3):
        prop = kind(np.random.default_rng(seed), STYLE)  # type: ignore[operator]
        assert prop.dtype == np.uint8
        assert prop.shape[2] == 4
        assert (prop[..., 3] > 0).mean() > 0.01


def test_chances_of_props_and_layouts_add_up() -> None:
    assert sum(props._PROPS.values()) == pytest.approx(1)
    assert sum(layouts._CHANCES.values()) == pytest.approx(1)
    assert list(layouts._CHANCES) == list(layouts._KINDS)


def test_dense_fans_leave_about_a_centimetre_at_the_index() -> None:
    rng = np.random.default_rng(1)
    steps = []
    for _ in range(40):
        fan = layouts._dense(rng, 0)
        assert 10 <= len(fan) <= 20
        # The index lies some 33 mm above the middle of the card and 25 mm to the left.
        tops = [(x - 25 * math.cos(a) + 33 * math.sin(a), y - 25 * math.sin(a) - 33 * math.cos(a)) for x, y, a in fan]
        steps += [math.dist(one, two) for one, two in itertools.pairwise(tops)]
    assert 6 < np.percentile(steps, 5) < np.percentile(steps, 95) < 14


def test_layouts_keep_to_the_number_asked_for() -> None:
    rng = np.random.default_rng(2)
    for most in (1, 7, 45):
        assert len(layouts.random_layout(rng, 500, 500, most)) == most


def test_gloss_lightens_ink_on_cards_only() -> None:
    image = np.full((64, 64, 3), 30, np.float32)
    on_card = np.zeros((64, 64), bool)
    on_card[:, 32:] = True
    lifted = max(
        (light._gloss(np.random.default_rng(seed), image, on_card, 1.5) for seed in range(6)), key=lambda f: f.mean()
    )
    assert (lifted[:, :32] == 30).all()
    assert lifted[:, 32:].max() > 60
    assert lifted.max() <= 255
    assert lifted.min() >= 30


def test_hard_shadows_have_a_lit_and_a_dark_part_with_a_crisp_edge() -> None:
    shadow = light._hard_shadow(np.random.default_rng(3), 128)
    assert shadow.max() == pytest.approx(1)
    assert shadow.min() < 0.8
    assert np.abs(np.diff(shadow, axis=1)).max() > 0.05


def test_hands_come_in_many_poses_with_the_arm_below() -> None:
    hands = [props.hand(np.random.default_rng(seed)) for seed in range(8)]
    shares = {round(float((hand[..., 3] > 0).mean()), 3) for hand in hands}
    assert len(shares) > 4
    for hand in hands:
        assert (hand[-4:, :, 3] > 0).any()
        assert 0.1 < (hand[..., 3] > 0).mean() < 0.8
