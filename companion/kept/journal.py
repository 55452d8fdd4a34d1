"""The append-only journal of all matches: what happened is on disk before anybody sees it.

SQLite in WAL mode with synchronous=FULL: a line is safe when ``append`` returns. Nothing is ever updated or
deleted; corrections are lines of their own. The kinds of lines: ``match`` opens one, ``deal`` is a header, ``event``
a line of a deal, ``over`` closes a match until a correction opens it again (``reopened``).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from companion.ports import Trouble

SCHEMA_VERSION = 1
SCHEMA = """
CREATE TABLE IF NOT EXISTS line (
    id     INTEGER PRIMARY KEY,
    match  TEXT NOT NULL,
    at     TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    kind   TEXT NOT NULL,
    body   TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS line_match ON line (match, id);
CREATE TRIGGER IF NOT EXISTS line_no_update BEFORE UPDATE ON line
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER IF NOT EXISTS line_no_delete BEFORE DELETE ON line
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
"""


@dataclass(frozen=True)
class Entry:
    """One line of the journal."""

    id: int
    match: str
    at: str
    kind: str
    body: Mapping[str, Any]


class Journal:
    """Opens (or makes) the journal file; raises Trouble with one sentence when it cannot be used.

    ``wait_ms`` is how long to wait for another Dalje that is just closing.
    """

    def __init__(self, path: Path, wait_ms: int = 2000) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            version = int(self._db.execute("PRAGMA user_version").fetchone()[0])
            if version > SCHEMA_VERSION:
                self._db.close()
                raise Trouble(
                    f"the journal {path} was written by a newer Dalje (version {version}, this one reads "
                    f"{SCHEMA_VERSION}): update Dalje, or start with another --data folder"
                )
            self._db.execute(f"PRAGMA busy_timeout = {wait_ms}")
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            self._lock()
            self._db.executescript(SCHEMA)
            if version < SCHEMA_VERSION:
                self._db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
            self._check()
        except (sqlite3.Error, OSError) as error:
            raise Trouble(explain(path, error)) from None

    def _lock(self) -> None:
        """One writer at a time: a second Dalje on the same journal is told so at once."""
        self._db.execute("PRAGMA locking_mode = EXCLUSIVE")
        self._db.execute("BEGIN IMMEDIATE")
        self._db.execute("COMMIT")

    def _check(self) -> None:
        result = self._db.execute("PRAGMA quick_check").fetchone()[0]
        if result != "ok":
            raise Trouble(f"the journal {self.path} is damaged ({result}): keep a copy of it and start with another")

    def append(self, match: str, kind: str, body: Mapping[str, Any]) -> int:
        """Write one line; it is on disk when this returns its id. Raises Trouble (full disk, read-only)."""
        number = self.next_id()
        text = json.dumps({**body, "id": number} if kind == "event" else body, ensure_ascii=False)
        try:
            self._db.execute(
                "INSERT INTO line (id, match, kind, body) VALUES (?, ?, ?, ?)", (number, match, kind, text)
            )
        except sqlite3.Error as error:
            raise Trouble(explain(self.path, error)) from None
        return number

    def restore(self, entry: Entry) -> None:
        """Write a line of another journal with the number that it had there; raises Trouble if that is taken."""
        body = json.dumps(dict(entry.body), ensure_ascii=False)
        try:
            self._db.execute(
                "INSERT INTO line (id, match, at, kind, body) VALUES (?, ?, ?, ?, ?)",
                (entry.id, entry.match, entry.at, entry.kind, body),
            )
        except sqlite3.Error as error:
            raise Trouble(explain(self.path, error)) from None

    def next_id(self) -> int:
        """The id that the next line will have."""
        return int(self._db.execute("SELECT coalesce(max(id), 0) + 1 FROM line").fetchone()[0])

    def read(self, match: str) -> Iterator[Entry]:
        """All lines of a match, oldest first."""
        rows = self._db.execute("SELECT id, match, at, kind, body FROM line WHERE match = ? ORDER BY id", (match,))
        for number, name, at, kind, body in rows.fetchall():
            yield Entry(number, name, at, kind, json.loads(body))

    def unfinished(self) -> list[str]:
        """The matches that have begun and are not over, latest first."""
        rows = self._db.execute(
            "SELECT match, max(id) AS last FROM line GROUP BY match "
            "HAVING sum(kind = 'over') = sum(kind = 'reopened') AND sum(kind = 'match') > 0 ORDER BY last DESC"
        )
        return [name for name, _ in rows.fetchall()]

    def openings(self) -> list[Entry]:
        """The opening line of every match, latest first."""
        rows = self._db.execute("SELECT id, match, at, kind, body FROM line WHERE kind = 'match' ORDER BY id DESC")
        return [Entry(number, name, at, kind, json.loads(body)) for number, name, at, kind, body in rows.fetchall()]

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def explain(path: Path, error: Exception) -> str:
    """One sentence for what went wrong with the journal file, and what to do."""
    words = str(error)
    if "locked" in words:
        return f"the journal {path} is in use by another Dalje: close that one, or give this one another --data folder"
    if "full" in words or "No space" in words:
        return f"there is no room left to write the journal {path}: free some space; nothing shown so far is lost"
    if "readonly" in words or "read-only" in words or isinstance(error, PermissionError):
        return f"the journal {path} cannot be written: check that the folder belongs to you and is not read-only"
    if "not a database" in words or "malformed" in words or "disk image" in words:
        return f"the journal {path} is damaged or not a journal: keep a copy of it and start with another --data folder"
    return f"the journal {path} cannot be used: {words}"
