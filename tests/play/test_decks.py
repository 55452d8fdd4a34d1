"""Enrolling, sharing and checking packs from the command line: bad input first, then a deck from end to end."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.cli import cli
from companion.cli.learned import lines as in_lines
from companion.cli.learned import naming
from companion.ports import Placement, Scene, Trouble
from tests.play.test_cli import dalje, lines, refused
from vision.decks.patterns import named_deck
from vision.decks.printed import PrintedDeck
from vision.enrolled.profiles import KnownFace, Profile, load_profile, save_profile
from vision.scenes.table import TableRenderer, held_out_renderer


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A data directory with a deck of two faces, one of them without a name."""
    rows = np.eye(2, 64, dtype=np.float32)
    faces = (KnownFace.of("7C", rows[:1]), KnownFace.of("", rows[1:]))
    save_profile(tmp_path / "decks", Profile(1, "Old deck", "german", False, "older", faces))
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("enrol --deck new", "give pictures"),
        ("enrol x.jpg --camera usb:0 --deck new", "not both"),
        ("enrol x.jpg --deck ../new", "cannot be a deck's name"),
        ("enrol x.jpg --deck new --add", "no deck 'new' to add to"),
        ("enrol x.jpg --deck new --name 1=ZZ", "write number=card"),
        ("enrol x.jpg --deck new --name 7C", "write number=card"),
        ("enrol --deck new --name 1=7C", "there is no deck 'new'"),
        ("enrol --camera usb:0 --deck new --ranks 7Y", "--ranks"),
        ("enrol nothing.jpg --deck new --order 7Z", "--order: '7Z' is no card"),
        ("enrol nothing.jpg --deck new --order 7C,7C", "names 7C twice"),
        ("see x.jpg --deck new", "there is no deck 'new'"),
        ("play --headless --camera table --deck new", "brings its deck along"),
        ("play --headless --camera x.mp4 --deck new", "there is no deck 'new'"),
        ("decks show new", "there is no deck 'new' (enrolled: Old deck)"),
        ("decks delete new", "there is no deck 'new'"),
        ("decks import nothing.json", "cannot be read"),
        ("pack x.jpg --game crveni_tepi", 'did you mean "crveni_tepih"?'),
        ("pack x.jpg --game crveni_tepih --players 20", "2 to 8 players"),
        ("pack x.jpg --game crveni_tepih --rule money", "write NAME=VALUE"),
        ("pack x.jpg --game crveni_tepih --rule moneys=x", "no house rule"),
        ("pack x.jpg --game crveni_tepih", "does not exist"),
    ],
)
def test_what_cannot_be_is_told_in_one_sentence(home: Path, arguments: str, words: str) -> None:
    assert words in refused(dalje(*arguments.split(), "--data", str(home)))


def trouble(*arguments: str) -> str:
    """What a command that fails says, in this process."""
    done = CliRunner().invoke(cli, arguments, standalone_mode=False)
    if done.exception is None:
        assert done.return_value == 2
        return done.stderr
    assert isinstance(done.exception, Trouble), done.exception
    return str(done.exception)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("enrol x.jpg --deck new --ask", "--ask goes only with --camera"),
        ("enrol x.jpg --deck new --ranks 789", "--ranks goes only with --camera"),
        ("enrol --camera usb:0 --deck new --ranks 789", "--ranks goes only with --ask"),
        ("enrol --camera usb:0 --deck new --draw out", "--draw goes only with pictures"),
        ("enrol --camera usb:0 --deck new --ask --order 7C", "--ask and --order do not go together"),
        ("enrol x.jpg --deck new --add --replace", "--add and --replace do not go together"),
        ("enrol x.jpg --deck new --name 1=7C --order 7C", "--name and --order do not go together"),
        ("enrol --deck new --order 7C", "--order goes only with pictures or --camera"),
        ("enrol --deck new --name 1=7C --draw out", "--draw goes only with pictures or --camera"),
    ],
)
def test_options_that_would_do_nothing_are_told(home: Path, arguments: str, words: str) -> None:
    assert words in trouble(*arguments.split(), "--data", str(home))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("enrol --deck new", "navedite slike karata"),
        ("enrol x.jpg --deck new --ask", "--ask važi samo uz --camera"),
        ("enrol x.jpg --deck new", "x.jpg ne postoji"),
        ("see x.jpg --deck new", "nema špila 'new' (upisani: Old deck)"),
        ("see x.jpg", "x.jpg ne postoji"),
        ("decks delete new", "nema špila 'new'"),
        ("pack x.jpg --game crveni_tepi", "da li ste mislili „crveni_tepih“?"),
        ("pack x.jpg --game crveni_tepih --deck new", "nema špila 'new'"),
        ("pack x.jpg --game crveni_tepih", "x.jpg ne postoji"),
    ],
)
def test_trouble_speaks_the_language_that_was_chosen(home: Path, arguments: str, words: str) -> None:
    assert words in trouble(*arguments.split(), "--language", "sr", "--data", str(home))


