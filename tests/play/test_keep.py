"""Evenings that are kept: asked for each time, written whole, played again with the same events; never in the way."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from companion.cli import cli, keep, wiring
from companion.cli.evening import Evening
from companion.cli.keep import Keeper, home_files, keeping
from companion.cli.kept import again, is_kept, read_kept
from companion.cli.rendered import Plan, open_match, packs, play_on, rendered_table
from companion.cli.tables.load import load_of
from companion.evening.session import Session
from companion.kept.journal import Journal
from companion.kept.settings import Settings, TableSettings
from companion.ports import Frame, Look, Press, Trouble
from companion.view import AnswerQuestion, EnterCards, MakeBid, NewMatch, SayWord
from hardware.buttons import SeveralButtons
from hardware.cameras import open_camera
from hardware.lights import NoLights
from vision.pictures.pictures import load_picture


class Blink:
    """A camera with a few plain pictures; its eyes see nothing."""

    def __init__(self, shades: list[int], small: bool = False) -> None:
        self.shades, self.small, self.at = list(shades), small, 0

    def read(self) -> Frame | None:
        if not self.shades:
            return None
        self.at += 1
        picture = np.full((36, 64, 3), self.shades.pop(0), np.uint8)
        return Frame(picture, 100 * self.at, self.at, (0.5, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 1.0),
                     picture[::2, ::2, 0] if self.small else None)  # fmt: skip

    def watch(self, frame: Frame) -> Look | None:
        return None

    def refresh(self) -> None: ...

    def __enter__(self) -> Blink:
        return self

    def __exit__(self, *_: object) -> None: ...


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with Journal(tmp_path / "journal.sqlite") as journal:
        yield Session(journal)


def evening_of(session: Session, shades: list[int], small: bool = False) -> Evening:
    camera = Blink(shades, small)
    return Evening(session, SeveralButtons(), NoLights(), camera, camera)


def start(session: Session) -> None:
    session.new_match(NewMatch("crveni_tepih", ("Ana", "Boris", "Vera")))


def test_a_rendered_match_that_was_kept_gives_the_same_events_again(session: Session, tmp_path: Path) -> None:
    plan = Plan("crveni_tepih", 2, seed=4, stop_after=5)
    open_match(session, plan, wiring.NAMES, resume=False)
    folder = tmp_path / "kept"
    with rendered_table(session, plan) as croupier, keeping(Keeper(folder), croupier.evening, packs(plan)):
        play_on(croupier, plan)
        frames = croupier.evening.frames
    kept = read_kept(folder)
    assert len(kept.events) >= 5
    assert any(isinstance(deed, Press) for deeds in kept.deeds.values() for deed in deeds)
    with again(folder) as played:
        played.play()
        same, words = played.compared()
    assert same, str(words)
    assert played.frames - 1 == frames

    # A picture that shows other cards gives other events, and that is told.
    other = sorted((folder / "frames").iterdir())[0]
    for path in (folder / "frames").iterdir():
        shutil.copy(other, path) if path != other else None
    result = CliRunner().invoke(cli, ["play", "--camera", str(folder), "--headless", "--json", "--data", str(tmp_path)])
    assert result.exit_code == 1
    told = json.loads(result.stdout.splitlines()[-1])
    assert told["same"] is False and told["kept"] == len(kept.events) > told["came"]


def test_touches_come_back_as_they_were(session: Session, tmp_path: Path) -> None:
    start(session)
    evening = evening_of(session, [50] * 6)
    told = [
        EnterCards("turn", None, ("AS", "7H")), MakeBid(1, 3), SayWord(0, "kvinto", "say", ("KS",), 2),
        AnswerQuestion(3, ("KS",), "2+3"),
    ]  # fmt: skip
    with keeping(Keeper(tmp_path / "kept"), evening, 1):
        for intent in told:
            evening.inbox.put(intent)
            evening.step()
    kept = read_kept(tmp_path / "kept")
    assert [deed for number in sorted(kept.deeds) for deed in kept.deeds[number]] == told
    assert sorted(kept.deeds) == [0, 1, 2, 3]
    assert [event["do"] for event in kept.events] == ["turn", "bid", "say"]
    with again(tmp_path / "kept") as played:
        played.play()
        assert played.compared()[0]
        assert played.came == list(kept.events)


def test_a_match_that_was_under_way_goes_on_with_its_numbers(session: Session, tmp_path: Path) -> None:
    start(session)
    session.handle(EnterCards("turn", None, ("AS", "7H")))
    session.handle(MakeBid(1, 3))
    evening = evening_of(session, [50] * 4)
    with keeping(Keeper(tmp_path / "kept"), evening, 1):
        evening.inbox.put(MakeBid(2, 4))
        evening.step()
    with again(tmp_path / "kept") as played:
        played.play()
        assert played.compared()[0]
    assert [event["id"] for event in played.came] == [5]


def test_frames_come_back_at_their_own_times(session: Session, tmp_path: Path) -> None:
    start(session)
    shades = [40, 40, 90, 90, 140]
    evening = evening_of(session, shades, small=True)
    with keeping(Keeper(tmp_path / "kept"), evening, 1):
        for _ in range(5):
            evening.step()
    with open_camera(str(tmp_path / "kept"), None, None, load_picture) as camera:  # type: ignore[arg-type]
        frames = [camera.read() for _ in range(6)]
    assert frames.pop() is None
    assert [frame.at_ms for frame in frames if frame] == [100, 200, 300, 400, 500]
    for frame, shade in zip(frames, shades, strict=True):
        assert frame is not None and frame.to_mm == (0.5, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 1.0)
        assert abs(float(frame.image.mean()) - shade) < 1.5
        assert frame.small is not None and frame.small.shape == (18, 32)


def test_a_table_at_which_nothing_moves_takes_little_room(session: Session, tmp_path: Path) -> None:
    start(session)
    evening = evening_of(session, [50] * 100)
    with keeping(Keeper(tmp_path / "kept"), evening, 1):
        for _ in range(100):
            evening.step()
    assert len(list((tmp_path / "kept" / "frames").iterdir())) <= keep.STILL + 100 / keep.EVERY + 1
    with open_camera(str(tmp_path / "kept"), None, None, load_picture) as camera:  # type: ignore[arg-type]
        assert sum(camera.read() is not None for _ in range(101)) == 100


def test_a_folder_that_has_grown_too_large_is_told_once_and_the_game_goes_on(session: Session, tmp_path: Path) -> None:
    start(session)
    said: list[str] = []
    evening = evening_of(session, [n * 20 for n in range(10)])
    keeper = Keeper(tmp_path / "kept", most_bytes=1000, say=lambda words: said.append(str(words)))
    with keeping(keeper, evening, 1):
        for _ in range(10):
            evening.step()
        session.handle(EnterCards("turn", None, ("AS", "7H")))
    assert len(said) == 1 and "no more is kept" in said[0]
    assert session.sitting is not None and len(session.sitting.deal.table.cards("lot")) == 2
    assert 1 <= len(list((tmp_path / "kept" / "frames").iterdir())) < 10
    with again(tmp_path / "kept") as played:
        played.play()
        assert played.compared()[0]


def test_a_full_disk_stops_the_keeping_and_not_the_game(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(session)
    said: list[str] = []
    evening = evening_of(session, [n * 20 for n in range(8)])
    with keeping(Keeper(tmp_path / "kept", say=lambda words: said.append(str(words))), evening, 1):
        evening.step()

        def full(*_: Any) -> int:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(Path, "write_bytes", full)
        for _ in range(5):
            evening.inbox.put(MakeBid(1, 3))
            evening.step()
    assert said == ["no more is kept (No space left on device); the game goes on"]
    assert evening.frames == 6


def test_what_the_product_costs_is_told_of_a_kept_evening(session: Session, tmp_path: Path) -> None:
    start(session)
    evening = evening_of(session, [50] * 30)
    with keeping(Keeper(tmp_path / "kept"), evening, 1):
        for _ in range(30):
            evening.step()
    told = load_of(tmp_path / "kept")
    assert (told["frames"], told["table_s"], told["same"]) == (30, 3.0, True)
    assert told["peak_mb"] > 0 and told["busy"] > 0 and told["factor"] > 0


def test_settings_deck_and_tables_are_kept_with_it(tmp_path: Path) -> None:
    for name in ("settings.toml", "bare.png", "decks/Red.json", "decks/Blue.json", "tables/last"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    found = home_files(tmp_path, Settings(table=TableSettings(empty="bare.png")), "Red")
    assert found == {name: name.encode() for name in ("settings.toml", "bare.png", "decks/Red.json", "tables/last")}
    assert set(home_files(tmp_path, Settings(), None)) == {"settings.toml", "tables/last"}


def test_a_folder_with_something_in_it_is_left_alone(session: Session, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(Trouble, match="is not empty"), keeping(Keeper(tmp_path), evening_of(session, [50]), 1):
        raise AssertionError("it must not begin")
    assert [path.name for path in tmp_path.glob("*.txt")] == ["letter.txt"]


class TestAgreement:
    """Pictures of people are kept only if they agree, each time."""

    def test_it_is_asked(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(keep.sys.stdin, "isatty", lambda: True, raising=False)
        asked: list[str] = []

        def confirm(words: str, err: bool) -> bool:
            asked.append(words)
            return False

        monkeypatch.setattr(keep.click, "confirm", confirm)
        assert not keep.agreed(tmp_path, False, "en")
        assert asked == [
            f"Pictures of the table, hands included, will be written to {tmp_path} and never leave it. Do all agree?"
        ]

    def test_nobody_to_ask_is_no_yes(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(keep.sys.stdin, "isatty", lambda: False, raising=False)
        with pytest.raises(Trouble, match="--agreed"):
            keep.agreed(tmp_path, False, "en")
        assert keep.agreed(tmp_path, True, "en")

    def test_without_an_answer_nothing_is_written(self, tmp_path: Path) -> None:
        order = ["play", "--camera", "table", "--headless", "--keep", str(tmp_path / "kept"), "--data", str(tmp_path)]
        result = CliRunner().invoke(cli, order)
        assert isinstance(result.exception, Trouble)
        assert not (tmp_path / "kept").exists()


@pytest.mark.parametrize("content", ["", "{}\n", "[]\n", '{"kept": 2}\n', '{"kept": 1}\n{"frame": 0, "intent": "X"}\n'])
def test_a_damaged_evening_is_told_in_one_sentence(tmp_path: Path, content: str) -> None:
    (tmp_path / keep.EVENING).write_text(content)
    assert is_kept(str(tmp_path))
    with pytest.raises(Trouble, match="cannot be read"):
        read_kept(tmp_path)


def test_an_evening_without_its_frames_is_told_in_one_sentence(session: Session, tmp_path: Path) -> None:
    with keeping(Keeper(tmp_path / "kept"), evening_of(session, [50]), 1):
        pass
    (tmp_path / "kept" / "frames.jsonl").unlink()
    with pytest.raises(Trouble, match="holds no evening"), again(tmp_path / "kept"):
        pass
