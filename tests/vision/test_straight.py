"""Decks with four indices: corners the finder takes for turned, and lower indices that are no cards of their own."""

from __future__ import annotations

import random
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.ports import CARD_MM
from vision.arrays import Matrix, Picture, f32, f64
from vision.decks.faces import draw_face, index_points
from vision.decks.styles import Style, random_style
from vision.reading.bodies import NO_BODIES, Bodies
from vision.reading.columns import without_doubles, without_undersides
from vision.reading.find import Corners
from vision.reading.halves import Halves
from vision.reading.names import ALL_FACES, face_probabilities, only
from vision.reading.nets import Nets
from vision.reading.pair import group
from vision.reading.patches import GLYPHS, SUITS, Marks, read_patches
from vision.reading.scale import Seen
from vision.reading.straight import clearness, straightened

SCALE = 2.4
MIDDLE = (200.0, 180.0)


@pytest.fixture(scope="module")
def nets() -> Nets:
    return Nets()


@pytest.fixture(scope="module")
def style() -> Style:
    """A deck with four indices that no network was trained on."""
    return replace(random_style(random.Random(3), held_out=True), corners=4, scheme="", beside=False)


def card_of(name: str, style: Style) -> Picture:
    """An upright card on a grey table, its middle at MIDDLE."""
    size = (round(CARD_MM[0] * SCALE), round(CARD_MM[1] * SCALE))
    face = cv2.resize(draw_face(name, style, 6.0), size, interpolation=cv2.INTER_AREA)
    picture = np.full((360, 400, 3), 90, np.uint8)
    x, y = round(MIDDLE[0] - size[0] / 2), round(MIDDLE[1] - size[1] / 2)
    cover = face[..., 3:] / 255
    part = picture[y : y + size[1], x : x + size[0]]
    part[:] = part * (1 - cover) + face[..., :3] * cover
    return picture


def seen_of(nets: Nets, picture: Picture, style: Style, leans: dict[int, float], bodies: Bodies) -> Seen:
    """What a finder would see that takes some of the four corners (upper left, upper right, lower right, lower left)
    for turned by so many degrees."""
    points = sorted(index_points(style, "7D"), key=lambda p: (p[1] > 44, (p[0] > 31) != (p[1] > 44)))
    at = f64(MIDDLE) + (f64([point[:2] for point in points]) - f64(CARD_MM) / 2) * SCALE
    turn = np.radians([leans.get(row, 0.0) for row in range(4)])
    sign = f64([point[2] for point in points])
    up: Matrix = f64(np.stack([np.sin(turn), -np.cos(turn)], 1) * sign[:, None])
    corners = Corners(at, up, np.tile(f64(MIDDLE), (4, 1)), np.full(4, 0.8, np.float32))
    scales = np.full(4, SCALE)
    return Seen(SCALE, corners, scales, read_patches(nets, Halves(picture), corners, scales), bodies)


BODY = Bodies(f64([MIDDLE]), np.zeros(1), f64([CARD_MM[1] * SCALE]), f32([0.9]), f32([0.0]))


@pytest.mark.parametrize("leans", [{1: 50.0, 3: 50.0}, {1: -60.0}, {0: 40.0, 1: 50.0, 2: -35.0, 3: -70.0}])
def test_turned_corners_are_put_right_by_their_card(nets: Nets, style: Style, leans: dict[int, float]) -> None:
    picture = card_of("7D", style)
    bodies = BODY if len(leans) == 4 else NO_BODIES
    seen = seen_of(nets, picture, style, leans, bodies)
    faces = face_probabilities(seen.marks, only("international"))
    right = straightened(nets, Halves(picture), seen, group(seen.corners, seen.scales, faces, bodies))
    assert len(right.corners) == 4
    assert np.abs(right.corners.up[:, 0]).max() < 0.1
    assert (clearness(right.marks) >= clearness(seen.marks) - 1e-6).all()
    names = face_probabilities(right.marks, only("international")).argmax(1)
    assert len(set(names.tolist())) == 1
    joined = group(right.corners, right.scales, face_probabilities(right.marks, only("international")), bodies)
    assert [len(one.rows) for one in joined] == [4]


