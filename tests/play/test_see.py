"""``dalje see`` as people call it: what it says of pictures that are hard to read, and its status."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.cli import cli
from companion.ports import Placement, Scene
from vision.arrays import Picture
from vision.table import held_out_renderer


@pytest.fixture(scope="module")
def table() -> Picture:
    """One heart, near enough to fill much of a small picture."""
    renderer = held_out_renderer(92, size=(1280, 720))
    return renderer.frame(Scene((Placement("QH", 120, 130, 5),)), 0).image[80:380, 60:360]


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
