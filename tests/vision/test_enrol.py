"""Enrolled decks: views are sorted and named, profiles kept as files, whole cards read by them.

Cards here are grey mosaics on a green table; a stand-in for the face network knows a card by its mosaic.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cards import parse_cards
from companion.ports import CARD_MM, Frame, Reading, Trouble
from vision.arrays import Float, Picture, f32
from vision.enrolled.enrol import Lesson, enlarged, gather, learn, make_profile, spread_out
from vision.enrolled.known import KnownDeckReader, Likeness, fuse
from vision.enrolled.profiles import (
    KnownFace,
    Profile,
    delete_profile,
    load_profile,
    profile_names,
    read_profile,
    save_profile,
    with_names,
)
from vision.enrolled.shown import Shown
from vision.enrolled.sorting import UNLIKE, View
from vision.reading.bodies import Bodies
from vision.reading.embed import Placed, cut_cards, pose_of
from vision.reading.find import NO_CORNERS
from vision.reading.halves import Halves
from vision.reading.names import FACES
from vision.reading.pair import Pose
from vision.reading.patches import NO_MARKS
from vision.reading.scale import Seen
from vision.reading.whole import in_reading_order, whole_cards

SCALE = 1.5
SAME = 0.8
LIKENESS = Likeness(power=4.0, least=0.01, unknown=0.3, same=SAME, accept=0.98)


def mosaic(face: str, noise: float = 0.0, seed: int = 0) -> Picture:
    """A card 63 x 88 px: 5 x 7 grey tiles of its own, the same upside down."""
    rng = np.random.default_rng(sum(ord(c) * 31**i for i, c in enumerate(face)))
    tiles = rng.uniform(60, 250, (7, 5))
    tiles = (tiles + tiles[::-1, ::-1]) / 2
    tiles += np.random.default_rng(seed).normal(0, noise, tiles.shape)
    large = cv2.resize(np.clip(tiles, 0, 255), (63, 88), interpolation=cv2.INTER_NEAREST)
    return np.repeat(large[..., None], 3, axis=2).astype(np.uint8)


class Table:
    """A picture with mosaics at poses, and a reader that knows where they are (and what some are)."""

    packs = 1

    def __init__(self, read: Mapping[str, str] | None = None) -> None:
        self.read = read or {}
        self.shown: list[tuple[str, Pose]] = []

    def picture(self, cards: Sequence[tuple[str, float, float, float]], noise: float = 0.0, seed: int = 0) -> Picture:
        image = np.full((600, 900, 3), (60, 110, 40), np.uint8)
        self.shown = []
        for face, x, y, angle in cards:
            pose = Pose(x, y, angle, SCALE)
            self.shown.append((face, pose))
            card = mosaic(face, noise, seed + len(self.shown))
            onto = cv2.getPerspectiveTransform(
                f32([(-0.5, -0.5), (62.5, -0.5), (62.5, 87.5), (-0.5, 87.5)]), f32(pose.quad)
            )
            size = (image.shape[1], image.shape[0])
            solid = cv2.warpPerspective(np.full((88, 63), 255, np.uint8), onto, size)
            image[solid > 127] = cv2.warpPerspective(card, onto, size, flags=cv2.INTER_NEAREST)[solid > 127]
        return image

    def look(self, image: Picture, px_per_mm: float | None = None) -> Seen:
        poses, count = [pose for _, pose in self.shown], len(self.shown)
        at = np.array([(pose.x, pose.y) for pose in poses]).reshape(-1, 2)
        angle, height = np.array([pose.angle for pose in poses]), np.full(count, CARD_MM[1] * SCALE)
        bodies = Bodies(at, angle, height, np.full(count, 0.9, np.float32), np.zeros(count, np.float32))
        return Seen(SCALE, NO_CORNERS, np.zeros(0), NO_MARKS, bodies)

    def tell(self, seen: Seen, image: Picture) -> tuple[Reading, ...]:
        return tuple(
            Reading(self.read[face], 0.99, True, (0, 0, 1, 1), pose.quad, {self.read[face]: 0.99})
            for face, pose in self.shown
            if face in self.read
        )


class Mosaics:
    """Knows a card by its tiles."""

    there, name = True, "mosaics"

    def recognise(self, picture: Halves, cards: Sequence[Placed]) -> Float:
        rows = []
        for card in cut_cards(picture, cards, (80, 112)):
            tiles = cv2.resize(card[..., 1], (5, 7), interpolation=cv2.INTER_AREA).astype(np.float32)
            tiles += tiles[::-1, ::-1]
            tiles -= tiles.mean()
            rows.append(tiles.ravel() / max(1e-6, float(np.linalg.norm(tiles))))
        return f32(rows).reshape(len(rows), 35)


def grid(faces: Sequence[str], turn: float = 0.0) -> list[tuple[str, float, float, float]]:
    """Up to ten cards in two rows, in reading order."""
    return [(face, 90 + 170 * (i % 5), 130 + 300 * (i // 5), turn) for i, face in enumerate(faces)]


def lesson_of(table: Table, pictures: Sequence[Sequence[str]], told: Sequence[str] = (), **options: Any) -> Lesson:
    views: list[View] = []
    for number, faces in enumerate(pictures):
        image = table.picture(grid(faces, turn=5.0 * number), noise=4.0, seed=100 * number)
        views += gather(table, Mosaics(), image, number, told[number] if told else "").views
    return learn(views, SAME, **options)


def enrolled(faces: Sequence[str], read: Mapping[str, str] | None = None, indices: bool = False) -> Profile:
    lesson = lesson_of(Table(read), [[face] for face in faces], told=faces)
    return msgspec.structs.replace(make_profile(lesson, "test", "german", "mosaics"), indices=indices)


# Finding and cutting ------------------------------------------------------------------------------------------------


@given(st.floats(250, 650), st.floats(200, 400), st.floats(-89, 89))
@settings(max_examples=20, deadline=None)
def test_a_card_is_cut_out_whole_at_any_angle(x: float, y: float, angle: float) -> None:
    image = Table().picture([("7C", x, y, angle)])
    (card,) = cut_cards(Halves(image), [Pose(x, y, angle, SCALE)], (63, 88))
    inner = np.abs(card[3:-3, 3:-3].astype(int) - mosaic("7C")[3:-3, 3:-3])
    assert np.median(inner) <= 3
    assert (inner > 40).mean() < 0.12, "only the seams of the tiles may differ"


def test_a_pose_is_the_pose_of_its_outline() -> None:
    for angle in (-89.0, -30.0, 0.0, 45.0, 90.0):
        pose = pose_of(Pose(200.0, 100.0, angle, 2.0).quad)
        assert (pose.x, pose.y, pose.px_per_mm) == pytest.approx((200, 100, 2))
        assert pose.angle == pytest.approx(angle)


def test_backs_and_cards_cut_off_are_left_out_and_readings_find_their_cards() -> None:
    table = Table({"b": "8C"})
    image = table.picture([("a", 20, 300, 0), ("b", 300, 300, 10), ("c", 600, 300, 0)])
    seen = table.look(image)
    seen.bodies.back[2] = 0.9
    (whole,) = whole_cards(image, seen.bodies, table.tell(seen, image))
    assert (whole.pose.x, whole.reading) == (pytest.approx(300, abs=1), 0)


def test_cards_are_numbered_as_people_read() -> None:
    poses = [Pose(500, 110, 0, 1), Pose(100, 130, 0, 1), Pose(300, 300, 0, 1), Pose(200, 320, 0, 1)]
    assert in_reading_order(poses) == [1, 0, 3, 2]


# Sorting and naming -------------------------------------------------------------------------------------------------


def test_files_name_faces_and_views_without_a_name_join_them() -> None:
    faces = ["7C", "8C", "9C"]
    lesson = lesson_of(Table(), [[face] for face in faces] + [faces], told=[*faces, ""])
    assert {face.card: len(face.views) for face in lesson.faces} == {"7C": 2, "8C": 2, "9C": 2}
    assert not lesson.indices


def test_a_file_of_several_cards_names_none_of_them() -> None:
    lesson = lesson_of(Table(), [["a", "b"]], told=["7C"])
    assert [face.card for face in lesson.faces] == ["", ""]


def test_the_reader_names_what_it_can_read() -> None:
    faces = list(FACES[:9])
    lesson = lesson_of(Table({face: face for face in faces[:8]}), [faces, faces[::-1]])
    assert sorted(face.card for face in lesson.faces) == sorted([*faces[:8], ""])
    assert all(len(face.views) == 2 for face in lesson.faces)
    assert lesson.indices


def test_a_name_read_on_two_faces_goes_to_neither() -> None:
    lesson = lesson_of(Table({"a": "7S", "b": "7S", "c": "8S"}), [["a", "b", "c"]])
    assert [face.card for face in lesson.faces] == ["", "", "8S"]
    assert "7S" in str(lesson.unnamed[0].doubt)


def test_a_file_name_wins_over_what_is_read() -> None:
    lesson = lesson_of(Table({"a": "7S", "b": "8S"}), [["a"], ["b"]], told=["7C", "8C"])
    assert [face.card for face in lesson.faces] == ["7C", "8C"]
    assert not lesson.indices, "a reader that is wrong about the names is not trusted with this deck's corners"


def test_an_order_names_faces_as_they_were_first_seen() -> None:
    faces = ["a", "b", "c", "d"]
    cards = parse_cards("7C 8C 9C TC")
    lesson = lesson_of(Table(), [faces[:2], faces], order=cards)
    assert [face.card for face in lesson.faces] == ["7C", "8C", "9C", "TC"]
    assert lesson.overruled == () and not lesson.misordered


def test_an_order_of_another_length_names_none_and_loses_nothing() -> None:
    lesson = lesson_of(Table(), [["a", "b", "c", "d"]], order=parse_cards("7C 8C 9C"))
    assert lesson.misordered == 4
    assert [face.number for face in lesson.unnamed] == [1, 2, 3, 4]


def test_what_an_order_overrules_is_told() -> None:
    lesson = lesson_of(Table({"b": "8C"}), [["a"], ["b"]], told=["7C", ""], order=parse_cards("7C 9C"))
    assert [face.card for face in lesson.faces] == ["7C", "9C"]
    assert lesson.overruled == (("8C", "9C"),)


def test_different_cards_that_were_told_the_same_name_are_not_joined() -> None:
    lesson = lesson_of(Table(), [["a"], ["b"], ["c"]], told=["7C", "7C", "8C"])
    assert [face.card for face in lesson.faces] == ["", "", "8C"]
    assert all("7C" in str(face.doubt) for face in lesson.unnamed)
    again = lesson_of(Table(), [["a"], ["a"], ["c"]], told=["7C", "7C", "8C"])
    assert [(face.card, len(face.views), face.doubt) for face in again.faces] == [("7C", 2, None), ("8C", 1, None)]


def test_views_of_one_name_that_differ_somewhat_are_joined_and_doubted() -> None:
    def view(number: int, turn: float, told: str) -> View:
        row = f32([np.cos(turn), np.sin(turn), *[0.0] * 6])
        return View(number, 1, Pose(0, 0, 0, 1), row, told=told)

    between = float(np.arccos((UNLIKE + SAME) / 2))
    (face,) = learn([view(0, 0.0, "7C"), view(1, between, "7C")], SAME).faces
    assert face.card == "7C" and len(face.views) == 2 and "another card" in str(face.doubt)


def test_jokers_shown_apart_are_told_apart_or_called_alike() -> None:
    read = {"j1": "X", "j2": "X", "a": "7S"}
    lesson = lesson_of(Table(read), [["a", "j1", "j2"]])
    assert sorted(face.card for face in lesson.faces) == ["7S", "XB", "XR"]
    assert lesson.alike == ()
    same = lesson_of(Table({"j": "X", "a": "7S"}), [["a", "j", "j"]])
    assert sorted(face.card for face in same.faces) == ["7S", "X"]
    assert same.alike == (("XB", "XR"),)


def test_a_named_joker_leaves_the_other_name_to_the_other() -> None:
    lesson = lesson_of(Table({"j2": "X"}), [["j1"], ["j2"]], told=["XB", ""])
    assert [face.card for face in lesson.faces] == ["XB", "XR"]


def test_a_scan_is_learned_as_a_whole_if_its_name_says_what_it_is() -> None:
    card = np.kron(mosaic("7C"), np.ones((4, 4, 1), np.uint8))
    found = gather(Table(), Mosaics(), card, 0, told="7C").views
    assert [view.told for view in found] == ["7C"]
    assert gather(Table(), Mosaics(), card, 0).views == ()
    assert gather(Table(), Mosaics(), np.zeros((300, 400, 3), np.uint8), 0, told="7C").views == ()


def test_faces_that_look_alike_are_told() -> None:
    lesson = lesson_of(Table(), [["a", "a", "b"]], order=parse_cards("6S 9S 7S"))
    assert lesson.alike == (("6S", "9S"),)


# Profiles -----------------------------------------------------------------------------------------------------------


def test_a_profile_survives_its_file(tmp_path: Path) -> None:
    profile = enrolled(list(FACES[:6]))
    path = save_profile(tmp_path / "decks", profile)
    assert path.stat().st_size < 6000
    assert load_profile(tmp_path / "decks", "test") == profile
    assert profile_names(tmp_path / "decks") == ["test"]
    delete_profile(tmp_path / "decks", "test")
    with pytest.raises(Trouble, match="no deck 'test'"):
        load_profile(tmp_path / "decks", "test")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: data[:40], "damaged"),
        (lambda data: b"\xff\xfe", "damaged"),
        (lambda data: b"[]", "damaged"),
        (lambda data: data.replace(b'"deck": 1', b'"deck": 7'), "another version"),
        (lambda data: data.replace(b'"7C"', b'"77"'), "damaged"),
        (lambda data: data.replace(b'"8C"', b'"7C"'), "damaged"),
        (lambda data: data.replace(b'"german"', b'"klingon"'), "damaged"),
        (lambda data: data.replace(b'"card"', b'"cart"'), "damaged"),
        (lambda data: data + b" " * 3_000_000, "too large"),
    ],
)
def test_damaged_and_foreign_files_are_told(tmp_path: Path, change: Any, words: str) -> None:
    path = save_profile(tmp_path, enrolled(["7C", "8C"]))
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(Trouble, match=words) as told:
        read_profile(path)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("name", ["", ".", "../x", "a/b", ".hidden", "x" * 41, "a\nb"])
def test_names_that_cannot_be_files_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(Trouble, match="cannot be a deck's name"):
        load_profile(tmp_path, name)


def test_unnamed_faces_are_named_by_number() -> None:
    lesson = lesson_of(Table({"a": "7C"}), [["a", "b", "c"]])
    profile = with_names(make_profile(lesson, "test", "french", "mosaics"), [(2, "9C")])
    assert [face.card for face in profile.faces] == ["7C", "", "9C"]
    for wrong in ([(2, "8C")], [(1, "7C")], [(0, "8C")]):
        with pytest.raises(Trouble):
            with_names(profile, wrong)


def test_numbers_stay_when_others_are_named(tmp_path: Path) -> None:
    lesson = lesson_of(Table(), [["a", "b", "c", "d"]])
    profile = make_profile(lesson, "test", "german", "mosaics")
    for number, card in ((3, "9S"), (1, "7S"), (4, "TS")):
        save_profile(tmp_path, with_names(profile, [(number, card)]))
        profile = load_profile(tmp_path, "test")
    assert [face.card for face in profile.faces] == ["7S", "", "9S", "TS"]
    with pytest.raises(Trouble, match="still unnamed: 2"):
        with_names(profile, [(1, "8S")])


def test_more_views_enlarge_a_profile() -> None:
    old = enrolled(["7C", "8C"])
    new = lesson_of(Table(), [["8C"], ["9C"]], told=["8C", "9C"])
    both = enlarged(old, new, LIKENESS)
    assert {face.card: len(face.views) for face in both.faces} == {"7C": 1, "8C": 2, "9C": 1}


def test_a_known_picture_adds_no_faces_and_forgets_none() -> None:
    lesson = lesson_of(Table(), [["a", "b", "c", "d"]])
    old = with_names(make_profile(lesson, "test", "german", "mosaics"), [(1, "7C"), (2, "8C")])
    again = lesson_of(Table(), [["d", "b", "a", "new"]])
    both = enlarged(old, again, LIKENESS)
    assert [(face.card, face.number) for face in both.faces] == [("7C", 1), ("8C", 2), ("", 3), ("", 4), ("", 5)]
    assert [(face.card, face.number) for face in again.faces] == [("", 4), ("8C", 2), ("7C", 1), ("", 5)]
    assert len(enlarged(old, lesson_of(Table(), [["d", "b"]]), LIKENESS, once=True).faces) == 6


def test_faces_seen_once_are_never_joined() -> None:
    table = Table()
    assert len(lesson_of(table, [["a"], ["a"]]).faces) == 1
    assert len(lesson_of(table, [["a"], ["a"]], once=True).faces) == 2
    assert len(lesson_of(table, [["a"], ["a"]], told=["7C", "7C"], once=True).faces) == 1


def test_views_that_differ_most_are_kept() -> None:
    angles = np.radians([0, 1, 2, 3, 40, 80])
    rows = f32(np.stack([np.cos(angles), np.sin(angles)], 1))
    kept = spread_out(rows, most=3)
    assert len(kept) == 3 and any((row == rows[5]).all() for row in kept)


# Reading ------------------------------------------------------------------------------------------------------------


def test_an_enrolled_deck_is_read_without_corners() -> None:
    faces = list(FACES[:10])
    table = Table()
    reader = KnownDeckReader(table, enrolled(faces), Mosaics(), LIKENESS)
    readings = reader.read(table.picture(grid(faces[::-1], turn=20), noise=5, seed=9))
    assert sorted(one.card for one in readings) == sorted(faces)
    assert all(one.accepted for one in readings)


def test_a_face_that_was_never_enrolled_gets_no_sure_name() -> None:
    table = Table()
    reader = KnownDeckReader(table, enrolled(list(FACES[:10])), Mosaics(), LIKENESS)
    readings = reader.read(table.picture(grid(["stranger", "other"])))
    assert len(readings) == 2
    assert not any(one.accepted or one.p > 0.5 for one in readings)


def test_an_empty_table_holds_no_card() -> None:
    table = Table()
    assert KnownDeckReader(table, enrolled(["7C", "8C"]), Mosaics(), LIKENESS).read(table.picture([])) == ()


def test_corners_count_only_where_they_can_be_read() -> None:
    faces, table = list(FACES[:10]), Table({"unknown": "KS"})
    image = table.picture(grid(["unknown"]))
    trusted = KnownDeckReader(table, enrolled(faces, indices=True), Mosaics(), LIKENESS).read(image)
    assert [one.card for one in trusted] == ["KS"]
    alone = KnownDeckReader(table, enrolled(faces), Mosaics(), LIKENESS).read(image)
    assert not any(one.accepted for one in alone)


def test_corners_and_face_that_contradict_each_other_are_not_sure() -> None:
    faces = list(FACES[:10])
    table = Table({faces[0]: faces[5]})
    reader = KnownDeckReader(table, enrolled(faces, indices=True), Mosaics(), LIKENESS)
    (one,) = reader.read(table.picture(grid([faces[0]])))
    assert not one.accepted


def test_a_deck_without_names_cannot_be_read() -> None:
    profile = make_profile(lesson_of(Table(), [["a", "b"]]), "test", "german", "mosaics")
    with pytest.raises(Trouble, match="has a name yet"):
        KnownDeckReader(Table(), profile, Mosaics(), LIKENESS)


def test_a_profile_of_another_network_is_refused() -> None:
    profile = msgspec.structs.replace(enrolled(["7C", "8C"]), net="older")
    with pytest.raises(Trouble, match="enrol it again"):
        KnownDeckReader(Table(), profile, Mosaics(), LIKENESS)


@given(
    st.lists(st.integers(-100, 100).map(lambda n: n / 100), min_size=2, max_size=8, unique=True),
    st.one_of(st.none(), st.dictionaries(st.sampled_from(FACES), st.floats(0.001, 0.12), max_size=8)),
)
def test_odds_are_probabilities_and_the_most_similar_face_leads(similar: list[float], corners: Any) -> None:
    odds = fuse(FACES[: len(similar)], np.array(similar), LIKENESS, corners)
    assert all(0 <= p <= 1 for p in odds.values()) and sum(odds.values()) <= 1 + 1e-9
    assert list(odds.values()) == sorted(odds.values(), reverse=True)
    if corners is None:
        assert next(iter(odds)) == FACES[int(np.argmax(similar))]


def test_faces_without_a_name_take_their_share_from_the_others() -> None:
    similar = np.array([0.9, 0.9])
    assert fuse(("7C", ""), similar, LIKENESS, None)["7C"] == pytest.approx(0.5, abs=0.05)


# A camera -----------------------------------------------------------------------------------------------------------


def test_each_card_shown_to_a_camera_is_reported_once() -> None:
    table = Table()
    shown = Shown(table, Mosaics(), SAME)
    reported: list[Float] = []
    at = 0
    for cards in (["a"], ["a", "b"], ["a", "b"], ["a", "c"]):
        image = table.picture(grid(cards))
        for _ in range(8):
            reported += [view.embedding for view in shown.take(Frame(image, at))]
            at += 100
    assert len(reported) == 3
    assert max(float(reported[i] @ reported[j]) for i, j in ((0, 1), (0, 2), (1, 2))) < SAME


def test_known_faces_keep_what_was_seen() -> None:
    rows = f32(np.eye(3, 4))
    assert np.allclose(KnownFace.of("7C", rows).embeddings, rows, atol=1e-3)


def test_profiles_know_the_patterns_that_have_names() -> None:
    from companion.pack.face_names import PATTERNS
    from vision.enrolled.profiles import SUIT_PATTERNS

    assert set(SUIT_PATTERNS) == set(PATTERNS)
