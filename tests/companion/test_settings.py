"""The settings file: its defaults, and one sentence with line and key for each mistake."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.kept import settings as module
from companion.kept.settings import (
    NAME,
    Settings,
    data_directory,
    parse_settings,
    read_settings,
    system_language,
    write_default,
)
from companion.kept.settings_check import line_of
from companion.ports import Trouble

TEMPLATE = Path(module.__file__).with_name("settings_default.toml").read_text("utf-8")
FULL = re.sub(r"(?m)^#(?! \S)", "", TEMPLATE)
"""The default file with every key in force."""


def test_a_missing_file_gives_the_defaults(tmp_path: Path) -> None:
    assert read_settings(tmp_path) == Settings()


def test_the_default_file_changes_nothing_and_names_every_key(tmp_path: Path) -> None:
    assert write_default(tmp_path / NAME)
    assert read_settings(tmp_path) == Settings()
    full = msgspec.to_builtins(parse_settings(FULL))
    assert full == msgspec.to_builtins(Settings(language="en")) | {"camera": full["camera"]}
    assert full["camera"].pop("focus") == 1.4
    for part in full.values():
        for key in part if isinstance(part, dict) else ():
            assert re.search(rf"(?m)^#{key} = ", TEMPLATE)


def test_a_file_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("[camera]\nwidth = 1280\n")
    assert not write_default(tmp_path / NAME)
    assert read_settings(tmp_path).camera.width == 1280


def test_a_failed_write_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full_disk(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module.os, "fsync", full_disk)
    with pytest.raises(Trouble, match=r"cannot be written \(No space left on device\): make room"):
        write_default(tmp_path / NAME)
    assert list(tmp_path.iterdir()) == []


SEATS = """[buttons]
mode = "panels"
panels = [
    { place = 0, plus = 4, ok = 5, pass = 6 },
    %s
]
"""


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "[buttons]\ndebounce_mz = 3",
            'line 2: there is no key "debounce_mz" under [buttons]; did you mean "debounce_ms"?',
        ),
        ('\nlangage = "sr"', 'line 2: there is no key "langage"; did you mean "language"?'),
        ("debounce_ms = 3", 'line 1: there is no key "debounce_ms"; did you mean "debounce_ms" under [buttons]?'),
        (
            '[screen]\nlanguage = "sr"',
            '2: there is no key "language" under [screen]; did you mean "language" at the top of the file?',
        ),
        ("[lihgts]", 'line 1: there is no key "lihgts"; did you mean "lights"?'),
        ("[screen]\nzq = 1", 'line 2: there is no key "zq" under [screen]; the keys are "rotation", "fullscreen".'),
        ("[[buttons.panel]]\nplace = 3", 'line 1: there is no key "panel" under [buttons]; did you mean "panels"?'),
        ('language = "hu"', 'line 1: "language" must be "en" or "sr", not "hu".'),
        ('[camera]\n\nwidth = "big"', 'line 3: "camera.width" must be a whole number from 320 to 9999, not "big".'),
        ("[camera]\nfocus = true", 'line 2: "camera.focus" must be a number from 0 to 32, not true.'),
        ("[camera]\nfocus = nan", 'line 2: "camera.focus" must be a number from 0 to 32, not nan.'),
        ("[screen]\nrotation = 45", 'line 2: "screen.rotation" must be 0, 90, 180 or 270, not 45.'),
        ("[screen]\nrotation = 90.0", 'line 2: "screen.rotation" must be 0, 90, 180 or 270, not 90.0.'),
        ("[screen]\nfullscreen = 1", 'line 2: "screen.fullscreen" must be true or false, not 1.'),
        ("[camera]\nsource = 0", 'line 2: "camera.source" must be text in quotes, not 0.'),
        ('camera = "pi"', 'line 1: "camera" must be a table, not "pi".'),
        ("[buttons]\npanels = 3", 'line 2: "buttons.panels" must be a list, not 3.'),
        (
            "[lights]\npins = [\n 8,\n 9,\n [1],\n]",
            'line 5: "lights.pins[2]" must be a whole number from 2 to 27, not a list.',
        ),
        ("[lights]\npins = [\n 8,\n 28]", 'line 4: "lights.pins[1]" must be a whole number from 2 to 27, not 28.'),
        (
            SEATS % "{ place = 12, plus = 7, ok = 8, pass = 9 }",
            'line 5: "buttons.panels[1].place" must be a whole number from 0 to 11',
        ),
        (SEATS % "{ place = 0, plus = 7, ok = 8, pass = 9 }", "line 5: place 0 has a panel already"),
        (
            SEATS % "{ place = 1, plus = 7, ok = 8 }",
            'line 5: the key "pass" is missing under [buttons.panels[1]]: a whole number',
        ),
        (
            SEATS % "{ place = 1, plus = 7, ok = 5, pass = 9 }",
            'line 5: pin 5 for "ok" of place 1 serves "ok" of place 0 already',
        ),
        (
            SEATS % "{ place = 1, plus = 7, minus = 7, ok = 5, pass = 9 }",
            'line 5: pin 7 for "minus" of place 1 serves "plus" of place 1',
        ),
        (
            "[buttons]\nshared = { plus = 4, ok = 5, pass = 6, place = 2 }",
            'line 2: there is no key "place" under [buttons.shared]; did you mean "place" under [buttons.panels]?',
        ),
        (
            '[buttons]\nmode = "shared"\n[lights]\nmode = "pins"\npins = [4]',
            'line 5: pin 4 for the light of place 0 serves "plus" of the shared panel',
        ),
        (
            'lights.mode = "pins"\n[buttons]\nmode = "shared"\nshared = { plus = 8, ok = 5, pass = 6 }',
            'leaves "lights.pins[0]" at its default: pin 8 for the light of place 0 serves "plus" of the shared panel',
        ),
        ("[camera]\nwidth 3\n", "line 2: expected '=' after a key in a key/value pair; correct this line."),
        ("a = 1\na = 2", "line 2: cannot overwrite a value; correct this line."),
        ('\n\nsource = "pi', "line 3: "),
        ('a = """\n\n', "line 2: "),
    ],
)
def test_each_mistake_is_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(Trouble) as trouble:
        parse_settings(text)
    said = str(trouble.value)
    assert said.startswith(NAME)
    assert sentence in said
    assert "\n" not in said


