"""Whole cards in the finder's maps, and what they add to corners."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from companion.cards import RANKS
from vision.arrays import Float, Picture
from vision.reading.bodies import NO_BODIES, Bodies, body_peaks, joined
from vision.reading.embed import Faces
from vision.reading.evidence import NOTHING, Evidence
from vision.reading.find import NO_CORNERS, Corners
from vision.reading.halves import Halves
from vision.reading.judge import Judged, judge, match
from vision.reading.names import only
from vision.reading.pair import OFFSET_MM, Group, Pose, bodies_of
from vision.reading.patches import GLYPHS, NO_MARKS, SUITS, Marks
from vision.reading.wholefaces import ask_faces, face_logs

SCALE = 2.0
CORNER_PARTS = ("at", "up", "centre", "heat")


def bodies_of_cards(poses: list[Pose], heat: float = 0.9, back: float = 0.01) -> Bodies:
    """What a good finder would see of these cards."""
    count = len(poses)
    return Bodies(
        np.array([(pose.x, pose.y) for pose in poses]).reshape(-1, 2),
        np.array([pose.angle for pose in poses]),
        np.array([88.0 * pose.px_per_mm for pose in poses]),
        np.full(count, heat, np.float32),
        np.full(count, back, np.float32),
    )


def one_corner(pose: Pose, centre_off: tuple[float, float] = (0.0, 0.0)) -> tuple[Corners, Marks]:
    """The upper left index of a card that shows the king of hearts; its arrow misses the middle by so many mm."""
    turn = math.radians(pose.angle)
    right, top = np.array([math.cos(turn), math.sin(turn)]), np.array([math.sin(turn), -math.cos(turn)])
    middle = np.array([pose.x, pose.y])
    at = middle + pose.px_per_mm * (top * OFFSET_MM[1] - right * OFFSET_MM[0])
    centre = middle + pose.px_per_mm * np.array(centre_off)
    glyph, suit = np.full((1, len(GLYPHS)), -9, np.float32), np.full((1, 4), -6, np.float32)
    glyph[0, GLYPHS.index("K")] = suit[0, SUITS.index("H")] = -0.01
    corners = Corners(at[None], top[None], centre[None], np.array([0.8], np.float32))
    return corners, Marks(glyph, suit, np.array([-6], np.float32), np.array([0.4], np.float32))


def test_cards_are_read_off_the_maps_in_px() -> None:
    maps = np.zeros((7, 20, 30), np.float32)
    maps[0, 8, 11], maps[0, 15, 25] = 0.9, 0.1
    angle = math.radians(-35)
    maps[1, 7:10, 10:13], maps[2, 7:10, 10:13] = 0.5, -0.25
    maps[3, 7:10, 10:13], maps[4, 7:10, 10:13] = math.cos(2 * angle), math.sin(2 * angle)
    maps[5, 7:10, 10:13], maps[6, 7:10, 10:13] = math.log(150 / 120), 0.75
    found = body_peaks(maps)
    assert len(found) == 1
    assert found.at[0] == pytest.approx((11 * 8 + 3.5 + 16, 8 * 8 + 3.5 - 8))
    assert (found.angle[0], found.height[0]) == pytest.approx((-35, 150), abs=1e-3)
    assert found.back[0] == pytest.approx(0.75)
    twice = found.scaled(2)
    assert twice.height[0] == pytest.approx(300) and twice.at[0] == pytest.approx(found.at[0] * 2 + 0.5)
    assert body_peaks(np.zeros((7, 4, 4), np.float32)) is NO_BODIES


def test_looks_are_joined_and_the_surest_view_of_a_card_wins() -> None:
    first, second = (
        bodies_of_cards([Pose(100, 100, 5, 2)], 0.6),
        bodies_of_cards([Pose(104, 99, 7, 2), Pose(300, 100, 0, 2)], 0.8),
    )
    both = joined([first, second], [11.0, 11.0])
    assert len(both) == 2 and both.heat.tolist() == pytest.approx([0.8, 0.8])
    assert len(joined([], [])) == 0


def test_a_body_tells_where_a_card_of_one_corner_lies() -> None:
    pose = Pose(300, 250, 20, SCALE)
    corners, marks = one_corner(pose, (4, -3))
    for bodies, off in ((bodies_of_cards([pose]), 0.5), (bodies_of_cards([Pose(340, 250, 20, SCALE)]), 12.0)):
        cards = judge(corners, np.array([SCALE]), marks, only("international"), bodies)
        away = math.hypot(cards[0].group.pose.x - 300, cards[0].group.pose.y - 250) / SCALE
        assert away < off
        assert (cards[0].evidence.body > 0) == (off == 0.5)


def test_indices_in_the_corners_of_one_body_are_one_card() -> None:
    pose = Pose(300, 250, 20, SCALE)
    first, marks = one_corner(pose, (40, 20))
    second, _ = one_corner(Pose(300, 250, 200, SCALE), (-30, 10))
    both = Corners(
        *(np.concatenate([getattr(c, name) for c in (first, second)]) for name in ("at", "up", "centre", "heat"))
    )
    other = marks.take([0])
    other.glyph[0, GLYPHS.index("A")], other.glyph[0, GLYPHS.index("K")] = math.log(0.6), math.log(0.38)
    twice = Marks(*(np.concatenate([getattr(m, n) for m in (marks, other)]) for n in ("glyph", "suit", "junk", "red")))
    assert bodies_of(both, bodies_of_cards([pose])).tolist() == [0, 0]
    assert bodies_of(both, bodies_of_cards([Pose(300, 250, 60, SCALE)])).tolist() == [-1, -1]
    scales = np.full(2, SCALE)
    (card,) = judge(both, scales, twice, only("international"), bodies_of_cards([pose]))
    assert card.evidence.corners == 2 and card.evidence.conflict
    assert len(judge(both, scales, twice, only("international"))) == 2


def test_an_index_that_lies_where_a_neighbour_has_none_is_its_own_card() -> None:
    """In a row a card's left index can lie by chance in the right corner of the card before the last one."""
    pose, away = Pose(300, 250, 0, SCALE), 2 * OFFSET_MM[0] * SCALE
    corners, _ = one_corner(Pose(300 + away, 250, 0, SCALE), (0, 0))
    assert bodies_of(corners, bodies_of_cards([pose])).tolist() == [-1]
    pointing = replace(corners, centre=np.array([[pose.x, pose.y]]))  # (a deck with four indices)
    assert bodies_of(pointing, bodies_of_cards([pose])).tolist() == [0]


