"""Cards found by their edges, whatever is printed on them and on the table."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.ports import CARD_MM
from vision.arrays import Picture, f32
from vision.reading.bodies import NO_BODIES, Bodies
from vision.reading.outline import lab_of, refined
from vision.reading.pair import Pose
from vision.reading.proposals import proposals
from vision.reading.whole import whole_cards

SCALE = 2.0


def cloth(checked: bool) -> Picture:
    """A green table, or a checked cloth whose lines run along the picture's sides."""
    image = np.full((480, 640, 3), (70, 120, 60), np.uint8)
    if checked:
        rows, columns = np.mgrid[0:480, 0:640] // 40 % 2
        image = np.full((480, 640, 3), (150, 110, 100), np.uint8) + (25 * (rows + columns))[..., None].astype(np.uint8)
    return image


def card(frame: bool) -> Picture:
    """A pale card with round corners, a framed picture or pips on it (BGR, black is not the card)."""
    image = np.zeros((176, 126, 3), np.uint8)
    cv2.rectangle(image, (6, 0), (119, 175), (225, 235, 240), -1)
    cv2.rectangle(image, (0, 6), (125, 169), (225, 235, 240), -1)
    for corner in ((6, 6), (119, 6), (6, 169), (119, 169)):
        cv2.circle(image, corner, 6, (225, 235, 240), -1)
    if frame:
        cv2.rectangle(image, (9, 9), (116, 166), (60, 150, 190), -1)
        cv2.rectangle(image, (9, 9), (116, 166), (20, 20, 20), 1)
    else:
        for x, y in ((35, 35), (90, 35), (35, 88), (90, 88), (35, 141), (90, 141)):
            cv2.circle(image, (x, y), 14, (30, 30, 190), -1)
    return image


def laid(image: Picture, pose: Pose, frame: bool = False) -> Picture:
    drawn, quad = card(frame), f32(pose.quad)
    onto = cv2.getPerspectiveTransform(f32([(-0.5, -0.5), (125.5, -0.5), (125.5, 175.5), (-0.5, 175.5)]), quad)
    warped = cv2.warpPerspective(drawn, onto, (image.shape[1], image.shape[0]))
    solid = cv2.warpPerspective((drawn.max(2) > 0).astype(np.float32), onto, (image.shape[1], image.shape[0]))
    return np.where(solid[..., None] > 0.5, warped, image).astype(np.uint8)


def off(one: tuple[tuple[float, float], ...], other: tuple[tuple[float, float], ...]) -> float:
    """Largest distance of corners (px), either way up."""
    a, b = np.array(one), np.array(other)
    return float(min(np.linalg.norm(a - np.roll(b, turn, 0), axis=1).max() for turn in (0, 2)))


@pytest.mark.parametrize("checked", [False, True])
@pytest.mark.parametrize("frame", [False, True])
@pytest.mark.parametrize("angle", [0.0, 31.0, -75.0])
def test_a_card_is_found_to_a_pixel(checked: bool, frame: bool, angle: float) -> None:
    pose = Pose(300.3, 240.8, angle, SCALE)
    (found,) = whole_cards(laid(cloth(checked), pose, frame), NO_BODIES, ())
    assert off(found.quad, pose.quad) < 2.5
    assert found.support > 0.9


def test_a_rough_outline_is_moved_to_the_edges_and_none_to_where_there_is_nothing() -> None:
    pose = Pose(300, 240, 12, SCALE)
    image = laid(cloth(False), pose)
    rough = Pose(306, 233, 8, SCALE * 1.06)
    edges = refined(lab_of(image), rough.quad)
    assert edges is not None and off(edges.quad, pose.quad) < 2
    bare = refined(lab_of(cloth(False)), rough.quad)
    assert bare is None or bare.support < 0.3


def test_an_empty_table_and_a_bare_cloth_hold_no_card() -> None:
    assert whole_cards(cloth(False), NO_BODIES, ()) == []
    assert whole_cards(cloth(True), NO_BODIES, ()) == []


def test_each_card_is_found_once_and_what_lies_face_down_is_not() -> None:
    poses = [Pose(120, 150, 10, SCALE), Pose(320, 250, 80, SCALE), Pose(520, 300, -20, SCALE)]
    image = cloth(False)
    for pose in poses:
        image = laid(image, pose)
    at, heights = np.array([(pose.x + 3, pose.y - 2) for pose in poses]), np.full(3, CARD_MM[1] * SCALE)
    bodies = Bodies(at, np.array([10.0, 80, -20]), heights, f32([0.9, 0.9, 0.9]), f32([0, 0, 1]))
    found = whole_cards(image, bodies, ())
    assert len(found) == 2 and all(one.heat == pytest.approx(0.9) for one in found)
    assert {round(one.pose.x / 100) for one in found} == {1, 3}
    assert len(proposals(image)) >= 3
