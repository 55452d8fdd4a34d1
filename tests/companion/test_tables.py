"""Tables that were set up: kept, found again, refused when damaged."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import all_games
from companion.kept.tables import (
    SeatSpot,
    StoredTable,
    delete_table,
    last_table,
    load_table,
    picture_path,
    save_table,
    table_names,
)
from companion.place.watchable import most_players, watched_whole
from companion.ports import Trouble

STORED = StoredTable(
    camera=(2304, 1296),
    to_mm=(0.4, 0.0, -10.0, 0.0, 0.4, -8.0, 0.0, 0.0, 1.0),
    area=(800.0, 430.0),
    seats=(SeatSpot(400.0, 380.0, 0.0), SeatSpot(400.0, 50.0, 180.0)),
    screens=(((10.0, 10.0), (200.0, 10.0), (200.0, 120.0), (10.0, 120.0)),),
)


def test_a_table_is_kept_and_the_last_one_is_played_at(tmp_path: Path) -> None:
    assert table_names(tmp_path) == [] and last_table(tmp_path) is None
    save_table(tmp_path, "kitchen", STORED, b"picture")
    save_table(tmp_path, "soba 2", STORED, None)
    assert load_table(tmp_path, "kitchen") == STORED
    assert picture_path(tmp_path, "kitchen").read_bytes() == b"picture"
    assert table_names(tmp_path) == ["kitchen", "soba 2"] and last_table(tmp_path) == "soba 2"
    save_table(tmp_path, "kitchen", STORED, None)
    assert last_table(tmp_path) == "kitchen" and not picture_path(tmp_path, "kitchen").exists()


def test_a_deleted_table_is_gone_with_its_picture(tmp_path: Path) -> None:
    save_table(tmp_path, "kitchen", STORED, b"picture")
    delete_table(tmp_path, "kitchen")
    assert table_names(tmp_path) == [] and last_table(tmp_path) is None
    assert not picture_path(tmp_path, "kitchen").exists()
    with pytest.raises(Trouble, match="none was set up yet"):
        delete_table(tmp_path, "kitchen")


@pytest.mark.parametrize("name", ["", "../up", "a/b", ".hidden", "last", "x" * 41, "a\n"])
def test_names_that_are_no_file_names_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(Trouble, match="cannot be a table's name"):
        save_table(tmp_path, name, STORED, None)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"[1]",
        msgspec.json.encode({**msgspec.to_builtins(STORED), "to_mm": [1.0, 2.0]}),
        msgspec.json.encode({**msgspec.to_builtins(STORED), "seats": []}),
        msgspec.json.encode({**msgspec.to_builtins(STORED), "colour": "red"}),
    ],
)
def test_a_damaged_file_is_told_in_a_sentence(tmp_path: Path, content: bytes) -> None:
    path = save_table(tmp_path, "kitchen", STORED, None)
    path.write_bytes(content)
    with pytest.raises(Trouble, match="'kitchen' is damaged"):
        load_table(tmp_path, "kitchen")


@given(st.integers(2, 12), st.floats(0, 359), st.floats(-100, 2000))
def test_what_is_kept_is_what_is_read(n: int, facing: float, x: float) -> None:
    seats = tuple(SeatSpot(x + place, 10.0 * place, facing) for place in range(n))
    stored = msgspec.structs.replace(STORED, seats=seats)
    assert msgspec.json.decode(msgspec.json.encode(stored), type=StoredTable) == stored
    assert stored.spots[n - 1] == (x + (n - 1), 10.0 * (n - 1), facing)


def test_a_larger_view_watches_no_fewer_players() -> None:
    games = sorted(all_games())
    small, large = (watched_whole(games, lambda area, w=w: area[0] <= w and area[1] <= 0.6 * w) for w in (800, 1500))
    assert all(small[game] <= large[game] for game in games)
    assert any(small[game] < large[game] for game in games)
    for game in games:
        assert most_players(game, lambda area: True) == max(all_games()[game].players)
        assert most_players(game, lambda area: False) is None
