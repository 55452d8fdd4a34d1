"""The command line: what it prints, and one clear sentence with status 2 for what cannot be."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HEADER = '{"record": 1, "game": "crveni_tepih", "players": ["Ana", "Boris", "Vera"], "dealer": "Ana"}'
TURN = '{"id": 1, "do": "turn", "cards": ["AS", "7H"]}'


def dalje(*arguments: str, text: str | bytes = "") -> subprocess.CompletedProcess[bytes]:
    """Run the command."""
    given = text.encode() if isinstance(text, str) else text
    command = [sys.executable, "-m", "companion", *arguments]
    return subprocess.run(command, input=given, capture_output=True, timeout=300)


def lines(done: subprocess.CompletedProcess[bytes]) -> list[dict[str, Any]]:
    """The JSON lines printed."""
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def refused(done: subprocess.CompletedProcess[bytes]) -> str:
    """The one sentence of a refusal."""
    assert done.returncode == 2, (done.returncode, done.stderr)
    told = done.stderr.decode().strip()
    assert told.count("\n") == 0, told
    assert "Traceback" not in told
    return told


def test_a_record_from_standard_input_gives_verdicts() -> None:
    text = "\n".join([HEADER, TURN, '{"id": 2, "seat": "Boris", "do": "bid", "amount": 3}',
                      '{"id": 3, "seat": "Vera", "do": "bid", "amount": 3}'])  # fmt: skip
    told = lines(dalje("replay", "-", "--json", text=text))
    assert [line["verdict"] for line in told] == ["ok", "ok", "illegal"]
    assert told[2]["sentence"] == "Vera bid 3, but 3 already stands: at least 4, or Dalje"
    assert told[1]["awaits"] == {"do": ["bid", "pass"], "seats": ["Vera"], "low": 4, "high": 20}


def test_what_came_before_a_bad_line_is_told() -> None:
    done = dalje("replay", "-", "--json", text=f"{HEADER}\n{TURN}\n" + '{"id": 2, "do": "fold"}')
    assert [line["id"] for line in lines(done)] == [1]
    assert "line 3" in refused(done)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"id": 2, "do": "fold"}', "no verb 'fold'"),
        ('{"id": 2, "do": "turn", "cards": ["1Z"]}', "is no card"),
        ('{"id": 2, "do": "turn", "cards": ["XB"]}', "not in the pack"),
        ('{"id": 2, "seat": "Bors", "do": "pass"}', 'did you mean "Boris"?'),
        ("{nonsense", "not JSON"),
        ("[1, 2]", "JSON object"),
        ('{"id": 1, "do": "pass"}', "used twice"),
        ('{"id": 2, "do": "bid", "amount": "many"}', "cannot be read"),
    ],
)
def test_bad_records_are_told_in_one_sentence(line: str, words: str) -> None:
    assert words in refused(dalje("replay", "-", text=f"{HEADER}\n{TURN}\n{line}"))


def test_a_play_after_the_end_is_refused() -> None:
    result = ('{"id": 1, "do": "result", "hands": {"Ana": ["KD", "8C"], "Boris": ["AS", "9D"], "Vera": ["7C", "7D"]},'
              ' "money": {"Ana": 20, "Boris": 20, "Vera": 20}}')  # fmt: skip
    done = dalje("replay", "-", "--json", text=f"{HEADER}\n{result}\n" + '{"id": 2, "seat": "Ana", "do": "pass"}')
    assert lines(done)[1]["points"] == {"Ana": 25, "Boris": 26, "Vera": 8 + 25 + 20}
    assert "over" in refused(done)


def test_bytes_that_are_no_text_are_told() -> None:
    assert "not UTF-8" in refused(dalje("replay", "-", text=HEADER.encode() + b"\n\xff\xfe\xfa\n"))


def test_a_record_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert "cannot be read" in refused(dalje("replay", str(tmp_path / "none.jsonl")))
    assert "cannot be read" in refused(dalje("replay", str(tmp_path)))


def test_games_are_listed_with_rules_verbs_and_examples() -> None:
    told = json.loads(dalje("games", "crveni_tepih", "--json").stdout)
    assert told["players"] == list(range(2, 9))
    assert len(told["rules"]) == 18
    assert all(rule["default"] == rule["choices"][0] for rule in told["rules"])
    assert {verb["do"] for verb in told["verbs"]} >= {"turn", "bid", "pass", "discard", "show", "result"}
    assert "Mike Church" in told["credit"]


def test_a_misspelt_game_names_the_nearest() -> None:
    assert 'did you mean "crveni_tepih"?' in refused(dalje("games", "crveni_tepi"))
    assert 'did you mean "crveni_tepih"?' in refused(dalje("demo", "--headless", "--game", "crveni_tepi"))


def test_too_many_players_are_told() -> None:
    assert "2 to 8 players" in refused(dalje("demo", "--headless", "--players", "9"))


def test_a_settings_file_with_a_typo_is_told(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('language = "sr"\n[buttons]\ndebounce_mz = 3\n')
    told = refused(dalje("play", "--headless", "--camera", "table", "--data", str(tmp_path)))
    assert "debounce_mz" in told
    assert "line 3" in told
    assert 'did you mean "debounce_ms"?' in told


def test_a_camera_that_is_not_there_is_told(tmp_path: Path) -> None:
    told = refused(dalje("play", "--headless", "--camera", str(tmp_path / "none.mp4"), "--data", str(tmp_path)))
    assert "no camera, file or folder" in told


def test_a_journal_of_a_newer_version_is_told(tmp_path: Path) -> None:
    import sqlite3

    db = sqlite3.connect(tmp_path / "journal.sqlite")
    db.execute("PRAGMA user_version = 99")
    db.close()
    assert "newer Dalje" in refused(dalje("play", "--headless", "--camera", "table", "--data", str(tmp_path)))


@pytest.mark.parametrize("command", ["", "demo", "play", "see", "replay", "games"])
def test_every_command_has_help(command: str) -> None:
    done = dalje(*([command] if command else []), "--help")
    assert done.returncode == 0
    assert b"Usage" in done.stdout


def test_files_that_are_no_pictures_are_told_and_the_rest_is_read(tmp_path: Path) -> None:
    import cv2
    import numpy as np

    cv2.imwrite(str(tmp_path / "a.png"), np.full((200, 300, 3), 90, np.uint8))
    (tmp_path / "b.jpg").write_bytes(b"no picture at all")
    (tmp_path / "c.png").write_bytes(b"")
    done = dalje("see", "--json", *(str(tmp_path / name) for name in ("a.png", "b.jpg", "c.png", "none.png")))
    told = lines(done)
    assert done.returncode == 2
    assert told[0]["cards"] == []
    assert all(line["error"] for line in told[1:])


def python(code: str) -> subprocess.CompletedProcess[bytes]:
    """Run some lines in a process of their own."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=300)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
