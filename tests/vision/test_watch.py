"""The watcher on frames painted by hand: plain coloured cards and a reader that knows colours."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
import pytest

from companion.ports import Frame, Look, Reading
from vision.arrays import Picture
from vision.watch import READ_FRAMES, SETTLE_FRAMES, TableWatcher

SIZE = (760, 420)
COLOURS = {"AS": (40, 40, 40), "KH": (60, 60, 220), "QD": (60, 150, 230), "7C": (60, 180, 60)}
TABLE, SKIN = (120, 140, 150), (140, 170, 225)
Card = tuple[str, int, int]


class ColourReader:
    """Finds blobs of the colours of COLOURS; counts the pixels it was asked to look at."""

    def __init__(self) -> None:
        self.pixels, self.calls, self.p = 0, 0, 0.999

    def read(self, image: Picture, px_per_mm: float | None = None) -> tuple[Reading, ...]:
        self.pixels, self.calls = self.pixels + image.shape[0] * image.shape[1], self.calls + 1
        found = []
        for name, colour in COLOURS.items():
            near = (np.abs(image.astype(int) - colour).max(2) < 30).astype(np.uint8)
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
        self.noise, self.calibrated, self.small = np.random.default_rng(1), calibrated, small

    def show(self, cards: Iterable[Card], hand: tuple[int, int] | None = None, frames: int = 1) -> list[Look]:
        looks = []
        for _ in range(frames):
            image = np.full((SIZE[1], SIZE[0], 3), TABLE, np.uint8)
            for name, x, y in cards:
                cv2.rectangle(image, (x - 31, y - 44), (x + 31, y + 44), COLOURS[name], -1)
            if hand is not None:
                cv2.rectangle(image, (hand[0] - 45, hand[1]), (hand[0] + 45, SIZE[1]), SKIN, -1)
            image = np.clip(image + self.noise.normal(0, 1.5, image.shape), 0, 255).astype(np.uint8)
            self.number += 1
            to_mm = (1.0, 0, 0, 0, 1, 0, 0, 0, 1) if self.calibrated else None
            small = cv2.cvtColor(image[::2, ::2], cv2.COLOR_BGR2GRAY) if self.small else None
            look = self.watcher.watch(Frame(image, self.number * 100, self.number, to_mm, small))
            looks += [] if look is None else [look]
        return looks


def names(look: Look) -> list[str]:
    return sorted(next(iter(one.odds)) for one in look.sightings)


ENOUGH = SETTLE_FRAMES + max(READ_FRAMES) + 2


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
    assert names(look) == ["7C"]


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


def test_another_frame_size_starts_afresh(film: Film) -> None:
    film.show([("AS", 200, 150)], frames=ENOUGH)
    square = np.full((500, 500, 3), TABLE, np.uint8)
    looks = [film.watcher.watch(Frame(square, 10_000 + 100 * i, i, (1.0, 0, 0, 0, 1, 0, 0, 0, 1))) for i in range(8)]
    assert [look.sightings for look in looks if look] == [()]