def test_the_language_of_the_settings_counts_too(home: Path) -> None:
    (home / "settings.toml").write_text('language = "sr"\n')
    assert "nema špila" in refused(dalje("decks", "--data", str(home), "show", "new"))
    assert "there is no deck" in refused(dalje("decks", "show", "new", "--data", str(home), "--language", "en"))


def test_a_deck_that_is_known_is_not_learned_over(home: Path) -> None:
    assert "use --add" in refused(dalje("enrol", "x.jpg", "--deck", "Old deck", "--data", str(home)))


def test_a_deck_of_another_network_is_not_used(home: Path) -> None:
    told = refused(dalje("see", "x.jpg", "--deck", "Old deck", "--data", str(home)))
    assert "another version of the reader" in told


def test_a_deck_is_listed_shown_shared_named_and_forgotten(home: Path) -> None:
    at = ("--data", str(home))
    assert dalje("decks", *at).stdout.decode() == "Old deck: 1 face is known, 1 has no name\n"
    (told,) = json.loads(dalje("decks", "list", "--json", *at).stdout)
    assert (told["deck"], told["faces"], told["unnamed"]) == ("Old deck", ["7C"], 1)
    assert "seven of acorns" in dalje("decks", "show", "Old deck", "--language", "en", *at).stdout.decode()
    assert "sedmica žir" in dalje("decks", "--language", "sr", "show", "Old deck", *at).stdout.decode()
    shared = home / "shared.json"
    assert dalje("decks", "export", "Old deck", str(shared), *at).returncode == 0
    assert "--replace" in refused(dalje("decks", "export", "Old deck", str(shared), *at))
    assert dalje("decks", "export", "Old deck", str(shared), "--replace", *at).returncode == 0
    assert "--replace" in refused(dalje("decks", "import", str(shared), *at))
    assert dalje("decks", "import", str(shared), "--deck", "Copy", *at).returncode == 0
    assert dalje("enrol", "--deck", "Copy", "--name", "1=eight of acorns", *at).returncode == 0
    assert json.loads(dalje("decks", "show", "Copy", "--json", *at).stdout)["faces"] == ["7C", "8C"]
    assert "add --yes" in refused(dalje("decks", "delete", "Old deck", *at))
    assert dalje("decks", "delete", "Old deck", "--yes", *at).returncode == 0
    assert [deck["deck"] for deck in json.loads(dalje("decks", "--json", *at).stdout)] == ["Copy"]


def test_deleting_asks_at_a_terminal(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.cli.speech.at_terminal", lambda: True)
    command = ["decks", "delete", "Old deck", "--data", str(home)]
    done = CliRunner().invoke(cli, command, input="n\n")
    assert done.exit_code == 0 and "Forget the deck Old deck?" in done.stderr and "stays" in done.stderr
    assert (home / "decks" / "Old deck.json").exists()
    assert CliRunner().invoke(cli, command, input="y\n").exit_code == 0
    assert not (home / "decks" / "Old deck.json").exists()


def test_a_damaged_deck_is_told_and_the_others_listed(home: Path) -> None:
    (home / "decks" / "Broken.json").write_text("{")
    listed = dalje("decks", "--data", str(home)).stdout.decode().splitlines()
    assert "damaged" in listed[0] and listed[1].startswith("Old deck: 1 face")
    assert "damaged" in refused(dalje("see", "x.jpg", "--deck", "Broken", "--data", str(home)))


def test_pictures_without_cards_teach_nothing(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "7C.png"), np.full((300, 1000, 3), 120, np.uint8))
    told = refused(dalje("enrol", str(tmp_path / "7C.png"), "--deck", "new", "--json", "--data", str(tmp_path)))
    assert "no whole card was found" in told
    assert not (tmp_path / "decks").exists()


# From end to end ----------------------------------------------------------------------------------------------------


