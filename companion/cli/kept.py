"""``dalje play --camera DIR`` with a folder that --keep wrote: the same frames, presses and touches, at their moments.

Nothing of it is written to the real journal. At the end the events are held against those of the evening.
"""

from __future__ import annotations

import json
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

import msgspec

from companion.cli import wiring
from companion.cli.evening import Evening
from companion.cli.keep import EVENING
from companion.evening.session import Session
from companion.evening.sitting import Acknowledged
from companion.events import to_data
from companion.kept.journal import Entry, Journal
from companion.kept.settings import read_settings
from companion.ports import Press, Trouble, Watcher
from companion.texts import Text, text
from companion.view import Intent

INTENTS = {intent.__name__: intent for intent in get_args(Intent)}
Hear = Callable[[Acknowledged], None]


def is_kept(spec: str) -> bool:
    """Whether a folder is an evening that was kept."""
    try:
        return (Path(spec) / EVENING).is_file()
    except OSError:
        return False


@dataclass
class Kept:
    """An evening that was kept: how it began, what people did after how many frames, and the events that came."""

    folder: Path
    head: Mapping[str, Any]
    lines: Sequence[Entry]
    deeds: Mapping[int, Sequence[Intent | Press]]
    events: Sequence[Mapping[str, Any]]


def read_kept(folder: Path) -> Kept:
    """The evening in a folder; raises Trouble if it cannot be read. A last line without its end is passed over."""
    deeds: dict[int, list[Intent | Press]] = {}
    lines, events = list[Entry](), list[Mapping[str, Any]]()
    try:
        told = [json.loads(line) for line in (folder / EVENING).read_text(encoding="utf-8").split("\n")[:-1]]
        head = told[0]
        if head.get("kept") != 1:
            raise ValueError("another version of Dalje")
        for line in told[1:]:
            if "line" in line:
                lines.append(Entry(**line["line"]))
            elif "event" in line:
                events.append(line["event"] | {"verdict": line["verdict"]})
            elif "press" in line:
                deeds.setdefault(line["frame"], []).append(Press(**line["press"]))
            elif "intent" in line:
                intent = msgspec.convert(line["with"], INTENTS[line["intent"]])
                deeds.setdefault(line["frame"], []).append(intent)
    except (OSError, ValueError, KeyError, IndexError, TypeError, AttributeError, msgspec.ValidationError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise Trouble(text("the evening in {folder} cannot be read ({why})", folder=folder, why=why)) from error
    return Kept(folder, head, lines, deeds, events)


class KeptButtons:
    """The presses of a kept evening, at their moments."""

    def __init__(self) -> None:
        self.due: list[Press] = []

    def presses(self) -> Sequence[Press]:
        """The presses that are due."""
        due, self.due = self.due, []
        return due

    def close(self) -> None:
        """Nothing to let go of."""


@dataclass
class Again:
    """A kept evening that is being played again."""

    kept: Kept
    evening: Evening
    buttons: KeptButtons
    came: list[Mapping[str, Any]] = field(default_factory=list)
    frames: int = 0

    def step(self) -> bool:
        """One frame with what people did before it; False when that was all."""
        for deed in self.kept.deeds.get(self.frames, ()):
            if isinstance(deed, Press):
                self.buttons.due.append(deed)
            else:
                self.evening.inbox.put(deed)
        self.evening.step()
        self.frames += 1
        return not self.evening.ended

    def play(self, stop: Callable[[], bool] = lambda: False) -> None:
        """To the end, or until ``stop`` says so."""
        while not stop() and self.step():
            pass

    def compared(self) -> tuple[bool, Text]:
        """Whether the same events came, and that in a sentence."""
        kept, came = list(self.kept.events), self.came
        if kept == came:
            return True, text("The same events came out again, {n} in all.", n=len(kept))
        at = next((i for i, (a, b) in enumerate(zip(kept, came, strict=False)) if a != b), min(len(kept), len(came)))
        was, now = (json.dumps(told[at], ensure_ascii=False) if at < len(told) else "-" for told in (kept, came))
        return False, text(
            "Event {n} came out differently: {was} when it was kept, {now} now.", n=at + 1, was=was, now=now
        )


@contextmanager
def again(folder: Path, hear: Hear = lambda told: None) -> Iterator[Again]:
    """A kept evening, ready to be played again; raises Trouble if it cannot be."""
    from hardware.cameras.kept import KeptFrames
    from hardware.lights import NoLights
    from vision.pictures.pictures import load_picture

    kept = read_kept(folder)
    home = folder / "home"
    with (
        tempfile.TemporaryDirectory(prefix="dalje-again-") as made,
        Journal(Path(made) / "journal.sqlite") as journal,
        KeptFrames(folder, load_picture) as frames,
    ):
        session, buttons = Session(journal, read_settings(home).language), KeptButtons()
        begin(session, kept)
        evening = Evening(session, buttons, NoLights(), frames, eyes(kept, home))
        played = Again(kept, evening, buttons)

        def heard(told: Acknowledged) -> None:
            came = json.dumps(to_data(told.event) | {"verdict": told.answer.verdict.kind})
            played.came.append(json.loads(came))
            hear(told)

        session.on_event = heard
        yield played


def begin(session: Session, kept: Kept) -> None:
    """Bring the journal to where it stood, and go on with the match that was being played."""
    for entry in kept.lines:
        session.journal.restore(entry)
    last = int(kept.head["next_id"]) - 1
    if session.journal.next_id() <= last:  # (so that events get the numbers that they had)
        session.journal.restore(Entry(last, "", "", "kept", {}))
    if kept.head["sitting"] is not None:
        session.resume(kept.head["sitting"])
        assert session.sitting is not None
        if not kept.head["compares"]:  # (it had just begun: nothing was left on the table)
            session.sitting.compares, session.look_again = None, False


def eyes(kept: Kept, home: Path) -> Watcher:
    """The watcher with the deck and the bare table of that evening."""
    from vision.watching.watch import TableWatcher

    reader = wiring.card_reader(kept.head["deck"], home, packs=int(kept.head["packs"]))
    return TableWatcher(reader, empty=wiring.empty_table(read_settings(home), home))


def show_again(folder: Path, as_json: bool, headless: bool, size: tuple[int, int], hear: Hear, language: str) -> bool:
    """Play a kept evening, tell its events and whether they are the same; returns that."""
    with again(folder, hear) as played:
        if headless:
            played.play()
        else:
            played.evening.pace_s = wiring.FRAME_S

            def loop(stop: threading.Event) -> None:
                played.play(stop.is_set)

            wiring.with_screen(played.evening, loop, language, size, read_settings(folder / "home"))
        same, words = played.compared()
        facts = {"kept": len(played.kept.events), "came": len(played.came), "same": same, "frames": played.frames}
        wiring.echo(json.dumps(facts) if as_json else words.say(language))
        return same