def test_what_lies_straight_is_left_alone(nets: Nets, style: Style) -> None:
    picture = card_of("7D", style)
    seen = seen_of(nets, picture, style, {}, BODY)
    assert straightened(nets, Halves(picture), seen, []) is seen


def column(clear_lower: dict[int, float]) -> Seen:
    """Three cards in a row, upper and lower index of one side each; the lower ones are as clear as told."""
    at, up, names, sure = [], [], [], []
    for number, name in enumerate(("7D", "KS", "3H")):
        x = 60.0 + 20 * number
        at += [(x, 100.0), (x, 162.6)]
        up += [(0.0, -1.0), (0.0, 1.0)]
        lower = clear_lower[number]
        names += [name, name if lower > 0.9 else "5C"]
        sure += [0.97, lower]
    glyph = np.full((6, len(GLYPHS)), 1e-4, np.float32)
    suit = np.full((6, 4), 1e-4, np.float32)
    for row, (name, p) in enumerate(zip(names, sure, strict=True)):
        glyph[row, GLYPHS.index(name[0])] = p**0.5
        suit[row, SUITS.index(name[1])] = p**0.5
    marks = Marks(np.log(glyph), np.log(suit), np.full(6, -9, np.float32), np.full(6, np.nan, np.float32))
    centre = f64(at) + f64(up) * -31.3 + (25.4, 0)
    corners = Corners(f64(at), f64(up), centre, np.full(6, 0.9, np.float32))
    return Seen(1.0, corners, np.ones(6), marks, NO_BODIES)


def test_unclear_lower_indices_of_four_corner_decks_are_no_cards() -> None:
    kept = without_undersides(column({0: 0.95, 1: 0.4, 2: 0.3}))
    assert kept.corners.at[:, 1].tolist() == [100.0, 162.6, 100.0, 100.0]


def test_without_proof_of_four_indices_nothing_is_left_out() -> None:
    seen = column({0: 0.4, 1: 0.4, 2: 0.3})
    assert without_undersides(seen) is seen


@pytest.mark.parametrize(("over", "aside", "left"), [(7.0, 1.0, 1), (17.0, 0.0, 2), (3.0, 7.0, 2)])
def test_a_large_index_found_twice_is_one(over: float, aside: float, left: int) -> None:
    seen = column({0: 0.95, 1: 0.95, 2: 0.95})
    seen.corners.at[2] = seen.corners.at[0] + (aside, over)
    rows = [0, 2]
    two = Seen(1.0, seen.corners.take(rows), seen.scales[rows], seen.marks.take(rows), NO_BODIES)
    assert len(without_doubles(two).corners) == left


def test_a_card_of_two_agreeing_corners_does_not_swallow_its_neighbours() -> None:
    """Both indices of one side of a card in a fan, and another card's just where its third would be."""
    at = f64([(60.0, 100.0), (60.0, 162.6), (111.5, 161.0)]) * 1.7
    up = f64([(0.0, -1.0), (0.0, 1.0), (0.0, 1.0)])
    centre = np.tile(f64((85.4, 131.3)) * 1.7, (3, 1))
    faces = np.full((3, len(ALL_FACES)), 1e-4, np.float32)
    for row, name in enumerate(("AH", "AH", "JS")):
        faces[row, ALL_FACES.index(name)] = 0.95
    corners = Corners(at, up, centre, np.full(3, 0.9, np.float32))
    assert sorted(len(one.rows) for one in group(corners, np.full(3, 1.7), faces)) == [1, 2]
    faces[2] = faces[0]
    assert [len(one.rows) for one in group(corners, np.full(3, 1.7), faces)] == [3]