def test_pins_that_are_not_in_use_may_meet() -> None:
    settings = parse_settings('[buttons]\nmode = "shared"')
    assert [panel.place for panel in settings.buttons.wired()] == [None]
    assert parse_settings("").buttons.wired() == ()
    assert len(parse_settings('[buttons]\nmode = "panels"\n[lights]\nmode = "pins"').buttons.wired()) == 6


def test_lights_by_place() -> None:
    assert parse_settings('[lights]\nmode = "pins"\npins = [9, 8]').lights.wired() == {0: 9, 1: 8}
    assert Settings().lights.wired() == {}


@given(st.data())
def test_any_damage_to_the_file_is_settings_or_one_sentence(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(FULL)))
    gone = data.draw(st.integers(0, 12))
    put = data.draw(st.text("abc=[]{}\"'#.,0123456789 \n-_\u2028é", max_size=6))
    try:
        parse_settings(FULL[:at] + put + FULL[at + gone :])
    except Trouble as trouble:
        assert re.fullmatch(rf"{re.escape(NAME)}( line \d+| leaves \S+ at its default): .+[.?]", str(trouble))


def test_the_line_of_a_value() -> None:
    text = 'x = 1\r\n[a]\r\nb = """\n[a]\nc = 3\n"""\nc = [\n [1,\n  2],\n]\n[[d]]\n[[d]]\ne.f = 2\n'
    assert line_of(text, ("x",)) == 1
    assert line_of(text, ("a", "b")) == 6
    assert line_of(text, ("a", "c", 0, 0)) == 8
    assert line_of(text, ("a", "c", 0, 1)) == 9
    assert line_of(text, ("d", 1)) == 12
    assert line_of(text, ("d", 1, "e", "f")) == 13
    assert line_of(text, ("d", 2)) is None


def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b'\xef\xbb\xbflanguage = "sr"')
    assert read_settings(tmp_path).language == "sr"
    (tmp_path / NAME).write_bytes(b'language = "\xff"')
    with pytest.raises(Trouble, match="no text in UTF-8"):
        read_settings(tmp_path)
    (tmp_path / NAME).unlink()
    (tmp_path / NAME).mkdir()
    with pytest.raises(Trouble, match=r"cannot be read .*directory"):
        read_settings(tmp_path)


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "sr_RS.UTF-8@latin"}, "sr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_ALL": "en_GB.UTF-8", "LANG": "sr_RS"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "sr_ME", "LANG": "en"}, "sr"),
    ],
)
def test_language_of_the_system(environment: dict[str, str], language: str) -> None:
    assert system_language(environment) == language


def test_the_data_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert data_directory(tmp_path / "a" / "b").is_dir()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_directory() == tmp_path / "dalje"
    (tmp_path / "file").write_text("")
    with pytest.raises(Trouble, match=r"cannot be made .*--data"):
        data_directory(tmp_path / "file" / "x")
