"""Names on the camera's picture do not cover each other, however dense the cards lie."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations

import pytest

from companion.view import SeenView
from tests.ui.driver import Driver
from ui import samples

FACES = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]


def fan(count: int) -> tuple[SeenView, ...]:
    """Cards of a fan on the table."""
    turns = [math.radians(5.5 * (i - (count - 1) / 2)) for i in range(count)]
    places = [(380 + 180 * math.sin(turn), 330 - 180 * math.cos(turn)) for turn in turns]
    return tuple(SeenView(face, 0.97, x, y) for face, (x, y) in zip(FACES, places, strict=False))


@pytest.mark.parametrize("count", [5, 13, 18])
@pytest.mark.parametrize("size", [(800, 480), (1280, 720)])
def test_no_name_covers_another(driver: Driver, size: tuple[int, int], count: int) -> None:
    driver.resize(size)
    driver.fresh(replace(samples.table(4), seen=fan(count)))
    driver.settle(3)
    marks = driver.app.pages["table"].picture.ids.field.children
    assert len(marks) == count
    for a, b in combinations(marks, 2):
        across = min(a.right, b.right) - max(a.x, b.x)
        assert across <= 1 or min(a.top, b.top) - max(a.y, b.y) <= 1


def test_a_question_lies_over_the_picture_even_if_the_camera_comes_later(driver: Driver) -> None:
    asked = samples.put_back(4)
    driver.fresh(replace(asked, camera="none"))
    driver.show(replace(asked, camera=""))
    page = driver.top()
    assert page.picture in page.children and page.children[0] is page.question
    driver.tap("option.go_on")
    driver.show(samples.table(4))
    assert page.question not in page.children
