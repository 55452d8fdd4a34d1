"""A sample of the long run: SIGKILL at random moments loses nothing acknowledged and ends with the truth."""

from __future__ import annotations

from pathlib import Path

from tests.killing import run_kills


def test_a_killed_match_goes_on_and_ends_with_the_truth(tmp_path: Path) -> None:
    killing = run_kills(tmp_path / "data", kills=4, seed=5, longest_s=9.0)
    assert killing.lost == []
    assert killing.finished
    assert all(told["exact"] for told in killing.finished), killing.finished
    assert all(told["wrong_accepted"] == 0 for told in killing.finished), killing.finished
