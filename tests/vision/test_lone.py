"""Where a card lies of which one index shows, on a table whose scale is known."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.ports import CARD_MM, Placement, Reading, Scene
from vision.arrays import f64
from vision.decks.styles import random_style
from vision.optics import apply
from vision.reading.pair import OFFSET_MM
from vision.reading.reader import CardReader
from vision.scenes.table import TableRenderer
from vision.watching.lone import IndexPlaces, settled
from vision.watching.motion import cells
from vision.watching.regions import RegionReader
from vision.watching.sightings import Spot

UNKNOWN = IndexPlaces()


@pytest.fixture(scope="module")
def reader() -> CardReader:
    return CardReader()


def covered(rng: random.Random, area: tuple[float, float]) -> Scene:
    """Two cards that lie open, and six of which another leaves one index open."""
    codes = [rank + suit for suit in "SHDC" for rank in "3579TQKA"]
    rng.shuffle(codes)
    cards = [Placement(codes.pop(), x, area[1] / 2, rng.uniform(0, 360)) for x in (60, area[0] - 60)]
    for x in (0.26, 0.5, 0.74):
        for y in (0.27, 0.73):
            low = Placement(codes.pop(), x * area[0], y * area[1], rng.uniform(0, 360))
            turn, (right, down) = math.radians(low.angle), rng.choice(((22, 26), (24, 6), (4, 34)))
            off = (math.cos(turn) * right - math.sin(turn) * down, math.sin(turn) * right + math.cos(turn) * down)
            cards += [low, Placement(codes.pop(), low.x + off[0], low.y + off[1], low.angle + rng.gauss(0, 12))]
    return Scene(tuple(cards))


def lying(reader: CardReader, level: str, calibrated: bool = True) -> list[tuple[Spot, Placement]]:
    """The cards of which one index shows on three tables, beside what lies there."""
    found = []
    for seed in range(3):
        table = TableRenderer(random_style(random.Random(f"deck {seed}"), held_out=True), level, (2304, 1296), seed)
        scene = covered(random.Random(seed), table.view.area)
        taken = table.frame(scene, 0)
        frame = taken if calibrated else replace(taken, to_mm=None)
        spots = RegionReader(reader).read(frame, np.ones(cells(frame.image).shape[:2], np.bool_)).spots
        truth = {card.card: card for card in scene.cards}
        lone = [one for one in spots if len(one.marks) == 1 and one.reading.card in truth]
        found += [(one, truth[one.reading.card]) for one in lone]
    return found


@pytest.mark.parametrize(("level", "median_mm"), [("clean", 1.0), ("home", 1.0), ("pub", 1.6)])
def test_a_card_of_one_index_lies_where_that_and_its_edges_tell(
    reader: CardReader, level: str, median_mm: float
) -> None:
    pairs = lying(reader, level)
    away = [math.hypot(one.x - card.x, one.y - card.y) for one, card in pairs]
    lean = [abs((one.angle - card.angle + 90) % 180 - 90) for one, card in pairs]
    assert len(pairs) >= 10
    assert float(np.median(away)) < median_mm and float(np.percentile(away, 90)) < 2.5
    assert float(np.median(lean)) < 0.8


def test_without_calibration_nothing_is_moved(reader: CardReader) -> None:
    for one, _ in lying(reader, "clean", calibrated=False):
        assert one.quad == one.reading.quad


def printed(x: float, y: float, angle: float, offset: tuple[float, float], indices: int, card: str = "7S") -> Spot:
    """A spot with indices so far from its middle."""
    turn = math.radians(angle)
    marks = [
        (
            x + side * (math.cos(turn) * offset[0] + math.sin(turn) * offset[1]),
            y + side * (math.sin(turn) * offset[0] - math.cos(turn) * offset[1]),
        )
        for side in (-1, 1)
    ]
    quad = tuple((x + dx, y + dy) for dx, dy in ((-31, -44), (31, -44), (31, 44), (-31, 44)))
    reading = Reading(card, 0.99, True, (0, 0, 1, 1), quad, {card: 0.99})
    return Spot(x, y, angle, reading, quad, tuple(marks[:indices]))


@given(
    st.floats(-88, 88), st.floats(23, 27), st.floats(29, 35), st.integers(3, 60), st.booleans()
)  # fmt: skip
def test_where_a_deck_prints_its_indices_is_learned_from_cards_of_two(
    angle: float, across: float, along: float, cards: int, joker: bool
) -> None:
    places, card, other = IndexPlaces(), "XB" if joker else "7S", "7S" if joker else "XB"
    places.learn([printed(100, 100, angle, (across, along), 2, card)] * 2)
    assert places.of(card) == (OFFSET_MM, False)
    places.learn([printed(10 * i, 50, angle, (across, along), 2, card) for i in range(cards)])
    offset, learned = places.of(card)
    assert learned and offset == pytest.approx((across, along), abs=1e-6)
    assert places.of(other) == (OFFSET_MM, False)


def test_one_index_a_doubtful_card_and_indices_far_off_teach_nothing() -> None:
    places, doubtful = IndexPlaces(), printed(100, 100, 0, OFFSET_MM, 2)
    places.learn([printed(100, 100, 0, OFFSET_MM, 1)] * 9)
    places.learn([replace(doubtful, reading=replace(doubtful.reading, p=0.5))] * 9)
    places.learn([printed(100, 100, 0, (OFFSET_MM[0] - 12, OFFSET_MM[1]), 2)] * 9)
    assert not places.of("7S")[1]


def test_on_a_plain_picture_the_arm_alone_tells_the_middle() -> None:
    plain, to_mm = np.full((400, 600, 3), 128, np.uint8), f64(np.diag([0.5, 0.5, 1.0]))
    places = IndexPlaces()
    places.learn([printed(100, 100, 10, (25.0, 33.0), 2)] * 3)
    true = printed(150, 100, 20, (25.0, 33.0), 1)
    mark, off = true.marks[0], (true.x - true.marks[0][0], true.y - true.marks[0][1])
    long = replace(true, x=mark[0] + 1.14 * off[0], y=mark[1] + 1.14 * off[1])
    new = settled(long, plain, to_mm, places)
    assert (new.x, new.y, new.angle) == pytest.approx((true.x, true.y, true.angle), abs=0.05)


def test_a_joker_stays_where_the_finder_sees_it_until_its_deck_has_shown_where_jokers_have_their_index() -> None:
    plain, to_mm, places = np.full((400, 600, 3), 128, np.uint8), f64(np.eye(3)), IndexPlaces()
    places.learn([printed(100, 100, 10, (25.0, 33.0), 2)] * 3)
    joker = printed(150, 100, 0, (25.0, 38.0), 1, "XR")
    assert settled(joker, plain, to_mm, places) is joker
    places.learn([printed(300, 100, 40, (25.0, 38.0), 2, "XB")] * 3)
    short = replace(joker, x=150 - 2.5, y=100 + 3.8)
    assert (new := settled(short, plain, to_mm, places)).x == pytest.approx(150, abs=0.05)
    assert new.y == pytest.approx(100, abs=0.05)


@pytest.mark.parametrize("indices", [0, 2])
def test_cards_of_none_or_two_indices_stay_where_they_are(indices: int) -> None:
    one = printed(150, 100, 20, OFFSET_MM, indices)
    assert settled(one, np.zeros((40, 40, 3), np.uint8), f64(np.eye(3)), UNKNOWN) is one


def test_the_outline_is_that_of_the_card_where_it_lies_now(reader: CardReader) -> None:
    table = TableRenderer(random_style(random.Random("deck 0"), held_out=True), "pub", (1920, 1080), 4)
    scene = covered(random.Random(1), table.view.area)
    frame = table.frame(scene, 0)
    to_mm = f64(frame.to_mm).reshape(3, 3)
    spots = RegionReader(reader).read(frame, np.ones(cells(frame.image).shape[:2], np.bool_)).spots
    lone = [one for one in spots if len(one.marks) == 1]
    assert lone
    for one in lone:
        corners = apply(to_mm, f64(one.quad))
        assert corners.mean(0) == pytest.approx([one.x, one.y], abs=0.01)
        sides = np.linalg.norm(np.roll(corners, -1, 0) - corners, axis=1)
        assert sides == pytest.approx([*CARD_MM, *CARD_MM], abs=0.01)
