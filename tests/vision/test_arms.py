"""Hands over the table: whose they are and how they are held."""

from __future__ import annotations

import math

import numpy as np
import pytest

from companion.ports import Cover
from vision.optics import View
from vision.scenes.arms import Arms, Reach
from vision.scenes.hands import PATTERNS, Wearer, posed_hand
from vision.scenes.smear import STILL
from vision.scenes.stage import Light

AREA = (760.0, 420.0)


@pytest.fixture
def arms() -> Arms:
    light = Light(np.ones((36, 64), np.float32), np.ones(3, np.float32), (0.4, 1.0), 1.0, 0.4, 0.1, 0.6)
    return Arms(5, light, AREA, 20.0)


def toward(x: float, y: float, seat: tuple[float, float]) -> Cover:
    """A hand at a place whose arm comes from a seat."""
    return Cover(x, y, math.degrees(math.atan2(seat[0] - x, y - seat[1])))


LOWER, UPPER, OTHER = (250.0, 540.0), (250.0, -120.0), (560.0, 540.0)


def test_each_seat_has_hands_of_its_own(arms: Arms) -> None:
    people = {}
    for turn, (x, y) in enumerate([(300, 200), (380, 210), (200, 300), (450, 180)]):
        for seat in (LOWER, UPPER, OTHER):
            arms.step((), 1000 * turn)
            (reach,) = arms.step((toward(x, y, seat),), 1000 * turn + 500)
            people.setdefault(seat, set()).add(reach.person)
    assert [len(numbers) for numbers in people.values()] == [1, 1, 1]
    assert len(set.union(*people.values())) == 3
    wearers = [person.wearer for person in arms._people]
    assert len({wearer.skin for wearer in wearers}) == 3 and len({wearer.sleeve for wearer in wearers}) == 3


def test_a_hand_keeps_its_pose_while_it_is_there_and_is_smeared_as_it_moves(arms: Arms) -> None:
    first = arms.step((toward(300, 300, LOWER),), 1000)[0]
    assert first.smear == STILL
    poses = set()
    for step in range(1, 8):
        (reach,) = arms.step((toward(300 + 10 * step, 300 - 10 * step, LOWER),), 1000 + 100 * step)
        poses.add(reach.pose)
        assert reach.smear == (2.0, -2.0)
    assert poses == {first.pose}
    arms.step((), 2000)
    assert arms.step((toward(300, 300, LOWER),), 3000)[0].pose != first.pose


def test_two_hands_of_one_person_are_two(arms: Arms) -> None:
    covers = (toward(300, 250, LOWER), toward(380, 250, LOWER))
    before = arms.step(covers, 0)
    assert before[0].person == before[1].person
    assert arms.step(tuple(reversed(covers)), 100) == tuple(reversed(before))


def test_the_wearer_decides_on_skin_and_sleeve() -> None:
    for pattern in PATTERNS:
        wearer = Wearer((60, 80, 120), (30, 160, 40), pattern)
        colour, solid = posed_hand(np.random.default_rng(3), 1.0, 420.0, wearer)
        sleeve = colour[-30:][solid[-30:] == 255].mean(0)
        skin = colour[: colour.shape[0] // 3][solid[: colour.shape[0] // 3] == 255].mean(0)
        assert sleeve.argmax() == 1 and skin.argmax() == 2
    bare = posed_hand(np.random.default_rng(3), 1.0, 420.0, Wearer((60, 80, 120), (30, 160, 40), short=True))
    assert bare[0][-30:][bare[1][-30:] == 255].mean(0).argmax() == 2


def test_a_hand_is_dark_where_no_light_falls(arms: Arms) -> None:
    to_px = np.diag([0.5, 0.5, 1.0])
    view = View((380, 210), AREA, to_px, np.linalg.inv(to_px))
    (reach,) = arms.step((Cover(380, 100, 180),), 0)
    strength = np.full((210, 380), 255, np.uint8)
    strength[:, 190:] = 60
    lit, shaded = (np.full((210, 380, 3), 90, np.uint8) for _ in range(2))
    arms.lay(lit, view, reach, np.full_like(strength, 255))
    arms.lay(shaded, view, reach, strength)
    hand = (lit.astype(int) - 90).max(2) > 10
    assert hand.sum() > 1000
    assert (shaded[:, :190] == lit[:, :190]).all()
    right = hand.copy()
    right[:, :190] = False
    assert shaded[right].mean() < 0.5 * lit[right].mean()


def test_drawings_of_hands_do_not_pile_up_and_come_back_alike(arms: Arms, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.scenes.arms.KEPT_HANDS", 2)
    arms.step((toward(300, 300, LOWER),), 0)
    reaches = [Reach(toward(300, 300, LOWER), 0, pose, STILL) for pose in (0, 1, 2)]
    before = [arms._drawn(reach).pixels for reach in reaches]
    assert len(arms._kept) == 2
    assert (arms._drawn(reaches[0]).pixels == before[0]).all() and len(arms._kept) == 2
