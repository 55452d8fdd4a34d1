"""What an evening does with pictures that cannot be believed, or hardly be read."""

from __future__ import annotations

from types import TracebackType
from typing import Any

import numpy as np
import pytest

from companion.cli.evening import Evening
from companion.ports import Frame, Look, Remark, Sighting
from companion.texts import Text
from vision.pictures import remarks

CARD = Sighting(100, 100, 0, {"AS": 0.999})


class Told:
    """A session that remembers what it heard."""

    def __init__(self, language: str) -> None:
        self.language, self.looks, self.noticed = language, list[Look](), list[Text]()
        self.trouble, self.wants_look, self.look_again = None, False, False
        self.compared = 0
        self.on_change: Any = None

    def look(self, look: Look) -> None:
        self.looks.append(look)

    def notice(self, words: Text) -> None:
        self.noticed.append(words)

    def compare(self) -> None:
        self.compared += 1

    def places_to_act(self) -> frozenset[int]:
        return frozenset()


class Still:
    """A camera, lights, buttons and a watcher in one: each frame gives the next look."""

    def __init__(self, *looks: Look | None) -> None:
        self.left = list(looks)

    def read(self) -> Frame:
        return Frame(np.zeros((2, 2, 3), np.uint8), 0)

    def watch(self, frame: Frame) -> Look | None:
        return self.left.pop(0)

    def refresh(self) -> None: ...

    def presses(self) -> tuple[()]:
        return ()

    def show(self, places: frozenset[int]) -> None: ...

    def close(self) -> None: ...

    def __enter__(self) -> Still:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def look(*said: Remark) -> Look:
    refused = any(remark.refused for remark in said)
    return Look(() if refused else (CARD,), 0, 0, said)


def evening(session: Told, *looks: Look | None, screen: bool = True) -> Evening:
    still = Still(*looks)
    made = Evening(session, still, still, still, still)  # type: ignore[arg-type]
    made.show = (lambda view: None) if screen else None
    made._changed = False
    return made


@pytest.mark.parametrize(("language", "word"), [("en", "swapped"), ("sr", "zamenjene")])
def test_swapped_colours_reach_the_screen_and_not_the_game(
    language: str, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.cli.evening.view", lambda session, trouble: None)
    session = Told(language)
    made = evening(session, look(), look(remarks.swapped()), None, None, look())
    made.step()
    made.step()
    assert len(session.looks) == 1 and word in made.camera_trouble and made.camera_trouble.endswith(".")
    made.step()
    made.step()
    assert word in made.camera_trouble, "it stays on the screen until the pictures are right again"
    made.step()
    assert made.camera_trouble == "" and len(session.looks) == 2


def test_a_remark_is_said_once_and_again_when_it_comes_back() -> None:
    session = Told("en")
    small = look(remarks.too_small(40, 3))
    made = evening(session, small, small, look(), small, screen=False)
    for _ in range(4):
        made.step()
    assert len(session.looks) == 4 and [str(words)[:9] for words in session.noticed] == ["The cards"] * 2
    assert made.camera_trouble == ""


def test_without_a_screen_a_covered_lens_stops_nothing_but_swapped_colours_do() -> None:
    session = Told("en")
    made = evening(session, look(remarks.black()), look(remarks.swapped()), screen=False)
    made.step()
    assert made.camera_trouble == "" and session.looks == []
    made.step()
    assert "swapped" in made.camera_trouble and session.looks == []
