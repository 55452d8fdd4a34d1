"""Names drawn on pictures: none over another."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest

from companion.ports import Reading, Sighting
from vision.looking.see import drawn
from vision.pictures.labels import Label, draw_labels, meet
from vision.pictures.show import label


def fan(count: int, spacing: float, middle: tuple[float, float] = (400.0, 500.0)) -> list[Label]:
    """Labels of a fan: corners on an arc, outwards."""
    labels = []
    for i in range(count):
        turn = (i - (count - 1) / 2) * spacing / 300
        at = (middle[0] + 300 * math.sin(turn), middle[1] - 300 * math.cos(turn))
        labels.append(Label("QH 0.999", at, (math.sin(turn), -math.cos(turn)), (0, 130, 255)))
    return labels


@pytest.mark.parametrize(("count", "spacing"), [(13, 22), (13, 60), (26, 12), (52, 9)])
def test_no_name_of_a_dense_fan_covers_another(count: int, spacing: float) -> None:
    picture = np.full((700, 800, 3), 200, np.uint8)
    plates = draw_labels(picture, fan(count, spacing), 0.4)
    assert len(plates) == count and not any(meet(a, b) for a, b in combinations(plates, 2))
    assert all(0 <= p[0] < p[2] < 800 and 0 <= p[1] < p[3] < 700 for p in plates)


def test_a_name_stands_near_what_it_is_about_and_a_line_leads_there() -> None:
    picture = np.full((300, 400, 3), 200, np.uint8)
    ((left, top, right, bottom),) = draw_labels(picture, [Label("2C", (200, 150), (0, -1), (60, 170, 20))], 0.4)
    assert bottom < 150 and 150 - bottom < 2 * (bottom - top) and left <= 200 <= right
    assert (picture[bottom + 1 : 150, 200] != 200).any(axis=1).all()


def test_without_room_names_are_drawn_all_the_same() -> None:
    picture = np.full((30, 60, 3), 200, np.uint8)
    assert len(draw_labels(picture, fan(8, 2, (30, 310)), 0.4)) == 8


def test_the_names_of_a_fan_of_readings_do_not_touch() -> None:
    readings = []
    for i in range(13):
        turn = math.radians(-36 + 6 * i)
        across, down = np.array([math.cos(turn), math.sin(turn)]), np.array([-math.sin(turn), math.cos(turn)])
        middle = np.array([400, 640]) - down * 300
        corners = [middle + across * w + down * h for w, h in ((-63, -88), (63, -88), (63, 88), (-63, 88))]
        quad = tuple((float(x), float(y)) for x, y in corners)
        readings.append(Reading("AS", 0.9 + i / 200, i % 2 == 0, (0, 0, 1, 1), quad, {}))
    picture = np.full((800, 800, 3), 255, np.uint8)
    copy = drawn(picture, readings)
    assert (picture == 255).all() and (copy != 255).any()


def test_a_sighting_is_named_with_its_odds_at_its_upper_side() -> None:
    made = label(Sighting(10, 20, 90, {"KH": 0.991, "QH": 0.004}), 5, 6)
    assert made.text == "KH 0.99" and made.at == (5, 6) and made.away == pytest.approx((1, 0), abs=1e-9)