def on_tables(folder: Path, deck: PrintedDeck, codes: Sequence[str], seed: int, turn: float = 0.0) -> None:
    """Pictures of these cards on a rendered table, eight on each, in rows."""
    folder.mkdir()
    for number, first in enumerate(range(0, len(codes), 8)):
        renderer = TableRenderer(deck, "clean", (1280, 720), seed + number, (420.0, 236.0))
        laid = [
            Placement(code, 60 + 100 * (place % 4), 60 + 116 * (place // 4), turn)
            for place, code in enumerate(codes[first : first + 8])
        ]
        cv2.imwrite(str(folder / f"{number}.png"), renderer.frame(Scene(tuple(laid)), number).image)


def test_a_german_pack_is_enrolled_by_order_read_and_checked(tmp_path: Path) -> None:
    deck, at = named_deck("german", 0), ("--data", str(tmp_path))
    codes = [rank + suit for suit in "CS" for rank in "789TJQKA"]
    on_tables(tmp_path / "lesson", deck, codes, 5)
    done = dalje("enrol", str(tmp_path / "lesson"), "--deck", "Magyar", "--suits", "german", "--order",
                 " ".join(codes), "--json", *at)  # fmt: skip
    told = json.loads(done.stdout)
    assert sorted(face["card"] for face in told["faces"]) == sorted(codes)
    assert (told["unnamed"], told["errors"], told["indices"]) == ([], [], False)
    on_tables(tmp_path / "table", deck, codes[3:11], 40, turn=180.0)
    (seen,) = lines(dalje("see", str(tmp_path / "table"), "--deck", "Magyar", "--json", *at))
    right = [card for card in seen["cards"] if card["card"] in codes[3:11]]
    assert len(right) >= 7
    assert not [card for card in seen["cards"] if card["accepted"] and card["card"] not in codes[3:11]]
    checked = dalje("pack", str(tmp_path / "table"), "--game", "crveni_tepih", "--deck", "Magyar", "--json", *at)
    answer = json.loads(checked.stdout)
    assert 7 <= answer["count"] <= 9 and answer["extra"] == []
    words = dalje("pack", str(tmp_path / "table"), "--game", "crveni_tepih", "--deck", "Magyar", *at)
    assert answer["unread"] == 0
    assert {"AH", "AD", "7H", "7D"} <= set(answer["missing"])
    assert b"cards are missing" in words.stdout


def test_unnamed_faces_are_named_added_to_and_kept(tmp_path: Path) -> None:
    deck, at = named_deck("german", 0), ("--data", str(tmp_path))
    on_tables(tmp_path / "lesson", deck, ["7C", "9S", "KH"], 5)
    enrol = ("enrol", "--deck", "un", *at)
    done = dalje(*enrol, str(tmp_path / "lesson"), "--suits", "german", "--name", "2=9S", "--json")
    told = json.loads(done.stdout)
    assert [face["card"] for face in told["faces"]] == ["9S"]
    assert [face["number"] for face in told["unnamed"]] == [1, 3]
    done = dalje(*enrol, str(tmp_path / "lesson"), "--suits", "german", "--add", "--json")
    told = json.loads(done.stdout)
    assert [face["card"] for face in told["faces"]] == ["9S"]
    assert [face["number"] for face in told["unnamed"]] == [1, 3]
    assert dalje(*enrol, "--name", "1=7C").returncode == 0
    assert dalje(*enrol, "--name", "3=KH").returncode == 0
    assert json.loads(dalje("decks", "show", "un", "--json", *at).stdout)["faces"] == ["7C", "9S", "KH"]


def test_an_order_that_does_not_fit_loses_nothing(tmp_path: Path) -> None:
    deck, at = named_deck("german", 0), ("--data", str(tmp_path))
    on_tables(tmp_path / "lesson", deck, ["7C", "9S", "KH"], 5)
    on_tables(tmp_path / "one", deck, ["AD"], 6)
    (tmp_path / "one" / "0.png").rename(tmp_path / "lesson" / "AD.png")
    enrol = ("enrol", str(tmp_path / "lesson"), "--deck", "un", "--suits", "german", *at)
    done = dalje(*enrol, "--order", "7C 9S", "--draw", str(tmp_path / "drawn"))
    assert "names 2 cards, but 4 faces were seen" in refused(done) and "learned all the same" in refused(done)
    told = done.stdout.decode()
    assert "0.png, card 3, line by line from the upper left: no name yet" in told
    assert "AD.png, card 1, line by line from the upper left: ace of bells" in told
    assert list((tmp_path / "drawn").iterdir())
    assert dalje("enrol", "--deck", "un", "--name", "1=7C", "--name", "3=KH", *at).returncode == 0
    done = dalje(*enrol, "--replace", "--order", "7C 9S", "--json")
    told = json.loads(done.stdout)
    assert done.returncode == 2 and "stays as it was" in told["error"] and not told["saved"]
    assert json.loads(dalje("decks", "show", "un", "--json", *at).stdout)["faces"] == ["7C", "KH", "AD"]


def test_every_place_of_an_unnamed_face_is_told() -> None:
    views = [{"file": "a.png", "place": 1}, {"file": "b.png", "place": 2}]
    faces = [{"number": 1, "doubt": "", "views": views}, {"number": 4, "doubt": "", "views": []}]
    told = {"deck": "un", "faces": [], "unnamed": faces, "alike": [], "covered": 0, "saved": True}
    told |= {"doubted": [], "overruled": []}
    words = list(in_lines(told, "german", "en"))
    assert "a.png, card 1" in words[1] and "b.png, card 2" in words[1]
    assert words[2] == "  4: seen in an earlier lesson"
    assert "--once" in words[3]
    told["unnamed"] = [{"number": 1, "doubt": "", "views": views[:1]}]
    assert not any("--once" in line for line in in_lines(told, "german", "en"))


def test_doubted_and_overruled_names_are_told() -> None:
    views = [{"file": "a.png", "place": 1}, {"file": "b.png", "place": 1}]
    told = {"deck": "un", "faces": [{"card": "7C"}], "unnamed": [], "alike": [], "covered": 0, "saved": True}
    told |= {"doubted": [{"card": "7C", "doubt": "they differ", "views": views}], "overruled": [["8C", "9C"]]}
    words = "\n".join(in_lines(told, "german", "en"))
    assert "seven of acorns: a.png, card 1" in words and "b.png, card 1" in words and "(they differ)" in words
    assert "--order overrules files and corners: nine of acorns instead of eight of acorns" in words
    told["overruled"] = [["8C", "9C"]] * 20
    assert "--order names 20 cards otherwise than their files" in "\n".join(in_lines(told, "german", "en"))


def test_what_is_no_card_is_dropped_and_a_deck_is_never_emptied(home: Path) -> None:
    at = ("--deck", "Old deck", "--data", str(home))
    assert "there is no unnamed face 2" in trouble("enrol", *at, "--name", "2=-")
    assert CliRunner().invoke(cli, ["enrol", *at, "--name", "1=-"], standalone_mode=False).exception is None
    profile = load_profile(home / "decks", "Old deck")
    assert [(face.card, face.number) for face in profile.faces] == [("7C", 0)]
    nameless = Profile(1, "No name", "german", False, "older", (KnownFace.of("", np.eye(1, 64, dtype=np.float32)),))
    save_profile(home / "decks", nameless)
    assert "no face of the deck would be left" in trouble(
        "enrol", "--deck", "No name", "--data", str(home), "--name", "1=-"
    )


def test_the_command_that_names_faces_can_be_copied() -> None:
    told = naming("My deck", [3, 5], Path("my data"))
    assert told == "dalje enrol --deck 'My deck' --data 'my data' --name 3=CARD --name 5=CARD"
    assert naming("a", range(1, 9), None).endswith("--name 4=CARD ...")


def test_a_deck_is_not_exported_into_a_folder_that_is_not_there(home: Path) -> None:
    told = trouble("decks", "export", "Old deck", str(home / "none" / "out.json"), "--data", str(home))
    assert "there is no folder" in told and not (home / "none").exists()


def test_pictures_that_cannot_be_used_are_left_out_aloud(tmp_path: Path) -> None:
    """A damaged picture, and one with red and blue exchanged, among good ones and alone."""
    scene = Scene((Placement("QH", 120, 130, 5),))
    heart = held_out_renderer(92, size=(1280, 720)).frame(scene, 0).image[80:380, 60:360]
    cv2.imwrite(str(tmp_path / "good.png"), heart)
    cv2.imwrite(str(tmp_path / "swapped.png"), np.ascontiguousarray(heart[..., ::-1]))
    (tmp_path / "damaged.png").write_bytes((tmp_path / "good.png").read_bytes()[:900])
    good, swapped, damaged = (str(tmp_path / f"{name}.png") for name in ("good", "swapped", "damaged"))
    enrol = ("enrol", "--deck", "new", "--data", str(tmp_path))
    assert "Red and blue are swapped" in trouble(*enrol, swapped)
    assert not (tmp_path / "decks").exists()
    assert "learned without 2 pictures" in trouble(*enrol, good, swapped, damaged)
    saved = (tmp_path / "decks" / "new.json").read_bytes()
    told = trouble(*enrol, good, damaged, "--replace")
    assert "some pictures cannot be used" in told and "stays as it was" in told
    assert (tmp_path / "decks" / "new.json").read_bytes() == saved
