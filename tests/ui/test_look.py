"""Seats, colours and small pure things of the screens."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from ui.seating import BAR, PANEL, Box, seating


def _apart(a: Box, b: Box) -> bool:
    return a[0] + a[2] <= b[0] or b[0] + b[2] <= a[0] or a[1] + a[3] <= b[1] or b[1] + b[3] <= a[1]


@pytest.mark.parametrize("people", range(2, 9))
@pytest.mark.parametrize("wide", [800.0, 853.4])
def test_places_are_apart_inside_and_clockwise(people: int, wide: float) -> None:
    plan = seating(people, wide)
    boxes = [*plan.boxes, plan.middle, plan.picture]
    assert len(plan.boxes) == people
    assert all(_apart(a, b) for a, b in combinations(boxes, 2))
    for x, y, width, height in boxes:
        assert x >= 0 and x + width <= wide and y >= PANEL and y + height <= 480 - BAR
    centres = [(x + w / 2 - wide / 2, y + h / 2 - (PANEL + 480 - BAR) / 2) for x, y, w, h in plan.boxes]
    assert centres[0][1] < 0 and abs(centres[0][0]) < 1, "place 0 sits nearest the screen"
    turns = [a[0] * b[1] - a[1] * b[0] for a, b in zip(centres, [*centres[1:], centres[0]], strict=True)]
    assert all(turn <= 0 for turn in turns), "clockwise as seen from above"


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_contrast_is_at_least_aa(display: str) -> None:
    from ui.look import PAIRS, PALETTE

    for ink, ground in PAIRS:
        light, dark = sorted((_luminance(PALETTE[ink]), _luminance(PALETTE[ground])), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, (ink, ground)


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(2, 20, [2, 3, 4, 6, 20]), (4, 5, [4, 5]), (7, 7, [7]), (9, 8, [])],
)
def test_quick_bids_are_legal_and_rising(display: str, low: int, high: int, expected: list[int]) -> None:
    from ui.bidding import quick_bids

    assert quick_bids(low, high) == expected


def test_signs_that_roboto_lacks_come_from_another_font(display: str) -> None:
    from ui.look import rich

    assert rich("K♥ [x] & y") == "K[font=DejaVuSans][color=#FF9C94]♥[/color][/font] &bl;x&br; &amp; y"


@pytest.mark.parametrize("width", range(60, 400, 17))
def test_a_rank_and_its_suit_stay_on_one_line(display: str, width: int) -> None:
    from ui.look import in_lines, rich

    said = "put back 9♦ K♠ J♦ 10♦ (before Vera), Q♣ 9♥ A♣ 10♠ (before Boris)\nand 10♥ 8♦ (in the lot)"
    lines = in_lines(rich(said), True, width, 16.0).split("\n")
    assert " ".join(lines).split() == rich(said).split(), "nothing but spaces becomes the end of a line"
    assert len(lines) > 2 and "and" in {line.split(" ")[0] for line in lines}


def test_without_a_screen_the_reason_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from ui import window

    monkeypatch.setattr(window.sys, "platform", "linux")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":7")
    assert window.no_screen(tmp_path) == ""
    monkeypatch.delenv("DISPLAY")
    assert "no screen here" in window.no_screen(tmp_path)
    (tmp_path / "card0").touch()
    assert window.no_screen(tmp_path) == ""
    monkeypatch.setattr(window.os, "access", lambda path, mode: False)
    assert "member of the groups video" in window.no_screen(tmp_path)
