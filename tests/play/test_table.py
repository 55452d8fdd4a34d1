"""``dalje table`` as people call it, and a game that is played at the table that was set up."""

from __future__ import annotations

import importlib
import json
import math
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.cli import cli
from companion.cli.table_play import AtTable
from companion.cli.table_setup import Views, rendered
from companion.evening.session import Session
from companion.games import all_games
from companion.kept.journal import Journal
from companion.kept.tables import last_table, load_table
from companion.place.laying import layout_for
from companion.ports import Frame, Trouble
from companion.texts import Text, said
from companion.view import NewMatch
from vision.setup.setup import _check_number


@pytest.fixture(scope="module")
def views() -> Views:
    return rendered(3, 4)


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory, views: Views) -> Path:
    """The pictures of a set-up as files."""
    folder = tmp_path_factory.mktemp("pictures")
    for name in ("cards", "bare", "screen"):
        cv2.imwrite(str(folder / f"{name}.png"), getattr(views, name))
    return folder


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, pictures: Path) -> Path:
    """A data directory with the table "kitchen"."""
    home = tmp_path_factory.mktemp("home")
    status, said = run(home, "set", pictures / "cards.png", "--empty", pictures / "bare.png", "--screen",
                       pictures / "screen.png", "--players", "4", "--name", "kitchen", "--json")  # fmt: skip
    assert status == 0 and json.loads(said)["table"] == "kitchen"
    return home


def run(home: Path, *arguments: str | Path) -> tuple[int, str]:
    done = CliRunner().invoke(
        cli, ["table", *map(str, arguments), "--data", str(home)], standalone_mode=False, env={"LANG": "C"}
    )
    if done.exception is not None:
        raise done.exception
    return int(done.return_value or 0), done.output


def test_who_sits_where_is_found(home: Path) -> None:
    stored = load_table(home, "kitchen")
    game = all_games()["crveni_tepih"]
    layout = layout_for(game, 4, game.check_rules({}))
    middle, own = np.array(stored.area) / 2, np.array(layout.area) / 2
    for seat, spot in zip(stored.seats, layout.spots, strict=True):
        assert math.hypot(seat.x - middle[0] - (spot.x - own[0]), seat.y - middle[1] - (spot.y - own[1])) < 20
        assert abs((seat.facing - spot.facing + 180) % 360 - 180) < 15
    assert len(stored.screens) == 1
    assert stored.doubt_mm < 6 and stored.off_mm < 0.25


def test_it_is_told_as_a_sketch_in_words(home: Path) -> None:
    status, said = run(home, "show")
    assert status == 0
    assert said.startswith("kitchen: 4 players round ")
    assert said.count("lower side") == said.count("upper side") == 2
    assert "our own screen is masked" in said and "watched as a whole" in said
    assert "donja strana" in run(home, "show", "--language", "sr")[1]


def test_list_check_and_delete(home: Path, pictures: Path, tmp_path: Path) -> None:
    assert json.loads(run(home, "list", "--json")[1]) == {"tables": ["kitchen"], "last": "kitchen"}
    status, said = run(home, "check", "--picture", pictures / "cards.png")
    assert (status, said) == (0, "The camera is where it was.\n")
    pushed = cv2.warpAffine(
        cv2.imread(str(pictures / "bare.png")), np.array([[1, 0, 60.0], [0, 1, -45.0]]), (2304, 1296),
        borderMode=cv2.BORDER_REFLECT,
    )  # fmt: skip
    cv2.imwrite(str(tmp_path / "pushed.png"), pushed)
    told = json.loads(run(home, "check", "--picture", tmp_path / "pushed.png", "--json")[1])
    assert told["verdict"] == "pushed" and 20 < told["mm"] < 40
    other = tmp_path / "home"
    assert run(other, "set", pictures / "cards.png", "--name", "garden")[0] == 0
    with pytest.raises(Trouble, match="no picture of the bare table 'garden'"):
        run(other, "check", "--picture", pictures / "cards.png")
    assert run(other, "delete", "garden", "--yes") == (0, "The table garden is forgotten.\n")
    with pytest.raises(Trouble, match="no table was set up yet"):
        run(other, "show")


def test_a_screen_that_was_not_seen_is_told(pictures: Path, tmp_path: Path) -> None:
    camera = tmp_path / "camera"
    camera.mkdir()
    shutil.copy(pictures / "cards.png", camera)
    status, said = run(tmp_path, "set", "--camera", camera)
    assert status == 0 and "Our own screen was not seen in the picture" in said


def test_what_goes_wrong_is_one_sentence(pictures: Path, tmp_path: Path) -> None:
    for arguments, sentence in (
        ([pictures / "bare.png"], "card is seen: lay one before each player"),
        ([pictures / "cards.png", "--players", "5"], "4 cards are seen, but 5 play"),
        ([pictures / "cards.png", "--card", "huge"], "--card 'huge' is not understood"),
        ([pictures / "cards.png", "--card", "50x88"], "no card is seen|do not fit a flat table"),
        ([pictures / "cards.png", "--name", "../up"], "cannot be a table's name"),
        ([pictures / "cards.png", "--screen", pictures / "bare.png"], "our screen is not found"),
        ([pictures / "cards.png", "--camera", "pi"], "give pictures or --camera"),
        ([pictures / "cards.png", "--card", "200x300"], "--card '200x300' is no size of cards: from 30 to 150 mm"),
        (["--camera", "table", "--screen", "none.jpg"], "--screen does not go with --camera table"),
        (["--camera", "table", "--empty", "none.jpg"], "--empty does not go with --camera table"),
        (["--camera", "usb:77", "--empty", "none.jpg"], "none.jpg"),
    ):
        with pytest.raises(Trouble, match=sentence):
            run(tmp_path, "set", *arguments)
    assert not (tmp_path / "tables").exists()