def test_each_body_belongs_to_one_card() -> None:
    groups = [Group((0,), Pose(100, 100, 0, 2)), Group((1,), Pose(110, 100, 3, 2)), Group((2,), Pose(110, 100, 60, 2))]
    assert match(groups, bodies_of_cards([Pose(108, 101, 2, 2)])) == [None, 0, None]


def test_an_open_card_without_corners_is_a_candidate_and_a_back_is_none() -> None:
    pose = Pose(200, 200, 0, SCALE)

    def candidates(bodies: Bodies) -> list[Judged]:
        return judge(NO_CORNERS, np.zeros(0), NO_MARKS, only("international"), bodies)

    (card,) = candidates(bodies_of_cards([pose]))
    assert card.evidence.corners == 0 and card.evidence.body == pytest.approx(0.9)
    assert not candidates(bodies_of_cards([pose], back=0.9)) and not candidates(bodies_of_cards([pose], heat=0.4))


@dataclass
class Sayer:
    """A face network that says the same of every card and counts."""

    there: bool = True
    asked: int = 0

    def look(self, picture: Halves, poses: list[Pose]) -> Any:
        self.asked += len(poses)
        logits = np.zeros((len(poses), 18), np.float32)
        logits[:, 4] = logits[:, 17] = 20.0
        return Faces(logits, np.zeros((len(poses), 64), np.float32))


def card(corners: int, clear: float, body: float, conflict: bool = False) -> Judged:
    corner: Float = NOTHING.copy()
    corner[:14], corner[14:] = -9, -9
    corner[2] = corner[15] = clear / 2
    return Judged(Group((), Pose(50, 50, 0, 1)), Evidence(corner, corners, 0.9, 8, conflict, -0.1, 20, body))


def test_faces_are_asked_only_where_corners_leave_doubt() -> None:
    picture: Picture = np.zeros((100, 100, 3), np.uint8)
    cards = [card(2, -0.01, 0.9), card(2, -0.01, 0.9, True), card(1, -0.01, 0.9), card(1, -0.5, 0.1), card(0, 0, 0.8)]
    sayer = Sayer()
    told = ask_faces(sayer, Halves(picture), cards)  # type: ignore[arg-type]
    assert [one.evidence.face is not None for one in told] == [False, True, True, False, True]
    assert sayer.asked == 3
    assert int(told[1].evidence.face.argmax()) == 4  # type: ignore[union-attr]
    silent = Sayer(there=False)
    assert ask_faces(silent, Halves(picture), cards) == cards  # type: ignore[arg-type]
    assert not silent.asked


def test_logits_of_faces_become_log_probabilities() -> None:
    logs = face_logs(np.random.default_rng(1).normal(0, 3, (5, 18)).astype(np.float32))
    assert np.allclose(np.exp(logs[:, :14]).sum(1), 1, atol=1e-4) and np.allclose(
        np.exp(logs[:, 14:]).sum(1), 1, atol=1e-4
    )


def test_the_face_alone_never_says_surely_which_court_it_is() -> None:
    logits = np.full((2, 18), -9.0, np.float32)
    logits[0, RANKS.index("Q")], logits[1, RANKS.index("7")], logits[:, 14] = 9, 9, 9
    queen, seven = np.exp(face_logs(logits)[:, :14])
    assert queen[RANKS.index("J")] == pytest.approx(0.1 / 3, abs=1e-3)
    assert queen.sum() == pytest.approx(1, abs=1e-3)
    assert seven[RANKS.index("7")] > 0.999


def two_opposite(pose: Pose, suit: str) -> tuple[Corners, Marks]:
    """Upper left and lower right index of a card: the king of this suit."""
    upper, marks = one_corner(pose)
    lower, _ = one_corner(replace(pose, angle=pose.angle + 180))
    shown = np.full((2, 4), -6, np.float32)
    shown[:, SUITS.index(suit)] = -0.01
    corners = Corners(*(np.concatenate([getattr(one, name) for one in (upper, lower)]) for name in CORNER_PARTS))
    return corners, replace(marks.take([0, 0]), suit=shown)


@pytest.mark.parametrize(("off_mm", "suit", "cards"), [(10.0, "H", 1), (75.0, "H", 2), (10.0, "S", 2)])
def test_of_two_equal_cards_that_would_hide_each_others_corners_one_is_told(
    off_mm: float, suit: str, cards: int
) -> None:
    first, second = Pose(400, 300, 20, SCALE), Pose(400 + off_mm * SCALE, 300, 20, SCALE)
    told = [two_opposite(first, "H"), two_opposite(second, suit)]
    corners = Corners(*(np.concatenate([getattr(one, name) for one, _ in told]) for name in CORNER_PARTS))
    marks = Marks(*(np.concatenate(parts) for parts in zip(*(one.parts for _, one in told), strict=True)))
    judged = judge(corners, np.full(4, SCALE), marks, only("international"))
    assert len([one for one in judged if len(one.group.rows) > 1]) == cards
