"""``dalje see`` as people call it: what it says of pictures that are hard to read, and its status."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.cli import cli
from companion.cli.see import in_words
from companion.ports import Placement, Scene
from vision.arrays import Picture
from vision.decks.patterns import named_deck
from vision.scenes.table import TableRenderer, held_out_renderer


@pytest.fixture(scope="module")
def table() -> Picture:
    """One heart, near enough to fill much of a small picture."""
    renderer = held_out_renderer(92, size=(1280, 720))
    return renderer.frame(Scene((Placement("QH", 120, 130, 5),)), 0).image[80:380, 60:360]


@pytest.fixture(scope="module")
def foreign() -> Picture:
    """Four cards of a German deck that nobody enrolled."""
    renderer = TableRenderer(named_deck("german", 0), "clean", (1280, 720), 5, (420.0, 236.0))
    laid = [Placement(code, 60 + 100 * place, 120) for place, code in enumerate(("7C", "9S", "KH", "AD"))]
    return renderer.frame(Scene(tuple(laid)), 0).image


def run(*arguments: str | Path) -> tuple[int, str]:
    done = CliRunner().invoke(cli, ["see", *map(str, arguments)], standalone_mode=False)
    assert done.exception is None, done.exception
    return int(done.return_value or 0), done.output


def test_cards_are_told_and_what_is_printed_on_the_table_is_not(tmp_path: Path, table: Picture) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), table)
    status, said = run(tmp_path / "a.png", "--json")
    (told,) = map(json.loads, said.splitlines())
    assert status == 0 and [one["card"] for one in told["cards"]] == ["QH"] and told["remarks"] == []
    status, said = run(tmp_path / "a.png", "--empty", tmp_path / "a.png")
    assert status == 0 and said.strip() == f"{tmp_path / 'a.png'}: no cards"


def test_swapped_colours_are_refused_with_status_2(tmp_path: Path, table: Picture) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.ascontiguousarray(table[..., ::-1]))
    status, said = run(tmp_path / "a.png", "--json")
    (told,) = map(json.loads, said.splitlines())
    assert status == 2 and told["swapped"] is True and told["cards"] == []
    assert told["remarks"][0]["code"] == "swapped"
    status, said = run(tmp_path / "a.png")
    assert status == 2 and said.splitlines()[0].endswith("a.png: not read")
    assert said.splitlines()[1].strip().startswith("Red and blue are swapped in this picture")


def test_a_black_picture_is_told(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((90, 120, 3), np.uint8))
    status, said = run(tmp_path / "a.png")
    assert status == 0 and said.splitlines()[0].endswith("a.png: no cards") and "The picture is black" in said


def test_cards_of_a_deck_that_nobody_enrolled_are_told(tmp_path: Path, foreign: Picture) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), foreign)
    status, said = run(tmp_path / "a.png", "--language", "en")
    assert status == 0 and "enrol their deck" in said
    status, said = run(tmp_path / "a.png", "--json", "--language", "sr")
    (told,) = map(json.loads, said.splitlines())
    assert [remark["code"] for remark in told["remarks"]] == ["unread"]
    assert "upišite njihov špil" in told["remarks"][0]["sentence"]


def test_it_speaks_the_language_that_was_chosen(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((90, 120, 3), np.uint8))
    status, said = run(tmp_path / "a.png", "--language", "sr")
    assert status == 0 and "a.png: nema karata" in said and "Slika je crna" in said
    status, said = run(tmp_path / "b.png", "--language", "sr", "--json")
    assert status == 2 and "ne postoji" in json.loads(said)["error"]


def test_what_is_hardly_any_card_of_the_deck_is_not_named() -> None:
    likely, hardly = {"card": "7C", "p": 0.9, "accepted": False}, {"card": "8C", "p": 0.003, "accepted": False}
    assert in_words({"file": "a", "cards": [likely, hardly], "remarks": []}, "en") == "a: 7C 90.0%?"
    assert in_words({"file": "a", "cards": [hardly], "remarks": []}, "en") == "a: not read"
    assert in_words({"file": "a", "cards": [], "remarks": []}, "en") == "a: no cards"