def test_a_card_too_few_is_counted_in_words() -> None:
    with pytest.raises(Trouble) as raised:
        _check_number(1, 4)
    assert said(raised.value).startswith("1 card is seen, but 4 play")
    assert said(raised.value, "sr").startswith("vidi se 1 karta, a igra 4")


def test_a_table_is_set_up_anew_only_when_asked(home: Path, pictures: Path, tmp_path: Path) -> None:
    own = tmp_path / "home"
    shutil.copytree(home, own)
    before = {path: path.read_bytes() for path in own.rglob("*") if path.is_file()}
    order = ("set", pictures / "cards.png", "--name", "kitchen")
    with pytest.raises(Trouble, match="there is a table 'kitchen' already: add --replace"):
        run(own, *order)
    assert {path: path.read_bytes() for path in own.rglob("*") if path.is_file()} == before
    assert run(own, *order, "--replace")[0] == 0
    assert load_table(own, "kitchen").screens == ()


def test_a_table_goes_only_when_somebody_says_so(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "home"
    shutil.copytree(home, own)
    with pytest.raises(Trouble, match="whether the table 'kitchen' is to go: add --yes"):
        run(own, "delete", "kitchen")
    monkeypatch.setattr(importlib.import_module("companion.cli.table"), "at_terminal", lambda: True)
    for answer, words in (("n\n", "The table is kept."), ("y\n", "The table kitchen is forgotten.")):
        done = CliRunner().invoke(cli, ["table", "delete", "kitchen", "--data", str(own)], input=answer)
        assert done.exit_code == 0
        assert "Forget the table 'kitchen'?" in done.output and words in done.output
    assert last_table(own) is None


@pytest.mark.parametrize("group", ["table", "bench"])
def test_a_command_of_commands_alone_tells_what_there_is(group: str) -> None:
    done = CliRunner().invoke(cli, [group], standalone_mode=False)
    assert (done.exit_code, done.exception) == (0, None)
    assert done.output.startswith(f"Usage: cli {group} [OPTIONS]") and "Commands:" in done.output


def test_only_what_can_be_seen_again_is_checked(home: Path, pictures: Path) -> None:
    with pytest.raises(Trouble, match="give --picture or --camera, not both"):
        run(home, "check", "--picture", pictures / "cards.png", "--camera", "usb:0")
    with pytest.raises(Trouble, match="check a picture or a real camera"):
        run(home, "check", "--camera", "table")
    assert "FOLDER|table" not in run(home, "check", "--help")[1]


def test_lens_and_height_say_what_is_read(tmp_path: Path) -> None:
    told = json.loads(run(tmp_path, "reach", "--lens", "pi", "--height", "700", "--json")[1])["streams"]
    assert [stream["size"] for stream in told] == [[1280, 720], [2304, 1296], [4608, 2592]]
    assert told[0]["games"]["kvinto"] == 0 and told[1]["games"]["kvinto"] == 4
    assert "too small to be read surely" in run(tmp_path, "reach", "--degrees", "102", "--height", "900")[1]
    with pytest.raises(Trouble, match="--lens or --degrees"):
        run(tmp_path, "reach", "--height", "700")
    with pytest.raises(Trouble, match="--lens or --degrees, not both"):
        run(tmp_path, "reach", "--height", "700", "--lens", "pi", "--degrees", "66")
    status, low = run(tmp_path, "reach", "--degrees", "10", "--height", "100")
    assert status == 0 and "0 x" not in low
    assert low.count("the camera hangs too low: not even one card is in the picture") == 3
    assert "kvinto" not in low


def test_a_game_is_played_in_the_spots_and_the_screen_is_masked(home: Path, views: Views, tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite") as journal:
        session = Session(journal)
        session.new_match(NewMatch("kvinto", ("Ana", "Boris", "Vera", "Goran")))
        at = AtTable(session, home, "kitchen")

        class Still:
            def read(self) -> Frame:
                return Frame(views.cards, 0)

            def __enter__(self) -> Still:
                return self

            def __exit__(self, *_: object) -> None:
                """Nothing to let go of."""

        told: list[Text] = []
        at.look(Still(), told.append)
        assert told == []
        assert views.screen is not None
        frame = at.fix(Frame(views.screen, 0))
        assert session.sitting is not None and session.sitting.scribe.layout.measured == at.measured[0]
        assert frame.to_mm == pytest.approx(load_table(home, "kitchen").to_mm)
        x, y = np.mean(load_table(home, "kitchen").screens[0], axis=0).astype(int)
        assert np.ptp(frame.image[y - 40 : y + 40, x - 60 : x + 60].reshape(-1, 3), axis=0).max() == 0
        session.new_match(NewMatch("pinc", ("Ana", "Boris", "Vera")))
        at.fix(Frame(views.screen, 0))
        assert session.sitting is not None and session.sitting.scribe.layout.measured == ()
