"""The watcher on frames painted by hand: plain coloured cards and a reader that knows colours."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.ports import Frame, Look, Reading
from vision.arrays import Picture
from vision.watching.watch import READ_FRAMES, SETTLE_FRAMES, TableWatcher

SIZE = (760, 420)
COLOURS = {"AS": (40, 40, 40), "KH": (60, 60, 220), "QD": (60, 150, 230), "7C": (60, 180, 60)}
TABLE, SKIN = (120, 140, 150), (140, 170, 225)
Card = tuple[str, int, int]
NOISE = [np.random.default_rng(i).normal(0, 1.5, (SIZE[1], SIZE[0], 3)).astype(np.int16) for i in range(4)]
"""A new one each frame, drawn once."""


class ColourReader:
    """Finds blobs of the colours of COLOURS; counts the pixels it was asked to look at."""

    def __init__(self) -> None:
        self.pixels, self.calls, self.p = 0, 0, 0.999
        self.shapes: list[tuple[int, ...]] = []

    def read(self, image: Picture, px_per_mm: float | None = None) -> tuple[Reading, ...]:
        self.pixels, self.calls = self.pixels + image.shape[0] * image.shape[1], self.calls + 1
        self.shapes.append(image.shape)
        found = []
        for name, colour in COLOURS.items():
            near = cv2.inRange(image, np.subtract(colour, 30), np.add(colour, 30))
            count, _, stats, _ = cv2.connectedComponentsWithStats(near)
            for x, y, w, h, area in stats[1:count].tolist():
                if area > 3000:
                    quad = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
                    box = (float(x), float(y), float(w), float(h))
                    found.append(Reading(name, self.p, True, box, quad, {name: self.p}))
        return tuple(found)


class Film:
    """Paints frames, ten a second, and shows them to a watcher."""

    def __init__(self, calibrated: bool = True, small: bool = False) -> None:
        self.reader, self.number = ColourReader(), 0
        self.watcher = TableWatcher(self.reader)
        self.calibrated, self.small = calibrated, small

    def show(self, cards: Iterable[Card], hand: tuple[int, int] | None = None, frames: int = 1) -> list[Look]:
        looks = []
        for _ in range(frames):
            image = np.full((SIZE[1], SIZE[0], 3), TABLE, np.uint8)
            for name, x, y in cards:
                cv2.rectangle(image, (x - 31, y - 44), (x + 31, y + 44), COLOURS[name], -1)
            if hand is not None:
                cv2.rectangle(image, (hand[0] - 45, hand[1]), (hand[0] + 45, SIZE[1]), SKIN, -1)
            self.number += 1
            image = np.asarray(cv2.add(image, NOISE[self.number % len(NOISE)], dtype=cv2.CV_8U))
            to_mm = (1.0, 0, 0, 0, 1, 0, 0, 0, 1) if self.calibrated else None
            small = cv2.cvtColor(image[::2, ::2], cv2.COLOR_BGR2GRAY) if self.small else None
            look = self.watcher.watch(Frame(image, self.number * 100, self.number, to_mm, small))
            looks += [] if look is None else [look]
        return looks


def names(look: Look) -> list[str]:
    return sorted(next(iter(one.odds)) for one in look.sightings)


def shown(look: Look) -> list[str]:
    """Without what is remembered only."""
    return names(replace(look, sightings=tuple(one for one in look.sightings if one.seen)))


ENOUGH = SETTLE_FRAMES + max(READ_FRAMES) + 2


@pytest.fixture(autouse=True)
def small_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """The painted cards are 88 px tall: the reader of colours needs no more."""
    monkeypatch.setattr("vision.looking.quality.LEAST_INDEX_PX", 5.0)


@pytest.fixture
def film() -> Film:
    made = Film()
    assert len(made.show([], frames=ENOUGH)) == 1
    return made


def test_a_card_laid_down_gives_one_look_with_its_place_and_picture(film: Film) -> None:
    looks = film.show([("AS", 200, 150)], frames=20)
    assert [names(look) for look in looks] == [["AS"]]
    (card,) = looks[0].sightings
    assert (card.x, card.y) == pytest.approx((200, 150), abs=2)
    assert card.frames == READ_FRAMES[0]
    picture = cv2.imdecode(np.frombuffer(card.crop or b"", np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None and np.abs(picture[90, 60].astype(int) - COLOURS["AS"]).max() < 12


def test_nothing_is_read_while_something_moves(film: Film) -> None:
    film.reader.calls = 0
    assert film.show([("AS", 100, 150)], frames=1) == []
    for x in range(110, 400, 10):
        assert film.show([("AS", x, 150)], frames=1) == []
    assert film.reader.calls == 0
    assert [names(look) for look in film.show([("AS", 400, 150)], frames=ENOUGH)] == [["AS"]]


def test_an_idle_table_is_not_read(film: Film) -> None:
    film.show([("AS", 200, 150)], frames=ENOUGH)
    film.reader.calls = 0
    assert film.show([("AS", 200, 150)], frames=50) == []
    assert film.reader.calls == 0


def test_a_quick_next_card_is_neither_lost_nor_counted_as_a_move_of_the_first(film: Film) -> None:
    """Row 9 of the known problems: the second card comes while the first has just been let go."""
    looks = film.show([("AS", 200, 150)], frames=2)
    looks += film.show([("AS", 200, 150), ("KH", 420, 150)], frames=1)
    looks += film.show([("AS", 200, 150), ("KH", 420, 150)], frames=2 * ENOUGH)
    assert names(looks[-1]) == ["AS", "KH"]
    assert all(len(look.sightings) <= 2 and "AS" in names(look) for look in looks)


def test_a_card_slid_along_is_one_card_where_it_came_to_rest(film: Film) -> None:
    film.show([("AS", 200, 150)], frames=ENOUGH)
    for x in range(210, 430, 10):
        assert all(names(look) == ["AS"] for look in film.show([("AS", x, 150)], frames=1)), "never gone on the way"
    looks = film.show([("AS", 430, 150)], frames=2 * ENOUGH)
    assert all(names(look) == ["AS"] for look in looks)
    assert looks[-1].sightings[0].x == pytest.approx(430, abs=3)


def test_a_card_taken_is_gone_though_somebody_never_keeps_still(film: Film) -> None:
    film.show([("AS", 200, 150), ("KH", 300, 150)], frames=ENOUGH)
    looks: list[Look] = []
    for step in range(40):
        looks += film.show([("KH", 300, 150)], hand=(560 + 10 * (step % 8), 250))
    assert names(looks[-1]) == ["KH"]


def test_only_what_changed_is_read(film: Film) -> None:
    film.show([("AS", 100, 100)], frames=ENOUGH)
    film.reader.pixels = film.reader.calls = 0
    (look,) = film.show([("AS", 100, 100), ("KH", 600, 300)], frames=ENOUGH)
    assert names(look) == ["AS", "KH"]
    assert film.reader.pixels / film.reader.calls < SIZE[0] * SIZE[1] / 4


def test_cards_under_a_resting_hand_are_remembered(film: Film) -> None:
    cards = [("AS", 380, 200), ("KH", 150, 150)]
    film.show(cards, frames=ENOUGH)
    (look,) = film.show(cards, hand=(380, 150), frames=ENOUGH)
    assert names(look) == ["AS", "KH"]
    assert film.show(cards, hand=(380, 150), frames=60) == []
    (look,) = film.show(cards, frames=ENOUGH)
    assert names(look) == ["AS", "KH"]


def test_a_card_taken_from_under_a_resting_hand_is_gone(film: Film) -> None:
    film.show([("AS", 380, 200), ("KH", 150, 150)], frames=ENOUGH)
    film.show([("AS", 380, 200), ("KH", 150, 150)], hand=(380, 150), frames=ENOUGH)
    (look,) = film.show([("KH", 150, 150)], frames=ENOUGH)
    assert names(look) == ["KH"]


def test_a_card_taken_away_is_gone(film: Film) -> None:
    film.show([("AS", 200, 150), ("KH", 300, 150)], frames=ENOUGH)
    film.show([("AS", 200, 150), ("KH", 300, 150)], hand=(300, 150), frames=1)
    (look,) = film.show([("AS", 200, 150)], frames=ENOUGH)
    assert names(look) == ["AS"]


def test_a_card_swapped_for_another_is_read_anew(film: Film) -> None:
    film.show([("AS", 200, 150)], frames=ENOUGH)
    film.show([("AS", 200, 150)], hand=(200, 120), frames=2)
    (look,) = film.show([("7C", 200, 150)], frames=ENOUGH)
    assert shown(look) == ["7C"]
    assert names(look) == ["7C", "AS"], "the other may lie below it"
    (look,) = film.show([], frames=ENOUGH)
    assert names(look) == []


def test_a_hand_elsewhere_does_not_keep_a_card_from_being_read(film: Film) -> None:
    looks: list[Look] = []
    for step in range(12):
        looks += film.show([("QD", 150, 150)], hand=(600 + 3 * step, 200))
    assert [names(look) for look in looks] == [["QD"]]


def test_doubt_takes_a_third_frame(film: Film) -> None:
    film.reader.p = 0.7
    (look,) = film.show([("QD", 150, 150)], frames=ENOUGH)
    assert look.sightings[0].frames == READ_FRAMES[1]


def test_refresh_gives_a_new_look(film: Film) -> None:
    film.show([("QD", 150, 150)], frames=ENOUGH)
    film.watcher.refresh()
    looks = film.show([("QD", 150, 150)], frames=ENOUGH)
    assert [names(look) for look in looks] == [["QD"]]


def test_without_calibration_the_cards_give_the_scale() -> None:
    film = Film(calibrated=False)
    looks = film.show([("AS", 200, 150)], frames=ENOUGH)
    assert [names(look) for look in looks] == [["AS"]]
    assert looks[0].sightings[0].x == pytest.approx(200, abs=3)


def test_a_small_grey_stream_is_enough_to_notice() -> None:
    film = Film(small=True)
    film.show([], frames=ENOUGH)
    (look,) = film.show([("AS", 200, 150), ("KH", 300, 150)], frames=ENOUGH)
    assert names(look) == ["AS", "KH"]
    (look,) = film.show([("KH", 300, 150)], frames=ENOUGH)
    assert names(look) == ["KH"]


def test_a_card_half_in_what_changed_is_read_whole(film: Film) -> None:
    """Only the right half of the old card changed, but its left edge is needed to see where it lies."""
    film.show([("AS", 300, 150)], frames=ENOUGH)
    film.reader.shapes.clear()
    film.show([("AS", 300, 150), ("KH", 340, 190)], hand=(330, 120), frames=2)
    (look,) = film.show([("AS", 300, 150), ("KH", 340, 190)], frames=ENOUGH)
    assert names(look) == ["AS", "KH"]
    (spade,) = [one for one in look.sightings if "AS" in one.odds]
    assert spade.x == pytest.approx(300, abs=20) and spade.y == pytest.approx(150, abs=25)


def test_a_settled_card_costs_little_more_than_its_own_area(film: Film) -> None:
    film.show([("AS", 100, 100)], frames=ENOUGH)
    film.reader.shapes.clear()
    film.show([("AS", 100, 100), ("KH", 500, 250)], frames=ENOUGH)
    assert film.reader.shapes and all(h <= 88 + 64 and w <= 63 + 64 for h, w, _ in film.reader.shapes)


class Cropping(ColourReader):
    """Sees only the upper left corner of a card, so that its outline reaches out of what it was shown."""

    def read(self, image: Picture, px_per_mm: float | None = None) -> tuple[Reading, ...]:
        return tuple(
            replace(one, quad=tuple((x + 40, y) for x, y in one.quad or ())) for one in super().read(image, px_per_mm)
        )


def test_what_sticks_out_of_a_part_is_read_again_with_more_around_it() -> None:
    film = Film()
    film.reader = Cropping()
    film.watcher = TableWatcher(film.reader)
    film.show([], frames=ENOUGH)
    film.reader.shapes.clear()
    film.show([("AS", 200, 150)], frames=ENOUGH)
    heights = [shape[0] for shape in film.reader.shapes]
    assert min(heights) < 88 + 64 and max(heights) > 88 + 2 * 48


def test_looks_at_what_has_not_moved_add_up(film: Film) -> None:
    film.reader.p = 0.9
    (first,) = film.show([("QD", 150, 150)], frames=ENOUGH)
    film.watcher.refresh()
    (second,) = film.show([("QD", 150, 150)], frames=ENOUGH)
    one, two = first.sightings[0], second.sightings[0]
    assert (one.frames, two.frames) == (READ_FRAMES[1], 2 * READ_FRAMES[1])
    assert 0.9 < one.odds["QD"] < two.odds["QD"] < 0.95, "they err alike: three frames more say little more"


def test_what_was_seen_of_another_card_in_the_same_place_does_not_count(film: Film) -> None:
    film.show([("AS", 200, 150)], frames=ENOUGH)
    film.show([("AS", 200, 150)], hand=(200, 120), frames=2)
    (look,) = film.show([("7C", 200, 150)], frames=ENOUGH)
    (seen,) = [one for one in look.sightings if one.seen]
    assert seen.frames == READ_FRAMES[0] and "AS" not in seen.odds


@pytest.mark.parametrize(("level", "code"), [(0, "black"), (255, "white")])
def test_a_covered_lens_takes_no_card_away(film: Film, level: int, code: str) -> None:
    film.show([("AS", 200, 150)], frames=ENOUGH)
    nothing = np.full((SIZE[1], SIZE[0], 3), level, np.uint8)
    looks = [film.watcher.watch(Frame(nothing, 10_000 + 100 * i, i, (1.0, 0, 0, 0, 1, 0, 0, 0, 1))) for i in range(9)]
    (refused,) = [look for look in looks if look is not None]
    assert refused.sightings == () and refused.refusal is not None and refused.refusal.code == code
    film.number += 200
    back = film.show([("AS", 200, 150)], frames=ENOUGH)
    assert back[0].refusal is None and names(back[0]) == ["AS"], "it is told that all is well again"
    assert all(names(look) == ["AS"] for look in back)


def test_swapped_colours_are_refused_until_they_are_right(monkeypatch: pytest.MonkeyPatch) -> None:
    film, right = Film(), {"now": True}
    monkeypatch.setattr(
        "vision.looking.ink.order", lambda image, readings, suits: right["now"] if readings and suits == "H" else None
    )
    film.show([], frames=ENOUGH)
    assert [names(look) for look in film.show([("KH", 200, 150)], frames=ENOUGH)] == [["KH"]]
    right["now"] = False
    (look,) = film.show([("KH", 200, 150), ("AS", 350, 150)], frames=3 * ENOUGH)
    assert look.sightings == () and look.refusal is not None and look.refusal.code == "swapped"
    right["now"] = True
    looks = film.show([("KH", 200, 150), ("AS", 350, 150)], frames=3 * ENOUGH)
    assert [names(look) for look in looks if look.refusal is None][-1] == ["AS", "KH"]


def test_print_on_the_table_is_masked_by_its_picture() -> None:
    film = Film()
    bare = np.full((SIZE[1], SIZE[0], 3), TABLE, np.uint8)
    cv2.rectangle(bare, (169, 106), (231, 194), COLOURS["KH"], -1)
    cv2.circle(bare, (180, 120), 6, (0, 0, 0), -1)
    film.watcher = TableWatcher(film.reader, empty=bare)
    looks = film.show([("KH", 200, 150), ("AS", 400, 150)], frames=ENOUGH)
    assert "KH" in names(looks[-1]), "a real card whose print differs from that on the cloth"
    film.watcher.set_empty(None)
    assert film.show([("AS", 400, 150)], frames=ENOUGH)[-1].remarks == ()


def test_a_picture_of_another_table_masks_nothing_and_that_is_said() -> None:
    film = Film()
    film.watcher = TableWatcher(film.reader, empty=np.full((50, 60, 3), 90, np.uint8))
    (look,) = film.show([("AS", 400, 150)], frames=ENOUGH)
    assert names(look) == ["AS"] and [remark.code for remark in look.remarks] == ["other_table"]


def test_another_frame_size_starts_afresh(film: Film) -> None:
    film.show([("AS", 200, 150)], frames=ENOUGH)
    square = np.full((500, 500, 3), TABLE, np.uint8)
    looks = [film.watcher.watch(Frame(square, 10_000 + 100 * i, i, (1.0, 0, 0, 0, 1, 0, 0, 0, 1))) for i in range(8)]
    assert [look.sightings for look in looks if look] == [()]


def test_an_arm_is_told_of_by_its_fingertips_and_where_it_comes_from(film: Film) -> None:
    film.show([("AS", 200, 200)], frames=ENOUGH)
    looks = []
    for y in (330, 250, 190, 190, 260, 340):
        looks += film.show([("AS", 200, 200), ("KH", 400, 200)] if y < 200 else [("AS", 200, 200)], hand=(400, y))
    looks += film.show([("AS", 200, 200), ("KH", 400, 200)], frames=ENOUGH)
    reaches = [reach for look in looks for reach in look.reaches or ()]
    nearest = min(reaches, key=lambda reach: reach.y)
    assert abs(nearest.x - 400) < 40 and 190 - 44 < nearest.y < 200  # (the card in the hand is a part of it)
    assert all(abs(reach.angle - 180) < 15 for reach in reaches)


def test_a_card_that_lies_there_and_a_dark_room_are_no_arms(film: Film) -> None:
    film.show([("AS", 200, 200)], frames=ENOUGH)
    looks = film.show([("AS", 200, 200), ("KH", 400, 200)], frames=ENOUGH)
    assert looks and all(look.reaches == () for look in looks)