@pytest.mark.parametrize("arguments", [("games",), ("--help",), ("see", "nothing.png", "--json")])
def test_output_that_cannot_be_written_is_told(arguments: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "companion", *arguments]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, timeout=300)
    told = done.stderr.decode()
    assert done.returncode == 2 and told.startswith("dalje: not everything could be written (")
    assert told.count("\n") == 1


def test_stopping_while_the_command_is_being_loaded_leaves_no_traceback() -> None:
    code = """
import sys
class Stop:
    def find_spec(self, name, path=None, target=None):
        if name == "companion.cli.decks":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Stop())
from companion.__main__ import main
main()
"""
    done = python(code)
    assert (done.returncode, done.stderr.split()) == (130, [b"Stopped."])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("enrol x.png --deck new", "Stopped. Nothing was learned: the deck is as it was."),
        ("play --game crveni_tepih", "Stopped. What was shown is safe: 'dalje play --resume' goes on with a match."),
        ("games", "Stopped."),
    ],
)
def test_what_is_said_on_stopping_is_true_of_the_command(arguments: str, words: str, tmp_path: Path) -> None:
    name = arguments.split()[0]
    code = f"""
import sys, companion.cli as c
def stop(**options):
    raise KeyboardInterrupt
c.cli.commands[{name!r}].callback = stop
sys.argv = ["dalje", *{arguments.split()!r}]
c.main()
"""
    done = python(code)
    assert (done.returncode, done.stderr.decode().strip()) == (130, words)
