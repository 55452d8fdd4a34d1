"""The command line: what it prints, and one clear sentence with status 2 for what cannot be."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli import cli
from companion.cli.rendered import Plan, open_match
from companion.cli.version import PROJECT, version
from companion.cli.wiring import NAMES
from companion.evening.session import Session
from companion.kept.journal import Journal
from companion.ports import Trouble
from companion.view import NewMatch

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


def test_a_game_for_one_number_of_players_names_that() -> None:
    assert "for 4 players, not 5" in refused(dalje("demo", "--headless", "--game", "kvinto", "--players", "5"))


def test_the_version_is_told_of_a_clone_that_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", missing)
    told = CliRunner().invoke(cli, ["--version"])
    project = tomllib.loads(PROJECT.read_text())["project"]
    assert (told.exit_code, told.output) == (0, f"dalje, version {project['version']}\n")
    with pytest.raises(Trouble, match="the version is not known"):
        version(tmp_path / "pyproject.toml")


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


def record(game: str, players: str, *events: dict[str, Any], **more: Any) -> str:
    """A record of one deal; the last player deals."""
    names = players.split()
    header = {"record": 1, "game": game, "players": names, "dealer": names[-1], **more}
    return "\n".join(json.dumps(line, ensure_ascii=False) for line in (header, *events))


def replayed(text: str, *options: str) -> list[str]:
    """A record in words."""
    done = dalje("replay", "-", *options, text=text)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode().splitlines()


def put(seat: str, card: str) -> dict[str, Any]:
    """A card played."""
    return {"do": "play", "seat": seat, "cards": [card]}


FOUR = "Ana Boris Vera Goran"
EARLY = (put("Ana", "7S"), put("Vera", "2S"), put("Boris", "KS"))
AHEAD = (put("Vera", "2S"), put("Goran", "QS"))


def test_a_card_before_its_turn_is_told_when_it_lies_there_and_when_it_counts() -> None:
    assert replayed(record("kvinto", FOUR, *EARLY))[2:] == [
        "2: illegal: Vera is not to act: Boris plays 1 card. 2♠ stays on the table and counts when its turn comes, "
        "unless it is taken back; next: Boris play (may: Ana or Boris say)",
        "3: ok; next: Goran play (may: Vera or Goran say)",
        "  2♠ of event 2, put down early by Vera, counts now",
    ]
    assert replayed(record("kvinto", FOUR, *AHEAD))[2:] == [
        "2: ok; next: Ana play (may: Ana or Goran say)",
        "  Event 1 stands, for the table has played on: Vera is not to act: Ana leads",
    ]


def test_what_has_become_of_a_card_is_a_field_for_programs() -> None:
    told = lines(dalje("replay", "-", "--json", text=record("kvinto", FOUR, *EARLY)))
    assert "also" not in told[1] and "stands" not in told[1]
    assert [(found["about"], found["rule"]) for found in told[2]["findings"]] == [(2, "out_of_turn")]
    assert told[2]["also"] == [{
        "about": 2, "seat": "Vera", "rule": "out_of_turn", "proof": [],
        "sentence": "2♠ of event 2, put down early by Vera, counts now",
    }]  # fmt: skip


def test_a_replay_in_serbian_is_serbian_wholly() -> None:
    assert replayed(record("kvinto", FOUR, *EARLY), "--language", "sr") == [
        "Počinje 1. deljenje; sledi: Ana igra (može i: Ana najavljuje)",
        "1: u redu; sledi: Boris igra (može i: Ana ili Boris najavljuje)",
        "2: protiv pravila: Vera nije na redu: Boris igra 1 kartu. 2♠ ostaje na stolu i važi kad dođe na red, "
        "ako se ne vrati; sledi: Boris igra (može i: Ana ili Boris najavljuje)",
        "3: u redu; sledi: Goran igra (može i: Vera ili Goran najavljuje)",
        "  2♠ iz događaja 2 (Vera, pre reda) sada važi",
    ]
    sheet = {"do": "result", "facts": {"points": {"Ana": 12, "Boris": -3}, "note": "Tablanet"}}
    assert replayed(record("score_sheet", "Ana Boris", sheet, {"do": "note", "what": "end"}), "--language", "sr") == [
        "Počinje 1. deljenje; sledi: Boris upisuje rezultat",
        "1: u redu",
        "1. deljenje: Tablanet",
        "  Ana: 12 (ukupno 12)",
        "  Boris: -3 (ukupno -3)",
        "2: u redu",
        "1. deljenje: Tablanet",
        "  Ana: 12 (ukupno 12)",
        "  Boris: -3 (ukupno -3)",
        "  Partija je gotova: Ana",
    ]


def test_every_awaited_verb_has_its_word() -> None:
    from companion.cli.retold import VERBS
    from companion.games import everything

    assert all(str(word) == verb != word.say("sr") for verb, word in VERBS.items())
    assert {verb.do for game in everything().values() for verb in game.verbs} - {"note"} <= set(VERBS)


def test_a_record_of_only_its_header_tells_what_is_awaited() -> None:
    assert replayed(record("crveni_tepih", "Ana Boris")) == ["Deal 1 begins; next: Boris turn"]
    assert lines(dalje("replay", "-", "--json", text=record("crveni_tepih", "Ana Boris"))) == []


def test_what_may_be_done_besides_is_told() -> None:
    turned = {"do": "turn", "cards": ["9S"]}
    assert replayed(record("trolistak", FOUR, turned))[1] == (
        "1: ok; next: Ana exchange/pass (may: Ana or Boris or Vera or Goran show)"
    )


def test_the_pot_is_told_where_a_game_has_one() -> None:
    agreed = {"do": "note", "what": "agree", "points": {"Ana": 3, "Boris": -3}}
    lost = record("trolistak", FOUR, {"do": "turn", "cards": ["9S"]}, {"do": "note", "what": "void"})
    assert lines(dalje("replay", "-", "--json", text=lost))[-1]["pot"] == 8
    assert replayed(lost)[-1] == "  in the pot: 8"
    assert "pot" not in lines(dalje("replay", "-", "--json", text=record("kvinto", FOUR, agreed)))[-1]


def test_after_the_end_a_record_needs_another_header() -> None:
    agreed = {"do": "note", "what": "agree", "points": {"Ana": 3}}
    told = refused(dalje("replay", "-", text=record("kvinto", FOUR, agreed, put("Ana", "7S"))))
    assert told.endswith("there is nothing to play; the next deal begins with its own header")


def test_a_note_without_its_subject_and_a_take_back_of_what_counts_are_helped() -> None:
    assert '"what" is one of misdeal' in refused(dalje("replay", "-", text=record("kvinto", FOUR, {"do": "note"})))
    told = replayed(record("kvinto", FOUR, put("Ana", "7S"), {"do": "take_back"}))
    assert "There is nothing to take back; what counts can be undone" in told[2]


def test_a_claim_that_brings_nothing_new_says_so() -> None:
    claim = {"do": "claim", "seat": "Boris", "against": "Vera"}
    told = replayed(record("kvinto", FOUR, *EARLY, claim))
    assert told[5].startswith("4: ok: That was found already, at event 2")


def test_the_page_of_a_game_explains_what_every_record_may_hold() -> None:
    page = dalje("games", "rok2", "--language", "sr").stdout.decode()
    assert "vraća ono što leži na stolu, a još ne važi" in page and '"what": "penalty"' in page
    told = json.loads(dalje("games", "rok2", "--json").stdout)["always"]
    assert len(told["examples"]) == len(told["meanings"]) and {e["do"] for e in told["examples"]} == set(told["verbs"])


def test_a_game_without_texts_in_a_language_is_told_in_english() -> None:
    page = dalje("games", "kalabra", "--language", "hu").stdout.decode()
    assert "rules.summary" not in page and "The first to 11 points wins" in page


def test_a_game_is_found_in_capitals() -> None:
    assert 'did you mean "lu"?' in refused(dalje("demo", "--headless", "--game", "Lu"))
    assert 'did you mean "trolistak"?' in refused(dalje("games", "Trolistak"))


def test_help_of_replay_explains_the_verdicts() -> None:
    told = dalje("replay", "--help").stdout.decode()
    assert all(word in told for word in ("impossible", "question", "illegal, counts", "exit status"))


def test_as_many_may_play_as_a_house_rule_allows() -> None:
    asked = ("demo", "--headless", "--json", "--game", "cuhna", "--rule", "max_players=unlimited", "--stop-after", "1")
    told = dalje(*asked, "--players", "20")
    assert told.returncode == 0 and json.loads(told.stdout.splitlines()[-1])["players"] == 20
    assert "21" in refused(dalje(*asked, "--players", "21"))


@pytest.mark.parametrize("command", ["play --headless --camera table --deals 1", "demo --headless"])
def test_a_score_sheet_is_refused_at_a_rendered_table_before_anything_is_written(command: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    told = refused(dalje(*command.split(), "--game", "score_sheet", "--data", str(home)))
    assert told.startswith("dalje: score_sheet is a score sheet and has no cards")
    assert not home.exists()


def test_a_match_goes_on_past_a_score_sheet_that_a_rendered_table_cannot_play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal(tmp_path / "journal.sqlite") as journal:
        Session(journal, "en").new_match(NewMatch("kvinto", NAMES[:4]), seed=7)
        Session(journal, "en").new_match(NewMatch("score_sheet", NAMES[:3]), seed=8)
        session = Session(journal, "en")
        assert open_match(session, Plan("crveni_tepih", 3, 1), NAMES, resume=True) == 7
        assert session.sitting is not None and session.sitting.game.id == "kvinto"
        assert len(journal.unfinished()) == 2
    assert "has no cards to lay on a rendered table: it is left as it is" in capsys.readouterr().err


@pytest.mark.parametrize("option", [("--game", "kvinto"), ("--rule", "pot=pips")])
def test_a_match_that_goes_on_has_its_game_and_rules(option: tuple[str, str], tmp_path: Path) -> None:
    done = dalje("play", "--headless", "--camera", "table", "--resume", *option, "--data", str(tmp_path / "home"))
    assert f"{option[0]} does not go with --resume" in refused(done)
    assert not (tmp_path / "home").exists()
