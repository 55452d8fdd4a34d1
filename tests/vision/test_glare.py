"""Which cards reflect the lamp, and how much of them."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from companion.ports import CARD_MM, Placement
from vision.levels import LEVELS
from vision.reading.names import FACES
from vision.scenes.glare import PEAK, Glare
from vision.scenes.sprites import pose_at

AREA = (760.0, 420.0)


def anywhere(rng: random.Random) -> Placement:
    return Placement(rng.choice(FACES), rng.uniform(0, AREA[0]), rng.uniform(0, AREA[1]), rng.uniform(0, 360))


@pytest.mark.parametrize("level", ["home", "pub"])
def test_as_many_cards_reflect_as_the_level_says(level: str) -> None:
    rng = random.Random(1)
    hits = [Glare(seed, LEVELS[level], AREA).spot(anywhere(rng)) is not None for seed in range(40) for _ in range(60)]
    assert np.mean(hits) == pytest.approx(LEVELS[level].glare, rel=0.3)


@pytest.mark.parametrize("level", ["home", "pub"])
def test_the_reflection_covers_as_much_of_the_card_as_the_level_says(level: str) -> None:
    rng, shares = random.Random(2), []
    for seed in range(12):
        glare = Glare(seed, LEVELS[level], AREA)
        for _ in range(60):
            card = anywhere(rng)
            size = (round(3 * CARD_MM[0]), round(3 * CARD_MM[1]))
            own = np.array([[3, 0, size[0] / 2], [0, 3, size[1] / 2], [0, 0, 1]])
            shine = glare.light(card, own @ np.linalg.inv(pose_at(card.x, card.y, card.angle)), size, 3.0)
            assert (shine is None) == (glare.spot(card) is None)
            if shine is not None:
                assert shine.max() <= PEAK[1]
                shares.append((shine > shine.max() / 2).mean())
    assert len(shares) > 10
    assert np.mean(shares) == pytest.approx(LEVELS[level].glare_area, rel=0.25)


def test_the_lamp_stays_while_a_card_is_slid() -> None:
    glare = Glare(3, LEVELS["pub"], AREA)
    rng = random.Random(3)

    def pushed(card: Placement, dx: float) -> tuple[float, float] | None:
        return glare.spot(replace(card, x=card.x + dx))

    card = next(one for one in iter(lambda: anywhere(rng), None) if None not in [pushed(one, dx) for dx in range(8)])
    slid = [pushed(card, dx) for dx in range(0, 200, 2)]
    assert slid[0] is not None and slid[1] is not None
    assert np.hypot(slid[1][0] - slid[0][0], slid[1][1] - slid[0][1]) <= 3
    assert None in slid
    assert glare.spot(card) == Glare(3, LEVELS["pub"], AREA).spot(card)


def test_nothing_reflects_at_the_cleanest_level() -> None:
    glare, rng = Glare(4, LEVELS["clean"], AREA), random.Random(4)
    assert all(glare.spot(anywhere(rng)) is None for _ in range(50))
