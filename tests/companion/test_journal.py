"""The journal: on disk when it says so, append-only, and one clear sentence for each trouble."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from companion.kept.journal import Journal
from companion.ports import Trouble


def test_what_is_appended_is_read_back_by_another_opening(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.append("m1", "match", {"game": "x"})
        number = journal.append("m1", "event", {"do": "pass", "seat": "Ana"})
    with Journal(tmp_path / "j") as journal:
        entries = list(journal.read("m1"))
    assert [e.kind for e in entries] == ["match", "event"]
    assert entries[1].body == {"do": "pass", "seat": "Ana", "id": number}


def test_every_line_is_synced_to_disk(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        assert journal._db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert journal._db.execute("PRAGMA synchronous").fetchone()[0] == 2


def test_nothing_is_ever_changed_or_taken_out(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.append("m1", "match", {"game": "x"})
        for statement in ("UPDATE line SET body = '{}'", "DELETE FROM line"):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                journal._db.execute(statement)


def test_unfinished_are_those_begun_and_not_over_latest_first(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        for name in ("a", "b", "c"):
            journal.append(name, "match", {})
        journal.append("b", "over", {})
        journal.append("a", "event", {})
        assert journal.unfinished() == ["a", "c"]
        journal.append("b", "reopened", {})
        assert journal.unfinished() == ["b", "a", "c"]


def test_a_journal_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    with Journal(tmp_path / "j"):
        pass
    db = sqlite3.connect(tmp_path / "j")
    db.execute("PRAGMA user_version = 99")
    db.close()
    before = (tmp_path / "j").read_bytes()
    with pytest.raises(Trouble, match="newer Dalje"):
        Journal(tmp_path / "j")
    assert (tmp_path / "j").read_bytes() == before


def test_a_file_that_is_no_journal_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "j").write_bytes(b"this is not a database, and long enough to look like one" * 20)
    with pytest.raises(Trouble, match="damaged or not a journal") as told:
        Journal(tmp_path / "j")
    assert "\n" not in str(told.value)


def test_a_second_dalje_on_the_same_journal_is_refused(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.append("m1", "match", {})
        with pytest.raises(Trouble, match="in use by another Dalje"):
            Journal(tmp_path / "j", wait_ms=10)
        journal.append("m1", "event", {"do": "pass"})


def test_a_full_disk_is_told_and_what_was_written_stays(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.append("m1", "match", {"n": 0})
        pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
        journal._db.execute(f"PRAGMA max_page_count = {pages + 2}")
        with pytest.raises(Trouble, match="no room left"):
            for n in range(1000):
                journal.append("m1", "event", {"what": "x" * 2000, "n": n})
        kept = len(list(journal.read("m1")))
    with Journal(tmp_path / "j") as journal:
        assert len(list(journal.read("m1"))) == kept


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(Trouble, match="cannot be"):
        Journal(tmp_path / "deeper" / "j")
