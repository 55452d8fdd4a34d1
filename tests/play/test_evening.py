"""The loop that ties camera, buttons and session: what happens when a device fails, and that the game goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.cli.evening import Evening
from companion.evening.session import Session
from companion.kept.journal import Journal
from companion.people.paper_eyes import PaperEyes
from companion.ports import CameraGone, Frame, Scene, Trouble
from companion.view import EnterCards, NewMatch, TableView
from hardware.buttons import SeveralButtons
from hardware.lights import NoLights


class ShakyCamera:
    """Gives the frames it is told to; an error instead of one is raised."""

    def __init__(self, *frames: Any) -> None:
        self.frames = list(frames)

    def read(self) -> Frame | None:
        frame = self.frames.pop(0) if self.frames else None
        if isinstance(frame, Exception):
            raise frame
        return frame

    def __enter__(self) -> ShakyCamera:
        return self

    def __exit__(self, *_: object) -> None: ...


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with Journal(tmp_path / "journal.sqlite") as journal:
        yield Session(journal)


def empty(at_ms: int) -> Any:
    return Frame(Scene(), at_ms)  # type: ignore[arg-type]


def evening_of(session: Session, camera: ShakyCamera, shown: list[Any]) -> Evening:
    evening = Evening(session, SeveralButtons(), NoLights(), camera, PaperEyes(Scene, Random(0)), show=shown.append)
    evening.inbox.put(NewMatch("crveni_tepih", ("Ana", "Boris", "Vera")))
    return evening


def test_a_camera_that_vanishes_is_told_and_the_game_goes_on_by_touch(session: Session) -> None:
    shown: list[Any] = []
    gone = CameraGone("The camera does not answer: check its cable.")
    evening = evening_of(session, ShakyCamera(empty(0), gone, gone, empty(300)), shown)
    evening.step()
    assert shown[-1].camera == ""
    evening.step()
    assert shown[-1].camera == "The camera does not answer: check its cable."
    evening.inbox.put(EnterCards("turn", 0, ("AS", "7H")))
    evening.step()
    seen = shown[-1]
    assert isinstance(seen, TableView)
    assert [card.code for card in seen.lot] == ["AS", "7H"]
    evening.step()
    assert shown[-1].camera == ""


def test_pictures_that_end_are_told_once(session: Session) -> None:
    shown: list[Any] = []
    evening = evening_of(session, ShakyCamera(empty(0)), shown)
    for _ in range(5):
        evening.step()
    assert evening.ended
    assert "ended" in shown[-1].camera
    assert len(shown) == 2


def test_nothing_is_drawn_when_nothing_changes(session: Session) -> None:
    shown: list[Any] = []
    evening = evening_of(session, ShakyCamera(*(empty(100 * n) for n in range(20))), shown)
    for _ in range(19):
        evening.step()
    assert len(shown) <= 2


def test_a_full_disk_stops_a_game_without_a_screen_in_one_sentence(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(session, SeveralButtons(), NoLights())
    evening.inbox.put(NewMatch("crveni_tepih", ("Ana", "Boris", "Vera")))
    evening.step()

    def full(*_: object) -> int:
        raise Trouble("there is no room left to write the journal")

    monkeypatch.setattr(session.journal, "append", full)
    evening.inbox.put(EnterCards("turn", 0, ("AS", "7H")))
    with pytest.raises(Trouble, match="no room left"):
        evening.step()
