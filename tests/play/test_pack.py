"""``dalje pack``: what it may not believe it does not count, and no doubt of `dalje see` is lost on the way."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from companion.cli import wiring
from companion.cli.pack import pack
from companion.ports import Reading
from vision.arrays import Picture
from vision.reading.judge import weigh_equal

SKAT = [rank + suit for suit in "SHDC" for rank in "AKQJT987"]


class Told:
    """A reader that sees these cards in every picture, each surely but for those with a "?".

    It weighs equal ones as the real one does.
    """

    def __init__(self, cards: Sequence[str], packs: int) -> None:
        self.cards, self.packs = cards, packs

    def read(self, image: Picture, px_per_mm: float | None = None) -> tuple[Reading, ...]:
        found = [reading(card, number) for number, card in enumerate(self.cards)]
        return tuple(weigh_equal(found, self.packs, 0.98))


def reading(card: str, number: int) -> Reading:
    x, y = 10.0 + 140 * (number % 10), 10.0 + 190 * (number // 10)
    quad = ((x, y), (x + 126, y), (x + 126, y + 176), (x, y + 176))
    if card.endswith("?"):
        return Reading(card[:2], 0.97, False, (x, y, 126.0, 176.0), quad, {card[:2]: 0.97})
    other = card[0] + {"H": "D", "D": "H", "S": "C", "C": "S"}.get(card[1], card[1])
    return Reading(card, 0.999, True, (x, y, 126.0, 176.0), quad, {card: 0.999, other: 0.0005})


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    noise = np.random.default_rng(1).integers(30, 230, (100, 178, 3), np.uint8).repeat(8, 0).repeat(8, 1)
    cv2.imwrite(str(tmp_path / "sheet.png"), noise)
    return tmp_path / "sheet.png"


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    cards = list(SKAT)
    monkeypatch.setattr(wiring, "check_libraries", lambda: None)
    monkeypatch.setattr(wiring, "card_reader", lambda deck, data, packs=1: Told(cards, packs))
    yield cards


def run(*arguments: object) -> Result:
    words = [str(one) for one in arguments]
    return CliRunner().invoke(pack, [*words, "--game", "crveni_tepih", "--language", "en"], standalone_mode=False)


def test_a_picture_that_may_not_be_believed_is_not_counted(tmp_path: Path, told: list[str]) -> None:
    cv2.imwrite(str(tmp_path / "black.png"), np.zeros((300, 400, 3), np.uint8))
    done = run(tmp_path / "black.png")
    assert done.return_value == 2 and done.stdout == ""
    assert "The picture is black" in done.stderr


def test_two_equal_cards_where_one_should_be_are_doubted(sheet: Path, told: list[str]) -> None:
    told[told.index("KD")] = "KH"
    answer = json.loads(run(sheet, "--json").stdout)
    assert (answer["count"], answer["missing"], answer["extra"]) == (32, [], [])
    assert [one["cards"] for one in answer["unsure"]] == [["KH", "KD"], ["KH", "KD"]]


def test_a_doubt_with_one_face_names_it_as_likely(sheet: Path, told: list[str]) -> None:
    told[told.index("KD")] = "KD?"
    assert ": probably the king of diamonds" in run(sheet).stdout


def test_jokers_of_the_box_are_put_aside_whatever_their_colour(sheet: Path, told: list[str]) -> None:
    told += ["XB", "XB"]
    assert run(sheet).stdout.strip().endswith("all there, put 2 jokers aside, which this game does not need")


def test_a_file_that_is_no_picture_is_told_to_programs_too(sheet: Path, told: list[str]) -> None:
    done = run(sheet, sheet.with_name("nosuch.png"), "--json")
    assert done.return_value == 2
    (line,) = done.stdout.splitlines()
    told_of = json.loads(line)
    assert told_of["file"].endswith("nosuch.png") and "does not exist" in told_of["error"]
