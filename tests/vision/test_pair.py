"""From corners to cards to odds, on corners made up from known placements."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.ports import CARD_MM, Placement, Reading
from vision.arrays import f32, f64
from vision.fitting.calibration_fit import PLAIN
from vision.reading.bodies import Bodies
from vision.reading.crests import apart
from vision.reading.find import Corners, peaks
from vision.reading.judge import Judged, judge, reading, weigh_equal
from vision.reading.names import ALL_FACES, LANGUAGES, face_probabilities, languages, of_faces, only
from vision.reading.pair import OFFSET_MM, Pose, group
from vision.reading.patches import GLYPHS, SUITS, Marks
from vision.scenes.measure import random_scene

SCALE = 1.7


def corners_of(cards: list[Placement], both: list[bool], jitter: float, seed: int) -> tuple[Corners, list[int]]:
    """Upper left (and lower right) indices of cards, with errors of ``jitter`` mm; and whose they are."""
    rng = np.random.default_rng(seed)
    at, up, centre, owner = [], [], [], []
    for number, (card, full) in enumerate(zip(cards, both, strict=True)):
        turn = math.radians(card.angle)
        right, top = np.array([math.cos(turn), math.sin(turn)]), np.array([math.sin(turn), -math.cos(turn)])
        middle = np.array([card.x, card.y])
        for sign in (1, -1) if full else (1,):
            at.append(middle + sign * (top * OFFSET_MM[1] - right * OFFSET_MM[0]) + rng.normal(0, jitter, 2))
            up.append(sign * top)
            centre.append(middle + rng.normal(0, 2 * jitter, 2))
            owner.append(number)
    heat = np.linspace(0.9, 0.6, len(at), dtype=np.float32)
    return Corners(np.array(at) * SCALE, np.array(up), np.array(centre) * SCALE, heat), owner


def best(card: Judged) -> str:
    """The face that the corners of a card name."""
    corner = card.evidence.corner
    return ALL_FACES[int(of_faces(corner[:14], corner[14:]).argmax())]


def marks_of(cards: list[Placement], owner: list[int], sure: float = 0.98) -> Marks:
    """What a good patch network would say of them."""
    glyph = np.full((len(owner), len(GLYPHS)), (1 - sure) / (len(GLYPHS) - 1), np.float32)
    suit = np.full((len(owner), 4), (1 - sure) / 3, np.float32)
    for row, number in enumerate(owner):
        name = cards[number].card or ""
        glyph[row, GLYPHS.index("10" if name[0] == "T" else name[0])] = sure
        suit[row, SUITS.index(name[1])] = sure
    return Marks(
        np.log(glyph), np.log(suit), np.full(len(owner), -5, np.float32), np.full(len(owner), np.nan, np.float32)
    )


@given(seed=st.integers(0, 100_000), kind=st.sampled_from(["lot", "showdown", "singles"]))
@settings(max_examples=80, deadline=None)
def test_two_corners_of_a_card_become_one_card_where_it_lies(seed: int, kind: str) -> None:
    scene = random_scene(random.Random(seed), kind, (760, 420))
    cards = [card for card in scene.cards if card.card]
    corners, owner = corners_of(cards, [True] * len(cards), 0.7, seed)
    marks = marks_of(cards, owner)
    judged = judge(corners, np.full(len(owner), SCALE), marks, only("international"))
    assert sorted(best(one) for one in judged) == sorted(card.card or "" for card in cards)
    for one in judged:
        (card,) = [card for card in cards if card.card == best(one)]
        pose = one.group.pose
        assert math.hypot(pose.x / SCALE - card.x, pose.y / SCALE - card.y) < 3
        assert abs((pose.angle - card.angle + 90) % 180 - 90) < 1.5
        assert one.evidence.corners == 2 and not one.evidence.conflict


@given(seed=st.integers(0, 100_000), kind=st.sampled_from(["row", "fan"]))
@settings(max_examples=80, deadline=None)
def test_neighbours_in_rows_and_fans_stay_apart(seed: int, kind: str) -> None:
    scene = random_scene(random.Random(seed), kind, (760, 420))
    cards = [card for card in scene.cards if card.card]
    both = [number == len(cards) - 1 for number in range(len(cards))]
    corners, owner = corners_of(cards, both, 0.7, seed)
    judged = judge(corners, np.full(len(owner), SCALE), marks_of(cards, owner), only("international"))
    assert sorted(best(one) for one in judged) == sorted(card.card or "" for card in cards)


def test_four_indices_are_one_card_wherever_their_arrows_point() -> None:
    middle, (dx, dy) = np.array([200.0, 150.0]), OFFSET_MM
    at = middle + np.array([(-dx, -dy), (dx, -dy), (dx, dy), (-dx, dy)])
    up = np.array([(0, -1), (0, -1), (0, 1), (0, 1)], float)
    astray = at + np.array([(-25, 30), (25, 30), (25, -30), (-25, -30)])
    for centre in (np.tile(middle, (4, 1)), astray):
        corners = Corners(at * SCALE, up, centre * SCALE, np.full(4, 0.9, np.float32))
        cards = [Placement("5D", 200, 150)]
        for rows in ([0, 1, 2, 3], [0, 1], [0, 2], [1, 3, 2]):
            some = corners.take(rows)
            (one,) = judge(some, np.full(len(rows), SCALE), marks_of(cards, [0] * len(rows)), only("french"))
            if 2 in rows:
                assert (one.group.pose.x / SCALE, one.group.pose.y / SCALE) == pytest.approx((200, 150), abs=2)


@pytest.mark.parametrize("wrong", [0.7, 1.4])
def test_opposite_corners_read_alike_are_one_card_though_the_scale_is_off(wrong: float) -> None:
    card = Placement("QC", 200, 180, 30)
    corners, owner = corners_of([card], [True], 0.3, 2)
    arrows = corners.at + (corners.centre - corners.at) * wrong
    corners = Corners(corners.at, corners.up, arrows, corners.heat)
    (one,) = judge(corners, np.full(2, SCALE * wrong), marks_of([card], owner), only("international"))
    pose = one.group.pose
    assert pose.px_per_mm == pytest.approx(SCALE, rel=0.03)
    assert (pose.x / SCALE, pose.y / SCALE) == pytest.approx((200, 180), abs=2)


def test_corners_that_disagree_are_one_doubtful_card() -> None:
    cards = [Placement("8S", 100, 100), Placement("8C", 100, 100)]
    corners, _ = corners_of(cards[:1], [True], 0.2, 1)
    (one,) = judge(corners, np.full(2, SCALE), marks_of(cards, [0, 1]), only("international"))
    assert one.evidence.conflict
    result = reading(one, (400, 400), PLAIN)
    assert not result.accepted and set(list(result.odds)[:2]) == {"8S", "8C"}


@given(angle=st.floats(-90, 90), x=st.floats(0, 300), y=st.floats(0, 300), scale=st.floats(0.5, 5))
def test_a_pose_outlines_a_card(angle: float, x: float, y: float, scale: float) -> None:
    quad = np.array(Pose(x, y, angle, scale).quad)
    assert np.allclose(quad.mean(0), (x, y), atol=1e-6)
    sides = np.linalg.norm(quad - np.roll(quad, -1, 0), axis=1) / scale
    assert np.allclose(sides, (63, 88, 63, 88), atol=1e-6)


def test_no_corners_no_cards() -> None:
    empty = Corners(np.zeros((0, 2)), np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(0, np.float32))
    assert group(empty, np.zeros(0), np.zeros((0, 52), np.float32)) == []


def test_peaks_are_read_off_the_maps_in_px() -> None:
    maps = np.zeros((5, 20, 30), np.float32)
    maps[0, 8, 11], maps[0, 8, 12], maps[0, 9, 20] = 0.9, 0.45, 0.2
    maps[1, 8, 10:14], maps[2, 8, 10:14] = 1.0, -0.5
    maps[3, 8, 10:14], maps[4, 8, 10:14] = 0.6, -0.8
    found = peaks(maps, 0.3)
    assert len(found) == 1
    assert found.at[0] == pytest.approx((11 * 4 + 1.5 + 4 / 3, 8 * 4 + 1.5))
    assert found.centre[0] == pytest.approx(found.at[0] + (32, -16))
    assert found.up[0] == pytest.approx((0.6, -0.8))


def test_apart_keeps_the_first_of_close_points() -> None:
    assert apart(np.array([[0, 0], [3, 0], [9, 0], [10, 1]], float), 5.0) == [0, 2]


@pytest.mark.parametrize(
    ("language", "glyph", "rank"), [("french", "V", "J"), ("dutch", "V", "Q"), ("german", "B", "J")]
)
def test_letters_are_read_in_their_language(language: str, glyph: str, rank: str) -> None:
    marks = marks_of([Placement("AS", 0, 0)], [0])
    marks.glyph[0] = np.log(1e-4)
    marks.glyph[0, GLYPHS.index(glyph)] = np.log(0.99)
    assert ALL_FACES[int(face_probabilities(marks, only(language))[0].argmax())] == rank + "S"


def test_one_odd_letter_does_not_change_the_language_but_a_whole_deck_does() -> None:
    cards = [Placement(rank + "S", 0, 0) for rank in "AQKJ"]
    marks = marks_of(cards, [0, 1, 2, 3])
    assert languages(marks, np.ones(4, np.float32)).argmax() == list(LANGUAGES).index("international")
    for row, glyph in ((1, "D"), (2, "K"), (3, "B")):
        marks.glyph[row] = np.log(1e-4)
        marks.glyph[row, GLYPHS.index(glyph)] = np.log(0.99)
    assert languages(marks, np.ones(4, np.float32)).argmax() == list(LANGUAGES).index("german")


def test_one_letter_misread_does_not_make_a_french_jack_a_dutch_queen() -> None:
    cards = [Placement(rank + "S", 0, 0) for rank in "JAK97"]
    marks = marks_of(cards, [0, 1, 2, 3, 4])
    for row, glyph in ((0, "V"), (2, "H")):
        marks.glyph[row] = np.log(1e-4)
        marks.glyph[row, GLYPHS.index(glyph)] = np.log(0.95)
    language = languages(marks, np.ones(5, np.float32))
    queen = float(face_probabilities(marks, language)[0, ALL_FACES.index("QS")])
    assert queen < 0.95
    for row, glyph in ((1, "1"), (2, "R")):
        marks.glyph[row] = np.log(1e-4)
        marks.glyph[row, GLYPHS.index(glyph)] = np.log(0.99)
    french = face_probabilities(marks, languages(marks, np.ones(5, np.float32)))[0]
    assert ALL_FACES[int(french.argmax())] == "JS" and french.max() > 0.9


shares = st.floats(0.3, 0.9999)


@given(p=st.lists(shares, min_size=2, max_size=4), packs=st.integers(1, 3))
def test_more_equal_cards_than_packs_weaken_each_other(p: list[float], packs: int) -> None:
    readings = [Reading("QH", one, one > 0.9, (0, 0, 1, 1), None, {"QH": one, "QD": 0.9 * (1 - one)}) for one in p]
    other = Reading("2C", 0.95, True, (0, 0, 1, 1), None, {"2C": 0.95})
    weighed = weigh_equal([*readings, other], packs, 0.9)
    assert weighed[-1] == other
    for before, after in zip(readings, weighed, strict=False):
        assert after.odds["QH"] <= before.p + 1e-9
        assert sum(after.odds.values()) <= 1 + 1e-9
        assert (after.odds["QH"] == before.p) == (len(p) <= packs)
        assert not after.accepted or before.accepted


def test_two_sure_readings_of_one_card_are_not_accepted_with_one_pack() -> None:
    twice = [Reading("QH", 0.9995, True, (0, 0, 1, 1), None, {"QH": 0.9995}) for _ in range(2)]
    assert not any(one.accepted for one in weigh_equal(twice, 1, 0.99))
    assert all(one.accepted for one in weigh_equal(twice, 2, 0.99))


@pytest.mark.parametrize(("top", "cards"), [("XB", 2), ("TH", 1)])
def test_an_index_that_shows_from_under_the_top_of_a_pile_is_not_the_tops(top: str, cards: int) -> None:
    """The upper left index of the top was not found; that of the card below lies near its place. Were both read alike,
    they could be of one card whose deck prints its indices elsewhere."""
    lower, upper = Placement("TH", 100, 100, 0), Placement(top, 106.5, 106.5, 0)
    both, _ = corners_of([lower, upper], [True, True], 0, 1)
    corners = both.take(np.array([0, 3]))
    faces = np.zeros((2, 54), np.float32)
    faces[0, 33] = faces[1, 33 if top == "TH" else 52] = 0.97
    middle = f64([[upper.x * SCALE, upper.y * SCALE]])
    bodies = Bodies(middle, np.zeros(1), f64([CARD_MM[1] * SCALE]), f32([0.9]), f32([0.0]))
    pointing = Corners(corners.at, corners.up, np.repeat(middle, 2, 0), corners.heat)
    assert len(group(pointing, np.full(2, SCALE), faces, bodies)) == cards
